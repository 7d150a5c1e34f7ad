#include <algorithm>

#include "properties/files/laws.hpp"
#include "properties/files/rewritten_text.hpp"

namespace tileproof::laws {
namespace {

using gen::Source;
using Ops = FileOperations;

template <auto Law, ViewChain (*Draw)(Source&)>
LawResult of_chain(Source& source, const Ops& ops) {
  const ViewChain chain = Draw(source);
  source.say("module", [&] { return "\n" + chain.module(); });
  return Law(chain, ops);
}

LawResult rewritten_file(Source& source, const Ops& ops) {
  const std::string text = draw_chain(source).module();
  const std::string other = rewritten(text, source);
  source.say("module", [&] { return "\n" + text; });
  source.say("other", [&] { return "\n" + other; });
  return the_same_is_said_of_both(text, other, ops);
}

LawResult generic_file(Source& source, const Ops& ops) {
  const ViewChain chain = draw_chain(source);
  source.say("module", [&] { return "\n" + chain.module(); });
  source.say("other", [&] { return "\n" + chain.generic_module(); });
  return the_same_is_said_of_both(chain.module(), chain.generic_module(), ops);
}

LawResult longer_file(Source& source, const Ops& ops) {
  const std::string text = draw_chain(source).module();
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  const std::size_t line = 1 + source.below(lines);
  const std::size_t count = 1 + source.below(3);
  source.say("module", [&] { return "\n" + text; });
  source.say("inserted",
             [&] { return std::to_string(count) + " before line " + std::to_string(line); });
  return inserted_lines_shift_findings(text, line, count, ops);
}

LawResult counted_file(Source& source, const Ops& ops) {
  const std::string text = draw_chain(source).module();
  source.say("module", [&] { return "\n" + text; });
  return findings_are_counted(text, ops);
}

LawResult of_index(Source& source, const Ops& ops) {
  const IndexProgram program = draw_index_program(source);
  source.say("module", [&] { return "\n" + program.module(); });
  return indices_stay_where_runs_say(program, ops);
}

LawResult of_choice(Source& source, const Ops& ops) {
  const ChosenBuffer chosen = draw_chosen_buffer(source);
  source.say("module", [&] { return "\n" + chosen.module(); });
  return accesses_begin_where_they_may(chosen, ops);
}

// A blocked tensor in three dimensions, and its transposition: half of them as it should be.
LawResult of_transposed(Source& source, const Ops& ops) {
  std::vector<Word> held;
  std::vector<Word> lanes = {1, 1, 1};
  std::vector<Word> warps = {1, 1, 1};
  for (int d = 0; d < 3; ++d) held.push_back(source.power(2));
  for (int bit = 0; bit < 5; ++bit) lanes[source.below(3)] *= 2;
  for (int bit = 0; bit < 2; ++bit) warps[source.below(3)] *= 2;
  std::vector<Word> fastest = {2, 1, 0};
  source.shuffle(fastest);
  std::vector<std::size_t> order = {0, 1, 2};
  source.shuffle(order);
  std::vector<std::size_t> taken = order;
  if (source.one_in(2)) source.shuffle(taken);
  std::vector<Word> shape;
  for (std::size_t d = 0; d < 3; ++d) shape.push_back(held[d] * lanes[d] * warps[d]);
  const auto list = [](const std::vector<Word>& numbers) {
    return "[" + std::to_string(numbers[0]) + ", " + std::to_string(numbers[1]) + ", " +
           std::to_string(numbers[2]) + "]";
  };
  const auto layout = [&](const std::vector<std::size_t>& dims) {
    const auto turned = [&](const std::vector<Word>& numbers) {
      return list({numbers[dims[0]], numbers[dims[1]], numbers[dims[2]]});
    };
    std::vector<Word> runs;
    for (const Word dim : fastest) {
      runs.push_back(static_cast<Word>(std::ranges::find(dims, dim) - dims.begin()));
    }
    return "#ttg.blocked<{sizePerThread = " + turned(held) + ", threadsPerWarp = " + turned(lanes) +
           ", warpsPerCTA = " + turned(warps) + ", order = " + list(runs) + "}>";
  };
  const std::string from = layout({0, 1, 2});
  const std::string to = layout(taken);
  source.say("layout", [&] { return from; });
  source.say("shape", [&] { return list(shape); });
  source.say("order", [&] { return list({order[0], order[1], order[2]}); });
  source.say("result", [&] { return to; });
  return transposed_tensors_keep_their_places(from, to, shape, order, ops);
}

constexpr FamilyLaw<Ops> kViewLaws[] = {
    {"V1",
     "ViewsAreWhatTheirOperationsGive",
     "A chain of views is proved only if each element lies where its type says, and refuted only "
     "if one does not.",
     of_chain<views_are_what_their_operations_give, draw_chain>},
    {"V2",
     "ChainsAreComposedMaps",
     "The composed maps of a chain lead each element of the last view to its element of the "
     "allocation.",
     of_chain<chains_are_composed_maps, draw_right_chain>},
    {"V3",
     "TransposingTwiceChangesNothing",
     "A chain with two transpositions more has the same verdict.",
     of_chain<transposing_twice_changes_nothing, draw_chain>},
    {"V4",
     "IndicesStayWhereRunsSay",
     "An index is proved only if no run of its loop leaves the buffers, and refuted only if one "
     "does.",
     of_index},
    {"V5",
     "TransposedTensorsKeepTheirPlaces",
     "A transposition is proved just if each element stays in its register, lane and warp.",
     of_transposed},
    {"V6",
     "AccessesBeginWhereTheyMay",
     "Where control flow gives one of two buffers, an access is proved only if both begin at a "
     "multiple of its bytes, and refuted only if one does not.",
     of_choice},
};

constexpr FamilyLaw<Ops> kFileLaws[] = {
    {"T1",
     "RewrittenFilesAreAnsweredAlike",
     "Comments, spaces and line breaks change no answer.",
     rewritten_file},
    {"T2",
     "GenericFormIsAnsweredAlike",
     "Operations in generic form have the same answers.",
     generic_file},
    {"T3",
     "InsertedLinesShiftFindings",
     "Lines of comments move what is found below them by as many lines, and nothing else.",
     longer_file},
    {"T4",
     "FindingsAreCounted",
     "The counts are those of the findings, and each finding is at a place of the text.",
     counted_file},
};

Drawn drawn_chain(Source& source) {
  const ViewChain chain = draw_chain(source);
  const MemoryType& last = chain.steps.back().type;
  const bool is_whole = std::ranges::all_of(chain.steps, [](const ViewStep& step) {
    return step.op == ViewStep::Op::kSubslice && step.type.rows == step.type.all_rows &&
           step.type.cols == step.type.all_cols;
  });
  const bool is_index =
      chain.steps.size() == 1 && chain.steps[0].op == ViewStep::Op::kIndex && last.max_phase == 1;
  return {chain.module(), is_whole || is_index ? "nothing is moved" : nullptr};
}

}  // namespace

std::span<const FamilyLaw<Ops>> view_laws() { return kViewLaws; }
std::span<const FamilyLaw<Ops>> file_laws() { return kFileLaws; }

std::vector<Generator> file_generators() { return {{"ViewChains", drawn_chain}}; }

}  // namespace tileproof::laws
