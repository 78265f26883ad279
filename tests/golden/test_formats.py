"""Samples of files whose meaning is known: from specifications, and printed by other programs."""

from __future__ import annotations

import pytest

from dealwright import Card, Deal, Hand, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, read, write
from dealwright.formats.bidding import contract_of, in_order
from dealwright.formats.double_dummy_tags import tricks_of

# Duplimate's description of its own formats gives one deal in several of them.
BRI = "180437272408224221062507175150321516492941264031464543351128302039140152133403"
BRI_DEAL = "N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76"
DGE = (
    "\x06J987\x03JT7643\x04A4\x05Q\x06\x03KQ2\x04QT9\x05AK98543"
    "\x06AQ42\x03A8\x04KJ762\x05J2\x06KT653\x0395\x04853\x05T76"
)
# A board of a file for duplicating machines, decoded by its published description.
DLM = "[Document]\nFrom Board=1\nTo Board=1\nBoard 01=jlifaelnecgmoldfjmcflinlap023\n"
DLM_DEAL = "N:9653.T94.Q54.T54 K874.QJ7.T972.A8 AQT2.862.A83.KJ7 J.AK53.KJ6.Q9632"
# Printed by Debian's deal 3.1.9: deal -l 2.
DEAL_LINES = (
    " AJT75 T84 A9652|Q54 K8 QJ653 T73|K986 Q64 AK2 Q84|AJT732 932 97 KJ\n"
    "QJ83 Q8 83 A9643|752 KT74 9765 Q8|AT64 AJ2 KQJ4 K7|K9 9653 AT2 JT52\n"
)
# Printed by Debian's dealer, seed 1, with four actions and an average.
DEALER = """\
[Event "Hand simulated by dealer with file (null), seed 1"]
[Site "-"]
[Date "2026.11.20"]
[Board "1"]
[West "-"]
[North "-"]
[East "-"]
[South "-"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."]
[Declarer "?"]
[Contract "?"]
[Result "?"]

n 2.T98.K752.KJT84 e 5.J7642.986.9763 s AQ8.AQ5.QJT.AQ52 w KJT97643.K3.A43.\x20
n 2.T98.K752.KJT84
e 5.J7642.986.9763
s AQ8.AQ5.QJT.AQ52
w KJT97643.K3.A43.
   1.
2                   5                   A Q 8               K J T 9 7 6 4 3\x20
T 9 8               J 7 6 4 2           A Q 5               K 3\x20
K 7 5 2             9 8 6               Q J T               A 4 3\x20
K J T 8 4           9 7 6 3             A Q 5 2             -\x20

x: 7
Generated 1 hands
Produced 1 hands
Initial random seed 1
Time needed    0.000 sec
"""
DEALER_DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."
# The example of the PBN standard, section 1.2.
PBN = """\
[Event "International Amsterdam Airport Schiphol Bridgetournament"]
[Site "Amsterdam, The Netherlands NLD"]
[Date "1995.06.10"]
[Board "1"]
[West "Podgor"]
[North "Westra"]
[East "Kalish"]
[South "Leufkens"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Scoring "IMP"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
[Auction "N"]
1D      1S   3H =1= 4S
4NT =2= X    Pass   Pass
5C      X    5H     X
Pass    Pass Pass
[Note "1:non-forcing 6-9 points, 6-card"]
[Note "2:two colors: clubs and diamonds"]
[Play "W"]
SK =1= H3 S4 S3
C5 C2 C6 CK
S2 H6 S5 S7
C8 CA CT C4
D2 DA DT D3
D4 DK H5 H7
-  -  -  H2
*
[Note "1:highest of series"]
"""
# The same game in import form, after the standard's reference test.
PBN_IMPORT = """\
[Board "1"] [Dealer "N"] [Vulnerable "Love"]
[Deal "W:- .63.AKQ987.A9732 - J973.J98742.3.K4"]
[Result "NS 9 EW 4"]
{
                S
                H 6 3
}
[Auction "W"]
- 1D 1S 3H {A1} {A2} ! {B1} $13 {C1} =1= {D1}
4S 4NT =2= X Pass
Pass 5C X 5H
X AP
[Note "1: non-forcing 6-9 points, 6-card"]
[Note "2: two colors: clubs and diamonds"]
"""
# The hands of RBN's own description; the fourth gets the rest.
RBN = "H W:873.A6.KT864.KQ8:96.T54.97.AJ9643:T542.K93.AQ53.52:"


