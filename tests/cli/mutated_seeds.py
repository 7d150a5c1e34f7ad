"""Command lines and requests that are in order, and the pieces that changes put into them."""

BLOCKED = ("#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>")
COLUMNS = ("#ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>")
SWIZZLED = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"
PADDED = "#ttg.padded_shared<[64:+8] {order = [1, 0], shape = [32, 64]}>"
NVMMA = "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>"
OPERAND = "#ttg.dot_op<{opIdx = 0, parent = " + MMA + ", kWidth = 2}>"
MFMA = "#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>"
SLICE = "#ttg.slice<{dim = 1, parent = " + BLOCKED + "}>"
LINEAR = "#ttg.linear<{register = [[0, 1]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], block = []}>"
MODULAR = "{lane = [[1], [2], [4]], warp = [[8]]} -> {x = 16}"
CUTE = "(8,(2,4)):(1,(8,16))"
CUTE_SWIZZLED = "Sw<3,4,3> o 0 o (8,64):(64,1)"
FORMULA = "offset(row: 64, col: 64) = row*72 + (col ^ ((row & 7) << 3))"
PARAMETERS = "param s in 1..64; offset(i: 8, j: 8) = i*s + min(j, s) % 5"
LETS = "f(x: 16, y: 3) = let a = x*3 + y; a < 20 ? a : a - (a >> 1)"

LAYOUTS = [BLOCKED, COLUMNS, SWIZZLED, PADDED, NVMMA, MMA, OPERAND, MFMA, SLICE, LINEAR, MODULAR, CUTE, CUTE_SWIZZLED,
           FORMULA, PARAMETERS, LETS, "4:1", "(4,4):(1,0)", "(5,6):(7,24)", "offset(i: 2) = i << 63"]
CLAIMS = ["injective", "surjective", "onto", "bijective", "in-bounds", "no-wrap", "aligned", "equal", "conflict-free",
          "converts", "translates"]


def shaped(layout):
    """Triton's layouts need the shape of the tensor; others have their own."""
    return {} if layout[0] != "#" else {"shape": [32] if layout is SLICE else [32, 64]}


def shape_option(layout):
    shape = shaped(layout).get("shape")
    return ["--shape", "x".join(map(str, shape))] if shape else []


COMMANDS = [["prove", claim, layout, *shape_option(layout)] for claim in ("injective", "bijective", "no-wrap")
            for layout in LAYOUTS] + [
    ["prove", "in-bounds", FORMULA, "--allocation", "4599", "--json"],
    ["prove", "onto", CUTE, "--codomain", "64"],
    ["prove", "aligned", PADDED, "--shape", "32x64", "--bytes", "16", "--element-bits", "16", "--vector", "8"],
    ["prove", "equal", SWIZZLED, FORMULA, "--shape", "64x64"],
    ["prove", "conflict-free", SWIZZLED, BLOCKED, "--shape", "32x64", "--element-bits", "16", "--target", "cuda:90",
     "--direction", "store"],
    ["prove", "conflict-free", "(8,8):(8,1)", "offset(lane: 32) = lane", "--element-bits", "32", "--target", "gfx942",
     "--instruction", "ds_read_b32"],
    ["prove", "converts", BLOCKED, PADDED, COLUMNS, "--shape", "32x64"],
    ["prove", "translates", SWIZZLED, "--shape", "64x64", "--to", "cute"],
    ["prove", "injective", CUTE, "--engine", "sat", "--memory-limit", "512"],
    ["prove", "bijective", "(4,4):(1,4)", "--certificate", "written.txt"],
    ["certify", "proof.txt"],
    ["certify", "proof.txt", "--claim", "injective", "(8,8):(9,1)"],
    ["check", "kernel.ttgir"],
    ["check", "--json", "kernel.ttgir", "kernel.ttgir.gz", "--target", "cuda:90", "--max-conflicts", "0"],
    ["check", ".", "--certificates", "proofs", "--color", "always"],
    ["show", BLOCKED, "--tensor", "tensor<32x64xf16>"],
    ["show", "--hw-view", PADDED, "-t", "tensor<32x64xf16>", "-o", "shown.txt"],
    ["show", "-i", "kernel.ttgir", "-t", "tensor<64x64xf16>", "--alias-names=blocked", "-use-hw-view"],
    ["show", "--linear", OPERAND, "--tensor", "tensor<64x64xf16>"],
    ["oracle", "list"], ["oracle", "replay", "kernel.ttgir.gz"], ["oracle", "run", "lanes", "--cases", "1"],
    ["batch"], ["--version"], ["--help"], ["prove", "--help"]]

BASES = {"bases": [["x", [[1], [2]]], ["z", [[4]]]], "out_dims": [["y", 8]]}
OTHER = {"bases": [["y", [[2], [1], [4]]]], "out_dims": [["w", 8]]}
MODULAR_BASES = {"bases": [["x", [[1], [2]]]], "out_dims": [["y", 6]]}
SIZES = [32, 64]

