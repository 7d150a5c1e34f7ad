// Which layouts are evaluated everywhere?  Some hundred small random ones, which the host can
// enumerate as well, and the large ones that only a device can.
#include <sstream>

#include "gpu_oracles/exhaustive/exhaustive_replay.hpp"
#include "gpu_oracles/exhaustive/smaller_questions.hpp"
#include "gpu_oracles/random_draws.hpp"
#include "gpu_oracles/runner/reproducer.hpp"
#include "gpu_oracles/shrink_case.hpp"

namespace tileproof::oracles {
namespace {

using Json = nlohmann::json;

template <typename... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream stream;
  (stream << ... << parts);
  return stream.str();
}

constexpr Word kMaxValues = Word{1} << 37;
constexpr Word kSmall = 400;  // questions

Json injective(std::string layout, std::vector<Word> shape = {}) {
  return {{"question", "injective"}, {"layout", std::move(layout)}, {"shape", std::move(shape)}};
}

Json equal(std::string layout, std::string other, std::vector<Word> shape = {}) {
  return {{"question", "equal"},
          {"layout", std::move(layout)},
          {"other", std::move(other)},
          {"shape", std::move(shape)}};
}

// About half of these map two points to one offset: strides below what the row needs, padding that
// is subtracted, swizzles that leave the row.
Json draw_small(Draws& draws) {
  const Word rows = Word{1} << draws.between(1, 6);
  const Word columns = Word{1} << draws.between(1, 6);
  const Word k = draws.between(0, 9);
  switch (draws.below(5)) {
    case 0: {
      const Word sizes[] = {draws.between(1, 40), draws.between(1, 40)};
      return injective(
          text("(", sizes[0], ",", sizes[1], "):(", draws.between(1, 45), ",", k, ")"));
    }
    case 1: {
      const Word bits = draws.between(0, 3);
      const Word base = draws.between(0, 3);
      const std::string swizzle = text("Sw<", bits, ",", base, ",", bits + k % 3, "> o ");
      return injective(text(
          swizzle, "(", rows, ",", columns, "):(", columns + k % 2, ",", draws.between(1, 2), ")"));
    }
    case 2: {
      const std::string fine = text(Word{2} << k % 4, ":+", Word{1} << draws.between(0, 3));
      const std::string coarse = text(Word{32} << k % 3, ":+", Word{1} << draws.between(0, 4));
      const std::string shape = text("[", rows, ", ", columns, "]");
      return injective(text("#ttg.padded_shared<[",
                            fine,
                            ", ",
                            coarse,
                            "] {order = [1, 0], shape = ",
                            shape,
                            "}>"),
                       {rows, columns});
    }
    case 3: {
      const Word mask = low_mask(static_cast<unsigned>(draws.between(0, 3)));
      const Word stride = columns + draws.between(0, 5);
      const Word unit = draws.between(1, 8);
      return injective(text("offset(row: ",
                            rows,
                            ", col: ",
                            columns,
                            ") = row * ",
                            stride,
                            " + (col ^ (row >> ",
                            k % 3,
                            " & ",
                            mask,
                            ") * ",
                            unit,
                            ")"));
    }
    default: {
      const std::string inputs = text("offset(i: ", rows * columns, ") = ");
      const Word modulus = draws.below(3) == 0 ? columns + 1 : columns;
      return equal(text(inputs, "i + i / ", columns, " * ", k),
                   text(inputs, "i % ", modulus, " + i / ", columns, " * ", columns + k));
    }
  }
}

std::vector<Json> large_questions() {
  const std::vector<Word> square = {1 << 16, 1 << 16};
  const std::string padded =
      "#ttg.padded_shared<[64:+4, 4096:+16] {order = [1, 0], shape = [65536, 65536]}>";
  return {
      injective(padded, square),
      // The same gaps, in a formula that a person would write.
      injective("offset(row: 65536, col: 65536) = row * 69888 + col + col / 64 * 4 + col / 4096 * "
                "16"),
      // A row too short by one element.
      injective("offset(row: 65536, col: 65536) = row * 69867 + col + col / 64 * 4 + col / 4096 * "
                "16"),
      injective("(65536,65536):(1,65536)"),
      injective("(65536,65536):(65537,1)"),
      injective("(65535,65537):(65537,1)"),
      injective("Sw<3,4,3> o (65536,65536):(65536,1)"),
      // Each point of a thread in another word: the atomic operations are not gathered.
      injective("offset(i: 4294967296) = (i % 65536) * 65536 + i / 65536"),
      // The largest: 8 GiB of bits.
      injective("offset(i: 68719476736) = i ^ (i >> 7 & 56)"),
      injective("(262144,262144):(262144,1)"),
      equal(padded,
            "offset(row: 65536, col: 65536) = row * 69888 + col + col / 64 * 4 + col / 4096 * 16",
            square),
      // They part at the last point alone.
      equal("offset(i: 4294967296) = i ^ (i >> 7 & 56)",
            "offset(i: 4294967296) = min(i, 4294967294) ^ (i >> 7 & 56)"),
      equal("offset(i: 68719476736) = i ^ (i >> 7 & 56)",
            "offset(i: 68719476736) = i / 64 * 64 + (i % 64 / 8 ^ i / 1024 % 8) * 8 + i % 8"),
  };
}

struct Answer {
  Json out;
  double milliseconds = 0;
};

Result<Answer> ask(const ExhaustiveQuestion& question) {
  const IndexMap& map = question.layout;
  TP_TRY(recorded, record(map));
  if (question.other) {
    TP_TRY(other, record(*question.other, recorded.axis_order));
    TP_TRY(comparison, compare(recorded.tape, other.tape));
    return Answer{to_json(map, recorded, comparison), comparison.milliseconds};
  }
  // One bit for each value that can be: the largest is found first, with a single bit.
  TP_TRY(first, count_values(recorded.tape, 1));
  if (first.largest >= kMaxValues) {
    return Error{
        ErrorCode::kUnsupported,
        "an offset of " + std::to_string(first.largest) + " needs more than 16 GiB of bits"};
  }
  TP_TRY(counts, count_values(recorded.tape, first.largest + 1));
  std::optional<Collision> collision;
  if (counts.distinct != map.points()) {
    TP_TRY(found, find_collision(recorded.tape, first.largest + 1));
    collision = found;
  }
  return Answer{to_json(map, recorded, counts, collision), counts.milliseconds};
}

Result<Answer> ask(const Json& in) {
  TP_TRY(question, parse_question(in));
  return ask(question);
}

std::string figure(const Json& in, const Answer& answer) {
  const auto points = answer.out.at("points").get<double>();
  return text(in.at("question").get<std::string>(),
              " ",
              in.at("layout").get<std::string>(),
              ": ",
              answer.out.at("points").get<Word>(),
              " points in ",
              answer.milliseconds,
              " ms, ",
              points / answer.milliseconds / 1e6,
              " G points/s");
}

Result<std::string> limits_figure(Word points) {
  TP_TRY(limits, time_bitmap(points));
  return text("the device's limits for ",
              points,
              " bits: clear ",
              limits.clear_milliseconds,
              " ms, count ",
              limits.count_milliseconds,
              " ms, set by whole words ",
              limits.set_words_milliseconds,
              " ms, set bit by bit in scattered sectors ",
              limits.set_scattered_milliseconds,
              " ms");
}

Result<RunReport> run_against_model(const RunRequest& request, const ObservationHeader& header) {
  TP_TRY(model, offset_model_choice().find(request.against));
  RunReport report;
  Draws draws(request.seed);
  const auto difference_of = [&](const Json& in) -> Result<Difference> {
    TP_TRY(answer, ask(in));
    ++report.observations;
    return replay_exhaustive({in, answer.out}, *model);
  };
  for (Word i = request.cases.value_or(kSmall); i > 0; --i) {
    const Json in = draw_small(draws);
    TP_TRY(difference, difference_of(in));
    if (!difference) continue;
    TP_TRY(smallest,
           shrink_case(in, smaller_questions, one_by_one([&](const Json& one) -> Result<bool> {
                         TP_TRY(shown, difference_of(one));
                         return shown.has_value();
                       })));
    TP_TRY(answer, ask(smallest));
    const Observation observation{smallest, answer.out};
    TP_TRY(shown, replay_exhaustive(observation, *model));
    const std::string text = smallest.dump() + ": " + shown.value_or("gone when asked again");
    if (const auto error = add_reproducer(observation, text, request, header, report)) {
      return *error;
    }
    break;
  }
  return report;
}

Result<RunReport> run_exhaustive(const RunRequest& request, const ObservationHeader& header) {
  if (!request.against.empty()) return run_against_model(request, header);
  RunReport report;
  std::vector<Json> questions;
  Draws draws(request.seed);
  const Word small = request.cases.value_or(kSmall);
  for (Word i = 0; i < small; ++i) questions.push_back(draw_small(draws));
  for (Json& in : large_questions()) questions.push_back(std::move(in));
  report.files.push_back(request.folder + "/exhaustive.jsonl");
  TP_TRY(writer, ObservationWriter::create(report.files[0], header));
  for (const Json& in : questions) {
    TP_TRY(answer, ask(in));
    const Observation observation{in, answer.out};
    TP_TRY(difference, replay_exhaustive(observation));
    if (difference) report.differences.push_back(in.dump() + ": " + *difference);
    writer.write(observation);
    if (answer.out.at("points").get<Word>() > kMaxEnumerated) {
      report.figures.push_back(figure(in, answer));
    }
  }
  TP_TRY(written, writer.finish());
  report.observations = written;
  TP_TRY(limits, limits_figure(Word{1} << 32));
  report.figures.push_back(limits);
  return report;
}

}  // namespace

DeviceRun exhaustive_run() { return {run_exhaustive}; }

}  // namespace tileproof::oracles
