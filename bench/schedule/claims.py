"""Claims of all kinds, notations and sizes, on which engines differ most: name, arguments of `tileproof prove`."""

SWIZZLE = "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 8, order = [1, 0]}>"


def strides():
    """Sums of strides: by their differences, however many points there are."""
    for sizes, steps in [
        ((1024, 1024, 1024), (1, 1025, 1050625)), ((4096, 4095), (4095, 1)), ((65536, 65535), (65537, 3)),
        ((999, 1001, 1003), (1, 1009, 1018081)), ((1 << 20, 1 << 20), (1, (1 << 20) + 7)), ((31, 37, 41, 43), (1, 31, 1147, 47027)),
        ((720, 720, 720), (1, 721, 519841)), ((12345, 6789), (6793, 1)), ((300, 300, 300, 300), (1, 301, 90601, 27270901)),
        ((511, 513), (1021, 1)), ((2048, 2049, 2047), (1, 2053, 4214809)), ((100, 1000, 10000), (1, 101, 101001)),
    ]:
        yield "injective", f"({','.join(map(str, sizes))}):({','.join(map(str, steps))})"
    for rows in (1 << 10, 1 << 14, 1 << 18):
        for pad in (4, 8):
            yield "injective", (f"#ttg.padded_shared<[64:+{pad}] {{order = [1, 0], shape = [{rows}, 1024]}}>", "--shape", f"{rows}x1024")
    for low in (1024, 4096, 1 << 16):
        yield "injective", f"param s in {low}..1000000; offset(b: 64, i: {low}) = b*s + i"
    for sizes, steps, bound in [((64, 64, 64), (1, 100, 10000), 636364), ((1000, 1000, 1000), (1, 1000, 1000000), 999999999)]:
        yield "in-bounds", (f"({','.join(map(str, sizes))}):({','.join(map(str, steps))})", "--allocation", str(bound))
    for steps in ("1,101,10303", "1,131,17293"):
        yield "aligned", (f"(64,64,64):(8,{8 * int(steps.split(',')[1])},{8 * int(steps.split(',')[2])})", "--element-bits", "16", "--bytes", "16", "--vector", "1")


def linear():
    for shape in ("64x64", "16384x16384", "1048576x1024"):
        yield "injective", (SWIZZLE, "--shape", shape)
        yield "bijective", (SWIZZLE, "--shape", shape)
        yield "equal", (SWIZZLE, "#ttg.swizzled_shared<{vec = 8, perPhase = 1, maxPhase = 4, order = [1, 0]}>", "--shape", shape)


def many_points():
    """What has carries and remainders by run-time numbers: every case, or nothing."""
    for side, steps in ((1 << 12, (3, 7)), (1 << 13, (3, 11, 13)), (1 << 14, (3, 7, 11, 13, 19, 29, 101))):
        for by in steps:
            yield "injective", f"offset(row: {side}, col: {side}) = row*{side + 7} + (col + row*{by}) % {side}"
    for side, steps in ((1 << 12, (3, 7)), (1 << 13, (3, 7, 11, 13, 17, 29))):
        for by in steps:
            yield "bijective", f"offset(row: {side}, col: {side}) = row*{side} + (col*{2 * by + 1} + row % {by}) % {side}"
    for side, by in ((5000, 7), (17000, 9), (14000, 11), (12000, 13), (15000, 7), (18000, 11), (20000, 9), (24000, 7)):
        yield "injective", f"offset(row: {side}, col: {side}) = (row*{by} % {side})*{side} + (col*{by} + row) % {side}"
    for n in (200, 400, 800):
        yield "injective", f"param n in 8..{n}; offset(pid: 4096) = let x = pid % 8; let l = pid / 8; let per = (n + 7) / 8; pid < n ? (x*per + l) : pid + n*2"
    for m, g in ((16, 8), (32, 8)):
        yield "injective", (f"param num_m in 1..{m}; param num_n in 1..{m}; param G in 1..{g}; offset(pid: {m * m}) = let w = G*num_n; let g = pid / w; "
                            f"let first = g*G; let size = max(min(num_m + 9000 - first, 9000 + G), 9001) - 9000; let m = first + (pid % w) % size; "
                            f"let n = (pid % w) / size; pid < num_m*num_n ? m*num_n + n : pid")
    for t in (540, 1080, 2160):
        yield "bijective", f"param T in 108..{t}; offset(b: {t}) = let per = (T + 107) / 108; let cta = b / per; let it = b % per; b < T ? cta*per + it : b"
    for n, m in ((1 << 26, 8191), (1 << 29, 127), (1 << 29, 65521), (1 << 30, 127), (1 << 30, 8191)):
        yield "in-bounds", (f"offset(x: {n}) = (x*{m} + x / 3) % 1000003 * 3 + x % 3", "--allocation", "3000009")
        yield "equal", (f"offset(x: {n}) = x / 7 % {m} * 7 + x % 7", f"offset(x: {n}) = x % {7 * m}")
    for n, a, b in ((1 << 29, 3, 11), (3 << 28, 5, 9), (1 << 30, 9, 7), (5 << 28, 11, 3)):
        yield "equal", (f"offset(x: {n}) = x / {a * b} * {a * b} + x / {a} % {b} * {a} + x % {a}", f"offset(x: {n}) = x")


