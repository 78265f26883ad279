"""Solving deals: ``solve``, ``solving``, par and ``dealwright solve``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from dealwright import (
    ArgumentError,
    Card,
    CardError,
    Deal,
    Deals,
    Seat,
    Strain,
    deal,
    par,
    read_json,
    solve,
    solving,
)
from dealwright.double_dummy.asks import Cards, Position, Tables, Tricks
from dealwright.double_dummy.core_solver import core_solver
from dealwright.double_dummy.tables import SolvedBoards, ending_tables
from dealwright.formats import Board, read, write
from dealwright.formats.double_dummy_tags import tricks_of
from tests.endings import draws

COMMAND = [sys.executable, "-m", "dealwright"]
EASY = "N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 432.5432.432.432"
# in a red suit a defender's fourth card is a trick
EASY_TABLE = [[13, 12, 12, 13, 13], [0, 1, 1, 0, 0], [13, 12, 12, 13, 13], [0, 1, 1, 0, 0]]
KNOWN = "N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3"
KNOWN_TABLE = [[7, 5, 6, 5, 6], [5, 7, 6, 8, 6], [7, 5, 6, 5, 6], [5, 7, 6, 8, 6]]


class TestSolve:
    def test_what_it_takes(self) -> None:
        expected = [EASY_TABLE]
        assert solve(EASY).tolist() == expected
        assert solve(Deal(EASY)).tolist() == expected
        assert solve(Deals.parse([EASY])).tolist() == expected
        assert solve(f"{EASY}\n\n{EASY}").tolist() == expected * 2
        assert solve([Deal(EASY), EASY]).tolist() == expected * 2
        assert solve([]).shape == (0, 4, 5)
        assert solve(EASY).dtype == np.int8

    def test_only_some_strains(self) -> None:
        found = solve(KNOWN, ["NT", Strain.SPADES, "nt"])[0]
        assert found[:, [3, 4]].tolist() == [row[3:] for row in KNOWN_TABLE]
        assert (found[:, :3] == -1).all()
        assert (solve(KNOWN, []) == -1).all()

    def test_what_it_refuses(self) -> None:
        with pytest.raises(CardError, match="'no' is not a strain; write NT, S, H, D or C"):
            solve(EASY, ["no"])
        with pytest.raises(CardError, match="is not a deal"):
            solve("nothing")

    @pytest.mark.long
    @pytest.mark.parametrize("n", [1, 7, 65, 201])
    def test_batches(self, n: int) -> None:
        """Seven deals in turn: the tasks of 1 to 64 rows begin anywhere."""
        few = deal(7, seed="batches").masks
        table = core_solver().solve(Tables(few, [Strain.SPADES]))
        rows = np.arange(n) % 7
        assert np.array_equal(core_solver().solve(Tables(few[rows], [Strain.SPADES])), table[rows])
        made = table[:, Seat.WEST, Strain.SPADES] >= 7
        found = core_solver().solve(Tricks(few[rows], Seat.WEST, Strain.SPADES, 7))
        assert found.tolist() == made[rows].tolist()
        positions = [Position(tuple(few[at].tolist()), Strain.SPADES, Seat.NORTH) for at in rows]
        best = [13 - cards[0].tricks for cards in core_solver().solve(Cards(positions))]
        assert best == table[rows, Seat.WEST, Strain.SPADES].tolist()


def test_threads_of_a_program_take_turns() -> None:
    deals = deal(4, seed="threads")
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda each: solve(each, ["NT"]), deals))
    assert np.array_equal(np.concatenate(found), solve(deals, ["NT"]))


class TestSolving:
    def test_batches_and_progress(self) -> None:
        job = solving([EASY] * 20)
        seen = list[tuple[int, int | None, str]]()
        job.watch(lambda progress: seen.append(progress[:3]))
        parts = list(job)
        done = np.cumsum([0, *map(len, parts)]).tolist()
        assert len(parts[0]) == 8
        assert done[-1] == 20
        assert seen == [(each, 20, "boards") for each in done]
        assert np.array_equal(job.result(), np.concatenate(parts))
        assert job.state == "done"

    def test_stopped_between_batches(self) -> None:
        job = solving([EASY] * 50)
        for _ in job:
            job.stop()
        assert job.state == "stopped"
        assert job.result().tolist() == [EASY_TABLE] * 8

    def test_another_solver(self) -> None:
        class Nothing:
            def solve(self, ask, *, stop):
                return np.zeros((len(ask), 4, 5), np.int8)

        assert solve([EASY] * 9, solver=Nothing()).sum() == 0


@pytest.mark.parametrize(
    ("hands", "trick", "message"),
    [
        ((1, 2, 4, 8), "SA SK SQ SJ", "0 to 3 cards, not 4"),
        ((1, 2, 4, 0), "", "the same number of cards, at least one, not 1, 1, 1, 0"),
        ((0, 0, 0, 0), "", "at least one, not 0, 0, 0, 0"),
        ((1, 2, 2, 8), "", "twice in this position: C3"),
        ((0, 2, 4, 8), "C3", "twice in this position: C3"),
        ((2, 4, 8 | 1 << 20, 16 | 1 << 21), "C2 D2", "east plays D2 and could follow suit"),
    ],
)
def test_positions_that_no_play_leads_to(
    hands: tuple[int, int, int, int], trick: str, message: str
) -> None:
    with pytest.raises(CardError, match=message):
        Position(hands, Strain.HEARTS, Seat.NORTH, tuple(map(Card, trick.split())))


class TestStrain:
    @pytest.mark.long
    def test_words(self) -> None:
        assert [Strain.of(word) for word in ("n", "NT", "notrump", "♥", "clubs", 3)] == [
            4, 4, 4, 2, 0, 3,
        ]  # fmt: skip
        assert [strain.word for strain in Strain] == ["C", "D", "H", "S", "NT"]
        with pytest.raises(CardError, match="5 is not a strain"):
            Strain.of(5)


class TestPar:
    def test_passed_out(self) -> None:
        found = par([[6] * 5] * 4)
        assert (found.score, found.contracts, str(found)) == (0, (), "passed out")

    def test_who_bids_first(self) -> None:
        """Both sides make 1NT, so the dealer's side does."""
        table = [[6, 6, 6, 6, 7]] * 4
        assert [str(par(table, "none", seat)) for seat in Seat] == [
            "+90 NS 1N=", "-90 EW 1N=", "+90 NS 1N=", "-90 EW 1N=",
        ]  # fmt: skip

    def test_a_contract_may_take_the_bid_that_the_other_side_makes(self) -> None:
        """Mutant: no sacrifice in what the other side makes, if it cannot bid it any more."""
        table = [[6, 8, 8, 8, 5], [8, 5, 7, 9, 8], [6, 8, 8, 8, 4], [7, 5, 7, 7, 8]]
        assert str(par(table, "ew", "west")) == "-100 NS 3SX-1"
        assert str(par(table, "ew", "east")) == "-140 E 3S="

    def test_one_partner_declares(self) -> None:
        table = [[0, 0, 0, 13, 0], [0] * 5, [0, 0, 0, 12, 0], [0] * 5]
        assert str(par(table, "all")) == "+2210 N 7S="

    @pytest.mark.parametrize(
        "table", [[[1] * 5] * 3, [[14] * 5] * 4, [[-1] * 5] * 4, [[0.5] * 5] * 4]
    )
    def test_what_it_refuses(self, table: object) -> None:
        with pytest.raises(ArgumentError, match="4 x 5 numbers of tricks"):
            par(table)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "ask", [Tables, partial(Tricks, declarer=Seat.NORTH, strain=Strain.SPADES)]
)
def test_what_is_no_deal_never_reaches_the_solver(ask: Callable[[np.ndarray], object]) -> None:
    masks = np.array([Deal(EASY).masks], dtype=np.uint64)
    masks[0, 1] = masks[0, 0]
    with pytest.raises(CardError, match="four masks of 13 different cards"):
        ask(masks)


