"""What each view of a memory asks: docs/checking.md (Memory), the table of operations."""

import math
from dataclasses import replace

import views_indices as indices
import views_memory as memory
from views_indices import PROVED, REFUTED, UNKNOWN
from views_memory import NotCovered, in_slice, number_of, of_number
from views_memory import is_refused, refusals_of_reinterpretation


REFUSED_SLICE = "the compiler refuses the slice"
OTHER_SPELLING = "the compiler asks for the memory's attribute"
OTHER_GAPS = "the compiler keeps the gaps"


class Views:
    """The operations of Opinion (views_opinion.py), each by its name."""

    def types_of_view(self, one, operand, result):
        keeps = one.name in ("ttg.memdesc_trans", "ttg.memdesc_reshape", "ttg.memdesc_reinterpret")
        if result.mutable and not operand.mutable:
            self.wrong(one, ["types"], "what may not be written becomes what may")
        elif keeps and operand.mutable and not result.mutable:
            self.wrong(one, ["types"], "what may be written becomes what may not")
        elif result.element != operand.element and one.name != "ttg.memdesc_reinterpret":
            self.wrong(one, ["types"], "the element type changes")
        else:
            return True
        return False

    def agree(self, one, operand, result, at, leads, value):
        """Whether both types' maps agree at every element; `leads` gives the element of the operand."""
        there = memory.addresses(operand, 0, value.at)
        agreement = {}
        if operand.is_whole and result.is_whole:
            self.agreements[one.line] = agreement
        for begin_at, here in maps_of_result(one, operand, result, at):
            for c, byte in here.items():
                agreement[(*begin_at, *c)] = there.get(leads(*begin_at, c)), byte
        return all(a == b and a is not None for a, b in agreement.values())

    def view(self, one, value, operand, result, at, leads, inner=None):
        """By the maps; `inner` leads from elements of the result's A to those of the operand's."""
        agree = self.agree(one, operand, result, at, leads, value)
        everywhere = inner is None or agree_everywhere(operand, result, inner)
        lost = (value.astray or not value.known) and not (operand.is_whole and result.is_whole)
        if agree and not everywhere and is_element(one, result):
            self.wrong(one, ["view", "types"], "what the layout of one element says of others",
                       [PROVED, UNKNOWN])
        elif lost and not (agree and everywhere):
            self.wrong(one, ["view", "types"], "a view of a part, of which it is not known where it begins",
                       [UNKNOWN, PROVED if everywhere else REFUTED])
        elif not agree or inner and not memory.same_begins(operand, result):
            self.wrong(one, ["view", "types"], "the result's layout is another map")
        elif not everywhere:
            self.wrong(one, ["view", "types"], "the maps agree at the elements of a part alone", [UNKNOWN])

    def has_allocation(self, one, result, *allocations):
        if result.stated not in allocations:
            self.wrong(one, ["view", "types"], "the result's allocation is another")
        return result.stated in allocations

    def memdesc_index(self, one):
        operand, result = one.types
        n = operand.shape[0]
        value = self.of_operand(one, operand)
        if value is None:
            return self.define(one, result)
        if not operand.has_buffers and operand.layout.rank > 1:
            raise NotCovered("an index of what has no buffers")
        verdicts, why = self.indices[one.line]
        self.say(one, ["bounds"], verdicts, why)
        one_dimension = not operand.has_buffers
        at = (0,) if one_dimension else value.at
        chosen = indices.chosen(self.reached.get(one.line, []), self.ranges[one.line], n)
        astray = value.astray or one_dimension and not result.is_whole
        self.define(one, result, replace(value, at=at, astray=astray).behind(
            lambda i: begin_of_index(operand, i), *chosen))
        if not self.types_of_view(one, operand, result):
            return
        if result.shape != ((1,) if one_dimension else operand.shape[1:]):
            self.wrong(one, ["types", "view"], "the result's shape is another")
        elif not operand.is_whole:
            alike = operand.allocated == operand.shape[-operand.layout.rank:] and not one_dimension
            self.wrong(one, ["view", "types", "bounds"], f"an index of a part{' of buffers' * (not alike)}",
                       [UNKNOWN] + [REFUTED] * (not alike or verdicts == {REFUTED}))
        elif one_dimension and operand.allocation:
            self.wrong(one, ["view", "types", "bounds"], "an element of one of several buffers",
                       verdicts | {UNKNOWN})
        elif self.has_allocation(one, result, result.shape):
            if one_dimension:
                return self.wrong(one, ["view", "types", "bounds"], "an index of one dimension", {UNKNOWN})
            before = self.demands[one.line]
            self.view(one, value, operand, result, at, lambda i, c: (i, *c), lambda c: c)
            if self.demands[one.line] is before:
                self.say(one, ["bounds"], verdicts, why)
                if operand.layout.text != result.layout.text:
                    self.wrong(one, ["view", "types", "bounds"], OTHER_SPELLING, {UNKNOWN})

    def memdesc_subslice(self, one):
        operand, result = one.types
        offsets = one.attributes
        value = self.of_operand(one, operand)
        if value is None or not self.types_of_view(one, operand, result):
            return self.define(one, result)
        if operand.has_buffers or len(result.shape) != len(offsets) or result.has_buffers:
            raise NotCovered("a slice of buffers")
        if not in_slice(operand.shape, result.shape, offsets):
            self.wrong(one, ["bounds"], "the slice leaves its memory")
            return self.define(one, result)
        at = tuple(x + o for x, o in zip(value.at, offsets))
        self.define(one, result, replace(value, at=at, added=value.added | {added_by(operand, offsets)}))
        self.view(one, value, operand, result, at, lambda c: tuple(x + o for x, o in zip(c, offsets)),
                  lambda c: c)
        if result.stated != operand.stated and not self.is_refuted(one):
            return self.wrong(one, ["view", "types", "bounds"], "a slice with an allocation of its own",
                              [UNKNOWN, REFUTED])
        if self.is_refuted(one):
            return
        if operand.layout.text != result.layout.text:
            self.wrong(one, ["view", "types", "bounds"], OTHER_SPELLING, {UNKNOWN})
        elif is_refused(operand, result, offsets):
            self.wrong(one, ["view", "types", "bounds"], REFUSED_SLICE, [UNKNOWN])

    def is_refuted(self, one):
        """Or may be."""
        return any(REFUTED in demand.verdicts for demand in self.demands[one.line])

    def memdesc_trans(self, one):
        operand, result = one.types
        order = one.attributes
        value = self.of_operand(one, operand)
        if value is None or not self.types_of_view(one, operand, result):
            return self.define(one, result)
        whole = sorted(order) == list(range(len(operand.shape)))
        if not whole or result.shape != tuple(operand.shape[d] for d in order):
            self.wrong(one, ["types", "view"], "the order, or the result's shape, is another")
            return self.define(one, result)
        if operand.has_buffers and list(order) != sorted(order):
            self.wrong(one, ["types"], "the order has more dimensions than the layout")
            return self.define(one, result)
        inner = inner_order(operand, order)
        at = tuple(value.at[d] for d in inner) if inner else value.at
        self.define(one, result, replace(value, at=at))
        if not self.has_allocation(one, result, permuted_allocation(operand, order)):
            return
        self.view(one, value, operand, result, at, lambda c: led_by(order, c),
                  (lambda c: led_by(inner, c)) if inner else None)
        is_part = operand.shape[-operand.layout.rank:] != operand.allocated
        if self.is_refuted(one):
            return
        if is_part and operand.layout.text.startswith("#ttg.shared_linear"):
            self.wrong(one, ["view", "types", "bounds"], "a part of what bases describe", [UNKNOWN])
        if list(order) == sorted(order) and operand.layout.text != result.layout.text:
            self.wrong(one, ["view", "types", "bounds"], OTHER_SPELLING, {UNKNOWN})
        if has_other_gaps(operand, result):
            self.wrong(one, ["view", "types", "bounds"], OTHER_GAPS, {UNKNOWN})

    def memdesc_reshape(self, one):
        operand, result = one.types
        value = self.of_operand(one, operand)
        if value is None or not self.types_of_view(one, operand, result):
            return self.define(one, result)
        at = (0,) * result.layout.rank
        self.define(one, result, replace(value, at=at))
        if math.prod(operand.shape) != math.prod(result.shape):
            self.wrong(one, ["types", "view"], "the number of elements changes")
        elif not operand.is_whole:
            self.wrong(one, ["view", "types", "bounds"], "a reshape of a part")
        elif not result.is_whole:
            self.wrong(one, ["view", "types", "bounds"], "a reshape to a part", [REFUTED, UNKNOWN])
        elif operand.others != result.others:
            self.wrong(one, ["view", "types"], "the number of buffers in the allocation changes", {UNKNOWN})
        else:
            self.view(one, value, operand, result, at,
                      lambda c: of_number(operand.shape, number_of(result.shape, c)))
            if not self.is_refuted(one):
                if operand.has_buffers or result.has_buffers:
                    self.wrong(one, ["view", "types"], "a reshape of buffers", {UNKNOWN})
                elif has_other_gaps(operand, result):
                    self.wrong(one, ["view", "types"], OTHER_GAPS, {UNKNOWN})
            elif buffers_of(operand) != buffers_of(result):
                self.wrong(one, ["view", "types"], "a reshape to another number of buffers", {UNKNOWN, REFUTED})

    def memdesc_reinterpret(self, one):
        operand, result = one.types
        value = self.of_operand(one, operand)
        if value is None or not self.types_of_view(one, operand, result):
            return self.define(one, result)
        self.define(one, result, replace(value, at=(0,) * result.layout.rank))
        if not operand.is_whole or not result.is_whole:
            return self.wrong(one, ["view", "types", "bounds"], "a reinterpretation of a part", [REFUTED, UNKNOWN])
        verdicts, why = of_bytes(value, operand, result)
        refusals = refusals_of_reinterpretation(operand, result)
        if PROVED in verdicts and True in refusals:
            kept = verdicts if False in refusals else verdicts - {PROVED}
            verdicts, why = kept | {UNKNOWN}, "which dimension of another rank is the row"
        if verdicts != {PROVED}:
            self.wrong(one, ["bounds", "view", "types"], why, verdicts)


