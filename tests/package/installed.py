"""Is what `cmake --install` leaves of use to those who have nothing else?  One check at a time."""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

COMPONENTS = ["core", "encodings", "checkers", "properties", "gtest", "oracles", "program"]
COMMANDS = ["check", "show", "prove", "plan", "realises", "buffers", "museum", "certify", "batch", "oracle"]


class Tree:
    def __init__(self, arguments):
        self.arguments = arguments
        self.work = pathlib.Path(arguments.work)
        self.staged = self.work / "staged"
        self.prefix = self.work / "moved"
        self.example = self.work / "example"

    def example_source(self, name):
        return self.prefix / "share/doc/tileproof/examples/new-encoding" / name

    def libraries(self):
        return next(self.prefix.glob("lib*/**/cmake/tileproof")).parent.parent

    def environment(self):
        if not self.prefix.exists():
            return None
        return {**os.environ, "PKG_CONFIG_PATH": str(self.libraries() / "pkgconfig")}

    def run(self, command, code=0, **more):
        command = [str(word) for word in command]
        done = subprocess.run(command, capture_output=True, text=True, env=self.environment(), **more)
        if done.returncode != code:
            fail(f"{' '.join(command)}\nended with {done.returncode}, not {code}\n{done.stdout}{done.stderr}")
        return done.stdout + done.stderr

    def compile(self, *words):
        launcher = [self.arguments.launcher] if self.arguments.launcher else []
        return self.run([*launcher, self.arguments.compiler, "-std=c++20", *self.arguments.flags.split(), *words])

    def configure(self, source, build, *more):
        launcher = [f"-DCMAKE_CXX_COMPILER_LAUNCHER={self.arguments.launcher}"] if self.arguments.launcher else []
        return [self.arguments.cmake, "-G", "Ninja", "-S", source, "-B", build, *launcher,
                f"-DCMAKE_CXX_COMPILER={self.arguments.compiler}", f"-DCMAKE_CXX_FLAGS={self.arguments.flags}",
                f"-DCMAKE_PREFIX_PATH={self.prefix}", *more]


def fail(why):
    sys.exit(f"FAILED: {why}")


def demand(holds, why):
    if not holds:
        fail(why)


def install(tree):
    shutil.rmtree(tree.work, ignore_errors=True)
    subprocess.run([tree.arguments.cmake, "--install", tree.arguments.build, "--prefix", tree.staged],
                   check=True, stdout=subprocess.DEVNULL)
    tree.staged.rename(tree.prefix)
    version = tree.run([tree.prefix / "bin/tileproof", "--version"])
    demand(version == f"tileproof {tree.arguments.version}\n", version)


def no_paths(tree):
    places = [str(place).encode() for place in (tree.arguments.source, tree.arguments.build, tree.staged)]
    files = [file for file in tree.prefix.rglob("*") if file.is_file()]
    demand(len(files) > 50, f"only {len(files)} files are installed")
    for file in files:
        content = file.read_bytes()
        for place in places:
            demand(place not in content, f"{file} has the path {place.decode()}")
        if file.suffix == ".hpp":
            demand(not re.search(rb'#include "(?!tileproof/)', content), f"{file} includes by a path of the project")


def public_headers(tree):
    return sorted((tree.prefix / "include/tileproof").glob("*.hpp"))


def headers(tree):
    names = [header.name for header in public_headers(tree)]
    expected = ["cute.hpp", "encoding.hpp", "function.hpp", "gtest.hpp", "laws.hpp", "oracle.hpp", "prove.hpp",
                "prove_program.hpp", "version.hpp"]
    demand(names == expected, f"public headers are {names}")
    for name in names:
        source = tree.work / f"alone_{name}.cpp"
        source.write_text(f"#include <tileproof/{name}>\n#include <tileproof/{name}>\n")
        tree.compile("-O0", "-I", tree.prefix / "include", "-c", source, "-o", source.with_suffix(".o"))


def components(tree):
    for wanted, message in [*((name, None) for name in COMPONENTS), ("nonsense", "without a component nonsense")]:
        with tempfile.TemporaryDirectory(dir=tree.work) as folder:
            pathlib.Path(folder, "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.25)\nproject(user LANGUAGES CXX)\n"
                f"find_package(tileproof {tree.arguments.version} REQUIRED COMPONENTS {wanted})\n"
                f"get_target_property(libraries tileproof::{wanted} INTERFACE_LINK_LIBRARIES)\n"
                "if(NOT libraries)\n  message(FATAL_ERROR \"an empty component\")\nendif()\n")
            said = tree.run(tree.configure(folder, pathlib.Path(folder, "build")), code=1 if message else 0)
            demand(not message or message in " ".join(said.split()), said)