class TestConvert:
    @pytest.mark.long
    def test_tricks_in_files(self, cli, tmp_path: Path) -> None:
        """Boards without all hands, and with tricks already, stay as they are."""
        wrong = {"DoubleDummyTricks": 20 * "7"}
        boards = [
            Board(1, hands=Deal(KNOWN).masks), Board(2, hands=(1, None, None, None)),
            Board(3, hands=Deal(EASY).masks, tags=wrong),
            *(Board(number, hands=Deal(EASY).masks) for number in range(4, 12)),
        ]  # fmt: skip
        (tmp_path / "a.pbn").write_bytes(write(boards, "pbn")[0])
        target = tmp_path / "b.pbn"
        assert cli("convert", str(tmp_path / "a.pbn"), str(target), "--solve").status == 0
        again = read(target.read_bytes(), "pbn").boards
        assert [board.hands for board in again] == [board.hands for board in boards]
        assert [board.tags.get("DoubleDummyTricks") for board in again] == [
            "65657656576867568675", None, 20 * "7", *8 * ["ddccdddccd0011000110"],
        ]  # fmt: skip
        expected = {
            (seat, strain.word): KNOWN_TABLE[seat][strain] for seat in Seat for strain in Strain
        }
        assert tricks_of(again[0]) == expected
        assert tricks_of(replace(again[0], tags={**again[0].tags, "DoubleDummyTricks": ""})) == (
            expected
        )

    def test_a_format_of_tricks(self, cli, tmp_path: Path) -> None:
        (tmp_path / "a.deals").write_text(f"{KNOWN}\n", "utf-8")
        target = tmp_path / "a.zrd"
        assert cli("convert", str(tmp_path / "a.deals"), str(target), "--solve").status == 0
        board = read(target.read_bytes(), "zrd").boards[0]
        assert [tricks_of(board)[Seat.WEST, strain.word] for strain in Strain] == KNOWN_TABLE[3]