def is_element(one, result):
    """Of a memory of one dimension, with the allocation of all elements."""
    return one.name == "ttg.memdesc_index" and result.layout.rank == 1 and result.shape == (1,)


def added_by(operand, offsets):
    """Bytes that a slice adds to an address."""
    of = memory.cells(operand.layout, operand.allocated)
    return (of[offsets][0] ^ of[(0,) * len(offsets)][0]) * operand.width


def buffers_of(of):
    return of.shape[0] if of.has_buffers else None


def agree_everywhere(operand, result, leads):
    here = memory.cells(result.layout, result.allocated)
    there = memory.cells(operand.layout, operand.allocated)
    return len(here) == len(there) and all(
        there.get(leads(c), (None, None))[1] == cell for c, (_, cell) in here.items())


def maps_of_result(one, operand, result, at):
    if one.name != "ttg.memdesc_index":
        return [((), memory.addresses(result, 0, at))]
    return [((i,), memory.addresses(result, begin_of_index(operand, i), at)) for i in range(operand.shape[0])]


def has_other_gaps(operand, result):
    return memory.padding(operand.layout) != memory.padding(result.layout)


def begin_of_index(operand, i):
    return memory.begin_of_buffer(operand, i) if operand.has_buffers else memory.addresses(operand)[(i,)]


