"""What a file holds beside the cards never costs a deal, and is kept."""

from __future__ import annotations

import pytest

from dealwright import Deal, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, read, write
from dealwright.formats.double_dummy_tags import tricks_of
from dealwright.formats.kinds.bri import record as bri_record
from dealwright.formats.kinds.dge import record as dge_record
from dealwright.formats.rearranging import renumbered

DEAL = "N:2.T98.K752.KJT84 5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43."
GAME = f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n'
HANDS = "S5HJ7642D986C9763,SAQ8HAQ5DQJTCAQ52,SKJT97643HK3DA43C"
PASSED = ["1C", "Pass", "4S", "Pass", "Pass", "Pass"]
LINK = "https://www.bridgebase.com/tools/handviewer.html?"


def calls(board: Board) -> list[str]:
    return [turn.text for turn in board.auction]


class TestUnreadAuctions:
    @pytest.mark.parametrize(
        ("name", "text", "line", "column", "kept"),
        [
            (
                "pbn", f'{GAME}[Auction "N"]\n1C =1= 8S\n[Note "1:odd"]\n', 5, 8,
                "N 1C =1= 8S =1= odd",
            ),
            ("pbn", f'{GAME}[Auction "N"]\n1C SA\n', 5, 4, "N 1C SA"),
            ("pbn", f'{GAME}[Auction "N"]\n1C [2J\n', 5, 4, "N 1C [2J"),
            ("pbn", f'{GAME}[Auction "N"]\n1C {{ x\n', 5, 4, "N 1C { x"),
            ("pbn", f'{GAME}[Auction "Q"]\n1C\n', 4, 1, "Q 1C"),
            ("pbn", f'{GAME}[Auction "E"]\n1C\n', 4, 1, "E 1C"),
            ("lin", f"qx|o1|md|3{HANDS}|mb|1C!|an|odd|mb|8C|pg||", 1, 82, "1C! (odd) 8C"),
            ("handviewer", f"{LINK}n=sa&b=1&a=1c9c", 1, 1, "1c9c"),
            ("handviewer", f"{LINK}lin=qx|o1|md|3{HANDS}|mb|1C8|", 1, 1, "1C8"),
            (
                "rbn", f"B 1\nH {DEAL.replace(' ', ':')}\nA NZ:1C^08C\n0 odd\n", 3, 1,
                "NZ:1C^08C ^0 odd",
            ),
            ("rbx", f"B{{1}}H{{{DEAL.replace(' ', ':')}}}A{{NZ:8C}}\n", 1, 1, "NZ:8C"),
            ("csv", "board,north,auction\n1,A...,1C 9C\n", 2, 8, "1C 9C"),
            ("json", '[{"board": 1, "auction": "1C"}]', 1, 2, "1C"),
            ("json", '[{"board": 1, "auction": ["1C", {"text": "SA"}]}]', 1, 2, "1C SA"),
            ("json", '[{"board": 1, "auction": [[]]}]', 1, 2, "a list"),
        ],
    )  # fmt: skip
    def test_the_board_stays(self, name: str, text: str, line: int, column: int, kept: str) -> None:
        record = read(text, name)
        assert [board.number for board in record.boards] == [1]
        board = record.boards[0]
        assert (board.auction, board.comments) == ((), (f"auction as written: {kept}",))
        places = [(problem.line, problem.column, problem.dropped) for problem in record.problems]
        assert places == [(line, column, False)]
        assert any(board.hands) is (name != "json")

    @pytest.mark.parametrize(
        ("name", "text", "note"),
        [
            ("pbn", f'{GAME}[Auction "N"]\n1C =1=\n[Note "1:odd"]\n[Note "2:x"]\n',
             "line 7, column 1: no call and no card has the note 2"),
            ("pbn", f'{GAME}[Auction "N"]\n1C ! =1=\n[Note "2:x"]\n[Note "1:x"]\n',
             "line 6, column 1: no call and no card has the note 2"),
            ("rbn", f"B 1\nH {DEAL.replace(' ', ':')}\nA NZ:1C^0\n0 odd\n3 x\n",
             "line 5, column 1: no call has the note 3"),
            ("rbn", f"B 1\nH {DEAL.replace(' ', ':')}\nR 8\nA NZ:1C\nR 9\n",
             "line 5, column 1: the field R occurs twice; '8' is skipped"),
            ("lin", f"qx|o1|md|3{HANDS}|an|x|mb|1C|pg||",
             "line 1, column 68: 'x' explains a call, and stands before all calls"),
            ("lin", f"qx|o1|md|3{HANDS}|mb|1C|mc|x|pg||",
             "line 1, column 74: 'x' is not a number of tricks"),
            ("lin", f"qx|o1|md|3{HANDS}|mb|1C|mc|7|mc|8|pg||",
             "line 1, column 79: 7 and 8 tricks are claimed"),
            ("lin", f"qx|o1|md|3{HANDS}|zz|x|mb|1C|rs|y|px||pg||",
             "line 1, column 68: pairs with these keys are not read: zz, rs"),
            ("lin", f"qx|o1|md|8{HANDS}|mb|1C|pg||",
             "line 1, column 10: '8' is not a dealer; 1 is south, 2 west, 3 north, 4 east"),
            ("handviewer", f"{LINK}n=sa&a=1c&v=n&V=e&v=n&s=sk&n=s2",
             "line 1, column 1: parts that the link has named before are not read: V=e, n=s2"),
            ("rbx", f"B{{1}}H{{{DEAL.replace(' ', ':')}}}X{{foo}}A{{NZ:1C}}\n",
             f"line 1, column {len(DEAL) + 8}: 'X{{foo}}A{{NZ:1C}}' is not a field of RBX"),
            ("rbn", f"B 1\nH {DEAL.replace(' ', ':')}\nA NZ:1C\nN A+B:C+D:O:info:more\n",
             "line 4, column 1: N has more than 4 parts: more"),
            ("rbn", f"B 12a\nH {DEAL.replace(' ', ':')}\nA NZ:1C\n",
             "line 1, column 1: '12a' is not the number of a board"),
            ("rbn", f"B 1\nH {DEAL.replace(' ', ':')}\nA NZ:1C^0\n0 odd\n0 even\n",
             "line 5, column 1: the note A0 occurs twice; 'odd' is skipped"),
            ("lin", f"qx|o1|md|13{HANDS}|mb|1C|pg||",
             "line 1, column 10: '13' is not a dealer; 1 is south, 2 west, 3 north, 4 east"),
        ],
    )  # fmt: skip
    def test_what_is_not_read_is_noted(self, name: str, text: str, note: str) -> None:
        """Mutant: it is passed over. The hands and the calls stay."""
        record = read(text, name)
        (board,) = record.boards
        assert (calls(board), any(board.hands)) == (["1C"], True)
        assert [str(problem) for problem in record.problems] == [note]

    def test_two_explanations_of_a_call(self) -> None:
        (board,) = read(f"qx|o1|md|3{HANDS}|mb|1C|an|a|an|b|pg||", "lin").boards
        assert board.auction[0].note == "a; b"

    def test_it_goes_on_as_a_comment(self) -> None:
        board = read(f'{GAME}[Auction "N"]\n1C 8S\n', "pbn").boards[0]
        for name in ("pbn", "lin", "rbn", "json", "csv", "handviewer"):
            assert read(write([board], name)[0], name).boards[0].comments == board.comments


