"""Portable Bridge Notation 2.1: read as programs and people write it, written in export form."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from functools import cache
from itertools import chain, takewhile

from dealwright import __version__
from dealwright.base.errors import CardError
from dealwright.base.kernels.board_text import WordObjects, pbn_tags
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals import Deals
from dealwright.formats.bidding import call_words, card_words
from dealwright.formats.pbn_game import (
    MANDATORY,
    Fault,
    PbnGame,
    board_of_game,
    read_note,
    turn_text,
)
from dealwright.formats.pbn_tokens import PbnToken, Places, escaped, tokens
from dealwright.formats.records import Board, Problem, Turn, hands_text
from dealwright.formats.registry import Format
from dealwright.formats.writing import BoardWriter, Entry, entries_of_deals

__all__ = ["FORMAT", "PbnWriter", "game_text"]

_HEAD = "% PBN 2.1\n"
_HEADS = re.compile(r"%\s*(?:PBN\b|EXPORT\b|IMPORT\b).*", re.IGNORECASE)
_AWKWARD = re.compile(r'["\\\x00-\x1f\x85\u2028\u2029]')
_UNWRITABLE = re.compile(r"[}\x01-\x1f\x85\u2028\u2029]")
_OWN = {*MANDATORY, "Auction", "Play", "Note"}
_UNKNOWN_TAGS = {name: "????.??.??" if name == "Date" else "?" for name in MANDATORY}
# Tags that begin a new game; a block after a blank line without any of them continues its game.
_HEAD_LINES = re.compile(r"(?:[^\S\n]*\n|%[^\n]*(?:\n|\Z))+")
_IDENTIFYING = {"Event", "Site", "Date", "Board", "Dealer", "Deal", "Vulnerable"}

_COMMENTED = re.compile(r'^\s*\[\w+\s*"|\{', re.MULTILINE)

_MOST_PLAIN = 1 << 16  # characters of a plain game
_PLAYED = {"Declarer", "Contract", "Result", "Auction", "Play"}


class _Block:
    """A block between blank lines: tokens, or if it is plain, tags and their lines.

    It is plain if each tag but notes occurs once, and only auction and play have lines, without
    comments. Its tokens are read when they are needed.
    """

    plain: dict[str, str] | None = None

    def __init__(self, text: str, tokens: Iterable[PbnToken] = ()) -> None:
        self.text, self._tokens = text, list(tokens)
        self.lines: dict[str, str] = {}
        self.notes: dict[str, dict[int, str]] = {}
        self.start = 0

    @classmethod
    def plainly(cls, text: str, start: int, end: int) -> _Block | None:
        """Return the block between two offsets, or None if it is not plain."""
        parts = pbn_tags(text[start:end])
        if parts is None:
            return None
        block = cls(text)
        block.start, (block.plain, block.lines, notes) = start, parts
        for section, value in notes:
            note = read_note(value)
            if note is None:
                return None
            block.notes.setdefault(section, {})[note[0]] = note[1]
        return block if block.plain else None

    @property
    def tokens(self) -> list[PbnToken]:
        if self.plain is not None:
            all_tokens = tokens(self.text, self.start)
            self.plain, self._tokens = (
                None,
                [*takewhile(lambda token: token.kind != "blank", all_tokens)],
            )
        return self._tokens

    def names(self) -> Set[str]:
        if self.plain is not None:
            return self.plain.keys()
        return {token.text for token in self.tokens if token.kind == "tag"}

    def is_another_table(self) -> bool:
        """Whether this is another table of the board above: it has a result, but names no board.

        The converter of rpbridge.net writes such games.
        """
        names = self.names()
        return not names & _IDENTIFYING and bool(names & _PLAYED)

    def continues(self, before: _Block | None) -> bool:
        """Whether this continues the game before: some programs write blank lines within games."""
        if before is None or not before.names():
            return False
        names = self.names()
        if names:
            return names.isdisjoint(_IDENTIFYING) and not (names - {"Note"}) & before.names()
        last = [token for token in before.tokens if token.kind in ("tag", "word")][-1]
        has_words = any(token.kind == "word" for token in self.tokens)
        return has_words and last.kind == "tag" and last.text in ("Auction", "Play")


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of a text; those of one game are joined."""
    before: _Block | None = None
    for block in _parts(text):
        if block.continues(before):
            assert before is not None
            before.tokens.extend(block.tokens)
        else:
            if before is not None:
                yield before
            before = block
    if before is not None:
        yield before


