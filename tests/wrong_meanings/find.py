#!/usr/bin/env python3
"""Is each wrong meaning that is planted in the core found?

find.py [--only ROWS]... [--count N] [--jobs N] [--seed S]    plants one after the other, and says what finds it
find.py --check                                    each row still fits the tree

The rows are in the *.txt beside this, one wrong meaning each:

    old | new: what is wrong, and which answer that changes
    in FILE
    - the text that is replaced, which occurs once in the file, a line for each line
    + what replaces it
    test TARGET REGEX      where the second opinion cannot see it: the tests that do
    campaign               it is a campaign of all laws that must find it (tileproof fuzz), within 10 s from a new seed

ROWS is a file's name or one row of it: "engines", "engines-3".  A wrong meaning is looked for with the second
opinion (tests/second_opinion): the claims with known verdicts, the machine integers, random claims; then by the
row's tests.
"""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time
from typing import NamedTuple, Optional

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build" / "wrong_meanings"
SOURCE, BUILD = WORK / "source", WORK / "build"
PROGRAM = BUILD / "cli" / "tileproof"
sys.path.insert(0, str(ROOT / "tests" / "second_opinion"))
sys.dont_write_bytecode = True

import compare  # noqa: E402
import generate  # noqa: E402
import planted  # noqa: E402

SEED = 20261122
CHUNK = 100  # claims that are asked before their answers are looked at
SECONDS = 100  # for a chunk of claims, or for one test
CAMPAIGN_SECONDS = 10
# A rebuild of one file is what takes the time.  What a container is asked beyond its end is an error, not luck.
OPTIONS = ["-DCMAKE_BUILD_TYPE=", "-DCMAKE_CXX_FLAGS=-O1 -DNDEBUG -D_GLIBCXX_ASSERTIONS", "-DCMAKE_UNITY_BUILD=OFF",
           "-DTILEPROOF_BUILD_BENCH=OFF"]


class Fault(Exception):
    """A row that plants nothing."""


class Row(NamedTuple):
    name: str
    kind: str  # "old" or "new"
    wrong: str
    file: str
    old: str
    new: str
    test: Optional[tuple]  # target, expression
    by_campaign: bool

    def planted_in(self, text):
        if text.count(self.old) != 1:
            raise SystemExit(f"{self.name}: the text is {text.count(self.old)} times in {self.file}")
        return text.replace(self.old, self.new)


def read_row(name, lines):
    kind, wrong = lines[0].split(": ", 1)
    parts = {"in": [], "-": [], "+": [], "test": [], "campaign": []}
    for line in lines[1:]:
        key, _, rest = line.partition(" ")
        if key not in parts:
            raise SystemExit(f"{name}: {line}")
        parts[key].append(rest)
    if kind not in ("old", "new") or len(parts["in"]) != 1 or not parts["-"] or len(parts["test"]) > 1:
        raise SystemExit(f"{name} is no row: {lines[0]}")
    test = tuple(parts["test"][0].split(" ", 1)) if parts["test"] else None
    return Row(name, kind, wrong, parts["in"][0], "\n".join(parts["-"]), "\n".join(parts["+"]), test,
               bool(parts["campaign"]))


def read_rows():
    rows = []
    for file in sorted(HERE.glob("*.txt")):
        if file.name == "CMakeLists.txt":
            continue
        blocks = re.split(r"\n\n+", "\n".join(line for line in file.read_text().splitlines() if line[:1] != "#").strip())
        rows += [read_row(f"{file.stem}-{i}", block.split("\n")) for i, block in enumerate(blocks, 1)]
    return rows


def check(rows):
    targets = "".join(path.read_text() for path in (ROOT / "tests").rglob("CMakeLists.txt"))
    for row in rows:
        row.planted_in((ROOT / row.file).read_text())
        if row.test and not re.search(rf"add_executable\({row.test[0]}\s", targets):
            raise SystemExit(f"{row.name}: no test is called {row.test[0]}")
    old = sum(row.kind == "old" for row in rows)
    print(f"{old} old behaviours and {len(rows) - old} other wrong meanings fit the tree")


