"""How far is the default choice of engines from the best engine?

    python3 bench/schedule/compare.py [--program build/tileproof] [--only PART] [--limit SECONDS] [--json FILE]

Runs each claim of claims.py by default and by each engine alone, in processes of their own, and prints the ratio of times
to the best engine's, the processor's time, and where either is more than the aim: 1.5 times the best and 50 ms for 95 %
of claims, 2 times and 0.2 s for all, and 3 times the best engine's processor time (and 50 ms).
"""
import argparse
import json
import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from claims import all_claims

ENGINES = ["f2", "strides", "residues", "ranges", "sat", "smt", "enumerate"]


def run(program, arguments, seconds):
    """The verdict, and the seconds on the clock and of processors."""
    read, write = os.pipe()
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        os.dup2(write, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.execv(program, [program, "prove", *arguments, "--json", "--time-limit", str(seconds)])
    os.close(write)
    text = b""
    while piece := os.read(read, 1 << 16):
        text += piece
    os.close(read)
    _, _, usage = os.wait4(child, 0)
    spent = time.perf_counter() - start
    try:
        verdict = json.loads(text)["verdict"]
    except (ValueError, KeyError):
        verdict = "bad input"
    return verdict, spent, usage.ru_utime + usage.ru_stime


def measure(program, arguments, limit):
    """By default, then each engine in no more time than that took, for only quicker ones matter."""
    default = run(program, arguments, limit)
    row = {"default": default}
    for engine in ENGINES:
        quick = run(program, [*arguments, "--engine", engine], max(1.2 * default[1], 0.05))
        if quick[0] in ("proved", "refuted"):
            if default[0] in ("proved", "refuted") and quick[0] != default[0]:
                sys.exit(f"{engine} says {quick[0]}, and by default {default[0]}: {arguments}")
            row[engine] = quick
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/tileproof")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=30)
    parser.add_argument("--json")
    options = parser.parse_args()
    rows, best_of, late, too_late, busy, long = {}, {}, [], [], [], 0
    for name, arguments in all_claims():
        if options.only not in name:
            continue
        row = measure(options.program, arguments, options.limit)
        rows[name] = row
        verdict, seconds, cpu = row["default"]
        engines = {engine: spent for engine, (_, spent, _) in row.items() if engine != "default"}
        best = min(engines, key=engines.get, default=None)
        line = f"{name:16} {verdict:9} default {seconds:7.3f} s, cpu {cpu:7.3f}"
        if best is None:
            print(f"{line}   no engine alone", flush=True)
            continue
        best_of[best] = best_of.get(best, 0) + 1
        quickest = engines[best]
        best_cpu = row[best][2]
        long += quickest > 0.2
        mark = ""
        if seconds > 1.5 * quickest + 0.05:
            late.append(name)
            mark = " LATE"
        if seconds > 2 * quickest + 0.2:
            too_late.append(name)
            mark = " TOO LATE"
        if cpu > 3 * best_cpu + 0.05:
            busy.append(name)
            mark += " BUSY"
        print(f"{line}   best {best:9} {quickest:7.3f} s, cpu {best_cpu:7.3f}{mark}", flush=True)
    print(f"{len(rows)} claims, {long} whose best engine takes over 0.2 s; best: {best_of}")
    print(f"over 1.5 times and 50 ms: {len(late)} {late}")
    print(f"over 2 times and 0.2 s: {len(too_late)} {too_late}")
    print(f"over 3 times the processor's time and 50 ms: {len(busy)} {busy}")
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump(rows, file)


if __name__ == "__main__":
    main()
