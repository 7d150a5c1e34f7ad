"""Random shapes and layouts, and layouts in which one thing is another."""

import math

from tensors_layouts import LANES, PLACES, WARPS, Blocked, Linear, Slice, as_linear


def random_shape(rng, rank, most=8):
    bits = [0] * rank
    for _ in range(rng.randint(rank, most)):
        bits[rng.randrange(rank)] += 1
    return tuple(2**b for b in bits)


def random_layout(rng, shape, ctas):
    if len(shape) < 3 and rng.random() < 0.2:
        dim = rng.randrange(len(shape) + 1)
        whole = shape[:dim] + (2 ** rng.randint(0, 2),) + shape[dim:]
        return Slice(dim, random_whole(rng, whole, ctas))
    return random_whole(rng, shape, ctas)


def random_whole(rng, shape, ctas):
    return random_blocked(rng, len(shape)) if ctas == 1 and rng.random() < 0.4 else random_linear(rng, shape, ctas)


def random_blocked(rng, rank):
    return Blocked(tuple(2 ** rng.choice((0, 0, 1, 2)) for _ in range(rank)), split_power(rng, LANES, rank),
                   split_power(rng, WARPS, rank), tuple(rng.sample(range(rank), rank)))


def split_power(rng, number, rank):
    parts = [1] * rank
    while math.prod(parts) < number:
        parts[rng.randrange(rank)] *= 2
    return tuple(parts)


def random_linear(rng, shape, ctas):
    rank = len(shape)
    units = [[tuple((1 << k) * (d == other) for other in range(rank)) for k in range(n.bit_length() - 1)]
             for d, n in enumerate(shape)]
    for of in units:
        if len(of) > 1 and rng.random() < 0.3:
            a, b = rng.sample(range(len(of)), 2)
            of[a] = tuple(x ^ y for x, y in zip(of[a], of[b]))
    left = [v for of in units for v in of]
    rng.shuffle(left)
    still = (0,) * rank
    bases = {place: [] for place in PLACES}
    slots = ["lane"] * 5 + ["warp"] * 2 + ["block"] * (ctas - 1)
    for place in rng.sample(slots, len(slots)):
        bases[place].append(left.pop() if left and rng.random() < 0.85 else still)
    bases["register"] = left
    if rng.random() < 0.15:
        left.insert(rng.randrange(len(left) + 1), still)
    return Linear(tuple(tuple(bases[place]) for place in PLACES))


def other_layout(rng, layout, shape, ctas):
    """One thing of it is another."""
    if isinstance(layout, Blocked) and rng.random() < 0.4:
        return random_blocked(rng, len(shape))
    bases = [list(of) for of in as_linear(layout, shape, ctas).bases]
    (p, i), (q, j) = rng.sample([(p, i) for p, of in enumerate(bases) for i in range(len(of))], 2)
    kind = rng.choice(("swap", "swap", "add", "drop", "copy", "spread"))
    if kind == "spread":
        return spread(rng, layout, shape, ctas)
    if kind == "swap":
        bases[p][i], bases[q][j] = bases[q][j], bases[p][i]
    elif kind == "add" and [bool(x) for x in bases[p][i]] == [bool(x) for x in bases[q][j]]:
        bases[p][i] = tuple(x ^ y for x, y in zip(bases[p][i], bases[q][j]))
    elif kind == "drop" and bases[0]:
        bases[0].pop(rng.randrange(len(bases[0])))
    else:
        bases[0].insert(rng.randrange(len(bases[0]) + 1), (0,) * len(shape))
    return Linear(tuple(map(tuple, bases)))


def spread(rng, layout, shape, ctas):
    """What several threads have each is shared among them."""
    bases = [list(of) for of in as_linear(layout, shape, ctas).bases]
    copies = [(p, i) for p in (1, 2, 3) for i, v in enumerate(bases[p]) if not any(v)]
    if copies and bases[0]:
        p, i = rng.choice(copies)
        bases[p][i] = bases[0].pop(rng.randrange(len(bases[0])))
    return Linear(tuple(map(tuple, bases)))
