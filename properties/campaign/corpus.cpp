#include "properties/campaign/corpus.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include "properties/campaign/digest.hpp"

namespace tileproof::campaign {
namespace {

namespace fs = std::filesystem;

constexpr const char* kIndent = "  ";

std::string indented(const std::string& text) {
  std::istringstream lines(text);
  std::string result;
  for (std::string line; std::getline(lines, line);) result += kIndent + line + "\n";
  return result;
}

std::string words(const std::vector<Word>& choices) {
  std::string text;
  for (const Word choice : choices) text += " " + std::to_string(choice);
  return text;
}

std::optional<std::vector<Word>> parse_words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<Word> result;
  for (Word word = 0; stream >> word;) result.push_back(word);
  return stream.eof() ? std::optional(result) : std::nullopt;
}

// What follows "key:", or null.
const char* value_of(const std::string& line, std::string_view key) {
  const bool has_key = line.compare(0, key.size(), key) == 0 && line[key.size()] == ':';
  return has_key ? line.c_str() + key.size() + 1 : nullptr;
}

std::optional<std::string> read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return stream ? std::optional(text.str()) : std::nullopt;
}

}  // namespace

std::string file_name(const Failure& failure) {
  return std::string(failure.law->number) + "-" + hex(digest(words(failure.choices))) + ".txt";
}

std::string file_text(const Failure& failure) {
  return std::string("law: ") + failure.law->number + " " + failure.law->name + "\n" +
         "choices:" + words(failure.choices) + "\n" + "subject:\n" + indented(failure.subject) +
         "what:\n" + indented(failure.what);
}

Result<Kept> parse_kept(const std::string& file,
                        const std::string& text,
                        const std::vector<laws::Law>& all) {
  Kept kept;
  kept.file = file;
  bool has_choices = false;
  bool is_in_subject = false;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const auto refuse = [&](const std::string& what) {
      return Error{ErrorCode::kSyntax, file + ":" + std::to_string(number) + ": " + what};
    };
    if (line.compare(0, 2, kIndent) == 0) {
      if (is_in_subject) kept.subject += line.substr(2) + "\n";
      continue;
    }
    is_in_subject = false;
    if (const char* law = value_of(line, "law")) {
      std::istringstream stream(law);
      std::string wanted;
      stream >> wanted;
      const auto found =
          std::ranges::find_if(all, [&](const laws::Law& row) { return row.number == wanted; });
      if (found == all.end()) return refuse("there is no law '" + wanted + "'");
      kept.law = &*found;
    } else if (const char* choices = value_of(line, "choices")) {
      auto parsed = parse_words(choices);
      if (!parsed) return refuse("choices must be numbers below 2^64");
      kept.choices = *std::move(parsed);
      has_choices = true;
    } else if (value_of(line, "subject") != nullptr) {
      is_in_subject = true;
    } else if (value_of(line, "what") == nullptr) {
      return refuse("lines begin with law:, choices:, subject:, what:, or two blanks");
    }
  }
  if (kept.law != nullptr && has_choices) return kept;
  return Error{ErrorCode::kSyntax, file + ": must have a law and its choices"};
}

Result<std::vector<Kept>> read_corpus(const std::string& folder,
                                      const std::vector<laws::Law>& all) {
  std::vector<Kept> corpus;
  std::error_code error;
  const bool is_there = fs::exists(folder, error);
  if (error) return Error{ErrorCode::kIo, folder + ": " + error.message()};
  if (!is_there) return corpus;
  std::vector<fs::path> paths;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".txt") paths.push_back(entry.path());
  }
  if (error) return Error{ErrorCode::kIo, folder + ": " + error.message()};
  std::ranges::sort(paths);
  for (const fs::path& path : paths) {
    const auto text = read_file(path);
    if (!text) return Error{ErrorCode::kIo, path.string() + " cannot be read"};
    TP_TRY(kept, parse_kept(path.filename().string(), *text, all));
    corpus.push_back(std::move(kept));
  }
  return corpus;
}

std::optional<Error> keep(const std::string& folder, const Failure& failure) {
  std::error_code error;
  fs::create_directories(folder, error);
  const fs::path path = fs::path(folder) / file_name(failure);
  std::ofstream stream(path, std::ios::binary);
  stream << file_text(failure);
  stream.close();
  if (stream) return std::nullopt;
  return Error{ErrorCode::kIo, path.string() + " cannot be written"};
}

std::optional<Failure> replay(const Kept& kept) {
  gen::Source source = gen::Source::replaying(kept.choices);
  source.tell();
  const Judgement judgement = judge(*kept.law, source);
  Failure failure;
  failure.law = kept.law;
  failure.corpus_file = kept.file;
  failure.choices = kept.choices;
  failure.subject = source.subject();
  failure.what = judgement.result.what_broke;
  failure.is_internal = judgement.is_internal;
  if (!judgement.result.holds) return failure;
  failure.is_undecided = true;
  if (!judgement.result.decided) return failure;
  if (source.subject() == kept.subject) return std::nullopt;
  failure.what =
      "its choices draw another subject than the one in the file, of which nothing was "
      "shown";
  return failure;
}

namespace {

// Keeps each failure before it passes it on.
class Keeper : public Listener {
 public:
  Keeper(std::string folder, Listener& next) : folder_(std::move(folder)), next_(next) {}

  void on_failure(const Failure& failure) override {
    if (auto error = keep(folder_, failure)) error_ = std::move(error);
    next_.on_failure(failure);
  }
  void on_progress(const Outcome& so_far) override { next_.on_progress(so_far); }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 private:
  std::string folder_;
  Listener& next_;
  std::optional<Error> error_;
};

}  // namespace

Result<Outcome> run_with_corpus(const Settings& settings,
                                const std::vector<laws::Law>& all,
                                const std::string& folder,
                                Listener& listener) {
  TP_TRY(corpus, read_corpus(folder, all));
  std::vector<Failure> failures;
  Word replayed = 0;
  for (std::size_t i = settings.shard.index - 1; i < corpus.size(); i += settings.shard.count) {
    const Kept& kept = corpus[i];
    if (std::ranges::find(settings.laws, kept.law) == settings.laws.end()) continue;
    ++replayed;
    auto failure = replay(kept);
    if (!failure) continue;
    listener.on_failure(*failure);
    failures.push_back(*std::move(failure));
  }
  Keeper keeper(folder, listener);
  Outcome outcome = run(settings, keeper);
  if (keeper.error()) return *keeper.error();
  outcome.replayed = replayed;
  outcome.failures.insert(outcome.failures.begin(), failures.begin(), failures.end());
  return outcome;
}

}  // namespace tileproof::campaign
