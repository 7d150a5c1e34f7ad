// How is a function written?
#pragma once

#include <string>

#include "encodings/expression/function.hpp"

namespace tileproof::expression {

// A text that parse() reads as a function of the same values: with one space around binary
// operators and no more parentheses than are needed.  What is used more than once, and what a local
// names, is written once, as `let`; steps that no result and no local needs are left out.
std::string print(const Function& function);

// The same for all texts that give the same steps: without the names of locals, but that what no
// result needs is kept, as unused0, unused1 ...; and each of several results has its own name.
std::string print_plainly(Function function);

// The expression of the first result alone, without names for what it uses more than once.
std::string print_in_full(const Function& function);

// The expression of a value alone, cut if it is long: for messages.
std::string print_value(const Function& function, Value value);

}  // namespace tileproof::expression
