"""The facts of a board: what follows, what contradicts, and what is no contradiction."""

from __future__ import annotations

import pytest

from dealwright import Seat
from dealwright.formats import Board, read, write
from dealwright.formats.facts import facts

DEAL = "N:AKQ.AQ5.A654.865 7432.8432.32.432 JT98.JT9.JT9.JT9 65.K76.KQ87.AKQ7"
GAME = f'[Board "1"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{DEAL}"]\n'
CALLS = '[Auction "N"]\n1NT Pass 3NT AP\n'


def kinds(text: str, name: str = "pbn") -> list[str]:
    (board,) = read(text, name).boards
    return [found.what for found in facts(board).contradictions]


def only(text: str, name: str = "pbn") -> Board:
    record = read(text, name)
    assert record.problems == ()
    (board,) = record.boards
    return board


def test_calls_give_contract_declarer_and_leader() -> None:
    board = only(GAME + CALLS)
    assert (board.tags["Contract"], board.tags["Declarer"]) == ("3NT", "N")
    assert board.leader is Seat.EAST
    half = only(GAME + '[Contract "3NT"]\n' + CALLS)
    assert half.tags["Declarer"] == "N"


def test_a_leader_gives_the_declarer_of_a_contract() -> None:
    assert only(GAME + '[Contract "3NT"]\n[Play "E"]\nS2\n').tags["Declarer"] == "N"
    assert "Declarer" not in only(GAME + '[Contract "3NT"]\n[Play "E"]\n^L S2\n').tags


def test_all_players_pass() -> None:
    board = only(GAME + '[Auction "N"]\nAP\n')
    assert {**board.tags} == {"Contract": "Pass", "Declarer": "", "Result": ""}
    assert (
        only(GAME + '[Contract "Pass"]\n[Declarer "N"]\n[Auction "N"]\nAP\n').tags["Declarer"]
        == "N"
    )


@pytest.mark.parametrize(
    ("stated", "kind", "words"),
    [
        ('[Declarer "E"]\n', "contract", "the calls say 3NT by North, Declarer says E"),
        ('[Contract "3H"]\n', "contract", "the calls say 3NT by North, Contract says 3H"),
        ('[Contract "3NTX"]\n[Declarer "N"]\n', "contract",
         "the calls say 3NT by North, Contract and Declarer say 3NTX by North"),
        ('[Contract "Pass"]\n', "contract", "the calls say 3NT by North, Contract says Pass"),
        ('[Play "S"]\nSJ\n', "leader",
         "South leads, and East is on the left of the declarer of 3NT by North"),
        ('[Result "0"]\n[Play "E"]\nS2 S8 S5 SA\n', "result",
         "declarer wins 1 of 1 tricks, Result says 0"),
        ('[Result "9"]\n[Score "450"]\n', "score",
         "3NT by North with 9 tricks is NS 400, Score says 450"),
        ('[Result "14"]\n', "word", "Result says 14, which is no number of tricks"),
        ('[Play "E"]\nS2 H9 S5 SA\n', "revoke",
         "South plays H9 in trick 1, and has a card of the suit that is led"),
        ('[Result "9"]\n[Score "NS 600"]\n', "score",
         "3NT by North with 9 tricks is NS 400, Score says NS 600"),
    ],
)  # fmt: skip
def test_one_note_names_both(stated: str, kind: str, words: str) -> None:
    record = read(GAME + stated + CALLS, "pbn")
    (problem,) = record.problems
    assert (problem.message, problem.dropped) == (f"board 1: {words}", False)
    assert kinds(GAME + stated + CALLS) == [kind]
    board = record.boards[0]
    for line in stated.splitlines():
        if line.startswith(("[Decl", "[Contr", "[Res", "[Sco")):
            name, value = line[1:-2].split(' "')
            assert board.tags[name] == value


