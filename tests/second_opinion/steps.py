"""What the steps of an index expression are: their values, their ranges, and what a machine makes of them."""

import itertools

from expressions import BadInput

ALL_BITS = 2**64 - 1

# Each operator in Python, whose integers have no end.
PYTHON = {
    "+": "({0} + {1})", "-": "({0} - {1})", "*": "({0} * {1})", "/": "({0} // {1})", "%": "({0} % {1})",
    "<<": "({0} << {1})", ">>": "({0} >> {1})", "&": "({0} & {1})", "|": "({0} | {1})", "^": "({0} ^ {1})",
    "~": f"({ALL_BITS} - {{0}})", "!": "(0 if {0} else 1)", "&&": "(1 if {0} and {1} else 0)",
    "||": "(1 if {0} or {1} else 0)", "?:": "({1} if {0} else {2})", "min": "min({0}, {1})", "max": "max({0}, {1})",
    **{compare: f"(1 if {{0}} {compare} {{1}} else 0)" for compare in ("<", "<=", ">", ">=", "==", "!=")},
}
VALUE = {operator: eval(f"lambda *x: {text.format('x[0]', 'x[1]', 'x[2]')}") for operator, text in PYTHON.items()}


def to_python(tree):
    if tree[0] == "number":
        return str(tree[1])
    if tree[0] == "name":
        return f"v_{tree[1]}"
    return PYTHON[tree[0]].format(*map(to_python, tree[1:]))


def compiled(formula):
    """f(values of the parameters)(inputs...) is the tuple of results."""
    parameters = ", ".join(f"v_{name}" for name, _, _ in formula.parameters)
    inputs = ", ".join(f"v_{name}" for name, _ in formula.inputs)
    lets = "".join(f"  v_{name} = {to_python(tree)}\n" for name, tree in formula.lets)
    results = "".join(f"{to_python(tree)}, " for tree in formula.results)
    scope = {}
    exec(f"def at({parameters}):\n def f({inputs}):\n{lets}  return ({results})\n return f\n", scope)
    return scope["at"]


def range_of(tree, known):
    """The lowest and highest value that the step can have, by the ranges of its operands."""
    if tree[0] == "number":
        return tree[1], tree[1]
    if tree[0] == "name":
        return known[tree[1]]
    operator, operands = tree[0], [range_of(part, known) for part in tree[1:]]
    (low, high), (low2, high2) = operands[0], operands[-1]
    if operator in ("/", "%") and low2 == 0:
        raise BadInput("a divisor can be 0")
    if operator in ("<<", ">>") and high2 >= 64:
        raise BadInput("a shift can be 64 or more")
    if operator == "-" and tree[2][0] in ("%", "&") and tree[1] in tree[2][1:2 if tree[2][0] == "%" else 3]:
        return 0, high
    if all(least == most for least, most in operands):
        result = (VALUE[operator](*(least for least, _ in operands)),) * 2
    elif operator in ("+", "*", "<<", "min", "max"):
        result = VALUE[operator](low, low2), VALUE[operator](high, high2)
    elif operator == "-":
        result = low - high2, high - low2
    elif operator in ("/", ">>"):
        result = VALUE[operator](low, high2), VALUE[operator](high, low2)
    elif operator == "%":
        result = (low, high) if high < low2 else (0, min(high, high2 - 1))
    elif operator == "&":
        result = 0, min(high, high2)
    elif operator in ("|", "^"):
        result = max(low, low2) if operator == "|" else 0, 2**max(high, high2).bit_length() - 1
    elif operator == "~":
        result = ALL_BITS - high, ALL_BITS - low
    elif operator == "?:":
        result = min(operands[1][0], low2), max(operands[1][1], high2)
    else:
        result = 0, 1
    if result[0] < 0 or result[1] > ALL_BITS:
        raise BadInput(f"{operator} can give {result[0]} to {result[1]}")
    return result


def ranges_show(formula):
    """Whether the ranges of all steps show that none leaves the 64 bits."""
    known = {name: (0, size - 1) for name, size in formula.inputs}
    known.update((name, (low, high)) for name, low, high in formula.parameters)
    try:
        for name, tree in formula.lets:
            known[name] = range_of(tree, known)
        for tree in formula.results:
            range_of(tree, known)
    except BadInput:
        return False
    return True


def check_value(tree, known):
    """The value of a step, of which none may leave the 64 bits, also in a branch that is not chosen."""
    if tree[0] == "number":
        return tree[1]
    if tree[0] == "name":
        return known[tree[1]]
    operands = [check_value(part, known) for part in tree[1:]]
    if tree[0] in ("/", "%") and operands[1] == 0:
        raise BadInput("a divisor is 0")
    if tree[0] in ("<<", ">>") and operands[1] >= 64:
        raise BadInput("a shift by 64 or more")
    result = VALUE[tree[0]](*operands)
    if not 0 <= result <= ALL_BITS:
        raise BadInput(f"{tree[0]} gives {result}")
    return result


def check_points(formula):
    names = [name for name, _ in formula.inputs] + [name for name, _, _ in formula.parameters]
    values = [range(size) for _, size in formula.inputs]
    values += [range(low, high + 1) for _, low, high in formula.parameters]
    for point in itertools.product(*values):
        known = dict(zip(names, point))
        for name, tree in formula.lets:
            known[name] = check_value(tree, known)
        for tree in formula.results:
            check_value(tree, known)


class Wraps(Exception):
    """A step that a machine does not compute right."""


class Machine:
    """docs/claims.md, Machine integers: the table, row by row."""

    def __init__(self, bits, signed):
        self.bits, self.low, self.high = (bits, -2**(bits - 1), 2**(bits - 1) - 1) if signed else (bits, 0, 2**bits - 1)

    def fits(self, value, lowest=None):
        if not (self.low if lowest is None else lowest) <= value <= self.high:
            raise Wraps(f"{value} does not fit")

    def constant(self, value):
        if 2**self.bits <= value < 2**64 - 2**(self.bits - 1):
            raise Wraps(f"the constant {value} has more bits")

    def step(self, operator, operands, result):
        if operator in ("+", "-", "*"):
            for value in (*operands, result):
                self.fits(value)
        elif operator in ("<<", ">>"):
            self.fits(operands[0], None if operator == "<<" else 0)
            if operands[1] >= self.bits:
                raise Wraps(f"a shift by {operands[1]}")
            self.fits(result)
        elif operator in ("&", "|", "^", "~"):
            pass
        elif operator == "?:":
            self.fits(operands[0], 0)
        else:  # a quotient, a remainder, a comparison, min, max, conditions
            for value in operands:
                self.fits(value, 0)

    def value(self, tree, known):
        if tree[0] == "number":
            self.constant(tree[1])
            return tree[1]
        if tree[0] == "name":
            return known[tree[1]]
        operands = [self.value(part, known) for part in tree[1:]]
        result = VALUE[tree[0]](*operands)
        self.step(tree[0], operands, result)
        return result

    def run(self, formula, point, parameters):
        """Raises Wraps where a step of the formula is not the machine's."""
        known = dict(zip((name for name, _ in formula.inputs), point))
        known.update((name, parameters[name]) for name, _, _ in formula.parameters)
        for value in known.values():
            self.fits(value)
        for name, tree in formula.lets:
            known[name] = self.value(tree, known)
        for tree in formula.results:
            self.fits(self.value(tree, known))
