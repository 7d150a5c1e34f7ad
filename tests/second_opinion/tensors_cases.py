"""Cases by hand, with the verdicts that documentation allows and, of conversions, the movement."""

from tensors_facts import PROVED, REFUTED, UNKNOWN, Case
from tensors_layouts import Blocked, Linear, Slice, Tensor

ROWS = Blocked((1, 2), (4, 8), (4, 1), (1, 0))  # 16 x 16, nothing twice
COLUMNS = Blocked((2, 1), (8, 4), (1, 4), (0, 1))


def linear(register, lane, warp):
    return Linear((register, lane, warp, ()))


STILL = ((0,),) * 2
NUMBERS = linear((), ((1,), (2,), (4,), (8,), (16,)), STILL)  # 32 of them, in each warp
AGAIN = linear(((0,),), NUMBERS.bases[1], STILL)
APART = linear(((4,),), ((1,), (0,), (2,), (8,), (16,)), STILL)
SPELLED = Blocked((1,), (32,), (4,), (0,))  # the same on 32 elements as NUMBERS
SIDE = linear((), (*((0,),) * 3, (1,), (2,)), ((4,), (8,)))  # the slice of ROWS
ALL = linear(((1,), (2,)), ((0,),) * 5, STILL)  # each thread has all of 4
SOME = linear(((1,),), ((2,), *((0,),) * 4), STILL)  # one lane in two has 2 and 3, the others 0 and 1
EIGHT = linear(((1,), (2,), (4,)), ((0,),) * 5, STILL)
EIGHT_APART = linear(((1,), (2,)), ((4,), *((0,),) * 4), STILL)
LATE = linear(((4,), (1,), (2,)), ((0,),) * 5, STILL)


def of(layout, *shape, element="f32"):
    return Tensor(shape, element, layout)


def two_of(layout, first):
    """With a register bit more along a second dimension, before or after the others."""
    register, lane, warp, _ = [tuple((*v, 0) for v in bases) for bases in layout.bases]
    return linear(((0, 1), *register) if first else (*register, (0, 1)), lane, warp)


TILE, FOUR, LINE = of(ROWS, 16, 16), of(ALL, 4), of(NUMBERS, 32)
BYTES = of(ALL, 4, element="i8")
SUM = (("f32", "f32"), ("f32",))

