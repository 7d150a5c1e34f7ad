"""Small programs whose verdicts were worked out by hand from docs/programs.md."""

from programs_cost import cost
from programs_generate import right
from programs_run import opinion


def linear(register, lane, warp=(), block=()):
    places = dict(register=register, lane=lane, warp=warp, block=block)
    inside = ", ".join(f"{place} = {[[v] for v in of]}" for place, of in places.items())
    return f"#ttg.linear<{{{inside}}}>"


EACH = linear([], [1, 2, 4, 8, 16])  # element n in lane n
SWAPPED = linear([], [2, 1, 4, 8, 16])  # in lane n, the number of which has its lowest two bits swapped
TWICE = linear([], [1, 2, 4, 8, 0])  # lanes 16 to 31 hold copies
WAVE, WAVE_SWAPPED = linear([], [1, 2, 4, 8, 16, 32]), linear([], [2, 1, 4, 8, 16, 32])
TWO_WARPS, CROSSED = linear([], [1, 2, 4, 8, 16], [32]), linear([], [32, 2, 4, 8, 16], [1])
TWO_BLOCKS = linear([], [1, 2, 4, 8, 16], [], [32])
BYTES, BYTES_SWAPPED = linear([1, 2], [4, 8, 16, 32, 64]), linear([2, 1], [4, 8, 16, 32, 64])
MATRIX = linear([1], [2, 4, 8, 16, 32])
TRANSPOSED = linear([8], [16, 32, 1, 2, 4])
HALVES = linear([], [1, 2, 4, 8, 16])
QUADS, ROWS = linear([1, 2, 128], [4, 8, 16, 32, 64], [256, 512]), linear([1, 2, 4], [8, 16, 32, 64, 128], [256, 512])
FOUR, FOUR_IN_WAVE = linear([1, 2], [4, 8, 16, 32, 64]), linear([1, 2], [4, 8, 16, 32, 64, 128])

SWAP = "lane / 4 * 4 + lane % 2 * 2 + lane / 2 % 2"
HEAD = "program cuda:90, 32 bits, shared 128 bytes;\n"
STORE, LOAD = "st.shared.b32 [lane*4], s[0];\n", f"ld.shared.b32 d[0], [({SWAP})*4];\n"
BARRIER = "barrier.warp;\n"
ROUNDS = """program cuda:90, 32 bits, shared 128 bytes;
for i in 0..4 {
  st.shared.b32 [lane*4], s[i];
  barrier.warp;
  ld.shared.b32 d[i], [lane*4];  // of its own
  barrier.warp;
}
"""

