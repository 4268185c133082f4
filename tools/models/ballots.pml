/* Finality, ballots and cut (Protocol.md, "Finality and order" and "Membership").
 *
 * What is kept: every member's log as the vector of heads of each of its events, and the places in it of PROMISE, PROPOSE, ACCEPTED and
 * LEAVE. What a member has acknowledged matters only when it writes; so a step is: some member acknowledges more (closed under causes),
 * then writes one event. Delay, loss, reordering, partition, restart and crash (a member that takes no further step) are all among the
 * interleavings of such steps.
 *
 * Whether an event is final, and whether a ballot has decided, turns only from no to yes as a peer learns more. So the promises of the
 * protocol are checked on all logs together: what any peer ever applies or decides is part of that. A member that has not promised may
 * acknowledge everything in its next event; so only promises limit what can become final.
 *
 * Parameters: N members, EVENTS ordinary events, BALLOTS a view, VIEWS, LEAVES in all.
 *   default  One member, any, writes the ordinary events; and who writes acknowledges no more than what the rules then look at. Nothing
 *            is lost by it: each promise of the protocol concerns one author's events at a time, and further heads only forbid.
 *   WHOLE    Every member writes EVENTS events, and whoever writes acknowledges any closed set: no such argument is needed.
 *   ACCUSE   Where all have promised, the owner may lose anybody whom the others accuse (left open: whomever).
 *   CALM     From some moment on everything arrives, and then something must be decided (see `calm` below). With one view only.
 * Mutants, each of which must fail: NO_FREEZE, NO_LOCK, LEAVE_ALWAYS, ONE_ALIVE, LEAVE_FORGETS, ACCEPT_PAST, ONE_OWNER (in CALM).
 */
#ifndef N
#define N 3
#endif
#ifndef EVENTS
#define EVENTS 1
#endif
#ifndef BALLOTS
#define BALLOTS 1
#endif
#ifndef VIEWS
#define VIEWS 1
#endif
#ifndef LEAVES
#define LEAVES 0
#endif
#ifdef CALM
#define PER_VIEW (BALLOTS + 2 + LEAVES)  /* the calm may need to pass the ballot of who is down and of each who left */
#else
#define PER_VIEW BALLOTS
#endif
#define ALL (VIEWS * PER_VIEW)           /* ballots of all views are numbered through, from 1 */
#ifdef ONE_OWNER
#define OWNED ALL
#else
#define OWNED (VIEWS * ((PER_VIEW - 1) / (N - 1) + 1))
#endif
#if LEAVES > 0
#define L (EVENTS + 2 * ALL + OWNED + 1) /* events in a log at most */
#else
#define L (EVENTS + 2 * ALL + OWNED)
#endif
#define NOBODY N

#define VIEW(x) (((x) - 1) / PER_VIEW)   /* views from 0 */
#define FIRST(v) ((v) * PER_VIEW + 1)
#define LAST(v) (((v) + 1) * PER_VIEW)

byte written[N];                /* events in each log */
byte head[N * (L + 1) * N];     /* what each event names of each log */
byte events[N];                 /* ordinary events written */
byte event[N];                  /* place of the last of them */
byte own[N];                    /* highest ballot promised */
byte agreed[N];                 /* highest ballot accepted */
byte promised[N * (ALL + 1)];   /* place of PROMISE(x) in m's log, 0: none */
byte accepted[N * (ALL + 1)];
byte frozen[N * VIEWS];         /* place of m's first PROMISE of the view */
byte left[N];                   /* place of LEAVE */
byte leaves;
byte proposed[ALL + 1];         /* place of PROPOSE(x) in its owner's log */
byte lost[ALL + 1];             /* its value */
byte cut[(ALL + 1) * N];
byte decided[VIEWS];            /* a ballot that decided the view, 0: none */
#ifndef WHOLE
byte author;                    /* who writes ordinary events, from 1 */
#endif

