"""The planted claims (tests/data/planted/README.md): what the program must say of them, and of what it hands out."""

import json
import pathlib
import re
import subprocess
import tempfile

import joining
from claims import CLAIMS, answer
from notations import read_map

FOLDER = pathlib.Path(__file__).parents[1] / "data" / "planted" / "claims"


def cases():
    """Every case, with the cause that its file is about."""
    return [{"cause": path.stem, **json.loads(line)} for path in sorted(FOLDER.glob("*.jsonl"))
            for line in open(path, encoding="utf-8")]


def is_evaluated(case):
    """Is it one on which the second opinion has a say?"""
    return case["request"].get("claim") in CLAIMS and "by_hand" not in case and "edits" not in case


def difference(program, case, given):
    """None, or what is wrong about the program's answer."""
    if given is None:
        return "no answer"
    if "edits" in case:
        return difference_of_certificate(program, case, given)
    if case["request"]["op"] == "cute":
        return difference_of_operation(case, given)
    verdict = given["verdict"] if given["ok"] else "bad input"
    if verdict != case["verdict"]:
        return f"{verdict}, not {case['verdict']}"
    if "to" in case["request"] and verdict == "proved":
        return None if is_same(case["request"]["layout"], given["result"], case["request"].get("shape")) else "another map"
    return None


def is_same(layout, result, shape):
    """Are these the same offsets?  By name where the layout's inputs are called as Triton's, else by place."""
    given = read_map(layout, shape)
    names = [name for name, _ in given.inputs]
    order = [names.index(name) for name in ("row", "col")] if {*names} == {"row", "col"} else range(len(names))
    shape = [given.inputs[i][1] for i in order]
    offsets_at = {tuple(point[i] for i in order): offset for point, (offset,) in given.table({}).items()}
    if result.startswith("#ttg.shared_linear"):
        bases = json.loads(re.search(r"offset = (\[\[.*?\]\])", result)[1])
        return all(point == held(bases, offset) for point, offset in offsets_at.items())
    if not result.startswith("#"):
        return answer({"claim": "equal", "a": layout, "b": result, "shape": shape}).verdict == "proved"
    return offsets_at == {point: offset for point, (offset,) in read_map(result, shape).table({}).items()}


def held(bases, offset):
    """The coordinates at an offset: each bit that is set brings its basis."""
    coordinates = [0] * len(bases[0])
    for bit, basis in enumerate(bases):
        coordinates = [x ^ step * (offset >> bit & 1) for x, step in zip(coordinates, basis)]
    return tuple(coordinates)


def offsets(cute):
    return list(joining.replace(read_map(cute), one_coordinate=True).table({}).values())


def difference_of_operation(case, given):
    proved = given["ok"] and all(obligation["holds"] for obligation in given["obligations"])
    if proved != (case["verdict"] == "proved"):
        return f"{'' if proved else 'not '}proved, not {case['verdict']}"
    return None if not proved or offsets(given["result"]) == offsets(case["result"]) else "another layout"


def difference_of_certificate(program, case, given):
    text = given.get("certificate")
    if text is None or not certifies(program, text):
        return "no certificate, or it is refused as it is written"
    edited = text
    for part, by in case["edits"]:
        if part not in edited:
            return f"the certificate has no {part!r}"
        edited = edited.replace(part, by, 1)
    if not case.get("damaged"):
        body = edited[:edited.rindex("digest ")]
        edited = f"{body}digest {digest(body.encode()):016x}\n"
    return "passes, though it shows something false" if certifies(program, edited) else None


def digest(data):
    """FNV-1a with 64 bits."""
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 % 2**64
    return value


def certifies(program, text):
    with tempfile.NamedTemporaryFile(suffix=".txt") as file:
        file.write(text.encode())
        file.flush()
        return subprocess.run([program, "certify", file.name], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0
