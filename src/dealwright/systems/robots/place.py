"""Places of an auction: the rules there, and the hands that would have made the calls so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dealwright.base.errors import locate
from dealwright.cards import Seat, Strain, Suit
from dealwright.cards.bridge.auction import BIDS, Auction
from dealwright.conditions.nodes import Node, Number, all_of
from dealwright.planning.sampling.evaluation import truth_of
from dealwright.systems.robots.kinds import NATURAL, STATED, CallKind, What, is_try, kind_of
from dealwright.systems.robots.pool import PoolShown, pool

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.systems.robots.meaning import Meaning
    from dealwright.systems.robots.robot import Robots

__all__ = ["Bid", "Place", "RobotRule", "with_hands"]

_FEW_HANDS = 6  # hands of the pool; with fewer, a call is read by its plain meaning
_MOST_LATE, _LATE = 2500, 5  # hands kept of a seat, after so many calls
_TRIES = 22.5  # points of two hands for which one tries for game
_FITS = 7  # cards shown in two hands that agree on a suit


class Bid(NamedTuple):
    """A bid of the auction: which call it is, its seat, level and strain."""

    number: int
    seat: Seat
    level: int
    strain: Strain

    @property
    def call(self) -> str:
        """The bid as a word."""
        return f"{self.level}{self.strain.word}"


@dataclass(frozen=True)
class RobotRule:
    """A rule: its call, condition as a text and as tests, note, kind, and line in the file, or 0.

    A hand that passes every test fits. Rules share tests, so these are compiled and kept, not the
    conditions. The kind is None if it follows from the auction.
    """

    call: str
    condition: str
    tests: tuple[Node, ...]
    note: str = ""
    kind: CallKind | None = None
    line: int = 0

    @property
    def tree(self) -> Node:
        """The condition as a tree."""
        return all_of(self.tests) or Number(1)

    def fits(self, masks: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Return in which deals, uint64[n, 4], the caller's hand fits, bool[n]."""
        fits = np.ones(len(masks), dtype=np.bool_)
        for test in self.tests:
            left = np.flatnonzero(fits)
            if len(left):
                fits[left] = truth_of(test, masks[left])
        return fits


