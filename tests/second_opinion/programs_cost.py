"""What a program costs: docs/programs.md, Cost. Wavefronts are NVIDIA's (docs/checking.md, Shared memory)."""

from programs_text import Access
from shared_memory import groups_of, wavefronts


def wavefronts_of(access, addresses):
    """Of one move of one warp: the addresses of the lanes that give one."""
    groups = groups_of(addresses, access.size, not access.stores and not access.matrix)
    return sum(wavefronts(group, addresses, access.size) for group in groups)


def cost_of_block(question, block):
    cost = dict.fromkeys(("store_wavefronts", "load_wavefronts", "shuffles", "instructions", "permutes"), 0)
    for step in question.steps:
        name, access = step.move.name, Access.of(step.move.name)
        for warp in range(question.program.warps):
            lanes = {lane: numbers for (b, w, lane), numbers in step.values.items() if (b, w) == (block, warp)}
            if not lanes or name == "mov":
                continue
            cost["instructions"] += 1
            cost["permutes"] += name in ("prmt", "selp")
            cost["shuffles"] += name.startswith(("shfl", "ds_bpermute"))
            if access and not access.cluster and not access.amd:
                addresses = {lane: numbers[0] for lane, numbers in lanes.items() if numbers}
                cost["store_wavefronts" if access.stores else "load_wavefronts"] += wavefronts_of(access, addresses)
    if question.program.amd:
        cost["store_wavefronts"] = cost["load_wavefronts"] = None
    return cost


def cost(question):
    blocks = [cost_of_block(question, block) for block in range(question.program.blocks)]
    found = {name: None if blocks[0][name] is None else max(one[name] for one in blocks) for name in blocks[0]}
    found["barriers"] = sum(step.move.barrier > 0 for step in question.steps)
    found["bytes"] = question.program.shared
    found["registers"] = sum(question.sizes.values())
    return found
