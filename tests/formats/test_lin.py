"""LIN and the links of the handviewer."""

from __future__ import annotations

import pytest

from dealwright import Deal, Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Turn, read, write

HANDS = "S5HJ7642D986C9763,SAQ8HAQ5DQJTCAQ52,SKJT97643HK3DA43C"
DEAL = "S:5.J7642.986.9763 AQ8.AQ5.QJT.AQ52 KJT97643.K3.A43. 2.T98.K752.KJT84"


def only(text: str, name: str = "lin") -> Board:
    record = read(text, name)
    assert not record.problems
    assert len(record.boards) == 1
    return record.boards[0]


class TestLin:
    def test_a_board(self) -> None:
        board = only(
            f"pn|Ann,Bob,Cy,Di|st||md|2{HANDS}|rh||ah|Board 5, late|sv|n|mb|1N!|an|15-17|mb|p|"
            "mb|2C|mb|D!|mb|R|mb|p|mb|p|mb|p|pg||\npc|S5|pc|SA|pc|S2|pc|ST|pg||pc|SQ|mc|9|nt|end|pg||"
        )
        assert (board.number, board.dealer) == (5, Seat.WEST)
        assert board.vulnerability is Vulnerability.NS
        assert board.deal == Deal(DEAL)
        assert board.auction == (
            Turn("1NT", note="15-17"), Turn("Pass"), Turn("2C"), Turn("X", note=""), Turn("XX"),
            *[Turn("Pass")] * 3,
        )  # fmt: skip
        assert board.tags == {
            "South": "Ann", "West": "Bob", "North": "Cy", "East": "Di",
            "Contract": "2CXX", "Declarer": "E", "Result": "9", "Score": "NS -760",
        }  # fmt: skip
        assert board.leader is Seat.SOUTH
        assert board.comments == ("Board 5, late", "end")

    @pytest.mark.parametrize(
        ("word", "sides"),
        [
            ("None", "NONE"),
            ("n", "NS"),
            ("NS", "NS"),
            ("All", "ALL"),
            ("Both", "ALL"),
            ("-", "NONE"),
        ],
    )
    def test_words_of_the_vulnerability(self, word: str, sides: str) -> None:
        (board,) = read(f"md|1{HANDS}|sv|{word}|pg||\n", "lin").boards
        assert board.vulnerability is Vulnerability[sides]

    def test_a_number_from_a_link(self) -> None:
        (board,) = read(f"md|1{HANDS}|sv|o|ah|Board%209|pg||\n", "lin").boards
        assert board.number == 9

    @pytest.mark.parametrize(
        ("title", "number", "comments"),
        [
            ("Board 9", 9, ()), ("9", 9, ()), ("Giro 9", 9, ()), ("Final", None, ("Final",)),
            ("Final 2027, Board 3", 3, ("Final 2027, Board 3",)), ("", None, ()),
        ],
    )  # fmt: skip
    def test_words_of_a_title_stay(
        self, title: str, number: int | None, comments: tuple[str, ...]
    ) -> None:
        """Mutant: the first number in it, and no words."""
        board = only(f"md|1{HANDS}|sv|o|ah|{title}|pg||\n")
        assert (board.number, board.comments) == (number, comments)

    def test_comments_in_front_of_the_hands(self) -> None:
        """Mutant: a comment is kept behind the hands alone."""
        record = read(
            f"nt|welcome|pg||qx|o1|nt|first|md|1{HANDS}|nt|hard|pg||qx|o2|md|2{HANDS}|pg||", "lin"
        )
        assert [board.comments for board in record.boards] == [("welcome", "first", "hard"), ()]

    @pytest.mark.parametrize(
        ("pairs", "note", "comment"),
        [
            ("sv|n|sv|e|", "'e' is another vulnerability than that before",
             "vulnerable as written: e"),
            ("sv|n|ah|Board 3|", "'Board 3' is not board 1, as it was named",
             "title as written: Board 3"),
            ("sv|n|pn|A,B,C,D|pn|A,B,C,E|", "'A,B,C,E' are other players than those before",
             "players as written: A,B,C,E"),
        ],
    )  # fmt: skip
    def test_a_fact_given_twice(self, pairs: str, note: str, comment: str) -> None:
        """Mutant: the last one wins. The first stays; the other is noted, and a comment."""
        record = read(f"qx|o1|md|1{HANDS}|{pairs}mb|1C|pg||qx|o2|pn|E,F,G,H|md|1{HANDS}|", "lin")
        board, after = record.boards
        assert (board.number, board.vulnerability) == (1, Vulnerability.NS)
        assert [problem.message for problem in record.problems] == [note]
        assert board.comments == (comment,)
        assert after.tags["South"] == "E"
        assert board.tags.get("East", "D") == "D"

    @pytest.mark.parametrize(
        ("text", "number", "note"),
        [
            ("qx|b12|", None, "'b12' is not the number of a board, such as o12"),
            ("qx|o12a|", 12, "'o12a' is not the number of a board, such as o12"),
            ("qx|Board 5|", None, "'Board 5' is not the number of a board, such as o12"),
            ("qx|o3|pn|a,b,c,d,e,f,g,h,i|", 3, "there are more than eight players: i"),
        ],
    )  # fmt: skip
    def test_what_is_no_number_and_no_player(
        self, text: str, number: int | None, note: str
    ) -> None:
        record = read(f"{text}md|1{HANDS}|sv|o|pg||", "lin")
        (board,) = record.boards
        assert board.number == number
        assert [problem.message for problem in record.problems] == [note]
        if "'" in note:
            assert board.comments == (f"board as written: {note.split(chr(39))[1]}",)

    @pytest.mark.parametrize(("card", "wrong"), [("D9", True), ("DQ", False)])
    def test_who_leads_to_the_second_trick(self, card: str, wrong: bool) -> None:
        """Mutant: the cards are put into columns, and come out in another order."""
        calls = "mb|1N|mb|p|mb|p|mb|p|"
        cards = f"pc|S5|pc|SA|pc|ST|pc|S2|pg||pc|{card}|"
        record = read(f"qx|o1|md|4{HANDS}|sv|o|{calls}pg||{cards}", "lin")
        said = f"{card} leads trick 2; another hand has won trick 1"
        assert [problem.message for problem in record.problems] == [said] * wrong
        (comments,) = (board.comments for board in record.boards)
        assert comments == (f"play as written: S5 SA ST S2 {card}",) * wrong

    def test_ranks_and_suits_in_any_order(self) -> None:
        board = only("md|3C7963H24J76S5D689,saq8haq5dqjtcaq52,HK3S3467910JKDA34,|")
        assert board.deal == Deal(DEAL)
        assert board.dealer is Seat.NORTH

    def test_calls_together_and_in_small_letters(self) -> None:
        assert [turn.text for turn in only(f"md|1{HANDS}|mb|1c1hp2hppp|").auction] == [
            "1C", "1H", "Pass", "2H", "Pass", "Pass", "Pass",
        ]  # fmt: skip

    def test_a_match(self) -> None:
        record = read(
            "vg|Final,Segment 2,I,1,2,Red,10,Blue,3|\nrs|4HS=,|\npn|a,b,c,d,e,f,g,h|pg||\n"
            f"qx|o1|md|3{HANDS}|sv|o|mb|pppp|pg||\nqx|c1|md|3{HANDS}|sv|o|pg||\n"
            f"qx|o2|md|4{HANDS}|sv|n|pg||\n",
            "lin",
        )
        assert [str(problem) for problem in record.problems] == [
            "line 2, column 4: pairs with these keys are not read: rs"
        ]
        assert [(board.number, board.tags["Room"]) for board in record.boards] == [
            (1, "Open"), (1, "Closed"), (2, "Open"),
        ]  # fmt: skip
        assert [board.tags["South"] for board in record.boards] == ["a", "e", "a"]
        assert record.boards[0].tags["Contract"] == "Pass"
        assert record.boards[2].tags == {
            "Event": "Final", "Stage": "Segment 2", "Scoring": "IMP", "HomeTeam": "Red",
            "RBNCarry1": "10", "VisitTeam": "Blue", "RBNCarry2": "3",
            "South": "a", "West": "b", "North": "c", "East": "d",
            "Room": "Open",
        }  # fmt: skip
        again = read(write(record.boards, "lin")[0], "lin")
        assert again.boards == record.boards

    def test_names_of_each_board(self) -> None:
        hands = f"md|1{HANDS}|"
        first = read(f"pn|a,b,c,d|{hands}pn|e,f,g,h|{hands}", "lin")
        assert [board.tags["South"] for board in first.boards] == ["a", "e"]
        behind = read(f"qx|o1|{hands}pn|a,b,c,d|mb|p|qx|o2|{hands}pn|e,f,g,h|", "lin")
        assert [board.tags["South"] for board in behind.boards] == ["a", "e"]
        assert len(behind.boards[0].auction) == 1

    @pytest.mark.parametrize(
        ("bad", "column", "words"),
        [
            ("md|1SAKX,,|", 10, "'X' is neither a suit nor a rank"),
            ("md|1SAA,,|", 10, "occurs twice"),
            ("md|1SA,SA,|", 10, "dealt twice"),
        ],
    )
    def test_a_bad_board_among_good_ones(self, bad: str, column: int, words: str) -> None:
        good = f"md|1{HANDS}|pg||\n"
        record = read(f"qx|o1|{good}qx|o2|{bad}\nqx|o3|{good}", "lin")
        assert [board.number for board in record.boards] == [1, 3]
        assert [(problem.line, problem.column) for problem in record.problems] == [(2, column)]
        assert words in record.problems[0].message

    @pytest.mark.parametrize(
        ("bad", "words", "comment"),
        [
            ("pc|SA|pc|S1|pc|S3|", "is not a card", "play as written: SA S1 S3"),
            ("sv|x|", "not a vulnerability", "vulnerable as written: x"),
            ("mb|1C|mb|9C|", "is not a call", "auction as written: 1C 9C"),
        ],
    )
    def test_a_bad_side_field_costs_no_board(self, bad: str, words: str, comment: str) -> None:
        good = f"md|1{HANDS}|pg||\n"
        record = read(f"qx|o1|{good}qx|o2|md|1{HANDS}|{bad}pg||\nqx|o3|{good}", "lin")
        assert [board.number for board in record.boards] == [1, 2, 3]
        assert record.boards[1].comments == (comment,)
        (problem,) = record.problems
        assert (problem.line, problem.dropped) == (2, False)
        assert words in problem.message

    def test_play_that_cannot_be(self) -> None:
        record = read(f"md|1{HANDS}|mb|1Cppp|pc|S2|pc|SK|pc|SJ|", "lin")
        (board,), (problem,) = record.boards, record.problems
        assert (board.play, board.comments) == ((), ("play as written: S2 SK SJ",))
        assert "different hands" in problem.message
        assert not problem.dropped

    def test_written(self) -> None:
        board = Board(
            number=2,
            dealer=Seat.EAST,
            vulnerability=Vulnerability.EW,
            hands=Deal(DEAL).masks,
            auction=(Turn("1C", "!", "a|b"), Turn("-"), *[Turn("Pass")] * 3),
            leader=Seat.SOUTH,
            play=(Turn("S5"), Turn("SA"), Turn("S3"), Turn("S2"), Turn("-"), Turn("SQ")),
            tags={"North": "A, B", "Result": "7"},
        )
        assert write([board], "lin")[0].decode() == (
            "qx|o2|pn|,,A B,|st||md|4S5HJ7642D986C9763,SAQ8HAQ5DQJTCAQ52,SKJT97643HK3DA43C,"
            "S2HT98DK752CKJT84|rh||ah|Board 2|sv|e|mb|1C!|an|a/b|mb|p|mb|p|mb|p|pg||"
            "pc|S5|pc|SA|pc|S3|pc|S2|pg||pc|SQ|mc|7|pg||\n"
        )


