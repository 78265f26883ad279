"""The audit itself: numbers of a board against their exact distributions, boards side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.counting import budget_of
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError
from dealwright.base.jobs import Job
from dealwright.deals import Deals
from dealwright.deals.hand import hand_text
from dealwright.fair.audit.alternatives import powers_of
from dealwright.fair.audit.answers import LEVEL, Audit, AuditTest
from dealwright.fair.audit.card_places import card_tests
from dealwright.fair.audit.laws import Distribution, adjusted
from dealwright.fair.audit.quantities import FLAT, QUANTITIES
from dealwright.fair.audit.sessions import Session, same_sets
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.sampling.evaluation import truth_of, values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.ask.condition import Condition

    Masks = NDArray[np.uint64]

__all__ = ["SECONDS", "auditing"]

SECONDS = 6.0  # of work for the laws, by measured constants
_REARRANGED = 9_999  # times, fewer of many boards
_PLACES = 2_000_000  # boards rearranged at most
_HANDS = comb(52, 13)


def auditing(
    sessions: Sequence[Masks | Deals | Session],
    *,
    where: Condition | str | None = None,
    level: float = LEVEL,
    seed: Seed | Stream | None = "audit",
    resources: Resources | None = None,
    notes: Sequence[str] = (),
) -> Job[Audit, Audit]:
    """Return a job that audits sessions of boards, each Deals or masks uint64[n, 4] in order.

    A ``Session`` has the numbers of its boards too. Sessions that have the same deals under the
    same numbers are the two rooms of a match, or one set that was dealt twice: they are tested
    once, and ``Audit.rooms`` names them.

    With ``where`` the hands are compared with uniform deals of that condition. ``level`` is the
    chance that fair hands fail, all tests together; ``seed`` is that of rearranged boards. The
    answer keeps ``notes`` on the files of the boards.

    >>> from dealwright import deal
    >>> audit = auditing([deal(24, seed=1), deal(24, seed=2)]).result()
    >>> audit.boards, audit.failed, audit.verdict[:34]
    (48, (), 'These 48 boards look fairly dealt:')

    :raises ArgumentError: if there are no boards, or a board does not satisfy the condition
    :raises ConditionError: if the condition cannot be read, or no deal satisfies it
    """
    every_session = [
        session
        if isinstance(session, Session)
        else Session(f"session {index}", _masks(session), (None,) * len(session))
        for index, session in enumerate(sessions, 1)
    ]
    same = same_sets(every_session)
    # the index of a session stays, because the repeated boards are named by it
    distinct = [
        session.masks[:0] if index in same else session.masks
        for index, session in enumerate(every_session)
    ]
    rooms = [
        f"{every_session[index].name} has the deals of {every_session[earlier].name} under "
        f"the same numbers"
        for index, earlier in same.items()
    ]
    tested = [
        session
        for index, session in enumerate(every_session)
        if index not in same and len(session.masks)
    ]
    nonempty = [session.masks for session in tested]
    if not nonempty:
        raise ArgumentError("there is no board to audit")
    if not 0 < level < 1:
        raise ArgumentError(f"the level must be between 0 and 1, not {level:g}")
    used_resources = resources or Resources(seconds=budget_of(SECONDS))
    question = question_of(where, None, workspace=used_resources.workspace)
    all_masks = np.concatenate(nonempty)
    if question.tree is not None:
        valid = truth_of(question.tree, all_masks)
        if not valid.all():
            raise ArgumentError(
                f"{int((~valid).sum()):,} of {len(all_masks):,} boards do not satisfy the condition"
            )
    stream = Stream.of(seed)

    def audited(job: Job[Audit, Audit]) -> Generator[Audit, None, Audit]:
        nodes = [as_quantity(session.quantity).tree for session in QUANTITIES]
        counts = distributions(question, [[node] for node in nodes], used_resources, stop=job.flag)
        tests, left_out, laws = list[AuditTest](), list[str](), dict[str, Distribution]()
        for session, node, counted in zip(QUANTITIES, nodes, counts, strict=True):
            if counted is None:
                left_out.append(session.name)
                continue
            law = Distribution.of({row[0]: n for row, n in counted.counts.items()})
            laws[session.name] = law
            tests.append(
                _test_of_sum(
                    session.name, law, values_of(node, all_masks), session.more, session.less
                )
            )
        deals = counts[0].total if counts[0] is not None else None
        tests += _repeats(all_masks, deals, whole=question.tree is None)
        flat = as_quantity(FLAT.quantity).tree
        tests += _orders(nonempty, flat, stream)
        if question.tree is None:  # of a condition, cards have other laws
            tests += card_tests(tested)
        corrected = adjusted([test.p_value for test in tests])
        tests = [
            replace(test, adjusted=value) for test, value in zip(tests, corrected, strict=True)
        ]
        audit = Audit(
            len(all_masks), len(nonempty), question.text, level, tuple(tests),
            tuple(
                powers_of(
                    laws, [len(masks) for masks in nonempty], level / max(1, len(tests)),
                    condition=question.tree is not None,
                )
            ),
            tuple(left_out), tuple(_repeated(distinct)), stream.seed, tuple(notes), tuple(rooms),
        )  # fmt: skip
        yield audit
        return audit

    return Job(audited)


def _test_of_sum(
    name: str, law: Distribution, values: NDArray[np.integer[Any]], more: str, less: str
) -> AuditTest:
    """Test the sum of a number over all boards against its exact distribution."""
    total, sum_law = int(values.sum()), law.times(len(values))
    words = f"{more if total > sum_law.mean else less} than chance gives"
    p_value = float(sum_law.p_values([total])[0])
    return AuditTest(name, p_value, 1.0, total, sum_law.mean, sum_law.deviation, "exact", words)


def _masks(deals: Masks | Deals) -> Masks:
    return deals.masks if isinstance(deals, Deals) else deals


def _repeats(all_masks: Masks, deals: int | None, *, whole: bool) -> Iterator[AuditTest]:
    """Test that no deal and no hand came twice; p-values are bounds (of the union)."""
    n = len(all_masks)
    pairs = n * (n - 1) // 2
    if deals is not None:
        rows = Counter(map(tuple, all_masks.tolist()))
        same = sum(comb(times, 2) for times in rows.values())
        chance = min(1.0, pairs / deals) if same else 1.0
        words = "deals that were dealt twice"
        yield AuditTest("repeated deals", chance, 1.0, same, pairs / deals, 0.0, "bound", words)
    if whole:  # under a condition hands are not equally likely
        hands = Counter(all_masks.ravel().tolist())
        same = sum(comb(times, 2) for times in hands.values())
        expected = 16 * pairs / _HANDS
        chance = min(1.0, expected) if same else 1.0
        words = "hands that were dealt twice"
        yield AuditTest("repeated hands", chance, 1.0, same, expected, 0.0, "bound", words)


def _orders(session_masks: Sequence[Masks], flat: Any, stream: Stream) -> Iterator[AuditTest]:
    """Test whether boards that follow each other are alike, by rearranging each session."""
    points = as_quantity("hcp(north) + hcp(south)").tree
    for name, node in (("order of points", points), ("order of flat hands", flat)):
        columns = [
            values_of(node, masks).astype(np.float64) for masks in session_masks if len(masks) > 2
        ]
        n = sum(map(len, columns))
        if not n:
            continue
        times = int(max(199, min(_REARRANGED, _PLACES // n)))
        seen, means, rearranged = 0.0, 0.0, np.zeros(times, dtype=np.float64)
        words = stream.split(name).words(0, times * n)
        offset = 0
        for column in columns:
            column = column - column.mean()
            seen += float(column[:-1] @ column[1:])
            size = len(column)
            keys = words[times * offset : times * (offset + size)].reshape(times, size)
            mixed = column[np.argsort(keys, axis=1)]
            rearranged += (mixed[:, :-1] * mixed[:, 1:]).sum(1)
            means += -float(column @ column) / size
            offset += size
        far = int((np.abs(rearranged - means) >= abs(seen - means) - 1e-9).sum())
        order_words = "boards that follow each other are " + ("alike" if seen > means else "unlike")
        p_value = (1 + far) / (1 + times)
        yield AuditTest(
            name, p_value, 1.0, round(seen, 3), round(means, 3), float(rearranged.std()),
            "permutations", order_words,
        )  # fmt: skip


def _repeated(session_masks: Sequence[Masks]) -> Iterator[str]:
    """Yield which boards were dealt twice, by session and place."""
    places = dict[tuple[int, ...], str]()
    for session, masks in enumerate(session_masks, 1):
        for board, row in enumerate(map(tuple, masks.tolist()), 1):
            place = f"board {board} of session {session}"
            if row in places:
                yield f"{place} is {places[row]}: {hand_text(row[0])} for North"
            places.setdefault(row, place)
