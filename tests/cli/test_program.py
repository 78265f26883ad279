"""The command line: what it prints, where, with which status, and how it fails."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dealwright import Deal, Deals, deal, parse
from dealwright.base.errors import DealwrightError
from dealwright.formats import names
from dealwright.requests.numbers import whole_number
from tests.processes import PATIENCE, wait_until_busy
from tests.terminals import read_terminal

README = (
    "hcp(north) >= 15 && hcp(north) <= 17 && shape(north, any 4333 + any 4432 + any 5332) "
    "&& spades(south) >= 5"
)
BALANCED = "hcp(north) in 15..17 && balanced(north)"
COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]


class TestDeal:
    def test_the_readme(self, cli) -> None:
        result = cli("deal", "5", README, "--format", "line")
        assert result.status == 0
        deals = Deals.parse(result.out.splitlines())
        assert len(deals) == 5
        assert parse(README).matches(deals).all()

    def test_seed_is_printed_and_repeats(self, cli) -> None:
        first = cli("deal", "3", BALANCED)
        seed = re.search(r"--seed (\S+)", first.err)
        assert seed
        again = cli("deal", "3", BALANCED, "--seed", seed[1])
        assert again.out == first.out

    def test_same_as_python(self, cli) -> None:
        result = cli("deal", "4", BALANCED, "--seed", "friday", "--format", "line")
        assert Deals.parse(result.out.splitlines()) == deal(4, BALANCED, seed="friday")

    def test_diagram(self, cli) -> None:
        out = cli("deal", "1", "--predeal", "N:AKQJT98765432...", "--seed", "1").out
        lines = out.splitlines()
        assert lines[0].startswith("Board 1")
        assert "♠ AKQJT98765432" in lines[0]
        assert lines[1].startswith("North deals")
        assert "\x1b" not in out
        assert len(lines) == 13
        assert lines[9].strip().startswith("10")

    def test_boards(self, cli) -> None:
        out = cli("deal", "2", "--board", "7", "--format", "pbn", "--seed", "1").out
        assert re.findall(r'\[(Board|Dealer|Vulnerable) "(.*?)"\]', out) == [
            ("Board", "7"), ("Dealer", "S"), ("Vulnerable", "All"),
            ("Board", "8"), ("Dealer", "W"), ("Vulnerable", "None"),
        ]  # fmt: skip
        tags = re.findall(r"^\[(\w+) ", out, re.MULTILINE)[:15]
        expected = "Event Site Date Board West North East South Dealer Vulnerable Deal Scoring"
        assert tags == [*expected.split(), "Declarer", "Contract", "Result"]
        deals = re.findall(r'\[Deal "(.*?)"\]', out)
        assert [text[0] for text in deals] == ["S", "W"]
        assert [Deal(text) for text in deals] == list(deal(2, seed=1))

    def test_random_dealers_and_vulnerability(self, cli) -> None:
        """All 16 come in 400 boards (without one of them: 1 in 10^10), and the seed repeats them.

        A draw that leaves one out fails in every run.
        """
        asked = ("deal", "400", "--seed", "1", "--dealer", "random", "--vulnerable", "random")
        out = cli(*asked, "--format", "pbn").out
        found = re.findall(r'\[Dealer "(.)"\]\n\[Vulnerable "(\w+)"\]', out)
        assert len(found) == 400
        assert len(set(found)) == 16
        assert cli(*asked, "--format", "pbn").out == out
        first = [line[0] for line in cli(*asked, "--format", "line").out.splitlines()]
        assert first == [dealer for dealer, _ in found]
        assert cli(*asked[:2], *asked[4:], "--format", "pbn", "--seed", "2").out != out

    def test_files_in_a_folder_have_no_random_dealers(self, cli, tmp_path: Path) -> None:
        said = cli("deal", "40", "--output", str(tmp_path), "--dealer", "random")
        assert (said.status, said.out) == (2, "")
        assert "cannot have random dealers" in said.err

    def test_dealer_and_vulnerability(self, cli) -> None:
        out = cli("deal", "2", "--dealer", "west", "--vulnerable", "both", "--format", "pbn").out
        assert out.count('[Dealer "W"]') == out.count('[Vulnerable "All"]') == 2

    def test_json(self, cli) -> None:
        result = cli("deal", "3", BALANCED, "--format", "json", "--seed", "5")
        record = json.loads(result.out)
        assert record["seed"] == "5"
        assert record["condition"] == BALANCED
        assert record["found"] == len(record["deals"]) == 3
        assert [Deal(d["deal"]) for d in record["deals"]] == list(deal(3, BALANCED, seed=5))
        assert record["deals"][1]["dealer"] == "E"

    def test_none(self, cli) -> None:
        result = cli("deal", "1e5", "--format", "none", "--seed", "1")
        assert (result.status, result.out) == (0, "")
        assert "100,000 deals" in result.err

    def test_zero(self, cli) -> None:
        result = cli("deal", "0")
        assert (result.status, result.out) == (0, "")
        assert json.loads(cli("deal", "0", "--format", "json").out)["deals"] == []

    def test_files(self, cli, tmp_path: Path) -> None:
        script = tmp_path / "condition.txt"
        script.write_text("# strong and balanced\n" + BALANCED)
        for name, form in (("a.pbn", "pbn"), ("a.json", "json"), ("a.txt", "diagram")):
            path = tmp_path / name
            result = cli("deal", "2", "--file", str(script), "--output", str(path), "--seed", "1")
            assert (result.status, result.out) == (0, "")
            shown = cli("deal", "2", BALANCED, "--format", form, "--seed", "1").out
            assert path.read_text("utf-8") == shown

    def test_standard_input(self) -> None:
        done = subprocess.run(
            [*COMMAND, "deal", "2", "-", "--format", "line", "--seed", "1"],
            input=BALANCED, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0
        assert Deals.parse(done.stdout.splitlines()) == deal(2, BALANCED, seed=1)

    def test_threads_do_not_matter(self, cli) -> None:
        one, two = (
            cli("deal", "200", BALANCED, "--threads", t, "--seed", "1", "-F", "line").out
            for t in "12"
        )
        assert one == two

    def test_suits_as_letters_where_the_encoding_has_no_symbols(self) -> None:
        done = subprocess.run(
            [*COMMAND, "deal", "1", "--seed", "1"],
            capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"},
        )  # fmt: skip
        assert done.returncode == 0
        assert re.search(rb"^Board 1 +S ", done.stdout)

    def test_a_closed_pipe_is_no_error(self) -> None:
        pipe = subprocess.Popen(
            [*COMMAND, "deal", "2e6", "--format", "line"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        assert pipe.stdout
        assert pipe.stderr
        pipe.stdout.readline()
        pipe.stdout.close()
        assert pipe.wait(timeout=PATIENCE) == 0
        assert b"Traceback" not in pipe.stderr.read()
        pipe.stderr.close()


class TestQuestions:
    def test_count(self, cli) -> None:
        values = json.loads(cli("count", BALANCED, "--json").out)
        assert values["exact"] is True
        assert values["count"] == "2610137721058114653884217600"
        assert values["one_in"] == pytest.approx(20.5525, rel=1e-5)
        assert values["method"] == "exact"

    @pytest.mark.long
    def test_estimated_count(self, cli) -> None:
        values = json.loads(
            cli("count", BALANCED, "--json", "--seed", "1", "--method", "filter").out
        )
        assert values["exact"] is False
        assert isinstance(values["count"], str)
        assert int(values["count"]) == pytest.approx(2.6101e27, rel=0.02)
        assert values["probability"] == pytest.approx(0.048656, rel=0.02)
        assert values["one_in"] == pytest.approx(20.55, rel=0.02)
        assert values["method"] == "filter"
        assert values["seed"] == "1"

    def test_count_everything(self, cli) -> None:
        values = json.loads(cli("count", "--json").out)
        assert values["count"] == "53644737765488792839237440000"
        assert (values["probability"], values["one_in"], values["exact"]) == (1.0, 1.0, True)

    @pytest.mark.long
    def test_count_in_words(self, cli) -> None:
        assert "2,610,137,721,058,114,653,884,217,600 (exact)" in cli("count", BALANCED).out
        out = cli("count", BALANCED, "--method", "filter", "--seed", "1").out
        assert "about 2.6" in out
        assert "95 %" in out
        assert "exact" in cli("count", "1").out
        rare = ("count", "hcp(north) == 37", "--limit", "1e5", "--method", "filter")
        assert "none found" in cli(*rare).out

    def test_explain(self, cli) -> None:
        values = json.loads(cli("explain", README, "--json", "--limit", "1e6").out)
        assert {"count", "probability", "one_in", "exact", "method"} <= values.keys()
        assert len(values["clauses"]) == 3
        assert "spades(south) >= 5" in cli("explain", README, "--limit", "1e6").out

    def test_explain_the_impossible(self, cli) -> None:
        result = cli("explain", "hcp(north) > 40 && balanced(south)")
        assert result.status == 0
        assert "no deal satisfies 'hcp(north) > 40'" in result.out

    def test_features(self, cli) -> None:
        out = cli("features").out
        assert "hcp(north[, spades])" in out
        assert "Kaplan-Rubens" in out

    @pytest.mark.parametrize(
        "command", ["deal", "count", "explain", "features", "shapes", "number", "combinations"]
    )
    def test_help_has_examples(self, cli, command: str) -> None:
        result = cli(command, "--help")
        assert result.status == 0
        assert f"dealwright {command}" in result.out
        assert "Example" in result.out

    def test_help_fills_its_lines(self, cli, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        assert " with a 95 % interval. Work is measured in" in cli("count", "--help").out

    def test_version(self, cli) -> None:
        assert re.match(r"dealwright \d+\.\d+\.\d+\n", cli("--version").out)


class TestNumbers:
    def test_shapes(self, cli) -> None:
        lines = cli("shapes").out.splitlines()
        assert lines[0] == "Index|  S  H  D  C"
        assert len(lines) == 562
        assert lines[2 + 252].split("|") == ["  252", "  4  3  3  3"]

    def test_shapes_of_a_class(self, cli) -> None:
        out = cli("shapes", "any 4333").out
        assert "  252|  4  3  3  3  16,726,464,040   2.634033" in out
        assert "4 shapes, 66,905,856,160 of 635,013,559,600 hands, 10.536130 %" in out
        values = json.loads(cli("shapes", "any 4333", "--json").out)
        assert values["hands"] == sum(shape["hands"] for shape in values["shapes"]) == 66905856160

    def test_numbers_and_back(self, cli) -> None:
        text = deal(1, seed=1)[0].text()
        number, short = cli("number", text).out.split()
        assert cli("number", "--deal", number).out.strip() == text
        assert cli("number", "--deal", short).out.strip() == text

    @pytest.mark.parametrize("system", ["andrews", "pavlicek-suited", "pavlicek-ranked"])
    def test_published_systems(self, cli, system: str) -> None:
        text = deal(1, seed=1)[0].text()
        zero, one = cli("number", text, "--system", system).out.splitlines()
        assert int(one.split()[0]) == int(zero.split()[0]) + 1
        shown = cli("number", "--deal", one.split()[0], "--system", system).out.splitlines()
        assert shown[1].startswith(text)
        values = json.loads(cli("number", text, "--system", system, "--json").out)
        assert values["number"] == zero.split()[0]

    def test_the_deal_in_andrewss_book(self, cli) -> None:
        text = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"
        assert "12345678901234567890123456789" in cli("number", text, "--system", "andrews").out
        shown = cli("number", "--deal", "12345678901234567890123456789", "--system", "andrews").out
        assert text in shown

    def test_combinations(self, cli) -> None:
        assert cli("combinations", "13", "5").out == "1,287 subsets of 5 out of 13\n"
        assert cli("combinations", "13", "5", "--rank", "12 11 10 9 8").out == "1286\n"
        assert cli("combinations", "13", "5", "--rank", "8,9,10,11,12").out == "1286\n"
        assert cli("combinations", "13", "5", "--unrank", "1286").out == "12 11 10 9 8\n"
        listed = cli("combinations", "13", "5", "--list", "1284..").out
        assert listed == "1284 12 11 10 9 6\n1285 12 11 10 9 7\n1286 12 11 10 9 8\n"
        gray = cli("combinations", "5", "2", "--list", "..", "--order", "gray").out
        assert len(gray.splitlines()) == 10


# arguments, words of the one line on standard error
BAD_INPUT = [
    (["deal", "5", "hpc(north) > 3"], "unknown function 'hpc'"),
    (["deal", "5", "(hcp(north) > 3"], "expected ')'"),
    (["deal", "5", "hcp(north) > 40"], "no deal satisfies"),
    (["deal", "5", "--predeal", "N SA; S SA"], "SA is predealt to both north and south"),
    (["deal", "5", "--predeal", "N SA SA"], "SA occurs twice"),
    (["deal", "5", "--predeal", "N SAKQJT98765432 H2"], "14 predealt cards"),
    (["deal", "5", "--predeal", "nonsense"], "begin with a seat"),
    (["deal", "-5"], "cannot be negative"),
    (["deal", "five"], "whole number, not 'five'"),
    (["deal", "1.5"], "whole number"),
    (["deal"], "Missing argument"),
    (["deal", "5", "--format", "gif"], f"choose one of {', '.join(names(writing=True))}"),
    (["deal", "5", "--output", "/no/such/place/x.pbn"], "cannot write"),
    (["deal", "5", "--file", "/no/such/file"], "cannot read"),
    (["deal", "5", "1", "--file", "/no/such/file"], "not both"),
    (["deal", "5", "--threads", "0"], "threads"),
    (["deal", "5", "--threads", "x"], "--threads"),
    (["deal", "5", "--board", "0"], "board numbers begin at 1"),
    (["deal", "5", "--dealer", "middle"], "is not a seat"),
    (["deal", "5", "--vulnerable", "never"], "is not a vulnerability"),
    (["deal", "5", "--method", "magic"], "choose auto, exact, filter, mixed"),
    (["deal", "5", "--limit", "-1"], "cannot be negative"),
    (["deal", "5", "--nonsense"], "--nonsense"),
    (["count", "hcp(north) / 0 > 1"], "always divides by zero"),
    (["count", "hcp(north) >"], "unexpected end"),
    (["explain", "shape(north, 5555)"], "20 cards, not 13"),
    (["nonsense"], "nonsense"),
    (["shapes", "any 4444"], "16 cards"),
    (["number"], "give a deal, or a number"),
    (["number", "N:x", "--deal", "5"], "give a deal, or a number"),
    (["number", "N:x y z w"], "suits"),
    (["number", "--deal", "53644737765488792839237440000"], "beyond the last deal"),
    (["number", "--deal", "minus one"], "is not a deal number"),
    (["number", "--deal", "5", "--system", "culbertson"], "choose dealwright, andrews"),
    (["combinations", "13", "5", "--rank", "12 12 10 9 8"], "ascending or descending"),
    (["combinations", "13", "5", "--rank", "13 12 10 9 8"], "outside 0 to 12"),
    (["combinations", "13", "5", "--rank", "12 11"], "2 positions, not 5"),
    (["combinations", "13", "5", "--rank", "a b"], "whole number"),
    (["combinations", "13", "5", "--unrank", "1287"], "0 to 1,286"),
    (["combinations", "13", "5", "--list", "9..2"], "FROM must not exceed TO"),
    (["combinations", "13", "5", "--list", "nine"], "FROM..TO"),
    (["combinations", "60", "30", "--list", ".."], "too many"),
    (["combinations", "13", "5", "--order", "up"], "choose colex, lex, gray, block"),
    (["combinations", "13", "5", "--rank", "1", "--unrank", "1"], "choose one"),
    (["combinations", "-1", "5"], "cannot be negative"),
]


@pytest.mark.parametrize(
    ("arguments", "example"),
    [
        (["lead"], 'dealwright lead "west QJT95.K4.832.A74" 3NT'),
        (["suit", "AQ9 opposite 432"], "dealwright suit AQT9 432"),
        (["suit", "AQ9", "opposite", "432"], "dealwright suit AQT9 432"),
        (["poker", "equity"], "dealwright poker equity "),
        (["distribution", "south hcp"], 'dealwright distribution 1 "hcp(south)"'),
    ],
)
def test_an_example_of_arguments(cli, arguments: list[str], example: str) -> None:
    result = cli(*arguments)
    assert result.status == 2
    assert example in result.err


@pytest.mark.parametrize(("arguments", "words"), BAD_INPUT)
def test_bad_input(cli, arguments: list[str], words: str) -> None:
    result = cli(*arguments)
    assert result.status == 2
    assert result.out == ""
    assert words in result.err
    assert result.err.startswith("dealwright: ")
    assert "Traceback" not in result.err
    lines = result.err.splitlines()
    assert len(lines) == 1 or lines[2].strip() == "^"  # a condition shows its place


def test_a_file_that_is_not_text(cli, tmp_path: Path) -> None:
    path = tmp_path / "picture"
    path.write_bytes(b"\xff\xfe\x00\x01")
    assert "not a text file" in cli("deal", "1", "--file", str(path)).err


def test_a_suspicious_range_is_noted(cli) -> None:
    result = cli("deal", "1", "15 <= hcp(north) <= 17", "--seed", "1")
    assert result.status == 0
    assert "x in 15..17" in result.err


def test_the_limit_gives_what_was_found(cli) -> None:
    result = cli(
        "deal", "100", "hcp(north) >= 28", "--limit", "2e6", "-F", "line", "--seed", "1",
        "--method", "filter",
    )  # fmt: skip
    assert result.status == 1
    found = Deals.parse(result.out.splitlines())
    assert 0 < len(found) < 100
    assert (found.north.hcp >= 28).all()
    assert "2,000,000 tried; about 1 deal in" in result.err


def test_the_limit_leaves_whole_json(cli) -> None:
    result = cli(
        "deal", "99", "hcp(north) >= 28", "--limit", "2e5", "-F", "json", "--seed", "1",
        "--method", "filter",
    )  # fmt: skip
    assert result.status == 1
    assert json.loads(result.out)["tried"] == 200_000


@pytest.mark.long
def test_interrupt(tmp_path: Path) -> None:
    """Ctrl-C in the middle: the file is whole, the message says how rare, the status is 1."""
    path = tmp_path / "rare.json"
    work = subprocess.Popen(
        [*COMMAND, "deal", "1000000", "hcp(north) >= 27", "-o", str(path), "--limit", "1e15",
         "--method", "filter"],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert work.stderr
    wait_until_busy(work, 2.0)
    work.send_signal(signal.SIGINT)
    message = work.stderr.read()
    work.stderr.close()
    assert work.wait(timeout=PATIENCE) == 1
    assert re.search(r"interrupted: [\d,]+ of 1,000,000 deals found in [\d,]+ tried", message)
    assert "Traceback" not in message
    record = json.loads(path.read_text("utf-8"))
    assert record["found"] == len(record["deals"]) > 0


def on_a_terminal(*arguments: str, bar: bool = True) -> tuple[int, str]:
    """Run the command with a pseudo-terminal for its output; return status and output.

    Without a ``bar`` standard error is no terminal: a busy machine would show one there.
    """
    leader, follower = pty.openpty()
    work = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=follower, stderr=follower if bar else subprocess.DEVNULL, stdin=subprocess.DEVNULL,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50"},
    )  # fmt: skip
    os.close(follower)
    output = read_terminal(leader)
    return work.wait(timeout=PATIENCE), output.decode()


@pytest.mark.long
def test_interrupted_count() -> None:
    """Ctrl-C while counting: the estimate so far, and status 1."""
    work = subprocess.Popen(
        [*COMMAND, "count", "hcp(north) == 36", "--json", "--limit", "1e15", "--method", "filter"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    wait_until_busy(work, 2.0)
    work.send_signal(signal.SIGINT)
    out, err = work.communicate(timeout=PATIENCE)
    assert work.returncode == 1
    assert json.loads(out)["samples"] > 10**6
    assert err == "dealwright: interrupted: the estimate is from the deals examined so far\n"


class TestTerminal:
    def test_four_colours_and_two_diagrams_a_row(self) -> None:
        status, output = on_a_terminal("deal", "2", "--seed", "1", bar=False)
        assert status == 0
        assert len(set(re.findall(r"\x1b\[38;5;(\d+)m", output))) == 4
        plain = re.sub(r"\x1b\[[0-9;]*m", "", output)
        assert re.search(r"^Board 1.*Board 2", plain, re.MULTILINE)

    def test_no_colour_if_not_wanted(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        assert "\x1b[38" not in on_a_terminal("deal", "1", "--seed", "1", bar=False)[1]

    def test_too_many_for_a_terminal(self) -> None:
        status, output = on_a_terminal("deal", "1e12")
        assert status == 2
        assert "too many for a terminal" in output
        assert output.count("\n") == 1

    @pytest.mark.long
    def test_progress_on_long_work(self) -> None:
        status, output = on_a_terminal(
            "deal", "40", "hcp(north) >= 33", "-F", "none", "--limit", "2e8", "--method", "filter"
        )
        assert status in (0, 1)
        assert "tried" in output
        assert "dealing" in output


@pytest.mark.parametrize(
    ("text", "value"), [("5", 5), ("1e6", 10**6), ("1_000", 1000), ("1,000,000", 10**6), ("0", 0)]
)
def test_whole_numbers(text: str, value: int) -> None:
    assert whole_number(text, "it") == value


@pytest.mark.parametrize("text", ["", "1e", "e5", "1.5e3", "0x10", "--5", "1e99", "½"])
def test_no_whole_numbers(text: str) -> None:
    with pytest.raises(DealwrightError):
        whole_number(text, "it")


def test_interrupt_while_starting(tmp_path: Path) -> None:
    """Ctrl-C while the libraries are loaded: one line and status 1."""
    (tmp_path / "numpy.py").write_text("import time\nprint('loading', flush=True)\ntime.sleep(60)")
    work = subprocess.Popen(
        [*COMMAND, "count", "hcp(north) == 15"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert work.stdout
    assert work.stdout.readline() == "loading\n"
    work.send_signal(signal.SIGINT)
    _, message = work.communicate(timeout=PATIENCE)
    assert (work.returncode, message) == (1, "dealwright: interrupted\n")
