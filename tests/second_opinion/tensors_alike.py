"""Operations of which docs/checking.md demands that types are alike: facts, of which all must hold."""

from tensors_facts import (BITS, NOT_LOWERED, alike, are_tensors, counts, each_once, is_float, keeps_bytes,
                           lanes_together, neighbours_along, no_copies_in_lanes, one_of, same_type, whole_in_ctas,
                           within_cta, without)
from tensors_layouts import Blocked, Tensor, held, without_copies

# With how many operands.
INTEGERS = {"arith.addi": 2, "arith.xori": 2, "arith.maxsi": 2, "arith.shrui": 2, "math.absi": 1,
            "math.ctpop": 1, "tt.mulhiui": 2}
FLOATS = {"arith.addf": 2, "arith.mulf": 2, "arith.maxnumf": 2, "arith.negf": 1, "math.exp2": 1, "math.fma": 3,
          "tt.precise_sqrt": 1}
# Those of which some compilers have no instructions, or of some elements alone.
LOWERED = {"arith.negf": lambda element: False, "math.ctpop": lambda element: False,
           "tt.mulhiui": lambda element: BITS[element] >= 32, "tt.precise_sqrt": lambda element: element == "f32"}
# From what to what.
CASTS = {"arith.extf": ("float", "float"), "arith.truncf": ("float", "float"),
         "arith.extsi": ("integer", "integer"), "arith.extui": ("integer", "integer"),
         "arith.trunci": ("integer", "integer"), "arith.sitofp": ("integer", "float"),
         "arith.uitofp": ("integer", "float"), "arith.fptosi": ("float", "integer"),
         "arith.fptoui": ("float", "integer"), "tt.bitcast": ()}
WIDER, NARROWER = {"arith.extf", "arith.extsi", "arith.extui"}, {"arith.truncf", "arith.trunci"}


def rule_of_elementwise(case):
    floats = case.name in FLOATS
    yield counts(case, FLOATS[case.name] if floats else INTEGERS[case.name])
    elements = [one.element for one in case.operands + case.results]
    yield one_of(*elements) and is_float(elements[0]) == floats
    yield alike(case, *case.operands, *case.results)
    yield LOWERED.get(case.name, lambda element: True)(elements[0]) or NOT_LOWERED


def rule_of_cast(case):
    yield counts(case, 1)
    (a,), (b,) = case.operands, case.results
    yield may_cast(case.name, a.element, b.element)
    yield alike(case, a, b)


def may_cast(name, a, b):
    if name == "tt.bitcast":
        return BITS[a] == BITS[b]
    if [is_float(a), is_float(b)] != [kind == "float" for kind in CASTS[name]]:
        return False
    return BITS[b] > BITS[a] if name in WIDER else BITS[b] < BITS[a] if name in NARROWER else True


def rule_of_compare(case):
    yield counts(case, 2)
    a, b = case.operands
    yield a.element == b.element and is_float(a.element) == (case.name == "arith.cmpf")
    yield case.results[0].element == "i1"
    yield alike(case, a, b, *case.results)


def rule_of_select(case):
    yield counts(case, 3)
    condition, *values = case.operands + case.results
    yield one_of(*[one.element for one in values])
    yield alike(case, *values)
    if are_tensors(condition):
        yield condition.element == "i1"
        yield alike(case, condition, *values)
    else:
        yield condition == "i1"


def rule_of_convert(case):
    yield counts(case, 1)
    (a,), (b,) = case.operands, case.results
    yield a.shape == b.shape and a.element == b.element
    yield keeps_bytes(case, a, b)


def rule_of_expand_dims(case):
    yield counts(case, 1)
    (a,), (b,), axis = case.operands, case.results, case.attributes["axis"]
    yield 0 <= axis < len(b.shape) and len(b.shape) == len(a.shape) + 1 and b.shape[axis] == 1
    yield same_type(case, a, without(b, axis))


def rule_of_broadcast(case):
    yield counts(case, 1)
    (a,), (b,) = case.operands, case.results
    yield len(a.shape) == len(b.shape) and a.element == b.element
    yield all(n in (1, m) for n, m in zip(a.shape, b.shape))
    if a.layout != b.layout:
        cut = held(Tensor(a.shape, a.element, b.layout), case.ctas)
        yield without_copies(cut) == without_copies(held(a, case.ctas))


def rule_of_reduce(case):
    yield len(case.operands) == len(case.results)
    first, axis = case.operands[0], case.attributes["axis"]
    yield alike(case, *case.operands)
    yield 0 <= axis < len(first.shape)
    yield within_cta(case, first, axis)
    yield neighbours_along(case, first, axis)
    yield lanes_together(case, first, axis)
    yield from regions(case)
    for operand, result in zip(case.operands, case.results):
        yield same_type(case, result, without(operand, axis) if len(first.shape) > 1 else operand.element)


def regions(case):
    """They combine two of each element."""
    elements = tuple(one.element for one in case.operands)
    arguments, returned = case.region
    yield arguments == 2 * elements and returned == elements


def rule_of_scan(case):
    yield len(case.operands) == len(case.results)
    yield alike(case, *case.operands)
    yield 0 <= case.attributes["axis"] < len(case.operands[0].shape)
    yield within_cta(case, case.operands[0], case.attributes["axis"])
    yield neighbours_along(case, case.operands[0], case.attributes["axis"])
    yield lanes_together(case, case.operands[0], case.attributes["axis"])
    yield from regions(case)
    for operand, result in zip(case.operands, case.results):
        yield same_type(case, operand, result)
        yield isinstance(operand.layout, Blocked) or NOT_LOWERED
        yield each_once(case, operand)
        yield len(operand.shape) == 1 or no_copies_in_lanes(case, operand)


def rule_of_gather(case):
    yield counts(case, 2)
    (a, indices), (b,), axis = case.operands, case.results, case.attributes["axis"]
    yield not is_float(indices.element) and a.element == b.element
    yield len(a.shape) == len(indices.shape) and 0 <= axis < len(a.shape)
    yield all(m == n or d == axis for d, (m, n) in enumerate(zip(a.shape, indices.shape)))
    yield alike(case, indices, b)
    yield whole_in_ctas(case, a, indices)


def rule_of_histogram(case):
    yield len(case.operands) in (1, 2) and len(case.results) == 1
    a, b = case.operands[0], case.results[0]
    yield not is_float(a.element) and not is_float(b.element)
    yield len(a.shape) == 1 and len(b.shape) == 1
    for mask in case.operands[1:]:
        yield mask.element == "i1"
        yield alike(case, a, mask)
    yield within_cta(case, a, 0)
    yield each_once(case, a)
    yield (a.element, b.element) == ("i32", "i32") or NOT_LOWERED
