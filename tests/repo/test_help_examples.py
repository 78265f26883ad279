"""Every example of every help text runs, as it is typed, on files of the names that it uses."""

from __future__ import annotations

import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from dealwright import deal
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.cli.command_words import read_words, without_option
from dealwright.formats import Board, Turn, write
from tests.conftest import Result
from tests.repo.test_command_line import COMMANDS

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests/golden/data"
VALUE = "4 11 23 30 38 45 2 9 17 28 33 49 7 15 21 26 40 44"
# What cannot run in a test, and why.
LEFT = {
    "serve": "it serves until Ctrl-C",
    "tournament timestamp": "an authority is asked; test_tournament.py has one",
    "tournament squaredeal": "dealt from keys of others; test_squaredeal.py has some",
    "tournament reveal spring-congress.public.json --value round.json": "it names a round of drand",
    "tournament bigdeal --owner": "dealt from keys of the real time",
    "deal 1e9": "it needs a cluster",
    "poker table": "all hands of seven cards take minutes; poker/test_tables.py has smaller tables",
    "completion powershell |": "the rest is PowerShell's",
}
# What solves for minutes; the tests of these commands solve less.
SOLVED = (
    "contracts", 'count "zar', 'deal 8 "makes', 'distribution "hcp(north) + hcp(south) == 25"',
    "lead", "makes", "practice decisions", "strategies",
    "system compare natural two", "tabulate",
)  # fmt: skip
LEFT |= dict.fromkeys(SOLVED, "it solves for minutes")
# What takes more than the time of a fast test.
SLOW = (
    "audit", "cards", "compare", "contracts", "convert club.lin club.pbn", 'count "shape',
    'count "zar', "deal 10 \"hcp", "deal 1e6", 'deal 8 "makes', "deal 8 --predeal", "distribution",
    "draw", "endgame", "lead", "makes", "odds", "poker", "practice", "run", "scenarios", "solve",
    "strategies", "suit", "system", "tabulate",
)  # fmt: skip
TEXTS = {
    "stayman.txt": "hcp(north) in 15..17 && balanced(north) && hearts(south) == 4",
    "condition.txt": "hcp(north) in 15..17 && balanced(north)",
    "system.txt": "weak_nt = balanced(north) && hcp(north) in 12..14",
    "my.system": "opening\n  1NT hcp in 15..17 && balanced\n  else Pass\n",
    "precision.bml": "1NT 13-15, balanced\n1C 16+\n",
    "stayman.dl": "condition hcp(north) in 15..17 && hearts(south) == 4\naction printall",
    "two_over_one.dl": "strong = hcp(north) > 15\n",
    "weak2.dl": "condition spades(north) == 6 && hcp(north) in 5..10\naction printall",
    "fit.dl": "condition hcp(north) >= $0 && hcp(north) <= $1\naction printall",
    "points.dl": "condition balanced(north)\naction frequency \"points\" (hcp(north), 0, 20)",
    "ladder.dl": (
        "a = hcp(north) in 10..12\nb = hcp(north) in 13..15\nHandType_low = a\nHandType_high = b\n"
        "condition 1\naction printall"
    ),
    "notrump.txt": "deals 50\n1NT-S\nstrategy a\n  3NT-S if hcp(north) >= 9\n  stop\n",
    "plan.toml": (
        'title = "Spring congress"\nvalue = "Lotto of three draws"\n[[phase]]\nname = "Pairs"\n'
        'sessions = 2\nboards = "1-6"\n[[phase]]\nname = "Swiss"\nsessions = 3\nboards = "1-4"\n'
    ),
}  # fmt: skip
BOARDS = (
    "match.lin", "match.pbn", "club.lin", "club.pbn", "friday.lin", "monday.pbn", "open.lin",
    "closed.lin", "library.pbn", "boards.dlm", "hands.bri", "season/1.pbn", "finals.lin",
)  # fmt: skip


def examples() -> Iterator[tuple[str, str]]:
    """Yield the lines of examples with the names of their commands."""
    for name, command in COMMANDS.items():
        start = re.search("Examples?:", command.help)
        assert start is not None
        for line in command.help[start.end() :].splitlines():
            if line.startswith("  ") and "dealwright " in line:
                yield name, line.strip()


EXAMPLES = [line for _, line in examples()]


def _typed(line: str) -> str:
    return line.partition("dealwright ")[2]


def _left(line: str) -> str:
    return next((why for start, why in LEFT.items() if _typed(line).startswith(start)), "")


