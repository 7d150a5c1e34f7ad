"""Other ways to write an expression, and small mistakes in one."""

import re
from dataclasses import replace

from expressions import FUNCTIONS

COMMUTE = ("+", "*", "&", "|", "^", "min", "max", "==", "!=", "&&", "||")
MISTAKEN = {"+": "^|*", "*": "+", "/": "%", "%": "/&", "<<": "+>", "&": "|^", "|": "&+", "^": "+&", "<": ">", ">": "<"}


def subtrees(tree, path=()):
    yield path, tree
    if tree[0] not in ("number", "name"):
        for i, part in enumerate(tree[1:], 1):
            yield from subtrees(part, (*path, i))


def replaced(tree, path, other):
    if not path:
        return other
    return tree[:path[0]] + (replaced(tree[path[0]], path[1:], other),) + tree[path[0] + 1:]


def everywhere(rng, tree, change):
    """The formula's trees with one step changed; `change` gives None where it has nothing to say."""
    places = [(path, other) for path, part in subtrees(tree) if (other := change(rng, part)) is not None]
    if not places:
        return tree
    return replaced(tree, *rng.choice(places))


def exponent(tree):
    n = tree[1] if tree[0] == "number" else 0
    return n.bit_length() - 1 if n > 0 and n & n - 1 == 0 else None


def same_step(rng, tree):
    operator = tree[0]
    if operator in ("number", "name"):
        return None
    power = exponent(tree[2]) if len(tree) == 3 else None
    ways = []
    if operator in COMMUTE:
        ways.append((operator, tree[2], tree[1]))
    if operator in ("*", "/") and power is not None:
        ways.append(("<<" if operator == "*" else ">>", tree[1], ("number", power)))
    if operator == "%" and power is not None:
        ways.append(("&", tree[1], ("number", 2**power - 1)))
    if operator in ("<<", ">>") and tree[2][0] == "number":
        ways.append(("*" if operator == "<<" else "/", tree[1], ("number", 2 ** tree[2][1])))
    if operator == "-":
        ways.append(("-", ("+", tree[1], ("number", 5)), ("+", tree[2], ("number", 5))))
    if operator in ("min", "max"):
        ways.append(("?:", ("<" if operator == "min" else ">", tree[1], tree[2]), tree[1], tree[2]))
    return rng.choice(ways) if ways else None


def wrong_step(rng, tree):
    operator = tree[0]
    if operator == "number":
        n = tree[1]
        other = rng.choice([n + 1, max(n - 1, 0), n * 2, n // 2, n ^ (1 << rng.randrange(6)), n + 2**32])
        return ("number", other % 2**64)
    if operator in MISTAKEN and rng.random() < 0.5:
        other = rng.choice(MISTAKEN[operator])
        return (other if other != ">" or operator == "<" else ">>", *tree[1:])
    if operator in FUNCTIONS:
        return ("max" if operator == "min" else "min", *tree[1:])
    return None


def in_results(rng, formula, change):
    if formula.lets and rng.random() < 0.5:
        at = rng.randrange(len(formula.lets))
        name, tree = formula.lets[at]
        tree = everywhere(rng, tree, change)
        return replace(formula, lets=formula.lets[:at] + ((name, tree),) + formula.lets[at + 1:])
    at = rng.randrange(len(formula.results))
    tree = everywhere(rng, formula.results[at], change)
    return replace(formula, results=formula.results[:at] + (tree,) + formula.results[at + 1:])


def rewritten(rng, formula):
    """The same function of the same names, written differently."""
    for _ in range(rng.randint(0, 3)):
        formula = in_results(rng, formula, same_step)
    if rng.random() < 0.5:
        formula = replace(formula, inputs=tuple(rng.sample(formula.inputs, len(formula.inputs))))
    if rng.random() < 0.5:
        order = rng.sample(range(len(formula.outputs)), len(formula.outputs))
        formula = replace(formula, outputs=tuple(formula.outputs[i] for i in order),
                          results=tuple(formula.results[i] for i in order))
    if rng.random() < 0.5:
        formula = replace(formula, parameters=tuple(rng.sample(formula.parameters, len(formula.parameters))))
    if rng.random() < 0.15:
        formula = replace(formula, inputs=formula.inputs + (("one", 1),))
    if rng.random() < 0.1:
        formula = replace(formula, outputs=formula.outputs + (("nought", 1),),
                          results=formula.results + (("number", 0),))
    if rng.random() < 0.1:
        formula = replace(formula, parameters=formula.parameters + (("unused", 0, rng.randint(0, 2)),))
    return formula


def changed(rng, named, change):
    at = rng.randrange(len(named))
    return named[:at] + (change(*named[at]),) + named[at + 1:]


def mistaken(rng, formula):
    """One mistake: in a step, or in a name or a size of what stands before it."""
    kind = rng.choices(["step", "input size", "input names", "output name", "output size", "output names", "range"],
                       [10, 2, 2, 1, 2, 2, 1])[0]
    if kind == "step":
        return in_results(rng, formula, wrong_step)
    if kind == "input size":
        return replace(formula, inputs=changed(rng, formula.inputs,
                                               lambda name, n: (name, max(1, n + rng.choice([-1, 1])) if n else 8)))
    if kind == "input names":
        names = rng.sample([name for name, _ in formula.inputs], len(formula.inputs))
        return replace(formula, inputs=tuple((name, n) for name, (_, n) in zip(names, formula.inputs)))
    if kind == "output name":
        return replace(formula, outputs=changed(rng, formula.outputs, lambda name, n: (name + "s", n)))
    if kind == "output size":
        def size(name, n):
            return name, rng.choice([None, 1, n + 1 if n else 64, max(1, n - 1) if n else 256])
        return replace(formula, outputs=changed(rng, formula.outputs, size))
    if kind == "output names":
        return replace(formula, results=tuple(rng.sample(formula.results, len(formula.results))))
    if not formula.parameters:
        return in_results(rng, formula, wrong_step)
    at = rng.randrange(len(formula.parameters))
    name, low, high = formula.parameters[at]
    other = rng.choice([(name, low, high + 1), (name, low + 1, high + 1)])
    return replace(formula, parameters=formula.parameters[:at] + (other,) + formula.parameters[at + 1:])


def mistaken_text(rng, text):
    """One mistake in a layout of another notation: a number that differs, or another order."""
    if text.startswith("#"):
        if rng.random() < 0.3 and "[1, 0]" in text:
            return text.replace("order = [1, 0]", "order = [0, 1]")
        where = r"(?<=\+)\d+" if "padded" in text else r"\d+"
        numbers = list(re.finditer(where, re.split(r"order|shape", text)[0]))
        at = rng.choice(numbers)
        n = int(at[0])
        return text[:at.start()] + str(rng.choice([2 * n, max(1, n // 2)])) + text[at.end():]
    if text.startswith("{"):
        sizes = [int(n) for n in re.findall(r"= (\d+)", text)]
        at = rng.choice(list(re.finditer(r"\d+(?=[,\]])", text.split("->")[0])))  # a number of a basis
        return text[:at.start()] + str(rng.randrange(min(sizes))) + text[at.end():]
    layout = text.index("o ", 8) + 2 if text.startswith("Sw") else 0
    at = rng.choice(list(re.finditer(r"-?\d+", text[layout:])))
    n = int(at[0])
    other = rng.choice([n + 1, n - 1, 2 * n])
    if at.start() < text[layout:].index(":"):
        other = max(1, other)
    if text.startswith("Sw"):
        other = max(0, other)
    return text[:layout + at.start()] + str(other) + text[layout + at.end():]
