"""The examples of the book's pages on Python."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", ["python.md"])
def test_the_examples_of_the_book(name: str) -> None:
    text = (PAGES / name).read_text(encoding="utf-8")
    # The end of a block of code is not output.
    lines = ("" if line.startswith("```") else line for line in text.splitlines())
    test = doctest.DocTestParser().get_doctest("\n".join(lines), {}, name, name, 0)
    assert len(test.examples) > 10
    assert doctest.DocTestRunner().run(test).failed == 0
