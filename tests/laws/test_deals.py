"""Laws of cards, hands and deals: every text form comes back."""

from __future__ import annotations

import pickle

from hypothesis import given
from hypothesis import strategies as st

from dealwright import Card, Deal, Deals, Hand, Holding, Rank, Seat, Suit
from dealwright.cards import cards_from_mask, mask_of
from dealwright.deals import parse_predeal, predeal_masks
from dealwright.deals.features import features
from tests.laws.strategies import deal_rows, seats


@given(st.integers(0, 51))
def test_cards(index: int) -> None:
    card = Card(index)
    for text in (str(card), str(card)[::-1].lower(), f"{card.suit.symbol}{card.rank.letter}"):
        assert Card(text) == card
    assert Card.of(card.suit, card.rank) == card
    assert pickle.loads(pickle.dumps(card)) == card
    assert mask_of([card]) == card.mask


@given(st.integers(0, 8191))
def test_holdings(bits: int) -> None:
    holding = Holding.from_bits(bits)
    assert Holding.parse(str(holding)) == holding
    assert Holding.parse(str(holding).replace("T", "10").lower()) == holding
    assert holding.bits == bits
    assert len(holding) == bits.bit_count()


@given(st.sets(st.integers(0, 51), max_size=13))
def test_hands(cards: set[int]) -> None:
    hand = Hand(sum(1 << card for card in cards))
    assert Hand(str(hand)) == hand
    assert {card.index for card in hand} == cards
    assert sum(hand.shape) == len(hand) == len(cards)
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert mask_of(cards_from_mask(hand.mask)) == hand.mask


@given(deal_rows, seats)
def test_deals(row: list[int], first: int) -> None:
    deal = Deal(row)
    assert Deal(deal.text(Seat(first))) == deal
    assert Deal(deal.text().rsplit(" ", 1)[0] + " -") == deal
    assert pickle.loads(pickle.dumps(deal)) == deal
    for card in (Card(0), Card(51)):
        assert card in deal[deal.owner(card)]


@given(st.lists(deal_rows, min_size=1, max_size=5))
def test_batches(rows: list[list[int]]) -> None:
    deals = Deals(rows)
    assert Deals.parse(str(deals).splitlines()) == deals
    assert pickle.loads(pickle.dumps(deals)) == deals
    assert Deals.concatenate([deals[:1], deals[1:]]) == deals
    assert [deal.masks for deal in deals] == [tuple(row) for row in rows]
    for feature in features():
        for seat in Seat:
            column = deals.hands(seat)
            if feature.whole_hand:
                expected = [feature.value(row[seat]) for row in rows]
                assert column.feature(feature.name).tolist() == expected
                least, most = feature.bounds
                assert all(least <= value <= most for value in expected)
            if feature.per_suit:
                for suit in Suit:
                    expected = [feature.value(row[seat], suit) for row in rows]
                    assert column.feature(feature.name, suit).tolist() == expected


@given(st.dictionaries(st.integers(0, 51), seats, max_size=20))
def test_predeals(owners: dict[int, int]) -> None:
    masks = [0, 0, 0, 0]
    for card, seat in owners.items():
        if masks[seat].bit_count() < 13:
            masks[seat] |= 1 << card
    if not any(masks):
        return
    by_seat = {seat: cards_from_mask(masks[seat]) for seat in Seat if masks[seat]}
    as_cards = "; ".join(f"{s.name} " + " ".join(map(str, cards)) for s, cards in by_seat.items())
    as_hands = " ".join(f"{s.letter}:{Hand(masks[s])}" for s in by_seat)
    assert parse_predeal(as_cards) == parse_predeal(as_hands) == tuple(masks)
    assert predeal_masks(by_seat) == tuple(masks)


@given(st.sampled_from(list(Rank)), st.sampled_from(list(Suit)), seats)
def test_words(rank: Rank, suit: Suit, seat: int) -> None:
    assert Rank.of(rank.letter) is rank
    assert Suit.of(suit.name.lower()) is Suit.of(suit.symbol) is suit
    assert Seat.of(Seat(seat).name.lower()) is Seat.of(Seat(seat).letter) is Seat(seat)
    assert Seat(seat).partner.partner == Seat(seat).left.right == Seat(seat)
