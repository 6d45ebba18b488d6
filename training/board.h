// Boards as rows of bits, for thousands of games at once: compiled for a GPU by NVRTC, and for a CPU by any C compiler (then
// each kernel is a loop over its items). H and W are given on the command line.

#ifdef __CUDACC__
#define FN __device__ __forceinline__
#define KERNEL extern "C" __global__ void
#define ITEMS(n, i) int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < (n))
#include <cuda_fp16.h>
typedef __half REAL;
#define REAL_OF(x) __float2half(x)
#define POP(x) __popcll(x)
#else
#define FN static inline
#define KERNEL void
#define ITEMS(n, i) for (int i = 0; i < (n); i++)
typedef float REAL;
#define REAL_OF(x) (x)
#define POP(x) __builtin_popcountll(x)
#endif

#if W <= 32
typedef unsigned int ROW;
#else
typedef unsigned long long ROW;
#endif
#define FULL ((ROW)(W == sizeof(ROW) * 8 ? ~(ROW)0 : (((ROW)1 << W) - 1)))
#define LEAD 4

FN ROW wide(ROW x) { return x | x << 1 | x >> 1; }

// One step on through free cells; what is new goes to `fresh`. Returns whether anything is.
FN int grow(ROW *reach, ROW *fresh, const ROW *room, int eight) {
    ROW above = 0, any = 0;
    for (int r = 0; r < H; r++) {
        ROW here = reach[r], below = r + 1 < H ? reach[r + 1] : 0;
        ROW beside = eight ? wide(above) | wide(here) | wide(below) : above | wide(here) | below;
        fresh[r] = beside & room[r] & ~here;
        reach[r] = here | fresh[r];
        any |= fresh[r];
        above = here;
    }
    return any != 0;
}

// The soft split: steps of lead, at most four a cell, added up. The hard one: cells that one is first at, by edges alone.
FN int split(const ROW *mine, const ROW *theirs, const ROW *room, int is_hard) {
    int leads = is_hard ? 1 : LEAD;
    ROW reach[2][H], fresh[2][LEAD][H];
    for (int r = 0; r < H; r++) {
        reach[0][r] = mine[r];
        reach[1][r] = theirs[r];
        for (int k = 0; k < LEAD; k++) fresh[0][k][r] = fresh[1][k][r] = 0;
    }
    int sum = 0, vain = 0;
    for (int t = 0; vain <= LEAD; t++) {
        for (int k = LEAD - 1; k > 0; k--)
            for (int r = 0; r < H; r++) {
                fresh[0][k][r] = fresh[0][k - 1][r];
                fresh[1][k][r] = fresh[1][k - 1][r];
            }
        int moved = grow(reach[0], fresh[0][0], room, !is_hard && t % 2 == 0);
        moved |= grow(reach[1], fresh[1][0], room, !is_hard && t % 2 == 0);
        vain = moved ? 0 : vain + 1;
        for (int k = 0; k < leads; k++)
            for (int r = 0; r < H; r++)
                sum += POP(fresh[0][k][r] & ~reach[1][r]) - POP(fresh[1][k][r] & ~reach[0][r]);
    }
    return sum;
}

// A number below 1 by lot.
FN float draw(unsigned int seed, unsigned int game, unsigned int corner) {
    unsigned int x = seed * 0x9e3779b9u ^ (game * 0x85ebca6bu + corner * 0xc2b2ae35u);
    x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
    return (x >> 8) / 16777216.0f;
}

// For each game the M placements with the best split, best first: corner cells (row * W + col), their values, and how many
// legal placements there are. `own` is [games][2][H]; pieces are [kinds][K][2] cells with a count each. What counts is the
// game's style: 0 the soft split less a tenth of the rings under the piece, 1 the hard split, 2 the rings alone, 3 steps by
// edges instead, 4 such steps over free cells; all but the first with lots drawn among equals.
KERNEL best(int games, int seed, const ROW *own, const int *side, const int *style, const int *piece, const int *cells, const int *counts,
            int *corners, float *values, int *legal) {
    ITEMS(games, g) {
        const ROW *mine = own + (g * 2 + side[g]) * H, *theirs = own + (g * 2 + 1 - side[g]) * H;
        const int *shape = cells + piece[g] * K * 2;
        int count = counts[piece[g]], found = 0;
        ROW room[H], after[H], left[H];
        for (int r = 0; r < H; r++) room[r] = FULL & ~(mine[r] | theirs[r]);
        for (int m = 0; m < M; m++) { corners[g * M + m] = -1; values[g * M + m] = -1e9f; }
        unsigned char rings[H][W];
        ROW near[H], fresh[H], all[H];
        for (int r = 0; r < H; r++) { near[r] = theirs[r]; all[r] = FULL; }
        for (int r = 0; r < H; r++) for (int c = 0; c < W; c++) rings[r][c] = style[g] == 4 && (room[r] >> c & 1) ? 255 : 0;
        // Straight through everything, or only where it is free.
        int by_edges = style[g] > 2;
        for (int r = 0; r < H; r++) if (style[g] == 4) all[r] = room[r];
        for (int t = 1; grow(near, fresh, all, !by_edges); t++)
            for (int r = 0; r < H; r++)
                for (ROW left = fresh[r]; left; left &= left - 1) rings[r][POP((left & -left) - 1)] = t;
        for (int row = 0; row < H; row++) {
            ROW fits = FULL, once = 0, twice = 0;
            for (int k = 0; k < count; k++) {
                int r = row + shape[2 * k], dc = shape[2 * k + 1];
                if (r >= H) { fits = 0; break; }
                ROW on_own = mine[r] >> dc;
                fits &= (mine[r] | room[r]) >> dc;
                twice |= once & on_own;
                once |= on_own;
            }
            fits &= once & ~twice;
            for (int col = 0; col < W && fits >> col; col++) {
                if (!(fits >> col & 1)) continue;
                found++;
                for (int r = 0; r < H; r++) { after[r] = mine[r]; left[r] = room[r]; }
                for (int k = 0; k < count; k++) {
                    ROW bit = (ROW)1 << (col + shape[2 * k + 1]);
                    after[row + shape[2 * k]] |= bit;
                    left[row + shape[2 * k]] &= ~bit;
                }
                int heat = 0;
                for (int k = 0; k < count; k++) heat += rings[row + shape[2 * k]][col + shape[2 * k + 1]];
                int corner = row * W + col;
                float lot = draw(seed, g, corner);
                float value = style[g] >= 2 ? lot - heat
                            : style[g] == 1 ? lot + split(after, theirs, left, 1)
                                            : split(after, theirs, left, 0) - 0.1f * heat;
                for (int m = 0; m < M; m++)
                    if (value > values[g * M + m]) {
                        float v = values[g * M + m]; values[g * M + m] = value; value = v;
                        int c = corners[g * M + m]; corners[g * M + m] = corner; corner = c;
                    }
            }
        }
        legal[g] = found;
    }
}

