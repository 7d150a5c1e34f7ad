"""Is there a command line or a request that the program does not survive?

    mutated.py PROGRAM KERNEL [--seed N] [--cases N] [--first N]

Changes good command lines and good requests to `batch` at random.  Whatever comes of it, the program answers: its exit
code is 0, 1, 2 or 3, a refusal says why, and no request takes much longer than its time limit.  Each case is drawn
from the seed and its number alone, so that --only NUMBER runs one again.
"""

import argparse
import collections
import gzip
import json
import os
import random
import re
import resource
import select
import shutil
import signal
import subprocess
import sys
import tempfile

from mutated_seeds import CHARACTERS, COMMANDS, NUMBERS, REQUESTS, VALUES, WORDS

TIME_LIMIT = 0.05  # of each engine and question
# Seconds, far beyond what anything takes: replaying all recordings takes 3, with sanitizers a minute, and machines are
# busy.
HANGS = 240


def changed_text(rng, text):
    kind = rng.randrange(9)
    numbers = list(re.finditer("[0-9]{1,40}", text))
    if kind > 4 and numbers:
        # What is still in order gets further than what is not.
        number = rng.choice(numbers)
        old = int(number[0])
        near = (old + 1, abs(old - 1), 2 * old, old // 2, old * old, 1)
        new = rng.choice(NUMBERS) if rng.randrange(3) == 0 else str(rng.choice(near))
        return text[:number.start()] + new + text[number.end():]
    at = rng.randrange(len(text) + 1)
    if kind == 1:
        return text[:at] + text[at + rng.randint(1, 6):]
    if kind == 2:
        other = rng.choice(WORDS)
        return text[:at] + other[rng.randrange(len(other) + 1):]
    if kind == 3:
        part = text[at:at + rng.randint(1, 20)]
        return text[:at] + part + text[at:]
    return text[:at] + rng.choice(CHARACTERS) + text[at + rng.randrange(2):]


def changed_command(rng, words):
    words = list(words)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        at = rng.randrange(len(words) + 1)
        kind = rng.randrange(12)
        if kind == 0:
            words.insert(at, rng.choice(WORDS))
        elif kind == 1:
            words.insert(at, rng.choice(rng.choice(COMMANDS)))
        elif at < len(words):
            if kind == 2:
                del words[at]
            elif kind == 3:
                words[at] = rng.choice(WORDS)
            else:
                words[at] = changed_text(rng, words[at])
    if words and words[0] in ("prove", "check") and "--theorems" not in words:
        words += ["--time-limit", str(TIME_LIMIT)]
    return [word.replace("\0", "") for word in words]


def changed_value(rng, value):
    """One value somewhere in it is another."""
    if isinstance(value, dict) and value and rng.randrange(8):
        key = rng.choice(list(value))
        if key in ("op", "name", "claim", "time_limit"):  # which asks another question, or none
            key = rng.choice(list(value))
        if rng.randrange(10) == 0:
            return {other: part for other, part in value.items() if other != key}
        return {**value, key: changed_value(rng, value[key])}
    if isinstance(value, list) and value and rng.randrange(4):
        at = rng.randrange(len(value))
        if rng.randrange(6) == 0:
            return value[:at] + value[at + 1:]
        if rng.randrange(6) == 0:
            return value[:at] + [value[at]] + value[at:]
        return value[:at] + [changed_value(rng, value[at])] + value[at + 1:]
    if isinstance(value, str) and rng.randrange(6):
        return changed_text(rng, value)
    if type(value) is int and rng.randrange(3):
        return rng.choice((value + 1, value - 1, 2 * value, value // 2, 1))
    return rng.choice(VALUES)


def changed_request(rng, request):
    request = {**request, "time_limit": TIME_LIMIT}
    if rng.randrange(8) == 0:
        return changed_text(rng, json.dumps(request, ensure_ascii=False)).replace("\n", " ")
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        request = changed_value(rng, request)
        if not isinstance(request, dict):
            break
    if isinstance(request, dict) and rng.randrange(20):
        request["time_limit"] = TIME_LIMIT
    return json.dumps(request, ensure_ascii=rng.randrange(2) == 0)


class Batch:
    """The program that answers one request after the other."""

    def __init__(self, program, folder, tally):
        self.tally = tally
        self.start = lambda: subprocess.Popen([program, "batch"], cwd=folder, stdin=subprocess.PIPE,
                                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process = self.start()

    def fault(self, line):
        """What is wrong with the answer, or None."""
        process = self.process
        try:
            process.stdin.write(line.encode("utf-8", "surrogatepass") + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            return self.died()
        if not select.select([process.stdout], [], [], HANGS)[0]:
            process.kill()
            return "hangs" if self.died() else None
        answer = process.stdout.readline()
        if not answer.endswith(b"\n"):
            return self.died()
        try:
            answer = json.loads(answer)
            self.tally["answered" if answer["ok"] else "refused"] += 1
            return f"answers {answer}" if not answer["ok"] and answer["error"]["code"] == "internal" else None
        except (ValueError, KeyError, TypeError):
            return f"answers {answer[:200]!r}"

    def died(self):
        code = self.process.wait()
        self.process = self.start()
        return f"ends with {code}"

    def end(self):
        self.process.stdin.close()
        return self.process.wait()


def command_fault(program, folder, words, tally):
    environment = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    process = subprocess.Popen([program, *words], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(timeout=HANGS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hangs"
    tally[f"exit {process.returncode}"] += 1
    if process.returncode not in (0, 1, 2, 3):
        return f"ends with {process.returncode}: {err[-500:]!r}"
    if process.returncode == 2 and not (out + err).strip():
        return "is refused without a word"
    return None


def prepare(program, kernel, folder):
    shutil.copy(kernel, os.path.join(folder, "kernel.ttgir"))
    with open(kernel, "rb") as plain, gzip.open(os.path.join(folder, "kernel.ttgir.gz"), "wb") as packed:
        packed.write(plain.read())
    subprocess.run([program, "prove", "injective", "(8,8):(9,1)", "--certificate", "proof.txt"], cwd=folder, check=True,
                   stdout=subprocess.DEVNULL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("kernel")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--only", type=int)
    parser.add_argument("--memory", type=int, default=6, help="GiB that the program may take; 0 for any")
    arguments = parser.parse_args()
    numbers = range(arguments.first, arguments.first + arguments.cases)
    if arguments.only is not None:
        numbers = [arguments.only]
    if arguments.memory:
        resource.setrlimit(resource.RLIMIT_AS, (arguments.memory << 30, arguments.memory << 30))
    program = os.path.abspath(arguments.program)
    faults = 0
    with tempfile.TemporaryDirectory() as outer:
        folder = os.path.join(outer, "run")  # above which there is nothing to check, or to be written over
        os.mkdir(folder)
        prepare(program, arguments.kernel, folder)
        tally = collections.Counter()
        batch = Batch(program, folder, tally)
        for number in numbers:
            rng = random.Random(f"{arguments.seed} {number}")
            if number % 2:
                case = changed_command(rng, rng.choice(COMMANDS))
                fault = command_fault(program, folder, case, tally)
            else:
                case = changed_request(rng, rng.choice(REQUESTS))
                fault = batch.fault(case)
            if fault:
                faults += 1
                print(f"case {number} {fault}\n    {case!r}"[:3000], flush=True)
        if batch.end() != 0:
            faults += 1
            print("batch ends with another exit code than 0")
    shares = ", ".join(f"{count} {what}" for what, count in sorted(tally.items()))
    print(f"{len(numbers)} cases with seed {arguments.seed} ({shares}), {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
