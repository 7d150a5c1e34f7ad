"""Do the recipes of docs/ci.md do what they say?

    ci_recipes.py PROGRAM DOCS_CI_MD check|hook|fuzz

Their YAML is parsed, and their commands are run in git repositories made here: a kernel that is wrong is refused, one that is right, or
known to be wrong, passes. Commands that fetch and build are parsed by the shell alone. `fuzz` ends with 77 where the
program has no such command.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

BLOCKED = "#ttg.blocked<{sizePerThread = [%s], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [%s]}>"


def kernel(written, function="kernel"):
    """Right where the type that its conversion writes is that of its operand, #a."""
    return f"""#a = {BLOCKED % ("1, 4", "1, 0")}
#b = {BLOCKED % ("4, 1", "0, 1")}
module attributes {{"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func @{function}(%x: tensor<64x64xf16, #a>) {{
    %0 = ttg.convert_layout %x : tensor<64x64xf16, {written}> -> tensor<64x64xf16, #b>
    tt.return
  }}
}}
"""


RIGHT = kernel("#a")
WRONG = kernel("#b")
OTHER_WRONG = kernel("#b", "other")


class Repository:
    """Has a right kernel and one that is known to be wrong, and a baseline that says so."""

    def __init__(self, folder, program):
        self.folder = pathlib.Path(folder)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("GIT_")}
        self.environment.update(
            PATH=f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}", HOME=folder,
            GIT_CONFIG_NOSYSTEM="1", GIT_AUTHOR_NAME="a", GIT_AUTHOR_EMAIL="a@b", GIT_COMMITTER_NAME="a",
            GIT_COMMITTER_EMAIL="a@b")
        self.run("git init -q -b main")
        self.write("kernels/right one.ttgir", RIGHT)
        self.write("kernels/known.ttgir", WRONG)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def run(self, script, expected=0, **more):
        """Runs it as the hosts do, in a shell that stops at the first command that fails."""
        run = subprocess.run(["bash", "-eo", "pipefail", "-c", script], cwd=self.folder, text=True, capture_output=True,
                             env={**self.environment, **more})
        if run.returncode != expected:
            sys.exit(f"exit code {run.returncode}, not {expected}, of\n{script}\n{run.stdout}{run.stderr}")
        return run.stdout

    def head(self):
        return self.run("git rev-parse HEAD").strip()

    def commit(self, expected=0):
        self.run("git commit -q -m change", expected)


def require(holds, what):
    if not holds:
        sys.exit(what)


def blocks(text):
    """The fenced texts by the headings above them: [(heading, language, text)]"""
    found, heading = [], ""
    for match in re.finditer(r"^## ([^\n]*)$|^```(\w+)\n(.*?)^```$", text, re.M | re.S):
        if match[1]:
            heading = match[1]
        else:
            found.append((heading, match[2], match[3]))
    return found


def one(found, heading, language):
    texts = [text for h, l, text in found if h == heading and l == language]
    require(len(texts) == 1, f"{heading} has {len(texts)} blocks of {language}")
    return texts[0]


def scripts_of_github(found):
    workflow = yaml.safe_load(one(found, "GitHub", "yaml"))
    require(True in workflow and "pull_request" in workflow[True], "YAML 1.1 reads `on` as true")
    require(workflow["permissions"]["security-events"] == "write", "SARIF needs a permission")
    scripts = {}
    for name, job in workflow["jobs"].items():
        require(isinstance(job["runs-on"], str), name)
        for step in job["steps"]:
            require(("uses" in step) != ("run" in step), f"{step} neither uses nor runs, or both")
            if "run" in step:
                scripts[step["name"]] = step["run"]
    uploads = [s for s in workflow["jobs"]["layouts"]["steps"] if "upload-sarif" in s.get("uses", "")]
    require(len(uploads) == 1 and uploads[0]["with"]["sarif_file"] in scripts["Check kernels"], "what is uploaded is "
            "written")
    return scripts


def scripts_of_gitlab(found):
    jobs = yaml.safe_load(one(found, "GitLab", "yaml"))
    scripts = {}
    for name in ("layouts", "fuzz"):
        require(jobs[name]["extends"] in jobs and jobs[jobs[name]["extends"]]["stage"] in jobs["stages"], name)
        require(all(isinstance(line, str) for line in jobs[name]["script"]), name)
        scripts[name] = "\n".join(jobs[name]["script"])
    scripts["before"] = "\n".join(jobs[".tileproof"]["before_script"])
    require(jobs["layouts"]["artifacts"]["reports"]["junit"] in scripts["layouts"], "what is reported is written")
    return scripts