def pkg_config(tree):
    words = tree.run(["pkg-config", "--cflags", "--libs", "tileproof-program"]).split()
    program = tree.work / "by_pkg_config"
    tree.compile("-O0", tree.example_source("prove_tilted.cpp"), "-o", program, *words)
    said = tree.run([program, "injective", "tilted<8x8, 1>"])
    demand(said.startswith("PROVED   injective"), said)


def descriptions(tree):
    page = (tree.prefix / "share/man/man1/tileproof.1").read_text()
    for command in COMMANDS:
        demand(f"\n.SS {command}\n" in page, f"the manual lacks {command}")
    demand("\\-\\-certificate FILE" in page, "the manual lacks an option")
    completion = tree.prefix / "share/bash-completion/completions/tileproof"

    def completed(*words):
        script = (f"source {completion}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; "
                  "_tileproof; echo ${COMPREPLY[@]}")
        return tree.run(["bash", "-c", script]).split()

    demand(completed("tileproof", "pro") == ["prove"], completed("tileproof", "pro"))
    demand(sorted(completed("tileproof", "''"))[:2] == ["--help", "--version"], "options of the program")
    demand(completed("tileproof", "prove", "--cert") == ["--certificate"], "an option of a command")
    demand(completed("tileproof", "prove", "lay") == [], "a file's name is for the shell")
    demand((tree.prefix / "share/zsh/site-functions/_tileproof").read_text().startswith("#compdef tileproof\n"),
           "zsh takes no such file")


def example(tree):
    shutil.rmtree(tree.example, ignore_errors=True)
    shutil.copytree(tree.example_source(""), tree.example / "source")
    tree.run(tree.configure(tree.example / "source", tree.example / "build", "-DCMAKE_BUILD_TYPE=Debug"))
    tree.run([tree.arguments.cmake, "--build", tree.example / "build", "--parallel", "2"])


def example_tests(tree):
    said = tree.run(["ctest", "--test-dir", tree.example / "build", "--output-on-failure", "--no-tests=error"])
    demand("100% tests passed" in said, said)
    laws = tree.run([tree.example / "build/tilted_test", "--gtest_list_tests"])
    demand(laws.count("  N") >= 11, laws)


def mistake(tree):
    said = tree.run([tree.example / "build/tilted_wrong_test"], code=1)
    found = re.search(r"(tilted<\d+x\d+, \d+>) breaks N4 DifferentPointsHaveDifferentValues", said)
    demand(found, said)
    rows, columns, _ = map(int, re.findall(r"\d+", found[1]))
    demand(rows * columns <= 4, f"not small: {found[1]}")
    demand(re.search(r"\(row \d+, col \d+\) and \(row \d+, col \d+\) both have offset \d+", said), said)
    line = re.search(r"^\s*(tileproof prove injective .*)$", said, re.MULTILINE)
    demand(line, said)
    again = tree.run(["bash", "-c", f"PATH={tree.prefix}/bin:$PATH; {line[1]}"], code=1)
    demand(again.startswith("REFUTED  injective"), again)


def notation(tree):
    program = tree.example / "build/prove_tilted"
    certificate = tree.work / "tilted.certificate"
    said = tree.run([program, "bijective", "tilted<12x20, 3>", "--certificate", certificate])
    demand(said.startswith("PROVED   bijective"), said)
    tree.run([tree.prefix / "bin/tileproof-certify", certificate])
    said = tree.run([program, "in-bounds", "tilted<12x20, 3>", "--allocation", "239"], code=1)
    demand(said.startswith("REFUTED  in-bounds"), said)
    said = tree.run([program, "--help"])
    demand("tilted<{rows}x{columns}, {tilt}>" in said, said)
    said = tree.run([program, "injective", "tilted<0x20, 3>"], code=2)
    demand("rows must be at least 1" in said, said)
    said = tree.run([program, "injective", "tilted<12x20>"], code=2)
    demand("column 13: expected ', '" in said, said)
    said = tree.run([tree.example / "build/ask_gpu", "tilted<12x20, 3>"])
    demand("kPoints = 240;" in said and "\n__global__ void evaluate(" in said, said)
    said = tree.run([tree.prefix / "bin/tileproof", "prove", "injective", "tilted<12x20, 3>"], code=2)
    demand("PROVED" not in said, said)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("check", choices=[check.__name__ for check in CHECKS])
    for option in ("work", "build", "source", "cmake", "compiler", "flags", "version"):
        parser.add_argument(f"--{option}", required=True)
    parser.add_argument("--launcher")
    arguments = parser.parse_args()
    next(check for check in CHECKS if check.__name__ == arguments.check)(Tree(arguments))


CHECKS = [install, no_paths, headers, components, pkg_config, descriptions, example, example_tests, mistake, notation]

if __name__ == "__main__":
    main()
