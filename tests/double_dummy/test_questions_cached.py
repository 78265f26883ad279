"""Questions to the solver, asked again: the same answer, from the cache."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Result

NORTH, SOUTH = "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83"


@pytest.mark.long
@pytest.mark.parametrize(
    "words",
    [
        ("contracts", "1", "--predeal", f"{NORTH}; {SOUTH}", "--try", "3NT", "--make-only"),
        ("lead", "west JT86.K87.T98.AJ5", "3NT-S", "--predeal", SOUTH),
    ],
    ids=["contracts", "lead"],
)
def test_asked_again(cli: Callable[..., Result], tmp_path: Path, words: tuple[str, ...]) -> None:
    options = ("--deals", "20", "--seed", "1", "--cache", str(tmp_path / "cache"))
    first, again = cli(*words, *options), cli(*words, *options)
    assert first.status == again.status == 0, first.err
    assert again.out == first.out
    found, of, asked, *rest = again.err.removeprefix("dealwright: ").split()
    assert (of, rest) == ("of", ["results", "from", "the", "cache"])
    assert found == asked
    assert "from the cache" not in first.err
