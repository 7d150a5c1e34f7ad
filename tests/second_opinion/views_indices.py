"""What an index can be: docs/checking.md (Run-time indices).  A run has numbers; views_ranges.py has ranges.

Numbers are signed, those of i1 are 0 and 1.  None is a number that is not known."""

import operator
import random
from dataclasses import dataclass, field

from views_ranges import Ranges

MOST_ITERATIONS = 80  # of a loop that is tried with some argument
COMPARE = {"eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt,
           "ge": operator.ge}
PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"
NOTHING = "nothing"  # a line without a finding


@dataclass
class Scalar:
    """constant, addi, cmpi, select, get_program_id ...; `what`: the constant's number or the comparison."""
    name: str
    operation: str
    operands: tuple = ()
    what: object = None
    width: int = 32  # of the operands
    result_width: int = 32


@dataclass
class Loop:
    induction: str
    bounds: tuple  # names of lower bound, upper bound, step
    results: tuple = ()
    carried: tuple = ()
    initial: tuple = ()
    yielded: tuple = ()
    body: list = field(default_factory=list)
    is_unsigned: bool = False


@dataclass
class If:
    condition: str
    results: tuple = ()
    yielded: tuple = ()  # of the first body
    body: list = field(default_factory=list)
    otherwise: list = field(default_factory=list)
    otherwise_yielded: tuple = ()


@dataclass
class Index:
    """A place where an index is taken."""
    line: int
    name: str


def unsigned(x, width):
    return x % 2**width


def signed(x, width):
    if width == 1:
        return x % 2
    return (x + 2**(width - 1)) % 2**width - 2**(width - 1)


def unsigned_bounds(bounds):
    return [x if x is None else unsigned(x, 32) for x in bounds]


