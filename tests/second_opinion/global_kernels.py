#!/usr/bin/env python3
"""What whole kernels read and write of global memory, against the counters of GPUs (docs/global-memory.md, Kernels).

    global_kernels.py      Is what that page says true of the kernels of tests/data/h200 and tests/data/h100?
"""

import gzip
import itertools
import json
import operator
import pathlib
import re
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from expressions import BadInput  # noqa: E402
from global_access import cost_of_block, places, vector_of  # noqa: E402
from global_facts import Analysis, compare, constant_value, order_of, truncated  # noqa: E402
from global_reading import read_kernel  # noqa: E402

DATA = pathlib.Path(__file__).parent.parent / "data/h200/global_kernels.jsonl.gz"
DRAWN = pathlib.Path(__file__).parent.parent / "data/h100/drawn_kernels.jsonl.gz"
PAGE = pathlib.Path(__file__).parent.parent.parent / "docs/global-memory.md"
FAR = 1 << 40  # bytes between the buffers of two arguments
COPY = "ttg.async_copy_global_to_local"


@dataclass
class Tensor:
    """Elements in row-major order; None of those whose values are not followed."""
    shape: tuple
    values: list


@dataclass
class Access:
    op: object
    direction: str
    vector: int  # elements
    size: int  # bytes of one
    cost: object
    has_mask: bool
    all_active: bool