# name: text, source, destination, size, verdict; a refuted one has (claim, move, block, warp, lane)
CASES = {
    "a register is renamed": (HEAD + "mov d[0], s[0];", EACH, EACH, 32, "proved"),
    "nothing is left in d": (HEAD, EACH, EACH, 32, (4, None, 0, 0, 0)),
    "an element that the source has not": (HEAD + "mov d[0], s[0];", TWICE, EACH, 32, (4, None, 0, 0, 16)),
    "a shuffle": (HEAD + f"shfl.idx d[0], s[0], {SWAP};", EACH, SWAPPED, 32, "proved"),
    "of no lane": (HEAD + "shfl.idx d[0], s[0], lane + 1;", EACH, EACH, 32, (2, "2:1", 0, 0, 31)),
    "down, and the last lane's own": (HEAD + "shfl.down d[0], s[0], 1;", EACH, EACH, 32, (4, None, 0, 0, 0)),
    "up, and the first lane's own": (HEAD + "shfl.up d[0], s[0], 1;", EACH, EACH, 32, (4, None, 0, 0, 1)),
    "one's own nothing": ("program cuda:90, 32 bits;\nregisters t[1];\nshfl.idx d[0], t[0], lane;", EACH, EACH, 32,
                          (4, None, 0, 0, 0)),
    "another's nothing": ("program cuda:90, 32 bits;\nregisters t[1];\n  shfl.bfly d[0], t[0], 1;", EACH, EACH, 32,
                          (2, "3:3", 0, 0, 0)),
    "a shuffle with a half that holds nothing": ("program cuda:90, 16 bits;\nshfl.bfly d[0], s[0], 1;\n"
                                                 "shfl.bfly d[0], d[0], 1;", HALVES, HALVES, 32, "proved"),
    "a shuffle of all lanes but one": (HEAD + "shfl.idx d[0], s[0], lane if lane != 3;", EACH, EACH, 32,
                                       (2, "2:1", 0, 0, 3)),
    "through memory": (HEAD + STORE + BARRIER + LOAD, EACH, SWAPPED, 32, "proved"),
    "without the barrier": (HEAD + STORE + LOAD, EACH, SWAPPED, 32, (3, "3:1", 0, 0, 1)),
    "its own bytes": (HEAD + STORE + BARRIER + "ld.shared.b32 d[0], [lane*4];", EACH, EACH, 32, "proved"),
    "a byte short": (HEAD.replace("128", "127") + STORE, EACH, EACH, 32, (1, "2:1", 0, 0, 31)),
    "half the memory": (HEAD.replace("128", "64") + STORE, EACH, EACH, 32, (1, "2:1", 0, 0, 16)),
    "misaligned": (HEAD.replace("128", "256") + "st.shared.b32 [lane*4 + 2], s[0];", EACH, EACH, 32,
                   (1, "2:1", 0, 0, 0)),
    "never stored": (HEAD.replace("128", "256") + STORE + BARRIER + "ld.shared.b32 d[0], [lane*4 + 128];", EACH, EACH,
                     32, (2, "4:1", 0, 0, 0)),
    "one lane does not store": (HEAD + STORE.replace(";", " if lane != 5;") + BARRIER + LOAD, EACH, SWAPPED, 32,
                                (2, "4:1", 0, 0, 6)),
    "nothing is stored": ("program cuda:90, 16 bits, shared 128 bytes;\nst.shared.b32 [lane*4], s[0];", HALVES, HALVES,
                          32, (2, "2:1", 0, 0, 0)),
    "different elements in one place": (HEAD + "st.shared.b32 [lane / 2 * 4], s[0];", EACH, EACH, 32,
                                        (3, "2:1", 0, 0, 0)),
    "copies in one place": (HEAD + "st.shared.b32 [lane % 16 * 4], s[0];\nbarrier.cta;\n"
                            "ld.shared.b32 d[0], [lane % 16 * 4];", TWICE, TWICE, 16, "proved"),
    "copies apart": (HEAD + "st.shared.b32 [lane % 16 * 4], s[0];", TWICE, TWICE, 16, (3, "2:1", 0, 0, 0),
                     {"apart_copies": True}),
    "the next run": (HEAD + STORE + BARRIER + LOAD, EACH, SWAPPED, 32, (3, "2:1", 0, 0, 1), {"repeated": True}),
    "the next run after a barrier": (HEAD + STORE + BARRIER + LOAD + BARRIER, EACH, SWAPPED, 32, "proved",
                                     {"repeated": True}),
    "the next run's copies": (HEAD + "st.shared.b32 [lane % 16 * 4], s[0];\nmov d[0], s[0];", TWICE, TWICE, 16,
                              (3, "2:1", 0, 0, 0), {"repeated": True}),
    "a narrow barrier": ("program cuda:90, 2 warps, 32 bits, shared 256 bytes;\n"
                         "st.shared.b32 [lane*4 + warp*128], s[0];\nbarrier.warp;\n"
                         "ld.shared.b32 d[0], [lane % 2 * 128 + lane / 2 * 8 + warp*4];", TWO_WARPS, CROSSED, 64,
                         (3, "4:1", 0, 0, 1)),
    "bytes are permuted": ("program cuda:80, 8 bits;\nprmt d[0], s[0], s[0], 0x3120;", BYTES, BYTES_SWAPPED, 128,
                           "proved"),
    "bytes are not permuted": ("program cuda:80, 8 bits;\nprmt d[0], s[0], s[0], 0x3210;", BYTES, BYTES_SWAPPED, 128,
                               (4, None, 0, 0, 0)),
    "a matrix is transposed": ("program cuda:90, 16 bits, shared 128 bytes;\nstmatrix.x1 [lane*16], s[0];\n"
                               "barrier.warp;\nldmatrix.x1.trans d[0], [lane*16];", MATRIX, TRANSPOSED, 64, "proved"),
    "a matrix has no owner": ("program cuda:90, 16 bits, shared 128 bytes;\nstmatrix.x1 [lane*16], s[0];\n"
                              "ldmatrix.x1 d[0], [lane*16];", MATRIX, MATRIX, 64, (3, "3:1", 0, 0, 0)),
    "a row is misaligned": ("program cuda:90, 16 bits, shared 256 bytes;\nstmatrix.x1 [lane*16 + lane/5*8], s[0];",
                            MATRIX, MATRIX, 64, (1, "2:1", 0, 0, 5)),
    "a wave needs no barrier": (f"program hip:gfx942, 32 bits, shared 256 bytes;\nds_write_b32 [lane*4], s[0];\n"
                                f"ds_read_b32 d[0], [({SWAP})*4];", WAVE, WAVE_SWAPPED, 64, "proved"),
    "three registers at once": ("program hip:gfx942, 32 bits, shared 1024 bytes;\n"
                                "ds_write_b96 [lane*12], s[0], s[1], s[2];\nds_write_b32 [768 + lane*4], s[3];\n"
                                "ds_read_b96 d[0], d[1], d[2], [lane*12];\nds_read_b32 d[3], [768 + lane*4];",
                                FOUR_IN_WAVE, FOUR_IN_WAVE, 256, "proved"),
    "two in a register": ("program cuda:90, 8 bits, 2 in a register;\nprmt d[0], s[0], s[1], 0x7740;\n"
                          "prmt d[1], s[0], s[1], 0x0051;", BYTES, BYTES_SWAPPED, 128, "proved"),
    "a wave's shuffle": (f"program hip:gfx942, 32 bits;\nds_bpermute_b32 d[0], ({SWAP})*4 + 256, s[0];", WAVE,
                         WAVE_SWAPPED, 64, "proved"),
    "another block": ("program cuda:90, 2 blocks, 32 bits, shared 128 bytes;\n"
                      "st.shared::cluster.b32 [lane*4, 1 - block], s[0];\nbarrier.cluster;\n"
                      "ld.shared.b32 d[0], [lane*4];", TWO_BLOCKS, TWO_BLOCKS, 64, (4, None, 0, 0, 0)),
    "another block, ordered by no barrier of the CTA": (
        "program cuda:90, 2 blocks, 32 bits, shared 128 bytes;\nst.shared::cluster.b32 [lane*4, 1 - block], s[0];\n"
        "barrier.cta;\nld.shared.b32 d[0], [lane*4];", TWO_BLOCKS, TWO_BLOCKS, 64, (3, "4:1", 0, 0, 0)),
    "no such block": ("program cuda:90, 2 blocks, 32 bits, shared 128 bytes;\n"
                      "st.shared::cluster.b32 [lane*4, 1 + block], s[0];", TWO_BLOCKS, TWO_BLOCKS, 64,
                      (1, "2:1", 1, 0, 0)),
    "the document's": ("""program cuda:90, 4 warps, 16 bits, shared 2048 bytes;
for i in 0..2 {
  st.shared.b64 [warp*512 + lane*8 + i*256], s[2*i], s[2*i + 1];
}
barrier.cta;
for i in 0..4 {
  ld.shared.b32 d[i], [lane*16 + warp*512 + i*4];
}
""", QUADS, ROWS, 1024, "proved"),
    "rounds of one's own": (ROUNDS, FOUR, FOUR, 128, "proved"),
    "a wrong round": (ROUNDS.replace("[lane*4];  //", "[lane*4] if i < 2 || lane != 7; #"), FOUR, FOUR, 128,
                      (4, None, 0, 0, 7)),
    "no stmatrix": ("program cuda:80, 16 bits, shared 128 bytes;\nstmatrix.x1 [lane*16], s[0];", MATRIX, MATRIX, 64,
                    "bad input"),
    "no selector": (HEAD + "prmt d[0], s[0], s[0], 0x8000;", EACH, EACH, 32, "bad input"),
    "a register too many": (HEAD + "mov d[1], s[0];", EACH, EACH, 32, "bad input"),
    "a loop called s": (HEAD + "for s in 0..2 { mov d[0], s[0]; }", EACH, EACH, 32, "bad input"),
    "a number below 0": (HEAD + "st.shared.b32 [lane - 1], s[0];", EACH, EACH, 32, "bad input"),
    "a shuffle of NVIDIA's on AMD": ("program hip:gfx942, 32 bits;\nshfl.idx d[0], s[0], lane;", WAVE, WAVE, 64,
                                     "bad input"),
}
REMARKS = {"its own bytes": [1], "rounds of one's own": [1, 2]}
# store and load wavefronts, shuffles, instructions, permutes, barriers, bytes, registers
COSTS = {"the document's": (16, 64, 0, 28, 0, 1, 2048, 8), "a shuffle": (0, 0, 1, 1, 0, 0, 128, 2),
         "a matrix is transposed": (1, 1, 0, 3, 0, 1, 128, 2), "bytes are permuted": (0, 0, 0, 1, 1, 0, 0, 2),
         "rounds of one's own": (4, 4, 0, 16, 0, 8, 128, 8), "a register is renamed": (0, 0, 0, 0, 0, 0, 128, 2)}
LOOKED_AT = 60  # random programs that must be right


def self_test():
    wrong = 0

    def expect(name, found, wanted):
        nonlocal wrong
        if found != wanted:
            wrong += 1
            print(f"{name}: {found}, not {wanted}")
    for name, (text, source, destination, size, wanted, *options) in CASES.items():
        found, question = opinion(text, source, destination, (size,), **dict(*options))
        short = tuple(found[key] for key in ("claim", "move", "block", "warp", "lane"))
        expect(name, short if found["verdict"] == "refuted" else found["verdict"], wanted)
        if found["verdict"] == "proved":
            expect(name, found["remarks"], [f"barrier {k} orders nothing" for k in REMARKS.get(name, [])])
        if dict(*options).get("repeated") and found["verdict"] == "refuted":
            expect(name, found["next_run"], True)
        if name in COSTS:
            expect(name, tuple(cost(question).values()), COSTS[name])
    for number in range(LOOKED_AT):
        case = right(number)
        found, _ = opinion(case.text, case.source, case.destination, case.shape)
        expect(f"random program {number} ({case.style})", found["verdict"], "proved")
    print(f"{len(CASES)} programs by hand, {LOOKED_AT} random ones: {wrong} wrong")
    return 1 if wrong else 0
