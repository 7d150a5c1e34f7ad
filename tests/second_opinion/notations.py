"""Every notation as an index expression: docs/layouts.md (Formulas), docs/claims.md (Maps), CuTe's documentation."""

import itertools
import math
import re
from dataclasses import dataclass, replace

from expressions import BadInput, Formula, read_formula
from steps import check_points, compiled, ranges_show


@dataclass(frozen=True)
class Map:
    formula: Formula
    kind: str  # expression, cute, modular, registers or shared
    unpadded: Formula = None  # of shared memory: the offset before padding
    padding: tuple = ()  # intervals and amounts
    taken_names: tuple = ()  # by which CuTe's modes are called in a claim
    one_coordinate: bool = False  # CuTe's leaves are digits of a single coordinate
    may_be_refused: bool = False  # no step leaves the 64 bits, but the ranges do not show it

    @property
    def inputs(self):
        if self.one_coordinate:
            return (("coordinate", math.prod(size for _, size in self.formula.inputs)),)
        if self.taken_names:
            return tuple((name, size) for name, (_, size) in zip(self.taken_names, self.formula.inputs))
        return shared_names(self.formula.inputs)

    @property
    def outputs(self):
        return shared_names(self.formula.outputs)

    def table(self, parameters):
        """Point -> value, for these values of the parameters; the first input changes fastest."""
        f = compiled(self.formula)(*(parameters[name] for name, _, _ in self.formula.parameters))
        sizes = [size for _, size in self.formula.inputs]
        points = [x[::-1] for x in itertools.product(*map(range, reversed(sizes)))]
        if self.one_coordinate:
            return {(i,): f(*x) for i, x in enumerate(points)}
        return {x: f(*x) for x in points}


def read_map(text, shape=None):
    text = text.strip()
    if text.startswith("#ttg."):
        if shape is None:
            raise BadInput("a Triton layout needs a shape")
        return read_triton(text, tuple(shape))
    if text.startswith("{"):
        return Map(read_modular(text), "modular")
    if text.startswith("Sw") or re.fullmatch(r"[\s\d_()\-,:]+", text):
        return Map(read_cute(text), "cute")
    formula = read_formula(text, shape)
    shown = ranges_show(formula)
    if not shown:
        check_points(formula)
    return Map(formula, "expression", may_be_refused=not shown)


def shared_names(sized):
    """`dim0` and `dim1`, where a map has these two, are `row` and `col`."""
    if {name for name, _ in sized} == {"dim0", "dim1"}:
        return tuple(({"dim0": "row", "dim1": "col"}[name], size) for name, size in sized)
    return sized


# CuTe: a shape and as many strides, in the same brackets; Sw<B,M,S> XORs B bits, from M + max(S, 0) on, onto others.

def read_cute(text):
    swizzle = re.fullmatch(r"Sw<(\d+),(\d+),(-?\d+)> o (_?\d+) o (.*)", text)
    shape, _, stride = (swizzle[5] if swizzle else text).replace("_", "").partition(":")
    shape, stride = nested(shape), nested(stride)
    if not isinstance(shape, tuple):
        shape, stride = (shape,), (stride,)
    if not isinstance(stride, tuple) or len(shape) != len(stride):
        raise BadInput("shape and stride differ")
    sizes, added, subtracted, low, high = [], [], [], 0, 0
    for mode, (sizes_of_mode, strides_of_mode) in enumerate(zip(shape, stride)):
        before = 1
        for size, step in leaves(sizes_of_mode, strides_of_mode):
            if size < 1:
                raise BadInput("a size is below 1")
            if size > 1:
                term = f"mode{mode} / {before} % {size} * {abs(step)}"
                (subtracted if step < 0 else added).append(term)
                low, high = low + min(step * (size - 1), 0), high + max(step * (size - 1), 0)
            before *= size
        sizes.append(before)
    if high - low >= 2**63 - 1 or any(abs(int(n)) >= 2**63 for n in re.findall(r"-?\d+", text.replace("_", ""))):
        raise BadInput("a number is too large, or the lowest and the highest offset are too far apart")
    inputs = ", ".join(f"mode{i}: {size}" for i, size in enumerate(sizes))
    total = " + ".join(added or ["0"]) + "".join(f" - {term}" for term in subtracted)
    if not swizzle:
        return read_formula(f"offset({inputs}) = {total}")
    bits, base, shift = int(swizzle[1]), int(swizzle[2]), int(swizzle[3])
    start = int(swizzle[4].replace("_", ""))
    if abs(shift) < bits or bits + base + abs(shift) > 63:
        raise BadInput("a swizzle's fields overlap, or are beyond 63 bits")
    if start + high >= 2**63 or bits > 0 and start + low < 0:
        raise BadInput("a swizzle of offsets below 0, or beyond 2^63")
    mask = (2**bits - 1) << base + max(shift, 0)
    moved = f"(o & {mask}) >> {shift}" if shift >= 0 else f"(o & {mask}) << {-shift}"
    return read_formula(f"offset({inputs}) = let o = {start} + {total}; o ^ ({moved})")


def nested(text):
    text = re.sub(r"\s", "", text)
    if not re.fullmatch(r"[\d(),\-]+", text):
        raise BadInput(f"no tuple of integers: {text!r}")
    try:
        value = eval(text)
    except SyntaxError:
        raise BadInput(f"no tuple of integers: {text!r}")
    if value == ():
        raise BadInput("nothing in brackets")
    return value


