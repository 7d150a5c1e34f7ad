"""How a program of moves is read and written out: docs/programs.md, Text."""

import re
from dataclasses import dataclass, field

from expressions import BadInput, Reader
from steps import check_value

TOKEN = re.compile(r"\s+|(?:#|//)[^\n]*|0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*|\.\.|<<|>>"
                   r"|[<>=!]=|&&|\|\||[-+*/%<>&|^~!?:=;,()\[\]{}]")
WORDS = {8: 1, 16: 1, 32: 1, 64: 2, 96: 3, 128: 4}  # registers of an access of so many bits


class Token(str):
    """A piece of the text that knows its line and column."""


@dataclass
class Move:
    name: str
    line: int
    column: int
    registers: list = field(default_factory=list)  # as written: name and index, a tree
    numbers: list = field(default_factory=list)  # trees of X
    predicate: tuple = None
    barrier: int = 0  # the number of a barrier in the text, from 1


@dataclass
class Loop:
    name: str
    first: int
    end: int
    body: list


@dataclass
class Program:
    target: str
    warps: int = 1
    lanes: int = 32
    blocks: int = 1
    bits: int = 0
    in_a_register: int = 0
    shared: int = 0
    arrays: dict = field(default_factory=dict)
    body: list = field(default_factory=list)
    barriers: int = 0

    @property
    def amd(self):
        return self.target.startswith("hip:")


@dataclass
class Step:
    """One move with the numbers of its loops, and what its expressions are in each thread that takes part."""
    move: Move
    loops: tuple
    registers: list  # (array, number)
    values: dict  # (block, warp, lane) -> numbers


def cuda(target):
    match = re.fullmatch(r"cuda:(\d+)", target)
    return int(match[1]) if match else 0


class ProgramReader(Reader):
    def __init__(self, text):
        self.tokens, self.known, at = [], set(), 0
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise BadInput(f"unexpected {text[at]!r}")
            if not re.match(r"\s|#|//", match[0]):
                token = Token(match[0])
                token.line, token.column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
                self.tokens.append(token)
            at = match.end()
        self.tokens.append("the end")

    def program(self):
        self.take("program")
        found = Program(self.take() + self.take(":") + self.take())
        arch = re.fullmatch(r"hip:gfx(9|10|11|12)\w\w", found.target)
        if not arch and not cuda(found.target):
            raise BadInput(f"the target {found.target} is unknown")
        found.lanes, given = 64 if arch and arch[1] == "9" else 32, set()
        while self.next() == ",":
            self.take()
            name, number = self.part()
            if name in given:
                raise BadInput(f"{name} is given twice")
            given.add(name)
            setattr(found, name, number)
        self.take(";")
        wave64 = arch and arch[1] in ("10", "11", "12") and not found.target.startswith("hip:gfx125")
        if found.lanes not in ((32, 64) if wave64 else (64,) if arch and arch[1] == "9" else (32,)):
            raise BadInput(f"{found.target} has no warps of {found.lanes} lanes")
        usual = {8: 4, 16: 2}.get(found.bits, 1)
        found.in_a_register = found.in_a_register or usual
        if found.bits not in (8, 16, 32, 64, 128) or found.in_a_register not in (1, 2, usual) \
                or found.in_a_register > usual:
            raise BadInput("elements of so many bits are not held so")
        if found.blocks & (found.blocks - 1) or not found.blocks or not found.warps:
            raise BadInput("no such number of blocks or warps")
        if found.blocks > 1 and cuda(found.target) < 90:
            raise BadInput("the target has no clusters")
        while self.next() == "registers":
            self.take()
            while True:
                name = self.name()
                self.take("[")
                if name in found.arrays or name in ("lane", "warp", "block"):
                    raise BadInput(f"{name} is no name for an array")
                found.arrays[name] = self.number()
                self.take("]")
                if self.take(",", ";") == ";":
                    break
        self.found, self.loops = found, []
        while self.next() != "the end":
            found.body.append(self.statement())
        return found

    def part(self):
        if self.next() == "shared":
            self.take()
            number = self.number()
            self.take("bytes")
            return "shared", number
        number, what = self.number(), self.take("warps", "lanes", "blocks", "bits", "in")
        if what == "in":
            self.take("a")
            self.take("register")
            return "in_a_register", number
        return what, number

    def statement(self):
        if self.next() != "for":
            return self.move()
        self.take()
        name = self.name()
        if name in self.loops or name in (*self.found.arrays, "s", "d", "lane", "warp", "block"):
            raise BadInput(f"{name} is taken")
        self.take("in")
        first = self.number()
        self.take("..")
        loop = Loop(name, first, self.number(), [])
        if loop.end < first:
            raise BadInput("the loop ends before it begins")
        self.take("{")
        self.loops.append(name)
        while self.next() != "}":
            loop.body.append(self.statement())
        self.take("}")
        self.loops.pop()
        return loop

    def register(self):
        name = self.name()
        if name not in (*self.found.arrays, "s", "d"):
            raise BadInput(f"{name} is no array")
        self.take("[")
        index = self.index(*self.loops)
        self.take("]")
        return name, index

    def index(self, *known):
        self.known = set(known)
        return self.tree()

    def x(self):
        return self.index(*self.loops, "lane", "warp", "block")

    def move(self):
        token = self.take()
        move = Move(str(token), token.line, token.column)
        shape = operands_of(move.name, self.found)
        for place, operand in enumerate(shape):
            if place:
                self.take(",")
            if operand == "R":
                move.registers.append(self.register())
            elif operand == "X":
                move.numbers.append(self.x())
            else:
                self.take("[")
                move.numbers.append(self.x())
                if operand == "[XB]":
                    self.take(",")
                    move.numbers.append(self.x())
                self.take("]")
        if move.name.startswith("barrier"):
            self.found.barriers += 1
            move.barrier = self.found.barriers
        elif self.next() == "if":
            self.take()
            move.predicate = self.x()
        self.take(";")
        return move


