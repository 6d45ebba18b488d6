// Openings of Stop tried out in millions of games on a GPU: README.md says how. A warp plays a game. Without a GPU everything runs too, a lane at a
// time (g++ -O3 -std=c++17 -x c++): to try a change.

#include "stop_look.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

// Contested cells with which a game ends.
const int LAST = 30;
// Moves that we look ahead besides the one to make, and for the value at the end.
const int OURS = 5;
// Games that lead to a position before it becomes part of the tree.
const u32 OFTEN = 4;
// What a move may be worth less than the best one to be tried, and how many are.
const int MARGIN = 24;
const int WIDEST = 8;
// From the usual start we play as the book that we ship up to so many stones of ours: the other book begins behind those moves.
const int KEPT = 4;
// What the move of the book that we ship counts for.
const u32 SHIPPED_GAMES = 6;
const float SHIPPED_POINTS = 0.85f * SHIPPED_GAMES;
// Games that a move is held to have played as promised, what it is held to score less with every stone that it is worth less, and
// how much doubt speaks for it.
const float IMAGINED = 2.0f, LESS = 0.1f, DOUBT = 0.25f;
// Who begins and is ahead by more needs no openings.
const int NEEDY = STONE / 2;
// Positions that the tree has room for.
const u32 ROOM = 1 << 22;

const char* NAMES[OPPONENTS] = {"manhattan 6", "manhattan 4", "manhattan 2", "flood 2"};
struct Shares {
    // Of a hundred games, those against each; of a hundred of those, the ones from the usual start; of a hundred others, those that we
    // begin, where that is not enough to be ahead.
    u32 games[OPPONENTS], usual[OPPONENTS], begun;
};
// What is scored against each where -4, -2, 0 and 2 stones are seen for us when a game ends.
#ifdef __CUDACC__
__constant__
#endif
const float WORTH[OPPONENTS][4] = {{0, .1f, .62f, 1}, {.06f, .28f, .72f, 1}, {.1f, .37f, .81f, 1}, {.2f, .39f, .77f, 1}};

// A position of ours in the tree.
struct Node {
    u64 first, second;
    u32 has_moves;
    u32 seen;
    int shipped; // the cell of the book that we ship, or -1
    u32 count;
    unsigned char cell[WIDEST];
    short value[WIDEST];
    u32 games[WIDEST];
    float points[WIDEST];
};

struct Result {
    u32 games[2 * OPPONENTS + 1];
    float points[2 * OPPONENTS + 1];
};

// What the first lane knows, for all.
BOTH inline int shared_by_first(int value) {
#ifdef __CUDA_ARCH__
    return __shfl_sync(0xffffffff, value, 0);
#else
    return value;
#endif
}
template <class T> BOTH inline T add(T* to, T what) {
#ifdef __CUDA_ARCH__
    return atomicAdd(to, what);
#else
    T before = *to;
    *to += what;
    return before;
#endif
}
BOTH inline u64 claimed(u64* place, u64 expected, u64 what) {
#ifdef __CUDA_ARCH__
    return atomicCAS((unsigned long long*)place, expected, what);
#else
    u64 before = *place;
    if (before == expected) *place = what;
    return before;
#endif
}

// Where the tree has a position or makes room for it; nowhere, once there is hardly any left. That two with the same first stones meet here before the second ones are
// written down is so rare that it does not matter.
BOTH inline Node* found(Node* nodes, u64 first, u64 second) {
    u64 key = first ^ second * 0x9e3779b97f4a7c15;
    u64 at = key * 0xc2b2ae3d27d4eb4f >> 42;
    for (int tried = 0; tried < 1000; tried++, at = (at + 1) & (ROOM - 1)) {
        u64 before = claimed(&nodes[at].first, 0, first);
        if (before == 0) {
            nodes[at].shipped = -1;
            nodes[at].second = second;
            return &nodes[at];
        }
        if (before == first && (nodes[at].second == second || nodes[at].second == 0)) return &nodes[at];
    }
    return nullptr;
}

