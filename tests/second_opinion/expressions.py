"""Index expressions: how they are read and written (docs/claims.md, Index expressions).

A tree is ('number', 5), ('name', 'row') or (operator, tree, tree ...).
"""

import re
from dataclasses import dataclass, replace


class BadInput(Exception):
    """The claim, or one of its layouts, says nothing that could be true or false."""


# C's binary operators, the loosest first.
PRECEDENCE = [("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", "<=", ">", ">="), ("<<", ">>"),
              ("+", "-"), ("*", "/", "%")]
FUNCTIONS = ("min", "max")
TOKEN = re.compile(r"\s+|#[^\n]*|0[xX][0-9a-fA-F]+|\d+|\w+|\.\.|<<|>>|[<>=!]=|&&|\|\||[-+*/%<>&|^~!?:=;,()]")


@dataclass(frozen=True)
class Formula:
    """Names with their sizes, or None; parameters with their first and last value; `let`s; one tree a result."""
    inputs: tuple
    outputs: tuple
    results: tuple
    parameters: tuple = ()
    lets: tuple = ()


class Reader:
    def __init__(self, text):
        self.tokens, at = [], 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise BadInput(f"unexpected {text[at]!r}")
            at = match.end()
            if not match[0].isspace() and not match[0].startswith("#"):
                self.tokens.append(match[0])
        self.tokens.append("the end")
        self.known = set()

    def next(self):
        return self.tokens[0]

    def take(self, *wanted):
        if wanted and self.tokens[0] not in wanted:
            raise BadInput(f"expected {wanted}, found {self.tokens[0]}")
        return self.tokens.pop(0)

    def name(self):
        token = self.take()
        if not re.fullmatch(r"[A-Za-z_]\w*", token):
            raise BadInput(f"expected a name, found {token}")
        return token

    def new_name(self):
        name = self.name()
        if name in self.known:
            raise BadInput(f"{name} is given twice")
        self.known.add(name)
        return name

    def number(self):
        token = self.take()
        if not re.fullmatch(r"0[xX][0-9a-fA-F]+|0|[1-9]\d*", token) or int(token, 0) >= 2**64:
            raise BadInput(f"{token} is no number below 2^64")
        return int(token, 0)

    def between(self, first, item, last):
        self.take(first)
        items = [] if self.next() == last else [item()]
        while self.next() != last:
            self.take(",")
            items.append(item())
        self.take(last)
        return tuple(items)

    def sized(self, name):
        name, size = name(), None
        if self.next() == ":":
            self.take()
            size = self.number()
            if size == 0:
                raise BadInput(f"the size of {name} is 0")
        return name, size

    def formula(self):
        parameters, lets = [], []
        while self.next() == "param":
            self.take()
            name = self.new_name()
            self.take("in")
            low = self.number()
            self.take("..")
            parameters.append((name, low, self.number()))
            self.take(";")
            if low > parameters[-1][2]:
                raise BadInput(f"the range of {name} is empty")
        if self.next() == "(":
            outputs = self.between("(", lambda: self.sized(self.name), ")")
        else:
            outputs = ((self.name(), None),)
        if len(dict(outputs)) < len(outputs):
            raise BadInput("an output is given twice")
        inputs = self.between("(", lambda: self.sized(self.new_name), ")")
        self.take("=")
        while self.next() == "let":
            self.take()
            name = self.name()
            self.take("=")
            lets.append((name, self.tree()))
            self.take(";")
            if name in self.known:
                raise BadInput(f"{name} is given twice")
            self.known.add(name)
        results = (self.tree(),) if len(outputs) == 1 else self.between("(", self.tree, ")")
        self.take("the end")
        if len(results) != len(outputs):
            raise BadInput(f"{len(outputs)} outputs, but {len(results)} results")
        return Formula(inputs, outputs, results, tuple(parameters), tuple(lets))

    def tree(self):
        condition = self.binary(0)
        if self.next() != "?":
            return condition
        self.take()
        yes = self.tree()
        self.take(":")
        return ("?:", condition, yes, self.tree())

    def binary(self, level):
        if level == len(PRECEDENCE):
            return self.unary()
        left = self.binary(level + 1)
        while self.next() in PRECEDENCE[level]:
            left = (self.take(), left, self.binary(level + 1))
        return left

    def unary(self):
        token = self.next()
        if token in ("~", "!"):
            return (self.take(), self.unary())
        if token == "(":
            self.take()
            inner = self.tree()
            self.take(")")
            return inner
        if token in FUNCTIONS and self.tokens[1] == "(":
            arguments = (self.take(), *self.between("(", self.tree, ")"))
            if len(arguments) != 3:
                raise BadInput(f"{token} takes two values")
            return arguments
        if token[0].isdigit():
            return ("number", self.number())
        name = self.name()
        if name not in self.known:
            raise BadInput(f"{name} is unknown")
        return ("name", name)


def parse(text):
    return Reader(text).formula()


def read_formula(text, shape=None):
    formula = parse(text)
    if shape is not None and any(size is None for _, size in formula.inputs):
        if len(shape) != len(formula.inputs):
            raise BadInput("the shape is of another rank")
        names = [name for name, _ in formula.inputs]
        coordinates = next((order for order in (["row", "col"], [f"dim{i}" for i in range(len(shape))])
                            if sorted(order) == sorted(names)), names)
        sizes = [(name, shape[coordinates.index(name)]) for name in names]
        if any(size not in (None, given) for (_, size), (_, given) in zip(formula.inputs, sizes)):
            raise BadInput("the shape has another size")
        formula = replace(formula, inputs=tuple(sizes))
    if any(size is None for _, size in formula.inputs):
        raise BadInput("an input has no size")
    return formula


def write_tree(tree):
    kind = tree[0]
    if kind in ("number", "name"):
        return str(tree[1])
    parts = [write_tree(part) for part in tree[1:]]
    if kind in FUNCTIONS:
        return f"{kind}({', '.join(parts)})"
    if kind == "?:":
        return f"({parts[0]} ? {parts[1]} : {parts[2]})"
    return f"({kind}{parts[0]})" if len(parts) == 1 else f"({parts[0]} {kind} {parts[1]})"


def write_formula(formula):
    def names(sized):
        return "(" + ", ".join(name if size is None else f"{name}: {size}" for name, size in sized) + ")"
    parameters = "".join(f"param {name} in {low}..{high}; " for name, low, high in formula.parameters)
    plain = len(formula.outputs) == 1 and formula.outputs[0][1] is None
    outputs = formula.outputs[0][0] if plain else names(formula.outputs)
    lets = "".join(f"let {name} = {write_tree(tree)}; " for name, tree in formula.lets)
    results = ", ".join(map(write_tree, formula.results))
    results = results if len(formula.results) == 1 else f"({results})"
    return f"{parameters}{outputs}{names(formula.inputs)} = {lets}{results}"