@pytest.mark.parametrize(
    "auction",
    [
        "1C Pass 4S AP", "1c p 4s all pass", "1CP4SPPP", "1C-P-4S-all pass", "1♣ NB 4♠ AP",
        "1C (P) 4S (P) P (P)", "1C,Pass,4S,Pass Pass Pass", "1C P 4S ALLPASS",
    ],
)  # fmt: skip
def test_spellings_of_calls(auction: str) -> None:
    record = read(f'{GAME}[Auction "N"]\n{auction}\n', "pbn")
    assert calls(record.boards[0]) == PASSED
    assert not record.problems


@pytest.mark.parametrize("double", ["X", "x", "D", "dbl", "Double"])
@pytest.mark.parametrize("redouble", ["XX", "xx", "R", "rdbl", "redbl", "Redouble"])
def test_spellings_of_doubles(double: str, redouble: str) -> None:
    wanted = ["1NT", "X", "XX", "Pass"]
    assert calls(read(f'[Auction "N"]\n1N {double} {redouble} P', "pbn").boards[0]) == wanted
    assert calls(read(f"md|1|mb|1N{double}|mb|{redouble}p|", "lin").boards[0]) == wanted
    assert calls(read(f"{LINK}n=sa&a=1N{double}-{redouble}p", "handviewer").boards[0]) == wanted


