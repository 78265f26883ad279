"""Looking ahead where a file has no rules: whether to act, by what follows on likely layouts.

It sees the caller's hand and the auction, nothing else. The rules have chosen a call. Instead of a
pass a double or a game is considered, instead of another call a pass, where a pass is allowed, but
not instead of a raise, a game or what goes past it: the rules alone say which suit to bid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from dealwright.cards import Seat, Strain, Suit
from dealwright.cards.bridge.alternatives import imps_of
from dealwright.cards.bridge.auction import BIDS, contract_so_far
from dealwright.cards.bridge.scoring import Contract
from dealwright.numbering.stream import Stream
from dealwright.planning.sampling.evaluation import truth_of
from dealwright.systems.robots.estimate import tricks_of_sides
from dealwright.systems.robots.place import Place, with_hands
from dealwright.systems.robots.situation import GAME
from dealwright.systems.robots.trees import tree_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.cards.bridge.boards import Vulnerability

__all__ = ["looked_ahead"]

_LAYOUTS = 32
_PARTNERS, _KEPT, _DEALT = 2000, 400, 1600  # hands of partner drawn, kept, and layouts made of them
_ENOUGH, _FEWEST = 12, 60  # of them, if they explain every call of his, and else
_PARTNER_WEIGHT = 1.5  # of a call of partner's that a layout does not explain; an opponent's is 1
_LEAST_GAIN, _ERRORS = 1.0, 0.5  # IMPs, and standard errors, by which another call must be better
_MOST_CALLS = 5  # considered
_LONGEST_AUCTION = 40  # calls of an auction that is followed
_SPREAD = 1.15  # tricks: how far the result is from the estimate
_POINTS = re.compile(r"\b(hcp|goren|long_points) (>=|<=) (\d+)")


def looked_ahead(
    place: Place, hand: int, vulnerable: Vulnerability, chosen: str
) -> tuple[str, str]:
    """Return the call of a hand (a mask), and why it is not what rules have chosen, else ""."""
    calls = _considered(place, hand, chosen)
    if len(calls) < 2:
        return chosen, ""
    masks = _layouts(place, hand)
    scores = np.zeros((len(calls), len(masks)), dtype=np.float64)
    tricks: dict[tuple[int, Strain], NDArray[np.float64]] = {}
    for number, call in enumerate(calls):
        for end, rows in _followed(place.robots.after(place, call), masks):
            contract = contract_so_far(end.auction.calls, end.auction.dealer)
            if contract is None:
                continue
            strain, side = Strain.of(contract.strain), contract.declarer % 2
            if (side, strain) not in tricks:
                tricks[side, strain] = tricks_of_sides(masks, side, strain)
            played = Contract(contract.level, strain.letter, len(contract.risk))
            table = _expected(played, vulnerable.includes(contract.declarer))
            score = table[np.rint(10 * tricks[side, strain][rows]).astype(np.int64)]
            scores[number, rows] = score if side == place.seat % 2 else -score
    imps = imps_of(scores - scores[0])
    gains, errors = imps.mean(axis=1), imps.std(axis=1) / len(masks) ** 0.5
    enough = gains - _LEAST_GAIN - _ERRORS * errors
    best = int(np.argmax(enough))
    if enough[best] <= 0:
        return chosen, ""
    better = float((imps[best] > 0).mean())
    return calls[best], (
        f"{gains[best]:+.1f} IMPs against {chosen} on {len(masks)} layouts, better in "
        f"{100 * better:.0f} %"
    )


def _considered(place: Place, hand: int, chosen: str) -> list[str]:
    """Return the calls to compare, the chosen one first; the others fit within a point."""
    masks = with_hands(place.seat, [hand])
    calls = [chosen]
    last = next((rule for rule in place.rules if not rule.condition), None)  # whatever is held
    can_pass = (last is None or last.call == "Pass") and not _raises(place, chosen)
    for rule in place.rules:
        act = chosen == "Pass" and (rule.call == "X" or _is_game(rule.call))
        if rule.call in calls or rule.line or not act or not rule.condition:
            continue
        if _nearly_fits(place.seat, rule.condition, masks):
            calls.append(rule.call)
    if can_pass and "Pass" not in calls and not _is_game(chosen) and not _tries_slam(place):
        calls = [*calls[: _MOST_CALLS - 1], "Pass"]
    return calls[:_MOST_CALLS]


def _nearly_fits(seat: Seat, condition: str, masks: NDArray[np.uint64]) -> bool:
    """Return whether a hand with a point more or less would fit a condition."""
    near = _POINTS.sub(
        lambda m: f"{m[1]} {m[2]} {max(0, int(m[3]) + (-1 if m[2] == '>=' else 1))}", condition
    )
    return bool(truth_of(tree_of(seat, near), masks)[0])


def _is_game(call: str) -> bool:
    return call in BIDS and int(call[0]) >= GAME[Strain.of(call[1:])]


def _raises(place: Place, call: str) -> bool:
    """Return whether a call bids a suit in which partner has shown three cards or more."""
    if call not in BIDS or call.endswith("NT"):
        return False
    return place.shown(place.partner).least[Suit(Strain.of(call[1:]))] >= 3


def _tries_slam(place: Place) -> bool:
    """Return whether a bid would go past a game of the caller's own side."""
    last = place.bids[-1] if place.bids else None
    return last is not None and last.seat % 2 == place.seat % 2 and last.level >= GAME[last.strain]


