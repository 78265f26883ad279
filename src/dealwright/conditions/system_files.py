"""Whether phrases may name files of systems; apart from what reads them, which is slow to load."""

from __future__ import annotations

from contextlib import AbstractContextManager

from dealwright.base.context_values import Scoped

__all__ = ["files_allowed", "files_in_phrases"]

_allowed = Scoped[bool]("files of systems in phrases")


def files_in_phrases() -> AbstractContextManager[bool]:
    """Return a context manager in which phrases may name files, as in ``opens 1NT in club.system``.

    The command line allows them; a phrase that comes from elsewhere, such as HTTP, reads no file.

    >>> from dealwright import parse
    >>> with files_in_phrases():
    ...     parse("north: opens 1NT in missing.system")
    Traceback (most recent call last):
        ...
    dealwright.base.errors.ConditionError: cannot read missing.system: No such file or directory
      north: opens 1NT in missing.system
                   ^
    """
    return _allowed.using(True)


def files_allowed() -> bool:
    """Return whether phrases may name files here."""
    return bool(_allowed.current)
