"""Boards in the printed formats: what happened at the table stands beside the cards."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from dealwright import Deal, Seat, deal
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Entry, Settings, Turn, read, write, writer
from dealwright.formats.board_report import contract_line, story_of
from tests.processes import PATIENCE

GAME = r"""[Board "12"]
[West "Podgor & Co"]
[North "Westra"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Declarer "S"]
[Contract "5HX"]
[Result "9"]
[Auction "N"]
1D      1S   3H! =1= 4S
4NT     X    Pass    Pass
5C      X    5H      X
Pass    Pass Pass
[Note "1:weak, 6 \H"]
[Play "W"]
SK H3 S4 S3
C5 C2 C6 CK
{<b>100%</b> of \S, !H and Łódź}
"""
BOARD = read(GAME, "pbn").boards[0]
ROWS = (
    ("", "1♦", "1♠", "3♥! (1)"), ("4♠", "4NT", "X", "Pass"),
    ("Pass", "5♣", "X", "5♥"), ("X", "Pass", "Pass", "Pass"),
)  # fmt: skip
CARDS = (("W", "♠K", "♥3", "♠4", "♠3"), ("N", "♣2", "♣6", "♣K", "♣5"))
COMMENT = "<b>100%</b> of ♠, ♥ and Łódź"
UNKNOWN = Board(hands=(Deal(BOARD.deal.text()).masks[0], None, None, None))


class TestStory:
    def test_of_a_game(self) -> None:
        story = story_of(BOARD)
        assert story.players == "West: Podgor & Co, North: Westra"
        assert (story.auction, story.play, story.comments) == (ROWS, CARDS, (COMMENT,))
        assert story.explanations == ("(1) weak, 6 ♥",)
        assert story.contract == "5♥X by South, 9 tricks (2 down)"
        assert not story_of(Board(number=1, hands=BOARD.hands))

    @pytest.mark.parametrize(
        ("contract", "declarer", "result", "words"),
        [
            ("4S", "W", "10", "4♠ by West, 10 tricks (made)"),
            ("3NT", "N", "11", "3NT by North, 11 tricks (2 over)"),
            ("1C", "^E", "1", "1♣ by East, 1 trick (6 down)"),
            ("2D", "E", "NS 5 EW 8", "2♦ by East, 8 tricks (made)"),
            ("2D", "E", "EW", "2♦ by East, result EW"),
            ("2D", "E", "14", "2♦ by East, result 14"),
            ("2D", "E", "9" * 5000, f"2♦ by East, result {'9' * 5000}"),
            ("2D", "E", "", "2♦ by East"),
            ("Pass", "", "", "Passed out"),
            ("", "", "7", "Result 7"),
            ("", "", "", ""),
        ],
    )
    def test_contracts(self, contract: str, declarer: str, result: str, words: str) -> None:
        tags = {"Contract": contract, "Declarer": declarer, "Result": result}
        assert contract_line(Board(tags=tags)) == words

    def test_an_auction_whose_dealer_is_not_known(self) -> None:
        story = story_of(Board(auction=(Turn("1C"), Turn("X", note=""))))
        assert (story.auction, story.explanations) == ((), ("Auction: 1♣ X",))

    def test_alerts_and_gaps(self) -> None:
        turns = (Turn("1C", note=""), Turn("-"), Turn("^I"), Turn("1D", "$14 ??"), Turn("+"))
        assert story_of(Board(dealer=Seat.EAST, auction=turns)).auction == (
            ("", "", "1♣ *", "-"), ("1♦??", "", "", ""),
        )  # fmt: skip


class TestFormats:
    def test_plain_text(self) -> None:
        text = write([BOARD, UNKNOWN], "diagram")[0].decode()
        assert text.startswith("Board 12       ♠ -\nNorth deals    ♥ 63\nNone vul       ♦ AKQ987\n")
        for row in ROWS:
            assert "".join(f"{call:<11}" for call in row).rstrip() + "\n" in text
        assert "West       North      East       South\n" in text
        assert "N: ♣2 ♣6 ♣K ♣5\n" in text
        assert f"\n{COMMENT}\n" in text
        second = text[text.index(COMMENT) :]
        assert "Board" not in second
        assert "deals" not in second
        assert second.count("♠") == 2  # one in the comment, one of north

    def test_plain_text_without_symbols(self) -> None:
        made = writer("diagram", Settings(symbols=False, width=200))
        assert (made.deals(deal(3, seed=1), 0) + made.end(3, 3)).isascii()
        text = made.boards([Entry(replace(BOARD, comments=()))]) + made.end(1, 1)
        assert text.isascii()
        assert "5HX by South" in text

    def test_html(self) -> None:
        page = write([BOARD, UNKNOWN], "html")[0].decode()
        text = page.replace("<i>", "").replace("</i>", "")
        for row in (*ROWS, *CARDS):
            assert "<tr>" + "".join(f"<td>{cell}" for cell in row) in text
        assert "<h2>Board 12</h2><p>North deals<p>None vul</div>" in text
        assert "<p>West: Podgor &amp; Co, North: Westra" in text
        assert "<p>&lt;b&gt;100%&lt;/b&gt; of ♠, ♥ and Łódź" in text
        assert text.count('class="story"') == 1
        assert '<div class="hand west"></div>' in text
        assert page.count("<i>") == page.count("</i>") > 5

    def test_latex(self) -> None:
        text = write([BOARD, UNKNOWN], "latex")[0].decode()
        hearts, spades = r"\textcolor{red}{$\heartsuit$}", r"$\spadesuit$"
        assert rf"4{spades} & 4NT & X & Pass\\" in text
        assert rf"5{hearts}X by South, 9 tricks (2 down)\par" in text
        assert r"Podgor \& Co" in text
        assert r"\textless{}b\textgreater{}100\%\textless{}/b\textgreater{} of" in text
        assert r"and \L{}ódz\par" in text
        assert text.count("{") == text.count("}")

    @pytest.mark.long
    def test_pdf(self) -> None:
        data = write([BOARD, UNKNOWN], "pdf")[0]
        words = PdfReader(BytesIO(data)).pages[0].extract_text()
        assert re.search(r"5\s*♥\s*X by South", words)
        assert "9 tricks (2 down)" in words
        assert words.count("♠") == 5  # four hands and one
        assert words.count("deals") == 1

    def test_boards_like_deals_are_drawn_like_deals(self) -> None:
        """Deals become boards, so both make the same; only the origin is told of deals alone."""
        deals, fixed = deal(5, seed=3), Settings(first=7, dealer=Seat.EAST)
        boards = [
            Board(7 + at, Seat.EAST, fixed.vulnerability_of(at), tuple(row))
            for at, row in enumerate(deals.masks.tolist())
        ]
        for name in ("diagram", "csv", "latex", "pdf"):
            made = writer(name, fixed)
            text = made.begin() + made.deals(deals, 0) + made.end(5, 5)
            encoding = "latin-1" if name == "pdf" else "utf-8"
            assert write(boards, name)[0] == text.encode(encoding)
        assert fixed.vulnerability_of(0) is Vulnerability.ALL


@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="pdflatex is not installed (TeX Live)")
def test_latex_compiles(tmp_path: Path) -> None:
    """Also with signs that LaTeX gives a meaning, and letters that its fonts lack."""
    signs = "".join(map(chr, [*range(32, 127), *range(160, 384), 0x2013, 0x2019, 0x4E00]))
    awkward = Board(
        number=13, hands=BOARD.hands, tags={"North": signs[:95]}, comments=(signs, r"\x {y} %$#")
    )
    (tmp_path / "a.tex").write_bytes(write([BOARD, UNKNOWN, awkward] * 4, "latex")[0])
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "a.tex"],
        cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    log = (tmp_path / "a.log").read_text("latin-1")
    assert done.returncode == 0, log[-2000:]
    words = " ".join(page.extract_text() for page in PdfReader(tmp_path / "a.pdf").pages)
    assert len(re.findall(r"Board 12\b", words)) == 4
    assert "Underfull" not in log


def test_the_foot_of_a_page_is_text() -> None:
    """A seed is what somebody typed."""
    settings = Settings(seed="<b>&</b>")
    page = writer("html", settings).end(1, 1)
    assert "<footer>seed &lt;b&gt;&amp;&lt;/b&gt;</footer>" in page
