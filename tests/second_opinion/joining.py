"""How the maps of a claim meet: docs/claims.md, Maps."""

import itertools
from dataclasses import replace

from expressions import BadInput


def meet(left, right):
    """Which of the named, sized `left` and `right` are one: pairs of places, None where one side leaves it out."""
    if len(left) == 1 and len(right) == 1:
        pairs = [(0, 0)]
    else:
        places = {name: j for j, (name, _) in enumerate(right)}
        pairs = [(i, places.pop(name, None)) for i, (name, _) in enumerate(left)]
        pairs += [(None, j) for j in places.values()]
    for i, j in pairs:
        if i is None or j is None:
            name, size = right[j] if i is None else left[i]
            if size != 1:
                raise BadInput(f"{name} is on one side only")
        elif None not in (left[i][1], right[j][1]) and left[i][1] != right[j][1]:
            raise BadInput(f"{left[i][0]} has the sizes {left[i][1]} and {right[j][1]}")
    return pairs


def have_one_size(names, *met):
    """Each of these has the same size in everything that gives it one; `met` are what they meet, and in which pairs."""
    for i, (name, size) in enumerate(names):
        sizes = {size} | {others[j][1] for pairs, others in met for k, j in pairs if k == i and j is not None}
        if len(sizes - {None}) > 1:
            raise BadInput(f"{name} has the sizes {sizes}")


def named_after(cute, names):
    """CuTe's modes take these names; where there is one, the layout is taken at its one coordinate."""
    if len(names) == len(cute.inputs):
        return replace(cute, taken_names=tuple(name for name, _ in names))
    if len(names) == 1:
        return replace(cute, one_coordinate=True)
    raise BadInput(f"{len(cute.inputs)} modes meet {len(names)} names")


def same_inputs(a, b):
    """Two maps of which the inputs are to meet, by names that both have."""
    if a.kind == b.kind == "cute":
        if len(a.inputs) != len(b.inputs):
            return replace(a, one_coordinate=True), replace(b, one_coordinate=True)
        return a, b
    if a.kind == "cute":
        return named_after(a, b.inputs), b
    return (a, named_after(b, a.inputs)) if b.kind == "cute" else (a, b)


def from_outputs(outer, outputs):
    """A map of which the inputs are to meet these outputs."""
    return named_after(outer, outputs) if outer.kind == "cute" else outer


def carried(pairs, value, count):
    """The point on the right, of `count` inputs, where the left has this value."""
    point = [0] * count
    for i, j in pairs:
        if i is not None and j is not None:
            point[j] = value[i]
    return tuple(point)


def differing(pairs, a, b):
    """Why these differ: in their 64 bits, or only as numbers, one being below 0; None if they do not."""
    if agree(pairs, a, b):
        return None
    return "as numbers" if agree(pairs, [x % 2**64 for x in a], [x % 2**64 for x in b]) else "in their bits"


def agree(pairs, a, b):
    return all(i is None or j is None or a[i] == b[j] for i, j in pairs)


def choices(*maps):
    """Every choice of all parameters, the first changing fastest."""
    ranges = {}
    for name, low, high in (parameter for f in maps for parameter in f.formula.parameters):
        if ranges.setdefault(name, (low, high)) != (low, high):
            raise BadInput(f"{name} has two ranges")
    values = [range(low, high + 1) for low, high in reversed(ranges.values())]
    names = list(reversed(ranges))
    return [dict(zip(names, chosen)) for chosen in itertools.product(*values)]


def leaves_its_sizes(f, table):
    """The points, in order, at which an output with a size does not stay below it."""
    limits = [(i, size) for i, (_, size) in enumerate(f.outputs) if size is not None]
    for x, value in table.items() if limits else ():
        if any(not 0 <= value[i] < size for i, size in limits):
            yield x
