"""What differs between a program's answer to one module and the second opinion, line by line."""

import collections

from views_indices import NOTHING, PROVED, REFUTED, UNKNOWN, is_index
from views_opinion import QUESTIONS

ORDER = (PROVED, UNKNOWN, REFUTED)

def worst(verdicts):
    return max(verdicts, key=ORDER.index, default=PROVED)


def verdict_of_line(findings):
    """By which its operation counts: what has no finding of its own counts as unknown."""
    said = worst(finding["verdict"] for finding in findings)
    return said if said != PROVED or not says_nothing(findings) else UNKNOWN


def says_nothing(findings):
    """Layouts are decided where they stand, whatever is known of the operation."""
    return all(finding["question"] == "layout" for finding in findings)


def demanded(own):
    """(operation, verdict or `open`, why) of each demand; a line of proved bounds counts once."""
    for line, demands in own.demands.items():
        if any("bounds" in one.questions and one.verdicts == {PROVED} for one in demands):
            yield own.names_at[line], PROVED, ""
        for one in demands:
            if one.verdicts != {PROVED}:
                yield own.names_at[line], *((min(one.verdicts), "") if len(one.verdicts) == 1
                                            else ("open", one.why))


def differences(own, answer):
    """Each by its kind, and in words."""
    findings = collections.defaultdict(list)
    for finding in answer["findings"]:
        findings[finding["line"]].append(finding)
    for line, name in own.names_at.items():
        for kind, words in differences_of_line(own, line, findings[line]):
            yield f"{name} {kind}", f"line {line}, {name}, {words}"
    for line in findings.keys() - own.names_at.keys():
        if worst(finding["verdict"] for finding in findings[line]) != PROVED:
            yield "elsewhere", f"line {line}: {findings[line]}"
    yield from differences_of_counts(own, findings, answer)


def differences_of_line(own, line, findings):
    for demand in own.demands[line]:
        asked = [finding for finding in findings if finding["question"] in demand.questions]
        said = worst(finding["verdict"] for finding in asked) if not says_nothing(findings) else NOTHING
        if said not in demand.verdicts:
            words = "|".join(demand.questions), "|".join(sorted(demand.verdicts))
            yield (f"{words[0]}: {said} for {words[1]} ({demand.why})",
                   f"{words[0]}: program {said}, second opinion {words[1]} ({demand.why}){reasons(asked)}")
    for finding in findings:
        if finding["verdict"] == REFUTED and (wrong := wrong_counterexample(own, line, finding)):
            yield "counterexample", f"counterexample {finding['counterexample']}: {wrong}"
        if finding["question"] not in (*QUESTIONS, "vectorization", "bank_conflicts"):
            yield "question", f"question {finding['question']} is none of these"


def reasons(findings):
    said = [(f["detail"].get("reason") or (f["counterexample"] or {}).get("text")) for f in findings]
    return "".join(f"; program: {words}" for words in said if words)


def wrong_counterexample(own, line, finding):
    """None, or what it should have been."""
    numbers = finding["counterexample"] or {}
    if own.names_at[line] == "ttg.memdesc_index" and finding["question"] == "bounds" and "index" in numbers:
        size = own.buffers[line]
        first = next((value for value in own.reached.get(line, []) if not is_index(value, size)), None)
        if first is not None and int(numbers["index"]) != first:
            return f"the first index that leaves is {first}"
    if finding["question"] == "view" and "stated_offset" in numbers and line in own.agreements:
        different = {c for c, (a, b) in own.agreements[line].items() if a != b}
        point = tuple(int(value) for key, value in numbers.items()
                      if key not in ("text", "offset", "stated_offset"))
        if different and not any(c[-len(point):] == point for c in different):
            return f"no element there is elsewhere, but {min(different)} is"
    return None


def differences_of_counts(own, findings, answer):
    """An operation counts once, by its worst finding."""
    lines = collections.defaultdict(collections.Counter)
    for line, name in own.names_at.items():
        lines[name][verdict_of_line(findings[line])] += 1
    counted = {one["op"]: one for one in answer["operations"]}
    for name, verdicts in lines.items():
        one = counted.get(name, {})
        if one.get("count") != sum(verdicts.values()) or any(one[v] != verdicts[v] for v in ORDER):
            yield "operations", f"operations counts {one or name}, its lines have {dict(verdicts)}"
