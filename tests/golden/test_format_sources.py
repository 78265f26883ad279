"""Files of other programs, and what their sources and descriptions say of their formats."""

from __future__ import annotations

import pytest

from dealwright import Card, Deal, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Record, read, table_of, write
from dealwright.formats.bidding import in_order
from dealwright.formats.double_dummy_tags import tricks_of

# A line of the solved deals that come with double-dummy solvers (sol100000.txt): west, north, east,
# south, then tricks of north and south with south, east, north, west on lead, NT S H D C.
SOLVED = "T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K:65658888888843433232"
# What Debian's deal 3.1.9 says of that deal: tricks of south, east, north, west, NT S H D C.
SOLVED_BY_DEAL = "5 7 5 7  8 5 8 5  8 5 8 5  3 9 3 9  2 10 2 10"
STRAINS = ("NT", "S", "H", "D", "C")

# A hand played against BBO's robots, as it was downloaded; names shortened.
BBO = (
    "pn|me,~~M1,~~M2,~~M3|st||md|3S34TH48TQKADKCTJK,S5678QKH6JD9JQC59,S9JAH9D23456C36QA,|rh||"
    "ah|Board 1|sv|o|mb|p|mb|p|mb|1H|an|Major suit opening -- 5+ !H; 11-21 HCP; 12-22 total points|"
    "mb|2S|an|Aggressive weak jump overcall -- 6+ !S; 4-9 HCP |mb|d|an|Negative double|mb|p|mb|3H|"
    "an|rebiddable !H|mb|p|mb|3N|an|stop in !S |mb|p|mb|p|mb|p|pg||pc|S2|pc|S3|pc|SQ|pc|SA|pg||"
    "pc|H9|pc|H7|pc|HA|pc|H6|pg||pc|HK|pc|HJ|pc|S9|pc|H2|pg||pc|HQ|pc|S5|pc|D2|pc|H5|pg||pc|HT|"
    "pc|S8|pc|D3|pc|H3|pg||pc|H8|pc|S7|pc|D4|pc|C8|pg||pc|H4|pc|C5|pc|D5|pc|D8|pg||pc|CK|pc|C9|"
    "pc|C3|pc|C7|pg||pc|CJ|pc|S6|pc|C6|pc|C4|pg||pc|CT|pc|D9|pc|CA|pc|C2|pg||pc|CQ|pc|DT|pc|DK|"
    "pc|DQ|pg||pc|SJ|pc|D7|pc|S4|pc|SK|pg||pc|DJ|pc|D6|pc|DA|pc|ST|pg||"
)
# The beginning of a link that BBO made, with the signs that it escapes.
LINK = (
    "http://www.bridgebase.com/tools/handviewer.html?bbo=y&lin=pn|a,b,c,d|st||md|3S456QH579D8C2468J"
    "%2CS279KH8TJQAD46JCQ%2CSTAH46D2357QKAC9T%2C|rh||ah|Board%201|sv|o|mb|1D|mb|d|mb|1S|mb|3H|"
    "mb|d|mb|p|mb|3S|mb|d|mb|4D|mb|p|mb|p|mb|d|mb|p|mb|p|mb|p|pc|H2|pc|H5|pc|HA|pc|H4|"
)
# A board of RealBridge, its tables solved there; and the same deal passed out.
REALBRIDGE = r"""% PBN 2.1
% EXPORT

[Event "Open R2"]
[Site "RealBridge"]
[Date "2021.08.23"]
[Board "11"]
[West "W"]
[North "N"]
[East "E"]
[South "S"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:KT8.A96.A95.7542 Q5.KJ52.KQ874.T8 AJ92.874.JT6.AQ3 7643.QT3.32.KJ96"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "Pass"]
[Result ""]
[Auction "S"]
Pass Pass Pass Pass
[Score "NS 0"]
[DoubleDummyTricks "77667775576677566775"]
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
""" + "".join(
    f"{seat} {strain:>2}  {made}\n"
    for seat, row in {"N": "77667", "S": "77557", "E": "66775", "W": "66775"}.items()
    for strain, made in zip(STRAINS, row, strict=True)
) + r"""[OptimumScore "NS +90"]

[Event "Open R2"]
[Board "11"]
[Dealer "S"]
[Vulnerable "None"]
[Deal "N:KT8.A96.A95.7542 Q5.KJ52.KQ874.T8 AJ92.874.JT6.AQ3 7643.QT3.32.KJ96"]
[Declarer "N"]
[Contract "1NT"]
[Result "8"]
[Auction "S"]
1C =1= Pass 1NT =2= Pass
Pass Pass
[Play "E"]
D4 DJ D3 D5
S5 S2 S3 SK
SQ SA S4 ST
D7 SJ S6 S8
H5 S9 S7 H6
D8 D6 D2 DA
C8 CQ CK C4
-  -  H3 -\x20
*
[Note "1: 11-13,17-19 or clubs"]
[Note "2: 9-11, no 4cM"]
""".replace(r"\x20", " ")  # fmt: skip
# Two tables of a board as rpbridge.net's converter writes them: the second has no deal of its own.
RPBRIDGE = """% PBN (c) 2021 rpbridge.net
[Date "2012.08.??"]
[Event "World Championship"]
[Stage "Final:1"]
[HomeTeam "Poland"]
[VisitTeam "Sweden"]
[West "A"]
[North "B"]
[East "C"]
[South "D"]
[Board "4"]
[Dealer "W"]
[Vulnerable "Both"]
[Deal "W:AKT3.A5.7543.QJ6 J72.763.AK962.A2 84.KQT8.QJ8.T853 Q965.J942.T.K974"]
[Declarer "W"]
[Contract "1N"]
[Result "7"]
[Auction "W"]
1C 1D X Pass
1NT AP
[Play "N"]
D6 DQ DT D4
CA C3 C7 CQ
DA - - -
*

[West "E"]
[North "F"]
[East "G"]
[South "H"]
[Declarer "E"]
[Contract "1N"]
[Result "7"]
[Auction "W"]
1C 1D 1H Pass
1S Pass 1NT AP
[Play "S"]
DT D3 D2 DJ
C4 CQ CA C3
*
"""
# A newspaper deal in RBN, its paragraphs left out.
RBN = """D 19930512
T A title:Richard Pavlicek
L West Palm Beach FL:Palm Beach Bridge Studio
E ACBL International Fund Game
F M
N :Helen Shanbrom+Julia Carswell
{Something to read.}
B 8
H W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:
A WZ:1S2H2S4D:4SPP5H:XA
C 5HX:N
P CK972:CQ!H483:DA9J6:D2KH28:SJ?QKA:CA
R 9-300:0
"""


