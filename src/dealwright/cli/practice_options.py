"""Practice sets on the command line: hand types in shares, levelling, weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from dealwright.cli.options import noted
from dealwright.errors import ArgumentError
from dealwright.requests.fields import Option

if TYPE_CHECKING:
    from dealwright.condition import Condition
    from dealwright.practice.mixed_dealing import MixedDealing
    from dealwright.practice.mixtures import Mixture
    from dealwright.practice.weighting import WeightedDealing

__all__ = [
    "Apportion",
    "Levels",
    "Overlap",
    "Practice",
    "Types",
    "Weights",
    "named_type",
]

Weights = Annotated[
    list[str] | None,
    Option(
        "--weight", "-w", metavar="WEIGHTS",
        help="Weight deals by integers: 'hearts(west): 5=3 6..7=9 other=1'; several "
        "multiply.",
    ),
]  # fmt: skip
Types = Annotated[
    list[str] | None,
    Option(
        "--type", "-T", metavar="TYPE",
        help="A hand type and its share: 'weak 35: hcp(north) in 12..14'; may be repeated. "
        "CONDITION holds for all types.",
    ),
]  # fmt: skip
Levels = Annotated[
    list[str] | None,
    Option(
        "--level", "-L", metavar="QUANTITY",
        help="Deal all values of a quantity equally often: 'hcp(north)'; or in shares: "
        "'hcp(north): 15=2 16=1 17=1'; several are levelled jointly.",
    ),
]  # fmt: skip
Overlap = Annotated[
    str | None,
    Option(
        metavar="HOW",
        help="Deals of two types: error, first (they belong to the first), or share (both deal "
        "them).",
    ),
]  # fmt: skip
Apportion = Annotated[
    bool,
    Option("--apportion", help="Deal exact numbers of each type, in random order."),
]


def named_type(text: str) -> tuple[str, Condition, str]:
    """Read a ``--type``; print notes on its condition."""
    from dealwright.practice.law_texts import parse_type

    name, condition, share = parse_type(text)
    return name, noted(condition), share


@dataclass(frozen=True)
class Practice:
    """The options of a practice set, beside the condition."""

    weights: list[str] | None
    types: list[str] | None
    levels: list[str] | None
    overlap: str | None
    apportion: bool
    method: str
    limit: int | None
    memory: int | None

    @property
    def requested(self) -> bool:
        """Whether the options request unequal weights.

        :raises ArgumentError: if the options do not go together
        """
        kinds = {"--weight": self.weights, "--type": self.types, "--level": self.levels}
        given = [option for option, value in kinds.items() if value]
        if len(given) > 1:
            raise ArgumentError(f"{' and '.join(given)} cannot be combined")
        if self.overlap is not None and not self.types:
            raise ArgumentError("--overlap says how --type options overlap; there is none")
        if self.apportion and not (self.types or self.levels):
            raise ArgumentError("--apportion needs --type or --level")
        if given and self.method != "auto":
            raise ArgumentError(f"--method cannot be combined with {given[0]}")
        if self.weights and self.limit is not None:
            raise ArgumentError("--limit cannot be combined with --weight: every draw is dealt")
        return bool(given)

    def dealing(
        self,
        n: int,
        where: Condition | None,
        *,
        seed: str | None,
        predeal: str | None,
        threads: int | None,
    ) -> MixedDealing | WeightedDealing:
        """Return the job that deals n deals."""
        from dealwright.practice.weighting import weighted

        if self.weights:
            law = weighted(where, self.weights, predeal=predeal, memory=self.memory)
            return law.dealing(n, seed=seed, threads=threads)
        mixture = self._mixture(where, predeal)
        return mixture.dealing(n, seed=seed, threads=threads, apportion=self.apportion)

    def _mixture(self, where: Condition | None, predeal: str | None) -> Mixture:
        from dealwright.practice.law_texts import parse_levels
        from dealwright.practice.mixtures import Mixture

        if self.types:
            return Mixture(
                [named_type(text) for text in self.types],
                common=where,
                overlap=self.overlap or "error",
                predeal=predeal,
                memory=self.memory,
                limit=self.limit,
            )
        quantities, shares = parse_levels(self.levels or [])
        return Mixture.levelled(
            where, quantities, shares, predeal=predeal, memory=self.memory, limit=self.limit
        )
