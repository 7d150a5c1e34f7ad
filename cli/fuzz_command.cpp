#include <fmt/core.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/fuzz_text.hpp"
#include "cli/read_input.hpp"
#include "cli/time_limit.hpp"
#include "cli/whole_number.hpp"
#include "properties/campaign/against/agreement.hpp"
#include "properties/campaign/corpus.hpp"
#include "properties/catalogue.hpp"

namespace tileproof::cli {
namespace {

using campaign::Settings;
using requests::Json;

constexpr Word kDefaultCases = 100'000;
// Each is a question to another program, which may have to be started anew.
constexpr std::size_t kMostTriesOfAPartner = 5'000;

struct FuzzArguments {
  std::uint64_t seed = 1;
  std::optional<Word> cases;
  std::optional<double> budget;
  std::optional<Word> only_case;
  std::vector<std::string> laws;
  std::vector<std::string> families;
  std::string shard = "1/1";
  std::string corpus;
  std::string against;
  bool lists = false;
  bool json = false;
  bool progress = false;
  std::string colour = "auto";
};

struct MergeArguments {
  std::vector<std::string> files;
  bool json = false;
  std::string colour = "auto";
};

int refuse(const std::string& message) {
  fmt::print(stderr, "tileproof fuzz: {}\n", message);
  return ExitCode::kBadInput;
}

void print_line(const Json& json) {
  fmt::print("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// A partner that says nothing when it is asked for nothing is none.
std::optional<Error> not_there(campaign::Partner& partner) {
  const auto answer = partner.ask({{"op", "hello"}});
  if (answer) return std::nullopt;
  return Error{ErrorCode::kUsage, "'" + partner.command() + "' " + answer.error().message};
}

Result<Settings> settings_of(const FuzzArguments& arguments, const std::vector<laws::Law>& all) {
  Settings settings;
  settings.seed = arguments.seed;
  TP_TRY(chosen, campaign::choose_laws(all, arguments.laws, arguments.families));
  settings.laws = std::move(chosen);
  settings.cases = arguments.cases;
  settings.seconds = arguments.budget;
  settings.only_case = arguments.only_case;
  if (!settings.cases && !settings.seconds && !settings.only_case) settings.cases = kDefaultCases;
  TP_TRY(shard, campaign::parse_shard(arguments.shard));
  settings.shard = shard;
  return settings;
}

// Failures as they come, to the output; progress, on one line, to the error output.
class Printer : public campaign::Listener {
 public:
  Printer(const FuzzArguments& arguments, const Settings& settings)
      : arguments_(arguments),
        settings_(settings),
        context_{TILEPROOF_VERSION, arguments.corpus, arguments.against},
        paint_(use_colour(arguments.colour)),
        is_terminal_(isatty(STDERR_FILENO) == 1) {}

  void on_failure(const campaign::Failure& failure) override {
    clear_progress();
    lines_.push_back(campaign::failure_json(failure, settings_, context_));
    if (arguments_.json) {
      print_line(lines_.back());
    } else {
      fmt::print("{}", failure_text(lines_.back(), paint_));
    }
    std::fflush(stdout);
  }

  void on_progress(const campaign::Outcome& so_far) override {
    if (!arguments_.progress && !is_terminal_) return;
    // A terminal's line is written over.
    fmt::print(stderr,
               "{}{}{}",
               is_terminal_ ? "\r" : "",
               progress_text(so_far),
               is_terminal_ ? "\x1b[K" : "\n");
  }

  // The rest of the lines; gives all of them.
  std::vector<Json> finish(const campaign::Outcome& outcome) {
    clear_progress();
    const std::size_t printed = lines_.size();
    lines_.push_back(campaign::campaign_json(settings_, context_, outcome.replayed));
    for (const auto& tally : outcome.tallies) lines_.push_back(campaign::tally_json(tally));
    if (arguments_.json) {
      for (std::size_t i = printed; i < lines_.size(); ++i) print_line(lines_[i]);
    } else {
      fmt::print("{}", campaign_text(lines_));
    }
    return lines_;
  }

 private:
  void clear_progress() const {
    if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
  }

  const FuzzArguments& arguments_;
  const Settings& settings_;
  campaign::Context context_;
  Painter paint_;
  bool is_terminal_;
  std::vector<Json> lines_;
};

int run_fuzz(const FuzzArguments& arguments) {
  const bool asks = !arguments.against.empty();
  const auto partner = std::make_shared<campaign::Partner>(arguments.against);
  const auto all = asks ? campaign::partner_laws(partner) : laws::all_laws();
  auto settings = settings_of(arguments, all);
  if (!settings) return refuse(settings.error().message);
  if (arguments.lists) {
    fmt::print("{}", law_list(settings->laws));
    return ExitCode::kHolds;
  }
  if (asks) {
    if (const auto error = not_there(*partner)) return refuse(error->message);
    settings->most_tries = kMostTriesOfAPartner;
  }
  Printer printer(arguments, *settings);
  const auto outcome = arguments.corpus.empty()
                           ? campaign::run(*settings, printer)
                           : campaign::run_with_corpus(*settings, all, arguments.corpus, printer);
  if (!outcome) return refuse(outcome.error().message);
  return campaign::exit_code_of(printer.finish(*outcome));
}

int run_merge(const MergeArguments& arguments) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& file : arguments.files) {
    const auto text = read_input(file);
    if (!text) return refuse(text.error().message);
    files.emplace_back(file, *text);
  }
  const auto merged = campaign::merge(files);
  if (!merged) return refuse(merged.error().message);
  if (arguments.json) {
    for (const Json& line : merged->lines) print_line(line);
  } else {
    const Painter paint(use_colour(arguments.colour));
    for (const Json& line : merged->lines) {
      if (line.contains("failure")) fmt::print("{}", failure_text(line, paint));
    }
    fmt::print("{}", campaign_text(merged->lines));
  }
  return campaign::exit_code_of(merged->lines);
}

}  // namespace

Run add_fuzz_command(CLI::App& app) {
  auto* command = app.add_subcommand(
      "fuzz", "Try every law on random cases, shrink what breaks one, and keep it");
  auto options = std::make_shared<FuzzArguments>();
  command->add_option("--seed", options->seed, "Other cases, by default those of 1")
      ->check(check_whole_number)
      ->type_name("N");
  auto* cases =
      command->add_option("--cases", options->cases, "Cases of all laws, by default 100000")
          ->check(check_whole_number)
          ->type_name("N");
  auto* budget = command->add_option("--budget", options->budget, "Seconds, instead of --cases")
                     ->check(check_seconds)
                     ->type_name("S")
                     ->excludes(cases);
  command->add_option("--law", options->laws, "Only the laws with these numbers or names")
      ->type_name("NAME");
  command->add_option("--family", options->families, "And those of these families")
      ->type_name("NAME");
  auto* shard = command->add_option("--shard", options->shard, "The I-th of N parts of the cases")
                    ->type_name("I/N");
  command
      ->add_option("--case", options->only_case, "The only case of each law, as failures name it")
      ->check(check_whole_number)
      ->type_name("K")
      ->excludes(cases)
      ->excludes(budget)
      ->excludes(shard);
  command
      ->add_option("--corpus",
                   options->corpus,
                   "A folder: what is kept there is tried first, what is found is kept there")
      ->type_name("DIR");
  command
      ->add_option("--against",
                   options->against,
                   "A program that answers as batch does: where it does not, a law is broken")
      ->type_name("COMMAND");
  command->add_flag("--list", options->lists, "Print the laws, each with its sentence");
  command->add_flag("--progress", options->progress, "Tell how far it is, on a terminal always");
  command->add_flag("--json", options->json, "Print JSON lines for scripts");
  add_colour_option(*command, options->colour);
  command->footer(
      "Exit codes: 0 no law is broken, 1 one is, 2 bad usage or input, 3 undecided cases only,\n"
      "4 internal error.  Case k of a law is the same for a seed everywhere; shards have no case\n"
      "in common.\n\n"
      "Examples:\n"
      "  tileproof fuzz --budget 60 --corpus failures/\n"
      "  tileproof fuzz --cases 1000000 --family gf2 --shard 1/4 --json > 1.jsonl\n"
      "  tileproof fuzz --family cute --against 'python3 my_oracle.py'\n"
      "  tileproof fuzz merge 1.jsonl 2.jsonl 3.jsonl 4.jsonl");
  auto* merge = command->add_subcommand("merge", "Join what shards printed with --json");
  auto merged = std::make_shared<MergeArguments>();
  merge->add_option("FILE", merged->files, "JSON lines, or - for input")->required();
  merge->add_flag("--json", merged->json, "Print the joined JSON lines");
  add_colour_option(*merge, merged->colour);
  return [=] { return merge->parsed() ? run_merge(*merged) : run_fuzz(*options); };
}

}  // namespace tileproof::cli
