#include "tests/fuzzing/readers.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "checkers/certificates/certifier/certify.hpp"
#include "checkers/reports/baseline.hpp"
#include "checkers/requests/answer.hpp"
#include "core/check.hpp"
#include "encodings/buffers/parse_buffers.hpp"
#include "encodings/cute/notation.hpp"
#include "encodings/expression/print.hpp"
#include "encodings/index_map/index_map.hpp"
#include "encodings/modular/notation.hpp"
#include "encodings/moves/json_program.hpp"
#include "encodings/moves/parse_program.hpp"
#include "encodings/moves/print_program.hpp"
#include "encodings/triton/layout.hpp"
#include "encodings/ttgir/reader.hpp"
#include "encodings/ttgir/source_lines.hpp"

namespace tileproof::fuzzing {
namespace {

// Was it read?  If not, the error has words.
template <typename T>
bool is_taken(const Result<T>& result) {
  if (result) return true;
  TP_CHECK(!result.error().message.empty(), "an error without words");
  return false;
}

// What is printed of a value is read as that value: it is printed alike again.
template <typename Read, typename Print>
bool reads_back(std::string_view bytes, const Read& read, const Print& print) {
  const auto value = read(bytes);
  if (!is_taken(value)) return false;
  const std::string text = print(*value);
  const auto again = read(text);
  TP_CHECK(again, "what was printed is not read: " + text + "\n" + again.error().message);
  TP_CHECK(print(*again) == text, "what was printed is read as another value: " + text);
  return true;
}

bool triton_layout(std::string_view bytes) {
  return reads_back(
      bytes,
      [](std::string_view text) { return triton::parse_layout(text); },
      [](const triton::LayoutPtr& layout) { return triton::to_string(*layout); });
}

bool cute_layout(std::string_view bytes) {
  return reads_back(bytes, cute::parse_layout, [](const auto& x) { return cute::print(x); });
}

bool cute_tiler(std::string_view bytes) {
  return reads_back(bytes, cute::parse_tiler, [](const auto& x) { return cute::print(x); });
}

bool modular_layout(std::string_view bytes) {
  return reads_back(bytes, modular::parse, modular::to_string);
}

bool index_expression(std::string_view bytes) {
  return reads_back(bytes, expression::parse, expression::print);
}

bool index_map(std::string_view bytes) { return is_taken(parse_index_map(bytes, {8, 16})); }

bool ttgir_file(std::string_view bytes) {
  const auto file = ttgir::read(bytes);
  for (const auto& error : file.errors) {
    TP_CHECK(error.offset <= bytes.size() && !error.message.empty(), "an error that is nowhere");
    TP_CHECK(file.lines.line_column(error.offset).column >= 1, "a column that is none");
  }
  for (const auto& module : file.modules) {
    const ttgir::SourceLines lines(module);
    for (const auto& op : module.operations)
      TP_CHECK(lines.of(op).size() <= lines.kMost, "too many lines");
  }
  return file.errors.empty();
}

// The operation of a request, with no time for solvers.
bool request(std::string_view bytes) {
  auto object = requests::parse_object(std::string(bytes));
  if (!is_taken(object)) return false;
  (*object)["time_limit"] = 0;
  return is_taken(requests::answer(*object));
}

bool certificate(std::string_view bytes) {
  const auto result = certify(bytes);
  const auto* refused = std::get_if<RefusedCertificate>(&result);
  if (refused == nullptr) return true;
  TP_CHECK(!refused->reason.empty(), "a refusal without words");
  return false;
}

bool program(std::string_view bytes) {
  return reads_back(bytes, moves::parse_program, moves::print_program);
}

bool json_program(std::string_view bytes) {
  return reads_back(bytes, moves::read_program, [](const auto& program) {
    return moves::json_of(program).dump();
  });
}

bool buffers(std::string_view bytes) { return is_taken(buffers::parse_buffers(bytes)); }

bool baseline(std::string_view bytes) {
  return reads_back(
      bytes,
      [](std::string_view text) { return Baseline::parse("baseline.json", std::string(text)); },
      [](const Baseline& known) { return known.print(); });
}

constexpr std::array kReaders = {Reader{"triton", triton_layout},
                                 Reader{"cute", cute_layout},
                                 Reader{"cute-tiler", cute_tiler},
                                 Reader{"modular", modular_layout},
                                 Reader{"expression", index_expression},
                                 Reader{"index-map", index_map},
                                 Reader{"ttgir", ttgir_file},
                                 Reader{"request", request},
                                 Reader{"certificate", certificate},
                                 Reader{"program", program},
                                 Reader{"program-json", json_program},
                                 Reader{"buffers", buffers},
                                 Reader{"baseline", baseline}};

}  // namespace

std::span<const Reader> readers() { return kReaders; }

const Reader* reader(std::string_view name) {
  const auto found = std::ranges::find(kReaders, name, &Reader::name);
  return found == kReaders.end() ? nullptr : &*found;
}

}  // namespace tileproof::fuzzing