def only(data: str | bytes, name: str) -> Board:
    record = read(data, name)
    assert not [problem for problem in record.problems if problem.dropped]
    assert len(record.boards) == 1
    return record.boards[0]


def test_bri() -> None:
    assert only(BRI, "bri").deal == Deal(BRI_DEAL)
    assert only(BRI + "\r\n", "bri").deal == Deal(BRI_DEAL)  # the older variant
    written = write([Board(hands=Deal(BRI_DEAL).masks)], "bri")[0].decode()
    assert [sorted(written[at : at + 2] for at in range(s, s + 26, 2)) for s in (0, 26, 52)] == [
        sorted(BRI[at : at + 2] for at in range(s, s + 26, 2)) for s in (0, 26, 52)
    ]


def test_dge_and_dup() -> None:
    assert only(DGE, "dge").deal == Deal(BRI_DEAL)
    board = only(BRI + DGE + "YN1  1 32 ", "dup")
    assert board.deal == Deal(BRI_DEAL)
    assert (board.number, board.dealer) == (1, Seat.NORTH)
    many = write([Board(hands=Deal(BRI_DEAL).masks)] * 32, "dup")[0]
    assert len(many) == 32 * 156
    assert all(many[at + 146 : at + 156] == b"YN1  1 32 " for at in range(0, len(many), 156))
    down = read((BRI + DGE + "YY1  1 2  ") * 2, "dup").boards
    assert [board.number for board in down] == [2, 1]


def test_dlm() -> None:
    board = only(DLM, "dlm")
    assert board.deal == Deal(DLM_DEAL)
    assert (board.number, board.dealer, board.vulnerability) == (
        1, Seat.NORTH, Vulnerability.NONE,
    )  # fmt: skip


def test_lines_of_deal() -> None:
    boards = read(DEAL_LINES, "ddline").boards
    assert [board.deal.text() for board in boards] == [
        "N:.AJT75.T84.A9652 Q54.K8.QJ653.T73 K986.Q64.AK2.Q84 AJT732.932.97.KJ",
        "N:QJ83.Q8.83.A9643 752.KT74.9765.Q8 AT64.AJ2.KQJ4.K7 K9.9653.AT2.JT52",
    ]
    assert write(boards, "ddline")[0].decode() == DEAL_LINES


@pytest.mark.long
def test_what_dealer_prints() -> None:
    record = read(DEALER, "dealer")
    assert not record.problems
    assert [board.deal.text() for board in record.boards] == [DEALER_DEAL] * 3
    assert [board.number for board in record.boards] == [None, None, 1]
    game = only(DEALER, "pbn")
    assert game.deal == Deal(DEALER_DEAL)
    assert not {"Declarer", "Contract", "Result"} & set(game.tags)
    notes = read(DEALER, "pbn").problems
    assert [(note.line, note.dropped) for note in notes] == [(16, False), (27, False)]


