#!/usr/bin/env python3
"""Holds a tileproof program against the second opinion.

compare.py PROGRAM [--seed N] [--count N] [--expected-failures FILE] [--jobs N]   random claims
compare.py PROGRAM --planted | --table                                            claims with their verdicts
compare.py --self-test                                  wrong meanings are told apart, an H200's counts are right

FILE has a JSON object a line: the "request", and "why" it is known to differ.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

import generate  # noqa: E402
import planted  # noqa: E402
from claims import answer  # noqa: E402
from self_test import agrees_with_a_gpu, self_test  # noqa: E402

CHUNK = 500  # claims to one process
UNKNOWN_SHARE = 0.02  # of the claims of a kind, at most, may be left unknown
SHOWN = 40  # differences that are printed


def ask(program, requests, seconds=None):
    """The program's answers; None where it ended without one, and it is started again on what follows.

    It may take so many seconds each time."""
    answers = []
    while len(answers) < len(requests):
        lines = "".join(json.dumps(request) + "\n" for request in requests[len(answers):])
        output = subprocess.run([program, "batch"], input=lines, stdout=subprocess.PIPE, text=True, timeout=seconds)
        answers += [json.loads(line) for line in output.stdout.splitlines()] or [None]
    return answers


def said(given):
    if given is None:
        return "no answer"
    return given["verdict"] if given["ok"] else "bad input"


def compare(request, given, own):
    """None, or what differs."""
    if said(given) == "bad input" and own.may_be_refused:
        return None
    if said(given) not in (own.verdict, "unknown"):
        return f"program: {said(given)}, second opinion: {own.verdict}"
    if said(given) == "refuted" and shows(given, own) is False:
        return "the counterexample is not the smallest, or none"
    return None


SYNONYMS = {"dim0": "row", "dim1": "col"}


def named_alike(right, numbers):
    """By row and col, which dim0 and dim1 are, if it is these that the counterexample names: if no other is called so."""
    if SYNONYMS.keys() & numbers.keys() or set(SYNONYMS.values()) & right.keys():
        return right
    return {SYNONYMS.get(name, name): value for name, value in right.items()}


def shows(given, own):
    """Whether the numbers of the counterexample are those of one that is right; None if none can be compared."""
    numbers = {name: int(value) for name, value in (given["counterexample"] or {}).items() if name != "text"}
    comparable = bool(own.counterexamples)  # each of them, by some name
    for right in own.counterexamples:
        right = named_alike(right, numbers)
        common = [name for name in right if name in numbers]
        comparable = comparable and bool(common)
        if common and all(numbers[name] == right[name] for name in common):
            return True
    return False if comparable else None


def asked_and_compared(program, requests):
    rows = []
    for request, given in zip(requests, ask(program, requests)):
        own = answer(request)
        checked = said(given) == "refuted" and shows(given, own) is not None
        rows.append((request, given, own, compare(request, given, own), checked))
    return rows


def random_claims(arguments):
    known = set()
    if arguments.expected_failures:
        for line in open(arguments.expected_failures):
            known.add(json.dumps(json.loads(line)["request"], sort_keys=True))

    def is_known(row):
        return json.dumps(row[0], sort_keys=True) in known
    requests = list(generate.claims(arguments.seed, arguments.count))
    chunks = [requests[i:i + CHUNK] for i in range(0, len(requests), CHUNK)]
    with concurrent.futures.ProcessPoolExecutor(arguments.jobs) as pool:
        rows = [row for part in pool.map(asked_and_compared, [arguments.program] * len(chunks), chunks) for row in part]
    counts = collections.Counter((request["claim"], own.verdict) for request, _, own, _, _ in rows)
    unknown = collections.Counter(request["claim"] for request, given, _, _, _ in rows if said(given) == "unknown")
    different = [row for row in rows if row[3]]
    expected = [row for row in different if is_known(row)]
    failed = show([row for row in different if not is_known(row)])
    for request, *_ in (row for row in rows if is_known(row) and not row[3]):
        failed = True
        print(f"expected to fail, and agrees: {json.dumps(request)}")
    for kind in generate.GENERATORS:
        verdicts = {verdict: counts[kind, verdict] for verdict in ("proved", "refuted", "bad input")}
        share = unknown[kind] / max(1, sum(verdicts.values()))
        print(f"{kind}: {verdicts}, unknown {unknown[kind]}" + (", too many" if share > UNKNOWN_SHARE else ""))
        failed |= share > UNKNOWN_SHARE
    print(f"{len(rows)} claims, {len(different)} differ, {len(expected)} of them as expected, "
          f"{sum(unknown.values())} unknown, {sum(row[4] for row in rows)} counterexamples compared")
    return failed


def show(different):
    for request, given, own, difference, _ in sorted(different, key=lambda row: len(json.dumps(row[0])))[:SHOWN]:
        print(json.dumps(request))
        print(f"  {difference}")
        print(f"  program: {json.dumps(given)}")
        print(f"  second opinion: {own.verdict} {own.why}")
    return bool(different)


def table():
    """The cells of machine_integers.tsv, as claims with their verdicts."""
    cases = []
    for line in open(HERE / "machine_integers.tsv"):
        if line.startswith("#"):
            continue
        step, bits, sign, holds, refuted, reason = line.rstrip("\n").split("\t")
        for verdict, layout in (("proved", holds), ("refuted", refuted)):
            if layout != "none":
                cases.append({"why": f"{step}, {bits} bits, {sign}", "verdict": verdict,
                              "request": {"op": "prove", "claim": "no-wrap", "layout": layout, "bits": int(bits),
                                          "signed": sign == "signed"}})
            elif not reason:
                raise SystemExit(f"{line}: no example, and no reason")
    return cases


def difference_of_written(program, case, given):
    wrong = planted.difference(program, case, given)
    if planted.is_evaluated(case):
        own = answer(case["request"])
        wrong = wrong or compare(case["request"], given, own)
        if own.verdict != case["verdict"]:
            wrong = f"{wrong or ''}; the second opinion says {own.verdict} {own.why}"
    return wrong


def written_claims(arguments, cases):
    """Claims whose verdicts are written beside them: the second opinion's must be these, and the program's."""
    failed = False
    for case, given in zip(cases, ask(arguments.program, [case["request"] for case in cases])):
        if wrong := difference_of_written(arguments.program, case, given):
            failed = True
            print(f"{case['why']}: {wrong}\n  {json.dumps(case['request'])}\n  program: {json.dumps(given)}")
    print(f"{len(cases)} claims" + ("" if failed else " agree"))
    return failed


def flips_are_seen(cases):
    """Whether a program with any verdict but the right one would be found out."""
    for case in cases:
        own = answer(case["request"])
        for verdict in {"proved", "refuted", "bad input"} - {case["verdict"]}:
            given = {"ok": verdict != "bad input", "verdict": verdict, "counterexample": None}
            if not compare(case["request"], given, own):
                print(f"{verdict} is not seen to be wrong: {json.dumps(case['request'])}")
                return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--expected-failures")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--planted", action="store_true")
    parser.add_argument("--table", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    started = time.time()
    if arguments.self_test:
        written = [case for case in planted.cases() if planted.is_evaluated(case)] + table()
        failed = self_test(written, list(generate.claims(arguments.seed, arguments.count)))
        failed |= not flips_are_seen(written) or not agrees_with_a_gpu()
    elif arguments.program is None:
        parser.error("which program?")
    elif arguments.planted or arguments.table:
        failed = written_claims(arguments, planted.cases() if arguments.planted else table())
    else:
        failed = random_claims(arguments)
    print(f"{time.time() - started:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
