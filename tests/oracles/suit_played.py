"""A line of one suit played against a layout: what it takes at least, whatever defenders play.

Nothing of the solver is used: the line is the JSON of its steps, a layout is both defenders' ranks.
"""

from __future__ import annotations

from typing import Any

__all__ = ["fewest_tricks"]

ORDER = "AKQJT98765432"


def fewest_tricks(
    steps: list[dict[str, Any]], dummy: str, declarer: str, west: str, east: str
) -> int:
    """Return the tricks that a line takes against the best defence, which knows line and layout."""
    missing = _sorted(west + east)
    hands = {"dummy": dummy, "declarer": declarer, "west": west, "east": east}
    return _play(steps, 0, hands, missing)


def _sorted(ranks: str) -> str:
    return "".join(sorted(ranks, key=ORDER.index))


def _play(steps: list[dict[str, Any]], at: int | None, hands: dict[str, str], named: str) -> int:
    """Return the tricks from a step on; without one declarer takes what falls to him: nothing.

    ``named`` are the missing cards as the line names them: of equals the highest is gone first, so
    the cards still out are named by their order.
    """
    if at is None or not (hands["dummy"] or hands["declarer"]):
        return 0
    step = steps[at]
    leader, other = step["hand"], "dummy" if step["hand"] == "declarer" else "declarer"
    second, fourth = ("west", "east") if leader == "declarer" else ("east", "west")
    out = _sorted(hands["west"] + hands["east"])
    names = dict(zip(out, named, strict=True))
    assert step["card"] in hands[leader]
    worst = 13
    for left in hands[second] or "-":
        reply = _reply(step, names.get(left, ""))
        if reply is None:  # a defence that the line does not mind: it cannot win this layout
            return 0
        assert reply in hands[other]
        assert reply or not hands[other]
        for right in hands[fourth] or "-":
            shown = names.get(left, ""), names.get(right, "")
            following = [
                each["step"] for each in step["next"]
                if all(
                    name in ranks if name else not ranks
                    for name, ranks in zip(shown, each["shown"], strict=True)
                )
            ]  # fmt: skip
            assert len(following) <= 1
            after = {
                **hands,
                leader: hands[leader].replace(step["card"], ""),
                other: hands[other].replace(reply, "") if reply else hands[other],
                second: hands[second].replace(left, ""),
                fourth: hands[fourth].replace(right, ""),
            }
            won = _wins(step["card"] + reply, left + right)
            gone = [each["shown"] for each in step["next"] if each["step"] in following]
            left_named = _without(named, gone[0] if gone else ["", ""])
            if not following:
                left_named = _sorted(after["west"] + after["east"])
            rest = _play(steps, following[0] if following else None, after, left_named)
            worst = min(worst, won + rest)
    return worst


def _reply(step: dict[str, Any], name: str) -> str | None:
    for each in step["replies"]:
        if name in each["shown"] if name else not each["shown"]:
            return str(each["card"])
    return None


def _without(named: str, shown: list[str]) -> str:
    """Return the names that are left: of each class shown the highest goes."""
    for ranks in shown:
        for rank in ranks:
            if rank in named:
                named = named.replace(rank, "")
                break
    return named


def _wins(own: str, theirs: str) -> bool:
    """Return whether the higher of two cards beats both of the defenders'."""
    place = (ORDER + "-").index
    return min(map(place, own)) < min(map(place, theirs))
