"""The pictures of ideas, and of the poker tutorial: every bar and cell in them is computed.

``python tools/regenerate.py ideas`` draws them.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Callable
from itertools import accumulate
from math import comb
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from dealwright import parse, poker, shape_lengths
from dealwright.numbering.combinations import Combinations

__all__ = ["PICTURES", "SLOW", "drawn", "texts_of"]

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
INK, PALE, BLUE, RED, GOLD = "#22262e", "#d7dbe2", "#3b6fb6", "#c2453d", "#d99a2b"
STYLE = {
    "svg.fonttype": "none", "svg.hashsalt": "dealwright", "font.family": "sans-serif",
    "font.size": 10, "axes.spines.top": False, "axes.spines.right": False, "axes.edgecolor": INK,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.titlelocation": "left", "figure.facecolor": "white", "axes.facecolor": "white",
}  # fmt: skip


def squares(figure: Any) -> None:
    """Draw 39 patterns by the sum of their squared lengths: 43, 45 and 47 are the balanced ones."""
    patterns = sorted(
        {
            (a, b, c, 13 - a - b - c)
            for a in range(14)
            for b in range(a + 1)
            for c in range(b + 1)
            if 0 <= 13 - a - b - c <= c
        },
        key=lambda lengths: (sum(n * n for n in lengths), lengths),
    )[:14]
    sums = [sum(n * n for n in lengths) for lengths in patterns]
    names = ["".join(map(str, lengths)) for lengths in patterns]
    shares = [100 * float(parse(f"shape(north, any {name})").probability()) for name in names]
    axes = figure.subplots()
    colours = [BLUE if total <= 47 else PALE for total in sums]
    axes.bar(range(len(names)), shares, color=colours)
    axes.axvline(2.5, color=RED, linewidth=1.5)
    for at, (total, share) in enumerate(zip(sums, shares, strict=True)):
        axes.text(at, share + 0.4, str(total), ha="center")
    axes.text(2.6, 19.5, "s² + h² + d² + c² ≤ 47", color=RED)
    axes.set_xticks(range(len(names)), names)
    axes.set_ylabel("% of all hands")
    axes.set_title("The sum of the squares is above each bar")


def _ways() -> list[Counter[tuple[int, int]]]:
    """Return, after each suit, in how many ways so many cards have so many points."""
    suit: Counter[tuple[int, int]] = Counter()
    for holding in range(1 << 13):
        points = sum((4, 3, 2, 1)[at] for at in range(4) if holding >> (12 - at) & 1)
        suit[holding.bit_count(), points] += 1
    found = [suit]
    for _ in range(3):
        after: Counter[tuple[int, int]] = Counter()
        for (cards, points), ways in found[-1].items():
            for (more, worth), times in suit.items():
                if cards + more <= 13 and points + worth <= 17:
                    after[cards + more, points + worth] += ways * times
        found.append(after)
    return found


def automaton(figure: Any) -> None:
    """Draw the states of a hand after each suit: cards so far, points so far."""
    layers = _ways()
    every = figure.subplots(1, 4, sharey=True)
    for axes, layer, name in zip(every, layers, "♠♥♦♣", strict=True):
        most = max(layer.values())
        for (cards, points), ways in layer.items():
            wanted = name == "♣" and cards == 13 and points >= 15
            axes.add_patch(
                Rectangle(
                    (cards - 0.5, points - 0.5), 1, 1, linewidth=0,
                    color=RED if wanted else BLUE,
                    alpha=1 if wanted else 0.08 + 0.92 * (ways / most) ** 0.3,
                )
            )  # fmt: skip
        axes.set(xlim=(-0.8, 13.8), ylim=(-0.8, 17.8), xlabel="cards so far", title=f"after {name}")
        axes.set_yticks(range(0, 18, 5))
    every[0].set_ylabel("points so far")
    wanted = sum(layers[3][13, points] for points in (15, 16, 17))
    assert wanted == parse("hcp(north) in 15..17").count() // (comb(39, 13) * comb(26, 13))
    every[3].annotate(
        f"{wanted:,}\nhands with 15 to 17", (12.4, 14.4), (0, 4.2), fontsize=8, color=RED,
        arrowprops={"arrowstyle": "->", "color": RED},
    )  # fmt: skip


def halves(figure: Any) -> None:
    """Draw spades and hearts beside diamonds and clubs: products of two small tables."""
    two = _ways()[1]
    left, right = figure.subplots(1, 2)
    most = max(two.values())
    cell, need = (7, 9), (6, 7)
    for axes, name, special in ((left, "♠ and ♥", cell), (right, "♦ and ♣", need)):
        for (cards, points), ways in two.items():
            axes.add_patch(
                Rectangle(
                    (cards - 0.5, points - 0.5), 1, 1, linewidth=0, color=BLUE,
                    alpha=0.08 + 0.92 * (ways / most) ** 0.3,
                )
            )  # fmt: skip
        axes.add_patch(
            Rectangle(
                (special[0] - 0.5, special[1] - 0.5), 1, 1, fill=False, edgecolor=RED, linewidth=2
            )
        )
        axes.set(xlim=(-0.8, 13.8), ylim=(-0.8, 17.8), xlabel="cards", ylabel="points", title=name)
        axes.set_yticks(range(0, 18, 5))
    left.set_title(f"♠ and ♥: 7 cards, 9 points in {two[cell]:,} ways")
    right.set_title(f"♦ and ♣: 6 cards, 7 points in {two[need]:,} ways")


def number(figure: Any) -> None:
    """Draw how a number becomes a combination: a walk through Pascal's triangle."""
    left, position, steps = 1000, 12, []
    for k in range(5, 0, -1):
        while comb(position, k) > left:
            position -= 1
        steps.append((k, position, comb(position, k)))
        left -= comb(position, k)
    chosen = tuple(sorted(place for _, place, _ in steps))
    assert chosen == Combinations(13, 5).unrank(1000)
    axes = figure.subplots()
    taken = {(k, place) for k, place, _ in steps}
    for k in range(1, 6):
        for place in range(13):
            here = (k, place) in taken
            axes.text(
                place, k, f"{comb(place, k):,}", ha="center", va="center", fontsize=9,
                color="white" if here else INK,
                bbox={"boxstyle": "round", "facecolor": RED, "linewidth": 0} if here else None,
            )  # fmt: skip
    ranks = "23456789TJQKA"
    axes.set_xticks(range(13), [f"{at}\n{rank}" for at, rank in enumerate(ranks)])
    axes.set_yticks(range(1, 6), [f"choose {k}" for k in range(1, 6)])
    axes.set(xlim=(-0.6, 12.6), ylim=(0.4, 5.6), xlabel="position p, and its card")
    total = " + ".join(f"{value:,}" for _, _, value in steps)
    cards = " ".join(ranks[place] for place in reversed(chosen))
    axes.set_title(f"1,000 = {total}:  {cards}")


