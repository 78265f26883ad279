r"""The random stream: ChaCha words at a position, keyed by a seed.

The promise (stream version 1): the key is SHA-256 of the UTF-8 text
``"dealwright\n{domain}\n{version}\n{seed}"``; word ``w`` is the little-endian 64-bit word
``w % 8`` of the ChaCha8 block with counter ``w // 8``. A version, once released, never changes.
"""

from __future__ import annotations

from functools import cache, cached_property
from operator import index
from os import urandom
from typing import TYPE_CHECKING, Any

from dealwright.base import kernels
from dealwright.base.errors import StreamError

if TYPE_CHECKING:
    from collections.abc import Callable

    from dealwright.base.kernels import UInt64Array

__all__ = ["STREAM_VERSION", "Seed", "Stream", "fresh_seed"]

STREAM_VERSION = 1
Seed = int | str
_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # Crockford's base 32: no i, l, o, u
_WORDS = 1 << 64


def _seed_text(seed: object) -> str:
    if isinstance(seed, str):
        text = seed.strip()
    else:
        try:
            number = index(None if isinstance(seed, bool) else seed)  # type: ignore[arg-type]
        except TypeError:
            raise StreamError(
                f"a seed must be an integer or a text, not {type(seed).__name__}"
            ) from None
        text = str(number) if number.bit_length() < 10_000 else hex(number)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise StreamError("a seed must be a text of Unicode characters") from None
    return text


@cache
def _sha256() -> Callable[[bytes], Any]:
    from hashlib import sha256  # takes 3 ms, and a walk in order needs no key

    return sha256


def fresh_seed() -> str:
    """Return a new seed of 100 random bits from the operating system, easy to read and retype.

    It has 100 bits because there are 2^95.4 bridge deals: a smaller seed could not give them all.

    >>> len(fresh_seed())
    24
    """
    letters = "".join(_ALPHABET[byte % 32] for byte in urandom(20))
    return "-".join(letters[i : i + 4] for i in range(0, 20, 4))


class Stream:
    """An endless sequence of random 64-bit words that can be read anywhere.

    ``seed`` is an integer or a text (the integer 5 and the text "5" are the same seed); None takes
    a fresh one from the operating system. Streams of different domains are independent. A Stream
    has no state: reading it changes nothing, so it can be shared by threads.

    >>> Stream(1).words(0, 2)
    array([ 2428571782352023699, 15786329171788433322], dtype=uint64)
    >>> bool((Stream("1").words(1000, 3) == Stream(1).words(999, 4)[1:]).all())
    True

    :raises StreamError: if the seed is neither an integer nor a text, or the domain has a newline
    """

    def __init__(self, seed: Seed | None = None, *, domain: str = "deals") -> None:
        if seed is None:
            seed = fresh_seed()
        if "\n" in domain:
            raise StreamError("a stream's domain cannot contain a line break")
        self.seed = _seed_text(seed)
        self.domain = domain
        self.version = STREAM_VERSION

    @classmethod
    def of(cls, seed: Stream | Seed | None, domain: str = "deals") -> Stream:
        """Return a stream as it is, or the stream of a seed in a domain; None takes a fresh seed.

        Every argument ``seed=`` means this.

        >>> Stream.of(5), Stream.of(Stream("a"), "draws"), Stream.of("a", "draws")
        (Stream('5', domain='deals'), Stream('a', domain='deals'), Stream('a', domain='draws'))

        :raises StreamError: if the seed is not a Stream, an integer, a text or None
        """
        return seed if isinstance(seed, Stream) else cls(seed, domain=domain)

    @cached_property
    def key(self) -> memoryview:
        """The ChaCha key, a buffer uint32[8]."""
        text = f"dealwright\n{self.domain}\n{self.version}\n{self.seed}"
        return kernels.key_from_bytes(_sha256()(text.encode()).digest())

    def words(self, first: int, n: int) -> UInt64Array:
        """Return words ``first`` to ``first + n - 1`` as uint64[n].

        :raises StreamError: if their positions are not within 0 .. 2^64 - 1
        """
        if first < 0 or n < 0 or first + n > _WORDS:
            raise StreamError(f"words {first} to {first + n - 1} are outside the stream")
        return kernels.words(self.key, first, n)

    def split(self, name: str) -> Stream:
        """Return an independent stream of the same seed, for another purpose.

        >>> Stream(1).split("noise")
        Stream('1', domain='deals/noise')
        """
        return Stream(self.seed, domain=f"{self.domain}/{name}")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.seed, self.domain) == (other.seed, other.domain)

    def __hash__(self) -> int:
        return hash((self.seed, self.domain))

    def __repr__(self) -> str:
        return f"Stream('{self.seed}', domain='{self.domain}')"