def test_a_question_is_an_auction_to_be_continued() -> None:
    for text in ("1C P ?", "1CP ?", "1C! P\n?"):
        assert calls(read(f'[Auction "N"]\n{text}', "pbn").boards[0]) == ["1C", "Pass", "+"]
    assert calls(read("md|1|mb|1C|mb|p|mb|?|", "lin").boards[0]) == ["1C", "Pass", "+"]
    assert calls(read(f"{LINK}n=sa&a=1cp?", "handviewer").boards[0]) == ["1C", "Pass", "+"]
    marked = read('[Auction "N"]\n1C?', "pbn").boards[0].auction[0]
    assert (marked.text, marked.mark) == ("1C", "?")
    assert calls(read("md|1|mb|1C|mb|ap|", "lin").boards[0]) == ["1C", *["Pass"] * 3]


class TestDeals:
    def test_each_deal_begins_a_board(self) -> None:
        others = [f'[Deal "N:{rank}... - - -"]' for rank in "AKQJ"]
        record = read("\n".join(others), "pbn")
        assert [board.hands[0] for board in record.boards] == [1 << 51 - at for at in range(4)]
        assert not record.problems
        games = [f'[Board "{number}"]\n[Dealer "S"]\n{deal}' for number, deal in enumerate(others)]
        record = read("\n".join([*games, '[Result "9"]', "; the last"]), "pbn")
        assert [(board.number, board.dealer) for board in record.boards] == [
            (number, Seat.SOUTH) for number in range(4)
        ]
        assert [board.tags for board in record.boards] == [{}, {}, {}, {"Result": "9"}]
        assert record.boards[3].comments == ("the last",)

    def test_the_same_tag_twice_without_another_deal(self) -> None:
        record = read(f'{GAME}[Board "2"]\n', "pbn")
        assert [board.number for board in record.boards] == [1]
        assert [problem.dropped for problem in record.problems] == [False]

    @pytest.mark.parametrize(
        ("deal", "known"),
        [("N:A... K...  Q...", "NEW"), ("N: A... K... Q...", "ESW"), ("N:A... K... Q... ", "NES")],
    )
    def test_an_empty_hand_may_be_blank(self, deal: str, known: str) -> None:
        hands = read(f'[Deal "{deal}"]', "pbn").boards[0].hands
        assert [seat.letter for seat in Seat if hands[seat]] == list(known)

    def test_results_without_a_nought(self) -> None:
        board = read(
            f'{GAME}[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'
            "N NT  9\nE  S \nW NT\nS  H 13\n",
            "pbn",
        ).boards[0]
        assert tricks_of(board) == {
            (Seat.NORTH, "NT"): 9, (Seat.EAST, "S"): 0, (Seat.WEST, "NT"): 0, (Seat.SOUTH, "H"): 13,
        }  # fmt: skip


class TestNumbers:
    MASKS = Deal(DEAL).masks

    def dup(self, *about: str) -> list[int | None]:
        cards = bri_record(self.MASKS) + dge_record(self.MASKS)
        record = read("".join(cards + text.ljust(10) for text in about), "dup")
        assert not record.problems
        return [board.number for board in record.boards]

    @pytest.mark.long
    def test_a_set_of_dup(self) -> None:
        assert self.dup("YN5  1 7  ", "YN5  1 7  ", "YN5  1 7  ") == [5, 6, 7]
        assert self.dup("YY5  1 7  ", "YY5  1 7  ") == [7, 6]

    def test_each_record_a_set_of_one(self) -> None:
        assert self.dup("YN5  1 5  ", "YN6  1 6  ", "YN9  1 9  ") == [5, 6, 9]

    def test_a_header_in_the_first_record(self) -> None:
        assert self.dup("YN5  1 7  ", "", "") == [5, 6, 7]

    def test_machines_number_from_one(self) -> None:
        for name, text in (("bri", bri_record), ("dge", dge_record)):
            boards = read(text(self.MASKS) * 2, name).boards
            assert [(board.number, board.dealer) for board in boards] == [
                (1, Seat.NORTH), (2, Seat.EAST),
            ]  # fmt: skip


