"""Random layouts in every notation, most of which keep their points apart until somebody mutates them."""

import math

COORDINATES = ["row", "col", "x", "y", "z", "i", "j", "dim0", "dim1", "dim2"]
PLACES = ["lane", "register", "step"]  # no coordinate is called so: a counterexample shows both


def names(rng, count):
    return rng.sample(COORDINATES, count)


def sizes(rng, count, most=256):
    """Sizes whose product is at most `most`."""
    chosen = []
    for _ in range(count):
        limit = max(1, int((most / math.prod(chosen)) ** (1 / (count - len(chosen))) * 2))
        limit = min(limit, most // math.prod(chosen))
        n = rng.choice([1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 32, 64, 128]) if rng.random() < 0.8 else rng.randint(1, limit)
        chosen.append(min(n, limit))
    return chosen


def sized(named):
    return "(" + ", ".join(f"{name}: {size}" for name, size in named) + ")"


def times(rng, digit, factor):
    if factor & factor - 1 == 0 and rng.random() < 0.5:
        return f"({digit} << {factor.bit_length() - 1})"
    return rng.choice([f"{digit} * {factor}", f"{factor} * {digit}"])


def digit(rng, name, size, others):
    """A permutation of 0 to size - 1, by arithmetic or by bits, perhaps by another input's value."""
    power = size & size - 1 == 0
    ways = [name, name, name, f"({size - 1} - {name})", f"(({name} + {rng.randint(0, 2 * size)}) % {size})"]
    if power:
        other = f"({rng.choice(others)} >> {rng.randint(0, 2)})" if others else str(rng.randrange(64))
        ways += [f"({name} ^ ({other} & {size - 1}))", f"(~{name} & {size - 1})", f"({name} ^ {size - 1})",
                 f"(({name} + {other}) % {size})", f"(~({name} + {rng.randint(0, 9)}) & {size - 1})"]
    if power and size >= 4:
        half = size // 2
        ways += [f"({name} % 2 * {half} + {name} / 2)", f"(({name} & 1) << {half.bit_length() - 1} | {name} >> 1)"]
    ways += [f"({name} < {size // 2} ? {name} + {size - size // 2} : ({name} + {size - size // 2}) % {size})",
             f"min({name}, {rng.randint(size - 1, 2 * size)})", f"max({name}, {rng.randint(0, 1)})",
             f"({name} == 0 ? {size - 1} : max({name}, 1) - 1)", f"({name} / 2 * 2 + ({name} & 1))"]
    return rng.choice(ways)


def total(rng, named, padding=None):
    """A number that tells the points apart: digits times strides, with gaps where there is padding."""
    order, before, terms = rng.sample(range(len(named)), len(named)), 1, []
    for place in order:
        name, size = named[place]
        others = [other for other, _ in named if other != name]
        stride = str(before) if padding is None else f"({before} + {padding})"
        value = digit(rng, name, size, others)
        terms.append(times(rng, value, before) if padding is None else f"{value} * {stride}")
        before *= size
        if padding is None and rng.random() < 0.2:
            before += rng.choice([1, 2, 4, 8])
        elif padding is not None:
            before, padding = before * 2, None
    rng.shuffle(terms)
    joined = " + ".join(terms)
    return f"({joined}) ^ {rng.choice([1, 3, 8, 16, 0x100000000])}" if rng.random() < 0.1 else joined


def parameter(rng):
    low = rng.choice([0, 0, 0, 1, 2])
    name = rng.choice(["pad", "p", "q"])
    return name, f"param {name} in {low}..{low + rng.randint(0, 5)}; "


def offset_expression(rng, named=None, most=256):
    named = named or list(zip(names(rng, (count := rng.choice([1, 2, 2, 3]))), sizes(rng, count, most)))
    head, padding = "", None
    if rng.random() < 0.3:
        padding, head = parameter(rng)
        if rng.random() < 0.3:
            head += f"param {padding}2 in 0..{rng.randint(0, 3)}; "
            padding = f"{padding} + {rng.choice([2, 4])} * {padding}2"
    text = total(rng, named, padding)
    output = "offset"
    if rng.random() < 0.15 and not head:
        output = f"(offset: {math.prod(size for _, size in named) + rng.choice([0, 0, 0, 1, -1, 16])})"
        output = output if ": 0" not in output and "-" not in output else "offset"
    if output == "offset" and rng.random() < 0.04:  # in one of several parts of memory
        parts = rng.choice([2, 3, 4])
        return f"{head}(offset, part: {parts}){sized(named)} = let o = {text}; (o / {parts}, o % {parts})"
    return f"{head}{output}{sized(named)} = {text}"


def coordinates_expression(rng, elements, places=None, give_sizes=None):
    """Every element once or more, at places that are one number, cut into digits for each coordinate."""
    count = math.prod(size for _, size in elements)
    if places is None:
        width = rng.choice([d for d in range(1, count + 1) if count % d == 0])
        places = [(name, size) for name, size in zip(rng.sample(PLACES, 2), [width, count // width])
                  if size > 1 or rng.random() < 0.3] or [("lane", 1)]
    order, before, terms = rng.sample(places, len(places)), 1, []
    for name, size in order:
        terms.append(times(rng, digit(rng, name, size, [other for other, _ in places if other != name]), before))
        before *= size
    results, before = {}, 1
    for name, size in rng.sample(elements, len(elements)):
        low = f"u / {before}" if before > 1 else "u"
        results[name] = f"{low} % {size}"
        if rng.random() < 0.15:
            results[name] = digit(rng, f"({results[name]})", size, [])
        before *= size
    give_sizes = rng.random() < 0.5 if give_sizes is None else give_sizes
    outputs = ", ".join(f"{name}: {size}" if give_sizes else name for name, size in elements)
    values = ", ".join(results[name] for name, _ in elements)
    values = values if len(elements) == 1 else f"({values})"
    return f"({outputs}){sized(places)} = let u = {' + '.join(terms)}; {values}"


def anything(rng, known, depth):
    """Any tree over these names, also such as can leave the 64 bits."""
    if depth == 0 or rng.random() < 0.15:
        if rng.random() < 0.6:
            return rng.choice(known)
        return str(rng.choice([0, 1, 2, 3, 4, 7, 8, 15, 31, 32, 63, 100, 255, 256, 2**31, 2**32 - 1, 2**32,
                               2**33 + 5, 2**40, 2**63, 2**64 - 8, rng.randrange(64)]))
    def part():
        return anything(rng, known, depth - 1)
    kind = rng.choices(["+", "*", "-", "/", "%", "<<", ">>", "&", "|", "^", "~", "!", "?:", "min", "compare", "logic"],
                       [6, 3, 1, 3, 4, 2, 3, 5, 3, 5, 2, 1, 2, 3, 2, 1])[0]
    if kind in ("/", "%"):
        return f"({part()} {kind} {rng.choice([1, 2, 3, 4, 5, 8, 16, 2**32])})"
    if kind in ("<<", ">>"):
        return f"({part()} {kind} {rng.choice([0, 1, 2, 3, 4, 8, 16, 31, 32, 33, 40, 63])})"
    if kind == "-":
        return rng.choice([f"({part()} - {part()})", f"({2 ** rng.choice([8, 16, 32, 63])} - {rng.choice(known)})"])
    if kind in ("~", "!"):
        return f"({kind}{part()})" if rng.random() < 0.5 else f"({kind}{part()} & {2 ** rng.randint(1, 34) - 1})"
    if kind == "?:":
        return f"({part()} ? {part()} : {part()})"
    if kind == "min":
        return f"{rng.choice(['min', 'max'])}({part()}, {part()})"
    if kind == "compare":
        return f"({part()} {rng.choice(['<', '<=', '>', '>=', '==', '!='])} {part()})"
    return f"({part()} {rng.choice(['&&', '||']) if kind == 'logic' else kind} {part()})"


def free_expression(rng, most=256):
    count = rng.choice([1, 1, 2, 2])
    named = list(zip(names(rng, count), sizes(rng, count, most)))
    head, known = "", [name for name, _ in named]
    if rng.random() < 0.25:
        name, head = parameter(rng)
        known.append(name)
    lets = ""
    if rng.random() < 0.25:
        lets, known = f"let t = {anything(rng, known, 2)}; ", known + ["t"]
    return f"{head}offset{sized(named)} = {lets}{anything(rng, known, rng.choice([1, 2, 2, 3]))}"


def cute(rng, modes=None, most=256):
    """Modes of these sizes, some nested; the leaves' strides in some order, a few of them odd."""
    modes = modes or sizes(rng, rng.choice([1, 2, 2, 3]), most)
    parts = []
    for size in modes:
        factors = [d for d in range(2, size) if size % d == 0]
        parts.append([(first := rng.choice(factors)), size // first] if factors and rng.random() < 0.4 else [size])
    leaves, before = [(i, j) for i, part in enumerate(parts) for j in range(len(part))], 1
    strides = {}
    for i, j in rng.sample(leaves, len(leaves)) if rng.random() < 0.6 else leaves:
        strides[i, j] = before * (-1 if rng.random() < 0.05 else 1)
        before *= parts[i][j]
        before += rng.choice([0] * 8 + [1, before, 8])
    if rng.random() < 0.1:
        strides[rng.choice(leaves)] = rng.choice([0, 1, 2, 5000000000])

    def show(part):
        return str(part[0]) if len(part) == 1 else f"({','.join(map(str, part))})"
    shape = [show(part) for part in parts]
    stride = [show([strides[i, j] for j in range(len(part))]) for i, part in enumerate(parts)]
    text = f"({','.join(shape)}):({','.join(stride)})" if len(parts) > 1 else f"{shape[0]}:{stride[0]}"
    if rng.random() < 0.25 and "-" not in text:
        bits = rng.randint(0, 3)
        shift = rng.choice([bits, bits + 1, 3, 4, -bits - 1])
        if abs(shift) >= bits:
            text = f"Sw<{bits},{rng.randint(0, 3)},{shift}> o {rng.choice([0, 0, 0, 8])} o {text}"
    return text


def large(rng):
    """Few points and numbers up to the end of 64 bits, or for CuTe's layouts of 63 and a sign."""
    named = list(zip(names(rng, 2), sizes(rng, 2, rng.choice([6, 16, 64]))))
    strides = []
    for _, size in named:
        most = (2**63 - 1) // (2 * size) if rng.random() < 0.5 else (2**64 - 1) // size
        strides.append(rng.choice([most, most - 1, most // 2, 2 ** rng.randrange(32, most.bit_length()), rng.randrange(most)]))
    if rng.random() < 0.5:
        strides[1] = min(max(0, strides[0] * rng.choice([1, named[0][1]]) + rng.choice([-1, 0, 0, 1])), 2**64 - 1)
    if rng.random() < 0.4:
        signs = [rng.choice([1, 1, -1]) for _ in strides]
        shape, stride = ",".join(str(n) for _, n in named), ",".join(str(s * sign) for s, sign in zip(strides, signs))
        return f"({shape}):({stride})"
    first = rng.choice(["", "", f"{rng.choice([2**63, 2**64 - 8, 2**32 - 1])} ^ ", "~"])
    return f"offset{sized(named)} = {first}({' + '.join(f'{name} * {s}' for (name, _), s in zip(named, strides))})"


def signed(rng, named):
    """CuTe's offsets, some below 0, and the expression that has 2^64 more there."""
    before, strides = 1, []
    for _, n in named:
        strides.append(before * rng.choice([1, -1, -1]))
        before *= n
    up = " + ".join(["0"] + [f"{name} * {s}" for (name, _), s in zip(named, strides) if s > 0])
    down = " + ".join(["0"] + [f"{name} * {-s}" for (name, _), s in zip(named, strides) if s < 0])
    most = sum(s * (n - 1) for (_, n), s in zip(named, strides) if s > 0)
    words = (f"offset{sized(named)} = let t = {most} + ({down}) - ({up}); "
             f"t > {most} ? ~(max(t, {most + 1}) - {most + 1}) : {most} - min(t, {most})")
    return f"({','.join(str(n) for _, n in named)}):({','.join(map(str, strides))})", words


def modular(rng, outputs=None, places=("lane", "register", "warp"), most=3):
    outputs = outputs or list(zip(names(rng, count := rng.choice([1, 1, 2])),
                                  [rng.choice([2, 3, 4, 6, 8, 10, 12, 16]) for _ in range(count)]))
    count, inputs = len(outputs), []
    for name in rng.sample(places, rng.choice([1, 2])):
        bases = []
        for bit in range(rng.randint(1, most)):
            useful = rng.randrange(count)
            bases.append([((1 << bit) % n if i == useful and rng.random() < 0.7 else rng.randrange(n))
                          for i, (_, n) in enumerate(outputs)])
        inputs.append(f"{name} = {bases}")
    return f"{{{', '.join(inputs)}}} -> {{{', '.join(f'{name} = {n}' for name, n in outputs)}}}"


def power(rng, most):
    return 1 << rng.randint(0, most)


def triton_shape(rng, most=9):
    rank = rng.choice([1, 2, 2, 2, 2, 3])
    shape = [power(rng, most // rank + (2 if rank > 1 else 0)) for _ in range(rank)]
    while math.prod(shape) > 1 << most:
        shape[shape.index(max(shape))] //= 2
    return shape


def triton_shared(rng, shape):
    order = rng.sample(range(len(shape)), len(shape)) if rng.random() < 0.3 else list(range(len(shape)))[::-1]
    if rng.random() < 0.6:
        return (f"#ttg.swizzled_shared<{{vec = {power(rng, 3)}, perPhase = {power(rng, 2)}, "
                f"maxPhase = {power(rng, 3)}, order = {order}}}>")
    pairs = ", ".join(f"{interval}:+{power(rng, 4)}" for interval in sorted(rng.sample([4, 8, 16, 32, 64, 128],
                                                                                     rng.choice([1, 1, 2]))))
    return f"#ttg.padded_shared<[{pairs}] {{order = {order}, shape = {shape}}}>"


def triton_blocked(rng, shape, lanes=32):
    def cut(count):
        parts = [1] * len(shape)
        while count > 1:
            parts[rng.randrange(len(shape))] *= 2
            count //= 2
        return parts
    order = rng.sample(range(len(shape)), len(shape)) if rng.random() < 0.4 else list(range(len(shape)))[::-1]
    return (f"#ttg.blocked<{{sizePerThread = {cut(power(rng, 3))}, threadsPerWarp = {cut(lanes)}, "
            f"warpsPerCTA = {cut(power(rng, 1))}, order = {order}}}>")


def of_any_notation(rng, offsets=False):
    """A layout's text, and the shape that it needs; perhaps only such as give offsets."""
    kind = rng.choices(["offset", "free", "cute", "shared", "large", "coordinates", "modular", "blocked"],
                       [30, 8, 25, 14, 6] + ([1, 1, 1] if offsets else [12, 8, 8]))[0]
    most = rng.choice([16, 64, 256, 256, 1024])
    if kind == "offset" and rng.random() < 0.1:  # the sizes stand in the shape
        shape = sizes(rng, 2, most)
        text = offset_expression(rng, list(zip(["row", "col"], shape)))
        without = rng.choice(["(row, col)", f"(row, col: {shape[1]})"])
        return text.replace(sized(zip(["row", "col"], shape)), without), shape
    if kind == "offset":
        return offset_expression(rng, most=most), None
    if kind == "coordinates":
        count = rng.choice([1, 2, 2])
        return coordinates_expression(rng, list(zip(names(rng, count), sizes(rng, count, most)))), None
    if kind == "free":
        return free_expression(rng, most), None
    if kind == "cute":
        return cute(rng, most=most), None
    if kind == "modular":
        return modular(rng), None
    if kind == "large":
        return large(rng), None
    shape = triton_shape(rng, 8)
    return (triton_shared if kind == "shared" else triton_blocked)(rng, shape), shape


def is_formula(text):
    return "=" in text and not text.startswith(("#", "{"))
