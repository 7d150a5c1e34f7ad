"""Random claims of every kind from a seed; about half of those that mean something hold."""

import math
import random

import random_maps as maps
from expressions import BadInput, parse, write_formula
from mutations import mistaken, mistaken_text, rewritten
from notations import read_map
from variations import varied


HARD = ("equal", "converts", "conflict-free", "no-wrap")  # of these, twice as many


def claims(seed, count):
    rng = random.Random(seed)
    kinds = list(GENERATORS)
    for _ in range(count):
        kind = rng.choices(kinds, [2 if kind in HARD else 1 for kind in kinds])[0]
        yield {"op": "prove", "claim": kind, **varied(rng, GENERATORS[kind](rng))}


def mutated(rng, text):
    if not maps.is_formula(text):
        return mistaken_text(rng, text)
    try:
        formula = parse(text)
    except BadInput:  # a number of more than 64 bits, which is drawn, too
        return text
    return write_formula(mistaken(rng, formula))


def again(rng, text):
    return write_formula(rewritten(rng, parse(text))) if maps.is_formula(text) else text


def sometimes_mutated(rng, text, share=0.4):
    return mutated(rng, text) if rng.random() < share else text


def with_shape(request, shape):
    return {**request, "shape": shape} if shape else request


def single(rng, share=0.4, offsets=False):
    text, shape = maps.of_any_notation(rng, offsets)
    return with_shape({"layout": sometimes_mutated(rng, text, share)}, shape)


def values(request):
    """The map of a request with one layout, and all its values; none if it is bad input."""
    try:
        f = read_map(request["layout"], request.get("shape"))
        first = {name: high for name, _, high in f.formula.parameters}
        return f, list(f.table(first).values())
    except BadInput:
        return None, []


def surjective(rng):
    return single(rng, 0.3)


def onto(rng):
    request = single(rng, 0.3)
    f, taken = values(request)
    if f is None:
        return {**request, "codomain": [8]}
    box = [size or max(1, max(value[i] for value in taken) + 1) for i, (_, size) in enumerate(f.outputs)]
    if rng.random() < 0.25:
        at = rng.randrange(len(box))
        box[at] = max(1, box[at] + rng.choice([-1, 1]))
    if rng.random() < 0.05:
        box = box + [1]
    if all(size for _, size in f.outputs) and rng.random() < 0.5 or rng.random() < 0.05:
        return request
    return {**request, "codomain": box}


def in_bounds(rng):
    request = single(rng, 0.2, offsets=True)
    _, taken = values(request)
    most = max((value[0] for value in taken), default=8)
    return {**request, "allocation": min(max(0, most + rng.choice([1, 1, 1, 0, -1, 5])), 2**63 + (most % 2))}


def aligned(rng):
    vector = rng.choice([1, 2, 4, 8])
    names = maps.names(rng, 2)
    kind = rng.random()
    if kind < 0.5:
        named = list(zip(names, [rng.choice([2, 4, 8]), vector * rng.choice([1, 2, 3, 4])]))
        stride = named[1][1] + rng.choice([0, 0, 0, vector, 1])
        inner = rng.choice([names[1], f"({names[1]} ^ ({names[0]} & 1) << {vector.bit_length() - 1})",
                            f"({names[1]} / {vector} * {vector} + {names[1]} % {vector})"])
        text, shape = f"offset{maps.sized(named)} = {names[0]} * {stride} + {inner}", None
        text = "param pad in 0..2; " + text.replace(f"* {stride}", f"* ({stride} + pad * {vector})") \
            if rng.random() < 0.3 else text
    elif kind < 0.75:
        text, shape = maps.cute(rng, [vector * rng.choice([1, 2, 3]), rng.choice([4, 8])]), None
    else:
        shape = maps.triton_shape(rng, 8)
        text = maps.triton_shared(rng, shape)
    request = {"layout": sometimes_mutated(rng, text, 0.2), "element_bits": rng.choice([1, 4, 8, 16, 24, 32, 64] * 9 + [2, 6, 12, 24, 96, 1024, 1025]),
               "bytes": rng.choice([1, 2, 4, 8, 16] * 9 + [3, 64, 2**20, 2**21]), "vector": vector}
    if not text[0].isdigit() and text[0] not in "(S" and rng.random() < 0.3:
        f, _ = values(with_shape(request, shape))
        request["along"] = rng.choice([name for name, _ in f.inputs]) if f and rng.random() < 0.9 else "nowhere"
    return with_shape(request, shape)


