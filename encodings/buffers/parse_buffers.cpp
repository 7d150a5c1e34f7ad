// By recursive descent, statement after statement; values are read by expression/value_reader.hpp.
#include "encodings/buffers/parse_buffers.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

#include "core/ranges.hpp"
#include "encodings/expression/value_reader.hpp"
#include "encodings/ttgir/type_parser.hpp"

namespace tileproof::buffers {
namespace {

using expression::Position;
using expression::quoted;
using expression::Token;
using expression::TokenReader;

// The symbols besides those of expressions.
constexpr std::string_view kSymbols = "[].";

constexpr std::array<std::string_view, 16> kWords{"spec",
                                                  "smem",
                                                  "tmem",
                                                  "overlap",
                                                  "view",
                                                  "in",
                                                  "of",
                                                  "lanes",
                                                  "at",
                                                  "shared",
                                                  "distinct",
                                                  "size",
                                                  "for",
                                                  "slice",
                                                  "trans",
                                                  "remote"};
constexpr Word kMostBlocks = 16;
constexpr Word kMostPoints = Word{1} << 40;  // of a view's names

// One statement, of which nothing is kept but what it adds to the plan.
class StatementReader {
 public:
  StatementReader(std::vector<Token> tokens, Plan& plan)
      : all_(tokens), tokens_(std::move(tokens)), plan_(plan) {}

  std::optional<Error> read() {
    if (tokens_.accept_word("spec")) {
      read_spec();
    } else if (tokens_.accept_word("smem")) {
      read_allocation(Memory::kShared);
    } else if (tokens_.accept_word("tmem")) {
      read_allocation(Memory::kTensor);
    } else if (tokens_.accept_word("overlap")) {
      read_overlap();
    } else if (tokens_.accept_word("view")) {
      read_view();
    } else {
      tokens_.fail_expected("'spec', 'smem', 'tmem', 'overlap' or 'view'");
    }
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("';'");
    return tokens_.error();
  }

 private:
  void refuse(Position at, const std::string& what, ErrorCode code = ErrorCode::kInvalid) {
    tokens_.fail(at, code, what);
  }
  Token name(const char* what) {
    if (tokens_.peek().kind != Token::Kind::kName) tokens_.fail_expected(what);
    return tokens_.take();
  }
  Word number(const char* what, Word least, Word most) {
    if (tokens_.peek().kind != Token::Kind::kNumber) tokens_.fail_expected(what);
    const Token token = tokens_.take();
    if (tokens_.error()) return least;
    if (token.number < least || token.number > most) {
      refuse(token.position,
             std::string(what) + " is " + std::to_string(token.number) + ", not from " +
                 std::to_string(least) + " to " + std::to_string(most));
      return least;
    }
    return token.number;
  }
  std::vector<Word> sizes() {
    std::vector<Word> list;
    tokens_.expect("[");
    do list.push_back(number("a dimension", 1, kMostUnits));
    while (tokens_.accept(","));
    tokens_.expect("]");
    return list;
  }

  template <typename List>
  static std::optional<std::size_t> find(const List& list, std::string_view text) {
    const auto found = std::ranges::find_if(list, [&](const auto& e) { return e.name == text; });
    if (found == list.end()) return std::nullopt;
    return static_cast<std::size_t>(found - list.begin());
  }

  std::string new_name(const char* what) {
    const Token token = name(what);
    if (tokens_.error()) return {};
    if (std::ranges::count(kWords, token.text) != 0) {
      refuse(token.position, quoted(token.text) + " is a word of the grammar");
    }
    if (find(plan_.storages, token.text) || find(plan_.allocations, token.text)) {
      fail_twice(tokens_, token);
    }
    return std::string(token.text);
  }

  // ---- Statements

  void read_spec() {
    Storage storage;
    storage.name = new_name("the storage's name");
    storage.is_spec = true;
    tokens_.expect(":");
    if (tokens_.accept_word("tmem")) {
      storage.memory = Memory::kTensor;
    } else if (!tokens_.accept_word("smem")) {
      tokens_.fail_expected("'smem' or 'tmem'");
    }
    if (tokens_.accept(",")) storage.stated_size = read_size(storage.memory);
    if (!tokens_.error()) plan_.storages.push_back(std::move(storage));
  }

  Word read_size(Memory memory) {
    const Word size = number("a size", 1, kMostUnits);
    const std::string unit = std::string(unit_of(memory)) + "s";
    if (!tokens_.accept_word(unit)) tokens_.fail_expected("'" + unit + "'");
    return size;
  }

