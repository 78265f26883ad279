"""Batches of deals as files: ``Deals.write`` and ``Deals.read``."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from dealwright.base.errors import ArgumentError, CardError
from dealwright.base.files import replacing
from dealwright.deals import Deals
from dealwright.formats.records import whole_deal
from dealwright.formats.registry import format_named, format_of_path, names, read, writer
from dealwright.formats.settings import Settings, dealer_named, vulnerability_named

# Not a format: the registry takes only modules with FORMAT.
__all__ = ["read_deals", "write_deals"]

_AT_A_TIME = 4096  # deals as text


def write_deals(
    deals: Deals,
    path: str | os.PathLike[str],
    format: str | None,
    *,
    first: int,
    dealer: str | None,
    vulnerable: str | None,
    title: str,
) -> None:
    """Write deals as boards of a file, which takes its name when it is complete.

    :raises ArgumentError: if the format is unknown, or the file cannot be written
    """
    if first < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    name = _format_of(path, format, writing=True)
    settings = Settings(
        first=first, dealer=dealer_named(dealer), vulnerability=vulnerability_named(vulnerable),
        title=title,
    )  # fmt: skip
    source = deals.source
    if source is not None:
        settings = replace(
            settings,
            seed=source.seed,
            condition=source.condition,
            method=source.method,
            exchange=source.exchange,
        )
    writing = writer(name, settings)
    try:
        with (
            replacing(path) as part,
            part.open("w", encoding=format_named(name).encoding, newline="") as file,
        ):
            file.write(writing.begin())
            for start in range(0, len(deals), _AT_A_TIME):
                file.write(writing.deals(deals[start : start + _AT_A_TIME], start))
            tried = len(deals) if source is None else source.tried
            file.write(writing.end(len(deals), tried))
    except OSError as error:
        raise ArgumentError(f"cannot write {os.fspath(path)}: {error.strerror}") from None


def read_deals(path: str | os.PathLike[str], format: str | None, encoding: str | None) -> Deals:
    """Read the deals of a file of boards.

    :raises ArgumentError: if the format is unknown, or the file cannot be read
    :raises CardError: if a board is not a whole deal, with its place
    """
    name = _format_of(path, format, writing=False)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ArgumentError(f"cannot read {os.fspath(path)}: {error.strerror}") from None
    record = read(data, name, encoding=encoding)
    for problem in record.problems:
        if problem.dropped:
            raise CardError(f"{os.fspath(path)}, {problem}")
    rows = []
    for place, board in enumerate(record.boards, 1):
        try:
            rows.append(whole_deal(board))
        except CardError as error:
            number = place if board.number is None else board.number
            raise CardError(f"{os.fspath(path)}, board {number}: {error}") from None
    return Deals(rows)


def _format_of(path: str | os.PathLike[str], format: str | None, *, writing: bool) -> str:
    """Return the name of the format: that named, or else that of the file's ending.

    :raises ArgumentError: if there is none
    """
    if format is not None:
        format_named(format, reading=not writing, writing=writing)
        return format
    name = format_of_path(os.fspath(path), reading=not writing, writing=writing)
    if name is None:
        known = ", ".join(names(reading=not writing, writing=writing))
        raise ArgumentError(
            f"cannot tell the format from the name {os.fspath(path)}; name one of {known}: "
            "format='pbn'"
        )
    return name
