"""Which elements each thread holds in a layout in registers: `blocked` and `linear` (docs/layouts.md, Formulas).

Elements are row-major numbers. `held(text, shape)[block][warp][lane]` lists those of the layout's registers.
"""

import functools
import math
import re

from expressions import BadInput
from tensors_layouts import digits, span


def number(shape, coordinates):
    """Row-major, each coordinate taken modulo the shape."""
    found = 0
    for x, n in zip(coordinates, shape):
        found = found * n + x % n
    return found


@functools.lru_cache(maxsize=512)
def held(text, shape):
    match = re.fullmatch(r"#ttg\.(blocked|linear)<\{(.*)\}>", text)
    if not match:
        raise BadInput("no layout that is known here")
    fields = {key: eval(value) for key, value in re.findall(r"(\w+)\s*=\s*(\[[\[\]\s\d,]*\])", match[2])}
    return {"blocked": blocked, "linear": linear}[match[1]](fields, shape)


def blocked(fields, shape):
    order, size = fields["order"], fields["sizePerThread"]
    threads, warps = fields["threadsPerWarp"], fields["warpsPerCTA"]
    alone = [1] * len(shape)
    ctas, split = fields.get("CTAsPerCGA", alone), fields.get("CTASplitNum", alone)
    part = [n // k for n, k in zip(shape, split)]
    tile = [s * t * w for s, t, w in zip(size, threads, warps)]
    tiles = [max(1, n // one) for n, one in zip(part, tile)]

    def element(register, of_lane, of_warp, of_block):
        inner, outer = register
        return number(shape, [(r + s * (a + t * w) + n * k) % p + b % q * p for r, s, a, t, w, n, k, b, q, p
                              in zip(inner, size, of_lane, threads, of_warp, tile, outer, of_block, split, part)])

    registers = [(digits(r % math.prod(size), size, order), digits(r // math.prod(size), tiles, order))
                 for r in range(math.prod(size) * math.prod(tiles))]
    all_lanes, all_warps = ([digits(k, sizes, order) for k in range(math.prod(sizes))] for sizes in (threads, warps))
    all_blocks = [digits(b, ctas, fields.get("CTAOrder", order)) for b in range(math.prod(ctas))]
    return tuple(tuple(tuple(tuple(element(r, a, w, b) for r in registers) for a in all_lanes) for w in all_warps)
                 for b in all_blocks)


def linear(fields, shape):
    if any(x >= n for of in fields.values() for v in of for x, n in zip(v, shape)):
        raise BadInput("a basis leaves the tensor, which is not told here")
    registers, lanes, warps, blocks = (span([number(shape, v) for v in fields[place]])
                                       for place in ("register", "lane", "warp", "block"))
    return tuple(tuple(tuple(tuple(b ^ w ^ a ^ r for r in registers) for a in lanes) for w in warps) for b in blocks)
