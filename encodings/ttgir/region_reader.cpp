// What stands in braces: attributes, and regions with the values and the number of warps in them.
#include <algorithm>
#include <boost/container/small_vector.hpp>

#include "encodings/ttgir/text_reader.hpp"

namespace tileproof::ttgir {

bool TextReader::read_brace(Statement& statement) {
  // An empty region, or one of an operation without operands, looks like a dictionary.
  const OpKind kind = statement.row->kind;
  const bool has_body = kind == OpKind::kFor || kind == OpKind::kIf || kind == OpKind::kWhile;
  const bool must_be_region =
      !statement.generic &&
      (statement.is_module || (statement.is_function && statement.has_arguments) ||
       statement.is_warp_specialize || (has_body && statement.regions == 0) ||
       (statement.row->name == "execute_region" && statement.regions == 0) ||
       statement.region_next);
  // Generic form has its regions in parentheses, and nothing else in braces there.
  const bool is_region =
      must_be_region || (statement.generic && scanner_.innermost_closer() == ')');
  statement.region_next = false;
  if (!statement.attributes_next && (is_region || starts_region())) return read_region(statement);
  statement.attributes_next = false;
  const auto start = scanner_.position();
  // A module is not open yet, so the types in its attributes are nobody's.
  const bool skipped = statement.is_module ? scanner_.skip_balanced()
                                           : skip_nested(statement.num_warps, statement.name);
  if (!skipped) return false;
  statement.attributes = {start + 1, scanner_.position() - 1};
  read_attributes(statement, statement.attributes);
  return true;
}

void TextReader::read_attributes(Statement& statement, TextRange dictionary) {
  const bool has_known_syntax = statement.is_module || statement.row->kind != OpKind::kUnknown;
  if (has_known_syntax && !check_entries(dictionary)) return;
  check_keys(dictionary);
  if (statement.is_module && statement.regions != 0) {  // generic form: attributes come last
    open_modules_.back().read_attributes(scanner_, aliases_, dictionary);
    open_modules_.back().spread_num_warps();
  } else if (statement.is_function && statement.regions == 0) {
    read_num_warps(statement, dictionary);
    if (statement.generic) read_signature(statement, dictionary);
  } else if (statement.row->kind == OpKind::kConstant && statement.generic) {
    read_value_type(statement, dictionary);
  } else if (statement.is_warp_specialize) {
    const auto is_partitions = [](std::string_view key) { return key == "partitionNumWarps"; };
    const auto value =
        find_attribute(scanner_.text(), dictionary, aliases_.attribute_texts(), is_partitions);
    if (value) {
      for (const auto warps : integers(scanner_.between(value->begin, value->end))) {
        partition_warps_.push_back(static_cast<unsigned>(std::max<std::int64_t>(0, warps)));
      }
    }
  }
}

void TextReader::read_num_warps(Statement& statement, TextRange dictionary) {
  const auto is_num_warps = [](std::string_view key) { return is_gpu_key(key, "num-warps"); };
  const auto value =
      find_attribute(scanner_.text(), dictionary, aliases_.attribute_texts(), is_num_warps);
  if (!value) return;
  statement.region_num_warps = read_count(scanner_, *value, "ttg.num-warps").value_or(0);
  // What its signature uses, it uses with its own warps.
  auto& build = builder(statement.offset);
  build.forget_uses_since(statement.offset);
  for (const auto& argument : statement.arguments) {
    build.record_use(
        lines_, argument.type, {argument.offset, statement.region_num_warps, statement.name});
  }
  for (const TypeId type : statement.right) {
    build.record_use(lines_, type, {statement.offset, statement.region_num_warps, statement.name});
  }
}

void TextReader::read_signature(Statement& statement, TextRange dictionary) {
  const auto is_signature = [](std::string_view key) { return key == "function_type"; };
  const auto value =
      find_attribute(scanner_.text(), dictionary, aliases_.attribute_texts(), is_signature);
  if (!value || scanner_.text()[value->begin] != '(') return;
  const auto behind = scanner_.position();
  scanner_.move_to(value->begin);
  statement.signature.emplace();
  bool is_result = false;
  std::size_t open = 0;
  while (!scanner_.stopped() && scanner_.position() < value->end) {
    scanner_.skip_space();
    const auto start = scanner_.position();
    const char c = scanner_.peek();
    if (c == '-' && scanner_.peek(1) == '>') {
      is_result = true;
      scanner_.advance(2);
    } else if ((c == '(' && open == 0) || c == ')' || c == ',') {
      if (c == '(') ++open;
      if (c == ')') --open;
      scanner_.advance();
    } else if (start < value->end) {
      const TypeId type = read_any_type(statement);
      if (is_result) {
        statement.right.push_back(type);
      } else {
        statement.signature->push_back(type);
      }
      if (scanner_.position() == start) break;
    }
  }
  if (!scanner_.stopped()) scanner_.move_to(behind);
}

void TextReader::read_value_type(Statement& statement, TextRange dictionary) {
  const auto is_value = [](std::string_view key) { return key == "value"; };
  const auto value =
      find_attribute(scanner_.text(), dictionary, aliases_.attribute_texts(), is_value);
  if (!value) return;
  const auto behind = scanner_.position();
  const auto base = scanner_.depth();
  scanner_.move_to(value->begin);
  while (!scanner_.stopped() && scanner_.position() < value->end) {
    scanner_.skip_space();
    if (scanner_.peek() == ':' && scanner_.depth() == base) {
      scanner_.advance();
      scanner_.skip_space();
      statement.left.push_back(read_any_type(statement));
      break;
    }
    if (!skip_piece(statement.num_warps, statement.name)) return;
  }
  if (!scanner_.stopped()) scanner_.move_to(behind);
}

bool TextReader::look_ahead(Statement& statement) {
  const auto start = scanner_.position();
  if (!scanner_.skip_balanced()) return false;
  scanner_.skip_space();
  if (scanner_.peek() == ')') {
    scanner_.advance();
    scanner_.skip_space();
    const auto open = scanner_.position();
    if (scanner_.peek() == '{') {
      if (!scanner_.skip_balanced()) return false;
      read_num_warps(statement, {open + 1, scanner_.position() - 1});
    }
  }
  if (!scanner_.stopped()) scanner_.move_to(start);
  return !scanner_.stopped();
}

void TextReader::check_signature(const Statement& statement, BlockId body) {
  if (!statement.signature) return;
  const Module& module = builder(statement.offset).module();
  const Block& block = module.blocks[body];
  const auto& said = *statement.signature;
  bool fits = block.argument_count == said.size();
  for (std::uint32_t i = 0; fits && i < block.argument_count; ++i) {
    const TypeId type = module.values[block.first_argument + i].type;
    fits = !is_type(said[i]) || type == kNoType || type == said[i];
  }
  // Of a function that is defined elsewhere there is no body.
  const bool is_empty =
      block.argument_count == 0 && module.operations.size() == statement.op + std::size_t{1};
  if (fits || is_empty) return;
  scanner_.fail(ErrorCode::kInvalid,
                statement.offset,
                "the function's type and its first block have other arguments");
}

void TextReader::check_keys(TextRange dictionary) {
  boost::container::small_vector<std::string_view, 8> keys;
  AttributeWalker walker(scanner_.text(), dictionary, aliases_.attribute_texts());
  while (walker.next()) {
    const auto key = walker.key();
    if (!key.empty() && std::ranges::find(keys, key) != keys.end()) {
      scanner_.fail(ErrorCode::kInvalid,
                    static_cast<std::size_t>(key.data() - scanner_.text().data()),
                    "the attribute '" + std::string(key) + "' is given twice");
      return;
    }
    keys.push_back(key);
  }
}

bool TextReader::read_region(Statement& statement) {
  Values outside;
  if (statement.is_module) {
    if (statement.regions != 0) {
      return scanner_.stop(ErrorCode::kSyntax, scanner_.position(), "a module has one region only");
    }
    // An implicit module ends where an explicit one begins.
    if (live_statements_ == 1 && !open_modules_.empty()) {
      close_module();
      values_ = {};
    }
    const auto inherited = statement.num_warps;
    auto& module = open_modules_.emplace_back(scanner_.text(), statement.offset, store_);
    module.read_attributes(scanner_, aliases_, statement.attributes);
    statement.region_num_warps = module.module().num_warps.value_or(inherited);
    std::swap(values_, outside);
  } else if (statement.name.ends_with(".warp_specialize.partitions") &&
             statement.regions < partition_warps_.size()) {
    statement.region_num_warps = partition_warps_[statement.regions];
  }
  if (statement.lacks_warps) {
    return scanner_.stop(ErrorCode::kSyntax, scanner_.position(), "expected 'num_warps'");
  }
  if (statement.head_end == 0) statement.head_end = scanner_.position();
  if (statement.is_function && statement.generic && statement.regions == 0 &&
      !look_ahead(statement)) {
    return false;
  }
  const OpKind kind = statement.row->kind;
  const bool is_isolated = statement.is_module || statement.is_function ||
                           kind == OpKind::kUnknown || kind == OpKind::kWarpSpecializePartitions;
  const auto mark = values_.mark(is_isolated);
  ModuleBuilder::OpenBlock outer_block;
  BlockId first_block = kNoBlock;
  if (!statement.is_module) {
    outer_block = builder(statement.offset)
                      .open_block(statement.op, static_cast<std::uint32_t>(statement.regions));
    first_block = builder(statement.offset).block();
    define_arguments(statement.arguments);
    define_initialised(statement);
    statement.arguments.clear();
  }

  const auto base = scanner_.depth();
  if (!scanner_.open()) return false;
  while (scanner_.depth() > base) {
    scanner_.skip_space();
    if (scanner_.at_end()) return scanner_.stop_at_end();
    if (!read_item(statement.region_num_warps, statement.name)) return false;
  }
  values_.restore(mark);
  if (statement.is_function && statement.regions == 0) check_signature(statement, first_block);
  if (!statement.is_module) builder(statement.offset).close_block(outer_block);
  if (statement.is_module) std::swap(values_, outside);
  statement.region_num_warps = statement.num_warps;
  ++statement.regions;
  return true;
}

void TextReader::define_arguments(const Arguments& arguments) {
  for (const auto& argument : arguments) {
    define_argument({argument.name, argument.offset}, argument.type);
  }
}

void TextReader::define_argument(const Statement::Name& name, TypeId type) {
  if (name.name.find('#') != std::string_view::npos) {
    scanner_.fail(ErrorCode::kSyntax,
                  name.offset,
                  "'" + std::string(name.name.substr(0, 40)) +
                      "' is a result of several, and should be a name");
  }
  const auto value = builder(name.offset).add_argument(is_type(type) ? type : kNoType, name.offset);
  if (!values_.define(name.name, value, 1)) fail_defined_again(name);
}

// `scf.for %i = ... iter_args(%a = %b, ...) -> (types) : type of %i`, and
// `scf.while (%a = %b, ...) : (types) -> ...`.
void TextReader::define_initialised(const Statement& statement) {
  if (statement.regions != 0) return;
  if (!statement.induction.name.empty()) {
    define_argument(statement.induction, statement.left.empty() ? index_type() : statement.left[0]);
  }
  const bool is_for = statement.name == "scf.for";
  const auto& types = is_for ? statement.right : statement.left;
  const bool certain =
      (is_for || statement.name == "scf.while") && types.size() == statement.initialised.size();
  for (std::size_t i = 0; i < statement.initialised.size(); ++i) {
    define_argument(statement.initialised[i], certain ? types[i] : kNoType);
  }
}

}  // namespace tileproof::ttgir
