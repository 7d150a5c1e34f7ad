#include "cli/describe.hpp"

#include <vector>

namespace tileproof::cli {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + by.size())) {
    text.replace(at, what.size(), by);
  }
  return text;
}

// No character is a command of troff.
std::string for_troff(const std::string& text) {
  std::string escaped = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
  escaped = replaced(replaced(escaped, "\n.", "\n\\&."), "\n'", "\n\\&'");
  return escaped.starts_with('.') || escaped.starts_with('\'') ? "\\&" + escaped : escaped;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* command) { return !command->get_name().empty(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}
std::vector<const CLI::Option*> places_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

// "--shape SHAPE", "-h, --help", "CLAIM"
std::string heading(const CLI::Option& option, bool is_place) {
  const std::string type = option.get_type_name();
  if (is_place) return type.empty() ? option.get_name(true) : type;
  const std::string names = replaced(option.get_name(false, true), ",", ", ");
  const bool takes_value = option.get_items_expected_max() > 0;
  return names + (takes_value && !type.empty() ? " " + type : "");
}

std::string manual_of_options(const CLI::App& app) {
  std::string text;
  const auto add = [&](const CLI::Option* option, bool is_place) {
    text += ".TP\n.B " + for_troff(heading(*option, is_place)) + "\n" +
            for_troff(option->get_description()) + "\n";
  };
  for (const auto* place : places_of(app)) add(place, true);
  for (const auto* option : options_of(app)) add(option, false);
  return text;
}

// Lines stay as they are.
std::string verbatim(const std::string& text) {
  return text.empty() ? "" : ".PP\n.nf\n" + for_troff(text) + "\n.fi\n";
}

std::vector<std::string> long_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : options_of(app)) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    for (const std::string& name : option->get_snames()) names.push_back("-" + name);
  }
  return names;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

// Within single quotes of a shell, and within brackets of zsh's _arguments.
std::string for_zsh(const std::string& text) {
  std::string escaped = replaced(text.substr(0, text.find('\n')), "'", "'\\''");
  for (const char* special : {"[", "]", ":"})
    escaped = replaced(escaped, special, std::string("\\") + special);
  return escaped;
}

}  // namespace

std::string manual_page(const CLI::App& app, const std::string& version) {
  const std::string name = app.get_name();
  std::string page = ".TH TILEPROOF 1 \"\" \"" + name + " " + version + "\" \"User Commands\"\n";
  page += ".SH NAME\n" + name + " \\- proves the tensor layouts of GPU kernels right\n";
  page += ".SH SYNOPSIS\n.B " + name + "\n.I COMMAND\n[\\fIARGUMENTS\\fR ...]\n";
  page += ".SH DESCRIPTION\n" + for_troff(app.get_description()) + "\n";
  page += ".SH OPTIONS\n" + manual_of_options(app) + ".SH COMMANDS\n";
  for (const CLI::App* command : commands_of(app)) {
    page += ".SS " + for_troff(command->get_name()) + "\n" + for_troff(command->get_description()) +
            "\n" + manual_of_options(*command) + verbatim(command->get_footer());
  }
  page += ".SH EXIT STATUS\n" + verbatim(app.get_footer());
  page +=
      ".SH SEE ALSO\n.B tileproof\\-certify\nreplays certificates without any engine;\n"
      ".B tileproof\\-oracle\nasks GPUs.\n";
  return page;
}

std::string bash_completion(const CLI::App& app) {
  std::vector<std::string> names;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    names.push_back(command->get_name());
    cases += "    " + command->get_name() + ") words='" + joined(long_names(*command)) + "' ;;\n";
  }
  return "# Completion of " + app.get_name() + " for bash.\n_tileproof() {\n" +
         "  local word=${COMP_WORDS[COMP_CWORD]} words=\n  COMPREPLY=()\n" +
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W '" + joined(names) +
         " " + joined(long_names(app)) + "' -- \"$word\"))\n    return\n  fi\n" +
         "  case ${COMP_WORDS[1]} in\n" + cases + "  esac\n" +
         "  case $word in -*) COMPREPLY=($(compgen -W \"$words\" -- \"$word\")) ;; esac\n}\n" +
         "complete -o default -F _tileproof " + app.get_name() + "\n";
}

std::string zsh_completion(const CLI::App& app) {
  std::string list;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    list += "    '" + command->get_name() + ":" + for_zsh(command->get_description()) + "'\n";
    cases += "    " + command->get_name() + ") _arguments";
    for (const auto* option : options_of(*command)) {
      const std::string value = option->get_items_expected_max() > 0 ? ":value:_files" : "";
      for (const std::string& name : option->get_lnames()) {
        cases += " '--" + name + "[" + for_zsh(option->get_description()) + "]" + value + "'";
      }
    }
    cases += " '*:argument:_files' ;;\n";
  }
  return "#compdef " + app.get_name() + "\n# Completion of " + app.get_name() +
         " for zsh.\nlocal -a commands=(\n" + list +
         ")\nif (( CURRENT == 2 )); then\n  _describe command commands\nelse\n"
         "  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n  case $command in\n" +
         cases + "  esac\nfi\n";
}

}  // namespace tileproof::cli
