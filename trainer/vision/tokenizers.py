"""Tokenizers of models that see: the markup of chats and pictures, for our own and for published ones."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from runtime.errors import PolicyError
from runtime.prompts.format import CHATML, ChatMarkup
from trainer.errors import TokenizerError
from trainer.models.tiny_qwen35 import VISION_TOKENS
from trainer.tokenizer.policy_tokenizer import (
    CONFIG_FILE,
    PolicyTokenizer,
    TokenizerFacts,
    write_tokenizer,
)
from trainer.vision.image_settings import ImageSettings
from trainer.vision.pictures import VISION_END, VISION_START, Keeper, Shown

if TYPE_CHECKING:
    from tokenizers import Tokenizer

_CHAT_START = "<|im_start|>"
_TEMPLATE = "chat_template.jinja"


def write_seeing_tokenizer(tokenizer: Tokenizer, folder: Path) -> PolicyTokenizer:
    """A tokenizer of ours with the markup of a Qwen's chats and pictures, as a folder."""
    from tokenizers import AddedToken

    markup = (_CHAT_START, *VISION_TOKENS)
    tokenizer.add_special_tokens(
        [AddedToken(token, special=True, normalized=False) for token in markup]
    )
    return write_tokenizer(tokenizer, folder, TokenizerFacts(chat=CHATML))


def adopt_tokenizer(source: Path, folder: Path) -> PolicyTokenizer:
    """The tokenizer of a published model, as a folder that also says what stands around prompts.

    That is as the model's chat template has it, but a thought is never opened there: replies begin
    with it or do without.
    """
    known = PolicyTokenizer(source)
    if known.facts.chat != ChatMarkup():
        return known
    template = _template(source)
    if not template:
        raise TokenizerError(
            f"{source} has no chat template: put its {_TEMPLATE} there, or chat_markup into its "
            f"{CONFIG_FILE}"
        )
    from runtime.engines.gguf.chat_template import markup_of

    try:
        markup = markup_of(template, eos=known.facts.end)
    except PolicyError as error:
        raise TokenizerError(f"the chat template of {source}: {error}") from error
    before_reply = markup.before_reply.removesuffix(markup.reply_opening)
    chat = ChatMarkup(markup.before_prompt, before_reply, known.facts.end)
    known.save(folder)
    config = json.loads((folder / CONFIG_FILE).read_text(encoding="utf-8"))
    config["chat_markup"] = asdict(chat)
    text = json.dumps(config, indent=2, ensure_ascii=False)
    (folder / CONFIG_FILE).write_text(f"{text}\n", encoding="utf-8")
    return PolicyTokenizer(folder)


def shown(tokenizer: PolicyTokenizer, image_settings: ImageSettings, keeper: Keeper) -> Shown:
    """From screenshots to tokens, for a model's tokenizer and sight."""
    return Shown(
        image_settings,
        keeper,
        start=tokenizer.special(VISION_START),
        end=tokenizer.special(VISION_END),
    )


def _template(source: Path) -> str:
    path = source / _TEMPLATE
    if path.is_file():
        return path.read_text(encoding="utf-8")
    config = json.loads((source / CONFIG_FILE).read_text(encoding="utf-8"))
    template = config.get("chat_template", "")
    return template if isinstance(template, str) else ""
