"""Have the reports for other programs the structure that their standards ask for?

    report_structure.py PROGRAM FOLDER_OF_TTGIR

SARIF: of each object that is written, the properties that the OASIS standard (SARIF 2.1.0) requires, and those that it allows among what
tileproof writes, with their types and rules; any other is an error here. JUnit: the elements and attributes that Jenkins' and
GitLab's readers share. Both are stated by hand, from the standard's text. Damaged reports show that the statements notice.
"""

import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree as tree

# object: {property: (required, what it holds)}: a type, "object" (by name), ["object"] (a list of them), or a rule.
SARIF = {
    "log": {"$schema": (False, "uri"), "version": (True, lambda v: v == "2.1.0"), "runs": (True, ["run"])},
    "run": {"tool": (True, "tool"), "invocations": (False, ["invocation"]), "results": (False, ["result"]),
            "columnKind": (False, lambda v: v in ("utf16CodeUnits", "unicodeCodePoints"))},
    "tool": {"driver": (True, "component")},
    "component": {"name": (True, str), "version": (False, str),
                  "semanticVersion": (False, lambda v: re.fullmatch(r"\d+\.\d+\.\d+", v) is not None),
                  "rules": (False, ["rule"])},
    "rule": {"id": (True, str), "shortDescription": (False, "multiformat"), "fullDescription": (False, "multiformat"),
             "help": (False, "multiformat"), "defaultConfiguration": (False, "configuration")},
    "multiformat": {"text": (True, str)},
    "configuration": {"level": (False, "level")},
    "invocation": {"executionSuccessful": (True, bool), "toolExecutionNotifications": (False, ["notification"])},
    "notification": {"message": (True, "message"), "level": (False, "level"), "locations": (False, ["location"])},
    "result": {"ruleId": (False, str), "ruleIndex": (False, int), "level": (False, "level"),
               "message": (True, "message"), "locations": (False, ["location"]),
               "relatedLocations": (False, ["location"]), "partialFingerprints": (False, "fingerprints"),
               "baselineState": (False, lambda v: v in ("new", "unchanged", "updated", "absent"))},
    "message": {"text": (True, lambda v: isinstance(v, str) and v != "" and not re.search(
        r"(?<!\{)\{(\{\{)*(?!\{)|(?<!\})\}(\}\})*(?!\})", v))},
    "location": {"id": (False, lambda v: isinstance(v, int) and v >= 0), "message": (False, "message"),
                 "physicalLocation": (False, "physical"), "logicalLocations": (False, ["logical"])},
    "physical": {"artifactLocation": (True, "artifact"), "region": (False, "region")},
    "artifact": {"uri": (True, "uri")},
    "region": {"startLine": (True, "position"), "startColumn": (False, "position")},
    "logical": {"name": (False, str), "kind": (False, lambda v: v == "function")},
    "fingerprints": {"tileproofKey/v1": (True, "key"), "primaryLocationLineHash": (True, "key")},
}
RULES = {
    "level": lambda v: v in ("none", "note", "warning", "error"),
    "position": lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= 1,
    "key": lambda v: re.fullmatch("[0-9a-f]{16}", v) is not None,
    # RFC 3986, as a reference: no other characters, and each % with two digits.
    "uri": lambda v: re.fullmatch(r"([A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})*", v) is not None,
}


def errors_of(value, kind, place):
    if isinstance(kind, list):
        if not isinstance(value, list):
            return [f"{place} is no list"]
        return [error for i, item in enumerate(value) for error in errors_of(item, kind[0], f"{place}/{i}")]
    if isinstance(kind, str) and kind in SARIF:
        if not isinstance(value, dict):
            return [f"{place} is no object"]
        errors = [f"{place} has no {name}" for name, (required, _) in SARIF[kind].items()
                  if required and name not in value]
        for name, item in value.items():
            if name not in SARIF[kind]:
                errors.append(f"{place}/{name} is no property of {kind}")
            else:
                errors += errors_of(item, SARIF[kind][name][1], f"{place}/{name}")
        return errors
    rule = RULES.get(kind, kind) if isinstance(kind, str) else kind
    if isinstance(rule, type):
        holds = isinstance(value, rule) and (rule is bool or not isinstance(value, bool))
    else:
        try:
            holds = rule(value)
        except TypeError:
            holds = False
    return [] if holds else [f"{place} is {value!r}"]


def sarif_errors(log):
    errors = errors_of(log, "log", "")
    if errors:
        return errors
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        if len({rule["id"] for rule in rules}) != len(rules):
            errors.append("a rule is there twice")
        for result in run["results"]:
            if result["ruleIndex"] >= len(rules) or rules[result["ruleIndex"]]["id"] != result["ruleId"]:
                errors.append("a rule's index is another's")
            ids = [location["id"] for location in result.get("relatedLocations", [])]
            if len(set(ids)) != len(ids):
                errors.append("a related location's number is there twice")
    return errors


# element: (attributes that it must have, that it may have, elements in it)
JUNIT = {
    "testsuites": ({"name", "tests", "failures", "errors"}, set(), {"testsuite"}),
    "testsuite": ({"name", "tests", "failures", "errors", "skipped"}, set(), {"testcase"}),
    "testcase": ({"name", "classname"}, set(), {"failure", "error", "skipped"}),
    "failure": ({"message", "type"}, set(), set()),
    "error": ({"message", "type"}, set(), set()),
    "skipped": ({"message"}, set(), set()),
}


