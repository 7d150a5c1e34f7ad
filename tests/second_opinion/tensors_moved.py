"""Operations of which docs/checking.md (Operations) says where elements stay: facts, of which all must hold."""

import math

from tensors_facts import (COPIES, LEFT_OUT, NOT_LOWERED, NOT_THERE, ORDERED, OTHER_BASES, OTHER_COPIES, alike,
                           bases_of_threads, counts, each_once, is_within, led, one_of)
from tensors_layouts import Blocked, Linear, held, number_of, of_number, span_size, without_copies


def rule_of_trans(case):
    yield counts(case, 1)
    (a,), (b,), order = case.operands, case.results, case.attributes["order"]
    yield sorted(order) == list(range(len(a.shape)))
    yield b.shape == permuted(order, a.shape) and a.element == b.element

    def lead(number):
        return number_of(b.shape, permuted(order, of_number(a.shape, number)))
    yield in_places(led(case, a, lead), held(b, case.ctas))
    yield spelled_alike(case, a, b)


def spelled_alike(case, a, b):
    """Bases may write copies, and some compilers leave them out of what another spelling means."""
    thread = held(b, case.ctas)[0]
    is_one_linear = isinstance(a.layout, Linear) != isinstance(b.layout, Linear)
    return LEFT_OUT if is_one_linear and len(set(thread)) < len(thread) else True


def in_places(expected, threads):
    """Whether a result has the elements that the rule gives each register."""
    if expected == threads:
        return True
    return LEFT_OUT if without_copies(expected) == without_copies(threads) else False


def permuted(order, c):
    return tuple(c[d] for d in order)


def rule_of_reshape(case):
    yield counts(case, 1)
    (a,), (b,) = case.operands, case.results
    yield math.prod(a.shape) == math.prod(b.shape) and a.element == b.element
    if "allow_reorder" in case.attributes:
        yield len(held(a, case.ctas)[0]) == len(held(b, case.ctas)[0]) or NOT_THERE
        yield same_copies(case, a, b, True)
    else:
        yield in_places(held(a, case.ctas), held(b, case.ctas))
        yield spelled_alike(case, a, b)


def same_copies(case, a, b, registers):
    """Whether the same places hold copies: bits that never move, or that only lead where others before them do."""
    rows = [bits_of_places(case, one, registers) for one in (a, b)]
    still = [[number == 0 for number in row] for row in rows]
    led_again = [[span_size(row[:k + 1]) == span_size(row[:k]) for k in range(len(row))] for row in rows]
    same = {still[0] == still[1], led_again[0] == led_again[1]}
    return COPIES if len(same) > 1 else True if same.pop() else OTHER_COPIES


def bits_of_places(case, tensor, registers):
    """Which element the place has that has one bit set."""
    threads = held(tensor, case.ctas)
    of_threads = [threads[1 << k][0] for k in range(len(threads).bit_length() - 1)]
    return [threads[0][1 << k] for k in range(len(threads[0]).bit_length() - 1) if registers] + of_threads


def rule_of_join(case):
    yield counts(case, 2)
    yield from joined(case, case.results[0], case.operands)


def rule_of_split(case):
    yield counts(case, 1, 2)
    yield from joined(case, case.operands[0], case.results)


def joined(case, two, halves):
    """Some bit of the register of `two` tells the halves apart, and no other bit does."""
    yield one_of(two.element, *[one.element for one in halves])
    yield two.shape == halves[0].shape + (2,)
    yield alike(case, *halves)
    threads, of_half = held(two, case.ctas), held(halves[0], case.ctas)
    bits = range(len(threads[0]).bit_length() - 1)
    told_apart = [tuple(interleaved(half, k) for half in of_half) for k in bits]
    given = [in_places(expected, threads) for expected in told_apart if None not in expected]
    yield True in given or (LEFT_OUT if LEFT_OUT in given else False)
    yield NOT_LOWERED if case.ctas > 1 else True


def interleaved(half, k):
    """The registers of both halves, told apart by bit k."""
    return tuple(2 * half[r >> k + 1 << k | r & (1 << k) - 1] + (r >> k & 1)
                 for r in range(2 * len(half))) if len(half) >> k else None


def rule_of_cat(case):
    yield counts(case, 2)
    (a, b), (both,) = case.operands, case.results
    yield one_of(a.element, b.element, both.element)
    yield alike(case, a, b)
    yield math.prod(both.shape) == 2 * math.prod(a.shape)
    yield each_once(case, a)
    yield each_once(case, both)
    yield 2 * len(held(a, case.ctas)[0]) == len(held(both, case.ctas)[0]) or NOT_THERE
    yield same_copies(case, a, both, False)


def rule_of_fp4(case):
    yield counts(case, 1)
    (a,), (b,), axis = case.operands, case.results, case.attributes["axis"]
    yield a.element == "i8" and b.element in ("f16", "bf16")
    yield NOT_LOWERED if len(set(held(a, case.ctas)[0])) < 4 else True
    yield 0 <= axis < len(a.shape)
    yield b.shape == tuple(n * (1 + (d == axis)) for d, n in enumerate(a.shape))

    def lead(number, second):
        c = of_number(a.shape, number)
        return number_of(b.shape, tuple(2 * x + second if d == axis else x for d, x in enumerate(c)))
    yield in_places(tuple(in_pairs(thread, lead) for thread in held(a, case.ctas)), held(b, case.ctas))


def in_pairs(thread, lead):
    """Both numbers of a byte, one after the other."""
    return tuple(lead(one, second) for one in thread for second in (0, 1))


def rule_of_in_thread_transpose(case):
    yield counts(case, 1)
    (a,), (b,) = case.operands, case.results
    yield a.shape == b.shape and a.element == b.element
    yield is_within(held(b, case.ctas), held(a, case.ctas)) or NOT_THERE
    yield ORDERED if isinstance(a.layout, Blocked) and len(a.shape) == 2 else OTHER_BASES


def stays_in_threads(case, part, whole):
    """`part` and `whole` are types, one of them led to the other by numbers."""
    (type_of_part, of_part), (type_of_whole, of_whole) = part, whole
    yield True if is_within(of_part, of_whole) else NOT_THERE
    bases = [bases_of_threads(case, one) for one in (type_of_part, type_of_whole)]
    yield True if bases[0] == bases[1] else OTHER_BASES


def rule_of_extract_slice(case):
    yield counts(case, 1)
    (a,), (b,), offsets = case.operands, case.results, case.attributes["offsets"]
    yield len(a.shape) == len(b.shape) == len(offsets) and a.element == b.element
    yield all(0 <= o and o + n <= whole for o, n, whole in zip(offsets, b.shape, a.shape))

    def lead(number):
        return number_of(a.shape, tuple(x + o for x, o in zip(of_number(b.shape, number), offsets)))
    yield from stays_in_threads(case, (b, led(case, b, lead)), (a, held(a, case.ctas)))


def rule_of_concat(case):
    a, b = case.operands[0], case.results[0]
    yield len(case.results) == 1 and one_of(*[one.element for one in case.operands], b.element)
    yield alike(case, *case.operands)
    yield len(a.shape) == len(b.shape) and all(n % m == 0 for m, n in zip(a.shape, b.shape))
    yield math.prod(b.shape) == len(case.operands) * math.prod(a.shape)

    def lead(number):
        return number_of(a.shape, tuple(x % n for x, n in zip(of_number(b.shape, number), a.shape)))
    yield from stays_in_threads(case, (b, led(case, b, lead)), (a, held(a, case.ctas)))
