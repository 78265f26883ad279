"""Going on when one's side has bid: slams, games, invitations, competition, and forced calls."""

from __future__ import annotations

from dealwright.cards import Strain, Suit
from dealwright.systems.robots.kinds import NATURAL, CallKind, What
from dealwright.systems.robots.overcalls import run
from dealwright.systems.robots.situation import (
    GAME,
    MAJORS,
    MINORS,
    SUITS,
    Situation,
    at_least,
    at_most,
    points,
    support,
    word,
)  # fmt: skip

__all__ = ["go_on"]

_NOTRUMP = Strain.NOTRUMP
_FORCING, _GAME_FORCE = CallKind(What.FORCING), CallKind(What.GAME)
_TAKEOUT, _PENALTY = CallKind(What.TAKEOUT), CallKind(What.PENALTY)
# points of two hands
_SLAM, _SMALL_NOTRUMP, _NEAR_SLAM = 33, 33, 27.5
_MAJOR, _MINOR, _MINOR_FORCED, _GAME_NOTRUMP = 25.5, 28.5, 26, 25
_INVITES = 22.5
_STRONG_DOUBLER = (18, 19, 21)  # points of its notrump bid, by level


def go_on(at: Situation) -> bool:
    """Write the rules of a side that has bid."""
    if _stands(at):
        return True
    _slams(at)
    if at.is_game and not at.is_forced:
        _after_game(at)
        return True
    _double_notrump(at)
    _punish(at)
    _forced_to_game(at)
    _games(at)
    _strong_doubler(at)
    _cue_bid(at)
    _invitations(at)
    _advance(at)
    if not at.is_ours_last:
        _compete(at)
    _raise_over_double(at)
    _own_suits(at)
    _new_suits(at)
    _preferences(at)
    if at.is_forced:
        _something(at)
    elif at.doubled == "XX" and not at.is_ours_last and at.is_last_chance and _doubled_last(at):
        run(at)
    at.add("Pass", note="nothing to say")
    return True


def _double_notrump(at: Situation) -> None:
    """Write the double of their notrump at the one or two level."""
    low = not at.is_ours_last and at.strain == _NOTRUMP and at.level <= 2
    if low and not at.doubled and not at.must_reach_game:
        enough = points((22 if at.level == 1 else 22.5) - at.base)
        at.add("X", enough, note="for penalties", kind=_PENALTY)


def _punish(at: Situation) -> None:
    """Write the double of a suit to which they run from partner's redouble."""
    redoubled = bool(at.partners_calls) and at.partners_kind.what is What.STRENGTH
    if redoubled and not at.is_ours_last and not at.doubled and at.strain != _NOTRUMP:
        suit = Suit(at.strain)
        good = at_least(f"top5({word(suit)})", 2 if at.level >= 2 else 3)
        at.add("X", at_least(suit, 4), good, note="for penalties", kind=_PENALTY)


def _doubled_last(at: Situation) -> bool:
    return bool(at.my_calls) and at.my_calls[-1][1] == "X"


def _stands(at: Situation) -> bool:
    """Write the pass of partner's penalty double, but for a hand that has nothing but a suit."""
    calls = at.partners_calls
    doubled = bool(calls) and calls[-1][1] == "X" and at.partners_kind.what is What.PENALTY
    if not doubled or not at.partner_spoke or not at.right_passed or at.is_ours_last:
        return False
    if at.doubled != "X":
        return False
    if at.level <= 3:
        for suit in at.unbid:
            weak = at_most("hcp", 5) if at.strain == _NOTRUMP else at_most(Suit(at.strain), 1)
            at.bid(suit, at_least(suit, 6), weak, note="runs to a long suit")
    at.add("Pass", note="the double stands")
    return True


def _fits(at: Situation) -> list[Suit]:
    """Return the suits in which partner has shown three cards, majors first."""
    return [suit for suit in SUITS if at.partners.least[suit] >= 3]


