"""Writing boards in Richard Pavlicek's bridge notation (RBN 3.2)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dealwright.cards import Seat
from dealwright.deals.hand import hand_text
from dealwright.formats.bidding import board_contract, closing_passes, in_order
from dealwright.formats.boards import Boards
from dealwright.formats.dealt import BoardWriter
from dealwright.formats.rbn_read import LASTING, PAIRS, SCORINGS, SIDES
from dealwright.formats.records import Board, Turn

__all__ = ["fields_of_board", "make", "write"]

_HEAD = "% RBN\n\n"
_CALLS = {"Pass": "P", "X": "X", "XX": "R"}
_LETTERS = {sides: letter for letter, sides in SIDES.items()}


def _plain(text: str) -> str:
    """Return a text as it can stand on one line and between braces."""
    return " ".join(text.translate({ord("{"): "(", ord("}"): ")"}).split())


def _joined(texts: Sequence[str]) -> str:
    """Return texts between colons, those at the end left out where they are empty."""
    kept = [_plain(text).replace(":", "::") for text in texts]
    while kept and not kept[-1]:
        kept.pop()
    return ":".join(kept)


def _marked(turn: Turn, text: str, notes: dict[str, str], label: str) -> str:
    """Return a call or a card with its marks; a note beyond the tenth is an alert alone."""
    mark = turn.mark if re.fullmatch("[!?]*", turn.mark) else ""
    if turn.note is None:
        return text + mark
    note = _plain(turn.note)
    found = next((key for key, value in notes.items() if value == note), None)
    if not note or (found is None and len(notes) == 10):
        return f"{text}{mark}*"
    key = found or f"{label}{len(notes)}"
    notes[key] = note
    return f"{text}{mark}^{key[1]}"


def _auction(board: Board, notes: dict[str, str]) -> str:
    if board.dealer is None:
        return ""
    calls = []
    for turn in board.auction:
        if turn.text == "+":
            calls.append("Y")
        elif turn.text[0] not in "^-*":
            call = _CALLS.get(turn.text, turn.text.replace("NT", "N"))
            calls.append(_marked(turn, call, notes, "A"))
    if not closing_passes(board.auction) and calls[-3:] == ["P", "P", "P"] and len(calls) > 4:
        calls[-3:] = ["A"]
    sides = "?" if board.vulnerability is None else _LETTERS[board.vulnerability]
    rounds = ["".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
    return ":".join([board.dealer.letter + sides, *rounds])


def _play(board: Board, notes: dict[str, str]) -> str:
    tricks: list[str] = []
    led = ""
    for at, (_, turn) in enumerate(in_order(board)):
        if at % 4 == 0:
            tricks.append("")
            led = turn.text[0]
        text = turn.text[1:] if at % 4 and turn.text[0] == led else turn.text
        tricks[-1] += _marked(turn, text, notes, "P")
    return ":".join(tricks)


def _hands(board: Board) -> str:
    if not any(board.hands):
        return ""
    hands = ["" if hand is None else hand_text(hand) for hand in board.hands]
    return ":".join([Seat.NORTH.letter, *hands])


def _names(tags: Mapping[str, str]) -> str:
    pairs = []
    for pair in (("North", "South"), ("West", "East")):
        names = [tags.get(name, "").replace("+", " ") for name in pair]
        pairs.append("+".join(names) if any(names) else "")
    room = {"Open": "O", "Closed": "C"}.get(tags.get("Room", ""), tags.get("Room", ""))
    return _joined([*pairs, room, tags.get("RBNInfo", "")])


def _result(board: Board) -> str:
    tags = board.tags
    result = tags.get("Result", "") if re.fullmatch("[0-9]{1,9}", tags.get("Result", "")) else ""
    score = re.fullmatch(r"(NS|EW) ([+-]?[0-9]{1,9})", tags.get("Score", ""))
    points = 0 if score is None else int(score[2]) * (1 if score[1] == "NS" else -1)
    text = result + ("" if score is None else f"{points:+d}")
    effective = _plain(tags.get("RBNEffective", ""))
    return f"{text}:{effective}" if effective else text


def fields_of_board(board: Board) -> dict[str, str]:
    """Return the fields of a board in their order, notes behind the auction and the play."""
    tags = board.tags
    date = tags.get("Date", "")
    called, played = dict[str, str](), dict[str, str]()
    fields = {
        "D": date.replace(".", "") if re.fullmatch(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}", date) else "",
        **{
            label: _joined([tags.get(name, "") for name in names]) for label, names in PAIRS.items()
        },
        "F": next((k for k, v in SCORINGS.items() if v == tags.get("Scoring")), ""),
        "K": _joined(
            [tags.get(n, "") for n in ("HomeTeam", "VisitTeam", "RBNCarry1", "RBNCarry2")]
        ),
        "N": _names(tags),
        "B": _joined(["" if board.number is None else str(board.number), tags.get("Section", "")]),
        "H": _hands(board),
        "A": _auction(board, called),
        **called,
    }
    fields["D"] = fields["D"] or _plain(tags.get("RBNDate", ""))
    fields["F"] = fields["F"] or _plain(tags.get("RBNScoring", ""))
    fields["C"] = _contract(board)
    fields["P"] = _play(board, played)
    fields |= {**played, "R": _result(board)}
    fields["M"], fields["I"] = _plain(tags.get("RBNMakes", "")), _plain(tags.get("RBNItems", ""))
    return fields


def _contract(board: Board) -> str:
    contract = board_contract(board)
    if contract is None or "Contract" not in board.tags:
        return ""
    text = f"{contract.level}{contract.strain.replace('NT', 'N')}{contract.risk}"
    text += f":{contract.declarer.letter}"
    return text if board.leader is None else f"{text}:{board.leader.letter}"


def _record(board: Board, before: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return a record with a blank line, and its fields; an empty one ends what lasts."""
    fields = fields_of_board(board)
    lines = []
    for label, value in fields.items():
        ended = label in LASTING and before.get(label)
        if value or ended:
            lines.append(f"{label[-1]} {value}".rstrip())
    lines += ["{" + _plain(comment) + "}" for comment in board.comments]
    return "\n".join(lines) + "\n\n", fields


def write(boards: Sequence[Board]) -> str:
    """Return a file of records; every lasting field is written, because readers differ there."""
    text, before = _HEAD, dict[str, str]()
    for board in boards:
        record, before = _record(board, before)
        text += record
    return text


def make(boards: Boards) -> BoardWriter:
    """Return a writer of dealt records."""
    return BoardWriter(boards, lambda board: _record(board, {})[0], _HEAD)
