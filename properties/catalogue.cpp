#include "properties/catalogue.hpp"

#include <algorithm>
#include <span>

#include "properties/accesses/laws.hpp"
#include "properties/claims/laws.hpp"
#include "properties/cute/laws.hpp"
#include "properties/expressions/laws.hpp"
#include "properties/files/laws.hpp"
#include "properties/law_catalogue.hpp"
#include "properties/moves/laws.hpp"
#include "properties/triton_catalogue.hpp"

namespace tileproof::laws {
namespace {

// How large a subject may be: mostly so small that laws which look at every point take
// microseconds, and a failure is read at a glance; sometimes as large as laws look at every point;
// now and then so large that words are nearly full.
unsigned draw_max_bits(gen::Source& source) {
  const Word size = source.below(64);
  return size < 58 ? 6 : size < 62 ? 10 : 62;
}

void add_f2_laws(std::vector<Law>& laws) {
  for (const F2Law& law : f2_laws()) {
    laws.push_back({law.number, law.name, "gf2", law.sentence, [&law](gen::Source& source) {
                      return law.draw_and_check(source, {}, draw_max_bits(source));
                    }});
  }
}

void add_layout_laws(std::vector<Law>& laws) {
  for (const LayoutLaw& law : layout_laws()) {
    laws.push_back(
        {law.number, law.name, "linear-layout", law.sentence, [&law](gen::Source& source) {
           return law.draw_and_check(source, {}, {draw_max_bits(source)});
         }});
  }
}

void add_triton_laws(std::vector<Law>& laws) {
  for (const TritonLaw& law : triton_laws()) {
    std::vector<const gen::TritonGenerator*> kinds;
    for (const gen::TritonGenerator& generator : gen::triton_generators()) {
      if (is_about(law, generator)) kinds.push_back(&generator);
    }
    laws.push_back(
        {law.number, law.name, "triton", law.sentence, [&law, kinds](gen::Source& source) {
           const auto* kind = kinds[source.below(kinds.size())];
           const TritonSubject subject = gen::draw_of_kind(source, *kind);
           source.say("layout", [&] { return text_of(subject); });
           return law.check(subject, {});
         }});
  }
}

std::vector<Law> make_all() {
  std::vector<Law> laws;
  add_f2_laws(laws);
  add_layout_laws(laws);
  add_triton_laws(laws);
  add_rows(laws, "cute", cute_laws());
  add_rows(laws, "expression", expression_laws());
  add_rows(laws, "claim", claim_laws());
  add_rows(laws, "move", move_laws());
  add_rows(laws, "access", access_laws());
  add_rows(laws, "view", view_laws());
  add_rows(laws, "file", file_laws());
  return laws;
}

}  // namespace

const std::vector<Law>& all_laws() {
  static const std::vector<Law> kLaws = make_all();
  return kLaws;
}

}  // namespace tileproof::laws