def _slams(at: Situation) -> None:
    """Write questions for keycards, slams in notrump, and tries over 3NT."""
    asked = any(
        kind.what is What.KEYCARDS
        for index, kind in enumerate(at.place.kinds)
        if (at.place.auction.dealer + index) % 2 == at.side
    )
    possible = not asked and at.level <= 4 and not (at.level == 4 and at.strain == _NOTRUMP)
    if not possible or not at.partners_calls:
        return
    for suit in _fits(at):
        if suit in MINORS and at.agreed != suit:
            continue
        if at.partners.least[suit] + at.mine.least[suit] >= 7 or at.partners.least[suit] >= 4:
            enough = at.supports(suit, _SLAM - at.long(suit))
            at.add(
                "4NT", at_least(suit, at.for_fit(suit)), enough,
                f"aces + kings({word(suit)}) >= 1",
                note=f"asks for keycards of {word(suit)}", kind=CallKind(What.KEYCARDS, suit),
            )  # fmt: skip
    partner = at.partners
    if at.right_passed and partner.most_points - partner.least_points <= 5:
        enough = points(_SMALL_NOTRUMP - partner.least_points)
        at.add("6NT", enough, "balanced", at.stop, note="to play")
    if at.last.call == "3NT" and at.is_ours_last and at.partner_spoke and at.right_passed:
        for suit in SUITS:
            if at.mine.least[suit] < 4:
                enough = at.supports(suit, 32.5, 3)
                at.add(
                    f"4{suit.letter}", at_least(suit, 5), enough, points(28 - at.base),
                    "!balanced", note="five cards, a slam is possible", kind=_FORCING,
                )  # fmt: skip


def _after_game(at: Situation) -> None:
    """Write the correction to a major, a slam after five of a minor, and the pass."""
    if at.strain not in (Strain.SPADES, Strain.HEARTS):
        for suit in MAJORS:
            if at.cheapest(suit) <= 4 and at.partners.least[suit] >= 5:
                at.add(f"4{suit.letter}", at_least(suit, 3), note="corrects to the fit")
    if at.level == 5 and at.strain != _NOTRUMP:
        raised = Suit(at.strain)
        if at.last.seat == at.partner and at.right_passed:
            enough = at.supports(raised, _SLAM + 1)
            fit = at_least(raised, at.for_fit(raised))
            at.add(f"6{raised.letter}", fit, enough, note="to play")
    at.add("Pass", note="game is reached")


def _forced_to_game(at: Situation) -> None:
    """Write five-card suits and fits of a side that has forced to game."""
    if not at.must_reach_game:
        return
    mine, partners = at.mine.least, at.partners.least
    for suit in SUITS if at.agreed is None else ():
        known = suit in at.theirs or mine[suit] >= 4 or partners[suit] >= 4
        if not known and at.cheapest(suit) <= 4 and at.cheapest(_NOTRUMP) <= 3:
            some = points(5) if at.mine.least_points < 5 and not at.is_forced else ""
            at.bid(suit, at_least(suit, 5), some, note="five cards", kind=_FORCING)
    for suit in SUITS if at.partners_calls else ():
        low = at.cheapest(suit) <= (3 if suit in MAJORS else 4)
        if partners[suit] >= 4 and at.agreed != suit and low:
            fit, enough = at_least(suit, at.for_fit(suit)), at.supports(suit, _NEAR_SLAM)
            at.bid(suit, fit, enough, note="a fit, a slam is possible", kind=_FORCING)


