"""A random program in the making: its head, its layouts, and sums over the bits of threads as text.

All layouts here move single bits of an element's number: a basis is a power of two, or 0, which makes copies.
"""

from dataclasses import dataclass, field

from programs_layouts import held

PLACES = ("register", "lane", "warp", "block")


@dataclass
class Case:
    target: str = "cuda:90"
    bits: int = 32
    each: int = 0  # elements in a register, 0 where it is not written
    lanes: int = 32
    warps: int = 1
    blocks: int = 1
    shape: tuple = ()
    source: str = ""
    destination: str = ""
    shared: int = 0
    apart_copies: bool = False
    repeated: bool = False
    style: str = ""
    arrays: list = field(default_factory=list)
    lines: list = field(default_factory=list)
    mistake: str = ""

    @property
    def amd(self):
        return self.target.startswith("hip:")

    @property
    def in_a_register(self):
        return self.each or {8: 4, 16: 2}.get(self.bits, 1)

    @property
    def text(self):
        parts = [f"program {self.target}", f"{self.warps} warps", f"{self.bits} bits"]
        parts += [f"{self.lanes} lanes"] if self.target == "hip:gfx1100" and self.lanes == 64 else []
        parts += [f"{self.blocks} blocks"] if self.blocks > 1 else []
        parts += [f"{self.each} in a register"] if self.each else []
        parts += [f"shared {self.shared} bytes"] if self.shared else []
        arrays = [f"registers {', '.join(self.arrays)};"] if self.arrays else []
        return "\n".join([", ".join(parts) + ";", *arrays, *self.lines]) + "\n"


def linear_text(shape, bases):
    columns = shape[1]

    def coordinates(v):
        return [v // columns, v % columns]
    inside = ", ".join(f"{place} = {[coordinates(v) for v in bases[place]]}" for place in PLACES)
    return f"#ttg.linear<{{{inside}}}>"


def bases_of(text, shape):
    """Basis of each bit of each place, as numbers of elements."""
    table = held(text, shape)
    return {"register": bits(lambda k: table[0][0][0][k], len(table[0][0][0])),
            "lane": bits(lambda k: table[0][0][k][0], len(table[0][0])),
            "warp": bits(lambda k: table[0][k][0][0], len(table[0])),
            "block": bits(lambda k: table[k][0][0][0], len(table))}


def bits(element, count):
    return [element(1 << k) for k in range(count.bit_length() - 1)]


def sum_text(constant, terms):
    """XOR of a number and of terms (name, bit, value): the value where the bit of the name is set."""
    pieces, terms = [], [term for term in terms if term[2]]
    while terms:
        name, bit, value = terms.pop(0)
        count = 1
        while terms and terms[0] == (name, bit + count, value << count) and value & value - 1 == 0:
            terms.pop(0)
            count += 1
        digit = f"({name} >> {bit} & {(1 << count) - 1})" if bit else f"{name} % {1 << count}"
        pieces.append(f"{digit} * {value}")
    if constant or not pieces:
        pieces.append(str(constant))
    return pieces[0] if len(pieces) == 1 else " ^ ".join(f"({piece})" if " " in piece else piece for piece in pieces)


def random_bases(rng, elements, sizes, fixed=()):
    """Every bit of an element's number somewhere, and zeros where there are more places than bits."""
    free = [(place, k) for place in PLACES for k in range(sizes[place]) if (place, k) not in dict(fixed)]
    values = [1 << j for j in range(elements) if 1 << j not in dict(fixed).values()]
    rng.shuffle(values)
    values += [0] * (len(free) - len(values))
    # Copies are in places, mostly not in registers.
    if rng.random() < 0.7:
        rng.shuffle(free)
    placed = {**dict(fixed), **dict(zip(free, values))}
    return {place: [placed[place, k] for k in range(sizes[place])] for place in PLACES}


def random_blocked(rng, shape, lanes, warps):
    order = rng.choice(([0, 1], [1, 0]))

    def two(product):
        first = 1 << rng.randrange(product.bit_length())
        return [first, product // first]
    size = two(1 << rng.randrange(4))
    return (f"#ttg.blocked<{{sizePerThread = {size}, threadsPerWarp = {two(lanes)}, warpsPerCTA = {two(warps)}, "
            f"order = {order}}}>")


def shape_of(rng, elements):
    rows = rng.randrange(elements + 1)
    return 1 << rows, 1 << elements - rows


def start(rng, style, registers=None, target=None):
    case = Case(style=style, bits=rng.choice((8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 128)))
    case.target = target or rng.choice(("cuda:90", "cuda:90", "cuda:80", "hip:gfx942", "hip:gfx1100"))
    case.lanes = 64 if case.target == "hip:gfx942" or case.target == "hip:gfx1100" and rng.random() < 0.5 else 32
    case.warps = rng.choice((1, 2, 4) if case.lanes == 32 else (1, 2))
    sizes = {"register": registers or rng.randrange(1, 4), "lane": case.lanes.bit_length() - 1,
             "warp": case.warps.bit_length() - 1, "block": 0}
    case.apart_copies = rng.random() < 0.2
    case.repeated = rng.random() < 0.3
    return case, sizes


def finish_layouts(case, elements, shape, source, destination):
    case.shape = shape
    case.source, case.destination = linear_text(shape, source), linear_text(shape, destination)


def selector_of(size, to, of):
    """The bytes of element `to` of the first register are those of element `of` of the second."""
    digits = [0, 1, 2, 3]
    for k in range(size):
        digits[to * size + k] = 4 + of * size + k
    return "0x" + "".join(map(str, reversed(digits)))
