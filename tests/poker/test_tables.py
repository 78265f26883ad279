"""Tables of all poker hands: building, going on, scanning, sampling, checking, and the command."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import numpy as np
import pytest

from dealwright import ArgumentError, NumberingError, PokerError, Stream, poker, read_json
from dealwright.base.jobs import Progress
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.sampling import integers_below
from dealwright.numbering.table_files import HEADER_BYTES
from dealwright.numbering.tables import CombinationTable
from dealwright.poker import Category
from dealwright.poker.hand_tables import (
    build_table,
    building_table,
    category_counts,
    check_table,
    game_of_table,
    open_table,
    sample_values,
)
from tests.processes import PATIENCE

FIVE = 2_598_960
SHORT_FIVE = 376_992  # 36 choose 5
FIVES = [40, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540]  # published, best first
SEVENS = [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]
BEST_FIRST = sorted(Category, reverse=True)
COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A complete file of all hands of five."""
    path = tmp_path_factory.mktemp("tables") / "five.table"
    build_table(path, k=5).close()
    return path.read_bytes()


@pytest.fixture
def five(complete: bytes, tmp_path: Path) -> Path:
    path = tmp_path / "five.table"
    path.write_bytes(complete)
    return path


def unfinished(path: Path, game: str = "holdem", k: int = 5, filled: int = 1_000_000) -> None:
    """Leave the file of a build that was stopped."""
    n = 36 if "short" in game else 52
    with CombinationTable(n, k, path=path) as table:
        job = table.filling(
            lambda part: poker.evaluate_numbers(k, part.start, len(part), game),
            numbers=True, chunk=filled,
        )  # fmt: skip
        for _ in job:
            job.stop()
        assert job.result() == table.filled == filled


def one_line(error: pytest.ExceptionInfo[Exception]) -> str:
    text = str(error.value)
    assert "\n" not in text
    return text


# ---- building


def test_every_entry_is_the_value_of_its_hand() -> None:
    table = build_table(k=5, threads=2)
    assert (table.n, table.k, table.order, table.filled) == (52, 5, "colex", FIVE)
    assert np.array_equal(np.asarray(table), poker.evaluate_numbers(5, 0, FIVE))
    hands = Combinations(52, 5).sample(500, Stream("hands"))
    assert [table[hand] for hand in hands] == [poker.evaluate(hand) for hand in hands]


def test_short_deck_is_numbered_by_the_places_among_36() -> None:
    table = build_table(k=5, game="short-deck")
    assert table.entries == SHORT_FIVE
    pack = [card for card in range(52) if card % 13 >= 4]
    hand = (0, 9, 10, 20, 35)
    cards = tuple(pack[place] for place in hand)
    assert table[hand] == poker.evaluate(cards, "short-deck")


def test_threads_and_files_make_the_same_table(complete: bytes, tmp_path: Path) -> None:
    seen: list[Progress] = []
    job = building_table(k=5, threads=1)
    job.watch(seen.append)
    job.result().save(tmp_path / "a")
    build_table(tmp_path / "b", k=5, threads=3).close()
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == complete
    assert len(seen) > 5
    assert seen[-1] == (FIVE, FIVE, "entries", "")


