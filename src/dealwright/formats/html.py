"""An HTML page of hand diagrams, to read in a browser and to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from dealwright import __version__
from dealwright.card_letters import CardLetters
from dealwright.cards import Seat, Suit
from dealwright.features import feature
from dealwright.formats.board_words import heading, seat_letter, seat_text
from dealwright.formats.records import Board
from dealwright.formats.registry import Format
from dealwright.formats.story import COLUMNS, Story, story_of
from dealwright.formats.writing import BoardWriter, Entry
from dealwright.translation import language, translated

__all__ = ["FORMAT"]

_STYLE = """
body { font: 15px/1.3 system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(19rem, 1fr)); gap: 1rem; }
article { border: 1px solid #bbb; border-radius: 6px; padding: .6rem; break-inside: avoid;
  display: grid; grid-template-columns: 1fr 1fr 1fr; }
h2 { font-size: 1.1rem; margin: 0; }
p { margin: 0; } .about p, .points, footer { font-size: .8rem; color: #444; }
.north, .south { grid-column: 2; } .west { grid-column: 1; } .east { grid-column: 3; }
.about { grid-column: 1; grid-row: 1; } .points { grid-column: 1; grid-row: 3; align-self: end; }
.hand b { display: inline-block; width: 1.1em; font-weight: normal; }
.d, .h { color: #c00; }
@media print { body { margin: 0; font-size: 11px; } main { grid-template-columns: 1fr 1fr 1fr; } }
"""


_STORY_STYLE = """.story { grid-column: 1 / -1; font-size: .85rem; margin-top: .5rem; }
.story table { border-collapse: collapse; margin: .3rem 0; }
.story th, .story td { font-weight: normal; text-align: left; padding: 0 .8rem 0 0; }
.story th { color: #444; } .story i { color: #c00; font-style: normal; }
"""
_RED = {Suit.HEARTS, Suit.DIAMONDS}


class _Page(BoardWriter):
    """Writes one page, which loads no other files."""

    def begin(self) -> str:
        dealt = self.settings.dealt
        title = escape(self.settings.condition or translated("Deals" if dealt else "Boards"))
        has_story = not dealt or self.settings.solved is not None
        style = _STYLE + _STORY_STYLE if has_story else _STYLE
        return (
            '<!DOCTYPE html>\n<html lang="' + language() + '">\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width">\n'
            f"<title>{title}</title>\n<style>{style}</style>\n<main>\n"
        )

    def boards(self, entries: Sequence[Entry]) -> str:
        return "".join(_article(entry.board, self.settings.letters) for entry in entries)

    def end(self, found: int, tried: int) -> str:
        about = [f"Dealwright {__version__}"]
        if self.settings.seed:
            about += [f"seed {self.settings.seed}", self.settings.method]
        return f"</main>\n<footer>{escape(', '.join(about))}</footer>\n</html>\n"


def _article(board: Board, letters: CardLetters) -> str:
    hcp = feature("hcp")
    points = ", ".join(
        f"{seat_letter(seat)} {hcp.value(mask)}"
        for seat, mask in zip(Seat, board.hands, strict=True)
        if mask is not None
    )
    hands = "".join(_hand(seat, board.hands[seat], letters) for seat in (0, 3, 1, 2))
    story = "".join(_story(story_of(board, letters)))
    return (
        f'<article><div class="about">{"".join(_heading(board))}</div>'
        f'{hands}<p class="points">{points}{story}</article>\n'
    )


def _heading(board: Board) -> Iterator[str]:
    number, *below = map(escape, heading(board))
    if number:
        yield f"<h2>{number}</h2>"
    yield from (f"<p>{line}" for line in below if line)


def _hand(seat: int, mask: int | None, letters: CardLetters) -> str:
    name = Seat(seat).name.lower()
    if mask is None:
        return f'<div class="hand {name}"></div>'
    lines = "".join(
        f'<p class="{suit.letter.lower()}"><b>{suit.symbol}</b><span>'
        f"{letters.suit_text(mask >> 13 * suit & 8191) or '-'}</span>"
        for suit in reversed(Suit)
    )
    return f'<div class="hand {name}">{lines}</div>'


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
