"""A file of boards read again after it was written: what it has left out, and what it has changed.

No list says what each format can hold. The boards are compared with those of the written file.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from dealwright.base.kernels.board_text import WordObjects
from dealwright.formats.bidding import (
    CALL_TURNS,
    CARD_TURNS,
    NOTHING,
    as_written,
    call_words,
    card_words,
    contract_named,
)
from dealwright.formats.double_dummy_tags import PAR_CONTRACTS, PAR_SCORE, TABLE, TAG, tricks_of
from dealwright.formats.facts import BARE_SCORE, SCORE
from dealwright.formats.records import Board, Turn

__all__ = ["KINDS", "Written", "facts_of"]

# The kinds of facts that are compared, one and several of them in words.
KINDS = {
    "hands": ("1 deal", "{n} deals"),
    "number": ("1 number", "{n} numbers"),
    "dealer": ("1 dealer", "{n} dealers"),
    "vulnerability": ("1 vulnerability", "{n} vulnerabilities"),
    "auction": ("1 auction", "{n} auctions"),
    "alerts": ("the alerts of 1 auction", "the alerts of {n} auctions"),
    "contract": ("1 contract", "{n} contracts"),
    "leader": ("1 leader", "{n} leaders"),
    "play": ("1 play", "{n} plays"),
    "marks": ("the marks of 1 board", "the marks of {n} boards"),
    "result": ("1 result", "{n} results"),
    "score": ("1 score", "{n} scores"),
    "tricks": ("1 table of tricks", "{n} tables of tricks"),
    "names": ("the players of 1 board", "the players of {n} boards"),
    "tags": ("other tags of 1 board", "other tags of {n} boards"),
    "tables": ("other tables of 1 board", "other tables of {n} boards"),
    "comments": ("comments of 1 board", "comments of {n} boards"),
}
_NAMES = ("North", "East", "South", "West")
_OWN = {*_NAMES, "Contract", "Declarer", "Result", "Score", TAG, TABLE, PAR_SCORE, PAR_CONTRACTS}
_NUMBERS = {
    kind: {word: number for number, word in enumerate(words)}
    for kind, words in (("auction", CALL_TURNS), ("play", CARD_TURNS))
}
_UNREAD = as_written("auction", "")


def facts_of(board: Board) -> dict[str, Hashable]:
    """Return the facts of a board by their kinds, without those that it does not state.

    >>> facts_of(Board(7, tags={"Contract": "4S", "Declarer": "N"}))
    {'number': 7, 'contract': ('4S', 'N')}
    """
    tags, values = board.tags, dict[str, Hashable]()
    if board.auction:
        _put_turns(values, "auction", board.auction, call_words())
    if board.play:
        _put_turns(values, "play", board.play, card_words())
    if tags:
        contract = _as_named(tags.get("Contract", ""), tags.get("Declarer", ""))
        names = tuple(tags.get(name, "") for name in _NAMES)
        values["contract"], values["names"] = contract * any(contract), names * any(names)
        values["result"], values["score"] = (
            tags.get("Result"),
            _points(tags.get("Score", ""), contract[1]),
        )
        others = [
            (n, v) for n, v in tags.items() if n not in _OWN and n not in board.sections and v
        ]
        values["tags"] = frozenset(others)
        if TAG in tags or PAR_SCORE in tags or TABLE in board.sections:
            par = tags.get(PAR_SCORE, ""), tags.get(PAR_CONTRACTS, "")
            values["tricks"] = (tuple(sorted(tricks_of(board).items())), *par)
    if board.sections:
        values["tables"] = frozenset(
            (name, tags.get(name), lines) for name, lines in board.sections.items() if name != TABLE
        )
    values |= {
        "hands": board.hands if any(board.hands) else (),
        "number": board.number,
        "dealer": board.dealer,
        "vulnerability": board.vulnerability,
        "leader": None if _leads_by_contract(board) else board.leader,
        "comments": tuple(" ".join(comment.split()) for comment in board.comments),
    }
    return {
        kind: values[kind] for kind in KINDS if values.get(kind) not in (None, "", (), frozenset())
    }


def _leads_by_contract(board: Board) -> bool:
    """Return whether a board says no more of its leader than that a contract has one."""
    if board.play or board.leader is None:
        return False
    contract = contract_named(board.tags)
    return contract is not None and board.leader == contract.declarer.left


def _as_named(contract: str, declarer: str) -> tuple[str, str]:
    """Return a contract and its declarer as PBN writes them, whatever the case of their letters."""
    named = contract_named({"Contract": contract, "Declarer": declarer})
    if named is not None:
        return named.text, declarer.upper()
    return ("Pass" if contract.upper() == "PASS" else contract), declarer


def _points(score: str, declarer: str) -> int | str:
    """Return a score as points of North and South: a bare one is that of declarer's side."""
    match, bare = SCORE.fullmatch(score), BARE_SCORE.fullmatch(score)
    if match is not None:
        return int(match[2]) * (1 if match[1] == "NS" else -1)
    if bare is not None and declarer.lstrip("^") in ("N", "S", "E", "W"):
        return int(bare[1]) * (1 if declarer[-1] in "NS" else -1)
    return score


