"""Ways in which a kernel comes by an index of 0 to n - 1, and random ones that know no bounds."""

OPERATIONS = ("addi", "subi", "muli", "divsi", "divui", "remsi", "remui", "minsi", "maxsi", "minui", "maxui",
              "andi", "ori", "xori", "shli", "shrsi", "shrui")
PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


class Idioms:
    """Lines of integers; blocks that were opened stay open until close_blocks."""

    def __init__(self, rng):
        self.rng, self.lines, self.endings, self.names = rng, [], [], 0
        self.arguments, self.scalars = [], []

    def fresh(self):
        self.names += 1
        return f"%v{self.names}"

    def line(self, text):
        self.lines.append("    " + "  " * len(self.endings) + text)

    def open(self, text, *ending):
        """`ending`: what stands before the block's end."""
        self.line(text)
        self.endings.append((ending, len(self.scalars)))

    def close(self):
        ending, known = self.endings[-1]
        for text in ending:
            self.line(text)
        self.endings.pop()
        self.line("}")
        del self.scalars[known:]

    def close_blocks(self):
        while self.endings:
            self.close()

    def constant(self, number, of="i32"):
        name = self.fresh()
        self.line(f"{name} = arith.constant {number} : {of}")
        return name

    def of(self, operation, a, b, kind="i32"):
        name = self.fresh()
        self.line(f"{name} = arith.{operation} {a}, {b} : {kind}")
        return name

    def cast(self, operation, a, before, after):
        name = self.fresh()
        self.line(f"{name} = arith.{operation} {a} : {before} to {after}")
        return name

    def select(self, condition, a, b):
        name = self.fresh()
        self.line(f"{name} = arith.select {condition}, {a}, {b} : i32")
        return name

    def compare(self, predicate, a, b, kind="i32"):
        return self.of(f"cmpi {predicate},", a, b, kind)

    def anything(self):
        """An argument, a program's number, or a number that was worked out before."""
        kind = self.rng.randrange(6)
        if kind == 0:
            name = self.fresh()
            self.line(f"{name} = tt.get_program_id x : i32")
            return name
        if kind == 1 or not self.arguments:
            return self.rng.choice(self.scalars or [self.constant(self.rng.randint(-3, 40))])
        return self.rng.choice(self.arguments)

    def index_of(self, n):
        idioms = (self.plain, self.plain, self.worked_out, self.induction, self.induction, self.wrapping,
                  self.wrapping, self.rotating, self.remainder, self.masked, self.clamped, self.guarded,
                  self.selected, self.narrow, self.after_loop, self.after_branch, self.dead,
                  self.random, self.counted)
        name = self.rng.choice(idioms)(max(n, 0))
        self.scalars.append(name)
        return name

    def plain(self, n):
        return self.constant(self.rng.randrange(n) if n and self.rng.random() < 0.7 else n - 1)

    def worked_out(self, n):
        """Constants, and what is missing to an index."""
        a, b = self.constant(self.rng.randint(-9, 9)), self.constant(self.rng.randint(0, 5))
        name = self.of(self.rng.choice(OPERATIONS), a, b)
        size = self.constant(max(n, 1))
        return self.of("remui", name, size) if self.rng.random() < 0.7 else self.of("addi", name, size)

    def is_small(self, bound):
        """Not a number that may be below 0 in the run with constants."""
        return bound in self.arguments or isinstance(bound, int) and bound >= 0

    def loop(self, lower, upper, step, carried="", ending=()):
        """Opens a loop; its induction variable."""
        bounds = [self.constant(x) if isinstance(x, int) else x for x in (lower, upper, step)]
        i = f"%i{self.names}"
        kind = "unsigned " if self.rng.random() < 0.1 and self.is_small(upper) else ""
        self.open(f"{carried and carried[0]}scf.for {kind}{i} = {bounds[0]} to {bounds[1]} step {bounds[2]}"
                  f"{carried and carried[1]}  : i32 {{", *ending)
        self.scalars.append(i)
        return i

    def induction(self, n):
        step = self.rng.choice((1, 1, 2, 3))
        low = self.rng.randint(0, max(0, n - 1)) if self.rng.random() < 0.3 else 0
        upper = n if self.rng.random() < 0.8 else self.anything()
        i = self.loop(low, upper, step)
        if self.rng.random() < 0.2:  # from the end on
            return self.of("subi", self.constant(n - 1), i)
        return i

    def counted(self, n):
        """An induction variable over a number, or times one."""
        by = self.rng.randint(1, 4)
        i = self.loop(0, n * by if n else 1, 1)
        kind = self.rng.choice(("divsi", "divui", "shrui", "remsi"))
        number = {"shrui": by.bit_length() - 1, "remsi": max(n, 1)}.get(kind, by)
        return self.of(kind, i, self.constant(number))

    def carrying(self, pairs, upper):
        """A loop that carries these; its results' names, and how it ends are told later."""
        result, count = self.fresh(), len(pairs)
        head = f"{result}:{count} = " if count > 1 else f"{result} = "
        inside = ", ".join(f"{a} = {b}" for a, b in pairs)
        i = self.loop(0, upper, 1, (head, f" iter_args({inside}) -> ({', '.join(['i32'] * count)})"))
        return i, result

    def yields(self, *names):
        ending, known = self.endings[-1]
        self.endings[-1] = ((*ending, f"scf.yield {', '.join(names)} : {', '.join(['i32'] * len(names))}"),
                            known)

    def wrapping(self, n):
        """Counts up, and begins again at n."""
        carried = f"%a{self.names}"
        start = self.constant(self.rng.choice((0, 0, -1, max(0, n - 1))))
        upper = self.rng.choice((3, 5, 9, 20)) if self.rng.random() < 0.5 else self.anything()
        self.carrying([(carried, start)], upper)
        one, size, zero = self.constant(1), self.constant(n), self.constant(0)
        following = self.of("addi", carried, one)
        kind = self.rng.randrange(4)
        if kind == 0:
            following = self.of(self.rng.choice(("remsi", "remui")), following, self.constant(max(n, 1)))
        elif kind == 1:
            wraps = self.compare(self.rng.choice(("sge", "eq", "uge", "sgt")), following, size)
            following = self.select(wraps, zero, following)
        elif kind == 2:
            goes_on = self.compare(self.rng.choice(("slt", "ne", "ult")), following, size)
            following = self.select(goes_on, following, zero)
        else:
            following = self.of("minsi", following, self.constant(n - 1))
        self.yields(following)
        return following if self.rng.random() < 0.5 else carried

    def rotating(self, n):
        """Two that change places, or follow each other."""
        a, b = f"%a{self.names}", f"%b{self.names}"
        first, second = self.constant(self.rng.randrange(n or 1)), self.constant(n - 1)
        self.carrying([(a, first), (b, second)], self.rng.choice((2, 4, 7)))
        self.yields(b, a if self.rng.random() < 0.6 else self.of("xori", a, self.constant(1)))
        return self.rng.choice((a, b))

    def remainder(self, n):
        return self.of(self.rng.choice(("remui", "remui", "remsi")), self.anything(),
                       self.constant(max(n, 1)))

    def masked(self, n):
        name = self.of("andi", self.anything(), self.constant(n - 1))
        if self.rng.random() < 0.2:
            return self.of("shrui", name, self.constant(self.rng.choice((1, 30))))
        return name

    def clamped(self, n):
        kind = self.rng.randrange(4)
        low = self.of("maxsi", self.anything(), self.constant(0))
        if kind == 0:
            return self.of("minui", self.anything(), self.constant(n - 1))
        return self.of("minsi" if kind < 3 else "minui", low, self.constant(n - 1))

    def guarded(self, n):
        """Under conditions that hold it in."""
        x, size = self.anything(), self.constant(n)
        if self.rng.random() < 0.4:
            self.open(f"scf.if {self.compare(self.rng.choice(('ult', 'ult', 'slt')), x, size)} {{")
            return x
        self.open(f"scf.if {self.compare(self.rng.choice(('sge', 'sge', 'sgt')), x, self.constant(0))} {{")
        predicate, swapped = self.rng.choice((("slt", "sgt"), ("slt", "sgt"), ("ult", "ugt"), ("sle", "sge")))
        compared = (predicate, x, size) if self.rng.random() < 0.7 else (swapped, size, x)
        condition = self.compare(*compared)
        self.open(f"scf.if {condition} {{")
        return x

    def selected(self, n):
        x, size = self.anything(), self.constant(n)
        condition = self.compare(self.rng.choice(("ult", "ult", "slt", "ule")), x, size)
        return self.select(condition, x, self.constant(self.rng.choice((0, max(0, n - 1)))))

    def narrow(self, n):
        """By integers of another width, or by what a comparison gives."""
        kind = self.rng.randrange(5)
        if kind == 0:
            bit = self.compare(self.rng.choice(PREDICATES), self.anything(),
                               self.constant(self.rng.randint(0, 3)))
            return self.cast(self.rng.choice(("extui", "extui", "extsi")), bit, "i1", "i32")
        width = self.rng.choice(("i8", "i16"))
        small = self.cast("trunci", self.anything(), "i32", width)
        if kind == 1:
            small = self.of(self.rng.choice(OPERATIONS), small,
                            self.constant(self.rng.randint(0, 100), width), width)
        wide = self.cast(self.rng.choice(("extui", "extsi")), small, width, self.rng.choice(("i32", "i64")))
        if self.lines[-1].endswith("i64"):
            wide = self.of("remui", wide, self.constant(max(n, 1), "i64"), "i64")
            return self.cast("trunci", wide, "i64", "i32")
        if kind == 2:
            as_index = self.cast("index_cast", wide, "i32", "index")
            wide = self.cast("index_cast", self.of("remui", as_index, self.constant(max(n, 1), "index"),
                                                   "index"),
                             "index", "i32")
        return self.of("andi", wide, self.constant(n - 1)) if kind == 3 else wide

    def after_loop(self, n):
        """What a loop leaves behind."""
        carried = f"%a{self.names}"
        i, result = self.carrying([(carried, self.constant(0))], self.rng.choice((0, 1, n, n)))
        self.yields(i if self.rng.random() < 0.5 else self.of("addi", carried, self.constant(1)))
        self.close()
        return result

    def after_branch(self, n):
        result = self.fresh()
        condition = self.compare(self.rng.choice(PREDICATES), self.anything(),
                                 self.constant(self.rng.randint(0, 5)))
        a, b = self.constant(self.rng.randrange(n or 1)), self.constant(n - 1)
        self.line(f"{result} = scf.if {condition} -> (i32) {{")
        self.line(f"  scf.yield {a} : i32")
        self.line("} else {")
        self.line(f"  scf.yield {b} : i32")
        self.line("}")
        return result

    def dead(self, n):
        """In what no run reaches, or each."""
        condition = self.compare(self.rng.choice(PREDICATES), self.constant(self.rng.randint(0, 2)),
                                 self.constant(1))
        self.open(f"scf.if {condition} {{")
        return self.constant(n - 1 + (self.rng.random() < 0.5))

    def random(self, n):
        name = self.anything()
        for _ in range(self.rng.randint(1, 4)):
            constant = self.constant(self.rng.randint(-2, 2 * n + 2))
            other = self.anything() if self.rng.random() < 0.4 else constant
            name = self.of(self.rng.choice(OPERATIONS), *self.rng.sample((name, other), 2))
        return self.of("remui", name, self.constant(max(n, 1))) if self.rng.random() < 0.4 else name
