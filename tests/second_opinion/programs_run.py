"""What `realises` says of a program: all threads run it, with bytes that know where they come from.

A byte is (element, byte of it, place of the source, run), or None, which holds nothing.
"""

from collections import defaultdict
from dataclasses import dataclass

from expressions import BadInput
from programs_layouts import held
from programs_text import Access, parse, written_out

SCOPES = ("barrier.warp", "barrier.cta", "barrier.cluster")
MOST_BARRIERS = 64  # that are asked whether they order anything


class Wrong(Exception):
    def __init__(self, claim, thread, step=None, run=0):
        super().__init__(claim)
        self.claim, self.thread, self.step, self.run = claim, thread, step, run


@dataclass
class Touch:
    """An access to one byte of memory."""
    stores: bool
    thread: tuple
    at: tuple  # run and number of the step
    barriers: tuple  # how many of each scope were before it
    matrix: bool
    value: tuple = None


@dataclass
class Question:
    program: object
    source: tuple
    destination: tuple
    apart_copies: bool
    repeated: bool
    sizes: dict
    steps: list

    @property
    def threads(self):
        p = self.program
        return [(b, w, a) for b in range(p.blocks) for w in range(p.warps) for a in range(p.lanes)]


def bytes_of(program, register):
    """(number of the 32-bit register, byte of it) of each byte of the element in a layout's register."""
    size, each = program.bits // 8, program.in_a_register
    if size >= 4:
        return [(register * size // 4 + k // 4, k % 4) for k in range(size)]
    return [(register // each, register % each * size + k) for k in range(size)]


def ask(text, source, destination, shape, apart_copies=False, repeated=False):
    program = parse(text)
    layouts = [held(layout, tuple(shape)) for layout in (source, destination)]
    sizes = {}
    for name, layout in zip("sd", layouts):
        if (len(layout), len(layout[0]), len(layout[0][0])) != (program.blocks, program.warps, program.lanes):
            raise BadInput("the layout has other threads")
        needed = max(number for number, _ in bytes_of(program, len(layout[0][0][0]) - 1)) + 1
        sizes[name] = program.arrays.get(name, needed)
        if sizes[name] < needed:
            raise BadInput(f"{name} has too few registers")
    sizes = {**program.arrays, **sizes}
    return Question(program, *layouts, apart_copies, repeated, sizes, written_out(program, sizes))


class Runner:
    def __init__(self, question, without_barrier=None):
        self.question, self.program, self.without = question, question.program, without_barrier
        self.memory = defaultdict(list)  # (block, byte) -> accesses, in the order of the program
        self.barriers = [0, 0, 0]

    def run(self):
        """Raises Wrong at the first thing that is."""
        left = []
        for self.run_number in range(2 if self.question.repeated else 1):
            self.begin()
            for self.at, self.step in enumerate(self.question.steps):
                self.do()
            left.append(self.registers)
        for registers in left:
            self.registers = registers
            self.compare()

    def begin(self):
        self.registers = {thread: {} for thread in self.question.threads}
        for (b, w, a), own in self.registers.items():
            for r, element in enumerate(self.question.source[b][w][a]):
                for k, (number, byte) in enumerate(bytes_of(self.program, r)):
                    own.setdefault(("s", number), [None] * 4)[byte] = (element, k, (b, w, a, r), self.run_number)

    def read(self, thread, register):
        return list(self.registers[thread].get(register, [None] * 4))

    def wrong(self, claim, thread):
        raise Wrong(claim, thread, self.step, self.run_number)

    def do(self):
        move, access = self.step.move, Access.of(self.step.move.name)
        if move.barrier:
            if move.barrier != self.without:
                for scope in range(SCOPES.index(move.name) + 1):
                    self.barriers[scope] += 1
        elif access:
            self.access(access)
        elif move.name in ("mov", "prmt", "selp"):
            for thread, numbers in self.step.values.items():
                values = [self.read(thread, register) for register in self.step.registers[1:]]
                if move.name == "mov":
                    result = values[0]
                elif move.name == "selp":
                    result = values[0] if numbers[0] else values[1]
                else:
                    result = [(values[0] + values[1])[numbers[0] >> 4 * k & 7] for k in range(4)]
                self.registers[thread][self.step.registers[0]] = result
        else:
            self.shuffle()

    def whole_warp(self, thread):
        """All lanes of the warp take part, or it is refuted at the first that does not."""
        for lane in range(self.program.lanes):
            if (*thread[:2], lane) not in self.step.values:
                self.wrong(2, (*thread[:2], lane))

    def shuffle(self):
        results = {}
        for (b, w, a), (x,) in self.step.values.items():
            self.whole_warp((b, w, a))
            lanes, kind = self.program.lanes, self.step.move.name
            other = {"shfl.idx": x, "shfl.bfly": a ^ x, "shfl.up": a - x, "shfl.down": a + x,
                     "ds_bpermute_b32": x // 4 % lanes}[kind]
            if not 0 <= other < lanes:
                if kind not in ("shfl.up", "shfl.down"):
                    self.wrong(2, (b, w, a))
                other = a
            results[b, w, a] = self.read((b, w, other), self.step.registers[1])
            if other != a and results[b, w, a] == [None] * 4:
                self.wrong(2, (b, w, a))
        for thread, result in results.items():
            self.registers[thread][self.step.registers[0]] = result

    def out_of_place(self, access, numbers):
        block = numbers[1] if access.cluster else 0
        return (numbers[0] + access.size > self.program.shared or numbers[0] % access.alignment != 0
                or block >= self.program.blocks)

    def places(self, access, thread):
        """(block and byte of memory, number of the move's register, byte of it) of a thread, if in place."""
        for m in range(access.registers):
            for k in range(4 if access.size >= 4 else access.size):
                giver, at = thread, 4 * m + k
                if access.matrix:
                    b, w, a = thread
                    row, at = a // 4, 4 * (a % 4) + k
                    if access.trans:
                        row, at = 2 * (a % 4) + k // 2, 2 * (a // 4) + k % 2
                    giver = (b, w, 8 * m + row)
                numbers = self.step.values[giver]
                if not self.out_of_place(access, numbers):
                    yield (numbers[1] if access.cluster else thread[0], numbers[0] + at), m, k

    def access(self, access):
        # What each thread touches; warps of which only some lanes take part in a matrix move touch nothing.
        here, touched = defaultdict(list), {}
        for thread in self.step.values:
            partial = access.matrix and any((*thread[:2], lane) not in self.step.values
                                            for lane in range(self.program.lanes))
            touched[thread] = []
            for place, m, k in [] if partial else self.places(access, thread):
                value = self.read(thread, self.step.registers[m])[k] if access.stores else None
                touch = Touch(access.stores, thread, (self.run_number, self.at), tuple(self.barriers),
                              access.matrix > 0, value)
                touched[thread].append((place, m, k, touch))
                here[place].append(touch)
        for thread, touches in touched.items():
            if access.matrix:
                self.whole_warp(thread)
            if self.step.values[thread] and self.out_of_place(access, self.step.values[thread]):
                self.wrong(1, thread)
            for place, m, k, touch in touches:
                before = self.memory.get(place, [])
                if access.stores and touch.value is None:
                    self.wrong(2, thread)
                if not access.stores and not any(other.stores for other in before):
                    self.wrong(2, thread)
                for other in before + here[place]:
                    if other is not touch and not self.may_meet(other, touch):
                        self.wrong(3, thread)
        if not access.stores:
            for thread, touches in touched.items():
                found = [[None] * 4 for _ in self.step.registers]
                for place, m, k, _ in touches:
                    found[m][k] = [other for other in self.memory[place] if other.stores][-1].value
                for register, value in zip(self.step.registers, found):
                    self.registers[thread][register] = value
        for place, touches in here.items():
            self.memory[place] += touches

    def may_meet(self, x, y):
        """Whether two accesses to a byte are no conflict, or ordered, or store the same."""
        if not x.stores and not y.stores:
            return True
        if x.stores and y.stores and x.value is not None and y.value is not None:
            if x.value == y.value or not self.question.apart_copies and \
                    (*x.value[:2], x.value[3]) == (*y.value[:2], y.value[3]):
                return True
        if x.at != y.at and x.thread == y.thread and not x.matrix and not y.matrix:
            return True
        if x.at != y.at and x.thread[:2] == y.thread[:2] and self.program.amd:
            return True
        scope = 0 if x.thread[:2] == y.thread[:2] else 1 if x.thread[0] == y.thread[0] else 2
        return x.barriers[scope] != y.barriers[scope]

    def compare(self):
        for b, w, a in self.question.threads:
            for r, element in enumerate(self.question.destination[b][w][a]):
                for k, (number, byte) in enumerate(bytes_of(self.program, r)):
                    found = self.read((b, w, a), ("d", number))[byte]
                    if found is None or found[:2] != (element, k):
                        raise Wrong(4, (b, w, a))


def wrong_of(question, without_barrier=None):
    try:
        Runner(question, without_barrier).run()
    except Wrong as wrong:
        return wrong
    return None


def opinion(text, source, destination, shape, apart_copies=False, repeated=False):
    """The verdict as a dictionary, and the question (None of bad input)."""
    nothing = {"claim": None, "move": None, "loops": None, "next_run": None, "block": None, "warp": None, "lane": None,
               "remarks": []}
    try:
        question = ask(text, source, destination, shape, apart_copies, repeated)
    except BadInput as bad:
        return {"verdict": "bad input", **nothing, "why": str(bad)}, None
    wrong = wrong_of(question)
    if wrong is None:
        barriers = question.program.barriers
        idle = [k + 1 for k in range(min(barriers, MOST_BARRIERS)) if wrong_of(question, k + 1) is None]
        remarks = [f"barrier {k} orders nothing" for k in idle]
        if barriers > MOST_BARRIERS:
            remarks.append(f"of {barriers} barriers the first {MOST_BARRIERS} were asked whether they order anything")
        return {"verdict": "proved", **nothing, "remarks": remarks}, question
    found = {"verdict": "refuted", **nothing, "claim": wrong.claim}
    if wrong.step:
        found["move"] = f"{wrong.step.move.line}:{wrong.step.move.column}"
        found["loops"], found["next_run"] = [list(one) for one in wrong.step.loops], wrong.run == 1
    found["block"], found["warp"], found["lane"] = wrong.thread
    return found, question