def carries():
    """XORs and carries mixed, on more points than can be visited."""
    for bits in (16, 21, 24):
        side = 1 << bits
        for by in (3, 5):
            yield "injective", f"offset(row: {side}, col: {side}) = row*{side} + (col ^ (row % {by} << 3))"
    for bits in (16, 20):
        side = 1 << bits
        yield "injective", f"offset(row: {side}, col: {side}) = row*{side + 8} + (col ^ (row & 7) << 3)"
        yield "injective", f"offset(row: {side}, col: {side}) = (row*{side} + col) ^ ((row + col) % 8 << {bits + 4})"
        yield "in-bounds", (f"offset(row: {side}, col: {side}) = row*{side} + (col ^ (row % 5 << 3))", "--allocation", str(side * side - 9))
        yield "equal", (f"offset(row: {side}, col: {side}) = row*{side} + (col ^ (row % 8 << 3))", f"offset(row: {side}, col: {side}) = (row*{side} + col) ^ (row & 7) * 8")
        yield "equal", (f"offset(row: {side}, col: {side}) = row*{side} + col ^ (row % 8 << 3)", f"offset(row: {side}, col: {side}) = (row << {bits}) + (col ^ ((row + 8) % 8 << 3))")
    for a, b in ((3, 5), (5, 7), (7, 11)):
        yield "injective", f"offset(row: 1048576, col: 65536) = (row*65536 + col)*{a} ^ {b}"
        yield "injective", f"offset(x: 1099511627776) = x ^ (x*{2 * a}) % 256 << {b}"


def products():
    """Products of unknowns, and by numbers of many bits: circuits that are hard for SAT, and terms that Z3 makes equal."""
    for bits in (10, 14, 16, 20, 24):
        n = 1 << bits
        yield "equal", (f"offset(a: {n}, b: {n}) = a*b", f"offset(a: {n}, b: {n}) = b*a")
        yield "equal", (f"offset(a: {n}, b: 1024, c: 1024) = a*b*c", f"offset(a: {n}, b: 1024, c: 1024) = c*(b*a)")
        yield "equal", (f"offset(a: {n}, b: {n}) = a*b + (a ^ b)", f"offset(a: {n}, b: {n}) = (b ^ a) + b*a")
        yield "equal", (f"param p in 1..{n}; offset(a: {n}, b: {n}) = a*p + b*p*3", f"param p in 1..{n}; offset(a: {n}, b: {n}) = 3*p*b + p*a")
    for bits, factor in ((20, 40503), (24, 9521), (28, 2654435769), (32, 2654435769), (32, 2246822519), (40, 2654435769)):
        yield "injective", f"offset(x: {1 << bits}) = (x ^ x >> {bits // 2 - 1}) * {factor % (1 << min(bits, 32)) | 1} % {1 << bits}"
    for bits, factors in ((20, ((5, 7),)), (28, ((5, 7), (3, 11))), (30, ((5, 7), (3, 11), (3, 5))), (40, ((5, 7), (3, 11), (3, 5), (7, 9))),
                          (44, ((5, 7), (3, 11), (3, 5), (7, 9))), (48, ((5, 7), (3, 5)))):
        for p, q in factors:
            yield "equal", (f"offset(x: {1 << bits}) = x / {p * q}", f"offset(x: {1 << bits}) = x / {p} / {q}")


def hashes():
    """XORs of several remainders, and multiples below shifts: work for SAT."""
    for bits in (14, 20, 21, 22, 24, 25):
        n = 1 << bits
        yield "injective", f"offset(row: {n}, col: {n}) = row*{n} + (col ^ (row % 7 * 8) ^ (row % 5 << 7))"
        yield "injective", f"offset(row: {n}, col: {n}) = row*{n} + (col ^ (row % 7 * 8) ^ (row % 5 << 7) ^ (row % 3 << 11))"
        yield "injective", f"offset(row: {n}, col: 65536) = (row*65536 + col)*5 ^ ((row*65536 + col) >> 9)"
        yield "injective", f"offset(x: {n * n}) = x*9 ^ (x >> 7)"
        yield "injective", f"param s in {bits}..{bits + 8}; offset(row: 4096, col: {n // 4}) = (row << s) + (col ^ (row % 7 << 3))"


def accesses():
    access = "(row, col)(lane: 32, step: {steps}) = (lane, step*8)"
    for pad in (0, 4, 8, 16):
        for steps in (8, 64, 512):
            yield "conflict-free", (f"offset(row: 64, col: 4096) = row*{4096 + pad} + col", access.format(steps=steps), "--element-bits", "16",
                                    "--target", "cuda:90", "--instruction", "ld.shared.b128")
    yield "conflict-free", ("param pad in 1..64; offset(row: 32, col: 32) = row*(32 + pad) + col", "(row, col)(lane: 32, step: 32) = (lane, step)",
                            "--element-bits", "32", "--target", "cuda:90", "--instruction", "ld.shared.b32")


def machines():
    for bits in (12, 14, 15):
        n = 1 << bits
        yield "no-wrap", f"offset(a: {n}, b: {n}) = (a*{n} + b) % 1000003 * {1 << (31 - 20)} + a % 3"
        yield "no-wrap", f"offset(a: {n}, b: {n}) = (a ^ b) * {(1 << 31) // n - 1} + (a & b)"
        yield "no-wrap", f"param p in 1..{n}; offset(a: {n}) = a*p % 65521 * 32767"


def all_claims():
    for family in (strides, linear, many_points, carries, products, hashes, accesses, machines):
        for number, (claim, rest) in enumerate(family(), 1):
            yield f"{family.__name__}-{number}", [claim] + ([rest] if isinstance(rest, str) else list(rest))
