"""The deals of the program Big Deal 2.0, from the same entropy and owner."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from dealwright.base.errors import TournamentError
from dealwright.base.files import append_private, bytes_within
from dealwright.base.jobs import Job
from dealwright.deals import Deals
from dealwright.fair.tournament.ripemd160 import ripemd160
from dealwright.numbering.deals import DEALS, masks_from_number

__all__ = [
    "ENOUGH_BITS",
    "OWNER",
    "BigDealSeed",
    "Entropy",
    "HashFile",
    "board_range",
    "dealing_bigdeal",
]

OWNER = "Identification of owner or tournament"  # the program's default
ENOUGH_BITS = 160 * 4 // 3
_BITS = 4  # bits counted for a byte of the command line or of a file
_SYSTEM_BYTES = 40
_AT_ONCE = 200  # boards of a batch
_MOST_BOARD = 9_999_999
_MOST_BYTES = 1 << 24  # of a file of hashes: 400,000 sets
_HASH = re.compile(r"[0-9A-Fa-f]{40}")
_RANGE = re.compile(r"\s*(\d{1,7})\s*(?:-\s*(\d{1,7})\s*)?", re.ASCII)


class Entropy:
    """Entropy as Big Deal collects it: a sequence of bytes, hashed by RIPEMD-160.

    ``bits`` is the program's estimate of the entropy.

    >>> entropy = Entropy()
    >>> entropy.add_text("five cards")
    >>> entropy.bits, entropy.hash().hex()[:8]
    (40, 'e460032b')
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self.bits = 0

    def add_text(self, text: str) -> None:
        """Add a text of the command line (``-e``)."""
        self._add(text.encode(), len(text.encode()))

    def add_file(self, content: bytes) -> None:
        """Add the bytes of a file (``-E``): each is collected as a number of four bytes."""
        self._add(b"".join(byte.to_bytes(4, "little") for byte in content), len(content))

    def add_system(self) -> None:
        """Add 320 bits from the operating system."""
        self._data += os.urandom(_SYSTEM_BYTES)
        self.bits += 8 * _SYSTEM_BYTES

    def _add(self, data: bytes, characters: int) -> None:
        self._data += data
        self.bits += _BITS * characters

    def hash(self) -> bytes:
        """Return the 160 bits from which the boards are dealt, 20 bytes."""
        return ripemd160(bytes(self._data))


@dataclass(frozen=True)
class BigDealSeed:
    """The seed of the deals: a hash of 160 bits and the owner, both hidden in ``repr``.

    The owner is the program's setting, or the text of ``-W``.
    """

    hash: bytes = field(repr=False)
    owner: str = field(default=OWNER, repr=False)

    @classmethod
    def parse(cls, digits: str, owner: str = OWNER) -> BigDealSeed:
        """Return the seed of 40 hexadecimal digits, as ``-h`` takes them.

        >>> BigDealSeed.parse("00" * 20, "Club").numbers().__next__()
        40978463909324922562323211316

        :raises TournamentError: if they are not 40 hexadecimal digits
        """
        if not _HASH.fullmatch(digits):
            raise TournamentError("the hash must be 40 hexadecimal digits, 160 bits")
        return cls(bytes.fromhex(digits), owner)

    def numbers(self) -> Iterator[int]:
        """Yield the numbers of the deals, board by board, in Big Deal's numbering.

        Candidates are the first 12 bytes of RIPEMD-160 of a counter (4 bytes, least significant
        first, from 1), the hash and the RIPEMD-160 of the owner; those beyond the last deal are
        skipped.
        """
        suffix = self.hash + ripemd160(self.owner.encode())
        for counter in range(1, 1 << 32):
            candidate = ripemd160(counter.to_bytes(4, "little") + suffix)
            number = int.from_bytes(candidate[:12], "big")
            if number < DEALS:
                yield number


def dealing_bigdeal(seed: BigDealSeed, boards: range) -> Job[Deals, int]:
    """Return a job that yields the deals of boards in batches; its result is their number.

    The first deal of a seed goes to the first board, whatever its number.

    >>> seed = BigDealSeed.parse("00" * 20, "Club")
    >>> [deals[0].text() for deals in dealing_bigdeal(seed, range(5, 8))]
    ['N:T4.AT754.32.J852 KQJ72.J9.74.KQT4 A85.KQ32.AKQT.76 963.86.J9865.A93']
    """

    def work(job: Job[Deals, int]) -> Generator[Deals, None, int]:
        numbers = seed.numbers()
        dealt = 0
        while dealt < len(boards) and not job.stopping:
            job.report(dealt, len(boards), "boards")
            batch = [next(numbers) for _ in range(min(_AT_ONCE, len(boards) - dealt))]
            rows = [masks_from_number(number, "bigdeal") for number in batch]
            dealt += len(rows)
            yield Deals(np.array(rows, dtype=np.uint64))
        return dealt

    return Job(work)


def board_range(text: str) -> range:
    """Return the numbers of boards of ``20`` (1 to 20) or ``11-20``.

    >>> board_range("20"), board_range("11-20")
    (range(1, 21), range(11, 21))

    :raises TournamentError: if it is neither, or the range is empty
    """
    match = _RANGE.fullmatch(text)
    if match:
        first, last = (int(match[1]), int(match[2])) if match[2] else (1, int(match[1]))
        if 1 <= first <= last <= _MOST_BOARD:
            return range(first, last + 1)
    raise TournamentError(f"write boards as a number, 20, or a range, 11-20, not '{text}'")


class HashFile:
    """A file of used hashes, Big Deal's ``dealentr.txt``, so that no hash is used twice.

    Anyone with a hash and the owner text can deal the boards again, so a new file is readable only
    by its owner.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def add(self, hash: bytes) -> int:
        """Add a hash; return the number of hashes before it.

        :raises TournamentError: if the file has the hash already, or a line is no hash
        """
        lines = list[str]()
        if self.path.exists():
            content = bytes_within(self.path, _MOST_BYTES)
            if content is None:
                raise TournamentError(f"{self.path} is too long for a file of hashes")
            lines = content.decode("latin-1").splitlines()
        for number, line in enumerate(lines, 1):
            if not _HASH.fullmatch(line):
                raise TournamentError(f"{self.path}, line {number}: not 40 hexadecimal digits")
            if bytes.fromhex(line) == hash:
                raise TournamentError(
                    f"{self.path}, line {number}: these boards were dealt before; "
                    "give other entropy"
                )
        append_private(self.path, hash.hex().upper())
        return len(lines)
