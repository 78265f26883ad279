"""Mixtures: named hand types dealt in exact shares, with weights for natural frequencies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial, reduce
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.answers import Estimate
from dealwright.ask.condition import Condition, Quantity, as_condition, as_quantity
from dealwright.ask.counting import Share, counted_share
from dealwright.ask.dealing import QuestionDealing
from dealwright.ask.distributions import distribution
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError, ConditionError, OverlapError
from dealwright.deals import Deals, predeal_masks
from dealwright.deals.predeal import Predeal
from dealwright.deals.workspace import Workspace
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.practice.mixed_dealing import MixedDealing, MixedDeals
from dealwright.practice.shares import MOST_TYPES, integer_shares

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OVERLAPS", "HandType", "Mixture", "parse_share"]

OVERLAPS = ("error", "first", "share")
ShareLike = int | Fraction | str
Where = Condition | str | Callable[[Any], object] | None
_SAMPLES = 1 << 26  # if a type cannot be counted: about a second
_HITS = 100_000
_OVERLAP_SAMPLES = 1 << 24


@dataclass(frozen=True)
class HandType:
    """A named type of deals: ``condition`` defines it, ``share`` is its exact target share.

    >>> from dealwright import Mixture
    >>> types = [("weak", "hcp(north) in 12..14", 35), ("strong", "hcp(north) >= 15", 65)]
    >>> mixture = Mixture(types)
    >>> print(*(f"{kind.name} {kind.share}" for kind in mixture.types))
    weak 7/20 strong 13/20
    """

    name: str
    condition: Condition
    share: Fraction


def parse_share(share: ShareLike) -> Fraction:
    """Return a share as a Fraction; it is an integer, a Fraction, or a text such as "12.5 %".

    >>> parse_share("12.5 %"), parse_share("2/3"), parse_share(35)
    (Fraction(1, 8), Fraction(2, 3), Fraction(35, 1))

    :raises ArgumentError: if it is not one of these, or not above 0
    """
    fraction: Fraction | None = None
    try:
        if isinstance(share, str):
            number = share.strip().removesuffix("%").strip()
            fraction = Fraction(number) / (100 if share.strip().endswith("%") else 1)
        elif not isinstance(share, bool):
            fraction = share if isinstance(share, Fraction) else Fraction(index(share))
    except (TypeError, ValueError, ZeroDivisionError):
        pass
    if fraction is None or fraction <= 0:
        raise ArgumentError(f"a share must be above 0, such as 35, '35 %' or '1/3', not {share!r}")
    return fraction


class Mixture:
    """Named hand types with target shares, which are dealt exactly.

    Each type is (name, condition, share); shares are integers, Fractions or texts ("35 %"), with
    any total. ``common`` is a condition that all types share. ``overlap`` decides on deals that
    belong to two types: raise an error (``error``), give them to the ``first`` type, or let both
    deal them (``share``). ``limit`` is the most deals to examine for one type that must be
    searched. ``types`` are the types as dealt, ``given`` the types as passed to the constructor.

    >>> mixture = Mixture([
    ...     ("weak", "hcp(north) in 12..14 && balanced(north)", "35 %"),
    ...     ("strong", "hcp(north) in 15..17 && balanced(north)", "65 %"),
    ... ])
    >>> mixed = mixture.deal(100, seed=1, apportion=True)
    >>> mixed.counts, [round(float(share), 4) for share in mixed.natural]
    ({'weak': 35, 'strong': 65}, [0.6656, 0.3344])

    :raises ConditionError: if a type is impossible
    :raises OverlapError: (a ConditionError) if types overlap and ``overlap`` is ``error``
    :raises ArgumentError: if a name or a share is not valid
    """

    types: tuple[HandType, ...]
    given: tuple[tuple[str, Condition, Fraction], ...]

    def __init__(
        self,
        types: Iterable[tuple[str, Where, ShareLike]],
        *,
        common: Where = None,
        overlap: str = "error",
        predeal: Predeal | None = None,
        memory: int | None = None,
        limit: int | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        if overlap not in OVERLAPS:
            raise ArgumentError(f"overlap must be one of {', '.join(OVERLAPS)}, not {overlap!r}")
        entries = [_read(entry) for entry in types]
        _check_percent([share for _, _, share in entries])
        parsed = [(name, condition, parse_share(share)) for name, condition, share in entries]
        shared = None if common is None else as_condition(common)
        self.fixed = predeal_masks(predeal)
        self._resources = Resources(memory, workspace)
        self._settle(parsed, shared, overlap, limit)
        self.condition = _union_text(shared, [condition for _, condition, _ in parsed])

    def __reduce__(self) -> tuple[Any, ...]:
        of_question = partial(Mixture.of_question, limit=self.limit, overlap=self.overlap)
        return of_question, (self.given, self.common, self.fixed, self._resources)

    @classmethod
    def of_question(
        cls,
        types: Iterable[tuple[str, Condition, ShareLike]],
        common: Condition | None,
        fixed: tuple[int, int, int, int],
        resources: Resources,
        *,
        limit: int | None = None,
        overlap: str = "error",
    ) -> Mixture:
        """Return the mixture of types, with fixed cards as masks.

        ``overlap`` may also be ``disjoint``, if the types are known to have no deal in common.
        """
        mixture = cls.__new__(cls)
        mixture.fixed, mixture._resources = fixed, resources
        parsed = [(name, condition, parse_share(share)) for name, condition, share in types]
        mixture._settle(parsed, common, overlap, limit)
        mixture.condition = _union_text(common, [condition for _, condition, _ in parsed])
        return mixture

    @classmethod
    def levelled(
        cls,
        where: Where,
        quantity: Quantity | str | Sequence[Quantity | str],
        shares: Mapping[Any, ShareLike] | None = None,
        *,
        predeal: Predeal | None = None,
        memory: int | None = None,
        limit: int | None = None,
        workspace: Workspace | None = None,
    ) -> Mixture:
        """Return the mixture with a type for each value of a quantity, all with the same share.

        The values are those that occur in the deals of the condition, found exactly, or the values
        in ``shares``, each with its share. With several quantities each combination of values (a
        tuple) is a type.

        >>> from dealwright import hcp, north
        >>> mixture = Mixture.levelled("hcp(north) in 15..17 && balanced(north)", hcp(north))
        >>> mixture.deal(90, seed=1, apportion=True).counts
        {'hcp(north) == 15': 30, 'hcp(north) == 16': 30, 'hcp(north) == 17': 30}

        :raises ConditionError: if a value in ``shares`` does not occur, or values cannot be found
        """
        listed = [quantity] if isinstance(quantity, Quantity | str) else list(quantity)
        if not listed or not all(isinstance(item, Quantity | str) for item in listed):
            raise ArgumentError("name a quantity to level, such as hcp(north)")
        quantities = [as_quantity(item, workspace) for item in listed]
        common = None if where is None else as_condition(where, workspace)
        mixture = cls.__new__(cls)
        mixture.fixed = predeal_masks(predeal)
        mixture._resources = Resources(memory, workspace)
        if shares is None:
            values = tuple(item.tree for item in quantities)
            question = Question(None if common is None else common.tree, mixture.fixed, values)
            shares = dict.fromkeys(distribution(question, mixture._resources), 1)
        _check_percent(shares.values())
        keys = {key if isinstance(key, tuple) else (key,): share for key, share in shares.items()}
        types = [_level(quantities, key, share) for key, share in sorted(keys.items())]
        mixture._settle(types, common, "disjoint", limit)
        mixture.condition = "" if common is None else str(common)
        return mixture

    def _settle(
        self,
        entries: list[tuple[str, Condition, Fraction]],
        common: Condition | None,
        overlap: str,
        limit: int | None,
    ) -> None:
        """Make the types disjoint, or check that they are, and plan how each is dealt."""
        self.given, self.common, self.limit = tuple(entries), common, limit
        _check_names([name for name, _, _ in entries])
        self.overlap = overlap
        conditions = [condition for _, condition, _ in entries]
        parts = (
            conditions
            if overlap == "disjoint"
            else self._apart([n for n, _, _ in entries], conditions, common)
        )
        self.parts = integer_shares([share for _, _, share in entries])
        self.types = tuple(
            HandType(name, _joined(common, part), Fraction(number, sum(self.parts)))
            for (name, _, _), part, number in zip(
                entries, conditions if overlap == "share" else parts, self.parts, strict=True
            )
        )
        self._pieces = [_joined(common, part) for part in parts]
        self.requests = tuple(self._planned(kind, limit) for kind in self.types)

    def _apart(
        self, names: Sequence[str], conditions: Sequence[Condition], common: Condition | None
    ) -> list[Condition]:
        """Return the types' conditions, each without the deals of earlier types.

        :raises ConditionError: if two types overlap, or may, and that is an error
        """
        most = _OVERLAP_SAMPLES if self.overlap == "error" else 1  # else only a proof helps
        apart: list[Condition] = []
        for number, condition in enumerate(conditions):
            piece = condition
            for earlier, name in zip(conditions[:number], names, strict=False):
                common_deals = _joined(common, earlier & condition)
                question = Question(common_deals.tree, self.fixed)
                overlap = counted_share(question, self._resources, seed=0, limit=most, hits=1000)
                if overlap.estimate.exact and not overlap.estimate.value:
                    continue
                if self.overlap == "error":
                    raise _overlapping(name, names[number], overlap)
                piece = piece & ~earlier
            apart.append(piece)
        return apart

    def _planned(self, kind: HandType, limit: int | None) -> QuestionDealing:
        question = Question(kind.condition.tree, self.fixed)
        job = QuestionDealing(1, question, Stream.of(0), self._resources, limit=limit)
        try:
            job.prepare()
        except ConditionError as error:
            raise ConditionError(
                f"type '{kind.name}' cannot be dealt: {error.message}",
                text=error.text, position=error.position, hint=error.hint,
            ) from None  # fmt: skip
        return job

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the types."""
        return tuple(kind.name for kind in self.types)

    @property
    def shares(self) -> tuple[Fraction, ...]:
        """The target shares, which add up to 1."""
        return tuple(kind.share for kind in self.types)

    @cached_property
    def natural(self) -> tuple[Fraction | Estimate, ...]:
        """The share of each type among uniform deals of any type.

        A share is a Fraction if all types can be counted, else an Estimate (95 %). With overlap
        ``share`` the sum is above 1.
        """
        if len(self.types) == 1:
            return (Fraction(1),)
        pieces = [self._share(condition) for condition in self._pieces]
        shared = self.overlap == "share"
        shares = [self._share(kind.condition) for kind in self.types] if shared else pieces
        if all(share.exact for share in (*pieces, *shares)):
            union = sum((Fraction(share.value) for share in pieces), Fraction(0))
            return tuple(Fraction(share.value) / union for share in shares)
        return tuple(_among(share, pieces, shared=shared) for share in shares)

    @property
    def exact(self) -> bool:
        """Whether the natural shares and the weights are exact; target shares always are."""
        return all(isinstance(share, Fraction) for share in self.natural)

    def _share(self, condition: Condition) -> Estimate:
        question = Question(condition.tree, self.fixed)
        return counted_share(
            question, self._resources, seed="natural shares", limit=_SAMPLES, hits=_HITS
        ).estimate

    def weights_of(
        self, deals: Deals, types: NDArray[np.int16], shares: Sequence[Fraction] | None = None
    ) -> NDArray[np.float64]:
        """Return the weights of deals, float64[n]: natural probability / probability here.

        ``types`` int16[n] are the deals' types, ``shares`` the types' shares if not the targets.
        """
        dealt = np.array([float(share) for share in shares or self.shares])
        natural = np.array([float(share) for share in self.natural])
        natural[natural == 0] = np.nan
        if self.overlap != "share":
            with np.errstate(divide="ignore"):
                weights: NDArray[np.float64] = (natural / dealt)[types]
            return weights
        density = np.zeros(len(deals), dtype=np.float64)
        for kind, share, natural_share in zip(self.types, dealt, natural, strict=True):
            density[kind.condition.matches(deals)] += share / natural_share
        return 1 / density

    def dealing(
        self,
        n: int,
        *,
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        apportion: bool = False,
    ) -> MixedDealing:
        """Return a job that deals n deals; see ``deal``."""
        return MixedDealing(self, n, Stream.of(seed), threads, apportion=apportion)

    def deal(
        self,
        n: int,
        *,
        seed: Seed | Stream | None = None,
        threads: int | None = None,
        apportion: bool = False,
    ) -> MixedDeals:
        """Return n deals with their types and weights.

        Each deal's type is drawn with the target shares as exact probabilities. With ``apportion``
        the numbers of deals of each type are fixed (largest remainders), in random order, and the
        weights refer to these shares. Deals of one type are equally likely. Deal i depends on the
        mixture, the seed and i only (with ``apportion`` on n too), never on ``threads``.

        :raises AttemptLimitReached: if a type reached its limit first; ``deals`` are those found
        :raises SearchInterrupted: (a KeyboardInterrupt) on Ctrl-C; its ``deals`` are those dealt
        """
        job = self.dealing(n, seed=seed, threads=threads, apportion=apportion)
        return job.answer(job.result())

    def __repr__(self) -> str:
        shares = ", ".join(f"{kind.name} {kind.share}" for kind in self.types)
        return f"<Mixture: {shares}>"


