#!/usr/bin/env python3
"""Triton's own answers, for `tileproof fuzz --against`: linear forms of layouts in registers, and the
algebra of linear layouts.

    python3 -m venv triton-3.6 && triton-3.6/bin/pip install triton==3.6.0
    tileproof fuzz --against 'triton-3.6/bin/python docs/partners/triton_partner.py' --family algebra

Reads a JSON object a line and answers it on a line, as `tileproof batch` does; no GPU. What Triton's
Python does not offer is answered with the error code "unsupported".
"""
import json
import os
import re
import sys
import tempfile

from triton._C.libtriton import gluon_ir, ir
from triton._C.libtriton.linear_layout import LinearLayout

CONTEXT = ir.context()
ir.load_dialects(CONTEXT)


class Unsupported(Exception):
    pass


# ---- Linear forms

def product_of(text, key):
    """The product of the numbers of the last `key = [...]`: that of the innermost parent."""
    found = re.findall(key + r" = \[([\d, ]+)\]", text)
    if not found:
        return None
    result = 1
    for number in found[-1].split(","):
        result *= int(number)
    return result


def count_bases(text, key):
    """2 to the number of bases of the last `key = [[...], ...]`."""
    found = re.findall(key + r" = \[((?:\[[\d, ]*\](?:, )?)*)\]", text)
    return 2 ** found[-1].count("[") if found else None


def threads_of(attr):
    if "amd_mfma" in attr:
        return 64
    return product_of(attr, "threadsPerWarp") or count_bases(attr, "lane") or 32


def module_with(attr, shape):
    warps = product_of(attr, "warpsPerCTA") or count_bases(attr, "warp") or 1
    ctas = count_bases(attr, "CGALayout") or count_bases(attr, "block") or 1
    sizes = "x".join(str(size) for size in shape)
    return (f'module attributes {{"ttg.num-ctas" = {ctas} : i32, "ttg.num-warps" = {warps} : i32, '
            f'"ttg.threads-per-warp" = {threads_of(attr)} : i32}} {{\n'
            f"  tt.func @f(%x: tensor<{sizes}xf32, {attr}>) {{\n    tt.return\n  }}\n}}\n")


def linear_layout(request):
    attr, shape = request["attr"], request["shape"]
    if "shared" in attr or "tensor_memory" in attr:
        raise Unsupported("Triton's Python gives no linear form of memory")
    if "generic_linear" in attr or re.search(r"amd_mfma.*instrShape = \[\d+, \d+\]", attr):
        raise Unsupported("a spelling of other versions")
    if "dot_op" in attr and "nvidia_mma" in attr and re.search(r"instrShape = \[(1, )?8, 8\]", attr):
        raise Unsupported("its tile of 8 rows has 16 in Triton 3.6, and 8 in later versions")
    if "amd_wmma" in attr:
        # It ends the process for tensors smaller than an instruction, and for slices and operands.
        raise Unsupported("Triton asserts what tensors amd_wmma takes")
    with tempfile.NamedTemporaryFile("w", suffix=".ttgir") as file:
        file.write(module_with(attr, shape))
        file.flush()
        module = ir.parse_mlir_module(file.name, CONTEXT)
    value = module.get_function("f").args(0)
    builder = gluon_ir.GluonOpBuilder(CONTEXT)
    layout = builder.get_gluon_layout_from_tensor(value)
    form = builder.to_linear_layout(layout._to_ir(builder), shape)
    return {"in_dims": [["register", form.reg_bases], ["lane", form.lane_bases],
                        ["warp", form.warp_bases], ["block", form.block_bases]],
            "out_dims": [[f"dim{d}", size] for d, size in enumerate(form.shape)]}


# ---- Algebra

def read(layout):
    outs = layout["out_dims"]
    return LinearLayout.from_bases([(name, bases) for name, bases in layout["bases"]],
                                   [name for name, _ in outs], [size for _, size in outs], False)


def written(layout):
    return {"bases": [[name, [list(basis) for basis in bases]] for name, bases in layout.bases],
            "out_dims": [[name, size] for name, size in layout.out_dims]}


def algebra(request):
    name = request["name"]
    a = read(request["a"])
    b = read(request["b"]) if "b" in request else None
    if name == "flags":
        return {"surjective": a.is_surjective(), "injective": a.is_injective(),
                "invertible": a.is_invertible()}
    if name == "apply":
        outs = a.apply(dict(request["ins"]))
        return {"value": [[dim, outs[dim]] for dim, _ in a.out_dims]}
    if name == "mul":
        return {"result": written(a * b)}
    if name in ("compose", "invert_and_compose"):
        return {"result": written(getattr(a, name)(b))}
    if name in ("invert", "pseudoinvert"):
        return {"result": written(getattr(a, name)())}
    raise Unsupported(f"Triton's Python has no {name}")


OPS = {"linear_layout": linear_layout, "algebra": algebra}


def answer(line):
    try:
        request = json.loads(line)
        if request.get("op") not in OPS:
            raise Unsupported("no such op")
        return {"ok": True, **OPS[request["op"]](request)}
    except Unsupported as error:
        return {"ok": False, "error": {"code": "unsupported", "message": str(error)}}
    except Exception as error:
        return {"ok": False, "error": {"code": type(error).__name__, "message": str(error)}}


def main():
    # What Triton itself prints belongs to the error output.
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        print(json.dumps(answer(line)), file=answers, flush=True)


main()
