/* The start of a game (Protocol.md, "Lobby and start"), with two proposals at once and the first view of the game that begins.
 *
 * Logs and steps are as in ballots.pml: a member acknowledges more, closed under causes, then writes one event. Member g proposes START g.
 * Who may withdraw may do so at any time, so that lapsing, declining, leaving members and the smaller proposal are all covered.
 * START stands for the proposer's START and ACCEPTED. Of a cut only this is kept: whether a WITHDRAW that kills lies within it.
 *
 * Parameters: N members, ROSTER0 and ROSTER1 (sums of powers of two), BALLOTS of game 0, LEAVES in all.
 *   CALM     From some moment on everything arrives, and then no member stays in a proposal without a game.
 * Variants:  PROMISE_BINDS  Who has written a PROMISE never withdraws (stalls: with CALM it must fail).
 * Mutants, each of which must fail: WITHDRAW_LATE (also after acknowledging BEGIN), TWO_OPEN (accepts while in another proposal),
 *   LEAVE_COUNTS (a LEAVE is a vote although its author withdrew), WITHDRAWN_VOTES (PROMISE although one withdrew),
 *   ACCEPTED_FREE (withdraws though it has written ACCEPTED).
 */
#ifndef N
#define N 3
#endif
#ifndef ROSTER0
#define ROSTER0 7
#endif
#ifndef ROSTER1
#define ROSTER1 7
#endif
#ifndef BALLOTS
#define BALLOTS 0
#endif
#ifndef LEAVES
#define LEAVES 0
#endif
#if defined(CALM) && BALLOTS > 0
#define B (BALLOTS + 2 + LEAVES)
#elif BALLOTS > 0
#define B BALLOTS
#else
#define B 1                 /* never opened */
#endif
#if LEAVES > 0
#define L (7 + 3 * B)
#else
#define L (6 + 3 * B)
#endif
#define NOBODY N

byte written[N];            /* events in each log */
byte head[N * (L + 1) * N]; /* what each event names of each log */
byte joined[N * 2];         /* place of START or ACCEPTED, of each member and game; 0: none */
byte acked[N * 2];          /* place of the first event that acknowledges BEGIN */
byte closed[N * 2];         /* place of WITHDRAW */
byte begun[2];              /* place of BEGIN in its proposer's log */
byte left[N];               /* place of LEAVE */
byte leaves;
byte own[N];                /* highest ballot promised */
byte promised[N * (B + 1)]; /* place of PROMISE(x) */
byte accepted[N * (B + 1)];
byte proposed[B + 1];
byte lost[B + 1];
bit doomed[B + 1];          /* a WITHDRAW that kills lies within the cut */
byte decided;

#define IN(m, g) (((g) == 0 -> ROSTER0 : ROSTER1) >> (m) & 1)
#define HEAD(m, s, a) head[((m) * (L + 1) + (s)) * N + (a)]
#define JOINED(m, g) joined[(m) * 2 + (g)]
#define ACKED(m, g) acked[(m) * 2 + (g)]
#define CLOSED(m, g) closed[(m) * 2 + (g)]
#define PROMISED(m, x) promised[(m) * (B + 1) + (x)]
#define ACCEPTED(m, x) accepted[(m) * (B + 1) + (x)]
#define OPEN(m, g) (JOINED(m, g) > 0 && CLOSED(m, g) == 0)
#define WITHIN(place, a) ((place) > 0 && (place) <= k[a])

/* m withdrew before it had acknowledged BEGIN. */
#define KILLS(m, g) (CLOSED(m, g) > 0 && (ACKED(m, g) == 0 || CLOSED(m, g) <= ACKED(m, g)))
#define KNOWN_BEGIN(g) WITHIN(begun[g], g)

/* Whether LEAVE by m is its vote in game 0. */
#ifdef LEAVE_COUNTS
#define LEFT(m) WITHIN(left[m], m)
#else
#define LEFT(m) (WITHIN(left[m], m) && CLOSED(m, 0) == 0)
#endif

mtype = { START, ACCEPT, BEGIN, ACK, WITHDRAW, LEAVE, PROMISE, PROPOSE, ACCEPTED };

/* What the member in step has acknowledged, the game and the ballot that it looks at; zero between steps. */
byte k[N];
byte g;
byte x;
byte may;

