"""Reads the small modules of views_generate.py: each operation stands on a line of its own."""

import re
from dataclasses import dataclass

import views_indices as indices
from views_memory import Layout, Memory, Tensor

TYPE = re.compile(r"!ttg\.memdesc<((?:\d+x)+)(\w+), (#\w+), #smem(, mutable)?(?:, (\d+(?:x\d+)*))?>"
                  r"|tensor<((?:\d+x)+)(\w+), (#\w+)>")
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}


@dataclass
class Operation:
    line: int
    name: str
    result: str
    operands: list  # names of memories
    attributes: tuple
    types: list
    index: str = None


@dataclass
class Module:
    statements: list  # of integers and indices
    operations: list  # of memories, in their order
    arguments: list
    names_at: dict  # line -> operation with a tensor or memory


def sizes(text):
    return tuple(int(n) for n in text.strip("x").split("x"))


def types_in(text, layouts):
    for match in TYPE.finditer(text):
        if match[6]:
            yield Tensor(sizes(match[6]), match[7], layouts[match[8]])
            continue
        shape, allocation = sizes(match[1]), sizes(match[5]) if match[5] else None
        yield Memory(shape, match[2], layouts[match[3]], bool(match[4]),
                     None if allocation == shape else allocation)


class Reader:
    def __init__(self, text):
        self.layouts, self.module, self.carriers = {}, Module([], [], [], {}), []
        self.open = [self.module.statements]
        for line, words in enumerate(text.splitlines(), 1):
            self.read(line, words.split("//")[0].strip())

    def read(self, line, words):
        alias = re.fullmatch(r"(#\w+) = (#ttg\..*)", words)
        name = re.match(r"(?:(%\w+)(?::\d+)? = )?((?:ttg|arith|tt|scf)\.\w+)", words)
        if alias:
            self.layouts[alias[1]] = Layout(re.sub(r"shape = \[[^\]]*\]", "shape = ?", alias[2]))
        elif words == "} else {":
            self.open[-1] = self.carriers[-1].otherwise
        elif words == "}" and self.carriers:
            self.open.pop()
            self.carriers.pop()
        elif name:
            self.operation(line, name[1], name[2], words)

    def operation(self, line, result, operation, words):
        if operation.startswith("ttg.") or "tensor<" in words:
            self.module.names_at[line] = operation
        if operation == "tt.func":
            self.module.arguments += re.findall(r"(%\w+): i32", words)
        elif operation.startswith("ttg."):
            one = read_operation(line, operation, result, words, list(types_in(words, self.layouts)))
            self.module.operations.append(one)
            if one.index:
                self.open[-1].append(indices.Index(line, one.index))
        elif operation == "scf.yield":
            self.close(tuple(re.findall(r"%[\w#]+", words.split(":")[0])))
        elif operation in ("scf.for", "scf.if"):
            statement = read_block(result, words)
            self.open[-1].append(statement)
            self.open.append(statement.body)
            self.carriers.append(statement)
        elif not re.search(r"tensor<|tt\.return", words):
            self.open[-1].append(read_scalar(result, operation, words))

    def close(self, yielded):
        carrier = self.carriers[-1]
        if isinstance(carrier, indices.If) and self.open[-1] is carrier.otherwise:
            carrier.otherwise_yielded = yielded
        else:
            carrier.yielded = yielded


def read_module(text):
    return Reader(text).module


def results_of(result, count):
    return (result,) if count == 1 else tuple(f"{result}#{i}" for i in range(count))


def read_scalar(result, operation, words):
    operation = operation.split(".")[1]
    types = [WIDTHS[name] for name in re.findall(r"\b(?:i\d+|index)\b", words.rsplit(" : ", 1)[-1])] or [1]
    if operation == "constant":
        number = re.search(r"constant (-?\d+|true|false)", words)[1]
        return indices.Scalar(result, operation, (), {"true": 1, "false": 0}.get(number) if number.isalpha()
                              else int(number), types[0], types[0])
    operands = tuple(re.findall(r"%[\w#]+", words.split("=", 1)[1]))
    predicate = re.search(r"cmpi (\w+),", words)
    return indices.Scalar(result, operation, operands, predicate and predicate[1], types[0],
                          1 if predicate else types[-1])


def read_block(result, words):
    types = re.search(r" -> \(([^)]*)\)", words)
    results = results_of(result, types[1].count("i32")) if types else ()
    if "scf.if" in words:
        return indices.If(re.search(r"if (%[\w#]+)", words)[1], results)
    head = re.search(r"for (?:unsigned )?(%\w+) = (%[\w#]+) to (%[\w#]+) step (%[\w#]+)", words)
    induction, *bounds = head.groups()
    carried = re.search(r"iter_args\((.*?)\)", words)
    pairs = re.findall(r"(%\w+) = (%[\w#]+)", carried[1]) if carried else []
    return indices.Loop(induction, tuple(bounds), results, tuple(a for a, _ in pairs),
                        tuple(b for _, b in pairs), is_unsigned="for unsigned" in words)


def read_operation(line, operation, result, words, types):
    head = (words.split("=", 1)[1] if result else words).split(" : ")[0]
    operands = re.findall(r"%[\w#]+", head.split("[")[0])
    inside = re.search(r"\[(.*?)\]", head)
    order = re.search(r"order = array<i32: ([^>]*)>|alignment = (\d+)", head)
    if operation == "ttg.memdesc_index":
        return Operation(line, operation, result, operands, (), types, inside[1])
    numbers = inside or order
    attributes = next(group for group in numbers.groups() if group).split(",") if numbers else ()
    return Operation(line, operation, result, operands, tuple(map(int, attributes)), types)
