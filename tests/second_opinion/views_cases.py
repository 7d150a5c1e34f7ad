"""Small modules by hand.  Behind // stands what must be said of a line; else all of it is proved."""

HEAD = """#rows = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#cols = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 1]}>
#swizzled = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#swizzled_cols = #ttg.swizzled_shared<{vec = 2, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#line = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#gaps = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [8, 8]}>
#gaps4 = #ttg.padded_shared<[64:+8] {order = [1, 0], shape = [4, 8]}>
#linear = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 2], [2, 4], [4, 0]]}, alignment = 16>
#wide = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [0, 8], [1, 0], [2, 0]]}, alignment = 16>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = false, elementBitWidth = 16}>
#nvmma_t = #ttg.nvmma_shared<{swizzlingByteWidth = 32, transposed = true, elementBitWidth = 16}>
#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [1, 1], \
order = [1, 0]}>
#odd = #ttg.shared_linear<{offset = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 2], [4, 0]]}, alignment = 16>
#blocked1 = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [1], order = [0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 1 : i32, ttg.target = "cuda:90", """ + \
    """"ttg.threads-per-warp" = 32 : i32} {
  tt.func public @views(%x: i32, %y: i32) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %c3 = arith.constant 3 : i32
    %m = ttg.local_alloc : () -> !ttg.memdesc<3x8x8xf16, #rows, #smem, mutable>
    %s = ttg.local_alloc : () -> !ttg.memdesc<8x8xf16, #swizzled, #smem, mutable>
    %p = ttg.local_alloc : () -> !ttg.memdesc<8x8xf16, #rows, #smem, mutable>
    %g = ttg.local_alloc : () -> !ttg.memdesc<3x8x8xf16, #gaps, #smem, mutable>
    %odd = ttg.local_alloc : () -> !ttg.memdesc<8x8xf16, #odd, #smem, mutable>
    %n = ttg.local_alloc : () -> !ttg.memdesc<8x16xf16, #nvmma, #smem, mutable>
"""
TAIL = """    tt.return
  }
}
"""
M, R, S = "!ttg.memdesc<3x8x8xf16, #rows, #smem, mutable>", "!ttg.memdesc<8x8xf16, #rows, #smem, mutable>", \
    "!ttg.memdesc<8x8xf16, #swizzled, #smem, mutable>"
