"""A case as a module."""

from tensors_facts import is_float
from tensors_layouts import Tensor

HEAD = ('module attributes {{"ttg.num-ctas" = {} : i32, "ttg.num-warps" = 4 : i32, ttg.target = "{}", '
        '"ttg.threads-per-warp" = 32 : i32}} {{')


def text_of(case, short=False):
    """The module; in the operation's own form where that is the same for many."""
    defined = ", ".join(f"%a{i}: {type_text(one)}" for i, one in enumerate(case.defined or case.operands))
    results = f"%x:{len(case.results)}" if len(case.results) > 1 else "%x"
    target = "hip:gfx1250" if case.name.startswith("amdg.") else "cuda:90"
    return "\n".join([HEAD.format(case.ctas, target), f"  tt.func public @tensors({defined}) {{",
                      f"    {results} = {operation_text(case, short)}", "    tt.return", "  }", "}", ""])


def type_text(one):
    return one.text if isinstance(one, Tensor) else one


def has_short_form(case):
    return (case.name in ("tt.trans", "tt.expand_dims", "tt.broadcast", "tt.reshape", "ttg.fp4_to_fp",
                          "ttg.convert_layout", "amdg.in_thread_transpose", "amdg.extract_slice")
            and len(case.operands) == len(case.results) == 1)


def operation_text(case, short):
    operands = ", ".join(f"%a{i}" for i in range(len(case.operands)))
    types, results = ([type_text(one) for one in of] for of in (case.operands, case.results))
    short = short and has_short_form(case)
    inside = attributes_text(case, short)
    if short:
        arrow = "to" if case.name == "amdg.extract_slice" else "->"
        return f"{case.name} {operands}{inside} : {types[0]} {arrow} {results[0]}"
    given = results[0] if len(results) == 1 else f"({', '.join(results)})"
    region = region_text(case) if case.region else ""
    return f'"{case.name}"({operands}){inside}{region} : ({", ".join(types)}) -> {given}'


def attributes_text(case, short):
    values = dict(case.attributes)
    if case.name in ("arith.cmpi", "arith.cmpf"):
        return " <{predicate = 2 : i64}>"
    if short and "allow_reorder" in values:
        return " allow_reorder"
    if short and "offsets" in values:
        return f" {values['offsets']}"
    texts = []
    for key, value in values.items():
        if key == "axis":
            texts.append(f"axis = {value} : i32")
        elif key == "order":
            texts.append(f"order = array<i32: {', '.join(map(str, value))}>")
        elif key == "offsets":
            texts.append(f"static_offsets = array<i64: {', '.join(map(str, value))}>")
        else:
            texts.append(key)
    if case.name == "tt.scan":
        texts.append("reverse = false")
    inside = f"{{{', '.join(texts)}}}"
    return "" if not texts else f" {inside}" if short else f" <{inside}>"


def region_text(case):
    """Returns the first arguments, or constants where they have other types."""
    arguments, returned = case.region
    lines, given = [], []
    for i, element in enumerate(returned):
        if i < len(arguments) and arguments[i] == element:
            given.append(f"%u{i}")
        else:
            given.append(f"%k{i}")
            number = "0.0" if is_float(element) else "0"
            lines.append(f'%k{i} = "arith.constant"() <{{value = {number} : {element}}}> : () -> {element}')
    named = ", ".join(f"%u{i}: {element}" for i, element in enumerate(arguments))
    end = f'"{case.name}.return"({", ".join(given)}) : ({", ".join(returned)}) -> ()'
    inside = "".join(f"      {line}\n" for line in (*lines, end))
    return f" ({{\n    ^bb0({named}):\n{inside}    }})"
