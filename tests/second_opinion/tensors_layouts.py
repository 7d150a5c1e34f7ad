"""What each register of each thread holds: `linear`, `blocked`, and `slice` of both, by going through the places.

Elements are row-major numbers.  `held(tensor)` lists the threads, blocks slowest and lanes fastest, each with the
elements of its registers.
"""

import functools
import itertools
import math
from dataclasses import dataclass

LANES, WARPS = 32, 4
PLACES = ("register", "lane", "warp", "block")


@dataclass(frozen=True)
class Tensor:
    shape: tuple
    element: str
    layout: object

    @property
    def text(self):
        return f"tensor<{'x'.join(map(str, self.shape))}x{self.element}, {self.layout.text}>"


@dataclass(frozen=True)
class Linear:
    """Bases of each place, as coordinates."""
    bases: tuple  # one tuple of coordinates for each of PLACES

    @property
    def text(self):
        inside = ", ".join(f"{place} = {[list(v) for v in of]}" for place, of in zip(PLACES, self.bases))
        return f"#ttg.linear<{{{inside}}}>"

    def held(self, shape, ctas):
        spans = [span([number_of(shape, wrapped(shape, v)) for v in of]) for of in self.bases]
        assert [len(of) for of in spans[1:]] == [LANES, WARPS, ctas]
        return tuple(tuple(b ^ w ^ a ^ r for r in spans[0])
                     for b in spans[3] for w in spans[2] for a in spans[1])


