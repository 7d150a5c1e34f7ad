// The function of a text that a test knows to be right, with its sizes.
#pragma once

#include <string_view>

#include "encodings/expression/function.hpp"

namespace tileproof::testing {

inline expression::Function bound(std::string_view text) {
  return expression::bind(expression::parse(text).value()).value();
}

}  // namespace tileproof::testing
