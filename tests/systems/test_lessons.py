"""Lessons: the opening that a sentence names, quiet opponents, and sets that begin as it says."""

from __future__ import annotations

import json
import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dealwright import Deals, Seat, deal, parse
from dealwright.base.errors import ConditionError
from dealwright.formats import read
from dealwright.systems import files_in_phrases, read_system
from dealwright.systems.bidding import bid_deal
from dealwright.systems.lessons import Lesson, boards_that_begin, lesson_of, quiet_opponents

TRANSFERS = "north: opens 1NT; south: 5+ hearts"


@pytest.mark.parametrize(
    ("text", "lesson"),
    [
        (TRANSFERS, Lesson(Seat.NORTH, ("1NT",))),
        ("south: 5+ spades; w: opens 1 heart", Lesson(Seat.WEST, ("1H",))),
        ("east: opens 1H or opens 1S", Lesson(Seat.EAST, ("1H", "1S"))),
        ("east: opens 1H in two over one or opens 1S in two-over-one",
         Lesson(Seat.EAST, ("1H", "1S"), "two-over-one")),
        ("hcp(south) > 11 && hand{north: opens 2NT}", Lesson(Seat.NORTH, ("2NT",))),
        ("north: opens 1NT; east: opens 1S", None),
        ("north: not opens 1NT", None), ("north: 15-17 balanced", None), ("hcp(north) > 3", None),
    ],
)  # fmt: skip
def test_the_opening_of_a_sentence(text: str, lesson: Lesson | None) -> None:
    assert lesson_of(text) == lesson
    assert lesson_of(text) == lesson  # read again
    if lesson is not None:
        assert lesson_of(None, "north: any 4333" if lesson.seat else None, text) == lesson


def test_a_call_that_is_none() -> None:
    with pytest.raises(ConditionError, match="1banana"):
        parse("north: opens 1 banana")


def _opponents(lesson: Lesson) -> tuple[Seat, Seat]:
    return lesson.seat.left, lesson.seat.right


OPENINGS = [TRANSFERS, "west: opens 1S", "south: opens 2H"]


@pytest.mark.parametrize(
    ("text", "dealer", "n"),
    [
        (OPENINGS[2], Seat.SOUTH, 6),
        *(
            pytest.param(text, dealer, 24, marks=pytest.mark.long)
            for text in OPENINGS for dealer in Seat
        ),
    ],
)  # fmt: skip
def test_quiet_opponents_pass(text: str, dealer: Seat, n: int) -> None:
    """Each board bid alone. Mutants: the other side passes, another dealer, only the first call."""
    lesson = lesson_of(text)
    assert lesson is not None
    quiet = quiet_opponents(lesson, [dealer])
    system = read_system("natural", opponents=read_system("standard"))
    every = deal(n, text, seed=f"{text} {dealer}")
    holds = []
    for each in every:
        calls = bid_deal(system, each, dealer, side=lesson.seat % 2).calls
        opponents = [call.call for call in calls if call.seat % 2 != lesson.seat % 2]
        first = next((call for call in calls if call.call != "Pass"), None)
        begins = first is not None and (first.seat, first.call) == (lesson.seat, lesson.calls[0])
        silent = all(
            hand.hcp <= 10 or (hand.hcp <= 14 and max(hand.shape) <= 5)
            for hand in (getattr(each, seat.name.lower()) for seat in _opponents(lesson))
        )
        holds.append(begins and silent and set(opponents) <= {"Pass"})
        alone = boards_that_begin(lesson, every[len(holds) - 1 : len(holds)], [dealer])
        assert alone == begins
    assert quiet.matches(every).tolist() == holds
    assert sum(holds) < n or dealer is lesson.seat


def test_either_pair_bids_alike_without_an_opening() -> None:
    """Each hand is moved a seat to the left, and so is the dealer."""
    every = deal(3, "hcp(east) <= 10 && hcp(west) <= 10", seed=1)
    moved = Deals(every.masks[:, [3, 0, 1, 2]])
    quiet = quiet_opponents(None, [Seat.SOUTH]).matches(every)
    assert 0 < quiet.sum() < 3
    turned = quiet_opponents(None, [Seat.WEST], pair="ew").matches(moved)
    assert turned.tolist() == quiet.tolist()


@pytest.mark.long
def test_whoever_deals() -> None:
    lesson = lesson_of(TRANSFERS)
    every = deal(500, TRANSFERS, seed="any dealer")
    each = [quiet_opponents(lesson, [dealer]).matches(every) for dealer in Seat]
    assert (quiet_opponents(lesson).matches(every) == (each[0] & each[1] & each[2] & each[3])).all()
    without = quiet_opponents(None, [Seat.EAST], pair="ew").matches(deal(500, seed="any"))
    assert 0 < without.sum() < 500
    assert str(quiet_opponents(lesson)).endswith("&& <the opponents pass>")
    again = pickle.loads(pickle.dumps(quiet_opponents(lesson)))
    assert again == quiet_opponents(lesson)


