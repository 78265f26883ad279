"""Laws of files of boards: what is written comes back, in every format that can hold it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Card, Seat, deal, formats
from dealwright.cards.bridge.boards import Vulnerability, board_dealer, board_vulnerability
from dealwright.formats import (
    Board,
    BoardWriter,
    Column,
    Settings,
    Table,
    Turn,
    format_table,
    parse_table,
    read,
    table_of,
    with_table,
    write,
    writer,
)
from dealwright.formats.bidding import (
    by_columns,
    closing_passes,
    contract_of,
    in_order,
    with_play,
)
from dealwright.formats.double_dummy_tags import STRAINS, tricks_of, tricks_tags
from dealwright.formats.facts import facts
from dealwright.formats.read_back import facts_of
from dealwright.formats.writing import entries_of_deals
from tests.laws.strategies import deal_rows

SEATS = st.sampled_from(list(Seat))
BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
# Letters, signs that formats escape or split at, and letters beyond Latin-1.
WORDS = st.text(st.sampled_from("abcXYZ 0123456789.-'&éŁ♠"), min_size=1, max_size=12).map(
    lambda text: "w" + " ".join(text.split())
)
STRINGS = st.text(st.sampled_from('abc \\"[]{};:%#|,=+?!$/é♠'), min_size=1, max_size=12).map(
    lambda text: "v" + " ".join(text.split())
)


@st.composite
def auctions(draw: st.DrawFn, notes: st.SearchStrategy[str], ended: bool = False) -> tuple:
    """Draw an auction that keeps to the order of bids, with notes at some calls."""
    calls: list[str] = []
    at = -1
    for _ in range(draw(st.integers(0, 6))):
        calls += ["Pass"] * draw(st.integers(0, 2))
        at += draw(st.integers(1, 6))
        if at >= len(BIDS):
            break
        calls.append(BIDS[at])
        calls += draw(st.sampled_from([[], ["X"], ["X", "XX"], ["X", "Pass", "Pass", "XX"]]))
    turns = [Turn(call) for call in calls]
    if ended or draw(st.booleans()):
        turns += [Turn("Pass")] * closing_passes(turns)
    noted = st.one_of(st.none(), st.none(), st.just(""), notes)
    return tuple(replace(turn, note=draw(noted)) for turn in turns)


def _play(row: list[int], leader: Seat, strain: str, cards: int, choose: list[int]) -> list[Turn]:
    """Return cards played in turn; suits are followed, everything else is chosen by numbers."""
    held = [[card for card in range(52) if row[seat] >> card & 1] for seat in range(4)]
    lead, order = leader, []
    trick: list[tuple[int, int]] = []
    for at in range(cards):
        seat = (lead + len(trick)) % 4
        following = [card for card in held[seat] if trick and card // 13 == trick[0][1] // 13]
        choice = following or held[seat]
        card = choice[choose[at] % len(choice)]
        held[seat].remove(card)
        trick.append((seat, card))
        order.append(Turn(str(Card(card))))
        if len(trick) == 4:
            trumps = [(s, c) for s, c in trick if "CDHS"[c // 13] == strain]
            led = [(s, c) for s, c in trick if c // 13 == trick[0][1] // 13]
            lead = Seat(max(trumps or led, key=lambda play: play[1])[0])
            trick = []
    return order


@st.composite
def boards(draw: st.DrawFn, notes: st.SearchStrategy[str] = WORDS) -> Board:
    """Draw a board with an auction that has ended, and some of the play."""
    row, dealer = draw(deal_rows), draw(SEATS)
    auction = draw(auctions(notes, ended=True))
    board = Board(
        number=draw(st.integers(1, 999)),
        dealer=dealer,
        vulnerability=draw(st.sampled_from(list(Vulnerability))),
        hands=tuple(row),
        auction=auction,
        comments=tuple(draw(st.lists(notes, max_size=2))),
    )
    contract = contract_of(auction, dealer)
    if contract is None:
        return facts(board).board
    count = draw(st.integers(0, 51))
    choose = draw(st.lists(st.integers(0, 12), min_size=count, max_size=count))
    board = with_play(board, _play(row, contract.declarer.left, contract.strain, count, choose))
    if draw(st.booleans()):
        result = {"Result": str(draw(st.integers(0, 13)))}
        stated = facts(replace(board, tags={**board.tags, **result}))
        board = board if stated.contradictions else stated.board
    return facts(board).board


CELLS = st.text(st.sampled_from('abcXYZ 0123456789.-é♠\\"[]{};:%'), max_size=6)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Draw a table with rows of any texts that stand on one line."""
    column = st.builds(
        Column,
        st.text(st.sampled_from("AbcXy_9"), min_size=1, max_size=5),
        st.sampled_from(["", "+", "-"]),
        st.integers(0, 12),
        st.sampled_from(["", "L", "R"]),
    )
    columns = tuple(draw(st.lists(column, min_size=1, max_size=4)))
    row = st.tuples(*[CELLS] * len(columns))
    return Table(columns, tuple(draw(st.lists(row, min_size=1, max_size=3))))