# ------------------------------------------------------------------------------------- layouts


def _layouts(place: Place, hand: int) -> NDArray[np.uint64]:
    """Return deals with the hand that explain most calls, uint64[_LAYOUTS, 4].

    Partner's hands are drawn first, and those kept that explain his calls best; then each is
    completed at random in many ways. A hand of partner's occurs a few times at most.
    """
    seat, partner = place.seat, place.partner
    dealer = (place.auction.dealer - seat) % 4
    stream = Stream.of(f"ahead {hand} {dealer} {' '.join(place.auction.calls)}")
    rest = np.array([1 << card for card in range(52) if not hand >> card & 1], dtype=np.uint64)
    order = np.argsort(stream.words(0, _PARTNERS * 39).reshape(_PARTNERS, 39), axis=1)
    partners = rest[order[:, :13]].sum(axis=1, dtype=np.uint64)
    wrong = _unexplained(place, partners, partner)
    kept = np.argsort(wrong, kind="stable")[:_KEPT]
    explaining = int((wrong[kept] == wrong[kept[0]]).sum())
    enough = wrong[kept[0]] == 0 and explaining >= _ENOUGH
    kept = kept[: explaining if enough else max(explaining, _FEWEST)]
    rows = np.repeat(kept, max(1, _DEALT // len(kept)))
    left = order[rows, 13:]
    words = stream.words(_PARTNERS * 39, left.size).reshape(left.shape)
    left = np.take_along_axis(left, np.argsort(words, axis=1), axis=1)
    masks = np.zeros((len(rows), 4), dtype=np.uint64)
    masks[:, seat], masks[:, partner] = hand, partners[rows]
    masks[:, place.left] = rest[left[:, :13]].sum(axis=1, dtype=np.uint64)
    masks[:, place.right] = rest[left[:, 13:]].sum(axis=1, dtype=np.uint64)
    total = _PARTNER_WEIGHT * wrong[rows]
    for opponent in (place.left, place.right):
        total = total + _unexplained(place, masks[:, opponent], opponent)
    chosen, used = list[int](), dict[int, int]()
    for row in np.argsort(total, kind="stable").tolist():
        of_partner = int(rows[row])
        if used.get(of_partner, 0) < max(1, _LAYOUTS // 12):
            used[of_partner] = used.get(of_partner, 0) + 1
            chosen.append(row)
            if len(chosen) == _LAYOUTS:
                break
    return masks[chosen]


def _unexplained(place: Place, hands: NDArray[np.uint64], seat: Seat) -> NDArray[np.float64]:
    """Return how many calls of a seat each hand would not have made, float64[n]."""
    masks = with_hands(seat, hands)
    wrong = np.zeros(len(hands), dtype=np.float64)
    for before, call in place.steps():
        if before.seat != seat:
            continue
        if numbers := before.numbers_of(call):
            wrong += ~np.isin(before.calls_by(masks), numbers)
        elif call in BIDS and not call.endswith("NT"):
            suit = Suit(Strain.of(call[1:]))
            wrong += truth_of(tree_of(seat, f"{suit.name.lower()} < 4"), masks)
    return wrong


def _followed(place: Place, masks: NDArray[np.uint64]) -> Iterator[tuple[Place, NDArray[np.int64]]]:
    """Yield the ends of auctions that follow by the rules, each with its layouts."""
    pending = [(place, np.arange(len(masks), dtype=np.int64))]
    while pending:
        here, rows = pending.pop()
        if here.turn is None or len(here.auction.calls) > _LONGEST_AUCTION:
            yield here, rows
            continue
        made = here.calls_by(masks[rows])
        calls = np.array(["Pass" if n < 0 else here.rules[n].call for n in made.tolist()])
        pending += [
            (here.robots.after(here, call), rows[calls == call])
            for call in np.unique(calls).tolist()
        ]


# -------------------------------------------------------------------------------------- scores


@cache
def _expected(contract: Contract, vulnerable: bool) -> NDArray[np.float64]:
    """Return the mean score of a contract by the tenths of tricks expected, float64[131]."""
    scores = np.array(
        [contract.score(taken, vulnerable=vulnerable) for taken in range(14)], dtype=np.float64
    )
    expected = np.arange(131, dtype=np.float64)[:, None] / 10
    away = (np.arange(14, dtype=np.float64) - expected) / _SPREAD
    weights = np.exp(-0.5 * away**2)
    means: NDArray[np.float64] = weights @ scores / weights.sum(axis=1)
    return means
