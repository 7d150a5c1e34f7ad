// Certificates with something changed: what the certifier is to refuse, or what proves a claim that
// is true nevertheless.
#pragma once

#include <string>

#include "properties/source.hpp"

namespace tileproof::laws {

void flip_bit(gen::Source& random, std::string& text);
// Requires: there is a digit.
void change_digit(gen::Source& random, std::string& text);
// Drops, doubles or swaps lines.
void change_lines(gen::Source& random, std::string& text);

// What a damage left of the file, with a digest that is right.
std::string with_new_digest(const std::string& text);

}  // namespace tileproof::laws