  void read_allocation(Memory memory) {
    const Position at = tokens_.peek().position;
    Allocation allocation;
    allocation.memory = memory;
    allocation.name = new_name("the allocation's name");
    tokens_.expect("[");
    allocation.buffers = number("the number of buffers", 1, kMostBuffers);
    tokens_.expect("]");
    tokens_.expect(":");
    const Token element = name("an element type");
    const unsigned bits = tokens_.error() ? 8 : ttgir::element_bits(element.text);
    if (bits == 0 || bits > 1024) {
      refuse(element.position, quoted(element.text) + " is no element type of known width");
    }
    allocation.element_bytes = (Word{bits} + 7) / 8;
    allocation.shape = sizes();
    if (memory == Memory::kTensor && allocation.shape.size() < 2) {
      refuse(at, "a buffer in tensor memory has two dimensions at least");
    }
    if (tokens_.error()) return;
    std::optional<std::size_t> storage;
    std::set<std::string_view> seen;
    while (tokens_.peek().kind == Token::Kind::kName) {
      const Token clause = tokens_.take();
      if (!seen.insert(clause.text).second) fail_twice(tokens_, clause);
      if (clause.text == "in") {
        storage = read_storage(memory);
      } else if (clause.text == "of") {
        allocation.size = read_size(memory);
      } else if (clause.text == "lanes" && memory == Memory::kTensor) {
        allocation.first_lane = number("the first lane", 0, kTensorMemoryLanes - 1);
        tokens_.expect("..");
        allocation.end_lane =
            number("the end of the lanes", allocation.first_lane + 1, kTensorMemoryLanes);
      } else if (clause.text == "at") {
        allocation.at = read_beginning(allocation.buffers);
      } else {
        refuse(clause.position, quoted(clause.text) + " is no clause of such an allocation");
      }
    }
    if (tokens_.error()) return;
    if (allocation.size == 0) {
      const auto size = natural_size(memory, allocation.element_bytes, allocation.shape);
      if (!size) return refuse(at, size.error().message, size.error().code);
      allocation.size = *size;
    }
    if (plan_.allocations.size() == kMostAllocations) {
      return refuse(at, "more than 256 allocations", ErrorCode::kUnsupported);
    }
    if (!storage) {
      storage = plan_.storages.size();
      plan_.storages.push_back({allocation.name, memory});
    }
    allocation.storage = *storage;
    plan_.storages[*storage].members.push_back(plan_.allocations.size());
    plan_.allocations.push_back(std::move(allocation));
  }

  std::optional<std::size_t> read_storage(Memory memory) {
    const Token token = name("a storage");
    std::optional<std::size_t> found;
    if (const auto other = find(plan_.allocations, token.text)) {
      found = plan_.allocations[*other].storage;
    } else {
      found = find(plan_.storages, token.text);
    }
    if (!found) {
      refuse(token.position, "no storage is called " + quoted(token.text));
    } else if (plan_.storages[*found].memory != memory) {
      refuse(token.position, quoted(token.text) + " is not in " + to_string(memory));
    }
    return found;
  }

  // Where buffer i begins.
  Graph read_beginning(Word buffers) {
    const Position at = tokens_.peek().position;
    Graph graph = read_value({{"i", 0, buffers}});
    if (tokens_.error()) return graph;
    const IntervalWord i = IntervalWord::between(0, buffers - 1);
    const IntervalWord begin = ranges(graph, {&i, 1}).numbers[graph.results[0]];
    if (begin.high() >= Int128{kMostBeginning}) refuse(at, "a buffer may begin at 2^40 or behind it");
    return graph;
  }

  void read_overlap() {
    const Token token = name("a storage");
    const auto found = find(plan_.storages, token.text);
    if (!found) refuse(token.position, "no storage is called " + quoted(token.text));
    if (tokens_.error()) return;
    Storage& storage = plan_.storages[*found];
    if (storage.overlap) refuse(token.position, quoted(token.text) + " has an overlap already");
    tokens_.expect("=");
    Group group = read_group(*found, kMostNesting);
    if (most_indices(group) > kMostBuffers) {
      refuse(token.position, "sizes of groups that multiply to more than 4096");
    }
    if (tokens_.error()) return;
    const auto states = [&](std::size_t leaf) { return plan_.allocations[leaf].at.has_value(); };
    const auto list = leaves(group);
    if (storage.is_spec && std::ranges::any_of(list, states) &&
        !std::ranges::all_of(list, states)) {
      refuse(token.position,
             "some allocations of the group state with 'at' where they begin, and others do not");
    }
    storage.overlap = std::move(group);
  }

