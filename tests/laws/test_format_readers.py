"""Whatever a file holds, a reader returns boards and problems; it never raises anything."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dealwright.formats import Record, format_named, names, read, write
from dealwright.formats.double_dummy_tags import tricks_of
from tests.laws.test_formats import games
from tests.trials import FULL

BOTH = sorted({*names(reading=True)} & {*names(writing=True)})
# Digits that are none of ours, numbers too long for Python, signs that formats give a meaning.
ODD = [
    "²", "٣", "9" * 5000, "\0", "\x1a", "\u2028", "\ud800", '"', "|", "[", "{", "}", "]", ";", "%",
    "\\", "=1=", "$" + "7" * 5000, "^N", "-", "\n\n", "\r", ",", ":", ".", "md|", "[Deal ", "#",
    "##",
]  # fmt: skip


def whole(record: Record) -> None:
    """What was read is well-formed, and can be written in every format."""
    for problem in record.problems:
        assert problem.message
        assert min(problem.line, problem.column) >= 1 or problem.message.startswith("board ")
    for board in record.boards:
        tricks_of(board)
    write(record.boards[:9], "pbn")


@given(st.sampled_from(names(reading=True)), st.binary(max_size=300))
def test_any_bytes(name: str, data: bytes) -> None:
    whole(read(data, name))


@st.composite
def damaged(draw: st.DrawFn, name: str) -> bytes:
    """Draw a file of boards with pieces cut out, doubled, moved and replaced."""
    drawn = draw(st.lists(games(), min_size=1, max_size=3))
    some = [replace(board, number=at) for at, board in enumerate(drawn, 1)]
    data = write(some, name)[0].decode("latin-1")
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(["", data[start:end] * 2, *ODD]))
        data = data[:start] + piece + data[end:]
    return data.encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("name", BOTH)
@settings(max_examples=40 if FULL else 6)  # test_mutated_files.py has thousands of files
@given(draws=st.data())
def test_damaged_files(name: str, draws: st.DataObject) -> None:
    data = draws.draw(damaged(name))
    whole(read(data, name))
    if not format_named(name).binary:
        whole(read(data.decode("latin-1"), name))


PIECES = [
    '[Deal "', "N:", "AKQ.", '"]', "\n", "md|", "1", "S", "|", "mb|", "H N:", "{", "}", "A ", "B ",
    '"deals":[', '{"deal":', '"', ",", "]", ":", "[ScoreTable ", "A;B", "north,south\n", "n ",
    "   1.", "From board=", "Board 1=", "jlifaelnecgmoldfjmcflinlap", "?lin=", "&n=sak", "P C",
    "C 4S:N", '[West "',
]  # fmt: skip


@pytest.mark.parametrize(
    "name", [name for name in names(reading=True) if not format_named(name).binary]
)
@settings(max_examples=200)
@given(pieces=st.lists(st.sampled_from([*PIECES, *ODD]), max_size=30))
def test_nearly_right_text(name: str, pieces: list[str]) -> None:
    whole(read("".join(pieces), name))