def all_of(data: str | bytes, name: str) -> Record:
    record = read(data, name)
    assert not record.problems
    return record


def solved() -> tuple[list[int], dict[tuple[Seat, str], int]]:
    """Return the cards of the solved deal by suit, and the tricks of each declarer."""
    cards, _, digits = SOLVED.partition(":")
    codes = []
    for suit in range(4):
        word = 0
        for rank in "23456789TJQKA":  # the deuce in the highest bits; west 0, north 1, east 2
            held = [rank in hand.split(".")[suit] for hand in cards.split()]
            word = word << 2 | held.index(True)
        codes.append(word)
    tricks = {}
    for at, strain in enumerate(STRAINS):
        leaders = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
        for leader, digit in zip(leaders, digits[4 * at : 4 * at + 4], strict=True):
            declarer = Seat((leader + 3) % 4)
            north_south = declarer in (Seat.NORTH, Seat.SOUTH)
            tricks[declarer, strain] = int(digit) if north_south else 13 - int(digit)
    return codes, tricks


def test_the_solved_deal_is_read_as_a_solver_says() -> None:
    seats = (Seat.SOUTH, Seat.EAST, Seat.NORTH, Seat.WEST)
    numbers = iter(map(int, SOLVED_BY_DEAL.split()))
    assert solved()[1] == {(seat, strain): next(numbers) for strain in STRAINS for seat in seats}


