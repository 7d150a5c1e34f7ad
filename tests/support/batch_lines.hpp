// Questions to `tileproof batch` without a process: one request, one answer.
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "cli/batch/batch.hpp"

namespace tileproof {

// The answer to a line, which must be one line of JSON and no internal error.
inline nlohmann::json ask_line(const std::string& line) {
  const auto answer = cli::answer_batch_line(line);
  EXPECT_FALSE(answer.internal_error) << line.substr(0, 300) << "\n" << answer.line;
  EXPECT_EQ(answer.line.find('\n'), std::string::npos);
  return nlohmann::json::parse(answer.line);
}

inline nlohmann::json ask(const nlohmann::json& request) { return ask_line(request.dump()); }

// The answer's field, which must be there.
inline nlohmann::json ask_for(const nlohmann::json& request, const std::string& field) {
  const auto answer = ask(request);
  EXPECT_EQ(answer.at("ok"), true) << request.dump().substr(0, 500) << "\n" << answer.dump();
  EXPECT_TRUE(answer.contains(field)) << answer.dump();
  return answer.value(field, nlohmann::json("no such field"));
}

// "usage: field 'op' must be a string"; "" where the answer is no error.
inline std::string error_of(const nlohmann::json& answer) {
  if (answer.at("ok") != false) return "";
  return answer.at("error").at("code").get<std::string>() + ": " +
         answer.at("error").at("message").get<std::string>();
}

}  // namespace tileproof
