"""Laws of card text: every spelling of a card is that card, wherever cards are read."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Card, CardError, Deal, Deals, Deck, Hand, PokerError, Rank, Seat, Suit, poker
from dealwright.cards import Holding, mask_of, parse_cards
from dealwright.deals import parse_predeal, predeal_masks

CARDS = st.integers(0, 51).map(Card)
DEAL = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"


def spellings(card: Card) -> tuple[list[str], list[str]]:
    """Return every text of a card, those with the rank first and those with the suit first."""
    letter = card.rank.letter
    ranks = {letter, letter.lower(), *(["10"] if letter == "T" else [])}
    suits = {card.suit.letter, card.suit.letter.lower(), card.suit.symbol}
    pairs = [(rank, suit) for rank in sorted(ranks) for suit in sorted(suits)]
    return [rank + suit for rank, suit in pairs], [suit + rank for rank, suit in pairs]


def test_every_spelling_of_every_card() -> None:
    texts: dict[str, Card] = {}
    for index in range(52):
        card = Card(index)
        for text in [*spellings(card)[0], *spellings(card)[1]]:
            assert Card(text) == Card(f" {text} ") == card
            assert parse_cards(text) == [card]
            assert texts.setdefault(text, card) == card  # no text means two cards
    assert len(texts) == 2 * 4 * 3 * (8 + 3 + 4 * 2)  # digits, the ten, four letters


@st.composite
def written(draw: st.DrawFn, least: int = 0, most: int = 13) -> tuple[list[Card], str]:
    """Draw different cards, and a text of them: words of one card or of several run together."""
    cards = draw(st.lists(CARDS, min_size=least, max_size=most, unique=True))
    text, at = "", 0
    while at < len(cards):
        size = draw(st.integers(1, 3))
        order = draw(st.integers(0, 1))
        text += "".join(draw(st.sampled_from(spellings(c)[order])) for c in cards[at : at + size])
        text += draw(st.sampled_from([" ", ",", ", ", "  "]))
        at += size
    return cards, text


@given(written())
def test_lists_of_cards(drawn: tuple[list[Card], str]) -> None:
    cards, text = drawn
    assert parse_cards(text) == cards
    assert mask_of(text) == mask_of(cards) == mask_of([str(card) for card in cards])
    assert poker.card_ids(text).tolist() == [card.index for card in cards]
    if cards:
        assert Hand(text).mask == mask_of(cards)
        assert parse_predeal(f"west {text}") == predeal_masks({"west": cards})
        assert Deck().without(text) == Deck().without(cards)


@pytest.mark.long
@given(written(7, 7))
def test_poker_takes_any_spelling(drawn: tuple[list[Card], str]) -> None:
    cards, text = drawn
    assert poker.evaluate(text) == poker.evaluate(cards) == poker.evaluate([str(c) for c in cards])
    names = poker.card_text(cards).split()
    suits_first = [spellings(card)[1][-1] for card in cards]
    assert poker.odds(" ".join(names[:2]), " ".join(names[2:5]), names[5]) == poker.odds(
        "".join(suits_first[:2]), " ".join(suits_first[2:5]), suits_first[5]
    )
    equities = [
        poker.equity(*("".join(words[at : at + 2]) for at in (0, 2)), board=words[4:7])
        for words in (names, suits_first)
    ]
    assert equities[0].winners == equities[1].winners


@given(st.lists(CARDS, min_size=2, max_size=2, unique=True), st.data())
def test_a_hand_of_a_range(cards: list[Card], draws: st.DataObject) -> None:
    words = [
        draws.draw(st.sampled_from([text for order in spellings(card) for text in order]))
        for card in cards
    ]
    found = poker.parse_range("".join(words))
    assert len(found) == 1
    assert set(found.cards[0].tolist()) == {card.index for card in cards}
    assert " ".join(words) in found


@given(st.lists(st.integers(0, 12), min_size=1, max_size=13, unique=True), st.sampled_from(Suit))
def test_ranks_after_a_suit(ranks: list[int], suit: Suit) -> None:
    """``SAKQ`` is three spades, in every list of cards."""
    for sign in (suit.letter, suit.letter.lower(), suit.symbol):
        text = sign + "".join(Rank(rank).letter for rank in ranks)
        assert parse_cards(text) == [Card.of(suit, Rank(rank)) for rank in ranks]
        assert [*Hand(text).holding(suit)] == sorted(map(Rank, ranks), reverse=True)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("As Kx", "'Kx' in 'As Kx'"), ("AsKdQ", "'Q' in 'AsKdQ'"), ("SAK♦", "'♦' in 'SAK♦'"),
        ("AsSK", "'SK' in 'AsSK'"), ("S", "'S' in 'S'"), ("1s", "'1s' in '1s'"),
        ("A s", "'A' in 'A s'"), ("A\u017f", "'A\u017f' in"), ("\uff21s", "'\uff21s' in"),
    ],
)  # fmt: skip
def test_what_is_no_list_of_cards(text: str, wrong: str) -> None:
    """The message names the piece, and says what to write."""
    for read in (parse_cards, mask_of, poker.card_ids):
        with pytest.raises(CardError) as error:
            read(text)
        assert str(error.value).startswith(wrong)
        assert "write a suit and a rank, as in SA, As, A♠ or 10h" in str(error.value)


def test_a_card_twice() -> None:
    with pytest.raises(CardError, match="SA occurs twice"):
        mask_of("As A♠")
    with pytest.raises(PokerError, match="As occurs twice"):
        poker.card_ids("As ♠A")


@given(st.sampled_from(Seat), st.sampled_from(Suit), CARDS)
def test_text_in_place_of_seats_suits_and_cards(seat: Seat, suit: Suit, card: Card) -> None:
    deals, deal, text = Deals.parse([DEAL]), Deal(DEAL), str(card)
    for name in (seat.letter, seat.name.lower(), seat.letter.lower()):
        assert Seat.of(name) is Seat.of(int(seat)) is seat
        assert deal[name] == deal[seat]
        assert deal.text(name) == deal.text(seat)
        assert (deals.hands(name).masks == deals.hands(seat).masks).all()
    hand, column = deal[seat], deals.hands(seat)
    for name in (suit.letter, suit.name.lower(), suit.symbol, suit.name[:-1].lower()):
        assert Suit.of(name) is Suit.of(int(suit)) is suit
        assert hand.length(name) == hand.length(suit) == column.length(name)[0]
        assert hand.holding(name) == hand.holding(suit)
        assert column.holding(name)[0] == hand.holding(suit).bits
        assert hand.feature("hcp", name) == column.feature("hcp", name)[0]
        assert Card.of(name, card.rank.letter) == Card.of(suit, card.rank)
    assert deal.owner(text) is deal.owner(card)
    assert (text in hand) == (card in hand) == column.has(text)[0] == (deal.owner(card) is seat)
    assert (card.rank.letter in hand.holding(card.suit)) == (card in hand)
    assert Deal([str(each) for each in deal]) == Deal([*deal]) == deal
    assert Holding([rank.letter for rank in hand.spades]) == hand.spades


@pytest.mark.parametrize("bad", ["x", "", 4, -1, 1.5, None, np.int64(13)])
def test_what_is_no_seat_suit_or_rank(bad: object) -> None:
    for kind in (Seat, Suit, Rank):
        if kind is Rank and bad == 4:
            continue
        with pytest.raises(CardError):
            kind.of(bad)
