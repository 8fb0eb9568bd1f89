"""Whether a host may use a phone: RSA keys of adb, and those that the phone's owner has accepted.

A host proves that it has a key by signing the phone's token (PKCS#1 v1.5; the 20 bytes of the token
stand where a SHA-1 digest would). Checking needs no more than `pow`. Keys live in memory.
"""

from __future__ import annotations

import base64
import binascii
import struct
from dataclasses import dataclass

from phoneworld.adb.errors import ProtocolError

TOKEN_BYTES = 20
MODULUS_BYTES = 256
KEY = struct.Struct(f"<II{MODULUS_BYTES}s{MODULUS_BYTES}sI")
"""Length in words, an inverse for Montgomery's method, modulus, R squared, exponent."""

DIGEST_INFO = bytes.fromhex("3021300906052b0e03021a05000414")
"""ASN.1 for: what follows is a SHA-1 digest."""

MAX_KEYS = 64


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The public half of a host's key."""

    modulus: int
    exponent: int

    def verifies(self, token: bytes, signature: bytes) -> bool:
        """Whether a signature of a token was made with the other half."""
        if len(signature) != MODULUS_BYTES:
            return False
        number = int.from_bytes(signature, "big")
        if number >= self.modulus:
            return False
        tail = DIGEST_INFO + token
        padding = b"\xff" * (MODULUS_BYTES - len(tail) - 3)
        opened = pow(number, self.exponent, self.modulus).to_bytes(MODULUS_BYTES, "big")
        return opened == b"\0\1" + padding + b"\0" + tail


def read_key(data: bytes) -> PublicKey:
    """The key in the form adb sends it: base64, then a name of its owner."""
    encoded = data.rstrip(b"\0").partition(b" ")[0]
    try:
        raw = base64.b64decode(encoded, validate=True)
        words, _, modulus, _, exponent = KEY.unpack(raw)
    except (binascii.Error, struct.error) as error:
        raise ProtocolError("what was sent as a public key is none") from error
    number = int.from_bytes(modulus, "little")
    usable = number % 2 == 1 and number.bit_length() == MODULUS_BYTES * 8
    if words != MODULUS_BYTES // 4 or not usable or exponent not in (3, 65537):
        raise ProtocolError("the public key is not an RSA key of 2048 bits")
    return PublicKey(number, exponent)


class Keyring:
    """The keys that a phone knows.

    `asks`: whether hosts must have a key at all. A host with an unknown key is `unauthorized` until
    somebody accepts it.
    """

    def __init__(self, *, asks: bool = False) -> None:
        self.asks = asks
        self._known: list[PublicKey] = []

    def knows(self, token: bytes, signature: bytes) -> bool:
        """Whether a token was signed with a key that is known."""
        return any(key.verifies(token, signature) for key in self._known)

    def accept(self, key: PublicKey) -> None:
        """Know a key from now on; the oldest of too many is forgotten."""
        if key not in self._known:
            self._known = [*self._known[-MAX_KEYS + 1 :], key]