#define HEAD(m, s, a) head[((m) * (L + 1) + (s)) * N + (a)]
#define PROMISED(m, x) promised[(m) * (ALL + 1) + (x)]
#define ACCEPTED(m, x) accepted[(m) * (ALL + 1) + (x)]
#define FROZEN(m, v) frozen[(m) * VIEWS + (v)]
#define CUT(x, a) cut[(x) * N + (a)]
#define WITHIN(place, a) ((place) > 0 && (place) <= k[a])
#define GONE(v) ((v) > 0 && decided[0] > 0 -> lost[decided[0]] : NOBODY)  /* lost before view v */
#define MEMBER(m, v) ((m) != GONE(v))
#define SIZE(v) (GONE(v) == NOBODY -> N : N - 1)

mtype = { EVENT, LEAVE, PROMISE, PROPOSE, ACCEPTED };

/* What the member in step has acknowledged, and the ballot that it looks at; zero between steps. */
byte k[N];
byte x;
byte blame;             /* whom the owner would lose though all have promised, from 1 */
byte may;

/* Scratch within indivisible steps, not part of a state. */
hidden byte a, b, m, s, y, v, n, real, missing, best, place, some, ok;

/* At least |M|-1, two not by leavers, or all |M|. */
#ifdef ONE_ALIVE
#define ENOUGH(v) (n >= SIZE(v) - 1)
#else
#define ENOUGH(v) (n == SIZE(v) || (n >= SIZE(v) - 1 && real >= 2))
#endif

/* ok: k holds all that its own events name. */
inline closed() {
    ok = 1;
    for (a : 0 .. N - 1) {
        for (b : 0 .. N - 1) {
            if
            :: HEAD(a, k[a], b) > k[b] -> ok = 0
            :: else
            fi
        }
    }
}

/* k and all that its events name. */
inline close() {
    for (y : 2 .. N) {
        for (a : 0 .. N - 1) {
            for (b : 0 .. N - 1) {
                if
                :: HEAD(a, k[a], b) > k[b] -> k[b] = HEAD(a, k[a], b)
                :: else
                fi
            }
        }
    }
}

/* ok: ballot y is decided by what k holds. An ACCEPTED stays its author's own although the author left later. */
inline decidedWithin() {
    n = 0;
    real = 0;
    v = VIEW(y);
    for (a : 0 .. N - 1) {
        if
        :: MEMBER(a, v) ->
            if
            :: WITHIN(ACCEPTED(a, y), a) -> n++; real++
            :: !WITHIN(ACCEPTED(a, y), a) && WITHIN(left[a], a) -> n++
            :: else
            fi
        :: else
        fi
    }
    ok = (proposed[y] > 0 && ENOUGH(v))
}

/* m: the owner of ballot x. */
inline owner() {
    v = VIEW(x);
#ifdef ONE_OWNER
    m = 0;
#else
    m = (x - FIRST(v)) % SIZE(v);
#endif
    if
    :: m >= GONE(v) -> m++
    :: else
    fi
}

/* ok: the member is in the view of x and stands at no ballot so high. Which of the reasons to promise it has, and whether it may skip
   ballots, is left open: that only allows more. */
inline mayPromise() {
    ok = (x > own[me]);
    if
    :: ok && VIEW(x) > 0 ->
        some = 0;
        for (y : 1 .. LAST(0)) {
            decidedWithin();
            some = (some || ok)
        }
        ok = (some && MEMBER(me, VIEW(x)))
    :: else
    fi
}

/* place: the event that counts as a's promise of ballot x, 0: none. */
inline evidence() {
    place = 0;
    if
    :: MEMBER(a, VIEW(x)) ->
        if
        :: WITHIN(PROMISED(a, x), a) -> place = PROMISED(a, x)
        :: !WITHIN(PROMISED(a, x), a) && WITHIN(left[a], a) -> place = left[a]
        :: else
        fi
    :: else
    fi
}

/* ok: the member owns x, stands at x by its own promise, has not proposed, and its evidence suffices.
   missing: who gave no promise. best: the highest ballot that one of those who promised had accepted before. */
