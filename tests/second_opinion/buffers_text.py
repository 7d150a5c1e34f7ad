"""How a plan of buffers is read: docs/buffers.md, Text."""

import re
from dataclasses import dataclass, field

from expressions import BadInput, Reader

TOKEN = re.compile(r"\s+|(?:#|//)[^\n]*|0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*|\.\.|<<|>>|[<>=!]=|&&|\|\|"
                   r"|[-+*/%<>&|^~!?:=;,.()\[\]]")
WORDS = {"spec", "smem", "tmem", "overlap", "view", "in", "of", "lanes", "at", "shared", "distinct", "size", "for", "slice",
         "trans", "remote"}


@dataclass(eq=False)
class Storage:
    name: str
    memory: str
    stated: int = None
    is_spec: bool = False
    group: object = None
    members: list = field(default_factory=list)  # allocations, in their order


@dataclass(eq=False)
class Allocation:
    name: str
    memory: str
    buffers: int
    bits: int
    shape: list
    storage: Storage
    size: int = 0
    lanes: tuple = (0, 128)
    at: tuple = None  # a tree of `i`


@dataclass(eq=False)
class Group:
    kind: str
    members: list  # allocations and groups
    size: int = 1


@dataclass
class View:
    allocation: Allocation
    index: tuple = None
    steps: list = field(default_factory=list)  # ("slice", trees, sizes), ("trans", dims), ("remote", tree)
    ranges: list = field(default_factory=list)  # name, A, B


@dataclass
class Plan:
    target: str
    blocks: int = 1
    storages: list = field(default_factory=list)
    allocations: dict = field(default_factory=dict)
    views: list = field(default_factory=list)


def element_bits(text):
    if text in ("bf16", "tf32"):
        return {"bf16": 16, "tf32": 32}[text]
    match = re.fullmatch(r"(i|f|si|ui)(\d+)(\w*)", text)
    if not match or int(match[2]) == 0 or match[3] and (match[1] != "f" or not match[3][0].isalpha()):
        raise BadInput(f"{text} is no element type")
    return int(match[2])