  Group read_group(std::size_t storage, unsigned depth) {
    const Position at = tokens_.peek().position;
    Group group;
    group.is_distinct = tokens_.accept_word("distinct");
    if (!group.is_distinct && !tokens_.accept_word("shared")) {
      tokens_.fail_expected("'shared' or 'distinct'");
    }
    if (depth == 0) refuse(at, "groups in more than 16 groups", ErrorCode::kUnsupported);
    tokens_.expect("(");
    do {
      const Token& next = tokens_.peek();
      if (next.text == "shared" || next.text == "distinct") {
        group.members.push_back(read_group(storage, depth - 1));
      } else if (!group.members.empty() && tokens_.accept_word("size")) {
        group.size = number("the size of a group", 1, kMostBuffers);
        break;
      } else {
        group.members.push_back(read_member(storage));
      }
    } while (tokens_.accept(","));
    tokens_.expect(")");
    return group;
  }

  Group read_member(std::size_t storage) {
    const Token token = name("an allocation");
    const auto found = find(plan_.allocations, token.text);
    if (tokens_.error()) return {};
    if (!found || plan_.allocations[*found].storage != storage) {
      refuse(token.position,
             quoted(token.text) + " is no allocation in '" + plan_.storages[storage].name + "'");
    } else if (!in_group_.insert(*found).second) {
      fail_twice(tokens_, token);
    }
    return Group{found};
  }

  // ---- Views

  void read_view() {
    View view;
    view.names = read_names();
    const Token token = name("an allocation");
    const auto found = find(plan_.allocations, token.text);
    if (!found) refuse(token.position, "no allocation is called " + quoted(token.text));
    if (tokens_.error()) return;
    view.allocation = *found;
    if (tokens_.accept("[")) {
      view.index = read_value(view.names);
      tokens_.expect("]");
    }
    std::vector<Word> dims = plan_.allocations[*found].shape;
    while (tokens_.accept(".")) {
      const Token step = name("'slice', 'trans' or 'remote'");
      if (step.text != "remote" && !view.index) {
        refuse(step.position, "a part of all buffers: one is to be chosen first");
      }
      tokens_.expect("(");
      if (step.text == "slice") {
        view.steps.emplace_back(read_slice(view, step, dims));
      } else if (step.text == "trans") {
        dims = read_permutation(step, dims);
      } else if (step.text == "remote") {
        view.steps.emplace_back(Remote{read_value(view.names)});
      } else {
        refuse(step.position, quoted(step.text) + " is none of 'slice', 'trans' and 'remote'");
      }
      tokens_.expect(")");
    }
    if (tokens_.accept_word("for")) {
      while (tokens_.peek().kind != Token::Kind::kEnd) tokens_.take();
    }
    if (!tokens_.error()) plan_.views.push_back(std::move(view));
  }

  Slice read_slice(const View& view, const Token& step, std::vector<Word>& dims) {
    Slice slice;
    slice.dims = dims;
    tokens_.expect("[");
    do slice.offsets.push_back(read_value(view.names));
    while (tokens_.accept(","));
    tokens_.expect("]");
    tokens_.expect(",");
    slice.sizes = sizes();
    if (slice.offsets.size() != dims.size() || slice.sizes.size() != dims.size()) {
      refuse(step.position, "a slice of " + std::to_string(dims.size()) + " dimensions has so many "
             "offsets and sizes");
    }
    dims = slice.sizes;
    return slice;
  }

  std::vector<Word> read_permutation(const Token& step, const std::vector<Word>& dims) {
    std::vector<Word> order;
    do order.push_back(number("a dimension's number", 0, dims.size() - 1));
    while (tokens_.accept(","));
    std::vector<Word> sorted = order;
    std::ranges::sort(sorted);
    std::vector<Word> all(dims.size());
    std::iota(all.begin(), all.end(), Word{0});
    if (sorted != all) refuse(step.position, "no permutation of the dimensions");
    if (tokens_.error()) return dims;
    std::vector<Word> permuted;
    for (const Word dim : order) permuted.push_back(dims[dim]);
    return permuted;
  }

  // What stands behind `for`, at the statement's end.
  std::vector<View::Name> read_names() {
    const auto begin = std::ranges::find(all_, "for", &Token::text);
    if (begin == all_.end()) return {};
    TokenReader body = std::move(tokens_);
    tokens_ = TokenReader(std::vector<Token>(begin + 1, all_.end()));
    std::vector<View::Name> names;
    Word points = 1;
    do {
      const Token token = name("a name");
      if (find(names, token.text)) fail_twice(tokens_, token);
      if (std::ranges::count(kWords, token.text) != 0) {
        refuse(token.position, quoted(token.text) + " is a word of the grammar");
      }
      if (!tokens_.accept_word("in")) tokens_.fail_expected("'in'");
      const Word first = number("the first value", 0, kMostPoints);
      tokens_.expect("..");
      const Word end = number("the end of the values", first + 1, kMostPoints + 1);
      if (tokens_.error()) break;
      if (end - first > kMostPoints / points) {
        refuse(token.position, "more than 2^40 values together", ErrorCode::kOverflow);
        break;
      }
      points *= end - first;
      names.push_back({std::string(token.text), first, end - first});
    } while (tokens_.accept(","));
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("',' or ';'");
    if (const auto error = tokens_.error(); !error) tokens_ = std::move(body);
    std::ranges::reverse(names);
    return names;
  }