class TestPractice:
    @staticmethod
    def made(
        cli: Callable[..., Any], folder: Path, *words: str
    ) -> tuple[dict[str, Any], list[Any]]:
        """Return what the command says in JSON, and its boards."""
        done = cli("practice", *words, "--seed", "2", "--output", str(folder), "--json")
        assert done.status == 0, done.err
        boards = read((folder / "boards.pbn").read_bytes(), "pbn").boards
        return json.loads(done.out), list(boards)

    def test_the_auction_begins_as_the_sentence_says(
        self, cli: Callable[..., Any], tmp_path: Path
    ) -> None:
        """Mutant: the dealer of a board's number."""
        said, boards = self.made(cli, tmp_path, "16", TRANSFERS)
        assert said["begun"] == 16
        assert {board.dealer for board in boards} == {Seat.NORTH}
        done = cli("practice", "16", TRANSFERS, "--seed", "2", "--output", str(tmp_path / "b"))
        assert "16 boards (the auction begins with North's 1NT on 16 of 16) in " in done.out

    @pytest.mark.long
    def test_the_dealer_of_the_number(self, cli: Callable[..., Any], tmp_path: Path) -> None:
        said, boards = self.made(cli, tmp_path, "24", TRANSFERS, "--dealer", "board")
        assert said["begun"] == 24
        assert [board.dealer for board in boards] == [*Seat] * 6
        folder = tmp_path / "b"
        words = ("24", TRANSFERS, "--dealer", "board", "--no-quiet-opponents")
        said, _ = self.made(cli, folder, *words)
        assert 6 <= said["begun"] < 24
        said, boards = self.made(cli, tmp_path / "c", "4", TRANSFERS, "--dealer", "west")
        assert [board.dealer for board in boards] == [Seat.WEST] * 4

    def test_types_have_their_shares(self, cli: Callable[..., Any], tmp_path: Path) -> None:
        types = ("--type", "weak 3: north: opens 2H", "--type", "strong 1: north: opens 2NT")
        said, _ = self.made(cli, tmp_path, "16", *types)
        assert (said["counts"], said["begun"]) == ({"weak": 12, "strong": 4}, 16)

    def test_types_of_a_file(self, cli: Callable[..., Any], tmp_path: Path) -> None:
        """Mutant: what is common to all types of a file is not read for its opening."""
        types = tmp_path / "types.toml"
        types.write_text(
            'condition = "north: opens 1NT"\n[[type]]\nname = "fit"\nshare = 1\n'
            'condition = "hearts(south) >= 5"\n[[type]]\nname = "none"\nshare = 1\n'
            'condition = "hearts(south) <= 4"\n'
        )
        for more in ((), ("hcp(south) >= 2",)):
            folder = tmp_path / f"set{len(more)}"
            said, boards = self.made(cli, folder, *more, "--types", str(types), "--number", "8")
            assert said["begun"] == 8
            assert {board.dealer for board in boards} == {Seat.NORTH}

    def test_without_an_opening(self, cli: Callable[..., Any], tmp_path: Path) -> None:
        said, boards = self.made(cli, tmp_path, "8", "north: 15-17 balanced")
        assert "begun" not in said
        assert [board.dealer for board in boards] == [*Seat] * 2
        quiet = ("8", "north: 15-17 balanced", "--quiet-opponents", "--dealer", "north")
        _, boards = self.made(cli, tmp_path / "b", *quiet)
        system = read_system("natural", opponents=read_system("standard"))
        for board in boards:
            calls = bid_deal(system, board.deal, Seat.NORTH).calls
            assert {call.call for call in calls[1::2]} == {"Pass"}

    @pytest.mark.parametrize("option", [["--dealer", "north"], ["--quiet-opponents"]])
    def test_themes_choose_their_own(self, cli: Callable[..., Any], option: list[str]) -> None:
        done = cli("practice", "theme", "squeeze", *option)
        assert (done.status, f"No such option: {option[0]}" in done.err) == (2, True)


def test_boards_of_a_scenario(cli: Callable[..., Any]) -> None:
    words = ("--seed", "1", "--format", "pbn")
    plain = cli("scenarios", "strong-notrump", "40", *words)
    named = ("--dealer", "N", "--quiet-opponents")
    quiet = cli("scenarios", "strong-notrump", "40", *words, *named)
    assert plain.status == quiet.status == 0
    boards = read(quiet.out.encode(), "pbn").boards
    assert {board.dealer for board in boards} == {Seat.NORTH}
    deals = [board.deal for board in read(plain.out.encode(), "pbn").boards]
    assert [board.deal for board in boards] != deals
    done = cli("scenarios", "strong-notrump", "--quiet-opponents")
    assert (done.status, "are for boards" in done.err) == (2, True)