CASES = [
    (Case("arith.addf", (TILE, TILE), (TILE,)), {PROVED}),
    (Case("arith.addf", (TILE, TILE), (of(COLUMNS, 16, 16),)), {REFUTED}),
    (Case("arith.addf", (TILE,), (TILE,)), {REFUTED}),
    (Case("arith.addi", (TILE, TILE), (TILE,)), {REFUTED}),
    (Case("arith.addf", (LINE, LINE), (of(SPELLED, 32),)), {UNKNOWN}),
    (Case("arith.addf", (LINE, LINE), (LINE,), defined=(LINE, of(AGAIN, 32))), {REFUTED}),
    (Case("arith.addf", (LINE, LINE), (LINE,), defined=(LINE, of(SPELLED, 32))), {PROVED, UNKNOWN}),
    (Case("tt.histogram", (of(NUMBERS, 32, element="i32"),) + (of(NUMBERS, 32, element="i1"),) * 2,
          (of(ALL, 4, element="i32"),)), {REFUTED}),
    (Case("tt.cat", (FOUR, FOUR), (of(linear(((1,), (2,), (4,), (0,)), ((0,),) * 5, STILL), 8),)), {UNKNOWN}),
    (Case("tt.cat", (FOUR, FOUR), (of(linear(((1,), (2,), (0,)), ((4,), *((0,),) * 4), STILL), 8),)),
     {UNKNOWN}),
    (Case("arith.extf", (of(ROWS, 16, 16, element="f16"),), (of(ROWS, 16, 16, element="bf16"),)), {REFUTED}),
    (Case("tt.bitcast", (TILE,), (of(ROWS, 16, 16, element="i32"),)), {PROVED}),
    (Case("arith.cmpf", (TILE, TILE), (of(ROWS, 16, 16, element="i1"),)), {PROVED}),
    (Case("arith.cmpi", (TILE, TILE), (of(ROWS, 16, 16, element="i1"),)), {REFUTED}),
    (Case("arith.select", ("i1", TILE, TILE), (TILE,)), {PROVED}),
    (Case("arith.select", (of(COLUMNS, 16, 16, element="i1"), TILE, TILE), (TILE,)), {REFUTED}),
    (Case("ttg.convert_layout", (TILE,), (TILE,)), {PROVED}, "none"),
    (Case("ttg.convert_layout", (TILE,), (of(COLUMNS, 16, 16),)), {PROVED}, "warps"),
    (Case("ttg.convert_layout", (LINE,), (of(linear((), NUMBERS.bases[1][::-1], STILL), 32),)), {PROVED}, "lanes"),
    (Case("ttg.convert_layout", (FOUR,), (of(SOME, 4),)), {PROVED}, "registers"),
    (Case("ttg.convert_layout", (of(SOME, 4),), (FOUR,)), {PROVED}, "lanes"),
    (Case("ttg.convert_layout", (TILE,), (of(ROWS, 16, 32),)), {REFUTED}),
    (Case("tt.trans", (TILE,), (of(COLUMNS, 16, 16),), {"order": [1, 0]}), {PROVED}),
    (Case("tt.trans", (of(Blocked((1, 2, 1), (4, 8, 1), (4, 1, 1), (1, 0, 2)), 16, 16, 1),),
          (of(Blocked((2, 1, 1), (8, 1, 4), (1, 1, 4), (0, 2, 1)), 16, 1, 16),), {"order": [1, 2, 0]}), {PROVED}),
    (Case("tt.trans", (TILE,), (TILE,), {"order": [1, 0]}), {REFUTED}),
    (Case("tt.reshape", (LINE,), (of(Blocked((1, 1), (4, 8), (4, 1), (1, 0)), 4, 8),)), {PROVED}),
    (Case("tt.reshape", (LINE,), (of(Blocked((1, 1), (4, 8), (4, 1), (0, 1)), 4, 8),)), {REFUTED}),
    (Case("tt.reshape", (TILE,), (of(COLUMNS, 16, 16),), {"allow_reorder": None}), {PROVED}),
    (Case("tt.reshape", (FOUR,), (of(SOME, 4),), {"allow_reorder": None}), {REFUTED, UNKNOWN}),
    (Case("tt.reshape", (of(SOME, 4),), (of(linear(((1,),), ((0,), (2,), *((0,),) * 3), STILL), 4),),
          {"allow_reorder": None}), {UNKNOWN}),
    (Case("tt.join", (FOUR, FOUR), (of(two_of(ALL, True), 4, 2),)), {PROVED}),
    (Case("tt.join", (FOUR, FOUR), (of(two_of(ALL, False), 4, 2),)), {PROVED}),
    (Case("tt.split", (of(two_of(ALL, True), 4, 2),), (FOUR, of(ALL, 4, element="i32"))), {REFUTED}),
    (Case("tt.split", (of(two_of(ALL, True), 4, 2),), (of(SOME, 4), of(SOME, 4))), {REFUTED}),
    (Case("tt.cat", (FOUR, FOUR), (of(EIGHT, 8),)), {PROVED}),
    (Case("tt.cat", (LINE, LINE), (of(linear(((32,), (0,)), NUMBERS.bases[1], STILL), 64),)), {UNKNOWN}),
    (Case("tt.cat", (of(SOME, 4),) * 2, (of(linear(((1,), (2,)), ((0,), (4,), *((0,),) * 3), STILL), 8),)),
     {UNKNOWN}),
    (Case("tt.expand_dims", (of(Slice(1, ROWS), 16),), (of(ROWS, 16, 1),), {"axis": 1}), {PROVED}),
    (Case("tt.expand_dims", (of(Slice(1, ROWS), 16),), (of(ROWS, 1, 16),), {"axis": 0}), {REFUTED}),
    (Case("tt.broadcast", (of(ROWS, 16, 1),), (TILE,)), {PROVED}),
    (Case("tt.broadcast", (of(ROWS, 16, 2),), (TILE,)), {REFUTED}),
    (Case("tt.broadcast", (of(ROWS, 1, 16),), (of(Blocked((2, 2), (4, 8), (4, 1), (1, 0)), 16, 16),)), {PROVED}),
    (Case("tt.broadcast", (of(ROWS, 1, 16),), (of(Blocked((1, 4), (8, 4), (4, 1), (1, 0)), 16, 16),)), {REFUTED}),
    (Case("tt.reduce", (TILE,), (of(Slice(1, ROWS), 16),), {"axis": 1}, SUM), {PROVED}),
    (Case("tt.reduce", (TILE,), (of(Slice(1, ROWS), 16),), {"axis": 1}, (SUM[0], ("f16",))), {REFUTED}),
    (Case("tt.reduce", (TILE,), (of(Slice(0, ROWS), 16),), {"axis": 1}, SUM), {REFUTED}),
    (Case("tt.reduce", (TILE,), (of(SIDE, 16),), {"axis": 1}, SUM), {UNKNOWN}),
    (Case("tt.reduce", (LINE,), ("f32",), {"axis": 0}, SUM), {PROVED}),
    (Case("tt.scan", (TILE,), (TILE,), {"axis": 2}, SUM), {REFUTED}),
    (Case("tt.gather", (TILE, of(ROWS, 16, 4, element="i32")), (of(ROWS, 16, 4),), {"axis": 1}), {PROVED}),
    (Case("tt.gather", (TILE, of(ROWS, 16, 4, element="i32")), (of(ROWS, 16, 4),), {"axis": 0}), {REFUTED}),
    (Case("tt.histogram", (of(NUMBERS, 32, element="i32"),), (of(ALL, 4, element="i32"),)), {PROVED}),
    (Case("tt.histogram", (of(AGAIN, 32, element="i32"),), (of(ALL, 4, element="i32"),)), {UNKNOWN}),
    (Case("tt.reduce", (of(APART, 32),), ("f32",), {"axis": 0}, SUM), {UNKNOWN}),
    (Case("tt.histogram", (LINE,), (of(ALL, 4, element="i32"),)), {REFUTED}),
    (Case("ttg.fp4_to_fp", (BYTES,), (of(EIGHT, 8, element="f16"),), {"axis": 0}), {PROVED}),
    (Case("ttg.fp4_to_fp", (BYTES,), (of(LATE, 8, element="f16"),), {"axis": 0}), {REFUTED}),
    (Case("amdg.in_thread_transpose", (FOUR,), (of(SOME, 4),)), {UNKNOWN}),
    (Case("amdg.in_thread_transpose", (TILE,), (TILE,)), {PROVED, UNKNOWN}),
    (Case("amdg.in_thread_transpose", (TILE,), (of(COLUMNS, 16, 16),)), {REFUTED}),
    (Case("amdg.extract_slice", (of(EIGHT, 8),), (FOUR,), {"offsets": [4]}), {PROVED}),
    (Case("amdg.extract_slice", (of(EIGHT, 8),), (FOUR,), {"offsets": [5]}), {REFUTED}),
    (Case("amdg.extract_slice", (of(EIGHT, 8),), (of(SOME, 4),), {"offsets": [4]}), {UNKNOWN}),
    (Case("amdg.concat", (FOUR, FOUR), (of(EIGHT, 8),)), {PROVED}),
    (Case("amdg.concat", (FOUR, FOUR), (of(EIGHT_APART, 8),)), {UNKNOWN}),
    (Case("amdg.concat", (FOUR,), (of(EIGHT, 8),)), {REFUTED}),
    (Case("amdg.concat", (of(SOME, 4), of(SOME, 4)), (of(EIGHT, 8),)), {REFUTED, UNKNOWN}),
]