def _games(at: Situation) -> None:
    for suit in MAJORS:
        if (suit in at.theirs and at.partners.least[suit] < 5) or at.cheapest(suit) > 4:
            continue
        if at.partners.least[suit] >= 3 or at.mine.least[suit] >= 5:
            enough = at.supports(suit, _MAJOR - at.long(suit))
            fit = at_least(suit, at.for_fit(suit))
            at.add(f"4{suit.letter}", fit, enough, note="to play")
        if at.partners.least[suit] < 3:
            few = max(6, 8 - at.partners.least[suit])
            enough = at_least("long_points", 26.5 - at.base)
            at.add(f"4{suit.letter}", at_least(suit, few), enough, note="a long suit, to play")
    if at.cheapest(_NOTRUMP) <= 3:
        enough = points(_GAME_NOTRUMP - at.base)
        at.add("3NT", at.stop, enough, "(balanced || longest <= 6)", note="to play")
        solid = " || ".join(f"({word(s)} >= 6 && top5({word(s)}) >= 3)" for s in MINORS)
        enough = points(23.5 - at.base)
        at.add("3NT", at.stop, f"({solid})", enough, note="a long minor, to play")
    for suit in MINORS:
        if at.partners.least[suit] >= 3 and at.cheapest(suit) <= 5 and suit not in at.theirs:
            total = _MINOR_FORCED if at.must_reach_game else _MINOR
            fit = at_least(suit, at.for_fit(suit))
            at.add(f"5{suit.letter}", fit, at.supports(suit, total), note="to play")


def _strong_doubler(at: Situation) -> None:
    """Write what a strong hand says that began with a take-out double, after partner's answer."""
    if not at.my_calls or not at.is_ours_last or not at.partner_spoke or at.level > 4:
        return
    index, call = at.my_calls[-1]
    if call != "X" or at.place.kinds[index].what is not What.TAKEOUT:
        return
    for suit in SUITS:
        answered = at.strain == Strain(suit) or at.partners.least[suit] >= 3
        if answered and at.cheapest(suit) <= 3 and suit not in at.theirs:
            enough = at.supports(suit, 22, 4)
            at.bid(suit, at_least(suit, 4), enough, note="raises with extra values")
    for suit in SUITS:
        level = at.cheapest(suit)
        if suit not in at.theirs and at.partners.least[suit] < 4 and level <= 4:
            least = max(18, (21 if level <= 2 else 23 if level == 3 else 26) - at.base)
            enough = at_least("long_points", least)
            at.bid(suit, at_least(suit, 5), enough, note="strong, five cards")
    if (level := at.cheapest(_NOTRUMP)) <= 3:
        at.bid(_NOTRUMP, at.stop, points(_STRONG_DOUBLER[level - 1]), note="strong, balanced")
    for suit in at.theirs[:1]:
        if at.cheapest(suit) <= 3:
            at.bid(suit, points(21), note="strong, forcing", kind=_FORCING)


def _cue_bid(at: Situation) -> None:
    """Write the bid of their suit: strong, without a natural game in sight."""
    settled = at.must_reach_game or at.agreed in MAJORS or at.level > 3
    unasked = at.is_ours_last and not at.partner_spoke
    if settled or unasked or not at.partners_calls or not at.theirs:
        return
    suit = at.theirs[-1]
    if at.cheapest(suit) <= (3 if at.cheapest(_NOTRUMP) <= 3 else 4):
        enough = points(25 - at.base)
        at.bid(suit, enough, at_most(suit, 4), note="strong, forces to game", kind=_GAME_FORCE)


def _invitations(at: Situation) -> None:
    partner = at.partners
    if partner.most_points - partner.least_points < 3 or at.must_reach_game:
        return
    for suit in MAJORS:
        level = at.cheapest(suit)
        raised = at.is_ours_last and at.strain == Strain(suit)
        if level > 3 or suit in at.theirs or (raised and at.level == 3):
            continue
        if (partner.least[suit] >= 3 or at.mine.least[suit] >= 5) and (level == 3 or raised):
            fit, fewest = at_least(suit, at.for_fit(suit)), at.for_fit(suit)
            enough = support(suit, fewest, max(_INVITES - at.base, _MAJOR - partner.most_points))
            at.add(f"3{suit.letter}", fit, enough, note="invites")
    if at.cheapest(_NOTRUMP) == 2:
        enough = points(max(_INVITES - at.base, _GAME_NOTRUMP - partner.most_points))
        at.add("2NT", at.stop, enough, "balanced", note="invites")


