"""Answers: the library's documents as objects, with totals as numbers."""

from __future__ import annotations

import types
import typing
from typing import Any, ClassVar

from ._core import Document, Problem


class Answer:
    """An answer of the library.

    Its fields are those of the document that the command line prints with `--json`; `document` is
    that document. The annotations of a class say what its fields are: counts are written as text in
    JSON, and are numbers here. A field that the document leaves out is `None`, a list is empty.
    """

    _readers: ClassVar[dict[str, Any]] = {}
    _lists: ClassVar[set[str]] = set()

    def __init__(self, source: Document | dict[str, Any]) -> None:
        self._source = source

    @property
    def document(self) -> dict[str, Any]:
        """The answer as plain data."""
        if isinstance(self._source, Document):
            self._source = self._source.read()
        return typing.cast("dict[str, Any]", self._source)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_source":
            raise AttributeError(name)
        readers = type(self)._all_readers()
        if name not in self.document and name not in readers:
            raise AttributeError(f"{type(self).__name__} has no field {name}")
        value = self.document.get(name)
        read = readers.get(name)
        if value is None and name in type(self)._lists:
            value = []
        value = value if value is None or read is None else read(value)
        # Found in the ordinary way from now on.
        self.__dict__[name] = value
        return value

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.document]

    def __repr__(self) -> str:
        shown = (f"{name}={getattr(self, name)!r}" for name in self.document if name != "schema")
        return f"{type(self).__name__}({', '.join(shown)})"

    @classmethod
    def _all_readers(cls) -> dict[str, Any]:
        if "_readers" not in cls.__dict__:
            hints = typing.get_type_hints(cls)
            cls._readers = {name: _reader(hint) for name, hint in hints.items()}
            cls._lists = {name for name, hint in hints.items() if typing.get_origin(hint) is list}
        return cls._readers


def _reader(hint: Any) -> Any:
    """What turns a value of a document into a value of this type; `None` if nothing does."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        readers = [_reader(one) for one in typing.get_args(hint) if one is not type(None)]
        read = readers[0] if len(readers) == 1 else None
        return read and (lambda value: None if value is None else read(value))
    if hint is int:
        return int
    if hint is Problem:
        return Problem.from_document
    if isinstance(hint, type) and issubclass(hint, Answer):
        return hint
    if typing.get_origin(hint) is list:
        read = _reader(typing.get_args(hint)[0])
        return read and (lambda values: [read(value) for value in values])
    return None