@pytest.mark.parametrize(
    "stated",
    [
        '[Declarer "^E"]\n[Contract "3NT"]\n' + CALLS.replace("3NT AP", "3NT ^I AP"),
        CALLS + '[Play "S"]\n^L SJ\n',
        '[Result "^3"]\n' + CALLS,
        '[Result "13"]\n' + CALLS + '[Play "E"]\nS2 S8 S5 ^R SA\n',
        '[Scoring "Rubber"]\n[Result "9"]\n[Score "NS 100"]\n' + CALLS,
        '[Result "NS 9"]\n[Score "17.5"]\n' + CALLS,
        '[Result "9"]\n[Score "-400"]\n' + CALLS,
        '[Result "9"]\n[Score "400"]\n' + CALLS,
        '[Auction "N"]\n1S ^I 1C AP\n',
        '[Score "NS 0"]\n[Result "0"]\n[Auction "N"]\nAP\n',
        '[Contract "?"]\n[Declarer "?"]\n[Result "?"]\n[Score "AVE+"]\n',
        '[Result "EW 4 NS 9"]\n[Declarer "^n"]\n[Contract "3ntx"]\n',
    ],
)
def test_irregularities_are_no_contradiction(stated: str) -> None:
    record = read(GAME + stated, "pbn")
    assert record.problems == ()
    again = read(write(record.boards, "pbn")[0], "pbn")
    assert again == record


@pytest.mark.parametrize(
    ("stated", "kind", "words"),
    [
        ('[Auction "N"]\n1S 1C AP\n', "calls",
         "call 2: east cannot call 1C: a bid must be higher than 1S"),
        ('[Auction "N"]\nX AP\n', "calls",
         "call 1: north cannot call X: only a bid of the opponents can be doubled"),
        ('[Auction "N"]\n1S Pass XX AP\n', "calls",
         "call 3: south cannot call XX: only a double of the opponents can be redoubled"),
        ('[Auction "N"]\n1S Pass Pass Pass Pass\n', "calls",
         "call 5: Pass comes too late: the auction is over"),
        ('[Result "9"]\n[Auction "N"]\nAP\n', "result", "all players pass, Result says 9"),
        ('[Contract "Pass"]\n[Score "EW 50"]\n', "score", "all players pass, Score says EW 50"),
        ('[Auction "N"]\nAP\n[Play "E"]\nS2\n', "cards",
         "all players pass, and cards are played"),
        ('[Contract "8S"]\n', "word", "Contract says 8S, which is no contract"),
        ('[Declarer "Q"]\n', "word", "Declarer says Q, which is no player"),
        ('[Result "abc"]\n', "word", "Result says abc, which is no number of tricks"),
        ('[Score "abc"]\n', "word", "Score says abc, which is no score"),
    ],
)  # fmt: skip
def test_what_no_board_can_have(stated: str, kind: str, words: str) -> None:
    record = read(GAME + stated, "pbn")
    assert [problem.message for problem in record.problems] == [f"board 1: {words}"]
    assert kinds(GAME + stated) == [kind]


def test_who_holds_the_first_card_leads() -> None:
    """In LIN and RBN. Mutant: always the player on declarer's left."""
    text = (
        "qx|o1|md|3SJT98HJT9DJT9CJT9,S65HK76DKQ87CAKQ7,SAKQHAQ5DA654C865,|sv|o|"
        "mb|1N|mb|p|mb|p|mb|p|pg||pc|D7|pg||"
    )
    record = read(text, "lin")
    said = "board 1: West leads, and East is on the left of the declarer of 1NT by North"
    assert [problem.message for problem in record.problems] == [said]
    data, left_out = write(record.boards, "rbn")
    assert [problem.message for problem in read(data, "rbn").problems] == [said]
    assert left_out == ()
    assert write(record.boards, "lin")[1][0].message == (
        "LIN: 1 auction that contradicts the contract is a comment; 1 contract was left out"
    )


def test_a_card_played_twice_or_by_another_hand() -> None:
    twice = CALLS + '[Play "E"]\nS2 S8 S5 SA\nS3 S8 S6 SK\n'
    (problem,) = read(GAME + twice, "pbn").problems
    assert problem.message == "board 1: S8 is played in trick 1 and in trick 2"
    (problem,) = read(GAME + CALLS + '[Play "E"]\nSJ S8 S5 SA\n', "pbn").problems
    assert problem.message == "board 1: SJ stands under East in trick 1, and is in South's hand"


def test_cards_in_the_order_of_play_are_put_into_columns() -> None:
    rows = '[Play "E"]\nS2 S8 S5 SA\nD4 D3 D9 DQ\n*\n'
    board = only(GAME + CALLS + rows)
    assert [turn.text for turn in board.play] == [
        "S2",
        "S8",
        "S5",
        "SA",
        "D3",
        "D9",
        "DQ",
        "D4",
        "*",
    ]
    columns = only(GAME + CALLS + '[Play "E"]\nS2 S8 S5 SA\nD3 D9 DQ D4\n*\n')
    assert board.play == columns.play