class TextReader(Reader):
    def __init__(self, text):
        super().__init__("")
        self.tokens, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise BadInput(f"unexpected {text[at]!r}")
            at = match.end()
            if not re.match(r"\s|#|//", match[0]):
                self.tokens.append(match[0])
        self.tokens.append("the end")
        self.plan = None

    def accept(self, word):
        return self.next() == word and bool(self.take())

    def positive(self):
        number = self.number()
        if number == 0:
            raise BadInput("0, where there is one at least")
        return number

    def value(self, names):
        self.known = set(names)
        return self.tree()

    def read(self):
        self.take("buffers")
        target = ""
        while self.next() not in (",", ";", "the end"):
            target += self.take()
        self.plan = Plan(target)
        if self.accept(","):
            self.plan.blocks = self.positive()
            self.take("blocks")
        self.take(";")
        while self.next() != "the end":
            word = self.take("spec", "smem", "tmem", "overlap", "view")
            {"spec": self.spec, "overlap": self.overlap, "view": self.view}.get(word, lambda: self.allocation(word))()
            self.take(";")
        return self.plan

    def declared(self):
        name = self.name()
        if name in WORDS or name in self.plan.allocations or any(s.name == name for s in self.plan.storages):
            raise BadInput(f"{name} is a word of the grammar, or declared twice")
        return name

    def spec(self):
        name = self.declared()
        self.take(":")
        memory = self.take("smem", "tmem")
        storage = Storage(name, memory, is_spec=True)
        if self.accept(","):
            storage.stated = self.positive()
            self.take("bytes" if memory == "smem" else "columns")
        self.plan.storages.append(storage)

    def allocation(self, memory):
        name = self.declared()
        self.take("[")
        buffers = self.positive()
        self.take("]")
        self.take(":")
        bits = element_bits(self.name())
        shape = list(self.between("[", self.positive, "]"))
        if not shape or memory == "tmem" and len(shape) < 2:
            raise BadInput("too few dimensions")
        allocation = Allocation(name, memory, buffers, bits, shape, None)
        seen = set()
        while self.next() != ";":
            clause = self.take("in", "of", "lanes", "at")
            if clause in seen:
                raise BadInput(f"{clause} twice")
            seen.add(clause)
            if clause == "in":
                other = self.name()
                found = [s for s in self.plan.storages if s.is_spec and s.name == other]
                if other in self.plan.allocations:
                    found = [self.plan.allocations[other].storage]
                if not found or found[0].memory != memory:
                    raise BadInput(f"{other} is no storage of {memory}")
                allocation.storage = found[0]
            elif clause == "of":
                allocation.size = self.positive()
                self.take("bytes" if memory == "smem" else "columns")
            elif clause == "lanes":
                first = self.number()
                self.take("..")
                allocation.lanes = (first, self.number())
                if memory != "tmem" or not first < allocation.lanes[1] <= 128:
                    raise BadInput("lanes")
            else:
                allocation.at = self.value("i")
        if allocation.storage is None:
            allocation.storage = Storage(name, memory)
            self.plan.storages.append(allocation.storage)
        allocation.storage.members.append(allocation)
        allocation.size = allocation.size or natural_size(allocation)
        self.plan.allocations[name] = allocation

    def overlap(self):
        name = self.name()
        found = [s for s in self.plan.storages if s.name == name]
        if not found or found[0].group:
            raise BadInput(f"{name} is no storage, or has an overlap")
        self.take("=")
        storage, seen = found[0], []
        storage.group = self.group(storage, seen)
        stated = [a for a in seen if a.at is not None]
        if storage.is_spec and stated and len(stated) < len(seen):
            raise BadInput("some state where they begin, and others not")

    def group(self, storage, seen):
        group = Group(self.take("shared", "distinct"), [])
        self.take("(")
        while True:
            if self.next() in ("shared", "distinct"):
                group.members.append(self.group(storage, seen))
            elif group.members and self.accept("size"):
                group.size = self.positive()
                self.take(")")
                return group
            else:
                name = self.name()
                allocation = self.plan.allocations.get(name)
                if allocation is None or allocation.storage is not storage or allocation in seen:
                    raise BadInput(f"{name} is not in the storage, or is in the group twice")
                seen.append(allocation)
                group.members.append(allocation)
            if self.take(",", ")") == ")":
                return group

    def view(self):
        ranges = self.ranges_ahead()
        names = [name for name, _, _ in ranges]
        if len(set(names)) < len(names) or set(names) & WORDS:
            raise BadInput("names of a view")
        name = self.name()
        if name not in self.plan.allocations:
            raise BadInput(f"{name} is no allocation")
        view = View(self.plan.allocations[name], ranges=ranges)
        if self.accept("["):
            view.index = self.value(names)
            self.take("]")
        dims = list(view.allocation.shape)
        while self.accept("."):
            kind = self.take("slice", "trans", "remote")
            if kind != "remote" and view.index is None:
                raise BadInput("a part of no buffer")
            self.take("(")
            if kind == "slice":
                offsets = list(self.between("[", lambda: self.value(names), "]"))
                self.take(",")
                sizes = list(self.between("[", self.positive, "]"))
                if len(offsets) != len(dims) or len(sizes) != len(dims):
                    raise BadInput("another number of dimensions")
                view.steps.append(("slice", offsets, sizes, dims))
                dims = sizes
            elif kind == "trans":
                order = [self.number()]
                while self.accept(","):
                    order.append(self.number())
                if sorted(order) != list(range(len(dims))):
                    raise BadInput("no permutation")
                dims = [dims[d] for d in order]
            else:
                view.steps.append(("remote", self.value(names)))
            self.take(")")
        if self.next() == "for":
            while self.next() != ";":
                self.take()
        self.plan.views.append(view)

    def ranges_ahead(self):
        """The ranges behind `for`, which stand behind what uses their names."""
        end = self.tokens.index(";") if ";" in self.tokens else len(self.tokens) - 1
        if "for" not in self.tokens[:end]:
            return []
        ahead = TextReader("")
        ahead.tokens = self.tokens[self.tokens.index("for") + 1:end] + ["the end"]
        ranges = []
        while True:
            name = ahead.name()
            ahead.take("in")
            first = ahead.number()
            ahead.take("..")
            ranges.append((name, first, ahead.number()))
            if first >= ranges[-1][2]:
                raise BadInput("an empty range")
            if ahead.take(",", "the end") == "the end":
                return ranges


def natural_size(allocation):
    element = (allocation.bits + 7) // 8
    product = 1
    if allocation.memory == "smem":
        for dim in allocation.shape:
            product *= dim
        return product * element
    for dim in allocation.shape[:-2]:
        product *= dim
    m, n = allocation.shape[-2:]
    return product * -(-m // 128) * -(-n * element // 4)


def parse(text):
    return TextReader(text).read()
