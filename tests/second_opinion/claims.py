"""What each claim says, by plain enumeration: docs/claims.md, What each claim says.

A claim is a generator of what is wrong for one choice of the parameters: (cause, the numbers that show it). The
first of a cause is its smallest counterexample.
"""

import math
from dataclasses import dataclass

import joining
from expressions import BadInput
from joining import agree, carried, differing, leaves_its_sizes, meet
from notations import read_map
from shared_memory import instruction_of_vector, stored_size, wrong_instructions
from steps import Machine, Wraps


@dataclass(frozen=True)
class Answer:
    verdict: str  # proved, refuted or bad input
    why: str = ""
    counterexamples: tuple = ()  # the smallest of each cause
    may_be_refused: bool = False  # it is also right to say that the ranges of an expression's steps show too little


def answer(request):
    try:
        maps, wrong = CLAIMS[request["claim"]](request)
        found = {}
        for parameters in joining.choices(*maps):
            for cause, example in wrong(parameters):
                found.setdefault(cause, example if isinstance(example, dict) else numbers(parameters, example))
        why = "; ".join(f"{cause} {example}" for cause, example in found.items())
        return Answer("refuted" if found else "proved", why, tuple(found.values()), any(f.may_be_refused for f in maps))
    except BadInput as bad:
        return Answer("bad input", str(bad))


def layouts(request, *roles):
    return [read_map(request[role], request.get("shape")) for role in roles]


def number(request, name, default=None):
    value = request.get(name, default)
    if not isinstance(value, int) or value < 0:
        raise BadInput(f"{name} must be a number")
    return value


def named(f, point, prefix=""):
    return [(prefix + name, x) for (name, _), x in zip(f.formula.inputs, point)]


def valued(f, value, prefix=""):
    return [(prefix + name, x) for (name, _), x in zip(f.formula.outputs, value)]


def numbers(parameters, example):
    """Each by its name, with a `_` more for each of the names before it that are the same."""
    shown = dict(parameters)
    for name, x in example:
        while name in shown:
            name += "_"
        shown[name] = x
    return shown


def of_one_map(request, wrong_with):
    """A claim about one map: what is wrong with its table, and any value that leaves its size."""
    f, = layouts(request, "layout")

    def wrong(parameters):
        table = f.table(parameters)
        yield from (("size", named(f, x)) for x in leaves_its_sizes(f, table))
        yield from wrong_with(f, table)
    return [f], wrong


def offset_of(f):
    """An offset is the first output, and the only one without a size."""
    if f.outputs[0][1] is not None or any(size is None for _, size in f.outputs[1:]):
        raise BadInput("the layout gives coordinates")


def injective(request):
    def wrong(f, table):
        first = {}
        for x, value in table.items():
            if first.setdefault(value, x) != x:
                yield "same", named(f, x) + named(f, first[value], "other_") + valued(f, value)
    return of_one_map(request, wrong)


def surjective(request):
    def wrong(f, table):
        sizes, taken = [size for _, size in f.outputs], set(table.values())
        if None not in sizes:
            yield from not_taken(f, sizes, taken)
        elif len(sizes) == 1:
            yield from (("below 0", named(f, x)) for x, value in table.items() if value[0] < 0)
            yield from not_taken(f, [max(max(taken)[0] + 1, 0)], taken)
        else:
            raise BadInput("outputs without sizes")
    return of_one_map(request, wrong)


def not_taken(f, sizes, taken):
    """The first element of the box of sizes that is no value: among as many as there are values and one more."""
    for i in range(min(math.prod(sizes), len(taken) + 1)):
        element = []
        for size in sizes:
            element.append(i % size)
            i //= size
        if tuple(element) not in taken:
            yield "missing", valued(f, element)
            return


