"""Random programs of moves that are right, in several styles, over random `linear` and `blocked` layouts."""

import random

from programs_memory import matrix_moves, Memory, random_memory, side, widest
from programs_random import (PLACES, bases_of, finish_layouts, linear_text, random_bases, random_blocked, shape_of,
                             start, sum_text)
from programs_shuffled import in_one_warp


def layouts_for_memory(rng, case, sizes):
    elements = sum(sizes.values()) - (rng.choice((1, 1, 2)) if case.apart_copies else rng.choice((0, 0, 1, 2)))
    shape, texts = shape_of(rng, elements), []
    for _ in range(2):
        text = linear_text(shape, random_bases(rng, elements, sizes))
        if rng.random() < 0.4 and sizes["block"] == 0:
            blocked = random_blocked(rng, shape, case.lanes, case.warps)
            found = bases_of(blocked, shape)
            if set(sum(found.values(), [])) >= {1 << j for j in range(elements)} and len(found["register"]) < 5:
                text = blocked
        texts.append(text)
    case.shape, (case.source, case.destination) = shape, texts
    return elements, *(bases_of(text, shape) for text in texts)


def copies_condition(bases):
    """Of lanes and warps that hold copies, the first one."""
    masks = {place: sum(1 << k for k, v in enumerate(bases[place]) if not v) for place in ("lane", "warp")}
    return " && ".join(f"({place} & {mask}) == 0" for place, mask in masks.items() if mask)


