// By recursive descent, statement after statement; values are read by expression/value_reader.hpp.
#include "encodings/buffers/parse_buffers.hpp"

#include <algorithm>
#include <set>

#include "core/ranges.hpp"
#include "encodings/buffers/plan_tokens.hpp"
#include "encodings/buffers/read_view.hpp"
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

constexpr Word kMostBlocks = 16;

// One statement, of which nothing is kept but what it adds to the plan.
class StatementReader {
 public:
  StatementReader(std::vector<Token> tokens, Plan& plan) : words_(std::move(tokens)), plan_(plan) {}

  std::optional<Error> read() {
    if (tokens_.accept_word("spec")) {
      read_spec();
    } else if (tokens_.accept_word("smem")) {
      read_allocation(Memory::kShared);
    } else if (tokens_.accept_word("tmem")) {
      read_allocation(Memory::kTensor);
    } else if (tokens_.accept_word("overlap")) {
      read_overlap();
    } else {
      tokens_.fail_expected("'spec', 'smem', 'tmem', 'overlap' or 'view'");
    }
    if (tokens_.peek().kind != Token::Kind::kEnd) tokens_.fail_expected("';'");
    return tokens_.error();
  }

 private:
  std::string new_name(const char* what) {
    const Token token = words_.name(what);
    if (tokens_.error()) return {};
    if (is_word(token.text)) {
      words_.refuse(token.position, quoted(token.text) + " is a word of the grammar");
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
    const Word size = words_.number("a size", 1, kMostUnits);
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
    allocation.buffers = words_.number("the number of buffers", 1, kMostBuffers);
    tokens_.expect("]");
    tokens_.expect(":");
    const Token element = words_.name("an element type");
    const unsigned bits = tokens_.error() ? 8 : ttgir::element_bits(element.text);
    if (bits == 0 || bits > 1024) {
      words_.refuse(element.position, quoted(element.text) + " is no element type of known width");
    }
    allocation.element_bytes = (Word{bits} + 7) / 8;
    allocation.shape = words_.sizes();
    if (memory == Memory::kTensor && allocation.shape.size() < 2) {
      words_.refuse(at, "a buffer in tensor memory has two dimensions at least");
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
        allocation.first_lane = words_.number("the first lane", 0, kTensorMemoryLanes - 1);
        tokens_.expect("..");
        allocation.end_lane =
            words_.number("the end of the lanes", allocation.first_lane + 1, kTensorMemoryLanes);
      } else if (clause.text == "at") {
        allocation.at = read_beginning(allocation.buffers);
      } else {
        words_.refuse(clause.position, quoted(clause.text) + " is no clause of such an allocation");
      }
    }
    if (tokens_.error()) return;
    if (allocation.size == 0) {
      const auto size = natural_size(memory, allocation.element_bytes, allocation.shape);
      if (!size) return words_.refuse(at, size.error().message, size.error().code);
      allocation.size = *size;
    }
    if (plan_.allocations.size() == kMostAllocations) {
      return words_.refuse(at, "more than 256 allocations", ErrorCode::kUnsupported);
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
    const Token token = words_.name("a storage");
    std::optional<std::size_t> found;
    if (const auto other = find(plan_.allocations, token.text)) {
      found = plan_.allocations[*other].storage;
    } else {
      found = find(plan_.storages, token.text);
    }
    if (!found) {
      words_.refuse(token.position, "no storage is called " + quoted(token.text));
    } else if (plan_.storages[*found].memory != memory) {
      words_.refuse(token.position, quoted(token.text) + " is not in " + to_string(memory));
    }
    return found;
  }

  // Where buffer i begins.
  Graph read_beginning(Word buffers) {
    const Position at = tokens_.peek().position;
    Graph graph = words_.value({{"i", 0, buffers}});
    if (tokens_.error()) return graph;
    const IntervalWord i = IntervalWord::between(0, buffers - 1);
    const IntervalWord begin = ranges(graph, {&i, 1}).numbers[graph.results[0]];
    if (begin.high() >= Int128{kMostBeginning})
      words_.refuse(at, "a buffer may begin at 2^40 or behind it");
    return graph;
  }

  void read_overlap() {
    const Token token = words_.name("a storage");
    const auto found = find(plan_.storages, token.text);
    if (!found) words_.refuse(token.position, "no storage is called " + quoted(token.text));
    if (tokens_.error()) return;
    Storage& storage = plan_.storages[*found];
    if (storage.overlap)
      words_.refuse(token.position, quoted(token.text) + " has an overlap already");
    tokens_.expect("=");
    Group group = read_group(*found, kMostNesting);
    if (most_indices(group) > kMostBuffers) {
      words_.refuse(token.position, "sizes of groups that multiply to more than 4096");
    }
    if (tokens_.error()) return;
    const auto states = [&](std::size_t leaf) { return plan_.allocations[leaf].at.has_value(); };
    const auto list = leaves(group);
    if (storage.is_spec && std::ranges::any_of(list, states) &&
        !std::ranges::all_of(list, states)) {
      words_.refuse(
          token.position,
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
    if (depth == 0) words_.refuse(at, "groups in more than 16 groups", ErrorCode::kUnsupported);
    tokens_.expect("(");
    do {
      const Token& next = tokens_.peek();
      if (next.text == "shared" || next.text == "distinct") {
        group.members.push_back(read_group(storage, depth - 1));
      } else if (!group.members.empty() && tokens_.accept_word("size")) {
        group.size = words_.number("the size of a group", 1, kMostBuffers);
        break;
      } else {
        group.members.push_back(read_member(storage));
      }
    } while (tokens_.accept(","));
    tokens_.expect(")");
    return group;
  }

  Group read_member(std::size_t storage) {
    const Token token = words_.name("an allocation");
    const auto found = find(plan_.allocations, token.text);
    if (tokens_.error()) return {};
    if (!found || plan_.allocations[*found].storage != storage) {
      words_.refuse(
          token.position,
          quoted(token.text) + " is no allocation in '" + plan_.storages[storage].name + "'");
    } else if (!in_group_.insert(*found).second) {
      fail_twice(tokens_, token);
    }
    return Group{found};
  }

  PlanTokens words_;
  TokenReader& tokens_ = words_.reader();
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
    auto& statement = statements[k];
    const bool is_view = statement.front().text == "view";
    if (is_view) statement.erase(statement.begin());
    auto error = is_view ? read_view(std::move(statement), plan)
                         : StatementReader(std::move(statement), plan).read();
    if (error) return *error;
  }
  const auto is_tensor = [](const Storage& storage) { return storage.memory == Memory::kTensor; };
  if (!plan.target.has_tensor_memory() && std::ranges::any_of(plan.storages, is_tensor)) {
    return Error{ErrorCode::kUnsupported, plan.target.name() + " has no tensor memory"};
  }
  return std::move(plan);
}

}  // namespace tileproof::buffers