// The moves to try in a position.
BOTH APART void fill_in(Warp& w, Node* node, u64 me, u64 you, bool is_mirrored) {
    u64 open;
    margin(me, you, &open);
    u64 moves = reach(me, ~(me | you)) & open;
    forget_killers(w);
    int cells[64], values[64], n = 0;
    for (u64 left = moves; left; left &= left - 1) {
        int cell = lowest(left);
        int worth = -value<OWN, 4>(w, you, me | (u64)1 << cell, -ALL, ALL);
        int place = n++;
        for (; place > 0 && values[place - 1] < worth; place--) {
            values[place] = values[place - 1];
            cells[place] = cells[place - 1];
        }
        values[place] = worth;
        cells[place] = cell;
    }
    if (w.lane == 0) {
        u32 kept = 0;
        for (int i = 0; i < n; i++) {
            int cell = is_mirrored ? lowest(mirrored((u64)1 << cells[i])) : cells[i];
            bool is_shipped = node->shipped == cell;
            bool is_close = values[i] >= values[0] - MARGIN && kept < WIDEST - 1;
            if ((!is_close && !is_shipped) || kept == WIDEST) continue;
            node->cell[kept] = cell;
            node->value[kept] = values[i];
            node->games[kept] = is_shipped ? SHIPPED_GAMES : 0;
            node->points[kept] = is_shipped ? SHIPPED_POINTS : 0;
            kept++;
        }
        node->count = kept;
#ifdef __CUDA_ARCH__
        __threadfence();
#endif
        *(volatile u32*)&node->has_moves = 1;
    }
    TOGETHER();
}

// The move of a position to try next.
BOTH inline int selected(Node* node) {
    float points = 0, best_bound = -1e9;
    u32 games = 0;
    int best_value = -ALL, best = 0, n = node->count;
    for (int i = 0; i < n; i++) {
        games += node->games[i];
        points += node->points[i];
        best_value = larger(best_value, node->value[i]);
    }
    float mean = points / (games ? games : 1), all = logf(games + IMAGINED * n);
    for (int i = 0; i < n; i++) {
        float tried = node->games[i] + IMAGINED;
        float promise = mean - LESS * (best_value - node->value[i]) / STONE;
        float bound = (node->points[i] + IMAGINED * promise) / tried + DOUBT * sqrtf(all / tried);
        if (node->games[i] == 0) bound = 1e6f - i;
        if (bound > best_bound) {
            best_bound = bound;
            best = i;
        }
    }
    add(&node->games[best], 1u);
    return best;
}