def through_memory(rng, blocks=False, target=None):
    case, sizes = start(rng, "shared", target="cuda:90" if blocks else target)
    if blocks:
        case.blocks, sizes["block"], case.warps, sizes["warp"] = 2, 1, 1, 0
        case.style = "cluster"
    elif rng.random() < 0.2:
        case.each = rng.choice((1, 2)) if case.bits == 8 else 1
    elements, source, destination = layouts_for_memory(rng, case, sizes)
    memory, count = random_memory(rng, case, elements, rng.choice((source, destination)), ())
    case.shared = count * case.bits // 8
    case.arrays = ["t[2]"]
    limit = memory.padding and min(memory.padding) or 16
    predicate = copies_condition(source)
    predicated = predicate and rng.random() < (0.7 if case.apart_copies else 0.5)
    apart = [value for value in source["block"] if blocks]  # no access reaches into two blocks
    wide = [widest(case, bases, memory.values, limit, apart) for bases in (source, destination)]
    wide = [rng.choice((v, v, max(1, v // 2))) for v in wide]
    stores = side(case, memory, source, True, wide[0], (), 0, predicate if predicated else "")
    loads = side(case, memory, destination, False, wide[1], (), 0, "")
    barrier = "barrier.cta;"
    if blocks:
        # Each block stores in its own memory; loads find the block that has the element.
        where = {value: ("block", k) for k, value in enumerate(source["block"]) if value}
        own, = list(where) or [None]
        terms = [(place, k, value) for place in PLACES[1:] for k, value in enumerate(destination[place])]
        owner = sum_text(0, [(place, k, 1) for place, k, value in terms if value == own and own])
        loads = []
        for r in range(0, 1 << len(destination["register"]), wide[1]):
            part = [line.replace("ld.shared", "ld.shared::cluster")
                    for line in side(case, memory, destination, False, wide[1], (), 0, "")]
            in_register = own and any(r >> k & 1 and v == own for k, v in enumerate(destination["register"]))
            per = len(part) // ((1 << len(destination["register"])) // wide[1])
            at = r // wide[1] * per
            block = "1" if in_register else owner if own else "block"
            loads += [line.replace("];", f", {block}];") if "ld.shared" in line else line for line in part[at:at + per]]
        barrier = "barrier.cluster;"
    elif case.lanes == 32 and source["warp"] == destination["warp"] and 0 not in source["warp"]:
        barrier = rng.choice(("barrier.warp;", "barrier.cta;"))
    if case.amd and case.warps == 1 and rng.random() < 0.7:
        case.lines = stores + loads
        return case
    if case.repeated and not rng.random() < 0.2:
        loads = loads + [barrier] if rng.random() < 0.5 else loads
        stores = stores if loads[-1] == barrier else [barrier] + stores
    case.lines = stores + [barrier] + loads
    return case


def through_a_small_buffer(rng):
    """Rounds: bits that are registers' on both sides choose what is in the buffer; or two buffers take turns."""
    case, sizes = start(rng, "rounds", registers=rng.choice((3, 4)))
    case.bits = rng.choice((16, 32, 64))
    if case.bits == 16 and rng.random() < 0.5:
        case.each = 1
    elements = sum(sizes.values())
    q = rng.choice((1, 2))
    values = [1 << j for j in range(elements)]
    rng.shuffle(values)
    rounds = values[:q]
    top = sizes["register"]
    fixed = [(("register", top - 1 - k), value) for k, value in enumerate(rounds)]
    source, destination = (random_bases(rng, elements, sizes, fixed) for _ in range(2))
    finish_layouts(case, elements, shape_of(rng, elements), source, destination)
    memory, count = random_memory(rng, case, elements, rng.choice((source, destination)), rounds)
    case.shared, case.arrays = count * case.bits // 8, ["t[2]"]
    limit = memory.padding and min(memory.padding) or 16
    wide = [widest(case, bases, memory.values, limit, rounds) for bases in (source, destination)]
    looped = all(vector * case.bits >= 32 or case.each == 1 for vector in wide)
    two = looped and rng.random() < 0.4
    if two:
        step = -(-case.shared // 16) * 16
        memory.parity = ("i", step)
        case.shared += step
    first = rng.random() < 0.3

    def body(turn):
        stores = side(case, memory, source, True, wide[0], rounds, turn, "")
        loads = side(case, memory, destination, False, wide[1], rounds, turn, "")
        if two:
            return stores + ["barrier.cta;"] + loads
        return ["barrier.cta;"] * first + stores + ["barrier.cta;"] + loads + ["barrier.cta;"] * (not first)
    if looped:
        case.lines = [f"for i in 0..{1 << q} {{", *("  " + line for line in body("i")), "}"]
    else:
        case.lines = [line for turn in range(1 << q) for line in body(turn)]
        if not first and not case.repeated and rng.random() < 0.5:
            case.lines.pop()
    return case


def by_matrices(rng):
    """stmatrix, ldmatrix, or both: each side has the matrices' layout, or a plain one."""
    case, sizes = start(rng, "matrices", registers=rng.choice((1, 2, 3)), target="cuda:90")
    case.bits = 16
    elements = sum(sizes.values())
    order = [1 << j for j in range(elements)]
    rng.shuffle(order)
    column, row = order[:3], order[3:]
    sides = rng.choice(((True, True), (True, False), (False, True)))
    bases, trans = [], []
    for is_matrix in sides:
        if not is_matrix:
            bases.append(random_bases(rng, elements, sizes))
            trans.append(None)
            continue
        transposed = rng.random() < 0.4
        rows = rng.sample(row, 3)
        pairs, across = (rows, column) if transposed else (column, rows)
        fixed = [(("register", 0), pairs[0]), (("lane", 0), pairs[1]), (("lane", 1), pairs[2])]
        fixed += [(("lane", 2 + k), value) for k, value in enumerate(across)]
        bases.append(random_bases(rng, elements, sizes, fixed))
        trans.append((transposed, rows))
    source, destination = bases
    finish_layouts(case, elements, shape_of(rng, elements), source, destination)
    values = {value: 1 << p for p, value in enumerate(order)}
    if rng.random() < 0.6:
        for p in range(6, len(order)):
            values[order[p]] ^= 1 << p - 3
    padding = rng.choice((None, (64, 8))) if len(order) > 6 else None
    memory = Memory(values, padding)
    count = 1 << elements
    case.shared = 2 * (count + ((count - 1) // 64 * 8 if padding else 0))
    case.arrays, parts = ["t[2]"], []
    for stores, of, matrix in ((True, source, trans[0]), (False, destination, trans[1])):
        if matrix is None:
            vector = widest(case, of, values, 8, ())
            parts.append(side(case, memory, of, stores, vector, (), 0, ""))
        else:
            parts.append(matrix_moves(rng, memory, of, stores, *matrix))
    warp_alone = source["warp"] == destination["warp"]
    barrier = "barrier.warp;" if warp_alone and rng.random() < 0.6 else "barrier.cta;"
    case.lines = parts[0] + [barrier] + parts[1] + ([barrier] if case.repeated and rng.random() < 0.8 else [])
    return case


def in_all_blocks(rng):
    """Each block has copies of all, and does by itself what one would."""
    case = through_memory(rng, target="cuda:90") if rng.random() < 0.7 else by_matrices(rng)
    alone = "block = []"
    if case.apart_copies or case.target not in ("cuda:90", "cuda:100") or not (alone in case.source and alone in case.destination):
        return case
    bits = rng.choice((1, 1, 2))
    bases = ", ".join([str([0] * len(case.shape))] * bits)
    case.blocks, case.style = 1 << bits, "blocks"
    case.source, case.destination = (text.replace(alone, f"block = [{bases}]") for text in (case.source, case.destination))
    return case


STYLES = [in_one_warp, in_one_warp, through_memory, through_memory, through_memory,
          through_a_small_buffer, by_matrices, lambda rng: through_memory(rng, blocks=True), in_all_blocks, in_all_blocks]


def right(seed):
    rng = random.Random(seed)
    return rng.choice(STYLES)(rng)