  Graph read_value(const std::vector<View::Name>& names) {
    const Position at = tokens_.peek().position;
    Steps steps;
    expression::ValueReader values(tokens_, steps);
    std::vector<IntervalWord> inputs;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Token token{Token::Kind::kName, names[k].name, 0, at};
      const Recorded input = steps.input(static_cast<std::uint32_t>(k));
      values.define(token,
                    names[k].first == 0 ? input : Recorder{steps}.add(input, names[k].first));
      inputs.push_back(IntervalWord::between(0, names[k].size - 1));
    }
    const Recorded result = values.read_number();
    if (tokens_.error()) return {};
    Graph graph = std::move(steps).graph({&result, 1});
    if (const Ranges found = ranges(graph, inputs); !found.faults.empty()) {
      const RangeFault& fault = found.faults.front();
      const std::string& origin = graph.origins[graph.steps[fault.step].origin];
      refuse(at,
             "the operator at " + origin +
                 " may leave 0 to 2^64 - 1, divide by 0 or shift by 64 or more");
    }
    return graph;
  }

  std::vector<Token> all_;
  TokenReader tokens_;
  Plan& plan_;
  std::set<std::size_t> in_group_;
};

// buffers cuda:100, 2 blocks;
Result<Plan> read_head(std::vector<Token> tokens, const std::optional<Target>& target) {
  TokenReader head(std::move(tokens));
  if (!head.accept_word("buffers")) head.fail_expected("'buffers'");
  // A target is one word to its own reader: cuda:100, gfx942.
  std::string text;
  const Position at = head.peek().position;
  while (!head.is_next(",") && head.peek().kind != Token::Kind::kEnd) text += head.take().text;
  if (head.error()) return *head.error();
  const auto written = Target::parse(text);
  if (!written) return error_at(at, written.error().code, written.error().message);
  Plan plan{target.value_or(*written)};
  if (head.accept(",")) {
    const Token blocks = head.take();
    if (blocks.kind != Token::Kind::kNumber || blocks.number == 0 || blocks.number > kMostBlocks) {
      head.fail(blocks.position, ErrorCode::kInvalid, "the blocks are a number from 1 to 16");
    }
    plan.blocks = blocks.number;
    if (!head.accept_word("blocks")) head.fail_expected("'blocks'");
  }
  if (head.peek().kind != Token::Kind::kEnd) head.fail_expected("';'");
  if (head.error()) return *head.error();
  return plan;
}

}  // namespace

Result<Plan> parse_buffers(std::string_view text, const std::optional<Target>& target) {
  if (text.size() > kMaxPlanLength) {
    return Error{ErrorCode::kUnsupported, "a plan of more than 2^20 bytes"};
  }
  TP_TRY(tokens, expression::read_tokens(text, kSymbols));
  std::vector<std::vector<Token>> statements(1);
  for (const Token& token : tokens) {
    const bool ends = token.kind == Token::Kind::kSymbol && token.text == ";";
    if (!ends && token.kind != Token::Kind::kEnd) {
      statements.back().push_back(token);
      continue;
    }
    if (!ends && !statements.back().empty()) {
      TokenReader rest({token});
      rest.fail_expected("';'");
      return *rest.error();
    }
    statements.back().push_back({Token::Kind::kEnd, token.text, 0, token.position});
    if (ends) statements.emplace_back();
  }
  TP_TRY(plan, read_head(std::move(statements.front()), target));
  for (std::size_t k = 1; k + 1 < statements.size(); ++k) {
    if (auto error = StatementReader(std::move(statements[k]), plan).read()) return *error;
  }
  const auto is_tensor = [](const Storage& storage) { return storage.memory == Memory::kTensor; };
  if (!plan.target.has_tensor_memory() && std::ranges::any_of(plan.storages, is_tensor)) {
    return Error{ErrorCode::kUnsupported, plan.target.name() + " has no tensor memory"};
  }
  return std::move(plan);
}

}  // namespace tileproof::buffers