# ------------------------------------------------------------------------------------------- types


def _read(entry: Sequence[Any]) -> tuple[str, Condition, ShareLike]:
    if isinstance(entry, str) or len(entry) != 3:
        raise ArgumentError(f"a type must be (name, condition, share), not {entry!r}")
    name, condition, share = entry
    return str(name).strip(), as_condition(condition), share


def _check_percent(shares: Iterable[object]) -> None:
    """Raise an error for "35 %" beside 60, which may mean 60 % or 60 parts."""
    if len({isinstance(share, str) and "%" in share for share in shares}) > 1:
        raise ArgumentError("give all shares in percent, or none")


def _check_names(names: Sequence[str]) -> None:
    if not 0 < len(names) < MOST_TYPES:
        raise ArgumentError(f"a mixture can have 1 to {MOST_TYPES - 1:,} types, not {len(names):,}")
    for name in names:
        if not name or "\n" in name:
            raise ArgumentError(f"a type's name must be one line of text, not {name!r}")
        if names.count(name) > 1:
            raise ArgumentError(f"two types have the name '{name}'")


def _level(
    quantities: Sequence[Quantity], key: tuple[int, ...], share: ShareLike
) -> tuple[str, Condition, Fraction]:
    if len(key) != len(quantities):
        raise ArgumentError(f"{key!r} should hold {len(quantities)} values")
    equal: list[Condition] = [q == value for q, value in zip(quantities, key, strict=True)]
    condition = reduce(lambda a, b: a & b, equal)
    name = str(condition).rpartition("\ncondition ")[2]  # without the definitions that it uses
    return name, condition, parse_share(share)


