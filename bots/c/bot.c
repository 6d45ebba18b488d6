/* A Filler bot to copy. It speaks both schools' protocols, Plateau (42) and Anfield (01-edu).
 * Its policy: of all legal placements, the one closest to the enemy. Change `value` to make it yours.
 * Standard output belongs to the referee; to debug, print to stderr. */
#define _POSIX_C_SOURCE 200809L /* getline */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FREE, MINE, BLOCKED };
typedef struct { int rows, cols; unsigned char *cell; int *steps; } Board; /* steps: to the nearest enemy */
typedef struct { int rows, cols, count; int *row, *col; } Piece;           /* where its filled cells are */

static char *line; /* the line just read */

/* Reads a line. The end of the input is the end of the game. */
static char *next_line(void) {
    static size_t room;
    if (getline(&line, &room, stdin) < 0) exit(0);
    line[strcspn(line, "\r\n")] = '\0';
    return line;
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (!memory) { perror("bot"); exit(1); }
    return memory;
}

static int smaller(int a, int b) { return a < b ? a : b; }

/* Reads the rows of a board; `mine` and `enemy` are the marks, lower case is the latest piece. */
static Board read_board(int rows, int cols, const char *mine, const char *enemy) {
    Board b = { rows, cols, allocate((size_t)rows * cols, 1), allocate((size_t)rows * cols, sizeof(int)) };
    next_line(); /* the ruler */
    for (int r = 0; r < rows; r++) {
        const char *row = strchr(next_line(), ' '); /* the row number has three digits or more */
        int known = row ? (int)strlen(row + 1) : 0;
        for (int c = 0; c < cols; c++) {
            char mark = c < known ? row[1 + c] : '#';
            b.cell[r * cols + c] = mark == '.' ? FREE : strchr(mine, mark) ? MINE : BLOCKED;
            b.steps[r * cols + c] = strchr(enemy, mark) ? 0 : rows + cols;
        }
    }
    /* Two passes: going down, a cell learns from above and from the left; going up, from below and the right. */
    for (int i = 0; i < rows * cols; i++) {
        if (i >= cols) b.steps[i] = smaller(b.steps[i], b.steps[i - cols] + 1);
        if (i % cols) b.steps[i] = smaller(b.steps[i], b.steps[i - 1] + 1);
    }
    for (int i = rows * cols - 1; i >= 0; i--) {
        if (i + cols < rows * cols) b.steps[i] = smaller(b.steps[i], b.steps[i + cols] + 1);
        if ((i + 1) % cols) b.steps[i] = smaller(b.steps[i], b.steps[i + 1] + 1);
    }
    return b;
}

static Piece read_piece(int rows, int cols) {
    size_t most = (size_t)rows * cols;
    Piece p = { rows, cols, 0, allocate(most, sizeof(int)), allocate(most, sizeof(int)) };
    for (int r = 0; r < rows; r++) {
        next_line();
        for (int c = 0; c < cols && line[c]; c++) {
            if (line[c] != '*' && line[c] != 'O') continue;
            p.row[p.count] = r;
            p.col[p.count++] = c;
        }
    }
    return p;
}

/* The cost of putting the corner of the piece's box there: the steps of all newly covered cells; -1 if illegal. */
static long value(const Board *b, const Piece *p, int row, int col) {
    int overlap = 0;
    long sum = 0;
    for (int i = 0; i < p->count; i++) {
        int r = row + p->row[i], c = col + p->col[i];
        if (r < 0 || r >= b->rows || c < 0 || c >= b->cols) return -1;
        int there = b->cell[r * b->cols + c];
        if (there == BLOCKED || (there == MINE && ++overlap > 1)) return -1;
        if (there == FREE) sum += b->steps[r * b->cols + c];
    }
    return overlap == 1 ? sum : -1;
}

int main(void) {
    const char *marks[2][2] = { { "Oo", "Xx" }, { "@a", "$s" } }; /* Plateau, Anfield: player 1, player 2 */
    int player = 0, a, b;
    for (;;) {
        next_line();
        if (sscanf(line, "$$$ exec p%d", &a) == 1) player = a == 2;
        int anfield = sscanf(line, "Anfield %d %d", &a, &b) == 2; /* width first; Plateau: rows first */
        if (!anfield && sscanf(line, "Plateau %d %d", &a, &b) != 2) continue;
        if (a < 1 || b < 1) return 2;
        Board board = anfield ? read_board(b, a, marks[1][player], marks[1][!player])
                              : read_board(a, b, marks[0][player], marks[0][!player]);
        if (sscanf(next_line(), "Piece %d %d", &a, &b) != 2 || a < 1 || b < 1) return 2;
        Piece piece = anfield ? read_piece(b, a) : read_piece(a, b);
        int best_row = 0, best_col = 0; /* `0 0` says "I am stuck" */
        long lowest = -1;
        /* Only filled cells count: empty ones may hang over any edge, so anchors start before the board. */
        for (int row = 1 - piece.rows; row < board.rows; row++) {
            for (int col = 1 - piece.cols; col < board.cols; col++) {
                long sum = value(&board, &piece, row, col);
                if (sum < 0 || (lowest >= 0 && sum >= lowest)) continue;
                lowest = sum, best_row = row, best_col = col;
            }
        }
        printf("%d %d\n", anfield ? best_col : best_row, anfield ? best_row : best_col);
        fflush(stdout); /* without this the answer waits in a buffer, and so does the referee */
        free(board.cell), free(board.steps), free(piece.row), free(piece.col);
    }
}
