"""Is the second opinion on views right where the truth is known, and would it see a wrong answer?"""

import contextlib
import math
from unittest import mock

import views_cases
import views_generate
import views_memory
from views_compare import ORDER, differences
from views_indices import NOTHING, PROVED, REFUTED, UNKNOWN
from views_memory import NotCovered
from views_opinion import Opinion

# Wrong evaluators, each of which some module by hand must tell from the right one.
WRONG = {
    "no padding": {"views_memory.padded": lambda layout, offset: offset},
    "buffers begin without padding": {
        "views_memory.begin_of_buffer": lambda of, i: i * math.prod(of.allocated) * of.width},
    "a slice may end later": {"views_operations.in_slice": lambda whole, part, offsets: True},
    "the compiler refuses no slice": {"views_operations.is_refused": lambda operand, result, offsets: False},
    "an index may be n": {"views_indices.is_index": lambda value, size: value is None or 0 <= value <= size},
    "no index is below 0": {"views_indices.is_index": lambda value, size: value is None or value < size},
    "sums stay in their width": {"views_ranges.within_width": lambda low, high, width: (low, high),
                                 "views_indices.signed": lambda x, width: x},
    "comparisons say nothing": {"views_ranges.refined": lambda predicate, a, b: a},
    "transposing changes nothing": {"views_operations.led_by": lambda order, c: c},
    "numbers are column-major": {
        "views_operations.number_of": lambda shape, c: row_major(shape[::-1], c[::-1])},
    "any tensor fits": {"views_opinion.fits": lambda tensor, of_memory: True},
    "nvmma_shared has no swizzle": {"views_memory.swizzled_bytes": lambda byte, bits: byte},
    "operands are of any layout": {"views_opinion.same_cells": lambda used, defined, at: True},
    "parts are compared alone": {"views_operations.agree_everywhere": lambda operand, result, leads: True},
    "the compiler reinterprets all": {
        "views_operations.refusals_of_reinterpretation": lambda operand, result: {False}},
    "doubt is forgotten": {"views_opinion.Opinion.mark": lambda self, one: None},
    "allocations begin anywhere": {"views_memory.begin_of_allocation": lambda layout: 4},
    "slices add nothing": {"views_operations.added_by": lambda operand, offsets: 0},
    "all buffers are chosen": {"views_indices.chosen": lambda values, ends, n: (range(n),) * 3},
    "unsigned is signed": {"views_indices.unsigned_bounds": lambda bounds: bounds},
}


def row_major(shape, c):
    number = 0
    for n, x in zip(shape, c):
        number = number * n + x
    return number


def self_test(seed, count=150):
    failed = not all(is_right(name, views_cases.text_of(body)) for name, body in views_cases.CASES.items())
    print(f"{len(views_cases.CASES)} modules by hand"
          + (" differ" if failed else " have the verdicts beside them"))
    for name, patches in WRONG.items():
        seen = wrong_is_seen(patches)
        failed |= not seen
        print(f"{name}: told apart by '{seen}'")
    flips = 0
    for text, _ in views_generate.modules(seed, count):
        try:
            own = Opinion(text)
        except NotCovered:
            continue
        flips += (seen := flips_seen(own))
        if not seen:
            failed = True
            print(text)
    print(f"{flips} wrong answers are seen")
    return failed


def is_right(name, text, quiet=False):
    """Whether each line's verdicts are those beside it."""
    own, said = Opinion(text), views_cases.said_in(text)
    for line, demands in own.demands.items():
        question, verdict = said.get(line, ("", PROVED))
        for demand in demands:
            wanted = verdict if question in demand.questions or not question else PROVED
            strict = len(demand.verdicts) > 1 if wanted == "open" else demand.verdicts == {wanted}
            if not strict or question and not any(question in one.questions for one in demands):
                if not quiet:
                    print(f"{name}, line {line}: {'|'.join(demand.questions)} is {sorted(demand.verdicts)}, "
                          f"and {wanted} beside it ({demand.why})")
                return False
    return True


def wrong_is_seen(patches):
    """The first module by hand that a wrong evaluator gets wrong."""
    views_memory.cells.cache_clear()
    with contextlib.ExitStack() as stack:
        for place, wrong in patches.items():
            stack.enter_context(mock.patch(place, wrong))
        seen = next((name for name, body in views_cases.CASES.items() if not holds(name, body)), None)
    views_memory.cells.cache_clear()
    return seen


def holds(name, body):
    try:
        return is_right(name, views_cases.text_of(body), quiet=True)
    except (AssertionError, LookupError):
        return False


def answer_of(own, line=None, demand=None, verdict=None):
    """What a program would say that agrees, but for one demand."""
    findings, operations = [], {}
    for at, demands in own.demands.items():
        said = [finding(at, one, verdict if (at, one) == (line, demand) else min(one.verdicts))
                for one in demands]
        said = [one for one in said if one["verdict"] != NOTHING]
        findings += said
        worst = max((one["verdict"] for one in said), key=ORDER.index, default=UNKNOWN)
        counted = operations.setdefault(own.names_at[at], {"count": 0, **dict.fromkeys(ORDER, 0)})
        counted["count"] += 1
        counted[worst] += 1
    counts = [{"op": name, **counted} for name, counted in operations.items()]
    return {"findings": findings, "operations": counts}


def finding(line, demand, verdict):
    return {"line": line, "question": demand.questions[0], "verdict": verdict, "detail": {},
            "counterexample": None}


def flips_seen(own):
    """How many wrong answers are told from right ones; 0 if one is not, or a right one is not agreed with."""
    if list(differences(own, answer_of(own))):
        print("a right answer is not agreed with")
        return 0
    flips = 0
    for line, demands in own.demands.items():
        for demand in demands:
            for verdict in set(ORDER) - demand.verdicts:
                flips += 1
                if not list(differences(own, answer_of(own, line, demand, verdict))):
                    print(f"line {line}: {verdict} is not seen to be wrong")
                    return 0
    return flips if other_flips_seen(own) else 0


def other_flips_seen(own):
    """A line of which nothing is said, an operation that is not counted, an index that is not the first."""
    silent, uncounted = answer_of(own), answer_of(own)
    line = min(own.demands)
    silent["findings"] = [one for one in silent["findings"] if one["line"] != line]
    uncounted["operations"][0]["count"] += 1
    answers = [silent, uncounted]
    for at, demands in own.demands.items():
        if own.indices.get(at, [None])[0] == {REFUTED} and len(demands) > 1:
            answers.append(answer_of(own))
            for one in answers[-1]["findings"]:
                if one["line"] == at and one["question"] == "bounds":
                    one["counterexample"] = {"text": "", "index": 12345}
    return all(list(differences(own, one)) for one in answers)
