"""What differs between a program's answer to one module and the second opinion."""

from tensors_facts import PROVED, REFUTED, UNKNOWN
from tensors_layouts import Slice, Tensor
from tensors_opinion import moves, verdicts

ORDER = (PROVED, UNKNOWN, REFUTED)


def worst(findings):
    return max((one["verdict"] for one in findings), key=ORDER.index, default="nothing")


def not_of_layouts(answer):
    return [one for one in answer["findings"] if one["question"] != "layout"]


def demanded(case):
    """(operation, verdict or `open`, or a movement)."""
    allowed = verdicts(case)
    yield case.name, min(allowed) if len(allowed) == 1 else "open"
    if is_conversion(case, allowed):
        yield case.name, f"moves {moves(case)}"


def is_conversion(case, allowed):
    return case.name == "ttg.convert_layout" and allowed == {PROVED}


def said_of(answer):
    """The worst that is said of anything but layouts, or why nothing is."""
    return worst(not_of_layouts(answer)) if not answer["errors"] else f"bad input, {answer['errors']}"


def is_cut_by_ctas_first(case):
    types = [one for one in case.operands + case.results + (case.defined or ()) if isinstance(one, Tensor)]
    return any(isinstance(one.layout, Slice) and one.layout.is_cut_by_ctas_first() for one in types)


def differences(case, answer):
    """Each by its kind, and in words."""
    allowed, said = verdicts(case), said_of(answer)
    if said not in allowed:
        words = f"{said.split(',')[0]} for {'|'.join(sorted(allowed))}"
        yield f"{case.name}: {words}", f"program {said}, allowed {sorted(allowed)}{reasons(answer)}"
        return
    of_layouts = worst(one for one in answer["findings"] if one["question"] == "layout")
    if of_layouts not in ((UNKNOWN,) if is_cut_by_ctas_first(case) else (PROVED, "nothing")):
        yield f"{case.name}: layout", f"layouts are {of_layouts}"
    if is_conversion(case, allowed):
        stated = [one["detail"].get("moves") for one in not_of_layouts(answer) if one["question"] == "conversion"]
        if stated != [moves(case)]:
            yield f"{case.name}: moves", f"program moves {stated}, the least is {moves(case)}"
    yield from differences_of_counts(case, answer)


def differences_of_counts(case, answer):
    """The operation counts once, by its worst finding."""
    at = [one for one in not_of_layouts(answer) if one["op"] == case.name]
    counted = [one for one in answer["operations"] if one["op"] == case.name]
    right = {"op": case.name, "count": 1, **{verdict: int(verdict == worst(at)) for verdict in ORDER}}
    if counted != [right]:
        yield f"{case.name}: operations", f"operations has {counted}, which should be {right}"


def reasons(answer):
    said = [one["detail"].get("reason") or (one["counterexample"] or {}).get("text")
            for one in not_of_layouts(answer)]
    return "".join(f"; program: {words}" for words in said if words)
