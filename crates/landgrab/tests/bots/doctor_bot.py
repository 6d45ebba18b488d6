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
nondeterministic leaks-memory
counts-from-1 counts-rows-from-1 counts-columns-from-1 counts-row-numbers trims-piece turns-piece always-player-2
covers-two-own covers-no-own ignores-own ignores-enemy ignores-edges lower-case-is-free margins-count
stays-inside no-right no-bottom no-top no-left first-cell last-cell gives-up-on-turn-10 gives-up-with-1-1
swaps-piece-header swaps-board-header plateau-only anfield-only crashes-on-turn-3 sleeps spins sleeps-on-turn-3
writes-log writes-elsewhere plus-sign comma three-numbers empty-line""".split()
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
    is_swapped = has("swaps-piece-header") and header.startswith("Piece")
    is_swapped |= has("swaps-board-header") and not header.startswith("Piece")
    # A bot of one school reads any header as its own.
    is_width_first = has("anfield-only") or is_anfield and not has("plateau-only")
    return (int(second), int(first)) if is_width_first != is_swapped else (int(first), int(second))


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
    if has("first-cell"):
        own = own[:1]
    if has("last-cell"):
        own = own[-1:]
    if has("margins-count"):
        filled += empty
    if has("turns-piece"):
        filled = [(c, r) for r, c in filled]
    counts = {}
    if has("covers-no-own") or has("ignores-own"):
        # The first rows are enough, and quick.
        counts = {(row, col): 0 for row in range(min(rows, 6)) for col in range(min(cols, 30))}
    for row, col in own:
        for r, c in filled:
            counts[row - r, col - c] = counts.get((row - r, col - c), 0) + 1
    own = {(r, c) for r in range(rows) for c in range(cols) if board[r][c] in mine}
    allowed = "." + mine[0]
    if has("lower-case-is-free"):
        allowed += "oxas"
    if has("ignores-enemy"):
        allowed += enemy

    def may_lie(r, c):
        if not (0 <= r < rows and 0 <= c < cols):
            return has("ignores-edges")
        return board[r][c] in allowed or (r, c) in own

    for (row, col), covered in counts.items():
        covered = sum((row + r, col + c) in own for r, c in filled)
        is_counted = covered == 1
        if has("covers-two-own"):
            is_counted = covered >= 1
        if has("covers-no-own"):
            is_counted = covered <= 1
        if has("ignores-own"):
            is_counted = True
        if not is_counted or not all(may_lie(row + r, col + c) for r, c in filled):
            continue
        top, left, bottom, right = row < 0, col < 0, row + height > rows, col + width > cols
        if has("no-negative") and (top or left) or has("no-overhang") and (bottom or right):
            continue
        if has("stays-inside") and (top or left or bottom or right):
            continue
        if has("no-top") and top or has("no-left") and left or has("no-bottom") and bottom or has("no-right") and right:
            continue
        under = [(row + r, col + c) for r, c in empty]
        if has("ignores-margins") and any(0 <= r < rows and 0 <= c < cols and board[r][c] in enemy for r, c in under):
            continue
        yield row, col


def stuck():
    assert not has("crashes-when-stuck"), "nowhere to go"
    while has("hangs-when-stuck"):
        time.sleep(60)
    if has("gives-up-with-1-1"):
        return -1, -1
    if has("prose-when-stuck"):
        return ("no", "legal move")
    return 0, 0


def say(row, col, is_anfield):
    if has("swaps-coordinates"):
        row, col = col, row
    if has("counts-from-1"):
        row, col = row + 1, col + 1
    if has("counts-rows-from-1"):
        row += 1
    if has("counts-columns-from-1"):
        col += 1
    if has("counts-row-numbers"):
        col += 4
    first, second = (col, row) if is_anfield else (row, col)
    end = "" if has("no-line-feed") else "\r\n" if has("crlf") else "\n"
    if has("talks-first"):
        sys.stdout.write("thinking about it\n")
    if has("empty-line"):
        sys.stdout.write("\n")
    if has("two-writes"):
        sys.stdout.write(f"{first} ")
        sys.stdout.flush()
        sys.stdout.write(f"{second}{end}")
    elif has("plus-sign"):
        sys.stdout.write(f"{first:+} {second:+}\n")
    elif has("comma"):
        sys.stdout.write(f"{first},{second}\n")
    elif has("three-numbers"):
        sys.stdout.write(f"{first} {second} 1\n")
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
    if has("writes-log"):
        with open("log.txt", "a") as log:
            log.write("started\n")
    if has("writes-elsewhere"):
        open("/var/tmp/doctor_bot.log", "a").close()
    player = 0 if has("no-player-line") or "p1" in next_line() or has("wrong-side") else 1
    if has("always-player-2"):
        player = 1
    turns = 0
    while True:
        header = next_line()
        is_anfield = header.startswith("Anfield")
        board, piece = read_turn(header)
        turns += 1
        assert not (has("crashes-on-turn-3") and turns == 3), "three is too many"
        while has("sleeps") or has("sleeps-on-turn-3") and turns == 3:
            time.sleep(60)
        while has("spins"):
            pass
        marks = ("@a", "$s") if is_anfield else ("Oo", "Xx")
        if has("trims-piece"):
            top = next(r for r, line in enumerate(piece) if set(line) & set("*O"))
            left = min(line.find(mark) for line in piece for mark in "*O" if mark in line)
        found = list(placements(board, piece, marks[player], marks[1 - player]))
        if has("trims-piece"):
            found = [(row + top, col + left) for row, col in found]
        if has("gives-up-on-turn-10") and turns >= 10:
            found = []
        if has("nondeterministic"):
            random.shuffle(found)
        if has("logs-a-megabyte"):
            sys.stderr.write(("x" * 99 + "\n") * 10_000)
        if has("leaks-memory"):
            leaked.append(b"x" * 400_000)
        say(*(found[-1] if found else stuck()), is_anfield)


main()
