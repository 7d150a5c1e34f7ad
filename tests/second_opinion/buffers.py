#!/usr/bin/env python3
"""What docs/buffers.md promises of buffers, by going through every byte, or column and lane.

    buffers.py FILE             what must be said of a plan
    buffers.py --self-test      plans whose verdicts were worked out by hand
"""

import itertools
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from buffers_text import Group, parse  # noqa: E402
from expressions import BadInput  # noqa: E402

SHARED_BYTES = {"cuda:70": 98304, "cuda:72": 98304, "cuda:75": 65536, "cuda:80": 166912, "cuda:87": 166912,
                "cuda:86": 101376, "cuda:88": 101376, "cuda:89": 101376, "cuda:120": 101376, "cuda:121": 101376,
                "cuda:90": 232448, "cuda:100": 232448, "cuda:101": 232448, "cuda:103": 232448, "cuda:110": 232448,
                "hip:gfx90a": 65536, "hip:gfx942": 65536, "hip:gfx950": 163840, "hip:gfx1100": 65536,
                "hip:gfx1201": 65536, "hip:gfx1250": 327680}
TENSOR_MEMORY = ("cuda:100", "cuda:101", "cuda:103", "cuda:110")
COLUMNS = 512


class Refused(Exception):
    """The compiler assigns no offsets."""


def value(tree, at):
    kind = tree[0]
    if kind == "number":
        return tree[1]
    if kind == "name":
        return at[tree[1]]
    parts = [value(part, at) for part in tree[1:]]
    if kind in ("/", "%") and parts[1] == 0 or kind in ("<<", ">>") and parts[1] > 63:
        raise BadInput("a division by 0, or a shift by 64")
    operators = {"+": lambda x, y: x + y, "-": lambda x, y: x - y, "*": lambda x, y: x * y, "/": lambda x, y: x // y,
                 "%": lambda x, y: x % y, "<<": lambda x, y: x << y, ">>": lambda x, y: x >> y, "&": lambda x, y: x & y,
                 "|": lambda x, y: x | y, "^": lambda x, y: x ^ y, "min": min, "max": max, "==": lambda x, y: int(x == y),
                 "!=": lambda x, y: int(x != y), "<": lambda x, y: int(x < y), "<=": lambda x, y: int(x <= y),
                 ">": lambda x, y: int(x > y), ">=": lambda x, y: int(x >= y), "?:": lambda c, x, y: x if c else y,
                 "&&": lambda x, y: int(bool(x and y)), "||": lambda x, y: int(bool(x or y)), "!": lambda x: int(not x),
                 "~": lambda x: 2**64 - 1 - x}
    result = operators[kind](*parts)
    if not 0 <= result < 2**64:
        raise BadInput("a value leaves 64 bits")
    return result


