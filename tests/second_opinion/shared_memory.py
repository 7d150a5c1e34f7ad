"""What an instruction of a warp costs: docs/checking.md, Shared memory, of NVIDIA's targets."""

import re

from expressions import BadInput
from joining import carried

LANES, BANKS, WORD = 32, 32, 4


def read_instruction(text):
    """Bytes of an access, the lanes that must give addresses, whether it loads one vector a lane."""
    matrix = re.fullmatch(r"(?:ld|st)matrix\.x([124])", text)
    if matrix:
        return 16, 8 * int(matrix[1]), False
    vector = re.fullmatch(r"(ld|st)\.shared\.b(8|16|32|64|128)", text)
    if not vector:
        raise BadInput(f"{text} is no instruction that is known here")
    return int(vector[2]) // 8, 0, vector[1] == "ld"


def stored_size(element_bits):
    return 8 if element_bits == 1 else element_bits


def groups_of(addresses, size, merges):
    """The lanes that are served together; `addresses` are those of the active lanes."""
    together = min(LANES, 32 * WORD // size)
    if merges and size > WORD and any(
            all(addresses[i] == addresses[i ^ flip] for i in addresses if i ^ flip in addresses) for flip in (1, 2)):
        together *= 2
    groups = [[lane for lane in range(first, first + together) if lane in addresses]
              for first in range(0, LANES, together)]
    return [group for group in groups if group]


def words_of(address, size):
    return range(address // WORD, (address + size - 1) // WORD + 1)


def wavefronts(group, addresses, size):
    wanted = {word for lane in group for word in words_of(addresses[lane], size)}
    banks = [word % BANKS for word in wanted]
    return max(banks.count(bank) for bank in set(banks))


def wrong_instructions(access, bit_addresses, instruction, starts):
    """Lanes that are misaligned, and instructions that take more wavefronts than there are groups."""
    size, rows, merges = read_instruction(instruction)
    names = [name for name, _ in access.inputs]
    if "lane" not in names:
        raise BadInput("the access has no lane")
    at = names.index("lane")
    lanes = access.inputs[at][1]
    if lanes > LANES or lanes < rows:
        raise BadInput(f"{instruction} has not {lanes} lanes")
    executed = {}
    for x, address in bit_addresses.items():
        others = x[:at] + x[at + 1:]
        if starts(x) and (rows == 0 or x[at] < rows):
            if address % (8 * size) != 0:
                yield "misaligned", list(zip(names, x))
            executed.setdefault(others, {})[x[at]] = address // 8
    conflicts = []
    for others, addresses in executed.items():
        groups = groups_of(addresses, size, merges)
        if sum(wavefronts(group, addresses, size) for group in groups) > len(groups):
            lane, other = min(pair for group in groups for pair in conflicting_lanes(group, addresses, size))
            point = others[:at] + (lane,) + others[at:]
            conflicts.append(((others[::-1], lane), [*zip(names, point), ("other_lane", other)]))
    if conflicts:
        yield "conflict", min(conflicts, key=lambda conflict: conflict[0])[1]


def conflicting_lanes(group, addresses, size):
    """The later lane, then the earlier one, of all that want different words from one bank."""
    for lane in group:
        for other in group:
            if other < lane and any(a != b and a % BANKS == b % BANKS for a in words_of(addresses[lane], size)
                                    for b in words_of(addresses[other], size)):
                yield lane, other


def instruction_of_vector(memory, access, elements, stored_bits, direction):
    """The instruction of the widest vector, and at which places of the registers one starts."""
    if (memory.kind, access.kind) != ("shared", "registers") or direction not in ("load", "store"):
        raise BadInput("a direction needs Triton's layouts")
    before_padding = type(memory)(memory.unpadded, "shared").table({})
    offsets = {x: before_padding[carried(elements, value, len(memory.inputs))][0]
               for x, value in access.table({}).items()}
    moves = []  # what each bit of a place does to the offset
    for i, (name, size) in enumerate(access.inputs):
        for bit in range(size.bit_length() - 1):
            x = tuple(1 << bit if j == i else 0 for j in range(len(access.inputs)))
            moves.append((name, 1 << bit, offsets[x] ^ offsets[(0,) * len(x)]))
    vector, used = 1, []
    for v in (1 << k for k in range(8)):
        within = [1 << k for k in range(v.bit_length() - 1)]
        own = [move for move in moves if move[0] == "register" and move[2] in within]
        if (v * stored_bits <= 128 and len(own) == len(within)
                and all(move in own or move[2] % v == 0 for move in moves)
                and all(number % v == 0 for pad in memory.padding for number in pad)):
            vector, used = v, own
    skipped = sum(bit for _, bit, _ in used) + sum(bit for name, bit, move in moves if name == "register" and move == 0)
    register = [name for name, _ in access.inputs].index("register")
    bits = vector * stored_bits
    if bits not in (8, 16, 32, 64, 128):
        raise BadInput(f"no instruction accesses {bits} bits")
    return f"{'ld' if direction == 'load' else 'st'}.shared.b{bits}", lambda x: x[register] & skipped == 0