def no_wrap(rng):
    bits = rng.choice([8, 16, 31, 32, 32, 32, 33, 48, 63, 64])
    kind, shape = rng.choices(["free", "number", "bits", "cute"], [35, 35, 20, 10])[0], None
    named = list(zip(maps.names(rng, 2), maps.sizes(rng, 2, rng.choice([16, 64, 128]))))
    if kind == "free":
        text = maps.free_expression(rng, 64)
    elif kind == "number":
        inner = maps.total(rng, named)
        high = bits - math.prod(n for _, n in named).bit_length()
        if rng.random() < 0.7 and high > 1:
            inner = f"({inner}) * {2 ** (high + rng.choice([-2, -1, -1, 0, 0, 1]))}"
        text = f"offset{maps.sized(named)} = {hidden(rng, inner, bits) if rng.random() < 0.4 else inner}"
    elif kind == "bits":  # a number that is judged only where it is used
        inner = rng.choice([f"~{named[0][0]}", f"({named[0][0]} {rng.choice('|^')} {constant(rng, bits)})",
                            f"({named[0][0]} & {constant(rng, bits)})"])
        text = f"offset{maps.sized(named)} = {hidden(rng, inner, bits)}"
    else:  # all steps are small, or the result is not
        text = maps.cute(rng, maps.sizes(rng, 2, 64))
        if "5000000000" in text or "-" in text or "Sw" in text:
            text = "(8,8):(8,1)"
        bits = rng.choice([8, 16, 32])
    request = {"layout": sometimes_mutated(rng, text, 0.25) if kind != "cute" else text, "bits": bits}
    return {**with_shape(request, shape), **({"signed": rng.random() < 0.5} if rng.random() < 0.9 else {})}


def constant(rng, bits):
    return rng.choice([2 ** (bits - 1) - 1, 2 ** (bits - 1), 2**bits - 1, 2**bits - 8, min(2**bits, 2**63), 2**64 - 8,
                       2**64 - 2 ** (bits - 1), max(0, 2**64 - 2**bits)])


def hidden(rng, inner, bits):
    """A later step after which a machine may have the right number again."""
    k = rng.randint(1, bits - 1)
    compare, other = rng.choice(["<", "<=", ">", ">=", "==", "!="]), rng.choice([2**k, constant(rng, bits)])
    return rng.choice([f"{inner} & {rng.choice([7, 2**k - 1])}", f"{inner} % {rng.choice([8, 10])}",
                       f"{inner} / {2**k}", f"{inner} >> {rng.choice([k, bits, 63]) % 64}",
                       f"min({inner}, {rng.choice([5, 2**k])})",
                       f"({inner}) {compare} {other}", f"({inner}) ? 1 : 2", f"({inner}) && 1", f"0 || ({inner})",
                       f"max({inner}, {2**k}) & 255", f"!({inner})",
                       f"({inner} & {2 ** (bits - 1)}) >> {k}", f"~({inner}) & {2**k - 1}", f"({inner}) * 1 & 15",
                       f"(({inner}) - {rng.randint(0, 1)} & 15) + 1", f"({inner} << {rng.choice([0, 1])}) & 3"])


