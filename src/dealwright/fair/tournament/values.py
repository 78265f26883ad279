"""The public value: unpredictable in advance, public afterwards."""

from __future__ import annotations

import hashlib
import re
import sys
import unicodedata
from importlib import import_module
from typing import Any

from dealwright.base.errors import ArgumentError, TournamentError
from dealwright.base.files import bytes_within, json_once
from dealwright.fair.tournament.plans import DrandRound, EventPlan

__all__ = ["CHAINS", "ENOUGH_BITS", "checked_round", "public_value"]

# The entropy that a public value needs. The maker of the secret could choose among secrets by the
# deals of each outcome; 2^64 outcomes are too many to examine for even one secret.
ENOUGH_BITS = 64

_VALUE_LENGTH = 1000  # characters of a value
_MOST_BYTES = 1 << 16  # of a file with a round

# The public keys of drand's chains, by their hashes: https://api.drand.sh/<hash>/info
CHAINS = {
    # default: pedersen-bls-chained, signatures in G2
    "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce": (
        "868f005eb8e6e4ca0a47c8a77ceaa5309a47978a7c71bc5cce96366b5d7a569937c529eeda66c7293784a9402801af31"
    ),
    # quicknet: bls-unchained-g1-rfc9380, signatures in G1
    "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971": (
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
        "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
        "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
}
# Invisible marks and letters. Format characters, such as U+200B, are not printable anyway.
_INVISIBLE = {
    *"\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0",
    *map(chr, (*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))),
}
# Letters of Cyrillic and Greek that look like Latin ones.
_LIKE_LATIN = frozenset(
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u0430\u0435\u0455\u0456\u0458\u043e\u0440\u0441\u0443\u0445"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf"
)
_G1_DST = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
_G2_DST = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_"


def public_value(given: str, plan: EventPlan) -> str:
    r"""Return the public value of a plan: a line of text, or the randomness of its drand round.

    Spaces are collapsed and letters composed (NFC), so that a typed value is the same everywhere.
    Invisible characters, and those that look like others, are errors, because values that look the
    same would deal different boards: so all is ASCII but letters, of one script. A round is a file
    of JSON, as drand publishes it.

    >>> from dealwright.fair.tournament.plans import read_plan
    >>> plan = read_plan('title = "A"\nvalue = "DAX"\n[[phase]]\nname = "P"\nboards = "1-4"')
    >>> public_value("  24,311.07 ", plan)
    '24,311.07'

    :raises TournamentError: if it is empty, too long, not a file of the round, or not signed
    """
    if plan.drand is not None:
        return checked_round(_read_round(given), plan.drand)
    text = " ".join(unicodedata.normalize("NFC", given).split())
    if not text or len(text) > _VALUE_LENGTH:
        raise TournamentError(
            f"the public value must be a line of at most {_VALUE_LENGTH:,} characters: {plan.value}"
        )
    for letter in text:
        if not letter.isprintable() or letter in _INVISIBLE:
            why = "cannot be seen"
        elif unicodedata.normalize("NFKC", letter) != letter:
            why = "looks like another character"
        else:
            continue
        raise TournamentError(
            f"the public value has U+{ord(letter):04X}, which {why}: type it on a keyboard"
        )
    _check_scripts(text)
    return text


def _check_scripts(text: str) -> None:
    """Refuse signs beyond ASCII, and letters of two scripts: both may look like others.

    A letter's script is named by the first word of its Unicode name; Japanese mixes three of them.

    :raises TournamentError: if there is such a character
    """
    letters = {letter for letter in text if letter.isalpha()}
    if letters and letters <= _LIKE_LATIN:
        raise TournamentError(
            f"the public value has U+{ord(min(letters)):04X}, which looks like another "
            "character: type it on a keyboard"
        )
    first: tuple[str, str] | None = None
    for letter in text:
        category = unicodedata.category(letter)
        is_letter = category.startswith("L")
        if not (letter.isascii() or is_letter or category.startswith("M") or category == "Nd"):
            raise TournamentError(
                f"the public value has U+{ord(letter):04X}, which looks like another "
                "character: type it on a keyboard"
            )
        if not is_letter:
            continue
        script = re.match(r"\w+", unicodedata.name(letter, "UNNAMED"), re.ASCII)
        assert script is not None
        name = "CJK" if script[0] in ("HIRAGANA", "KATAKANA") else script[0]
        if first is None:
            first = name, letter
        if name != first[0]:
            raise TournamentError(
                f"the public value has letters of two scripts, U+{ord(first[1]):04X} "
                f"({first[0].lower()}) and U+{ord(letter):04X} ({name.lower()}): write it in one"
            )


