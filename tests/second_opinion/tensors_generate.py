"""Random cases: operations on tensors that are right by construction, and such in which one thing is wrong."""

import math
import random
from dataclasses import replace

from tensors_alike import CASTS, FLOATS, INTEGERS, may_cast
from tensors_facts import Case, without
from tensors_layouts import Blocked, Linear, Slice, Tensor, as_linear, is_legal, number_of, of_number
from tensors_mistakes import ELEMENTS, FLOAT_ELEMENTS, INTEGER_ELEMENTS, mistaken
from tensors_opinion import RULES
from tensors_random import other_layout, random_blocked, random_layout, random_shape, random_whole

# As often as others: all that is computed elementwise.
FAMILIES = [*[(name,) for name in RULES if name.split(".")[0] not in ("arith", "math")
              and name not in (*CASTS, *FLOATS, *INTEGERS)],
            tuple(INTEGERS), tuple(FLOATS), tuple(CASTS), ("arith.cmpi", "arith.cmpf"), ("arith.select",)]

# Have more than two answers.
OFTEN = [("ttg.convert_layout",)] * 2 + [("amdg.extract_slice",), ("amdg.in_thread_transpose",)] * 2


def cases(seed, count):
    rng = random.Random(seed)
    made = 0
    while made < count:
        name = rng.choice(rng.choice(FAMILIES + OFTEN))
        ctas = 2 if rng.random() < (0.5 if name == "ttg.convert_layout" else 0.25) else 1
        case = Right(rng, ctas).make(name)
        if case and rng.random() < 0.6:
            case = mistaken(rng, case)
        if case and all_legal(case):
            made += 1
            yield case


def all_legal(case):
    types = [one for one in case.operands + case.results + (case.defined or ()) if isinstance(one, Tensor)]
    return all(is_legal(one.layout, one.shape, case.ctas) for one in (*types, *asked_for(case, types)))


def asked_for(case, types):
    """What the operation's rule makes of its types."""
    axis = case.attributes.get("axis", 0)
    if case.name == "tt.broadcast":
        yield from (Tensor(one.shape, one.element, types[-1].layout) for one in types[:-1]
                    if len(one.shape) == len(types[-1].shape))
    if case.name in ("tt.reduce", "tt.expand_dims"):
        yield from (without(one, axis) for one in types if 0 <= axis < len(one.shape) and len(one.shape) > 1)