@dataclass(frozen=True)
class Blocked:
    size: tuple
    threads: tuple
    warps: tuple
    order: tuple

    @property
    def text(self):
        return (f"#ttg.blocked<{{sizePerThread = {list(self.size)}, threadsPerWarp = {list(self.threads)}, "
                f"warpsPerCTA = {list(self.warps)}, order = {list(self.order)}}}>")

    def held(self, shape, ctas):
        assert ctas == 1
        tile = [s * t * w for s, t, w in zip(self.size, self.threads, self.warps)]
        tiles = [max(1, n // of_tile) for n, of_tile in zip(shape, tile)]
        in_register = [(digits(r, self.size, self.order), digits(r // math.prod(self.size), tiles, self.order))
                       for r in range(math.prod(self.size) * math.prod(tiles))]
        threads = []
        for warp, lane in itertools.product(range(WARPS), range(LANES)):
            of_lane, of_warp = digits(lane, self.threads, self.order), digits(warp, self.warps, self.order)
            begin = [s * (a + t * w) for s, t, a, w in zip(self.size, self.threads, of_lane, of_warp)]
            threads.append(tuple(
                number_of(shape, tuple((r + at + n * k) % whole for r, at, n, k, whole
                                       in zip(register, begin, tile, further, shape)))
                for register, further in in_register))
        return tuple(threads)


@dataclass(frozen=True)
class Slice:
    dim: int
    parent: object

    @property
    def text(self):
        return f"#ttg.slice<{{dim = {self.dim}, parent = {self.parent.text}}}>"

    def held(self, shape, ctas):
        """As the parent has the tensor with a size 1; of registers that repeat all of others, one is left."""
        threads = self.parent.held(shape[:self.dim] + (1,) + shape[self.dim:], ctas)
        bit = 1
        while bit < len(threads[0]):
            if all(thread[r] == thread[r ^ bit] for thread in threads for r in range(len(thread))):
                threads = tuple(tuple(e for r, e in enumerate(thread) if not r & bit) for thread in threads)
            else:
                bit *= 2
        return threads


def digits(number, sizes, order):
    """The number in digits of these sizes, the first of the order fastest."""
    found = [0] * len(sizes)
    for d in order:
        found[d] = number % sizes[d]
        number //= sizes[d]
    return found


def span(numbers):
    out = [0]
    for number in numbers:
        out += [one ^ number for one in out]
    return out


def wrapped(shape, c):
    return tuple(x % n for n, x in zip(shape, c))


def number_of(shape, c):
    number = 0
    for n, x in zip(shape, c):
        number = number * n + x
    return number


def of_number(shape, number):
    c = []
    for n in reversed(shape):
        c.append(number % n)
        number //= n
    return tuple(reversed(c))


@functools.lru_cache(maxsize=4096)
def held_by(layout, shape, ctas):
    return layout.held(shape, ctas)


def held(tensor, ctas):
    return held_by(tensor.layout, tensor.shape, ctas)


def as_linear(layout, shape, ctas):
    """The same map by bases."""
    threads = held_by(layout, shape, ctas)
    registers, count = len(threads[0]).bit_length() - 1, len(threads).bit_length() - 1
    of_registers = [of_number(shape, threads[0][1 << k]) for k in range(registers)]
    of_threads = [of_number(shape, threads[1 << k][0]) for k in range(count)]
    return Linear((tuple(of_registers), tuple(of_threads[:5]), tuple(of_threads[5:7]), tuple(of_threads[7:])))


def is_legal(layout, shape, ctas):
    """Has every element; no basis moves along several dimensions, and only single bits lead out of the shape."""
    while isinstance(layout, Slice):
        shape, layout = shape[:layout.dim] + (1,) + shape[layout.dim:], layout.parent
    if isinstance(layout, Linear):
        bases = sum(layout.bases, ())
        if any(sum(map(bool, v)) > 1 or any(x >= n and x & (x - 1) for n, x in zip(shape, v)) for v in bases):
            return False
        elements = span_size([number_of(shape, wrapped(shape, v)) for v in bases])
        return elements == math.prod(shape)
    return ctas == 1


def span_size(numbers):
    """Of how many numbers these are the XORs."""
    least = []
    for number in numbers:
        for one in least:
            number = min(number, number ^ one)
        if number:
            least.append(number)
    return 2 ** len(least)


# Random ones.

def random_shape(rng, rank, most=8):
    bits = [0] * rank
    for _ in range(rng.randint(rank, most)):
        bits[rng.randrange(rank)] += 1
    return tuple(2**b for b in bits)


def random_layout(rng, shape, ctas):
    if len(shape) < 3 and rng.random() < 0.2:
        dim = rng.randrange(len(shape) + 1)
        whole = shape[:dim] + (2 ** rng.randint(0, 2),) + shape[dim:]
        return Slice(dim, random_whole(rng, whole, ctas))
    return random_whole(rng, shape, ctas)


def random_whole(rng, shape, ctas):
    return random_blocked(rng, len(shape)) if ctas == 1 and rng.random() < 0.4 else random_linear(rng, shape, ctas)


def random_blocked(rng, rank):
    return Blocked(tuple(2 ** rng.choice((0, 0, 1, 2)) for _ in range(rank)), split_power(rng, LANES, rank),
                   split_power(rng, WARPS, rank), tuple(rng.sample(range(rank), rank)))


def split_power(rng, number, rank):
    parts = [1] * rank
    while math.prod(parts) < number:
        parts[rng.randrange(rank)] *= 2
    return tuple(parts)


def random_linear(rng, shape, ctas):
    rank = len(shape)
    units = [[tuple((1 << k) * (d == other) for other in range(rank)) for k in range(n.bit_length() - 1)]
             for d, n in enumerate(shape)]
    for of in units:
        if len(of) > 1 and rng.random() < 0.3:
            a, b = rng.sample(range(len(of)), 2)
            of[a] = tuple(x ^ y for x, y in zip(of[a], of[b]))
    left = [v for of in units for v in of]
    rng.shuffle(left)
    still = (0,) * rank
    bases = {place: [] for place in PLACES}
    slots = ["lane"] * 5 + ["warp"] * 2 + ["block"] * (ctas - 1)
    for place in rng.sample(slots, len(slots)):
        bases[place].append(left.pop() if left and rng.random() < 0.85 else still)
    bases["register"] = left
    if rng.random() < 0.15:
        left.insert(rng.randrange(len(left) + 1), still)
    return Linear(tuple(tuple(bases[place]) for place in PLACES))


def other_layout(rng, layout, shape, ctas):
    """One thing of it is another."""
    if isinstance(layout, Blocked) and rng.random() < 0.4:
        return random_blocked(rng, len(shape))
    bases = [list(of) for of in as_linear(layout, shape, ctas).bases]
    (p, i), (q, j) = rng.sample([(p, i) for p, of in enumerate(bases) for i in range(len(of))], 2)
    kind = rng.choice(("swap", "swap", "add", "drop", "copy"))
    if kind == "swap":
        bases[p][i], bases[q][j] = bases[q][j], bases[p][i]
    elif kind == "add" and [bool(x) for x in bases[p][i]] == [bool(x) for x in bases[q][j]]:
        bases[p][i] = tuple(x ^ y for x, y in zip(bases[p][i], bases[q][j]))
    elif kind == "drop" and bases[0]:
        bases[0].pop(rng.randrange(len(bases[0])))
    else:
        bases[0].insert(rng.randrange(len(bases[0]) + 1), (0,) * len(shape))
    return Linear(tuple(map(tuple, bases)))
