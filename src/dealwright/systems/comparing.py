"""Two systems side by side: where they part, and how often, on the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dealwright.answers import Estimate
from dealwright.answers.estimates import proportion
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.planning import Resources
from dealwright.cards import Seat
from dealwright.errors import ArgumentError
from dealwright.jobs import Job
from dealwright.planning.question import Question
from dealwright.stream import Seed, Stream
from dealwright.systems.bidding import auctions_of
from dealwright.systems.system import System

__all__ = ["ComparedSystems", "Parting", "comparing_systems"]

_LISTED = 1000  # partings that are kept; the rest is counted


@dataclass(frozen=True)
class Parting:
    """Where two systems part: the calls of both so far, then one of each, and an example."""

    auction: str
    one: str
    other: str
    deals: int
    example: str


@dataclass(frozen=True)
class ComparedSystems:
    """Two systems on ``deals`` random deals: in how many they part, and where, most often first."""

    names: tuple[str, str]
    deals: int
    parted: int
    partings: tuple[Parting, ...]
    seed: str

    @property
    def share(self) -> Estimate:
        """The share of deals in which they part, with its interval."""
        return proportion(self.parted, self.deals, seed=self.seed)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {
            "names": list(self.names),
            "deals": self.deals,
            "parted": self.parted,
            "share": self.share.to_dict(),
            "seed": self.seed,
            "partings": [
                {
                    "auction": each.auction, "one": each.one, "other": each.other,
                    "deals": each.deals, "example": each.example,
                }
                for each in self.partings
            ],
        }  # fmt: skip

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ComparedSystems:
        """Return the comparison of JSON values; the inverse of ``to_dict``."""
        one, other = values["names"]
        partings = tuple(Parting(**each) for each in values["partings"])
        return cls((one, other), values["deals"], values["parted"], partings, values["seed"])

    def lines(self, most: int = 30) -> Iterator[str]:
        """Yield the comparison as text."""
        share = self.share
        yield (
            f"{self.names[0]} and {self.names[1]} part in {share.value:.2%} of "
            f"{self.deals:,} deals ({share.low:.2%} to {share.high:.2%})"
        )
        for each in self.partings[:most]:
            said = each.auction or "opening"
            yield f"{each.deals / self.deals:>9.3%}  {said}: {each.one} / {each.other}"
            yield f"           {each.example}"
        rest = self.parted - sum(each.deals for each in self.partings[:most])
        if rest:
            yield f"{rest / self.deals:>9.3%}  elsewhere"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def comparing_systems(
    one: System, other: System, deals: int = 100_000, *, seed: Seed | Stream | None = None
) -> Job[ComparedSystems, ComparedSystems]:
    """Return a job that bids the same random deals by two systems; North deals.

    >>> from dealwright.systems import read_system
    >>> systems = [read_system(name) for name in ("natural", "strong-club")]
    >>> found = comparing_systems(*systems, 5000, seed=1).result()
    >>> found.parted, found.partings[0].one, found.partings[0].other
    (2835, 'Pass', '1D')

    :raises ArgumentError: if there is no deal
    """
    if deals < 1:
        raise ArgumentError("compare at least one deal")
    stream = Stream.of(seed)

    def compared(job: Job[Any, Any]) -> Generator[ComparedSystems, None, ComparedSystems]:
        counts: Counter[tuple[str, str, str]] = Counter()
        examples: dict[tuple[str, str, str], str] = {}
        done = 0
        found = ComparedSystems((one.name, other.name), 0, 0, (), stream.seed)
        for batch in QuestionDealing(deals, Question(), stream, Resources()):
            ways = [_by_place(system, batch.masks) for system in (one, other)]
            for place, (mine, theirs) in enumerate(zip(*ways, strict=True)):
                if mine != theirs:
                    key = _parting(mine, theirs)
                    counts[key] += 1
                    if key not in examples:
                        examples[key] = batch[place].text()
            done += len(batch)
            partings = tuple(
                Parting(*key, n, examples[key]) for key, n in counts.most_common(_LISTED)
            )
            found = ComparedSystems(
                (one.name, other.name), done, counts.total(), partings, stream.seed
            )
            job.report(done, deals, "deals")
            yield found
            if job.stopping:
                break
        return found

    return Job(compared)


def _by_place(system: System, masks: Any) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = [()] * len(masks)
    for calls, places in auctions_of(system, masks, Seat.NORTH).items():
        for place in places.tolist():
            found[place] = calls
    return found


def _parting(mine: tuple[str, ...], theirs: tuple[str, ...]) -> tuple[str, str, str]:
    at = next(at for at, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b)
    said = " ".join(call for place, call in enumerate(mine[:at]) if place % 2 == 0)
    return said, mine[at], theirs[at]
