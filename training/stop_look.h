// The board of Stop, its scores, and players who look a fixed number of moves ahead, for `stop_openings.cu`. A warp looks ahead as one, and
// its lanes score the moves of a position at once; without a GPU there is one lane. Bits and scores are those of the engine.

#pragma once

#include <cstdint>
#include <cstring>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#define APART __noinline__
#else
#define BOTH
#define APART __attribute__((noinline))
#endif

typedef uint64_t u64;
typedef uint32_t u32;

// Sixteenths of a stone, as in the engine.
const int STONE = 16;
// More than any score.
const int ALL = 30000;
// Positions that a warp remembers.
const u32 SEEN = 1 << 13;

enum Measure { MANHATTAN, FLOOD, OWN };
const int OPPONENTS = 4;

// What cells count by distances and by the number of contested ones: the weights of `stop/evaluation/weights.rs`.
const int FAR = 5, PAIRS = 25, BASIC = 16;
const double WEIGHTS[2 * BASIC] = {
    0.4628, 1.8445, 1.1483, 1.0415, 3.3460, 3.0331, 1.3785, 8.3894,
    5.5744, 0.0000, -0.0751, -0.0837, 0.2412, 5.1640, 0.0000, 2.0515,
    -0.2093, -1.6014, -0.2537, -0.2467, -3.6286, -3.0127, -0.7951, -9.2082,
    -5.0119, 0.0000, 0.0759, 0.2212, -0.0468, -5.2282, 0.0000, -0.5025,
};
typedef short Table[65][PAIRS + 1];

struct Seen {
    u64 me, you;
    short low, high;
    unsigned char depth, measure, best;
};

BOTH inline int count(u64 set) {
#ifdef __CUDA_ARCH__
    return __popcll(set);
#else
    return __builtin_popcountll(set);
#endif
}
BOTH inline int lowest(u64 set) {
#ifdef __CUDA_ARCH__
    return __ffsll(set) - 1;
#else
    return __builtin_ctzll(set);
#endif
}
BOTH inline int larger(int a, int b) { return a > b ? a : b; }

const u64 NOT_FIRST = 0xfefefefefefefefe, NOT_LAST = 0x7f7f7f7f7f7f7f7f;
BOTH inline u64 around(u64 set) { return (set & NOT_FIRST) >> 1 | (set & NOT_LAST) << 1 | set >> 8 | set << 8; }
BOTH inline u64 reach(u64 stones, u64 empty) {
    u64 left = (stones & NOT_FIRST) >> 1 & empty, right = (stones & NOT_LAST) << 1 & empty;
    u64 up = stones >> 8 & empty, down = stones << 8 & empty;
    u64 behind = (left & NOT_FIRST) >> 1 | (right & NOT_LAST) << 1 | up >> 8 | down << 8;
    return left | right | up | down | (behind & empty);
}
BOTH inline u64 flooded(u64 from, u64 cells) {
    u64 part = around(from) & cells;
    while (true) {
        u64 more = part | (around(part) & cells);
        if (more == part) return part;
        part = more;
    }
}
BOTH inline u64 mirrored(u64 set) {
    // Across the diagonal through both starts: top right and bottom left stay.
    u64 swap = (set ^ (set >> 7)) & 0x00aa00aa00aa00aa;
    set ^= swap ^ (swap << 7);
    swap = (set ^ (set >> 14)) & 0x0000cccc0000cccc;
    set ^= swap ^ (swap << 14);
    swap = (set ^ (set >> 28)) & 0x00000000f0f0f0f0;
    set ^= swap ^ (swap << 28);
    // Rows for columns, then turned half round.
    u64 turned = 0;
#ifdef __CUDA_ARCH__
    turned = __brevll(set);
#else
    for (int bit = 0; bit < 64; bit++) turned |= (set >> bit & 1) << (63 - bit);
#endif
    return turned;
}

// One who looks ahead.
struct Warp {
    int lane;
    Seen* seen;
    unsigned char* slots;
    const short (*table)[PAIRS + 1];
    int killer[8];
    u64 random;
};
#ifdef __CUDA_ARCH__
#define LANES 32
#define EACH_LANE 2
#define TOGETHER() __syncwarp()
BOTH inline int largest(int value) { return __reduce_max_sync(0xffffffff, value); }
#else
#define LANES 1
#define EACH_LANE 64
#define TOGETHER()
BOTH inline int largest(int value) { return value; }
#endif

BOTH inline u32 below(Warp& w, u32 limit) {
    w.random += 0x9e3779b97f4a7c15;
    u64 z = w.random;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return (u32)((z >> 32) * limit >> 32);
}

