"""Random shapes and layouts, and mistaken ones."""

import math
import re
from dataclasses import replace

import views_memory as memory
from views_memory import BITS, Layout, Memory, Tensor, number_of, of_number

ELEMENTS = ("i8", "f16", "bf16", "i16", "f32", "i32", "i64")


def powers(rng, low, high):
    return 2 ** rng.randint(low, high)


def random_order(rng, rank):
    return rng.sample(range(rank), rank)


def random_shape(rng, rank, most=7):
    """Of at most 2^most elements."""
    bits = [0] * rank
    for _ in range(rng.randint(rank, most)):
        bits[rng.randrange(rank)] += 1
    return tuple(2**b for b in bits)


def split_power(rng, number, rank):
    """Powers of two of which this is the product."""
    parts = [1] * rank
    while math.prod(parts) < number:
        parts[rng.randrange(rank)] *= 2
    return parts


def random_swizzled(rng, rank):
    return memory.swizzled_shared(powers(rng, 0, 3), powers(rng, 0, 2), powers(rng, 0, 3),
                                  random_order(rng, rank))


def random_padded(rng, rank):
    intervals = rng.sample([2, 4, 8, 16, 32, 64], rng.choice((1, 1, 2)))
    return memory.padded_shared([(i, powers(rng, 0, 3)) for i in sorted(intervals)], random_order(rng, rank))


def random_linear(rng, shape):
    """The bits of the coordinates, shuffled, some with others added."""
    bases = [tuple((1 << k) * (d == other) for other in range(len(shape)))
             for d, n in enumerate(shape) for k in range(n.bit_length() - 1)]
    rng.shuffle(bases)
    for _ in range(rng.choice((0, 0, 1, 2, 4))):
        a, b = rng.randrange(len(bases)), rng.randrange(len(bases))
        if a != b:
            bases[a] = tuple(x ^ y for x, y in zip(bases[a], bases[b]))
    return memory.shared_linear(bases, rng.choice((16, 16, 16, 8, 4, 32)))


def random_nvmma(rng, bits):
    """With a shape of which it can be."""
    swizzle, transposed = rng.choice((0, 32, 32, 64, 128)), rng.random() < 0.4
    columns = max(swizzle, 16) * 8 // bits * rng.choice((1, 1, 2))
    shape = (8 * rng.choice((1, 1, 2)), columns)
    return memory.nvmma_shared(swizzle, transposed, bits), shape[::-1] if transposed else shape


def random_layout(rng, shape):
    family = rng.choice(("swizzled", "swizzled", "padded", "linear"))
    if family == "linear" and math.prod(shape) > 1:
        return random_linear(rng, shape)
    return random_padded(rng, len(shape)) if family == "padded" else random_swizzled(rng, len(shape))


def random_memory(rng):
    element = rng.choice(ELEMENTS)
    if rng.random() < 0.2:
        element = rng.choice(("i8", "f16", "bf16", "f32"))
        layout, shape = random_nvmma(rng, BITS[element])
    else:
        shape = random_shape(rng, rng.choice((1, 2, 2, 2, 3)))
        layout = random_layout(rng, shape)
    buffers = (rng.choice((1, 2, 3, 3, 4, 5, 8)),) if rng.random() < 0.8 else ()
    return Memory(buffers + shape, element, layout)


def random_tensor(rng, shape, element, warps):
    rank = len(shape)
    fields = {"sizePerThread": [powers(rng, 0, 2) for _ in range(rank)],
              "threadsPerWarp": split_power(rng, 32, rank),
              "warpsPerCTA": split_power(rng, warps, rank), "order": random_order(rng, rank)}
    inside = ", ".join(f"{key} = {value}" for key, value in fields.items())
    return Tensor(shape, element, Layout(f"#ttg.blocked<{{{inside}}}>"))


def as_linear(of, shape=None):
    """The same map, given by bases; of another shape, by row-major numbers.  None where there is padding."""
    shape = of.allocated if shape is None else shape
    if memory.padding(of.layout) or math.prod(shape) == 1:
        return None
    element_at = {o: c for c, (o, _) in memory.cells(of.layout, of.allocated).items()}
    bases = [element_at[1 << k] for k in range(math.prod(shape).bit_length() - 1)]
    return memory.shared_linear([of_number(shape, number_of(of.allocated, c)) for c in bases])


# Mistakes.

def other_layout(rng, layout, shape):
    """One number or order of it is another, or all of it."""
    numbers = [m for m in re.finditer(r"(?<=[=+] )\d+|(?<=\+)\d+", layout.text)
               if "Bit" not in layout.text[:m.start()][-18:]]
    if layout.family == "nvmma_shared" and rng.random() < 0.5:
        fields = layout.fields
        return memory.nvmma_shared(int(fields["swizzlingByteWidth"]), fields["transposed"] == "false",
                                   int(fields["elementBitWidth"]))
    if layout.family == "shared_linear" and rng.random() < 0.8:
        bases = eval(layout.fields["offset"])
        a, b = rng.randrange(len(bases)), rng.randrange(len(bases))
        bases[a], bases[b] = bases[b], bases[a]
        return memory.shared_linear(bases)
    if layout.family in ("swizzled_shared", "padded_shared") and rng.random() < 0.7 and numbers:
        m = rng.choice(numbers)
        number = max(1, int(m[0]) * rng.choice((2, 4)) // rng.choice((1, 8)))
        return Layout(layout.text[:m.start()] + str(number) + layout.text[m.end():])
    return random_layout(rng, shape)


def other_shape(rng, shape):
    shape = list(shape)
    d = rng.randrange(len(shape))
    kind = rng.choice(("double", "halve", "swap", "swap", "move"))
    other = rng.randrange(len(shape))
    if kind == "swap":
        shape[d], shape[other] = shape[other], shape[d]
    elif kind == "move" and shape[other] % 2 == 0:
        shape[other] //= 2
        shape[d] *= 2
    elif kind == "halve" and shape[d] % 2 == 0:
        shape[d] //= 2
    else:
        shape[d] *= 2
    return tuple(shape)


def mistaken(rng, of):
    """A type of a memory in which one thing is another, and which thing."""
    what = rng.choice(("layout", "layout", "layout", "shape", "element", "mutable", "allocation"))
    if what == "layout":
        return replace(of, layout=other_layout(rng, of.layout, of.allocated)), what
    if what == "shape":
        return replace(of, shape=other_shape(rng, of.shape)), what
    if what == "element":
        alike = [e for e in ELEMENTS if e != of.element
                 and (of.layout.family != "nvmma_shared" or BITS[e] == of.width * 8)]
        return replace(of, element=rng.choice(alike or [of.element])), what
    if what == "mutable":
        return replace(of, mutable=not of.mutable), what
    allocation = other_shape(rng, of.stated)
    return replace(of, allocation=None if allocation == of.shape else allocation), what