inline mayPropose() {
    owner();
    ok = (m == me && own[me] == x && PROMISED(me, x) > 0 && proposed[x] == 0);
    if
    :: ok ->
        n = 0;
        real = 0;
        missing = NOBODY;
        best = 0;
        for (a : 0 .. N - 1) {
            evidence();
            if
            :: place > 0 ->
                n++;
                real = real + (place != left[a]);
#ifndef NO_LOCK
                y = FIRST(v);
                do
                :: y < x ->
                    if
                    :: ACCEPTED(a, y) > 0 && ACCEPTED(a, y) < place && y > best ->
#ifdef LEAVE_FORGETS
                        best = (place == left[a] -> best : y)
#else
                        best = y
#endif
                    :: else
                    fi;
                    y++
                :: else -> break
                od
#endif
            :: place == 0 && MEMBER(a, v) -> missing = a
            :: else
            fi
        }
        ok = ENOUGH(v);
        if
        :: blame > 0 ->
            a = blame - 1;
            ok = (ok && best == 0 && missing == NOBODY && a != me && MEMBER(a, v) && real >= 2 + WITHIN(PROMISED(a, x), a))
        :: else
        fi
    :: else
    fi
}

/* ok: the member holds the proposal of x, has accepted nothing so high and promised nothing higher. That it has promised x is not asked:
   ACCEPTED counts without, as who goes on writes it after the decision. */
inline mayAccept() {
    owner();
    ok = (WITHIN(proposed[x], m) && x > agreed[me] && MEMBER(me, v));
#ifndef ACCEPT_PAST
    ok = (ok && own[me] <= x)
#endif
}

inline write() {
    written[me]++;
    printf("member %d, ballot %d, having acknowledged", me, x);
    for (a : 0 .. N - 1) {
        printf(" %d", k[a])
    }
    printf(", writes ");
    printm(act);
    printf("\n");
    for (a : 0 .. N - 1) {
        HEAD(me, written[me], a) = k[a]
    }
    HEAD(me, written[me], me) = written[me]
}

inline promise() {
    write();
    own[me] = x;
    PROMISED(me, x) = written[me];
    if
    :: FROZEN(me, VIEW(x)) == 0 -> FROZEN(me, VIEW(x)) = written[me]
    :: else
    fi
}

/* After mayPropose: the value that the evidence yields. */
inline propose() {
    write();
    proposed[x] = written[me];
    lost[x] = (best > 0 -> lost[best] : (blame > 0 -> blame - 1 : missing));
    for (b : 0 .. N - 1) {
        CUT(x, b) = (best > 0 -> CUT(best, b) : (v > 0 -> CUT(decided[0], b) : 0))
    }
    for (a : 0 .. N - 1) {
        evidence();
        if
        /* What the lost one promised is left out: its part of the cut is what the others have seen. */
        :: best == 0 && place > 0 && (a != lost[x] || place == left[a]) ->
            for (b : 0 .. N - 1) {
                CUT(x, b) = (HEAD(a, place, b) > CUT(x, b) -> HEAD(a, place, b) : CUT(x, b))
            }
        :: else
        fi
    }
}

inline accept() {
    write();
    ACCEPTED(me, x) = written[me];
    agreed[me] = x;
    /* It holds the whole cut, as it holds the proposal. */
    for (b : 0 .. N - 1) {
        assert(CUT(x, b) <= k[b])
    }
}

inline forget() {
    for (a : 0 .. N - 1) {
        k[a] = 0
    }
    x = 0;
    blame = 0;
    may = 0;
    act = 0;
    c = 0
}

