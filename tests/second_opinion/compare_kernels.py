#!/usr/bin/env python3
"""Does `check` say of each load and store of whole kernels what the second opinion counts, CTA by CTA?

    compare_kernels.py PROGRAM

`check` knows no arguments: its requests and vectors are those of each CTA in which no lane is masked off, and the
sectors of each CTA lie between its bounds.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.dont_write_bytecode = True

from global_kernels import COPY, DRAWN, read_traces, runs  # noqa: E402


def findings_of(program, traces):
    """By kernel and line."""
    with tempfile.TemporaryDirectory() as folder:
        for trace in traces:
            (pathlib.Path(folder) / f"{trace['name']}.ttgir").write_text(trace["ttgir"])
        output = subprocess.run([program, "check", "--json", "--without-plans", folder], capture_output=True, text=True)
    return {pathlib.Path(file["file"]).stem: {f["line"]: f["detail"] for f in file["findings"]
                                              if f["question"] == "global_access"}
            for file in json.loads(output.stdout)["files"]}


def differences(access, detail, is_drawn):
    """Of drawn kernels not all accesses can be followed, and rows begin within lines."""
    if detail is None:
        if not is_drawn:
            yield "no finding", False
        return
    cost = access.cost
    yield "vector_bits", detail["vector_bits"] == access.vector * access.size * 8
    yield "masked", detail["masked"] == access.has_mask
    yield "sectors", cost.sectors <= detail["sectors"]
    yield "requests", cost.requests <= detail["requests"]
    if access.all_active:
        yield "all requests", cost.requests == detail["requests"]
        yield "least requests", cost.least_requests == detail["least_requests"]
        yield "sectors at least", cost.sectors >= detail["sectors_at_least"]
    if not is_drawn:
        yield "lines", cost.lines <= detail["lines"]
        # Rows lie apart, and begin at lines: pointers of these kernels are aligned so.
        if access.all_active:
            yield "aligned sectors", cost.sectors == detail["aligned_sectors"]


def main():
    drawn = read_traces(DRAWN)[::4]
    traces = [trace for trace in read_traces() if trace.get("ttgir")] + drawn
    found = findings_of(sys.argv[1], traces)
    compared, whole, wrong = 0, 0, set()
    for trace in traces:
        is_drawn = trace["name"].startswith("drawn")
        for run in runs(trace):
            for access in run.accesses:
                if access.op.name == COPY:
                    continue
                detail = found[trace["name"]].get(access.op.line)
                names = [name for name, holds in differences(access, detail, is_drawn) if not holds]
                wrong.update((trace["name"], access.op.line, name, str(access.cost), str(detail)) for name in names)
                compared += detail is not None
                whole += detail is not None and access.all_active
    for one in sorted(wrong):
        print("differs:", *one)
    print(f"{compared} accesses, {whole} of all lanes, {len(wrong)} differ")
    return 1 if wrong or whole < 100 or compared == whole else 0


if __name__ == "__main__":
    sys.exit(main())