/* Scratch within indivisible steps, not part of a state. */
hidden byte a, b, m, y, n, size, real, missing, best, place, some, ok, fin;

#define ENOUGH (n == size || (n >= size - 1 && real >= 2))

/* k and all that its events name. */
inline close() {
    for (y : 2 .. N) {
        for (a : 0 .. N - 1) {
            for (b : 0 .. N - 1) {
                k[b] = (HEAD(a, k[a], b) > k[b] -> HEAD(a, k[a], b) : k[b])
            }
        }
    }
}

/* some: a ballot of game 0 that is decided by what k holds, 0: none. */
inline decision() {
    some = 0;
    for (y : 1 .. B) {
        n = 0;
        real = 0;
        size = 0;
        for (a : 0 .. N - 1) {
            if
            :: IN(a, 0) ->
                size++;
                if
                :: WITHIN(ACCEPTED(a, y), a) -> n++; real++
                :: !WITHIN(ACCEPTED(a, y), a) && LEFT(a) -> n++
                :: else
                fi
            :: else
            fi
        }
        some = (proposed[y] > 0 && ENOUGH -> y : some)
    }
}

/* fin: BEGIN of game f is final by what k holds, and nobody withdrew before acknowledging it. */
inline final(f) {
    fin = KNOWN_BEGIN(f);
    for (a : 0 .. N - 1) {
        if
        :: IN(a, f) ->
            if
            :: WITHIN(ACKED(a, f), a) -> fin = (fin && !KILLS(a, f))
            :: !WITHIN(ACKED(a, f), a) -> fin = (fin && WITHIN(left[a], a) && CLOSED(a, f) == 0)
            fi
        :: else
        fi
    }
}

/* real: whether another is known to have withdrawn before it acknowledged BEGIN. best: whether this one has written ACCEPTED (with
   PROMISE_BINDS: PROMISE). n: who may still accept, as far as is known; missing: of these, who has not left without ACCEPTED. */
inline withdrawn() {
    real = 0;
    best = 0;
    n = 0;
    missing = 0;
    size = 0;
    for (a : 0 .. N - 1) {
        place = 0;
        for (y : 1 .. B) {
            place = (place || (g == 0 && ACCEPTED(a, y) > 0));
#ifdef PROMISE_BINDS
            best = (best || (g == 0 && PROMISED(me, y) > 0))
#elif !defined(ACCEPTED_FREE)
            best = (best || (g == 0 && ACCEPTED(me, y) > 0))
#endif
        }
        if
        :: IN(a, g) ->
            size++;
            real = (real || (a != me && WITHIN(CLOSED(a, g), a) && KILLS(a, g)));
            ok = (place || !WITHIN(CLOSED(a, g), a));
            n = n + ok;
            missing = missing + (ok && (place || !WITHIN(left[a], a)))
        :: else
        fi
    }
}

/* ok: the member may withdraw from game g. */
inline mayWithdraw() {
#ifdef WITHDRAW_LATE
    ok = OPEN(me, g)
#else
    decision();
    withdrawn();
    /* It has not acknowledged BEGIN; or another withdrew in time and this one has accepted nothing; or a decision has left out the game
       or this one; */
    ok = (!KNOWN_BEGIN(g) || (real && !best) || (g == 0 && some > 0 && (doomed[some] || lost[some] == me)));
#ifndef PROMISE_BINDS
    /* or another withdrew in time and no ballot can decide any more. */
    ok = (ok || (real && !(n == size || (n >= size - 1 && missing >= 2))));
#endif
    ok = (ok && OPEN(me, g))
#endif
}

inline owner() {
    size = 0;
    for (a : 0 .. N - 1) {
        size = size + IN(a, 0)
    }
    n = (x - 1) % size;
    m = 0;
    do
    :: IN(m, 0) && n == 0 -> break
    :: IN(m, 0) && n > 0 -> n--; m++
    :: !IN(m, 0) -> m++
    od
}

#ifdef WITHDRAWN_VOTES
#define VOTES (JOINED(me, 0) > 0)
#else
#define VOTES OPEN(me, 0)
#endif

/* Who knows that another withdrew in time does not promise, unless it has accepted something: so no cut has a WITHDRAW in it,
   unless by a LEAVE. */
