"""Which verdicts docs/checking.md (Operations) allows for an operation, and which movement of a conversion."""

import itertools

import tensors_alike as alike
import tensors_moved as moved
from tensors_facts import (ACROSS, COPIES, LEFT_OUT, NOT_LOWERED, NOT_THERE, ORDERED, OTHER_BASES, OTHER_COPIES,
                           PROVED, REFUTED, SPELLED, TAKEN_AS, UNKNOWN, same_type, without)
from tensors_layouts import LANES, WARPS, Tensor, held

RULES = {
    **dict.fromkeys((*alike.INTEGERS, *alike.FLOATS), alike.rule_of_elementwise),
    **dict.fromkeys(alike.CASTS, alike.rule_of_cast),
    "arith.cmpi": alike.rule_of_compare, "arith.cmpf": alike.rule_of_compare,
    "arith.select": alike.rule_of_select, "ttg.convert_layout": alike.rule_of_convert,
    "tt.trans": moved.rule_of_trans, "tt.reshape": moved.rule_of_reshape, "tt.join": moved.rule_of_join,
    "tt.split": moved.rule_of_split, "tt.cat": moved.rule_of_cat,
    "tt.expand_dims": alike.rule_of_expand_dims, "tt.broadcast": alike.rule_of_broadcast,
    "tt.reduce": alike.rule_of_reduce, "tt.scan": alike.rule_of_scan, "tt.gather": alike.rule_of_gather,
    "tt.histogram": alike.rule_of_histogram, "ttg.fp4_to_fp": moved.rule_of_fp4,
    "amdg.in_thread_transpose": moved.rule_of_in_thread_transpose,
    "amdg.extract_slice": moved.rule_of_extract_slice, "amdg.concat": moved.rule_of_concat}


def verdicts(case):
    """Those that are allowed."""
    facts = set(facts_of(case))
    if facts & {ACROSS, LEFT_OUT, NOT_LOWERED, TAKEN_AS}:
        return {REFUTED, UNKNOWN} if False in facts else {UNKNOWN}
    if False in facts:
        return {REFUTED, UNKNOWN} if has_two_spellings(case) else {REFUTED}
    if NOT_THERE in facts:
        return {REFUTED, UNKNOWN} if facts & {OTHER_BASES, OTHER_COPIES, COPIES} else {REFUTED}
    if facts & {OTHER_BASES, OTHER_COPIES}:
        return {UNKNOWN}
    if facts & {COPIES, ORDERED}:
        return {PROVED, UNKNOWN}
    if SPELLED in facts:
        return {UNKNOWN}
    return {PROVED, UNKNOWN} if SPELLED in set(facts_of_uses(case)) else {PROVED}


def facts_of(case):
    """In order, the first that is False ends them: the others rest on it."""
    yield from (fact is not False for fact in facts_of_uses(case))
    for fact in RULES[case.name](case):
        yield fact
        if fact is False:
            return


def facts_of_uses(case):
    """Whether operands are used as what they are defined as, in whatever spelling."""
    for used, defined in zip(case.operands, case.defined or ()):
        yield same_type(case, used, defined)


def has_two_spellings(case):
    """Of one layout: the finding may then be unknown before anything else is looked at."""
    types = [one for one in case.operands + case.results + (case.defined or ()) if isinstance(one, Tensor)]
    axis = case.attributes.get("axis", -1)
    if case.name in ("tt.reduce", "tt.expand_dims"):
        types += [without(one, axis) for one in types if 0 <= axis < len(one.shape) and len(one.shape) > 1]
    return any(a.shape == b.shape and a.layout != b.layout and held(a, case.ctas) == held(b, case.ctas)
               for a, b in itertools.combinations(types, 2))


def moves(case):
    """The least movement of a conversion by which every place finds its element."""
    source, destination = held(case.operands[0], case.ctas), held(case.results[0], case.ctas)
    registers = len(destination[0])
    if len(source[0]) >= registers and all(a[:registers] == b for a, b in zip(source, destination)):
        return "none"
    for name, threads in (("registers", 1), ("lanes", LANES), ("warps", LANES * WARPS)):
        groups = elements_of_groups(source, threads)
        if all(set(thread) <= groups[at // threads] for at, thread in enumerate(destination)):
            return name
    return "blocks"


def elements_of_groups(source, threads):
    """What each so many threads have together."""
    return [{one for thread in source[at:at + threads] for one in thread}
            for at in range(0, len(source), threads)]