def _advance(at: Situation) -> None:
    """Write a raise, a suit of one's own and 1NT over partner's overcall in a suit."""
    spoke = at.is_ours_last and at.partner_spoke and not at.my_calls
    overcalled = spoke and not at.is_ours(at.bids[0]) and at.strain != _NOTRUMP
    if not overcalled or at.is_forced or at.level > 2 or at.partners_calls[0][1] == "X":
        return
    suit = Suit(at.strain)
    if at.level == 1:
        few = max(3, at.for_fit(suit))
        at.bid(suit, at_least(suit, few), at.supports(suit, 18, few), note="raises")
    for other in at.unbid:
        level = at.cheapest(other)
        if other != suit and level <= 3:
            enough = points((8, 10, 13)[level - 1])
            longest = " && ".join(
                f"{word(other)} >= {word(third)}"
                for third in at.unbid
                if third not in (other, suit)
            )
            at.bid(other, at_least(other, 5), at_most(suit, 2), enough, longest, note="five cards")
    if at.cheapest(_NOTRUMP) == 1:
        at.add("1NT", at.stop, points(19 - at.base), note="no fit, with a stopper")


def _has_doubled_for_penalties(at: Situation) -> bool:
    dealer = at.place.auction.dealer
    return any(
        kind.what in (What.PENALTY, What.STRENGTH) and (dealer + index) % 2 == at.side
        for index, kind in enumerate(at.place.kinds)
    )


def _compete(at: Situation) -> None:
    """Write doubles and raises over the opponents' last bid."""
    suit_bid, forced = at.strain != _NOTRUMP, at.must_reach_game
    for_takeout = (
        suit_bid and at.level <= 3 and at.agreed is None and not forced
        and not _has_doubled_for_penalties(at)
    )  # fmt: skip
    if not at.doubled and suit_bid and at.level >= 2 and not for_takeout:
        suit = Suit(at.strain)
        enough = points((20 if at.level >= 5 else 21) - at.base)
        good = at_least(f"top5({word(suit)})", 2)
        at.add("X", at_least(suit, 4), good, enough, note="for penalties", kind=_PENALTY)
        if at.level >= 3:
            enough, good = points(17 - at.base), at_least(f"top5({word(suit)})", 3)
            at.add("X", at_least(suit, 5), good, enough, note="for penalties", kind=_PENALTY)
    if not at.doubled and not suit_bid:
        enough = points((22 if at.level == 1 else 23) - at.base)
        at.add("X", enough, note="for penalties", kind=_PENALTY)
    for suit in SUITS:
        _compete_in(at, suit)
    if at.doubled or not suit_bid:
        return
    if at.level <= 3 and not for_takeout:
        least = max((20 if forced else 23.5) - at.base, 5)
        two = at_least(Suit(at.strain), 2)
        at.add("X", points(least), two, note="points", kind=_PENALTY)
    if for_takeout:
        _takeout(at)
    if at.level >= 4:
        enough = points((18 if forced else 22) - at.base)
        two = at_least(Suit(at.strain), 2)
        at.add("X", enough, two, note="points, for penalties", kind=_PENALTY)


def _compete_in(at: Situation, suit: Suit) -> None:
    """Write raises as high as the side has trumps, and with more points one trump higher."""
    shown, level = at.partners.least[suit], at.cheapest(suit)
    if shown < 3 or (suit in at.theirs and shown < 5):
        return
    if level > 5 or (level == 5 and suit in MAJORS):
        return

    def raises(trumps: int, total: float, note: str) -> None:
        fewest = max(2, trumps - shown)
        at.bid(suit, at_least(suit, fewest), at.supports(suit, total, fewest), note=note)

    if level <= 2:
        raises(8, 17, "raises")
        if shown >= 5 and not at.is_ours_last and not at.my_calls:
            few = at_least(suit, 9 - shown)
            weak = (at_least("goren", 5), at_most("hcp", 8))
            at.add(f"3{suit.letter}", few, *weak, note="preempts with nine trumps")
    elif level == 3:
        raises(9, 18, "competes with nine trumps")
        raises(8, 21.5, "competes")
    elif level == 4:
        raises(10, 18, "competes with ten trumps")
    elif at.level == 4:
        raises(11, 19, "competes with eleven trumps")