def tricks_of_leader(
    hands: tuple[frozenset[int], ...], trump: int, leader: int, trick: tuple[int, ...] = ()
) -> int:
    """Return the tricks of the leader's side, by playing every card; a twin with no other idea."""
    if len(trick) == 4:
        led = trick[0] // 13
        strengths = [(card // 13 == trump, card // 13 == led, card) for card in trick]
        winner = strengths.index(max(strengths))
        mine = winner % 2 == 0
        left = sum(map(len, hands))
        after = tricks_of_leader(hands, trump, (leader + winner) % 4) if left else 0
        return mine + (after if mine else left // 4 - after)
    seat = (leader + len(trick)) % 4
    following = {card for card in hands[seat] if trick and card // 13 == trick[0] // 13}
    results = [
        tricks_of_leader(
            (*hands[:seat], hands[seat] - {card}, *hands[seat + 1 :]), trump, leader,
            (*trick, card),
        )
        for card in following or hands[seat]
    ]  # fmt: skip
    return max(results) if len(trick) % 2 == 0 else min(results)


class TestEndings:
    """Hands of fewer than 13 cards, all equally many."""

    ENDING = "N:A.2.. K.3.. 2.A.. 3.K.."

    @pytest.mark.parametrize("cards", [1, 2, pytest.param(3, marks=pytest.mark.long)])
    def test_tables_are_those_of_every_line(self, cards: int) -> None:
        """Mutant: the tricks of the leader, or those of the declarer's own lead."""
        rng = draws(f"endings {cards}")
        for _ in range(12 if cards < 3 else 3):
            dealt = rng.shuffled(range(52))[: 4 * cards]
            hands = [dealt[place::4] for place in range(4)]
            masks = tuple(sum(1 << card for card in hand) for hand in hands)
            table = ending_tables([(masks[0], masks[1], masks[2], masks[3])])[0].tolist()
            sets = tuple(map(frozenset, hands))
            assert table == [
                [cards - tricks_of_leader(sets, strain, (seat + 1) % 4) for strain in range(5)]
                for seat in range(4)
            ]

    def test_the_command(self, cli, tmp_path: Path) -> None:
        assert (
            cli("solve", self.ENDING, "--line").out == f"1\t{self.ENDING}\t22222222220000000000\t\n"
        )
        path = tmp_path / "two.pbn"
        path.write_text(f'[Board "4"]\n[Deal "{self.ENDING}"]\n\n[Board "5"]\n[Deal "{EASY}"]\n')
        found = cli("solve", str(path))
        assert (found.status, found.err) == (0, "")
        assert found.out.index("Board 5, north deals") < found.out.index("Board 4, an ending")
        document = cli("solve", str(path), "--json").out
        boards = read_json(document)
        assert [ending.number for ending in boards.endings] == [4]
        assert boards.endings[0].tricks == ((2,) * 5, (0,) * 5) * 2

    def test_hands_of_unequal_length(self, cli, tmp_path: Path) -> None:
        """Mutant: North is said to have too few cards. A trick that is under way is no ending."""
        unequal = "N:A... K... Q... JT..."
        found = cli("solve", unequal)
        assert (found.status, "equally many cards, not 1, 1, 1 and 2" in found.err) == (2, True)
        path = tmp_path / "three.deals"
        path.write_text(f"{unequal}\n{self.ENDING}\nN:A... K... Q... -\n")
        found = cli("solve", str(path), "--line")
        assert (found.status, found.out.count("\n")) == (0, 1)
        assert "1 board with hands of unequal length skipped" in found.err
        assert "1 board without all four hands skipped" in found.err

    @pytest.mark.parametrize("option", [["--contract", "1NT-N"], ["--diagram"]])
    def test_what_needs_whole_deals(self, cli, option: list[str]) -> None:
        found = cli("solve", self.ENDING, *option)
        assert (found.status, f"{option[0]} needs hands of 13 cards" in found.err) == (2, True)

    def test_places_count_all_boards(self, cli) -> None:
        lines = cli("solve", self.ENDING, EASY, self.ENDING, "--line").out.splitlines()
        assert [line.split("\t")[0] for line in lines] == ["2", "1", "3"]

    def test_unequal_hands(self, cli) -> None:
        assert cli("solve", "N:A.2.. K.3.. 2.A.. 3...").status == 2


class TestCommand:
    def test_a_deal(self, cli) -> None:
        found = cli("solve", KNOWN, "--vulnerable", "all")
        assert (found.status, found.err) == (0, "")
        assert found.out == (
            f"Board 1, north deals, all vul\n{KNOWN}\n"
            "     NT  S  H  D  C\n"
            "N     6  5  6  5  7\n"
            "S     6  5  6  5  7\n"
            "E     6  8  6  7  5\n"
            "W     6  8  6  7  5\n"
            "par -110 EW 1S+1\n\n"
        )

    def test_lines(self, cli) -> None:
        found = cli("solve", KNOWN, EASY, "--line")
        rows = [line.split("\t") for line in found.out.splitlines()]
        assert rows == [
            ["1", KNOWN, "65657656576867568675", "-110 EW 2S="],
            ["2", EASY, "ddccdddccd0011000110", "+2220 NS 7N="],
        ]

    @pytest.mark.long
    def test_a_file_with_its_dealers(self, cli, tmp_path: Path) -> None:
        deals = [Deal(EASY), Deal(KNOWN)]
        boards = [
            Board(7, Seat.WEST, hands=deals[0].masks), Board(hands=(1, None, None, None)),
            Board(hands=deals[1].masks),
        ]  # fmt: skip
        path = tmp_path / "a.pbn"
        path.write_bytes(write(boards, "pbn")[0])
        found = cli("solve", str(path), KNOWN, "--json")
        assert found.status == 0
        assert found.err == "dealwright: 1 board without all four hands skipped\n"
        solved = read_json(found.out)
        assert isinstance(solved, SolvedBoards)
        assert [(board.number, board.dealer.letter) for board in solved.boards] == [
            (1, "N"), (7, "W"), (3, "S"),
        ]  # fmt: skip
        first = json.loads(found.out)["boards"][0]
        assert first["deal"] == KNOWN
        assert first["tricks"]["north"] == {
            "notrump": 6, "spades": 5, "hearts": 6, "diamonds": 5, "clubs": 7,
        }  # fmt: skip
        assert first["par"] == {
            "score": -110,
            "contracts": [{"contract": "2S", "declarers": ["E", "W"], "tricks": 8}],
        }

    def test_diagrams(self, cli) -> None:
        found = cli("solve", EASY, "--diagram")
        assert "┌─ N ─┐" in found.out
        assert found.out.endswith("par +1520 NS 7N=\n\n")

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            (["N:AK"], "a deal has four hands"),
            (["no.pbn"], "cannot read no.pbn"),
            ([EASY, "--line", "--json"], "choose one"),
            ([EASY, "--from", "pbn"], "--from needs --boards"),
            ([EASY, "--dealer", "X"], "'X' is not a seat"),
            ([EASY, "--vulnerable", "X"], "'X' is not a vulnerability"),
            ([EASY, "--threads", "0"], "threads must be 1 to 1024"),
        ],
    )
    def test_what_it_refuses(self, cli, words: list[str], message: str) -> None:
        found = cli("solve", *words)
        assert (found.status, found.out) == (2, "")
        assert message in found.err
        assert found.err.count("\n") == 1

    def test_no_whole_board(self, cli, tmp_path: Path) -> None:
        path = tmp_path / "a.pbn"
        path.write_bytes(write([Board(hands=(1, None, None, None))], "pbn")[0])
        found = cli("solve", str(path))
        assert found.status == 2
        assert found.err.endswith("no board has all four hands, so there is nothing to solve\n")

    @pytest.mark.long
    def test_interrupted(self) -> None:
        """Ctrl-C ends with what is solved; the batch that is being solved is left."""
        work = subprocess.Popen(
            [*COMMAND, "solve", "-", "--from", "line", "--line"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert work.stdin
        assert work.stdout
        work.stdin.write("\n".join(each.text() for each in deal(400, seed="interrupted")))
        work.stdin.close()
        work.stdin = None
        assert work.stderr
        with work:
            work.stdout.readline()
            os.kill(work.pid, signal.SIGINT)
            out, err = work.stdout.read(), work.stderr.read()
        assert work.returncode == 1
        solved = 1 + out.count("\n")
        assert 0 < solved < 400
        assert err == f"dealwright: interrupted: {solved} of 400 boards are solved\n"
