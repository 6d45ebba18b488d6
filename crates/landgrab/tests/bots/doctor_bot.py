#!/usr/bin/env python3
"""A bot for both dialects that is right in everything, or wrong in one thing: `doctor_bot.py DEFECT`."""
import os
import random
import sys
import time

DEFECT = sys.argv[1] if len(sys.argv) > 1 else "none"
KNOWN = """none crashes-at-start no-player-line greets never-flushes reads-to-the-end no-line-feed
extra-line talks-first crlf swaps-coordinates wrong-side two-writes ignores-margins no-overhang
no-negative small-buffer one-start upper-case-only crashes-when-stuck hangs-when-stuck
prose-when-stuck crashes-on-small slow-on-large logs-a-megabyte spins-on-eof waits-on-eof
nondeterministic leaks-memory""".split()
leaked = []
waiting = []


def has(defect):
    assert defect in KNOWN, defect
    return DEFECT == defect


def next_line():
    if has("reads-to-the-end") and not waiting:
        waiting.extend(sys.stdin.readlines() + [""])
    line = waiting.pop(0) if waiting else sys.stdin.readline()
    if not line:
        while has("spins-on-eof"):
            pass
        while has("waits-on-eof"):
            time.sleep(60)
        sys.stdout.flush()
        os._exit(0)
    return line.rstrip("\n")


def read_size(header, is_anfield):
    _, first, second = header.rstrip(":").split()
    return (int(second), int(first)) if is_anfield else (int(first), int(second))


def read_turn(header):
    is_anfield = header.startswith("Anfield")
    rows, cols = read_size(header, is_anfield)
    next_line()
    board = [next_line()[4:] for _ in range(rows)]
    height, width = read_size(next_line(), is_anfield)
    piece = [next_line() for _ in range(height)]
    assert not (has("small-buffer") and width > max(2, cols // 2)), "no room for the piece"
    assert not (has("crashes-on-small") and rows < 3), "no room to think"
    if has("slow-on-large") and rows >= 100:
        time.sleep(600)
    return board, piece


def connected(own):
    """The cells that hang together with the first one."""
    found, edge = {own[0]}, [own[0]]
    while edge:
        row, col = edge.pop()
        for near in [(row + down, col + right) for down in (-1, 0, 1) for right in (-1, 0, 1)]:
            if near in own and near not in found:
                found.add(near)
                edge.append(near)
    return [cell for cell in own if cell in found]


def placements(board, piece, mine, enemy):
    rows, cols, height, width = len(board), len(board[0]), len(piece), len(piece[0])
    if has("upper-case-only"):
        mine, enemy = mine[0], enemy[0]
    filled = [(r, c) for r in range(height) for c in range(width) if piece[r][c] in "*O"]
    empty = [(r, c) for r in range(height) for c in range(width) if piece[r][c] == "."]
    own = [(r, c) for r in range(rows) for c in range(cols) if board[r][c] in mine]
    if has("one-start"):
        own = connected(own)
    counts = {}
    for row, col in own:
        for r, c in filled:
            counts[row - r, col - c] = counts.get((row - r, col - c), 0) + 1
    own = set(own)
    for (row, col), covered in counts.items():
        inside = ((row + r, col + c) for r, c in filled)
        if covered != 1 or not all(
            0 <= r < rows and 0 <= c < cols and (board[r][c] == "." or (r, c) in own) for r, c in inside
        ):
            continue
        if has("no-negative") and (row < 0 or col < 0):
            continue
        if has("no-overhang") and (row + height > rows or col + width > cols):
            continue
        under = [(row + r, col + c) for r, c in empty]
        if has("ignores-margins") and any(0 <= r < rows and 0 <= c < cols and board[r][c] in enemy for r, c in under):
            continue
        yield row, col


def stuck():
    assert not has("crashes-when-stuck"), "nowhere to go"
    while has("hangs-when-stuck"):
        time.sleep(60)
    if has("prose-when-stuck"):
        return ("no", "legal move")
    return 0, 0


def say(row, col, is_anfield):
    if has("swaps-coordinates"):
        row, col = col, row
    first, second = (col, row) if is_anfield else (row, col)
    end = "" if has("no-line-feed") else "\r\n" if has("crlf") else "\n"
    if has("talks-first"):
        sys.stdout.write("thinking about it\n")
    if has("two-writes"):
        sys.stdout.write(f"{first} ")
        sys.stdout.flush()
        sys.stdout.write(f"{second}{end}")
    else:
        sys.stdout.write(f"{first} {second}{end}")
    if has("extra-line"):
        sys.stdout.write("done thinking for now\n")
    if not has("never-flushes"):
        sys.stdout.flush()


def main():
    assert not has("crashes-at-start"), "no configuration found"
    if has("greets"):
        sys.stdout.write("hello, world of filler\n")
        sys.stdout.flush()
    player = 0 if has("no-player-line") or "p1" in next_line() or has("wrong-side") else 1
    while True:
        header = next_line()
        is_anfield = header.startswith("Anfield")
        board, piece = read_turn(header)
        marks = ("@a", "$s") if is_anfield else ("Oo", "Xx")
        found = list(placements(board, piece, marks[player], marks[1 - player]))
        if has("nondeterministic"):
            random.shuffle(found)
        if has("logs-a-megabyte"):
            sys.stderr.write(("x" * 99 + "\n") * 10_000)
        if has("leaks-memory"):
            leaked.append(b"x" * 400_000)
        say(*(found[-1] if found else stuck()), is_anfield)


main()
