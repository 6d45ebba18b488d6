#!/usr/bin/env python3
"""A Filler bot to copy. It speaks both schools' protocols, Plateau (42) and Anfield (01-edu).

Its policy: of all legal placements, the one closest to the enemy. Change `best_anchor` to make it yours.
Standard output belongs to the referee; to debug, print to sys.stderr.
"""
import sys
from collections import Counter

MARKS = {"Plateau": ("Oo", "Xx"), "Anfield": ("@a", "$s")}  # player 1, player 2; lower case = latest piece


def next_line():
    """A line without its end. The end of the input is the end of the game."""
    line = sys.stdin.readline()
    if not line:
        sys.exit(0)
    return line.rstrip("\r\n")


def size(header):
    """Rows and columns in a line such as `Plateau 15 17:`, `Anfield 20 15:` or `Piece 2 3:`."""
    _, first, second = header.rstrip(": ").split()
    return int(first), int(second)


def read_turn(header):
    """The board and the piece as lists of strings. Anfield gives the width before the height."""
    is_anfield = header.startswith("Anfield")
    height = size(header)[is_anfield]
    next_line()  # the ruler
    board = [next_line().split(" ", 1)[1] for _ in range(height)]  # after the row number, which has 3 digits or more
    height = size(next_line())[is_anfield]
    return board, [next_line() for _ in range(height)]


def distances(board, enemy):
    """Steps (up, down, left, right) from every cell to the nearest enemy cell, whatever lies between.

    Two passes are enough: on the way down every cell learns from above and from the left, on the way back up from
    below and from the right.
    """
    far = len(board) + len(board[0])
    steps = [[0 if mark in enemy else far for mark in row] for row in board]
    before = [far] * len(board[0])
    for row in steps:
        left = far
        for col, above in enumerate(before):
            row[col] = left = min(row[col], above + 1, left + 1)
        before = row
    before = [far] * len(board[0])
    for row in reversed(steps):
        right = far
        for col in range(len(row) - 1, -1, -1):
            row[col] = right = min(row[col], before[col] + 1, right + 1)
        before = row
    return steps


def best_anchor(board, piece, mine, enemy):
    """Row and column for the top left corner of the piece's box; None when the piece fits nowhere.

    Only filled cells count: empty ones may hang over any edge, so rows and columns may be negative. A cell is one
    number, row * stride + col. The stride leaves a gap between the rows, so that a cell beyond the left or right
    edge is no cell of another row.
    """
    width = max(map(len, piece))
    stride = len(board[0]) + width
    filled = [row * stride + col for row, line in enumerate(piece) for col, mark in enumerate(line) if mark in "*O"]
    own, cost = [], {}  # cost: what it costs to cover a cell; cells that may not be covered are not in it
    for row, (line, steps) in enumerate(zip(board, distances(board, enemy))):
        for col, mark in enumerate(line):
            if mark == ".":
                cost[row * stride + col] = steps[col]
            elif mark in mine:
                cost[row * stride + col] = 0
                own.append(row * stride + col)
    # Every pair of an own cell and a filled cell gives an anchor that puts one on the other. An anchor that comes up
    # once covers exactly one own cell, as the rules want it.
    anchors = Counter([cell - part for cell in own for part in filled])
    best, lowest = None, None
    for anchor, covered in anchors.items():
        if covered == 1 and all(anchor + part in cost for part in filled):
            total = sum(cost[anchor + part] for part in filled)
            if best is None or total < lowest:
                best, lowest = anchor, total
    if best is None:
        return None
    row, col = divmod(best + width, stride)  # the column may be negative: count from `width` to its left
    return row, col - width


def main():
    sys.stdin.reconfigure(encoding="latin-1")  # a byte is a character, whatever is in a path or a wall
    player = 0
    while True:
        line = next_line()
        if line.startswith("$$$"):  # $$$ exec p1 : [path]
            player = 1 if line.split()[2] == "p2" else 0
        elif line.startswith(("Plateau", "Anfield")):
            dialect = line.split()[0]
            board, piece = read_turn(line)
            row, col = best_anchor(board, piece, MARKS[dialect][player], MARKS[dialect][1 - player]) or (0, 0)
            first, second = (col, row) if dialect == "Anfield" else (row, col)
            sys.stdout.write(f"{first} {second}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