def _joined(common: Condition | None, own: Condition) -> Condition:
    return own if common is None else common & own


def _union_text(common: Condition | None, own: Sequence[Condition]) -> str:
    return str(_joined(common, reduce(lambda a, b: a | b, own)))


def _overlapping(first: str, second: str, overlap: Share) -> OverlapError:
    estimate = overlap.estimate
    if estimate.exact:
        statement = f"have {int(overlap.count):,} deals in common"
    elif estimate.hits:
        statement = f"have about {int(overlap.count):.4g} deals in common"
    else:
        statement = "cannot be proved to have no deal in common"
    return OverlapError(
        f"types '{first}' and '{second}' {statement}",
        hint="Give them to the first (overlap='first', --overlap first), or let both deal them "
        "(overlap='share')",
    )


def _among(share: Estimate, pieces: Sequence[Estimate], *, shared: bool) -> Estimate:
    """Return an estimated share of all deals as a share of the union of pieces."""
    union = sum(float(piece.value) for piece in pieces)
    other_pieces = [piece for piece in pieces if shared or piece is not share]
    low_sum = sum(float(piece.low) for piece in other_pieces)
    high_sum = sum(float(piece.high) for piece in other_pieces)
    value = float(share.value) / union if union else 0.0
    low, high = float(share.low), float(share.high)
    if not shared:
        low_sum, high_sum = low_sum + high, high_sum + low
    interval = low / high_sum if high_sum else 0.0, min(1.0, high / low_sum if low_sum else 1.0)
    return Estimate(
        value, interval[0], interval[1], False, share.method, share.confidence, share.samples,
        share.hits, share.seed,
    )  # fmt: skip
