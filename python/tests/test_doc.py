"""The examples in the docstrings, of the compiled part too."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bezzel
from bezzel import _core

MODULES = [
    f"bezzel.{module.name}"
    for module in pkgutil.iter_modules(bezzel.__path__)
    if module.name not in ("_core", "__main__", "cluster", "player")
]


@pytest.mark.parametrize("name", ["bezzel", *MODULES])
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    failed, _ = doctest.testmod(module)
    assert failed == 0


def test_examples_of_the_compiled_part() -> None:
    runner = doctest.DocTestRunner()
    parser = doctest.DocTestParser()
    examples = 0
    for kind in (_core.Problem, _core.Placement, _core.Solutions):
        named = [(kind.__name__, kind), *vars(kind).items()]
        for name, thing in named:
            text = getattr(thing, "__doc__", None) or ""
            test = parser.get_doctest(text, {}, name, None, None)
            examples += len(test.examples)
            runner.run(test)
    assert examples > 10
    assert runner.summarize(verbose=False).failed == 0


def test_every_public_name_has_a_docstring() -> None:
    for name in bezzel.__all__:
        assert getattr(bezzel, name).__doc__, name


def stubs(body: list[ast.stmt], of: str = "") -> Iterator[tuple[str, list[str]]]:
    """The public names of the stubs, each with its parameters."""
    for node in body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("__"):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            yield of + node.name, [one.arg for one in arguments if one.arg not in ("self", "cls")]
        elif isinstance(node, ast.ClassDef):
            yield node.name, []
            yield from stubs(node.body, f"{node.name}.")


def compiled(things: dict[str, Any], of: str = "") -> Iterator[tuple[str, list[str]]]:
    """The public names of the compiled part, each with its parameters."""
    for name, thing in things.items():
        if name.startswith("__"):
            continue
        if inspect.isclass(thing):
            yield name, []
            yield from compiled({one: getattr(thing, one) for one in vars(thing)}, f"{name}.")
        elif callable(thing):
            yield of + name, [one for one in inspect.signature(thing).parameters if one != "self"]
        else:
            yield of + name, []


def test_stubs_describe_the_compiled_part() -> None:
    file = Path(_core.__file__).with_name("_core.pyi")
    described = dict(stubs(ast.parse(file.read_text(encoding="utf-8")).body))
    assert described == dict(compiled(vars(_core)))