def _put_turns(
    values: dict[str, Hashable], kind: str, turns: Sequence[Turn], words: WordObjects[Turn]
) -> None:
    """Add calls or cards, with their marks and notes if they have any."""
    numbers = words.numbers(turns)
    if numbers is not None:  # nothing but words
        values[kind] = numbers
        return
    turns = [turn for turn in turns if turn.text not in ("*", "+")]  # which end a section
    while turns and turns[-1] == NOTHING:  # of a trick that is not complete
        turns.pop()
    texts = [turn.text for turn in turns]
    plain = all(text in _NUMBERS[kind] for text in texts)
    values[kind] = bytes(map(_NUMBERS[kind].__getitem__, texts)) if plain else tuple(texts)
    marks = [(kind, place, turn.mark) for place, turn in enumerate(turns) if turn.mark]
    notes = [(kind, place, turn.note) for place, turn in enumerate(turns) if turn.note is not None]
    if kind == "auction":
        values["alerts"] = tuple(notes)
    else:
        marks += notes
    before: Hashable = values.get("marks")
    values["marks"] = (*(before if isinstance(before, tuple) else ()), *marks)


def _hash(value: Hashable) -> int:
    """Return a hash that is not 0, and in practice other for another value."""
    return hash(("fact", value)) or 1


class Written:
    """The facts of boards that are written, to be compared with those of the file.

    A board takes some 200 bytes of memory.
    """

    def __init__(self) -> None:
        self._hashes = array("q")
        self._comments = list[tuple[str, ...]]()

    def add(self, board: Board) -> None:
        """Remember the facts of a board."""
        facts = facts_of(board)
        self._hashes.extend([_hash(facts[kind]) if kind in facts else 0 for kind in KINDS])
        self._comments.append(board.comments)

    def skip(self) -> None:
        """Take a board whose facts need not be compared."""
        self._hashes.extend(_NO_FACTS)
        self._comments.append(())

    def compared(self, boards: Iterable[Board]) -> Iterator[str]:
        """Yield what the file has left out and changed, in words, from the boards that it holds."""
        lost, changed, place = Counter[str](), Counter[str](), -1
        for place, board in enumerate(boards):
            if place < len(self._comments):
                self._compare(place, board, lost, changed)
        if place + 1 != len(self._comments):
            yield f"{place + 1:,} of {len(self._comments):,} boards can be read again"
            return
        unread = lost.pop(_UNREAD, 0)
        if unread == 1:
            yield "1 auction that contradicts the contract is a comment"
        elif unread:
            yield f"{unread:,} auctions that contradict the contract are comments"
        if lost:
            yield f"{_counted(lost)} left out"
        if changed:
            yield f"{_counted(changed)} changed"

    def _compare(self, place: int, board: Board, lost: Counter[str], changed: Counter[str]) -> None:
        """Count the facts of one board that are lost or changed."""
        before = self._hashes[place * len(KINDS) : (place + 1) * len(KINDS)]
        comments, facts = self._comments[place], facts_of(board)
        for kind, known in zip(KINDS, before, strict=True):
            if not known or (kind in facts and _hash(facts[kind]) == known):
                continue
            if kind == "comments" and _words(comments) <= _words(board.comments):
                continue  # there are more of them
            if kind == "auction" and _unread(board.comments) > _unread(comments):
                lost[_UNREAD] += 1
            elif kind == "contract" and not before[_AUCTION]:
                lost[_UNCALLED] += 1
            else:
                (changed if kind in facts else lost)[kind] += 1


_NO_FACTS = [0] * len(KINDS)
_UNCALLED = "contract without an auction"
_AUCTION = [*KINDS].index("auction")


def _words(comments: Sequence[str]) -> set[str]:
    return {" ".join(comment.split()) for comment in comments}


def _unread(comments: Sequence[str]) -> int:
    return sum(comment.startswith(_UNREAD) for comment in comments)


def _counted(kinds: Counter[str]) -> str:
    """Return how many facts there are of each kind, in words, and *was* or *were*."""
    words = {
        **KINDS,
        _UNCALLED: ("1 contract without an auction", "{n} contracts without an auction"),
    }
    parts = [
        words[kind][kinds[kind] > 1].format(n=f"{kinds[kind]:,}") for kind in words if kinds[kind]
    ]
    joined = parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
    return f"{joined} {'was' if len(parts) == 1 and joined.startswith('1 ') else 'were'}"
