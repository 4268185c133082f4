/* Finality and the order (Protocol.md, "Finality and order"): whatever two peers apply, one's sequence is the start of the other's.
 *
 * Logs and steps are as in ballots.pml, with Lamport times. Now and then somebody looks at the table with any causally closed part of the
 * logs, and applies what is final by it in the order. Whoever looks, and whenever, must agree with the longest sequence applied so far.
 *
 * Parameters: N members, EVENTS of each, LEAVES in all.
 *   FORK     The last member writes two logs of different events; a correct member acknowledges only one of them.
 * Mutants, each of which must fail: NO_CAUSES (Lamport times of one's own log alone), ONE_MISSING (final without one acknowledgement),
 *   BOTH_FORKS (a correct member acknowledges both logs).
 */
#ifndef N
#define N 3
#endif
#ifndef EVENTS
#define EVENTS 2
#endif
#ifndef LEAVES
#define LEAVES 0
#endif
#ifdef FORK
#define LOGS (N + 1)
#else
#define LOGS N
#endif
#define LAST (N - 1)                /* with FORK its logs are LAST and N */
#ifdef FORK
#define FORKED 1                    /* events in each log of the one with two */
#else
#define FORKED EVENTS
#endif
#define L EVENTS                    /* events in a log at most */
#define ROOM(m) ((m) < LAST -> EVENTS : FORKED)
#define MOST (LOGS * L)

byte written[LOGS];
byte head[LOGS * (L + 1) * LOGS];
byte time[LOGS * (L + 1)];          /* Lamport times */
byte left[LOGS];                    /* place of LEAVE */
byte leaves;
byte applied[MOST];                 /* the longest sequence applied so far */
byte count;

#define HEAD(m, s, a) head[((m) * (L + 1) + (s)) * LOGS + (a)]
#define TIME(m, s) time[(m) * (L + 1) + (s)]
#define WHO(m) ((m) == N -> LAST : (m))

/* What somebody has acknowledged; zero between steps. */
byte k[LOGS];
bit may;

/* Scratch within indivisible steps, not part of a state. */
hidden byte a, b, m, s, n, most, ok, busy, least;
hidden byte taken[LOGS];

/* ok: k holds all that its own events name, and but one log of a member. */
inline closed() {
    ok = 1;
    for (a : 0 .. LOGS - 1) {
        for (b : 0 .. LOGS - 1) {
            ok = (ok && HEAD(a, k[a], b) <= k[b])
        }
    }
#if defined(FORK) && !defined(BOTH_FORKS)
    ok = (ok && !(k[LAST] > 0 && k[N] > 0))
#endif
}

inline write() {
    written[me]++;
    most = 0;
    for (a : 0 .. LOGS - 1) {
        HEAD(me, written[me], a) = k[a];
#ifdef NO_CAUSES
        most = (a == me && TIME(a, k[a]) > most -> TIME(a, k[a]) : most)
#else
        most = (TIME(a, k[a]) > most -> TIME(a, k[a]) : most)
#endif
    }
    HEAD(me, written[me], me) = written[me];
    TIME(me, written[me]) = most + 1
}

/* n: how many members' acknowledgements of event s of log a lie within k. */
inline acknowledgements() {
    n = 0;
    for (m : 0 .. N - 1) {
        ok = (HEAD(m, k[m], a) >= s || (left[m] > 0 && left[m] <= k[m]));
#ifdef FORK
        ok = (ok || (m == LAST && HEAD(N, k[N], a) >= s));
#endif
        n = n + ok
    }
}

inline look() {
    for (a : 0 .. LOGS - 1) {
        taken[a] = 0
    }
    b = 0;                          /* how many are applied */
    busy = 1;
    do
    :: busy ->
        /* The least event that is held and not applied. */
        least = LOGS;
        for (a : 0 .. LOGS - 1) {
            if
            :: taken[a] < k[a] ->
                if
                :: least == LOGS -> least = a
                :: least < LOGS && TIME(a, taken[a] + 1) < TIME(least, taken[least] + 1) -> least = a
                :: else
                fi
            :: else
            fi
        }
        if
        :: least == LOGS -> busy = 0
        :: least < LOGS ->
            a = least;
            s = taken[a] + 1;
            acknowledgements();
#ifdef ONE_MISSING
            if
            :: n < N - 1 -> busy = 0
            :: n >= N - 1 ->
#else
            if
            :: n < N -> busy = 0
            :: n >= N ->
#endif
                taken[a] = s;
                n = a * (L + 1) + s;
                if
                :: b < count -> assert(applied[b] == n)
                :: b == count -> applied[b] = n; count++
                fi;
                b++
            fi
        fi
    :: !busy -> break
    od
}

inline forget() {
    for (a : 0 .. LOGS - 1) {
        k[a] = 0
    }
    may = 0;
    c = 0
}

active [LOGS] proctype member() {
    byte me = _pid;
    byte c;
    do
    :: atomic { true ->
        do
        :: c == LOGS -> break
        :: c < LOGS ->
            k[c] = HEAD(me, written[me], c);
            do
            :: k[c] < written[c] && c != me -> k[c]++
            :: break
            od;
            c++
        od;
        skip;
        d_step { closed(); may = ok; c = 0 };
        if
        :: may == 0 -> d_step { forget() }
        :: may > 0 && written[me] < ROOM(me) && left[me] == 0 -> d_step { write(); forget() }
        :: may > 0 && written[me] < ROOM(me) && left[me] == 0 && me < LAST && leaves < LEAVES ->
            d_step { write(); left[me] = written[me]; leaves++; forget() }
        :: may > 0 -> d_step { look(); forget() }
        fi
        }
    od
}
