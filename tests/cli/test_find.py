"""``dealwright find``, and ``count`` and ``distribution`` of the boards in files."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from types import SimpleNamespace

import pytest

from dealwright import Histogram, as_quantity, deal, parse
from dealwright.ask.boards import BoardTest
from dealwright.formats import Board, Turn, read, write
from dealwright.requests.documents import read_json
from tests.formats.test_large_files import MEMORY, peak_memory

STRONG = "hcp(north) >= 15"
DEALS = deal(40, seed="find")
BOARDS = [
    Board(number, hands=each.masks, auction=(Turn("1C", note="strong"),))
    for number, each in enumerate(DEALS, 101)
]
WANTED = [board.number for board in BOARDS if board.deal is not None and board.deal.north.hcp >= 15]


@pytest.fixture
def pbn(tmp_path: Path) -> str:
    path = tmp_path / "a.pbn"
    path.write_bytes(write(BOARDS, "pbn")[0])
    return str(path)


@pytest.fixture
def lines(tmp_path: Path) -> str:
    """Return a file of a format without board numbers: the first ten deals, and half a deal."""
    path = tmp_path / "b.deals"
    path.write_text("\n".join(each.text() for each in DEALS[:10]) + "\nN:A... - - -\n", "utf-8")
    return str(path)


FIRST_TEN = sum(each.north.hcp >= 15 for each in DEALS[:10])


def test_there_is_something_to_find() -> None:
    assert 3 < len(WANTED) < 30
    assert 0 < FIRST_TEN < 10


class TestFind:
    def test_as_diagrams(self, cli, pbn: str) -> None:
        found = cli("find", STRONG, pbn)
        assert found.status == 0
        assert [int(n) for n in re.findall(r"Board (\d+)", found.out)] == WANTED
        share = 100 * len(WANTED) / 40
        assert found.err == f"{len(WANTED)} of 40 boards ({share:.3g} %)\n"

    def test_with_all_that_the_file_says(self, cli, pbn: str, tmp_path: Path) -> None:
        target = tmp_path / "found.lin"
        assert cli("find", STRONG, pbn, "-o", str(target)).status == 0
        boards = read(target.read_bytes(), "lin").boards
        assert [board.number for board in boards] == WANTED
        assert {board.auction[0].note for board in boards} == {"strong"}

    def test_several_files(self, cli, pbn: str, lines: str) -> None:
        found = cli("find", STRONG, pbn, lines, "--format", "line")
        assert found.status == 0
        wanted = [DEALS[number - 101].text() for number in WANTED]
        wanted += [each.text() for each in DEALS[:10] if each.north.hcp >= 15]
        assert found.out.splitlines() == wanted
        assert found.err.endswith("; 1 board without all four hands skipped\n")

    def test_stops(self, cli, pbn: str) -> None:
        found = cli("find", STRONG, pbn, "--number", "2", "--format", "line")
        assert len(found.out.splitlines()) == 2
        assert f"\n2 of {WANTED[1] - 100} boards" in found.err
        found = cli("find", STRONG, pbn, "--limit", str(WANTED[0] - 101), "--format", "line")
        assert found.out == ""
        assert found.err.startswith(f"0 of {WANTED[0] - 101} boards")

    def test_standard_input(self, lines: str) -> None:
        done = subprocess.run(
            [
                *[sys.executable, "-m", "dealwright", "find", STRONG, "-"],
                *["--from", "line", "--format", "line"],
            ],
            input=Path(lines).read_bytes(), capture_output=True, check=True,
        )  # fmt: skip
        assert len(done.stdout.splitlines()) == FIRST_TEN

    def test_a_condition_of_a_file(self, cli, pbn: str, tmp_path: Path) -> None:
        (tmp_path / "strong.txt").write_text(STRONG, "utf-8")
        found = cli("find", "--file", str(tmp_path / "strong.txt"), pbn, "--format", "line")
        assert len(found.out.splitlines()) == len(WANTED)

    def test_hands_in_words(self, cli, pbn: str, lines: str) -> None:
        """With a hand the first argument is a file if it is the only one, or a file's name."""
        expected = cli("find", STRONG, pbn, lines, "--format", "line").out
        assert cli("find", "--north", "15+", pbn, lines, "--format", "line").out == expected
        assert cli("find", pbn, "--north", "15+", "-F", "line").out == (
            cli("find", STRONG, pbn, "-F", "line").out
        )
        both = cli("find", "hcp(south) > 7", pbn, "--north", "15+", "-F", "line")
        assert both.out == cli("find", f"{STRONG} && hcp(south) > 7", pbn, "-F", "line").out
        assert cli("find", "--north", "5-4", pbn).status == 2

    @pytest.mark.long
    def test_problems_are_named(self, cli, pbn: str, tmp_path: Path) -> None:
        bad = tmp_path / "bad.pbn"
        bad.write_text('[Deal "N:AA... - - -"]\n', "utf-8")
        found = cli("find", STRONG, pbn, str(bad), "--format", "line")
        assert found.status == 1
        assert len(found.out.splitlines()) == len(WANTED)
        assert f"{bad}: line 1, column 1: 'A' occurs twice" in found.err
        assert f"{bad}: no board could be read as pbn" in found.err

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ([STRONG], "at least one file"),
            ([STRONG, "/no/such.pbn"], "cannot read /no/such.pbn"),
            ([STRONG, "x.xyz"], "from the name 'x.xyz'; give --from"),
            ([STRONG, "-", "-"], "name '-' once"),
            (["-", "-"], "standard input is the condition"),
            (["hcp(nort) > 3", "PBN"], "nort"),
            ([STRONG, "PBN", "--from", "lin"], "no board could be read from"),
            ([STRONG, "PBN", "--number", "x"], "the number of boards must be a whole number"),
            ([STRONG, "PBN", "--format", "nothing"], "'nothing' cannot be written"),
        ],
    )
    def test_bad_input(self, cli, pbn: str, arguments: list[str], words: str) -> None:
        found = cli("find", *(pbn if word == "PBN" else word for word in arguments))
        assert found.status == 2
        assert found.out == ""
        assert words in found.err

    def test_a_bad_condition_leaves_the_output_alone(self, cli, pbn: str, tmp_path: Path) -> None:
        target = tmp_path / "kept.pbn"
        target.write_text("kept", "utf-8")
        assert cli("find", STRONG, pbn, "/no/such.pbn", "-o", str(target)).status == 2
        assert target.read_text("utf-8") == "kept"