def equal(rng):
    if rng.random() < 0.25:
        size = rng.choice([12, 16, 24, 32, 64])
        cut = rng.choice([d for d in range(1, size + 1) if size % d == 0])
        pair = [maps.cute(rng, rng.choice([[size], [cut, size // cut], [size // cut, cut]])) for _ in range(2)]
        if rng.random() < 0.5:  # the same strides, with modes in other brackets
            a, b = sorted([cut, size // cut])
            pair = [f"({a},{b}):(1,{a})", rng.choice([f"{size}:1", f"(({a},{b})):((1,{a}))", f"({a},{b}):({b},1)",
                                                    f"({b},{a}):(1,{b})"])]
        return dict(zip("ab", rng.sample(pair, 2)))
    if rng.random() < 0.08:  # numbers below 0 and words from 2^63 on
        named = list(zip(maps.names(rng, 2), maps.sizes(rng, 2, 32)))
        pair = maps.signed(rng, named)
        pair = rng.choice([pair, pair, (pair[0], pair[0]), (pair[0], maps.offset_expression(rng, named))])
        return dict(zip("ab", rng.sample([sometimes_mutated(rng, text, 0.2) for text in pair], 2)))
    text, shape = maps.of_any_notation(rng)
    try:
        f = read_map(text, shape)
    except BadInput:
        return with_shape({"a": text, "b": text}, shape)
    other = write_formula(rewritten(rng, f.formula))
    if rng.random() < 0.1 and maps.is_formula(text) and len(f.inputs) == 2:
        other = maps.cute(rng, [n for _, n in f.inputs])
    other = sometimes_mutated(rng, other, 0.5)
    first = sometimes_mutated(rng, text, 0.05)
    a, b = rng.sample([first, other], 2)
    return with_shape({"a": a, "b": b}, shape)


def converts(rng):
    kind = rng.random()
    if kind < 0.2:
        shape = rng.choice([[maps.power(rng, 4), maps.power(rng, 3)], maps.triton_shape(rng, 6)])
        memory = maps.triton_shared(rng, shape)
        request = {"source": maps.triton_blocked(rng, shape), "written": memory, "read": memory,
                   "destination": maps.triton_blocked(rng, shape), "shape": shape}
    else:
        count, shape = rng.choice([1, 2, 2]), None
        elements = list(zip(maps.names(rng, count), maps.sizes(rng, count, rng.choice([16, 32, 128]))))
        as_expression = rng.random() < 0.7
        memory = maps.offset_expression(rng, elements) if as_expression else maps.cute(rng, [n for _, n in elements])
        shared = rng.sample(elements, count)
        request = {"source": maps.coordinates_expression(rng, elements), "written": memory,
                   "read": again(rng, memory) if rng.random() < 0.4 else memory,
                   "destination": maps.coordinates_expression(rng, elements if not maps.is_formula(memory) else shared)}
        if rng.random() < 0.06:
            signed = maps.signed(rng, elements)
            request.update(written=rng.choice(signed), read=rng.choice(signed))
        if rng.random() < 0.1:
            modular = maps.modular(rng, elements)
            request.update(source=modular, destination=modular)
        elif count == 1 and rng.random() < 0.2:
            size = elements[0][1]
            request["source"] = f"{max(1, size - rng.choice([0, 0, 1]))}:1"
    if kind < 0.4 and shape is None:  # only a part of the elements is written
        formula = parse(request["source"]) if maps.is_formula(request["source"]) else None
        if formula and formula.inputs[0][1] > 1:
            name, size = formula.inputs[0]
            cut = f"{name}: {rng.choice([max(1, size // 2), size - 1])}"
            request["source"] = request["source"].replace(f"{name}: {size}", cut, 1)
            if rng.random() < 0.5:
                request["destination"] = again(rng, request["source"])
    if rng.random() < 0.45:
        role = rng.choice(["source", "written", "read", "destination"])
        request[role] = mutated(rng, request[role])
    return request


ACCESSES = [(bits, f"{way}.shared.b{bits}") for bits in (8, 16, 32, 64, 128) for way in ("ld", "st")]
MERGING = [(64, "ld.shared.b64"), (128, "ld.shared.b128")]
MATRICES = [(128, f"{way}matrix.x{n}") for way in ("ld", "st") for n in (1, 2, 4)]


def conflict_free(rng):
    kind = rng.random()
    if kind < 0.25:
        return conflict_free_in_triton(rng)
    element_bits = rng.choice([1, 4, 8, 16, 16, 32, 32, 64, 128] * 3 + [2, 6, 12, 24, 96, 256, 1024, 1025])
    stored = 8 if element_bits == 1 else element_bits
    width, instruction = rng.choice(ACCESSES * 2 + MATRICES + MERGING * 3)
    vector = max(1, width // stored)
    lanes = rng.choice([32] * 8 + [1, 2, 8, 15, 16, 24, 33, 64])
    step = rng.choice([1, 2, 3])
    if kind < 0.6:
        text = one_row(rng, vector, lanes, step)
    else:
        text = tile(rng, vector, lanes, step)
    if rng.random() < 0.05 and "x(" in text["access"]:
        text["access"] = maps.modular(rng, [("x", rng.choice([32, 64, 64 * vector]))], ["lane", "step"], 5)
    if rng.random() < 0.2:
        which = rng.choice(["memory", "access"])
        text[which] = mutated(rng, text[which])
    elif rng.random() < 0.5 and maps.is_formula(text["access"]):
        text["access"] = again(rng, text["access"])
    return {**text, "element_bits": element_bits, "target": "cuda:90", "instruction": instruction}


def one_row(rng, vector, lanes, step):
    """Lanes along a row, some of which load the same; also with a stride."""
    lane = rng.choice(["lane", "lane", "lane / 2", "lane ^ 1", "lane / 4", "lane % 8", "lane % 16",
                       "lane / 2 % 8 + lane / 16 * 16", "lane / 4 * 2 + lane % 2", "(lane / 4 * 2 + lane % 2) * 2",
                       "lane / 2 % 8 + lane / 16 * 32", "lane / 2 + lane % 2 * 32", "lane % 16 + lane / 16 * 17",
                       "lane / 4 * 2 % 8 + lane / 16 * 32", "(lane / 4 * 2 + lane % 2) % 4 + lane / 8 * 16",
                       "lane / 2 * 2", f"lane * {rng.choice([2, 3, 4, 5, 8, 9, 32])}", "lane * lane % 64",
                       "lane / 16 * 8 + lane % 8", "lane % 4 * 8 + lane / 4", f"(lane + {rng.randint(1, 40)}) % 32"])
    more = rng.choice([0, 1, 32, 33])
    size = 64 * vector * 8
    offset = rng.choice(["x", "x", "x", f"x ^ (x >> 3 & {8 * vector - 1 & ~(vector - 1)})",
                         f"x + x / {32 * vector} * {vector}", f"x + {vector * rng.choice([0, 1, 3])}",
                         f"~x & {size - 1}" if vector == 1 else "x"])
    memory = f"offset(x: {size}) = {offset}" if rng.random() < 0.8 else f"{size}:1"
    if rng.random() < 0.1:  # perhaps less than what is accessed
        size = vector * rng.choice([8, 16, 31, 32, 33, 64])
        memory = f"offset(x: {size}) = {offset}"
    index = f"({lane} + step * {more}) * {vector}"
    return {"memory": memory, "access": f"x(lane: {lanes}, step: {step}) = {index}{rng.choice(['', f' % {size}'])}"}


def tile(rng, vector, lanes, step):
    """Lanes in rows and columns of a padded or swizzled tile."""
    columns = vector * rng.choice([1, 2, 4, 8, 8, 16])
    across = rng.choice([n for n in (1, 2, 4, 8, 16, 32) if n * vector <= columns])
    down = max(1, -(-lanes // across))
    rows = down * step
    pad = rng.choice([0, vector, 2 * vector, 4 * vector])
    head, stride = "", str(columns + pad)
    if rng.random() < 0.25:
        head, stride = f"param pad in {rng.choice(['0..3', '1..2', '1..1'])}; ", f"({columns} + pad * {vector})"
    phase = rng.choice(["", "", f" ^ (row & {max(1, columns // vector) - 1}) * {vector}",
                        f" ^ (row / 2 & 3) * {vector}"])
    inputs = rng.choice([f"row: {rows}, col: {columns}", f"col: {columns}, row: {rows}"])
    memory = f"{head}offset({inputs}) = row * {stride} + (col{phase})"
    if not head and rng.random() < 0.2:
        memory = f"({rows},{columns}):({stride},1)"
    row, col = f"lane / {across} + step * {down}", f"lane % {across} * {vector}"
    access = [("row", row), ("col", col)]
    if rng.random() < 0.3 and maps.is_formula(memory):
        access.reverse()
    outputs, results = ", ".join(name for name, _ in access), ", ".join(value for _, value in access)
    places = rng.choice([f"lane: {lanes}, step: {step}", f"step: {step}, lane: {lanes}"])
    return {"memory": memory, "access": f"({outputs})({places}) = ({results})"}


def conflict_free_in_triton(rng):
    shape = [maps.power(rng, 5), maps.power(rng, 6)]
    while math.prod(shape) > 1024:
        shape[0] //= 2
    lanes = rng.choice([32] * 12 + [16, 64])
    request = {"memory": maps.triton_shared(rng, shape), "access": maps.triton_blocked(rng, shape, lanes),
               "element_bits": rng.choice([1, 1, 8, 16, 32, 64, 128]), "target": "cuda:90", "shape": shape}
    if rng.random() < 0.2:
        return {**request, "instruction": rng.choice(["ld.shared.b32", "st.shared.b16", "ld.shared.b64"])}
    return {**request, "direction": rng.choice(["load", "store"])}


GENERATORS = {"injective": lambda rng: single(rng, 0.4), "surjective": surjective, "onto": onto,
              "bijective": lambda rng: single(rng, 0.3), "in-bounds": in_bounds, "aligned": aligned, "no-wrap": no_wrap,
              "equal": equal, "converts": converts, "conflict-free": conflict_free}
