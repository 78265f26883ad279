"""The deals of a set: a function of the secret, the commitment, the public value and the name."""

from __future__ import annotations

import hashlib
import hmac

import numpy as np

from dealwright.base.kernels import chacha_words, key_from_bytes
from dealwright.deals import Deals
from dealwright.fair.tournament.commitment import Commitment, Secret
from dealwright.fair.tournament.plans import SetName
from dealwright.numbering.deals import DEALS, masks_from_number

__all__ = ["board_number", "deals_of_set", "fingerprint", "key_of_set"]

_BYTES = 12  # of a candidate: 2^96 is 1.48 times the number of deals
_WORDS = 24  # 16 candidates at a time


def key_of_set(public: Commitment, secret: Secret, value: str, name: SetName) -> bytes:
    """Return the key of a set, 32 bytes: HKDF with SHA-256 (RFC 5869).

    The salt is the public value, the information the commitment and the name of the set.
    """
    salt = hashlib.sha256(value.encode()).digest()
    info = "\n".join([public.digest, name.phase, str(name.session), name.kind]).encode()
    extracted = hmac.digest(salt, secret.key, "sha256")
    return hmac.digest(extracted, info + b"\x01", "sha256")


def board_number(key: bytes, board: int) -> int:
    """Return the number of a board's deal, each of the 52!/13!^4 equally likely.

    Candidates are 12 bytes each of the ChaCha20 keystream (RFC 8439; the nonce is the board
    number), most significant first; the first below the number of deals is taken.
    """
    words, position = key_from_bytes(key), 0
    while True:
        part = chacha_words(words, 20, board, position, _WORDS).astype("<u8").tobytes()
        for first in range(0, len(part), _BYTES):
            number = int.from_bytes(part[first : first + _BYTES], "big")
            if number < DEALS:
                return number
        position += _WORDS


def deals_of_set(
    public: Commitment, secret: Secret, value: str, name: SetName, boards: range
) -> Deals:
    """Return the deals of the boards of a set."""
    key = key_of_set(public, secret, value, name)
    numbers = [board_number(key, board) for board in boards]
    rows = [masks_from_number(number, "andrews") for number in numbers]
    return Deals(np.array(rows, dtype=np.uint64))


def fingerprint(deals: Deals, boards: range) -> str:
    """Return the fingerprint of a set: SHA-256 of its boards as lines, in hexadecimal.

    >>> from dealwright import deal
    >>> fingerprint(deal(2, seed=1), range(1, 3))[:16]
    'd738f596181b5e50'
    """
    lines = (f"{board} {deal.text()}\n" for board, deal in zip(boards, deals, strict=True))
    return hashlib.sha256("".join(lines).encode()).hexdigest()
