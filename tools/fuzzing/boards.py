"""Random boards with odd texts, written in every format and read again as they were.

Auctions, plays and contracts are made here by the Laws of bridge, without Dealwright. For each
format ``_held`` says which parts of a board it has a place for. Texts are compared without blanks
and without the signs that the format replaces. What was read is written a second time, and read as
the same boards.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec

from tools.fuzzing._hands import dealt, masks

from dealwright import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.formats import Board, Turn, names, read, write
from dealwright.formats.facts import facts
from dealwright.formats.registry import format_named

__all__ = ["Case", "draw", "fault", "smaller"]

_BIDS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
_SIDES = [  # Law 2
    "None", "NS", "EW", "All", "NS", "EW", "All", "None",
    "EW", "All", "None", "NS", "All", "None", "NS", "EW",
]  # fmt: skip
_SIGNS = [
    *"',;:|/\\\"[]{}()<>%#!?*+-=^$&~_.@`0123456789",
    "é",
    "Ł",
    "♠",
    "日本",
    "👍",
    "e\u0301",
    "ß",
    "–",
    "“",
    "::",
    "//",
    "--",
]
_WORDS = (
    "Ann", "Bo", "van den Berg", "O'Neill", "AP", "=1=", "[Deal]", "[Board \"3\"]", "md|", "pg||",
    "N:", "Pass", "1NT", "D 2024", "%", "{x}", "}", "{", "?!", "*", "-", "+", "a+b",
    "\\", "\\\"", "\"", "null", "true", "\\n", "%20", "&amp;", "<b>", "'=1+1", "=1+1", "@x", "None",
    "0", "00", "1.5", "a;b",
    "a,b", "a\tb", "Board 7", "Double dummy", "auction as written:", "12", "- -", "x" * 90,
)  # fmt: skip
_RARE_BLANKS = ("\u2028", "\x0c", "\x85", "\x1d", "\u3000", "\x0b")
_PLAYERS = ("West", "North", "East", "South")
_TAGS = (
    *_PLAYERS, *_PLAYERS, "Event", "Site", "Date", "Stage", "Room", "Section", "HomeTeam",
    "VisitTeam", "Scoring", "Description",
    "Annotator", "Score", "Zz_9",
)  # fmt: skip
_MARKS = ("", "", "", "", "!", "?", "!!", "??", "!?", "$14", "! $15")
_TEXTS_OF_RBN = (
    "Event",
    "Site",
    "Stage",
    "HomeTeam",
    "VisitTeam",
    "Description",
    "Section",
    *_PLAYERS,
)
_TEXTS_OF_LIN = ("Event", "Stage", "HomeTeam", "VisitTeam", *_PLAYERS)
_TRICKS = ("DoubleDummyTricks",)
_RESULTS = (*_TRICKS, "OptimumScore", "ParContract")
_OF_AUCTION = ("Contract", "Declarer", "Result")
_FIXED = ("Date", "Room", "Scoring", "Score", *_RESULTS)  # their values are not any text
# notes on comments that look like games, and on facts that contradict each other
_NOTES = ("a comment holds", "board ")
_BY_NUMBER = ("dup", "hrf", "dlm")
_DEALS_AND_TRICKS = ("zrd", "gib", "ddline")
# Signs that a format replaces, because they end or part its texts:
_REPLACED = {"lin": "|/,", "handviewer": "|/,", "rbn": "{}()+", "rbx": "{}()+"}


@dataclass(frozen=True)
class Case:
    """Boards of one file, and the format, or "" for all formats."""

    boards: tuple[Board, ...]
    format: str = ""

    def __str__(self) -> str:
        boards = ", ".join(map(_code, self.boards))
        return f"write([{boards}], {self.format or 'pbn'!r})"


def _code(board: Board) -> str:
    """Return a board as it is typed in Python."""
    hands = f"Deal({board.deal.text()!r}).masks" if board.deal else f"{board.hands}"
    seats = {
        name: f"Seat.{seat.name}"
        for name, seat in (("dealer", board.dealer), ("leader", board.leader))
        if seat is not None
    }
    vulnerability = board.vulnerability and f"Vulnerability.{board.vulnerability.name}"
    parts = {
        "number": board.number, "vulnerability": vulnerability, **seats, "tags": board.tags,
        "auction": board.auction, "play": board.play, "comments": board.comments,
    }  # fmt: skip
    return (
        f"Board(hands={hands}"
        + "".join(f", {name}={value}" for name, value in parts.items() if value)
        + ")"
    )


# Making boards


def _text(r: random.Random) -> str:
    """Return a text of one line, without blanks at its ends or side by side."""
    kind = r.random()
    if kind < 0.3:
        text = r.choice(["Ann", "Bo", "Cy", "Club", "Friday", "a b c"])
    elif kind < 0.65:
        text = " ".join(r.choice(_WORDS) for _ in range(r.choice([1, 1, 2, 3])))
    else:
        text = "".join(r.choice([*_SIGNS, *"abc  "]) for _ in range(r.randint(1, 9)))
        if r.random() < 0.05:
            text = f"a{r.choice(_RARE_BLANKS)}b"
    text = " ".join(text.split()) if not set(text) & set(_RARE_BLANKS) else text
    return (
        "x" if text in ("", "?", "#") or text.startswith("##") else text
    )  # in PBN: unknown, and other games' values


def _auction(r: random.Random) -> tuple[list[str], bool]:
    """Return calls that the Laws allow, and whether the auction has ended."""
    calls: list[str] = []
    bid, last, passes = -1, -1, 0  # the last bid, the place of the last call that is no pass
    risk = ""
    stop = r.random() < 0.15
    while True:
        if stop and len(calls) > 2 and r.random() < 0.2:
            return calls, False
        choices = ["Pass"] * (2 + len(calls) // 2)
        if bid < 34:
            choices += [_BIDS[bid + min(34 - bid, r.choice([1, 1, 2, 3, 5, 9]))]] * 3
        mine = bid >= 0 and (len(calls) - last) % 2 == 0
        if bid >= 0 and not risk and not mine:
            choices.append("X")
        if risk == "X" and not mine:
            choices.append("XX")
        call = r.choice(choices)
        calls.append(call)
        if call == "Pass":
            passes += 1
            if passes == (4 if bid < 0 else 3):
                return calls, True
            continue
        passes = 0
        risk = call if call in ("X", "XX") else ""
        bid = bid if risk else _BIDS.index(call)
        last = len(calls) - 1


def _contract(calls: list[str], dealer: int) -> tuple[str, str, int] | None:
    """Return the bid, the risk and the declarer of an auction, or None if all passed."""
    bids = [place for place, call in enumerate(calls) if call in _BIDS]
    if not bids:
        return None
    last = bids[-1]
    risks = [call for call in calls[last:] if call in ("X", "XX")]
    first = next(
        place for place in bids if calls[place][1:] == calls[last][1:] and (place - last) % 2 == 0
    )
    return calls[last], risks[-1] if risks else "", (dealer + first) % 4


def _play(r: random.Random, hands: list[int], declarer: int, strain: str, count: int) -> list[str]:
    """Return cards as PBN has them: four columns a trick from the first leader, `-` for none."""
    held = [[card for card in range(52) if hand >> card & 1] for hand in hands]
    first = leader = (declarer + 1) % 4
    columns: list[str] = []
    while count > 0:
        row, led, best = ["-"] * 4, -1, -1
        winner = leader
        for turn in range(min(4, count)):
            seat = (leader + turn) % 4
            following = [card for card in held[seat] if turn and card // 13 == led]
            card = r.choice(following or held[seat])
            held[seat].remove(card)
            led = card // 13 if not turn else led
            suit = card // 13
            power = card % 13 + (100 if "CDHS"[suit] == strain else 50 if suit == led else 0)
            if power > best:
                best, winner = power, seat
            row[(seat - first) % 4] = "CDHS"[suit] + "23456789TJQKA"[card % 13]
        columns += row
        leader, count = winner, count - 4
    while columns and columns[-1] == "-":
        columns.pop()
    return columns


def _known(
    r: random.Random, row: list[int]
) -> tuple[int | None, int | None, int | None, int | None]:
    """Return the hands that are known of a deal: mostly all, else some, or those of an ending."""
    kind = r.random()
    hands: list[int | None] = list(row)
    if kind < 0.1:
        for seat in r.sample(range(4), r.choice([1, 2, 3])):
            hands[seat] = None
        if hands.count(None) == 1:  # the fourth hand is known then
            hands = list(row)
    elif kind < 0.15:
        size = r.randint(1, 12)
        held = ([card for card in range(52) if hand >> card & 1] for hand in row)
        hands = [sum(1 << card for card in r.sample(cards, size)) for cards in held]
    return hands[0], hands[1], hands[2], hands[3]


def _called(r: random.Random, calls: list[str], ended: bool) -> tuple[Turn, ...]:
    """Return calls with marks and notes, and PBN's sign for an auction that goes on."""
    notes = [_text(r), _text(r), ""]
    turns = [
        Turn(
            call,
            r.choice(_MARKS) if r.random() < 0.2 else "",
            r.choice(notes) if r.random() < 0.2 else None,
        )
        for call in calls
    ]
    return (*turns, Turn("+")) if not ended and r.random() < 0.5 else tuple(turns)


