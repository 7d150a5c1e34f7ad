// Labels of registers are free names; a model may use others, as long as they are one to one.
#pragma once

#include <map>

#include "core/bits.hpp"

namespace tileproof::oracles {

// What the device calls a row (a column, a k) and what the model calls it: one to one.
class Renaming {
 public:
  explicit Renaming(bool is_fixed) : is_fixed_(is_fixed) {}

  bool matches(Word of_device, Word of_model) {
    if (is_fixed_) return of_device == of_model;
    const Word model = to_model_.try_emplace(of_device, of_model).first->second;
    const Word device = to_device_.try_emplace(of_model, of_device).first->second;
    return model == of_model && device == of_device;
  }

 private:
  bool is_fixed_;
  std::map<Word, Word> to_model_;
  std::map<Word, Word> to_device_;
};

}  // namespace tileproof::oracles
