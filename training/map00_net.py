#!/usr/bin/env python3
"""Trains the judge of piece Filler by self-play: thousands of games at once on a GPU (or a few on a CPU, to try it).

    map00_net.py DIALECT DRAWS OUT [--seconds 500] [--start OLD.pt]

DRAWS is what the example `draws` prints. Of the placements with the best split the network takes the one after which it sees
the best chance, against itself and against rivals of other kinds, and learns from how the games go on (TD(lambda)). OUT gets
its weights, OUT.pt the same to go on from.
"""
import argparse, copy, ctypes, math, pathlib, subprocess, tempfile, time
import numpy as np
import torch
from torch import nn

HERE = pathlib.Path(__file__).parent
CUDA = torch.cuda.is_available()
DEVICE = "cuda" if CUDA else "cpu"
REAL = torch.float16 if CUDA else torch.float32

# The styles of the kernel `best`.
STYLES = ["split", "hard split", "rings", "steps", "walks"]
# Kinds of rivals: the first two styles; those who come close, by whichever of the other styles; the network itself.
CLOSE, ITSELF = 2, 3


class Kernels:
    """The functions of a C file: each is given a number of items and does something for every one of them."""

    def __init__(self, source, **macros):
        flags = [f"-D{name}={value}" for name, value in macros.items()]
        text = (HERE / source).read_text()
        if CUDA:
            import cupy

            self.module = cupy.RawModule(code=text, options=tuple(flags))
        else:
            library = tempfile.mktemp(suffix=".so")
            compiler = ["gcc", "-O2", "-shared", "-fPIC", *flags, "-x", "c", "-", "-o", library]
            subprocess.run(compiler, input=text.encode(), check=True)
            self.module = ctypes.CDLL(library)

    def run(self, name, items, *arguments):
        raw = [a.data_ptr() if isinstance(a, torch.Tensor) else a for a in arguments]
        if CUDA:
            raw = [np.int32(r) if isinstance(a, int) else r for r, a in zip(raw, arguments)]
            self.module.get_function(name)(((items + 63) // 64,), (64,), (np.int32(items), *raw))
        else:
            raw = [r if isinstance(a, int) else ctypes.c_void_p(r) for r, a in zip(raw, arguments)]
            getattr(self.module, name)(items, *raw)


class Board:
    """A map, its pieces, and the kernels for its size."""

    def __init__(self, draws, best):
        lines = open(draws).read().split("\n")
        self.h, self.w = map(int, lines[0].split())
        cells = lambda line: [tuple(map(int, cell.split(","))) for cell in line.split()]
        self.starts = [cells(lines[1]), cells(lines[2])]
        drawn = [line for line in lines[3:] if line]
        kinds = {shape: i for i, shape in enumerate(dict.fromkeys(drawn))}
        self.drawn = torch.tensor([kinds[shape] for shape in drawn], dtype=torch.int32, device=DEVICE)
        shapes = [cells(shape) for shape in kinds]
        self.growth = sum(len(shapes[kinds[shape]]) for shape in drawn) / len(drawn) - 1
        longest, self.best = max(map(len, shapes)), best
        table = np.zeros((len(shapes), longest, 2), np.int32)
        for i, shape in enumerate(shapes):
            table[i, : len(shape)] = shape
        self.cells = torch.from_numpy(table).to(DEVICE)
        self.counts = torch.tensor([len(shape) for shape in shapes], dtype=torch.int32, device=DEVICE)
        self.row = torch.int32 if self.w <= 32 else torch.int64
        self.run = Kernels("board.h", H=self.h, W=self.w, K=longest, M=best).run

    def start(self, games, elsewhere=0.0):
        """Start positions; in a share of them the two sides start anywhere but close together."""
        own = torch.zeros(games, 2, self.h, dtype=self.row, device=DEVICE)
        for side, cells in enumerate(self.starts):
            for row, col in cells:
                own[:, side, row] |= 1 << col
        for game in range(int(games * elsewhere)):
            while True:
                (r0, r1), (c0, c1) = np.random.randint(self.h, size=2), np.random.randint(self.w, size=2)
                if abs(r0 - r1) + abs(c0 - c1) > (self.h + self.w) // 3:
                    break
            if game == 0:
                moved = np.zeros((int(games * elsewhere), 2, self.h), np.int64)
            moved[game, 0, r0], moved[game, 1, r1] = 1 << int(c0), 1 << int(c1)
        if int(games * elsewhere):
            own[: len(moved)] = torch.from_numpy(moved).to(DEVICE).to(self.row)
        return own

    def draw(self, games):
        return self.drawn[torch.randint(len(self.drawn), (games,), device=DEVICE)]

    def placements(self, own, side, piece, style):
        games = len(own)
        corners = torch.empty(games, self.best, dtype=torch.int32, device=DEVICE)
        values = torch.empty(games, self.best, device=DEVICE)
        legal = torch.empty(games, dtype=torch.int32, device=DEVICE)
        self.run("best", games, int(torch.randint(1 << 30, ())), own, side, style, piece, self.cells, self.counts, corners, values, legal)
        return corners, values, legal

    def place(self, own, side, piece, corners):
        per = corners.shape[1]
        out = torch.empty(len(own) * per, 2, self.h, dtype=self.row, device=DEVICE)
        self.run("place", len(out), per, own, side, piece, self.cells, self.counts, corners.contiguous(), out)
        return out

    def planes(self, boards):
        out = torch.empty(len(boards), self.h, self.w, 8, dtype=REAL, device=DEVICE)
        self.run("planes", len(boards), boards.contiguous(), out)
        return out.permute(0, 3, 1, 2)

    def reach(self, own):
        out = torch.empty(len(own), 2, dtype=torch.int32, device=DEVICE)
        self.run("reach", len(own), own, out)
        return out


class Judge(nn.Module):
    """Convolutions over the board, pooled; says how good the position is for the side that has just placed, given its rival's kind."""

    def __init__(self, width=16, blocks=3, hidden=32):
        super().__init__()
        self.width = width
        self.first = nn.Conv2d(8, width, 3, padding=1)
        self.blocks = nn.ModuleList(
            nn.ModuleList([nn.Conv2d(width, width, 3, padding=1), nn.Conv2d(width, width, 3, padding=1)])
            for _ in range(blocks)
        )
        for _, second in self.blocks:
            nn.init.zeros_(second.weight)
            nn.init.zeros_(second.bias)
        self.hidden = nn.Linear(2 * width, hidden)
        self.output = nn.Linear(hidden, 1)
        # What a kind adds to the biases of the first and of the hidden layer.
        self.kinds = nn.Parameter(torch.zeros(ITSELF + 1, width + hidden))

    def forward(self, x, kind):
        added = self.kinds[kind.long()]
        x = torch.relu(self.first(x) + added[:, : self.width, None, None].to(x.dtype))
        for one, two in self.blocks:
            x = torch.relu(x + two(torch.relu(one(x))))
        # Sums, not means: a few cells more are as much on a large board as on a small one.
        pooled = torch.cat([x.float().sum((2, 3)) / 64, x.float().amax((2, 3))], 1)
        return self.output(torch.relu(self.hidden(pooled) + added[:, self.width :])).squeeze(1)

    def save(self, path):
        """The numbers for the engine, and beside them what training can go on from."""
        parameters = [p for name, p in self.named_parameters() if name != "kinds"] + [self.kinds]
        torch.cat([p.detach().float().cpu().reshape(-1) for p in parameters]).numpy().tofile(path)
        torch.save(self.state_dict(), path + ".pt")


def fast(net):
    """A copy for judging only, convolutions in the short format."""
    copied = copy.deepcopy(net).to(memory_format=torch.channels_last).eval()
    if CUDA:
        copied.first.half()
        copied.blocks.half()
    return copied


def follow(mean, net, share=0.01):
    """Moves the mean of the past networks towards the present one."""
    with torch.no_grad():
        for slow, quick in zip(mean.parameters(), net.parameters()):
            slow.lerp_(quick, share)


@torch.no_grad()
def logits(net, board, boards, kind, chunk=131072):
    if not len(boards):
        return torch.empty(0, device=DEVICE)
    parts = range(0, len(boards), chunk)
    return torch.cat([net(board.planes(boards[i : i + chunk]), kind[i : i + chunk]) for i in parts])


@torch.no_grad()
def play(board, net, games, dialect, random_share, learner, rival, keep=True, elsewhere=0.0, close=None):
    """Plays games side by side to their ends. `learner` is the side that goes by the network, `rival` of which kind the other
    is; those who come close do so by the style `close`, or by any. Without a network all go by a style, ITSELF by the first.
    Returns positions after placements [turns, games, 2, h], their values, which of them count, and the first side's results."""
    own = board.start(games, elsewhere)
    side = torch.zeros(games, dtype=torch.int32, device=DEVICE)
    placed = torch.zeros(games, 2, device=DEVICE)
    alive = torch.ones(games, dtype=torch.bool, device=DEVICE)
    result = torch.full((games,), 0.5, device=DEVICE)
    history, values, masks = [], [], []
    everyone = torch.arange(games, device=DEVICE)
    near = torch.randint(CLOSE, len(STYLES), (games,), device=DEVICE) if close is None else close
    turn = 0
    while turn % 8 or bool(alive.any()):
        piece = board.draw(games)
        learns = (side == learner) | (rival == ITSELF)
        style = torch.where(learns, 0, torch.where(rival == CLOSE, near, rival)).int()
        corners, splits, legal = board.placements(own, side, piece, style)
        stuck = alive & (legal == 0)
        other = (1 - side).long()
        # Who is left alone fills nearly all it can reach.
        reach = board.reach(own).float()[everyone, other]
        ahead = placed[everyone, other] - placed[everyone, side.long()]
        if dialect == "plateau":
            chance = torch.sigmoid(2 * (ahead + 0.9 * reach / board.growth - 0.5))
        else:
            chance = torch.sigmoid((ahead + 0.95 * reach) / 3)
        result = torch.where(stuck, torch.where(other == 0, chance, 1 - chance), result)
        alive = alive & ~stuck
        after = board.place(own, side, piece, corners)
        value = splits
        if net:
            asked = (alive & learns).nonzero().squeeze(1)
            value = splits.clone()
            shown = after.view(games, -1)[asked].view(-1, 2, board.h)
            value[asked] = logits(net, board, shown, rival[asked].repeat_interleave(board.best)).view(-1, board.best)
        value = torch.where(corners < 0, -1e9, value)
        choice = value.argmax(1)
        if random_share:
            lots = torch.rand(games, board.best, device=DEVICE).masked_fill(corners < 0, -1).argmax(1)
            choice = torch.where(torch.rand(games, device=DEVICE) < random_share, lots, choice)
        chosen = after.view(games, board.best, 2, board.h)[everyone, choice]
        if keep:
            history.append(chosen)
            values.append(torch.sigmoid(value[everyone, choice].float()))
            masks.append(alive & learns)
        is_second = (side == 1)[:, None, None]
        moved = torch.where(is_second, chosen.flip(1), chosen)
        own = torch.where(alive[:, None, None], moved, own)
        gain = (board.counts[piece.long()] - 1).float() if dialect == "anfield" else torch.ones(games, device=DEVICE)
        placed[everyone, side.long()] += gain * alive
        side = 1 - side
        turn += 1
    if not keep:
        return result
    return torch.stack(history), torch.stack(values), torch.stack(masks), result


def returns(values, masks, result, trust):
    """TD(lambda): what each position led to, for the side that had placed, chances of later positions mixed in."""
    turns = len(values)
    target = torch.empty_like(values)
    # From the first side's view.
    sign = torch.tensor([1.0 if t % 2 == 0 else -1.0 for t in range(turns)], device=DEVICE)[:, None]
    first = torch.where(sign > 0, values, 1 - values)
    running = result.clone()
    for t in range(turns - 1, -1, -1):
        target[t] = running
        running = torch.where(masks[t], trust * running + (1 - trust) * first[t], running)
    return torch.where(sign > 0, target, 1 - target)


def measure(board, net, games, dialect):
    """The network's score as the first and as the second side against each style, in percent."""
    learner = (torch.arange(games, device=DEVICE) % 2).int()
    said = []
    for style, name in enumerate(STYLES):
        rival = torch.full((games,), min(style, CLOSE), dtype=torch.int32, device=DEVICE)
        result = play(board, net, games, dialect, 0.0, learner, rival, keep=False, close=max(style, CLOSE))
        first, second = result[learner == 0].mean(), 1 - result[learner == 1].mean()
        said.append(f"{name} {100 * float(first):.1f} {100 * float(second):.1f} = {50 * float(first + second):.2f}")
    return ", ".join(said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("dialect")
    parser.add_argument("draws")
    parser.add_argument("out")
    parser.add_argument("--seconds", type=float, default=500)
    parser.add_argument("--games", type=int, default=8192)
    parser.add_argument("--best", type=int, default=8)
    parser.add_argument("--warm", type=int, default=6)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--blocks", type=int, default=3)
    parser.add_argument("--trust", type=float, default=0.9)
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--rivals", type=float, nargs=4, default=[0.2, 0.2, 0.2, 0.4], help="shares of the kinds: split, hard split, close, itself")
    parser.add_argument("--elsewhere", type=float, default=0.0, help="share of games that start from other cells")
    parser.add_argument("--start")
    a = parser.parse_args()
    torch.manual_seed(1)
    begun = time.time()
    board = Board(a.draws, a.best)
    net = Judge(a.width, a.blocks).to(DEVICE).to(memory_format=torch.channels_last)
    if a.start:
        net.load_state_dict(torch.load(a.start, map_location=DEVICE), strict=False)
    mean = copy.deepcopy(net)
    if a.start:
        print("at the start:", measure(board, fast(mean), a.games, a.dialect), flush=True)
    adam = torch.optim.Adam(net.parameters(), lr=a.rate)
    total, block, shown = 0, 0, 0
    while time.time() - begun < a.seconds:
        share = (time.time() - begun) / a.seconds
        for group in adam.param_groups:
            group["lr"] = a.rate * max(0.02, 0.5 * (1 + math.cos(math.pi * share)))
        warm = block < a.warm and not a.start
        learner = torch.randint(2, (a.games,), device=DEVICE).int()
        shares = torch.tensor(a.rivals, device=DEVICE)
        rival = torch.multinomial(shares, a.games, replacement=True).int()
        began = time.time()
        positions, values, masks, result = play(board, None if warm else fast(mean), a.games, a.dialect, 0.04, learner, rival, elsewhere=a.elsewhere)
        played = time.time() - began
        target = returns(values, masks, result, 1.0 if warm else a.trust)
        kinds = rival.expand(len(values), -1).reshape(-1)
        keep = masks.reshape(-1).nonzero().squeeze(1)
        keep = keep[torch.randperm(len(keep), device=DEVICE)]
        positions, target = positions.flatten(0, 1), target.reshape(-1)
        loss_sum, steps = 0.0, 0
        for i in range(0, len(keep) - a.batch + 1, a.batch):
            chosen = keep[i : i + a.batch]
            with torch.autocast(DEVICE, dtype=torch.bfloat16, enabled=CUDA):
                value = net(board.planes(positions[chosen]).to(torch.bfloat16 if CUDA else torch.float32), kinds[chosen])
            loss = nn.functional.binary_cross_entropy_with_logits(value, target[chosen])
            adam.zero_grad(set_to_none=True)
            loss.backward()
            adam.step()
            follow(mean, net)
            loss_sum += loss.detach()
            steps += 1
        total += a.games
        block += 1
        if block <= a.warm or block % 10 == 0:
            print(
                f"{time.time() - begun:6.0f} s  block {block}  games {total}  turns {len(values)}  kept {len(keep)}  "
                f"loss {float(loss_sum) / max(steps, 1):.4f}  first wins {float(result.mean()):.3f}  "
                f"play {played:.1f} s  learn {time.time() - began - played:.1f} s", flush=True)
        if time.time() - begun > (shown + 1) * a.seconds / 2:
            shown += 1
            print("         ", measure(board, fast(mean), a.games // 2, a.dialect), flush=True)
            mean.save(a.out)
    print("at the end:", measure(board, fast(mean), a.games, a.dialect), flush=True)
    mean.save(a.out)


if __name__ == "__main__":
    main()
