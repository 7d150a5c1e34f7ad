// What each operation of CuTe's algebra is for, on all elements, by plain recursion over shapes and
// strides: of encodings/cute only the data types are used.
#pragma once

#include <set>
#include <vector>

#include "encodings/cute/layout.hpp"
#include "encodings/cute/tile_order.hpp"

namespace tileproof::cute::naive {
Int size_of(const Mode& mode);

int depth_of(const Mode& mode);

std::vector<Mode> leaves_of(const Mode& mode);

std::vector<Mode> modes_of(const Mode& mode);

// The first mode changes fastest, the last one goes on beyond the size.
Int sum_at(const Mode& mode, Int index);

// Bit by bit.
Int swizzled(const Layout& layout, Int offset);

Int at(const Layout& layout, Int index);

std::vector<Int> list_of(const Layout& layout);

Layout plain(const Mode& mode);

bool starts_alike(const Layout& a, const Layout& r);

std::set<Int> set_of(const std::vector<Int>& list);

bool takes_first(const std::vector<Int>& offsets);

// Every coordinate of `coarse` is one of `fine`.
bool is_compatible(const Mode& coarse, const Mode& fine);

bool is_coalesced(const Layout& a, const Layout& r);

bool is_coalesced_by_mode(const Layout& a, const Layout& r);

bool is_filtered(const Layout& a, const Layout& r);

bool is_composition(const Layout& a, const Layout& b, const Layout& r);

bool is_right_inverse(const Layout& a, const Layout& r);

bool is_left_inverse(const Layout& a, const Layout& r);

// The copies of A at R(0), R(1), ... fill 0 .. target-1, none meets another, they are in order, and
// end with the period of A's in which target ends.
bool is_complement(const Layout& a, Int target, const Mode& r);

// Does each mode that steps repeat what the smaller ones reach?  Then it has a complement: 4:2 and
// (2,2):(8,2) do, (4,2):(1,3) does not.
bool nests(const Layout& a);

// Mode 0 is a tile and mode 1 the tiles: R(j, t) is element B(j) + tiles(t) of A, and each element
// is in just one tile.
bool is_division(const Layout& a, const Layout& tile, const Mode& tiles, const Layout& r);

// Places of copies: as many as B has elements, in the order of B's offsets, no offset in copies at
// two of them; and nothing is left out where A and B leave nothing out.
bool are_copies(const std::vector<Int>& block,
                const std::vector<Int>& tiler,
                const std::vector<Int>& places);

bool is_product(const Layout& block, const Layout& tiler, const Layout& r);

// Mode i of R is indexed by A's and B's modes i, the first of them faster: R(a, b) = A(a) + the
// place of copy b.
bool is_paired_product(const Layout& block, const Layout& tiler, const Layout& r, bool is_blocked);

// The sizes of the modes that a tuple is unpacked to.
std::vector<Int> unpacked_sizes(const Mode& mode);

// R at (j0, j1, ..; t0, t1, .., rest) is the logical result at ((j0, t0), (j1, t1), .., rest), and
// R's modes are both halves of it, packed or not.
bool is_reordered(const Layout& logical, const Tiler& tiler, const Layout& r, TileOrder order);

// Elements of A are `narrower` units wide, and `wider` of R.  Leaf by leaf, the coordinates of A
// that share an element of R are one of R's, at places in it that are always the same; the parts of
// an element are in the first leaf whose elements are adjacent.
bool is_recast(const Layout& a, Int narrower, const Layout& r, Int wider);

}  // namespace tileproof::cute::naive