@given(tables())
def test_tables(table: Table) -> None:
    head, rows = format_table(table)
    assert parse_table(head, rows) == table
    board = returned([with_table(Board(number=1), "ScoreTable", table)], "pbn")[0]
    assert table_of(board, "ScoreTable") == table


@st.composite
def games(draw: st.DrawFn) -> Board:
    """Draw a board with anything that PBN can hold."""
    board = draw(boards(STRINGS))
    names = st.sampled_from(["Event", "Site", "West", "North", "Annotator", "Room", "Zz9"])
    tags = {**board.tags, **draw(st.dictionaries(names, STRINGS, max_size=4))}
    sections = {}
    if draw(st.booleans()):
        tags["ScoreTable"], sections["ScoreTable"] = format_table(draw(tables()))
    marks = st.sampled_from(["", "", "!", "??", "!?", "$14", "! $15"])
    comments = tuple(draw(st.lists(STRINGS, max_size=3)))
    hidden = draw(st.sets(SEATS, max_size=3))
    hands = tuple(None if Seat(s) in hidden else h for s, h in enumerate(board.hands))
    return replace(
        board,
        tags=tags,
        sections=sections,
        hands=hands,
        auction=tuple(replace(turn, mark=draw(marks)) for turn in board.auction),
        play=tuple(replace(turn, mark=draw(marks)) for turn in board.play),
        comments=comments,
    )


def returned(some: list[Board], name: str) -> list[Board]:
    """Return boards written and read again; nothing may be wrong with what we write."""
    data, left_out = write(some, name)
    record = read(data, name)
    assert not left_out
    assert not record.problems
    return list(record.boards)


@given(st.lists(games(), max_size=3))
def test_pbn(some: list[Board]) -> None:
    assert returned(some, "pbn") == some
    data, _ = write(some, "pbn")
    assert write(read(data, "pbn").boards, "pbn")[0] == data
    assert all(line.endswith(b"\r") for line in data.split(b"\n")[:-1])


@given(st.lists(boards(), max_size=3))
def test_lin(some: list[Board]) -> None:
    assert returned(some, "lin") == some


@given(st.lists(boards(), max_size=2))
def test_handviewer(some: list[Board]) -> None:
    assert returned(some, "handviewer") == some


@given(st.lists(games(), max_size=3))
def test_json(some: list[Board]) -> None:
    """Everything that PBN can hold comes back."""
    assert returned(some, "json") == some


def _tabular(board: Board) -> Board:
    """Return what a row of a table holds: no sections, alerts without texts, three of the tags."""
    names = ("Declarer", "Contract", "Result")
    row = replace(
        board,
        tags={name: board.tags[name] for name in names if board.tags.get(name)},
        sections={},
        auction=tuple(
            turn if turn.note is None else replace(turn, note="") for turn in board.auction
        ),
        play=tuple(replace(turn, note=None) for turn in board.play),
        comments=tuple(" ".join(comment.split()) for comment in board.comments),
    )
    return facts(row).board


@pytest.mark.long
@given(st.lists(games(), max_size=3))
def test_csv_and_parquet(some: list[Board]) -> None:
    """What a row does not hold is named by the writer, never by the reader."""
    for name in ("csv", "parquet"):
        data, left_out = write(some, name)
        record = read(data, name)
        assert not record.problems
        assert list(record.boards) == [_tabular(board) for board in some]
        assert bool(left_out) == (list(map(facts_of, some)) != list(map(facts_of, record.boards)))