def onto(request):
    def wrong(f, table):
        sizes = [size for _, size in f.outputs]
        given = request.get("codomain", sizes)
        if len(given) != len(sizes) or None in given:
            raise BadInput("no codomain of as many sizes as there are outputs")
        if any(size not in (None, other) for size, other in zip(sizes, given)):
            raise BadInput("the codomain has another size")
        if math.prod(given) > 1 << 62:
            raise BadInput("the codomain has more than 2^62 elements")
        for x, value in table.items():
            if not all(0 <= v < size for v, size in zip(value, given)):
                yield "outside", named(f, x) + valued(f, value)
        yield from not_taken(f, given, set(table.values()))
    return of_one_map(request, wrong)


def bijective(request):
    maps, not_injective = injective(request)
    _, not_surjective = surjective(request)

    def wrong(parameters):
        yield from not_injective(parameters)
        yield from not_surjective(parameters)
    return maps, wrong


def in_bounds(request):
    allocation = number(request, "allocation")
    if allocation > 1 << 63:
        raise BadInput("the allocation exceeds 2^63")

    def wrong(f, table):
        offset_of(f)
        for x, value in table.items():
            if not 0 <= value[0] < allocation:
                yield "outside", named(f, x) + valued(f, value)
    return of_one_map(request, wrong)


def aligned(request):
    bits, size, vector = number(request, "element_bits"), number(request, "bytes"), number(request, "vector")

    def wrong(f, table):
        offset_of(f)
        wanted = request.get("along", f.inputs[0 if f.kind == "cute" else -1][0])
        along = [i for i, names in enumerate(zip(f.inputs, f.formula.inputs)) if wanted in [name for name, _ in names]]
        if not along or vector == 0 or f.inputs[along[0]][1] % vector != 0 or size < 1 or size & size - 1 or bits == 0:
            raise BadInput("no vectors along this input")
        if bits > 1024 or size > 1 << 20:
            raise BadInput("beyond the limits")
        for x, value in table.items():
            if x[along[0]] % vector == 0 and value[0] * bits % (8 * size) != 0:
                yield "misaligned", named(f, x) + valued(f, value)
    return of_one_map(request, wrong)


def no_wrap(request):
    bits, (f,) = number(request, "bits", 32), layouts(request, "layout")
    if not 8 <= bits <= 64:
        raise BadInput("a machine has 8 to 64 bits")
    machine = Machine(bits, request.get("signed", True))

    def wrong(parameters):
        table = f.table(parameters)
        yield from (("size", named(f, x)) for x in leaves_its_sizes(f, table))
        for x in table:
            try:
                machine.run(f.formula, x, parameters)
            except Wraps:
                yield "wraps", named(f, x)
                return
    return [f], wrong


def equal(request):
    a, b = joining.same_inputs(*layouts(request, "a", "b"))
    inputs, outputs = meet(a.inputs, b.inputs), meet(a.outputs, b.outputs)
    # These are shown without the other's parameters, the smallest by their own.
    outside = {role: next(((own, x) for own in joining.choices(f) for x in leaves_its_sizes(f, f.table(own))), None)
               for role, f in (("a", a), ("b", b))}

    def wrong(parameters):
        of_a, of_b = a.table(parameters), b.table(parameters)
        for role, f in (("a", a), ("b", b)):
            if outside[role]:
                yield f"size of {role}", numbers(outside[role][0], named(f, outside[role][1]))
        for x, value in of_a.items():
            other = of_b[carried(inputs, x, len(b.inputs))]
            if why := differing(outputs, value, other):
                point = [(name, number) for (name, _), number in zip(a.inputs, x)]
                yield f"differ {why}", point + valued(a, value, "a_") + valued(b, other, "b_")
    return [a, b], wrong


