// What several files of laws about Triton's encodings need.
#pragma once

#include <string>
#include <vector>

#include "properties/law.hpp"
#include "properties/triton_laws.hpp"

namespace tileproof::laws {

LawResult broken_at(const std::string& where, const std::string& found, const std::string& wanted);

// The bases of an in-dim, each as coordinates; none if the form lacks the in-dim.
std::vector<triton::Dims> bases_of(const LinearLayout& form, Name in);

}  // namespace tileproof::laws
