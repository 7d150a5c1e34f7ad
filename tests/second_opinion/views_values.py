"""What is known of a memory in a module: its type, and where in its allocation it can begin."""

from dataclasses import dataclass, replace

from views_indices import PROVED, REFUTED
from views_memory import Memory


@dataclass(frozen=True)
class Value:
    """A memory.  Its begins are in bytes: of all buffers, by the ranges of indices, of those a run takes."""
    type: Memory
    at: tuple  # the element of A at which it begins
    end: tuple = (0, 0)  # of the allocation: behind the last element, behind the last padding
    base: int = 16  # bytes of which the allocation's begin is a multiple
    every: frozenset = frozenset([0])
    begins: frozenset = frozenset([0])
    taken: frozenset = frozenset([0])
    added: frozenset = frozenset()  # bytes that slices add
    known: bool = True  # where it begins
    doubts: frozenset = frozenset([False])  # whether there is doubt of its type
    chain_doubted: bool = False  # or of one before it
    astray: bool = False  # whether there was another view before it than the maps have

    def behind(self, begin_of, every, begins, taken):
        """Where it begins behind an index: the begins of buffers that can be chosen."""
        def moved(before, indices):
            return frozenset(b + begin_of(i) for b in before for i in indices)
        return replace(self, every=moved(self.every, every), begins=moved(self.begins, begins),
                       taken=moved(self.taken, taken))

    def of_begins(self, holds, what):
        """Whether something holds wherever the memory begins."""
        if all(map(holds, self.every)):
            return {PROVED}, what
        if not all(map(holds, self.taken)):
            return {REFUTED}, what
        if all(map(holds, self.begins)):
            return {PROVED}, what
        return {PROVED, REFUTED}, f"{what}, by how narrow an index' range is"
