#include <fmt/core.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/output_file.hpp"
#include "cli/read_input.hpp"
#include "encodings/triton/view.hpp"
#include "encodings/ttgir/layout_aliases.hpp"
#include "encodings/visible_text.hpp"

namespace tileproof::cli {
namespace {

struct ShowArguments {
  std::string layout;
  std::string tensor;
  std::string input;
  std::string output;
  std::vector<std::string> alias_names;
  bool hardware_view = false;
  bool linear = false;
};

// The text of one layout in the view that was asked for.
Result<std::string> shown(const triton::Layout& layout,
                          const triton::Shape& shape,
                          const ShowArguments& options) {
  if (const auto broken = broken_bases(layout)) return *broken;
  if (options.linear) {
    TP_TRY(form, to_linear(layout, shape));
    return form.to_string().substr(1) + "\n";
  }
  return triton::view(
      layout, shape, options.hardware_view ? triton::View::kHardware : triton::View::kTensor);
}

Result<std::string> shown_file(const ShowArguments& options, const triton::Shape& shape) {
  TP_TRY(text, read_input(options.input));
  auto layouts = ttgir::layout_aliases(text);
  if (!layouts) return Error{layouts.error().code, options.input + ":" + layouts.error().message};
  std::string all;
  const auto add = [&](const ttgir::NamedLayout& named) -> std::optional<Error> {
    all +=
        "Print layout attribute: #" + named.name + " = " + triton::to_string(*named.layout) + "\n";
    auto view = shown(*named.layout, shape, options);
    if (!view) return Error{view.error().code, "#" + named.name + ": " + view.error().message};
    all += *view;
    return std::nullopt;
  };
  if (options.alias_names.empty()) {
    for (const auto& named : *layouts) {
      if (const auto error = add(named)) return *error;
    }
    return all;
  }
  for (const std::string& name : options.alias_names) {
    const auto named = std::find_if(layouts->begin(), layouts->end(), [&](const auto& candidate) {
      return candidate.name == name;
    });
    if (named == layouts->end()) {
      return Error{ErrorCode::kUsage, "Can't find the layout attribute: " + name};
    }
    if (const auto error = add(*named)) return *error;
    all += "\n";
  }
  return all;
}

Result<std::string> shown_all(const ShowArguments& options) {
  if (options.tensor.empty()) {
    return Error{ErrorCode::kUsage, "Must specify the tensor type argument (--tensor or -t)"};
  }
  if (options.layout.empty() && options.input.empty()) {
    return Error{ErrorCode::kUsage, "give a layout, or a file of layouts with -i"};
  }
  TP_TRY(shape, ttgir::tensor_shape(options.tensor));
  std::string all;
  if (!options.input.empty()) {
    TP_TRY(text, shown_file(options, shape));
    all += text;
  }
  if (!options.layout.empty()) {
    if (auto error = require_visible(options.layout)) return *error;
    TP_TRY(layout, triton::parse_layout(options.layout));
    TP_TRY(view, shown(*layout, shape, options));
    all += "Print layout attribute: " + triton::to_string(*layout) + "\n" + view;
  }
  return all;
}

// Nothing is put into the file unless there is a text.
std::optional<Error> show(const ShowArguments& options) {
  const auto text = shown_all(options);
  if (!text) return text.error();
  if (options.output.empty()) {
    fmt::print("{}", *text);
    return std::nullopt;
  }
  auto file = OutputFile::open(options.output);
  return file ? file->write(*text) : file.error();
}

}  // namespace

Run add_show_command(CLI::App& app) {
  auto* command = app.add_subcommand("show", "Print which thread and register holds which element");
  auto options = std::make_shared<ShowArguments>();
  command->add_option("layout,-l", options->layout, "Layout attribute")->type_name("LAYOUT");
  command->add_option("-t,--tensor", options->tensor, "Tensor type, for example tensor<2x2xf32>")
      ->type_name("TYPE");
  command->add_option("-i", options->input, "File with layout attributes by name")
      ->type_name("FILE");
  command->add_option("-o", options->output, "File to write into instead of standard output")
      ->type_name("FILE");
  command
      ->add_option("--alias-names",
                   options->alias_names,
                   "Names of the layouts in the file to print; all by default")
      ->delimiter(',')
      ->type_name("NAME,...");
  command->add_flag("--hw-view,--use-hw-view",
                    options->hardware_view,
                    "Print the elements of each register, lane and warp");
  command->add_flag("--linear", options->linear, "Print the bases of the linear form");
  command->footer(
      "Takes the options of triton-tensor-layout and prints what it prints.\n\n"
      "Examples:\n"
      "  tileproof show '#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8],\n"
      "    warpsPerCTA = [1, 1], order = [1, 0]}>' --tensor 'tensor<4x32xf16>'\n"
      "  tileproof show -i kernel.ttgir -t 'tensor<64x64xf16>' --alias-names=mma --use-hw-view");
  return [options] {
    const auto error = show(*options);
    if (!error) return ExitCode::kHolds;
    fmt::print(stderr, "tileproof show: {}\n", error->message);
    return ExitCode::kBadInput;
  };
}

}  // namespace tileproof::cli
