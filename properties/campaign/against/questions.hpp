// What is worth asking of another program?  Requests of `tileproof batch`, drawn at random and
// valid by construction.
#pragma once

#include <span>

#include "checkers/requests/json.hpp"
#include "properties/source.hpp"

namespace tileproof::campaign {

struct Question {
  const char* number;    // "Q1"
  const char* name;      // "LinearForm"
  const char* family;    // the request's op
  const char* sentence;  // what both must say
  requests::Json (*draw)(gen::Source& source);
};

std::span<const Question> questions();

}  // namespace tileproof::campaign
