// Positions in as many parts as there are processors to visit them.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <vector>

#include "core/bits.hpp"

namespace tileproof {

struct Part {
  Word begin;
  Word end;
};

// One part where there are too few positions to be worth more.
std::vector<Part> parts_of(Word positions);

// The least position that breaks something, of several that are looking for one.
class LeastBroken {
 public:
  void found(Word position);
  // Can nothing from here on be the least?
  [[nodiscard]] bool is_before(Word position) const;
  [[nodiscard]] std::optional<Word> position() const;

 private:
  static constexpr Word kNone = ~Word{0};
  std::atomic<Word> least_ = kNone;
};

// visit(number, part) for all parts side by side; what one throws is thrown here.
void visit_parts(const std::vector<Part>& parts,
                 const std::function<void(std::size_t number, const Part&)>& visit);

}  // namespace tileproof
