"""Right programs without memory: each byte of d comes by a shuffle, or from a register of its own thread."""

from programs_random import PLACES, finish_layouts, random_bases, selector_of, shape_of, start, sum_text


def in_one_warp(rng):
    """Shuffles, where lanes differ; else registers alone: selp and prmt choose by lane."""
    case, sizes = start(rng, "shuffles")
    only_registers = rng.random() < 0.3
    if rng.random() < 0.3:
        case.each = rng.choice((1, 2)) if case.bits == 8 else 1
    copies = rng.choice((0, 0, 1))
    total = sum(sizes.values()) - copies
    source = random_bases(rng, total, sizes)
    fixed = [(("warp", k), v) for k, v in enumerate(source["warp"])]
    if only_registers:
        case.style = "registers"
        fixed += [(("lane", k), v) for k, v in enumerate(source["lane"])]
    if rng.random() < 0.5:  # a register stays where it is
        fixed.append((("register", 0), source["register"][0]))
    destination = random_bases(rng, total, sizes, fixed)
    finish_layouts(case, total, shape_of(rng, total), source, destination)
    gather(rng, case, source, destination, only_registers)
    return case


def place_of_value(bases, value, before=("block", "warp", "register", "lane")):
    return next(((place, k) for place in before for k, v in enumerate(bases[place]) if v == value), None)


def gather(rng, case, source, destination, only_registers):
    """Each byte of d comes by a shuffle of each register that some lane needs."""
    to_lane, to_register = [], []  # terms of the source's lane and register in the destination's lane
    constants = {}  # destination's register bit -> (lane, register) it brings
    for place in PLACES:
        for k, value in enumerate(destination[place]):
            found = place_of_value(source, value) if value else None
            if place == "register":
                constants[k] = (1 << found[1] if found and found[0] == "lane" else 0,
                                1 << found[1] if found and found[0] == "register" else 0)
            elif found and found[0] == "lane":
                to_lane.append((place, k, 1 << found[1]))
            elif found and found[0] == "register":
                to_register.append((place, k, 1 << found[1]))
    case.arrays = ["t[2]"]
    size = max(1, case.bits // 32)
    each = case.in_a_register
    for r in range(1 << len(destination["register"])):
        lane = register = 0
        for k, (a, b) in constants.items():
            if r >> k & 1:
                lane, register = lane ^ a, register ^ b
        x = sum_text(lane, to_lane)
        values = sorted({register ^ sub for sub in subsets([v for _, _, v in to_register])})
        for word in range(size):
            for n, value in enumerate(values):
                chosen = f"({sum_text(register, to_register)}) == {value}"
                if each > 1:
                    from_word, to_word = value // each, r // each
                else:
                    from_word, to_word = value * size + word, r * size + word
                got = "t[0]"
                if only_registers:
                    got = f"s[{from_word}]"
                elif case.amd:
                    case.lines.append(f"ds_bpermute_b32 t[0], ({x}) * 4, s[{from_word}];")
                elif lane and all(t == ("lane", k, 1 << k) for k, t in enumerate(to_lane)) and len(to_lane) == 5:
                    case.lines.append(f"shfl.bfly t[0], s[{from_word}], {lane};")
                else:
                    case.lines.append(f"shfl.idx t[0], s[{from_word}], {x};")
                if each > 1:
                    selector = selector_of(case.bits // 8, r % each, value % each)
                    whole = f"{chosen} ? {selector} : 0x3210" if len(values) > 1 else selector
                    case.lines.append(f"prmt d[{to_word}], d[{to_word}], {got}, {whole};")
                elif n == 0:
                    case.lines.append(f"mov d[{to_word}], {got};")
                elif rng.random() < 0.5:
                    case.lines.append(f"selp d[{to_word}], {got}, d[{to_word}], {chosen};")
                else:
                    case.lines.append(f"mov d[{to_word}], {got} if {chosen};")


def subsets(values):
    found = {0}
    for value in values:
        found |= {one ^ value for one in found}
    return found