inline mayPromise() {
    withdrawn();
    ok = (x > own[me] && VOTES && KNOWN_BEGIN(0));
#ifndef PROMISE_BINDS
    ok = (ok && (!real || best))
#endif
}

/* place: the event that counts as a's promise of ballot x, 0: none. */
inline evidence() {
    place = 0;
    if
    :: IN(a, 0) && WITHIN(PROMISED(a, x), a) -> place = PROMISED(a, x)
    :: IN(a, 0) && !WITHIN(PROMISED(a, x), a) && LEFT(a) -> place = left[a]
    :: else
    fi
}

inline mayPropose() {
    owner();
    ok = (m == me && own[me] == x && proposed[x] == 0 && VOTES);
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
                y = 1;
                do
                :: y < x ->
                    best = (ACCEPTED(a, y) > 0 && ACCEPTED(a, y) < place && y > best -> y : best);
                    y++
                :: else -> break
                od
            :: place == 0 && IN(a, 0) -> missing = a
            :: else
            fi
        }
        ok = ENOUGH
    :: else
    fi
}

inline mayAccept() {
    owner();
    ok = (WITHIN(proposed[x], m) && own[me] <= x && VOTES);
    for (y : 1 .. B) {
        ok = (ok && (y < x || ACCEPTED(me, y) == 0))
    }
}

inline forget() {
    for (a : 0 .. N - 1) {
        k[a] = 0
    }
    g = 0;
    x = 0;
    may = 0;
    act = 0;
    c = 0
}

/* The promises of the protocol, checked on all logs. */
inline check() {
    for (a : 0 .. N - 1) {
        k[a] = written[a]
    }
    decision();
    if
    :: some > 0 && decided == 0 -> decided = some
    :: some > 0 && decided > 0 -> assert(lost[some] == lost[decided] && doomed[some] == doomed[decided])
    :: else
    fi;
    final(1);
    ok = fin;
    final(0);
    assert(!(fin && decided > 0 && doomed[decided]));
#if LEAVES == 0 && !defined(PROMISE_BINDS)
    assert(!(decided > 0 && doomed[decided]));
#endif
    place = (fin || (decided > 0 && !doomed[decided]));
    for (a : 0 .. N - 1) {
        m = (place && IN(a, 0) && (decided == 0 || lost[decided] != a));
        /* Nobody plays in two games. */
        assert(!(m && ok && IN(a, 1)));
        /* A game begins for all whom it has, or for none. */
        assert(!(m && CLOSED(a, 0) > 0));
        assert(!(ok && IN(a, 1) && CLOSED(a, 1) > 0))
    }
    forget()
}

inline write() {
    written[me]++;
    printf("member %d, game %d, ballot %d, having acknowledged", me, g, x);
    for (a : 0 .. N - 1) {
        printf(" %d", k[a])
    }
    printf(", writes ");
    printm(act);
    printf("\n");
    for (a : 0 .. N - 1) {
        HEAD(me, written[me], a) = k[a]
    }
    HEAD(me, written[me], me) = written[me];
    if
    :: act == START || act == ACCEPT -> JOINED(me, g) = written[me]
    :: act == BEGIN -> begun[g] = written[me]
    :: act == WITHDRAW -> CLOSED(me, g) = written[me]
    :: act == LEAVE -> left[me] = written[me]; leaves++
    :: act == PROMISE -> PROMISED(me, x) = written[me]; own[me] = x
    :: act == ACCEPTED -> ACCEPTED(me, x) = written[me]
    :: act == PROPOSE ->
        proposed[x] = written[me];
        lost[x] = (best > 0 -> lost[best] : missing);
        doomed[x] = (best > 0 -> doomed[best] : 0);
        for (a : 0 .. N - 1) {
            evidence();
            if
            :: best == 0 && place > 0 ->
                for (b : 0 .. N - 1) {
                    y = HEAD(a, place, b);
                    doomed[x] = (doomed[x] || (IN(b, 0) && KILLS(b, 0) && CLOSED(b, 0) <= y))
                }
            :: else
            fi
        }
    :: else
    fi;
    for (b : 0 .. 1) {
        if
        :: IN(me, b) && ACKED(me, b) == 0 && begun[b] > 0 && HEAD(me, written[me], b) >= begun[b] -> ACKED(me, b) = written[me]
        :: else
        fi
    }
    check()
}

