"""Damaged texts of all kinds, which end in an answer or in an error of Dealwright, in good time.

A text is one that somebody wrote (a condition, a phrase, a system, a file of boards ...), cut off
in the middle as while it is typed, or altered: characters, words and lines deleted, doubled,
swapped, put in from another text, odd characters among them. A reader may refuse it, with a message
of one of the package's errors; any other exception is a fault, and so is a reader that takes too
long.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from time import process_time

import dealwright
from dealwright import formats
from dealwright.analysis.rules import parse_strategies
from dealwright.base.errors import DealwrightError
from dealwright.cli.user_settings import fresh_settings, values
from dealwright.conditions.parse import parse_shapes, read_quantity
from dealwright.fair.tournament.plans import read_plan
from dealwright.play.at_table import table_view
from dealwright.poker.ranges import parse_range
from dealwright.requests.documents import read_json
from dealwright.scripts.reading import parse_script
from dealwright.systems.bml_reading import read_bml
from dealwright.systems.calls import auction_of
from dealwright.systems.system import read_system

__all__ = ["damaged", "draw", "fault", "smaller"]

_ROOT = Path(__file__).parents[2]
_MOST_SECONDS = 2.0  # CPU for a text and each further 100 kB of it
_HANDS = "south AT98.432.432.AK2", "north K7654.AQ5.AKQ.76"
_ODD = (
    *"()[]{}<>\"'`,;:.?!|&^%$#@~*+-=/\\_0123456789",
    *"\t\n\r \x00\x0b\x0c\x1c\x1f\x7f\x85\xa0\u00ad\u2028\u2029\u2003\ufeff\u200b\u0661\u00b2",
    *"\u2160\u017f\u212a\u2013\u2026\u2665\u2660\U0001f0a1\ud800",
    *("\r\n", "north", "opens", "none", "of", "top", "any", "both", "most", "and", "or", "not"),
    *("in", "x", "10", "99999999999999999999", "-1", "1e9", "5+", "15-17", "..", "||", "A"),
)
_CONDITIONS = (
    "hcp(north) in 15..17 && balanced(north)",
    "shape(north, any 4432 + 5xxx - 4=4=4=1) || !hascard(west, SA)",
    "ltc(north) + ltc(south) <= 14.0 && hcp(north, spades) > 3 ? spades(east) : 2",
    "north: 15-17 balanced; south: 5+ spades, no void",
    "north: none of top three spades",
    "south: opens 1NT or 2C; north: 4-4 in the majors, headed by AK",
    "east: at least two aces and a king",
    "shape{north, 5+xxx - xx4x:s+h in 7..} && quality(south, hearts) >= 6",
    "a = hcp(north) + hcp(south)\na in 25..29 && (a > 26 || fits(ns) > 1)",
    "west: singleton king, 2 of the top 3 in hearts or longer clubs than diamonds",
)
_EVENTS = (
    "west SJ",
    "3-2 in spades",
    "SQ drops",
    "finesse SQ",
    "west: 5+ hearts and SQ",
    "spades 4-0 and HK onside",
)
_LINES = (
    "SA SK, then finesse SJ",
    "cash SA; if west shows out: finesse SJ against east; else SK",
    "finesse HQ, lose at most 1",
    "drop SQ or HK onside",
    "SA, else (finesse SJ, 3 tricks in spades)",
)
_SYSTEM = """strength = 15..17
opening
  1NT "a note" hcp in strength && balanced
  1S spades >= 5
  else Pass
1NT
  2C 8+
  ... 4M
"""
_BML = """1NT 15-17, balanced
  2C Stayman, 8+
    2D No major
  2H Transfer, 5+ spades
#CUT x
2C 4+!c
#ENDCUT
"""
_SCRIPT = """predeal south SAK, H2
condition hcp(north) > 12 and shape(north, any 4333 + 5xxx)
produce 5
action average "n" hcp(south), printoneline, frequency "x" (hcp(west), 0, 20)
"""
_RULES = """where hcp(north) > 9
predeal north SAKQ
against pass
strategy blast
  3NT if hcp(south) >= 9
  2NT
