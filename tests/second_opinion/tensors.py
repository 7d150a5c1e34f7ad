#!/usr/bin/env python3
"""Holds what `tileproof check` says of operations on tensors in registers against the second opinion.

tensors.py PROGRAM [--seed N] [--cases N]   random operations, in about half of which one thing is wrong
tensors.py --check                          cases with their verdicts, and wrong answers that must be seen
tensors.py PROGRAM --show N [--seed N]      the case of this number: the module, what is demanded, what differs
"""

import argparse
import collections
import json
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE))
sys.dont_write_bytecode = True

from tensors_compare import demanded, differences, said_of  # noqa: E402
from tensors_generate import FAMILIES, cases  # noqa: E402
from tensors_self_test import self_test  # noqa: E402
from tensors_text import text_of  # noqa: E402

CHUNK = 250  # modules to one process
SHOWN = 5  # modules that are printed
FEWEST = 3  # demands of each verdict, of 1,000 modules
# Beside the spelling of layouts.
UNKNOWN_ALLOWED = {"amdg.extract_slice", "amdg.concat", "amdg.in_thread_transpose"}


def ask(program, texts):
    """What the program says of each module, all in one call."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / f"{i}.ttgir" for i in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text)
        run = subprocess.run([program, "check", "--json", *map(str, paths)], stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL, text=True)
    answers = {one["file"]: one for one in json.loads(run.stdout)["files"]}
    return [answers[str(path)] for path in paths]


def numbered(arguments):
    """Number, case, module; every other one in the operation's own form."""
    for number, case in enumerate(cases(arguments.seed, arguments.cases)):
        yield number, case, text_of(case, number % 2 == 1)


def random_modules(arguments):
    rows, counts, seen = list(numbered(arguments)), collections.Counter(), collections.Counter()
    different = 0
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start:start + CHUNK]
        for (number, case, text), answer in zip(chunk, ask(arguments.program, [row[2] for row in chunk])):
            counts.update(demanded(case))
            found = list(differences(case, answer))
            seen.update(kind for kind, _ in found)
            different += bool(found)
            if found and different <= arguments.shown:
                report(number, case, text, found)
            if found and arguments.keep:
                pathlib.Path(arguments.keep, f"{arguments.seed}-{number}.ttgir").write_text(text)
    failed = bool(different) | too_few(counts, len(rows))
    for kind, count in seen.most_common():
        print(f"{count} times: {kind}")
    summary(counts)
    mistakes = sum(case.mistake != "none" for _, case, _ in rows)
    print(f"{len(rows)} modules, {mistakes} with a mistake, {different} differ")
    return failed


def report(number, case, text, found):
    print(f"case {number}, made wrong: {case.mistake}")
    print(text)
    for _, difference in found:
        print(f"  {difference}")


def kinds():
    """What must be demanded: of each operation or group of operations, each verdict that it can have."""
    for names in FAMILIES:
        yield names, "proved" if names[0] != "amdg.in_thread_transpose" else "open"
        yield names, "refuted"
        if names[0] in UNKNOWN_ALLOWED:
            yield names, "unknown"
    for movement in ("none", "registers", "lanes", "warps", "blocks"):
        yield ("ttg.convert_layout",), f"moves {movement}"


def too_few(counts, modules):
    failed = False
    for names, verdict in kinds():
        count = sum(n for (name, said), n in counts.items() if name in names and said == verdict)
        if count < FEWEST * modules / 1000:
            print(f"{', '.join(names)}: {verdict} is demanded {count} times only")
            failed = True
    return failed


def summary(counts):
    for names in FAMILIES:
        of_verdict = collections.Counter()
        for (name, verdict), n in counts.items():
            of_verdict[verdict] += n * (name in names)
        print(f"{names[0]}{' ...' * (len(names) > 1)}: "
              + ", ".join(f"{n} {verdict}" for verdict, n in sorted(of_verdict.items()) if n))


def show(arguments):
    arguments.cases = arguments.show + 1
    number, case, text = list(numbered(arguments))[-1]
    answer = ask(arguments.program, [text])[0]
    found = list(differences(case, answer))
    report(number, case, text, found)
    print(f"allowed: {' '.join(name for _, name in demanded(case))}; program: {said_of(answer)}")
    return bool(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--shown", type=int, default=SHOWN, help="modules that are printed")
    parser.add_argument("--keep", help="a folder for modules that differ")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--show", type=int)
    arguments = parser.parse_args()
    started = time.time()
    if arguments.check:
        failed = self_test(arguments.seed)
    elif arguments.program is None:
        parser.error("which program?")
    else:
        failed = random_modules(arguments) if arguments.show is None else show(arguments)
    print(f"{time.time() - started:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