def _parts(text: str) -> Iterator[_Block]:
    """Yield the blocks between blank lines, cut before each deal after the first.

    Escape lines alone belong to the next block, or at the end of the text to the last.
    """
    part = _Block(text)
    last: _Block | None = None
    for token in _tokens_or_blocks(text):
        if isinstance(token, _Block):
            if last is not None:
                yield last
            # the blocks that wait are remarks, which belong to this block
            last = _Block(text, [*part.tokens, *token.tokens]) if part.tokens else token
            part = _Block(text)
        elif token.kind != "blank":
            part.tokens.append(token)
        elif any(part_token.kind != "escape" for part_token in part.tokens):
            *first, following = _cut(part)
            if last is not None:
                yield last
            yield from first
            last, part = following, _Block(text)
    if last is not None:
        if part.tokens:
            last.tokens.extend(part.tokens)
        yield last


def _tokens_or_blocks(text: str) -> Iterator[PbnToken | _Block]:
    """Yield the tokens of a text, but plain blocks as a whole.

    Most games of most files are plain, and are read several times as fast.
    """
    position = 0
    while position < len(text):
        end = text.find("\n\n", position, position + _MOST_PLAIN) + 1 or len(text)
        if end - position <= _MOST_PLAIN:
            block = _Block.plainly(text, position, end)
            if block is not None:
                yield block
                position = end + 1
                continue
        for token in tokens(text, position):
            if token.kind != "escape" or not _HEADS.fullmatch(token.text):  # writers have their own
                yield token
            position = token.end + (token.end == token.start)
            if token.kind == "blank":
                break
        else:
            break
    yield PbnToken("blank", "", "", len(text), len(text))


def _cut(block: _Block) -> list[_Block]:
    """Return the boards of a block that has more than one deal.

    A board ends before its first repeated tag, if it has its deal and another one follows.
    """
    places = [index for index, token in enumerate(block.tokens) if token[:2] == ("tag", "Deal")]
    if len(places) < 2:
        return [block]
    boards, names = [_Block(block.text)], set[str]()
    for index, token in enumerate(block.tokens):
        name = token.text if token.kind == "tag" and token.text != "Note" else ""
        if name in names and "Deal" in names and index <= places[-1]:
            boards.append(_Block(block.text))
            names = set()
        names |= {name} - {""}
        boards[-1].tokens.append(token)
    return boards


def _commented(block: _Block, places: Places) -> Iterator[Problem]:
    """Yield a note on each comment that holds tags or begins another: its end may be missing."""
    for token in block.tokens:
        if token.kind == "comment" and _COMMENTED.search(token.text):
            (line, column), (last, _) = places(token.start), places(token.end - 1)
            if last > line:  # "}" is on another line
                message = f"a comment holds tags or a comment, in lines {line} to {last}"
                yield Problem(line, column, message, False)