def leaves(shape, stride):
    if isinstance(shape, tuple) != isinstance(stride, tuple):
        raise BadInput("shape and stride differ")
    if not isinstance(shape, tuple):
        return [(shape, stride)]
    if len(shape) != len(stride):
        raise BadInput("shape and stride differ")
    return [leaf for pair in zip(shape, stride) for leaf in leaves(*pair)]


# Modular linear layouts: each bit of an input brings its basis.

def read_modular(text):
    match = re.fullmatch(r"\{(.*)\}\s*->\s*\{(.*)\}", text)
    if not match:
        raise BadInput("no modular layout")
    outputs = [(name, int(size)) for name, size in re.findall(r"(\w+)\s*=\s*(\d+)", match[2])]
    inputs, terms = [], [["0"] for _ in outputs]
    for name, bases in re.findall(r"(\w+)\s*=\s*(\[(?:\s*\[[^]]*\]\s*,?)*\])", match[1]):
        bases = eval(bases)
        inputs.append((name, 2**len(bases)))
        for bit, basis in enumerate(bases):
            if len(basis) != len(outputs):
                raise BadInput("a basis is of another rank")
            if any(step >= size for step, (_, size) in zip(basis, outputs)):
                raise BadInput("a basis is beyond the sizes")
            for parts, step in zip(terms, basis):
                parts.append(f"({name} >> {bit} & 1) * {step}")
    results = [" ^ ".join(parts) if size & size - 1 == 0 else f"({' + '.join(parts)}) % {size}"
               for parts, (_, size) in zip(terms, outputs)]
    return read_formula(sized(outputs) + sized(inputs) + " = " + brackets(results))


def sized(names):
    return "(" + ", ".join(f"{name}: {size}" for name, size in names) + ")"


def brackets(results):
    return results[0] if len(results) == 1 else f"({', '.join(results)})"


# Triton's attributes.

def read_triton(text, shape):
    match = re.fullmatch(r"#ttg\.(\w+)<(\[[^\]]*\])?\s*\{(.*)\}>", text)
    if not match:
        raise BadInput("no attribute that is known here")
    fields = {key: eval(value) for key, value in re.findall(r"(\w+)\s*=\s*(\[[^\]]*\]|\d+)", match[3])}
    names = ["row", "col"] if len(shape) == 2 else [f"dim{i}" for i in range(len(shape))]
    order = fields["order"]
    if len(order) != len(shape):
        raise BadInput("the shape is of another rank")
    if match[1] == "swizzled_shared":
        return shared(names, shape, swizzled(names, shape, order, fields), ())
    if match[1] == "padded_shared":
        if tuple(fields.get("shape", shape)) != shape:
            raise BadInput("padded_shared has another shape")
        padding = tuple((int(i), int(a)) for i, a in re.findall(r"(\d+)\s*:\s*\+\s*(\d+)", match[2]))
        return shared(names, shape, rows_of_rows(names, shape, order), padding)
    if match[1] == "blocked":
        return Map(blocked(names, shape, order, fields), "registers")
    raise BadInput(f"{match[1]} is not known here")


def shared(names, shape, offset, padding):
    head = "offset" + sized(zip(names, shape)) + " = "
    padded = "let o = " + offset + "; o" + "".join(f" + o / {i} * {a}" for i, a in padding)
    return Map(read_formula(head + (padded if padding else offset)), "shared", read_formula(head + offset), padding)


def rows_of_rows(names, shape, order):
    before, terms = 1, []
    for d in order:
        terms.append(f"{names[d]} * {before}")
        before *= shape[d]
    return " + ".join(terms)


def swizzled(names, shape, order, fields):
    if len(order) == 1:
        return names[0]
    c, r, n = names[order[0]], names[order[1]], shape[order[0]]
    vec, phase = fields["vec"], f"{r} / {fields['perPhase']} % {fields['maxPhase']}"
    offset = f"{r} * {n} + (({c} / {vec} ^ {phase}) * {vec} + {c} % {vec}) % {n}"
    before = shape[order[0]] * shape[order[1]]
    for d in order[2:]:
        offset += f" + {names[d]} * {before}"
        before *= shape[d]
    return offset


def blocked(names, shape, order, fields):
    sizes = {"register": 1, "lane": 1, "warp": 1, "block": 1}
    parts = [("register", fields["sizePerThread"]), ("lane", fields["threadsPerWarp"]), ("warp", fields["warpsPerCTA"])]
    spanned = [math.prod(counts[d] for _, counts in parts) for d in range(len(shape))]
    parts.append(("register", [max(1, n // span) for n, span in zip(shape, spanned)]))
    coordinates, before = [["0"] for _ in shape], [1] * len(shape)
    for place, counts in parts:
        for d in order:
            coordinates[d].append(f"{place} / {sizes[place]} % {counts[d]} * {before[d]}")
            sizes[place] *= counts[d]
            before[d] *= counts[d]
    results = [f"({' + '.join(terms)}) % {n}" for terms, n in zip(coordinates, shape)]
    return read_formula(sized(zip(names, shape)) + sized(sizes.items()) + " = " + brackets(results))