def junit_errors(text):
    try:
        root = tree.fromstring(text)
    except tree.ParseError as error:
        return [f"no XML: {error}"]
    if root.tag != "testsuites":
        return [f"the root is {root.tag}"]
    errors = []
    for element in root.iter():
        if element.tag not in JUNIT:
            errors.append(f"{element.tag} is no element")
            continue
        must, may, inner = JUNIT[element.tag]
        if not must <= set(element.attrib) <= must | may:
            errors.append(f"{element.tag} has the attributes {sorted(element.attrib)}")
        errors += [f"{child.tag} is in {element.tag}" for child in element if child.tag not in inner]
        if element.tag == "testcase" and len(element) > 1:
            errors.append("a case has two outcomes")
    for element in [root, *root.iter("testsuite")]:
        counted = {"tests": "testcase", "failures": "failure", "errors": "error", "skipped": "skipped"}
        for attribute, tag in counted.items():
            number = sum(1 for _ in element.iter(tag))
            if element.get(attribute, str(number)) != str(number):
                errors.append(f"{element.tag} has {number} {attribute}, and says {element.get(attribute)}")
    for suite in root.iter("testsuite"):
        names = [case.get("name") for case in suite.iter("testcase")]
        if len(set(names)) != len(names) or not names:
            errors.append(f"{suite.get('name')} has no case, or two of one name")
    return errors


def require(holds, what):
    if not holds:
        sys.exit(what)


def paths_of(value, path=()):
    yield path
    for key, item in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from paths_of(item, (*path, key))


def changed(value, path, change):
    copied = copy.deepcopy(value)
    at = copied
    for key in path[:-1]:
        at = at[key]
    change(at, path[-1])
    return copied


def notices_damage(log, text):
    """Each value that is required is taken out of a report, and each is made another one."""
    small = copy.deepcopy(log)
    run = small["runs"][0]
    run["results"] = [max(run["results"], key=lambda result: len(result.get("relatedLocations", [])))]
    require(not sarif_errors(small), "the small report is damaged before it is")
    for path in paths_of(small):
        if path:
            require(sarif_errors(changed(small, path, lambda at, key: at.__setitem__(key, None))), f"null at {path}")
    for wrong in ({"level": "fatal"}, {"ruleIndex": 99}, {"message": {"text": "{0}"}}, {"kind": "pass"}):
        require(sarif_errors(changed(small, ("runs", 0, "results", 0), lambda at, key: at[key].update(wrong))), wrong)
    for old, new in (('failures="', 'failures="1'), ("<testcase name=", "<testcase title="), ("</testsuite>", ""),
                     ("<testsuites ", "<suites "), ("&quot;", "\x01"), ("<failure ", "<failed ")):
        if old in text:
            require(junit_errors(text.replace(old, new, 1)), f"{new!r} for {old!r} is not noticed")


ODD = """#loc = loc("C:\\\\a b\\09<&>.py":3:4)
#a = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func @"a <b> & 'c' é"(%x: tensor<128xf16, #a>) {
    %0 = "odd.é<&>'{0}[a](1)"(%x) : (tensor<128xf16, #a>) -> i32 loc(callsite("x"(#loc) at "/abs/k.py":1:1))
    tt.return
  }
}
"""


def main():
    program, folder = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary:
        here = pathlib.Path(temporary)
        (here / "odd name {0} 100%.ttgir").write_text(ODD)
        (here / "bytes.ttgir").write_bytes(ODD.encode().replace("é".encode(), b"\xff\xc3"))
        (here / "tab\tand\nline.ttgir").write_text(ODD)

        def report(*options):
            subprocess.run([program, "check", folder, ".", "--sarif", "r.sarif", "--junit", "r.xml", *options], cwd=here,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            return json.loads((here / "r.sarif").read_text()), (here / "r.xml").read_text()

        log, text = report()
        errors = sarif_errors(log) + junit_errors(text)
        require(not errors, "\n".join(errors[:20]))
        results = log["runs"][0]["results"]
        require({result["level"] for result in results} == {"error", "warning"}, "no error, or no warning")
        require(not log["runs"][0]["invocations"][0]["executionSuccessful"], "there are input errors")
        require("baselineState" not in results[0], "there is no baseline")
        odd = [result for result in results if result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
               == "odd%20name%20%7B0%7D%20100%25.ttgir"][0]
        require(odd["locations"][0]["logicalLocations"][0]["name"] == "a <b> & 'c' é", odd)
        require("odd.é<&>'{{0}}[a] (1)" in odd["message"]["text"], odd)
        related = [(urllib.parse.unquote(location["physicalLocation"]["artifactLocation"]["uri"]), location["message"]
                    ["text"]) for location in odd["relatedLocations"]]
        require(related == [("C:\\a b\t<&>.py", "the source of 'x'"), ("file:///abs/k.py", "called from here")], related)
        lines = [location["physicalLocation"]["region"] for location in odd["relatedLocations"]]
        require(lines == [{"startLine": 3, "startColumn": 4}, {"startLine": 1, "startColumn": 1}], lines)
        notices_damage({**log, "runs": [{**log["runs"][0], "results": [odd]}]}, text)

        subprocess.run([program, "check", "odd name {0} 100%.ttgir", "--write-baseline", "b.json"], cwd=here,
                       stdout=subprocess.DEVNULL)
        log, text = report("--baseline", "b.json")
        errors = sarif_errors(log) + junit_errors(text)
        require(not errors, "\n".join(errors[:20]))
        states = {result["baselineState"] for result in log["runs"][0]["results"]}
        require(states == {"new", "unchanged"}, states)
        require("<skipped " in text, "what the baseline has is skipped")
        print(f"{len(results)} results have the structure of SARIF; damage to it is noticed")


if __name__ == "__main__":
    main()