def _read(text: str) -> Iterator[Board | Problem]:
    """Read the games of a text; a game that cannot be read becomes a problem."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    head = _HEAD_LINES.match(text)  # of the file, for the program that wrote it
    text = "\n" * head[0].count("\n") + text[head.end() :] if head is not None else text
    places = Places(text)
    before, held = PbnGame(), _Held()
    for block in _blocks(text):
        if block.plain is not None and not block.is_another_table() and not before.kept:
            game = PbnGame(tags=block.plain, texts=block.lines, noted=block.notes)
            board = _plain_board(game)
            if board is not None and not game.unnamed_notes():
                yield from held.next(board)
                before = game
                continue
        yield from _commented(block, places)
        first = block.tokens[0]
        if not block.names() and all(token.kind != "bad" for token in block.tokens):
            held.comment([t.text for t in block.tokens if t.kind == "comment" and t.text])
            words = [token for token in block.tokens if token.kind == "word"]
            if words:
                line, column = places(words[0].start)
                yield Problem(line, column, "text outside games is skipped", False)
            continue
        shared = before.shares() if block.is_another_table() else {}
        game = PbnGame(inherited=before.tags, shared=shared, kept=before.kept)
        try:
            for token in block.tokens:
                game.take(token, text)
            yield from held.next(board_of_game(game))
        except Fault as fault:
            yield Problem(*places(fault.offset), fault.message)
        except CardError as error:
            yield Problem(*places(first.start), str(error))
        for note in (*game.notes, *game.unnamed_notes()):
            yield Problem(*places(note.offset), note.message, False)
        before = game
    yield from held.end(places(len(text)))


class _Held:
    """The last board of a text, until it is known whether comments follow it.

    Comments between two games belong to the first of them, those before all games to the first.
    """

    def __init__(self) -> None:
        self._board: Board | None = None
        self._before: list[str] = []

    def next(self, board: Board) -> Iterator[Board]:
        """Take the next board, and yield the one before it."""
        if self._board is not None:
            yield self._board
        elif self._before:
            board = replace(board, comments=(*self._before, *board.comments))
            self._before = []
        self._board = board

    def comment(self, texts: Sequence[str]) -> None:
        """Take comments outside games."""
        if not texts:
            return
        if self._board is None:
            self._before += texts
        else:
            self._board = replace(self._board, comments=(*self._board.comments, *texts))

    def end(self, place: tuple[int, int]) -> Iterator[Board | Problem]:
        """Yield the last board, or a note on comments without one."""
        if self._board is not None:
            yield self._board
        elif self._before:
            message = f"a comment without a board is not read: {self._before[0][:40]}"
            yield Problem(*place, message, False)


def _plain_board(game: PbnGame) -> Board | None:
    """Return the board of tags alone, or None if they must be read one by one."""
    try:
        board = board_of_game(game)
    except (Fault, CardError):
        return None
    return None if game.notes else board


@cache
def _around(dealer: Seat, sides: Vulnerability) -> tuple[str, str, str]:
    """Return the parts of a game's text: before the board number, before the cards, after them."""
    text = game_text(Board(number=1, dealer=dealer, vulnerability=sides)) + "\n"
    first, _, rest = text.partition('[Board "1"]')
    between, _, last = rest.partition('[Deal "?"]')
    return f'{first}[Board "', f'"]{between}[Deal "', f'"]{last}'


def game_text(board: Board) -> str:
    """Return one game, without the blank line after it."""
    tags = {**_UNKNOWN_TAGS, **board.tags}
    if board.number is not None:
        tags["Board"] = str(board.number)
    tags["Dealer"] = board.dealer.letter if board.dealer is not None else "?"
    tags["Vulnerable"] = board.vulnerability.value if board.vulnerability else "?"
    first = board.dealer or Seat.NORTH
    tags["Deal"] = hands_text(board.hands, first) if any(board.hands) else "?"
    remarks = list(takewhile(_is_escape, board.comments))
    lines = [*_tags(tags, board.sections), *_auction(board), *_play(board)]
    lines[1:1] = remarks  # before the first tag they would be the file's
    lines += _sections(tags, board.sections)
    lines += _comments(board.comments[len(remarks) :])
    return "\n".join([*lines, ""])


def _tags(tags: Mapping[str, str], sections: Container[str]) -> list[str]:
    """Return the mandatory tags and then the others in order, a line each."""
    names = [*MANDATORY]
    if len(tags) > len(MANDATORY):
        names += sorted(name for name in tags if name not in _OWN and name not in sections)
    if _AWKWARD.search("".join(tags.values())) is None:
        return [f'[{name} "{tags[name]}"]' for name in names]
    return [_tag(name, tags[name]) for name in names]


def _tag(name: str, value: str) -> str:
    """Return a tag."""
    if _AWKWARD.search(value) is None:
        return f'[{name} "{value}"]'
    return f'[{name} "{escaped(" ".join(value.splitlines()))}"]'