/* ok: k holds what the member needs to write `act`. */
inline allowed() {
    k[me] = written[me];
    ok = 1;
    if
    :: act == START -> ok = (me == g && JOINED(me, g) == 0)
    :: act == ACCEPT -> ok = (me != g && IN(me, g) && JOINED(me, g) == 0 && WITHIN(JOINED(g, g), g))
    :: act == BEGIN ->
        ok = (me == g && OPEN(me, g) && begun[g] == 0);
        for (a : 0 .. N - 1) {
            ok = (ok && (!IN(a, g) || (WITHIN(JOINED(a, g), a) && !WITHIN(CLOSED(a, g), a))))
        }
    :: act == ACK -> ok = (OPEN(me, g) && ACKED(me, g) == 0 && KNOWN_BEGIN(g))
    :: act == WITHDRAW -> mayWithdraw()
    :: act == LEAVE -> ok = (leaves < LEAVES)
    :: act == PROMISE -> mayPromise()
    :: act == PROPOSE -> mayPropose()
    :: act == ACCEPTED -> mayAccept()
    fi;
#ifndef TWO_OPEN
    if
    :: act == START || act == ACCEPT -> ok = (ok && !OPEN(me, 1 - g))
    :: else
    fi
#endif
}

#ifdef CALM
/* From some moment on everything arrives, at most one member is down for good (and what of its log nobody living holds is gone), and a
   timer fires only when nothing else is left to do. */
bit calm;
byte down = NOBODY;
byte heard;             /* how much of the log of who is down the others hold */
#define TROUBLE !calm

/* act: what the rules now make the member write; 0: nothing. place: it is in a proposal that is neither a game nor closed. */
inline duty() {
    act = 0;
    x = 0;
    for (a : 0 .. N - 1) {
        k[a] = (a == down -> heard : written[a])
    }
    g = (OPEN(me, 1) -> 1 : 0);
    place = (OPEN(me, g) && left[me] == 0 && me != down);
    if
    :: place ->
        final(g);
        decision();
        place = !(fin || (g == 0 && some > 0 && !doomed[some] && lost[some] != me))
    :: else
    fi;
    if
    :: place ->
        mayWithdraw();
        act = (ok && (KNOWN_BEGIN(g) || real) -> WITHDRAW : 0);
        act = (act == 0 && KNOWN_BEGIN(g) && ACKED(me, g) == 0 -> ACK : act);
        if
        :: act == 0 && me == g ->
            act = BEGIN;
            allowed();
            act = (ok -> BEGIN : 0)
        :: else
        fi;
        if
        :: act == 0 && g == 0 && KNOWN_BEGIN(0) ->
            x = own[me];
            for (a : 0 .. N - 1) {
                for (y : 1 .. B) {
                    x = (WITHIN(PROMISED(a, y), a) && y > x -> y : x)
                }
            }
            if
            :: x > own[me] -> act = PROMISE
            :: x == own[me] && x > 0 ->
                mayPropose();
                act = (ok -> PROPOSE : 0);
                mayAccept();
                act = (act == 0 && ok -> ACCEPTED : act)
            :: else
            fi
        :: else
        fi;
        place = 1
    :: else
    fi
}
#else
#define TROUBLE true
#endif