def _takeout(at: Situation) -> None:
    """Write take-out doubles of a side that has bid: negative, and opener's reopening."""
    suit = Suit(at.strain)
    majors = [
        major for major in MAJORS
        if major in at.unbid and at.partners.most[major] >= 3 and at.mine.most[major] >= 3
    ][:1]  # fmt: skip
    is_opener = at.opened(at.seat)
    if at.partners_calls:
        most = 3 if at.level < 2 or (is_opener and at.is_last_chance) else 2
        enough = points({1: 18, 2: 20, 3: 22}[at.level] - at.base)
        four = [at_least(major, 3 if is_opener else 4) for major in majors]
        at.add("X", at_most(suit, most), enough, *four, note="take-out", kind=_TAKEOUT)
        return
    least = {1: 12, 2: 13, 3: 15}[at.level] + (0 if at.is_last_chance else 3)
    three = [at_least(major, 3) for major in majors]
    note = "take-out, reopens" if at.is_last_chance else "take-out, extra values"
    at.add("X", at_most(suit, 2), points(least), *three, note=note, kind=_TAKEOUT)
    strong = points(19 if at.level == 3 else 18)
    at.add("X", strong, at_most(suit, 3), note="strong", kind=_TAKEOUT)


def _raise_over_double(at: Situation) -> None:
    """Write raises of partner's bid that was doubled, before the opponents find their suit."""
    partners_bid = bool(at.partners_calls) and at.last.number == at.partners_calls[-1][0]
    if not partners_bid or at.doubled != "X" or not at.partner_spoke or at.strain == _NOTRUMP:
        return
    if at.agreed is not None or at.level > 2:
        return
    suit = Suit(at.strain)
    for level in (4, 3, 2):
        if at.level < level <= GAME[at.strain]:
            fewest = max(3, level + 6 - at.partners.least[suit])
            enough = at.supports(suit, 14 + level, fewest)
            at.add(
                f"{level}{suit.letter}", at_least(suit, fewest), enough,
                note="raises over the double",
            )  # fmt: skip


def _own_suits(at: Situation) -> None:
    """Write rebids of a suit that the caller has shown."""
    over_notrump = at.is_ours_last and at.partner_spoke and at.strain == _NOTRUMP
    if over_notrump and at.level == 1 and not at.is_forced:
        _over_notrump(at)
    for suit in SUITS:
        level, shown = at.cheapest(suit), at.mine.least[suit]
        if suit in at.theirs or shown < 4 or level > 3:
            continue
        few = max(6, shown + 1)
        if at.is_ours_last and not at.is_forced:
            if at.strain != _NOTRUMP and at.partners.least[at.strain] < 5:
                short = at_most(Suit(at.strain), 1)
                at.bid(suit, at_least(suit, few), short, note="runs to a long suit")
            continue
        fewest = few if shown >= 5 or level >= 2 else 6
        base = at.base if at.partners_calls else min(at.base, 5)
        enough = "" if at.is_forced else at_least("long_points", (18 if level <= 2 else 22) - base)
        at.bid(suit, at_least(suit, fewest), enough, note="six cards")


def _over_notrump(at: Situation) -> None:
    """Write the suits of a hand that does not like partner's 1NT: a second one, or six cards."""
    if at.opened(at.seat) and at.partners_calls[-1][1] == "1NT":
        for suit in SUITS:
            if suit not in at.theirs and at.mine.least[suit] < 4:
                at.bid(suit, at_least(suit, 4), "!balanced", "longest >= 6", note="a second suit")
        for suit in SUITS:
            if at.mine.least[suit] >= 3:
                at.bid(suit, at_least(suit, 6), note="six cards")