@pytest.mark.long
@given(st.lists(games(), max_size=3))
def test_every_printed_format_draws_every_board(some: list[Board]) -> None:
    for name in sorted({*formats.names(writing=True)} - {*formats.names(reading=True), "none"}):
        data, left_out = write(some, name)
        assert not left_out
        assert data or name == "diagram"
        assert write(some, name)[0] == data


def _few_notes(board: Board) -> Board:
    """Return a board with ten different notes at most, which is what RBN can number."""
    notes = sorted({turn.note for turn in board.auction if turn.note})[:10]
    return replace(
        board,
        auction=tuple(
            turn if not turn.note or turn.note in notes else replace(turn, note="")
            for turn in board.auction
        ),
    )


@given(st.lists(boards().map(_few_notes), max_size=3))
def test_rbn(some: list[Board]) -> None:
    assert returned(some, "rbn") == some
    bare = [replace(board, comments=()) for board in some]
    assert returned(bare, "rbx") == bare


@given(st.lists(deal_rows, max_size=3), st.integers(1, 900))
def test_deals_alone(rows: list[list[int]], first: int) -> None:
    some = [Board(hands=tuple(row)) for row in rows]
    for name in ("zrd", "gib", "ddline", "line"):
        assert returned(some, name) == some
    for name in ("bri", "dge"):
        assert returned(some, name) == numbered(some, 1)
    for name in ("dup", "hrf", "dlm"):
        if name != "dlm" or first + len(rows) <= 100:
            assert returned(numbered(some, first), name) == numbered(some, first)


def numbered(some: list[Board], first: int) -> list[Board]:
    """Number boards from ``first``, with the dealer and the vulnerability of the number."""
    return [
        Board(number, board_dealer(number), board_vulnerability(number), board.hands)
        for number, board in enumerate(some, first)
    ]


TRICKS = st.dictionaries(
    st.tuples(SEATS, st.sampled_from(STRAINS)), st.integers(0, 13), max_size=20
)


@given(deal_rows, TRICKS)
def test_tricks(row: list[int], tricks: dict) -> None:
    board = Board(hands=tuple(row), tags=tricks_tags(tricks))
    assert tricks_of(board) == tricks
    assert returned([board], "zrd") == [board]
    assert returned([board], "gib") == [board]
    every = {(seat, strain): tricks.get((seat, strain), 7) for seat in Seat for strain in STRAINS}
    board = Board(hands=tuple(row), tags=tricks_tags(every))
    assert returned([board], "ddline") == [board]


@given(boards())
def test_columns_and_order(board: Board) -> None:
    """Cards in columns and cards in order are the same, also where hands are not known."""
    order = [turn for _, turn in in_order(board)]
    for seat, turn in in_order(board):
        assert board.hands[seat] & Card(turn.text).mask
    if order:
        contract = contract_of(board.auction, board.dealer)
        assert by_columns(order, board.leader, contract, board.hands) == board.play
        assert by_columns(order, board.leader, contract, (None,) * 4) == board.play


@pytest.mark.parametrize("name", ["line", "pbn"])
@given(
    first=st.integers(1, 40),
    dealer=st.sampled_from([None, *Seat]),
    sides=st.sampled_from([None, *Vulnerability]),
    seed=st.integers(0, 1000),
)
def test_deals_are_written_as_their_boards(
    name: str, first: int, dealer: Seat | None, sides: Vulnerability | None, seed: int
) -> None:
    """These two formats write deals without making boards of them, ten times as fast."""
    settings = Settings(first=first, dealer=dealer, vulnerability=sides)
    deals = deal(3, seed=seed)
    form = writer(name, settings)
    assert isinstance(form, BoardWriter)
    assert form.deals(deals, 2) == form.boards(entries_of_deals(settings, deals, 2))


@given(st.lists(boards(), max_size=3))
def test_plain_games_are_read_as_all_others(some: list[Board]) -> None:
    """A second space in a tag keeps a game off the quick way."""
    text = write(some, "pbn")[0].decode()
    slow = re.sub(r'^(\[\w+) "', r'\1  "', text, count=0, flags=re.MULTILINE)
    assert read(slow, "pbn") == read(text, "pbn")
    assert list(read(slow, "pbn").boards) == some