class TestCount:
    def test_text(self, cli, pbn: str, lines: str) -> None:
        found = cli("count", STRONG, "--boards", pbn, "--boards", lines)
        number = len(WANTED) + FIRST_TEN
        assert (
            found.out == f"boards       {number} of 50 in files\nshare        {number / 50:.6g}\n"
        )
        assert found.err.startswith(f"{number} of 50 boards")

    def test_document(self, cli, pbn: str) -> None:
        found = cli("count", STRONG, "--boards", pbn, "--json")
        share = read_json(found.out)
        assert (share.estimate.method, share.deals, int(share.count)) == ("files", 40, len(WANTED))
        assert share.estimate.exact

    @pytest.mark.parametrize(
        "option", [["--seed", "1"], ["--predeal", "north SA"], ["-m", "exact"]]
    )
    def test_options_of_dealing_are_refused(self, cli, pbn: str, option: list[str]) -> None:
        found = cli("count", STRONG, "--boards", pbn, *option)
        assert found.status == 2
        assert "is for making deals" in found.err

    def test_a_format_without_files(self, cli) -> None:
        assert "needs --boards" in cli("count", STRONG, "--from", "pbn").err
        assert "needs --boards" in cli("distribution", "1", "hcp(north)", "--from", "pbn").err

    def test_no_deal_at_all(self, cli, tmp_path: Path) -> None:
        (tmp_path / "half.deals").write_text("N:A... - - -\n", "utf-8")
        found = cli("count", STRONG, "--boards", str(tmp_path / "half.deals"))
        assert found.status == 2
        assert "no board has all four hands" in found.err


class TestDistribution:
    def test_text(self, cli, pbn: str) -> None:
        found = cli("distribution", STRONG, "hcp(north)", "--boards", pbn)
        assert found.status == 0
        assert found.out.startswith(f"{len(WANTED)} boards in files\n")
        assert found.err.startswith(f"{len(WANTED)} of 40 boards")

    def test_document(self, cli, pbn: str, lines: str) -> None:
        found = cli(
            "distribution", "1", "aces(north)", "shape(south)", "--boards", pbn, "--boards", lines,
            "--json",
        )  # fmt: skip
        assert json.loads(found.out)["method"] == "files"
        deals = DEALS + DEALS[:10]
        wanted = Histogram.of_columns(deals.columns("aces(north)", "shape_index(south)"))
        answer = read_json(found.out)
        assert (answer.counts, answer.exact) == (wanted.counts, True)

    def test_what_cannot_be_counted_exactly(self, cli, pbn: str) -> None:
        found = cli("distribution", "1", "cccc(north) / (hcp(east) + 1)", "--boards", pbn, "--json")
        assert read_json(found.out).total == 40


def test_chunks_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealwright.ask.boards._AT_ONCE", 7)
    test = BoardTest(parse(STRONG).tree)
    assert [board.number for board in test.matching(BOARDS)] == WANTED
    assert (test.found, test.examined, test.unknown) == (len(WANTED), 40, 0)
    values = BoardTest(parse(STRONG).tree).histogram(BOARDS, [as_quantity("aces(north)").tree])
    assert values.total == len(WANTED)


def test_a_cluster_has_no_part_in_a_distribution_over_files(
    cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told that nothing needed the cluster."""
    idle = SimpleNamespace(used=False)
    monkeypatch.setattr("dealwright.base.cluster.Cluster", lambda *_, **__: nullcontext(idle))
    (tmp_path / "a.deals").write_text(str(deal(3, seed=1)), "utf-8")
    words = ("distribution", "1", "hcp(north)", "--boards", str(tmp_path / "a.deals"))
    plain, done = cli(*words), cli(*words, "--cluster", "local:1")
    assert (done.status, done.out) == (0, plain.out)
    assert done.err == (
        f"{plain.err}dealwright: note: the cluster was not used; this command had no work for it\n"
    )
    idle.used = True
    assert cli(*words, "--cluster", "local:1").err == plain.err


@pytest.mark.slow
def test_memory(tmp_path: Path) -> None:
    (tmp_path / "a.deals").write_text(str(deal(50_000, seed=1)), "utf-8")
    commands = (
        ["find", "hcp(north) > 5", "a.deals", "-o", "b.pbn"],
        ["distribution", "1", "hcp(north)", "--boards", "b.pbn"],
    )
    for words in commands:
        assert peak_memory(words, tmp_path) < MEMORY
