"""Where the elements of a memory lie: docs/checking.md (Memory), docs/layouts.md (Formulas)."""

import functools
import itertools
import math
import re
from dataclasses import dataclass, replace

from notations import read_map

BITS = {"i8": 8, "f16": 16, "bf16": 16, "i16": 16, "f32": 32, "i32": 32, "i64": 64}


class NotCovered(Exception):
    """Something of which the documentation does not say enough, or that is never generated."""


@dataclass(frozen=True)
class Layout:
    """An attribute's text, with `shape = ?` where padded_shared states that of the allocation."""
    text: str

    @property
    def family(self):
        return re.match(r"#ttg\.(\w+)", self.text)[1]

    @property
    def fields(self):
        return dict(re.findall(r"(\w+) = (\[\[.*?\]\]|\[[^\]]*\]|\w+)", self.text))

    @property
    def rank(self):
        if self.family == "nvmma_shared":
            return 2
        if self.family == "shared_linear":
            return len(eval(self.fields["offset"])[0])
        return len(eval(self.fields["order"]))


@dataclass(frozen=True)
class Tensor:
    shape: tuple
    element: str
    layout: Layout


@dataclass(frozen=True)
class Memory:
    shape: tuple
    element: str
    layout: Layout
    mutable: bool = True
    allocation: tuple = None  # as written behind `mutable`

    @property
    def width(self):
        return BITS[self.element] // 8

    @property
    def has_buffers(self):
        return len(self.shape) == self.layout.rank + 1

    @property
    def allocated(self):
        """A, the shape of the allocation of one buffer."""
        return self.stated[-self.layout.rank:]

    @property
    def stated(self):
        """The allocation's shape."""
        return self.allocation or self.shape

    @property
    def others(self):
        """Of one of several buffers: how many the allocation has, by dimensions."""
        return self.stated[:-len(self.shape)]

    @property
    def is_whole(self):
        """Whether it shows all of its allocation; of several buffers, one of them."""
        return self.stated[-len(self.shape):] == self.shape


@functools.lru_cache(4096)
def cells(layout, shape):
    """Element -> its offset before padding and its cell, in elements."""
    if layout.family == "nvmma_shared":
        return {c: (o, o) for c, o in nvmma_offsets(layout, shape)}
    if layout.family == "shared_linear":
        return {c: (o, o) for c, o in linear_offsets(layout, shape)}
    text = layout.text.replace("shape = ?", f"shape = {list(shape)}")
    f = read_map(text, shape)
    return {c: (o, padded(layout, o)) for c, (o,) in replace(f, formula=f.unpadded).table({}).items()}


@functools.lru_cache(4096)
def padding(layout):
    return tuple((int(i), int(a)) for i, a in re.findall(r"(\d+):\+(\d+)", layout.text))


