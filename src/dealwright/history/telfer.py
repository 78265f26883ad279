"""Telfer's table of point-count expectancies, from which the method of 1999 draws HCP."""

from __future__ import annotations

from dealwright.random_integers import Draws

__all__ = ["HUGE", "TELFER", "hcp_goal", "hcp_weights"]

# Hands in a million with 0 .. 30 HCP. Roy L. Telfer, Probabilities in Contract Bridge, 1963, as
# reprinted in 1999 except for 8 HCP: the reprint has 8.8992 %, with two digits exchanged, for
# 56,466,608,128 / C(52,13) = 8.8922 %.
TELFER = (
    3639, 7884, 13561, 24624, 38454, 51862, 65541, 80281, 88922, 93562, 94051, 89447, 80269, 69143,
    56933, 44237, 33109, 23617, 16051, 10362, 6435, 3779, 2100, 1119, 559, 264, 117, 49, 19, 7, 2,
)  # fmt: skip
HUGE = 1  # 31 .. 37 HCP, all together


def hcp_weights(low: int, high: int) -> dict[int, int]:
    """Return the weight of each HCP in a range; 31 and more are combined as 31.

    >>> hcp_weights(15, 17), hcp_weights(30, 36)
    ({15: 44237, 16: 33109, 17: 23617}, {30: 2, 31: 1})
    """
    weights = {hcp: TELFER[hcp] for hcp in range(low, min(high, 30) + 1)}
    if high > 30:
        weights[max(low, 31)] = HUGE
    return weights


def hcp_goal(low: int, high: int, draws: Draws) -> int:
    """Draw the exact HCP for a hand with a range of HCP.

    Each total in the range is as likely as in Telfer's table. Within the group of 31 and more, each
    total is four times as likely as the next.

    >>> from dealwright.stream import Stream
    >>> [hcp_goal(15, 17, Draws(Stream(1), i)) for i in range(8)]
    [15, 17, 15, 17, 17, 16, 16, 15]
    """
    weights = hcp_weights(low, high)
    goal = list(weights)[draws.weighted(list(weights.values()))]
    if goal < 31:
        return goal
    return goal + draws.weighted([4 ** (high - hcp) for hcp in range(goal, high + 1)])
