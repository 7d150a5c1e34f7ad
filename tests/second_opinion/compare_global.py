#!/usr/bin/env python3
"""Random accesses of global memory: does the program say of each what the second opinion says?

    compare_global.py PROGRAM [--seed N] [--count K] [--show N]

Asks `global_access` of `batch`; compared are all numbers, or that both refuse.
"""

import argparse
import json
import pathlib
import random
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from expressions import BadInput  # noqa: E402
from global_access import global_access  # noqa: E402


def random_request(seed):
    r = random.Random(seed)
    rank = r.choice([1, 2, 2, 2, 3])
    shape = [1 << r.randint(0, {1: 11, 2: 6, 3: 4}[rank]) for _ in range(rank)]
    order = r.sample(range(rank), rank)
    layout = r.choice([random_blocked, random_blocked, random_linear, random_slice])(r, shape, order)
    bits = r.choice([1, 8, 16, 16, 32, 32, 64])
    request = {"op": "global_access", "layout": layout, "shape": shape, "element_bits": bits,
               "alignment": max(1, bits // 8) << r.choice([0, 1, 2, 3, 4, 5, 8]), "direction": r.choice(["load", "store"]),
               "target": "cuda:90"}
    if r.random() < 0.4:
        request["order"] = order if r.random() < 0.6 else r.sample(range(rank), rank)
    else:
        request["strides"] = [r.choice([0, 1, 1, 2, 3, 16, 24, 64, 100, 1000, r.randint(0, 5000)]) for _ in range(rank)]
        if r.random() < 0.6:
            request["strides"][order[0]] = 1
    if r.random() < 0.04:
        spoil(r, request)
    return request


def split(r, bits, rank):
    """So many bits over the dimensions, as sizes."""
    sizes = [1] * rank
    for _ in range(bits):
        sizes[r.randrange(rank)] *= 2
    return sizes


def random_blocked(r, shape, order):
    rank = len(shape)
    size = [1] * rank
    size[order[0]] = r.choice([1, 2, 4, 8])
    if rank > 1 and r.random() < 0.3:
        size[order[1]] = r.choice([1, 2])
    return (f"#ttg.blocked<{{sizePerThread = {size}, threadsPerWarp = {split(r, 5, rank)}, "
            f"warpsPerCTA = {split(r, r.randint(0, 3), rank)}, order = {order}}}>")


def random_linear(r, shape, order):
    """Bases of single bits of all dimensions, some of them zero, in any order of places."""
    bases = [[(1 << bit) * (d == of) for d in range(len(shape))] for of in order
             for bit in range(shape[of].bit_length() - 1)]
    if r.random() < 0.5:
        r.shuffle(bases)
    zero = [0] * len(shape)
    together = r.randint(0, min(3, len(bases)))
    register, rest = bases[:together], bases[together:]
    rest += [zero] * r.randint(0, 2)
    r.shuffle(rest)
    rest = rest + [zero] * max(0, 7 - len(rest))
    if r.random() < 0.15:
        sums = [(k, [x ^ y for x, y in zip(rest[k], basis)]) for basis in register for k in range(len(rest))]
        k, both = r.choice([(k, both) for k, both in sums if sum(x > 0 for x in both) == 1] or [(0, rest[0])])
        rest[k] = both
    lane, warp, more = rest[:5], rest[5:7], rest[7:]
    for _ in range(r.randint(0, 1)):
        register.insert(r.randint(0, len(register)), zero)
    return f"#ttg.linear<{{register = {register + more}, lane = {lane}, warp = {warp}, block = []}}>"


def random_slice(r, shape, order):
    dim = r.randint(0, len(shape))
    parent = list(shape)
    parent.insert(dim, 1)
    of_parent = [d + (d >= dim) for d in order]
    of_parent.insert(r.randint(0, len(order)), dim)
    return f"#ttg.slice<{{dim = {dim}, parent = {random_blocked(r, parent, of_parent)}}}>"


def spoil(r, request):
    kind = r.randrange(4)
    if kind == 0:
        request["element_bits"] = r.choice([0, 4, 24, 128])
    elif kind == 1:
        request["alignment"] = r.choice([0, 3, 12])
    elif kind == 2:
        request.pop("strides", None)
        request["order"] = [0] * (len(request["shape"]) + 1)
    else:
        request.pop("order", None)
        request["strides"] = [1] * (len(request["shape"]) + 1)


def opinion_of(request):
    try:
        return global_access(request)
    except BadInput as error:
        return str(error)


def difference(ours, answer):
    if isinstance(ours, str) or not answer["ok"]:
        return None if isinstance(ours, str) and not answer["ok"] else f"{ours}, the program {answer}"
    theirs = {name: answer.get(name) for name in ours}
    return None if ours == theirs else f"{ours}, the program {theirs}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--show", type=int)
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(json.dumps(random_request(arguments.show)))
        return 0
    seeds = [arguments.seed * 1_000_000 + i for i in range(arguments.count)]
    requests = [random_request(seed) for seed in seeds]
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    output = subprocess.run([arguments.program, "batch"], input=lines, capture_output=True, text=True, check=True)
    differ, refused, wide, wasteful = 0, 0, 0, 0
    for seed, request, line in zip(seeds, requests, output.stdout.splitlines(), strict=True):
        ours = opinion_of(request)
        found = difference(ours, json.loads(line))
        if isinstance(ours, str):
            refused += 1
        else:
            wide += ours["vector_bits"] > max(8, request["element_bits"])
            wasteful += ours["sectors"] > ours["least_sectors"]
        if found:
            differ += 1
            print(f"--- {seed}: the second opinion has {found}")
    print(f"{len(seeds)} accesses, {refused} refused, {wide} of vectors, {wasteful} above the least, {differ} differ")
    few = min(refused, wide, wasteful) * 100 < len(seeds)
    return 1 if differ or (few and len(seeds) >= 200) else 0


if __name__ == "__main__":
    sys.exit(main())