def deal_number(figure: Any) -> None:
    """Draw how a number is taken apart: which shape, which points, which hand."""
    condition = parse("hcp(north) in 15..17 && balanced(north)")
    total, position = condition.count(), 0.615
    axes = figure.subplots()
    place, start, width = int(position * condition.count()), 0, total
    levels = [
        ("points", [(name, f"hcp(north) == {name}") for name in ("15", "16", "17")]),
        ("pattern", [(name, f"shape(north, any {name})") for name in ("4333", "4432", "5332")]),
        ("long suit", [(f"{n} spades", f"spades(north) == {n}") for n in (2, 3, 4, 5)]),
    ]  # fmt: skip
    text = "hcp(north) in 15..17 && balanced(north)"
    for row, (name, parts) in enumerate(levels):
        counts = [(label, more, parse(f"{text} && {more}").count()) for label, more in parts]
        counts = [found for found in counts if found[2]]
        assert sum(count for *_, count in counts) == width
        ends = list(accumulate(count for *_, count in counts))
        chosen = None
        for (label, more, count), end in zip(counts, ends, strict=True):
            here = start + end - count <= place < start + end
            axes.barh(
                -row, count / width, left=(end - count) / width, height=0.55,
                color=RED if here else BLUE, alpha=1 if here else 0.35, edgecolor="white",
            )  # fmt: skip
            if count / width > 0.04:
                axes.text(
                    (end - count / 2) / width, -row, label, ha="center", va="center",
                    color="white" if here else INK,
                )  # fmt: skip
            if here:
                chosen = (more, start + end - count, count, (end - count) / width, end / width)
        assert chosen is not None
        text, start, width = f"{text} && {chosen[0]}", chosen[1], chosen[2]
        if row < len(levels) - 1:
            for side, edge in zip(chosen[3:], (0, 1), strict=True):
                axes.plot([side, edge], [-row - 0.28, -row - 0.72], color=RED, linewidth=0.8)
        axes.text(-0.01, -row, name, ha="right", va="center")
    axes.set_title(f"Deal {place:,} of {total:,}", fontsize=10)
    axes.set(xlim=(-0.12, 1), ylim=(-2.5, 0.5))
    axes.axis("off")