def _marked(line: str) -> object:
    slow = any(_typed(line).startswith(start) for start in SLOW)
    return pytest.param(line, marks=pytest.mark.long if slow else (), id=_typed(line)[:60])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files that the examples name."""
    folder = tmp_path_factory.mktemp("examples")
    (folder / "season").mkdir()
    calls = tuple(map(Turn, ("1NT", "Pass", "Pass", "Pass")))
    boards = [
        Board(number, board_dealer(number), board_vulnerability(number), each.masks, auction=calls)
        for number, each in enumerate(deal(36, seed="examples"), 1)
    ]
    for name in BOARDS:
        (folder / name).write_bytes(write(boards, name.rpartition(".")[2])[0])
    strong = deal(36, "hcp(north) in 15..17 && balanced(north)", seed="examples")
    strong.write(folder / "1nt.pbn")
    for name, text in TEXTS.items():
        (folder / name).write_text(text, "utf-8")
    shutil.copy(ROOT / "examples/types.toml", folder)
    shutil.copy(ROOT / "examples/invite.txt", folder / "notrump.txt")
    shutil.copy(ROOT / "examples/invite.txt", folder / "leads.txt")
    for path in DATA.glob("*.sqd"):
        shutil.copy(path, folder)
    return folder


@pytest.fixture
def run(
    files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cli: Callable[..., Result]
) -> Callable[[str], Result]:
    """Return a function that runs a line in a copy of the folder of files."""
    folder = tmp_path / "here"
    shutil.copytree(files, folder)
    (tmp_path / "systems").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("DEALWRIGHT_CACHE", str(tmp_path / "cache"))

    def call(line: str) -> Result:
        result = Result(0, "", "")
        for part in re.sub(r" > \S+$", "", line).split(" | "):
            words = shlex.split(part)
            if words[0] == "echo":
                result = Result(0, f"{words[1]}\n", "")
                continue
            if words[0] == "dealer":
                result = Result(0, "n AKQ.AKQ.AKQ.AKQJ e JT9.JT9.JT98.T98 s 876.876.765.7654 w "
                                   "5432.5432.432.32\n", "")  # fmt: skip
                continue
            if words[0] == "cp":
                shutil.copy(words[1], words[2])
                continue
            given = TextIOWrapper(BytesIO(result.out.encode()), "utf-8")
            monkeypatch.setattr(sys, "stdin", given)
            expanded = [
                name
                for word in words[1:]
                for name in (
                    sorted(map(str, Path().glob(word))) if re.match(r"[\w/]*\*", word) else [word]
                )
            ]
            result = cli(*expanded)
        return result

    return call


@pytest.mark.parametrize("line", [_marked(line) for line in EXAMPLES if not _left(line)])
def test_an_example_runs(line: str, run: Callable[[str], Result]) -> None:
    for before in _before(line):
        assert run(before).status == 0
    found = run(line)
    finds = _typed(line).startswith("tournament verify congress")  # two of five sets are checked
    assert (found.status, "fault of" in found.err) == (int(finds), False), found.err


def _before(line: str) -> Iterator[str]:
    """Yield the commands that come before an example, by which its files are made."""
    typed = _typed(line)
    if typed.startswith(("tournament reveal", "tournament verify")):
        yield "dealwright tournament new plan.toml"
    if typed.startswith("tournament verify"):
        reveal = "dealwright tournament reveal spring-congress.public.json"
        yield f'{reveal} --value "{VALUE}" --output sets'
    if typed.startswith("tournament verify congress"):
        yield "cp spring-congress.public.json congress.public.json"
        yield "cp spring-congress.secret.json published.json"
        yield "cp sets/pairs-1.pbn pairs-1.pbn"
        yield "cp sets/pairs-2.dup pairs-2.dup"


@pytest.mark.parametrize(("name", "line"), [each for each in examples() if _left(each[1])])
def test_the_words_of_what_is_left_out_can_be_read(name: str, line: str) -> None:
    typed = re.split(" [|>] ", _typed(line))[0]
    words, fields = shlex.split(typed)[len(name.split()) :], COMMANDS[name].fields
    words, _ = without_option(words, "--cluster")
    missing = {field.name for field in fields if field.required} - {*read_words(fields, words)}
    assert missing == set()


def test_what_is_left_out_is_there() -> None:
    """A reason without an example is none."""
    for start in LEFT:
        assert any(_typed(line).startswith(start) for line in EXAMPLES), start
    assert len(EXAMPLES) > 200