class TestRemarks:
    TEXT = f"% PBN 2.1\n% EXPORT\n% Creator: me\n\n% table 7\n{GAME}% late\n\n{GAME}\n% the end\n"

    def test_escape_lines_are_kept(self) -> None:
        record = read(self.TEXT, "pbn")
        assert [board.comments for board in record.boards] == [
            ("% late",), ("% the end",),
        ]  # fmt: skip
        data = write(record.boards, "pbn")[0]
        assert data.startswith(b'% PBN 2.1\r\n% EXPORT\r\n[Event "?"]\r\n% late\r\n[Site')
        assert read(data, "pbn").boards == record.boards
        assert b"Creator" not in write(record.boards, "html")[0]

    def test_lines_alone_are_no_board(self) -> None:
        record = read("% PBN 2.1\n% one\n", "pbn")
        assert (record.boards, record.problems) == ((), ())

    def test_comments_that_look_like_escape_lines(self) -> None:
        board = Board(number=1, comments=("one", "% two", "% PBN 2.1", "% three\nfour"))
        turned = Board(number=1, comments=board.comments[::-1])
        for each in (board, turned):
            assert read(write([each], "pbn")[0], "pbn").boards == (each,)


class TestMatches:
    HEADS = (
        "vg|Final,Segment 2,B,1,1,Red,10,Blue,3|\n", "vg|,,I,2,2,Red,0,Green,0|\n",
        "vg|,,,3,3,,0,,0|\n",
    )  # fmt: skip

    def test_teams_scoring_and_stage_come_back(self) -> None:
        boards = [f"qx|o{n}|md|3{HANDS}|sv|o|pg||\n" for n in (1, 2, 3)]
        text = "".join(head + board for head, board in zip(self.HEADS, boards, strict=True))
        record = read(text, "lin")
        assert [dict(board.tags) for board in record.boards] == [
            {"Event": "Final", "Stage": "Segment 2", "Scoring": "BAM", "HomeTeam": "Red",
             "RBNCarry1": "10", "VisitTeam": "Blue", "RBNCarry2": "3"},
            {"Scoring": "IMP", "HomeTeam": "Red", "VisitTeam": "Green"},
            {},
        ]  # fmt: skip
        written = write(record.boards, "lin")[0].decode()
        assert [line for line in written.splitlines(True) if line.startswith("vg")] == [*self.HEADS]
        assert read(written, "lin").boards == record.boards

    def test_another_scoring_is_kept_as_it_is(self) -> None:
        board = Board(number=1, tags={"Scoring": "Rubber"})
        assert read(write([board], "lin")[0], "lin").boards[0].tags == {"Scoring": "Rubber"}


class TestCommentsOutsideBoards:
    @pytest.mark.parametrize("more", ["", '[Contract "x"]\n'])
    def test_pbn(self, more: str) -> None:
        """Mutant: a comment behind a blank line is lost."""
        parts = [
            "{Intro}", "; made by X", GAME + more, "{West doubles}", GAME.replace("1", "2", 1),
            "{tail}\n; end\n",
        ]  # fmt: skip
        comments = [board.comments for board in read("\n\n".join(parts), "pbn").boards]
        assert comments == [("Intro", "made by X", "West doubles"), ("tail", "end")]

    def test_rbn(self) -> None:
        hands = f"H {DEAL.replace(' ', ':')}"
        parts = ["{Intro}", f"B 1\n{hands}", "{Between}", f"B 2\n{hands}", "{End}\n"]
        record = read("\n\n".join(parts), "rbn")
        assert [board.comments for board in record.boards] == [("Intro",), ("Between",)]
        (problem,) = record.problems
        assert problem.message == "a comment without a board is not read: End"

    def test_without_a_board(self) -> None:
        (problem,) = read("{Intro}\n", "pbn").problems
        assert problem.message == "a comment without a board is not read: Intro"


def test_parts_beside_lin_in_a_link() -> None:
    link = f"{LINK}lin=qx%7Co1%7Cmd%7C3{HANDS}%7C&b=7&nn=Ann&bbo=y"
    record = read(link, "handviewer")
    assert [board.number for board in record.boards] == [1]
    assert [p.message for p in record.problems] == ["parts beside lin are not read: b, nn"]


def test_a_score_keeps_its_vulnerability() -> None:
    """Mutant: a board with a score gets the vulnerability of another number."""
    stated = f'{GAME}[Vulnerable "None"]\n[Contract "4S"]\n[Declarer "N"]\n[Result "10"]\n'
    (board,) = renumbered(read(stated, "pbn").boards, 2)
    assert (board.number, board.dealer, board.vulnerability) == (2, Seat.NORTH, Vulnerability.NONE)


def test_two_claims() -> None:
    record = read(f"qx|o1|md|3{HANDS}|mb|1N|mb|p|mb|p|mb|p|mc|9|mc|10|pg||", "lin")
    (board,) = record.boards
    assert (board.tags["Result"], board.comments) == ("10", ("claim as written: 9",))
    assert [p.message for p in record.problems] == ["9 and 10 tricks are claimed"]
