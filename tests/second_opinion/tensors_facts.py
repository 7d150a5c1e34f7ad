"""An operation on tensors, and what is asked of its types."""

import math
from dataclasses import dataclass, field

from tensors_layouts import Slice, Tensor, held, of_number

PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"
# Facts beside True and False.
SPELLED = "spelled"  # one layout in two spellings, where the compiler asks for one attribute
OTHER_BASES = "other bases"  # of lanes, warps or CTAs, or another layout than the compiler transposes
OTHER_COPIES = "other copies"  # other places hold copies
ORDERED = "ordered"  # right if the registers are in the compiler's order, which is not documented
NOT_THERE = "not there"  # elements are not in their threads, or not as many
COPIES = "copies"  # by what a copy is, the same places hold them, or others
ACROSS = "across"  # of what several CTAs hold, which compilers refuse, or of which some see one CTA's alone
TAKEN_AS = "taken as"  # some compilers take copies for elements, or other lanes for those of the axis
NOT_LOWERED = "not lowered"  # some compilers have no instructions for it
LEFT_OUT = "left out"  # registers of copies, which some compilers leave out of a layout that they infer
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64}


@dataclass
class Case:
    name: str
    operands: tuple  # tensors, or the text of another type
    results: tuple
    attributes: dict = field(default_factory=dict)
    region: tuple = None  # types of its arguments, and of what it returns
    ctas: int = 1
    defined: tuple = None  # what the operands are where they are defined, if it is something else
    mistake: str = "none"


def counts(case, operands, results=1):
    return len(case.operands) == operands and len(case.results) == results


def are_tensors(*types):
    return all(isinstance(one, Tensor) for one in types)


def is_float(element):
    return "f" in element


def alike(case, *tensors):
    """One shape and one layout."""
    first, fact = tensors[0], True
    for one in tensors[1:]:
        if one.shape != first.shape or held(one, case.ctas) != held(first, case.ctas):
            return False
        fact = fact if one.layout == first.layout else SPELLED
    return fact


def own_elements(case, tensor):
    """Of each CTA, the numbers of the elements that its threads have."""
    threads = held(tensor, case.ctas)
    count = len(threads) // case.ctas
    return [{one for thread in threads[at:at + count] for one in thread} for at in range(0, len(threads), count)]


def whole_in_ctas(case, *tensors):
    """Has each CTA all of them?"""
    for tensor in tensors:
        if any(len(own) != math.prod(tensor.shape) for own in own_elements(case, tensor)):
            return ACROSS
    return True


def each_once(case, tensor):
    """Has no thread an element in two registers?"""
    return all(len(set(thread)) == len(thread) for thread in held(tensor, case.ctas)) or TAKEN_AS


def neighbours_along(case, tensor, axis):
    """Are the bits of lanes that go along the axis neighbours, and those of warps?"""
    bases = bases_of_threads(case, tensor)
    for bits in (bases[:5], bases[5:7]):
        along = "".join("x" if bit[axis] else "." for bit in bits).strip(".")
        if "." in along:
            return TAKEN_AS
    return True


def lanes_together(case, tensor, axis):
    """Where warps share the axis: are the bits of lanes along each dimension neighbours, but for those of copies?"""
    bases = bases_of_threads(case, tensor)
    moving = [bit for bit in bases[:5] if any(bit)]
    if any(bit[axis] for bit in bases[5:7]):
        for dim in range(len(tensor.shape)):
            if "." in "".join("x" if bit[dim] else "." for bit in moving).strip("."):
                return TAKEN_AS
    return True


def no_copies_in_lanes(case, tensor):
    return all(map(any, bases_of_threads(case, tensor)[:5])) or TAKEN_AS


def keeps_bytes(case, source, destination):
    """Whether no register bits of four bytes, that may be shuffled at once, change places, seen or not."""
    first, last = [], []
    for tensor, moving in ((source, first), (destination, last)):
        thread = held(tensor, case.ctas)[0]
        moving += [thread[1 << k] for k in range(len(thread).bit_length() - 1) if thread[1 << k] != thread[0]]
    becomes = [last.index(bit) if bit in last else None for bit in first[:2]] + [None, None]
    may_change = becomes[0] in (1, None) and becomes[1] in (0, None) and max(len(first), len(last)) > 2
    return COPIES if BITS.get(source.element, 64) <= 8 and may_change else True


def within_cta(case, tensor, axis):
    """Has each CTA all elements along the axis of what it has?"""
    for own in own_elements(case, tensor):
        rows = {}
        for number in own:
            place = of_number(tensor.shape, number)
            rows.setdefault(place[:axis] + place[axis + 1:], set()).add(place[axis])
        if any(len(row) != tensor.shape[axis] for row in rows.values()):
            return ACROSS
    return True


def same_type(case, a, b):
    if not are_tensors(a, b):
        return a == b
    return a.element == b.element and alike(case, a, b)


def one_of(*elements):
    return len(set(elements)) == 1


def led(case, tensor, lead):
    """Where its elements are if each is at another number."""
    return tuple(tuple(map(lead, thread)) for thread in held(tensor, case.ctas))


def is_within(part, whole):
    """Each thread has of the part nothing that it has not of the whole."""
    return all(set(a) <= set(b) for a, b in zip(part, whole))


def bases_of_threads(case, tensor):
    threads = held(tensor, case.ctas)
    return [of_number(tensor.shape, threads[1 << k][0]) for k in range(len(threads).bit_length() - 1)]


def without(tensor, axis):
    """The type that has one dimension less and the slice of its layout."""
    return Tensor(tensor.shape[:axis] + tensor.shape[axis + 1:], tensor.element, Slice(axis, tensor.layout))
