#!/usr/bin/env python3
"""Random programs of moves: does the program say of each what the second opinion says?

    compare_programs.py PROGRAM [--seed N] [--count K]

Compares the verdict, and of a refutation the claim, the move and the thread, of a proof its cost and its remarks.
"""

import argparse
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from programs import judged, random_case  # noqa: E402

FIELDS = ("program", "src", "dst", "shape", "element_bits", "target", "apart_copies", "repeated")


def barriers(remarks):
    return sorted(remark for remark in remarks or [] if remark.startswith("barrier"))


def difference(opinion, answer):
    """What is not the same; None if nothing."""
    if not answer["ok"]:
        return None if opinion["verdict"] == "bad input" else f"bad input: {answer['error']['message']}"
    if answer["verdict"] != opinion["verdict"]:
        return f"{answer['verdict']}: {answer.get('counterexample')}"
    if answer["verdict"] == "refuted":
        example = answer["counterexample"]
        for ours, theirs in (("rule", "claim"), ("at", "move"), ("block", "block"), ("warp", "warp"), ("lane", "lane")):
            if example.get(ours) != opinion[theirs]:
                return f"{ours} is {example.get(ours)}, not {opinion[theirs]}: {example['text']}"
        return None
    if barriers(answer["remarks"]) != barriers(opinion["remarks"]):
        return f"remarks {answer['remarks']}, not {opinion['remarks']}"
    wanted, cost = opinion["cost"], answer["cost"]
    for name in ("shuffles", "instructions", "permutes", "barriers", "bytes", "registers"):
        if name in wanted and wanted[name] is not None and cost[name] != wanted[name]:
            return f"{name} are {cost[name]}, not {wanted[name]}"
    if wanted.get("wavefronts") and cost["wavefronts"] != wanted["wavefronts"]:
        return f"wavefronts are {cost['wavefronts']}, not {wanted['wavefronts']}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    opinions = [judged(random_case(arguments.seed * 1_000_000 + i)) for i in range(arguments.count)]
    requests = "".join(json.dumps({"op": "realises", **{field: o[field] for field in FIELDS}}) + "\n" for o in opinions)
    output = subprocess.run([arguments.program, "batch"], input=requests, capture_output=True, text=True, check=True).stdout
    differ, verdicts = 0, {}
    for i, (opinion, line) in enumerate(zip(opinions, output.splitlines(), strict=True)):
        verdicts[opinion["verdict"]] = verdicts.get(opinion["verdict"], 0) + 1
        found = difference(opinion, json.loads(line))
        if found:
            differ += 1
            print(f"--- {arguments.seed * 1_000_000 + i}: the second opinion says {opinion['verdict']} "
                  f"({opinion.get('claim')}, {opinion.get('move')}), the program {found}")
    print(f"{arguments.count} programs, {differ} differ; {verdicts}")
    return 1 if differ else 0


if __name__ == "__main__":
    sys.exit(main())
