"""The lowest and highest number that an index can be: docs/checking.md (Run-time indices).

What is narrow enough here must be proved.  None is no number at all: what no run reaches."""

from functools import reduce

MOST_ROUNDS = 100  # then what a loop carries is taken to be anything
OPPOSITE = {"eq": "ne", "ne": "eq", "slt": "sge", "sge": "slt", "sle": "sgt", "sgt": "sle", "ult": "uge",
            "uge": "ult", "ule": "ugt", "ugt": "ule"}
SWAPPED = {"eq": "eq", "ne": "ne", "slt": "sgt", "sgt": "slt", "sle": "sge", "sge": "sle", "ult": "ugt",
           "ugt": "ult", "ule": "uge", "uge": "ule"}


def anything(width):
    return (0, 1) if width == 1 else (-2**(width - 1), 2**(width - 1) - 1)


def joined(a, b):
    if a is None or b is None:
        return a or b
    return min(a[0], b[0]), max(a[1], b[1])


def within_width(low, high, width):
    lowest, highest = anything(width)
    return (low, high) if lowest <= low and high <= highest else (lowest, highest)


def corners(f, a, b):
    ends = [f(x, y) for x in a for y in b]
    return min(ends), max(ends)


def towards_0(a, b):
    return abs(a) // b * (1 if a >= 0 else -1)


def range_of(operation, a, b, width):
    """A range of the results that its ends give; anything where signs or sizes make that less than plain."""
    if a is None or b is None:
        return None
    natural, below_width = a[0] >= 0 and b[0] >= 0, 0 <= b[0] and b[1] < width
    if operation == "addi":
        return within_width(a[0] + b[0], a[1] + b[1], width)
    if operation == "subi":
        return within_width(a[0] - b[1], a[1] - b[0], width)
    if operation == "muli":
        return within_width(*corners(lambda x, y: x * y, a, b), width)
    if operation == "shli" and below_width:
        return within_width(*corners(lambda x, y: x << y, a, b), width)
    if operation == "shrsi" and below_width or operation == "shrui" and below_width and natural:
        return corners(lambda x, y: x >> y, a, b)
    if operation in ("divsi", "divui") and b[0] > 0 and (natural or operation == "divsi"):
        return corners(towards_0, a, b)
    if operation in ("remsi", "remui") and b[0] > 0 and natural:
        return a if a[1] < b[0] else (0, min(a[1], b[1] - 1))
    if operation == "remsi" and b[0] > 0:
        return max(a[0], 1 - b[1]), max(0, min(a[1], b[1] - 1))
    if operation == "remui" and b[0] > 0:
        return 0, b[1] - 1
    return range_of_bits(operation, a, b, natural, width)


def range_of_bits(operation, a, b, natural, width):
    if operation in ("minsi", "minui") and (natural or operation == "minsi"):
        return min(a[0], b[0]), min(a[1], b[1])
    if operation in ("maxsi", "maxui") and (natural or operation == "maxsi"):
        return max(a[0], b[0]), max(a[1], b[1])
    if operation == "andi" and (a[0] >= 0 or b[0] >= 0):
        return 0, min(r[1] for r in (a, b) if r[0] >= 0)
    if operation in ("ori", "xori") and natural:
        return 0, 2 ** max(a[1], b[1]).bit_length() - 1
    return anything(width)


def range_of_cast(operation, a, width, result_width):
    if a is None:
        return None
    if operation == "extsi" and width == 1:
        return -a[1], -a[0]
    if operation == "extui" and a[0] < 0:
        return 0, 2**width - 1
    return within_width(*a, result_width)


def refined(predicate, a, b):
    """The range of a where the comparison with b holds; None if it never does."""
    if a is None or b is None:
        return None
    (low, high), (low2, high2) = a, b
    if predicate[0] == "u":
        if low2 < 0 or low < 0 and predicate in ("ugt", "uge"):
            return a
        low, predicate = max(low, 0), "s" + predicate[1:]
    if predicate == "eq":
        low, high = max(low, low2), min(high, high2)
    elif predicate == "ne" and low2 == high2:
        low, high = low + (low == low2), high - (high == low2)
    elif predicate in ("slt", "sle"):
        high = min(high, high2 - (predicate == "slt"))
    elif predicate in ("sgt", "sge"):
        low = max(low, low2 + (predicate == "sgt"))
    return (low, high) if low <= high else None