def with_hands(seat: Seat, hands: Sequence[int] | NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return deals in which only one seat has cards: these hands, as masks; uint64[n, 4]."""
    masks = np.zeros((len(hands), 4), dtype=np.uint64)
    masks[:, seat] = hands
    return masks


class Place:
    """A place of an auction before a call, for robots of both sides.

    ``hands`` are, by seat, the deals of the pool in which the seat would have made its calls.
    ``forced`` tells by side whether it must reach game, ``agreed`` its trumps.
    """

    def __init__(self, robots: Robots, dealer: Seat, before: Place | None, call: str = "") -> None:
        self.robots, self.before = robots, before
        self.meanings: dict[str, Meaning] = {}  # of calls, as they are asked for
        if before is None:
            self.auction = Auction(dealer)
            self.hands: tuple[NDArray[np.int16], ...] = (pool().all,) * 4
            self.kinds: tuple[CallKind, ...] = ()
            self.forced: tuple[bool, bool] = (False, False)
            self.agreed: tuple[Suit | None, Suit | None] = (None, None)
            self._shown: list[PoolShown | None] = [None] * 4
            return
        self.auction = before.auction.with_call(call)
        self._take(before, call)

    def _take(self, before: Place, call: str) -> None:
        """Take over what the place before knows, and learn from the call."""
        seat = before.seat
        rules = [rule for rule in before.rules if rule.call == call]
        hands = before._read(call, rules)
        places = list(before.hands)
        self._shown = list(before._shown)
        if not np.array_equal(hands, places[seat]):
            is_among = bool(np.isin(hands, places[seat]).all())
            known = None if is_among else before.shown(seat)
            self._shown[seat] = known and pool().shown(seat, hands).within(known)
            places[seat] = hands
        self.hands = tuple(places)
        stated = rules[0].kind if rules else None
        kind = kind_of(before, call, rules[0].note if rules else "") if stated is None else stated
        self.kinds = (*before.kinds, kind)
        side = seat % 2
        forced, agreed = list(before.forced), list(before.agreed)
        if kind.what is What.GAME:
            forced[side] = True
        if call in BIDS and not call.endswith("NT"):
            suit = Suit(Strain.of(call[1:]))
            own, other = self.shown(seat).least[suit], self.shown(before.partner).least[suit]
            if own + other >= _FITS and other >= 3 and own >= 2:
                agreed[side] = suit
            elif before.kind_of_partner.what is What.TAKEOUT and own >= 3:
                agreed[side] = agreed[side] or suit
        self.forced, self.agreed = (forced[0], forced[1]), (agreed[0], agreed[1])

    # ------------------------------------------------------------------------------- the auction

    @cached_property
    def turn(self) -> Seat | None:
        """Who calls; None if the auction is over."""
        return self.auction.turn

    @cached_property
    def seat(self) -> Seat:
        """Who calls."""
        assert self.turn is not None
        return self.turn

    @property
    def partner(self) -> Seat:
        """The caller's partner."""
        return self.seat.partner

    @property
    def left(self) -> Seat:
        """The opponent who calls next."""
        return self.seat.left

    @property
    def right(self) -> Seat:
        """The opponent who called last."""
        return self.seat.left.partner

    @cached_property
    def bids(self) -> tuple[Bid, ...]:
        """The bids so far."""
        dealer = self.auction.dealer
        return tuple(
            Bid(number, Seat((dealer + number) % 4), int(call[0]), Strain.of(call[1:]))
            for number, call in enumerate(self.auction.calls)
            if call in BIDS
        )

    def calls_of(self, seat: Seat) -> list[tuple[int, str]]:
        """Return a seat's calls other than passes, with their places."""
        first = (seat - self.auction.dealer) % 4
        calls = self.auction.calls
        return [(at, calls[at]) for at in range(first, len(calls), 4) if calls[at] != "Pass"]

    @property
    def kind_of_partner(self) -> CallKind:
        """The kind of partner's last call other than a pass."""
        calls = self.calls_of(self.partner)
        return self.kinds[calls[-1][0]] if calls else NATURAL

    @property
    def passed_before_opening(self) -> bool:
        """Whether the caller passed before the first bid."""
        opening = self.bids[0].number if self.bids else len(self.auction.calls)
        first = (self.seat - self.auction.dealer) % 4
        return first < opening

    # -------------------------------------------------------------------------------- the rules

    @cached_property
    def rules(self) -> tuple[RobotRule, ...]:
        """The rules there, in order: of the file, then written ones; the first that fits calls."""
        player = None if self.turn is None else self.robots.player(self.turn)
        if player is None:
            return ()
        applicable = player.applicable_rules(self.auction)
        if applicable is None and self._is_forcing_doubled():  # the double changes nothing
            calls = (*self.auction.calls[:-1], "Pass")
            legal = self.auction.legal_calls
            applicable = player.applicable_rules(Auction(self.auction.dealer, calls))
            applicable = (
                None
                if applicable is None
                else [applied for applied in applicable if applied.call in legal]
            )
        if not applicable:
            return tuple(self.robots.written(self))
        text = player.text.source.text
        own = [
            RobotRule(
                applied.call, applied.rule.condition.strip(), (applied.tree,), applied.rule.note,
                STATED.get(applied.rule.kind),
                locate(text, applied.rule.at)[0],
            )
            for applied in applicable
        ]  # fmt: skip
        more = () if own[-1].tests == (Number(1),) else self.robots.written(self)
        return (*own, *more)

    def _is_forcing_doubled(self) -> bool:
        calls = self.auction.calls
        return len(calls) > 1 and calls[-1] == "X" and self.kinds[-2].is_forcing

    def calls_by(self, masks: NDArray[np.uint64]) -> NDArray[np.int16]:
        """Return the rule that makes the call in each deal, int16[n]; -1 without one."""
        return self._first_fits(len(masks), lambda rule, rows: rule.fits(masks[rows]))

    def _first_fits(
        self, n: int, fits_of: Callable[[RobotRule, NDArray[np.int64]], NDArray[np.bool_]]
    ) -> NDArray[np.int16]:
        made = np.full(n, -1, dtype=np.int16)
        left = np.arange(n, dtype=np.int64)
        for number, rule in enumerate(self.rules):
            if not len(left):
                break
            fits = fits_of(rule, left)
            made[left[fits]] = number
            left = left[~fits]
        return made

    def rule_of(self, hand: int) -> RobotRule | None:
        """Return the rule that makes the call of a hand (a mask), or None."""
        number = int(self.calls_by(with_hands(self.seat, [hand]))[0])
        return None if number < 0 else self.rules[number]

    def numbers_of(self, call: str) -> list[int]:
        """Return the numbers of the rules that make a call, of a pass also -1."""
        numbers = [number for number, rule in enumerate(self.rules) if rule.call == call]
        return [*numbers, -1] if call == "Pass" else numbers

    def steps(self) -> Iterator[tuple[Place, str]]:
        """Yield the places before, each with its call, the last one first."""
        here = self
        while here.before is not None:
            yield here.before, here.auction.calls[-1]
            here = here.before

    # ------------------------------------------------------------------------- what calls show

    def shown(self, seat: int) -> PoolShown:
        """Return what a seat has shown."""
        found = self._shown[seat]
        if found is None:
            found = self._shown[seat] = pool().shown(seat, self.hands[seat])
        return found

    @cached_property
    def _made(self) -> NDArray[np.int16]:
        """The rule of each hand that is still possible for the caller; -1 without one."""
        source, places = pool(), self.hands[self.seat]
        return self._first_fits(len(places), lambda rule, at: source.fit(rule.tests, places[at]))

    def makers(self, call: str) -> NDArray[np.int16]:
        """Return the deals of the pool in which the caller makes a call by the rules."""
        return self.hands[self.seat][np.isin(self._made, self.numbers_of(call))]

    def _read(self, call: str, rules: Sequence[RobotRule]) -> NDArray[np.int16]:
        """Return the deals of the pool that a call leaves.

        A call that next to none makes is read by its rules without those above them, and one of no
        rule by the length of its suit.
        """
        makers = self.makers(call)
        if len(makers) < _FEW_HANDS:
            makers = self._plain(call, rules, makers)
        if len(self.auction.calls) + 1 >= _LATE:
            makers = makers[:_MOST_LATE]
        return makers

    def _plain(
        self, call: str, rules: Sequence[RobotRule], makers: NDArray[np.int16]
    ) -> NDArray[np.int16]:
        source, hands = pool(), self.hands[self.seat]
        for base in self._bases() if rules else ():
            fits = np.zeros(len(base), dtype=np.bool_)
            for rule in rules:
                fits |= source.fit(rule.tests, base)
            if fits.sum() >= _FEW_HANDS:
                return base[fits]
        if call in BIDS and not call.endswith("NT"):
            suit = Suit(Strain.of(call[1:]))
            shown = self.shown(self.seat).least[suit]
            few = _TRIES - self.shown(self.partner).counted_on if is_try(self, call) else 0
            for all_held in self._bases():
                base = all_held[source.points[self.seat][all_held] >= few]
                lengths = source.lengths[self.seat][suit][base]
                for fewest in (shown + 1, 3) if shown >= 3 else (5, 4):
                    if (lengths >= fewest).sum() >= _FEW_HANDS:
                        return base[lengths >= fewest]
        return makers if len(makers) else hands

    def _bases(self) -> Iterator[NDArray[np.int16]]:
        """Yield the caller's hands, all with points and lengths as shown, with points, and all."""
        source, shown = pool(), self.shown(self.seat)
        yield self.hands[self.seat]
        points, lengths = source.points[self.seat], source.lengths[self.seat]
        as_strong = (points >= shown.least_points) & (points <= shown.most_points)
        like = as_strong.copy()
        for suit in Suit:
            like &= (lengths[suit] >= shown.least[suit]) & (lengths[suit] <= shown.most[suit])
        yield source.all[like]
        yield source.all[as_strong]
        yield source.all
