"""What an access of shared memory needs: docs/checking.md (Memory, Shared memory)."""

import functools

import views_memory as memory
from notations import read_map
from views_indices import PROVED, REFUTED, UNKNOWN


def fits(tensor, of_memory):
    alike = (tensor.shape, tensor.element) == (of_memory.shape, of_memory.element)
    return alike and not of_memory.has_buffers


@functools.lru_cache(4096)
def elements_of(layout, shape):
    """Place (register, lane, warp, block) -> element."""
    return read_map(layout.text, shape).table({})


def is_bit(place, k):
    return place[k] and sum(place) == place[k] and place[k] & place[k] - 1 == 0


def vector_of(layout, shape, offsets, width, padding):
    """The widest power of two of elements that one register's bits, and nothing else, move through."""
    places = elements_of(layout, shape)
    origin = (0, 0, 0, 0)
    begin = offsets[places[origin]]
    moves = {p: offsets[c] ^ begin for p, c in places.items() if any(is_bit(p, k) for k in range(4))}
    vector = 1
    while 2 * vector * width <= 16 and all(i % (2 * vector) == a % (2 * vector) == 0 for i, a in padding):
        inside = [(p, move) for p, move in moves.items() if move % (2 * vector)]
        steps = sorted(move for p, move in inside)
        if steps != [1 << k for k in range(vector.bit_length())] or not all(p[0] for p, _ in inside):
            break
        vector *= 2
    return vector


def offsets_shown(value, used):
    of = memory.cells(used.layout, used.allocated)
    return {c: of[tuple(x + o for x, o in zip(c, value.at))][0] for c in memory.elements(used.shape)}


def bytes_of_vector(value, used, tensor):
    return used.width * vector_of(tensor.layout, tensor.shape, offsets_shown(value, used), used.width,
                                  memory.padding(used.layout))


def keeps_compilers_vector(value, used, tensor):
    """Whether the vector that only the intervals limit divides the amounts, too."""
    padding = memory.padding(used.layout)
    vector = vector_of(tensor.layout, tensor.shape, offsets_shown(value, used), used.width,
                       [(interval, interval) for interval, _ in padding])
    return all(amount % vector == 0 for _, amount in padding)


def has_registers_in_order(value, used, tensor):
    """Whether the first registers of a thread are a vector's, one after the other."""
    offsets, places = offsets_shown(value, used), elements_of(tensor.layout, tensor.shape)
    of_first = [offsets[places[r, 0, 0, 0]] for r in range(bytes_of_vector(value, used, tensor) // used.width)]
    return all(offset ^ of_first[0] == r for r, offset in enumerate(of_first))


def adds_what_is_free(value, used, tensor):
    """Whether what a compiler adds for registers has no bit of what it XORs for others."""
    offsets = offsets_shown(value, used)
    places = elements_of(tensor.layout, tensor.shape)
    begin = offsets[places[0, 0, 0, 0]]
    moves = [{p: offsets[c] ^ begin for p, c in places.items() if is_bit(p, k)} for k in range(4)]
    reached = functools.reduce(int.__or__, (m for of_dim in moves[1:] for m in of_dim.values()), 0)
    of = memory.cells(used.layout, used.allocated)
    origin = (0,) * len(used.allocated)
    for d, (shown, whole) in enumerate(zip(used.shape[-len(origin):], used.allocated)):
        for at in (1 << k for k in range(whole.bit_length()) if shown <= 1 << k < whole):
            reached |= of[origin[:d] + (at,) + origin[d + 1:]][0] ^ of[origin][0]
    added = [m for m in moves[0].values() if not m & reached]
    others = [m for m in moves[0].values() if m & reached]
    return not any(a & b for a in added for b in others)


def alignment_verdicts(value, used, tensor):
    """By where its allocation begins, by each slice before it, and by the buffers that can be chosen."""
    if not value.known:
        return {PROVED, REFUTED, UNKNOWN}, "alignment where a wrong view begins"
    if memory.padding(used.layout) and not has_registers_in_order(value, used, tensor):
        return {PROVED}, "costs are unknown, and vectors not asked"
    verdicts, why = alignment_by_bytes(value, bytes_of_vector(value, used, tensor))
    if verdicts == {PROVED} and not keeps_compilers_vector(value, used, tensor):
        # Where a slice begins within what padding follows, costs are unknown, and vectors not asked.
        verdicts, why = {UNKNOWN} | ({PROVED} if any(value.at) else set()), "compilers' vectors"
    if value.astray and (verdicts != {PROVED} or any(value.added)):
        return {PROVED, REFUTED, UNKNOWN}, "alignment behind what is doubted"
    return verdicts, why


def alignment_by_bytes(value, step):
    if value.base % step:
        return {REFUTED}, "where the allocation begins"
    if any(added % step for added in value.added):
        return {REFUTED}, "what a slice adds to an address"
    return value.of_begins(lambda begin: begin % step == 0, "buffers' begins")