def test_gib_of_a_solved_deal() -> None:
    """The library holds the same digits as its text form, four to a word, south's lead highest."""
    codes, tricks = solved()
    digits = SOLVED.partition(":")[2]
    data = b"".join(code.to_bytes(4, "big") for code in codes) + bytes.fromhex(digits)
    board = all_of(data, "gib").boards[0]
    assert board.deal.text() == "N:" + " ".join(
        SOLVED.partition(":")[0].split()[at] for at in (1, 2, 3, 0)
    )
    assert tricks_of(board) == tricks
    assert write([board], "gib")[0] == data


def test_zrd_of_a_solved_deal() -> None:
    """From the lowest bit up: cards from the spade ace down, then tricks by strain and declarer."""
    codes, tricks = solved()
    bits = [code >> 2 * at & 3 for code in codes for at in range(13)]
    value = sum(code << 2 * at for at, code in enumerate(bits))
    order = [(s, t) for t in STRAINS for s in (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)]
    value += sum(tricks[key] << 104 + 4 * at for at, key in enumerate(order))
    board = all_of(value.to_bytes(23, "little"), "zrd").boards[0]
    assert tricks_of(board) == tricks
    assert write([board], "zrd")[0] == value.to_bytes(23, "little")


@pytest.mark.long
def test_dlm_checksums() -> None:
    """Boards of three files: the number and all letters, by exclusive or."""
    lines = (
        "Board 01=cgcajjjnakpkchipnjhmbmbpbh022", "Board 01=jlifaelnecgmoldfjmcflinlap023",
        "Board 02=aaaaaabffffffkkkkkklpppppp012",
    )  # fmt: skip
    boards = all_of("\r\n".join(lines), "dlm").boards
    assert [board.number for board in boards] == [1, 1, 2]
    for board, line in zip(boards[1:], lines[1:], strict=True):
        assert line in write([board], "dlm")[0].decode()


def test_dlm_as_big_deal_writes_it() -> None:
    """99 boards, most of them not in use; what is in use is said at the head."""
    filler = "aaaaaabffffffkkkkkklpppppp"
    lines = [f"Duplicates {n:02}=0\nBoard {n:02}={filler}{n ^ 14:03}\n" for n in range(1, 100)]
    lines[4] = lines[4].replace(filler + "011", "jlifaelnecgmoldfjmcflinlap019")
    head = "[Document]\nStatus=Show\nDuplicates=0\nFrom board=5\nTo board=6\nChecksum=2\n"
    boards = all_of(head + "".join(lines), "dlm").boards
    assert [board.number for board in boards] == [5, 6]
    assert boards[0].deal.text().startswith("N:9653.T94.Q54.T54 ")


def test_bri_and_dge_as_big_deal_fills_them() -> None:
    """128 bytes a record: 32 blanks and 18 zeros behind BRI, 60 zeros behind DGE."""
    deal = Deal("N:J987.JT7643.A4.Q .KQ2.QT9.AK98543 AQ42.A8.KJ762.J2 KT653.95.853.T76")
    bri = write([Board(hands=deal.masks)], "bri")[0] + b" " * 32 + b"\0" * 18
    dge = write([Board(hands=deal.masks)], "dge")[0] + b"\0" * 60
    assert len(bri) == len(dge) == 128
    for data, name in ((bri, "bri"), (dge, "dge")):
        assert [board.deal for board in all_of(data * 2, name).boards] == [deal, deal]
    assert dge[:9] == b"\x06J987\x03JT7"  # the suits of code page 437


@pytest.mark.parametrize("name", ["lin", "pbn", "json"])
def test_a_hand_of_bbo(name: str) -> None:
    board = all_of(BBO, "lin").boards[0]
    board = all_of(write([board], name)[0], name).boards[0]
    assert (
        board.deal.text() == "N:AJ9.9.65432.AQ63 2.7532.AT87.8742 T43.AKQT84.K.KJT KQ8765.J6.QJ9.95"
    )
    assert board.tags["Contract"] + board.tags["Declarer"] == "3NTN"
    notes = [turn.note for turn in board.auction if turn.note is not None]
    assert notes[2:] == ["Negative double", "rebiddable !H", "stop in !S"]
    order = in_order(board)
    assert len(order) == 52
    assert all(board.hands[seat] & Card(turn.text).mask for seat, turn in order)
    assert [turn.text for _, turn in order[-4:]] == ["DJ", "D6", "DA", "ST"]


