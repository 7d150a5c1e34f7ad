"""Plans with known verdicts (tests/data/buffers), and wrong meanings that random plans tell from the right one."""

import pathlib
import re

import buffers
from buffers import Opinion
from buffers_random import random_plan
from expressions import BadInput

DATA = pathlib.Path(__file__).resolve().parents[1] / "data" / "buffers"
EXITS = {"proved": 0, "refuted": 1, "unknown": 3}
PLANS = 150  # random ones, for each wrong meaning


def expected(text):
    """Of each finding that is not proved: verdict, claim, of what, numbers."""
    for line in re.findall(r"^# EXPECT: (.*)$", text, re.MULTILINE):
        match = re.fullmatch(r"(\w+) (\w+) (.*?)((?: \w+=\d+)*)", line)
        numbers = {name: int(number) for name, number in re.findall(r"(\w+)=(\d+)", match[4])}
        yield match[1], match[2], match[3], numbers


def differs(text):
    opinion = Opinion(text)
    found = [f for f in opinion.findings if f["verdict"] != "proved"]
    wanted = list(expected(text))
    if len(found) != len(wanted):
        return f"{found}, not {wanted}"
    for finding, (verdict, claim, of, numbers) in zip(found, wanted):
        said = (finding["verdict"], finding["claim"], ", ".join(finding["of"]))
        if said != (verdict, claim, of) or not numbers.items() <= (finding["blame"] or {}).items():
            return f"{finding}, not {verdict, claim, of, numbers}"
    code = int(re.search(r"^# EXIT: (\d)$", text, re.MULTILINE)[1])
    return None if EXITS[opinion.verdict] == code else f"{opinion.verdict}, not exit code {code}"


def findings(seed):
    try:
        return Opinion(random_plan(seed)).findings
    except BadInput as error:
        return str(error)


# name: what of buffers.py is replaced, by what
WRONG = {
    "a distinct group aligns nothing": ("up", lambda number, multiple: number),
    "shared memory is aligned to the elements alone": (
        "alignment", lambda node: max(map(buffers.alignment, node.members)) if hasattr(node, "members")
        else -(-node.bits // 8) if node.memory == "smem" else node.size),
    "sizes of groups do not count for an index": ("product_below", lambda group, allocation, root: 1),
    "a group's own size counts for an index in it": (
        "product_below", lambda group, allocation, root, right=buffers.product_below:
        right(group, allocation, root) * (group.size if group else 1)),
    "a shared group is as large as its members together": (
        "extent", lambda node, whole, right=buffers.extent: right(node, whole) + (hasattr(node, "kind"))),
    "members of a shared group have its stride": (
        "placed", lambda node, offset, stride, step, whole, right=buffers.placed:
        right(node, offset, stride, 1, whole)),
    "512 columns are 256": ("COLUMNS", 256),
}


def self_test():
    wrong = 0
    for path in sorted(DATA.glob("*.buffers")):
        found = differs(path.read_text(encoding="utf-8"))
        if found:
            wrong += 1
            print(f"{path.name}: {found}")
    right = [findings(seed) for seed in range(PLANS)]
    for name, (what, meaning) in WRONG.items():
        kept = getattr(buffers, what)
        setattr(buffers, what, meaning)
        try:
            told = any(findings(seed) != right[seed] for seed in range(PLANS))
        finally:
            setattr(buffers, what, kept)
        if not told:
            wrong += 1
            print(f"not told apart by {PLANS} random plans: {name}")
    print(f"{len(list(DATA.glob('*.buffers')))} plans, {len(WRONG)} wrong meanings, {wrong} wrong")
    return 1 if wrong else 0