class Right:
    """Makes cases that are right; None where a draw gives none."""

    def __init__(self, rng, ctas):
        self.rng, self.ctas = rng, ctas

    def make(self, name):
        rng = self.rng
        if name in INTEGERS or name in FLOATS:
            one = self.tensor(elements=FLOAT_ELEMENTS if name in FLOATS else INTEGER_ELEMENTS)
            return self.case(name, [one] * {**INTEGERS, **FLOATS}[name], one)
        if name in CASTS:
            return self.cast(name)
        return {"arith.cmpi": self.compare, "arith.cmpf": self.compare, "arith.select": self.select,
                "ttg.convert_layout": self.convert, "tt.trans": self.trans, "tt.reshape": self.reshape,
                "tt.join": self.join, "tt.split": self.join, "tt.cat": self.cat,
                "tt.expand_dims": self.expand_dims, "tt.broadcast": self.broadcast, "tt.reduce": self.reduce,
                "tt.scan": self.reduce, "tt.gather": self.gather, "tt.histogram": self.histogram,
                "ttg.fp4_to_fp": self.fp4, "amdg.in_thread_transpose": self.in_thread_transpose,
                "amdg.extract_slice": self.extract_slice, "amdg.concat": self.concat}[name](name)

    def case(self, name, operands, *results, **more):
        return Case(name, tuple(operands), results, ctas=self.ctas, **more)

    def tensor(self, rank=None, most=8, elements=ELEMENTS):
        shape = random_shape(self.rng, rank or self.rng.choice((1, 2, 2, 3)), most)
        return Tensor(shape, self.rng.choice(elements), random_layout(self.rng, shape, self.ctas))

    def bases(self, tensor):
        return as_linear(tensor.layout, tensor.shape, self.ctas).bases

    def moved(self, tensor, shape, lead):
        """Each basis led to another place; spelled as it was where this is the same."""
        layout = Linear(tuple(tuple(map(lead, of)) for of in self.bases(tensor)))
        if tensor.shape == shape and layout.bases == self.bases(tensor):
            layout = tensor.layout
        return Tensor(shape, tensor.element, layout)

    def cast(self, name):
        one = self.tensor()
        pairs = [(a, b) for a in ELEMENTS for b in ELEMENTS if may_cast(name, a, b)]
        a, b = self.rng.choice(pairs)
        return self.case(name, [replace(one, element=a)], replace(one, element=b))

    def compare(self, name):
        one = self.tensor(elements=FLOAT_ELEMENTS if name == "arith.cmpf" else INTEGER_ELEMENTS)
        return self.case(name, [one, one], replace(one, element="i1"))

    def select(self, name):
        one = self.tensor()
        condition = self.rng.choice(("i1", replace(one, element="i1"), replace(one, element="i1")))
        return self.case(name, [condition, one, one], one)

    def convert(self, name):
        one = self.tensor()
        other = replace(one, layout=random_layout(self.rng, one.shape, self.ctas))
        kind = self.rng.random()
        if kind < 0.5:
            other = replace(one, layout=one.layout)
            for _ in range(self.rng.choice((0, 1, 1, 2))):
                layout = other_layout(self.rng, other.layout, other.shape, self.ctas)
                if not is_legal(layout, one.shape, self.ctas):
                    return None
                other = replace(other, layout=layout)
        return self.case(name, [one], other)

    def trans(self, name):
        one = self.tensor(self.rng.choice((2, 3)))
        order = self.rng.sample(range(len(one.shape)), len(one.shape))

        def lead(c):
            return tuple(c[d] for d in order)
        return self.case(name, [one], self.moved(one, lead(one.shape), lead), attributes={"order": order})

    def reshape(self, name):
        one = self.tensor()
        shape = [1] * self.rng.choice((1, 2, 3))
        while math.prod(shape) < math.prod(one.shape):
            shape[self.rng.randrange(len(shape))] *= 2
        other = self.moved(one, tuple(shape), lambda c: of_number(shape, number_of(one.shape, c)))
        if self.rng.random() < 0.7:
            return self.case(name, [one], other)
        if self.rng.random() < 0.7:
            other = replace(other, layout=random_layout(self.rng, other.shape, self.ctas))
        return self.case(name, [one], other, attributes={"allow_reorder": None})

    def join(self, name):
        one = self.tensor(self.rng.choice((1, 2)), 7)
        registers, *threads = [[(*v, 0) for v in of] for of in self.bases(one)]
        registers.insert(self.rng.randrange(len(registers) + 1), (0,) * len(one.shape) + (1,))
        layout = Linear(tuple(map(tuple, (registers, *threads))))
        two = Tensor(one.shape + (2,), one.element, layout)
        return self.case(name, [one, one], two) if name == "tt.join" else self.case(name, [two], one, one)

    def cat(self, name):
        one = self.tensor(1, 7)
        registers, *threads = self.bases(one)
        layout = Linear((registers + (one.shape,), *threads))
        if self.rng.random() < 0.4:
            layout = random_layout(self.rng, (2 * one.shape[0],), self.ctas)
        return self.case(name, [one, one], Tensor((2 * one.shape[0],), one.element, layout))

    def expand_dims(self, name):
        other = self.tensor(self.rng.choice((2, 3)))
        axis = self.rng.randrange(len(other.shape))
        shape = tuple(1 if d == axis else n for d, n in enumerate(other.shape))
        layout = other.layout if self.rng.random() < 0.5 else random_whole(self.rng, shape, self.ctas)
        one = Tensor(shape[:axis] + shape[axis + 1:], other.element, Slice(axis, layout))
        return self.case(name, [one], Tensor(shape, other.element, layout), attributes={"axis": axis})

    def broadcast(self, name):
        one = self.tensor()
        shape = tuple(1 if self.rng.random() < 0.5 else n for n in one.shape)
        layout = one.layout if self.rng.random() < 0.7 else random_whole(self.rng, shape, self.ctas)
        return self.case(name, [replace(one, shape=shape, layout=layout)], one)

    def reduce(self, name):
        """Or a scan, of a layout that can be scanned where there is one CTA."""
        one = self.tensor()
        if name == "tt.scan" and self.ctas == 1:
            one = replace(one, layout=random_blocked(self.rng, len(one.shape)))
        axis = self.rng.randrange(len(one.shape))
        operands = [replace(one, element=self.rng.choice(ELEMENTS)) for _ in range(self.rng.choice((1, 1, 2)))]
        results = operands
        if name == "tt.reduce" and len(one.shape) == 1:
            results = [each.element for each in operands]
        elif name == "tt.reduce":
            shape = one.shape[:axis] + one.shape[axis + 1:]
            results = [Tensor(shape, each.element, Slice(axis, one.layout)) for each in operands]
        elements = tuple(each.element for each in operands)
        return self.case(name, operands, *results, attributes={"axis": axis}, region=(2 * elements, elements))

    def gather(self, name):
        one = self.tensor()
        axis = self.rng.randrange(len(one.shape))
        shape = tuple(2 ** self.rng.randint(0, 4) if d == axis else n for d, n in enumerate(one.shape))
        layout = random_layout(self.rng, shape, self.ctas)
        return self.case(name, [one, Tensor(shape, self.rng.choice(INTEGER_ELEMENTS), layout)],
                         Tensor(shape, one.element, layout), attributes={"axis": axis})

    def histogram(self, name):
        elements = self.rng.choice((("i32",), INTEGER_ELEMENTS))
        one, other = self.tensor(1, elements=elements), self.tensor(1, elements=elements)
        mask = [replace(one, element="i1")] if self.rng.random() < 0.5 else []
        return self.case(name, [one, *mask], other)

    def fp4(self, name):
        one = self.tensor(most=7, elements=("i8",))
        axis = self.rng.randrange(len(one.shape))

        def lead(c):
            return tuple(x * 2 if d == axis else x for d, x in enumerate(c))
        registers, *threads = [tuple(map(lead, of)) for of in self.bases(one)]
        first = tuple(int(d == axis) for d in range(len(one.shape)))
        shape = tuple(2 * n if d == axis else n for d, n in enumerate(one.shape))
        return self.case(name, [one], Tensor(shape, self.rng.choice(("f16", "bf16")),
                                             Linear(((first, *registers), *threads))), attributes={"axis": axis})

    def in_thread_transpose(self, name):
        """Of `blocked`, and mostly with what moves along the fastest dimension behind the others."""
        one = self.tensor(2)
        if self.ctas == 1 and self.rng.random() < 0.7:
            one = replace(one, layout=random_blocked(self.rng, 2))
        registers, *threads = self.bases(one)
        registers = self.rng.sample(registers, len(registers))
        if isinstance(one.layout, Blocked):
            registers = sorted(self.bases(one)[0], key=lambda v: v[one.layout.order[0]] != 0)
        return self.case(name, [one], replace(one, layout=Linear((tuple(registers), *threads))))

    def extract_slice(self, name):
        """Of whole registers; the part lies at one of its multiples."""
        part, whole, places = self.parts()
        return self.case(name, [whole], part,
                         attributes={"offsets": [n * self.rng.randrange(k) for n, k in zip(part.shape, places)]})

    def concat(self, name):
        part, whole, places = self.parts()
        return self.case(name, [part] * math.prod(places), whole)

    def parts(self):
        """A tensor, a larger one that has several such in each thread, and how many along each dimension."""
        part = self.tensor(self.rng.choice((1, 2, 2, 3)), 6)
        places = [self.rng.choice((1, 1, 2, 4)) for _ in part.shape]
        further = [tuple(n * (1 << k) if d == other else 0 for other in range(len(places)))
                   for d, n in enumerate(part.shape) for k in range(places[d].bit_length() - 1)]
        registers, *threads = self.bases(part)
        registers = list(registers) + further
        if self.rng.random() < 0.5:
            self.rng.shuffle(registers)
        whole = Tensor(tuple(n * k for n, k in zip(part.shape, places)), part.element,
                       Linear((tuple(registers), *threads)))
        if self.rng.random() < 0.7:  # the part in the same spelling
            part = replace(part, layout=Linear(self.bases(part)))
        return part, whole, places