BOTH inline int nth(u64 set, int n) {
    while (n--) set &= set - 1;
    return lowest(set);
}

// The cells of a set, one behind the other.
BOTH inline int listed(Warp& w, u64 set) {
    TOGETHER();
#ifdef __CUDA_ARCH__
    for (int cell = w.lane; cell < 64; cell += LANES)
        if (set >> cell & 1) w.slots[count(set & (((u64)1 << cell) - 1))] = cell;
    TOGETHER();
#else
    int n = 0;
    for (u64 left = set; left; left &= left - 1) w.slots[n++] = lowest(left);
#endif
    return count(set);
}

BOTH inline int margin(u64 me, u64 you, u64* open) {
    u64 empty = ~(me | you), mine = flooded(me, empty), yours = flooded(you, empty);
    *open = mine & yours;
    return count(me) + count(mine & ~yours) - count(you) - count(yours & ~mine);
}

BOTH inline void distances(u64 stones, u64 open, u64* layers) {
    u64 reached = 0;
    for (int layer = 0; layer < FAR - 1; layer++) {
        u64 next = reached | reach(stones | reached, open);
        layers[layer] = next & ~reached;
        reached = next;
    }
    layers[FAR - 1] = open & ~reached;
}

// The score of who has just moved.
template <int M> BOTH inline int score(const Warp& w, u64 me, u64 you) {
    if (M == MANHATTAN) {
        u64 last1 = me, last2 = you, all1 = me, all2 = you, undecided = ~(me | you);
        for (int layer = 0; layer < 4; layer++) {
            last1 = reach(last1, undecided);
            last2 = reach(last2, undecided);
            undecided &= ~(last1 | last2);
            all1 |= last1;
            all2 |= last2;
        }
        return count(all1) - count(all2);
    }
    if (M == FLOOD) {
        u64 empty = ~(me | you), seen1 = reach(me, empty), seen2 = reach(you, empty), blank = empty & ~(seen1 | seen2);
        u64 own1 = seen1 & ~seen2, own2 = seen2 & ~seen1;
        u64 near1 = flooded(own1, blank), near2 = flooded(own2, blank);
        u64 spoiled1 = flooded(seen2, blank), spoiled2 = flooded(seen1, blank);
        return count(own1 | (near1 & ~spoiled1)) - count(own2 | (near2 & ~spoiled2));
    }
    u64 open;
    int lead = STONE * margin(you, me, &open);
    if (open) {
        u64 near[FAR], far[FAR];
        distances(you, open, near);
        distances(me, open, far);
        const short* table = w.table[count(open)];
        lead += table[PAIRS];
        for (int i = 0; i < FAR; i++)
            for (int j = 0; j < FAR; j++) lead += table[i * FAR + j] * count(near[i] & far[j]);
    }
    return -lead;
}

// Moves by the scores that they lead to at once; each lane has its own.
struct Ranked {
    int keys[EACH_LANE];
};
template <int M> BOTH inline Ranked ranked(Warp& w, u64 me, u64 you, u64 moves) {
    int n = listed(w, moves);
    Ranked ranked;
    for (int i = 0; i < EACH_LANE; i++) {
        int k = w.lane + i * LANES;
        ranked.keys[i] = -1;
        if (k < n) ranked.keys[i] = (score<M>(w, me | (u64)1 << w.slots[k], you) + ALL) << 6 | w.slots[k];
    }
    return ranked;
}
BOTH inline int next(Ranked& ranked) {
    int best = -1;
    for (int i = 0; i < EACH_LANE; i++) best = larger(best, ranked.keys[i]);
    best = largest(best);
    for (int i = 0; i < EACH_LANE; i++)
        if (ranked.keys[i] == best) ranked.keys[i] = -1;
    return best < 0 ? -1 : best & 63;
}

