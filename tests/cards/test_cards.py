"""Cards, hands, deals and predeals: what is refused, and how."""

from __future__ import annotations

from itertools import islice, permutations

import numpy as np
import pytest

from dealwright import Card, CardError, Deal, Deals, Hand, PredealError, Rank, Seat, Suit
from dealwright.cards import _SUIT_BITS, mask_of, suit_bits
from dealwright.deals import parse_predeal, predeal_masks

NORTH = "AKQ2.T98.543.A72"
DEAL = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"


@pytest.mark.parametrize("text", ["", "S", "SX", "1S", "11S", "S A", "AKS", "S1", "♠"])
def test_no_cards(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        Card(text)


@pytest.mark.parametrize("index", [-1, 52])
def test_no_card_numbers(index: int) -> None:
    with pytest.raises(CardError, match="cards are 0"):
        Card(index)


def test_values_cannot_be_changed() -> None:
    for value, name in ((Card(0), "index"), (Hand(NORTH), "mask"), (Deal(DEAL), "masks")):
        with pytest.raises(AttributeError, match="cannot be changed"):
            setattr(value, name, 1)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AKQ2.T98.543", "does not have four suits"),
        ("AKQ2.T98.543.A72.", "does not have four suits"),
        ("AKQ2.T98.543.A7X", "'X' in 'A7X' is not a rank"),
        ("AAQ2.T98.543.A72", "'A' occurs twice"),
        ("AKQJT98765432.A..", "at most 13"),
        ("", "does not have four suits"),
    ],
)
def test_no_hands(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Hand(text)


def test_hand_by_any_text() -> None:
    texts = ["AKQ2.T98.543.A72", "akq2.1098.543.a72", "AKQ2 T98 543 A72", " 2QKA.89T.345.27A "]
    assert len({Hand(text) for text in texts}) == 1
    assert Hand("AKQJT98765432 - - -") == Hand("AKQJT98765432...")


def test_unknown_attribute_of_a_hand() -> None:
    with pytest.raises(AttributeError, match="did you mean losers"):
        _ = Hand(NORTH).loosers
    with pytest.raises(AttributeError, match="describes one suit"):
        _ = Hand(NORTH).quality


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 -", "is not a deal"),
        (DEAL.replace("N:", "X:"), "is not a seat"),
        (DEAL.rsplit(" ", 1)[0], "there are 3"),
        (DEAL.replace("Q843.", "Q8432."), "north has 14 cards"),
        (DEAL.replace("Q843.", "Q84."), "north has 12 cards"),
        (DEAL.replace("K9.AQ7", "Q9.AQ7"), "dealt twice: SQ .*east"),
        ("N:- - AJ6.K2.AKT654.K7 T752.JT3.7.JT983", "only one hand"),
    ],
)
def test_no_deals(text: str, message: str) -> None:
    with pytest.raises(CardError, match=message):
        Deal(text)


def test_published_deal() -> None:
    """Andrews's deal number 12345678901234567890123456789 ("Impossible Bridge Book")."""
    deal = Deal(DEAL)
    assert [hand.hcp for hand in deal] == [6, 14, 18, 2]
    assert deal.text(Seat.EAST).startswith("E:K9.AQ7.QJ98.Q542 ")
    assert deal.owner(Card("HT")) is Seat.WEST


class TestBatches:
    def test_rows_must_be_deals(self) -> None:
        good = Deal(DEAL).masks
        with pytest.raises(CardError, match="13 different cards"):
            Deals([[good[0], good[0], good[2], good[3]]])
        with pytest.raises(CardError, match="13 different cards"):
            Deals([[good[0] | 1, *good[1:]]])

    def test_bad_line_is_named(self) -> None:
        with pytest.raises(CardError, match="line 3: "):
            Deals.parse([DEAL, "", "N:x"])

    def test_indexing(self) -> None:
        deals = Deals.parse([DEAL, "E" + DEAL[1:], "S" + DEAL[1:]])
        assert isinstance(deals[-1], Deal)
        assert len(deals[1:]) == 2
        assert deals[np.array([True, False, True])] == deals[[0, 2]]
        assert deals[::-1][0] == deals[2]
        assert deals != deals[::-1]
        assert list(deals)[1] == deals[1]
        assert deals[0].north == deals[1].east
        assert hash(deals) == hash(Deals(deals.masks))
        with pytest.raises(IndexError):
            _ = deals[3]

    def test_read_only(self) -> None:
        deals = Deals.parse([DEAL])
        with pytest.raises(ValueError, match="read-only"):
            deals.masks[0, 0] = 0

    def test_empty(self) -> None:
        empty = Deals([])
        assert len(empty) == 0
        assert empty.north.hcp.tolist() == []
        assert str(empty) == ""
        assert Deals.concatenate([]) == empty

    def test_columns(self) -> None:
        deals = Deals.parse([DEAL])
        north = deals.north
        assert north.shape.tolist() == [[4, 5, 2, 2]]
        assert north.holding(Suit.CLUBS).tolist() == [suit_bits("A6")]
        assert north.has(Card("CA")).tolist() == [True]
        assert north.feature("hcp", Suit.SPADES).tolist() == [2]
        with pytest.raises(AttributeError, match="did you mean hcp"):
            _ = north.hpc


class TestPredeals:
    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "nothing to predeal"),
            ("SA", "begin with a seat"),
            ("north SAX", "'X'"),
            ("north SA SA", "SA occurs twice at north"),
            ("north SA, west SA", "SA is predealt to both north and west"),
            ("north SAKQJT98765432 HA", "14 predealt cards"),
            ("north 15", "cannot read '15'"),
            ("north A.K.Q", "four suits"),
        ],
    )
    def test_refused(self, text: str, message: str) -> None:
        with pytest.raises(PredealError, match=message):
            parse_predeal(text)

    def test_dealers_own_form(self) -> None:
        found = parse_predeal("south SAQ542, HKJ87, D32, CAK")
        assert found == (0, 0, Hand("AQ542.KJ87.32.AK").mask, 0)

    def test_mappings(self) -> None:
        hand = Hand("AQ542.KJ87.32.AK")
        assert predeal_masks({"south": hand}) == predeal_masks({Seat.SOUTH: str(hand)})
        assert predeal_masks(None) == (0, 0, 0, 0)
        with pytest.raises(PredealError, match="is not a seat"):
            predeal_masks({"souht": hand})
        with pytest.raises(PredealError, match="occurs twice"):
            predeal_masks({"south": [Card("SA"), Card("SA")]})


def test_masks() -> None:
    assert mask_of([Card("C2"), Card("SA")]) == 1 | 1 << 51
    assert Rank.of("10").letter == "T"
    with pytest.raises(CardError, match="not a rank"):
        Rank.of("1")
    with pytest.raises(CardError, match="not a suit"):
        Suit.of("")


def test_what_is_remembered_of_suits_is_bounded() -> None:
    """Files may write the ranks of a suit in any order, and with any white space."""
    for order in islice(permutations("AKQJT987"), 20_000):
        assert suit_bits("".join(order)) == 0b1_1111_1110_0000
    assert suit_bits(" " * 100 + "AK") == 0b1_1000_0000_0000
    assert len(_SUIT_BITS) <= 1 << 14
    assert max(map(len, _SUIT_BITS)) <= 16