def up(number, multiple):
    return -(-number // multiple) * multiple


def leaves(node):
    return [leaf for member in node.members for leaf in leaves(member)] if isinstance(node, Group) else [node]


def path(node, allocation):
    """The groups around an allocation, the largest first."""
    if not isinstance(node, Group):
        return [] if node is allocation else None
    for member in node.members:
        inside = path(member, allocation)
        if inside is not None:
            return [node, *inside]
    return None


def product_below(group, allocation, root):
    """The sizes of all groups around an allocation that are smaller than `group`."""
    around = path(root, allocation)
    product = 1
    for smaller in around[around.index(group) + 1:] if group in around else around:
        product *= smaller.size
    return product


# ---- Offsets that the compiler assigns


def alignment(node):
    if isinstance(node, Group):
        return max(map(alignment, node.members))
    return max(128, (node.bits + 7) // 8) if node.memory == "smem" else node.size


def extent(node, whole):
    if not isinstance(node, Group):
        return node.size
    if node.kind == "shared":
        return node.size * max(extent(member, whole) for member in node.members)
    end = 0
    for member in node.members:
        end = up(end, whole if leaves(member)[0].memory == "smem" else alignment(member)) + extent(member, whole)
    return end


def placed(node, offset, stride, step, whole):
    """Where each allocation begins: {name: (offset, stride, step)}."""
    if not isinstance(node, Group):
        return {node.name: (offset, stride, step)}
    result, at = {}, offset
    for member in node.members:
        if node.kind == "shared":
            result |= placed(member, offset, stride // node.size, step * node.size, whole)
        else:
            at = up(at, whole if leaves(member)[0].memory == "smem" else alignment(member))
            result |= placed(member, at, stride, step, whole)
            at += extent(member, whole)
    if node.kind == "distinct" and at - offset > stride:
        raise Refused("a distinct group needs more than there is")
    return result


def assigned(storage):
    """Where the buffers of a group begin, and the storage's size."""
    whole = alignment(storage.group)
    stride = up(extent(storage.group, whole), whole)
    needed = stride * storage.members[0].buffers
    if storage.memory == "tmem":
        needed = max(a.size * a.buffers for a in storage.members)
    if storage.stated is not None and storage.stated < needed:
        raise Refused("the stated size is too small")
    begins = {}
    for a in leaves(storage.group):
        offset, own, step = placed(storage.group, 0, stride, 1, whole)[a.name]
        if own % a.size or offset % a.size:
            raise Refused(f"{a.name} does not divide its stride and offset")
        k, c = own // a.size, offset // a.size
        moves = k > 1 or c > 0
        begins[a.name] = [a.size * (k * i + c + i % step if moves else i) for i in range(a.buffers)]
    ends = [needed] if storage.memory == "smem" else []
    for a in storage.members:
        ends.append(begins.get(a.name, [a.size * (a.buffers - 1)])[-1] + a.size)
    return begins, max(ends + ([storage.stated] if storage.stated else []))


# ---- Findings


def both(a, b):
    """The numbers in both of two ranges."""
    return range(max(a.start, b.start), min(a.stop, b.stop))


class Opinion:
    def __init__(self, text, target=None):
        self.plan = parse(text)
        self.target = target or self.plan.target
        if self.target not in SHARED_BYTES:
            raise BadInput(f"{self.target} is no target")
        if self.target not in TENSOR_MEMORY and any(s.memory == "tmem" for s in self.plan.storages):
            raise BadInput("there is no tensor memory")
        self.begins, self.sizes, self.findings = {}, {}, []
        for allocation in self.plan.allocations.values():
            if allocation.at is not None:
                self.begins[allocation.name] = [value(allocation.at, {"i": i}) for i in range(allocation.buffers)]
        for storage in self.plan.storages:
            self.of_storage(storage)
        for memory in ("smem", "tmem"):
            storages = [s for s in self.plan.storages if s.memory == memory]
            if storages:
                self.fits(memory, storages)
        for number, view in enumerate(self.plan.views, 1):
            self.of_view(number, view)
        order = ("refuted", "unknown", "proved")
        self.verdict = next((v for v in order if any(f["verdict"] == v for f in self.findings)), "proved")

    def add(self, claim, of, blame=None, verdict=None):
        self.findings.append({"claim": claim, "of": of, "verdict": verdict or ("refuted" if blame else "proved"),
                              "blame": blame})

    def cells(self, allocation, i):
        begin = self.begins[allocation.name][i]
        return range(begin, begin + allocation.size)

    def common(self, a, i, b, j):
        """The bytes or columns of both, and lanes."""
        lanes = both(range(*a.lanes), range(*b.lanes))
        cells = both(self.cells(a, i), self.cells(b, j))
        if not cells or not lanes:
            return None
        blame = {"first": cells[0], "last": cells[-1]}
        if a.memory == "tmem":
            blame |= {"first_lane": lanes[0], "last_lane": lanes[-1]}
        return {"buffer": i, "other_buffer": j} | blame

    def apart(self, claim, a, b, index_a=None, index_b=None):
        for i, j in itertools.product(range(a.buffers), range(b.buffers)):
            if index_a and index_a(i) == index_b(j):
                continue
            common = self.common(a, i, b, j)
            if common:
                if claim == "shared":
                    common |= {"index": index_a(i), "other_index": index_b(j)}
                return self.add(claim, [a.name, b.name] if a is not b else [a.name], common)
        return self.add(claim, [a.name, b.name] if a is not b else [a.name])

    def of_storage(self, storage):
        in_group = leaves(storage.group) if storage.group else []
        size = storage.stated
        if storage.is_spec and storage.group and all(a.at is None for a in in_group):
            try:
                begins, size = assigned(storage)
                self.begins |= begins
            except Refused:
                self.sizes[storage.name] = None
                return self.add("offsets", [storage.name], verdict="unknown")
        for a in storage.members:
            self.begins.setdefault(a.name, [i * a.size for i in range(a.buffers)])
        ends = [begin + a.size for a in storage.members for begin in self.begins[a.name]]
        self.sizes[storage.name] = size if size is not None else max(ends, default=0)
        for a in storage.members:
            self.apart("buffers", a, a, lambda i: i, lambda j: j)
        for a, b in itertools.combinations(in_group, 2):
            around = [group for group in path(storage.group, a) if group in path(storage.group, b)]
            below = [product_below(around[-1], x, storage.group) for x in (a, b)]
            if around[-1].kind == "distinct":
                self.apart("distinct", a, b)
            else:
                self.apart("shared", a, b, lambda i, n=below[0]: i // n, lambda j, n=below[1]: j // n)
        for group in self.groups(storage.group):
            if group.kind == "shared":
                for member in group.members[1:]:
                    self.starts(storage, group, group.members[0], member)
        for a in in_group:
            sizes = product_below(None, a, storage.group)
            if sizes > 1:
                self.add("subtiling", [a.name], {"buffers": a.buffers, "size": sizes} if a.buffers % sizes else None)
        if size is not None:
            for a in storage.members:
                beyond = [i for i in range(a.buffers) if self.cells(a, i).stop > size]
                blame = None
                if beyond:
                    cells = self.cells(a, beyond[0])
                    blame = {"buffer": beyond[0], "first": cells[0], "last": cells[-1], "size": size}
                self.add("within", [a.name], blame)
        return None

    def groups(self, node):
        """All groups, each before those in it, in the order of the text."""
        if not isinstance(node, Group):
            return []
        return [node, *(group for member in node.members for group in self.groups(member))]

    def starts(self, storage, group, one, other):
        sides = [[(a, product_below(group, a, storage.group)) for a in leaves(side)] for side in (one, other)]
        names = [leaves(one)[0].name, leaves(other)[0].name]
        indices = min(a.buffers // n for side in sides for a, n in side)
        for index in range(indices):
            lowest = [min(self.begins[a.name][b] for a, n in side for b in range(index * n, index * n + n))
                      for side in sides]
            if lowest[0] != lowest[1]:
                return self.add("starts", names, {"index": index, "begin": lowest[0], "other_begin": lowest[1]})
        return self.add("starts", names, verdict=None if indices else "unknown")

    def fits(self, memory, storages):
        sizes = [self.sizes[s.name] for s in storages]
        if None in sizes:
            return self.add("fits", [memory], verdict="unknown")
        there = SHARED_BYTES[self.target] if memory == "smem" else COLUMNS
        end = 0
        for size in sizes:
            end = (up(end, 128) if memory == "smem" else end) + size
        if end <= there:
            return self.add("fits", [memory])
        if any(set(range(128)) - set().union(*(range(*a.lanes) for a in s.members)) for s in storages if s.members):
            return self.add("fits", [memory], verdict="unknown")
        return self.add("fits", [memory], {"needed": end, "there": there})

    def of_view(self, number, view):
        def ask(claim, of, tree, fits):
            names = [name for name, _, _ in view.ranges]
            for values in itertools.product(*(range(a, b) for _, a, b in view.ranges)):
                at = dict(zip(names, values))
                if not fits(value(tree, at)):
                    return self.add(claim, of, at | {"value": value(tree, at)})
            return self.add(claim, of)

        if view.index is not None:
            ask("index", [f"view {number}"], view.index, lambda x: x < view.allocation.buffers)
        for step, (kind, *rest) in enumerate(view.steps, 1):
            if kind == "remote":
                ask("block", [f"view {number}"], rest[0], lambda x: x < self.plan.blocks)
                continue
            offsets, sizes, dims = rest
            for d, (offset, size, dim) in enumerate(zip(offsets, sizes, dims)):
                ask("slice", [f"view {number}", f"dimension {d}"], offset, lambda x, s=size, n=dim: x + s <= n)


def main():
    if sys.argv[1:] == ["--self-test"]:
        from buffers_self_test import self_test
        return self_test()
    opinion = Opinion(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    for finding in opinion.findings:
        print(json.dumps(finding))
    print(opinion.verdict)
    return 0


if __name__ == "__main__":
    sys.exit(main())
