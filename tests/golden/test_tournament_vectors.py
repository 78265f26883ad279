"""Published vectors: HKDF (RFC 5869), ChaCha20 (RFC 8439), rounds of drand."""

from __future__ import annotations

import subprocess
import sys
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

import pytest

from dealwright.base.errors import TournamentError
from dealwright.base.kernels import chacha_words, key_from_bytes
from dealwright.fair.tournament.plans import DrandRound
from dealwright.fair.tournament.values import _bls, checked_round
from dealwright.fair.tournament.verifier import hkdf, keystream

needs_ecc = pytest.mark.skipif(
    find_spec("py_ecc") is None,
    reason="py_ecc, which checks signatures of drand, is not installed (extras beacon and test)",
)
DEFAULT = "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"

# Round 1 of the default chain and round 1000 of quicknet, as drand gives them out.
FIRST: dict[str, object] = {
    "round": 1,
    "randomness": "101297f1ca7dc44ef6088d94ad5fb7ba03455dc33d53ddb412bbc4564ed986ec",
    "signature": (
        "8d61d9100567de44682506aea1a7a6fa6e5491cd27a0a0ed349ef6910ac5ac20"
        "ff7bc3e09d7c046566c9f7f3c6f3b10104990e7cb424998203d8f7de586fb7fa"
        "5f60045417a432684f85093b06ca91c769f0e7ca19268375e659c2a2352b4655"
    ),
    "previous_signature": "176f93498eac9ca337150b46d21dd58673ea4e3581185f869672e59fa4cb390a",
}
QUICK: dict[str, object] = {
    "round": 1000,
    "randomness": "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
    "signature": (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125"
        "e342b73a8dd2bacbe47e4b6b63ed5e39"
    ),
}


@pytest.mark.parametrize(
    ("secret", "salt", "info", "made"),
    [
        ("0b" * 22, "000102030405060708090a0b0c", "f0f1f2f3f4f5f6f7f8f9",
         "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"),
        (bytes(range(0x50)).hex(), bytes(range(0x60, 0xB0)).hex(), bytes(range(0xB0, 0x100)).hex(),
         "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"),
        ("0b" * 22, "", "", "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d20"),
    ],
)  # fmt: skip
def test_hkdf(secret: str, salt: str, info: str, made: str) -> None:
    found = hkdf(bytes.fromhex(salt), bytes.fromhex(secret), bytes.fromhex(info))
    assert found == bytes.fromhex(made)[:32]


def test_chacha20() -> None:
    """Section 2.4.2 of RFC 8439: the keystream of block 1, by both implementations."""
    key, nonce = bytes(range(32)), int.from_bytes(bytes.fromhex("0000004a00000000"), "little")
    block = bytes.fromhex(
        "224f51f3401bd9e12fde276fb8631ded8c131f823d2c06e27e4fcaec9ef3cf78"
        "8a3b0aa372600a92b57974cded2b9334794cba40c63e34cdea212c4cf07d41b7"
    )
    assert keystream(key, nonce, 2)[64:] == block
    words = chacha_words(key_from_bytes(key), 20, nonce, 8, 8)
    assert words.astype("<u8").tobytes() == block


@needs_ecc
@pytest.mark.parametrize(
    ("chain", "values"),
    [pytest.param(DEFAULT, FIRST, marks=pytest.mark.long), (QUICKNET, QUICK)],
)
def test_rounds_of_drand(chain: str, values: dict[str, object]) -> None:
    number = values["round"]
    assert isinstance(number, int)
    assert checked_round(values, DrandRound(chain, number)) == values["randomness"]


@pytest.mark.parametrize(
    ("chain", "changed", "words"),
    [
        (QUICKNET, {"round": 1001}, "the file has round 1001, and the plan names 1000"),
        (QUICKNET, {"randomness": "00" * 32}, "not the hash of its signature"),
        (QUICKNET, {"signature": 5}, "needs 'signature' in hexadecimal digits"),
        (DEFAULT, {}, "needs 'previous_signature'"),
        ("00" * 32, {}, "the chain 00000000... of drand is not known"),
    ],
)  # fmt: skip
def test_rounds_that_are_refused(chain: str, changed: dict[str, object], words: str) -> None:
    with pytest.raises(TournamentError, match=words):
        checked_round(QUICK | changed, DrandRound(chain, 1000))


@needs_ecc
def test_a_signature_of_another_chain_is_refused() -> None:
    other = {name: FIRST[name] for name in ("signature", "randomness")}
    with pytest.raises(TournamentError, match="not signed by the chain"):
        checked_round(QUICK | other, DrandRound(QUICKNET, 1000))


@needs_ecc
def test_a_signature_of_another_round_is_refused() -> None:
    """The signature is on the curve, and the message is another one."""
    with pytest.raises(TournamentError, match="not signed by the chain"):
        checked_round(QUICK | {"round": 999}, DrandRound(QUICKNET, 999))


@needs_ecc
def test_a_signature_outside_the_subgroup_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A point of another order that is added to a signature of quicknet fits the pairings too.

    Each such point would be another randomness that the chain seems to have signed.
    """
    curve, points, _ = _bls()  # which sets the limit of nested calls back
    p, x = curve.field_modulus, 4  # 4^3 + 4 is a square: a point of y^2 = x^3 + 4
    y = pow(x**3 + 4, (p + 1) // 4, p)
    assert y * y % p == x**3 + 4
    point = curve.FQ(x), curve.FQ(y), curve.FQ.one()
    stray = curve.multiply(point, curve.curve_order)
    assert not curve.is_inf(stray)
    signature = points.pubkey_to_G1(bytes.fromhex(str(QUICK["signature"])))
    forged = points.G1_to_pubkey(curve.add(signature, stray))
    other = QUICK | {"signature": forged.hex(), "randomness": sha256(forged).hexdigest()}
    with pytest.raises(TournamentError, match="not signed by the chain"):
        checked_round(other, DrandRound(QUICKNET, 1000))
    # without the check of the subgroup the round passes: nothing else refuses it
    monkeypatch.setattr(points, "subgroup_check", lambda _: True)
    assert checked_round(other, DrandRound(QUICKNET, 1000)) == other["randomness"]


@pytest.mark.long
@needs_ecc
def test_the_limit_on_nested_calls_stays() -> None:
    """py_ecc raises it to 100,000; a deeply nested file would then end the process."""
    script = (
        "import sys; before = sys.getrecursionlimit();"
        "from tests.golden.test_tournament_vectors import DEFAULT, FIRST, QUICK, QUICKNET;"
        "from dealwright.fair.tournament.plans import DrandRound;"
        "from dealwright.fair.tournament.values import _bls, checked_round;"
        "checked_round(QUICK, DrandRound(QUICKNET, 1000));"
        "checked_round(FIRST, DrandRound(DEFAULT, 1));"
        "assert 'py_ecc' in sys.modules and sys.getrecursionlimit() == before"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