def converts(request):
    s, w, r, d = layouts(request, "source", "written", "read", "destination")
    # The elements are the source's outputs.
    w, r = joining.from_outputs(w, s.outputs), joining.from_outputs(r, s.outputs)
    into_w, into_r, elements = meet(s.outputs, w.inputs), meet(s.outputs, r.inputs), meet(s.outputs, d.outputs)
    joining.have_one_size(s.outputs, (into_w, w.inputs), (into_r, r.inputs), (elements, d.outputs))
    wanted_by = [(j, i) for i, j in elements]
    offsets = meet(w.outputs, r.outputs)

    def wrong(parameters):
        of_s, of_w, of_r, of_d = (f.table(parameters) for f in (s, w, r, d))
        for role, f, table in (("s", s, of_s), ("w", w, of_w), ("r", r, of_r), ("d", d, of_d)):
            yield from ((f"size of {role}", named(f, x)) for x in leaves_its_sizes(f, table))
        cells, outside = {}, False
        for p, element in of_s.items():
            place = carried(into_w, element, len(w.inputs))
            if place not in of_w:
                outside = True
                yield "source leaves the memory", named(s, p)
            else:
                cells.setdefault(cell(offsets, 0, of_w[place]), []).append(element)
        held = {cell(elements, 0, element) for element in of_s.values()}
        for q, element in of_d.items():
            wanted = carried(wanted_by, element, len(s.outputs))
            place, home = carried(into_r, wanted, len(r.inputs)), carried(into_w, wanted, len(w.inputs))
            if place not in of_r:
                yield "destination leaves the memory", named(d, q)
            elif not outside:
                read = cell(offsets, 1, of_r[place])
                written = cells.get(read, [])
                if holds_only(written, elements, element):
                    continue
                if cell(elements, 1, element) not in held:
                    yield "nobody writes the element", named(d, q)
                if home in of_w and (why := differing(offsets, of_w[home], of_r[place])):
                    yield f"it is written elsewhere, {why}", named(d, q)
                if any(not agree(elements, other, element) for other in written):
                    yield "another element is there", named(d, q)
    return [s, w, r, d], wrong


def holds_only(written, pairs, wanted):
    """A cell was written, and by nothing but the wanted element."""
    return bool(written) and all(agree(pairs, other, wanted) for other in written)


def cell(offsets, side, value):
    return tuple(value[pair[side]] for pair in offsets if None not in pair)


def conflict_free(request):
    m, a = layouts(request, "memory", "access")
    m = joining.from_outputs(m, a.outputs)
    bits = number(request, "element_bits")
    if len(m.outputs) != 1 or not 0 < bits <= 1024 or request.get("target") != "cuda:90":
        raise BadInput("the memory gives no offset, or no rule is known")
    offset_of(m)
    elements = meet(a.outputs, m.inputs)
    stored_bits = stored_size(bits)
    starts, instruction = (lambda x: True), request.get("instruction")
    if instruction is None:
        instruction, starts = instruction_of_vector(m, a, elements, stored_bits, request.get("direction"))

    def wrong(parameters):
        of_m, of_a = m.table(parameters), a.table(parameters)
        yield from (("size of the memory", named(m, x)) for x in leaves_its_sizes(m, of_m))
        yield from (("size", named(a, x)) for x in leaves_its_sizes(a, of_a))
        if any(not 0 <= offset < 2**50 for offset, in of_m.values()):
            raise BadInput("an offset is not from 0 to 2^50 - 1")
        places = {x: carried(elements, value, len(m.inputs)) for x, value in of_a.items()}
        for x, place in places.items():
            if place not in of_m:
                yield "leaves the memory", named(a, x)
        bit_addresses = {x: of_m[place][0] * stored_bits for x, place in places.items() if place in of_m}
        yield from wrong_instructions(a, bit_addresses, instruction, starts)
    return [a, m], wrong


CLAIMS = {"injective": injective, "surjective": surjective, "onto": onto, "bijective": bijective,
          "in-bounds": in_bounds, "aligned": aligned, "no-wrap": no_wrap, "equal": equal, "converts": converts,
          "conflict-free": conflict_free}
