#!/usr/bin/env python3
"""Random pointers: is what `check` says for all arguments so for some that are drawn?

    global_random.py PROGRAM [--seed N] [--count K] [--show N]

Each kernel makes offsets by random arithmetic, in one dimension or two, in several warps and CTAs, and loads by them, in
a loop or not. It is run for several arguments that keep what the file promises, in one of its CTAs: vectors and requests
must be those of `check`, and sectors lie between its numbers; whether pointers are followed is left open, and counted.
"""

import argparse
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from compare_kernels import findings_of  # noqa: E402
from expressions import BadInput  # noqa: E402
from global_facts import Analysis  # noqa: E402
from global_kernels import Run  # noqa: E402
from global_reading import read_kernel  # noqa: E402

BLOCKED = "#ttg.blocked<{sizePerThread = %s, threadsPerWarp = %s, warpsPerCTA = %s, order = %s%s}>"
FUNCTIONS = ("addi", "addi", "muli", "remsi", "divsi", "andi", "minsi", "maxsi", "xori", "shli", "shrsi", "subi")


class Writer:
    """A kernel's text; `promises` are the arguments' multiples."""

    def __init__(self, seed):
        self.r, self.lines, self.count = random.Random(seed), [], 0
        self.promises = {name: self.r.choice([1, 2, 4, 16, 16, 64]) for name in ("n", "m")}
        self.promises["x"] = self.r.choice([1, 16, 16, 16, 256])
        self.element = self.r.choice(["f16", "f32", "f32", "i8", "i64"])
        self.warps, self.ctas = self.r.choice([1, 1, 2, 4]), self.r.choice([1, 1, 2, 4])

    def add(self, text, indent="    "):
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"{indent}{name} = {text}")
        return name

    def number(self):
        """A scalar."""
        choice = self.r.randrange(4)
        if choice == 0:
            return self.add(f"arith.constant {self.r.choice([1, 2, 3, 8, 32, 64, 100])} : i32")
        if choice == 1:
            pid = self.add("tt.get_program_id x : i32")
            size = self.add(f"arith.constant {self.r.choice([1, 8, 64, 128])} : i32")
            return self.add(f"arith.muli {pid}, {size} : i32")
        return self.r.choice(["%n", "%m"])

    def offsets(self, size, type_):
        """Numbers that are not below 0 of a tensor of one dimension, but what `subi` ends in."""
        pool = [self.add(f"tt.make_range {{end = {size} : i32, start = 0 : i32}} : {type_}")]
        pool += [self.splat(type_) for _ in range(2)]
        for _ in range(self.r.choice([0, 0, 1, 1, 2, 3])):
            function = self.r.choice(FUNCTIONS)
            if function == "subi":
                return self.add(f"arith.subi {pool[-1]}, {self.r.choice(pool)} : {type_}")
            a, b = self.r.choice(pool), self.r.choice(pool)
            if function in ("remsi", "divsi"):  # by no 0
                one = self.add(f"arith.constant dense<{self.r.choice([1, 2, 16, 24, 64])}> : {type_}")
                b = self.r.choice([one, self.add(f"arith.maxsi {b}, {one} : {type_}"), pool[1]])
            if function in ("shli", "shrsi"):
                b = self.add(f"arith.constant dense<{self.r.randint(0, 3)}> : {type_}")
            pool.append(self.add(f"arith.{function} {a}, {b} : {type_}"))
        return pool[-1] if len(pool) > 3 and self.r.random() < 0.6 else self.add(f"arith.addi {self.r.choice(pool[1:])}, {pool[0]} : {type_}")

    def splat(self, type_):
        return self.add(f"tt.splat {self.number()} : i32 -> {type_}")

    def layout(self, size, threads):
        """Warps along one dimension, CTAs along one, of which each has a part of the tensor, or two of them one."""
        order = list(range(len(size)))[::-1]
        warps, ctas, split = ([1] * len(size) for _ in range(3))
        warps[self.r.choice(order)] = self.warps
        along = self.r.choice(order)
        ctas[along], split[along] = self.ctas, self.r.choice([self.ctas, max(1, self.ctas // 2)])
        of_ctas = f", CTAsPerCGA = {ctas}, CTASplitNum = {split}, CTAOrder = {order}" if self.ctas > 1 else ""
        return BLOCKED % (size, threads, warps, order, of_ctas)

    def pointers(self):
        """Of one dimension or two; the type of the pointers with them."""
        pointee = f"!tt.ptr<{self.element}>"
        if self.r.random() < 0.5:
            layout, size = self.layout([self.r.choice([1, 2, 4, 8])], [32]), self.r.choice([64, 128, 256])
            offsets = self.offsets(size, f"tensor<{size}xi32, {layout}>")
            return self.addptr([size], layout, pointee, [offsets])
        across = self.r.choice([1, 2, 4, 8, 16, 32])
        layout = self.layout([1, self.r.choice([1, 2, 4, 8])], [32 // across, across])
        shape, offsets = [self.r.choice([4, 16]), self.r.choice([16, 64])], []
        for d in (0, 1):
            sliced = f"#ttg.slice<{{dim = {1 - d}, parent = {layout}}}>"
            one = self.offsets(shape[d], f"tensor<{shape[d]}xi32, {sliced}>")
            flat = f"tensor<{shape[0] if d == 0 else 1}x{shape[1] if d == 1 else 1}xi32, {layout}>"
            one = self.add(f"tt.expand_dims {one} {{axis = {1 - d} : i32}} : tensor<{shape[d]}xi32, {sliced}> -> {flat}")
            if d == 0 or self.r.random() < 0.2:
                one = self.add(f"arith.muli {one}, {self.splat(flat)} : {flat}")
            whole = f"tensor<{shape[0]}x{shape[1]}xi32, {layout}>"
            offsets.append(self.add(f"tt.broadcast {one} : {flat} -> {whole}"))
        return self.addptr(shape, layout, pointee, offsets)

    def addptr(self, shape, layout, pointee, offsets):
        sizes = "x".join(map(str, shape))
        type_, numbers = f"tensor<{sizes}x{pointee}, {layout}>", f"tensor<{sizes}xi32, {layout}>"
        pointers = self.add(f"tt.splat %x : {pointee} -> {type_}")
        for one in offsets:
            pointers = self.add(f"tt.addptr {pointers}, {one} : {type_}, {numbers}")
        return pointers, type_, numbers

    def transposed(self, pointers, type_, numbers):
        """The same pointers with rows and columns exchanged, in threads as before."""
        def turned(text):
            text = re.sub(r"tensor<(\d+)x(\d+)x", r"tensor<\2x\1x", text)
            return re.sub(r"\[(\d+), (\d+)\]", r"[\2, \1]", text)
        result = turned(type_)
        return self.add(f"tt.trans {pointers} {{order = array<i32: 1, 0>}} : {type_} -> {result}"), result, turned(numbers)

    def mask(self, numbers):
        a, b = self.splat(numbers), self.splat(numbers)
        line = re.match(r"tensor<(\d+)xi32", numbers)
        if line:
            a = self.add(f"tt.make_range {{end = {line[1]} : i32, start = 0 : i32}} : {numbers}")
        predicate = self.r.choice(["slt", "sle", "sgt", "eq", "ult"])
        return self.add(f"arith.cmpi {predicate}, {a}, {b} : {numbers}")

    def kernel(self):
        pointers, type_, numbers = self.pointers()
        if not re.match(r"tensor<\d+x!tt", type_) and self.r.random() < 0.3:
            pointers, type_, numbers = self.transposed(pointers, type_, numbers)
        mask = f", {self.mask(numbers)}" if self.r.random() < 0.3 else ""
        if self.r.random() < 0.3:
            step = self.r.choice([self.splat(numbers), self.add(f"arith.constant dense<64> : {numbers}")])
            zero, one, end = (self.add(f"arith.constant {n} : i32") for n in (0, 1, 3))
            self.lines.append(f"    %w = scf.for %i = {zero} to {end} step {one} iter_args(%p = {pointers}) -> ({type_})"
                              "  : i32 {")
            self.access("%p", mask, type_)
            moved = self.add(f"tt.addptr %p, {step} : {type_}, {numbers}", "      ")
            self.lines += [f"      scf.yield {moved} : {type_}", "    }"]
            pointers = "%w"
        self.access(pointers, mask, type_)
        return self.text()

    def access(self, pointers, mask, type_):
        self.add(f"tt.load {pointers}{mask} : {type_}", "      ")

    def text(self):
        def promise(name):
            multiple = self.promises[name]
            return f" {{tt.divisibility = {multiple} : i32}}" if multiple > 1 else ""
        head = (f"(%x: !tt.ptr<{self.element}>{promise('x')}, %n: i32{promise('n')}, %m: i32{promise('m')})"
                " attributes {noinline = false} {")
        return "\n".join([f'module attributes {{"ttg.num-ctas" = {self.ctas} : i32, "ttg.num-warps" = {self.warps} : i32, '
                          'ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {',
                          f"  tt.func public @f{head}", *self.lines, "    tt.return", "  }", "}", ""])

    def arguments(self, r):
        size = {"f16": 2, "f32": 4, "i8": 1, "i64": 8}[self.element]
        at = max(self.promises["x"], size)
        return {"x": at * r.randrange(0, 64), **{name: self.promises[name] * r.choice([1, 1, 2, 3, 5, 77, r.randint(1, 40)])
                                                  for name in ("n", "m")}}


def differences(access, detail):
    cost = access.cost
    yield f"vector_bits {access.vector * access.size * 8}", detail["vector_bits"] == access.vector * access.size * 8
    yield "requests", cost.requests <= detail["requests"]
    yield "sectors", cost.sectors <= detail["sectors"]
    if access.all_active:
        yield "all requests", cost.requests == detail["requests"]
        yield "at least", cost.sectors >= detail["sectors_at_least"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--show", type=int)
    arguments = parser.parse_args()
    if arguments.show is not None:
        print(Writer(arguments.show).kernel(), end="")
        return 0
    seeds = [arguments.seed * 1_000_000 + i for i in range(arguments.count)]
    writers = {f"kernel_{seed}": Writer(seed) for seed in seeds}
    texts = {name: writer.kernel() for name, writer in writers.items()}
    found = findings_of(arguments.program, [{"name": name, "ttgir": text} for name, text in texts.items()])
    followed, open_, wide, compared, differ = 0, 0, 0, 0, 0
    for name, writer in writers.items():
        kernel = read_kernel(texts[name])
        analysis, r = Analysis(kernel), random.Random(name)
        followed += bool(found[name])
        open_ += not found[name]
        for _ in range(4):
            drawn = writer.arguments(r)
            try:
                program, block = (r.randrange(5), 0, 0), r.randrange(writer.ctas)
                accesses = Run(kernel, analysis, drawn, program, block).accesses
            except BadInput:  # it divides by 0
                continue
            for access in accesses:
                detail = found[name].get(access.op.line)
                if detail is None:
                    continue
                compared += 1
                wide += access.vector > 1
                wrong = [what for what, holds in differences(access, detail) if not holds]
                if wrong:
                    differ += 1
                    print(f"--- {name}, line {access.op.line}, {drawn}: {wrong}, {access.cost}, the program {detail}")
    print(f"{len(seeds)} kernels, {followed} followed, {open_} not, {compared} accesses, {wide} of vectors, {differ} differ")
    few = followed * 2 < len(seeds) or wide * 10 < compared
    return 1 if differ or few else 0


if __name__ == "__main__":
    sys.exit(main())
