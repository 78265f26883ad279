"""Files of boards with auction and play: converted by each, and searched; whole processes.

Both read PBN and write LIN, and then the other way; ours must come back as it was. A value is the
CPU time of a whole process, a board.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Timing, child, peak, progress
from benchmarks.peers import missing
from benchmarks.startup import command
from dealwright import deal
from dealwright.cards import Card, Seat, Strain, cards_from_mask, trick_strength
from dealwright.cards.bridge.boards import board_dealer, board_vulnerability
from dealwright.formats import Board, Turn, write
from dealwright.formats.bidding import contract_of, with_play
from dealwright.formats.facts import facts

__all__ = ["FIND", "MEMORY", "OURS", "THEIRS", "played_boards", "run"]

OURS = ("PBN to LIN", "LIN to PBN")
THEIRS = ("endplay, PBN to LIN", "endplay, LIN to PBN")
FIND = "find in PBN"
MEMORY = "memory of converting, MB"
_AUCTION = [
    Turn(call, note="14 to 16" if call == "1NT" else None)
    for call in ("1NT", "Pass", "2C", "X", "2H", "Pass", "4H", "Pass", "Pass", "Pass")
]
# What users of endplay write.
_ENDPLAY = """import sys
from endplay.parsers import lin, pbn
with open(sys.argv[1]) as source, open(sys.argv[2], "w") as target:
    read, write = (pbn, lin) if sys.argv[1].endswith("pbn") else (lin, pbn)
    write.dump(read.load(source), target)
"""


def played_boards(n: int) -> Iterator[Board]:
    """Yield boards with an auction and 13 tricks, in which every player follows suit."""
    for number, row in enumerate(deal(n, seed="played").rows(), 1):
        dealer, place = board_dealer(number), 1 + (number - 1) % 36
        tags = {
            "Event": "Club", "West": "Ann", "North": "Bob", "East": "Cy", "South": "Di",
        }  # fmt: skip
        board = Board(
            place, dealer, board_vulnerability(place), (row[0], row[1], row[2], row[3]), tags,
            auction=tuple(_AUCTION),
        )  # fmt: skip
        contract = contract_of(_AUCTION, dealer)
        assert contract is not None
        board = with_play(board, list(_played(row, contract.declarer.left, number)))
        yield facts(board).board


def _played(row: tuple[int, ...], lead: Seat, number: int) -> Iterator[Turn]:
    """Yield 52 cards in the order of play with hearts as trumps; ``number`` chooses them."""
    hands = [cards_from_mask(mask) for mask in row]
    for trick in range(13):
        cards = list[Card]()
        for k in range(4):
            hand = hands[(lead + k) % 4]
            legal = [card for card in hand if cards and card.suit is cards[0].suit] or hand
            cards.append(legal[(number + 5 * trick + 3 * k) % len(legal)])
            hand.remove(cards[-1])
        strengths = [trick_strength(card, cards[0].suit, Strain.HEARTS) for card in cards]
        lead = Seat((lead + strengths.index(max(strengths))) % 4)
        yield from (Turn(str(card)) for card in cards)


def run(budget: Budget) -> Contest:
    """Convert to LIN and back, and search, by each in turn."""
    contest = Contest("files", "a board with auction and play, in a file", [], [], {}, unit="us")
    program = command()
    if program is None:
        contest.notes.append(missing("dealwright"))
        return contest
    n = 300 if budget.rounds <= 5 else 5000
    contest.ours = [Timing(name) for name in (*OURS, FIND, MEMORY)]
    if find_spec("endplay") is None:
        contest.notes.append(missing("endplay"))
    else:
        contest.peers = [Timing(name) for name in THEIRS]
    with TemporaryDirectory() as place:
        folder = Path(place)
        source = folder / "boards.pbn"
        source.write_bytes(write([*played_boards(n)], "pbn")[0])
        for at in range(1, max(1, budget.commands // 3) + 1):
            progress(f"files: round {at}")
            _round(contest, program, folder, n)
        used = peak([program, "convert", str(source), str(folder / "boards.lin")])
        _timing(contest, MEMORY).values.append(used)
    contest.notes.append(f"{n:,} boards")
    return contest


def _round(contest: Contest, program: str, folder: Path, n: int) -> None:
    """Run each converter on the file that it wrote itself, except for the first; then search."""
    source = folder / "boards.pbn"
    for name, peer, before, after in zip(
        OURS, THEIRS, (".pbn", ".lin"), (".lin", ".back.pbn"), strict=True
    ):
        given = [str(folder / f"ours{end}") for end in (before, after)]
        given[0] = str(source) if before == ".pbn" else given[0]
        taken = 1e6 * child([program, "convert", *given]).cpu / n
        _timing(contest, name).values.append(taken)
        if contest.peers:
            given = [path.replace("ours.", "theirs.") for path in given]
            used = 1e6 * child([sys.executable, "-c", _ENDPLAY, *given]).cpu / n
            _timing(contest, peer).values.append(used)
            contest.ratios.setdefault((name, peer), []).append(used / taken)
    back = (folder / "ours.back.pbn").read_bytes()
    require(back == source.read_bytes(), "the file did not come back as it was")
    found = child([program, "find", "hcp(north) >= 20", str(source), "--format", "line"])
    require(f" of {n:,} boards" in found.err, f"find printed {found.err}")
    _timing(contest, FIND).values.append(1e6 * found.cpu / n)


def _timing(contest: Contest, name: str) -> Timing:
    timing = contest.timing(name)
    assert timing is not None
    return timing
