"""Reading Portable Bridge Notation 2.1, in import form: what people and programs really write."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dealwright.errors import CardError
from dealwright.formats.pbn_game import Fault, Game, board_of_game
from dealwright.formats.pbn_tokens import Places, Token, tokens
from dealwright.formats.records import Problem, Record

__all__ = ["read"]

# What begins another game; a block after a blank line without one of them goes on with its game.
_IDENTIFYING = {"Event", "Site", "Date", "Board", "Dealer", "Deal", "Vulnerable"}

_PLAYED = {"Declarer", "Contract", "Result", "Auction", "Play"}


@dataclass
class _Block:
    """Tokens between two blank lines."""

    tokens: list[Token] = field(default_factory=list)

    def names(self) -> set[str]:
        return {token.text for token in self.tokens if token.kind == "tag"}

    def is_another_table(self) -> bool:
        """Tell whether this names no board, but what happened: at another table of the one above.

        So writes the converter of rpbridge.net.
        """
        names = self.names()
        return not names & _IDENTIFYING and bool(names & _PLAYED)

    def continues(self, before: _Block | None) -> bool:
        """Tell whether this goes on with the game before: some writers put blank lines in."""
        if before is None or not before.names():
            return False
        names = self.names()
        if names:
            repeated = (names - {"Note"}) & before.names()
            return not repeated and not names & _IDENTIFYING
        last = [token for token in before.tokens if token.kind in ("tag", "word")][-1]
        has_words = any(token.kind == "word" for token in self.tokens)
        return has_words and last.kind == "tag" and last.text in ("Auction", "Play")


def _blocks(text: str) -> Iterator[_Block]:
    """Yield the blocks of a text, joined where they are one game."""
    before: _Block | None = None
    block = _Block()
    ending = len(text)
    for token in [*tokens(text), Token("blank", "", "", ending, ending)]:
        if token.kind != "blank":
            block.tokens.append(token)
            continue
        if not block.tokens:
            continue
        if block.continues(before):
            assert before is not None
            before.tokens += block.tokens
        else:
            if before is not None:
                yield before
            before = block
        block = _Block()
    if before is not None:
        yield before


def read(text: str) -> Record:
    """Read the games of a text; what cannot be read is a problem, and the other games are kept."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff")
    places = Places(text)
    boards, problems = [], list[Problem]()
    before = Game()
    for block in _blocks(text):
        first = block.tokens[0]
        if not block.names() and all(token.kind != "bad" for token in block.tokens):
            if any(token.kind == "word" for token in block.tokens):
                line, column = places(first.start)
                problems.append(Problem(line, column, "text outside games is passed over", False))
            continue
        shared = before.shares() if block.is_another_table() else {}
        game = Game(inherited=before.tags, shared=shared, kept=before.kept)
        try:
            for token in block.tokens:
                game.take(token, text)
            boards.append(board_of_game(game))
        except Fault as fault:
            problems.append(Problem(*places(fault.offset), fault.message))
        except CardError as error:
            problems.append(Problem(*places(first.start), str(error)))
        problems += [Problem(*places(note.offset), note.message, False) for note in game.notes]
        before = game
    return Record(tuple(boards), tuple(problems))
