"""Tries texts on each reader, and says what upsets one.

    fuzz.py FUZZ_READERS FOLDER [--seconds N] [--only NAME] [--seed N]

What libFuzzer learns of a reader is kept in FOLDER/corpus/NAME, from which the next run goes on; what upsets it is left in
FOLDER/found. Exits 1 if anything was found. A text takes ten seconds and 2 GiB at most.
"""

import argparse
import os
import pathlib
import re
import subprocess
import sys

SEEDS = pathlib.Path(__file__).parent / "seeds"


def fuzz(program, folder, name, seconds, seed):
    """Tries texts on one reader; the number of findings, which are printed."""
    corpus, found = folder / "corpus" / name, folder / "found"
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    command = [program, f"--reader={name}", str(corpus), str(SEEDS / name), f"-artifact_prefix={found}/{name}-",
               f"-max_total_time={seconds}", f"-seed={seed}", "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096",
               "-print_final_stats=1", "-reload=0"]
    run = subprocess.run(command, text=True, errors="replace", stderr=subprocess.PIPE, stdout=subprocess.DEVNULL,
                         env={**os.environ, "ASAN_OPTIONS": "detect_leaks=1", "UBSAN_OPTIONS": "print_stacktrace=1"})
    new = sorted(set(found.iterdir()) - before)
    tried = re.search(r"number_of_executed_units: (\d+)", run.stderr)
    reached = re.findall(r"cov: (\d+)", run.stderr)
    print(f"{name}: {tried[1] if tried else '?'} texts, {reached[-1] if reached else '?'} places of the code reached, "
          f"{len(new)} found", flush=True)
    if run.returncode != 0:
        print(run.stderr[-6000:])
        for path in new:
            print(f"found {path}\n  again: {program} --reader={name} {path}")
    return len(new) if run.returncode == 0 else max(1, len(new))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=60, help="for each reader")
    parser.add_argument("--only", choices=sorted(path.name for path in SEEDS.iterdir()))
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    options = parser.parse_args()
    names = [options.only] if options.only else sorted(path.name for path in SEEDS.iterdir())
    found = sum(fuzz(options.program, options.folder.resolve(), name, options.seconds, options.seed) for name in names)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