def padded(layout, offset):
    return offset + sum(offset // interval * amount for interval, amount in padding(layout))


def swizzled_bytes(byte, bits):
    """Sw<bits,4,3>, what nvmma_shared is (docs/claims.md, Theorems)."""
    return byte ^ (byte >> 3 & (2**bits - 1) << 4)


def nvmma_offsets(layout, shape):
    """Boxes of at most 256 elements a side, as wide as is swizzled, along dimension 0 first (docs/layouts.md)."""
    fields = layout.fields
    swizzle, size = int(fields["swizzlingByteWidth"]), int(fields["elementBitWidth"]) // 8
    if len(shape) != 2:
        raise NotCovered(f"{layout.text} of {shape}")
    if swizzle == 0:
        if fields["transposed"] == "true":
            raise NotCovered("what is transposed and not swizzled: versions of compilers differ")
        rows, columns = (min(256, side) for side in shape)
        return [((row, col), ((col // columns * (shape[0] // rows) + row // rows) * rows + row % rows) * columns
                 + col % columns) for row, col in elements(shape)]
    transposed = fields["transposed"] == "true"
    rows, columns = shape[::-1] if transposed else shape
    if swizzle not in (32, 64, 128) or columns * size < swizzle or rows % 8:
        raise NotCovered(f"{layout.text} of {shape}")
    bits, span = swizzle.bit_length() - 5, swizzle // size
    side = min(256, rows)

    def box(row, col):
        along_rows, along_columns = rows // side, columns // span
        if transposed:
            return row // side * along_columns + col // span
        return col // span * along_rows + row // side

    return [((col, row) if transposed else (row, col),
             swizzled_bytes(((box(row, col) * side + row % side) * span + col % span) * size, bits) // size)
            for row, col in itertools.product(range(rows), range(columns))]


def linear_offsets(layout, shape):
    """Each bit of an offset brings its basis."""
    bases = [tuple(basis) for basis in eval(layout.fields["offset"])]
    held = [(0,) * len(shape)]
    for basis in bases:
        held += [tuple(x ^ b for x, b in zip(c, basis)) for c in held]
    if sorted(held) != list(itertools.product(*map(range, shape))):
        raise NotCovered(f"{layout.text} of {shape}")
    return [(c, o) for o, c in enumerate(held)]


def elements(shape):
    return itertools.product(*map(range, shape))


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


def begin_of_buffer(memory, i):
    """In bytes, behind the first buffer."""
    return padded(memory.layout, i * math.prod(memory.allocated)) * memory.width


def begins_of_buffers(memory):
    """Of all buffers of its allocation, where that states them."""
    states = len(memory.stated) > memory.layout.rank
    return [begin_of_buffer(memory, i) for i in range(memory.stated[0])] if states else None


def same_begins(a, b):
    """Whether buffers begin at the same bytes, as far as both types state them."""
    begins = begins_of_buffers(a), begins_of_buffers(b)
    return None in begins or begins[0] == begins[1]


def addresses(memory, begin=0, at=None):
    """Element -> its first byte, or None where it is outside the shape on which the layout is."""
    of, width, rank = cells(memory.layout, memory.allocated), memory.width, memory.layout.rank
    if len(memory.shape) not in (rank, rank + 1):
        raise NotCovered(f"{memory.layout.text} of {memory.shape}")
    inner = {}
    for c in elements(memory.shape[-rank:]):
        cell = of.get(tuple(x + o for x, o in zip(c, at)) if at else c)
        inner[c] = None if cell is None else begin + cell[1] * width
    if not memory.has_buffers:
        return inner
    return {(i, *c): byte if byte is None else byte + first for i in range(memory.shape[0])
            for first in [begin_of_buffer(memory, i)] for c, byte in inner.items()}


def begin_of_allocation(layout):
    """Bytes of which an allocation without an attribute begins at a multiple."""
    if layout.family == "shared_linear":
        return int(layout.fields["alignment"])
    if layout.family != "nvmma_shared":
        return 16
    return {"32": 256, "64": 512, "128": 1024}.get(layout.fields["swizzlingByteWidth"], 128)


def bytes_of(memory, begin=0):
    """Bytes of all elements of a whole memory: up to the last one, and with the padding behind it."""
    whole = memory if memory.is_whole else replace(memory, shape=memory.stated, allocation=None)
    buffers = whole.shape[0] if whole.has_buffers else 1
    last = max(begin + byte for byte in addresses(whole).values()) + whole.width
    return last, max(last, begin + padded(whole.layout, buffers * math.prod(whole.allocated)) * whole.width)


def offset_bits(layout, shape, c):
    """How many bits of an offset before padding the coordinates c set."""
    return bin(cells(layout, shape)[c][0] ^ cells(layout, shape)[(0,) * len(shape)][0]).count("1")


def in_slice(whole, part, offsets):
    return all(0 <= o and o + n <= m for m, n, o in zip(whole, part, offsets))


def is_refused(operand, result, offsets):
    """Whether the compiler refuses the slice."""
    cut = [d for d, (m, n) in enumerate(zip(operand.shape, result.shape)) if n < m]

    def bits(d, x):
        c = tuple(x if d == other else 0 for other in range(len(offsets)))
        return offset_bits(operand.layout, operand.allocated, c)
    powers = [(d, 1 << k) for d in cut for k in range(operand.shape[d].bit_length() - 1)
              if 1 << k >= result.shape[d]]
    return any(offsets[d] % result.shape[d] for d in cut) or any(bits(d, x) > 1 for d, x in powers)


def padding_in_bytes(of):
    return sorted((interval * of.width, amount * of.width) for interval, amount in padding(of.layout))


def refusals_of_reinterpretation(operand, result):
    """Whether the compiler refuses the result's padding, or its rows by the operand's layout, in each way to
    read which dimension that is."""
    rank, fields = operand.layout.rank, operand.layout.fields
    if padding_in_bytes(operand) != padding_in_bytes(result):
        return {True}
    if operand.shape == result.shape or operand.layout.family not in ("swizzled_shared", "nvmma_shared"):
        return {False}
    if len(result.shape) < rank:
        return {False, True}
    shapes = result.shape[:rank], result.shape[-rank:]
    if operand.layout.family == "swizzled_shared":
        return {shape[eval(fields["order"])[0]] % int(fields["vec"]) != 0 for shape in shapes}
    rows = [shape[0 if fields["transposed"] == "true" else 1] * result.width for shape in shapes]
    return {row % 16 != 0 or row % max(1, int(fields["swizzlingByteWidth"])) != 0 for row in rows}


def permuted(layout, order):
    """The same attribute for dimensions of which the k-th was the order[k]-th; None if there is none."""
    fields, rank = layout.fields, layout.rank
    if sorted(order) != list(range(rank)):
        return None
    if layout.family == "nvmma_shared":
        flipped = {"true": "false", "false": "true"}[fields["transposed"]]
        text = layout.text.replace(f"transposed = {fields['transposed']}", f"transposed = {flipped}")
        return Layout(text) if order == (1, 0) else layout
    if layout.family == "shared_linear":
        return shared_linear([[basis[d] for d in order] for basis in eval(fields["offset"])],
                             int(fields["alignment"]))
    renamed = [order.index(d) for d in eval(fields["order"])]
    return Layout(layout.text.replace(f"order = {fields['order']}", f"order = {renamed}"))


def shared_linear(bases, alignment=16):
    return Layout(f"#ttg.shared_linear<{{offset = {[list(b) for b in bases]}}}, alignment = {alignment}>")


def swizzled_shared(vec, per_phase, max_phase, order):
    return Layout(f"#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, "
                  f"order = {list(order)}}}>")


def padded_shared(pairs, order):
    shown = ", ".join(f"{interval}:+{amount}" for interval, amount in pairs)
    return Layout(f"#ttg.padded_shared<[{shown}] {{order = {list(order)}, shape = ?}}>")


def nvmma_shared(swizzle, transposed, bits):
    shown = str(transposed).lower()
    return Layout(f"#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {shown}, "
                  f"elementBitWidth = {bits}}}>")


def plain(rank):
    return swizzled_shared(1, 1, 1, range(rank)[::-1])


def is_legal(layout, shape):
    """Whether the layout is one of this shape, as far as it is known here."""
    if layout.rank != len(shape) or any(n < 1 or n & n - 1 for n in shape):
        return False
    try:
        cells(layout, tuple(shape))
    except NotCovered:
        return False
    return True
