r"""A LaTeX document of hand diagrams, from plain tables and the suits of mathematics."""

from __future__ import annotations

from dealwright.cards import Seat, Suit
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.formats.boards import Boards

__all__ = ["make"]

_SUITS = {
    Suit.SPADES: r"$\spadesuit$",
    Suit.HEARTS: r"\textcolor{red}{$\heartsuit$}",
    Suit.DIAMONDS: r"\textcolor{red}{$\diamondsuit$}",
    Suit.CLUBS: r"$\clubsuit$",
}
_BEGIN = r"""\documentclass[a4paper,10pt]{article}
\usepackage[margin=15mm]{geometry}
\usepackage{xcolor}
\setlength{\parindent}{0pt}
\newcommand{\hand}[4]{\begin{tabular}[t]{@{}l@{ }l@{}}#1\\#2\\#3\\#4\end{tabular}}
\begin{document}
"""


def make(boards: Boards) -> _Document:
    """Return a writer of a document that needs no package beyond ``geometry`` and ``xcolor``."""
    return _Document(boards)


class _Document:
    def __init__(self, boards: Boards) -> None:
        self._boards = boards

    def begin(self) -> str:
        return _BEGIN

    def deals(self, deals: Deals, number: int) -> str:
        rows = enumerate(deals.masks.tolist(), number)
        return "".join(self._board(row, at) for at, row in rows)

    def end(self, found: int, tried: int) -> str:
        return "\\end{document}\n"

    def _board(self, row: list[int], at: int) -> str:
        boards = self._boards
        dealer, phrase = boards.dealer_of(at), boards.vulnerability_of(at).phrase
        about = rf"\textbf{{Board {boards.number(at)}}}\\{dealer.name.capitalize()} deals\\{phrase}"
        head = rf"\begin{{tabular}}[t]{{@{{}}l@{{}}}}{about}\end{{tabular}}"
        north, east, south, west = (_hand(row[seat]) for seat in Seat)
        return (
            "\\begin{minipage}[t]{0.48\\textwidth}\n\\begin{tabular}{lll}\n"
            f"{head} & {north} & \\\\[2mm]\n{west} & & {east} \\\\[2mm]\n & {south} & \\\\\n"
            "\\end{tabular}\n\\end{minipage}\\hfill\n" + ("\\\\[6mm]\n" if at % 2 else "")
        )


def _hand(mask: int) -> str:
    suits = zip(reversed(Suit), hand_text(mask).split("."), strict=True)
    lines = "".join(f"{{{_SUITS[suit]}&{cards or '--'}}}" for suit, cards in suits)
    return rf"\hand{lines}"
