"""Practice sets: deals of mixed types on boards, rotated so that a hand has a chosen seat."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.ask.dealing import checked_number
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import board_dealer
from dealwright.conditions.derived_words import SIDES
from dealwright.deals import Deals
from dealwright.numbering.stream import Seed, Stream
from dealwright.practice.mixtures import Mixture, ShareLike, Where

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import INLINE, LETTER

__all__ = [
    "ONE_TYPE",
    "PLACES",
    "PracticeSet",
    "dealing_practice_set",
    "practice_set",
    "read_types",
]

ONE_TYPE = "all alike"  # the type of a set without types
PLACES = ("described", "first", "either", "north", "east", "south", "west")
Types = Sequence[tuple[str, Where, ShareLike]]


@dataclass(frozen=True, eq=False)
class PracticeSet:
    """Deals on boards from ``first`` on; ``types`` are their types, ``pair`` the practising pair.

    ``seats`` are the seats of the described hand, board by board.
    """

    deals: Annotated[Deals, INLINE]
    first: int
    pair: tuple[Annotated[Seat, LETTER], Annotated[Seat, LETTER]]
    types: tuple[str, ...]
    seats: tuple[Annotated[Seat, LETTER], ...]

    @property
    def counts(self) -> dict[str, int]:
        """The number of boards of each type."""
        return {name: self.types.count(name) for name in dict.fromkeys(self.types)}


def practice_set(
    n: int,
    types: Types,
    *,
    common: Where = None,
    overlap: str = "error",
    described: Seat | str = Seat.NORTH,
    place: str = "described",
    pair: str = "ns",
    first: int = 1,
    seed: Seed | Stream | None = None,
    apportion: bool = True,
    threads: int | None = None,
) -> PracticeSet:
    """Return a set of n boards whose types have their shares, in random order.

    ``types`` are (name, condition, share) as a ``Mixture`` takes them; the conditions describe the
    hand at ``described``. ``place`` rotates the deals: ``described`` leaves that hand where it is,
    a seat moves it there, ``first`` moves it to the first of the pair to call on that board (the
    dealer or the next player), ``either`` to a random seat of the pair. With ``apportion`` the
    number of boards of each type is fixed. ``dealing_practice_set`` returns the same work as a job.

    >>> weak = ("weak two", "spades(north) == 6 && hcp(north) in 5..10", 2)
    >>> strong = ("strong", "hcp(north) >= 20", 1)
    >>> boards = practice_set(12, [weak, strong], place="first", seed=1)
    >>> boards.counts == {"weak two": 8, "strong": 4}, [seat.letter for seat in boards.seats[:4]]
    (True, ['N', 'S', 'S', 'N'])

    :raises ArgumentError: if a seat, place or pair is unknown
    :raises ConditionError: if a type is impossible, or types overlap
    """
    return dealing_practice_set(
        n, types, common=common, overlap=overlap, described=described, place=place, pair=pair,
        first=first, seed=seed, apportion=apportion, threads=threads,
    ).result()  # fmt: skip


def dealing_practice_set(
    n: int,
    types: Types,
    *,
    common: Where = None,
    overlap: str = "error",
    described: Seat | str = Seat.NORTH,
    place: str = "described",
    pair: str = "ns",
    first: int = 1,
    seed: Seed | Stream | None = None,
    apportion: bool = True,
    threads: int | None = None,
) -> Job[Deals, PracticeSet]:
    """Return a job that deals as ``practice_set`` does; its partial result is the deals.

    If it is stopped, the result has the boards dealt so far.

    >>> job = dealing_practice_set(12, [("strong", "hcp(north) >= 20", 1)], seed=1)
    >>> job.result().counts, job.progress.done, job.progress.unit
    ({'strong': 12}, 12, 'deals')

    :raises ArgumentError: if a seat, place or pair is unknown
    """
    if pair not in SIDES:
        raise ArgumentError(f"'{pair}' is not a pair; write ns or ew")
    if place not in PLACES:
        raise ArgumentError(f"the hand can sit at {', '.join(PLACES)}, not '{place}'")
    if checked_number(first, "the first board") < 1:
        raise ArgumentError(f"board numbers begin at 1, not {first}")
    stream = Stream.of(seed)
    from_seat = Seat.of(described) if isinstance(described, str) else Seat(described)

    def work(job: Job[Deals, PracticeSet]) -> Generator[Deals, None, PracticeSet]:
        mixture = Mixture(types, common=common, overlap=overlap)
        dealing = mixture.dealing(n, seed=stream, apportion=apportion, threads=threads)
        dealing.flag = job.flag
        dealing.watch(lambda progress: job.report(*progress))
        mixed = dealing.result()
        seats = _seats(len(mixed), place, from_seat, SIDES[pair], first, stream)
        masks = _turned(mixed.masks, from_seat, seats)
        deals = Deals.trusted(masks, source=dealing.source)
        yield deals
        names = tuple(mixture.names[number] for number in dealing.types[: len(mixed)].tolist())
        return PracticeSet(deals, first, SIDES[pair], names, tuple(seats))

    return Job(work)


def _seats(
    n: int, place: str, described: Seat, pair: tuple[Seat, Seat], first: int, stream: Stream
) -> list[Seat]:
    """Return the seat of the described hand on each board."""
    if place == "described":
        return [described] * n
    if place == "first":
        dealers = [board_dealer(first + index) for index in range(n)]
        return [dealer if dealer in pair else dealer.left for dealer in dealers]
    if place == "either":
        words = stream.split("seats").words(0, n).tolist()
        return [pair[word & 1] for word in words]
    return [Seat.of(place)] * n


def _turned(masks: Any, described: Seat, seats: Sequence[Seat]) -> Any:
    """Return deals rotated so that the hand at ``described`` moves to these seats."""
    turned = np.empty_like(masks)
    steps = np.array([(seat - described) % 4 for seat in seats], dtype=np.int64)
    rows = np.arange(len(masks), dtype=np.int64)
    for seat in range(4):
        turned[rows, (seat + steps) % 4] = masks[:, seat]
    return turned


def read_types(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of ``practice_set`` in a TOML document of types.

    >>> read_types({"type": [{"name": "a", "share": 1, "condition": "hcp(north) > 20"}]})
    {'types': [('a', 'hcp(north) > 20', 1)]}

    :raises ArgumentError: if a key is missing or unknown
    """
    keywords = {"condition": "common", "overlap": "overlap", "described": "described",
             "place": "place", "pair": "pair"}  # fmt: skip
    arguments: dict[str, Any] = {}
    for name, value in document.items():
        if name == "type":
            continue
        if name not in keywords or not isinstance(value, str):
            raise ArgumentError(
                f"'{name}' is unknown; besides the types, write {', '.join(keywords)}"
            )
        arguments[keywords[name]] = value
    entries = document.get("type")
    if not isinstance(entries, list) or not entries:
        raise ArgumentError("write each type below [[type]], with name, share and condition")
    arguments["types"] = [_entry(entry) for entry in entries]
    return arguments


def _entry(entry: Any) -> tuple[str, str, ShareLike]:
    if not isinstance(entry, dict) or set(entry) != {"name", "share", "condition"}:
        raise ArgumentError("a type has name, share and condition, and nothing else")
    name, share, condition = entry["name"], entry["share"], entry["condition"]
    if not (isinstance(name, str) and isinstance(condition, str)):
        raise ArgumentError("the name and the condition of a type must be texts")
    return name, condition, str(share) if isinstance(share, float) else share
