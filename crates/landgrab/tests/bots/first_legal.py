#!/usr/bin/env python3
"""A bot for both dialects: the first placement that fits, rows before columns, never over the top or left edge.

When it sees none it answers `0 0`. The golden games of `drop_ins.rs` are its games against itself.
"""
import sys


def heard(line):
    """The word and the two numbers of a header such as `Piece 2 1:`."""
    word, first, second = line.strip().rstrip(":").split()
    return word, int(first), int(second)


def rows_of(count):
    return [sys.stdin.readline().rstrip("\n") for _ in range(count)]


def fits(board, own, filled, top, left):
    on_own = 0
    for row, col in filled:
        if top + row >= len(board) or left + col >= len(board[0]):
            return False
        mark = board[top + row][left + col]
        if mark in own:
            on_own += 1
        elif mark != ".":
            return False
    return on_own == 1


def place(board, own, filled):
    for top in range(len(board)):
        for left in range(len(board[0])):
            if fits(board, own, filled, top, left):
                return top, left
    return 0, 0


def main():
    is_first = " p1 " in sys.stdin.readline()
    for header in iter(sys.stdin.readline, ""):
        word, rows, cols = heard(header)
        is_anfield = word == "Anfield"
        if is_anfield:
            rows, cols = cols, rows
        own = {True: "@a$s", False: "OoXx"}[is_anfield]
        own = own[:2] if is_first else own[2:]
        board = [row[4:] for row in rows_of(rows + 1)[1:]]
        _, high, wide = heard(sys.stdin.readline())
        if is_anfield:
            high, wide = wide, high
        piece = rows_of(high)
        filled = [(row, col) for row in range(high) for col in range(wide) if piece[row][col] != "."]
        top, left = place(board, own, filled)
        print(*((left, top) if is_anfield else (top, left)), flush=True)


main()