/* The promises of the protocol, checked on all logs. n: the last event of a that can be final in view v. */
inline check() {
    for (a : 0 .. N - 1) {
        k[a] = written[a]
    }
    for (y : 1 .. ALL) {
        v = VIEW(y);
        if
        :: v == 0 || decided[0] > 0 ->
            decidedWithin();
            if
            :: ok && decided[v] == 0 -> decided[v] = y
            :: ok && decided[v] > 0 ->
                /* Agreement: one value a view. */
                assert(lost[y] == lost[decided[v]]);
                for (b : 0 .. N - 1) {
                    assert(CUT(y, b) == CUT(decided[v], b))
                }
            :: else
            fi
        :: else
        fi
    }
    for (v : 0 .. VIEWS - 1) {
        for (a : 0 .. N - 1) {
            if
            :: decided[v] > 0 && MEMBER(a, v) ->
                n = written[a];
                for (m : 0 .. N - 1) {
#ifdef NO_FREEZE
                    s = n;
#else
                    if
#ifdef LEAVE_ALWAYS
                    :: MEMBER(m, v) && FROZEN(m, v) > 0 && left[m] == 0 ->
#else
                    :: MEMBER(m, v) && FROZEN(m, v) > 0 ->
#endif
                        s = (a == m -> FROZEN(m, v) - 1 : HEAD(m, FROZEN(m, v), a))
                    :: else -> s = n
                    fi;
#endif
                    n = (s < n -> s : n)
                }
                /* Whatever anybody applied is within the cut. (In WHOLE all events are taken for such as are applied.) */
#ifdef WHOLE
                assert(n <= CUT(decided[v], a))
#else
                assert(event[a] == 0 || event[a] > n || event[a] <= CUT(decided[v], a));
                assert(left[a] == 0 || left[a] > n || left[a] <= CUT(decided[v], a))
#endif
            :: else
            fi
        }
    }
    forget()
}

#ifdef CALM
/* From some moment on everything arrives, at most one member is down for good (and what of its log nobody living holds is gone), and a
   timer fires only when nothing else is left to do. Whatever happened before, something must then be decided. */
bit calm;
byte down = NOBODY;
byte heard;             /* how much of the log of who is down the others hold */
#define TROUBLE !calm
#define TOP BALLOTS

/* act: what the rules now make the member write, about ballot x; 0: nothing. some: the view is decided. */
inline duty() {
    act = 0;
    for (a : 0 .. N - 1) {
        k[a] = (a == down -> heard : written[a])
    }
    some = 0;
    for (y : 1 .. ALL) {
        decidedWithin();
        some = (some || ok)
    }
    if
    :: !some && left[me] == 0 && me != down ->
        x = own[me];
        for (a : 0 .. N - 1) {
            for (y : 1 .. ALL) {
                x = (WITHIN(PROMISED(a, y), a) && y > x -> y : x)
            }
        }
        if
        :: x > own[me] -> act = PROMISE
        :: x == own[me] && x > 0 ->
            mayPropose();
            act = (ok -> PROPOSE : act);
            mayAccept();
            act = (act == 0 && ok -> ACCEPTED : act)
        :: else
        fi
    :: else
    fi
}
#else
#define TROUBLE true
#define TOP ALL
#endif

#ifdef WHOLE
#define WRITES true
#else
#if VIEWS > 1
#define WRITES (author == me + 1)
#else
#define WRITES (author == me + 1 && FROZEN(me, 0) == 0)  /* later ones are not of this view */
#endif
#endif

inline perform() {
    if
    :: may == 0 -> d_step { forget() }
    :: may > 0 && act == EVENT -> d_step { events[me]++; write(); event[me] = written[me]; check() }
    :: may > 0 && act == LEAVE -> d_step { leaves++; write(); left[me] = written[me]; check() }
    :: may > 0 && act == PROMISE -> d_step { promise(); check() }
    :: may > 0 && act == PROPOSE -> d_step { mayPropose(); propose(); check() }
    :: may > 0 && act == ACCEPTED -> d_step { accept(); check() }
    fi
}

