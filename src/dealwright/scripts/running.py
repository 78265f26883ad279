"""Running a script: what it asks for, exact where it can be, deal by deal where it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil
from typing import TYPE_CHECKING, Any

from dealwright.cards import Seat, cards_from_mask
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.script_data import Clause
from dealwright.conditions.script_values import without_solver
from dealwright.conditions.scripts import (
    Average,
    Frequency,
    PrintHands,
    Script,
    parse_script,
    with_points,
)
from dealwright.deals import Deals
from dealwright.errors import AttemptLimitReached, ConditionError
from dealwright.features import feature_names, point_scale, register
from dealwright.formats import Settings, Writer
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.questions.condition import Condition, Quantity
from dealwright.questions.dealing import Dealt
from dealwright.questions.distributions import distributions
from dealwright.scripts.printers import Print, Printer
from dealwright.scripts.randomness import (
    has_random,
    opaque_tests,
    random_values,
    separate_mentions,
)
from dealwright.scripts.tables import Statistic, statistic_lines
from dealwright.stream import Seed, Stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.questions.mixed_dealing import MixedDealing
    from dealwright.scripts.levelling import Levelling

__all__ = ["INTERRUPTED", "Run", "joined", "run_script"]

INTERRUPTED = "it was interrupted"
_PRINTED, _COUNTED = 40, 100_000  # deals produced where the script does not say
_AT_ONCE = 1024
_BESIDE, _ALONE = 2.0, 20.0  # seconds that counting the statistics may take, beside deals or not
_PRECISE, _LEAST = 100_000_000, 1000  # deals at most, at least, where a precision is asked for


def joined(tests: Sequence[Node]) -> Condition | None:
    """Return the condition that all of some tests hold; None of none."""
    whole: Node | None = None
    for test in tests:
        whole = test if whole is None else nodes.Binary("and", whole, test)
    return None if whole is None else Condition(whole)


@dataclass
class Run:
    """A script being run; iterate over it once for its text, piece by piece.

    ``produce`` and ``generate`` replace those of the script. ``level`` deals its hand types in the
    shares it asks for, ``interleave`` them in turn. ``within`` ends sampling as soon as every mean
    and every share is known so closely (95 %). ``sink`` makes a writer that takes the
    deals in place of the script's own actions. Ctrl-C ends the dealing and keeps what there is.

    Afterwards ``statistics`` are its averages and frequencies, ``produced`` how many deals were
    printed or counted, ``tried`` how many were examined for them, ``method`` how they were dealt,
    "" where none had to be, ``stopped`` why it ended before its time.
    """

    script: Script
    seed: Seed | None = None
    produce: int | None = None
    generate: int | None = None
    threads: int | None = None
    memory: int = DEFAULT_MEMORY
    symbols: bool = True
    quiet: bool = False
    level: bool = False
    interleave: bool = False
    within: float | None = None
    progress: Callable[[int, int], object] | None = None
    sink: Callable[[Settings], Writer] | None = None
    statistics: list[Statistic] = field(default_factory=list)
    produced: int = 0
    tried: int = 0
    method: str = ""
    stopped: str = ""
    of_types: list[int] | None = None

    def __post_init__(self) -> None:
        stream = Stream(self.script.seed if self.seed is None else self.seed)
        self.seed, self._key = stream.seed, int(stream.split("rnd").words(0, 1)[0])
        self._mentions = count(1)
        self._features = {
            name: _point_feature(name, values, 100 if name in self.script.hundredths else 1)
            for name, values in self.script.points.items()
        }
        tests = self.fixed_lengths()
        if self.script.condition is not None:
            tests.append(self._test(self.script.condition))
        self.condition = joined(tests)
        self.predeal = {
            Seat(seat): cards_from_mask(mask)
            for seat, mask in enumerate(self.script.predeal)
            if mask
        }
        self.levelling = self._levelling() if self.level or self.interleave else None
        actions = self.script.actions or (PrintHands("printall"),)
        self.prints = [each for each in actions if isinstance(each, Print) and not self.sink]
        self._asked = [each for each in actions if isinstance(each, Average | Frequency)]

    def __iter__(self) -> Iterator[str]:
        self._check_solved()
        asked = [self._asked_of(action) for action in self._asked]
        self.statistics[:] = [Statistic(action, exact=False) for action in self._asked]
        pairs = list(zip(self.statistics, asked, strict=True))
        if not self._kept:
            self._count(pairs)
        sampled = [(found, nodes) for found, nodes in pairs if not found.exact]
        if self._kept or sampled:
            yield from self._deal(sampled)
        if self._kept and self.stopped != INTERRUPTED:
            self._count(pairs)  # after the deals: it may take longer
        mark = "% " if self._prints_pbn() else ""
        for found in self.statistics:
            lines = statistic_lines(found, symbols=self.symbols)
            yield "".join(f"{mark}{line}\n" for line in lines)
        if self.levelling is not None:
            lines = self.levelling.lines(self.of_types)
            yield "".join(f"{mark}{line}\n" for line in lines)

    @property
    def _kept(self) -> bool:
        """Whether deals are printed or saved, not only counted."""
        return bool(self.prints) or self.sink is not None

    def _prints_pbn(self) -> bool:
        return any(isinstance(p, PrintHands) and p.form == "printpbn" for p in self.prints)

    def _settings(self, dealt: Dealt | MixedDealing) -> Settings:
        script = self.script
        condition = "" if self.condition is None else str(self.condition)
        return Settings(
            first=script.startboard, dealer=script.dealer, vulnerability=script.vulnerable,
            seed=str(self.seed), method=dealt.method, condition=condition,
        )  # fmt: skip

    def _printer(self, settings: Settings) -> Writer:
        title = self.script.title
        return Printer(self.prints, settings, self.values, title=title, quiet=self.quiet)

    def values(self, node: Node, deals: Deals) -> list[int]:
        """Return the value of an expression for each of some deals."""
        found: list[int] = self._values(self._mapped(node), deals).tolist()
        return found

    def _values(self, node: Node, deals: Deals) -> NDArray[Any]:
        if has_random(node):
            return random_values(node, deals, self._key)
        return Quantity(node).values(deals)

    def clauses(self) -> list[Clause]:
        """Return the parts of the condition that differ and need no double-dummy solver.

        Point counts of the script are counted.
        """
        found: dict[Node, Clause] = {}
        for clause in self.script.clauses:
            if not any(isinstance(node, nodes.Tricks) for node in nodes.walk(clause.test)):
                test = self._test(clause.test)
                found.setdefault(test, replace(clause, test=test))
        return list(found.values())

    def fixed_lengths(self) -> list[Node]:
        """Return the tests that predealt lengths stand for."""
        return [self._mapped(test) for test in self.script.lengths]

    def _mapped(self, node: Node) -> Node:
        counted = with_points(node, self._features) if self._features else node
        return separate_mentions(counted, self._mentions)

    def _test(self, node: Node) -> Node:
        """Return a test as it can be planned: random numbers in predicates of their own."""
        mapped = self._mapped(node)
        return opaque_tests(mapped, self._key) if has_random(mapped) else mapped

    def _asked_of(self, action: Average | Frequency) -> tuple[Node, ...]:
        values = (action.value,) if isinstance(action, Average) else action.values
        return tuple(self._mapped(value) for value in values)

    def _count(self, pairs: Sequence[tuple[Statistic, tuple[Node, ...]]]) -> None:
        """Count exactly the statistics that can be counted.

        :raises ConditionError: if no deal satisfies the condition
        """
        fixed = [pair for pair in pairs if not any(has_random(node) for node in pair[1])]
        groups = [[Quantity(node) for node in nodes] for _, nodes in fixed]
        if not groups:
            return
        seconds = _BESIDE if self._kept else _ALONE
        if self.levelling is None:
            counts = distributions(self.condition, groups, seconds=seconds, **self._counted())
        else:
            counts = self.levelling.distributions(groups, seconds)
        for (found, _), counted in zip(fixed, counts, strict=True):
            if counted is not None:
                if not counted:
                    raise ConditionError(f"no deal satisfies '{self.condition}'")
                found.exact, found.counts = True, Counter(counted)

    def _counted(self) -> dict[str, Any]:
        return {"predeal": self.predeal or None, "memory": self.memory}

    def _levelling(self) -> Levelling:
        """Return the hand types with their tests.

        :raises ConditionError: if there is none, or they cannot be levelled
        """
        from dealwright.scripts.levelling import Levelling  # a third of what else is imported

        self._check_solved()
        types = self.script.hand_types
        if not types:
            raise ConditionError(
                "the script names no hand types to level",
                hint="Define some: HandType_weak = hcp(south) in 12..14",
            )
        tests = [self._test(kind.test) for kind in types]
        return Levelling(types, tests, self.condition, self._counted(), self._most())

    def _check_solved(self) -> None:
        """See that nothing needs a double-dummy solver.

        :raises ConditionError: if something does
        """
        for word, position in self.script.solved:
            raise without_solver(f"{word}(...)", self.script.text, position)

    def _deal(self, sampled: Sequence[tuple[Statistic, tuple[Node, ...]]]) -> Iterator[str]:
        wanted = self._wanted()
        dealt = self._dealt(wanted)
        self.method = dealt.method
        printer = (self.sink or self._printer)(self._settings(dealt))
        yield printer.begin()
        try:
            for part in (_in_pieces if self._kept else _in_equal_pieces)(dealt):
                for found, asked in sampled:
                    found.add([self._values(node, part) for node in asked])
                yield printer.deals(part, self.produced)
                self.produced += len(part)
                needed = self._needed(sampled, wanted)
                if self.progress is not None:
                    self.progress(self.produced, needed)
                if self.produced >= needed:
                    break
        except AttemptLimitReached:
            most = self._most()
            self.stopped = f"{most:,} deals were generated" if most is not None else "the limit"
        except KeyboardInterrupt:
            self.stopped = INTERRUPTED
        self.tried = dealt.tried
        if not isinstance(dealt, Dealt):
            self.of_types = dealt.counts(self.produced)
        yield printer.end(self.produced, self.tried)

    def _most(self) -> int | None:
        return self.generate if self.generate is not None else self.script.generate

    def _wanted(self) -> int:
        given = self.produce if self.produce is not None else self.script.produce
        if given is not None:
            return given
        if self.within is not None and not self._kept:
            return _PRECISE
        return _PRINTED if self._kept else _COUNTED

    def _dealt(self, wanted: int) -> Dealt | MixedDealing:
        if self.levelling is not None:
            return self.levelling.dealing(
                wanted, str(self.seed), self.threads, interleaved=self.interleave
            )
        return Dealt(
            wanted, self.condition, seed=self.seed, threads=self.threads, limit=self._most(),
            **self._counted(),
        )  # fmt: skip

    def _needed(self, sampled: Sequence[tuple[Statistic, tuple[Node, ...]]], wanted: int) -> int:
        """Return how many deals it seems to take to know every statistic as closely as wanted."""
        if self.within is None or not sampled or self._kept:
            return wanted
        reach = max(found.reach for found, _ in sampled)
        return min(wanted, max(_LEAST, ceil(self.produced * (reach / self.within) ** 2)))


def _in_pieces(dealt: Iterable[Deals]) -> Iterator[Deals]:
    """Yield deals as they come, few enough to be printed at once."""
    for batch in dealt:
        for at in range(0, len(batch), _AT_ONCE):
            yield batch[at : at + _AT_ONCE]


def _in_equal_pieces(dealt: Iterable[Deals]) -> Iterator[Deals]:
    """Yield deals in pieces of one size, so that where sampling ends depends on no batch."""
    left: list[Deals] = []
    try:
        for piece in _in_pieces(dealt):
            missing = _AT_ONCE - sum(map(len, left))
            left.append(piece[:missing])
            if len(piece) >= missing:
                yield Deals.concatenate(left)
                left = [piece[missing:]]
    except (AttemptLimitReached, KeyboardInterrupt):
        yield Deals.concatenate(left)
        raise
    yield Deals.concatenate(left)


def _point_feature(replaced: str, values: tuple[int, ...], scale: int) -> str:
    """Return the name of the feature that counts points, ace first, registered if it was not."""
    unit = "points_" if scale == 1 else "hundredths_"
    name = unit + "_".join(str(value).replace("-", "minus") for value in values)
    if name not in feature_names():
        texts = " ".join(map(str, values))
        summary = f"points {texts}, ace first ({replaced} of a script)"
        register(replace(point_scale(name, texts, summary), scale=scale))
    return name


def run_script(text: str, params: Mapping[int, str] | None = None, **options: Any) -> Run:
    """Return the run of a script of `dealer`; options as ``Run`` has them.

    ``params`` are what stands for ``$0`` to ``$9``.

    >>> run = run_script('condition hcp(north) >= 36 action average "aces" aces(north)', seed=1)
    >>> print("".join(run), end="")
    aces: 4 exact

    :raises ConditionError: if it cannot be read, or no deal satisfies it
    """
    return Run(parse_script(text, params), **options)