BOTH void play(Warp& w, Node* nodes, Result* result, const Shares& shares) {
    u32 draw = below(w, 100);
    int opponent = 0;
    while (draw >= shares.games[opponent]) draw -= shares.games[opponent++];
    bool is_usual = below(w, 100) < shares.usual[opponent];
    u64 stones[2] = {(u64)1 << 7, (u64)1 << 56};
    int mover = 0;
    for (int ply = 0; ply < (is_usual ? 0 : 4); ply++, mover ^= 1) {
        u64 moves = reach(stones[mover], ~(stones[0] | stones[1]));
        stones[mover] |= (u64)1 << nth(moves, below(w, count(moves)));
    }
    int us = 1;
    if (!is_usual && below(w, 100) < shares.begun) {
        forget_killers(w);
        if (value<OWN, OURS>(w, stones[0], stones[1], -ALL, ALL) <= NEEDY) us = 0;
    }
    Node* path[24];
    int arms[24], steps = 0;
    bool is_known = true, is_first = !is_usual;
    u64 open;
    while (margin(stones[mover], stones[mover ^ 1], &open), count(open) > LAST) {
        u64 me = stones[mover], you = stones[mover ^ 1];
        int cell = -1;
        if (mover != us) {
            u64 best = favourites_of(w, opponent, me, you);
            cell = nth(best, below(w, count(best)));
        } else if (is_known && steps < 24) {
            u64 first = stones[0], second = stones[1], first2 = mirrored(first), second2 = mirrored(second);
            bool is_mirrored = first2 < first || (first2 == first && second2 < second);
            if (is_mirrored) first = first2, second = second2;
            bool is_kept = is_usual && count(second) <= KEPT;
            u64 at = 0;
            int what = 0, chosen = -1; // 0 nothing, 1 to fill in, 2 known
            if (w.lane == 0) {
                Node* node = found(nodes, first, second);
                at = node ? node - nodes : 0;
                if (node && is_kept) {
                    chosen = node->shipped;
                } else if (node) {
                    what = *(volatile u32*)&node->has_moves ? 2 : 0;
                    u32 before = what ? 0 : add(&node->seen, 1u);
                    if (!what && before == (is_first ? 0 : OFTEN - 1)) what = 1;
                }
            }
            at = (u32)shared_by_first((int)at);
            what = shared_by_first(what);
            if (what == 1) fill_in(w, &nodes[at], me, you, is_mirrored);
            if (what && w.lane == 0) chosen = selected(&nodes[at]);
            chosen = shared_by_first(chosen);
            if (what) {
                path[steps] = &nodes[at];
                arms[steps++] = chosen;
                chosen = nodes[at].cell[chosen];
            } else if (!is_kept) {
                is_known = false;
            }
            if (chosen >= 0) cell = is_mirrored ? lowest(mirrored((u64)1 << chosen)) : chosen;
            is_first = false;
        }
        if (cell < 0) {
            u64 best = favourites<OWN, OURS>(w, me, you);
            cell = nth(best, below(w, count(best)));
        }
        stones[mover] |= (u64)1 << cell;
        mover ^= 1;
    }
    forget_killers(w);
    int worth = value<OWN, 6>(w, stones[mover], stones[mover ^ 1], -ALL, ALL);
    float place = (mover == us ? worth : -worth) / (2.0f * STONE) + 2;
    place = place < 0 ? 0 : place > 3 ? 3 : place;
    int under = place >= 2 ? 2 : (int)place;
    float points = WORTH[opponent][under] + (WORTH[opponent][under + 1] - WORTH[opponent][under]) * (place - under);
    if (w.lane == 0) {
        for (int step = 0; step < steps; step++) add(&path[step]->points[arms[step]], points);
        int kind = us == 0 ? 2 * OPPONENTS : 2 * opponent + is_usual;
        add(&result->games[kind], 1u);
        add(&result->points[kind], points);
    }
    TOGETHER();
}

// A position to check: who moves first, and what the player's favourites are.
struct Asked {
    u64 me, you, expected;
    int opponent;
};

#ifdef __CUDACC__
#define CHECKED(call) \
    do { \
        cudaError_t error = call; \
        if (error != cudaSuccess) printf("%s: %s\n", #call, cudaGetErrorString(error)), exit(1); \
    } while (0)
const int WARPS = 4;

__device__ Warp warp_of(Seen* seen, const Table* table, u64 seed, short shared[65][PAIRS + 1], unsigned char slots[WARPS][64]) {
    for (int i = threadIdx.x; i < 65 * (PAIRS + 1); i += blockDim.x) (&shared[0][0])[i] = (&(*table)[0][0])[i];
    __syncthreads();
    int index = blockIdx.x * WARPS + threadIdx.x / 32;
    Warp w;
    w.lane = threadIdx.x % 32;
    w.seen = seen + (u64)index * SEEN;
    w.slots = slots[threadIdx.x / 32];
    w.table = shared;
    w.random = seed + index * 0x632be59bd9b4e019;
    return w;
}

__global__ void __launch_bounds__(32 * WARPS, 4) check(Asked* asked, int n, Seen* seen, const Table* table, u32* wrong) {
    __shared__ short shared[65][PAIRS + 1];
    __shared__ unsigned char slots[WARPS][64];
    Warp w = warp_of(seen, table, 1, shared, slots);
    for (int i = blockIdx.x * WARPS + threadIdx.x / 32; i < n; i += gridDim.x * WARPS) {
        u64 got = favourites_of(w, asked[i].opponent, asked[i].me, asked[i].you);
        if (got != asked[i].expected && w.lane == 0) atomicAdd(wrong, 1);
    }
}

__global__ void __launch_bounds__(32 * WARPS, 4)
    grow(Node* nodes, Result* result, Seen* seen, const Table* table, Shares shares, u64 seed, double seconds) {
    __shared__ short shared[65][PAIRS + 1];
    __shared__ unsigned char slots[WARPS][64];
    Warp w = warp_of(seen, table, seed, shared, slots);
    u64 begun, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(begun));
    do {
        play(w, nodes, result, shares);
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    } while (__shfl_sync(0xffffffff, now, 0) - begun < seconds * 1e9);
}
#endif