active [N] proctype member() {
    byte me = _pid;
    byte c;
    mtype act;
    do
#ifndef WHOLE
    :: author == 0 -> author = me + 1
    :: atomic { author > 0 && TROUBLE && left[me] == 0 ->
#else
    :: atomic { TROUBLE && left[me] == 0 ->
#endif
        /* What is it about to write? */
        x = 1;
        do
        :: x < TOP -> x++
        :: break
        od;
        if
        :: x == 1 && events[me] < EVENTS && WRITES -> act = EVENT
        :: x == 1 && leaves < LEAVES -> act = LEAVE
        :: x > own[me] -> act = PROMISE
        :: x == own[me] && PROMISED(me, x) > 0 && proposed[x] == 0 -> act = PROPOSE
        :: proposed[x] > 0 && x > agreed[me] -> act = ACCEPTED
        :: else
        fi;
#ifdef ACCUSE
        do
        :: act == PROPOSE && blame < N -> blame++
        :: break
        od;
#endif

        /* What has it acknowledged by now? */
        do
        :: act == 0 || c == N -> break
        :: act > 0 && c < N ->
            k[c] = HEAD(me, written[me], c);
            if
            :: c == me
#ifndef WHOLE
            :: c != me && act == ACCEPTED -> d_step { owner(); k[c] = (c == m && k[c] < proposed[x] -> proposed[x] : k[c]) }
            :: c != me && act != ACCEPTED
            :: c != me && (act == LEAVE || act == PROMISE) && event[c] > k[c] -> k[c] = event[c]
            :: c != me && (act == LEAVE || act == PROMISE || act == PROPOSE) && left[c] > k[c] -> k[c] = left[c]
            :: c != me && act == PROPOSE && PROMISED(c, x) > k[c] -> k[c] = PROMISED(c, x)
            :: c != me && act == PROMISE && VIEW(x) > 0 ->
#else
            :: c != me ->
#endif
                do
                :: k[c] < written[c] -> k[c]++
                :: break
                od
            fi;
            c++
        od;
        skip;

        /* Do the rules allow it? */
        d_step {
            c = 0;
            k[me] = written[me];
#ifdef WHOLE
            closed();
            may = ok;
#else
            close();
            may = 1;
#endif
            if
            :: act == PROMISE -> mayPromise(); may = (may && ok)
            :: act == PROPOSE -> mayPropose(); may = (may && ok)
            :: act == ACCEPTED -> mayAccept(); may = (may && ok)
            :: act == 0 -> may = 0
            :: else
            fi;
            ok = 0
        };
        perform()
        }
#ifdef CALM
    :: atomic { calm && left[me] == 0 ->
        d_step { duty(); may = act };
        perform()
        }
#endif
    od
}

#ifdef CALM
active proctype time() {
    byte me;
    byte c;
    mtype act;
    atomic {
#ifndef WHOLE
        author > 0 ->
#endif
        down = 0;
        do
        :: down < NOBODY -> down++
        :: break
        od;
        skip;
        d_step {
            for (a : 0 .. N - 1) {
                if
                :: a != down && down != NOBODY && HEAD(a, written[a], down) > heard -> heard = HEAD(a, written[a], down)
                :: else
                fi
            }
        };
        do
        :: down != NOBODY && heard < written[down] -> heard++
        :: break
        od;
        calm = 1
    }
    do
    :: atomic { calm ->
        d_step {
            /* may: nobody has anything to do, the view is undecided, somebody suspects, and the members that are left suffice. */
            may = 1;
            n = 0;
            for (me : 0 .. N - 1) {
                duty();
                may = (may && act == 0 && !some)
            }
            real = 0;
            n = 0;
            place = (down != NOBODY && !WITHIN(left[down], down));
            for (a : 0 .. N - 1) {
                real = real + (a != down && left[a] == 0);
                n = n + (a != down && left[a] == 0 || WITHIN(left[a], a));
                for (y : 1 .. ALL) {
                    place = (place || WITHIN(PROMISED(a, y), a))
                }
            }
            may = (may && place && real >= 2 && n >= N - 1);
            me = 0
        };
        if
        :: may == 0 -> d_step { forget(); me = 0 }
        :: may == 1 ->
            /* A timer fires, at one member: the others will see. */
            do
            :: me < N - 1 -> me++
            :: break
            od;
            if
            :: me == down || left[me] > 0 -> d_step { forget(); me = 0 }
            :: else ->
                d_step {
                    /* All ballots are used up and none decided. */
                    assert(own[me] < ALL);
                    x = own[me] + 1;
                    promise();
                    check();
                    me = 0
                }
            fi
        fi }
    od
}
#endif
