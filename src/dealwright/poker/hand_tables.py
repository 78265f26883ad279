"""Tables of all hands: the value of every hand of five to seven cards, by its number."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import PokerError, Stopped
from dealwright.base.jobs import Job
from dealwright.base.kernels.poker import count_up_to
from dealwright.base.threads import thread_count
from dealwright.numbering.base import as_integer, brief
from dealwright.numbering.sampling import integers_below
from dealwright.numbering.stream import Seed, Stream
from dealwright.numbering.tables import CombinationTable
from dealwright.poker.cards import card_text
from dealwright.poker.categories import Category, category
from dealwright.poker.games import GAMES, Game, game_named, valued_game
from dealwright.poker.strength import evaluate_numbers

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import Text

    Path = str | os.PathLike[str]

__all__ = [
    "TableSummary",
    "build_table",
    "building_table",
    "category_counts",
    "check_table",
    "checking_table",
    "game_of_table",
    "open_table",
    "sample_values",
    "table_summary",
]

_IN_MEMORY = 1 << 18  # entries computed at a time, few enough for the second-level cache
_IN_A_FILE = 1 << 22  # between synchronisations of the file with the disk
_LOOKED_AT = 1024  # hands that are compared to identify a game


def build_table(
    path: Path | None = None,
    *,
    k: int = 7,
    game: str = "holdem",
    mode: str = "x",
    threads: int | None = None,
) -> CombinationTable:
    """Return the values of all hands of k cards, uint16, in memory or in the file ``path``.

    Entry i is the value of hand i of ``Combinations(52, k)`` (in short deck, of the 36 cards from
    six up, numbered from 0). ``mode`` is as for ``CombinationTable``: ``x`` makes a new file, ``w``
    replaces one, ``a`` continues an interrupted build. The result does not depend on ``threads``
    (by default every core). The table of seven cards has 133,784,560 entries, 267,569,120 bytes.
    ``building_table`` returns the same work as a job.

    >>> table = build_table(k=5)
    >>> table, table.filled, table[12, 11, 10, 9, 8]
    (<CombinationTable(52, 5, uint16)>, 2598960, 1)

    :raises PokerError: if the game has no such hands, or an unfinished file holds something else
    :raises NumberingError: if the file exists (mode ``x``) or is another kind of table
    :raises ArgumentError: if the number of threads is not between 1 and 1024
    """
    return building_table(path, k=k, game=game, mode=mode, threads=threads).result()


def building_table(
    path: Path | None = None,
    *,
    k: int = 7,
    game: str = "holdem",
    mode: str = "x",
    threads: int | None = None,
) -> Job[range, CombinationTable]:
    """Return a job that builds as ``build_table`` does.

    Its partial results are the ranges of the hands valued. If it is stopped, its result is the
    table with the entries so far (``filled``); mode ``a`` continues a file there.

    >>> job = building_table(k=5)
    >>> sum(len(numbers) for numbers in job), job.progress.unit
    (2598960, 'entries')

    :raises PokerError: if the game has no such hands
    :raises ArgumentError: if the number of threads is not between 1 and 1024
    """
    game_ = _game_with_table(game, k)
    workers = thread_count(threads)

    def build(job: Job[range, CombinationTable]) -> Generator[range, None, CombinationTable]:
        table = CombinationTable(len(game_.kernels.pack), k, path=path, mode=mode)
        try:
            if table.filled and not _agrees(table, game_):
                raise PokerError(f"{_name(table)}: does not hold hands of {game_.name}")
            yield from job.run_part(
                table.filling(
                    lambda numbers: evaluate_numbers(k, numbers.start, len(numbers), game_.name),
                    numbers=True,
                    chunk=_IN_MEMORY if path is None else _IN_A_FILE,
                    threads=workers,
                )
            )
        except BaseException:
            table.close()
            raise
        return table

    return Job(build)


def open_table(path: Path, game: str = "holdem", *, verify: bool = False) -> CombinationTable:
    """Return the table of all hands in a file, mapped into memory, read-only.

    Its size and 1,024 of its values must match the game. ``verify`` reads the whole file and
    compares the checksum.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     build_table(f"{folder}/five.table", k=5).close()
    ...     with open_table(f"{folder}/five.table") as table:
    ...         print(table.entries, table[12, 11, 10, 9, 8])
    2598960 1

    :raises NumberingError: if it is not a table, or is cut off, altered or not finished
    :raises PokerError: if it is not a table of hands of this game
    """
    game_ = valued_game(game)
    table = CombinationTable.open(path, verify=verify)
    if not _agrees(table, game_):
        table.close()
        raise PokerError(f"{os.fspath(path)}: is not a table of hands of {game_.name}")
    return table


def _checked_table(table: object) -> None:
    if not isinstance(table, CombinationTable):
        raise PokerError(f"{brief(table)} is not a table of hands, as build_table makes them")


def game_of_table(table: CombinationTable) -> str | None:
    """Return the name of the game of a table of hands, found from some of its values.

    It checks 1,024 of the filled entries; None if no game fits them.

    >>> game_of_table(build_table(k=5, game="razz")), game_of_table(CombinationTable(52, 5))
    ('razz', None)

    :raises PokerError: if it is not a table
    """
    _checked_table(table)
    return next((name for name, game in GAMES.items() if _agrees(table, game)), None)


def category_counts(
    values: CombinationTable | NDArray[Any], game: str = "holdem"
) -> dict[Category, int]:
    """Return how many entries of a table, or of an array of values, each category has, best first.

    This scans the values without evaluating hands.

    >>> counts = category_counts(build_table(k=5))
    >>> {kind.name: n for kind, n in counts.items() if n < 4000}
    {'STRAIGHT_FLUSH': 40, 'QUADS': 624, 'FULL_HOUSE': 3744}

    :raises PokerError: if the game has no categories, or a value is not on its scale
    """
    array = np.asarray(values)
    if array.dtype.kind not in "iu":
        raise PokerError(f"values must be integers, not {array.dtype}")
    kinds = category(np.arange(1, valued_game(game).kernels.worst + 1, dtype=np.int64), game)
    last = [*(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]  # value of each category
    below, *upto = _counts_up_to(array.reshape(-1), [0, *last])
    if below or upto[-1] != array.size:
        outlier = array.min() if below else array.max()
        raise PokerError(f"{outlier} is not a value of {game}; they are 1 to {len(kinds):,}")
    numbers = np.diff([0, *upto]).tolist()
    return {Category(int(kinds[value - 1])): n for value, n in zip(last, numbers, strict=True)}


@dataclass(frozen=True)
class TableSummary(Tabular):
    """The contents of a table of hands, as ``table_summary`` returns them.

    ``nbytes`` is the size of the values in bytes. ``path`` and ``checksum`` (hexadecimal digits)
    are those of the file: None in memory, and ``checksum`` None while entries are missing.
    ``game`` is None if no game has such values; ``categories`` is None if the game has none or
    entries are missing.
    """

    n: int
    k: int
    order: str
    dtype: str
    entries: int
    filled: int
    nbytes: int
    path: str | None
    checksum: str | None
    game: str | None
    categories: dict[Annotated[Category, Text("words", "parse")], int] | None

    def lines(self, seconds: float | None = None) -> Iterator[str]:
        """Yield the contents as text, with the seconds that it took to build the table."""
        from dealwright.poker.reports import table_lines

        return table_lines(self, seconds)


def table_summary(table: CombinationTable) -> TableSummary:
    """Return the contents of a table of hands, with the number of hands of each category.

    The game is found as by ``game_of_table``.

    >>> summary = table_summary(build_table(k=5))
    >>> summary.game, summary.entries, summary.categories[Category.QUADS]
    ('holdem', 2598960, 624)

    :raises PokerError: if it is not a table
    """
    _checked_table(table)
    facts: dict[str, Any] = {name: fact for name, fact in table.info().items() if name != "set"}
    game = game_of_table(table)
    counted = game and table.filled == table.entries and game_named(game).has_categories
    counts = category_counts(table, game) if game and counted else None
    return TableSummary(**facts, game=game, categories=counts)


def sample_values(
    table: CombinationTable, n: int, seed: Seed | Stream | None = None
) -> NDArray[np.uint16]:
    """Return the values of n random hands, each hand equally likely, uint16[n].

    Hand i depends on (seed, number of entries, i) only.

    >>> table = build_table(k=5)
    >>> sample_values(table, 4, "a few")
    array([4992, 4192, 3958, 6343], dtype=uint16)

    :raises PokerError: if it is not a table
    :raises NumberingError: if n is not an integer, or negative
    """
    _checked_table(table)
    n = as_integer(n, "the number of hands")
    numbers = integers_below(table.entries, n, Stream.of(seed)).view(np.int64)
    # every number is valid, and checking would make numpy use a buffer
    values: NDArray[np.uint16] = np.asarray(table).take(numbers, mode="clip")
    return values


def check_table(table: CombinationTable, game: str = "holdem") -> None:
    """Evaluate every hand again and compare; ``checking_table`` does it as a job.

    >>> table = build_table(k=5)
    >>> check_table(table)
    >>> table[0] += 1
    >>> check_table(table)
    Traceback (most recent call last):
    ...
    dealwright.base.errors.PokerError: <CombinationTable(52, 5, uint16)>: hand 0 (2c 3c 4c 5c 6c)
        is 10 there, and 9 in holdem

    :raises PokerError: if it is not a table of hands of this game, with the first entry that
        differs
    """
    checking_table(table, game).result()


def checking_table(table: CombinationTable, game: str = "holdem") -> Job[range, None]:
    """Return a job that checks as ``check_table`` does; it yields ranges of hands that agree.

    If it is stopped before the end, ``result()`` raises ``Stopped``.

    :raises PokerError: if it is not a table of hands of this game
    """
    game_ = valued_game(game)
    if not _fits(table, game_):
        raise PokerError(f"{_name(table)}: is not a table of hands of {game_.name}")

    def check(job: Job[range, None]) -> Generator[range]:
        for start in range(0, table.entries, _IN_MEMORY):
            stored = table[start : start + _IN_MEMORY]
            values = evaluate_numbers(table.k, start, len(stored), game_.name)
            if not np.array_equal(stored, values):
                index = int(np.flatnonzero(stored != values)[0])
                cards = game_.kernels.pack[list(table.combinations.unrank(start + index))]
                raise PokerError(
                    f"{_name(table)}: hand {start + index:,} ({card_text(cards.tolist())}) is "
                    f"{stored[index]} "
                    f"there, and {values[index]} in {game_.name}"
                )
            job.report(start + len(stored), table.entries, "hands")
            yield range(start, start + len(stored))
            if job.stopping and start + len(stored) < table.entries:
                raise Stopped(f"{_name(table)}: was not checked to its end")

    return Job(check)


def _counts_up_to(values: NDArray[Any], bounds: list[int]) -> list[int]:
    """Return how many of the values are at most each of the bounds."""
    if values.dtype == np.uint16:
        return count_up_to(values, bounds)
    return [int(np.count_nonzero(values <= bound)) for bound in bounds]


def _game_with_table(name: str, k: int) -> Game:
    """Return the game with a name; raise an error if its hands of k cards have no numbers."""
    game = valued_game(name)
    if game.kind == "omaha":
        raise PokerError(f"{game.name} has no table of all hands: a hand needs a board")
    evaluate_numbers(k, 0, 0, game.name)  # raises an error for a wrong number of cards
    return game


def _fits(table: CombinationTable, game: Game) -> bool:
    """Return whether a table's type and number of entries match the game."""
    if game.rules is None or not game.has_table or not 5 <= table.k <= game.rules.most:
        return False
    kind = (table.n, table.order, table.dtype)
    return kind == (len(game.kernels.pack), "colex", np.dtype(np.uint16))


def _agrees(table: CombinationTable, game: Game) -> bool:
    """Return whether evenly spaced filled entries have the game's values."""
    if not _fits(table, game):
        return False
    filled = table.filled or table.entries  # values set by hand are not counted as filled
    numbers = np.unique(np.linspace(0, filled - 1, _LOOKED_AT).astype(np.int64))
    hands = game.kernels.pack[table.combinations.unrank(numbers)]
    return np.array_equal(table.get_numbers(numbers), game.kernels.value_rows(hands))


def _name(table: CombinationTable) -> str:
    return str(table.info()["path"] or table)
