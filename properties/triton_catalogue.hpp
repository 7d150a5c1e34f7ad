// How are the laws of Triton's encodings tried on random layouts?  Each on the encodings that it
// says something of.
#pragma once

#include <vector>

#include "properties/law.hpp"
#include "properties/triton_generators.hpp"

namespace tileproof::laws {

// Whether the law says something of the encoding that the generator draws.
bool is_about(const TritonLaw& law, const gen::TritonGenerator& generator);

// A layout's attribute as Triton prints it, and the tensor's shape.
std::string text_of(const TritonSubject& subject);

}  // namespace tileproof::laws