def _tags(r: random.Random, whole: bool) -> dict[str, str]:
    """Return tags of the event and the players, and results of a whole deal."""
    tags = {r.choice(_TAGS): _text(r) for _ in range(r.choice([0, 0, 1, 2, 4, 6]))}
    fixed = {
        "Date": "2024.03.15", "Room": r.choice(["Open", "Closed"]),
        "Scoring": r.choice(["IMP", "MP"]), "Score": "NS 420",
    }  # fmt: skip
    tags |= {name: text for name, text in fixed.items() if name in tags}
    if whole and r.random() < 0.2:
        tags["DoubleDummyTricks"] = "".join(r.choice("0123456789abcd") for _ in range(20))
        if r.random() < 0.5:
            tags |= {"OptimumScore": "NS 420", "ParContract": "NS 4S="}
    return tags


def _board(r: random.Random, number: int) -> Board:
    """Return a board, with an auction and a play in many cases."""
    row = masks(dealt(r))
    hands = _known(r, row)
    whole = hands == tuple(row)
    tags, comments = _tags(r, whole), tuple(_text(r) for _ in range(r.choice([0, 0, 0, 1, 2])))
    if r.random() < 0.05:
        return Board(hands=hands, tags=tags, comments=comments)
    dealer = r.randrange(4)
    board = Board(
        number, Seat(dealer), r.choice(list(Vulnerability)), hands, tags, comments=comments
    )
    if r.random() < 0.35:
        return board
    calls, ended = _auction(r)
    contract = _contract(calls, dealer)
    board = replace(board, auction=_called(r, calls, ended))
    if not ended:
        return board
    if contract is None:
        return replace(board, tags={**tags, "Contract": "Pass", "Declarer": ""})
    bid, risk, declarer = contract
    tags |= {"Contract": bid + risk, "Declarer": "NESW"[declarer]}
    if r.random() < 0.5:
        tags["Result"] = str(r.randint(0, 13))
    board = replace(board, tags=tags)
    if not whole or r.random() < 0.3:
        return board
    count = r.choice([1, 3, 4, 5, 6, 7, 9, 30, 51, 52])
    cards = tuple(
        Turn(text, r.choice(_MARKS) if r.random() < 0.05 and text != "-" else "")
        for text in _play(r, row, declarer, bid[1:], count)
    )
    return replace(board, leader=Seat((declarer + 1) % 4), play=cards)