def test_an_interrupted_build_goes_on_to_the_identical_file(
    complete: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "t"
    unfinished(path)
    assert path.read_bytes() != complete
    with pytest.raises(NumberingError, match="filled up to 1,000,000 of 2,598,960"):
        open_table(path)
    build_table(path, k=5, mode="a").close()
    assert path.read_bytes() == complete


def test_going_on_refuses_another_game(tmp_path: Path) -> None:
    path = tmp_path / "t"
    unfinished(path, "short-deck", filled=100_000)
    before = path.read_bytes()
    with pytest.raises(PokerError, match="does not hold hands of short-deck-trips") as error:
        build_table(path, k=5, game="short-deck-trips", mode="a")
    assert str(path) in one_line(error)
    with pytest.raises(NumberingError, match="holds 36 choose 5"):
        build_table(path, k=5, mode="a")
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"game": "omaha"}, PokerError, "omaha has no table of all hands"),
        ({"game": "badugi"}, PokerError, "no hands of five"),
        ({"game": "whist"}, PokerError, "'whist' is not a known game"),
        ({"game": "deuce-to-seven"}, PokerError, "have 5 cards, not 7"),
        ({"k": 8}, PokerError, "have 5 to 7 cards, not 8"),
        ({"k": 5, "threads": 0}, ArgumentError, "1 to 1024, not 0"),
        ({"k": 5, "mode": "r"}, NumberingError, "mode 'x', 'w' or 'a'"),
    ],
)
def test_what_cannot_be_built(
    options: dict[str, object], error: type[Exception], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "t"
    with pytest.raises(error, match=words) as raised:
        build_table(path, **options)  # type: ignore[arg-type]
    one_line(raised)
    assert not path.exists()


# ---- using


def test_published_counts_by_a_scan() -> None:
    table = build_table(k=5)
    counts = category_counts(table)
    assert list(counts) == BEST_FIRST
    assert list(counts.values()) == FIVES
    assert category_counts(np.array([1, 7462, 10, 11])) == {
        kind: {8: 2, 7: 1, 0: 1}.get(kind, 0) for kind in Category
    }


@pytest.mark.parametrize("game", ["short-deck", "short-deck-trips", "razz", "deuce-to-seven"])
def test_counts_of_other_games(game: str) -> None:
    counts = category_counts(build_table(k=5, game=game), game)
    of_each = poker.count_values(5, game).astype(np.int64)
    kinds = poker.category(np.arange(1, len(of_each)), game)
    exact = np.bincount(kinds, of_each[1:], 9)
    assert {kind: n for kind, n in counts.items() if n} == {
        kind: int(exact[kind]) for kind in Category if exact[kind]
    }
    first = next(kind for kind, n in counts.items() if n)
    assert first == poker.category(int(np.flatnonzero(of_each)[0]), game)


@pytest.mark.parametrize(
    ("values", "game", "words"),
    [
        ([1, 0, 5], "holdem", "0 is not a value of holdem; they are 1 to 7,462"),
        ([1, 7463], "holdem", "7463 is not a value"),
        ([1, 1405], "short-deck", "1405 is not a value of short-deck; they are 1 to 1,404"),
        ([1], "eight-or-better", "no categories"),
        ([1.5], "holdem", "integers, not float64"),
    ],
)
def test_values_that_have_no_category(values: list[float], game: str, words: str) -> None:
    with pytest.raises(PokerError, match=words):
        category_counts(np.array(values), game)


def test_samples_by_number(five: Path) -> None:
    with open_table(five, verify=True) as table:
        values = sample_values(table, 1000, Stream("some"))
        numbers = integers_below(FIVE, 1000, Stream("some"))
        hands = Combinations(52, 5).unrank_masks(numbers)
        assert values.dtype == np.uint16
        assert np.array_equal(values, poker.evaluate(hands))
        assert np.array_equal(values[:10], sample_values(table, 10, Stream("some")))
        assert not np.array_equal(values, sample_values(table, 1000, Stream("others")))
        assert sample_values(table, 0, Stream("some")).tolist() == []
        with pytest.raises(NumberingError):
            sample_values(table, -1, Stream("some"))


@pytest.mark.parametrize(
    "game",
    ["holdem", "short-deck", "short-deck-trips", "razz", "eight-or-better", "deuce-to-seven"],
)
def test_a_table_knows_its_game(game: str) -> None:
    table = build_table(k=5, game=game)
    assert game_of_table(table) == game
    check_table(table, game)


def test_tables_of_something_else(tmp_path: Path) -> None:
    empty = CombinationTable(13, 5)
    assert game_of_table(empty) is None
    with pytest.raises(PokerError, match="not a table of hands of holdem"):
        check_table(empty)
    with pytest.raises(PokerError, match=r"hand 0 \(2c 3c 4c 5c 6c\) is 0 there, and 9 in holdem"):
        check_table(CombinationTable(52, 5))
    path = tmp_path / "razz"
    build_table(path, k=5, game="razz").close()
    open_table(path, "razz").close()
    with pytest.raises(PokerError, match="is not a table of hands of holdem") as error:
        open_table(path)
    assert str(path) in one_line(error)


@pytest.mark.parametrize("at", [0, 1_234_567, FIVE - 1])
def test_every_value_is_checked(five: Path, at: int) -> None:
    with CombinationTable.open(five, "r+") as table:
        table[at] += 1
    with CombinationTable.open(five, verify=True) as table:  # its checksum was renewed
        cards = poker.card_text(Combinations(52, 5)[at])
        with pytest.raises(PokerError) as error:
            check_table(table)
    assert f"hand {at:,} ({cards}) is" in one_line(error)


# ---- the command


def test_build_info_verify(cli, complete: bytes, tmp_path: Path) -> None:
    path = tmp_path / "five.table"
    built = cli("poker", "table", "build", str(path), "--cards", "5", "--threads", "2")
    assert (built.status, built.err) == (0, "")
    assert path.read_bytes() == complete
    info = cli("poker", "table", "info", str(path))
    for out in (built.out, info.out):
        assert "52 choose 5, colex, uint16" in out
        assert re.search(r"^game +holdem$", out, re.MULTILINE)
        assert "2,598,960, 5,197,920 bytes" in out
        assert re.search(r"^full house +3,744 +0\.144058 %$", out, re.MULTILINE)
    assert re.search(r", \d+\.\d\d s$", built.out, re.MULTILINE)
    verified = cli("poker", "table", "verify", str(path))
    assert verified.status == 0
    assert verified.out == (
        f"{path}: the checksum holds, and all 2,598,960 values are those of 5 cards in holdem\n"
    )


def test_info_as_json(cli, five: Path) -> None:
    text = cli("poker", "table", "info", str(five), "--json").out
    assert read_json(text) == poker.table_summary(poker.open_table(five))
    facts = json.loads(text)
    assert (facts["game"], facts["entries"], facts["filled"]) == ("holdem", FIVE, FIVE)
    assert list(facts["categories"].values()) == FIVES
    assert len(facts["checksum"]) == 32


def test_info_of_games_without_categories_and_of_other_tables(cli, tmp_path: Path) -> None:
    low, other = tmp_path / "low", tmp_path / "other"
    assert cli("poker", "table", "build", str(low), "-c", "5", "-g", "stud-low").status == 0
    facts = json.loads(cli("poker", "table", "info", str(low), "--json").out)
    assert (facts["game"], facts["categories"]) == ("eight-or-better", None)
    CombinationTable(13, 5, path=other).close()
    out = cli("poker", "table", "info", str(other)).out
    assert "none of the games here" in out
    assert re.search(r"^filled +0;", out, re.MULTILINE)


def test_the_command_goes_on(cli, complete: bytes, tmp_path: Path) -> None:
    path = tmp_path / "five.table"
    unfinished(path)
    out = cli("poker", "table", "info", str(path)).out
    assert re.search(r"^game +holdem$", out, re.MULTILINE)
    assert "filled     1,000,000; 'dealwright poker table build' goes on" in out
    verified = cli("poker", "table", "verify", str(path))
    assert verified.status == 2
    assert "has 1,000,000 of 2,598,960 hands" in verified.err
    assert cli("poker", "table", "build", str(path), "--cards", "5").status == 0
    assert path.read_bytes() == complete
    path.write_bytes(b"")  # made, but never begun
    assert cli("poker", "table", "build", str(path), "--cards", "5").status == 0
    assert path.read_bytes() == complete


def test_a_file_that_is_there(cli, five: Path, complete: bytes) -> None:
    refused = cli("poker", "table", "build", str(five), "--cards", "5", "--game", "razz")
    assert refused.status == 2
    assert "already exists, a complete table of 52 choose 5; --replace" in refused.err
    assert five.read_bytes() == complete
    again = cli("poker", "table", "build", str(five), "--cards", "5", "--game", "razz", "--replace")
    assert again.status == 0
    with open_table(five, "razz", verify=True) as table:
        check_table(table, "razz")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["build", "T", "--game", "omaha"], "omaha has no table"),
        (["build", "T", "--game", "badugi"], "no hands of five"),
        (["build", "T", "--cards", "4"], "5 to 7 cards, not 4"),
        (["build", "T", "--cards", "four"], "'four' is not a valid int"),
        (["build", "T", "--threads", "0"], "1 to 1024"),
        (["build", "T/no/where", "--cards", "5"], "No such file"),
        (["build", ".", "--cards", "5"], "Is a directory"),
        (["build", "text", "--cards", "5"], "not a combination table"),
        (["info", "T"], "No such file"),
        (["verify", "T"], "No such file"),
        (["info", "text"], "not a combination table"),
        (["verify", "text"], "not a combination table"),
    ],
)
def test_bad_input(
    cli, arguments: list[str], words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("text").write_text("a text\n" * 100)
    result = cli("poker", "table", *arguments)
    assert (result.status, result.out) == (2, "")
    assert words in result.err
    assert len(result.err.splitlines()) == 1
    assert os.listdir() == ["text"]
    assert Path("text").read_text() == "a text\n" * 100


@pytest.mark.parametrize("at", [HEADER_BYTES, HEADER_BYTES + 3_333_333, -1])
def test_verify_refuses_an_altered_byte(cli, five: Path, at: int) -> None:
    data = bytearray(five.read_bytes())
    data[at] ^= 1
    five.write_bytes(data)
    result = cli("poker", "table", "verify", str(five))
    assert (result.status, result.out) == (2, "")
    assert result.err == f"dealwright: {five}: the values are altered (checksum does not match)\n"


def test_verify_refuses_tables_of_something_else(cli, five: Path, tmp_path: Path) -> None:
    with CombinationTable.open(five, "r+") as table:
        table[100_001] += 1
    result = cli("poker", "table", "verify", str(five))
    assert (result.status, result.out) == (2, "")
    assert re.search(r"five.table: hand 100,001 \(.*\) is \d+ there, and \d+ in holdem", result.err)
    other = tmp_path / "other"
    CombinationTable(52, 5, default=7).save(other)
    result = cli("poker", "table", "verify", str(other))
    assert (result.status, result.out) == (2, "")
    assert "is not a table of hands of any known game" in result.err


def test_ctrl_c_keeps_what_is_done(cli, complete: bytes, tmp_path: Path) -> None:
    """Ctrl-C in the middle of a chunk: that one is finished, and the command says how to go on."""
    script = textwrap.dedent("""
        import os, signal, sys
        from dealwright.poker import hand_tables
        from dealwright.cli import main
        evaluate = hand_tables.evaluate_numbers
        def slow(k, first, n, game):
            if first == 1_500_000:
                os.kill(os.getpid(), signal.SIGINT)
            return evaluate(k, first, n, game)
        hand_tables.evaluate_numbers = slow
        hand_tables._IN_A_FILE = 500_000
        main()
    """)
    path = tmp_path / "five.table"
    command = ["poker", "table", "build", str(path), "--cards", "5", "--threads", "1"]
    done = subprocess.run(
        [sys.executable, "-c", script, *command],
        check=False, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "dealwright: interrupted: 2,000,000 of 2,598,960 hands are kept; the same command goes on "
        "there\n"
    )
    with CombinationTable.open(path, partial=True) as table:
        assert table.filled == 2_000_000
    assert cli(*command).status == 0
    assert path.read_bytes() == complete


# ---- the size of the real one


@pytest.mark.slow
def test_all_hands_of_seven() -> None:
    begun = time.process_time()
    table = build_table()
    built = time.process_time()
    assert (table.entries, table.nbytes) == (133_784_560, 267_569_120)
    counts = category_counts(table)
    scanned = time.process_time()
    assert dict(zip(BEST_FIRST, SEVENS, strict=True)) == counts
    values = sample_values(table, 100_000, Stream("some"))
    hands = Combinations(52, 7).unrank(integers_below(table.entries, 100_000, Stream("some")))
    assert np.array_equal(values, poker.evaluate(hands))
    check_table(table)
    print(f"built in {built - begun:.2f} s, scanned in {scanned - built:.2f} s of processor time")


@pytest.mark.slow
def test_ctrl_c_on_the_real_one(cli, tmp_path: Path) -> None:
    path = tmp_path / "seven.table"
    work = subprocess.Popen(
        [*COMMAND, "poker", "table", "build", str(path), "--threads", "1"],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    deadline = time.monotonic() + 30
    while not path.exists() and time.monotonic() < deadline:
        time.sleep(0.005)
    work.send_signal(signal.SIGINT)
    _, err = work.communicate(timeout=PATIENCE)
    assert work.returncode == 1
    assert re.search(r"interrupted: [\d,]+ of 133,784,560 hands are kept", err)
    assert cli("poker", "table", "build", str(path)).status == 0
    verified = cli("poker", "table", "verify", str(path))
    assert verified.status == 0
    assert "all 133,784,560 values are those of 7 cards in holdem" in verified.out