def decided(predicate, a, b):
    if a is None or b is None:
        return None
    return int(refined(OPPOSITE[predicate], a, b) is None), int(refined(predicate, a, b) is not None)


class Ranges:
    """The range of every index that is taken; what comparisons say of a name itself is known, no more."""

    def __init__(self, statements, arguments):
        self.ranges = dict.fromkeys(arguments, anything(32))
        self.taken, self.comparisons = {}, {}
        self.go(statements)

    def go(self, statements):
        for statement in statements:
            getattr(self, {"If": "branch"}.get(type(statement).__name__,
                                               type(statement).__name__.lower()))(statement)

    def index(self, statement):
        self.taken[statement.line] = self.ranges[statement.name]

    def known(self, name, condition, holds):
        """A name's range where a condition holds, or does not."""
        given, truth = self.ranges[name], self.ranges[condition]
        if truth is None or truth == (0 if holds else 1,) * 2:
            return None
        if condition not in self.comparisons:
            return given
        predicate, a, b = self.comparisons[condition]
        predicate = predicate if holds else OPPOSITE[predicate]
        if name == a:
            given = refined(predicate, given, self.ranges[b])
        if name == b:
            given = refined(SWAPPED[predicate], given, self.ranges[a])
        return given

    def scalar(self, statement):
        operands = [self.ranges[name] for name in statement.operands]
        if statement.operation == "constant":
            result = (statement.what, statement.what)
        elif statement.operation == "get_program_id":
            result = (0, 2**31 - 1)
        elif statement.operation == "select":
            condition, a, b = statement.operands
            result = joined(self.known(a, condition, True), self.known(b, condition, False))
        elif statement.operation in ("index_cast", "extsi", "extui", "trunci"):
            result = range_of_cast(statement.operation, *operands, statement.width, statement.result_width)
        elif statement.operation == "cmpi":
            self.comparisons[statement.name] = (statement.what, *statement.operands)
            result = decided(statement.what, *operands)
        else:
            result = range_of(statement.operation, *operands, statement.width)
        self.ranges[statement.name] = result

    def branch_body(self, body, yielded, condition, holds):
        """What it yields, also where it is seen that no run goes there."""
        before = self.ranges
        self.ranges = {name: self.known(name, condition, holds) for name in before}
        self.go(body)
        ranges = [self.ranges[name] or before.get(name) for name in yielded]
        self.ranges = before
        return ranges

    def loop(self, statement):
        lower, upper, _ = (self.ranges[name] for name in statement.bounds)
        runs = lower is not None and upper is not None and lower[0] < upper[1]
        induction = (lower[0], upper[1] - 1) if runs else None
        if statement.is_unsigned and lower and upper and min(lower[0], upper[0]) < 0:
            runs, induction = True, anything(32)
        self.ranges[statement.induction] = induction
        initial = [self.ranges[name] for name in statement.initial]
        carried = self.settled(statement, initial) if runs else self.dead(statement, initial)
        self.ranges.update(zip(statement.results, carried))

    def dead(self, statement, initial):
        self.ranges.update(dict.fromkeys(statement.carried))
        self.go(statement.body)
        return initial

    def settled(self, statement, initial):
        """What is carried, by going round until nothing changes."""
        carried = initial
        for rounds in range(MOST_ROUNDS + 2):
            self.ranges.update(zip(statement.carried, carried))
            self.go(statement.body)
            yielded = [self.ranges[name] for name in statement.yielded]
            more = [reduce(joined, ranges) for ranges in zip(initial, yielded, carried)]
            if more == carried:
                break
            carried = more if rounds < MOST_ROUNDS else [anything(32) for _ in carried]
        return carried

    def branch(self, statement):
        ranges = [self.branch_body(statement.body, statement.yielded, statement.condition, True),
                  self.branch_body(statement.otherwise, statement.otherwise_yielded, statement.condition,
                                   False)]
        self.ranges.update(zip(statement.results, map(joined, *ranges)))