def write_baseline(found, repository):
    """By the commands of the page, which come first and second."""
    first, again = [text for heading, language, text in found if (heading, language) == ("A baseline", "bash")]
    repository.run("git add .")
    repository.run(first)
    files = json.loads((repository.folder / ".tileproof/baseline.json").read_text())["files"]
    require([f["file"] for f in files] == ["../kernels/known.ttgir"], f"the baseline has {files}")
    repository.commit()
    return again


def check(found, repository):
    github, gitlab = scripts_of_github(found), scripts_of_gitlab(found)
    for script in (*github.values(), *gitlab.values()):
        subprocess.run(["bash", "-n", "-c", script], check=True)
    again = write_baseline(found, repository)
    base = repository.head()
    runs = [(github["Check kernels"], "BASE"), (gitlab["layouts"], "CI_MERGE_REQUEST_DIFF_BASE_SHA")]

    def expect(code, sha, reported):
        for script, variable in runs:
            for name in ("tileproof.sarif", "tileproof.xml"):
                (repository.folder / name).unlink(missing_ok=True)
            repository.run(script, code, **{variable: sha})
            exists = [(repository.folder / name).exists() for name in ("tileproof.sarif", "tileproof.xml")]
            require(exists == [reported] * 2, f"reports were written: {exists}, with base {sha!r}")

    expect(0, "", True)  # all kernels, one of them known
    expect(0, base, False)  # nothing changed
    repository.write("kernels/right too.ttgir", RIGHT)
    repository.run("git add kernels && git rm -q 'kernels/right one.ttgir'")
    repository.commit()
    expect(0, base, True)
    repository.write("kernels/known.ttgir", "// shifted\n" + WRONG.replace("%x", "%y"))
    repository.run("git add kernels")
    repository.commit()
    expect(0, base, True)
    repository.write("kernels/one.ttgir", OTHER_WRONG)
    repository.run("git add kernels")
    repository.commit()
    expect(1, base, True)
    expect(1, "", True)
    results = json.loads((repository.folder / "tileproof.sarif").read_text())["runs"][0]["results"]
    require(sorted(result["baselineState"] for result in results) == ["new", "unchanged"], results)
    repository.run(again)
    expect(0, base, True)


def hook(found, repository):
    write_baseline(found, repository)
    path = repository.folder / ".git/hooks/pre-commit"
    path.write_text(one(found, "Before a commit", "bash"))
    path.chmod(0o755)

    def expect(code, text, staged=None, name="kernels/a new one.ttgir"):
        before = repository.head()
        repository.write(name, text if staged is None else staged)
        repository.run("git add -A")
        repository.write(name, text)
        repository.commit(code)
        require((repository.head() == before) == (code != 0), f"exit code {code} and HEAD do not fit")
        repository.run("git reset -q --hard")

    expect(0, RIGHT)
    expect(1, OTHER_WRONG)
    expect(1, RIGHT, staged=OTHER_WRONG)
    expect(0, OTHER_WRONG, staged=RIGHT + "\n")
    expect(0, "\n\n" + WRONG, name="kernels/known.ttgir")
    expect(1, "module {\n")
    expect(0, "no kernel\n", name="notes.txt")
    repository.run("git rm -q 'kernels/known.ttgir'")
    repository.commit()
    repository.run("git rm -q .tileproof/baseline.json")
    repository.commit()
    expect(1, WRONG, name="kernels/known.ttgir")


def fuzz(found, repository):
    scripts = [scripts_of_github(found)["Fuzz"], scripts_of_gitlab(found)["fuzz"]]
    for script in scripts:
        require("tileproof fuzz --budget 60 --corpus " in script, script)
    if subprocess.run([repository.program, "fuzz", "--help"], capture_output=True).returncode != 0:
        print("this program has no command `fuzz`")
        sys.exit(77)
    for script in scripts:
        repository.run(script.replace("--budget 60", "--budget 1"))


def main():
    program, page, what = sys.argv[1:]
    found = blocks(pathlib.Path(page).read_text())
    with tempfile.TemporaryDirectory() as folder:
        repository = Repository(folder, program)
        repository.program = program
        {"check": check, "hook": hook, "fuzz": fuzz}[what](found, repository)


if __name__ == "__main__":
    main()
