"""Wrong meanings, each of which the planted claims or the random ones must tell from the right one."""

import contextlib
import gzip
import json
import pathlib
from unittest import mock

import claims
import joining
import notations
import shared_memory
import steps

RIGHT_TABLE, RIGHT_MEET = notations.Map.table, joining.meet


def parameters_by_place(f, parameters):
    values = list(parameters.values())[::-1]
    return RIGHT_TABLE(f, {name: value for (name, _, _), value in zip(f.formula.parameters, values)})


def by_place(left, right):
    return RIGHT_MEET([(i, size) for i, (_, size) in enumerate(left)], [(i, size) for i, (_, size) in enumerate(right)])


def with_sizes_ignored(left, right):
    return RIGHT_MEET(left, [(name, size if size == 1 else None) for name, size in right])


def with_missing_names_as_nought(left, right):
    return RIGHT_MEET([(name, size) for name, size in left if name in dict(right)] if len(left) > 1 else left,
                      [(name, size) for name, size in right if name in dict(left)] if len(right) > 1 else right)


def without(cause):
    """Claims that do not mind a cause."""
    def blind(claim):
        def read(request):
            maps, wrong = claim(request)
            return maps, lambda parameters: (found for found in wrong(parameters) if not found[0].startswith(cause))
        return read
    return {"claims.CLAIMS": {kind: blind(claim) for kind, claim in claims.CLAIMS.items()}}


def unmerged(addresses, size, merges, right=shared_memory.groups_of):
    return right(addresses, size, False)


def machine_that_passes(*operators):
    right = steps.Machine.step

    def step(machine, operator, operands, result):
        if operator not in operators:
            right(machine, operator, operands, result)
    return {"steps.Machine.step": step}


def with_values(**wrong):
    return {"steps.VALUE": {**steps.VALUE, **wrong}}


def onto_for_surjective(request):
    try:
        return claims.onto({"codomain": [8], **request})
    except claims.BadInput:
        return claims.onto(request)


WRONG_MEANINGS = {
    "parameters meet by place": {"notations.Map.table": parameters_by_place},
    "inputs and outputs meet by place": {"claims.meet": by_place},
    "sizes may differ": {"claims.meet": with_sizes_ignored},
    "missing names are 0": {"claims.meet": with_missing_names_as_nought},
    "CuTe is always taken at one coordinate": {
        "joining.named_after": lambda f, _: joining.replace(f, one_coordinate=True)},
    "elements that were never written are right": {
        "claims.holds_only": lambda written, pairs, wanted: all(joining.agree(pairs, x, wanted) for x in written)},
    "one right element in a cell is enough": {
        "claims.holds_only": lambda written, pairs, wanted: any(joining.agree(pairs, x, wanted) for x in written)},
    "what leaves the memory is nothing": without("leaves the memory"),
    "a source that leaves the memory is nothing": without("source leaves the memory"),
    "outputs may leave their sizes": without("size"),
    "accesses need not be aligned": without("misaligned"),
    "lanes beyond a warp are a second warp": {"shared_memory.LANES": 64},
    "equal pairs do not merge": {"shared_memory.groups_of": unmerged},
    "elements of 1 bit are packed": {"claims.stored_size": lambda bits: bits},
    "words of one bank are one word": {"shared_memory.wavefronts": lambda group, addresses, size: 1},
    "offsets below 0 are no holes": without("below 0"),
    "surjective is onto": {"claims.CLAIMS": {**claims.CLAIMS, "surjective": onto_for_surjective}},
    "onto is surjective": {"claims.CLAIMS": {**claims.CLAIMS, "onto": claims.surjective}},
    "bijective is injective": {"claims.CLAIMS": {**claims.CLAIMS, "bijective": claims.injective}},
    "constants are cut": {"steps.Machine.constant": lambda machine, value: None},
    "complements have 32 bits": with_values(**{"~": lambda x: 2**32 - 1 - x % 2**32}),
    "comparisons pass": machine_that_passes("<", "<=", ">", ">=", "==", "!="),
    "min and max pass": machine_that_passes("min", "max"),
    "shifts pass": machine_that_passes("<<", ">>"),
    "conditions pass": machine_that_passes("?:", "&&", "||", "!"),
    "quotients pass": machine_that_passes("/", "%"),
    "sums pass": machine_that_passes("+", "-", "*"),
    "machines are unsigned": {"claims.Machine": lambda bits, signed: steps.Machine(bits, False)},
    "Triton's swizzles do nothing": {
        "notations.swizzled": lambda names, shape, order, fields: notations.rows_of_rows(names, shape, order)},
}


@contextlib.contextmanager
def meaning(patches):
    with contextlib.ExitStack() as stack:
        for place, wrong in patches.items():
            stack.enter_context(mock.patch(place, wrong))
        yield


def verdict(request):
    try:
        return claims.answer(request).verdict
    except LookupError:  # a wrong meaning that finds no point or no input
        return "none"


def self_test(written, requests):
    """Whether a wrong meaning stays unseen; `written` have their verdicts beside them."""
    right = [verdict(request) for request in requests]
    failed = False
    for name, patches in WRONG_MEANINGS.items():
        with meaning(patches):
            seen = next((case["why"] for case in written if verdict(case["request"]) != case["verdict"]), None)
            pairs = enumerate(zip(requests, right), 1)
            first = next((i for i, (request, said) in pairs if verdict(request) != said), None)
        failed |= seen is None and first is None
        print(f"{name}: told apart by '{seen}', and by random claim {first} of {len(requests)}")
    return failed


def agrees_with_a_gpu():
    """Whether the rule gives the wavefronts and conflicts that an H200 counted, on every recorded access."""
    counted = 0
    for name in ("shared_access", "wavefronts"):
        for line in gzip.open(pathlib.Path(__file__).parents[1] / "data" / "h200" / f"{name}.jsonl.gz", "rt"):
            record = json.loads(line)
            asked, seen = record.get("in", record), record.get("out", record)
            if "instruction" not in asked or asked["instruction"].startswith("atom"):
                continue  # a header, or what no claim is about
            size, rows, merges = shared_memory.read_instruction(asked["instruction"].replace(".trans", ""))
            addresses = {lane: address for lane, address in enumerate(asked["byte_address"])
                         if address is not None and (rows == 0 or lane < rows)}
            groups = shared_memory.groups_of(addresses, size, merges)
            taken = sum(shared_memory.wavefronts(group, addresses, size) for group in groups)
            if (taken, taken - len(groups)) != (seen["wavefronts"], seen["bank_conflicts"]):
                print(f"{taken} wavefronts for {len(groups)} groups, but an H200 counted {line}")
                return False
            counted += 1
    print(f"{counted} accesses cost what an H200 counted")
    return counted > 0
