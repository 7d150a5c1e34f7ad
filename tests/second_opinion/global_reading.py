"""The operations of a kernel's TTGIR in pretty form, as far as pointers and masks need them."""

import re
from dataclasses import dataclass, field

from expressions import BadInput


@dataclass
class Type:
    shape: tuple  # () of scalars
    element: str  # of pointers, what they point to
    is_pointer: bool
    layout: str

    @property
    def bits(self):
        return int(re.sub(r"\D.*", "", self.element.lstrip("bfi")))


@dataclass
class Operation:
    name: str
    results: list
    operands: list
    text: str  # between the name and the types
    types: list
    line: int
    body: list = field(default_factory=list)
    arguments: list = field(default_factory=list)  # of a loop, the induction variable first
    yielded: list = field(default_factory=list)
    regions: bool = False  # others, whose operations are passed over

    def attribute(self, name):
        found = re.search(rf"\b{re.escape(name)} = (-?\d+|dense<[^>]*>)", self.text)
        return found and found[1]


@dataclass
class Kernel:
    arguments: list  # (name, Type, attributes)
    operations: list


NAME = r"%[\w$.-]+(?:#\d+)?"


def read_kernel(text):
    aliases, lines = {}, []
    for number, line in enumerate(text.splitlines(), 1):
        alias = re.match(r"(#\w+) = (#ttg\..*)", line)
        if alias:
            aliases[alias[1]] = alias[2]
        elif not line.startswith("#"):
            lines.append((number, without_locations(line).strip()))
    reader = Reader(lines, aliases)
    return reader.kernel()


def without_locations(line):
    while True:
        at = line.find(" loc(")
        if at < 0:
            return line
        depth, end = 0, at + 4
        while True:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
            if depth == 0:
                break
        line = line[:at] + line[end:]


class Reader:
    def __init__(self, lines, aliases):
        self.lines, self.aliases, self.at = lines, aliases, 0

    def kernel(self):
        while not self.lines[self.at][1].startswith("tt.func"):
            self.at += 1
        head = self.lines[self.at][1]
        self.at += 1
        inside = head[head.index("(") + 1:head.rindex(") attributes")]
        arguments = []
        for name, type_text, attributes in re.findall(r"(%\w+): (!tt\.ptr<\w+>|\w+)(?: \{([^}]*)\})?", inside):
            hints = {key: int(value) for key, value in re.findall(r"tt\.(\w+) = (\d+)", attributes)}
            arguments.append((name, self.type(type_text), hints))
        return Kernel(arguments, self.block())

    def block(self):
        operations = []
        while True:
            number, line = self.lines[self.at]
            self.at += 1
            if line.startswith("}") or line.startswith("tt.return"):
                return operations
            if line:
                operations.append(self.operation(number, line))

    def operation(self, number, line):
        results, rest = [], line
        named = re.match(rf"({NAME})(?::(\d+))? = (.*)", line)
        if named:
            rest = named[3]
            results = [named[1]] if not named[2] else [f"{named[1]}#{i}" for i in range(int(named[2]))]
        name = re.match(r'"?([\w.]+)"?', rest)[1]
        if name == "scf.for":
            return self.loop(number, results, rest)
        if name.startswith("scf.") and name != "scf.yield":
            raise BadInput(f"{name} is not followed here")
        if rest.endswith("({"):
            self.skip_regions()
            return Operation(name, results, [], rest, [], number, regions=True)
        text, _, types = rest[len(name):].rpartition(" : ")
        if not types:
            text, types = rest[len(name):], ""
        return Operation(name, results, re.findall(NAME, text), text, self.types(types), number)

    def loop(self, number, results, rest):
        head = re.match(rf"scf\.for ({NAME}) = ({NAME}) to ({NAME}) step ({NAME})(?: iter_args\((.*?)\))?", rest)
        pairs = re.findall(rf"({NAME}) = ({NAME})", head[5] or "")
        operation = Operation("scf.for", results, [head[2], head[3], head[4]] + [b for _, b in pairs], "", [], number)
        operation.arguments = [head[1]] + [a for a, _ in pairs]
        operation.body = self.block()
        last = operation.body[-1] if operation.body else None
        if last is not None and last.name == "scf.yield":
            operation.yielded = operation.body.pop().operands
        return operation

    def skip_regions(self):
        depth = 1
        while depth:
            line = self.lines[self.at][1]
            depth += line.endswith("({") - line.startswith("})")
            self.at += 1

    def types(self, text):
        parts, depth, start = [], 0, 0
        text = re.sub(r"->| to ", ",", text)
        for i, c in enumerate(text + ","):
            depth += (c in "<([{") - (c in ">)]}")
            if c == "," and depth == 0:
                parts.append(text[start:i].strip())
                start = i + 1
        return [self.type(part) for part in parts if part]

    def type(self, text):
        tensor = re.fullmatch(r"tensor<((?:\d+x)*)(.*?)(?:, (#.*))?>", text)
        shape, element, layout = ((), text, "") if not tensor else (
            tuple(int(n) for n in tensor[1].split("x") if n), tensor[2], self.spelled(tensor[3] or ""))
        memory = re.fullmatch(r"(?:!ttg\.memdesc)?<(?:\d+x)+\w+, (#[^#]*), #.*>", text)
        if memory:
            return Type((), "memory", False, self.spelled(memory[1]))
        pointer = re.fullmatch(r"!tt\.ptr<(\w+)>?", element)
        return Type(shape, pointer[1] if pointer else element, bool(pointer), layout)

    def spelled(self, layout):
        while True:
            longer = re.sub(r"#(?!ttg\b)\w+", lambda alias: self.aliases.get(alias[0], alias[0]), layout)
            if longer == layout:
                return layout
            layout = longer
