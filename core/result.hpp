// What does an operation return that can fail on its input?  Result<T>: the value or an Error that
// names the broken rule and its numbers.  The members are those of std::expected (C++23), which
// GCC 12 lacks in C++20.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/check.hpp"

namespace tileproof {

// Why input was refused.  The names in JSON are those of `to_string`.
enum class ErrorCode {
  kSyntax,       // the text is not in the notation
  kUnknownKey,   // a key that the notation does not have
  kInvalid,      // the notation holds but a rule of the encoding is broken
  kShape,        // the shape does not fit (rank, power of two)
  kDimension,    // a named dimension is missing, doubled or in the wrong order
  kOverflow,     // a size or a product exceeds what is supported
  kNotSolvable,  // no answer exists (not surjective, not invertible ...)
  kUnsupported,  // defined, but outside what tileproof decides
  kUsage,        // a request lacks a field or has a wrong one
  kIo,           // a file cannot be read or written
};

const char* to_string(ErrorCode code);

struct Error {
  ErrorCode code = ErrorCode::kInvalid;
  std::string message;

  static Error dimension(std::string message) {
    return {ErrorCode::kDimension, std::move(message)};
  }

  friend bool operator==(const Error&, const Error&) = default;
};

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}      // NOLINT: implicit
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}  // NOLINT: implicit

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Requires: has_value().
  [[nodiscard]] T& value() & {
    require_value();
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T& value() const& {
    require_value();
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] T&& value() && {
    require_value();
    return std::move(*std::get_if<0>(&state_));
  }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  // Requires: !has_value().
  [[nodiscard]] const Error& error() const {
    TP_CHECK(!has_value(), "error() of a Result that holds a value");
    return *std::get_if<1>(&state_);
  }

 private:
  void require_value() const {
    TP_CHECK(has_value(), "value() of a Result that holds: " + std::get_if<1>(&state_)->message);
  }

  std::variant<T, Error> state_;
};

}  // namespace tileproof

// Gives `name` the value of `expression`, or returns its Error to the caller.
#define TP_TRY(name, expression)                    \
  auto name##_result = (expression);                \
  if (!name##_result) return name##_result.error(); \
  auto&& name = *name##_result
