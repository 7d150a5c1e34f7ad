"""What a compiler knows of the values of a kernel: docs/global-memory.md, What the compiler knows of values."""

import math
import re
from dataclasses import dataclass, replace

from global_access import power_of_two

UNSET = 1 << 62  # what a loop's values begin with is no less than any number


@dataclass(frozen=True)
class Facts:
    contiguity: tuple
    divisibility: tuple
    constancy: tuple
    constant: int = None

    def dims(self):
        return list(zip(self.contiguity, self.divisibility, self.constancy))


def nothing_known(type_):
    rank = max(1, len(type_.shape))
    return Facts((1,) * rank, (1,) * rank, (1,) * rank)


def of_dims(dims, constant=None):
    return Facts(*(tuple(column) for column in zip(*dims)), constant)


def met(a, b):
    """Where paths meet."""
    dims = []
    for (c, d, k), (c2, d2, k2) in zip(a.dims(), b.dims()):
        dims.append((math.gcd(c, c2), divisibility_where_met(c, d, c2, d2), math.gcd(k, k2)))
    return of_dims(dims, a.constant if a.constant == b.constant else None)


def divisibility_where_met(c, d, c2, d2):
    return math.gcd(d, d2) if c == c2 or UNSET in (c, c2) else math.gcd(d, d2, c, c2)


