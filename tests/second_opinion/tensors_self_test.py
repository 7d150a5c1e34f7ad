"""Is the second opinion on tensors right where the truth is known, and would it see a wrong answer?"""

import contextlib
from unittest import mock

import tensors_facts
import tensors_generate
import tensors_layouts
import tensors_moved
from tensors_cases import CASES
from tensors_compare import ORDER, differences, is_conversion, is_cut_by_ctas_first
from tensors_facts import PROVED, UNKNOWN
from tensors_opinion import moves, verdicts

right_alike, right_digits, right_stays = (tensors_facts.alike, tensors_layouts.digits,
                                          tensors_moved.stays_in_threads)


def without_spellings(case, *tensors):
    return bool(right_alike(case, *tensors))


def first_copies(source, threads):
    """As if only the first place of each element had it."""
    groups, seen = [], set()
    for at in range(0, len(source), threads):
        here = {one for thread in source[at:at + threads] for one in thread}
        groups.append(here - seen)
        seen |= here
    return groups


# Wrong evaluators, each of which some case by hand must tell from the right one.
WRONG = {
    "the part is looked for in the whole's place": {"tensors_moved.is_within": lambda part, whole: all(
        set(b) <= set(a) for a, b in zip(part, whole))},
    "parts are looked for in the whole": {
        "tensors_moved.stays_in_threads": lambda case, part, whole: right_stays(case, whole, part)},
    "threads have what their warp has": {"tensors_moved.is_within": lambda part, whole: True},
    "bases of threads do not matter": {"tensors_moved.bases_of_threads": lambda case, tensor: []},
    "movement ignores copies": {"tensors_opinion.elements_of_groups": first_copies},
    "slices keep registers that repeat": {"tensors_layouts.without_copies": lambda threads: threads},
    "the slowest digit is the fastest": {
        "tensors_layouts.digits": lambda number, sizes, order: right_digits(number, sizes, order[::-1])},
    "order is the other way": {
        "tensors_moved.permuted": lambda order, c: tuple(c[order.index(d)] for d in range(len(c)))},
    "the bit of a join comes first": {
        "tensors_moved.interleaved": lambda half, k: tuple(2 * one + second for one in half for second in (0, 1))
        if k == 0 else None},
    "numbers of a byte are halves apart": {"tensors_moved.in_pairs": lambda thread, lead: tuple(
        lead(one, second) for second in (0, 1) for one in thread)},
    "copies in registers do not matter": {"tensors_moved.each_once": lambda case, tensor: True},
    "copies may be anywhere": {"tensors_moved.same_copies": lambda case, a, b, registers: True},
    "any layout is alike": {"tensors_alike.alike": lambda case, *tensors: True},
    "spelling does not matter": {"tensors_alike.alike": without_spellings},
    "elements do not matter": {"tensors_moved.one_of": lambda *elements: True},
    "casts keep any width": {"tensors_alike.may_cast": lambda name, a, b: True},
    "regions are not read": {"tensors_alike.regions": lambda case: ()},
    "operands are of any number": {"tensors_alike.counts": lambda case, operands, results=1: True},
    "operands are what they say": {"tensors_opinion.same_type": lambda case, a, b: True},
}


def self_test(seed, count=300):
    wrong = [row[0] for row in CASES if not is_right(row)]
    for case in wrong:
        print(f"{case}: {verdicts(case)}, {moves(case) if case.name == 'ttg.convert_layout' else ''}")
    print(f"{len(CASES) - len(wrong)} of {len(CASES)} cases by hand have the verdicts beside them")
    failed = bool(wrong)
    for name, patches in WRONG.items():
        seen = wrong_is_seen(patches)
        failed |= seen is None
        print(f"{name}: told apart by {seen}")
    flips = [flips_seen(case) for case in (*(row[0] for row in CASES), *tensors_generate.cases(seed, count))]
    print(f"{sum(flips)} wrong answers are seen")
    return failed or 0 in flips


def is_right(row):
    case, wanted, *movement = row
    return verdicts(case) == wanted and all(moves(case) == one for one in movement)


def wrong_is_seen(patches):
    """The operation of the first case by hand that a wrong evaluator gets wrong."""
    tensors_layouts.held_by.cache_clear()
    with contextlib.ExitStack() as stack:
        for place, wrong in patches.items():
            stack.enter_context(mock.patch(place, wrong))
        seen = next((row[0].name for row in CASES if not holds(row)), None)
    tensors_layouts.held_by.cache_clear()
    return seen


def holds(row):
    try:
        return is_right(row)
    except (AssertionError, LookupError, ValueError):
        return False


def answer_of(case, verdict, movement=None):
    """What a program says that finds this."""
    conversion = case.name == "ttg.convert_layout"
    finding = {"op": case.name, "question": "conversion" if conversion else "types", "verdict": verdict,
               "detail": {"moves": movement} if movement else {}, "counterexample": None}
    counted = {"op": case.name, "count": 1, **{one: int(one == verdict) for one in ORDER}}
    layout = {**finding, "question": "layout", "verdict": UNKNOWN if is_cut_by_ctas_first(case) else PROVED, "detail": {}}
    return {"findings": [layout, finding], "operations": [counted], "errors": []}


def flips_seen(case):
    """How many wrong answers are told from right ones; 0 if one is not, or a right one is not agreed with."""
    allowed = verdicts(case)
    movement = moves(case) if is_conversion(case, allowed) else None
    if any(list(differences(case, answer_of(case, verdict, movement))) for verdict in allowed):
        print(f"a right answer is not agreed with: {case}")
        return 0
    answers = [answer_of(case, verdict, movement) for verdict in set(ORDER) - allowed]
    if movement:
        answers += [answer_of(case, PROVED, other) for other in ("none", "registers", "lanes", "warps", "blocks")
                    if other != movement]
    silent, uncounted, doubtful = (answer_of(case, min(allowed), movement) for _ in range(3))
    silent["findings"] = []
    uncounted["operations"][0]["count"] = 2
    layout = doubtful["findings"][0]
    layout["verdict"] = PROVED if layout["verdict"] == UNKNOWN else UNKNOWN
    answers += [silent, uncounted, doubtful]
    unseen = [answer for answer in answers if not list(differences(case, answer))]
    for answer in unseen:
        print(f"not seen to be wrong: {answer} of {case}")
    return 0 if unseen else len(answers)