@pytest.mark.long
def test_deals_of_the_command_and_of_a_request(cli: Callable[..., Any]) -> None:
    words = ("deal", "20", TRANSFERS, "--seed", "1", "--format", "line")
    lines = cli(*words, "--quiet-opponents", "--dealer", "east").out.split()
    quiet = parse(TRANSFERS) & quiet_opponents(lesson_of(TRANSFERS), [Seat.EAST])
    assert len(lines) == 80
    assert quiet.matches(deal(20, quiet, seed=1)).all()
    assert cli(*words, "--quiet-opponents").out != cli(*words).out


class TestOwnSystems:
    TEXT = "opening\n  1NT  hcp in 10..12 && balanced\n  else Pass\n"

    @pytest.fixture(autouse=True)
    def file(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        monkeypatch.chdir(tmp_path)
        path = tmp_path / "club.system"
        path.write_text(self.TEXT)
        return path

    @pytest.mark.parametrize(
        "named",
        [
            "club.system",
            *(pytest.param(f"{x}/club.system", marks=pytest.mark.long) for x in (".", "{}")),
        ],
    )
    def test_a_file_of_the_command_line(self, cli: Callable[..., Any], named: str) -> None:
        phrase = f"north: opens 1NT in {named.format(Path.cwd())}; south: 5+ spades"
        done = cli("count", phrase, "--json")
        assert done.out == cli("count", "north: 10-12 balanced; south: 5+ spades", "--json").out
        said = cli("practice", "4", phrase, "--output", "set").out
        assert "the auction begins with North's 1NT on 4 of 4" in said

    def test_it_is_read_again_when_it_changes(self, cli: Callable[..., Any], file: Path) -> None:
        """Mutant: the system of the first reading."""
        with files_in_phrases():
            weak = parse("north: opens 1NT in club.system").count()
            file.write_text(self.TEXT.replace("10..12", "13..15"))
            os.utime(file, ns=(1, 1))
            assert parse("north: opens 1NT in club.system").count() != weak

    def test_where_files_are_not_allowed(self, cli: Callable[..., Any], file: Path) -> None:
        """In Python by default, and over HTTP. Mutant: a stranger's phrase reads a file."""
        for name in ("club.system", str(file), "/etc/passwd.system"):
            with pytest.raises(ConditionError, match="system files cannot be read here"):
                parse(f"north: opens 1NT in {name}")
        assert "there is no system 'club'" in cli("count", "north: opens 1NT in club").err
        missing = cli("count", "north: opens 1NT in gone.system").err
        assert "cannot read gone.system: No such file or directory" in missing
        file.write_text("opening\n  1NT hcp in (\n")
        assert cli("count", "north: opens 1NT in club.system").status == 2
        file.unlink()
        file.mkdir()
        assert cli("count", "north: opens 1NT in club.system").status == 2


class TestLeads:
    HAND = "west QJT95.K4.832.A74"

    def said(self, cli: Callable[..., Any], *words: str) -> dict[str, Any]:
        asked = ("lead", self.HAND, "3NT", "--deals", "2", "--seed", "1", "--json", *words)
        done = cli(*asked)
        assert done.status == 0, done.err
        return json.loads(done.out)

    @pytest.mark.long
    def test_what_the_auction_shows(self, cli: Callable[..., Any]) -> None:
        """The declaring side is turned so that it declares. Mutant: north made the first call."""
        shown = self.said(cli, "--system", "natural", "--auction", "1NT 2C 2D 3NT")
        meaning = read_system("natural").meaning("1NT 2C 2D 3NT", "south")
        assert shown["condition"] == str(meaning)
        turned = self.said(cli, "--system", "standard", "--auction", "1C 1D 1NT 3NT")
        meaning = read_system("standard").meaning("1C 1D 1NT 3NT", "south")
        assert turned["condition"] == str(meaning)
        turned = self.said(cli, "--system", "standard", "--auction", "1D 1H 2D 2NT 3NT")
        meaning = read_system("standard").meaning("1D 1H 2D 2NT 3NT", "north")
        assert turned["condition"] == str(meaning)
        named = ("--system", "natural", "--auction", "1NT 3NT", "--first", "north")
        assert self.said(cli, *named)["condition"].startswith("hcp(north) in 15..17")

    def test_with_a_condition(self, cli: Callable[..., Any]) -> None:
        words = ("--system", "natural", "--auction", "1NT 3NT", "--where", "clubs(east) == 3")
        assert self.said(cli, *words)["condition"].endswith("&& clubs(east) == 3")
        other = cli("lead", self.HAND, "4S", "--system", "natural", "--auction", "1NT 3NT")
        assert (other.status, "the auction ends in 3NT, not in 4S" in other.err) == (2, True)
        alone = cli("lead", self.HAND, "3NT", "--auction", "1NT 3NT")
        assert (alone.status, "give system and auction together" in alone.err) == (2, True)
