"""``dealwright draw``: draws of some cards of a deck, and how often each outcome comes up."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from dealwright.base.errors import ArgumentError, SearchStopped
from dealwright.cli.command import Command
from dealwright.cli.options import Json
from dealwright.requests.deals import Seed, Threads
from dealwright.requests.fields import Argument, Option
from dealwright.requests.numbers import precision, whole_number

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.answers import Histogram, Tally
    from dealwright.base.jobs import Job
    from dealwright.numbering.drawing.deck import Deck

__all__ = ["COMMAND"]

HELP = """Draw K cards from a deck, round after round, or count how often each outcome comes up.

A round moves only K cards of the deck, and every draw is equally likely. --tally poker counts the
best five-card poker hands of 5 to 7 cards, --tally ranks the ranks drawn, --tally suits the lengths
of the suits, longest first, --tally objects the objects drawn, in any order.

Examples:

  dealwright draw 7

  dealwright draw 7 --tally poker --rounds 10_000_000 --seed friday

  dealwright draw 5 --tally poker --without "As Ks" --within 0.1%

  dealwright draw 3 --of "8 red, 4 blue" --tally objects

  dealwright draw 2 --deck 54 --packs 6 --rounds 20
"""
_LISTED, _TALLIED, _MOST_LISTED = 5, 1_000_000, 10_000_000
_TALLIES = ("poker", "ranks", "suits", "objects")
_JOKERS = 52  # the first joker's number
_BATCH = 10_000
_MOST_ROWS = 40


def draw(
    k: Annotated[str, Argument(metavar="K", help="How many cards are drawn each round.")],
    rounds: Annotated[
        str | None,
        Option(
            "--rounds", "-r", metavar="N", help="Rounds (default: 5, or a million with --tally)."
        ),
    ] = None,
    deck: Annotated[
        str, Option(metavar="N", help="52, 36 or 32 cards, or 53 to 55 with jokers.")
    ] = "52",
    packs: Annotated[str, Option(metavar="N", help="How many of these packs.")] = "1",
    without: Annotated[
        str, Option(metavar="CARDS", help="Cards that are missing, as in 'As Kd'.")
    ] = "",
    of: Annotated[
        str | None,
        Option(metavar="OBJECTS", help="Draw from other objects, as '8 red, 4 blue'."),
    ] = None,
    tally: Annotated[
        str | None, Option(metavar="WHAT", help="Count: poker, ranks, suits or objects.")
    ] = None,
    within: Annotated[
        str | None,
        Option(metavar="WIDTH", help="Stop once each share is known to plus or minus this."),
    ] = None,
    seed: Seed = None,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """List or tally draws."""
    size, card_deck = whole_number(k, "K"), _deck(deck, packs, without, of)
    if tally is None:
        if within is not None:
            raise ArgumentError("--within needs --tally")
        _list(size, card_deck, rounds, seed, as_json=as_json)
        return
    round_count = _TALLIED if rounds is None else whole_number(rounds, "the number of rounds")
    limit = 10**12 if rounds is None and within is not None else round_count
    if not limit:
        raise ArgumentError("count at least one round")
    job = _tallying(tally, size, card_deck, limit, within, seed, threads)
    from dealwright.answers.estimate_texts import percents
    from dealwright.cli.jobs import show_progress
    from dealwright.cli.output import print_report, shows_symbols
    from dealwright.requests.documents import write_json

    with show_progress(job, "drawing"):
        simulation = job.result()
    if as_json:
        print(write_json(simulation, indent=2))
    else:
        histogram = _histogram(tally, simulation.result)
        print_report(histogram.lines(symbols=shows_symbols(sys.stdout)))
        interval = percents(simulation.result.widest(simulation.confidence), 3)
        if interval:
            print(f"the widest 95 % interval of these shares: {interval} %")
        print(f"repeat with --seed {simulation.seed}", file=sys.stderr)
    if job.state == "stopped":
        raise SearchStopped("interrupted; only the rounds done so far are counted")


def _deck(deck: str, packs: str, without: str, of: str | None) -> Deck:
    from dealwright.numbering.drawing.deck import Deck, deck_of

    if of is not None:
        if (deck, packs, without) != ("52", "1", ""):
            raise ArgumentError("--of lists all objects; leave --deck, --packs and --without out")
        return Deck.of_objects(_objects(of))
    pack = deck_of(whole_number(deck, "--deck"))
    copies = whole_number(packs, "--packs")
    if not 1 <= copies <= 64:
        raise ArgumentError(f"--packs must be 1 to 64, not {copies}")
    cards = pack if copies == 1 else pack * copies
    return cards.without(without) if without.strip() else cards


def _objects(text: str) -> list[str]:
    """Return the objects of a text such as ``8 red, 4 blue``."""
    objects: list[str] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(?:(\d{1,4})\s+)?(\S.*?)\s*", part)
        if match is None or not match[2].isprintable():
            raise ArgumentError(f"'{part.strip()}' is not an object; write them as '8 red, 4 blue'")
        objects += [match[2]] * int(match[1] or 1)
    return objects


def _list(size: int, deck: Deck, rounds: str | None, seed: Any, *, as_json: bool) -> None:
    """Print the draws of some rounds, in the order drawn."""
    from dealwright.numbering.drawing.partial_shuffle import DOMAIN, draws
    from dealwright.numbering.stream import Stream

    if as_json:
        raise ArgumentError(
            "a list of draws is not printed as JSON; use --tally, or leave --json out"
        )
    number = _LISTED if rounds is None else whole_number(rounds, "the number of rounds")
    if number > _MOST_LISTED:
        raise ArgumentError(f"at most {_MOST_LISTED:,} draws are listed; --tally counts more")
    stream = Stream.of(seed, DOMAIN)
    for first in range(0, number, _BATCH):
        drawn = draws(min(_BATCH, number - first), size, stream, deck, form="cards", first=first)
        for row in drawn.tolist():
            sys.stdout.write(" ".join(map(_name, row)) + "\n")
    print(f"repeat with --seed {stream.seed}", file=sys.stderr)


def _name(card: Any) -> str:
    from dealwright.cards import Card

    if isinstance(card, str):
        return card
    return str(Card(card)) if card < _JOKERS else "joker"


def _tallying(
    tally: str,
    size: int,
    deck: Deck,
    rounds: int,
    within: str | None,
    seed: Any,
    threads: int | None,
) -> Job[Any, Any]:
    from dealwright.numbering.drawing.simulation import simulating

    if tally not in _TALLIES:
        raise ArgumentError(f"'{tally}' cannot be tallied; choose from {', '.join(_TALLIES)}")
    if deck.cards.dtype == object and tally != "objects":
        raise ArgumentError(f"--tally {tally} is about cards; --tally objects counts objects")
    if tally == "poker" and (not 5 <= size <= 7 or deck.mask is None or deck.mask >> _JOKERS):
        raise ArgumentError(
            "poker hands have 5 to 7 cards from one pack, without jokers; try --tally ranks"
        )
    form = "masks" if tally == "poker" else "cards"
    return simulating(
        rounds, _ANALYSES[tally], size, deck=deck, seed=seed, form=form, each=tally != "poker",
        within=None if within is None else precision(within), threads=threads,
    )  # fmt: skip


def _histogram(tally: str, tally_result: Tally) -> Histogram:
    """Return the outcomes as a histogram: poker hands by category, others by frequency.

    Of more than 40 outcomes the rarest share one row.
    """
    from dealwright.answers import Histogram
    from dealwright.answers.estimates import SIMULATION

    counts = tally_result.counts
    words = [str(word) for word in _category_words()] if tally == "poker" else []
    listed = words or sorted(counts, key=lambda text: (-counts[text], text))
    if len(listed) > _MOST_ROWS:
        rare = listed[_MOST_ROWS - 1 :]
        listed = [*listed[: _MOST_ROWS - 1], f"{len(rare):,} others"]
        counts[listed[-1]] = sum(counts[text] for text in rare)
    rows: dict[tuple[int | str, ...], int] = {
        (number,): counts.get(text, 0) for number, text in enumerate(listed)
    }
    texts = [dict(enumerate(listed))]
    return Histogram([tally], rows, exact=False, method=SIMULATION, texts=texts)


def _poker_categories(masks: NDArray[Any]) -> NDArray[Any]:
    from dealwright import poker

    words: NDArray[Any] = _category_words()[poker.category(poker.evaluate(masks))]
    return words


def _category_words() -> NDArray[Any]:
    import numpy as np

    from dealwright.poker import Category

    return np.array([kind.words for kind in Category])


def _rank_text(cards: tuple[int, ...]) -> str:
    from dealwright.cards import RANK_LETTERS

    letters = [RANK_LETTERS[card % 13] if card < _JOKERS else "*" for card in cards]
    return "".join(sorted(letters, key=f"*{RANK_LETTERS}".index, reverse=True))


def _suit_lengths(cards: tuple[int, ...]) -> str:
    lengths = Counter(card // 13 for card in cards if card < _JOKERS)
    return "-".join(map(str, sorted(lengths.values(), reverse=True))) or "no suit"


def _object_text(objects: tuple[Any, ...]) -> str:
    return " ".join(sorted(map(_name, objects)))


_ANALYSES: dict[str, Callable[[Any], Any]] = {
    "poker": _poker_categories,
    "ranks": _rank_text,
    "suits": _suit_lengths,
    "objects": _object_text,
}


COMMAND = Command(draw, HELP, "Deal", order=1)
