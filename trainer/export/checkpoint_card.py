"""What a checkpoint needs so that strangers can use it: a model card and a chat template.

The template says just what our prompts say: the markup that the policy was trained with around one message of the
user's. A checkpoint that has a template or a card keeps its own.
"""

from __future__ import annotations

import json
from pathlib import Path

from runtime.prompts.format import ChatMarkup
from trainer.export.card import origin, terms
from trainer.facts import PolicyFacts
from trainer.models.checkpoint import ModelCheckpoint, open_checkpoint

CARD = "README.md"
CONFIG = "config.json"
TEMPLATE = "chat_template.jinja"


def complete_checkpoint(folder: Path) -> tuple[str, ...]:
    """Write what is missing of card and template; the names of what was written.

    An adapter's folder is left as it is: it is merged into its base before anybody asks it.
    """
    if not (folder / CONFIG).is_file():
        return ()
    checkpoint = open_checkpoint(folder)
    written: list[str] = []
    if not checkpoint.template:
        (folder / TEMPLATE).write_text(chat_template(checkpoint.chat()), encoding="utf-8")
        written.append(TEMPLATE)
    if not (folder / CARD).is_file():
        (folder / CARD).write_text(checkpoint_card(checkpoint), encoding="utf-8")
        written.append(CARD)
    return tuple(written)


def chat_template(markup: ChatMarkup) -> str:
    """A Jinja template that puts the markup around messages: users' before, assistants' after.

    A system message goes before the first user's words, as prompts of ours have it.
    """
    before, between, end = (
        json.dumps(part, ensure_ascii=False)
        for part in (markup.before_prompt, markup.before_reply, markup.reply_end)
    )
    return (
        "{%- for message in messages -%}\n"
        "{%- if message.role == 'assistant' -%}\n"
        f"{{{{- {between} + message.content + {end} -}}}}\n"
        "{%- elif message.role == 'system' -%}\n"
        f"{{{{- {before} + message.content -}}}}\n"
        "{%- elif loop.index0 > 0 and messages[loop.index0 - 1].role == 'system' -%}\n"
        "{{- message.content -}}\n"
        "{%- else -%}\n"
        f"{{{{- {before} + message.content -}}}}\n"
        "{%- endif -%}\n"
        "{%- endfor -%}\n"
        f"{{%- if add_generation_prompt -%}}{{{{- {between} -}}}}{{%- endif -%}}"
    )


def checkpoint_card(checkpoint: ModelCheckpoint) -> str:
    """The card of a checkpoint: from its facts alone."""
    facts = checkpoint.facts
    lines = [
        *_head(facts),
        f"# {checkpoint.folder.resolve().name}",
        "",
        f"A policy for PhoneBuddy: a {checkpoint.text_config.get('model_type')} checkpoint.",
        "",
        *origin(facts),
        "## Asked with",
        "",
        f"- prompt format `{facts.prompt_format}`, shown {facts.observation}",
        f"- history: {facts.history_steps or 'all'} steps",
        "",
        *terms(facts),
    ]
    return "\n".join(lines).rstrip() + "\n"


def _head(facts: PolicyFacts) -> list[str]:
    """What a hub reads: YAML between two rules."""
    lines = ["---", "library_name: transformers", "pipeline_tag: text-generation"]
    if facts.licence:
        lines.append(f"license: {json.dumps(facts.licence)}")
    return [*lines, "tags:", "- phonebuddy", "- agent", "---"]