void print(const Result& result) {
    for (int kind = 0; kind <= 2 * OPPONENTS; kind++)
        if (result.games[kind]) {
            const char* name = kind == 2 * OPPONENTS ? "as X" : NAMES[kind / 2];
            printf("%s%s %.1f %% of %u; ", name, kind < 2 * OPPONENTS && kind % 2 ? " usual" : "",
                   100 * result.points[kind] / result.games[kind], result.games[kind]);
        }
    printf("\n");
    fflush(stdout);
}

void write_tree(const std::vector<Node>& nodes, const char* path) {
    FILE* file = fopen(path, "w");
    u32 positions = 0;
    for (const Node& node : nodes) {
        if (!node.has_moves) continue;
        positions++;
        fprintf(file, "%llx %llx", (unsigned long long)node.first, (unsigned long long)node.second);
        for (u32 i = 0; i < node.count; i++) fprintf(file, " %d:%d:%u:%.2f", node.cell[i], node.value[i], node.games[i], node.points[i]);
        fprintf(file, "\n");
    }
    fclose(file);
    printf("%u positions\n", positions);
}

Node* with_room(Node* node) {
    if (!node) printf("too many positions: there is room for about %u\n", ROOM), exit(1);
    return node;
}

void read_tree(Node* nodes, const char* path) {
    FILE* file = fopen(path, "r");
    if (!file) return;
    char line[1000];
    while (fgets(line, sizeof line, file)) {
        unsigned long long first, second;
        int at, length, cell, value, games;
        float points;
        if (sscanf(line, "%llx %llx%n", &first, &second, &at) != 2) continue;
        Node* node = with_room(found(nodes, first, second));
        for (u32& arm = node->count; arm < WIDEST; arm++, at += length) {
            if (sscanf(line + at, " %d:%d:%d:%f%n", &cell, &value, &games, &points, &length) != 4) break;
            node->cell[arm] = cell, node->value[arm] = value, node->games[arm] = games, node->points[arm] = points;
        }
        node->has_moves = 1;
    }
    fclose(file);
}

FILE* opened(const char* path) {
    FILE* file = fopen(path, "r");
    if (!file) printf("%s: cannot be read\n", path), exit(1);
    return file;
}

