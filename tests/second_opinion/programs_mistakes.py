"""Mistakes that people make in programs of moves, planted into right ones. By chance some change nothing."""

import dataclasses
import random
import re


def lines_with(case, pattern):
    return [i for i, line in enumerate(case.lines) if re.match(r"\s*(?:" + pattern + ")", line)]


MEMORY = r"st\.|ld\.|stmatrix|ldmatrix|ds_write|ds_read"
STORES, LOADS = r"st\.|stmatrix|ds_write", r"ld\.|ldmatrix|ds_read"


def replaced(case, i, line):
    case.lines[i] = line
    return True


def drop_a_barrier(rng, case):
    at = lines_with(case, "barrier")
    return at and bool(case.lines.pop(rng.choice(at)))


def narrow_a_barrier(rng, case):
    at = lines_with(case, "barrier.c")
    return at and replaced(case, i := rng.choice(at), re.sub("cta|cluster", rng.choice(("warp", "cta")), case.lines[i]))


def swap_two_lanes(rng, case):
    at = lines_with(case, r"shfl\.idx|ds_bpermute")
    if not at:
        return False
    a, b = rng.sample(range(case.lanes), 2)
    i = rng.choice(at)
    line = case.lines[i]
    if line.startswith("ds_"):
        head, x, tail = re.fullmatch(r"(\w+ \S+, )(.*)(, [^,]*;)", line).groups()
        return replaced(case, i, f"{head}(lane == {a} ? {4 * b} : {x}){tail}")
    head, x = re.fullmatch(r"(\S+ \S+, \S+, )(.*);", line).groups()
    return replaced(case, i, f"{head}lane == {a} ? {b} : lane == {b} ? {a} : {x};")


def ask_no_lane(rng, case):
    at = lines_with(case, r"shfl\.(idx|bfly)")
    return at and replaced(case, i := rng.choice(at), case.lines[i].replace(
        ";", f" + (lane == {rng.randrange(32)} ? {rng.choice((16, 32, 64))} : 0);"))


def other_padding(rng, case):
    """One side forgets the padding, or has another."""
    pattern = rng.choice((STORES, LOADS))
    amount, done = rng.choice((0, 0, 1, 2, 8)), False
    for i in lines_with(case, pattern):
        line = re.sub(r"(/ \d+ \* )\d+", rf"\g<1>{amount}", case.lines[i])
        done = done or line != case.lines[i]
        case.lines[i] = line
    return done