def test_the_example_of_pbn() -> None:
    board = only(PBN, "pbn")
    calls = "1D 1S 3H 4S 4NT X Pass Pass 5C X 5H X Pass Pass Pass"
    assert " ".join(turn.text for turn in board.auction) == calls
    assert [turn.note for turn in board.auction if turn.note is not None] == [
        "non-forcing 6-9 points, 6-card", "two colors: clubs and diamonds",
    ]  # fmt: skip
    assert contract_of(board.auction, board.dealer) == (5, "H", "X", Seat.SOUTH)
    # north ruffs with H3, leads clubs, ruffs again, and south overruffs in the sixth trick
    order = "SK H3 S4 S3 C2 C6 CK C5 S7 S2 H6 S5 CA CT C4 C8 DA DT D3 D2 DK H5 H7 D4 H2"
    assert " ".join(turn.text for _, turn in in_order(board)) == order
    assert all(board.hands[seat] & Card(turn.text).mask for seat, turn in in_order(board))
    written = write([board], "pbn")[0].decode().replace("\r\n", "\n")
    assert [" ".join(line.split()) for line in written.splitlines()[2:]] == [
        " ".join(line.split())
        for line in PBN.replace("[Auction", '[Score "NS -300"]\n[Auction').splitlines()
    ]


def test_the_same_in_import_form() -> None:
    board, same = only(PBN_IMPORT, "pbn"), only(PBN, "pbn")
    assert [turn.text for turn in board.auction] == [turn.text for turn in same.auction]
    assert [turn.note for turn in board.auction] == [turn.note for turn in same.auction]
    assert board.auction[2].mark == "! $13"
    assert (board.dealer, board.vulnerability) == (same.dealer, same.vulnerability)
    assert board.hands == (same.hands[0], None, same.hands[2], None)
    assert board.comments[1:] == ("A1", "A2", "B1", "C1", "D1")


def test_rbn() -> None:
    assert only(RBN, "rbn").deal == Deal(
        "W:873.A6.KT864.KQ8 96.T54.97.AJ9643 T542.K93.AQ53.52 AKQJ.QJ872.J2.T7"
    )


def test_bbo_hand() -> None:
    """South alone, as BBO writes a hand: ranks in any order."""
    board = only("md|1S269H2568QADTQC2T|sv|b|", "lin")
    assert board.dealer is Seat.SOUTH
    assert board.vulnerability is Vulnerability.ALL
    assert board.hands == (None, None, Hand("962.AQ8652.QT.T2").mask, None)


def test_zrd_by_hand() -> None:
    """Each hand has one suit; two bits a card from the lowest up (west is 0)."""
    suits = [0b01] * 13 + [0b10] * 13 + [0b11] * 13 + [0b00] * 13
    value = sum(code << 2 * at for at, code in enumerate(suits))
    # spades (the second strain): west and east nothing, north and south all thirteen
    digits = [15] * 4 + [0, 13, 0, 13] + [15] * 12
    value += sum(digit << 104 + 4 * at for at, digit in enumerate(digits))
    board = only(value.to_bytes(23, "little"), "zrd")
    assert (
        board.deal.text() == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    assert tricks_of(board) == {
        (seat, "S"): 13 if seat in (Seat.NORTH, Seat.SOUTH) else 0 for seat in Seat
    }


def test_gib_by_hand() -> None:
    """As Deal's reader describes it: the deuce in the highest bits, tricks of north and south."""
    words = bytes.fromhex("01555555 02aaaaaa 03ffffff 00000000")
    board = only(words + bytes.fromhex("ffff 1234 ffff ffff ffff"), "gib")
    assert (
        board.deal.text() == "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
    )
    assert tricks_of(board) == {
        (Seat.SOUTH, "S"): 4, (Seat.WEST, "S"): 10, (Seat.NORTH, "S"): 2, (Seat.EAST, "S"): 12,
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        'W:AK - - -', "N:AKQ.J.2.3 ..", "X:... ... ... ...", "N:AAK... - - -",
        "N:AK... AK... - -", "AK... - - -",
    ],
)  # fmt: skip
def test_deals_that_are_none(text: str) -> None:
    record = read(f'[Board "1"]\n[Deal "{text}"]\n', "pbn")
    assert not record.boards
    assert [(problem.line, problem.column) for problem in record.problems] == [(2, 1)]
