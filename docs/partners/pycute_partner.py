#!/usr/bin/env python3
"""pycute's answers, for `tileproof fuzz --against`: CuTe's algebra as CUTLASS's Python has it.

    python3 -m venv pycute && pycute/bin/pip install --no-deps nvidia-cutlass==4.2.0.0
    tileproof fuzz --against 'pycute/bin/python docs/partners/pycute_partner.py' --family cute

(The package "pycute" of PyPI is something else.) Reads a JSON object a line and answers it on a line,
as `tileproof batch` does. What pycute does not have is answered with the error code "unsupported", and so is what it
asserts: sizes that do not divide each other as it wants, of which there is a result all the same at times.
"""
import json
import sys

import pycute


class Unsupported(Exception):
    pass


def layout(text):
    """`(4,2):(1,4)`: lists nest as CuTe's tuples do, and a list of one is one."""
    if "o" in text or "<" in text:
        raise Unsupported("only shape:stride")
    shape, stride = (tuples(json.loads(part.replace("(", "[").replace(")", "]")))
                     for part in text.split(":"))
    return pycute.Layout(shape, stride)


def tuples(value):
    return tuple(map(tuples, value)) if isinstance(value, list) else value


def written(value):
    """A tuple of one is (4,) in Python and (4) in CuTe."""
    return str(value).replace(",)", ")").replace(" ", "")


def cute(request):
    name = request["name"]
    a = layout(request["a"])
    if name in ("coalesce", "right_inverse", "left_inverse"):
        result = getattr(pycute, name)(a)
    elif name == "complement":
        result = pycute.complement(a, request["b"])
    elif name in ("composition", "logical_divide", "zipped_divide", "tiled_divide",
                  "logical_product", "zipped_product", "tiled_product"):
        result = getattr(pycute, name)(a, layout(request["b"]))
    else:
        raise Unsupported(f"pycute has no {name}")
    if result is None:
        raise ValueError("pycute gives None")
    return {"result": written(result)}


def answer(line):
    try:
        request = json.loads(line)
        if request.get("op") != "cute":
            raise Unsupported("no such op")
        return {"ok": True, **cute(request)}
    except (AssertionError, Unsupported) as error:
        return {"ok": False, "error": {"code": "unsupported", "message": str(error)}}
    except Exception as error:
        return {"ok": False, "error": {"code": type(error).__name__, "message": str(error)}}


def main():
    for line in sys.stdin:
        print(json.dumps(answer(line)), flush=True)


main()
