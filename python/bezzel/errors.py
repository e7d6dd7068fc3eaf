"""Exceptions: all of them are `bezzel.Error`, and each says in one line what would be right.

>>> import bezzel
>>> bezzel.trace(8, "bactracking")
Traceback (most recent call last):
    ...
bezzel.errors.UnknownName: 'bactracking' is not an algorithm; did you mean backtracking? bezzel.algorithms() lists all
"""

from __future__ import annotations

__all__ = [
    "Alarm",
    "BadRequest",
    "Busy",
    "Damaged",
    "Error",
    "Exists",
    "Failed",
    "Io",
    "NotThere",
    "Stopped",
    "TooLarge",
    "Unfinished",
    "UnknownName",
    "Unsupported",
    "WrongType",
]


class Error(Exception):
    """Why there is no answer.

    `what` says what is wrong, `hint` what to do instead; the text of the exception has both.
    """

    def __init__(self, text: str, what: str | None = None, hint: str | None = None) -> None:
        super().__init__(text)
        self.what = text if what is None else what
        self.hint = hint

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[type[Error], tuple[str, str, str | None]]:
        return type(self), (str(self), self.what, self.hint)


class BadRequest(Error, ValueError):
    """A wrong value, or values that cannot be combined."""


class WrongType(Error, TypeError):
    """An argument of the wrong type."""


class UnknownName(Error, ValueError):
    """A name that does not exist."""


class Unsupported(Error, ValueError):
    """A board that the chosen method does not support."""


class TooLarge(Error, ValueError):
    """More than a limit allows."""


class Exists(Error, OSError):
    """Something that already exists and will not be overwritten."""


class Io(Error, OSError):
    """A file that cannot be read or written."""


class Damaged(Error):
    """A file that is not what it should be."""


class Busy(Error):
    """It is in use by another program."""


class NotThere(Error):
    """A solver that is not on this machine."""


class Failed(Error):
    """A solver, an engine or the library itself failed."""


class Alarm(Error):
    """Numbers that contradict each other; the message has them."""


class Unfinished(Error, TimeoutError):
    """A limit was reached before there was an answer; that proves nothing."""


class Stopped(Error):
    """A signal stopped the computation, and its handler raised nothing."""
