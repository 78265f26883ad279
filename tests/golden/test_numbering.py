"""Published numbers: the article's table of shapes, its index tables, and deal numbers."""

from __future__ import annotations

from math import comb
from pathlib import Path

import numpy as np
import pytest

from dealwright import Combinations, Deal, NumberingError, deal
from dealwright.numbering import deals
from dealwright.numbering.shapes import shape_index, shape_lengths

ROWS = [
    tuple(int(word) for word in line.split())
    for line in Path(__file__).with_name("squashed.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]
ANDREWS = "N:Q843.98654.32.A6 K9.AQ7.QJ98.Q542 AJ6.K2.AKT654.K7 T752.JT3.7.JT983"
PAVLICEK = "N:.QT65.JT6.QT8732 .AKJ2.AKQ542.AKJ KQJT98765432.9.. A.8743.9873.9654"


@pytest.mark.long
def test_all_rows_of_the_articles_table() -> None:
    assert len(ROWS) == 560
    for index, *lengths in ROWS:
        assert shape_index(*lengths) == index
        assert shape_lengths(index) == tuple(lengths)
    table = np.array(ROWS)
    assert shape_index(*table[:, 1:].T).tolist() == table[:, 0].tolist()
    assert shape_lengths(table[:, 0]).tolist() == table[:, 1:].tolist()


def test_a_shape_is_a_combination() -> None:
    """(s, h, d, c) is the 3-subset {s, s+h+1, s+h+d+2} of 16, in squashed order."""
    subsets = Combinations(16, 3)
    for index, s, h, d, _ in ROWS:
        assert subsets.rank((s, s + h + 1, s + h + d + 2)) == index


def test_the_articles_index_tables() -> None:
    """Hand AKQJT is 12 11 10 9 8, its index 792 + 330 + 120 + 36 + 8 = 1286."""
    columns = {
        5: [0, 0, 0, 0, 0, 1, 6, 21, 56, 126, 252, 462, 792],
        4: [0, 0, 0, 0, 1, 5, 15, 35, 70, 126, 210, 330],
        3: [0, 0, 0, 1, 4, 10, 20, 35, 56, 84, 120],
        2: [0, 0, 1, 3, 6, 10, 15, 21, 28, 36],
    }
    for place, column in columns.items():
        assert [comb(card, place) for card in range(len(column))] == column
        for card in range(place - 1, len(column)):
            lowest = (*range(place - 1), card)
            assert Combinations(13, place).rank(lowest) == column[card]
    assert Combinations(13, 5).rank((12, 11, 10, 9, 8)) == 1286 == 792 + 330 + 120 + 36 + 8


def test_poker_ranks() -> None:
    """Colex ranks of two cards of 52, card = 13 * suit + rank, suits c d h s, deuce 0."""
    pairs = Combinations(52, 2)
    king, ace = 11, 12
    for cards, rank in [
        ((39 + king, 13 + king), 1249),
        ((26 + king, king), None),
        ((ace, 26 + ace), 715),
        ((0, 1), 0),
        ((0, 2), 1),
    ]:
        if rank is not None:
            assert pairs.rank(tuple(sorted(cards))) == rank


class TestDealNumbers:
    def test_andrews(self) -> None:
        """His book counts from 1."""
        number = deals.deal_number(Deal(ANDREWS).masks, "andrews")
        assert number + 1 == 12345678901234567890123456789
        assert Deal(deals.masks_from_number(number, "andrews")) == Deal(ANDREWS)

    def test_pavlicek(self) -> None:
        number = deals.deal_number(Deal(PAVLICEK).masks, "pavlicek-suited")
        assert number == 49409626889022168117410273948
        assert Deal(deals.masks_from_number(number, "pavlicek-suited")) == Deal(PAVLICEK)

    @pytest.mark.parametrize("system", deals.SYSTEMS)
    def test_first_and_last(self, system: str) -> None:
        for number in (0, 1, deals.DEALS // 3, deals.DEALS - 1):
            assert deals.deal_number(deals.masks_from_number(number, system), system) == number
        for number in (-1, deals.DEALS):
            with pytest.raises(NumberingError, match="is not a deal number"):
                deals.masks_from_number(number, system)

    def test_pavlicek_begins_with_the_spade_ace_to_north(self) -> None:
        """A quarter of the deals give North the ace of spades; they come first."""
        quarter = deals.DEALS // 4
        for number, seat in ((0, 0), (quarter - 1, 0), (quarter, 1), (deals.DEALS - 1, 3)):
            masks = deals.masks_from_number(number, "pavlicek-suited")
            assert masks[seat] >> 51 == 1

    @pytest.mark.usefixtures("body")
    def test_batches(self) -> None:
        masks = deal(40, seed="numbers").masks
        low, high = deals.deal_numbers(masks)
        numbers = [deals.deal_number(row) for row in masks.tolist()]
        assert [(h << 64) + x for x, h in zip(low.tolist(), high.tolist(), strict=True)] == numbers
        assert np.array_equal(deals.deals_from_numbers(low, high), masks)

    @pytest.mark.usefixtures("body")
    def test_batches_refuse(self) -> None:
        masks = deal(5, seed="numbers").masks.copy()
        masks[3, 0] ^= np.uint64(1)
        with pytest.raises(NumberingError, match="row 3"):
            deals.deal_numbers(masks)
        low = np.array([0, deals.DEALS & (1 << 64) - 1], dtype=np.uint64)
        high = np.array([0, deals.DEALS >> 64], dtype=np.uint64)
        with pytest.raises(NumberingError, match="number 1"):
            deals.deals_from_numbers(low, high)

    def test_text(self) -> None:
        for number in (0, 63, 64, 12345678901234567890123456789, deals.DEALS - 1):
            text = deals.format_deal_number(number)
            assert len(text) == 16
            assert deals.parse_deal_number(text) == number
            assert deals.parse_deal_number(str(number)) == number
            assert deals.parse_deal_number(f"{number:,}") == number
        for wrong in ("", "x", "A" * 15, "A" * 15 + "!", "-1", "_" * 16, str(deals.DEALS)):
            with pytest.raises(NumberingError):
                deals.parse_deal_number(wrong)