def test_a_link_of_bbo() -> None:
    board = all_of(LINK, "handviewer").boards[0]
    assert (board.number, board.dealer) == (1, Seat.NORTH)
    assert board.tags["Contract"] + board.tags["Declarer"] == "4DXN"
    assert board.leader is Seat.EAST
    assert [turn.text for turn in board.play] == ["H2", "H5", "HA", "H4"]
    assert all(board.hands[seat] & Card(turn.text).mask for seat, turn in in_order(board))


def test_boards_of_realbridge() -> None:
    """The tag and the table of tricks agree; a pass-out and a play that is not complete."""
    passed, played = all_of(REALBRIDGE, "pbn").boards
    assert [turn.text for turn in passed.auction] == ["Pass"] * 4
    assert (passed.tags["Contract"], passed.tags["Result"]) == ("Pass", "")
    table = table_of(passed, "OptimumResultTable")
    assert table is not None
    assert table.rows[:2] == (("N", "NT", "7"), ("N", "S", "7"))
    by_table = tricks_of(
        Board(tags={**passed.tags, "DoubleDummyTricks": ""}, sections=passed.sections)
    )
    assert by_table == tricks_of(passed)
    assert by_table[Seat.SOUTH, "H"] == 5
    assert [turn.note for turn in played.auction if turn.note] == [
        "11-13,17-19 or clubs", "9-11, no 4cM",
    ]  # fmt: skip
    order = in_order(played)
    assert len(order) == 29
    assert (order[28][0], order[28][1].text) == (Seat.WEST, "H3")
    assert all(played.hands[seat] & Card(turn.text).mask for seat, turn in order)


def test_two_tables_of_rpbridge() -> None:
    first, second = all_of(RPBRIDGE, "pbn").boards
    assert (second.number, second.dealer, second.vulnerability) == (4, Seat.WEST, Vulnerability.ALL)
    assert first.deal == second.deal is not None
    assert (first.tags["West"], second.tags["West"]) == ("A", "E")
    assert (second.tags["Contract"], second.tags["Declarer"]) == ("1N", "E")
    assert second.tags["Event"] == "World Championship"
    assert second.leader is Seat.SOUTH


def test_a_deal_of_rbn() -> None:
    board = all_of(RBN, "rbn").boards[0]
    assert board.deal.text().startswith(
        "N:J42.AJ7632.J.632 QT3.85.Q86.KQJ54 K9.K94.AT75432.9 A8765."
    )
    assert (board.number, board.dealer, board.vulnerability) == (8, Seat.WEST, Vulnerability.NONE)
    assert (board.tags["Contract"], board.tags["Declarer"], board.tags["Result"]) == (
        "5HX",
        "N",
        "9",
    )
    assert (board.tags["West"], board.tags["East"]) == ("Helen Shanbrom", "Julia Carswell")
    assert (board.tags["Score"], board.tags["Scoring"]) == ("NS -300", "MP")
    order = in_order(board)
    assert " ".join(turn.text for _, turn in order[:8]) == "CK C9 C7 C2 CQ H4 C8 C3"
    assert order[4][1].mark == "!"
    assert all(board.hands[seat] & Card(turn.text).mask for seat, turn in order)


def test_rbx_whose_first_record_follows_its_head() -> None:
    text = (
        "%{RBX x.lin 1}%{www.rpbridge.net Richard Pavlicek}T{}E{Final}N{A+B:C+D:O}B{8}"
        "H{W:A8765.QT.K9.AT87:J42.AJ7632.J.632:QT3.85.Q86.KQJ54:}A{WZ:1S2H2S4D:4SPP5H:XA}C{5HX:N}"
        "P{CK972}R{9-300:-5}\nN{E+F:G+H:C}A{WZ:PPPP}R{P}\n"
    )
    first, second = all_of(text, "rbx").boards
    assert (first.number, first.tags["Contract"], first.tags["North"]) == (8, "5HX", "A")
    assert first.deal == second.deal is not None
    assert (second.tags["Contract"], second.tags["Room"]) == ("Pass", "Closed")
