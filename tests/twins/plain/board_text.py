"""The twins of the kernels for files of boards: patterns, and tricks card by card."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from dealwright.cards import Card, Strain, trick_strength

_TAG = re.compile(r'\[([A-Za-z0-9_]+) "((?!#)[^"\\\n]*)"\]\n((?:(?![\["])[!-~][^\[{;"\n]*\n)*)')
_GAME = re.compile(rf"(?:{_TAG.pattern})+")
_NOTHING = re.compile(r"(?:\s*(?:pg|rh|st)\|\|)*", re.ASCII)
_PAIR = re.compile(r"\s*(?!pg|rh|st)([a-z][a-z0-9])\|([^|]*)\|", re.ASCII)
_RUN = re.compile(r"(?:mb\|(?:[pdr]|[1-7][CDHSN])!?\|)+|(?:pc\|[SHDC][2-9TJQKA]\|(?:pg\|\|)?)+")


def pbn_tags(
    text: str,
) -> tuple[dict[str, str], dict[str, str], list[tuple[str, str]]] | None:
    tags, lines = dict[str, str](), dict[str, str]()
    notes, section = list[tuple[str, str]](), "Auction"
    if _GAME.fullmatch(text) is None or re.search(r"^[%;{]", text, re.MULTILINE):
        return None
    for name, value, words in _TAG.findall(text):
        if name in ("Auction", "Play"):
            section = name
        elif words:
            return None
        if name == "Note":
            notes.append((section, value))
        elif name in tags:
            return None
        else:
            tags[name] = value
            if words:
                lines[name] = words
    return tags, lines, notes


def lin_pairs(text: str) -> tuple[list[tuple[str, str, int]], int]:
    pairs, done = list[tuple[str, str, int]](), 0
    while True:
        nothing = _NOTHING.match(text, done)
        assert nothing is not None
        done = nothing.end()
        pair = _PAIR.match(text, done)
        if pair is None:
            return pairs, done
        key, value, done = pair[1], pair[2].strip("\r\n"), pair.end()
        if key in ("mb", "pc") and (run := _RUN.match(text, pair.start(1))) is not None:
            value = " ".join(run[0].replace("pg||", "").split("|")[1::2])
            done = run.end()
        pairs.append((key, value, pair.start(2)))


def read_words(
    text: str, objects: Mapping[str, object]
) -> tuple[list[object], list[tuple[int, int]]] | None:
    found, notes = list[object](), list[tuple[int, int]]()
    for word in text.split():
        note = re.fullmatch("=([0-9]{1,9})=", word)
        if word in objects:
            found.append(objects[word])
        elif note is not None and found and all(place < len(found) - 1 for place, _ in notes):
            notes.append((len(found) - 1, int(note[1])))
        else:
            return None
    return found, notes


def _winner(cards: Sequence[int], trump: int) -> int:
    led = Card(cards[0]).suit
    strengths = [trick_strength(Card(card), led, Strain(trump)) for card in cards]
    return strengths.index(max(strengths))


def play_order(cards: bytes, trump: int, most: int) -> tuple[list[int], list[int]]:
    places, leaders, lead = list[int](), list[int](), 0
    for start in range(0, len(cards), 4):
        row = list(range(start, min(start + 4, len(cards))))
        trick = row[lead:] + (row[:lead] if len(row) == 4 else [])
        unknown = [k for k, place in enumerate(trick) if cards[place] > 51]
        known = trick[: unknown[0]] if unknown else trick
        if len(leaders) == most or not known:
            break
        places += known
        leaders.append(lead)
        if len(known) < 4:
            break
        lead = (lead + _winner([cards[place] for place in trick], trump)) % 4
    return places, leaders


def tricks_won(cards: bytes, trump: int, hands: Sequence[int]) -> tuple[int, int, int, int]:
    for place, card in enumerate(cards):
        hand = hands[place % 4]
        if card < 52 and (card in cards[:place] or (hand and not hand >> card & 1)):
            return place, 0, 0, -1
    last = bytes(
        next(iter(left)) if len(left) == 1 else 255
        for left in (
            {card for card in range(52) if hands[column] >> card & 1} - set(cards)
            for column in range(4)
        )
    )
    rest = bytes(
        played if played < 52 else left
        for played, left in zip(cards[48:52].ljust(4, b"\xff"), last, strict=True)
    )
    rows, won, lead, revokes = cards[:48] + (rest if len(cards) >= 48 else b""), [0, 0], 0, [-1]
    for start in range(0, len(rows), 4):
        order = [(lead + k) % 4 for k in range(4)]
        trick = [rows[start + column] for column in order if start + column < len(rows)]
        for place in (start + column for column in order):
            if place >= len(rows) or rows[place] > 51:
                break
            led, before = rows[start + lead] // 13, {*rows[:start]}
            held = {card for card in range(52) if hands[place % 4] >> card & 1} - before
            if rows[place] // 13 != led and any(card // 13 == led for card in held):
                revokes.append(place)
        if len(trick) < 4 or max(trick) > 51:
            break
        lead = order[_winner(trick, trump)]
        won[lead % 2] += 1
    return -1, won[0], won[1], revokes[min(1, len(revokes) - 1)]


def play_columns(cards: bytes, trump: int, hands: Sequence[int]) -> tuple[list[int], int]:
    places, columns, lead = list[int](), [0, 1, 2, 3], 0
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        if start:
            lead = columns[_winner(cards[start - 4 : start], trump)]
        columns = [
            next((seat for seat in range(4) if hands[seat] >> card & 1), (lead + k) % 4)
            for k, card in enumerate(trick)
        ]
        if len(set(columns)) < len(columns):
            return places, start // 4 + 1
        row = dict(zip(columns, range(start, start + 4), strict=False))
        places += [row.get(column, -1) for column in range(4)]
    while places and places[-1] == -1:
        places.pop()
    return places, 0
