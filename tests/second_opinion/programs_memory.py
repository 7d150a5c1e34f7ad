"""Where elements lie in shared memory in a right program, and the stores and loads of one layout."""

from dataclasses import dataclass

from programs_random import PLACES, selector_of, sum_text


@dataclass
class Memory:
    """Where elements lie: the XOR of `values` of the bits of their number, then padding, in elements."""
    values: dict
    padding: tuple = None
    parity: tuple = None  # the loop's name and the size of a buffer: rounds take turns in two

    def address(self, constant, terms, size):
        at = 0
        for value in constant:
            at ^= self.values[value]
        text = sum_text(at, [(name, k, self.values[value]) for name, k, value in terms if value])
        if self.padding:
            text = f"({text}) + ({text}) / {self.padding[0]} * {self.padding[1]}"
        text = f"({text}) * {size}" if size > 1 else text
        if self.parity:
            text = f"({text}) + {self.parity[0]} % 2 * {self.parity[1]}"
        return text


def side(case, memory, bases, stores, vector, rounds, turn, predicate):
    """The stores or loads of one layout: of all its registers, or those of one round."""
    size, array = case.bits // 8, "s" if stores else "d"
    each = case.in_a_register
    threads = [(place, k, value) for place in PLACES[1:] for k, value in enumerate(bases[place])
               if not (case.blocks > 1 and place == "block" and case.style != "cluster")]
    registers = bases["register"]
    of_round = {k: rounds.index(value) for k, value in enumerate(registers) if value in rounds}
    lines, at_once = [], vector * case.bits
    for r in range(0, 1 << len(registers), vector):
        if any(r >> k & 1 for k in of_round) or stores and any(r >> k & 1 and not v for k, v in enumerate(registers)):
            continue
        constant = [value for k, value in enumerate(registers) if r >> k & 1 and value]
        extra, terms = [], list(threads)
        fixed = r
        for k, of in of_round.items():
            if isinstance(turn, int):
                fixed |= (turn >> of & 1) << k
            else:
                extra.append((turn, of, k))
        address = memory.address(constant, terms, size)
        name = (f"ds_{'write' if stores else 'read'}_b{at_once}" if case.amd
                else f"{'st' if stores else 'ld'}.shared.b{at_once}")
        condition = f" if {predicate}" if predicate else ""
        if at_once < 32 and each > 1:
            # Part of a register: taken out before, or put in after.
            word, part = fixed // each, fixed % each // vector
            bytes_at_once = vector * size
            if stores:
                digits = [(part * bytes_at_once + k) % 4 for k in range(4)]
                lines.append(f"prmt t[0], s[{word}], s[{word}], 0x{''.join(map(str, reversed(digits)))};")
                lines.append(f"{name} [{address}], t[0]{condition};")
            else:
                lines.append(f"{name} t[1], [{address}]{condition};")
                lines.append(f"prmt d[{word}], d[{word}], t[1], {selector_of(bytes_at_once, part, 0)};")
            continue
        words = max(1, at_once // 32)
        first = fixed * case.bits // 32 if case.bits >= 32 or each > 1 else fixed
        step = [(turn, of, (1 << k) * case.bits // 32 if case.bits >= 32 or each > 1 else 1 << k) for _, of, k in extra]
        index = sum_text(0, step) if step else ""
        names = [f"{array}[{' + '.join(part for part in (index, str(first + w)) if part not in ('', '0')) or '0'}]"
                 for w in range(words)]
        lines.append(f"{name} [{address}], {', '.join(names)}{condition};" if stores
                     else f"{name} {', '.join(names)}, [{address}]{condition};")
    return lines


def widest(case, bases, values, limit, rounds):
    """How many elements one access can have: the registers' first bits are the memory's first bits."""
    vector, registers = 1, bases["register"]
    others = [v for place in PLACES for k, v in enumerate(bases[place]) if v]
    for k, value in enumerate(registers):
        if (value == 0 or values[value] != 1 << k or value in rounds or 2 * vector * case.bits > 128
                or vector >= limit or case.bits < 32 and case.each and 2 * vector > case.each):
            break
        if any(v != value and values[v] >> k & 1 for v in others):
            break
        vector *= 2
    return vector


def random_memory(rng, case, elements, first, rounds):
    """Elements in an order that mostly suits one side's registers, with XOR swizzle or padding."""
    order = [1 << j for j in range(elements) if 1 << j not in rounds]
    rng.shuffle(order)
    suited = [value for value in first["register"] if value in order]
    if rng.random() < 0.8:
        order = suited + [value for value in order if value not in suited]
    values = {value: 1 << p for p, value in enumerate(order)}
    values.update({value: 0 for value in rounds})
    padding, count = None, 1 << len(order)
    kind = rng.choice(("plain", "swizzle", "padding"))
    low = rng.randrange(0, 4)
    if kind == "swizzle" and len(order) > low + 2:
        shift = rng.randrange(1, len(order) - low)
        for p in range(low + shift, len(order)):
            if rng.random() < 0.7:
                values[order[p]] ^= 1 << p - shift
    elif kind == "padding":
        interval = 1 << rng.randrange(2, 7)
        amount = 1 << rng.randrange(0, 4)
        padding = (interval, amount)
        count = count + (count - 1) // interval * amount
    return Memory(values, padding), count


def matrix_moves(rng, memory, bases, stores, transposed, rows):
    """stmatrix or ldmatrix of all registers; `rows` are the bits that count the rows of a matrix."""
    registers = bases["register"]
    n = min(rng.choice((1, 2, 4)), 1 << len(registers) - 1)
    lines, used = [], n.bit_length() - 1
    array = "s" if stores else "d"
    for m in range(0, 1 << len(registers) - 1, n):
        constant = [value for k, value in enumerate(registers[1:]) if m >> k & 1]
        terms = [("lane", k, value) for k, value in enumerate(rows)]
        terms += [("lane", 3 + k, registers[1 + k]) for k in range(used)]
        terms += [("warp", k, value) for k, value in enumerate(bases["warp"])]
        address = memory.address(constant, terms, 2)
        names = ", ".join(f"{array}[{m + k}]" for k in range(n))
        suffix = f"x{n}{'.trans' if transposed else ''}"
        lines.append(f"stmatrix.{suffix} [{address}], {names};" if stores
                     else f"ldmatrix.{suffix} {names}, [{address}];")
    return lines
