"""Evidence and lines of play against every deal of a small pack, in which defenders play cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from dealwright import ConditionError, table_view
from dealwright.cards import Card, Seat, Suit, cards_from_mask
from dealwright.deals.hand import hand_text
from dealwright.numbering.stream import Stream
from tests.laws.test_odds_at_table import Deal, Tricks, Words, is_legal, length, small_pack
from tests.oracles.small_packs import deals

pytestmark = pytest.mark.long

EAST, WEST = 1, 3
Holds = Callable[[Deal], bool]


def equals(hand: int, card: int, quitted: int) -> set[int]:
    """Return the cards of a hand between which and a card nobody else has a live one."""
    found = {card}
    for step in (1, -1):
        other = card + step
        while other // 13 == card // 13 and other >= 0:
            if hand >> other & 1:
                found.add(other)
            elif not quitted >> other & 1:
                break
            other += step
    return found


def chance_of(dealt: Deal, play: Tricks, ways: dict[int, str]) -> Fraction:
    """Return the chance that defenders with these hands pick the cards that they played."""
    hands, quitted, found = list(dealt), 0, Fraction(1)
    for trick in play:
        for at, (player, card) in enumerate(trick):
            follows = at > 0 and card // 13 == trick[0][1] // 13
            how = ways.get(player, "")
            if follows and how and not (how == "honours" and card % 13 < 8):
                same = equals(hands[player], card, quitted)
                lower = {c for c in range(card // 13 * 13, card) if hands[player] >> c & 1}
                best = max((c // 13 == card // 13, c) for _, c in trick[:at])[1]
                if card < best and lower - same:
                    return Fraction(0)
                picked = {"lowest": min(same) == card, "highest": max(same) == card}
                found *= Fraction(picked[how]) if how in picked else Fraction(1, len(same))
        for player, card in trick:
            hands[player] &= ~(1 << card)
            quitted |= 1 << card
    return found


def packs(number: int, tricks: int) -> tuple[Words, Deal, Tricks, Deal, list[Deal]]:
    """Return random words, a deal, its play, the cards known, and every deal that agrees."""
    words = iter(Stream(f"play at the table {number}").words(0, 1000).tolist())
    dealt, play, known = small_pack(words, tricks)
    fixed = [
        known[seat] | sum(1 << card for trick in play for player, card in trick if player == seat)
        for seat in range(4)
    ]
    fixed[0], fixed[2] = dealt[0], dealt[2]
    return words, dealt, play, known, [one for one in deals(fixed) if is_legal(one, play)]


def text_of(play: Tricks) -> str:
    return ", ".join(" ".join(str(Card(card)) for _, card in trick) for trick in play)


CHOICES = [
    ("random", {EAST: "random", WEST: "random"}),
    ("honours", {EAST: "honours", WEST: "honours"}),
    ("west lowest", {WEST: "lowest"}),
    ("west highest, east random", {WEST: "highest", EAST: "random"}),
]


@pytest.mark.parametrize(("choice", "ways"), CHOICES)
@pytest.mark.parametrize("number", range(8))
def test_choices_among_equals(number: int, choice: str, ways: dict[int, str]) -> None:
    words, dealt, play, known, every = packs(number, 2 + number % 5)
    card = cards_from_mask(dealt[EAST] | dealt[WEST])[next(words) % 26]
    weights = [
        chance_of(one, play, ways)
        * (Fraction(9, 10) if one[WEST] >> card.index & 1 else Fraction(1, 5))
        for one in every
    ]
    seen = table_view(
        f"south {hand_text(dealt[2])}", f"north {hand_text(dealt[0])}",
        known={seat: cards_from_mask(known[seat]) for seat in Seat}, play=text_of(play),
        choice=choice, likely=[f"90% if west {card} else 1/5"],
    )  # fmt: skip
    if not sum(weights):
        with pytest.raises(ValueError, match="no deal"):
            seen.odds()
        return
    found = seen.odds(["hcp(west) > hcp(east)"])

    def weighed(holds: Holds) -> Fraction:
        return sum(
            (weight for one, weight in zip(every, weights, strict=True) if holds(one)), Fraction(0)
        ) / sum(weights)

    for each in range(52):
        for seat in (EAST, WEST):
            share = weighed(lambda one: bool(one[seat] >> each & 1))  # noqa: B023
            assert found.unseen.cards.chance(each, seat) == share
    for suit, name in enumerate(("clubs", "diamonds", "hearts", "spades")):
        for (west, _), chance in found.unseen.breaks(name).items():
            assert chance == weighed(lambda one: length(one[WEST], suit) == west)  # noqa: B023
    assert found.events[0].probability == weighed(lambda one: points(one[WEST]) > points(one[EAST]))
    assert found.model


def points(hand: int) -> int:
    return sum(max(0, card.rank - 8) for card in cards_from_mask(hand))


def fallen(left: Deal, suit: int, rounds: int) -> int:
    """Return the mask of the cards that defenders play to rounds of a suit, lowest first."""
    found = 0
    for player in (EAST, WEST):
        own = [card.index for card in cards_from_mask(left[player]) if card.suit == suit]
        found |= sum(1 << card for card in own[::-1][:rounds])
    return found


def lines_of(words: Words, dealt: Deal, play: Tricks) -> Iterator[tuple[str, Holds]]:
    """Yield lines of play, and what they come to when the defenders play their cards."""
    gone = sum(1 << card for trick in play for _, card in trick)
    ours = (dealt[0] | dealt[2]) & ~gone
    for suit in range(4):
        name = Suit(suit).name.lower()
        left = cards_from_mask(8191 << 13 * suit & ~gone)
        tops = 0
        while tops < len(left) and ours & left[tops].mask:
            tops += 1
        out = [card for card in left if not ours & card.mask]
        below = [card for card in cards_from_mask(dealt[0] | dealt[2]) if card.suit == suit]
        if not tops or not out:
            continue
        rounds = 1 + next(words) % tops
        cash = " ".join(map(str, left[:rounds]))
        target = out[next(words) % len(out)]

        def shown(one: Deal, suit: int = suit, rounds: int = rounds) -> int:
            return fallen([hand & ~gone for hand in one], suit, rounds)

        def number(one: Deal, player: int, suit: int = suit) -> int:
            return length(one[player] & ~gone, suit)

        other = cards_from_mask((dealt[EAST] | dealt[WEST]) & ~gone)[-1]

        def has_other(one: Deal, other: Card = other) -> bool:
            return bool(one[WEST] & other.mask)

        yield (
            f"cash {cash}; if {target} drops then make else west {other}",
            lambda one, target=target, shown=shown, has_other=has_other: (
                bool(shown(one) & target.mask) or has_other(one)
            ),
        )
        yield (
            f"cash {rounds} {name}; if west shows out of {name} or not {target} drops "
            f"then west {other} else down",
            lambda one, n=rounds, target=target, shown=shown, number=number, has=has_other: (
                (number(one, WEST) < n or not shown(one) & target.mask) and has(one)
            ),
        )
        yield (
            f"cash {cash}; if both follow to {name} then (if {target} falls then down else "
            f"west {other}) else make",
            lambda one, n=rounds, target=target, shown=shown, number=number, has=has_other: (
                min(number(one, WEST), number(one, EAST)) < n
                or (not shown(one) & target.mask and has(one))
            ),
        )
        lower = [card for card in below if card < target]
        if lower:
            before = 3 if dealt[0] & lower[0].mask else 1
            yield (
                f"cash {cash}; finesse {target}",
                lambda one, target=target, shown=shown, before=before: bool(
                    (one[before] | shown(one)) & target.mask
                ),
            )
            yield (
                f"finesse {target}; if finesse {target} loses then west {other} else make",
                lambda one, target=target, before=before, has=has_other: (
                    bool(one[before] & target.mask) or has(one)
                ),
            )


@pytest.mark.parametrize("number", range(1, 13))
def test_lines_of_play(number: int) -> None:
    words, dealt, play, known, every = packs(100 + number, number % 4)
    seen = table_view(
        f"south {hand_text(dealt[2])}", f"north {hand_text(dealt[0])}",
        known={seat: cards_from_mask(known[seat]) for seat in Seat}, play=text_of(play),
    )  # fmt: skip

    def can_be_led(text: str) -> bool:
        try:
            return bool(str(seen.line(text)))
        except ConditionError as error:
            if "there is no entry" in error.message:
                return False
            raise

    every_line = list(lines_of(words, dealt, play))
    lines = [(text, holds) for text, holds in every_line if can_be_led(text)]
    assert 2 * len(lines) > len(every_line)
    for at in range(0, len(lines), 3):
        some = lines[at : at + 3]
        found = seen.odds(lines=[text for text, _ in some])
        won = [[holds(one) for _, holds in some] for one in every]
        for place, line in enumerate(found.lines_of_play):
            wanted = Fraction(sum(row[place] for row in won), len(every))
            assert line.probability == wanted, line.event
        apart = {wins: Fraction(0) for wins in {each.wins for each in found.apart}}
        for each in found.apart:
            apart[each.wins] += each.probability
        rows = [tuple(row) for row in won if len(set(row)) > 1]
        assert apart == {row: Fraction(rows.count(row), len(every)) for row in set(rows)}
