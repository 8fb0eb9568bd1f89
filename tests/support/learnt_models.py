"""Tiny checkpoints that know a few lessons by heart: what is decided by odds far apart survives export."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from built_in import CATALOGUE
from tiny_tokenizer import END, learn_tokenizer

from runtime.prompts.format import FormatOptions
from runtime.prompts.registry import find_format
from trainer.export.heldout import HeldOut
from trainer.export.reference import Reference
from trainer.facts import PolicyFacts, write_facts
from trainer.models.checkpoint import ModelCheckpoint, open_checkpoint
from trainer.models.torch_checkpoint import load_model

FACTS = PolicyFacts(
    rules="",
    history_steps=4,
    max_reply_tokens=48,
    licence="Apache-2.0",
    catalogues=(CATALOGUE.facts(),),
)
FORMAT = find_format("compact", FormatOptions(rules="", history_steps=4))


@dataclass(frozen=True, slots=True)
class Learnt:
    """A checkpoint, the model that it holds, and that model asked in torch."""

    checkpoint: ModelCheckpoint
    model: Any
    reference: Reference


def learn(folder: Path, lessons: tuple[HeldOut, ...]) -> Learnt:
    """Train the model of a folder until it decides as told, and save it there."""
    import torch

    torch.set_num_threads(1)
    write_facts(folder, FACTS)
    checkpoint = open_checkpoint(folder)
    model = load_model(folder)
    reference = Reference(checkpoint, model, FORMAT)
    pairs = [
        (
            reference.prompt_tokens(held.prompt),
            [
                *reference.tokens.text(FORMAT.write_reply(held.decision, held.prompt.observation)),
                reference.tokens.ends[0],
            ],
        )
        for held in lessons
    ]
    longest = max(len(prompt) + len(reply) for prompt, reply in pairs)
    given = torch.zeros(len(pairs), longest, dtype=torch.long)
    wanted = torch.full_like(given, -100)
    for row, (prompt, reply) in enumerate(pairs):
        given[row, : len(prompt) + len(reply)] = torch.tensor([*prompt, *reply])
        wanted[row, len(prompt) - 1 : len(prompt) + len(reply) - 1] = torch.tensor(reply)
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3)
    model.train()
    for _ in range(40):
        optimizer.zero_grad()
        logits = model(input_ids=given, use_cache=False).logits
        torch.nn.functional.cross_entropy(logits.flatten(0, 1), wanted.flatten()).backward()
        optimizer.step()
    model.eval()
    model.save_pretrained(folder)
    return Learnt(open_checkpoint(folder), model, reference)


def random_checkpoint(folder: Path, kind: str, **changes: Any) -> ModelCheckpoint:  # noqa: ANN401
    """A small model that transformers makes of a configuration (`Qwen2Config`), with random weights."""
    import torch
    import transformers

    shape: dict[str, Any] = {
        "vocab_size": 520,  # wider than the tokenizer
        "hidden_size": 64,
        "intermediate_size": 96,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 512,
        "rope_parameters": {"rope_type": "default", "rope_theta": 5000.0},
        "bos_token_id": None,
        "eos_token_id": learn_tokenizer().id_of(END),
    }
    torch.manual_seed(0)
    config = getattr(transformers, kind)(**shape | changes)
    model = transformers.AutoModelForCausalLM.from_config(config)
    for weight in model.parameters():
        torch.nn.init.normal_(weight, 0, weight.shape[-1] ** -0.5)
    model.save_pretrained(folder)
    learn_tokenizer().save(folder)
    return open_checkpoint(folder)
