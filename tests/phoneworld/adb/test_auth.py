import base64
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phoneworld.adb.errors import ProtocolError
from phoneworld.adb.wire.auth import DIGEST_INFO, KEY, MAX_KEYS, Keyring, PublicKey, read_key

EXPONENT = 65537


def is_probably_prime(number: int, rng: random.Random) -> bool:
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for _ in range(8):
        power = pow(rng.randrange(2, number - 1), odd, number)
        seen = {power}
        for _ in range(twos - 1):
            power = pow(power, 2, number)
            seen.add(power)
        if pow(power, 1, number) != number - 1 and number - 1 not in seen and 1 not in seen:
            return False
    return True


def make_prime(rng: random.Random) -> int:
    small = [n for n in range(3, 2000, 2) if all(n % d for d in range(3, int(n**0.5) + 1, 2))]
    while True:
        number = rng.getrandbits(1024) | (3 << 1022) | 1
        if all(number % d for d in small) and is_probably_prime(number, rng):
            return number


@pytest.fixture(scope="module")
def key() -> tuple[PublicKey, int]:
    """A key, and its secret exponent."""
    rng = random.Random(7)
    p, q = make_prime(rng), make_prime(rng)
    return PublicKey(p * q, EXPONENT), pow(EXPONENT, -1, (p - 1) * (q - 1))


def sign(token: bytes, key: tuple[PublicKey, int]) -> bytes:
    public, secret = key
    tail = DIGEST_INFO + token
    padded = b"\0\1" + b"\xff" * (256 - len(tail) - 3) + b"\0" + tail
    return pow(int.from_bytes(padded, "big"), secret, public.modulus).to_bytes(256, "big")


def as_sent(key: PublicKey) -> bytes:
    raw = KEY.pack(64, 0, key.modulus.to_bytes(256, "little"), bytes(256), key.exponent)
    return base64.b64encode(raw) + b" somebody@somewhere\0"


def test_signature_of_the_token_is_accepted(key: tuple[PublicKey, int]) -> None:
    token = bytes(range(20))

    assert key[0].verifies(token, sign(token, key))


def test_signature_of_another_token_is_not(key: tuple[PublicKey, int]) -> None:
    assert not key[0].verifies(bytes(20), sign(bytes(range(20)), key))


@given(st.binary(max_size=300))
def test_no_bytes_pass_for_a_signature(data: bytes) -> None:
    assert not PublicKey((1 << 2047) + 1, EXPONENT).verifies(bytes(20), data)


def test_key_is_read_as_adb_sends_it(key: tuple[PublicKey, int]) -> None:
    assert read_key(as_sent(key[0])) == key[0]


@given(st.binary(max_size=900))
def test_what_is_no_key_is_an_error(data: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_key(data)


@pytest.mark.parametrize(
    "key", [PublicKey(0, 3), PublicKey(1 << 2047, 3), PublicKey((1 << 2047) + 1, 2)]
)
def test_key_that_nobody_would_make_is_an_error(key: PublicKey) -> None:
    with pytest.raises(ProtocolError, match="2048 bits"):
        read_key(as_sent(key))


def test_only_accepted_keys_are_known(key: tuple[PublicKey, int]) -> None:
    ring, token = Keyring(asks=True), bytes(range(20))
    signature = sign(token, key)
    before = ring.knows(token, signature)
    ring.accept(key[0])

    assert (before, ring.knows(token, signature)) == (False, True)


def test_a_flood_of_keys_does_not_pile_up(key: tuple[PublicKey, int]) -> None:
    ring, token = Keyring(asks=True), bytes(range(20))
    ring.accept(key[0])
    for number in range(MAX_KEYS):
        ring.accept(PublicKey((1 << 2047) + 2 * number + 1, 3))

    assert not ring.knows(token, sign(token, key))