active [N] proctype member() {
    byte me = _pid;
    byte c;
    mtype act;
    do
    :: atomic { TROUBLE && left[me] == 0 ->
        if
        :: act = LEAVE
        :: g = 0
        :: g = 1
        fi;
        if
        :: act == LEAVE
        :: act == 0 && me == g && JOINED(me, g) == 0 -> act = START
        :: act == 0 && me != g && JOINED(me, g) == 0 -> act = ACCEPT
        :: act == 0 && me == g && begun[g] == 0 -> act = BEGIN
        :: act == 0 && me != g && begun[g] > 0 && ACKED(me, g) == 0 -> act = ACK
        :: act == 0 && OPEN(me, g) -> act = WITHDRAW
#if BALLOTS > 0
        :: act == 0 && g == 0 && JOINED(me, 0) > 0 ->
            x = 1;
            do
            :: x < BALLOTS -> x++
            :: break
            od;
            if
            :: x > own[me] -> act = PROMISE
            :: x == own[me] && proposed[x] == 0 -> act = PROPOSE
            :: proposed[x] > 0 && ACCEPTED(me, x) == 0 -> act = ACCEPTED
            :: else
            fi
#endif
        :: else
        fi;
        do
        :: act == 0 || c == N -> break
        :: act > 0 && c < N ->
            k[c] = HEAD(me, written[me], c);
            if
            :: c == g && (act == ACCEPT || act == BEGIN) && JOINED(c, g) > k[c] -> k[c] = JOINED(c, g)
            :: c != g && act == BEGIN && JOINED(c, g) > k[c] -> k[c] = JOINED(c, g)
            :: c == g && (act == ACK || act == PROMISE) && begun[g] > k[c] -> k[c] = begun[g]
            :: (act == WITHDRAW || act == PROMISE || act == LEAVE) && CLOSED(c, g) > k[c] -> k[c] = CLOSED(c, g)
            :: act == LEAVE && CLOSED(c, 1) > k[c] -> k[c] = CLOSED(c, 1)
            :: (act == WITHDRAW || act == PROMISE || act == PROPOSE) && left[c] > k[c] -> k[c] = left[c]
            :: act == PROPOSE && PROMISED(c, x) > k[c] -> k[c] = PROMISED(c, x)
            :: act == ACCEPTED -> d_step { owner(); k[c] = (c == m && k[c] < proposed[x] -> proposed[x] : k[c]) }
            :: act == WITHDRAW && g == 0 && decided > 0 -> k[c] = (c == me -> k[c] : written[c])
            :: act != ACCEPTED
            fi;
            c++
        od;
        skip;
        d_step {
            c = 0;
            ok = 0;
            if
            :: act > 0 -> k[me] = written[me]; close(); allowed()
            :: else
            fi;
            may = ok
        };
        if
        :: may == 0 -> d_step { forget() }
        :: may > 0 && act == PROPOSE -> d_step { mayPropose(); write() }
        :: may > 0 && act != PROPOSE -> d_step { write() }
        fi
        }
#ifdef CALM
    :: atomic { calm && left[me] == 0 ->
        d_step { duty(); may = act };
        if
        :: may == 0 -> d_step { forget() }
        :: may > 0 && act == PROPOSE -> d_step { mayPropose(); write() }
        :: may > 0 && act != PROPOSE -> d_step { write() }
        fi
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
            /* may: nobody has anything to do. */
            may = 1;
            for (me : 0 .. N - 1) {
                duty();
                may = (may && act == 0)
            }
            me = 0
        };
        do
        :: may > 0 && me < N - 1 -> me++
        :: break
        od;
        skip;
        d_step {
            /* A timer fires at a member that is in a proposal still. */
            if
            :: may > 0 ->
                duty();
                may = place;
                if
                :: may && !KNOWN_BEGIN(g) -> act = WITHDRAW     /* the proposal lapses */
                :: may && KNOWN_BEGIN(g) ->
                    /* n: those who still vote. real: of these, who has not left. some: somebody suspects. */
                    n = 0;
                    real = 0;
                    size = 0;
                    some = (down != NOBODY && IN(down, g) && !WITHIN(left[down], down));
                    for (a : 0 .. N - 1) {
                        if
                        :: IN(a, g) ->
                            size++;
                            n = n + (a != down && left[a] == 0 && CLOSED(a, g) == 0 || LEFT(a));
                            real = real + (a != down && left[a] == 0 && CLOSED(a, g) == 0);
                            for (y : 1 .. B) {
                                some = (some || (g == 0 && WITHIN(PROMISED(a, y), a)))
                            }
                        :: else
                        fi
                    }
                    if
                    :: BALLOTS > 0 && g == 0 && some && own[me] < B && (own[me] > 0 || size > 2) -> act = PROMISE; x = own[me] + 1
                    :: else ->
                        may = 0;
                        /* It waits for good: that may be only for one who is down, where no ballot can do without it. */
                        assert(down != NOBODY && IN(down, g));
                        assert(!(BALLOTS > 0 && g == 0 && size > 2 && real >= 2 && n >= size - 1))
                    fi
                :: else
                fi
            :: else
            fi
        };
        if
        :: may == 0 -> d_step { forget(); me = 0 }
        :: may > 0 -> d_step { write(); me = 0 }
        fi
        }
    od
}
#endif