def _new_suits(at: Situation) -> None:
    for suit in SUITS:
        level = at.cheapest(suit)
        known = at.mine.least[suit] >= 4 or at.partners.least[suit] >= 4
        if suit in at.theirs or known or level > 3:
            continue
        if at.is_forced:
            kind = _FORCING if at.must_reach_game else NATURAL
            strong = "" if at.must_reach_game or not _reverses(at, suit) else points(16)
            at.bid(suit, at_least(suit, 4), strong, note="four cards", kind=kind)
        elif not at.is_ours_last and (level <= 2 or at.agreed is None):
            enough = at_least("long_points", (19 if level <= 2 else 22) - at.base)
            answers = at.opened(at.partner) and not at.my_calls
            kind = _FORCING if answers and not at.place.passed_before_opening else NATURAL
            at.bid(suit, at_least(suit, 5), enough, note="five cards", kind=kind)


def _reverses(at: Situation, suit: Suit) -> bool:
    """Return whether a suit would take an opener past the two level of his first one."""
    first = next((bid for bid in at.ours if bid.seat == at.seat), None)
    if first is None or not at.opened(at.seat) or first.strain == _NOTRUMP:
        return False
    return (at.cheapest(suit), Strain(suit)) > (2, first.strain)


def _preferences(at: Situation) -> None:
    """Write the choice between partner's suits."""
    partners_bid = bool(at.partners_calls) and at.last.number == at.partners_calls[-1][0]
    if not partners_bid or not at.is_ours_last or not at.partner_spoke or at.is_forced:
        return
    if at.must_reach_game or at.strain == _NOTRUMP or at.level > 3:
        return
    last, shown = Suit(at.strain), at.partners.least
    for suit in SUITS:
        if suit != last and shown[suit] >= 4 and at.cheapest(suit) <= min(3, at.level + 1):
            few = at_least(suit, max(2, 7 - shown[suit]))
            longer = f"{word(suit)} + {shown[suit]} > {word(last)} + {shown[last]}"
            at.bid(suit, few, longer, note="prefers")
    if shown[last] < 5:
        for suit in SUITS:
            if suit != last and at.mine.least[suit] >= 4 and at.cheapest(suit) <= at.level:
                short = at_most(last, 1)
                at.bid(suit, at_least(suit, 6), short, note="runs to a long suit")


def _any_fit(at: Situation) -> None:
    for suit in SUITS:
        level = at.cheapest(suit)
        if at.partners.least[suit] >= 3 and level <= GAME[suit] and suit not in at.theirs:
            fewest = 3 if at.is_last_chance else at.for_fit(suit)
            kind = _FORCING if at.must_reach_game and level < GAME[suit] else NATURAL
            at.bid(suit, at_least(suit, fewest), note="a fit", kind=kind)


def _own_suit_again(at: Situation) -> None:
    for suit in SUITS:
        shown = at.mine.least[suit]
        if shown >= 4 and at.cheapest(suit) <= GAME[suit]:
            at.bid(suit, at_least(suit, max(5, shown)), note="bids it again")


def _something(at: Situation) -> None:
    """Write what a hand says that may not pass: a fit, notrump, a double, any suit shown."""
    if not at.is_ours_last and not at.is_last_chance:
        return
    shown, mine = at.partners.least, at.mine.least
    _any_fit(at)
    notrump = at.cheapest(_NOTRUMP)
    if notrump <= 3:
        at.bid(_NOTRUMP, at.stop, note="no fit")
    if not at.is_ours_last and not at.doubled:
        at.add("X", note="the side has the points", kind=_PENALTY)
    for suit in SUITS:
        if shown[suit] >= 4 and at.cheapest(suit) <= GAME[suit]:
            at.bid(suit, at_least(suit, 2), note="prefers")
    _own_suit_again(at)
    if notrump <= 3:
        at.bid(_NOTRUMP, note="nothing else")
    for suit in SUITS:
        if (mine[suit] >= 4 or shown[suit] >= 4) and suit not in at.theirs:
            at.bid(suit, note="nothing else")
