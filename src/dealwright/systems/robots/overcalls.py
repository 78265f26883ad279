"""Acting over the opponents' bids: overcalls, doubles, and what a doubler does later."""

from __future__ import annotations

from dealwright.cards import Strain, Suit
from dealwright.systems.robots.kinds import CallKind, What
from dealwright.systems.robots.situation import (
    MAJORS,
    MINORS,
    Situation,
    at_least,
    at_most,
    points,
    word,
)  # fmt: skip

__all__ = ["enter", "run"]

_BALANCING = 3  # points that the last hand to speak borrows from partner
_NOTRUMPS = {1: (15, 18), 2: (15, 18), 3: (16, 21)}  # by level
_BALANCING_NOTRUMPS = {1: (12, 15), 2: (14, 18), 3: (16, 21)}
_STRONG = 18
_TAKEOUT = CallKind(What.TAKEOUT)


def enter(at: Situation) -> bool:
    """Write the rules of a side that has not bid; return whether it has not."""
    if at.ours:
        return False
    if not at.partners_calls and not at.my_calls:
        _first_action(at)
    elif at.my_calls and at.my_calls[-1][1] == "X" and not at.partner_spoke:
        _after_own_double(at)
    at.add("Pass", note="nothing to say")
    return True


def _first_action(at: Situation) -> None:
    borrowed = _BALANCING if at.is_last_chance else 0
    if at.strain != Strain.NOTRUMP:
        _strong_actions(at, borrowed)
    for suit in at.unbid:
        _overcall(at, suit, borrowed)
    if at.strain == Strain.NOTRUMP:
        if at.level == 1:
            at.add("X", points(15), note="points", kind=CallKind(What.PENALTY))
        return
    _takeout(at, borrowed)
    if at.level >= 4:
        kind = _TAKEOUT if at.level == 4 else CallKind(What.PENALTY)
        at.add("X", points(_STRONG), note="points", kind=kind)


def _strong_actions(at: Situation, borrowed: int) -> None:
    if at.level <= 4:
        high = at.level >= 4
        short = at_most(Suit(at.strain), 3) if high else ""
        least = _STRONG + (1 if high else 0) - (1 if borrowed else 0)
        at.add("X", points(least), short, note="strong", kind=_TAKEOUT)
    level = at.cheapest(Strain.NOTRUMP)
    if level <= 3 and at.stop and not (level == 2 and len(at.their_bids) >= 2):
        low, most = (_BALANCING_NOTRUMPS if borrowed else _NOTRUMPS)[level]
        at.add(
            f"{level}NT", f"hcp in {low}..{most}", "balanced", at.stop,
            note="balanced, with stoppers",
        )  # fmt: skip


def _overcall(at: Situation, suit: Suit, borrowed: int) -> None:
    level = at.cheapest(suit)
    lower = [other for other in at.unbid if other < suit]
    longest = " && ".join(f"{word(suit)} >= {word(other)}" for other in lower)
    quality, five = f"hcp({word(suit)})", at_least(suit, 5)
    honours = f"top5({word(suit)})"
    if level == 1:
        at.bid(
            suit, five, points(8 - borrowed // 2), at_most("hcp", 17), longest, note="five cards"
        )
    elif level == 2:
        good = at_least(quality, 4)
        least = points(11 - borrowed)
        at.bid(suit, five, good, least, at_most("hcp", 17), longest, note="five good cards")
        long = at_least(suit, 6)
        least = points(9 - borrowed)
        good = at_least(honours, 2)
        at.bid(suit, long, good, least, at_most("hcp", 17), longest, note="six cards")
    elif level == 3 and at.strain == Strain.NOTRUMP:
        good = at_least(honours, 3)
        at.bid(suit, at_least(suit, 6), good, "hcp in 10..17", note="a long suit")
    elif level == 3:
        six = f"({word(suit)} >= 6 && hcp >= {12 - borrowed})"
        solid = f"({word(suit)} >= 5 && {quality} >= 5 && hcp >= {14 - borrowed})"
        at.bid(suit, f"({six} || {solid})", at_most("hcp", 18), longest, note="a long suit")
    elif level == 4:
        at.bid(suit, at_least(suit, 6), "long_points >= 16", longest, note="a long suit")


def _takeout(at: Situation, borrowed: int) -> None:
    """Write the take-out double: support for the suits that they have not shown."""
    majors = [suit for suit in MAJORS if suit in at.unbid]
    if at.level > 4 or not majors:
        return
    tests = list[str]()
    for suit in majors:
        only = len(majors) == 1
        late = not borrowed and len(at.their_bids) > 1
        tests.append(at_least(suit, 4 if only and (late or at.level >= 3) else 3))
    tests += [at_least(suit, 2) for suit in MINORS if suit in at.unbid]
    short = 3 if Suit(at.strain) in MINORS and borrowed else 2
    tests.append(at_most(Suit(at.strain), short))
    least = 12 - (borrowed if at.level <= 2 else min(borrowed, 1))
    least += {3: 1, 4: 3}.get(at.level, 0)
    at.add("X", points(least), *tests, note="take-out", kind=_TAKEOUT)


def _after_own_double(at: Situation) -> None:
    """Write what a doubler does whose partner has not spoken."""
    if at.doubled == "XX" and at.is_last_chance:
        run(at)
        return
    if at.doubled:
        return
    if at.strain != Strain.NOTRUMP and at.level <= 3:
        at.add(
            "X", points(16 + at.level), at_most(Suit(at.strain), 3),
            note="take-out again, extra values", kind=_TAKEOUT,
        )  # fmt: skip
    for suit in at.unbid:
        if at.cheapest(suit) <= 3:
            least = points(14 + at.cheapest(suit))
            at.bid(suit, at_least(suit, 6), least, note="strong, a long suit")


def run(at: Situation) -> None:
    """Write the rescue from a redouble: the cheapest suit of four cards, else the cheapest."""
    suits = sorted(at.unbid, key=at.cheapest)
    for suit in suits:
        at.bid(suit, at_least(suit, 4), note="runs from the redouble")
    for suit in suits[:1]:
        at.bid(suit, note="runs from the redouble")