// The score for who is to move when so many moves are looked ahead: exact between the bounds, outside of them a bound.
template <int M, int D> BOTH APART int value(Warp& w, u64 me, u64 you, int low, int high) {
    u64 empty = ~(me | you), moves;
    if (M == OWN) {
        u64 open;
        int lead = margin(me, you, &open);
        if (!open) return STONE * lead;
        moves = reach(me, empty) & open;
    } else {
        moves = reach(me, empty);
        if (!moves) {
            if (reach(you, empty)) return -value<M, D>(w, you, me, -high, -low);
            return score<M>(w, me, you);
        }
    }
    if constexpr (D == 1) {
        int n = listed(w, moves), best = -ALL;
        for (int k = w.lane; k < n; k += LANES) best = larger(best, score<M>(w, me | (u64)1 << w.slots[k], you));
        return largest(best);
    } else {
        u64 hash = (me * 0x9e3779b97f4a7c15 ^ (you + D) * 0xc2b2ae3d27d4eb4f) * 0x165667b19e3779f9;
        Seen* place = &w.seen[(hash >> 40) & (SEEN - 1)];
        Seen seen = *place;
        int floor = -ALL, ceiling = ALL, first = -1;
        if (seen.me == me && seen.you == you && seen.depth == D && seen.measure == M) {
            floor = seen.low;
            ceiling = seen.high;
            if (floor >= high || floor == ceiling) return floor;
            if (ceiling <= low) return ceiling;
            first = seen.best;
        }
        int killer = w.killer[D];
        int best = -ALL, best_cell = 0;
        bool is_ranked = false;
        Ranked left;
        u64 untried = moves;
        while (best < high) {
            int cell;
            if (first >= 0) {
                cell = first;
                first = -1;
            } else if (killer >= 0 && untried >> killer & 1) {
                cell = killer;
            } else {
                if (!is_ranked) left = ranked<M>(w, me, you, untried);
                is_ranked = true;
                cell = next(left);
                if (cell < 0) break;
            }
            untried &= ~((u64)1 << cell);
            u64 after = me | (u64)1 << cell;
            int from = larger(low, best);
            int found = -value<M, D - 1>(w, you, after, -(best == -ALL ? high : from + 1), -from);
            if (best > -ALL && found > from && found < high) found = -value<M, D - 1>(w, you, after, -high, -from);
            if (found > best) {
                best = found;
                best_cell = cell;
            }
        }
        if (best >= high) {
            w.killer[D] = best_cell;
            floor = larger(floor, best);
        } else if (best <= low) {
            ceiling = ceiling < best ? ceiling : best;
        } else {
            floor = ceiling = best;
        }
        TOGETHER();
        if (w.lane == 0) {
            Seen now = {me, you, (short)floor, (short)ceiling, (unsigned char)D, (unsigned char)M, (unsigned char)best_cell};
            *place = now;
        }
        TOGETHER();
        return best;
    }
}

BOTH inline void forget_killers(Warp& w) {
    for (int depth = 0; depth < 8; depth++) w.killer[depth] = -1;
}

// The moves that who looks so far thinks best.
template <int M, int D> BOTH APART u64 favourites(Warp& w, u64 me, u64 you) {
    forget_killers(w);
    u64 moves = reach(me, ~(me | you)), open;
    if (M == OWN) {
        margin(me, you, &open);
        if (open) moves &= open;
    }
    Ranked left = ranked<M>(w, me, you, moves);
    int best = -ALL;
    u64 found = 0;
    for (int cell; (cell = next(left)) >= 0;) {
        u64 after = me | (u64)1 << cell;
        if (best > -ALL && -value<M, D>(w, you, after, -best, -(best - 1)) < best) continue;
        if (best == -ALL || -value<M, D>(w, you, after, -(best + 1), -best) > best) {
            best = -value<M, D>(w, you, after, -ALL, -best);
            found = 0;
        }
        found |= (u64)1 << cell;
    }
    return found;
}

BOTH inline u64 favourites_of(Warp& w, int opponent, u64 me, u64 you) {
    switch (opponent) {
        case 0: return favourites<MANHATTAN, 6>(w, me, you);
        case 1: return favourites<MANHATTAN, 4>(w, me, you);
        case 2: return favourites<MANHATTAN, 2>(w, me, you);
        default: return favourites<FLOOD, 2>(w, me, you);
    }
}

void table_of(short table[65][PAIRS + 1]) {
    for (int cells = 0; cells <= 64; cells++) {
        auto weight = [&](int basic) {
            double weight = (WEIGHTS[basic] + WEIGHTS[BASIC + basic] * cells / 64.0) * STONE;
            return (short)(weight < 0 ? weight - 0.5 : weight + 0.5);
        };
        int basic = 0;
        memset(table[cells], 0, sizeof table[cells]);
        for (int near = 0; near < FAR; near++)
            for (int far = near + 1; far < FAR; far++, basic++) {
                table[cells][near * FAR + far] = weight(basic);
                table[cells][far * FAR + near] = -weight(basic);
            }
        for (int both = 0; both < FAR; both++) table[cells][both * FAR + both] = weight(basic + both);
        table[cells][PAIRS] = weight(BASIC - 1);
    }
}
