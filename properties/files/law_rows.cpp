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
