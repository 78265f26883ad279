"""The kernels for files of boards: each text is read as by patterns, each trick as card by card."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from dealwright.ask.strategies import deals
from dealwright.base.kernels import board_text
from dealwright.cards import PACK, Card
from dealwright.deals import Deal
from dealwright.deals.hand import hand_mask
from dealwright.formats.suit_letters import suited_mask
from tests.twins.plain import board_text as plain

PIECES_OF_PBN = [
    "[", "]", '"', '[Board "1"]\n', '[Auction "N"]\n', '[Play "E"]\n', '[Note "1:14 to 16"]\n',
    '[Note "x"]\n', '[North "Zoë"]\n', '[Ä "1"]\n', "1C =1= Pass\n", "HA HK\n", "\n", "%", ";", "{",
    "\\", " ", "x", "é\n", "\x00", "[A]\n", '[Site "#"]\n', '[A  "b"]\n', '[A "b"] \n', '[ "b"]\n',
    "\r\n", '[A "b"]',
]  # fmt: skip
PIECES_OF_LIN = [
    "|", "pg||", "st||", "rh||", "qx|o1|", "mb|p|", "mb|1N!|", "mb|1n|", "mb|2C|", "an|14 à 16|",
    "pc|HA|", "pc|h2|", "pc|ST|", "pg||", "pg|x|", "\n", "\r\n", " ", "\u00a0", "é", "MB|p|",
    "nt|\nzwei|", "mc|", "a1|b|", "p", "\x1c",
]  # fmt: skip
WORDS = {word: object() for word in ("Pass", "X", "XX", "1NT", "-")}
PIECES_OF_WORDS = [
    *WORDS,
    " ",
    "\n",
    "\x1c",
    "=1=",
    "=",
    "=007=",
    "=1234567890=",
    "\u00a0",
    "é",
    "Pas",
]


def texts_of(pieces: list[str]) -> st.SearchStrategy[str]:
    """Return texts of some pieces, a few times each."""
    return st.lists(st.sampled_from(pieces), max_size=24).map("".join)


@given(texts_of(PIECES_OF_PBN))
@example('[Board "1"]\n[Auction "N"]\n1C =1= Pass\n[Note "1:x"]\n[Play "E"]\nHA HK\n')
@example('[Auction "N"]\n[1C =1= Pass\n')
@example('[Auction "N"]\n"1C\n')
def test_tags_are_read_as_by_a_pattern(text: str) -> None:
    assert board_text.pbn_tags(text) == plain.pbn_tags(text)


@given(texts_of(PIECES_OF_LIN))
@example("é|qx|o1|mb|p|mb|1N!|mb|1n|an|14 à 16|pg||pc|HA|pg||pc|ST|pc|h2|pg||\n")
@example("an|14 à 16|mb|p|mb|2C|")
def test_pairs_are_read_as_by_a_pattern(text: str) -> None:
    assert board_text.lin_pairs(text) == plain.lin_pairs(text)


@given(texts_of(PIECES_OF_WORDS))
@example("Pass =1= X 1NT =7=")
def test_words_are_read_as_by_splitting(text: str) -> None:
    words = board_text.WordObjects(WORDS)
    found, expected = words.read(text), plain.read_words(text, WORDS)
    # white space beyond that of the keyboard is refused; Python reads such texts
    assert found == expected or (found is None and not text.isascii()) or "\x1c" in text


@given(st.lists(st.sampled_from([*range(5)]), max_size=14))
def test_words_are_written_as_by_joining(numbers: list[int]) -> None:
    words, named = board_text.WordObjects(WORDS), [*WORDS]
    fours = [numbers[start : start + 4] for start in range(0, len(numbers), 4)]
    text = "\n".join(" ".join(named[number] for number in four) for four in fours)
    assert words.text(bytes(numbers), " ", "\n") == text
    assert words.numbers([WORDS[named[number]] for number in numbers]) == bytes(numbers)


@given(deals(), st.integers(0, 3))
def test_hands_are_read_and_written_as_in_python(deal: Deal, first: int) -> None:
    masks = deal.masks
    dotted = [board_text.hands_text((mask,), "", False) for mask in masks]
    suited = [board_text.hands_text((mask,), "", True) for mask in masks]
    assert tuple(map(hand_mask, dotted)) == tuple(map(suited_mask, suited)) == masks
    turned = " ".join([*dotted[first:], *dotted[:first]])
    assert board_text.read_deal(f"{'NESW'[first]}:{turned}") == masks
    assert board_text.read_suited_hands(board_text.hands_text(masks, ",", True)) == masks
    assert board_text.read_suited_hands(",".join(suited[:3])) == masks
    assert board_text.read_suited_hands(",".join(suited[:3]) + ",") == masks


@given(deals(), st.integers(0, 68), st.sampled_from(["", " ", ".", "-", "x", "A", "é", "2"]))
def test_a_changed_deal_is_refused_or_read_as_in_python(deal: Deal, place: int, piece: str) -> None:
    dotted = " ".join(board_text.hands_text((mask,), "", False) for mask in deal.masks)
    text = f"N:{dotted[:place]}{piece}{dotted[place + 1 :]}"
    found = board_text.read_deal(text)
    if found is not None:
        assert found == tuple(map(hand_mask, text[2:].split(" ")))
        assert sum(found) == PACK


@given(
    st.lists(st.sampled_from([*range(52), 255]), max_size=12), st.integers(0, 4), st.integers(0, 3)
)
@example([0, 12, 1, 2, 3, 20, 4], 4, 3)
def test_the_order_of_play_is_that_of_the_winners(cards: list[int], trump: int, most: int) -> None:
    assert board_text.play_order(bytes(cards), trump, most) == plain.play_order(
        bytes(cards), trump, most
    )


@given(
    deals(), st.integers(0, 4), st.integers(0, 52), st.integers(0, 15),
    st.lists(st.tuples(st.integers(0, 51), st.sampled_from([*range(52), 255])), max_size=2),
)  # fmt: skip
def test_tricks_are_those_that_the_cards_win(
    deal: Deal, trump: int, n: int, known: int, changes: list[tuple[int, int]]
) -> None:
    rows = [[card for card in range(52) if mask >> card & 1] for mask in deal.masks]
    cards = [hand[trick] for trick in range(13) for hand in rows]
    for place, card in changes:
        cards[place] = card
    hands = [mask * (known >> column & 1) for column, mask in enumerate(deal.masks)]
    played = bytes(cards[:n])
    assert board_text.tricks_won(played, trump, hands) == plain.tricks_won(played, trump, hands)


@given(
    st.permutations(range(52)),
    st.integers(0, 12),
    st.integers(0, 4),
    st.lists(st.integers(0, 4), max_size=52),
)
def test_columns_are_those_of_the_hands_or_the_turn(
    cards: list[int], n: int, trump: int, owners: list[int]
) -> None:
    hands = [0, 0, 0, 0]
    for card, owner in enumerate(owners):
        if owner < 4:
            hands[owner] |= Card(card).mask
    played = bytes(cards[:n])
    places, fault = board_text.play_columns(played, trump, hands)
    expected, expected_fault = plain.play_columns(played, trump, hands)
    assert (places if not fault else [], fault) == (expected if not fault else [], expected_fault)


@given(deals(), st.integers(0, 4), st.integers(0, 13))
def test_columns_and_order_are_inverse(deal: Deal, trump: int, tricks: int) -> None:
    hands = [[card for card in range(52) if mask >> card & 1] for mask in deal.masks]
    columns = bytes(hand[trick] for trick in range(tricks) for hand in hands)
    places, _ = board_text.play_order(columns, trump, 13)
    played = bytes(columns[place] for place in places)
    back, fault = board_text.play_columns(played, trump, deal.masks)
    assert bytes(played[place] for place in back) == columns
    assert fault == 0