def copy_tree():
    """The tracked files as they are now; what is as before keeps its time, so that it is not built again."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, stdout=subprocess.PIPE, check=True).stdout
    tracked = {name for name in listed.decode().split("\0") if name and (ROOT / name).is_file()}
    for name in tracked:
        to = SOURCE / name
        content = (ROOT / name).read_bytes()
        if not to.is_file() or to.read_bytes() != content:
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(content)
    for path in SOURCE.rglob("*"):
        if path.is_file() and str(path.relative_to(SOURCE)) not in tracked:
            path.unlink()


def build(target, jobs):
    """Whether it could be built."""
    with open(WORK / "build.log", "w") as log:
        return subprocess.run(["cmake", "--build", BUILD, "--target", target, "--parallel", str(jobs)],
                              stdout=log, stderr=subprocess.STDOUT).returncode == 0


class SecondOpinion:
    """The claims, and how an answer is seen to be wrong; what the random ones are is found out once."""

    def __init__(self, count):
        requests = list(generate.claims(SEED, count))
        self.own = [compare.answer(request) for request in requests]
        self.sources = {"planted claim": planted.cases(), "machine integer": compare.table(),
                        "random claim": [{"request": request} for request in requests]}

    def difference(self, source, number, case, given):
        if source == "random claim":
            return compare.compare(case["request"], given, self.own[number])
        return compare.difference_of_written(PROGRAM, case, given)

    def finds(self):
        """Which claim shows that the program is wrong; None if none does."""
        for source, cases in self.sources.items():
            unknown = 0
            for first in range(0, len(cases), CHUNK):
                chunk = cases[first:first + CHUNK]
                try:
                    answers = compare.ask(PROGRAM, [case["request"] for case in chunk], SECONDS)
                except subprocess.TimeoutExpired:
                    return f"{source}s {first + 1} to {first + len(chunk)}: no end"
                for number, (case, given) in enumerate(zip(chunk, answers), first):
                    difference = self.difference(source, number, case, given)
                    if difference:
                        return f"{source} {number + 1}: {difference}"
                    unknown += source == "random claim" and compare.said(given) == "unknown"
            if unknown > compare.UNKNOWN_SHARE * len(cases):
                return f"{source}s: {unknown} unknown"
        return None


class Tests:
    """The tests of rows; each is seen to pass on the tree as it is before it is believed."""

    def __init__(self, jobs):
        self.jobs = jobs
        self.pass_unplanted = {}

    def fail(self, test):
        """Whether they fail, and how; False if they pass."""
        target, expression = test
        if not build(target, self.jobs):
            raise Fault(f"{target} does not build: {WORK / 'build.log'}")
        command = ["ctest", "--test-dir", BUILD, "-R", expression, "-E", "_NOT_BUILT$", "--no-tests=error",
                   "-j", str(self.jobs), "--stop-on-failure", "--timeout", str(SECONDS)]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        failed = re.search(r"\d+ - (\S+) \(", run.stdout.partition("The following tests FAILED")[2])
        return run.returncode != 0 and (failed[1] if failed else run.stdout[-300:])

    def must_pass(self, test):
        if test not in self.pass_unplanted:
            self.pass_unplanted[test] = self.fail(test)
        if self.pass_unplanted[test]:
            raise Fault(f"{test} fails without a wrong meaning: {self.pass_unplanted[test]}")


def campaign(seed):
    """The failure that a campaign of all laws tells first, in how many seconds, and the smallest case of it."""
    started = time.time()
    command = [PROGRAM, "fuzz", "--budget", str(CAMPAIGN_SECONDS), "--seed", str(seed), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        for line in process.stdout:
            failure = json.loads(line).get("failure")
            if failure:
                process.kill()
                found = f"{failure['law']} in {time.time() - started:.1f} s"
                return found + ("" if failure["smallest"] else ", not shrunk") + ": " + failure["subject"].strip()
    return None


def find(row, opinion, tests, jobs, seed):
    """What finds it; None if nothing does.  A Fault if the row is wrong."""
    file = SOURCE / row.file
    right = file.read_text()
    try:
        file.write_text(row.planted_in(right))
        if not build("tileproof", jobs):
            shutil.copy(WORK / "build.log", WORK / f"{row.name}.log")
            raise Fault(f"it does not build: {WORK / row.name}.log")
        if row.by_campaign:
            return campaign(seed)
        found = opinion.finds()
        by_test = not found and row.test and tests.fail(row.test)
    finally:
        file.write_text(right)
    if by_test:
        tests.must_pass(row.test)
    return found or (f"test {by_test}" if by_test else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--only", action="append")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of the first campaign")
    arguments = parser.parse_args()
    rows = read_rows()
    check(rows)
    if arguments.check:
        return 0
    if arguments.only:
        rows = [row for row in rows if {row.name, row.name.rpartition("-")[0]} & set(arguments.only)]
    copy_tree()
    subprocess.run(["cmake", "-G", "Ninja", "-S", SOURCE, "-B", BUILD, *OPTIONS], stdout=subprocess.DEVNULL, check=True)
    if not build("tileproof", arguments.jobs):
        raise SystemExit(f"the tree does not build: {WORK / 'build.log'}")
    opinion = SecondOpinion(arguments.count)
    wrong = opinion.finds()
    if any(row.by_campaign for row in rows):
        wrong = wrong or campaign(arguments.seed)
    if wrong:
        raise SystemExit(f"wrong without a wrong meaning: {wrong}")
    tests = Tests(arguments.jobs)
    survivors = faults = 0
    for number, row in enumerate(rows):
        started = time.time()
        try:
            found = find(row, opinion, tests, arguments.jobs, arguments.seed + number) or "NOT FOUND"
            survivors += found == "NOT FOUND"
        except Fault as fault:
            found = f"FAULT: {fault}"
            faults += 1
        print(f"{row.name}\t{row.kind}\t{found}\t{time.time() - started:.0f} s\t{row.wrong}", flush=True)
    print(f"{len(rows)} wrong meanings, {survivors} not found, {faults} that plant nothing")
    return 1 if survivors or faults else 0


if __name__ == "__main__":
    sys.exit(main())