def quotient(a, b):
    """Of whole numbers, towards 0."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def value_of(operation, a, b, width):
    """None where it is not defined."""
    ua, ub = unsigned(a, width), unsigned(b, width)
    if operation in ("divsi", "divui", "remsi", "remui") and b == 0:
        return None
    if operation in ("divsi", "remsi") and b == -1 and a == -2**(width - 1):
        return None
    if operation in ("shli", "shrsi", "shrui") and ub >= width:
        return None
    return signed({
        "addi": lambda: a + b, "subi": lambda: a - b, "muli": lambda: a * b,
        "divsi": lambda: quotient(a, b), "remsi": lambda: a - b * quotient(a, b),
        "divui": lambda: ua // ub, "remui": lambda: ua % ub, "minsi": lambda: min(a, b),
        "maxsi": lambda: max(a, b),
        "minui": lambda: min(ua, ub), "maxui": lambda: max(ua, ub),
        "andi": lambda: a & b, "ori": lambda: a | b, "xori": lambda: a ^ b,
        "shli": lambda: a << b, "shrsi": lambda: a >> b, "shrui": lambda: ua >> b}[operation](), width)


def compared(predicate, a, b, width):
    if predicate[0] == "u":
        a, b = unsigned(a, width), unsigned(b, width)
    return int(COMPARE[predicate[-2:]](a, b))


def cast(operation, x, width, result_width):
    if operation == "extsi" and width == 1:
        return -x
    return signed(unsigned(x, width) if operation == "extui" else x, result_width)


class Run:
    """One run.  What follows from a condition that is not known is not on the way."""

    def __init__(self, statements, arguments, most_iterations=10**6):
        self.numbers, self.taken, self.most = dict(arguments), {}, most_iterations
        self.program_id = arguments.get("program_id")
        self.go(statements)

    def go(self, statements):
        for statement in statements:
            {Scalar: self.scalar, Loop: self.loop, If: self.branch,
             Index: self.index}[type(statement)](statement)

    def numbers_of(self, names):
        return [self.numbers[name] for name in names]

    def index(self, statement):
        self.taken.setdefault(statement.line, []).append(self.numbers[statement.name])

    def branch(self, statement):
        condition = self.numbers[statement.condition]
        results = [None] * len(statement.results)
        if condition is not None:
            self.go(statement.body if condition else statement.otherwise)
            results = self.numbers_of(statement.yielded if condition else statement.otherwise_yielded)
        self.numbers.update(zip(statement.results, results))

    def scalar(self, statement):
        self.numbers[statement.name] = self.of(statement, self.numbers_of(statement.operands))

    def of(self, statement, operands):
        if statement.operation == "constant":
            return statement.what
        if statement.operation == "get_program_id":
            return self.program_id
        if statement.operation == "select" and operands[0] is not None:
            return operands[1] if operands[0] else operands[2]
        if None in operands:
            return None
        if statement.operation in ("index_cast", "extsi", "extui", "trunci"):
            return cast(statement.operation, *operands, statement.width, statement.result_width)
        if statement.operation == "cmpi":
            return compared(statement.what, *operands, statement.width)
        return value_of(statement.operation, *operands, statement.width)

    def loop(self, statement):
        bounds = self.numbers_of(statement.bounds)
        carried = self.numbers_of(statement.initial)
        if statement.is_unsigned:
            bounds = unsigned_bounds(bounds)
        if None in bounds or bounds[2] <= 0:
            iterations, whole = (), False
        else:
            iterations = range(*bounds)
            whole = len(iterations) <= self.most
        for i in iterations[:self.most]:
            self.numbers[statement.induction] = signed(i, 32)
            self.numbers.update(zip(statement.carried, carried))
            self.go(statement.body)
            carried = self.numbers_of(statement.yielded)
        self.numbers.update(zip(statement.results, carried if whole else [None] * len(carried)))


# Arguments and program_ids with which a run may leave a memory.
TRIED = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 33, 64, 127, 128, 255, 256, 1000, 65536, 2**31 - 1, -1, -2, -3,
         -4, -5,
         -7, -100, -128, -129, -2**31)


def tries(arguments):
    """All arguments alike, then some that are not."""
    rng = random.Random(1)
    names = [*arguments, "program_id"]
    for x in TRIED:
        yield dict.fromkeys(names, x)
    for _ in range(30 * (len(names) > 1)):
        yield {name: rng.choice(TRIED) for name in names}


def runs(statements, arguments):
    for numbers in tries(arguments):
        numbers["program_id"] = max(0, numbers["program_id"])
        yield Run(statements, numbers, MOST_ITERATIONS).taken


def is_index(value, size):
    return value is None or 0 <= value < size


def verdicts(statements, arguments, sizes):
    """Line -> what may be said of the index there, and why; -> the numbers that a run takes; -> their range.

    More than one verdict where it hangs on how narrow ranges are."""
    reached = Run(statements, {**dict.fromkeys(arguments), "program_id": None}).taken
    ranges = Ranges(statements, arguments).taken
    tried, result = None, {}
    for line, size in sizes.items():
        if not all(is_index(value, size) for value in reached.get(line, [])):
            result[line] = ({REFUTED}, "a run with constants takes it")
        elif ranges[line] is not None and is_index(ranges[line][0], size) and is_index(ranges[line][1], size):
            result[line] = ({PROVED}, "its range")
        else:
            tried = tried or list(runs(statements, arguments))
            result[line] = tried_verdicts([taken.get(line, []) for taken in tried], size)
    return result, reached, ranges


def tried_verdicts(tried, size):
    """By what runs with some arguments take."""
    leaving = [taken for taken in tried if not all(is_index(value, size) for value in taken)]
    if not leaving:
        return {PROVED, UNKNOWN}, "how narrow the index' range is"
    if len(leaving) == len(tried):
        return {REFUTED, UNKNOWN}, "whether it is seen that all arguments leave the memory"
    return {UNKNOWN}, "some argument leaves the memory"


def chosen(values, ends, size):
    """The indices that are there: all, those in its range, those that are known to be taken."""
    in_range = range(max(ends[0], 0), min(ends[1] + 1, size)) if ends else ()
    taken = {value for value in values if value is not None and is_index(value, size)}
    return range(size), in_range or range(size), taken