def operands_of(name, program):
    """The kinds of operands in their order: R, X, [X], [XB]."""
    simple = {"mov": "RR", "prmt": "RRRX", "selp": "RRRX", "barrier.warp": "", "barrier.cta": ""}
    if not program.amd:
        simple.update({"shfl.idx": "RRX", "shfl.bfly": "RRX", "shfl.up": "RRX", "shfl.down": "RRX"})
    else:
        simple["ds_bpermute_b32"] = "RXR"
    if cuda(program.target) >= 90:
        simple["barrier.cluster"] = ""
    if name in simple:
        return list(simple[name])
    access = Access.of(name)
    if access is None:
        raise BadInput(f"{name} is no move")
    if access.amd != program.amd or (access.matrix and cuda(program.target) < (90 if access.stores else 75)) \
            or (access.cluster and cuda(program.target) < 90):
        raise BadInput(f"{program.target} has no {name}")
    registers, address = ["R"] * access.registers, ["[XB]" if access.cluster else "[X]"]
    return address + registers if access.stores else registers + address


@dataclass
class Access:
    stores: bool
    size: int  # bytes at each address
    registers: int
    matrix: int = 0
    trans: bool = False
    cluster: bool = False
    amd: bool = False

    @staticmethod
    def of(name):
        match = re.fullmatch(r"(ld|st)\.shared(::cluster)?\.b(8|16|32|64|128)", name)
        if match:
            bits = int(match[3])
            return Access(match[1] == "st", bits // 8, WORDS[bits], cluster=bool(match[2]))
        match = re.fullmatch(r"ds_(read|write)_b(8|16|32|64|96|128)", name)
        if match:
            bits = int(match[2])
            return Access(match[1] == "write", bits // 8, WORDS[bits], amd=True)
        match = re.fullmatch(r"(ld|st)matrix\.x([124])(\.trans)?", name)
        if match:
            return Access(match[1] == "st", 16, int(match[2]), int(match[2]), bool(match[3]))
        return None

    @property
    def alignment(self):
        return 4 if self.size == 12 else self.size


def parse(text):
    return ProgramReader(text).program()


def written_out(program, sizes):
    """The steps of the program; `sizes` are those of all arrays."""
    threads = [(b, w, a) for b in range(program.blocks) for w in range(program.warps) for a in range(program.lanes)]
    steps = []

    def step(move, loops):
        known = dict(loops)
        registers = [(name, check_value(index, known)) for name, index in move.registers]
        if any(number >= sizes[name] for name, number in registers):
            raise BadInput("a register beyond its array")
        access, values = Access.of(move.name), {}
        written = registers if access and not access.stores else registers[:1] if not access else []
        if len(set(written)) < len(written):
            raise BadInput("a register is written twice")
        for block, warp, lane in threads:
            at = {**known, "block": block, "warp": warp, "lane": lane}
            if move.predicate and not check_value(move.predicate, at):
                continue
            gives = not (access and access.matrix) or lane < 8 * access.matrix
            numbers = [check_value(tree, at) for tree in move.numbers] if gives else []
            if access and numbers and numbers[0] >= 2**63:
                raise BadInput("an address of 2^63 or more")
            if move.name == "prmt" and (numbers[0] >= 0x8000 or any(int(c, 16) > 7 for c in f"{numbers[0]:04x}")):
                raise BadInput("no selector")
            values[block, warp, lane] = numbers
        steps.append(Step(move, loops, registers, values))

    def run(body, loops):
        for statement in body:
            if isinstance(statement, Move):
                step(statement, loops)
            else:
                for i in range(statement.first, statement.end):
                    run(statement.body, (*loops, (statement.name, i)))

    run(program.body, ())
    return steps