def draw(r: random.Random) -> Case:
    """Draw one to three boards of a file."""
    first, count = r.choice([1, 7, 16, r.randint(1, 97), r.randint(1, 900)]), r.choice([1, 1, 2, 3])
    numbers = (
        range(first, first + count)
        if r.random() < 0.8
        else [r.randint(1, 99) for _ in range(count)]
    )
    return Case(tuple(_board(r, number) for number in numbers))


# What a format holds


def _skeleton(text: str, format_name: str) -> str:
    """Return a text without blanks, and without the signs that a format replaces."""
    return re.sub(rf"[\s\x1c-\x1f\x85{re.escape(_REPLACED.get(format_name, ''))}]", "", text)


def _texts(board: Board, format_name: str, chosen: Iterable[str]) -> dict[str, str]:
    texts = {
        name: _skeleton(board.tags[name], format_name) for name in chosen if name in board.tags
    }
    return {name: text for name, text in texts.items() if text}


def _held(board: Board, format_name: str) -> dict[str, object]:
    """Return what a format has a place for, of a board that was written or read."""
    full: dict[str, object] = {
        "number": board.number, "dealer": board.dealer, "vulnerability": board.vulnerability,
        "hands": board.hands,
    }  # fmt: skip
    if format_name in _DEALS_AND_TRICKS:
        return {"hands": board.hands, "tricks": board.tags.get("DoubleDummyTricks")}
    if format_name in _BY_NUMBER:
        return full
    turns = [(turn.text, turn.mark, turn.note) for turn in board.auction]
    cards = [(turn.text, turn.mark) for turn in board.play]
    comments = [_skeleton(text, format_name) for text in board.comments]
    everything = full | {
        "auction": turns,
        "leader": board.leader,
        "play": cards,
        "comments": comments,
    }
    if format_name == "json":
        return everything | {"tags": dict(board.tags), "comments": list(board.comments)}
    if format_name == "pbn":  # control characters become blanks
        tags = {name: " ".join(text.split()) for name, text in board.tags.items()}
        return everything | {
            "tags": tags, "comments": [" ".join(text.split()) for text in board.comments],
            "auction": [
                (text, mark, note and " ".join(note.split())) for text, mark, note in turns
            ],
        }  # fmt: skip
    contract = _texts(board, format_name, ("Contract", "Declarer"))
    if format_name in ("csv", "parquet"):
        bare = [(text, mark) for text, mark, _ in turns]
        return everything | {
            "auction": bare,
            "tags": contract | _texts(board, format_name, ("Result", *_RESULTS)),
        }
    calls = [
        (text, None if note is None else _skeleton(note, format_name)) for text, _, note in turns
    ]
    bare_cards = [text for text, _ in cards]
    if format_name in ("lin", "handviewer"):
        calls = [(text, note) for text, note in calls if text != "+"]
        texts = contract | _texts(board, format_name, _RESULTS)
        if len([text for text in bare_cards if text != "-"]) < 52:
            texts |= _texts(board, format_name, ["Result"])
        chosen = _TEXTS_OF_LIN if format_name == "lin" else _PLAYERS
        return everything | {
            "auction": calls,
            "play": bare_cards,
            "tags": texts | _texts(board, format_name, chosen),
        }
    if format_name in ("rbn", "rbx"):
        texts = contract | _texts(
            board, format_name, ("Result", "Date", "Scoring", "Score", "Room", *_TEXTS_OF_RBN)
        )
        held = everything | {"auction": calls, "play": bare_cards, "tags": texts}
        return (
            held
            if format_name == "rbn"
            else {name: value for name, value in held.items() if name != "comments"}
        )
    return {"hands": board.hands}


