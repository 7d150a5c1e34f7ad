"""What an access of global memory costs: docs/global-memory.md, by going through every lane of every instruction."""

import functools
import itertools
import math
import re
from dataclasses import dataclass

import programs_layouts
from expressions import BadInput
from tensors_layouts import without_copies

SECTOR, LINE, WIDEST = 32, 128, 16  # bytes


@dataclass(frozen=True)
class Places:
    """held[block][warp][lane] lists the row-major numbers of the elements in the registers of a thread."""
    held: tuple
    shape: tuple

    def bases(self):
        """Of each bit of a place, registers first, the number of the element that it leads to."""
        sizes = [len(self.held[0][0][0]), len(self.held[0][0]), len(self.held[0]), len(self.held)]
        return [[self.held[at(3, bit, place)][at(2, bit, place)][at(1, bit, place)][at(0, bit, place)]
                 for bit in range(size.bit_length() - 1)] for place, size in enumerate(sizes)]

    def copy_bits(self):
        """Of each place the bits that do not move the element, if need be together with bits before them."""
        reached, masks = {0}, []
        for bases in self.bases():
            mask = 0
            for bit, basis in enumerate(bases):
                if basis in reached:
                    mask |= 1 << bit
                else:
                    reached |= {one ^ basis for one in reached}
            masks.append(mask)
        return masks

    @functools.cached_property
    def in_order(self):
        """The longest vectors, up to 16, of which each element is the next along the fastest dimension in every thread."""
        fastest = self.fastest()[0]
        steps = [math.prod(self.shape[fastest + 1:]), self.shape[fastest]]
        threads = [thread for block in self.held for warp in block for thread in warp]
        vector = 1
        while vector < 16 and all(is_next(thread[first], thread[first + vector:first + 2 * vector], vector, *steps)
                                  for thread in threads for first in range(0, len(thread), 2 * vector)):
            vector *= 2
        return vector

    def fastest(self):
        """The fastest dimension, and how many of its elements a thread holds together."""
        steps = [coordinates(self.shape, basis) for basis in self.bases()[0]]
        moved = [next(d for d, x in enumerate(step) if x) for step in steps if any(step)]
        fastest = moved[0] if moved else len(self.shape) - 1
        together = 1
        for step in steps:
            if step != tuple(together * (d == fastest) for d in range(len(self.shape))):
                break
            together *= 2
        return fastest, together


def is_next(first, others, distance, step, size):
    """Whether the others go on behind the first, at a distance, along a dimension of such steps and size."""
    at = first // step % size
    return at + distance + len(others) <= size and all(
        element == first + (distance + k) * step for k, element in enumerate(others))


def at(wanted, bit, place):
    return 1 << bit if wanted == place else 0


def coordinates(shape, number):
    found = []
    for n in reversed(shape):
        found.append(number % n)
        number //= n
    return tuple(reversed(found))


@functools.lru_cache(maxsize=256)
def places(text, shape):
    return Places(held(text, shape), shape)


def held(text, shape):
    sliced = re.fullmatch(r"#ttg\.slice<\{dim = (\d+), parent = (.*)\}>", text)
    if not sliced:
        return programs_layouts.held(text, shape)
    dim = int(sliced[1])
    blocks = held(sliced[2], shape[:dim] + (1,) + shape[dim:])
    threads = without_copies(tuple(thread for warps in blocks for lanes in warps for thread in lanes))
    lanes, warps = len(blocks[0][0]), len(blocks[0])
    return tuple(tuple(tuple(threads[(b * warps + w) * lanes + lane] for lane in range(lanes)) for w in range(warps))
                 for b in range(len(blocks)))


@dataclass
class Cost:
    requests: int = 0
    sectors: int = 0
    lines: int = 0
    least_requests: int = 0
    least_sectors: int = 0


def cost_of_block(where, block, direction, vector, size, address, active=lambda element: True):
    """Of one CTA; `address` and `active` are of elements, `size` is the bytes of one."""
    registers, lanes, warps, _ = where.copy_bits()
    cost, touched = Cost(), set()
    for w, warp in enumerate(where.held[block]):
        for first in range(0, len(warp[0]), vector):
            if first & registers:
                continue
            starts = []
            for lane, thread in enumerate(warp):
                is_copy = direction == "store" and (lane & lanes or w & warps)
                if not is_copy and active(thread[first]):
                    starts.append(address(thread[first]))
            if not starts:
                continue
            cost.requests += 1
            cost.sectors += len(pieces(starts, vector * size, SECTOR))
            cost.lines += len(pieces(starts, vector * size, LINE))
    elements = {e for warp in where.held[block] for thread in warp for e in thread}
    touched = pieces((address(e) for e in elements if active(e)), size, SECTOR)
    cost.least_sectors = len(touched)
    cost.least_requests = -(-len(elements) * size // (WIDEST * len(where.held[block][0])))
    return cost


def pieces(starts, size, width):
    return {piece for start in starts for piece in range(start // width, (start + size - 1) // width + 1)}


def vector_of(where, bits, contiguity, divisibility, mask_constancy=None):
    """Elements of a vector; the facts are those along the fastest dimension."""
    size = max(8, bits) // 8
    limits = [WIDEST // size, where.fastest()[1], contiguity, max(1, divisibility // size)]
    if mask_constancy is not None:
        limits.append(mask_constancy)
    vector = min(limits)
    if vector > where.in_order:
        raise BadInput("not every thread has its vectors in order")
    return vector


def strides_of(request, shape):
    if "strides" in request:
        strides = request["strides"]
        if len(strides) != len(shape) or any(s < 0 for s in strides):
            raise BadInput("strides")
        return strides
    order = request["order"]
    if sorted(order) != list(range(len(shape))):
        raise BadInput("order")
    strides, before = [0] * len(shape), 1
    for d in order:
        strides[d] = before
        before *= shape[d]
    return strides


def power_of_two(n):
    """The largest that divides n."""
    return n & -n if n else 1 << 62


def global_access(request):
    """The answer to a line of `batch`, without its evidence."""
    shape, bits = tuple(request["shape"]), request["element_bits"]
    if bits not in (1, 8, 16, 32, 64):
        raise BadInput("element_bits")
    size, alignment = max(8, bits) // 8, request["alignment"]
    if alignment & (alignment - 1) or alignment < size:
        raise BadInput("alignment")
    where, strides = places(request["layout"], shape), strides_of(request, shape)
    fastest = where.fastest()[0]
    divisibility = math.gcd(alignment, *(power_of_two(s) * size for d, s in enumerate(strides) if d != fastest))
    vector = vector_of(where, bits, shape[fastest] if strides[fastest] == 1 else 1, divisibility)
    offset = [size * sum(x * s for x, s in zip(coordinates(shape, e), strides)) for e in range(math.prod(shape))]
    best = None
    for base, block in itertools.product(range(0, LINE, alignment), range(len(where.held))):
        cost = cost_of_block(where, block, request["direction"], vector, size, lambda e: base + offset[e])
        if best is None or cost.sectors > best.sectors:
            best = cost
    return {"vector_bits": vector * size * 8, "requests": best.requests, "sectors": best.sectors,
            "least_sectors": best.least_sectors, "lines": best.lines, "least_requests": best.least_requests}