N, RO = "!ttg.memdesc<8x16xf16, #nvmma, #smem, mutable>", "!ttg.memdesc<8x8xf16, #rows, #smem>"
O = "!ttg.memdesc<8x8xf16, #odd, #smem, mutable>"
CASES = {
    "constants": f"""
%a = ttg.memdesc_index %m[%c2] : {M} -> {R}
%b = ttg.memdesc_index %m[%c3] : {M} -> {R} // bounds refuted
%c = ttg.memdesc_index %m[%x] : {M} -> {R} // bounds unknown""",
    "a loop that leaves": f"""
scf.for %i = %c0 to %c3 step %c1  : i32 {{
  %a = ttg.memdesc_index %m[%i] : {M} -> {R}
  %j = arith.addi %i, %c1 : i32
  %b = ttg.memdesc_index %m[%j] : {M} -> {R} // bounds refuted
}}""",
    "a loop to an argument": f"""
scf.for %i = %c0 to %x step %c1  : i32 {{
  %a = ttg.memdesc_index %m[%i] : {M} -> {R} // bounds unknown
  %j = arith.remui %i, %c3 : i32
  %b = ttg.memdesc_index %m[%j] : {M} -> {R}
  %k = arith.remsi %y, %c3 : i32
  %c = ttg.memdesc_index %m[%k] : {M} -> {R} // bounds unknown
}}""",
    "counting round": f"""
%r = scf.for %i = %c0 to %x step %c1 iter_args(%a = %c0) -> (i32)  : i32 {{
  %b = ttg.memdesc_index %m[%a] : {M} -> {R}
  %j = arith.addi %a, %c1 : i32
  %w = arith.cmpi sge, %j, %c3 : i32
  %k = arith.select %w, %c0, %j : i32
  scf.yield %k : i32
}}
%c = ttg.memdesc_index %m[%r] : {M} -> {R}""",
    "counting round too late": f"""
%r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %c1) -> (i32)  : i32 {{
  %b = ttg.memdesc_index %m[%a] : {M} -> {R} // bounds refuted
  %j = arith.addi %a, %c1 : i32
  %w = arith.cmpi sgt, %j, %c3 : i32
  %k = arith.select %w, %c0, %j : i32
  scf.yield %k : i32
}}""",
    "guarded": f"""
%l = arith.cmpi ult, %x, %c3 : i32
scf.if %l {{
  %a = ttg.memdesc_index %m[%x] : {M} -> {R}
}}
%h = arith.cmpi slt, %x, %c3 : i32
scf.if %h {{
  %b = ttg.memdesc_index %m[%x] : {M} -> {R} // bounds unknown
}}""",
    "sums that leave their width": f"""
%j = arith.andi %x, %c1 : i32
%k = arith.maxsi %y, %c0 : i32
%q = arith.addi %k, %c1 : i32
%w = arith.minsi %q, %c2 : i32
%a = ttg.memdesc_index %m[%j] : {M} -> {R}
%b = ttg.memdesc_index %m[%w] : {M} -> {R} // bounds unknown""",
    "layouts": f"""
%a = ttg.memdesc_index %m[%c1] : {M} -> !ttg.memdesc<8x8xf16, #swizzled, #smem, mutable> // view refuted
%b = ttg.memdesc_trans %p {{order = array<i32: 1, 0>}} : {R} -> !ttg.memdesc<8x8xf16, #cols, #smem, mutable>
%c = ttg.memdesc_trans %p {{order = array<i32: 1, 0>}} : {R} -> {R} // view refuted
%d = ttg.memdesc_trans %n {{order = array<i32: 1, 0>}} : !ttg.memdesc<8x16xf16, #nvmma, #smem, mutable> \
-> !ttg.memdesc<16x8xf16, #nvmma_t, #smem, mutable>
%e = ttg.memdesc_trans %s {{order = array<i32: 1, 0>}} : {S} -> {S} // view refuted""",
    "slices": f"""
%a = ttg.memdesc_subslice %p[4, 0] : {R} -> !ttg.memdesc<4x8xf16, #rows, #smem, mutable, 8x8>
%b = ttg.memdesc_subslice %p[6, 0] : {R} \
-> !ttg.memdesc<4x8xf16, #rows, #smem, mutable, 8x8> // bounds refuted
%c = ttg.memdesc_subslice %p[2, 0] : {R} \
-> !ttg.memdesc<4x8xf16, #rows, #smem, mutable, 8x8> // view unknown
%d = ttg.memdesc_subslice %s[1, 0] : {S} \
-> !ttg.memdesc<1x8xf16, #swizzled, #smem, mutable, 8x8> // view unknown
%e = ttg.memdesc_subslice %a[0, 0] : !ttg.memdesc<4x8xf16, #rows, #smem, mutable, 8x8> \
-> !ttg.memdesc<4x8xf16, #swizzled, #smem, mutable, 8x8> // view refuted""",
    "reshapes": f"""
%a = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x16xf16, #rows, #smem, mutable>
%b = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x16xf16, #wide, #smem, mutable>
%c = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x16xf16, #swizzled, #smem, mutable> // view refuted
%d = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x8xf16, #rows, #smem, mutable> // view refuted
%e = ttg.memdesc_reshape %m : {M} -> !ttg.memdesc<3x8x8xf16, #gaps, #smem, mutable> // view refuted""",
    "reinterpretations": f"""
%a = ttg.memdesc_reinterpret %m : {M} -> !ttg.memdesc<3x8x16xf32, #rows, #smem, mutable> // bounds refuted
%b = ttg.memdesc_reinterpret %m : {M} -> !ttg.memdesc<3x32xf32, #line, #smem, mutable>
%c = ttg.memdesc_reinterpret %m : {M} -> !ttg.memdesc<64xf32, #line, #smem, mutable> // view open
%d = ttg.memdesc_index %m[%c1] : {M} -> {R}
%e = ttg.memdesc_reinterpret %d : {R} -> !ttg.memdesc<8x8xf32, #rows, #smem, mutable> // view unknown
%f = ttg.memdesc_index %m[%c2] : {M} -> {R}
%h = ttg.memdesc_reinterpret %f : {R} -> !ttg.memdesc<8x8xf32, #rows, #smem, mutable> // bounds refuted
%i = ttg.memdesc_reinterpret %s : {S} -> !ttg.memdesc<16x2xf16, #rows, #smem, mutable>
%j = ttg.memdesc_reinterpret %s : {S} -> !ttg.memdesc<8x1xf16, #rows, #smem, mutable> // view unknown
%k = ttg.memdesc_reinterpret %s : {S} -> !ttg.memdesc<4x8xf16, #gaps4, #smem, mutable> // view unknown
%l = ttg.memdesc_reinterpret %n : {N} -> !ttg.memdesc<8x4xf16, #rows, #smem, mutable> // view unknown
%o = ttg.memdesc_reinterpret %n : {N} -> !ttg.memdesc<4x16xf16, #rows, #smem, mutable>""",
    "what stays mutable": f"""
%a = ttg.memdesc_subslice %p[0, 0] : {R} -> {RO}
%b = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x16xf16, #rows, #smem> // types refuted
%c = ttg.memdesc_reinterpret %p : {R} -> {RO} // types refuted
%d = ttg.memdesc_trans %a {{order = array<i32: 0, 1>}} : {RO} -> {R} // types refuted
%e = ttg.memdesc_subslice %p[0, 0] : {RO} -> {RO} // types refuted
%f = ttg.memdesc_subslice %a[0, 0] : {R} -> {R} // types refuted
%g = ttg.memdesc_trans %p {{order = array<i32: 0, 1>}} : {R} -> {RO} // types refuted
%h = ttg.memdesc_trans %a {{order = array<i32: 0, 1>}} : {RO} -> {RO}""",
    "doubt": f"""
%a = ttg.memdesc_reshape %p : {R} -> !ttg.memdesc<4x16xf16, #swizzled, #smem, mutable> // view refuted
%b = ttg.memdesc_trans %a {{order = array<i32: 0, 1>}} : !ttg.memdesc<4x16xf16, #swizzled, #smem, mutable> \
-> !ttg.memdesc<4x16xf16, #swizzled, #smem, mutable>
%c = ttg.memdesc_trans %a {{order = array<i32: 0, 1>}} : !ttg.memdesc<4x16xf16, #rows, #smem, mutable> \
-> !ttg.memdesc<4x16xf16, #rows, #smem, mutable> // view nothing
%d = ttg.memdesc_index %m[%c3] : {M} -> {R} // bounds refuted
%t = ttg.local_load %d : {S} -> tensor<8x8xf16, #blocked> // conversion refuted""",
    "parts": f"""
%a = ttg.memdesc_subslice %p[0, 0] : {R} -> !ttg.memdesc<1x8xf16, #rows, #smem, mutable, 8x8>
%b = ttg.memdesc_trans %a {{order = array<i32: 1, 0>}} : !ttg.memdesc<1x8xf16, #rows, #smem, mutable, 8x8> \
-> !ttg.memdesc<8x1xf16, #swizzled_cols, #smem, mutable, 8x8> // view unknown
%c = ttg.memdesc_subslice %p[-4, 0] : {R} \
-> !ttg.memdesc<4x8xf16, #rows, #smem, mutable, 8x8> // bounds refuted
%d = ttg.memdesc_subslice %p[0, 0] : {R} -> !ttg.memdesc<4x8xf16, #rows, #smem, mutable> // view open
%e = ttg.memdesc_reshape %a : !ttg.memdesc<1x8xf16, #rows, #smem, mutable, 8x8> \
-> !ttg.memdesc<2x4xf16, #rows, #smem, mutable> // view refuted
%f = ttg.memdesc_index %m[%c1] : {M} -> !ttg.memdesc<8x8xf16, #rows, #smem, mutable, 3x8x8> // types refuted
%g = ttg.memdesc_index %m[%c1] : {M} -> {R}
%t = ttg.local_load %g : !ttg.memdesc<8x8xf16, #rows, #smem, mutable, 3x8x8> \
-> tensor<8x8xf16, #blocked> // types refuted""",
    "alignment": f"""
%a1 = ttg.memdesc_subslice %odd[2, 0] : {O} \
-> !ttg.memdesc<2x8xf16, #odd, #smem, mutable, 8x8> // view unknown
%t1 = ttg.local_load %a1 : !ttg.memdesc<2x8xf16, #odd, #smem, mutable, 8x8> \
-> tensor<2x8xf16, #blocked> // alignment refuted
%a = ttg.local_alloc {{alignment = 4 : i32}} : () -> {R}
%t = ttg.local_load %a : {R} -> tensor<8x8xf16, #blocked> // alignment refuted
%b = ttg.memdesc_subslice %p[0, 2] : {R} -> !ttg.memdesc<8x2xf16, #rows, #smem, mutable, 8x8>
%u = ttg.local_load %b : !ttg.memdesc<8x2xf16, #rows, #smem, mutable, 8x8> -> tensor<8x2xf16, #blocked>
%d = ttg.memdesc_subslice %b[0, 1] : !ttg.memdesc<8x2xf16, #rows, #smem, mutable, 8x8> \
-> !ttg.memdesc<8x1xf16, #rows, #smem, mutable, 8x8>
%h = ttg.local_alloc : () -> !ttg.memdesc<2x8x1xf16, #rows, #smem, mutable>
%i = ttg.memdesc_index %h[%c0] : !ttg.memdesc<2x8x1xf16, #rows, #smem, mutable> \
-> !ttg.memdesc<8x1xf16, #rows, #smem, mutable>
%l = ttg.local_alloc : () -> !ttg.memdesc<3x4xf16, #line, #smem, mutable>
%o = ttg.memdesc_index %l[%c0] : !ttg.memdesc<3x4xf16, #line, #smem, mutable> \
-> !ttg.memdesc<4xf16, #line, #smem, mutable>
%q = ttg.memdesc_reinterpret %o : !ttg.memdesc<4xf16, #line, #smem, mutable> \
-> !ttg.memdesc<1xi64, #line, #smem, mutable>
%v = ttg.memdesc_reinterpret %q : !ttg.memdesc<1xi64, #line, #smem, mutable> \
-> !ttg.memdesc<1xi64, #line, #smem, mutable>
%w = ttg.local_load %v : !ttg.memdesc<1xi64, #line, #smem, mutable> -> tensor<1xi64, #blocked1>
%x1 = ttg.local_load %n : {N} -> tensor<8x16xf16, #blocked>""",
    "branches and unsigned loops": f"""
%k = arith.cmpi slt, %x, %y : i32
%r = scf.if %k -> (i32) {{
  scf.yield %c0 : i32
}} else {{
  scf.yield %c2 : i32
}}
%a = ttg.memdesc_index %m[%r] : {M} -> {R}
scf.for unsigned %i = %c0 to %c3 step %c1  : i32 {{
  %b = ttg.memdesc_index %m[%i] : {M} -> {R}
}}
%g1 = arith.constant -1 : i32
scf.for unsigned %i = %x to %c3 step %c1  : i32 {{
  %b = ttg.memdesc_index %m[%i] : {M} -> {R} // bounds open
}}
scf.for %i = %g1 to %c3 step %c1  : i32 {{
  %b = ttg.memdesc_index %m[%i] : {M} -> {R} // bounds refuted
}}
scf.for unsigned %i = %g1 to %c3 step %c1  : i32 {{
  %b = ttg.memdesc_index %m[%i] : {M} -> {R} // bounds open
}}""",
    "accesses": f"""
%t = ttg.local_load %s : {S} -> tensor<8x8xf16, #blocked>
%u = ttg.local_load %s : {R} -> tensor<8x8xf16, #blocked> // conversion refuted
%v = ttg.local_load %m : {M} -> tensor<8x8xf16, #blocked> // types refuted
%q = ttg.local_alloc %t : (tensor<8x8xf16, #blocked>) -> !ttg.memdesc<8x8xf16, #rows, #smem>
ttg.local_store %t, %q : tensor<8x8xf16, #blocked> -> !ttg.memdesc<8x8xf16, #rows, #smem> // types refuted
ttg.local_store %t, %s : tensor<8x8xf16, #blocked> -> {S}
%x1 = ttg.local_load %n : !ttg.memdesc<8x16xf16, #rows, #smem, mutable> -> tensor<8x16xf16, #blocked> \
// conversion refuted
%w = ttg.local_load %s : {S} -> tensor<8x8xf32, #blocked> // types refuted""",
    "buffers with padding between": """
%a = ttg.memdesc_index %g[%c1] : !ttg.memdesc<3x8x8xf16, #gaps, #smem, mutable> \
-> !ttg.memdesc<8x8xf16, #gaps, #smem, mutable>
%b = ttg.memdesc_reshape %g : !ttg.memdesc<3x8x8xf16, #gaps, #smem, mutable> \
-> !ttg.memdesc<3x8x8xf16, #rows, #smem, mutable> // view refuted""",
}


def text_of(body):
    return HEAD + "".join(f"    {line}\n" for line in body.strip().split("\n")) + TAIL


def said_in(text):
    """Line -> question and verdict."""
    lines = enumerate(text.splitlines(), 1)
    return {line: words.split("// ")[1].split() for line, words in lines if "// " in words}