"""
_RANGES = (
    "AA, KK-TT, AKs+, 76s, T9o",
    "[50]JJ+[/50], A2s-A5s",
    "random",
    "AhKd, 22+",
    "T8s+, 5%",
)
_AUCTIONS = (
    "1NT P 2C P 2H",
    "(1H) X 2NT! P; 3S",
    "1S - pass - 4S - all pass",
    "1C 1D X XX 7NT",
)
_PLAN = '{"plan": 1, "name": "Friday", "sessions": 2, "boards": 16, "value": "drand 5000000"}'
_SETTINGS = """language = "fr"
ten = "10"
suit_colours = "two"
budget = 3
scripts = ["~/x", "y"]
"""


@dataclass(frozen=True)
class Case:
    """A text and its kind."""

    kind: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind} {self.text!r}"


@cache
def _boards_of(name: str) -> str:
    """Return two played boards in a format, its bytes as characters."""
    played = (_ROOT / "examples" / "vugraph.lin").read_text("utf-8")
    boards = [board for board in formats.read(played, "lin").boards if board.deal][:2]
    return formats.write(boards, name)[0].decode("latin-1")


@cache
def _view() -> dealwright.TableView:
    return table_view(*_HANDS, leader="south", play="SA S2 S4 SQ")


def _settings(text: str) -> None:
    from tempfile import NamedTemporaryFile
    from unittest.mock import patch

    with NamedTemporaryFile("w", suffix=".toml", encoding="utf-8", errors="replace") as file:
        file.write(text)
        file.flush()
        with patch.dict("os.environ", {"DEALWRIGHT_SETTINGS": file.name}), fresh_settings():
            values()


def _board_file(name: str) -> Callable[[str], object]:
    def read(text: str) -> object:
        data = text.encode("latin-1") if text.isascii() else text.encode("utf-8", "replace")
        return list(formats.reading(data, name, keep=False))

    return read


_READERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "condition": (lambda text: str(dealwright.parse(text)), _CONDITIONS),
    "quantity": (read_quantity, ("hcp(north) + 3 * spades(south)", "shape(west)", "ltc(east) % 4")),
    "shapes": (parse_shapes, ("any 4432 + 5xxx - 4=4=4=1", "5-4 in the majors", "xxx5 + any 6511")),
    "event": (lambda text: _view().condition(text), _EVENTS),
    "line": (lambda text: _view().line(text), _LINES),
    "system": (read_system, (_SYSTEM,)),
    "bml": (read_bml, (_BML,)),
    "script": (parse_script, (_SCRIPT,)),
    "rules": (parse_strategies, (_RULES,)),
    "range": (parse_range, _RANGES),
    "auction": (auction_of, _AUCTIONS),
    "plan": (read_plan, (_PLAN,)),
    "settings": (_settings, (_SETTINGS,)),
    "document": (read_json, ()),
    "hand": (dealwright.Hand, ("AKQ2.T98.543.A72", "SAKQ2 HT98 D543 CA72")),
    "deal": (dealwright.Deal, ("N:AKQ2.T98.543.A72 - - -",)),
    "predeal": (
        lambda text: dealwright.deal(1, predeal=text),
        ("south SAK, H2; west CA", "N:AKQ.2.."),
    ),
}


def _kinds() -> list[str]:
    files = [name for name in formats.names(reading=True, writing=True) if name != "parquet"]
    return [*_READERS, *(f"file.{name}" for name in files)]


@cache
def _written(kind: str) -> tuple[str, ...]:
    """Return texts of a kind that somebody wrote."""
    if kind.startswith("file."):
        return (_boards_of(kind.removeprefix("file.")),)
    texts = _READERS[kind][1]
    if kind == "document":
        folder = _ROOT / "tests" / "documents" / "0.3.0"
        texts = tuple(path.read_text("utf-8")[:3000] for path in sorted(folder.glob("*.json")))
    elif kind == "condition":
        rows = (_ROOT / "tests" / "documents" / "phrases.tsv").read_text("utf-8").splitlines()
        texts += tuple(f"north: {row.split(chr(9))[0]}" for row in rows if row[:1] != "#")
    elif kind == "script":
        folder = _ROOT / "tests" / "peers" / "scripts"
        texts += tuple(path.read_text("utf-8") for path in sorted(folder.glob("*.dl")))
    return texts


def _altered(r: random.Random, text: str, other: str) -> str:
    """Return a text altered in one place."""
    kind, at = r.random(), r.randrange(len(text) + 1)
    if kind < 0.2:  # half-typed
        return text[:at]
    if kind < 0.4:
        return text[:at] + r.choice(_ODD) + text[at:]
    if kind < 0.5:
        return text[:at] + text[at + r.randint(1, 4) :]
    if kind < 0.6:
        return text[:at] + r.choice(_ODD) + text[at + r.randint(1, 3) :]
    mark = r.choice([" ", "\n", ","])
    parts = text.split(mark)
    first, second = r.randrange(len(parts)), r.randrange(len(parts))
    if kind < 0.7:
        del parts[first]
    elif kind < 0.8:
        parts[first], parts[second] = parts[second], parts[first]
    elif kind < 0.9:
        parts.insert(first, parts[second])
    else:
        start = r.randrange(len(other) + 1)
        parts.insert(first, other[start : start + r.randint(1, 30)])
    return mark.join(parts)


def damaged(r: random.Random, kind: str) -> str:
    """Return a text of a kind that is damaged in up to four places."""
    text, other = r.choice(_written(kind)), r.choice(_written(r.choice(_kinds())))
    for _ in range(r.choice([1, 1, 1, 2, 2, 4])):
        text = _altered(r, text, other)
    return text


def draw(r: random.Random) -> Case:
    """Draw a kind and a text of it, damaged in up to four places; rarely a long one."""
    kind = r.choice(_kinds())
    text = damaged(r, kind)
    if r.random() < 0.002:  # costs must grow with the size alone
        start = r.randrange(len(text) + 1)
        piece = text[start : start + r.randint(1, 12)] or "{ a "
        text += piece * (20_000 // len(piece))
    return Case(kind, text)


def fault(case: Case) -> str | None:
    """Return the exception or the time of a text that is no error of the package."""
    read = (
        _board_file(case.kind.removeprefix("file."))
        if case.kind.startswith("file.")
        else _READERS[case.kind][0]
    )
    start = process_time()
    try:
        read(case.text)
    except DealwrightError as error:
        if not str(error).strip():
            return "an error without a message"
    except (MemoryError, RecursionError) as error:
        return f"{type(error).__name__}"
    seconds, most = process_time() - start, _MOST_SECONDS * (1 + len(case.text) / 100_000)
    return f"{seconds:.1f} s for {len(case.text):,} characters" if seconds > most else None


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case with less text: without halves, lines, words, then single characters."""
    text = case.text
    size = len(text)
    while size := size // 2:
        for start in islice(range(0, len(text), size), 200):
            yield replace(case, text=text[:start] + text[start + size :])
