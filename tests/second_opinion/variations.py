"""What random claims would seldom have by chance: names that collide, coordinates of one value, other names for one."""

from dataclasses import replace

from expressions import BadInput, parse, write_formula
from random_maps import COORDINATES, PLACES, is_formula

ROLES = ("layout", "a", "b", "memory", "access", "source", "written", "read", "destination")
NUMBER = ("number", 0)


def formulas(request):
    found = {}
    for role in ROLES:
        if role in request and is_formula(request[role]):
            try:
                found[role] = parse(request[role])
            except BadInput:
                pass
    return found


def written_again(request, changed):
    return {**request, **{role: write_formula(formula) for role, formula in changed.items()}}


def names_in(formulas):
    return [name for f in formulas.values() for name, _ in f.inputs + f.outputs]


def own_names(formula):
    return {name for name, *_ in formula.inputs + formula.parameters + formula.lets}


def renamed(formula, names):
    """Inputs, parameters and `let`s by other names; outputs keep theirs."""
    def tree(part):
        if part[0] == "name":
            return ("name", names.get(part[1], part[1]))
        return part if part[0] == "number" else (part[0], *map(tree, part[1:]))

    def listed(parts):
        return tuple((names.get(name, name), *rest) for name, *rest in parts)
    return replace(formula, inputs=listed(formula.inputs), parameters=listed(formula.parameters),
                   lets=tuple((names.get(name, name), tree(value)) for name, value in formula.lets),
                   results=tuple(map(tree, formula.results)))


def with_parameter(rng, request):
    """A parameter that is called as something that it does not meet, in one layout or in two."""
    found = formulas(request)
    if not found:
        return request
    name = rng.choice(names_in(found) + COORDINATES + PLACES + ["offset"])
    low = rng.choice([0, 0, 1])
    high, factor = low + rng.choice([0, 1, 2]), rng.choice([0, 0, 1, 4])
    changed = {}
    for role in rng.sample(list(found), rng.choice([1, 1, min(2, len(found))])):
        f = found[role]
        if f.parameters and rng.random() < 0.5 and name not in own_names(f):
            changed[role] = renamed(f, {rng.choice(f.parameters)[0]: name})
        elif name not in own_names(f):
            at = rng.randrange(len(f.results))
            more = ("*", ("name", name), ("number", factor))
            results = f.results[:at] + (("+", f.results[at], more),) + f.results[at + 1:]
            changed[role] = replace(f, parameters=f.parameters + ((name, low, high),), results=results)
    return written_again(request, changed)


def with_units(rng, request):
    """An input or an output of one value more, which others have or have not."""
    found = formulas(request)
    names = ["u", "v", *names_in(found)]
    changed = {}
    for role in rng.sample(list(found), rng.randint(0, len(found))):
        f, name = found[role], rng.choice(names[:2] if rng.random() < 0.8 else names)
        gives_elements = role in ("access", "source", "destination", "a", "b", "layout")
        if gives_elements and rng.random() < 0.6 and name not in dict(f.outputs):
            at = rng.randint(0, len(f.outputs))
            value = rng.choice([NUMBER] * 6 + [("number", 1), ("name", f.inputs[0][0])]) if f.inputs else NUMBER
            changed[role] = replace(f, outputs=f.outputs[:at] + ((name, rng.choice([1, 1, 1, None])),) + f.outputs[at:],
                                    results=f.results[:at] + (value,) + f.results[at:])
        elif name not in own_names(f):
            at = rng.randint(0, len(f.inputs))
            changed[role] = replace(f, inputs=f.inputs[:at] + ((name, 1),) + f.inputs[at:])
    return written_again(request, changed)


def with_other_names(rng, request):
    """The only input or output of a layout by another name; `row` and `col` for `dim0` and `dim1`, or these for those."""
    changed = {}
    for role, f in formulas(request).items():
        for names in ({"row": "dim0", "col": "dim1"}, {"dim0": "row", "dim1": "col"}):
            if {name for name, _ in f.inputs} == set(names) and not own_names(f) & set(names.values()):
                f = renamed(f, names) if rng.random() < 0.5 else f
            if {name for name, _ in f.outputs} == set(names) and rng.random() < 0.5:
                f = replace(f, outputs=tuple((names[name], size) for name, size in f.outputs))
        other = rng.choice(COORDINATES)
        if len(f.inputs) == 1 and rng.random() < 0.4 and other not in own_names(f) and role != "access":
            f = renamed(f, {f.inputs[0][0]: other})
        if len(f.outputs) == 1 and rng.random() < 0.4:
            f = replace(f, outputs=((rng.choice(COORDINATES), f.outputs[0][1]),))
        changed[role] = f
    return written_again(request, changed)


def with_bits_taken(rng, request):
    """An input without some of its bits, or with some twice: which these are, a word of any kind says."""
    found = formulas(request)
    roles = [role for role, f in found.items() if f.inputs]
    if not roles:
        return request
    role = rng.choice(roles)
    f = found[role]
    name = rng.choice(f.inputs)[0]
    old = ("name", name)
    others = [("name", other) for other, *_ in (*f.inputs, *f.parameters)]

    def number(most):
        return ("number", rng.randint(0, most))

    def word():
        a = rng.choice(others)
        return rng.choice([("%", ("*", a, number(4)), ("number", rng.choice([4, 8, 32]))), ("/", a, ("number", 2)),
                           (">>", a, number(3)), ("|", a, number(8)), ("&", a, number(8)), ("^", a, number(8)),
                           (">=", a, number(4)), ("==", a, number(4)), ("max", a, number(4)), ("min", a, number(4)),
                           ("?:", a, number(3), number(3)), ("+", number(2), (">>", a, number(2)))])

    def taken():
        common = ("&", old, word()) if rng.random() < 0.7 else ("&", word(), old)
        return rng.choice([("-", old, common), ("-", old, common), common,
                           ("+", old, ("*", common, number(8)))])

    def tree(part):
        if part == old and rng.random() < 0.7:
            return taken()
        return part if part[0] in ("name", "number") else (part[0], *map(tree, part[1:]))
    return written_again(request, {role: replace(f, results=tuple(map(tree, f.results)))})


WAYS = (with_parameter, with_units, with_other_names, with_bits_taken)


def varied(rng, request):
    for way in WAYS:
        if rng.random() < 0.08:
            request = way(rng, request)
    return request
