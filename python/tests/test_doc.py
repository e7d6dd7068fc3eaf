"""The examples in the docstrings, of the compiled part too."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

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
