"""The answer of an audit: its tests with their p-values, and its power."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers.report import Column, Report, Reported, Table

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import OneOf

__all__ = ["LEVEL", "ROOMS", "Audit", "AuditTest", "Power"]

# What it means that two sessions have the same set.
ROOMS = (
    "The rooms of a match play the same boards, and that is as it should be. If these were played "
    "at different times, one set was dealt twice. They are tested once."
)
LEVEL = 0.01  # of all tests together
_WIDTH = 24  # characters of a bar
_SHOWN_BOARDS = 8  # repeated boards in a report


@dataclass(frozen=True)
class AuditTest:
    """A test: the observed and the expected value, the standard deviation, and the p-values.

    ``method`` is ``exact``; ``bound``, if the p-value is an upper bound; ``moments``, if it
    comes from the gamma distribution with the exact mean and deviation of a sum of squares; or
    ``permutations``, if boards were rearranged at random, which is valid but gives slightly
    different values with another seed. ``adjusted`` is the p-value for all tests together
    (Holm). ``words`` describe the observation.
    """

    name: str
    p_value: float
    adjusted: float
    seen: float
    expected: float
    deviation: float
    method: Annotated[str, OneOf(("exact", "bound", "moments", "permutations"))]
    words: str

    @property
    def scores(self) -> float:
        """The difference from the expected value in standard deviations; 0 without a deviation."""
        return (self.seen - self.expected) / self.deviation if self.deviation else 0.0


@dataclass(frozen=True)
class Power:
    """How often sets of this size dealt in a known wrong way are detected."""

    dealer: str
    test: str
    chance: float


@dataclass(frozen=True)
class Audit(Reported):
    """An audit of ``boards`` boards of ``sessions`` sessions, under a condition ("" for none).

    ``level`` is the chance that fair hands fail it. ``left_out`` are tests whose distribution
    could not be counted exactly under the condition, ``repeated`` the boards that were dealt
    twice, ``notes`` what was not read in the files. ``rooms`` are sessions that have the set of
    another one, and were tested with it: the other room of a match, or the same set a second
    time.
    """

    table_rows = "tests"

    boards: int
    sessions: int
    condition: str
    level: float
    tests: tuple[AuditTest, ...]
    powers: tuple[Power, ...]
    left_out: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    seed: str = ""
    notes: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()

    json_keys = (
        "boards", "sessions", "condition", "level", "verdict", "tests", "powers",
        "left_out", "repeated", "seed", "notes", "rooms",
    )  # fmt: skip

    @property
    def failed(self) -> tuple[AuditTest, ...]:
        """The tests that fail, all tests taken together."""
        return tuple(test for test in self.tests if test.adjusted <= self.level)

    @property
    def verdict(self) -> str:
        """The conclusion for players, in one or two sentences."""
        single = self.boards == 1
        these = "This board" if single else f"These {self.boards:,} boards"
        if not self.failed:
            best = max(self.powers, key=lambda power: power.chance, default=None)
            look = "looks" if single else "look"
            sentence = f"{these} {look} fairly dealt: no test finds more than chance explains."
            if best is None or best.chance < 0.5:
                return f"{sentence} But these are too few boards to show most faults."
            return sentence
        words = "; ".join(test.words for test in self.failed)
        once = min(test.adjusted for test in self.failed)
        rate = f"at most once in {1 / once:,.0f} sets" if once > 1e-9 else "next to never"
        return (
            f"{these} {'is' if single else 'are'} not what fair dealing gives: {words}. "
            f"Fair dealing fails this badly {rate}."
        )

    def report(self, *, symbols: bool = True) -> Report:
        """Return the verdict, the tests and the power."""
        boards = f"{self.boards:,} board{'' if self.boards == 1 else 's'}"
        sessions = f"{self.sessions} session{'s' if self.sessions != 1 else ''}"
        under = f", dealt with {self.condition}" if self.condition else ""
        together = min((test.adjusted for test in self.tests), default=1.0)
        columns = [
            Column.words("", 28), Column("seen", 10), Column("expected", 11),
            Column.words(f"  {'less':<12}{'more':>13} ", 28, only="print"),
            Column.number("standard deviations", 0, "+.2f", only="notebook"),
            Column("p-value", 9), Column.words("", 3, only="print"),
            Column("all together", 0, only="notebook"),
        ]  # fmt: skip
        rows = [
            (test.name, _number(test.seen), _number(test.expected), f"  {_bar(test.scores)}",
             test.scores, _small(test.p_value), "  !" if test.adjusted <= self.level else "",
             _small(test.adjusted))
            for test in self.tests
        ]  # fmt: skip
        left_out = "left out: it cannot be counted exactly under the condition"
        found = "Of sets dealt in these ways, an audit of this many boards catches:"
        dealers = [(power.chance, f"  {power.dealer} ({power.test})") for power in self.powers]
        power: list[str | Table] = [
            found, Table([Column.percent("", 7), Column.words("", 0)], dealers, headed=False)
        ] if dealers else []  # fmt: skip
        return Report(
            self.verdict, "", *_first("two rooms, or one set dealt twice: ", self.rooms, " files"),
            *([ROOMS, ""] if self.rooms else []),
            f"{boards} of {sessions}{under}; {len(self.tests)} tests", Table(columns, rows),
            *(f"{name:28} {left_out}" for name in self.left_out),
            *_first("repeated: ", self.repeated), "",
            f"All tests together: p = {_small(together)}. Fair hands fail at {self.level:g}.",
            *power,
            "It cannot tell whether somebody saw the hands, or chose a set for reasons that leave "
            "no trace in shapes and points.",
        )  # fmt: skip


def _first(head: str, texts: Sequence[str], what: str = "") -> Iterator[str]:
    """Yield the first few texts as lines with a head, then how many more there are."""
    yield from (head + words for words in texts[:_SHOWN_BOARDS])
    if len(texts) > _SHOWN_BOARDS:
        yield f"{head}{len(texts) - _SHOWN_BOARDS:,}{what} more"


def _bar(scores: float) -> str:
    """Return a mark on a scale from four standard deviations below to four above."""
    place = round(_WIDTH / 2 + max(-4.0, min(4.0, scores)) * _WIDTH / 8)
    cells = ["-"] * (_WIDTH + 1)
    cells[_WIDTH // 2] = "|"
    cells[place] = "o"
    return "".join(cells)


def _number(value: float) -> str:
    """Return a number as text: whole if it is large, short if it is tiny."""
    if abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.0e}" if 0 < abs(value) < 0.01 else f"{value:.4g}"


def _small(p_value: float) -> str:
    if p_value < 1e-12:
        return "< 1e-12"
    return f"{p_value:.4f}" if p_value >= 0.0001 else f"{p_value:.1e}"