def _sections(tags: Mapping[str, str], sections: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for name in sorted(sections):
        yield _tag(name, tags.get(name, ""))
        yield from sections[name]


def _auction(board: Board) -> list[str]:
    if not board.auction:
        return []
    letter = board.dealer.letter if board.dealer is not None else "?"
    return [f'[Auction "{letter}"]', *_turns(board.auction, call_words())]


def _play(board: Board) -> list[str]:
    if board.leader is None and not board.play:
        return []
    letter = board.leader.letter if board.leader is not None else "?"
    return [f'[Play "{letter}"]', *_turns(board.play, card_words())]


def _turns(turns: Sequence[Turn], words: WordObjects[Turn]) -> list[str]:
    """Return calls or cards, four to a line, and their notes."""
    numbers = words.numbers(turns)
    if numbers is not None:
        return [words.text(numbers, " ", "\n")] if numbers else []
    notes: dict[str, int] = {}
    rows, row, places = list[str](), list[str](), 0
    for turn in turns:
        text = turn_text(turn) if turn.mark else turn.text
        if turn.note is not None:
            text += f" ={notes.setdefault(turn.note, len(notes) + 1)}="
        row.append(text)
        places += text[0] != "^"  # an irregularity takes no place in a row
        if places == 4:
            rows.append(" ".join(row))
            row, places = [], 0
    if row:
        rows.append(" ".join(row))
    return rows + [_tag("Note", f"{number}:{note}") for note, number in notes.items()]


def _is_escape(comment: str) -> bool:
    """Return whether a comment was an escape line, and can be one again."""
    plain = comment.startswith("%") and len(comment.splitlines()) == 1
    return plain and _HEADS.fullmatch(comment) is None


def _comments(comments: Iterable[str]) -> list[str]:
    """Return comments in braces, or as lines of their own if they contain a brace."""
    lines = []
    for comment in comments:
        if "}" in comment:
            lines += [f"; {line}" for line in comment.splitlines()]
        else:
            lines.append(f"{{{comment}}}")
    return lines


class PbnWriter(BoardWriter):
    """Writes games in the tags and order of export form.

    A file of boards is an export, whose lines end with CR LF. Dealt games are not: their lines end
    with LF, and the deal string begins with the dealer.
    """

    _begun = False

    def begin(self) -> str:
        settings = self.settings
        if not settings.dealt:
            return f"{_HEAD}% EXPORT\n".replace("\n", "\r\n")
        about = {
            "title": settings.title,
            "seed": settings.seed,
            "method": settings.method,
            "predeal": settings.predeal,
            "condition": settings.condition,
            "exchange": settings.exchange,
        }
        lines = [
            f"% {name}: {' '.join(value.split())}"[:255] + "\n"
            for name, value in about.items()
            if value
        ]
        return "".join([_HEAD, f"% Creator: Dealwright {__version__}\n", *lines])

    def deals(self, deals: Deals, number: int) -> str:
        return "".join(self.games(deals, number))

    def games(self, deals: Deals, number: int) -> list[str]:
        """Return the text of each deal; ``number`` is the index of the first (from 0)."""
        settings = self.settings
        if settings.numbers is not None or settings.solved is not None:
            return [self.boards([entry]) for entry in entries_of_deals(settings, deals, number)]
        games = []
        for index, row in enumerate(deals.rows(), number):
            dealer, sides = settings.dealer_of(index), settings.vulnerability_of(index)
            first, between, last = _around(dealer, sides)
            cards = hands_text(row, dealer)
            games.append(f"{first}{settings.number(index)}{between}{cards}{last}")
        return games

    def boards(self, entries: Sequence[Entry]) -> str:
        games = []
        for board, deal_number, _ in entries:
            if deal_number is not None:
                board = replace(board, comments=(f"number {deal_number}",))
            games.append(game_text(board))
        if self.settings.dealt:
            return "".join(f"{game}\n" for game in games)
        between = "\n" if self._begun and games else ""
        self._begun = self._begun or bool(games)
        return (between + "\n".join(games)).replace("\n", "\r\n")


def _is_lossless(board: Board) -> bool:
    """Return whether no text of a board has what PBN's comments and tags cannot hold."""
    texts = (*board.comments, *board.tags.values(), *chain(*board.sections.values()))
    notes = (turn.note for turn in (*board.auction, *board.play) if turn.note)
    return _UNWRITABLE.search("\0".join((*texts, *notes))) is None


FORMAT = Format(
    "Portable Bridge Notation, with all that is known",
    (".pbn",),
    _read,
    PbnWriter,
    lossless=_is_lossless,
)