def bias(figure: Any) -> None:
    """Draw West's shapes in the example of 1999: exact, and as that method deals them."""
    text = (
        "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west) == 4"
        " && hcp(east) == 10 && diamonds(east) >= 4"
    )
    (found,) = parse(text).compare(quantities=["shape_index(west)"], seed=1999)
    both = [found.histograms[method] for method in ("exact", "pavlicek1999")]
    shares = {
        "=".join(map(str, shape_lengths(value))): [
            100 * float(each.probability(value)) for each in both
        ]
        for value in both[0].column()
    }
    names = sorted(shares, key=lambda name: -shares[name][0])[:9]
    axes = figure.subplots()
    places = range(len(names))
    axes.bar(
        [at - 0.2 for at in places],
        [shares[name][0] for name in names],
        0.38,
        color=BLUE,
        label="all deals, exactly",
    )
    axes.bar(
        [at + 0.2 for at in places],
        [shares[name][1] for name in names],
        0.38,
        color=GOLD,
        label="20,000 deals by the method of 1999",
    )
    axes.set_xticks(places, names)
    axes.set_xlabel("West's spades, hearts, diamonds, clubs")
    axes.set_ylabel("% of deals")
    axes.legend(frameon=False)


def strata(figure: Any) -> None:
    """Draw the counted share of each stratum, and the chance that a solver finds in it."""
    from dealwright.analysis.tabulation import tabulate

    text = "balanced(north) && balanced(south) && hcp(north) + hcp(south) in 19..30"
    found = tabulate(text, "makes(3NT, north)", "hcp(north) + hcp(south)", deals=400, seed=1)
    names = [row.values for row in found.rows]
    shares = [row.share for row in found.rows]
    means = [row.mean.value for row in found.rows]
    mean = sum(share * each for share, each in zip(shares, means, strict=True))
    within = sum(share * each * (1 - each) for share, each in zip(shares, means, strict=True))
    axes = figure.subplots()
    axes.bar(
        names, [100 * share for share in shares], 0.8, color=PALE, label="% of the deals, counted"
    )
    chances = axes.twinx()
    ends = [
        [100 * (row.mean.value - max(0, row.mean.interval[0])) for row in found.rows],
        [100 * (min(1, row.mean.interval[1]) - row.mean.value) for row in found.rows],
    ]
    chances.errorbar(
        names, [100 * each for each in means], ends, fmt="o", color=BLUE, capsize=3,
        label="3NT makes, solved",
    )  # fmt: skip
    chances.set(ylim=(-4, 104), ylabel="% of 3NT that make")
    axes.set(xlabel="points of North and South", ylabel="% of the deals")
    figure.legend(loc="outside upper right", ncols=2, frameon=False)
    axes.set_title(
        f"variance {mean * (1 - mean):.3f} of plain deals, {within:.3f} within strata", fontsize=10
    )


def classes(figure: Any) -> None:
    """Draw how two ranges of the poker tutorial hit its flop."""
    ranges = {
        "opens": "22+ ATs+ KTs+ QTs+ JTs T9s 98s AJo+ KQo",
        "calls": "22-JJ ATs-AJs KTs+ QTs+ JTs T9s 98s 87s AJo KQo",
    }
    hits = {who: poker.range_hits(text, "Qh Jh 2c") for who, text in ranges.items()}
    names = [name for name in hits["opens"].made if any(each.made[name] for each in hits.values())]
    axes = figure.subplots()
    for shift, who, colour in ((0.2, "opens", BLUE), (-0.2, "calls", GOLD)):
        shares = [100 * hits[who].made[name] / hits[who].hands for name in names]
        axes.barh([shift - at for at in range(len(names))], shares, 0.38, color=colour, label=who)
    axes.set_yticks([-at for at in range(len(names))], names)
    axes.set_xlabel("% of the hands of each range")
    axes.set_title("On Q♥ J♥ 2♣")
    axes.legend(frameon=False)


PICTURES: dict[str, tuple[Callable[[Any], None], tuple[float, float]]] = {
    "squares": (squares, (8, 3.6)),
    "automaton": (automaton, (9, 3.4)),
    "halves": (halves, (9, 3.4)),
    "number": (number, (9, 3)),
    "deal-number": (deal_number, (9, 2.6)),
    "bias": (bias, (8, 3.6)),
    "strata": (strata, (8, 3.4)),
    "classes": (classes, (8, 3.6)),
}
SLOW = {"strata"}  # it solves 400 deals


def drawn(name: str) -> str:
    """Return a picture as SVG."""
    draw, size = PICTURES[name]
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        written = io.BytesIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return re.sub(r"[ \t]+$", "", written.getvalue().decode("utf-8"), flags=re.MULTILINE)


def texts_of(svg: str) -> list[str]:
    """Return the texts of a picture."""
    return re.findall(r"<text[^>]*>([^<]*)</text>|<tspan[^>]*>([^<]*)</tspan>", svg)
