#!/usr/bin/env python3
"""The museum: does the second opinion tell the same bugs from what is right?

    compare_museum.py PROGRAM ROWS... [--at-least N] [--exchanged]

Both models of each row are judged by plain enumeration, as docs/museum.md says which claim is meant. Rows of which the
evaluators do not know an operation or a layout are listed, and are no success; fewer than N others fail. `--exchanged`
gives each model the other's place: then the second opinion must differ on all of them.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from buffers import Opinion  # noqa: E402
from claims import answer  # noqa: E402
from expressions import BadInput  # noqa: E402
from programs_cost import cost  # noqa: E402
from programs_run import opinion  # noqa: E402


def of_claim(claim, request):
    for text in request.values():
        family = re.match(r"#\w+\.(\w+)", text) if isinstance(text, str) else None
        if family and family[1] not in ("blocked", "padded_shared", "swizzled_shared"):
            raise BadInput(f"{family[1]} is not known here")
    if request["claim"] == "no-wrap":
        raise BadInput("it has too many points")
    points = answer(request)
    if points.verdict == "bad input":
        raise BadInput(points.why)
    return points.verdict


def of_program(claim, request):
    found, question = opinion(request["program"], request["src"], request["dst"], tuple(request["shape"]),
                              request.get("apart_copies", False), request.get("repeated", False))
    if found["verdict"] == "bad input":
        raise BadInput("the program is not known here")
    if claim["claim"] == "realises":
        return found["verdict"]
    if found["verdict"] != "proved":
        raise BadInput("what a wrong program costs")
    place, number = claim["claim"].split("/")
    assert place == "cost"
    return bounded(claim, cost(question)[number])


def of_buffers(claim, request):
    wanted = [f["verdict"] for f in Opinion(request["text"]).findings
              if (f["claim"], f["of"]) == (claim["claim"], claim["of"])]
    return wanted[0]


def of_algebra(claim, request):
    """Do the bases of some inputs leave some outputs alone?"""
    assert (request["name"], claim["claim"]) == ("sublayout_is_zero", "value")
    outs = [name for name, _ in request["a"]["out_dims"]]
    moved = [basis[outs.index(out)] for name, bases in request["a"]["bases"] if name in request["in_dims"]
             for basis in bases for out in request["out_dims"]]
    return "refuted" if any(moved) else "proved"


def bounded(claim, number):
    holds = number <= claim["at_most"] if "at_most" in claim else number >= claim["at_least"]
    return "proved" if holds else "refuted"


JUDGES = {"prove": of_claim, "realises": of_program, "buffers": of_buffers, "algebra": of_algebra}


def judged(claim, request):
    """The verdict on the claim, or why there is none here."""
    judge = JUDGES.get(request["op"])
    if judge is None:
        return f"no evaluator of '{request['op']}'"
    try:
        return judge(claim, request)
    except BadInput as error:
        return f"no verdict: {error}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("rows", nargs="+")
    parser.add_argument("--at-least", type=int, default=1)
    parser.add_argument("--exchanged", action="store_true")
    arguments = parser.parse_args()
    rows = [json.loads(line) for path in arguments.rows for line in open(path) if line.strip()]
    output = subprocess.run([arguments.program, "museum", "--json"], capture_output=True, text=True, check=True).stdout
    theirs = {row["id"]: row for row in json.loads(output)["rows"]}
    agree, differ = 0, 0
    if set(theirs) != {row["id"] for row in rows}:
        print("the program has other rows")
        return 1
    for row in rows:
        if "not_told" in row:
            continue
        models = ("fixed", "buggy") if arguments.exchanged else ("buggy", "fixed")
        ours = [judged(row["claim"], row[model]) for model in models]
        said = [theirs[row["id"]][model]["verdict"] for model in ("buggy", "fixed")]
        if ours == said == ["refuted", "proved"]:
            agree += 1
        elif {"refuted", "proved"} & set(ours) and not set(ours) <= {"refuted", "proved"}:
            differ += 1
            print(f"--- {row['id']}: only one model has a second opinion: {ours}")
        elif set(ours) <= {"refuted", "proved"}:
            differ += 1
            print(f"--- {row['id']}: the second opinion says {ours}, the program {said}")
        else:
            print(f"    {row['id']}: {ours[0]}")
    print(f"{agree} rows are told apart by both, {differ} differ, of {len(rows)}")
    wanted, unwanted = (differ, agree) if arguments.exchanged else (agree, differ)
    return 1 if unwanted or wanted < arguments.at_least else 0


if __name__ == "__main__":
    sys.exit(main())