class TestHandviewer:
    PAGE = "https://www.bridgebase.com/tools/handviewer.html?"

    def test_parts(self) -> None:
        board = only(
            self.PAGE + "n=skjt97643hk3da43&e=S2HT98DK752CKJT84&s=s5hj7642d986c9763&d=n&v=b&b=4"
            "&a=1s!(weak)p{hm}2sd(x)r+ppp&p=h8h2hqhks3",
            "handviewer",
        )
        assert board.deal == Deal(DEAL)
        assert (board.number, board.vulnerability) == (4, Vulnerability.ALL)
        assert board.auction[0] == Turn("1S", note="weak")
        assert board.auction[3:5] == (Turn("X", note="x"), Turn("XX"))
        assert board.comments == ("hm",)
        assert board.tags == {"Contract": "2SXX", "Declarer": "N"}
        assert board.leader is Seat.EAST
        assert board.play == (*map(Turn, ("H8", "H2", "HQ", "HK", "-", "-", "-", "S3")),)

    def test_a_link_written(self) -> None:
        board = Board(1, Seat.NORTH, Vulnerability.NONE, Deal(DEAL).masks)
        text = write([board, board], "handviewer")[0].decode()
        assert text.startswith(self.PAGE + "lin=qx%7Co1%7Cst%7C%7Cmd%7C3S5HJ7642D986C9763,")
        assert read(text, "handviewer").boards == (board, board)

    @pytest.mark.parametrize(
        ("query", "words"),
        [
            ("n=sax", "neither"), ("d=n", "no hand"), ("lin=pg||", "no board"),
            ("lin=md|1SAA|", "twice"),
        ],
    )  # fmt: skip
    def test_bad_links(self, query: str, words: str) -> None:
        record = read(f"\n# links\n{self.PAGE}{query}\n{self.PAGE}n=sa\n", "handviewer")
        assert len(record.boards) == 1
        assert [problem.line for problem in record.problems] == [3]
        assert words in record.problems[0].message

    @pytest.mark.parametrize(
        ("part", "words", "comment"),
        [
            ("d=x", "seat", "dealer as written: x"),
            ("v=q", "vulnerability", "vulnerable as written: q"),
            ("b=x", "number of a board", "board as written: x"),
            ("p=s2", "the opening leader", "play as written: s2"),
            ("p=zz", "not a card", "play as written: zz"),
            ("c=14", "number of tricks", "claim as written: 14"),
            ("d=n&a=1s8s", "not a call", "auction as written: 1s8s"),
        ],
    )
    def test_a_bad_part_costs_no_board(self, part: str, words: str, comment: str) -> None:
        record = read(f"{self.PAGE}n=sa&{part}\n", "handviewer")
        (board,), (problem,) = record.boards, record.problems
        assert (board.hands[0], board.comments) == (1 << 51, (comment,))
        assert words in problem.message
        assert not problem.dropped

    def test_names_and_a_claim_and_parts_of_other_programs(self) -> None:
        record = read(f"{self.PAGE}n=sa&nn=Ann&wn=&c=9&foo=1&bar=\n", "handviewer")
        assert record.boards[0].tags == {"North": "Ann", "Result": "9"}
        assert [problem.message for problem in record.problems] == [
            "these parts of the link are not read: foo"
        ]
