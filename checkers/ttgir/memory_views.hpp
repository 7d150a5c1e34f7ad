// Where in its allocation does a memory of the file begin, and how much is left of it?  Views are
// followed from allocations; a memory whose origin the text does not show (an argument, what a loop
// carries) is taken to be an allocation of its type, which all that is given for it is shown to be.
#pragma once

#include <optional>
#include <vector>

#include "checkers/ttgir/known_layouts.hpp"
#include "encodings/ttgir/module.hpp"

namespace tileproof {

struct MemoryView {
  Word room = 0;  // bytes from where it begins to the end of its allocation, at the least
  // A power of two of which its first byte is a multiple, whatever the indices are.
  Word alignment = 1;
  // For each dimension of its layout's shape, where it begins: at 0, at multiples of a power of
  // two, or anywhere (1).
  std::vector<Word> cut = {};
};

// What a memory's type takes.
struct MemorySize {
  Word buffers = 1;
  Word buffer_offsets = 0;  // of one buffer, before padding
  Word bytes = 0;           // of all, with padding
};

class MemoryViews {
 public:
  MemoryViews(const ttgir::Module& module, KnownLayouts& layouts)
      : module_(module), layouts_(layouts), views_(module.values.size()) {}

  // Fails if its layout or its elements' width is not known.
  Result<MemorySize> size_of(ttgir::TypeId type);
  // The byte in which a buffer begins.
  Word beginning_of(ttgir::TypeId type, Word buffer);

  void set(ttgir::ValueId value, MemoryView view) { views_[value] = std::move(view); }
  MemoryView of(ttgir::ValueId value, ttgir::TypeId type);
  // Of an allocation of this type; `alignment` is that of its attribute.
  MemoryView whole(ttgir::TypeId type, std::optional<Word> alignment);

 private:
  const ttgir::Module& module_;
  KnownLayouts& layouts_;
  std::vector<std::optional<MemoryView>> views_;
};

// Bytes of so many elements; elements of 1 bit take a byte.
Word bytes_of(Word elements, unsigned element_bits);

}  // namespace tileproof
