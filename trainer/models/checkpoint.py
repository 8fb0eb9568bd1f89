"""A checkpoint folder as transformers lays it out, and a LoRA's, which is merged into its base first."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from runtime.errors import PolicyError, RecordError
from runtime.prompts.format import ChatMarkup
from runtime.record_codec import from_json
from trainer.errors import ExportError
from trainer.facts import PolicyFacts, read_facts
from trainer.models.tensors import StoredWeights

ADAPTER = "adapter_config.json"
TOKENIZER = "tokenizer.json"
_BESIDE = (
    TOKENIZER,
    "tokenizer_config.json",
    "chat_template.jinja",
    "special_tokens_map.json",
    "phonebuddy.json",
)


@dataclass(frozen=True, slots=True)
class Ends:
    """The tokens that end, begin and pad what a model is given, as texts."""

    end: str
    beginning: str = ""
    padding: str = ""


@dataclass(frozen=True, slots=True)
class ModelCheckpoint:
    """A whole model: its folder, its config.json, its chat template and the ends of its texts.

    `trained_chat` is the markup that it was trained with, where training has written it down.
    """

    folder: Path
    config: dict[str, Any]
    template: str
    ends: Ends
    facts: PolicyFacts
    trained_chat: ChatMarkup | None = None

    @property
    def text_config(self) -> dict[str, Any]:
        """What its config.json says of the part that reads and writes."""
        text = self.config.get("text_config")
        if text is None:
            return self.config
        tied = self.config.get("tie_word_embeddings", text.get("tie_word_embeddings", True))
        return {**text, "tie_word_embeddings": tied}

    @property
    def vocabulary_size(self) -> int:
        """How many tokens it scores."""
        return self._number("vocab_size")

    @property
    def context_tokens(self) -> int:
        """How many tokens it has positions for."""
        return self._number("max_position_embeddings")

    def _number(self, name: str) -> int:
        value = self.text_config.get(name)
        if not isinstance(value, int) or value < 1:
            raise ExportError(f"{self.folder / 'config.json'} has no {name}: save it again")
        return value

    @property
    def tokenizer(self) -> Path:
        return self.folder / TOKENIZER

    @property
    def architecture(self) -> str:
        return str((self.config.get("architectures") or [""])[0])

    def weights(self) -> StoredWeights:
        return StoredWeights(self.folder)

    def chat(self) -> ChatMarkup:
        """The markup around its prompts: as it was trained, else as its template has it."""
        known = self.facts.chat or self.trained_chat
        if known is not None:
            return replace(known, reply_end=known.reply_end or self.ends.end)
        if not self.template:
            return ChatMarkup(reply_end=self.ends.end)
        from runtime.engines.gguf.chat_template import markup_of

        try:
            markup = markup_of(self.template, bos=self.ends.beginning, eos=self.ends.end)
        except PolicyError as error:
            raise ExportError(f"the chat template of {self.folder}: {error}") from error
        return ChatMarkup(
            markup.before_prompt, markup.before_reply, self.ends.end, markup.reply_opening
        )


def open_checkpoint(folder: Path) -> ModelCheckpoint:
    """Read what a checkpoint says of itself. No weight is read yet."""
    if not folder.is_dir():
        raise ExportError(f"{folder} is no folder: name the folder of a checkpoint")
    config = _read(folder / "config.json")
    if not (folder / TOKENIZER).is_file():
        raise ExportError(
            f"{folder} has no {TOKENIZER}: save the checkpoint with its (fast) tokenizer"
        )
    about = _read(folder / "tokenizer_config.json", optional=True)
    template = folder / "chat_template.jinja"
    return ModelCheckpoint(
        folder,
        config,
        template.read_text(encoding="utf-8")
        if template.is_file()
        else _text(about.get("chat_template")),
        _ends(folder, config, about),
        read_facts(folder),
        _markup(folder, about.get("chat_markup")),
    )


def merge_adapter(folder: Path, work: Path) -> Path:
    """The folder of a whole model: `folder` itself, or a LoRA merged into its base, in `work`."""
    if not (folder / ADAPTER).is_file():
        return folder
    named = str(_read(folder / ADAPTER).get("base_model_name_or_path") or "")
    base = next((path for path in (folder / named, Path(named)) if named and path.is_dir()), None)
    if base is None:
        raise ExportError(
            f"{folder} is a LoRA for {named or 'a base it does not name'}, which is no folder here: "
            f"put the base there, or correct base_model_name_or_path in its {ADAPTER}"
        )
    target = work / "merged"
    _merge(base, folder, target)
    for name in _BESIDE:
        for source in (folder / name, base / name):
            if source.is_file():
                shutil.copyfile(source, target / name)
                break
    return target


def _merge(base: Path, adapter: Path, target: Path) -> None:
    import peft
    import torch

    from trainer.models.torch_checkpoint import load_model

    model = load_model(base)
    # peft keeps the tensors that an adapter lacks at their start, and says so nowhere.
    try:
        adapted = peft.PeftModel.from_pretrained(model, os.fspath(adapter))
        merged: Any = adapted.merge_and_unload(safe_merge=True)  # pyright: ignore[reportCallIssue]
    except (ValueError, RuntimeError, OSError, KeyError) as error:
        raise ExportError(f"the LoRA in {adapter} cannot be merged into {base}: {error}") from error
    with torch.no_grad():
        merged.save_pretrained(target)


def _ends(folder: Path, config: dict[str, Any], about: dict[str, Any]) -> Ends:
    """What the tokenizer's config calls them, else what the model's config numbers."""
    end = _text(about.get("eos_token")) or _token(folder, config.get("eos_token_id"))
    if not end:
        raise ExportError(
            f"{folder} does not say which token ends a reply: set eos_token in its "
            "tokenizer_config.json"
        )
    return Ends(end, _text(about.get("bos_token")), _text(about.get("pad_token")))


def _markup(folder: Path, value: object) -> ChatMarkup | None:
    if value is None:
        return None
    try:
        return from_json(ChatMarkup, value)  # pyright: ignore[reportArgumentType]  it is JSON
    except RecordError as error:
        raise ExportError(
            f"the chat_markup in {folder / 'tokenizer_config.json'} makes no sense: {error}"
        ) from error


def _token(folder: Path, number: object) -> str:
    first = number[0] if isinstance(number, list) and number else number
    for token in _read(folder / TOKENIZER).get("added_tokens") or []:
        if token.get("id") == first:
            return str(token.get("content", ""))
    return ""


def _text(value: object) -> str:
    """A token's text, which may stand in an object of its own."""
    if isinstance(value, dict):
        value = value.get("content")
    return value if isinstance(value, str) else ""


def _read(path: Path, *, optional: bool = False) -> dict[str, Any]:
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        if optional:
            return {}
        raise ExportError(
            f"{path.parent} has no {path.name}: it is no checkpoint in transformers' layout"
        ) from error
    except (OSError, ValueError) as error:
        raise ExportError(f"{path} cannot be read: {error}") from error
    if not isinstance(value, dict):
        raise ExportError(f"{path} is no JSON object")
    return value