REQUESTS = [{"op": "prove", "claim": claim, "layout": layout, **shaped(layout), **fields}
            for claim, fields in (("injective", {}), ("surjective", {}), ("bijective", {}), ("no-wrap", {"bits": 16}),
                                  ("onto", {"codomain": [4096]}), ("in-bounds", {"allocation": 2048}),
                                  ("aligned", {"element_bits": 16, "bytes": 8}))
            for layout in LAYOUTS] + [
    {"op": op, **fields} for op, fields in [
        ("linear_layout", {"attr": MMA, "shape": [64, 64]}),
        ("bank_conflicts", {"register": BLOCKED, "shared": PADDED, "shape": SIZES, "element_bits": 16,
                            "target": "cuda:90", "direction": "store"}),
        ("shared_access", {"instruction": "ld.shared.b32", "byte_address": [4 * lane for lane in range(31)] + [None],
                           "target": "cuda:90"}),
        ("conversion", {"src": BLOCKED, "dst": COLUMNS, "shape": SIZES, "element_bits": 16, "target": "cuda:90"}),
        ("equal", {"a": SWIZZLED, "b": FORMULA, "shape": [64, 64]}),
        ("evaluate", {"layout": BLOCKED, "shape": SIZES, "at": [[0, 1, 2, 0]]}),
        ("evaluate", {"layout": CUTE, "at": [3, [1, [1, 2]]]}),
        ("view", {"attr": BLOCKED, "shape": [8, 16], "view": "hw"}),
        ("prove", {"claim": "in-bounds", "layout": CUTE, "allocation": 64}),
        ("prove", {"claim": "equal", "a": CUTE, "b": "(8,(2,4)):(1,(8,16))", "engine": "smt"}),
        ("prove", {"claim": "conflict-free", "memory": SWIZZLED, "access": BLOCKED, "shape": SIZES,
                   "element_bits": 16, "target": "cuda:90", "direction": "load"}),
        ("prove", {"claim": "aligned", "layout": PADDED, "shape": SIZES, "element_bits": 16, "bytes": 16,
                   "vector": 8, "along": "col"}),
        ("prove", {"claim": "no-wrap", "layout": FORMULA, "bits": 32, "signed": False}),
        ("prove", {"claim": "onto", "layout": CUTE, "codomain": [64]}),
        ("translate", {"layout": SWIZZLED, "shape": [64, 64], "to": "cute"})]] + [
    {"op": "layout", "layout": layout, **shaped(layout)} for layout in LAYOUTS] + [
    {"op": "algebra", "name": name, "a": a, "b": OTHER, "dims": ["y"], "in_dims": ["x"], "out_dims": ["y"],
     "new_in_dims": [["p", 2], ["q", 4]], "new_out_dims": [["p", 2], ["q", 4]], "ins": [["x", 3], ["z", 1]]}
    for name in ("mul compose invert pseudoinvert invert_and_compose divide_left divide_right quotient flatten_ins "
                 "flatten_outs reshape_ins reshape_outs transpose_ins transpose_outs sublayout sublayout_is_zero "
                 "square_sublayout_is_identity free_variable_masks num_consecutive_in_out apply flags").split()
    for a in (BASES, MODULAR_BASES)] + [
    {"op": "cute", "name": name, "a": a, "b": b, "old_bits": 16, "new_bits": 8}
    for name in ("coalesce coalesce_by_mode filter right_inverse left_inverse complement recast composition "
                 "logical_divide zipped_divide tiled_divide flat_divide logical_product zipped_product tiled_product "
                 "flat_product blocked_product raked_product").split()
    for a, b in ((CUTE, 256 if name == "complement" else "4:2"), (CUTE_SWIZZLED, "(4,2):(2,1)"))]

NUMBERS = ["0", "1", "2", "3", "7", "31", "32", "33", "63", "64", "65", "-1", "2147483647", "2147483648", "4294967295",
           "4294967296", "1073741824", "4611686018427387904", "9007199254740993", "9223372036854775807",
           "9223372036854775808", "18446744073709551615", "18446744073709551616", "9" * 40, "1e9", "1.5", "0x10", "007"]
WORDS = ["", " ", "-", "--", "--json", "--help", "--shape", "--target", "nan", "inf", "1e300", "#", "#ttg.blocked<{}>",
         "()", "(", "((((", ":", "x", "tensor<", "tensor<0x0xf16>", "tensor<x>", "\t", "\n", "\x7f", "é", "\ufeff", "💥",
         "%s%n", "null", "kernel.ttgir", "none.ttgir", "(" * 5000, "[" * 5000, "9" * 5000, "a" * 5000, "cuda:90",
         "hip:gfx942"] + LAYOUTS + CLAIMS + NUMBERS
# No slash: what is changed into a path stays in the folder of the run.
CHARACTERS = "()[]{}<>,:;=*+-^&|%!?#._ \"'\\0123456789abxz\x01é"
VALUES = [None, True, False, 0, 1, -1, 1.5, 1e300, 2**31, 2**53, 2**62, 2**63, 2**64 - 1, 2**64, "", "x", [], {}, [[]],
          [0], [[0]], [0, 0], [1 << 40, 1 << 40], "9" * 40, ["x", 1], [["x", 1]], {"a": {}}] + WORDS
