#!/usr/bin/env python3
"""Holds what `tileproof check` says of views of memory against the second opinion.

views.py PROGRAM [--seed N] [--cases N]     random modules, in about half of which one thing is wrong
views.py --check                            modules with their verdicts, and wrong answers that must be seen
views.py PROGRAM --show FILE                one module: what is demanded of each line, and what differs
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

import views_generate  # noqa: E402
from views_compare import demanded, differences  # noqa: E402
from views_memory import NotCovered  # noqa: E402
from views_opinion import Opinion  # noqa: E402
from views_self_test import self_test  # noqa: E402

CHUNK = 250  # modules to one process
SHOWN = 5  # differences that are printed
FEWEST = 5  # demands of each verdict in KINDS, of 1,000 modules
KINDS = {"ttg.memdesc_index": ("proved", "refuted", "unknown", "open"),
         "ttg.memdesc_subslice": ("proved", "refuted", "unknown"), "ttg.memdesc_trans": ("proved", "refuted"),
         "ttg.memdesc_reshape": ("proved", "refuted"),
         "ttg.memdesc_reinterpret": ("proved", "refuted", "unknown", "open"),
         "ttg.local_alloc": ("proved", "refuted"), "ttg.local_load": ("proved", "refuted", "open"),
         "ttg.local_store": ("proved", "refuted")}


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


def with_opinions(seed, cases):
    """Modules of which the documentation says enough: text, what is wrong, opinion."""
    for text, mistake in views_generate.modules(seed, cases):
        try:
            yield text, mistake, Opinion(text)
        except NotCovered:
            continue


def random_modules(arguments):
    rows = list(with_opinions(arguments.seed, arguments.cases))
    counts, shown, different, seen = collections.Counter(), 0, 0, collections.Counter()
    for start in range(0, len(rows), CHUNK):
        chunk = rows[start:start + CHUNK]
        for (text, mistake, own), answer in zip(chunk, ask(arguments.program, [text for text, *_ in chunk])):
            counts.update(demanded(own))
            found = list(differences(own, answer))
            seen.update(kind for kind, _ in found)
            different += bool(found)
            if found and shown < arguments.shown:
                shown += 1
                report(text, mistake, found)
    failed = bool(different) | too_few(counts, len(rows))
    for kind, count in seen.most_common():
        print(f"{count} times: {kind}")
    summary(counts)
    mistakes = sum(mistake != "none" for _, mistake, _ in rows)
    print(f"{len(rows)} modules, {mistakes} with a mistake, {different} differ")
    return failed


def report(text, mistake, found):
    print(text)
    print(f"made wrong: {mistake}")
    for _, difference in found:
        print(f"  {difference}")


def too_few(counts, modules):
    """Whether some verdict was hardly demanded."""
    failed = False
    for operation, verdicts in KINDS.items():
        for verdict in verdicts:
            count = sum(n for (one, said, _), n in counts.items() if (one, said) == (operation, verdict))
            if count < FEWEST * modules / 1000:
                print(f"{operation}: {verdict} is demanded {count} times only")
                failed = True
    return failed


def summary(counts):
    for operation in KINDS:
        of_verdict = collections.Counter()
        for (one, verdict, _), n in counts.items():
            of_verdict[verdict] += n * (one == operation)
        print(f"{operation}: " + ", ".join(f"{of_verdict[v]} {v}"
                                           for v in ("proved", "refuted", "unknown", "open")))
    reasons = collections.Counter()
    for (_, verdict, why), n in counts.items():
        reasons[why] += n * (verdict == "open")
    for why, n in reasons.most_common():
        if n:
            print(f"{n} open: {why}")


def show(arguments):
    text = pathlib.Path(arguments.show).read_text()
    own = Opinion(text)
    for line, demands in own.demands.items():
        for one in demands:
            print(line, own.names_at[line], "|".join(one.questions), "|".join(sorted(one.verdicts)), one.why)
    found = list(differences(own, ask(arguments.program, [text])[0]))
    for _, difference in found:
        print(f"  {difference}")
    return bool(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--shown", type=int, default=SHOWN, help="differences that are printed")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--show")
    arguments = parser.parse_args()
    started = time.time()
    if arguments.check:
        failed = self_test(arguments.seed)
    elif arguments.program is None:
        parser.error("which program?")
    else:
        failed = show(arguments) if arguments.show else random_modules(arguments)
    print(f"{time.time() - started:.1f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