class Run:
    """One CTA's way through the kernel, the `block`-th of its cluster; `accesses` lists what it reads and writes, in order."""

    def __init__(self, kernel, analysis, arguments, program, block=0):
        self.analysis, self.program, self.block, self.accesses = analysis, program, block, []
        self.values = {}
        for i, (name, type_, _) in enumerate(kernel.arguments):
            value = arguments.get(name.lstrip("%"))
            if type_.is_pointer:
                value = (i + 1) * FAR + (value or 0)
            self.values[name] = value
        self.run(kernel.operations)

    def run(self, operations):
        for op in operations:
            if op.name == "scf.for":
                self.loop(op)
            elif op.name in ("tt.load", "tt.store", COPY):
                self.access(op)
            elif op.results and not op.regions:
                for name in op.results:
                    self.values[name] = self.given(op)

    def loop(self, op):
        lower, upper, step = (self.values[name] for name in op.operands[:3])
        if None in (lower, upper, step):
            raise BadInput(f"line {op.line}: a loop's bounds are not followed")
        carried = [self.values.get(name) for name in op.operands[3:]]
        for i in range(lower, upper, step):
            self.values.update(zip(op.arguments, [i] + carried))
            self.run(op.body)
            carried = [self.values.get(name) for name in op.yielded]
        self.values.update(zip(op.results, carried))

    def access(self, op):
        pointers = self.values.get(op.operands[0])
        if not isinstance(pointers, Tensor):
            raise BadInput(f"line {op.line}: pointers are not followed")
        type_ = op.types[0]
        where = places(type_.layout, type_.shape)
        mask_at = {"tt.load": 1, "tt.store": 2}.get(op.name)
        mask = op.operands[mask_at] if mask_at and len(op.operands) > mask_at else None
        if op.name == COPY and " mask " in op.text:
            mask = op.operands[2]
        active = self.values.get(mask) if mask else Tensor(type_.shape, None)
        if active is None:
            raise BadInput(f"line {op.line}: a mask is not followed")
        facts, f = self.analysis.of[op.operands[0]], where.fastest()[0]
        contiguity, divisibility = facts.contiguity[f], facts.divisibility[f]
        hint = op.attribute("contiguity") if op.name == COPY else None
        vector = vector_of(where, type_.bits, contiguity, divisibility,
                           self.analysis.of[mask].constancy[f] if mask else None)
        if op.name == COPY:
            vector = max(vector, int(hint or 1)) if fastest_of_memory(op.types[1].layout, type_.shape) == f else 1
        values = pointers.values
        is_active = (lambda e: active.values[e]) if mask else (lambda e: True)
        direction = "store" if op.name == "tt.store" else "load"
        # A copy is done once for each element, as a store is.
        cost = cost_of_block(where, self.block, "store" if op.name == COPY else direction, vector, max(1, type_.bits // 8),
                             values.__getitem__, is_active)
        all_active = not mask or all(active.values)
        self.accesses.append(Access(op, direction, vector, max(1, type_.bits // 8), cost, bool(mask), all_active))
        for name in op.results:
            self.values[name] = None

    def given(self, op):
        short = op.name.split(".")[1]
        if op.name == "tt.get_program_id":
            return self.program["xyz".index(op.text.split()[0])]
        if op.name == "tt.get_num_programs":
            return None
        if op.name == "arith.constant":
            value = constant_value(op)
            shape = op.types[0].shape
            return value if not shape else value if value is None else Tensor(shape, [value] * product(shape))
        if op.name == "tt.make_range":
            start, end = int(op.attribute("start")), int(op.attribute("end"))
            return Tensor((end - start,), list(range(start, end)))
        operands = [self.values.get(name) for name in op.operands]
        if not operands or any(value is None for value in operands):
            return None
        if op.name == "tt.splat":
            shape = op.types[-1].shape
            return Tensor(shape, [operands[0]] * product(shape))
        if op.name == "tt.expand_dims":
            return Tensor(op.types[-1].shape, operands[0].values)
        if op.name == "tt.trans":
            return transposed(operands[0], order_of(op))
        if op.name == "tt.broadcast":
            return broadcast(operands[0], op.types[-1].shape)
        if op.name == "ttg.convert_layout" or short in ("extsi", "extui", "index_cast"):
            return operands[0]
        if op.name == "arith.select":
            return select(*operands)
        if op.name == "tt.addptr":
            size = max(1, op.types[0].bits // 8)
            return elementwise(lambda a, b: a + b * size, *operands)
        if op.name == "arith.cmpi":
            predicate = op.text.split(",")[0].split()[0]
            return elementwise(lambda a, b: int(compare(predicate, a, b)), *operands)
        if op.name.startswith("arith.") and short in COMPUTED and op.types[-1].element[0] == "i":
            bits = op.types[-1].bits
            try:
                return elementwise(lambda a, b: in_width(COMPUTED[short](a, b), bits), *operands)
            except (TypeError, ValueError):  # by 0, by less than no bits
                return None
        return None


def fastest_of_memory(layout, shape):
    """The dimension along which neighbouring elements lie side by side in shared memory."""
    order = re.search(r"order = \[(\d+)", layout)
    if order:
        return int(order[1])
    return len(shape) - (2 if "transposed = true" in layout else 1)


COMPUTED = {"addi": operator.add, "subi": operator.sub, "muli": operator.mul, "andi": operator.and_,
            "ori": operator.or_, "xori": operator.xor, "minsi": min, "maxsi": max, "divsi": truncated,
            "remsi": lambda a, b: a - b * truncated(a, b), "shli": operator.lshift, "shrsi": operator.rshift}


def in_width(value, bits):
    if bits == 1:
        return value & 1
    half = 1 << (bits - 1)
    return (value + half) % (2 * half) - half


def product(shape):
    found = 1
    for n in shape:
        found *= n
    return found


def elementwise(f, a, b):
    if not isinstance(a, Tensor):
        return f(a, b)
    return Tensor(a.shape, list(map(f, a.values, b.values)))


def select(condition, a, b):
    if not isinstance(condition, Tensor):
        return a if condition else b
    return Tensor(a.shape, [x if c else y for c, x, y in zip(condition.values, a.values, b.values)])


def transposed(a, order):
    steps = [product(a.shape[d + 1:]) for d in order]
    shape = tuple(a.shape[d] for d in order)
    return Tensor(shape, [a.values[sum(x * step for x, step in zip(at, steps))]
                          for at in itertools.product(*map(range, shape))])


def broadcast(a, shape):
    numbers = range(1)
    for old, new in zip(a.shape, shape):
        numbers = [n * old + (x if old > 1 else 0) for n in numbers for x in range(new)]
    return Tensor(shape, [a.values[n] for n in numbers])


def runs(trace):
    """A run of each CTA of the grid."""
    kernel = read_kernel(trace["ttgir"])
    analysis = Analysis(kernel)
    arguments = {argument["name"]: argument.get("value") for argument in trace["args"]}
    x, y, z = trace["grid"]
    for program in itertools.product(range(x), range(y), range(z)):
        yield Run(kernel, analysis, arguments, program)


def counted(trace):
    """What the counters should read."""
    totals = dict.fromkeys(COUNTERS, 0)
    for run in runs(trace):
        for access in run.accesses:
            totals["requests", access.direction] += access.cost.requests
            totals["sectors", access.direction] += access.cost.sectors
    return totals


COUNTERS = {(what, direction): f"l1tex__t_{what}_pipe_lsu_mem_global_op_{short}.sum"
            for what in ("requests", "sectors") for direction, short in (("load", "ld"), ("store", "st"))}


def read_traces(path=DATA):
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def measured_of(trace, counters="counters"):
    return {key: trace[counters][name] for key, name in COUNTERS.items()}


def row(trace):
    """The kernel's row in docs/global-memory.md, as it must be."""
    measured = measured_of(trace)
    if not trace.get("ttgir"):
        remark = "not followed: written by hand in CUDA, of which there is no TTGIR"
    else:
        found = counted(trace)
        remark = "exact" if found == measured else f"the evaluator has {found}"
    numbers = [measured[what, direction] for direction in ("load", "store") for what in ("requests", "sectors")]
    return f"| {trace['name']} | {' | '.join(map(str, numbers))} | {remark} |"


def of_drawn():
    """How many kernels were drawn, and in how many the counters read what they should, less, or more; and in how many
    they read what they should where the assembler leaves nothing out."""
    same, less, more, unoptimized = 0, 0, 0, 0
    for trace in read_traces(DRAWN):
        measured, should = measured_of(trace), counted(trace)
        is_more = any(measured[key] > should[key] for key in should)
        same, less, more = same + (measured == should), less + (not is_more and measured != should), more + is_more
        unoptimized += measured_of(trace, "counters_unoptimized") == should
    return same + less + more, same, less, more, unoptimized


def main():
    text = re.sub(r"\s+", " ", PAGE.read_text())
    stated = re.search(r"Of (\d+) kernels .*? in (\d+) all four .*? in (\d+) some are less, in (\d+) one is more; "
                       r"assembled without optimization, (\d+) have all four", text)
    drawn = of_drawn()
    is_so = stated is not None and tuple(map(int, stated.groups())) == drawn
    print("drawn kernels, with the numbers of the evaluator, less, more, without optimization:", *drawn,
          "" if is_so else "(not as stated)")
    table = [line for line in PAGE.read_text().split("## Kernels")[1].splitlines() if re.match(r"\| \w+ \| \d", line)]
    rows = [row(trace) for trace in read_traces()]
    for wanted in [line for line in rows if line not in table]:
        print(f"is not in the table: {wanted}")
    for stated in [line for line in table if line not in rows]:
        print(f"is in the table, and not so: {stated}")
    print(f"{len(rows)} kernels, of {sum(line.endswith('| exact |') for line in rows)} every counter is exact")
    return 0 if rows == table and rows and is_so else 1


if __name__ == "__main__":
    sys.exit(main())
