#!/usr/bin/env python3
"""Small TTGIR modules about one operation each, and whether Triton's parser and verifier accept them.

    generate.py [--seed N] [--out FILE] [--quota N] [--report]

Needs Python 3.9 and a Triton that can be imported; no GPU. Writes one JSON object a line, gzipped.
A module that ends Triton's process is left out, as is one whose text Triton cannot read for its syntax.
The stored answers are from Triton 3.9.0.
"""
import argparse
import collections
import dataclasses
import gzip
import io
import itertools
import json
import os
import random
import re
import subprocess
import sys
import tempfile

SMEM = "#ttg.shared_memory"
TMEM = "#ttng.tensor_memory"


# ---------------------------------------------------------------- layouts

def numbers(values):
    return "[" + ", ".join(str(v) for v in values) + "]"


def rows(values):
    return "[" + ", ".join(numbers(v) for v in values) + "]"


def blocked(size, threads, warps, order):
    return (f"#ttg.blocked<{{sizePerThread = {numbers(size)}, threadsPerWarp = {numbers(threads)}, "
            f"warpsPerCTA = {numbers(warps)}, order = {numbers(order)}}}>")


def spread(total, rank, order):
    """`total` (a power of 2) over the dimensions, the fastest first, at most 8 in each but the last."""
    out = [1] * rank
    for d in order[:-1]:
        take = min(total, 8)
        out[d] = take
        total //= take
    out[order[-1]] = total
    return out


def blk(rank, order=None, size=None, warps=4):
    order = list(order or range(rank - 1, -1, -1))
    warp = [1] * rank
    warp[order[-1]] = warps
    return blocked(size or [1] * rank, spread(32, rank, order), warp, order)


def dims_of_bits(shape, order):
    for d in order:
        b = 1
        while b < shape[d]:
            yield [b if i == d else 0 for i in range(len(shape))]
            b *= 2


def linear_bases(shape, order=None, registers=1):
    order = list(order or range(len(shape) - 1, -1, -1))
    bits = list(dims_of_bits(shape, order))
    zero = [0] * len(shape)
    take = lambda n: [bits.pop(0) if bits else zero for _ in range(n)]
    first = [bits.pop(0) for _ in range(min(registers, len(bits)))]
    lane, warp = take(5), take(2)
    return {"register": first + bits, "lane": lane, "warp": warp, "block": []}


def linear_text(bases):
    return "#ttg.linear<{" + ", ".join(f"{k} = {rows(v)}" for k, v in bases.items()) + "}>"


def lin(shape, order=None, registers=1):
    return linear_text(linear_bases(shape, order, registers))


def reshaped(bases, old, new):
    """The bases of the same elements, counted row by row, in another shape."""
    def move(v):
        flat = 0
        for x, n in zip(v, old):
            flat = flat * n + x
        out = []
        for n in reversed(new):
            out.append(flat % n)
            flat //= n
        return out[::-1]
    return {k: [move(v) for v in vs] for k, vs in bases.items()}


def slice_of(dim, parent):
    return f"#ttg.slice<{{dim = {dim}, parent = {parent}}}>"


def dot_op(index, parent, width=None):
    tail = "" if width is None else f", kWidth = {width}"
    return f"#ttg.dot_op<{{opIdx = {index}, parent = {parent}{tail}}}>"


def mma2(warps=(2, 2), instr=(16, 8)):
    return f"#ttg.nvidia_mma<{{versionMajor = 2, versionMinor = 0, warpsPerCTA = {numbers(warps)}, instrShape = {numbers(instr)}}}>"


def mma3(n=64, k=16, warps=(4, 1), minor=0):
    return f"#ttg.nvidia_mma<{{versionMajor = 3, versionMinor = {minor}, warpsPerCTA = {numbers(warps)}, instrShape = [16, {n}, {k}]}}>"


def swz(order, vec=1, per=1, phase=1):
    return f"#ttg.swizzled_shared<{{vec = {vec}, perPhase = {per}, maxPhase = {phase}, order = {numbers(order)}}}>"


def nvmma(bits, swizzle=128, transposed=False, rank=2):
    tail = "" if rank == 2 else f", rank = {rank}"
    return (f"#ttg.nvmma_shared<{{swizzlingByteWidth = {swizzle}, transposed = {str(transposed).lower()}, "
            f"elementBitWidth = {bits}{tail}}}>")


def padded(shape, order=None, pads="32:+4"):
    order = list(order or range(len(shape) - 1, -1, -1))
    return f"#ttg.padded_shared<[{pads}] {{order = {numbers(order)}, shape = {numbers(shape)}}}>"


def padded_bases(offset, pads="32:+4"):
    return f"#ttg.padded_shared<[{pads}] {{offset = {rows(offset)}, block = []}}>"


def shlin(offset, align=16):
    return f"#ttg.shared_linear<{{offset = {rows(offset)}, block = []}}, alignment = {align}>"


def shlin_of(shape, order=None, align=16):
    order = list(order or range(len(shape) - 1, -1, -1))
    return shlin(list(dims_of_bits(shape, order)), align)


def tmem(m=128, n=128, stride=1):
    return f"#ttng.tensor_memory_encoding<blockM = {m}, blockN = {n}, colStride = {stride}>"


SCALES = "#ttng.tensor_memory_scales_encoding<>"


# ---------------------------------------------------------------- types

@dataclasses.dataclass(frozen=True)
class T:
    shape: tuple
    elt: str
    enc: str = None

    def __str__(self):
        dims = "".join(f"{n}x" for n in self.shape)
        return f"tensor<{dims}{self.elt}{', ' + self.enc if self.enc else ''}>"


@dataclasses.dataclass(frozen=True)
class M:
    shape: tuple
    elt: str
    enc: str
    space: str = SMEM
    mut: bool = True
    alloc: tuple = None

    def body(self):
        dims = "".join(f"{n}x" for n in self.shape)
        text = f"<{dims}{self.elt}, {self.enc}, {self.space}"
        if self.mut:
            text += ", mutable"
        if self.alloc:
            text += ", " + "x".join(str(n) for n in self.alloc)
        return text + ">"

    def __str__(self):
        return "!ttg.memdesc" + self.body()


def tens(shape, elt, enc=None):
    return T(tuple(shape), elt, enc or blk(len(shape)))


WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64,
         "f8E5M2": 8, "f8E4M3FN": 8}


def width(elt):
    return WIDTH.get(elt, 64)


def other_elements(elt):
    if elt.startswith("!tt.ptr"):
        inner = elt[len("!tt.ptr<"):-1]
        return [inner, "i64"] + [f"!tt.ptr<{e}>" for e in ("f32", "i8", "f16") if e != inner][:2]
    w = width(elt)
    same = [e for e, b in WIDTH.items() if b == w and e != elt]
    rest = [e for e in ("f32", "f16", "i32", "i8", "i1", "f64") if WIDTH[e] != w]
    return same[:2] + rest[:4] + ["!tt.ptr<f32>"]


