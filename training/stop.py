#!/usr/bin/env python3
"""Trains the pair network of Stop, the correction of first reach, on the samples of the example `sample_stop`.

    stop.py OUT SAMPLES... [--seconds 120]

OUT gets the weights as crates/engine/src/stop/evaluation/pair_net.rs reads them. A GPU makes it quick; a CPU does for a try.
"""
import argparse, time
import numpy as np
import torch
from torch import nn

DEVICE = "cuda" if torch.cuda.is_available() else "cpu"
BATCH = 16384
# As in pair_net.rs.
SUMS, ONE, FINE, STONE = 64, 32, 64, 16
# How much of the truth is how a game ended; the rest is what a search expected.
ENDED = 0.3
RATE = 3e-3


def load(paths):
    """The sets of each position as numbers of 64 bits, and the mover's stones expected, had and foreseen by first reach; clean or not."""
    records = np.concatenate([np.fromfile(path, np.uint8).reshape(-1, 32) for path in paths])
    sets = torch.from_numpy(np.ascontiguousarray(records[:, :24]).view(np.int64)).to(DEVICE)
    numbers = torch.from_numpy(np.ascontiguousarray(records[:, 24:]).view(np.int16).astype(np.float32)).to(DEVICE)
    value, ended, foreseen, clean = numbers.unbind(1)
    return sets, value / STONE, ended / STONE, foreseen / STONE, clean > 0


# Left, right, up and down.
WAYS = [(-1, -1), (-1, 1), (-2, -1), (-2, 1)]


def shifted(cells, axis, step):
    """The cells next to those of a set, one way."""
    moved = torch.roll(cells, step, axis)
    moved.select(axis, -1 if step < 0 else 0).fill_(False)
    return moved


def around(cells):
    return torch.stack([shifted(cells, *way) for way in WAYS]).any(0)


def reach(stones, empty):
    """The empty cells that stones lead to: the next one in each direction, and the one behind that."""
    found = torch.zeros_like(empty)
    for way in WAYS:
        one = shifted(stones, *way) & empty
        found |= one | shifted(one, *way) & empty
    return found


def moves_needed(stones, empty):
    """In how many moves a side comes to each cell: 0, 1, 2, or 3 for any more than that."""
    needed = torch.full(empty.shape, 3, device=DEVICE)
    reached = torch.zeros_like(empty)
    for _ in range(3):
        reached = reached | reach(stones | reached, empty)
        needed -= reached.long()
    return needed


def kinds(sets, turn):
    """What each cell is, from 0 to 15, on the board mirrored and turned in one of eight ways. As `patterns` in pair_net.rs."""
    cells = (sets[:, :, None] >> torch.arange(64, device=DEVICE) & 1).bool().view(-1, 3, 8, 8)
    cells = cells.flip(-1) if turn & 1 else cells
    cells = cells.flip(-2) if turn & 2 else cells
    cells = cells.transpose(-1, -2) if turn & 4 else cells
    mine, theirs, empty = cells.unbind(1)
    mine, theirs = mine & around(empty), theirs & around(empty)
    my, their = moves_needed(mine, empty), moves_needed(theirs, empty)
    my, their = torch.where((their == 0) & (my == 3), 2, my), torch.where((my == 0) & (their == 3), 2, their)
    found = torch.where(empty, my + 4 * their, 3)
    return torch.where(mine, 12, found)


class Net(nn.Module):
    """Rows of weights by what pairs of cells look like, summed up, cut to 0 and 1, and weighed."""

    def __init__(self):
        super().__init__()
        # A part of each row belongs to either cell alone: what is seldom in a pair is learned from others.
        self.pairs = nn.Parameter(torch.randn(32 * 256, SUMS) * 0.05)
        self.cells = nn.Parameter(torch.randn(64 * 16, SUMS) * 0.05)
        self.start = nn.Parameter(torch.full((SUMS,), 0.3))
        self.last = nn.Linear(SUMS, 1)
        nn.init.zeros_(self.last.weight)

    def forward(self, kinds):
        looks = (kinds[:, :, 0::2] + 16 * kinds[:, :, 1::2]).flatten(1) + 256 * torch.arange(32, device=DEVICE)
        cells = kinds.flatten(1) + 16 * torch.arange(64, device=DEVICE)
        bag = nn.functional.embedding_bag
        sums = bag(looks, self.pairs, mode="sum") + bag(cells, self.cells, mode="sum") + self.start
        return self.last(sums.clamp(0, 1)).squeeze(1)

    def write(self, path):
        left, right = self.cells.view(32, 2, 16, SUMS).unbind(1)
        rows = self.pairs.view(32, 16, 16, SUMS) + left[:, None] + right[:, :, None]
        parts = [
            (rows * ONE, "i1"),
            (self.start * ONE, "<i2"),
            (self.last.weight * FINE * STONE, "<i2"),
            (self.last.bias * FINE * STONE * ONE, "<i4"),
        ]
        with open(path, "wb") as file:
            for numbers, kind in parts:
                numbers, limits = numbers.detach().cpu().numpy().round(), np.iinfo(kind)
                file.write(numbers.clip(limits.min, limits.max).astype(kind).tobytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("samples", nargs="+")
    parser.add_argument("--seconds", type=float, default=120)
    options = parser.parse_args()
    sets, value, ended, foreseen, clean = load(options.samples)
    truth = torch.where(clean, (1 - ENDED) * value + ENDED * ended, value)
    # Games are written as a whole, so hardly any has positions in both parts.
    learned = len(sets) - min(len(sets) // 20, 100_000)
    net = Net().to(DEVICE)
    steps = torch.optim.Adam(net.parameters())
    begun, looks = time.time(), 0
    while (spent := (time.time() - begun) / options.seconds) < 1:
        for group in steps.param_groups:
            group["lr"] = RATE * (1 - 0.98 * spent)
        some = torch.randint(learned, (BATCH,), device=DEVICE)
        guess = foreseen[some] + net(kinds(sets[some], int(torch.randint(8, ()))))
        loss = (guess - truth[some]).square().mean()
        steps.zero_grad()
        loss.backward()
        steps.step()
        looks += 1
    with torch.no_grad():
        parts = range(learned, len(sets), BATCH)
        guess = torch.cat([net(kinds(sets[i : i + BATCH], 0)) for i in parts]) + foreseen[learned:]
    off = lambda guess, real: f"{(guess - real).square().mean():.3f}"
    rest, sure = slice(learned, None), clean[learned:]
    print(f"{learned} positions, each {looks * BATCH / learned:.0f} times; squares of stones off in {len(sets) - learned} others:")
    for name, guess in (("first reach", foreseen[rest]), ("corrected", guess)):
        print(f"{name}: search {off(guess, value[rest])}, end of the game {off(guess[sure], ended[rest][sure])}")
    net.write(options.out)


if __name__ == "__main__":
    main()
