"""A system of relays written by a program: every hand has a call at every position."""

from __future__ import annotations

from dealwright.cards.bridge.auction import BIDS

STEPS = 7  # bids at each position


def generated_system(depth: int) -> str:
    """Return the rules of all positions up to a depth, with seven bids or a pass at each.

    Calls show the longest suit and points in turn: first suits and points, then finer ones.
    """
    lines = list[str]()

    def position(calls: tuple[int, ...]) -> None:
        lines.append(" ".join(BIDS[at] for at in calls) or "opening")
        last = calls[-1] if calls else -1
        for step, rule in enumerate(_rules(len(calls))):
            if last + step + 1 < len(BIDS):
                lines.append(f"  {BIDS[last + step + 1]}  {rule}")
        lines.append("  else Pass")
        if len(calls) + 1 < depth:
            for step in range(STEPS):
                if last + step + 1 < len(BIDS):
                    position((*calls, last + step + 1))

    position(())
    return "\n".join(lines) + "\n"


def _rules(made: int) -> list[str]:
    if made % 4 == 0:
        return [
            "spades >= 5 && spades >= hearts", "hearts >= 5", "diamonds >= 5 && diamonds > clubs",
            "clubs >= 5", "spades == 4 && hearts == 4", "spades == 4", "hearts == 4",
        ]  # fmt: skip
    if made % 4 in (1, 2):
        return [f"hcp in {low}..{low + 2}" for low in range(3, 23, 3)]
    return [
        "spades >= 4 && hcp >= 8", "hearts >= 4 && hcp >= 8", "spades >= 4", "hearts >= 4",
        "diamonds >= 5", "clubs >= 5", "balanced",
    ]  # fmt: skip
