"""What each register of each thread holds: `linear`, `blocked`, and `slice` of both, by going through the places.

Elements are row-major numbers.  `held(tensor)` lists the threads, blocks slowest and lanes fastest, each with the
elements of its registers.
"""

import functools
import itertools
import math
from dataclasses import dataclass

from views_memory import number_of, of_number  # noqa: F401

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
        moves_by_two_bits = any(v & (v - 1) for of in self.bases for basis in of for v in basis)
        return f"#ttg.{'generic_linear' if moves_by_two_bits else 'linear'}<{{{inside}}}>"

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
        return without_copies(self.parent.held(shape[:self.dim] + (1,) + shape[self.dim:], ctas))

    def is_cut_by_ctas_first(self):
        """Not the last part of a dimension is a CTA's."""
        if not isinstance(self.parent, Linear):
            return False
        *others, of_ctas = self.parent.bases
        return any(0 < block[d] < basis[d] for block in of_ctas for of in others for basis in of
                   for d in range(len(block)))


def without_copies(threads):
    """Of registers that repeat all of others, one is left."""
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


def is_larger(layout, shape):
    """Given by bases that lead out of the shape: which of the registers are left is not documented."""
    return isinstance(layout, Linear) and any(x >= n for of in layout.bases for v in of for n, x in zip(shape, v))


def span_size(numbers):
    """Of how many numbers these are the XORs."""
    least = []
    for number in numbers:
        for one in least:
            number = min(number, number ^ one)
        if number:
            least.append(number)
    return 2 ** len(least)
