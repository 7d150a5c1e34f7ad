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


def bytes_of_vector(value, used, tensor):
    of = memory.cells(used.layout, used.allocated)
    offsets = {c: of[tuple(x + o for x, o in zip(c, value.at))][0] for c in memory.elements(used.shape)}
    return used.width * vector_of(tensor.layout, tensor.shape, offsets, used.width,
                                  memory.padding(used.layout))


def alignment_verdicts(value, used, tensor):
    """By where its allocation begins, by each slice before it, and by the buffers that can be chosen."""
    if not value.known:
        return {PROVED, REFUTED, UNKNOWN}, "alignment where a wrong view begins"
    verdicts, why = alignment_by_bytes(value, bytes_of_vector(value, used, tensor))
    if value.astray and (verdicts != {PROVED} or any(value.added)):
        return {PROVED, REFUTED, UNKNOWN}, "alignment behind what is doubted"
    return verdicts, why


def alignment_by_bytes(value, step):
    if value.base % step:
        return {REFUTED}, "where the allocation begins"
    if any(added % step for added in value.added):
        return {REFUTED}, "what a slice adds to an address"
    return value.of_begins(lambda begin: begin % step == 0, "buffers' begins")