def led_by(order, c):
    """c[k] becomes coordinate order[k]."""
    coordinates = [0] * len(c)
    for k, d in enumerate(order):
        coordinates[d] = c[k]
    return tuple(coordinates)


def inner_order(operand, order):
    """The order of one buffer's dimensions; None where buffers are no longer the first dimension."""
    if not operand.has_buffers:
        return order
    return tuple(d - 1 for d in order[1:]) if order[0] == 0 else None


def permuted_allocation(operand, order):
    """As the shape; dimensions before those of the shape stay."""
    before = len(operand.stated) - len(order)
    return operand.stated[:before] + tuple(operand.stated[before + d] for d in order)


def of_bytes(value, operand, result):
    """Whether the result's bytes are there: up to its last element, behind every begin."""
    last = memory.bytes_of(result)[0]
    verdicts, why = set(), "its bytes"
    if False in value.doubts:
        ends = [value.of_begins(lambda begin: begin + last <= end, why) for end in set(value.end)]
        verdicts, why = set().union(*(verdicts for verdicts, _ in ends)), ends[0][1]
        if len(ends) > 1 and ends[0] != ends[1]:
            why = "whether padding behind the allocation's last element counts"
    within = {last <= end for end in memory.bytes_of(operand)}
    if PROVED in verdicts and False in within:  # some compilers know of no byte behind the operand
        verdicts = (verdicts if True in within else verdicts - {PROVED}) | {UNKNOWN}
    if len(value.taken) > 1 and False in within and REFUTED in verdicts:
        verdicts = verdicts | {UNKNOWN}  # a range of an index says how far it reaches, not that it does
    if True in value.doubts:
        verdicts = verdicts | {PROVED if ends else UNKNOWN for ends in within}
        why = "the bytes of what is doubted"
    if value.chain_doubted and False in value.doubts:
        verdicts = {PROVED, REFUTED, UNKNOWN} if False in within else verdicts | {PROVED}
        why = "the bytes of what follows a doubted view"
    return verdicts, why
