#!/usr/bin/env python3
"""A second opinion of programs of moves, from docs/programs.md alone: run by all threads, byte by byte.

programs.py --emit [--seed N] [--count K]   random programs with their verdicts, JSON lines; in about half one mistake
programs.py --show N                        the random program N as text
programs.py --self-test                     programs whose verdicts were worked out by hand; right programs are proved
"""

import argparse
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from programs_cost import cost  # noqa: E402
from programs_generate import right  # noqa: E402
from programs_mistakes import mutated  # noqa: E402
from programs_run import opinion  # noqa: E402
from programs_self_test import self_test  # noqa: E402


def random_case(number):
    case = right(number)
    return mutated(case, number) if number % 2 else case


def judged(case):
    found, question = opinion(case.text, case.source, case.destination, case.shape, case.apart_copies, case.repeated)
    asked = {"program": case.text, "src": case.source, "dst": case.destination, "shape": case.shape,
             "element_bits": case.bits, "target": case.target, "apart_copies": case.apart_copies,
             "repeated": case.repeated, "style": case.style, "mistake": case.mistake}
    return {**asked, **found, "cost": question and cost(question)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--emit", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--show", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    if arguments.show is not None:
        case = random_case(arguments.show)
        found = judged(case)
        print(case.text)
        print("\n".join(f"{key}: {value}" for key, value in found.items() if key != "program"))
        return 0
    if not arguments.emit:
        parser.print_help()
        return 2
    for i in range(arguments.count):
        print(json.dumps(judged(random_case(arguments.seed * 1_000_000 + i))), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
