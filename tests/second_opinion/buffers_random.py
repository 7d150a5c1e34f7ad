"""Random plans of buffers: right ones by hand or by the compiler, and such with one mistake."""

import random

ELEMENTS = {"i8": 1, "f8E5M2": 1, "f16": 2, "bf16": 2, "f32": 4, "i64": 8}
TARGETS = ("cuda:100", "cuda:103")
OTHERS = ("cuda:90", "cuda:80", "hip:gfx942", "hip:gfx950", "cuda:75")


class Leaf:
    def __init__(self, name, buffers, element, shape, columns=None):
        self.name, self.buffers, self.element, self.shape, self.columns = name, buffers, element, shape, columns
        self.at, self.lanes = None, None

    def size(self, memory):
        if self.columns:
            return self.columns
        if memory == "smem":
            product = ELEMENTS[self.element]
            for dim in self.shape:
                product *= dim
            return product
        product = 1
        for dim in self.shape[:-2]:
            product *= dim
        return product * -(-self.shape[-2] // 128) * -(-self.shape[-1] * ELEMENTS[self.element] // 4)


class Node:
    def __init__(self, kind, members, size=1):
        self.kind, self.members, self.size = kind, members, size

    def text(self):
        inside = ", ".join(member.name if isinstance(member, Leaf) else member.text() for member in self.members)
        return f"{self.kind}({inside}{f', size {self.size}' if self.size > 1 else ''})"


def leaves(node):
    return [node] if isinstance(node, Leaf) else [leaf for member in node.members for leaf in leaves(member)]


def random_tree(rng, names, indices, memory, depth=0):
    """A group in which every allocation has the buffers that its indices need."""
    size = rng.choice((1, 1, 1, 2, 3, 4)) if depth else rng.choice((1, 1, 1, 2))
    kind = rng.choice(("shared", "distinct"))
    members = []
    for _ in range(rng.randrange(1, 4)):
        if depth < 2 and rng.random() < 0.35:
            members.append(random_tree(rng, names, indices * size, memory, depth + 1))
        else:
            shape = [rng.choice((1, 8, 16, 32, 64)), rng.choice((1, 2, 4, 8, 16, 32))]
            if memory == "smem" and rng.random() < 0.3:
                shape = shape[:1]
            if rng.random() < 0.1:
                shape = [rng.choice((2, 3))] + shape
            leaf = Leaf(f"{rng.choice('abcpqs')}{len(names)}", indices * size, rng.choice(list(ELEMENTS)), shape)
            if memory == "smem" and len(shape) == 1 and rng.random() < 0.5:
                leaf.shape = [rng.choice((64, 128, 256))]
            if rng.random() < 0.1:
                leaf.columns = rng.randrange(1, 80)
            names.append(leaf)
            members.append(leaf)
    return Node(kind, members, size)


def extent(node, memory):
    if isinstance(node, Leaf):
        return node.size(memory)
    sizes = [extent(member, memory) for member in node.members]
    return node.size * (sum(sizes) if node.kind == "distinct" else max(sizes))


def plan_by_hand(node, memory, base, terms):
    """Each index of a group has a range of its own; `terms` are (size of the range, its size below)."""
    if isinstance(node, Leaf):
        below, parts = 1, []
        for stride, size in reversed(terms):
            digit = "i" if below == 1 else f"i / {below}"
            if size is not None:
                digit = f"{digit} % {size}" if below == 1 else f"({digit}) % {size}"
            parts.append(f"({digit}) * {stride}")
            below *= size or 1
        node.at = " + ".join(parts + [str(base)])
        return
    inner = extent(node, memory) // node.size
    terms = [*terms, (inner, node.size)] if node.size > 1 else terms
    for member in node.members:
        plan_by_hand(member, memory, base, terms)
        if node.kind == "distinct":
            base += extent(member, memory)


def groups(node):
    return [] if isinstance(node, Leaf) else [node] + [g for member in node.members for g in groups(member)]


def make_mistake(rng, tree, memory):
    leaf, group = rng.choice(leaves(tree)), rng.choice(groups(tree))
    kind = rng.choice(("offset", "size", "kind", "buffers", "stride", "lanes", "element"))
    if kind == "offset" and leaf.at:
        leaf.at += f" + {rng.choice((1, leaf.size(memory), 2 * leaf.size(memory)))}"
    elif kind == "stride" and leaf.at:
        leaf.at = f"i * {rng.choice((leaf.size(memory), leaf.size(memory) // 2 + 1))}"
    elif kind == "size":
        group.size = rng.choice((1, 2, 3))
    elif kind == "kind":
        group.kind = "distinct" if group.kind == "shared" else "shared"
    elif kind == "buffers":
        leaf.buffers += rng.choice((1, 2, 3))
    elif kind == "element":
        leaf.element = rng.choice(list(ELEMENTS))
    elif kind == "lanes" and memory == "tmem":
        for one in leaves(tree):
            if rng.random() < 0.7:
                first = rng.choice((0, 32, 64, 96))
                one.lanes = (first, rng.choice([end for end in (32, 64, 128) if end > first]))


def random_view(rng, leaf):
    names = [("k", rng.choice((0, 0, 1, 5)), rng.randrange(6, 12)), ("j", 0, rng.randrange(1, 5))][:rng.randrange(0, 3)]

    def index(most):
        if not names or rng.random() < 0.3:
            return str(rng.randrange(0, most + 1))
        name = rng.choice(names)[0]
        step = rng.choice((1, 1, 2, 3, 8))
        return rng.choice((f"{name} % {max(1, most)}", f"{name} * {step}", f"{name} / 2 + {rng.randrange(0, 3)}",
                           f"min({name}, {most})", f"({name} ^ 1) % {most + 1}"))

    text = f"view {leaf.name}[{index(leaf.buffers)}]"
    dims = list(leaf.shape)
    for _ in range(rng.randrange(0, 3)):
        kind = rng.choice(("slice", "slice", "trans", "remote"))
        if kind == "slice":
            sizes = [max(1, dim // rng.choice((1, 1, 2, 4)) + rng.choice((0, 0, 0, 0, 1))) for dim in dims]
            offsets = [index(max(0, dim - size)) for dim, size in zip(dims, sizes)]
            text += f".slice([{', '.join(offsets)}], [{', '.join(map(str, sizes))}])"
            dims = sizes
        elif kind == "trans":
            order = list(range(len(dims)))
            rng.shuffle(order)
            text += f".trans({', '.join(map(str, order))})"
            dims = [dims[d] for d in order]
        else:
            text += f".remote({index(1)})"
    if names:
        text += " for " + ", ".join(f"{name} in {first}..{end}" for name, first, end in names)
    return text + ";"


def random_plan(seed):
    rng = random.Random(seed)
    has_tensor = rng.random() < 0.7
    target = rng.choice(TARGETS if has_tensor else TARGETS + OTHERS)
    lines = [f"buffers {target}{rng.choice(('', ', 2 blocks'))};"]
    every = []
    for s in range(rng.randrange(1, 3)):
        memory = rng.choice(("smem", "tmem")) if has_tensor else "smem"
        unit = "bytes" if memory == "smem" else "columns"
        names = []
        tree = random_tree(rng, names, rng.randrange(1, 4), memory)
        by_hand = rng.random() < 0.6
        stated = None
        if by_hand:
            whole = extent(tree, memory)
            plan_by_hand(tree, memory, rng.choice((0, 0, 16)), [(whole // tree.size * tree.size, None)])
            if rng.random() < 0.4:
                stated = whole * max(leaf.buffers for leaf in names) + rng.choice((16, 16, 0, -1))
        elif rng.random() < 0.2:
            stated = rng.choice((64, 512, 4096, 1 << 16))
        if rng.random() < 0.55:
            make_mistake(rng, tree, memory)
        lines.append(f"spec s{s}x: {memory}{f', {stated} {unit}' if stated and stated > 0 else ''};")
        for leaf in names:
            leaf.name = f"{leaf.name}_{s}"
            clauses = [f"in s{s}x"]
            if leaf.columns:
                clauses.append(f"of {leaf.columns} {unit}")
            if leaf.lanes:
                clauses.append(f"lanes {leaf.lanes[0]}..{leaf.lanes[1]}")
            if leaf.at:
                clauses.append(f"at {leaf.at}")
            rng.shuffle(clauses)
            lines.append(f"{memory} {leaf.name}[{leaf.buffers}]: {leaf.element}[{', '.join(map(str, leaf.shape))}] "
                         + " ".join(clauses) + ";")
        if rng.random() < 0.9:
            lines.append(f"overlap s{s}x = {tree.text()};")
        every += names
    if rng.random() < 0.4:
        one = Leaf("alone", rng.randrange(1, 4), rng.choice(list(ELEMENTS)), [64, rng.choice((8, 128, 256))])
        lines.append(f"smem alone[{one.buffers}]: {one.element}[{one.shape[0]}, {one.shape[1]}];")
        if rng.random() < 0.5:
            lines.append(f"smem beside[2]: f16[32, 16] in alone{rng.choice(('', ' at i * 512', ' at i * 1024 + 64'))};")
            lines.append(f"overlap alone = {rng.choice(('shared', 'distinct'))}(alone, beside);")
        every.append(one)
    for _ in range(rng.randrange(0, 3)):
        lines.append(random_view(rng, rng.choice(every)))
    return "\n".join(lines) + "\n"
