r"""A LaTeX document of hand diagrams: plain tables and mathematical suit symbols."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from dealwright.cards import Suit
from dealwright.cards.card_letters import CardLetters
from dealwright.formats.board_report import COLUMNS, Story, story_of
from dealwright.formats.board_words import heading, seat_text
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]

_SUITS = {
    Suit.SPADES: r"$\spadesuit$",
    Suit.HEARTS: r"\textcolor{red}{$\heartsuit$}",
    Suit.DIAMONDS: r"\textcolor{red}{$\diamondsuit$}",
    Suit.CLUBS: r"$\clubsuit$",
}
# A diagram has three columns of equal width, so that the hands of all boards are aligned.
_BEGIN = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{xcolor}
\setlength{\parindent}{0pt}
\setlength{\tabcolsep}{1mm}
\raggedbottom
\newcommand{\hand}[4]{\begin{tabular}[t]{@{}l@{ }l@{}}#1\\#2\\#3\\#4\end{tabular}}
\newcommand{\compass}{\begin{tabular}[t]{|c|}\hline
  N\\W\hspace{1.5em}E\\S\\\hline\end{tabular}}
\begin{document}
\small
"""
_BOARD_BEGIN = "\\begin{minipage}[t]{0.48\\textwidth}\n\\begin{tabular}{@{}*3{p{27mm}}@{}}\n"
_SIGNS = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#",
    "%": r"\%", "_": r"\_", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}",
    '"': "''", "Ł": r"\L{}", "ł": r"\l{}", "Ð": "D", "ð": "d", "Þ": "Th", "þ": "th",
    "–": "--", "—": "---", "‘": "`", "’": "'", "“": "``", "”": "''",
    **{suit.symbol: text for suit, text in _SUITS.items()},
}  # fmt: skip


class _Document(BoardWriter):
    """Writes a document that needs no package beyond ``geometry`` and ``xcolor``."""

    _drawn = 0

    def begin(self) -> str:
        return _BEGIN

    def boards(self, entries: Sequence[Entry]) -> str:
        texts, letters = [], self.settings.letters.in_print
        for entry in entries:
            self._drawn += 1
            below = "\\par\\vspace{5mm}\n" if self._drawn % 2 == 0 else "\\hfill\n"
            texts.append(f"{_board(entry.board, letters)}{below}")
        return "".join(texts)

    def end(self, found: int, tried: int) -> str:
        return "\\end{document}\n"


def _board(board: Board, letters: CardLetters) -> str:
    head = rf"\begin{{tabular}}[t]{{@{{}}l@{{}}}}{_heading(board)}\end{{tabular}}"
    north, east, south, west = (
        "" if mask is None else _hand(mask, letters) for mask in board.hands
    )
    return (
        f"{_BOARD_BEGIN}{head} & {north} & \\\\[1mm]\n{west} & \\compass & {east} \\\\[1mm]\n"
        f" & {south} & \\\\\n\\end{{tabular}}\n"
        f"{''.join(_story(story_of(board, letters)))}\\end{{minipage}}"
    )


def _heading(board: Board) -> str:
    number, *below = map(_text, heading(board))
    lines = [rf"\textbf{{{number}}}" if number else "", *below]
    return r"\\".join(line for line in lines if line)


def _hand(mask: int, letters: CardLetters) -> str:
    suits = [(suit, letters.suit_text(mask >> 13 * suit & 8191)) for suit in reversed(Suit)]
    lines = "".join(f"{{{_SUITS[suit]}&{cards or '--'}}}" for suit, cards in suits)
    return rf"\hand{lines}"


def _text(words: str) -> str:
    """Escape words for LaTeX; a letter that the standard fonts lack becomes a plain one, or ?."""
    return "".join(_SIGNS.get(sign) or _sign(sign) for sign in " ".join(words.split()))


def _sign(sign: str) -> str:
    if sign.isascii() or "\u00c0" <= sign <= "\u00ff":
        return sign if sign.isprintable() else " "
    plain = unicodedata.normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return "".join(_SIGNS.get(letter, letter) for letter in plain) or "?"


def _table(columns: str, head: str, rows: Sequence[Sequence[str]]) -> str:
    lines = "".join(" & ".join(_text(cell) for cell in row) + "\\\\\n" for row in rows)
    return f"\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n{head}{lines}\\end{{tabular}}\\par\n"


def _story(story: Story) -> Iterator[str]:
    """Yield the part below the hands; empty for a bare deal."""
    if not story:
        return
    yield "\\par\\vspace{1mm}\\footnotesize\\raggedright\n"
    if story.players:
        yield f"{_text(story.players)}\\par\n"
    if story.auction:
        head = " & ".join(_text(seat_text(seat)) for seat in COLUMNS)
        rows = "".join(
            " & ".join(_text(call) for call in four) + "\\\\\n" for four in story.auction
        )
        yield f"\\begin{{tabular}}{{@{{}}llll@{{}}}}\n{head}\\\\\n{rows}\\end{{tabular}}\\par\n"
    lines = (*story.explanations, story.contract)
    yield from (f"{_text(line)}\\par\n" for line in lines if line)
    if story.play:
        yield _table("lllll", "", story.play)
    if story.makeable:
        yield _table("llllll", "", story.makeable)
    if story.par:
        yield f"{_text(story.par)}\\par\n"
    yield from (f"{_text(comment)}\\par\n" for comment in story.comments)


FORMAT = Format("a LaTeX document of hand diagrams", (".tex",), writer=_Document)
