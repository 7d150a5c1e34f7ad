"""What can be wrong in a case."""

from dataclasses import replace

from tensors_layouts import Tensor, as_linear, is_larger
from tensors_random import other_layout, random_layout, spread

INTEGER_ELEMENTS, FLOAT_ELEMENTS = ("i8", "i16", "i32", "i64"), ("f16", "bf16", "f32", "f64")
ELEMENTS = INTEGER_ELEMENTS + FLOAT_ELEMENTS


def mistaken(rng, case):
    """One thing is another; None where that is no case."""
    kinds = ["layout"] * 5 + ["spelling"] + ["element", "shape"] * 2 + ["count", "defined"]
    kinds += ["spread"] * 8 * case.name.startswith("amdg.")
    kinds += ["attribute"] * 3 * bool(case.attributes) + ["region"] * 2 * bool(case.region)
    kind = rng.choice(kinds)
    case = replace(case, mistake=kind)
    if kind == "attribute":
        return other_attribute(rng, case)
    if kind == "region":
        return other_region(rng, case)
    if kind == "count":
        return other_count(rng, case)
    slots = [(of, i) for of in ("operands", "results") for i in range(len(getattr(case, of)))]
    operands, results = slots[:len(case.operands)], slots[len(case.operands):]
    of, i = rng.choice({"defined": operands, "spread": results}.get(kind, slots))
    types = list(getattr(case, of))
    types[i] = other_type(rng, types[i], kind if kind != "defined" else rng.choice(("layout", "spelling")),
                          case.ctas)
    if types[i] is None:
        return None
    return replace(case, **{"defined" if kind == "defined" else of: tuple(types)})


def other_type(rng, one, kind, ctas):
    if not isinstance(one, Tensor):
        return rng.choice([element for element in ("i1", *ELEMENTS) if element != one])
    shape, layout = one.shape, one.layout
    if is_larger(layout, shape) and kind in ("spelling", "layout", "spread"):
        return None
    if kind == "element":
        return replace(one, element=rng.choice([e for e in ("i1", *ELEMENTS) if e != one.element]))
    if kind == "spelling":
        return replace(one, layout=as_linear(layout, shape, ctas))
    if kind == "spread":
        return replace(one, layout=spread(rng, layout, shape, ctas))
    if kind == "layout":
        return replace(one, layout=other_layout(rng, layout, shape, ctas))
    shape = list(shape)
    a, b = rng.randrange(len(shape)), rng.randrange(len(shape))
    if a != b and rng.random() < 0.6:
        shape[a], shape[b] = shape[b], shape[a]
    elif rng.random() < 0.2 and len(shape) < 3:
        shape.append(rng.choice((1, 2)))
    else:
        shape[a] = shape[a] * 2 if shape[a] == 1 or rng.random() < 0.5 else shape[a] // 2
    return Tensor(tuple(shape), one.element, random_layout(rng, tuple(shape), ctas))


def other_attribute(rng, case):
    attributes = dict(case.attributes)
    for key, value in attributes.items():
        if key == "axis":
            attributes[key] = rng.randint(-1, 3)
        elif key in ("order", "offsets"):
            value = list(value)
            value[rng.randrange(len(value))] = rng.choice((0, 1, 2, 2, 4, 16))
            attributes[key] = rng.choice((value, value, value[::-1], value[1:] or value))
    if "allow_reorder" in attributes:
        del attributes["allow_reorder"]
    return replace(case, attributes=attributes)


def other_region(rng, case):
    parts = [list(of) for of in case.region]
    of = rng.choice(parts)
    i = rng.randrange(len(of))
    if rng.random() < 0.3:
        of.pop(i)
    else:
        of[i] = rng.choice([e for e in ELEMENTS if e != of[i]])
    return replace(case, region=tuple(map(tuple, parts)))


def other_count(rng, case):
    of = rng.choice(("operands", "results"))
    types = list(getattr(case, of))
    if len(types) > 1 and rng.random() < 0.5:
        types.pop(rng.randrange(len(types)))
    elif of == "operands" or len(types) > 1:
        types.insert(rng.randrange(len(types) + 1), rng.choice(types))
    return replace(case, **{of: tuple(types)})
