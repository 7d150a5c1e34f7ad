// Converts: what is read from memory is the element that is wanted.
#include "checkers/claims/kinds.hpp"

namespace tileproof::kinds {
namespace {

std::shared_ptr<const Question> shared(Question question) {
  return std::make_shared<const Question>(std::move(question));
}

// Where a place of the destination reads, and what a place of the source writes.
struct Meeting {
  std::vector<Word> reader;
  std::vector<Word> wanted;
  std::vector<Word> cell;
};

Meeting meeting_at(const Converts& claim, At place) {
  Meeting meeting;
  meeting.reader = reversed(place);
  meeting.wanted = value_at(claim.destination, meeting.reader);
  meeting.cell = value_at(claim.read, meeting.wanted);
  return meeting;
}

}  // namespace

// Somebody writes every element that is read; it is read where it was written; and who writes there
// writes that element.  The last is about a place of the destination and one of the source.
Questions questions_of(const Converts& claim) {
  const auto& [source, written, read, destination, sized, names] = claim;
  Questions questions;
  for (const IndexMap& map : sized) questions.push_back(*stated_sizes(map));
  for (const IndexMap* side : {&source, &destination}) {
    if (auto within = within_inputs(*side, written)) questions.push_back(*std::move(within));
  }
  Sizes sizes;
  for (std::size_t d = 0; d < source.out_axes().size(); ++d) {
    sizes.emplace_back(written.axes()[d].size);
  }
  questions.push_back(
      {"written", Covers{source, sizes, destination}, shared({"covers", Covers{source, sizes}})});
  const IndexMap put = composed(destination, written);
  const IndexMap got = composed(destination, read);
  questions.push_back({"place", Same{put, got}, shared({"equal", Same{written, read}})});
  if (auto signs = same_signs(put, got)) questions.push_back(*std::move(signs));
  questions.push_back({"element",
                       Determines{put, destination, {{composed(source, written), source}}},
                       shared({"distinct", Determines{written}})});
  return questions;
}

bool is_broken(const Converts& claim, const Question& question, At at) {
  if (question.name == "within") return is_beyond(question, at);
  const std::size_t own = claim.destination.axes().size();
  const Meeting meeting = meeting_at(claim, at.first(own));
  if (question.name == "place" || question.name == "signs") {
    return differ(claim.written, value_at(claim.written, meeting.wanted), claim.read, meeting.cell);
  }
  const auto element = value_at(claim.source, reversed(at.subspan(own)));
  return element != meeting.wanted && value_at(claim.written, element) == meeting.cell;
}

Counterexample describe(const Converts& claim, const Question& question, At at) {
  if (question.name == "within") return describe_beyond(question, at);
  const std::size_t own = claim.destination.axes().size();
  const Meeting meeting = meeting_at(claim, at.first(own));
  Counterexample example;
  if (question.name == "written") {
    example.text = "no place of the source holds the element that is read:";
    for (std::size_t i = 0; i < own; ++i) {
      const std::string& name = claim.destination.axes()[i].name;
      example.text += " " + name + " " + std::to_string(meeting.reader[i]);
    }
    add_point(example, claim.destination, meeting.reader);
    return example;
  }
  example.text = point_text(claim.destination, meeting.reader) + " reads element " +
                 value_text(claim.destination, meeting.wanted) + " at " +
                 value_text(claim.read, meeting.cell);
  if (question.name != "element") {
    example.text += ", but it was written at " +
                    value_text(claim.written, value_at(claim.written, meeting.wanted));
  } else {
    const auto writer = reversed(at.subspan(own));
    const auto element = value_at(claim.source, writer);
    example.text += ", where " + point_text(claim.source, writer) + " writes element " +
                    value_text(claim.source, element);
    add_point(example, claim.source, writer, "source_");
    add_value(example, claim.source, element, "source_");
  }
  add_point(example, claim.destination, meeting.reader);
  add_value(example, claim.destination, meeting.wanted);
  add_value(example, claim.read, meeting.cell);
  return example;
}

}  // namespace tileproof::kinds
