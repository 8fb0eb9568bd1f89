"""A tokenizer as training uses it: parts and replies to tokens, by the runtime's own reading of them.

A folder holds `tokenizer.json` (the tokenizers library's) and `tokenizer_config.json` (in
transformers' layout), which also says how llama.cpp calls the pre-tokenizer and what markup stands
around prompts. Any byte-level or byte-fallback tokenizer of a published model works alike.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from runtime.engines.constraint import TokenVocabulary
from runtime.engines.tokens import PolicyTokens
from runtime.prompts.format import ChatMarkup
from trainer.errors import TokenizerError

if TYPE_CHECKING:
    from tokenizers import Tokenizer

PAD = "<|endoftext|>"
END = "<|im_end|>"
FILE = "tokenizer.json"
CONFIG_FILE = "tokenizer_config.json"
SMOLLM = "smollm"
"""What llama.cpp calls the pre-tokenizer of the tokenizers that we train."""
_MARKUP = "chat_markup"
_PRE = "gguf_pre"


@dataclass(frozen=True, slots=True)
class TokenizerFacts:
    """What is to be known of a tokenizer besides its tokens."""

    end: str = END
    pad: str = PAD
    pre: str = SMOLLM
    chat: ChatMarkup = field(default_factory=ChatMarkup)


class PolicyTokenizer:
    """Text to tokens and back. Safe in any thread."""

    def __init__(self, folder: Path) -> None:
        """Load from a folder; `TokenizerError` if there is none that can be used."""
        self.folder = folder
        self.facts = _read_facts(folder)
        self._tokens = PolicyTokens(folder / FILE, self.facts.chat)
        self.end = self.special(self.facts.end)
        self.pad = self.special(self.facts.pad)

    @property
    def size(self) -> int:
        """One more than the largest token."""
        return self._tokens.size

    @property
    def opening(self) -> list[int]:
        """The tokens before every prompt; none where prompts are bare text."""
        return self._tokens.opening

    @property
    def ends(self) -> tuple[int, ...]:
        """The tokens that end a reply."""
        return tuple(dict.fromkeys((self.end, *self._tokens.ends)))

    def encode_prompt(self, parts: Iterable[str | list[int]]) -> list[int]:
        """A prompt as the model reads it: markup, each part for itself, markup. A part may be tokens
        already: those that stand for a picture.
        """
        return [*self._tokens.opening, *self.encode_newest(parts)]

    def encode_newest(self, parts: Iterable[str | list[int]]) -> list[int]:
        """Parts that go on after a reply in one sequence, without what opens a prompt."""
        tokens: list[int] = []
        for part in parts:
            tokens += self.encode(part) if isinstance(part, str) else part
        return tokens + self._tokens.closing

    def encode_reply(self, reply: str) -> list[int]:
        """A reply with the token that ends it."""
        return [*self._tokens.text(reply), self.end]

    def encode(self, text: str) -> list[int]:
        """Plain text; markup in it is just its characters."""
        return self._tokens.text(text)

    def decode(self, tokens: Sequence[int]) -> str:
        """The text of tokens, without markup."""
        return b"".join(map(self._tokens.bytes_of, tokens)).decode(errors="replace")

    def piece(self, token: int) -> bytes:
        """What one token adds to a text: nothing, if it is markup."""
        return self._tokens.bytes_of(token)

    def vocabulary(self, size: int | None = None) -> TokenVocabulary:
        """The tokens as replies are constrained to them; `size` is how many the model scores."""
        return self._tokens.vocabulary(size or self.size)

    def save(self, folder: Path) -> None:
        """Copy both files into another folder."""
        if folder.resolve() == self.folder.resolve():
            return
        folder.mkdir(parents=True, exist_ok=True)
        for name in (FILE, CONFIG_FILE):
            shutil.copyfile(self.folder / name, folder / name)

    def special(self, token: str) -> int:
        """The one token that a piece of markup is; `TokenizerError` where it is none."""
        found = self._tokens.markup(token)
        if len(found) != 1:
            raise TokenizerError(
                f"{self.folder / FILE} has no token {token!r}: name the tokens that end and pad "
                f"sequences in {CONFIG_FILE} (eos_token, pad_token)"
            )
        return found[0]


def write_tokenizer(
    tokenizer: Tokenizer, folder: Path, facts: TokenizerFacts | None = None
) -> PolicyTokenizer:
    """Write a tokenizer's folder and load it."""
    facts = facts or TokenizerFacts()
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / FILE))
    config: dict[str, Any] = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": facts.end,
        "pad_token": facts.pad,
        "clean_up_tokenization_spaces": False,
        "model_max_length": 1_000_000,
        _PRE: facts.pre,
        _MARKUP: asdict(facts.chat),
    }
    text = json.dumps(config, indent=2, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(f"{text}\n", encoding="utf-8")
    return PolicyTokenizer(folder)


def _read_facts(folder: Path) -> TokenizerFacts:
    path = folder / CONFIG_FILE
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        usual = TokenizerFacts()
        return TokenizerFacts(
            end=_token(config.get("eos_token")) or usual.end,
            pad=_token(config.get("pad_token")) or _token(config.get("eos_token")) or usual.pad,
            pre=str(config.get(_PRE, "")),
            chat=ChatMarkup(**config.get(_MARKUP, {})),
        )
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise TokenizerError(
            f"{path} cannot be read ({error}): make a tokenizer with `trainer tokenizer`, or take "
            "the folder of a model that has both files"
        ) from error


def _token(value: str | dict[str, Any] | None) -> str:
    """A special token, which older configurations describe by a dictionary."""
    return str(value.get("content", "")) if isinstance(value, dict) else value or ""
