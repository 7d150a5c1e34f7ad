"""Random small modules with views of memories; in about half of them one thing is wrong."""

import math
import random
from dataclasses import replace

import views_layouts as layouts
import views_memory as memory
from views_idioms import Idioms
from views_memory import NotCovered

MOST_STEPS = 5
HEAD = ('module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {} : i32, ttg.target = "cuda:90", '
        '"ttg.threads-per-warp" = 32 : i32}} {{')


def modules(seed, count):
    """Texts, and what was made wrong in each."""
    rng = random.Random(seed)
    made = 0
    while made < count:
        try:
            yield Generator(rng).module()
            made += 1
        except NotCovered:
            continue


class Generator(Idioms):
    """Writes one module; `steps_to_mistake` counts down to the operation in which something is made wrong."""

    def __init__(self, rng):
        super().__init__(rng)
        self.aliases, self.warps = {}, rng.choice((1, 2, 4))
        self.arguments = [f"%x{i}" for i in range(rng.choice((0, 1, 1, 2)))]
        self.steps_to_mistake = rng.randint(0, 6) if rng.random() < 0.6 else None
        self.mistakes = rng.choice((1, 1, 1, 2))  # at most
        self.mistake = "none"

    def module(self):
        for _ in range(self.rng.choice((1, 1, 2))):
            self.memory_and_views()
            self.close_blocks()
        head = [f"{name} = {text}" for text, name in self.aliases.items()]
        arguments = ", ".join(f"{name}: i32" for name in self.arguments)
        return "\n".join([*head, "#smem = #ttg.shared_memory", HEAD.format(self.warps),
                          f"  tt.func public @views({arguments}) {{", *self.lines, "    tt.return", "  }",
                          "}", ""]), \
            self.mistake

    def is_wrong_here(self):
        if self.steps_to_mistake is None:
            return False
        self.steps_to_mistake -= 1
        if self.steps_to_mistake >= 0 or self.mistakes == 0:
            return False
        self.mistakes -= 1
        return True

    def made_wrong(self, of):
        other, self.mistake = layouts.mistaken(self.rng, of)
        rank = other.layout.rank
        legal = rank in (len(other.shape), len(other.shape) - 1)
        legal = legal and memory.is_legal(other.layout, other.allocated)
        if not legal or any(n > whole for n, whole in zip(other.shape[::-1], other.stated[::-1])):
            raise NotCovered("no such type")
        return other

    # Types in the text.

    def alias(self, layout, shape):
        text = layout.text.replace("shape = ?", f"shape = {list(shape)}")
        return self.aliases.setdefault(text, f"#l{len(self.aliases)}")

    def type_of(self, of):
        sizes = "x".join(map(str, of.shape))
        if isinstance(of, memory.Tensor):
            return f"tensor<{sizes}x{of.element}, {self.alias(of.layout, of.shape)}>"
        mutable = ", mutable" if of.mutable else ""
        allocation = ", " + "x".join(map(str, of.allocation)) if of.allocation else ""
        layout = self.alias(of.layout, of.allocated)
        return f"!ttg.memdesc<{sizes}x{of.element}, {layout}, #smem{mutable}{allocation}>"

    # A memory, and a chain of views of it.

    def memory_and_views(self):
        of = layouts.random_memory(self.rng)
        if not memory.is_legal(of.layout, of.allocated):
            raise NotCovered("no such layout")
        name, of = self.local_alloc(of)
        for _ in range(self.rng.randint(1, MOST_STEPS)):
            if not of.has_buffers and self.rng.random() < 0.2:
                self.access(name, of)
            name, of = self.step(name, of)
        if not of.has_buffers:
            self.access(name, of)

    def local_alloc(self, of):
        with_source = not of.has_buffers and self.rng.random() < 0.3
        if with_source:
            of = replace(of, mutable=self.rng.random() < 0.5)
        stated = self.made_wrong(of) if self.is_wrong_here() else of
        source = self.constant_tensor(of) if with_source else ""
        aligned = of.layout.family in ("swizzled_shared", "padded_shared") and self.rng.random() < 0.15
        attribute = f" {{alignment = {2 ** self.rng.randint(2, 6)} : i32}}" if aligned else ""
        begin = f"({source.split(' : ')[1]})" if source else "()"
        name = self.fresh()
        self.line(f"{name} = ttg.local_alloc {source.split(' : ')[0]}".rstrip()
                  + f"{attribute} : {begin} -> {self.type_of(stated)}")
        return name, stated

    def constant_tensor(self, of):
        tensor = self.type_of(layouts.random_tensor(self.rng, of.shape, of.element, self.warps))
        name = self.fresh()
        number = "0" if of.element[0] == "i" else "0.000000e+00"
        self.line(f"{name} = arith.constant dense<{number}> : {tensor}")
        return f"{name} : {tensor}"

    def step(self, name, of):
        kinds = ["trans", "reinterpret", "reshape"]
        if of.has_buffers:
            kinds += ["index"] * 7
        else:
            kinds += ["subslice"] * 2 + ["trans", "reshape"]
        if not of.has_buffers and len(of.shape) == 1 and of.is_whole:
            kinds += ["index"] * 2
        if not of.is_whole:
            kinds = [kind for kind in kinds if kind not in ("reinterpret", "reshape")
                     or self.rng.random() < 0.2]
        return getattr(self, self.rng.choice(kinds))(name, of)

    def write_view(self, operation, name, of, result, attributes=""):
        wrong = self.is_wrong_here()
        used = self.made_wrong(of) if wrong and self.rng.random() < 0.25 else of
        if wrong and used is of:
            result = self.made_wrong(result)
        view = self.fresh()
        types = f"{self.type_of(used)} -> {self.type_of(result)}"
        self.line(f"{view} = ttg.memdesc_{operation} {name}{attributes} : {types}")
        return view, result

    def spelled(self, of):
        """Sometimes another spelling of the layout."""
        layout = layouts.as_linear(of) if self.rng.random() < 0.1 else None
        return replace(of, layout=layout) if layout else of

    def index(self, name, of):
        size = of.shape[0]
        wrong = self.rng.random() < 0.5 and self.is_wrong_here()
        index = self.index_of(size + (self.rng.choice((1, 1, 2, -size)) if wrong else 0))
        if wrong:
            self.mistake = "index"
        rest = of.shape[1:] if of.has_buffers else (1,)
        kept = None
        if self.rng.random() < 0.15 and self.is_wrong_here():
            self.mistake, kept = "allocation", of.stated
        result = replace(of, shape=rest, allocation=None if kept == rest else kept)
        return self.write_view("index", name, of, self.spelled(result), f"[{index}]")

    def subslice(self, name, of):
        shape = tuple(max(1, n // 2 ** self.rng.choice((0, 0, 1, 2))) for n in of.shape)
        offsets = [self.rng.randrange(0, m, n) for m, n in zip(of.shape, shape)]
        if self.rng.random() < 0.5 and self.is_wrong_here():
            self.mistake = "offset"
            d = self.rng.randrange(len(shape))
            offsets[d] += self.rng.choice((1, -1, shape[d], -shape[d], of.shape[d]))
        result = replace(of, shape=shape, allocation=None if shape == of.stated else of.stated)
        return self.write_view("subslice", name, of, self.spelled(result),
                               f"[{', '.join(map(str, offsets))}]")

    def trans(self, name, of):
        rank, first = len(of.shape), int(of.has_buffers)
        order = list(layouts.random_order(self.rng, rank))
        if first:
            order = list(range(rank))
            if self.rng.random() < 0.3 and self.is_wrong_here():
                self.mistake = "order"
                order = [0, *(d + 1 for d in layouts.random_order(self.rng, rank - 1))]
        inner = tuple(d - first for d in order[first:])
        before = of.stated[:len(of.stated) - rank]
        allocation = before + tuple(of.stated[len(before) + d] for d in order) if of.allocation else None
        result = replace(of, shape=tuple(of.shape[d] for d in order),
                         layout=memory.permuted(of.layout, inner),
                         allocation=allocation)
        if self.rng.random() < 0.3 and self.is_wrong_here():
            self.mistake = "order"
            order = layouts.random_order(self.rng, rank)
        return self.write_view("trans", name, of, self.spelled(result),
                               f" {{order = array<i32: {str(order)[1:-1]}>}}")

    def reshape(self, name, of):
        buffers = of.shape[:1] if of.has_buffers else ()
        inner = of.shape[len(buffers):]
        rank = self.rng.choice((1, 2, 2, 3))
        shape = tuple(layouts.split_power(self.rng, math.prod(inner), rank))
        rows_first = of.layout.text.split("order = ")[-1].startswith(str([*range(len(inner))][::-1]))
        if of.layout.family == "padded_shared" and rows_first:
            layout = memory.padded_shared(memory.padding(of.layout), range(rank)[::-1])
        else:
            layout = layouts.as_linear(replace(of, shape=inner, allocation=None), shape) or memory.plain(rank)
        return self.write_view("reshape", name, of,
                               replace(of, shape=buffers + shape, layout=layout,
                                       allocation=of.others + buffers + shape if of.others else None))

    def reinterpret(self, name, of):
        """Of at most as many bytes, in the right case."""
        shape = layouts.random_shape(self.rng, self.rng.choice((1, 2, 2)),
                                     max(3, math.prod(of.shape).bit_length() - 1))
        kept = self.rng.random() < 0.5 and of.layout.rank == len(shape) and memory.is_legal(of.layout, shape)
        layout = of.layout if kept and of.layout.family != "nvmma_shared" else memory.plain(len(shape))
        if self.rng.random() < 0.3:
            layout = layouts.random_layout(self.rng, shape)
        buffers = (self.rng.choice((1, 2, 3)),) if self.rng.random() < 0.3 else ()
        element = self.rng.choice(layouts.ELEMENTS)
        result = replace(of, shape=buffers + shape, element=element, layout=layout, allocation=None)
        if self.rng.random() < 0.8 and self.is_wrong_here():
            self.mistake = "bytes"
            return self.write_view("reinterpret", name, of, replace(result, shape=(4 * shape[0], *shape[1:]),
                                                                    layout=memory.plain(len(shape))))
        while memory.bytes_of(result)[1] > memory.bytes_of(of)[0] and math.prod(result.shape) > 1:
            longest = max(range(len(result.shape)), key=result.shape.__getitem__)
            shape = tuple(max(1, n // 2) if d == longest else n for d, n in enumerate(result.shape))
            result = replace(result, shape=shape, layout=memory.plain(result.layout.rank))
        return self.write_view("reinterpret", name, of, result)

    def access(self, name, of):
        used, tensor = of, layouts.random_tensor(self.rng, of.shape, of.element, self.warps)
        if self.is_wrong_here():
            if self.rng.random() < 0.5:
                used = self.made_wrong(of)
            else:
                self.mistake = "tensor"
                tensor = self.rng.choice((replace(tensor, element=self.rng.choice(layouts.ELEMENTS)),
                                          layouts.random_tensor(self.rng,
                                                                layouts.other_shape(self.rng, of.shape),
                                                                of.element, self.warps)))
        if self.rng.random() < 0.5 and used.mutable:
            source = self.constant_tensor(tensor)
            value, written = source.split(" : ")
            self.line(f"ttg.local_store {value}, {name} : {written} -> {self.type_of(used)}")
        else:
            types = f"{self.type_of(used)} -> {self.type_of(tensor)}"
            self.line(f"{self.fresh()} = ttg.local_load {name} : {types}")