def _numbered(boards: list[Board], own: bool) -> list[Board]:
    """Return boards with the dealer and the vulnerability that follow from their numbers.

    The numbers are their ``own``, or consecutive: from 1 on if theirs are not consecutive.
    """
    numbers = [board.number for board in boards]
    first = numbers[0]
    if not own and (first is None or numbers != list(range(first, first + len(numbers)))):
        first = 1
    if not own and first is not None:
        numbers = list(range(first, first + len(boards)))
    return [
        replace(
            board, number=number, dealer=None if number is None else Seat((number - 1) % 4),
            vulnerability=None if number is None else Vulnerability(_SIDES[(number - 1) % 16]),
        )
        for number, board in zip(numbers, boards, strict=True)
    ]  # fmt: skip


@cache
def formats() -> list[str]:
    """Return the formats that are written and read, without one whose package is missing."""
    both = set(names(reading=True)) & set(names(writing=True))
    return sorted(both - ({"parquet"} if find_spec("pyarrow") is None else set()))


def fault(case: Case) -> str | None:
    """Return the first difference of what was written and what is read."""
    chosen = [case.format] if case.format else formats()
    return next((difference for name in chosen for difference in _differences(case, name)), None)


def _differences(case: Case, name: str) -> Iterator[str]:
    whole = format_named(name).whole  # it holds no unknown hands
    boards = [board for board in case.boards if not whole or board.deal is not None]
    expected = _numbered(boards, name == "hrf") if name in _BY_NUMBER and boards else boards
    if name == "dlm" and boards and (expected[-1].number or 0) > 99:
        return  # it has two digits for a number
    data, written = write(boards, name)
    left_out = [problem for problem in written if problem.dropped]
    record = read(data, name)
    notes = [problem for problem in record.problems if not problem.message.startswith(_NOTES)]
    if left_out or notes or len(record.boards) != len(boards):
        problems = [str(problem) for problem in (*left_out, *notes)]
        yield f"{name}: {len(record.boards)} of {len(boards)} boards, {problems}:\n{_shown(data)}"
        return
    for one, other in zip(expected, record.boards, strict=True):
        wanted, received = _held(facts(one).board, name), _held(other, name)
        for part in [part for part in wanted if wanted[part] != received[part]]:
            yield f"{name}: {part} was {wanted[part]}, is {received[part]}:\n{_shown(data)}"
    again = read(write(record.boards, name)[0], name)
    if again != record:
        yield f"{name}: what was read is written and read as {again}:\n{_shown(data)}"