def _read_round(path: str) -> dict[str, object]:
    data = bytes_within(path, _MOST_BYTES)
    try:
        values = None if data is None else json_once(data)
    except ValueError:
        values = None
    if not isinstance(values, dict):
        raise TournamentError(f"{path} is not a round of drand as JSON")
    return values


def checked_round(values: dict[str, object], wanted: DrandRound) -> str:
    """Return the randomness of a round of drand after checking its signature.

    :raises TournamentError: if it is another round, or not signed by the chain; if the chain is not
    known
    :raises ArgumentError: if py_ecc is not installed
    """
    if wanted.chain not in CHAINS:
        raise TournamentError(f"the chain {wanted.chain[:8]}... of drand is not known here")
    if values.get("round") != wanted.round:
        raise TournamentError(
            f"the file has round {values.get('round')!r}, and the plan names {wanted.round}"
        )
    signature = _hex(values, "signature")
    if hashlib.sha256(signature).digest() != _hex(values, "randomness"):
        raise TournamentError("the randomness of the round is not the hash of its signature")
    message = wanted.round.to_bytes(8, "big")
    key = bytes.fromhex(CHAINS[wanted.chain])
    if len(key) == 48:  # a chained beacon signs the signature before too
        message = _hex(values, "previous_signature") + message
    if not _signed(key, hashlib.sha256(message).digest(), signature):
        raise TournamentError(f"round {wanted.round} is not signed by the chain of the plan")
    return hashlib.sha256(signature).hexdigest()


def _bls() -> tuple[Any, Any, Any]:
    """Return the curve, its points and the hashes onto it.

    Importing py_ecc raises Python's recursion limit, for polynomials that are not used here. The
    limit is restored, because without it a deeply nested text would crash the process.

    :raises ArgumentError: if py_ecc is not installed
    """
    limit = sys.getrecursionlimit()
    try:
        return (
            import_module("py_ecc.optimized_bls12_381"),
            import_module("py_ecc.bls.g2_primitives"),
            import_module("py_ecc.bls.hash_to_curve"),
        )
    except ImportError:
        raise ArgumentError(
            "a round of drand is checked with py_ecc: pip install 'dealwright[beacon]'"
        ) from None
    finally:
        sys.setrecursionlimit(limit)


def _signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Return whether a BLS signature is that of a message: e(signature, g) = e(hash, key).

    Keys of 48 bytes are in G1 and their signatures in G2; keys of 96 bytes are the reverse.
    """
    curve, points, hashes = _bls()
    in_g1, in_g2 = points.pubkey_to_G1, points.signature_to_G2
    try:
        if len(key) == 48:
            signed = in_g2(signature)
            hashed = hashes.hash_to_G2(message, _G2_DST, hashlib.sha256)
            pairs = ((signed, curve.neg(curve.G1)), (hashed, in_g1(key)))
        else:
            signed = in_g1(signature)
            hashed = hashes.hash_to_G1(message, _G1_DST, hashlib.sha256)
            pairs = ((curve.neg(curve.G2), signed), (in_g2(key), hashed))
        if not points.subgroup_check(signed):
            return False
    except ValueError:  # the bytes are no point of the curve
        return False
    product = curve.FQ12.one()
    for left, right in pairs:
        product *= curve.pairing(left, right, False)
    return bool(curve.final_exponentiate(product) == curve.FQ12.one())


def _hex(values: dict[str, object], name: str) -> bytes:
    text = values.get(name)
    if not isinstance(text, str) or not re.fullmatch(r"(?:[0-9a-f]{2}){32,96}", text):
        raise TournamentError(f"the round of drand needs '{name}' in hexadecimal digits")
    return bytes.fromhex(text)