class Analysis:
    """`of[name]` are the facts of a value, when all loops have settled."""

    def __init__(self, kernel):
        self.of, self.type_of = {}, {}
        for name, type_, hints in kernel.arguments:
            self.type_of[name] = type_
            self.of[name] = Facts((hints.get("contiguity", 1),), (hints.get("divisibility", 1),),
                                  (hints.get("constancy", 1),))
        self.visit(kernel.operations)

    def visit(self, operations):
        for op in operations:
            if op.name == "scf.for":
                self.visit_loop(op)
            elif op.results:
                self.visit_one(op)

    def visit_loop(self, op):
        lower, _, step = (self.of[name] for name in op.operands[:3])
        self.of[op.arguments[0]] = Facts((1,), (math.gcd(lower.divisibility[0], step.divisibility[0]),), (1,))
        carried, initial = op.arguments[1:], op.operands[3:]
        for name, value in zip(carried, initial):
            self.set(name, self.of.get(value))
        while True:
            self.visit(op.body)
            before = [self.of.get(name) for name in carried]
            for name, value in zip(carried, op.yielded):
                if self.of.get(name) and self.of.get(value):
                    self.of[name] = met(self.of[name], self.of[value])
                else:
                    self.set(name, None)
            if before == [self.of.get(name) for name in carried]:
                break
        for name, value in zip(op.results, carried):
            self.set(name, self.of.get(value))

    def set(self, name, facts):
        if facts is None:
            self.of.pop(name, None)
        else:
            self.of[name] = facts

    def visit_one(self, op):
        if op.regions or not op.types:
            return
        result = op.types[0] if op.name == "tt.addptr" else op.types[-1]
        if op.name == "arith.cmpi":
            result = replace_element(result, "i1")
        facts = self.given(op, result)
        hints = {part: op.attribute(f"tt.{part}") for part in ("contiguity", "divisibility", "constancy")}
        for part, hint in hints.items():
            if hint is not None:
                facts = replace(facts, **{part: numbers(hint)})
        for name in op.results:
            self.of[name] = facts

    def given(self, op, result):
        rule = getattr(self, "of_" + op.name.split(".")[1], None)
        operands = [self.of.get(name) for name in op.operands]
        if rule is None or any(facts is None for facts in operands):
            return nothing_known(result)
        return rule(op, result, *operands)

    def of_constant(self, op, result):
        value = constant_value(op)
        if value is None or result.element[0] != "i":
            return nothing_known(result)
        shape = result.shape or (1,)
        return of_dims([(1, power_of_two(value), n) for n in shape], value)

    def of_make_range(self, op, result):
        start, end = int(op.attribute("start")), int(op.attribute("end"))
        return Facts((end - start,), (power_of_two(start),), (1,))

    def of_splat(self, op, result, a):
        return of_dims([(1, a.divisibility[0], n) for n in result.shape], a.constant)

    def of_expand_dims(self, op, result, a):
        axis = int(op.attribute("axis"))
        new = power_of_two(a.constant) if a.constant is not None else math.gcd(
            *(1 if c > 1 else d for c, d, _ in a.dims()))
        dims = a.dims()
        return of_dims(dims[:axis] + [(1, new, 1)] + dims[axis:], a.constant)

    def of_trans(self, op, result, a):
        dims = a.dims()
        return of_dims([dims[d] for d in order_of(op)], a.constant)

    def of_broadcast(self, op, result, a):
        dims = [(1, d, n) if small == 1 else (c, d, k)
                for (c, d, k), small, n in zip(a.dims(), op.types[0].shape, result.shape)]
        return of_dims(dims, a.constant)

    def elementwise(self, a, b, constant, rule):
        """`rule` gives contiguity, divisibility and constancy of a dimension, of which a and b have these."""
        known = None if None in (a.constant, b.constant) else constant(a.constant, b.constant)
        if known is not None:
            return of_dims([(1, power_of_two(known), max(k, k2)) for (_, _, k), (_, _, k2)
                            in zip(a.dims(), b.dims())], known)
        return of_dims([rule(i, *one, *other) for i, (one, other) in enumerate(zip(a.dims(), b.dims()))])

    def of_addi(self, op, result, a, b, size=1):
        return self.elementwise(a, b, lambda x, y: x + y * size, lambda i, c, d, k, c2, d2, k2: (
            max(math.gcd(k, c2), math.gcd(c, k2)), math.gcd(d, min(UNSET, d2 * size)), math.gcd(k, k2)))

    def of_addptr(self, op, result, a, b):
        return self.of_addi(op, result, a, b, max(1, result.bits // 8))

    def of_subi(self, op, result, a, b):
        return self.elementwise(a, b, lambda x, y: x - y, lambda i, c, d, k, c2, d2, k2: (
            math.gcd(c, k2), math.gcd(d, d2), math.gcd(k, k2)))

    def of_muli(self, op, result, a, b):
        def rule(i, c, d, k, c2, d2, k2):
            own = 1 if c > 1 and b.constant != 1 else d
            other = 1 if c2 > 1 and a.constant != 1 else d2
            return (max(c if b.constant == 1 else 1, c2 if a.constant == 1 else 1), min(UNSET, own * other),
                    math.gcd(k, k2))
        return self.elementwise(a, b, lambda x, y: x * y, rule)

    def of_divsi(self, op, result, a, b):
        def rule(i, c, d, k, c2, d2, k2):
            constancy = math.gcd(k, k2)
            if result.shape and c == result.shape[i] and k2 == result.shape[i]:
                constancy = max(constancy, math.gcd(c, d, d2))
            if b.constant == 1 or a.constant == 0:
                divisibility = d
            elif b.constant and abs(b.constant) & (abs(b.constant) - 1) == 0 and c == 1:
                divisibility = max(1, d // abs(b.constant))
            else:
                divisibility = 1
            return c if b.constant == 1 else 1, divisibility, constancy
        return self.elementwise(a, b, lambda x, y: truncated(x, y), rule)

    of_divui = of_divsi

    def of_remsi(self, op, result, a, b):
        def rule(i, c, d, k, c2, d2, k2):
            whole = result.shape and c == result.shape[i] and k2 == result.shape[i]
            constancy = result.shape[i] if b.constant == 1 and result.shape else math.gcd(k, k2)
            return math.gcd(c, d, d2) if whole else 1, math.gcd(d, d2) if k2 > 1 else 1, constancy
        if b.constant == 1 and a.constant is None:
            a = replace(a, constant=0)
        return self.elementwise(a, b, lambda x, y: x - y * truncated(x, y) if y else None, rule)

    of_remui = of_remsi

    def of_andi(self, op, result, a, b):
        compute = {"andi": lambda x, y: x & y, "ori": lambda x, y: x | y, "xori": lambda x, y: x ^ y}
        return self.elementwise(a, b, compute[op.name.split(".")[1]],
                                lambda i, c, d, k, c2, d2, k2: (1, 1, math.gcd(k, k2)))

    of_ori = of_xori = of_andi

    def of_shli(self, op, result, a, b):
        def rule(i, c, d, k, c2, d2, k2):
            known = b.constant is not None and 0 <= b.constant < 62
            by = 1 << b.constant if known else 1
            own = 1 if c > 1 and by > 1 else d
            left = op.name == "arith.shli"
            divisibility = min(UNSET, own * by) if left else max(1, own // by) if known else 1
            return c if b.constant == 0 else 1, divisibility, math.gcd(k, k2)
        shift = {"arith.shli": lambda x, y: x << y}.get(op.name, lambda x, y: x >> y)
        return self.elementwise(a, b, lambda x, y: shift(x, y) if 0 <= y < 62 else None, rule)

    of_shrsi = of_shrui = of_shli

    def of_maxsi(self, op, result, a, b):
        if None not in (a.constant, b.constant):
            larger = op.name.split(".")[1].startswith("max")
            ones = (1,) * len(a.contiguity)
            return Facts(ones, ones, ones, (max if larger else min)(a.constant, b.constant))
        return replace(met(a, b), constant=None)

    of_minsi = of_maxui = of_minui = of_maxsi

    def of_select(self, op, result, condition, a, b):
        if condition.constant is not None:
            return a if condition.constant else b
        one = met(a, b)
        if len(op.types) > 1 and op.types[0].shape:
            dims = [(math.gcd(c, of), d, math.gcd(k, of)) for (c, d, k), of in zip(one.dims(), condition.constancy)]
            return of_dims(dims, one.constant)
        return one

    def of_cmpi(self, op, result, a, b):
        if not result.shape:
            return nothing_known(result)
        predicate = op.text.split(",")[0].split()[0]
        if None not in (a.constant, b.constant):
            value = int(compare(predicate, a.constant, b.constant))
            return of_dims([(1, 1, k) for k in a.constancy], value)

        def constancy(i, c, d, k, c2, d2, k2):
            least, n = math.gcd(k, k2), result.shape[i]
            if predicate[1:] in ("gt", "le") and k == n:
                return max(least, math.gcd(c2, d, d2))
            if predicate[1:] in ("lt", "ge") and k2 == n:
                return max(least, math.gcd(c, d, d2))
            return least
        return of_dims([(1, 1, constancy(i, *one, *other)) for i, (one, other)
                        in enumerate(zip(a.dims(), b.dims()))])

    def of_load(self, op, result, pointers, mask=None, *rest):
        constancy = [math.gcd(k, k2) for k, k2 in zip(pointers.constancy, mask.constancy)] if mask \
            else pointers.constancy
        return of_dims([(1, 1, k) for k in constancy])

    def of_extsi(self, op, result, a):
        return a

    of_extui = of_trunci = of_bitcast = of_convert_layout = of_extsi


def order_of(op):
    """Which dimension each of a transposed tensor was."""
    return [int(d) for d in re.search(r"order = array<i32: ([\d, ]*)>", op.text)[1].split(",")]


def replace_element(type_, element):
    return replace(type_, element=element, is_pointer=False)


def truncated(x, y):
    if y == 0:
        return None
    return abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)


def constant_value(op):
    text = op.text.strip().removeprefix("dense<").removesuffix(">")
    return {"true": 1, "false": 0}.get(text, int(text) if text.lstrip("-").isdigit() else None)


def compare(predicate, a, b):
    if predicate[0] == "u" and (a < 0) != (b < 0):
        a, b = a % (1 << 64), b % (1 << 64)
    return {"eq": a == b, "ne": a != b, "lt": a < b, "le": a <= b, "gt": a > b, "ge": a >= b}[
        predicate if predicate in ("eq", "ne") else predicate[1:]]


def numbers(hint):
    import re
    return tuple(int(n) for n in re.findall(r"\d+", hint))
