"""Kinds of calls: what a call asks of partner."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from dealwright.cards import Strain, Suit
from dealwright.cards.bridge.auction import BIDS

if TYPE_CHECKING:
    from dealwright.systems.robots.place import Place

__all__ = ["NATURAL", "STATED", "CallKind", "What", "is_try", "kind_of"]


class What(StrEnum):
    """What a call asks of partner, or tells."""

    NATURAL = ""
    FORCING = "forcing"
    GAME = "forces to game"
    TAKEOUT = "take-out"
    PENALTY = "for penalties"
    STRENGTH = "shows strength"
    KEYCARDS = "asks for keycards"
    ANSWER = "answers with keycards"


class CallKind(NamedTuple):
    """A kind; keycards are those of a suit."""

    what: What = What.NATURAL
    suit: Suit | None = None

    @property
    def is_forcing(self) -> bool:
        """Whether partner may not pass while the next opponent does."""
        return self.what in (What.FORCING, What.GAME, What.KEYCARDS, What.ANSWER)


NATURAL = CallKind()
STATED = {
    what.value: CallKind(what) for what in (What.FORCING, What.GAME, What.TAKEOUT, What.PENALTY)
} | {"not forcing": NATURAL}
"""The kinds that a rule may state after its note, by their words."""
_TAKEOUT = re.compile(r"take-?out|negative|responsive|support double", re.IGNORECASE)
_ACCEPTS = re.compile(r"^(?:accepts|completes)\b", re.IGNORECASE)
_PENALTY = re.compile(r"points|penalt", re.IGNORECASE)
_GAME = re.compile(r"forces to game|forcing raise", re.IGNORECASE)
_FORCING = re.compile(
    r"(?<!not )(?<!non-)\bforc(?:ing|es)\b|transfer|stayman|\basks\b|waiting|a reverse",
    re.IGNORECASE,
)
_PASSABLE = re.compile(
    r"to play|invites|accepts|preempt|a choice|a minimum|not forcing|non-forcing", re.IGNORECASE
)


def kind_of(place: Place, call: str, note: str) -> CallKind:
    """Return the kind of a call that a rule of a file makes: from the auction, then its note."""
    if call == "Pass":
        return NATURAL
    if call == "XX":
        return CallKind(What.STRENGTH)
    if call == "X":
        return _kind_of_double(place, note)
    if call == "2C" and not place.bids:
        return CallKind(What.GAME)
    if note.startswith("asks for keycards"):
        return CallKind(What.KEYCARDS, place.agreed[place.seat % 2] or _longest_of_partner(place))
    if _ACCEPTS.search(note):
        return NATURAL
    if _GAME.search(note):
        return CallKind(What.GAME)
    if _FORCING.search(note):
        return CallKind(What.FORCING)
    if _PASSABLE.search(note):
        return NATURAL
    return CallKind(What.FORCING) if _is_forcing(place, call) else NATURAL


def _kind_of_double(place: Place, note: str) -> CallKind:
    last = place.bids[-1].call if place.bids else ""
    if _TAKEOUT.search(note):
        return CallKind(What.TAKEOUT)
    is_penalty = last.endswith("NT") or _PENALTY.search(note) or int(last[0]) > 4
    return CallKind(What.PENALTY if is_penalty else What.TAKEOUT)


def _is_forcing(place: Place, call: str) -> bool:
    """Return whether a bid is a cue-bid, or a new suit of an unpassed responder."""
    strain = Strain.of(call[1:])
    if call not in BIDS or strain == Strain.NOTRUMP:
        return False
    suit = Suit(strain)
    theirs = [bid for bid in place.bids if bid.seat % 2 != place.seat % 2]
    shown = max(place.shown(seat).least[suit] for seat in (place.left, place.right))
    if shown >= 3 and any(bid.strain == strain for bid in theirs):
        return True
    if is_try(place, call):
        return True
    ours = [bid for bid in place.bids if bid.seat % 2 == place.seat % 2]
    if not ours or ours[0] is not place.bids[0] or ours[0].seat != place.partner:
        return False
    if ours[0].strain == Strain.NOTRUMP or any(bid.strain == strain for bid in ours):
        return False
    mine = any(bid.seat == place.seat for bid in ours)
    if mine:
        return int(call[0]) >= 3 and not theirs
    return not place.passed_before_opening and ours[0].level == 1 and int(call[0]) <= 3


def is_try(place: Place, call: str) -> bool:
    """Return whether a bid is a new suit beside an agreed major: it tries for game."""
    agreed, last = place.agreed[place.seat % 2], place.bids[-1] if place.bids else None
    if (
        agreed not in (Suit.SPADES, Suit.HEARTS)
        or last is None
        or last.strain != Strain(agreed)
        or call not in BIDS
    ):
        return False
    strain, ours = Strain.of(call[1:]), last.seat % 2 == place.seat % 2
    return ours and strain not in (Strain(agreed), Strain.NOTRUMP) and int(call[0]) <= 3


def _longest_of_partner(place: Place) -> Suit:
    least = place.shown(place.partner).least
    return max(reversed(Suit), key=lambda suit: least[suit])
