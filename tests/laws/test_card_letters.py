"""Hands in the letters of every language are read as they were written."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright.base.errors import ArgumentError, CardError
from dealwright.cards import RANK_LETTERS, Suit, cards_from_mask, suit_text
from dealwright.cards.card_letters import CARD_LETTERS, ENGLISH, CardLetters, letters_of
from dealwright.deals.hand import hand_mask, hand_text
from dealwright.deals.predeal import parse_predeal

LETTERS = [letters_of(code, ten) for code, ten in product(CARD_LETTERS, ("", "10", "T"))]
masks = st.sets(st.integers(0, 51), max_size=13).map(lambda cards: sum(1 << c for c in cards))
every = pytest.mark.parametrize("letters", LETTERS, ids=lambda each: f"{each.language}-{each}")


def suits_of(letters: CardLetters, mask: int) -> list[str]:
    return [letters.suit_text(mask >> 13 * suit & 8191) for suit in reversed(Suit)]


def _typed(letters: CardLetters) -> CardLetters:
    """Return the letters that may be typed beside suits: T is a suit in French, not a ten."""
    return letters_of(letters.language) if letters.suits[:1] == letters.rank("T") else letters


@every
@given(mask=masks)
def test_dotted_hands(letters: CardLetters, mask: int) -> None:
    written = ".".join(suits_of(letters, mask))
    for text in (written, written.lower()):
        assert parse_predeal(letters.english(f"south {text}"))[2] == mask
    assert hand_mask(letters.english(written)) == mask


@every
@given(mask=masks.filter(bool))
def test_suits_before_their_ranks(letters: CardLetters, mask: int) -> None:
    letters = _typed(letters)
    names = [suit.symbol for suit in reversed(Suit)]
    for marks in (names, [*reversed(letters.suits)] or names):
        words = [
            mark + ranks
            for mark, ranks in zip(marks, suits_of(letters, mask), strict=True)
            if ranks
        ]
        for text in (" ".join(words), "".join(words)):
            assert parse_predeal(letters.english(f"east {text}"))[1] == mask


@every
@given(mask=masks.filter(bool))
def test_ranks_before_their_suits(letters: CardLetters, mask: int) -> None:
    letters = _typed(letters)
    words = [letters.rank(card.rank.letter) + card.suit.symbol for card in cards_from_mask(mask)]
    assert parse_predeal(letters.english(f"W: {' '.join(words)}"))[3] == mask


@every
def test_letters_are_distinct(letters: CardLetters) -> None:
    ranks = [letters.rank(letter) for letter in RANK_LETTERS]
    assert len({rank.upper() for rank in ranks}) == 13
    assert not {*letters.suits} & {*letters_of(letters.language)._typed_ranks}


@given(mask=masks)
def test_english_is_as_it_was(mask: int) -> None:
    assert [*suits_of(ENGLISH, mask)] == hand_text(mask).split(".")
    assert ENGLISH.suit_text(mask & 8191) == suit_text(mask & 8191)
    text = f"north {hand_text(mask)} s: SAKQ h2"
    assert ENGLISH.english(text) is text


@pytest.mark.parametrize(
    ("code", "text", "letter"),
    [("fr", "south SAK", "S"), ("fr", "south AK.2..", "K"), ("de", "N: ♠AKQ", "Q"),
     ("nl", "E: AKVB.2..", "K"), ("sv", "E: ♠AKD", "A"), ("pl", "south ♠AKDJ", "J")],
)  # fmt: skip
def test_other_letters_are_refused(code: str, text: str, letter: str) -> None:
    with pytest.raises(CardError) as caught:
        letters_of(code).english(text)
    assert str(caught.value).startswith(f"'{letter}' in '{text.split()[1]}' is not a card; ranks")
    assert str(letters_of(code)) in str(caught.value)


def test_a_language_without_letters() -> None:
    with pytest.raises(ArgumentError, match="no letters of cards for 'tlh'"):
        letters_of("tlh")