def shrink(rng, case):
    if not case.shared:
        return False
    case.shared -= rng.choice((1, case.bits // 8, case.shared // 2, 16))
    return case.shared > 0


def misalign(rng, case):
    at = lines_with(case, MEMORY)
    if not at:
        return False
    i, by = rng.choice(at), rng.choice((1, 2, 4, 8))
    who = rng.choice((str(by), f"(lane == {rng.randrange(case.lanes)} ? {by} : 0)"))
    case.shared += 16
    return replaced(case, i, re.sub(r"( \[)([^\],]*)", lambda m: f"{m[1]}({m[2]}) + {who}", case.lines[i], count=1))


def wrong_selector(rng, case):
    at = lines_with(case, "prmt")
    if not at:
        return False
    i = rng.choice(at)
    found = list(re.finditer(r"(?<=0x)[0-7]{4}", case.lines[i]))
    one = rng.choice(found)
    digits = list(one[0])
    digits[rng.randrange(4)] = str(rng.randrange(8))
    return replaced(case, i, case.lines[i][:one.start()] + "".join(digits) + case.lines[i][one.end():])


def wrong_register(rng, case):
    names = sorted(set(re.findall(r"\b[sdt]\[\d+\]", "\n".join(case.lines))))
    at = lines_with(case, r"\w")
    i = rng.choice(at)
    found = list(re.finditer(r"\b[sdt]\[\d+\]", case.lines[i]))
    if not found or len(names) < 2:
        return False
    one = rng.choice(found)
    new = rng.choice([name for name in names if name != one[0]])
    if new in case.lines[i] and re.match(r"\s*ld", case.lines[i]):
        return False
    return replaced(case, i, case.lines[i][:one.start()] + new + case.lines[i][one.end():])


def drop_a_lane(rng, case):
    at = [i for i in lines_with(case, MEMORY + "|mov|prmt|selp|shfl") if " if " not in case.lines[i]]
    who = rng.choice((f"lane != {rng.randrange(case.lanes)}", f"warp != {rng.randrange(case.warps)}",
                      f"lane < {case.lanes // 2}", f"lane % 4 != {rng.randrange(4)} || warp > 0"))
    return at and replaced(case, i := rng.choice(at), case.lines[i].replace(";", f" if {who};"))


def drop_a_block(rng, case):
    """What some blocks do not store is in none of their memories."""
    at = [i for i in lines_with(case, STORES) if case.blocks > 1]
    bit = 1 << rng.randrange(max(1, case.blocks.bit_length() - 1))
    who = rng.choice((f"block != {rng.randrange(case.blocks)}", f"(block & {bit}) == 0", f"(block & {bit}) == 0"))
    if not at:
        return False
    i = rng.choice(at)
    line, _, old = case.lines[i].rstrip(";").partition(" if ")
    return replaced(case, i, f"{line} if {f'({old}) != 0 && ' if old else ''}{who};")


def leave_the_warp(rng, case):
    """A lane takes no part where all must."""
    at = lines_with(case, r"shfl|ds_bpermute|stmatrix|ldmatrix")
    who = rng.choice((f"lane != {rng.randrange(case.lanes)}", f"lane < {case.lanes // 2}", "lane % 2 || warp"))
    return at and replaced(case, i := rng.choice(at), case.lines[i].replace(";", f" if {who};"))


def collide(rng, case):
    """Lanes, or warps, store in the places of others."""
    at = [i for i in lines_with(case, STORES) if re.search(r"\b(lane|warp)\b", case.lines[i])]
    if not at:
        return False
    i, bit = rng.choice(at), 1 << rng.randrange(5)
    name = rng.choice(re.findall(r"\b(lane|warp)\b", case.lines[i]))
    end = case.lines[i].index("]")
    moved = re.sub(rf"\b{name}\b", f"({name} & ~{bit})" if name == "lane" else f"({name} / 2)", case.lines[i][:end])
    return replaced(case, i, moved + case.lines[i][end:])


def no_last_barrier(rng, case):
    """In a loop, the next run stores while this one may still load."""
    case.repeated = True
    at = lines_with(case, "barrier")
    if len(at) > 1:
        case.lines.pop(rng.choice((at[0], at[-1])))
    return bool(at)


def other_number(rng, case):
    i = rng.choice(lines_with(case, r"\w"))
    found = list(re.finditer(r"(?<![\w.:])\d+(?![\w.])", case.lines[i]))
    if not found or case.lines[i].startswith("for"):
        return False
    one = rng.choice(found)
    value = int(one[0])
    new = rng.choice([x for x in (value + 1, 2 * value, value // 2, 0, value ^ 2) if x != value])
    return replaced(case, i, case.lines[i][:one.start()] + str(new) + case.lines[i][one.end():])


def swap_two_moves(rng, case):
    moves = [i for i in range(len(case.lines) - 1)
             if case.lines[i].endswith(";") and case.lines[i + 1].endswith(";") and case.lines[i] != case.lines[i + 1]]
    if not moves:
        return False
    i = rng.choice(moves)
    case.lines[i], case.lines[i + 1] = case.lines[i + 1], case.lines[i]
    return True


def drop_a_move(rng, case):
    at = lines_with(case, r"(?!for)\w")
    return len(at) > 1 and bool(case.lines.pop(rng.choice(at)))


def forget_who_stores(rng, case):
    """All copies are stored, which --apart-copies minds."""
    case.apart_copies = True
    at = [i for i in lines_with(case, STORES) if " if " in case.lines[i]]
    for i in at:
        case.lines[i] = case.lines[i].split(" if ")[0] + ";"
    return bool(at)


def change_transposition(rng, case):
    at = lines_with(case, "stmatrix|ldmatrix")
    if not at:
        return False
    i = rng.choice(at)
    line = case.lines[i]
    if ".trans" in line:
        return replaced(case, i, line.replace(".trans", ""))
    return replaced(case, i, re.sub(r"(\.x[124])", r"\1.trans", line))


MISTAKES = [drop_a_barrier, narrow_a_barrier, swap_two_lanes, ask_no_lane, other_padding, shrink, misalign,
            wrong_selector, wrong_register, drop_a_lane, drop_a_block, leave_the_warp, collide, no_last_barrier, other_number,
            swap_two_moves, drop_a_move, forget_who_stores, change_transposition]


def mutated(case, seed):
    """The case with one mistake."""
    rng = random.Random(f"mistake {seed}")
    for _ in range(30):
        copy = dataclasses.replace(case, lines=list(case.lines))
        mistake = drop_a_block if case.style == "blocks" and rng.random() < 0.5 else rng.choice(MISTAKES)
        if mistake(rng, copy) and copy.lines:
            copy.mistake = mistake.__name__
            return copy
    return case