// Both sides' cells after a placement of the side to move, its own first: [items][2][H]. An item belongs to game item / per.
KERNEL place(int items, int per, const ROW *own, const int *side, const int *piece, const int *cells, const int *counts,
             const int *corners, ROW *out) {
    ITEMS(items, i) {
        int g = i / per, corner = corners[i], row = corner / W, col = corner % W;
        const int *shape = cells + piece[g] * K * 2;
        for (int r = 0; r < H; r++) {
            out[(i * 2) * H + r] = own[(g * 2 + side[g]) * H + r];
            out[(i * 2 + 1) * H + r] = own[(g * 2 + 1 - side[g]) * H + r];
        }
        if (corner >= 0)
            for (int k = 0; k < counts[piece[g]]; k++)
                out[(i * 2) * H + row + shape[2 * k]] |= (ROW)1 << (col + shape[2 * k + 1]);
    }
}

// What the network is shown: [items][H][W][8].
KERNEL planes(int items, const ROW *boards, REAL *out) {
    ITEMS(items, i) {
        const ROW *mine = boards + (long long)i * 2 * H, *theirs = mine + H;
        REAL *plane = out + (long long)i * H * W * 8;
        ROW reach[2][H], fresh[H], room[H];
        for (int r = 0; r < H; r++) {
            room[r] = FULL & ~(mine[r] | theirs[r]);
            reach[0][r] = mine[r];
            reach[1][r] = theirs[r];
        }
        unsigned char steps[2][H][W];
        for (int s = 0; s < 2; s++)
            for (int r = 0; r < H; r++)
                for (int c = 0; c < W; c++) steps[s][r][c] = 20;
        int vain = 0;
        for (int t = 0; vain <= 1 && t < 20; t++) {
            int moved = 0;
            for (int s = 0; s < 2; s++) {
                moved |= grow(reach[s], fresh, room, t % 2 == 0);
                for (int r = 0; r < H; r++)
                    for (int c = 0; c < W; c++)
                        if (fresh[r] >> c & 1) steps[s][r][c] = t;
            }
            vain = moved ? 0 : vain + 1;
        }
        for (int r = 0; r < H; r++)
            for (int c = 0; c < W; c++) {
                REAL *cell = plane + (r * W + c) * 8;
                int is_free = room[r] >> c & 1, a = steps[0][r][c], b = steps[1][r][c];
                int lead = b - a < -LEAD ? -LEAD : b - a > LEAD ? LEAD : b - a;
                cell[0] = REAL_OF((float)(mine[r] >> c & 1));
                cell[1] = REAL_OF((float)(theirs[r] >> c & 1));
                cell[2] = REAL_OF((float)is_free);
                cell[3] = REAL_OF(is_free ? a / 20.0f : 0.0f);
                cell[4] = REAL_OF(is_free ? b / 20.0f : 0.0f);
                cell[5] = REAL_OF(is_free ? lead / (float)LEAD : 0.0f);
                cell[6] = REAL_OF(is_free && a < 20 && b < 20 ? 1.0f : 0.0f);
                cell[7] = REAL_OF(0.0f);
            }
    }
}

// Free cells that each side can still get to: [games][2].
KERNEL reach(int games, const ROW *own, int *out) {
    ITEMS(games, g) {
        for (int s = 0; s < 2; s++) {
            ROW at[H], fresh[H], room[H];
            int cells = 0;
            for (int r = 0; r < H; r++) {
                at[r] = own[(g * 2 + s) * H + r];
                room[r] = FULL & ~(at[r] | own[(g * 2 + 1 - s) * H + r]);
            }
            while (grow(at, fresh, room, 1))
                for (int r = 0; r < H; r++) cells += POP(fresh[r]);
            out[g * 2 + s] = cells;
        }
    }
}
