"""An HTML page of hand diagrams, to read in a browser and to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dealwright import __version__
from dealwright.base.translation import language, translated
from dealwright.cards import Seat, Suit
from dealwright.cards.card_letters import CardLetters
from dealwright.deals.features import feature
from dealwright.formats.board_report import COLUMNS, Story, story_of
from dealwright.formats.board_words import heading, seat_text
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry

__all__ = ["FORMAT"]

_STYLE = """
html { font: 15px/1.3 system-ui, sans-serif; color: #111; background: #fff; }
body { margin: 1.5rem; }
h1 { font-size: 1rem; margin: 0 0 .5rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr));
  padding: 0 2px 2px 0; }
article { border: 1px solid #999; margin: 0 -1px -1px 0; padding: .4rem; break-inside: avoid;
  display: grid; grid-template-columns: 1fr 1fr 1fr; column-gap: .4rem; }
h2 { font-size: 1rem; margin: 0; }
p { margin: 0; } .about p, .points, footer { font-size: .75rem; }
.north, .south { grid-column: 2; } .west { grid-column: 1; } .east { grid-column: 3; }
.about { grid-column: 1; grid-row: 1; } .points { grid-column: 1; grid-row: 3; align-self: end;
  display: grid; grid-template-columns: repeat(3, 1.3em); text-align: center; }
.points .west, .points .east { grid-row: 2; } .points .south { grid-row: 3; }
.hand p { white-space: nowrap; }
.hand b { display: inline-block; width: 1.1em; font-weight: normal; }
.d b, .h b, .story i { color: #c00; font-style: normal; }
footer { margin-top: .5rem; }
@page { margin: 10mm; @bottom-right { content: counter(page); font: 9px system-ui, sans-serif; } }
@media print { html { font-size: 10.5px; line-height: 1.2; } body { margin: 0; }
  main { grid-template-columns: repeat(3, 1fr); } }
"""


_STORY_STYLE = """.story { grid-column: 1 / -1; font-size: .85rem; margin-top: .5rem; }
.story table { border-collapse: collapse; margin: .3rem 0; }
.story th, .story td { font-weight: normal; text-align: left; padding: 0 .8rem 0 0; }
.story th { color: #444; }
"""
_RED = {Suit.HEARTS, Suit.DIAMONDS}
_FITTING = 8  # letters of ranks that fit a column of the narrowest board
_READING_ORDER = (Seat.NORTH, Seat.WEST, Seat.EAST, Seat.SOUTH)


class _Page(BoardWriter):
    """Writes one page, which loads no other files."""

    def begin(self) -> str:
        settings = self.settings
        heading = settings.title or translated("Hand record")
        title = escape(settings.title or settings.condition or heading)
        has_story = not settings.dealt or settings.solved is not None
        style = _STYLE + _STORY_STYLE if has_story else _STYLE
        return (
            '<!DOCTYPE html>\n<html lang="' + language() + '">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f'<meta name="generator" content="Dealwright {__version__}">\n'
            f"<title>{title}</title>\n<style>{style}</style>\n<h1>{escape(heading)}</h1>\n<main>\n"
        )

    def boards(self, entries: Sequence[Entry]) -> str:
        letters = self.settings.letters.in_print
        return "".join(_article(entry.board, letters) for entry in entries)

    def end(self, found: int, tried: int) -> str:
        return f"</main>\n<footer>{escape(self.settings.foot)}</footer>\n</html>\n"


def _article(board: Board, letters: CardLetters) -> str:
    hands = "".join(_hand(seat, board.hands[seat], letters) for seat in _READING_ORDER)
    story = "".join(_story(story_of(board, letters)))
    return (
        f'<article><div class="about">{"".join(_heading(board))}</div>'
        f"{hands}{_points(board)}{story}</article>\n"
    )


def _points(board: Board) -> str:
    """Return the points of the hands, arranged as at the table."""
    hcp = feature("hcp")
    points = "".join(
        f'<p class="{seat.name.lower()}">{hcp.value(mask)}'
        for seat in _READING_ORDER
        if (mask := board.hands[seat]) is not None
    )
    return f'<div class="points">{points}</div>'


def _heading(board: Board) -> Iterator[str]:
    number, *below = map(escape, heading(board))
    if number:
        yield f"<h2>{number}</h2>"
    yield from (f"<p>{line}" for line in below if line)


def _hand(seat: Seat, mask: int | None, letters: CardLetters) -> str:
    name = seat.name.lower()
    if mask is None:
        return f'<div class="hand {name}"></div>'
    lines = "".join(
        f'<p class="{suit.letter.lower()}"><b>{suit.symbol}</b>'
        f"{_ranks(letters.suit_text(mask >> 13 * suit & 8191) or '-')}"
        for suit in reversed(Suit)
    )
    return f'<div class="hand {name}">{lines}</div>'


def _ranks(text: str) -> str:
    """Return the ranks of a suit, smaller if they are wider than a column."""
    if len(text) <= _FITTING:
        return f"<span>{text}</span>"
    return f'<span style="font-size:{_FITTING / len(text):.2f}em">{text}</span>'


def _text(words: str) -> str:
    """Return words for a page, with red suits marked."""
    text = escape(words)
    for suit in _RED:
        text = text.replace(suit.symbol, f"<i>{suit.symbol}</i>")
    return text


def _table(rows: Sequence[Sequence[str]], head: Sequence[str] = ()) -> str:
    lines = ["".join(f"<th>{_text(cell)}" for cell in head)] if head else []
    lines += ["".join(f"<td>{_text(cell)}" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}" for line in lines) + "</table>"


def _story(story: Story) -> Iterator[str]:
    """Yield the part below the hands; empty for a bare deal."""
    if not story:
        return
    yield '<div class="story">'
    if story.players:
        yield f"<p>{_text(story.players)}"
    if story.auction:
        yield _table(story.auction, [*map(seat_text, COLUMNS)])
    yield from (f"<p>{_text(line)}" for line in (*story.explanations, story.contract) if line)
    if story.play:
        yield _table(story.play)
    if story.makeable:
        yield _table(story.makeable[1:], story.makeable[0])
    if story.par:
        yield f"<p>{_text(story.par)}"
    yield from (f"<p>{_text(comment)}" for comment in story.comments)
    yield "</div>"


FORMAT = Format("a page of hand diagrams, for a browser", (".html", ".htm"), writer=_Page)
