"""Files that other libraries were reported to fail on; the numbers are endplay's issues."""

from __future__ import annotations

import pytest

from dealwright import Deal, Seat
from dealwright.formats import Board, Turn, read, write

STATISTICS = """
Minimum     : 33.6
5S and 6+D  : 22.6
Frequency HCP South :
   14\t      39
Generated 2922012 hands
Produced 500 hands
Initial random seed 1717799357
Time needed    8.000 sec
"""
GAME = """[Event "Hand simulated by dealer with file P:\\dlr\\Leaping-E.dlr, seed 17"]
[Site "-"]
[Date "2024.06.07"]
[Board "1"]
[West "-"]
[North "-"]
[East "-"]
[South "-"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "E:A95.4.AKQ432.T62 KQJT74.93.987.98 63.AQJ87.5.AKQ74 82.KT652.JT6.J53"]
[Declarer "?"]
[Contract "?"]
[Result "?"]
"""


def only(text: str | bytes, name: str = "pbn") -> Board:
    record = read(text, name)
    assert not record.problems
    assert len(record.boards) == 1
    return record.boards[0]


def test_hands_of_lin_begin_with_south_whoever_deals() -> None:  # 12
    board = only(GAME)
    lin = write([board], "lin")[0].decode()
    assert "md|3SKQJT74H93D987C98,S63HAQJ87D5CAKQ74,S82HKT652DJT6CJ53,SA95H4DAKQ432CT62|" in lin
    assert only(lin, "lin").deal == board.deal
    assert only(lin, "lin").dealer is Seat.NORTH


@pytest.mark.parametrize(
    ("text", "deal"),
    [
        (
            "S:SA7.H864.DQJT73.CAKQ SQ2.H952.D62.CJT9742 SKT853.HT3.D954.C653 SJ964.HAKQJ7.DAK8.C8",
            "S:A7.864.QJT73.AKQ Q2.952.62.JT9742 KT853.T3.954.653 J964.AKQJ7.AK8.8",
        ),
        (
            "S:AKQ6.T753.AJ7.Q2 JT52.Q9864.KT43.. 9873.J2.Q8.KJ843 4.AK.9652.AT9765",
            "S:AKQ6.T753.AJ7.Q2 JT52.Q9864.KT43. 9873.J2.Q8.KJ843 4.AK.9652.AT9765",
        ),
        (
            "S:K643.Q8.KQJ.A872 AQJ8.K654.A752.K T.JT7.T98643.Q63 9752.A932..JT954",
            "W:AQJ8.K654.A752.K T.JT7.T98643.Q63 9752.A932..JT954 K643.Q8.KQJ.A872",
        ),
    ],
)
def test_letters_of_suits_and_voids(text: str, deal: str) -> None:  # 15
    assert only(f'[Deal "{text}"]').deal == Deal(deal)
    assert only(text, "line").deal == Deal(deal)


def test_lines_that_are_comments_alone() -> None:  # 25
    comment = "PAR of the deal: 3H  = played by North: 140 points"
    board = only(GAME.replace("[Declarer", f"{{{comment}}}\n; and more\n[Declarer"))
    assert board.comments == (comment, "and more")


def test_pbn_to_lin_loses_nothing_that_lin_can_say() -> None:  # 26
    told = '[Auction "N"]\nPass 1D =1= 1S! 2H\nAP\n[Note "1:natural"]\n'
    told += '[Play "N"]\nS8 SA SK S6\n{hm}\n'
    game = GAME.replace('[West "-"]', '[West "Ann"]').replace('[Result "?"]', '[Result "11"]')
    board = only(game + told)
    again = only(write([board], "lin")[0], "lin")
    assert [turn.text for turn in again.auction] == [turn.text for turn in board.auction]
    assert [turn.note for turn in again.auction] == [turn.note for turn in board.auction]
    assert (again.play, again.leader, again.comments) == (board.play, Seat.NORTH, ("hm",))
    assert (again.number, again.vulnerability) == (1, board.vulnerability)
    assert again.tags == {
        "Event": "Hand simulated by dealer with file P:\\dlr\\Leaping-E.dlr seed 17",
        "West": "Ann", "North": "-", "East": "-", "South": "-",
        "Contract": "2H", "Declarer": "W", "Result": "11", "Score": "NS -200",
    }  # fmt: skip


def test_one_blank_line_between_games_and_none_in_them() -> None:  # 39
    board = only(GAME + '[Auction "N"]\nAP\n[ScoreTable "A"]\n1\n')
    lines = write([board, board], "pbn")[0].decode().split("\r\n")
    assert lines.count("") == 2
    assert lines[-1] == ""


def test_notes_and_a_pass_out() -> None:  # 44
    board = only(GAME + '[Auction "N"]\nPass =1= Pass Pass Pass\n[Note "1:very weak"]\n')
    assert board.auction == (Turn("Pass", note="very weak"), *[Turn("Pass")] * 3)
    assert only(write([board], "pbn")[0]) == board
    tags = only(write([board], "lin")[0], "lin").tags
    assert (tags["Contract"], tags["Declarer"]) == ("Pass", "")


def test_question_marks_of_dealer() -> None:  # 50
    assert not {"Declarer", "Contract", "Result"} & set(only(GAME).tags)


@pytest.mark.parametrize("mark", ["", "# "])
def test_statistics_behind_the_games(mark: str) -> None:  # 51
    lines = "".join(f"{mark}{line}\n" for line in STATISTICS.strip().splitlines())
    record = read(f"{GAME}\n{GAME}\n{lines}", "pbn")
    assert len(record.boards) == 2
    assert record.boards[1].sections == {}
    assert [problem.dropped for problem in record.problems] == [False]
    assert b"Frequency" not in write(record.boards, "lin")[0]


def test_a_match_without_names_at_each_board() -> None:  # pull request 53
    hands = "S56TKAH28D3TAC3JK,S7JH579JD267KC67T,S24QH36TQAD458C9Q"
    text = f"pn|a,b,c,d|\nqx|o1|\nmd|2{hands}|\nqx|o2|md|2{hands}|"
    assert [board.number for board in read(text, "lin").boards] == [1, 2]