PLAYED = """
    S7 SJ S6 SA
    SK S4 ST S5
    SQ S3 S9 HK
    HA H8 HJ H7
    HQ H4 HT H6
    H5 H3 H9 DK
    S8 DQ DA S2
    DJ D8 D6 D3
    DT D7 D5 D2
    D9 CA D4 H2
    CJ CK C8 C4
    CQ C6 C3 CT
    C7 C5 C2 C9
"""


@pytest.mark.parametrize("tricks", [13, 12, 11])
def test_the_cards_give_the_result_and_the_score(tricks: int) -> None:
    cards = "".join(f"pc|{card}|" for card in PLAYED.split()[: 4 * tricks])
    text = (
        "qx|o1|md|3SJT98HJT9DJT9CJT9,S65HK76DKQ87CAKQ7,SAKQHAQ5DA654C865,|sv|o|"
        f"mb|1N|mb|p|mb|p|mb|p|pg||{cards}pg||"
    )
    tags = only(text, "lin").tags
    whole = {"Contract": "1NT", "Declarer": "N", "Result": "11", "Score": "NS 210"}
    assert tags == (whole if tricks >= 12 else {"Contract": "1NT", "Declarer": "N"})
    claimed = read(text.replace("pg||pc", "mc|3|pg||pc", 1), "lin")
    assert [problem.message for problem in claimed.problems] == [
        f"board 1: declarer wins {11 if tricks >= 12 else tricks - 1} of "
        f"{13 if tricks >= 12 else tricks} tricks, Result says 3"
    ]


def test_lin_is_written_without_calls_that_say_another_leader() -> None:
    stated = '[Declarer "E"]\n[Contract "3NT"]\n' + CALLS + '[Play "S"]\nSJ S5 SA S2\n'
    board = read(GAME + stated, "pbn").boards[0]
    data, notes = write([board], "lin")
    assert [note.message for note in notes] == [
        "LIN: 1 auction that contradicts the contract is a comment; 1 contract was left out"
    ]
    (again,) = read(data, "lin").boards
    assert (again.leader, again.auction) == (Seat.SOUTH, ())
    assert again.comments == ("auction as written: 1NT Pass 3NT Pass Pass Pass",)


def test_what_a_format_cannot_hold_is_told_once_a_file() -> None:
    board = read(GAME + '[Contract "3NT"]\n[Declarer "N"]\n', "pbn").boards[0]
    notes = write([board] * 262, "lin")[1]
    assert [note.message for note in notes] == [
        "LIN: 262 contracts without an auction were left out"
    ]
    assert write([board] * 2, "json")[1] == ()


@pytest.mark.parametrize(
    "stated",
    [
        '[Contract "3ntx"]\n[Declarer "n"]\n',
        '[Contract "3NT"]\n[Declarer "N"]\n[Play "E"]\nS2 S8 - -\n*\n',
        '[Contract "3NT"]\n[Declarer "N"]\n[Play "E"]\nS2 S8 S5 SA\n+\n',
        '[Contract "PASS"]\n',
        '[Contract "3NT"]\n[Declarer "E"]\n[Result "9"]\n[Score "400"]\n',
        '[Auction "N"]\n1NT Pass *\n',
    ],
)  # fmt: skip
def test_what_is_written_otherwise_is_not_changed(stated: str) -> None:
    """Mutant: facts compared by their spelling. RBN holds all of these, LIN what it can."""
    board = read(GAME + stated, "pbn").boards[0]
    assert write([board], "rbn")[1] == ()
    notes = [note.message for note in write([board], "lin")[1]]
    assert all("changed" not in note for note in notes)


def test_a_hand_of_twelve_cards() -> None:
    """Mutant: 51 cards pass without a word. A hand that is not known says nothing."""
    for name, text in (
        ("pbn", '[Board "1"]\n[Deal "N:2.T98.K752.KJT8 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 '
         'KJT97643.K3.A43."]\n'),
        ("line", "N:2.T98.K752.KJT8 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43.\n"),
    ):  # fmt: skip
        record = read(text, name)
        (problem,) = record.problems
        assert problem.message.endswith("North has 12 cards, the other hands have 13")
        assert len(record.boards) == 1
    assert read("N:- 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 -\n", "line").problems == ()
    assert read("N:A... K... Q... J...\n", "line").problems == ()
