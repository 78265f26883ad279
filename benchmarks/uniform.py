"""Uniform deals: each kernel body and the public call beside the peers."""

from __future__ import annotations

from functools import partial

import numpy as np

from benchmarks import peers, python_peers
from benchmarks.checks import check_masks
from benchmarks.measuring import Budget, Contest, Runner, timed
from dealwright import deal
from dealwright.base import kernels
from dealwright.numbering.stream import Stream

__all__ = ["PUBLIC", "kernel_name", "native_bodies", "on_body", "run"]

PUBLIC = "deal()"
_BATCH = 1 << 14  # half a megabyte of masks: stays in the second cache
_AT_ONCE = 1_000_000


def native_bodies() -> list[str]:
    """Return the compiled bodies that run here, slowest first."""
    return kernels.bodies()


def kernel_name(body: str) -> str:
    """Return the name of a body as a contestant."""
    return f"{body} kernel"


def kernel(body: str) -> Runner:
    """Run the kernel alone, into an array that is there already."""
    pack, stream = kernels.PredealtPack(), Stream("benchmark")
    native = kernels.native_module()
    out = np.zeros((_BATCH, 4), dtype=np.uint64)

    def run(deals: int, at: int) -> float:
        in_use = kernels.body()
        kernels.use_body(body)
        built, key, batches = pack.built(), stream.key, max(1, deals // _BATCH)
        first = at << 40

        def work() -> None:
            for batch in range(batches):
                native.deal(built, key, first + batch * _BATCH, out)

        try:
            taken, _ = timed(work)
        finally:
            kernels.use_body(in_use)
        check_masks(body, out)
        return taken / (batches * _BATCH)

    return Runner(kernel_name(body), 15, run)


def public() -> Runner:
    """Make the call that users write, a million deals at a time, each time into new memory."""

    def run(deals: int, at: int) -> float:
        calls = max(1, deals // _AT_ONCE)
        taken = 0.0
        deal(_AT_ONCE, seed=0, threads=1)  # the allocator settles after what ran before
        for call in range(calls):
            seconds, dealt = timed(partial(deal, _AT_ONCE, seed=f"{at} {call}", threads=1))
            taken += seconds
            check_masks(PUBLIC, dealt.masks[:: _AT_ONCE // 10_000])
        return taken / (calls * _AT_ONCE)

    return Runner(PUBLIC, 30, run)


def run(budget: Budget) -> Contest:
    """Hold the contest."""
    return Contest.held(
        "uniform",
        "uniform deals to masks",
        [*(kernel(body) for body in native_bodies()), public()],
        [
            peers.dealer_uniform(),
            peers.deal_uniform(),
            python_peers.numpy_uniform(),
            python_peers.loop_uniform(),
        ],
        budget,
    )


def on_body(runner: Runner, body: str) -> Runner:
    """Return a contestant that runs another on a kernel body."""

    def run(wanted: int, at: int) -> float:
        in_use = kernels.body()
        kernels.use_body(body)
        try:
            return runner.run(wanted, at)
        finally:
            kernels.use_body(in_use)

    return Runner(runner.name, runner.cost, run)