def _shown(data: bytes) -> str:
    return data[:2000].decode("utf-8", "backslashreplace")


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case with one format, without a board, and with less of each board."""
    if not case.format:
        for name in formats():
            yield replace(case, format=name)
    for place, board in enumerate(case.boards):
        if len(case.boards) > 1:
            yield replace(case, boards=(*case.boards[:place], *case.boards[place + 1 :]))
        for simpler in _simpler(board):
            yield replace(case, boards=(*case.boards[:place], simpler, *case.boards[place + 1 :]))


def _simpler(board: Board) -> Iterator[Board]:
    if board.play:
        yield replace(board, play=(), leader=None)
    elif board.auction:
        others = {name: board.tags[name] for name in board.tags if name not in _OF_AUCTION}
        yield replace(board, auction=(), tags=others)
    plain = tuple(Turn(turn.text) for turn in board.auction)
    yield from (
        replace(board, auction=(*board.auction[:place], turn, *board.auction[place + 1 :]))
        for place, turn in enumerate(plain)
        if turn != board.auction[place]
    )
    for name, text in board.tags.items():
        if name not in _OF_AUCTION:
            others = {other: board.tags[other] for other in board.tags if other != name}
            yield replace(board, tags=others)
            if name not in _FIXED:
                yield from (replace(board, tags={**others, name: part}) for part in _shorter(text))
    for place, text in enumerate(board.comments):
        before, after = board.comments[:place], board.comments[place + 1 :]
        yield replace(board, comments=(*before, *after))
        yield from (replace(board, comments=(*before, part, *after)) for part in _shorter(text))


def _shorter(text: str) -> Iterator[str]:
    words = text.split(" ")
    parts = [" ".join([*words[:place], *words[place + 1 :]]) for place in range(len(words))]
    parts += (
        [text[:place] + text[place + 1 :] for place in range(len(text))] if len(text) < 12 else []
    )
    for part in parts:
        part = " ".join(part.split(" "))
        if part and part == part.strip() and part not in ("?", "#") and not part.startswith("##"):
            yield part