int main(int argc, char** argv) {
    bool is_check = argc == 3 && !strcmp(argv[1], "check");
    bool is_grow = argc >= 7 && !strcmp(argv[1], "grow");
    if (!is_check && !is_grow) {
        printf("expected check FAVOURITES, or grow SECONDS ROUNDS SEED BOOK TREE [SHARES, nine]\n");
        return 1;
    }
    static short table[65][PAIRS + 1];
    table_of(table);
    std::vector<Asked> asked;
    std::vector<Node> nodes;
    Shares shares = {{70, 14, 8, 8}, {40, 20, 5, 5}, 10};
    if (is_check) {
        FILE* file = opened(argv[2]);
        Asked one;
        unsigned long long me, you, expected;
        while (fscanf(file, "%d %llx %llx %llx", &one.opponent, &me, &you, &expected) == 4) {
            one.me = me, one.you = you, one.expected = expected;
            asked.push_back(one);
        }
        fclose(file);
    } else {
        nodes.resize(ROOM);
        memset(nodes.data(), 0, ROOM * sizeof(Node));
        FILE* file = opened(argv[5]);
        unsigned long long first, second;
        int cell;
        while (fscanf(file, "%llx %llx %d", &first, &second, &cell) == 3) with_room(found(nodes.data(), first, second))->shipped = cell;
        fclose(file);
        read_tree(nodes.data(), argv[6]);
        u32* share = shares.games;
        for (int i = 7; i < argc && i < 16; i++) *share++ = atoi(argv[i]);
        u32 all = 0;
        for (u32 games : shares.games) all += games;
        if (all != 100) printf("the first four shares are %u together, expected 100\n", all), exit(1);
    }
    double seconds = is_grow ? atof(argv[2]) : 0;
    int rounds = is_grow ? atoi(argv[3]) : 0;
    u64 seed = is_grow ? atoll(argv[4]) : 0;
#ifdef __CUDACC__
    int blocks = 132 * 4;
    Seen* seen;
    Table* device_table;
    CHECKED(cudaMalloc(&seen, sizeof(Seen) * SEEN * blocks * WARPS));
    CHECKED(cudaMemset(seen, 0, sizeof(Seen) * SEEN * blocks * WARPS));
    CHECKED(cudaMalloc(&device_table, sizeof table));
    CHECKED(cudaMemcpy(device_table, table, sizeof table, cudaMemcpyHostToDevice));
    CHECKED(cudaDeviceSetLimit(cudaLimitStackSize, 16384));
    if (is_check) {
        Asked* device_asked;
        u32 *wrong, none = 0;
        CHECKED(cudaMalloc(&device_asked, sizeof(Asked) * asked.size()));
        CHECKED(cudaMemcpy(device_asked, asked.data(), sizeof(Asked) * asked.size(), cudaMemcpyHostToDevice));
        CHECKED(cudaMalloc(&wrong, 4));
        CHECKED(cudaMemcpy(wrong, &none, 4, cudaMemcpyHostToDevice));
        check<<<blocks, 32 * WARPS>>>(device_asked, asked.size(), seen, device_table, wrong);
        CHECKED(cudaDeviceSynchronize());
        CHECKED(cudaMemcpy(&none, wrong, 4, cudaMemcpyDeviceToHost));
        printf("%u of %zu wrong\n", none, asked.size());
        return none != 0;
    }
    Node* device_nodes;
    Result *device_result, result;
    CHECKED(cudaMalloc(&device_nodes, sizeof(Node) * ROOM));
    CHECKED(cudaMemcpy(device_nodes, nodes.data(), sizeof(Node) * ROOM, cudaMemcpyHostToDevice));
    CHECKED(cudaMalloc(&device_result, sizeof(Result)));
    for (int round = 0; round < rounds; round++) {
        CHECKED(cudaMemset(device_result, 0, sizeof(Result)));
        time_t begun = time(nullptr);
        grow<<<blocks, 32 * WARPS>>>(device_nodes, device_result, seen, device_table, shares, seed * 1000 + round, seconds);
        CHECKED(cudaDeviceSynchronize());
        CHECKED(cudaMemcpy(&result, device_result, sizeof result, cudaMemcpyDeviceToHost));
        CHECKED(cudaMemcpy(nodes.data(), device_nodes, sizeof(Node) * ROOM, cudaMemcpyDeviceToHost));
        printf("round %d, %ld s: ", round, (long)(time(nullptr) - begun));
        print(result);
        write_tree(nodes, argv[6]);
    }
#else
    std::vector<Seen> seen(SEEN);
    unsigned char slots[64];
    Warp w = {0, seen.data(), slots, table, {}, seed};
    if (is_check) {
        int wrong = 0;
        for (Asked& one : asked) wrong += favourites_of(w, one.opponent, one.me, one.you) != one.expected;
        printf("%d of %zu wrong\n", wrong, asked.size());
        return wrong != 0;
    }
    for (int round = 0; round < rounds; round++) {
        Result result = {};
        for (clock_t begun = clock(); (clock() - begun) / (double)CLOCKS_PER_SEC < seconds;) play(w, nodes.data(), &result, shares);
        print(result);
        write_tree(nodes, argv[6]);
    }
#endif
}
