"""The tokens of a policy, from its tokenizer.json: text and markup to tokens, tokens to bytes.

Text is never markup: `<|im_end|>` in what a phone shows stays these characters. Knows byte-level and
byte-fallback tokenizers, which can write any reply; others are refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from runtime.engines.constraint import TokenVocabulary
from runtime.errors import BadBundle, UnsupportedPolicy
from runtime.prompts.format import ChatMarkup

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_LARGEST_BYTES = 256 * 2**20
# What models call the token that ends what they generate, likeliest first.
_ENDS = (
    "<|im_end|>",
    "<|eot_id|>",
    "<end_of_turn>",
    "<|end|>",
    "<|endoftext|>",
    "<|end_of_text|>",
    "</s>",
    "<eos>",
)


class PolicyTokens:
    """One tokenizer, in both its readings."""

    def __init__(self, path: Path, chat: ChatMarkup) -> None:
        source = _read(path)
        self._markup = _load(path, source)
        self._plain = _load(path, source)
        # Special tokens are then encoded as the text they are, instead of being recognised.
        self._plain.encode_special_tokens = True
        self._path = path
        about = _about(path, source)
        added: list[Any] = about.get("added_tokens") or []
        self.special = frozenset(int(token["id"]) for token in added if token.get("special"))
        self._bytes = _token_bytes(path, self._markup, about, {int(token["id"]) for token in added})
        self.opening = self._opening(chat)
        self.closing = self.markup(chat.before_reply)
        self.ends = self._find_ends(chat)

    @property
    def size(self) -> int:
        """One more than the largest token."""
        return len(self._bytes)

    def text(self, text: str) -> list[int]:
        """Tokens of plain text."""
        # Lone surrogates, which UTF-8 cannot hold, become question marks.
        clean = text.encode(errors="replace").decode()
        return self._plain.encode(clean, add_special_tokens=False).ids

    def markup(self, text: str) -> list[int]:
        """Tokens of text whose special tokens are meant."""
        return self._markup.encode(text, add_special_tokens=False).ids

    def bytes_of(self, token: int) -> bytes:
        """What a token adds to a reply: nothing, if it is markup."""
        if token in self.special or token >= len(self._bytes):
            return b""
        return self._bytes[token]

    def vocabulary(self, size: int) -> TokenVocabulary:
        """The tokens as replies are constrained to them; `size` is how many the model scores."""
        if self.size > size:
            raise BadBundle(
                f"{self._path} has {self.size} tokens and the model scores {size}: they do not "
                "belong together; take the tokenizer that the model was exported with"
            )
        unused = [b""] * (size - self.size)
        return TokenVocabulary(
            [*self._bytes, *unused],
            special=sorted(self.special),
            end=self.ends[0],
            tokenize=lambda text: self.text(text.decode(errors="replace")),
        )

    def _opening(self, chat: ChatMarkup) -> list[int]:
        """What comes before every prompt: the beginning that the tokenizer adds, and the markup."""
        probe = self.text("a")
        whole = self._plain.encode("a", add_special_tokens=True).ids
        added = whole[: len(whole) - len(probe)] if whole[-len(probe) :] == probe else []
        markup = self.markup(chat.before_prompt)
        return markup if markup[: len(added)] == added else [*added, *markup]

    def _find_ends(self, chat: ChatMarkup) -> tuple[int, ...]:
        """The tokens that end a reply; the first one is what a grammar ends with."""
        names = [*([chat.reply_end] if chat.reply_end else []), *_ENDS]
        found = (self._markup.token_to_id(name) for name in names)
        ends = tuple(dict.fromkeys(token for token in found if token in self.special))
        if not ends:
            raise UnsupportedPolicy(
                f"{self._path} has no token that ends a reply: name it in the bundle's chat markup "
                "(reply_end)"
            )
        return ends


def _read(path: Path) -> str:
    try:
        if path.stat().st_size > _LARGEST_BYTES:
            raise BadBundle(f"{path} is over {_LARGEST_BYTES} bytes: that is no tokenizer")
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadBundle(f"{path} cannot be read as a tokenizer: {error}") from error


def _load(path: Path, source: str) -> Tokenizer:
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_str(source)
    except Exception as error:  # tokenizers raises nothing more precise
        raise BadBundle(
            f"{path} is no tokenizer.json that can be read ({error}): copy or export it again"
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _about(path: Path, source: str) -> dict[str, Any]:
    try:
        about = json.loads(source)
    except (ValueError, RecursionError) as error:
        raise BadBundle(f"{path} is not JSON: {error}") from error
    return cast("dict[str, Any]", about)


def _token_bytes(
    path: Path, tokenizer: Tokenizer, about: dict[str, Any], added: set[int]
) -> list[bytes]:
    kinds = set(_kinds(about.get("decoder"))) | set(_kinds(about.get("pre_tokenizer")))
    if "ByteLevel" in kinds:
        read = _from_byte_level
    elif "ByteFallback" in kinds or about["model"].get("byte_fallback"):
        read = _from_byte_fallback
    else:
        raise UnsupportedPolicy(
            f"{path} is neither a byte-level nor a byte-fallback tokenizer: it cannot write any "
            "text, and replies in it cannot be constrained"
        )
    vocabulary = tokenizer.get_vocab(with_added_tokens=True)
    largest = max(vocabulary.values(), default=-1)
    if largest >= 4 * len(vocabulary) + 4096:
        raise BadBundle(f"{path} numbers its tokens up to {largest}, with holes: export it again")
    tokens = [b""] * (largest + 1)
    for token, index in vocabulary.items():
        tokens[index] = token.encode(errors="replace") if index in added else read(token)
    return tokens


def _kinds(value: object) -> Iterator[str]:
    """The types named in a part of tokenizer.json, which may be a sequence of parts."""
    if isinstance(value, dict):
        part = cast("dict[str, object]", value)
        if isinstance(kind := part.get("type"), str):
            yield kind
        for inner in part.values():
            yield from _kinds(inner)
    elif isinstance(value, list):
        for inner in cast("list[object]", value):
            yield from _kinds(inner)


def _byte_alphabet() -> dict[str, int]:
    """How byte-level tokenizers write bytes: printable ones as themselves, the rest from U+0100 on."""
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = [byte for byte in range(256) if byte not in printable]
    return {chr(byte): byte for byte in printable} | {
        chr(0x100 + place): byte for place, byte in enumerate(others)
    }


_ALPHABET = _byte_alphabet()


def _from_byte_level(token: str) -> bytes:
    if all(letter in _ALPHABET for letter in token):
        return bytes(_ALPHABET[letter] for letter in token)
    return token.encode(errors="replace")


def _from_byte_fallback(token: str) -> bytes:
    if len(token) == 6 and token.startswith("<0x") and token.endswith(">"):
        return bytes([int(token[3:5], 16)])
    return token.replace("\u2581", " ").encode(errors="replace")
