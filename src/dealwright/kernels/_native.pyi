"""The compiled kernels (native/bind.cpp)."""

import numpy as np
from numpy.typing import NDArray

class Packs:
    def __init__(self, fixed: NDArray[np.uint64]) -> None: ...

class Program:
    def __init__(
        self,
        code: NDArray[np.int32],
        ends: NDArray[np.int64],
        upto: NDArray[np.int64],
        tables: NDArray[np.uint8],
    ) -> None: ...

def words(
    key: NDArray[np.uint32], rounds: int, nonce: int, first: int, out: NDArray[np.uint64]
) -> None: ...
def deal(packs: Packs, key: NDArray[np.uint32], first: int, out: NDArray[np.uint64]) -> None: ...
def evaluate(program: Program, deals: NDArray[np.uint64], out: NDArray[np.int32]) -> None: ...
def filter(
    packs: Packs,
    key: NDArray[np.uint32],
    program: Program,
    first: int,
    n: int,
    deals: NDArray[np.uint64],
    attempts: NDArray[np.uint64],
) -> tuple[int, int]: ...
def count(packs: Packs, key: NDArray[np.uint32], program: Program, first: int, n: int) -> int: ...
def bodies() -> list[str]: ...
def body() -> str: ...
def use_body(name: str) -> None: ...
