"""Every kind of answer has a repr of one line, and can be copied and pickled."""

from __future__ import annotations

import copy
import pickle
from dataclasses import dataclass
from pathlib import Path

import pytest

from dealwright import Workspace, deal, parse, read_json, write_json
from dealwright.ask.resources import Resources
from dealwright.printed import OneLine, Printed

DOCUMENTS = sorted((Path(__file__).parents[1] / "documents" / "0.3.0").glob("*.json"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_an_answer(path: Path) -> None:
    answer = read_json(path.read_text("utf-8"))
    shown = repr(answer)
    assert "\n" not in shown
    assert len(shown) <= 200
    text = write_json(answer)
    for again in (pickle.loads(pickle.dumps(answer)), copy.copy(answer), copy.deepcopy(answer)):
        assert type(again) is type(answer)
        assert write_json(again) == text


def test_deals_and_conditions() -> None:
    for value in (deal(50, seed=1), deal(1, seed=1)[0], parse("hcp(north) > 3 " * 1)):
        assert len(repr(value)) <= 200
        again = pickle.loads(pickle.dumps(value))
        assert repr(again) == repr(value)


def test_the_fields_or_the_first_line() -> None:
    @dataclass(frozen=True)
    class Answer(Printed):
        hands: tuple[str, ...]

        def lines(self) -> list[str]:
            return ["", f"{len(self.hands)}   hands", "more"]

    @dataclass(frozen=True)
    class Silent(OneLine):
        hands: tuple[str, ...]

    assert repr(Answer(("AK",))) == f"{Answer.__qualname__}(hands=('AK',))"
    assert repr(Answer(("AK",) * 100)) == f"<{Answer.__qualname__}: 100 hands>"
    assert len(repr(Silent(("AK",) * 100))) == 200
    assert repr(Silent(("AK",) * 100)).endswith("...)")


def test_a_workspace_of_ones_own_is_no_part_of_an_answer() -> None:
    with pytest.raises(TypeError, match="if its workspace is the default"):
        pickle.dumps(Resources(workspace=Workspace()))
    assert pickle.loads(pickle.dumps(Resources(threads=2))).threads == 2