def other_shapes(shape):
    shape = list(shape)
    r = len(shape)
    for i in range(r):
        yield f"dimension {i} doubled", shape[:i] + [shape[i] * 2] + shape[i + 1:]
        if shape[i] > 1:
            yield f"dimension {i} halved", shape[:i] + [shape[i] // 2] + shape[i + 1:]
    if r > 1:
        if shape[0] != shape[-1]:
            yield "dimensions in reverse", shape[::-1]
        yield "one dimension fewer", shape[1:]
        yield "last dimension dropped", shape[:-1]
    yield "one dimension more", [1] + shape
    yield "a dimension of 1 appended", shape + [1]
    yield "not a power of 2", shape[:-1] + [shape[-1] * 3]


def with_rank(enc, rank):
    """A layout of the same kind with another rank, where that is plain."""
    if enc and enc.startswith("#ttg.blocked"):
        return blk(rank)
    if enc and enc.startswith("#ttg.swizzled_shared"):
        return swz(range(rank - 1, -1, -1))
    return enc


def other_tensor_layouts(t):
    r = len(t.shape)
    yield "another sizePerThread", blk(r, size=[1] * (r - 1) + [4])
    if r > 1:
        yield "another order", blk(r, order=list(range(r)))
        yield "a linear layout of another order", lin(t.shape, range(r))
    yield "a linear layout", lin(t.shape)
    yield "a slice", slice_of(0, blk(r + 1))
    yield "no layout", None
    yield "a layout of another rank", blk(r + 1)
    yield "a layout of 8 warps", blk(r, warps=8)
    yield "a layout of 2 warps", blk(r, warps=2)
    yield "a shared layout", swz(range(r - 1, -1, -1))
    if r == 2:
        yield "an mma layout", mma2()
        yield "an mma layout of other warps", mma2((4, 1))
        yield "a dot operand", dot_op(0, mma2(), 2)


def other_memory_layouts(m):
    r = len(m.shape)
    down = list(range(r - 1, -1, -1))
    yield "another vec", swz(down, 2, 1, 2)
    yield "another maxPhase", swz(down, 1, 1, 8)
    if r > 1:
        yield "another order", swz(down[::-1])
        yield "order of another rank", swz(range(r - 2, -1, -1))
    yield "order of a higher rank", swz(range(r, -1, -1))
    yield "padded", padded(m.alloc or m.shape)
    if all(n & (n - 1) == 0 for n in m.shape):
        yield "shared_linear", shlin_of(m.shape)
        yield "shared_linear of another order", shlin_of(m.shape, range(r))
    if r >= 2:
        yield "nvmma_shared", nvmma(max(8, min(32, width(m.elt))), 32, False, r)
        yield "nvmma_shared transposed", nvmma(max(8, min(32, width(m.elt))), 32, True, r)
        yield "nvmma_shared of another width", nvmma(8 if width(m.elt) != 8 else 16, 32, False, r)
    yield "a layout of registers", blk(r)
    yield "tensor memory", tmem(m.shape[-2] if r > 1 else 128, m.shape[-1])


def other_tmem_layouts(m):
    n = m.shape[-1]
    yield "another blockM", tmem(64, n)
    yield "another blockN", tmem(128, max(n // 2, 1))
    yield "a larger blockN", tmem(128, n * 2)
    yield "another colStride", tmem(128, n, 2)
    yield "colStride 4", tmem(128, n, 4)
    yield "scales", SCALES
    yield "shared", swz(range(len(m.shape) - 1, -1, -1))
    yield "a layout of registers", blk(len(m.shape))


def mutations(t):
    """Every type that differs from `t` in one thing."""
    if isinstance(t, str):
        for e in ("i32", "i64", "f32", "i1", "index", "!tt.ptr<f32>"):
            if e != t:
                yield f"{e} in place of {t}", e
        if t not in ("index",):
            yield f"a tensor in place of {t}", tens([128], t)
        return
    for what, shape in other_shapes(t.shape):
        enc = t.enc if len(shape) == len(t.shape) else with_rank(t.enc, len(shape))
        if isinstance(t, M):
            alloc = t.alloc
            yield what, dataclasses.replace(t, shape=tuple(shape), enc=enc, alloc=alloc)
        else:
            yield what, dataclasses.replace(t, shape=tuple(shape), enc=enc)
        if len(shape) != len(t.shape):
            yield what + ", same layout", dataclasses.replace(t, shape=tuple(shape))
    for e in other_elements(t.elt):
        yield f"elements {e} in place of {t.elt}", dataclasses.replace(t, elt=e)
    if isinstance(t, T):
        for what, enc in other_tensor_layouts(t):
            if enc != t.enc:
                yield what, dataclasses.replace(t, enc=enc)
        yield "the element alone", t.elt
        return
    for what, enc in (other_tmem_layouts if t.space == TMEM else other_memory_layouts)(t):
        if enc != t.enc:
            yield what, dataclasses.replace(t, enc=enc)
    yield "immutable" if t.mut else "mutable", dataclasses.replace(t, mut=not t.mut)
    yield "the other memory space", dataclasses.replace(t, space=TMEM if t.space == SMEM else SMEM)
    for what, alloc in (("alloc shape doubled", tuple(2 * n for n in t.shape)),
                        ("alloc shape doubled in the last", tuple(t.shape[:-1]) + (2 * t.shape[-1],)),
                        ("alloc shape of higher rank", (2,) + tuple(t.shape)),
                        ("alloc shape too small", tuple(max(1, n // 2) for n in t.shape)),
                        ("alloc shape of lower rank", tuple(t.shape[1:]) or None),
                        ("no alloc shape", None)):
        if alloc != t.alloc and (alloc or what == "no alloc shape"):
            yield what, dataclasses.replace(t, alloc=alloc)


# ---------------------------------------------------------------- modules

@dataclasses.dataclass
class Spec:
    op: str
    text: str                      # {name} is a type, {!name} its part in angle brackets, <<name>> an attribute
    types: dict
    attrs: dict = dataclasses.field(default_factory=dict)
    attr_mutations: list = dataclasses.field(default_factory=list)   # (what, {name: value})
    type_mutations: list = dataclasses.field(default_factory=list)   # (what, {name: type})
    results: str = ""              # of the function
    ret: str = "tt.return"
    before: str = ""               # another function
    target: str = "cuda:90"
    base: str = ""                 # what is special about this one
    fixed: tuple = ()              # names of types that are left as they are
    arg_meets: bool = True         # also: an argument's type is not the one that the operation states


ALIASED = re.compile(r"#tt[n]?g\.\w+<")


def aliased(text):
    """Layouts stand in aliases in front of the module, as Triton prints them."""
    names, out, i = {}, [], 0
    while True:
        m = ALIASED.search(text, i)
        if not m:
            out.append(text[i:])
            break
        out.append(text[i:m.start()])
        depth, j = 1, m.end()
        while depth:
            depth += {"<": 1, ">": -1}.get(text[j], 0)
            j += 1
        out.append(names.setdefault(text[m.start():j], f"#l{len(names)}"))
        i = j
    return "".join(f"{name} = {attr}\n" for attr, name in names.items()) + "".join(out)


def module(spec, types, attrs, arg_types, allocs):
    def fill(text):
        for k, v in attrs.items():
            text = text.replace(f"<<{k}>>", str(v))
        for k, v in types.items():
            text = text.replace("{!" + k + "}", v.body() if isinstance(v, M) else str(v))
            text = text.replace("{" + k + "}", str(v))
        return text

    whole = fill(spec.text + spec.ret)
    used = [k for k in types if re.search(rf"%{k}\b", whole)]
    args, head = [], []
    for k in used:
        t = arg_types.get(k, types[k])
        plain = isinstance(t, M) and t.space == SMEM and t.mut and not t.alloc
        if allocs and plain and k in allocs:
            head.append(f"    %{k} = ttg.local_alloc : () -> {t}")
        elif allocs and t == "i32" and k in allocs:
            head.append(f"    %{k} = arith.constant 0 : i32")
        else:
            args.append(f"%{k}: {t}")
    body = ["    " + line for line in fill(spec.text).split("\n") if line]
    results = f" -> {fill(spec.results)}" if spec.results else ""
    lines = []
    if spec.before:
        lines += ["  " + line for line in fill(spec.before).split("\n")]
    lines += [f"  tt.func public @f({', '.join(args)}){results} {{"] + head + body + ["    " + fill(spec.ret), "  }"]
    text = (f'module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, '
            f'ttg.target = "{spec.target}", "ttg.threads-per-warp" = 32 : i32}} {{\n' + "\n".join(lines) + "\n}\n")
    text = aliased(text)
    line = next(i for i, l in enumerate(text.split("\n"), 1) if "@@" in l)
    return text.replace("@@", ""), line


def cases(spec, rng):
    def one(what, types=None, attrs=None, arg_types=None, named=False):
        names = [k for k, t in (types or spec.types).items() if isinstance(t, M) or t == "i32"]
        allocs = [k for k in names if rng.random() < 0.5]
        t = dict(spec.types, **(types or {}))
        a = dict(spec.attrs, **(attrs or {}))
        text, line = module(spec, t, a, arg_types or {}, allocs)
        label = f"{what} ({spec.base})" if spec.base else what
        return {"op": spec.op, "what": label, "line": line, "text": text, "named": named}

    yield one("base", named=True)
    for what, update in spec.attr_mutations:
        yield one(what, attrs=update, named=True)
    for what, update in spec.type_mutations:
        yield one(what, types=update, named=True)
    for name, t in spec.types.items():
        if name in spec.fixed:
            continue
        changed = list(mutations(t))
        for what, new in changed:
            yield one(f"{name}: {what}", types={name: new})
        if spec.arg_meets and re.search(rf"%{name}\b(?! =)", spec.text):
            for what, new in rng.sample(changed, min(2, len(changed))):
                yield one(f"argument {name}: {what}", arg_types={name: new})
        same = [k for k, u in spec.types.items() if k > name and u == t and k not in spec.fixed]
        # Two types that change together: often valid again.
        for k in same[:1]:
            for what, new in changed:
                yield one(f"{name} and {k}: {what}", types={name: new, k: new})
    free = {k: t for k, t in spec.types.items() if k not in spec.fixed and not isinstance(t, str)}
    for first in list(free.values())[:1]:
        alike = {k: t for k, t in free.items() if t.shape == first.shape}
        if len(alike) > 1:
            for what, shape in other_shapes(first.shape):
                yield one(f"all shapes: {what}", types={
                    k: dataclasses.replace(t, shape=tuple(shape), enc=with_rank(t.enc, len(shape)) if len(shape) != len(t.shape) else t.enc)
                    for k, t in alike.items()})
        for e in other_elements(first.elt):
            alike = {k: t for k, t in free.items() if t.elt == first.elt}
            if len(alike) > 2 or len({type(t) for t in alike.values()}) > 1:
                yield one(f"all elements: {e} in place of {first.elt}", types={k: dataclasses.replace(t, elt=e) for k, t in alike.items()})
    for first in [t for t in free.values() if isinstance(t, T)][:1]:
        alike = {k: t for k, t in free.items() if isinstance(t, T) and t.enc == first.enc}
        if len(alike) > 1:
            for what, enc in other_tensor_layouts(first):
                yield one(f"all layouts: {what}", types={k: dataclasses.replace(t, enc=enc) for k, t in alike.items()})


# ---------------------------------------------------------------- operations

SPECS = []


def spec(*args, **kwargs):
    SPECS.append(Spec(*args, **kwargs))


def shared_layouts(shape, elt):
    """(name, layout) for a shape."""
    r = len(shape)
    down = list(range(r - 1, -1, -1))
    yield "unswizzled", swz(down)
    yield "swizzled", swz(down, 8, 1, 4)
    if r == 2:
        yield "swizzled along rows", swz([0, 1], 4, 2, 4)
    if r >= 2 and shape[-1] * width(elt) >= 256 and width(elt) in (8, 16, 32):
        yield "nvmma", nvmma(width(elt), 32, False, r)
        if shape[-1] * width(elt) >= 1024:
            yield "nvmma 128", nvmma(width(elt), 128, False, r)
    yield "padded", padded(shape)
    yield "shared_linear", shlin_of(shape)


def memory_ops():
    index = "@@%r = ttg.memdesc_index %src[%i] : {src} -> {dst}"
    for shape, elt in (((64, 32), "f16"), ((16, 128), "f32"), ((64, 64), "i8"), ((128,), "f32")):
        for name, enc in shared_layouts(shape, elt):
            for n in (3, 1):
                spec("ttg.memdesc_index", index,
                     {"src": M((n,) + shape, elt, enc), "i": "i32", "dst": M(shape, elt, enc)}, base=f"{name}, {n} buffers")
        spec("ttg.memdesc_index", index,
             {"src": M((2,) + shape, elt, swz(range(len(shape), -1, -1))), "i": "i32",
              "dst": M(shape, elt, swz(range(len(shape), -1, -1)))}, base="layout of the source's rank")
    spec("ttg.memdesc_index", index, {"src": M((4,), "i64", swz([0])), "i": "i32", "dst": M((1,), "i64", swz([0]))}, base="1D")
    spec("ttg.memdesc_index", index, {"src": M((2, 128, 64), "f32", tmem(128, 64), TMEM), "i": "i32",
                                      "dst": M((128, 64), "f32", tmem(128, 64), TMEM)}, base="tensor memory", target="cuda:100")

    slice_ = "@@%r = ttg.memdesc_subslice %src[<<off>>] : {src} -> {dst}"
    for shape, elt in (((64, 64), "f16"), ((32, 128), "f32"), ((128, 64), "i8"), ((16, 64), "bf16")):
        for name, enc in shared_layouts(shape, elt):
            h, w = shape
            for what, small, off in (("upper half", (h // 2, w), [0, 0]), ("lower half", (h // 2, w), [h // 2, 0]),
                                     ("right half", (h, w // 2), [0, w // 2]), ("quarter", (h // 2, w // 2), [h // 2, 0]),
                                     ("whole", (h, w), [0, 0])):
                o = lambda v: {"off": ", ".join(str(x) for x in v)}
                spec("ttg.memdesc_subslice", slice_,
                     {"src": M(shape, elt, enc), "dst": M(small, elt, enc, alloc=shape if small != shape else None)},
                     o(off),
                     [("offset beyond", o([h, 0])), ("offset beyond in the last", o([0, w])), ("offset negative", o([-h // 2, 0])),
                      ("offset off the tile", o([h // 2 + 1, 0])), ("offset of 1 in the last", o([0, 1])),
                      ("offset in an undivided dimension", o([0, w // 2])), ("too few offsets", o([0])),
                      ("too many offsets", o([0, 0, 0])), ("offset far beyond", o([4 * h, 0])), ("another half", o([h // 4, 0]))],
                     base=f"{name}, {what}")
    for enc in (swz([2, 1, 0]), swz([1, 0]), padded((2, 32, 32)), padded((32, 32))):
        spec("ttg.memdesc_subslice", slice_, {"src": M((2, 32, 32), "f32", enc), "dst": M((2, 16, 32), "f32", enc, alloc=(2, 32, 32))},
             {"off": "0, 16, 0"}, [("offset in the first", {"off": "1, 0, 0"}), ("offset beyond", {"off": "0, 32, 0"})], base="3D")

    trans = "@@%r = ttg.memdesc_trans %src {order = array<i32: <<order>>>} : {src} -> {dst}"
    o = lambda v: {"order": ", ".join(str(x) for x in v)}
    bad = [("order too short", o([0])), ("order too long", o([1, 0, 2])), ("order repeats", o([0, 0])),
           ("order beyond", o([1, 2])), ("order negative", o([-1, 0])), ("order of identity", o([0, 1]))]
    for (h, w), elt in (((64, 32), "f16"), ((32, 128), "f32"), ((64, 64), "i8"), ((128, 64), "bf16")):
        pairs = [("swizzled", swz([1, 0], 8, 1, 4), swz([0, 1], 8, 1, 4)), ("unswizzled", swz([1, 0]), swz([0, 1])),
                 ("swizzled along rows", swz([0, 1], 4, 1, 8), swz([1, 0], 4, 1, 8)),
                 ("padded", padded((h, w)), padded((w, h), [0, 1])), ("shared_linear", shlin_of((h, w)), shlin_of((w, h), [0, 1]))]
        if w * width(elt) >= 512:
            pairs.append(("nvmma", nvmma(width(elt), 64), nvmma(width(elt), 64, True)))
        for name, enc, dst in pairs:
            spec("ttg.memdesc_trans", trans, {"src": M((h, w), elt, enc), "dst": M((w, h), elt, dst)}, o([1, 0]),
                 bad + [("layout unchanged, identity", o([0, 1]))],
                 [("layout of the source", {"dst": M((w, h), elt, enc)}),
                  ("layout of the result on both", {"src": M((h, w), elt, dst)}),
                  ("immutable on both", {"src": M((h, w), elt, enc, mut=False), "dst": M((w, h), elt, dst, mut=False)}),
                  ("of a subslice", {"src": M((h // 2, w), elt, enc, alloc=(h, w)), "dst": M((w, h // 2), elt, dst, alloc=(w, h))}),
                  ("of a subslice, alloc shape unchanged", {"src": M((h // 2, w), elt, enc, alloc=(h, w)), "dst": M((w, h // 2), elt, dst, alloc=(h, w))}),
                  ("of a buffer, alloc shape kept", {"src": M((h, w), elt, enc, alloc=(3, h, w)), "dst": M((w, h), elt, dst, alloc=(3, w, h))})],
                 base=name)
    for order in itertools.permutations(range(3)):
        shape = (4, 16, 32)
        inverse = [order.index(i) for i in range(3)]
        spec("ttg.memdesc_trans", trans, {"src": M(shape, "f16", swz([2, 1, 0])),
                                          "dst": M(tuple(shape[i] for i in order), "f16", swz([inverse[i] for i in (2, 1, 0)]))},
             o(order), [("order repeats", o([0, 1, 1])), ("order too short", o([1, 0]))],
             [("layout permuted the other way", {"dst": M(tuple(shape[i] for i in order), "f16", swz([order[i] for i in (2, 1, 0)]))})],
             base=f"3D, order {order}")

    reshape = "@@%r = ttg.memdesc_reshape %src : {src} -> {dst}"
    for old, new in (((64, 32), (32, 64)), ((4, 32, 64), (128, 64)), ((128, 64), (2, 64, 64)), ((64, 64), (4096,)), ((1024,), (32, 32))):
        for elt in ("f16", "f32"):
            down = lambda s: list(range(len(s) - 1, -1, -1))
            bases = list(dims_of_bits(old, down(old)))
            dst_bases = reshaped({"o": bases}, old, new)["o"]
            forms = [("swizzled", swz(down(old)), swz(down(new))), ("to shared_linear", swz(down(old)), shlin(dst_bases)),
                     ("shared_linear", shlin(bases), shlin(dst_bases)), ("shared_linear, alignment 128", shlin(bases, 128), shlin(dst_bases, 128)),
                     ("padded", padded(old), padded(new)), ("padded by bases", padded(old), padded_bases(dst_bases))]
            if len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
                forms.append(("nvmma", nvmma(width(elt), 64, False, len(old)), nvmma(width(elt), 64, False, len(new))))
            for name, a, b in forms:
                spec("ttg.memdesc_reshape", reshape, {"src": M(old, elt, a), "dst": M(new, elt, b)},
                     type_mutations=[("of a subslice", {"src": M((old[0] // 2,) + old[1:], elt, a, alloc=old)}),
                                     ("other padding", {"dst": M(new, elt, padded(new, pads="64:+8"))}),
                                     ("another alignment", {"dst": M(new, elt, shlin(dst_bases, 256))}),
                                     ("immutable on both", {"src": M(old, elt, a, mut=False), "dst": M(new, elt, b, mut=False)}),
                                     ("swizzled result", {"dst": M(new, elt, swz(down(new), 8, 1, 4))})],
                     base=name)

    again = "@@%r = ttg.memdesc_reinterpret %src : {src} -> {dst}"
    for a, b in ((M((64, 32), "f16", swz([1, 0])), M((32, 32), "f32", swz([1, 0]))),
                 (M((64, 64), "f16", nvmma(16, 128)), M((128, 32), "f16", swz([1, 0]))),
                 (M((128,), "f32", swz([0])), M((16, 8), "f32", swz([1, 0]))),
                 (M((32, 32), "f32", padded((32, 32))), M((32, 32), "i32", padded((32, 32)))),
                 (M((32, 32), "f32", padded((32, 32), pads="32:+4")), M((32, 64), "f16", padded((32, 64), pads="64:+8"))),
                 (M((2, 64, 64), "i8", swz([1, 0])), M((64, 64), "f16", swz([1, 0], 8, 1, 8))),
                 (M((128, 128), "f32", tmem(128, 128), TMEM), M((128, 128), "f16", tmem(128, 128, 2), TMEM))):
        spec("ttg.memdesc_reinterpret", again, {"src": a, "dst": b}, base=f"{a.elt} to {b.elt}",
             target="cuda:100" if a.space == TMEM else "cuda:90")

    for shape, elt in (((64, 32), "f16"), ((16, 128), "f32"), ((64, 64), "i8"), ((128,), "f32"), ((4, 16, 32), "bf16"), ((128,), "!tt.ptr<f32>")):
        down = list(range(len(shape) - 1, -1, -1))
        regs = [("blocked", blk(len(shape)))]
        regs.append(("linear", lin(shape)))
        if len(shape) == 2:
            regs += [("mma", mma2()), ("dot operand", dot_op(0, mma2(), 2))]
        if len(shape) == 1:
            regs.append(("slice", slice_of(1, blk(2))))
        for name, enc in shared_layouts(shape, elt):
            m = M(shape, elt, enc)
            spec("ttg.local_alloc", "@@%r = ttg.local_alloc<<attr>> : () -> {dst}", {"dst": m}, {"attr": ""},
                 [("an alignment", {"attr": " {alignment = 128 : i32}"}), ("an alignment of i64", {"attr": " {alignment = 128 : i64}"})], base=name)
            for rname, renc in regs:
                t = T(shape, elt, renc)
                both = f"{rname}, {name}"
                spec("ttg.local_alloc", "@@%r = ttg.local_alloc %src : ({src}) -> {dst}", {"src": t, "dst": m}, base="with source, " + both,
                     type_mutations=[("immutable", {"dst": dataclasses.replace(m, mut=False)})])
                spec("ttg.local_load", "@@%r = ttg.local_load %src : {src} -> {dst}", {"src": m, "dst": t}, base=both)
                spec("ttg.local_store", "@@ttg.local_store %src, %dst : {src} -> {dst}", {"src": t, "dst": m}, base=both)
        spec("ttg.local_load", "%v = ttg.memdesc_index %src[%i] : {src} -> {view}\n@@%r = ttg.local_load %v : {view} -> {dst}",
             {"src": M((3,) + shape, elt, swz(down)), "i": "i32", "view": M(shape, elt, swz(down)), "dst": T(shape, elt, blk(len(shape)))},
             base="of a buffer", fixed=("src", "i", "view"))

    for src, ind, axis in (((64, 32), (64, 32), 0), ((64, 32), (16, 32), 0), ((32, 64), (32, 16), 1), ((128,), (32,), 0), ((128,), (128,), 0)):
        r = len(src)
        for elt, it in (("f32", "i32"), ("f16", "i64"), ("i8", "i16")):
            attrs = [("axis beyond", {"axis": r}), ("axis negative", {"axis": -1}), ("axis far beyond", {"axis": 7})]
            if r == 2:
                attrs.append(("another axis", {"axis": 1 - axis}))
            for name, enc in list(shared_layouts(src, elt))[:6:2]:
                spec("ttg.local_gather", "@@%r = ttg.local_gather %src[%idx] {axis = <<axis>> : i32} : {src}, {idx} -> {dst}",
                     {"src": M(src, elt, enc), "idx": tens(ind, it), "dst": tens(ind, elt)}, {"axis": axis}, attrs, base=name)
                spec("ttg.local_scatter", "@@ttg.local_scatter %dst[%idx], %val {axis = <<axis>> : i32} : {dst}, {idx}, {val}",
                     {"dst": M(src, elt, enc), "idx": tens(ind, it), "val": tens(ind, elt)}, {"axis": axis}, attrs, base=name)

    for shape, elt in (((64, 32), "f16"), ((32, 64), "f32"), ((128, 64), "i8")):
        for name, enc in shared_layouts(shape, elt):
            p, m, k = tens(shape, f"!tt.ptr<{elt}>"), M(shape, elt, enc), tens(shape, "i1")
            spec("ttg.async_copy_global_to_local", "@@%r = ttg.async_copy_global_to_local %src, %dst : {src} -> {!dst}", {"src": p, "dst": m}, base=name)
            spec("ttg.async_copy_global_to_local", "@@%r = ttg.async_copy_global_to_local %src, %dst mask %mask : {src} -> {!dst}",
                 {"src": p, "dst": m, "mask": k}, base=name + ", mask", fixed=("src",), arg_meets=False)
            spec("ttg.async_copy_global_to_local", "@@%r = ttg.async_copy_global_to_local %src, %dst mask %mask other %other : {src} -> {!dst}",
                 {"src": p, "dst": m, "mask": k, "other": tens(shape, elt)}, base=name + ", mask and other", fixed=("src", "dst"), arg_meets=False)


def tensor_memory_ops(cut_at):
    def rows32(n):
        return linear_text({"register": [[0, 1 << i] for i in range(n.bit_length() - 1)], "lane": [[1 << i, 0] for i in range(5)],
                            "warp": [[32, 0], [64, 0]], "block": []})
    for n, elt in ((64, "f32"), (128, "f32"), (32, "f32"), (64, "f16"), (128, "i32"), (64, "bf16"), (256, "f32")):
        for stride in ((1,) if width(elt) == 32 else (1, 2)):
            d = M((128, n), elt, tmem(128, n, stride), TMEM)
            for name, enc in (("linear", rows32(n)), ("blocked", blocked([1, n], [32, 1], [4, 1], [0, 1]))):
                t = T((128, n), elt, enc)
                kw = dict(target="cuda:100", base=f"{name}, {n} columns, stride {stride}")
                spec("ttng.tmem_alloc", "@@%r = ttng.tmem_alloc %src : ({src}) -> {dst}", {"src": t, "dst": d}, **kw)
                spec("ttng.tmem_load", "@@%r = ttng.tmem_load %src : {src} -> {dst}", {"src": d, "dst": t}, **kw)
                spec("ttng.tmem_store", "@@ttng.tmem_store %src, %dst, %p : {src} -> {dst}", {"src": t, "dst": d, "p": "i1"}, **kw)
            kw = dict(target="cuda:100", base=f"{n} columns, stride {stride}")
            spec("ttng.tmem_alloc", "@@%r = ttng.tmem_alloc : () -> {dst}", {"dst": d}, **kw)
            spec("ttng.tmem_alloc", "@@%r, %t = ttng.tmem_alloc : () -> ({dst}, !ttg.async.token)", {"dst": d}, target="cuda:100", base=f"{n} columns, token")
            half = M((128, n // 2), elt, tmem(128, n, stride), TMEM, alloc=(128, n))
            o = lambda v: {"n": v}
            for off in (0, n // 2):
                spec("ttng.tmem_subslice", f"@@%r = ttng.tmem_subslice %src {{{cut_at} = <<n>> : i32}} : {{src}} -> {{dst}}", {"src": d, "dst": half}, o(off),
                     [("offset beyond", o(n)), ("offset off the tile", o(n // 4)), ("offset of 1", o(1)), ("offset negative", o(-n // 2)),
                      ("offset far beyond", o(4 * n))],
                     [("blockN halved", {"dst": M((128, n // 2), elt, tmem(128, n // 2, stride), TMEM, alloc=(128, n))})], **kw)
    for n in (32, 64, 128):
        s = M((128, n), "f32", nvmma(32, 128), SMEM)
        d = M((128, n), "f32", tmem(128, n), TMEM)
        spec("ttng.tmem_copy", "@@ttng.tmem_copy %src, %dst : {src}, {dst}", {"src": s, "dst": d}, target="cuda:100", base=f"{n} columns")
    spec("ttng.tmem_copy", "@@ttng.tmem_copy %src, %dst : {src}, {dst}", {"src": M((128, 4), "i8", shlin_of((128, 4))), "dst": M((128, 4), "i8", SCALES, TMEM)},
         target="cuda:100", base="scales")
    for elt, acc, k in (("f16", "f32", 64), ("bf16", "f32", 64), ("f16", "f16", 64), ("f8E5M2", "f32", 128), ("f8E5M2", "f16", 128), ("f32", "f32", 32), ("i8", "i32", 128)):
        for n in (64, 128, 256):
            w = width(elt)
            a, b = M((128, k), elt, nvmma(w, 128)), M((k, n), elt, nvmma(w, 128, True))
            d = M((128, n), acc, tmem(128, n, 32 // width(acc)), TMEM)
            text = "@@ttng.tc_gen5_mma %a, %b, %d, %use, %pred<<attr>> : {a}, {b}, {d}"
            ts = {"a": a, "b": b, "d": d, "use": "i1", "pred": "i1"}
            spec("ttng.tc_gen5_mma", text, ts, {"attr": ""}, [("asynchronous", {"attr": " {is_async}"})],
                 [("K of both doubled", {"a": M((128, 2 * k), elt, nvmma(w, 128)), "b": M((2 * k, n), elt, nvmma(w, 128, True))}),
                  ("accumulator of another stride", {"d": dataclasses.replace(d, enc=tmem(128, n, 2 if width(acc) == 32 else 1))}),
                  ("A in tensor memory", {"a": M((128, k), elt, tmem(128, k), TMEM)}),
                  ("A in tensor memory, stride 2", {"a": M((128, k), elt, tmem(128, k, 2), TMEM)}),
                  ("B in tensor memory", {"b": M((k, n), elt, tmem(k, n), TMEM)}),
                  ("K rows wrong", {"b": M((2 * k, n), elt, nvmma(w, 128, True))}), ("rows wrong", {"a": M((64, k), elt, nvmma(w, 128))}),
                  ("A swizzled", {"a": M((128, k), elt, swz([1, 0]))}), ("B swizzled", {"b": M((k, n), elt, swz([1, 0]))})],
                 target="cuda:100", base=f"{elt} to {acc}", fixed=("use", "pred"))
    bar = M((1,), "i64", swz([0]))
    spec("ttng.tc_gen5_mma", "@@ttng.tc_gen5_mma %a, %b, %d, %use, %pred, %bar[%bp]<<attr>> : {a}, {b}, {d}, {bar}",
         {"a": M((128, 64), "f16", nvmma(16, 128)), "b": M((64, 128), "f16", nvmma(16, 128, True)), "d": M((128, 128), "f32", tmem(), TMEM),
          "use": "i1", "pred": "i1", "bar": bar, "bp": "i1"}, {"attr": " {is_async}"}, [("a barrier, yet synchronous", {"attr": ""})],
         target="cuda:100", base="barrier", fixed=("a", "b", "d"))


def dot_ops():
    text = "@@%r = ttng.warp_group_dot %a, %b, %c<<attr>> : {a} * {b} -> {c}"
    for elt, acc, k in (("f16", "f32", 64), ("bf16", "f32", 64), ("f16", "f16", 64), ("f8E5M2", "f32", 128), ("i8", "i32", 128), ("f32", "f32", 32)):
        w, ik = width(elt), 256 // width(elt)
        for n in (64, 128):
            enc = mma3(n, ik)
            b = M((k, n), elt, nvmma(w, 128, True), mut=False)
            c = T((64, n), acc, enc)
            attrs = [("imprecise accumulation", {"attr": " {inputPrecision = 0 : i32, maxNumImpreciseAcc = 1073741824 : i32}"})]
            fp8 = " {maxNumImpreciseAcc = 1073741824 : i32}" if elt == "f8E5M2" else ""
            more = [("accumulator in mma v2", {"c": T((64, n), acc, mma2((4, 1)))}), ("accumulator blocked", {"c": tens((64, n), acc)}),
                    ("K of B doubled", {"b": M((2 * k, n), elt, nvmma(w, 128, True), mut=False)}), ("B swizzled", {"b": M((k, n), elt, swz([0, 1]), mut=False)}),
                    ("rows not a multiple of 64", {"c": T((32, n), acc, enc)}), ("accumulator i32", {"c": T((64, n), "i32", enc)}),
                    ("accumulator bf16", {"c": T((64, n), "bf16", enc)}), ("accumulator f64", {"c": T((64, n), "f64", enc)})]
            spec("ttng.warp_group_dot", text, {"a": M((64, k), elt, nvmma(w, 128), mut=False), "b": b, "c": c}, {"attr": fp8}, attrs, more, base=f"{elt} to {acc}")
            kw = max(1, 32 // w)
            regs = lambda width_, parent=enc, i=0: {"a": T((64, k), elt, dot_op(i, parent, width_))}
            spec("ttng.warp_group_dot", text, dict(regs(kw), b=b, c=c), {"attr": fp8}, [],
                 [("A with another kWidth", regs(kw * 2)), ("A with kWidth 8", regs(8)), ("A as opIdx 1", regs(kw, enc, 1)),
                  ("A of another parent", regs(kw, mma3(n * 2, ik))), ("A of an mma v2 parent", regs(kw, mma2((4, 1)))),
                  ("A without kWidth", regs(None)), ("A blocked", {"a": tens((64, k), elt)})], base=f"{elt} to {acc}, A in registers")

    text = "@@%r = tt.dot %a, %b, %c<<attr>> : {a} * {b} -> {c}"
    forms = []
    for elt, acc in (("f16", "f32"), ("bf16", "f32"), ("f16", "f16"), ("i8", "i32"), ("f32", "f32"), ("f8E5M2", "f32")):
        forms.append((f"mma v2, {elt}", mma2(), max(1, 32 // width(elt)), elt, acc))
        forms.append((f"fma, {elt}", blk(2), None, elt, acc))
    for name, parent, kw, elt, acc in forms:
        for m, n, k in ((64, 64, 32), (32, 128, 64), (16, 16, 16)):
            a, b, c = T((m, k), elt, dot_op(0, parent, kw)), T((k, n), elt, dot_op(1, parent, kw)), T((m, n), acc, parent)
            other = mma2((4, 1)) if kw else blk(2, [0, 1])
            e = dataclasses.replace
            wk = kw or 1
            spec("tt.dot", text, {"a": a, "b": b, "c": c}, {"attr": ""}, [("input precision", {"attr": ", inputPrecision = tf32"})],
                 [("A of another parent", {"a": e(a, enc=dot_op(0, other, kw))}), ("B of another parent", {"b": e(b, enc=dot_op(1, other, kw))}),
                  ("both of another parent", {"a": e(a, enc=dot_op(0, other, kw)), "b": e(b, enc=dot_op(1, other, kw))}),
                  ("A as opIdx 1", {"a": e(a, enc=dot_op(1, parent, kw))}), ("B as opIdx 0", {"b": e(b, enc=dot_op(0, parent, kw))}),
                  ("opIdx 2", {"a": e(a, enc=dot_op(2, parent, kw))}),
                  ("another kWidth on A", {"a": e(a, enc=dot_op(0, parent, wk * 2))}),
                  ("another kWidth on both", {"a": e(a, enc=dot_op(0, parent, wk * 2)), "b": e(b, enc=dot_op(1, parent, wk * 2))}),
                  ("kWidth 0 on both", {"a": e(a, enc=dot_op(0, parent, 0)), "b": e(b, enc=dot_op(1, parent, 0))}),
                  ("no kWidth", {"a": e(a, enc=dot_op(0, parent))}),
                  ("A in the result's layout", {"a": e(a, enc=parent)}), ("A and B in the result's layout", {"a": e(a, enc=parent), "b": e(b, enc=parent)}),
                  ("K of B doubled", {"b": e(b, shape=(2 * k, n))}), ("K of both doubled", {"a": e(a, shape=(m, 2 * k)), "b": e(b, shape=(2 * k, n))}),
                  ("B transposed", {"b": e(b, shape=(n, k))}), ("rows of the result doubled", {"c": e(c, shape=(2 * m, n))}),
                  ("columns of the result halved", {"c": e(c, shape=(m, n // 2))}), ("B of other elements", {"b": e(b, elt="f16" if elt != "f16" else "bf16")}),
                  ("no layouts", {"a": e(a, enc=None), "b": e(b, enc=None), "c": e(c, enc=None)}),
                  ("no layout on A", {"a": e(a, enc=None)})],
                 base=name)
    e3 = mma3(64, 16)
    spec("tt.dot", text, {"a": T((64, 32), "f16", dot_op(0, e3, 2)), "b": T((32, 64), "f16", dot_op(1, e3, 2)), "c": T((64, 64), "f32", e3)}, {"attr": ""}, base="mma v3")
    p3 = blk(3)
    spec("tt.dot", text, {"a": T((2, 16, 32), "f32", dot_op(0, p3)), "b": T((2, 32, 16), "f32", dot_op(1, p3)), "c": T((2, 16, 16), "f32", p3)}, {"attr": ""},
         [], [("another batch on B", {"b": T((4, 32, 16), "f32", dot_op(1, p3))}), ("another batch on the result", {"c": T((4, 16, 16), "f32", p3)})], base="fma with a batch")


def shape_ops():
    for shape, elt in (((64, 32), "f32"), ((128,), "f16"), ((4, 16, 32), "i8"), ((64,), "!tt.ptr<f32>"), ((32, 64), "i1")):
        r = len(shape)
        forms = [blk(r), lin(shape), slice_of(0, blk(r + 1)), blk(r, size=[1] * (r - 1) + [4])]
        if r == 2:
            forms += [mma2(), dot_op(0, mma2(), 2), mma3(64, 16), dot_op(0, blk(2)), dot_op(1, mma2(), 4)]
        for a, b in itertools.permutations(forms, 2):
            if a == forms[0] or b == forms[0]:
                spec("ttg.convert_layout", "@@%r = ttg.convert_layout %src : {src} -> {dst}", {"src": T(shape, elt, a), "dst": T(shape, elt, b)},
                     base=f"rank {r}")

    for shape in ((64, 32), (16, 128), (4, 16, 32), (128,)):
        r = len(shape)
        for axis in range(r):
            for elt, add in (("f32", "arith.addf"), ("i32", "arith.addi"), ("f16", "arith.maxnumf")):
                enc = blk(r) if axis % 2 == 0 else lin(shape)
                if r == 2 and elt == "f16":
                    enc = mma2()
                out = T(shape[:axis] + shape[axis + 1:], elt, slice_of(axis, enc)) if r > 1 else elt
                ax = [("axis beyond", {"axis": r}), ("axis negative", {"axis": -1})] + [("another axis", {"axis": x}) for x in range(r) if x != axis]
                text = ('@@%r = "tt.reduce"(%src) <{axis = <<axis>> : i32}> ({\n^bb0(%u: {x}, %v: {x}):\n'
                        '  %w = <<add>> %u, %v : {x}\n  tt.reduce.return %w : {s}\n}) : ({src}) -> {dst}')
                bad_slice = [("slice of the wrong dimension", {"dst": T(out.shape, elt, slice_of((axis + 1) % r, enc))}),
                             ("slice of another parent", {"dst": T(out.shape, elt, slice_of(axis, blk(r, size=[1] * (r - 1) + [2])))}),
                             ("blocked result", {"dst": tens(out.shape, elt)})] if r > 1 else [("a tensor of one", {"dst": tens((1,), elt)})]
                spec("tt.reduce", text, {"src": T(shape, elt, enc), "dst": out, "x": elt, "s": elt}, {"axis": axis, "add": add}, ax, bad_slice,
                     base=f"axis {axis} of {r}")
                text = ('@@%r = "tt.scan"(%src) <{axis = <<axis>> : i32, reverse = <<rev>>}> ({\n^bb0(%u: {x}, %v: {x}):\n'
                        '  %w = <<add>> %u, %v : {x}\n  tt.scan.return %w : {s}\n}) : ({src}) -> {dst}')
                spec("tt.scan", text, {"src": T(shape, elt, enc), "dst": T(shape, elt, enc), "x": elt, "s": elt},
                     {"axis": axis, "add": add, "rev": "false"}, ax + [("in reverse", {"rev": "true"})], base=f"axis {axis} of {r}")
    two = ('@@%r:2 = "tt.reduce"(%a, %b) <{axis = 1 : i32}> ({\n^bb0(%x: f32, %i: i32, %y: f32, %j: i32):\n'
           '  tt.reduce.return %x, %j : f32, i32\n}) : ({a}, {b}) -> ({c}, {d})')
    e = blk(2)
    spec("tt.reduce", two, {"a": T((64, 32), "f32", e), "b": T((64, 32), "i32", e), "c": T((64,), "f32", slice_of(1, e)), "d": T((64,), "i32", slice_of(1, e))},
         base="two operands")

    for src, ind, axis in (((64, 32), (64, 32), 0), ((64, 32), (16, 32), 0), ((32, 64), (32, 16), 1), ((128,), (32,), 0), ((16, 8, 32), (16, 4, 32), 1)):
        r = len(src)
        for elt, it in (("f32", "i32"), ("f16", "i64")):
            spec("tt.gather", "@@%r = tt.gather %src[%idx] {axis = <<axis>> : i32} : ({src}, {idx}) -> {dst}",
                 {"src": tens(src, elt), "idx": tens(ind, it), "dst": tens(ind, elt)}, {"axis": axis},
                 [("axis beyond", {"axis": r}), ("axis negative", {"axis": -1})] + [("another axis", {"axis": x}) for x in range(r) if x != axis],
                 [("layout of the indices and the result", {"idx": T(ind, it, lin(ind)), "dst": T(ind, elt, lin(ind))})], base=f"axis {axis} of {r}")

    for old, new in (((64, 32), (32, 64)), ((64, 32), (2048,)), ((4, 16, 32), (64, 32)), ((128,), (4, 32)), ((64, 32), (64, 4, 8)), ((32, 1), (32,)), ((16, 16), (16, 16))):
        for elt in ("f32", "i8", "i1"):
            b = linear_bases(old)
            spec("tt.reshape", "@@%r = tt.reshape %src<<how>> : {src} -> {dst}", {"src": T(old, elt, linear_text(b)), "dst": T(new, elt, linear_text(reshaped(b, old, new)))},
                 {"how": ""}, [("reordering allowed", {"how": " allow_reorder"}), ("efficient layout", {"how": " allow_reorder efficient_layout"})],
                 [("from blocked", {"src": tens(old, elt)}), ("both blocked", {"src": tens(old, elt), "dst": tens(new, elt)}),
                  ("no layouts", {"src": T(old, elt), "dst": T(new, elt)})], base="linear")
            spec("tt.reshape", "@@%r = tt.reshape %src<<how>> : {src} -> {dst}", {"src": tens(old, elt), "dst": tens(new, elt)},
                 {"how": " allow_reorder"}, [("reordering not allowed", {"how": ""})], base="allow_reorder")

    for shape in ((64, 32), (4, 16, 32)):
        r = len(shape)
        for order in itertools.permutations(range(r)):
            for elt in ("f32", "i16"):
                o = lambda v: {"order": ", ".join(str(x) for x in v)}
                inverse = [order.index(i) for i in range(r)]
                size, thr, wrp = [1, 2, 4][:r], ([8, 4] if r == 2 else [2, 4, 4]), ([1, 4] if r == 2 else [1, 2, 2])
                first = [r - 1, *range(r - 1)]
                p = lambda v: [v[i] for i in order]
                spec("tt.trans", "@@%r = tt.trans %src {order = array<i32: <<order>>>} : {src} -> {dst}",
                     {"src": T(shape, elt, blocked(size, thr, wrp, first)), "dst": T(tuple(p(shape)), elt, blocked(p(size), p(thr), p(wrp), [inverse[i] for i in first]))},
                     o(order), [("order repeats", o([0] * r)), ("order too short", o(range(r - 1))), ("order too long", o(range(r + 1))),
                                ("order beyond", o([r] + list(range(r - 1)))), ("order negative", o([-1] + list(range(1, r)))), ("another order", o(order[::-1]))],
                     [("layout of the source", {"dst": T(tuple(p(shape)), elt, blocked(size, thr, wrp, first))}),
                      ("order of the layout unpermuted", {"dst": T(tuple(p(shape)), elt, blocked(p(size), p(thr), p(wrp), first))}),
                      ("no layouts", {"src": T(shape, elt), "dst": T(tuple(p(shape)), elt)})], base=f"order {order}")

    for shape in ((64,), (16, 32)):
        r = len(shape)
        for axis in range(r + 1):
            for elt in ("f32", "i64", "!tt.ptr<f16>"):
                for parent in ([blk(r + 1), blk(r + 1, size=[1] * r + [4])] + ([mma2()] if r == 1 else [])):
                    out = shape[:axis] + (1,) + shape[axis:]
                    spec("tt.expand_dims", "@@%r = tt.expand_dims %src {axis = <<axis>> : i32} : {src} -> {dst}",
                         {"src": T(shape, elt, slice_of(axis, parent)), "dst": T(out, elt, parent)}, {"axis": axis},
                         [("axis beyond", {"axis": r + 1}), ("axis negative", {"axis": -1})] + [("another axis", {"axis": x}) for x in range(r + 1) if x != axis],
                         [("slice of another dimension", {"src": T(shape, elt, slice_of((axis + 1) % (r + 1), parent))}),
                          ("source not a slice", {"src": tens(shape, elt)}), ("another parent", {"dst": T(out, elt, blk(r + 1, order=list(range(r + 1))))}),
                          ("no layouts", {"src": T(shape, elt), "dst": T(out, elt)})], base=f"axis {axis}")

    for old, new in (((64, 1), (64, 32)), ((1, 32), (16, 32)), ((1, 1), (8, 16)), ((4, 1, 32), (4, 16, 32)), ((1,), (128,))):
        for elt in ("f32", "i1", "!tt.ptr<f32>"):
            for enc in (blk(len(old)), lin(new)):
                spec("tt.broadcast", "@@%r = tt.broadcast %src : {src} -> {dst}", {"src": T(old, elt, enc), "dst": T(new, elt, enc)})
    for shape in ((64,), (16, 32), (4, 8, 16)):
        for elt in ("f32", "i1", "!tt.ptr<f16>", "i64"):
            spec("tt.splat", "@@%r = tt.splat %src : {src} -> {dst}", {"src": elt, "dst": tens(shape, elt)})

    for shape, order in (((64,), [0]), ((16, 32), [1, 0]), ((16, 32), [0, 1])):
        r = len(shape)
        size, thr, wrp = [2] * r, spread(32, r, order), [1] * (r - 1) + [4]
        low = blocked(size, thr, wrp, order)
        high = blocked(size + [2], thr + [1], wrp + [1], [r] + order)
        for elt in ("f32", "i8", "!tt.ptr<f32>"):
            a, c = T(shape, elt, low), T(shape + (2,), elt, high)
            bad = [("order of the result wrong", blocked(size + [2], thr + [1], wrp + [1], order + [r])), ("sizePerThread of the result wrong", blocked(size + [1], thr + [1], wrp + [1], [r] + order))]
            spec("tt.join", "@@%r = tt.join %a, %b : {a} -> {c}", {"a": a, "b": a, "c": c}, {}, [], [(w, {"c": T(shape + (2,), elt, x)}) for w, x in bad])
            spec("tt.split", "@@%x, %y = tt.split %a : {a} -> {c}", {"a": c, "c": a}, {}, [], [(w, {"a": T(shape + (2,), elt, x)}) for w, x in bad])
    for shape, out in (((64,), (128,)), ((128,), (256,))):
        for elt in ("f32", "i16"):
            for enc, enc2 in ((blk(1), blk(1)), (blk(1), blk(1, size=[2]))):
                t = T(shape, elt, enc)
                spec("tt.cat", "@@%r = tt.cat %a, %b : {a} -> {c}", {"a": t, "b": t, "c": T(out, elt, enc2)})
    for n, bins in ((256, 16), (64, 128), (1024, 32)):
        for elt in ("i32", "i8"):
            spec("tt.histogram", "@@%r = tt.histogram %a : {a} -> {c}", {"a": tens((n,), elt), "c": tens((bins,), "i32")})
            spec("tt.histogram", "@@%r = tt.histogram %a, %m : {a} -> {c}", {"a": tens((n,), elt), "m": tens((n,), "i1"), "c": tens((bins,), "i32")}, base="mask")


def elementwise_ops():
    def layouts(shape):
        r = len(shape)
        yield blk(r)
        yield lin(shape)
        yield slice_of(0, blk(r + 1))
        if r == 2:
            yield mma2()
            yield dot_op(1, mma2(), 2)
    for shape in ((64, 32), (128,)):
        for enc in layouts(shape):
            for name, elt in (("addf", "f32"), ("addi", "i32"), ("mulf", "f16"), ("maxnumf", "f32"), ("shli", "i32"), ("andi", "i1"), ("divsi", "i64")):
                t = T(shape, elt, enc)
                spec(f"arith.{name}", f"@@%r = arith.{name} %a, %b : {{a}}", {"a": t, "b": t})
                spec(f"arith.{name}", f'@@%r = "arith.{name}"(%a, %b) <<attr>>: ({{a}}, {{b}}) -> {{c}}', {"a": t, "b": t, "c": t},
                     {"attr": ""}, base="generic form")
            for name, elt, pred in (("cmpf", "f32", "olt"), ("cmpi", "i32", "slt"), ("cmpi", "!tt.ptr<f32>", "eq")):
                t = T(shape, elt, enc)
                spec(f"arith.{name}", f"@@%r = arith.{name} {pred}, %a, %b : {{a}}", {"a": t, "b": t})
                num = 4 if name == "cmpf" else 2
                spec(f"arith.{name}", f'@@%r = "arith.{name}"(%a, %b) <{{predicate = {num} : i64}}> : ({{a}}, {{b}}) -> {{c}}',
                     {"a": t, "b": t, "c": T(shape, "i1", enc)}, base="generic form")
            t, k = T(shape, "f32", enc), T(shape, "i1", enc)
            spec("arith.select", "@@%r = arith.select %m, %a, %b : {m}, {a}", {"m": k, "a": t, "b": t})
            spec("arith.select", '@@%r = "arith.select"(%m, %a, %b) : ({m}, {a}, {b}) -> {c}', {"m": k, "a": t, "b": t, "c": t}, base="generic form")
            for name, x, y in (("extf", "f16", "f32"), ("truncf", "f32", "bf16"), ("extsi", "i8", "i32"), ("trunci", "i64", "i32"), ("sitofp", "i32", "f32"), ("fptosi", "f32", "i32"),
                               ("bitcast", "f32", "i32"), ("extui", "i1", "i32"), ("index_cast", "i32", "index")):
                if name == "index_cast":
                    spec(f"arith.{name}", f"@@%r = arith.{name} %a : {{a}} to {{b}}", {"a": x, "b": y})
                    continue
                spec(f"arith.{name}", f"@@%r = arith.{name} %a : {{a}} to {{b}}", {"a": T(shape, x, enc), "b": T(shape, y, enc)})
            for name, x, y in (("tt.bitcast", "f32", "i32"), ("tt.bitcast", "!tt.ptr<f32>", "!tt.ptr<i32>"), ("tt.int_to_ptr", "i64", "!tt.ptr<f32>"), ("tt.ptr_to_int", "!tt.ptr<f32>", "i64"),
                               ("tt.fp_to_fp", "f16", "f32"), ("tt.fp_to_fp", "f8E5M2", "f16")):
                spec(name, f"@@%r = {name} %a : {{a}} -> {{b}}", {"a": T(shape, x, enc), "b": T(shape, y, enc)}, base=f"{x} to {y}")
            spec("tt.fp_to_fp", "@@%r = tt.fp_to_fp %a, rounding = rtne : {a} -> {b}", {"a": T(shape, "f32", enc), "b": T(shape, "f8E5M2", enc)}, base="rounding")
            spec("tt.fp_to_fp", "@@%r = tt.fp_to_fp %a : {a} -> {b}", {"a": T(shape, "f32", enc), "b": T(shape, "f16", enc)}, base="without rounding")
            spec("math.exp2", "@@%r = math.exp2 %a : {a}", {"a": t})
            spec("math.fma", "@@%r = math.fma %a, %b, %c : {a}", {"a": t, "b": t, "c": t})
            spec("tt.clampf", "@@%r = tt.clampf %a, %b, %c, propagateNan = none : {a}", {"a": t, "b": t, "c": t})
    for t in (tens((64, 32), "f32"), tens((128,), "i32"), tens((128,), "i1")):
        v = {"f32": "1.000000e+00", "i32": "7", "i1": "true"}[t.elt]
        spec("arith.constant", "@@%r = arith.constant dense<<<v>>> : {a}", {"a": t}, {"v": v},
             [("other literal", {"v": "7"}), ("a float", {"v": "1.5"}), ("a boolean", {"v": "true"}), ("a list of two", {"v": "[1, 2]"})])
    for n in (64, 128):
        spec("tt.make_range", "@@%r = tt.make_range {end = <<e>> : i32, start = <<s>> : i32} : {a}", {"a": tens((n,), "i32", )}, {"e": n, "s": 0},
             [("end too far", {"e": 2 * n}), ("end too near", {"e": n // 2}), ("starts elsewhere", {"s": n // 2}), ("end before start", {"s": 2 * n}),
              ("both moved", {"s": n, "e": 2 * n}), ("negative start", {"s": -n, "e": 0})],
             [("a slice", {"a": T((n,), "i32", slice_of(1, blk(2)))})])


def global_ops():
    for shape, elt in (((64, 32), "f32"), ((128,), "f16"), ((32, 64), "i8"), ((128,), "i32")):
        r = len(shape)
        for enc in (blk(r), lin(shape), slice_of(0, blk(r + 1))):
            p, v, m = T(shape, f"!tt.ptr<{elt}>", enc), T(shape, elt, enc), T(shape, "i1", enc)
            spec("tt.load", "@@%r = tt.load %p : {p}", {"p": p})
            spec("tt.load", "@@%r = tt.load %p, %m : {p}", {"p": p, "m": m}, base="mask")
            spec("tt.load", "@@%r = tt.load %p, %m, %o : {p}", {"p": p, "m": m, "o": v}, base="mask and other")
            seg = "operandSegmentSizes = array<i32: 1, 1, 1>, "
            flags = "cache = 1 : i32, evict = 1 : i32, isVolatile = false"
            spec("tt.load", '@@%r = "tt.load"(%p, %m, %o) <{' + seg + flags + "}> : ({p}, {m}, {o}) -> {v}", {"p": p, "m": m, "o": v, "v": v}, base="generic form")
            spec("tt.store", "@@tt.store %p, %v : {p}", {"p": p, "v": v})
            spec("tt.store", "@@tt.store %p, %v, %m : {p}", {"p": p, "v": v, "m": m}, base="mask")
            spec("tt.store", '@@"tt.store"(%p, %v, %m) <{cache = 1 : i32, evict = 1 : i32}> : ({p}, {v}, {m}) -> ()', {"p": p, "v": v, "m": m}, base="generic form")
            spec("tt.addptr", "@@%r = tt.addptr %p, %o : {p}, {o}", {"p": p, "o": T(shape, "i32", enc)})
            spec("tt.addptr", '@@%r = "tt.addptr"(%p, %o) : ({p}, {o}) -> {q}', {"p": p, "o": T(shape, "i32", enc), "q": p}, base="generic form")
            kind = "fadd" if elt[0] == "f" else "add"
            spec("tt.atomic_rmw", f"@@%r = tt.atomic_rmw {kind}, acq_rel, gpu, %p, %v, %m : ({{p}}, {{v}}, {{m}}) -> {{c}}", {"p": p, "v": v, "m": m, "c": v})
            spec("tt.atomic_rmw", f"@@%r = tt.atomic_rmw {kind}, relaxed, gpu, %p, %v : ({{p}}, {{v}}) -> {{c}}", {"p": p, "v": v, "c": v}, base="no mask")
            spec("tt.atomic_cas", "@@%r = tt.atomic_cas acq_rel, gpu, %p, %a, %b : ({p}, {a}, {b}) -> {c}", {"p": p, "a": v, "b": v, "c": v})
    for elt in ("f32", "i32"):
        p = f"!tt.ptr<{elt}>"
        spec("tt.load", "@@%r = tt.load %p : {p}", {"p": p}, base="scalar")
        spec("tt.store", "@@tt.store %p, %v : {p}", {"p": p, "v": elt}, base="scalar")
        spec("tt.addptr", "@@%r = tt.addptr %p, %o : {p}, {o}", {"p": p, "o": "i32"}, base="scalar")


def control_ops():
    carried = [tens((64, 32), "f32"), tens((128,), "i32"), T((64, 32), "f16", mma2()), "i32", "f32", M((64, 32), "f16", swz([1, 0]), mut=True), tens((128,), "!tt.ptr<f32>")]
    for t in carried:
        kind = f"{'tensor' if isinstance(t, T) else 'memdesc' if isinstance(t, M) else t}"
        spec("scf.for", "%lb = arith.constant 0 : i32\n%ub = arith.constant 8 : i32\n%st = arith.constant 1 : i32\n"
             "@@%r = scf.for %k = %lb to %ub step %st iter_args(%z = %init) -> ({iter}) : i32 {\n  scf.yield %v : {y}\n}",
             {"init": t, "iter": t, "v": t, "y": t}, base=kind, arg_meets=False,
             type_mutations=[(w, {"init": u, "iter": u, "v": u, "y": u}) for w, u in mutations(t)][:12] +
                            [("yields " + w, {"v": u, "y": u}) for w, u in mutations(t)] + [("starts from " + w, {"init": u}) for w, u in mutations(t)][:14])
        spec("scf.for", "@@%r = scf.for %k = %lb to %ub step %st iter_args(%x = %init) -> ({iter}) : {b} {\n  scf.yield %x : {iter}\n}",
             {"init": t, "iter": t, "lb": "i32", "ub": "i32", "st": "i32", "b": "i32"}, base="bounds", fixed=("init", "iter"), arg_meets=False,
             type_mutations=[("bounds of index", {"lb": "index", "ub": "index", "st": "index", "b": "index"}), ("bounds of i64", {"lb": "i64", "ub": "i64", "st": "i64", "b": "i64"}),
                             ("bounds of f32", {"lb": "f32", "ub": "f32", "st": "f32", "b": "f32"})])
        spec("scf.for", "%lb = arith.constant 0 : i32\n%ub = arith.constant 8 : i32\n%st = arith.constant 1 : i32\n"
             "@@%r = scf.for %k = %lb to %ub step %st iter_args(%x = %init) -> ({iter}) : i32 {\n  <<yield>>\n}",
             {"init": t, "iter": t, "v": t}, {"yield": "scf.yield %v : {v}"},
             [("yields nothing", {"yield": "scf.yield"}), ("yields two", {"yield": "scf.yield %v, %v : {v}, {v}"})], base="count, " + kind, fixed=("init", "iter", "v"))
        spec("scf.if", "@@%r = scf.if %c -> ({a}) {\n  scf.yield %x : {y}\n} else {\n  scf.yield %z : {w}\n}",
             {"c": "i1", "a": t, "x": t, "y": t, "z": t, "w": t}, base=kind, fixed=("x", "y", "z", "w"), arg_meets=False,
             type_mutations=[("then yields " + w, {"x": u, "y": u}) for w, u in mutations(t)] + [("else yields " + w, {"z": u, "w": u}) for w, u in mutations(t)] +
                            [("all " + w, {"a": u, "x": u, "y": u, "z": u, "w": u}) for w, u in mutations(t)])
        spec("scf.if", "@@%r = scf.if %c -> ({a}) {\n  scf.yield %x : {a}\n} <<else>>", {"c": "i1", "a": t, "x": t}, {"else": "else {\n      scf.yield %x : {a}\n    }"},
             [("no else", {"else": ""}), ("else yields nothing", {"else": "else {\n      scf.yield\n    }"})], base="count, " + kind, fixed=("a", "x", "c"))
        spec("scf.while", "@@%r = scf.while (%x = %init) : ({a}) -> {b} {\n  scf.condition(%c) %x : {a2}\n} do {\n^bb0(%y: {d}):\n  scf.yield %v : {e}\n}",
             {"init": t, "a": t, "b": t, "a2": t, "c": "i1", "d": t, "v": t, "e": t}, base=kind, fixed=("v", "e", "a2"), arg_meets=False,
             type_mutations=[("yields " + w, {"v": u, "e": u}) for w, u in mutations(t)][:12])
        spec("tt.return", "", {"a": t, "f": t}, results="{f}", ret="@@tt.return %a : {a}", base=kind, arg_meets=True,
             type_mutations=[("both " + w, {"a": u, "f": u}) for w, u in mutations(t)][:12])
        spec("tt.return", "", {"a": t, "f": t}, {"r": "tt.return %a : {a}"}, [("returns nothing", {"r": "tt.return"}), ("returns two", {"r": "tt.return %a, %a : {a}, {a}"})],
             results="{f}", ret="@@<<r>>", base="count, " + kind, fixed=("a", "f"))
        spec("tt.call", "@@%r = tt.call @g(%a<<more>>) : ({a}<<mtypes>>) -> {c}", {"a": t, "c": t, "ga": t, "gc": t}, {"more": "", "mtypes": "", "g": "g"},
             [("one operand too many", {"more": ", %a", "mtypes": ", {a}"})], base=kind, before="tt.func private @<<g>>(%p: {ga}) -> {gc} {\n  %z = tt.call @h(%p) : ({ga}) -> {gc}\n  tt.return %z : {gc}\n}\ntt.func private @h({ga}) -> {gc}",
             type_mutations=[("callee and call: " + w, {"a": u, "ga": u}) for w, u in mutations(t)][:10] + [("all " + w, {"a": u, "ga": u, "c": u, "gc": u}) for w, u in mutations(t)][:10])
        spec("tt.call", "@@%r = tt.call @<<g>>(%a) : ({a}) -> {c}", {"a": t, "c": t}, {"g": "h"}, [("no such function", {"g": "nowhere"})], base="declared, " + kind,
             before="tt.func private @h({a}) -> {c}")


def malformed_layouts():
    """Attributes with one parameter wrong, each on a tensor or a memory descriptor."""
    ok = dict(size=[1, 1], threads=[4, 8], warps=[4, 1], order=[1, 0])
    b = lambda **kw: blocked(*dict(ok, **kw).values())
    good = linear_bases((64, 32))
    l = lambda **kw: linear_text(dict(good, **kw))
    registers = [
        ("order repeats", b(order=[0, 0])), ("order beyond", b(order=[1, 2])), ("order too short", b(order=[0])), ("order too long", b(order=[2, 1, 0])),
        ("16 lanes", b(threads=[4, 4])), ("64 lanes", b(threads=[8, 8])), ("2 warps", b(warps=[2, 1])), ("8 warps", b(warps=[4, 2])), ("3 in sizePerThread", b(size=[1, 3])),
        ("sizePerThread too short", b(size=[1])), ("sizePerThread of 0", b(size=[0, 1])), ("larger than the tensor", b(size=[64, 64])), ("another order", b(order=[0, 1])),
        ("linear", l()), ("linear of 4 lane bases", l(lane=good["lane"][:4])), ("linear of 6 lane bases", l(lane=good["lane"] + [[0, 0]])),
        ("linear of 1 warp basis", l(warp=good["warp"][:1])), ("linear with a basis twice", l(lane=[good["lane"][0]] * 2 + good["lane"][2:])),
        ("linear with a basis of two bits", l(register=[[0, 3]] + good["register"][1:])), ("linear without a register", l(register=good["register"][:-1])),
        ("linear with a register more", l(register=good["register"] + [[0, 0]])), ("linear beyond the tensor", l(register=good["register"] + [[64, 0]])),
        ("linear of rank 1", lin((2048,))), ("linear of rank 3", lin((64, 32, 1))),
        ("slice of rank 2", slice_of(2, blk(3))), ("slice beyond", slice_of(3, blk(3))), ("slice of a rank too low", slice_of(0, blk(2))), ("slice of a slice", slice_of(0, slice_of(0, blk(4)))),
        ("slice of rank 1", slice_of(0, blk(1))), ("slice of a shared layout", slice_of(0, swz([2, 1, 0]))),
        ("mma v2", mma2()), ("mma v2 of 8 warps", mma2((4, 2))), ("mma v2 of 3 warps", mma2((3, 1))), ("mma v2 with 16x16", mma2((2, 2), (16, 16))), ("mma v3", mma3(32, 16)),
        ("mma v3 of 2x2 warps", mma3(32, 16, (2, 2))), ("mma v3 wider than the tensor", mma3(256, 16)),
        ("mma v1", "#ttg.nvidia_mma<{versionMajor = 1, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"),
        ("dot operand 2", dot_op(2, mma2(), 2)), ("dot operand -1", dot_op(-1, mma2(), 2)), ("dot operand without kWidth", dot_op(0, mma2())), ("dot operand of kWidth 0", dot_op(0, mma2(), 0)),
        ("dot operand of kWidth 3", dot_op(0, mma2(), 3)), ("dot operand of kWidth 8", dot_op(0, mma2(), 8)), ("dot operand of a blocked parent with kWidth", dot_op(0, blk(2), 2)),
        ("dot operand of a blocked parent", dot_op(1, blk(2))), ("dot operand 1 of mma v3", dot_op(1, mma3(32, 16), 2)), ("dot operand 0 of mma v3", dot_op(0, mma3(32, 16), 2)),
        ("dot operand of a linear parent", dot_op(0, l(), 2)), ("dot operand of a slice", dot_op(0, slice_of(0, blk(3)))), ("a shared layout", swz([1, 0])), ("tensor memory", tmem(64, 32))]
    base = tens((64, 32), "f32")
    spec("ttg.convert_layout", "@@%r = ttg.convert_layout %src : {src} -> {dst}", {"src": base, "dst": T((64, 32), "f32", lin((64, 32), (0, 1)))},
         type_mutations=[(f"{k}: {w}", {k: T((64, 32), "f32", e)}) for w, e in registers for k in ("dst", "src")], base="parameters", fixed=("src", "dst"))
    shape = (64, 64)
    bits = list(dims_of_bits(shape, [1, 0]))
    p = lambda pads, o=bits: padded_bases(o, pads)
    memory = [
        ("vec 3", swz([1, 0], 3, 1, 4)), ("perPhase 3", swz([1, 0], 4, 3, 4)), ("maxPhase 3", swz([1, 0], 4, 1, 3)), ("maxPhase 0", swz([1, 0], 4, 1, 0)), ("vec 0", swz([1, 0], 0, 1, 1)),
        ("order repeats", swz([0, 0])), ("order beyond", swz([2, 1])), ("rank 1", swz([0])), ("rank 3", swz([2, 1, 0])), ("swizzled wider than the row", swz([1, 0], 8, 1, 16)),
        ("swizzled", swz([1, 0], 8, 1, 8)), ("swizzle of 16", nvmma(16, 16)), ("swizzle of 48", nvmma(16, 48)), ("swizzle of 256", nvmma(16, 256)), ("no swizzle", nvmma(16, 0)), ("swizzle of 32", nvmma(16, 32)),
        ("swizzle of 64", nvmma(16, 64)), ("swizzle of 128", nvmma(16, 128)), ("width of 4 bits", nvmma(4, 128)), ("width of 12 bits", nvmma(12, 128)), ("width of 8 bits", nvmma(8, 64)), ("width of 32 bits", nvmma(32, 128)),
        ("width of 64 bits", nvmma(64, 128)), ("nvmma of rank 3", nvmma(16, 64, False, 3)), ("nvmma of rank 1", nvmma(16, 64, False, 1)), ("nvmma transposed", nvmma(16, 128, True)),
        ("padding of no power of 2", p("48:+4")), ("padding of 0", p("32:+0")), ("padding of 3", p("32:+3")), ("padding twice", p("32:+4, 128:+8")), ("an interval twice", p("32:+4, 32:+8")), ("an interval of 1", p("1:+4")),
        ("padding negative", p("32:+-4")), ("padded, a basis missing", p("32:+4", bits[:-1])), ("padded, a basis twice", p("32:+4", bits[:-1] + bits[:1])), ("padded, a basis of two bits", p("32:+4", [[0, 1], [0, 2], [1, 4]] + bits[3:])),
        ("padded, order of another rank", padded((64, 64), [0])), ("padded, shape of another tensor", padded((32, 64))), ("padded, order repeats", padded((64, 64), [0, 0])),
        ("shared_linear", shlin(bits)), ("shared_linear, a basis missing", shlin(bits[:-1])), ("shared_linear, a basis twice", shlin(bits[:-1] + bits[:1])), ("shared_linear, a basis of two bits", shlin([[0, 1], [0, 2], [0, 4], [1, 8]] + bits[4:6] + [[1, 0]] + bits[7:])),
        ("shared_linear, alignment 24", shlin(bits, 24)), ("shared_linear, alignment 0", shlin(bits, 0)), ("shared_linear, a basis of 0", shlin(bits + [[0, 0]])), ("shared_linear, a basis of 0 first", shlin([[0, 0]] + bits)), ("a layout of registers", blk(2))]
    good = M(shape, "f16", swz([1, 0]))
    for op, text in (("ttg.local_alloc", "@@%r = ttg.local_alloc : () -> {m}"), ("ttg.local_load", "@@%r = ttg.local_load %m : {m} -> {t}")):
        spec(op, text, {"m": good, "t": tens(shape, "f16")}, type_mutations=[(w, {"m": M(shape, "f16", e)}) for w, e in memory], base="parameters", fixed=("m", "t"))
    columns = [(f"blockM {m}, blockN {n}, colStride {k}", tmem(m, n, k)) for m in (32, 64, 96, 128, 256) for n in (32, 48, 64, 128) for k in (1, 2, 3) if (m, n, k).count(1) or m in (64, 128)]
    spec("ttng.tmem_alloc", "@@%r = ttng.tmem_alloc : () -> {m}", {"m": M((128, 64), "f16", tmem(128, 64), TMEM)},
         type_mutations=[(w, {"m": M((128, 64), "f16", e, TMEM)}) for w, e in columns] + [("scales of f16", {"m": M((128, 64), "f16", SCALES, TMEM)}), ("scales", {"m": M((128, 4), "i8", SCALES, TMEM)}), ("scales of rank 3", {"m": M((2, 128, 4), "i8", SCALES, TMEM)}),
                         ("two buffers", {"m": M((2, 128, 64), "f16", tmem(128, 64), TMEM)}), ("rank 4", {"m": M((2, 2, 128, 64), "f16", tmem(128, 64), TMEM)})],
         target="cuda:100", base="parameters", fixed=("m",))


def build_specs(cut_at):
    malformed_layouts()
    memory_ops()
    tensor_memory_ops(cut_at)
    dot_ops()
    shape_ops()
    elementwise_ops()
    global_ops()
    control_ops()


# ---------------------------------------------------------------- Triton

WORKER = r"""
import json, os, sys, tempfile
from triton._C.libtriton import ir
ctx = ir.context()
ir.load_dialects(ctx)
try:
    from triton._C.libtriton import nvidia, amd
    nvidia.load_dialects(ctx); amd.load_dialects(ctx)
except (ImportError, AttributeError):
    pass
folder = tempfile.mkdtemp()
path, err = os.path.join(folder, "m.ttgir"), os.path.join(folder, "err")
fd = os.open(err, os.O_RDWR | os.O_CREAT | os.O_TRUNC)
os.dup2(fd, 2)
for line in sys.stdin:
    text = json.loads(line)
    with open(path, "w") as f:
        f.write(text)
    os.ftruncate(fd, 0); os.lseek(fd, 0, os.SEEK_SET)
    try:
        ir.parse_mlir_module(path, ctx)
        ok = True
    except Exception:
        ok = False
    with open(err, errors="replace") as f:
        said = f.read()
    print(json.dumps([ok, said.replace(path, "m.ttgir")]), flush=True)
"""


class Witness:
    """One process of Triton, started again after each module that ends it."""

    def __init__(self):
        self.process = None

    def ask(self, text):
        if not self.process:
            self.process = subprocess.Popen([sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                            stderr=subprocess.DEVNULL, text=True)
        try:
            self.process.stdin.write(json.dumps(text) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            self.process.kill()
            self.process.wait()
            self.process = None
            return None
        return json.loads(answer)


SLICE = """module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func public @f(%src: SRC) {
    %r = ttng.tmem_subslice %src {AT = 0 : i32} : SRC -> DST
    tt.return
  }
}
"""


def cut_at(witness):
    """What this version names the column at which tensor memory is cut: N, or later offset."""
    src = M((128, 64), "f32", tmem(128, 64), TMEM)
    dst = M((128, 32), "f32", tmem(128, 64), TMEM, alloc=(128, 64))
    text = lambda at: SLICE.replace("SRC", str(src)).replace("DST", str(dst)).replace("AT", at)
    return next(at for at in ("N", "offset") if (witness.ask(text(at)) or [False])[0])


# What the reader of the text says, not a rule about types.
SYNTAX = re.compile(r"^(expected ('|\"|`|SSA|non-function|valid|operation|attribute|keyword|integer|number|string|identifier|type|block|"
                    r"comma|dimension|Tensor|i1 type|integer elements|floating point literal|list|result|parameter|\{|\[|\()|unexpected|custom op '[^']*' (?!'[^']*' must be|invalid kind of type|'[^']*' op attribute)|use of undeclared|redefinition|unknown|"
                    r"unregistered|undefined|attribute alias|type alias|failed to parse|invalid (operand|properties)|"
                    r"operation name|could not convert|found |missing|'?parse|.*cannot name an operation|.*unbalanced)")
DIAGNOSTIC = re.compile(r'loc\((?:fused\[)?(?:callsite\()?"[^"]*":(\d+):(\d+).*?\): error: (.*)')


def first_error(said):
    for line in said.split("\n"):
        m = DIAGNOSTIC.match(line)
        if m:
            return int(m.group(1)), m.group(3)
    return None, None


def kind_of(message):
    """The rule that a message stands for: its words without types, names and numbers."""
    plain = None
    while plain != message:
        plain, message = message, re.sub(r"<[^<>]*>", "", message.replace("->", ""))
    message = re.sub(r".*(?=invalid layout)", "", message)
    return re.sub(r"[%\d]\S*|'[^']*'|[!#]tt\w*\.\w+", "", message)[:70]


# Rules about one type alone, which every operation shares; they must not crowd out those of the operation.
OF_ONE_TYPE = re.compile(r"(alloc )?shape (must|has)|rank must be|rank of encoding|memorySpace must|.*is not a valid encoding|blockM must|.*bit ?width|Mismatch in expected|"
                         r"block shape along|.*invalid layout|Number of elements|the tensor shape|.*descriptors must have rank|use of value")


def in_turn(items, label, n, rng):
    """`n` of the items, one of each label and then again."""
    groups = collections.OrderedDict()
    for c in items:
        groups.setdefault(label(c), []).append(c)
    lists = list(groups.values())
    for l in lists:
        rng.shuffle(l)
    rng.shuffle(lists)
    picked = []
    while lists and len(picked) < n:
        for l in list(lists):
            if len(picked) < n:
                picked.append(l.pop())
            if not l:
                lists.remove(l)
    return picked


def choose(found, quota, rng):
    """At most `quota` of an operation, half of them rejected, each rule and each mutation in turn."""
    kind = lambda c: kind_of(c["message"])
    yes = [c for c in found if c["accepted"]]
    one = [c for c in found if not c["accepted"] and OF_ONE_TYPE.match(c["message"])]
    own = [c for c in found if not c["accepted"] and not OF_ONE_TYPE.match(c["message"])]
    half = quota // 2
    few = min(len(one), max(half // 3, half - len(own)))
    return (in_turn(yes, lambda c: re.sub(r" \(.*", "", c["what"]), quota - half, rng)
            + in_turn(own, kind, half - few, rng) + in_turn(one, kind, few, rng))


MAIN = ("ttg.", "ttng.", "tt.dot", "tt.reduce", "tt.scan", "tt.gather", "tt.reshape", "tt.trans", "tt.expand_dims", "tt.broadcast", "tt.join", "tt.split",
        "tt.load", "tt.store", "scf.for", "scf.if", "tt.call", "tt.return")


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--seed", type=int, default=1)
    here = os.path.dirname(os.path.abspath(__file__))
    p.add_argument("--out", default=os.path.join(here, "..", "data", "triton", "witness.jsonl.gz"))
    p.add_argument("--quota", type=int, default=48, help="rows of an operation of Triton's own; others get a third")
    p.add_argument("--tries", type=int, default=500, help="modules that Triton is asked about, of one operation")
    p.add_argument("--report", action="store_true", help="say what was dropped and why")
    args = p.parse_args()

    witness = Witness()
    build_specs(cut_at(witness))
    by_op = collections.OrderedDict()
    for s in SPECS:
        by_op.setdefault((s.op, s.base == "parameters"), []).append(s)
    rows_out, dropped, ended = [], collections.Counter(), []
    for (op, parameters), specs in by_op.items():
        rng = random.Random(f"{args.seed} {op} {parameters}")
        pool, seen = [], set()
        for s in specs:
            for i, c in enumerate(cases(s, rng)):
                if c["text"] not in seen:
                    seen.add(c["text"])
                    pool.append((0 if i == 0 else 1 if c["named"] and rng.random() < 0.7 else 2, rng.random(), c))
        # The valid ones are asked first: they say whether the specification itself is right.
        pool.sort(key=lambda x: (x[0], x[1]))
        first = [x for x in pool if not x[0]][:args.tries // 5]
        # What a specification names itself comes before what is mutated at random.
        pool = first + sorted((x for x in pool if x[0]), key=lambda x: x[0])
        found = []
        for mutated, _, c in pool[:args.tries]:
            answer = witness.ask(c["text"])
            if answer is None:
                ended.append(c)
                continue
            ok, said = answer
            at, message = first_error(said)
            if not ok and message is None:
                # Some verifiers refuse without a word; a syntax error always has one.
                if said.strip():
                    dropped[f"{op}: unread message: {said[:100]!r}"] += 1
                    continue
                at, message = c["line"], "(no diagnostic)"
            if not ok and (SYNTAX.match(message) or at is None):
                dropped[f"{op}: {message[:100]}"] += 1
                continue
            if not ok and not mutated and args.report:
                print("REJECTED BASE", op, c["what"], "|", message[:200])
            # An operation that only prepares the one under test must itself be sound.
            if not ok and at != c["line"] and message.startswith("'") and not message.startswith(f"'{op}'"):
                inner = c["text"].split("\n")[at - 1]
                if not re.search(r"(return|yield|condition|func|splat)\b", inner) or "local_alloc :" in inner:
                    dropped[f"{op}: other operation: {message[:80]}"] += 1
                    continue
            found.append(dict(c, accepted=ok, message="" if ok else message))
        quota = args.quota if op.startswith(MAIN) else args.quota // 3
        # Each malformed layout is there for a reason of its own.
        rows_out += found if parameters else choose(found, quota, rng)
    out = []
    for i, c in enumerate(rows_out):
        out.append(json.dumps({"id": i, "op": c["op"], "what": c["what"], "accepted": c["accepted"], "message": c["message"],
                               "line": c["line"], "text": c["text"]}) + "\n")
    raw = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0, compresslevel=9) as f:
        f.write("".join(out).encode())
    with open(args.out, "wb") as f:
        f.write(raw.getvalue())

    tally = collections.OrderedDict()
    for c in rows_out:
        tally.setdefault(c["op"], [0, 0])[0 if c["accepted"] else 1] += 1
    for op, (a, r) in tally.items():
        print(f"{op:40} accepted {a:4} rejected {r:4}")
    print(f"{len(rows_out)} rows, {sum(not c['accepted'] for c in rows_out)} rejected; {len(ended)} ended the process")
    if args.report:
        for what, n in dropped.most_common():
            print("dropped", n, what)
        for c in ended:
            print("ended", c["op"], c["what"])


if __name__ == "__main__":
    main()
