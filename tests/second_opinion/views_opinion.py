"""What must be said of each line of a small module with views of a memory: docs/checking.md (Memory).

Where the documentation leaves a verdict open, more than one is allowed, and `why` says what is open."""

from dataclasses import dataclass, replace

import views_indices as indices
import views_memory as memory
from views_accesses import adds_what_is_free, alignment_verdicts, fits
from views_indices import NOTHING, PROVED, REFUTED, UNKNOWN
from views_operations import REFUSED_SLICE, Views
from views_reading import read_module
from views_values import Value

QUESTIONS = ("view", "bounds", "types", "conversion", "alignment", "layout")
SPELLING = "an operand is used with another spelling of its layout"
MOVES = {"ttg.local_load", "ttg.local_store"}  # what they move is asked first
OF_TYPES = {"view", "bounds", "types"}  # what leaves doubt of a result's type


@dataclass(frozen=True)
class Demand:
    """The worst finding of these questions is one of these verdicts."""
    questions: tuple
    verdicts: frozenset
    why: str = "enumeration"


class Opinion(Views):
    """`demands`: line -> what must be said there."""

    def __init__(self, text):
        module = read_module(text)
        self.demands = {line: [Demand((q,), frozenset([PROVED])) for q in QUESTIONS]
                        for line in module.names_at}
        self.names_at, self.values = module.names_at, {}
        self.agreements = {}  # line of a view of a whole memory -> element -> its cells by both types
        self.buffers = {one.line: one.types[0].shape[0] for one in module.operations if one.index}
        self.indices, self.reached, self.ranges = indices.verdicts(
            module.statements, module.arguments, self.buffers)
        for one in module.operations:
            getattr(self, one.name.split(".")[1])(one)
            if one.result in self.values:
                self.mark(one)

    def mark(self, one):
        """Whether what was said of a value's type leaves doubt; not what was said of an index."""
        said = [demand.verdicts for demand in self.demands[one.line] if set(demand.questions) & OF_TYPES
                and not (one.index and demand.questions == ("bounds",))]
        doubts = frozenset([any(PROVED not in verdicts for verdicts in said),
                            any(verdicts != {PROVED} for verdicts in said)])
        value = self.values[one.result]
        astray = True in doubts and all(d.why != REFUSED_SLICE for d in self.demands[one.line])
        self.values[one.result] = replace(value, doubts=doubts, astray=value.astray or astray,
                                          chain_doubted=value.chain_doubted or True in doubts)

    def say(self, one, questions, verdicts, why):
        """Instead of what was demanded of these questions."""
        kept = [d for d in self.demands[one.line] if not set(d.questions) & set(questions)]
        self.demands[one.line] = kept + [Demand(tuple(questions), frozenset(verdicts), why)]

    def wrong(self, one, questions, why, verdicts=(REFUTED,)):
        """Whether another question of the line goes on from there is not said."""
        self.demands[one.line] = []
        self.say(one, questions, verdicts, why)

    def of_operand(self, one, used):
        """The operand's value as it is used; None if its type is not the one with which it was defined."""
        value = self.values[one.operands[-1]]
        if used == value.type:
            return value
        verdicts, why = verdict_of_use(used, value)
        if why == SPELLING and one.name in MOVES and value.doubts == {False}:
            return value
        if False not in value.doubts:
            verdicts, why = {NOTHING}, "another type of an operand of which the type is doubted"
        elif True in value.doubts:
            verdicts, why = verdicts | {NOTHING}, "whether there is doubt of the operand's type"
        if verdicts != {PROVED}:
            self.wrong(one, QUESTIONS, why, verdicts)
        return value if PROVED in verdicts and NOTHING not in verdicts else None

    def define(self, one, result, value=None):
        """What follows is decided as if its type were right; without a value, it may begin anywhere."""
        rank = result.layout.rank
        memory.cells(result.layout, result.allocated)
        before = value or self.values[one.operands[-1]]
        inside = is_inside(before.at, result)
        self.values[one.result] = replace(before, type=result, at=before.at if inside else (0,) * rank,
                                          known=before.known and value is not None and inside)

    def local_alloc(self, one):
        *source, result = one.types
        base = one.attributes[0] if one.attributes else memory.begin_of_allocation(result.layout)
        value = Value(result, (0,) * result.layout.rank, memory.bytes_of(result), base)
        self.values[one.result] = value
        if not result.is_whole:
            self.wrong(one, ["types"], "an allocation is not whole")
        elif not source and not result.mutable:
            self.wrong(one, ["types"], "nothing can be stored there")
        elif source and not fits(source[0], result):
            self.wrong(one, ["types"], "the tensor is another")
        elif source:
            self.say(one, ["alignment"], *alignment_verdicts(value, result, source[0]))
            self.say_addresses(one, value, result, source[0])

    def say_addresses(self, one, value, used, tensor):
        if value.known and not adds_what_is_free(value, used, tensor):
            doubted = value.astray or value.chain_doubted
            self.say(one, ["conversion"], {PROVED, UNKNOWN} if doubted else {UNKNOWN}, "compilers' addresses")

    def access(self, one, used, tensor, stores):
        value = self.of_operand(one, used)
        if value is None:
            return
        if not fits(tensor, used):
            self.wrong(one, ["types"], "the tensor is another, or buffers are left")
        elif stores and not used.mutable:
            self.wrong(one, ["types"], "the memory may not be written")
        else:
            if not value.chain_doubted:
                assert_inside(value, used, one.line)
            verdicts, why = alignment_verdicts(value, used, tensor)
            self.say(one, ["alignment"], verdicts, why)
            self.say_addresses(one, value, used, tensor)
            if used.layout != value.type.layout:
                decided = set(verdicts) == {PROVED}
                self.say(one, ["types"], {UNKNOWN} if decided else {PROVED, UNKNOWN}, SPELLING)

    def local_load(self, one):
        self.access(one, *one.types, stores=False)

    def local_store(self, one):
        self.access(one, *one.types[::-1], stores=True)


def is_inside(at, of):
    return len(at) == of.layout.rank and all(
        0 <= x and x + n <= whole for x, n, whole in zip(at, of.shape[-of.layout.rank:], of.allocated))


def verdict_of_use(used, value):
    """Of an operand with a type that is written otherwise than that with which it was defined."""
    defined = value.type
    if (used.shape, used.element) != (defined.shape, defined.element):
        return {REFUTED}, "an operand has another type than it was defined with"
    if used.mutable != defined.mutable:
        return {REFUTED}, "an operand may be written, and not as it was defined, or the other way"
    if used.stated != defined.stated:
        return {REFUTED}, "an operand has another allocation than it was defined with"
    if not same_cells(used, defined, value.at) or not memory.same_begins(used, defined):
        return {REFUTED}, "an operand has another layout than it was defined with"
    if used.layout != defined.layout:
        return {UNKNOWN}, SPELLING
    return {PROVED}, "enumeration"


def same_cells(used, defined, at):
    return used.layout.rank == defined.layout.rank and \
        memory.addresses(used, 0, at) == memory.addresses(defined, 0, at)


def assert_inside(value, used, line):
    """A right view does not leave its allocation: else this evaluator is wrong."""
    for begin in value.taken:
        for byte in memory.addresses(used, begin, value.at).values():
            if byte is None or byte + used.width > value.end[1]:
                raise AssertionError(f"line {line}: a right view leaves its allocation")
