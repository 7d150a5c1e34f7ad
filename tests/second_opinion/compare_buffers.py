#!/usr/bin/env python3
"""Random plans of buffers: does the program say of each what the second opinion says?

    compare_buffers.py PROGRAM [--seed N] [--count K] [--show N]

Compares each finding: its claim, what it is of, the verdict, and of a refutation who is blamed, with all numbers.
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from buffers import Opinion  # noqa: E402
from buffers_random import random_plan  # noqa: E402
from expressions import BadInput  # noqa: E402


def opinion_of(text):
    try:
        return Opinion(text).findings
    except BadInput as error:
        return str(error)


def difference(findings, answer):
    """What is not the same; None if nothing."""
    if isinstance(findings, str) or not answer["ok"]:
        both_refuse = isinstance(findings, str) and not answer["ok"]
        return None if both_refuse else f"the second opinion has {findings}, the program {answer.get('error')}"
    theirs = answer["findings"]
    ours = [(f["claim"], f["of"], f["verdict"]) for f in findings]
    if ours != [(f["claim"], f["of"], f["verdict"]) for f in theirs]:
        for one, other in zip(ours, [(f["claim"], f["of"], f["verdict"]) for f in theirs]):
            if one != other:
                return f"{one}, the program {other}"
        return f"{len(ours)} findings, the program {len(theirs)}"
    for one, other in zip(findings, theirs):
        for name, number in (one["blame"] or {}).items():
            if other["counterexample"].get(name) != number:
                return f"{one}, the program {other['counterexample']}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--show", type=int)
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(random_plan(arguments.show), end="")
        return 0
    texts = [random_plan(arguments.seed * 1_000_000 + i) for i in range(arguments.count)]
    requests = "".join(json.dumps({"op": "buffers", "text": text}) + "\n" for text in texts)
    output = subprocess.run([arguments.program, "batch"], input=requests, capture_output=True, text=True, check=True)
    differ, counts = 0, {}
    for i, (text, line) in enumerate(zip(texts, output.stdout.splitlines(), strict=True)):
        findings = opinion_of(text)
        for f in [] if isinstance(findings, str) else findings:
            counts[f["claim"], f["verdict"]] = counts.get((f["claim"], f["verdict"]), 0) + 1
        if isinstance(findings, str):
            counts["bad input"] = counts.get("bad input", 0) + 1
        found = difference(findings, json.loads(line))
        if found:
            differ += 1
            print(f"--- {arguments.seed * 1_000_000 + i}: the second opinion says {found}")
    for name, count in sorted(counts.items(), key=str):
        print(f"    {name if isinstance(name, str) else ' '.join(name)}: {count}")
    print(f"{arguments.count} plans, {differ} differ")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
