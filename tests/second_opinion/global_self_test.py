#!/usr/bin/env python3
"""Does the second opinion on global memory agree with what was measured, and would wrong meanings be seen?"""

import gzip
import json
import pathlib
import sys
from unittest import mock

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

import global_access  # noqa: E402
import global_facts  # noqa: E402
import global_kernels  # noqa: E402

MEASURED = pathlib.Path(__file__).parent.parent / "data/h100/global_access.jsonl.gz"
QUICK = ("softmax_1024_w8_s3", "layernorm_8x1024_w4_s3", "matmul_fp32_64x64x32_w4_s3", "transpose_f16_128x32_w4_s3")


def patterns():
    with gzip.open(MEASURED, "rt") as file:
        return [json.loads(line) for line in file]


def sectors(addresses, lanes_together=32):
    return sum(len(global_access.pieces([a for a in addresses[first:first + lanes_together] if a is not None], 1, 32))
               for first in range(0, 32, lanes_together))


def differing(rows, lanes_together=32):
    return sum((row["requests"], row["sectors"])
               != (int(any(a is not None for a in row["byte_address"])), sectors(row["byte_address"], lanes_together))
               for row in rows)


def reads_whole_sectors(row):
    pairs = zip(row["byte_address"][::2], row["byte_address"][1::2])
    return all(a is b is None or (None not in (a, b) and a != b and a // 32 == b // 32) for a, b in pairs)


def measured_rules():
    rows = patterns()
    past_the_cache = [row for row in rows if row["instruction"] in ("cp.async.16", "cp.async.zero.16")]
    plain = [row for row in rows if row["instruction"].split(".")[1] == "global"]
    copies = [row for row in rows if row not in past_the_cache and row not in plain]
    whole = [row for row in past_the_cache if reads_whole_sectors(row)]
    yield "1,000 loads and stores", len(plain) == 1000 and differing(plain) == 0
    yield "400 copies of 4 and 8 bytes", len(copies) == 400 and differing(copies) == 0
    yield "107 of 200 copies of 16 bytes differ", len(past_the_cache) == 200 and differing(past_the_cache) == 107
    yield "15 of whole sectors do not", len(whole) == 15 and differing(whole) == 0
    yield "groups of 8 lanes would be seen", differing(plain, 8) > 100
    yield "groups of 16 lanes would be seen", differing(plain, 16) > 100


def quick_kernels_are_exact():
    traces = [trace for trace in global_kernels.read_traces() if trace["name"] in QUICK]
    return all(global_kernels.row(trace).endswith("| exact |") for trace in traces)


def wrong_meanings():
    yield "each lane's sectors", mock.patch.object(
        global_access, "pieces", lambda starts, size, width: list(starts))
    yield "sectors of 64 bytes", mock.patch.object(global_access, "SECTOR", 64)
    yield "64-bit vectors", mock.patch.object(global_access, "WIDEST", 8)
    yield "no masks", mock.patch.object(
        global_kernels, "cost_of_block", lambda *arguments: global_access.cost_of_block(*arguments[:6]))
    yield "divisibility forgotten", mock.patch.object(
        global_facts.Analysis, "of_muli", lambda self, op, result, a, b: global_facts.nothing_known(result))
    yield "comparisons of ranges", mock.patch.object(
        global_facts.Analysis, "of_cmpi", lambda self, op, result, a, b: global_facts.nothing_known(result))
    yield "what shared memory holds together", mock.patch.object(
        global_kernels, "fastest_of_memory", lambda layout, shape: len(shape) - 1)


def main():
    wrong = [name for name, holds in measured_rules() if not holds]
    if not quick_kernels_are_exact():
        wrong.append("the kernels")
    for name, patch in wrong_meanings():
        with patch:
            if quick_kernels_are_exact():
                wrong.append(f"not seen: {name}")
    for name in wrong:
        print(f"wrong: {name}")
    print(f"{len(wrong)} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
