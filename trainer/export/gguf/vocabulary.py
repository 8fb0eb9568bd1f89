"""A tokenizer.json as llama.cpp wants it: tokens, their kinds, merges, and the name of its splitting.

Knows byte-level BPE, with one of the ways to split text that llama.cpp knows by a name; others are
refused, because they would be tokenized in silence as something else.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from trainer.errors import ExportError
from trainer.models.checkpoint import Ends
from trainer.tokenizer.policy_tokenizer import SMOLLM
from trainer.tokenizer.training import pre_tokenizer as smollm

if TYPE_CHECKING:
    import gguf

_QWEN2 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_QWEN35 = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}"
    r"| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_LLAMA3 = _QWEN2.replace(r"|\p{N}|", r"|\p{N}{1,3}|")
_REGEXES = {_QWEN2: "qwen2", _QWEN35: "qwen35", _LLAMA3: "llama-bpe"}
# NFC is a Qwen tokenizer's; llama.cpp leaves text as it is, which differs for composed characters.
_NORMALIZERS = (None, "NFC")


@dataclass(frozen=True, slots=True)
class GgufVocabulary:
    """Tokens by id, with their kinds as numbers of `gguf.TokenType`.

    `splitting` is llama.cpp's name of how text is split before merges are applied.
    """

    tokens: tuple[str, ...]
    kinds: tuple[int, ...]
    merges: tuple[str, ...]
    splitting: str
    end: int
    beginning: int | None = None
    padding: int | None = None
    begins_with_token: bool = False

    def describe(self, writer: gguf.GGUFWriter) -> None:
        """Write it into a GGUF file's header."""
        writer.add_tokenizer_model("gpt2")
        writer.add_tokenizer_pre(self.splitting)
        writer.add_token_list(list(self.tokens))
        writer.add_token_types(list(self.kinds))
        writer.add_token_merges(list(self.merges))
        writer.add_eos_token_id(self.end)
        if self.beginning is not None:
            writer.add_bos_token_id(self.beginning)
        if self.padding is not None:
            writer.add_pad_token_id(self.padding)
        writer.add_add_bos_token(self.begins_with_token)


def read_vocabulary(path: Path, *, size: int, ends: Ends) -> GgufVocabulary:
    """The vocabulary of a tokenizer.json for a model that scores `size` tokens."""
    try:
        about = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ExportError(
            f"{path} cannot be read as a tokenizer: {error}; copy the checkpoint again"
        ) from error
    try:
        return _vocabulary(path, about, size, ends)
    except (KeyError, TypeError, AttributeError) as error:
        raise ExportError(f"{path} is no tokenizer.json: it lacks {error}") from error


def _vocabulary(path: Path, about: dict[str, Any], size: int, ends: Ends) -> GgufVocabulary:
    import gguf

    model = about["model"]
    if model.get("type") != "BPE" or model.get("byte_fallback"):
        raise ExportError(
            f"{path} is a {model.get('type')} tokenizer: only byte-level BPE is written as GGUF"
        )
    normalizer = (about.get("normalizer") or {}).get("type")
    if normalizer not in _NORMALIZERS:
        raise ExportError(f"{path} changes text by {normalizer}, which llama.cpp does not")
    ids: dict[str, int] = dict(model["vocab"])
    added = {int(token["id"]): token for token in about.get("added_tokens") or []}
    by_id = {index: token for token, index in ids.items()}
    by_id |= {index: str(token["content"]) for index, token in added.items()}
    if by_id and max(by_id) >= size:
        raise ExportError(
            f"{path} has tokens up to {max(by_id)} and the model scores {size}: they do not belong "
            "together; take the tokenizer that the model was trained with"
        )
    kinds: list[int] = []
    for index in range(size):
        if index in added:
            special = added[index].get("special")
            kinds.append(gguf.TokenType.CONTROL if special else gguf.TokenType.USER_DEFINED)
        else:
            kinds.append(gguf.TokenType.NORMAL if index in by_id else gguf.TokenType.UNUSED)
    numbers = {token: index for index, token in by_id.items()}
    if ends.end not in numbers:
        raise ExportError(
            f"{path} has no token {ends.end!r}, which ends a reply by the checkpoint's config"
        )
    return GgufVocabulary(
        # Models are often wider than their tokenizers, and llama.cpp wants a name for each score.
        tokens=tuple(by_id.get(index, f"[PAD{index}]") for index in range(size)),
        kinds=tuple(int(kind) for kind in kinds),
        merges=tuple(
            merge if isinstance(merge, str) else " ".join(merge) for merge in model["merges"]
        ),
        splitting=_splitting(path, about),
        end=numbers[ends.end],
        beginning=numbers.get(ends.beginning) if ends.beginning else None,
        padding=numbers.get(ends.padding) if ends.padding else None,
        begins_with_token=_begins_with_token(about, ends),
    )


def _splitting(path: Path, about: dict[str, Any]) -> str:
    """llama.cpp's name for the pre-tokenizer."""
    given = about.get("pre_tokenizer") or {}
    parts = given.get("pretokenizers") or [given]
    plain = [part for part in parts if part.get("type")]
    shapes = [part["type"] for part in plain]
    if any(part.get("add_prefix_space") for part in plain):
        raise ExportError(f"{path} puts a space before every text, which llama.cpp does not")
    last = plain[-1] if plain else {}
    if shapes == ["Digits", "ByteLevel"] and plain[0].get("individual_digits"):
        if last.get("use_regex", True):
            return SMOLLM
    elif shapes == ["ByteLevel"] and last.get("use_regex", True):
        return "gpt-2"
    elif shapes == ["Split", "ByteLevel"] and not last.get("use_regex", True):
        name = _REGEXES.get(plain[0].get("pattern", {}).get("Regex", ""))
        if name and plain[0].get("behavior") == "Isolated" and not plain[0].get("invert"):
            return name
    raise ExportError(
        f"{path} splits text by {' + '.join(shapes) or 'nothing'}, in a way that llama.cpp has no "
        "name for here: train with digits apart and GPT-2's splitting (smollm), or with Qwen's"
    )


def pre_tokenizer(splitting: str):  # noqa: ANN201  its type is known to the library only
    """The pre-tokenizer that llama.cpp calls by this name."""
    from tokenizers import Regex, pre_tokenizers

    if splitting == "gpt-2":
        return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    if splitting == SMOLLM:
        return smollm()
    for regex, name in _REGEXES.items():
        if name == splitting:
            apart = pre_tokenizers.Split(Regex(regex), "isolated")
            return pre_tokenizers.Sequence(
                [apart, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)]
            )
    raise ExportError(f"a tokenizer that splits text by {splitting!r} cannot be made again here")


def _begins_with_token(about: dict[str, Any], ends: Ends) -> bool:
    """Whether the tokenizer itself puts the beginning before every text."""
    single = (about.get("post_processor") or {}).get("single") or []
    first = (single[0].get("SpecialToken") or {}).get("id") if single else None
    return bool(ends.beginning) and first == ends.beginning
