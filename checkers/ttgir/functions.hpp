// Which function does a call mean?
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "encodings/ttgir/module.hpp"

namespace tileproof {

// The functions of a module by their names, without '@'.
using Functions = std::map<std::string_view, const ttgir::Operation*, std::less<>>;

// The name of a function; nullopt if the text gives it none.
std::optional<std::string_view> name_of_function(const ttgir::Module& module,
                                                 const ttgir::Operation& function);

// The name of the function that is called; empty if the text names none.
std::string_view name_of_callee(const ttgir::Module& module, const ttgir::Operation& call);

}  // namespace tileproof
