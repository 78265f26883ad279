"""``dealwright convert``: formats by name and ending, problems, statuses; dealing into formats."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dealwright import Deals, Seat, deal
from dealwright.formats import Record, format_named, names, read, reading, write, writing
from tests.processes import PATIENCE, wait_until_busy

DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."
GAME = (
    f'[Board "3"]\n[Dealer "S"]\n[Vulnerable "EW"]\n[Deal "{DEAL}"]\n'
    '[Auction "S"]\n1C =1= 4S AP\n[Note "1:strong"]\n'
)
BOTH = sorted({*names(reading=True)} & {*names(writing=True)})
PRINTED = sorted({*names(writing=True)} - {*BOTH, "none"})
COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.pbn"
    path.write_text(GAME, "utf-8")
    return path


def made(path: Path, name: str) -> Record:
    return read(path.read_bytes(), name)


class TestConvert:
    @pytest.mark.parametrize("name", BOTH)
    def test_to_every_format_and_back(self, cli, game: Path, tmp_path: Path, name: str) -> None:
        there, back = tmp_path / "there", tmp_path / "back.pbn"
        result = cli("convert", str(game), str(there), "--to", name)
        assert (result.status, result.out) == (0, "")
        assert bool(result.err) == (name not in ("pbn", "json", "rbn", "rbx", "lin", "handviewer"))
        assert result.err.count("\n") == bool(result.err)  # one line a file
        assert cli("convert", str(there), str(back), "--from", name).status == 0
        board = made(back, "pbn").boards[0]
        assert board.deal.text() == DEAL
        if name in ("pbn", "lin", "handviewer", "rbn", "rbx", "json"):
            assert [turn.note for turn in board.auction] == ["strong", None, None, None, None]
            assert board.dealer is Seat.SOUTH
        if name in ("csv", "parquet"):
            assert [turn.text for turn in board.auction] == ["1C", "4S", "Pass", "Pass", "Pass"]
            assert board.number == 3

    @pytest.mark.parametrize("name", PRINTED)
    def test_to_every_printed_format(self, cli, game: Path, tmp_path: Path, name: str) -> None:
        path = tmp_path / f"x{format_named(name).endings[0]}"
        result = cli("convert", str(game), str(path))
        assert (result.status, result.out, result.err) == (0, "", "")
        assert path.read_bytes() == write(made(game, "pbn").boards, name)[0]

    def test_formats_by_the_endings(self, cli, game: Path, tmp_path: Path) -> None:
        path = tmp_path / "GAME.LIN"
        assert cli("convert", str(game), str(path)).status == 0
        assert path.read_text().startswith("qx|o3|st||md|1SAQ8")

    @pytest.mark.parametrize(
        ("name", "kind", "note"),
        [("x.pbn", "lin", "x.pbn holds lin, as --to says, not pbn"), ("x.pdf", "hands", ""),
         ("x.txt", "lin", ""), ("x.LIN", "lin", ""), ("x.more", "lin", "")],
    )  # fmt: skip
    def test_an_ending_that_says_something_else(
        self, cli, game: Path, tmp_path: Path, name: str, kind: str, note: str
    ) -> None:
        found = cli("convert", str(game), str(tmp_path / name), "--to", kind)
        assert found.status == 0
        assert found.err.count("note: ") == bool(note)
        assert note in found.err

    def test_standard_input_and_output(self) -> None:
        done = subprocess.run(
            [*COMMAND, "convert", "-", "-", "--from", "pbn", "--to", "bri"],
            input=GAME.encode(), capture_output=True, check=True,
        )  # fmt: skip
        assert len(done.stdout) == 78
        assert read(done.stdout, "bri").boards[0].deal.text() == DEAL
        assert done.stderr.decode().endswith(
            "note: BRI: 1 auction, the alerts of 1 auction and 1 contract were left out; "
            "1 number, 1 dealer and 1 vulnerability were changed\n"
        )

    def test_problems_keep_the_good_boards(self, cli, game: Path, tmp_path: Path) -> None:
        game.write_text(f'hello\n\n{GAME}\n[Board "4"]\n  [Deal "N:AA... - - -"]\n', "utf-8")
        result = cli("convert", str(game), str(tmp_path / "x.lin"))
        assert result.status == 1
        assert len(made(tmp_path / "x.lin", "lin").boards) == 1
        assert result.err.splitlines() == [
            f"dealwright: {game}: note: line 1, column 1: text outside games is skipped",
            f"dealwright: {game}: line 12, column 3: 'A' occurs twice in 'AA'",
        ]

    def test_a_note_alone_is_no_failure(self, cli, game: Path, tmp_path: Path) -> None:
        game.write_text(f"{GAME}\nhcp: 7\n", "utf-8")
        result = cli("convert", str(game), str(tmp_path / "x.lin"))
        assert result.status == 0
        assert "note: line 9, column 1" in result.err

    def test_boards_the_new_format_cannot_hold(self, cli, game: Path, tmp_path: Path) -> None:
        game.write_text(f'{GAME}\n[Board "4"]\n[Deal "N:AK... - - -"]\n', "utf-8")
        result = cli("convert", str(game), str(tmp_path / "x.bri"))
        assert result.status == 1
        assert "board 4 is left out of bri: not all four hands" in result.err
        assert len((tmp_path / "x.bri").read_bytes()) == 78

    def test_numbers(self, cli, game: Path, tmp_path: Path) -> None:
        lines = tmp_path / "x.deals"
        lines.write_text(f"{DEAL}\n{DEAL}\n", "utf-8")
        path = tmp_path / "x.pbn"
        assert cli("convert", str(lines), str(path), "--board", "7").status == 0
        boards = made(path, "pbn").boards
        assert [(board.number, board.dealer) for board in boards] == [
            (7, Seat.SOUTH), (8, Seat.WEST),
        ]  # fmt: skip
        assert cli("convert", str(game), str(path), "--board", "1").status == 0
        board = made(path, "pbn").boards[0]
        assert (board.number, board.dealer) == (1, Seat.SOUTH)  # its auction belongs to south

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["x.xyz", "x.pbn"], "from the name 'x.xyz'; give --from"),
            (["GAME", "-"], "from the name '-'; give --to"),
            (["GAME", "x.lin", "--to", "dealer"], "'dealer' cannot be written"),
            (["GAME", "x.lin", "--from", "pdf"], "'pdf' cannot be read"),
            (["/no/such/file.pbn", "x.lin"], "cannot read"),
            (["GAME", "/no/such/place/x.lin"], "cannot write"),
            (["GAME", "x.lin", "--from", "bri"], "no board could be read"),
            (["GAME", "x.lin", "--board", "0"], "begin at 1"),
            (["GAME"], "Missing argument"),
        ],
    )
    def test_bad_input(
        self, cli, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
        arguments: list[str], words: str,
    ) -> None:  # fmt: skip
        monkeypatch.chdir(tmp_path)
        result = cli("convert", *(str(game) if word == "GAME" else word for word in arguments))
        assert result.status == 2
        assert words in result.err
        assert not (tmp_path / "x.lin").exists()

    def test_a_closed_reader(self, game: Path) -> None:
        shown = subprocess.Popen(
            [*COMMAND, "convert", str(game), "-", "--to", "lin"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert shown.stdout is not None
        shown.stdout.close()
        assert isinstance(shown.stderr, io.BufferedReader)
        assert b"Traceback" not in shown.stderr.read()
        shown.stderr.close()
        assert shown.wait() == 0


class TestDealing:
    @pytest.mark.parametrize("name", BOTH)
    def test_deals_come_back(self, cli, tmp_path: Path, name: str) -> None:
        path = tmp_path / f"x{format_named(name).endings[0]}"

        def written(*options: str) -> bytes:
            assert cli("deal", "5", "--seed", "1", "-o", str(path), *options).status == 0
            return path.read_bytes()

        others, first = [written(), written("--dealer", "east")], written("--board", "7")
        record = made(path, name)
        assert not record.problems
        assert Deals([board.deal.masks for board in record.boards]) == deal(5, seed=1)
        if first != others[0]:  # the format has numbers
            assert [board.number for board in record.boards] == [7, 8, 9, 10, 11]
            dealers = [board.dealer for board in record.boards]
            expected = [Seat((2 + number) % 4) for number in range(5)]
            assert dealers == expected or (dealers == [None] * 5 and others[0] == others[1])

    def test_dup_has_three_digits(self, cli) -> None:
        result = cli("deal", "1000", "--format", "dup")
        assert result.status == 2
        assert "up to 999" in result.err


class TestJobs:
    def test_reading_can_be_stopped(self) -> None:
        text = "N:- - A... -\nnothing\n" * 1000
        job = reading(text, "line")
        for number, _ in enumerate(job, 1):
            if number == 300:
                job.stop()
        record = job.result()
        assert (len(record.boards), len(record.problems), job.state) == (300, 299, "stopped")
        assert job.progress == (300, 300, "boards", "")
        assert read(text, "line").boards[:300] == record.boards

    def test_writing_can_be_stopped(self) -> None:
        boards = read("N:- - A... -\n" * 1000, "line").boards
        job = writing(boards, "line")
        done = next(iter(job))
        job.stop()
        data, _ = job.result()
        assert data == write(boards[:done], "line")[0]
        assert job.progress == (done, 1000, "boards", "")
        assert writing(boards, "line").result() == write(boards, "line")

    @pytest.mark.long
    def test_ctrl_c_keeps_a_file_that_was_there(self, tmp_path: Path) -> None:
        (tmp_path / "a.lines").write_text("N:- - A... -\n" * 3_000_000, "utf-8")
        (tmp_path / "b.pbn").write_text("the only copy", "utf-8")
        work = subprocess.Popen(
            [*COMMAND, "convert", "a.lines", "b.pbn"],
            stderr=subprocess.PIPE, cwd=tmp_path, text=True,
        )  # fmt: skip
        wait_until_busy(work, 1.5)
        work.send_signal(signal.SIGINT)
        _, err = work.communicate(timeout=PATIENCE)
        assert (work.returncode, err) == (1, "dealwright: interrupted: b.pbn is unchanged\n")
        assert (tmp_path / "b.pbn").read_text("utf-8") == "the only copy"
        assert len(list(tmp_path.iterdir())) == 2

    @pytest.mark.long
    def test_ctrl_c_writes_the_boards_read_until_then(self, tmp_path: Path) -> None:
        (tmp_path / "a.lines").write_text("N:- - A... -\n" * 3_000_000, "utf-8")
        work = subprocess.Popen(
            [*COMMAND, "convert", "a.lines", "b.pbn"],
            stderr=subprocess.PIPE, cwd=tmp_path, text=True,
        )  # fmt: skip
        wait_until_busy(work, 1.5)
        work.send_signal(signal.SIGINT)
        _, err = work.communicate(timeout=PATIENCE)
        assert work.returncode == 1
        count = re.fullmatch(r"dealwright: interrupted: b.pbn has the first ([\d,]+) boards\n", err)
        assert count is not None
        games = (tmp_path / "b.pbn").read_text("utf-8").count("[Deal ")
        assert 0 < games == int(count[1].replace(",", "")) < 3_000_000
