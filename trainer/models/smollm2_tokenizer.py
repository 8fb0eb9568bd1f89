"""SmolLM2's own tokenizer, out of the same GGUF file as its weights."""

from __future__ import annotations

from pathlib import Path

from runtime.prompts.format import CHATML
from trainer.models.trainable_model import smollm2_file
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer, TokenizerFacts, write_tokenizer


def write_smollm2_tokenizer(folder: Path) -> PolicyTokenizer:
    """Its tokenizer with the markup of its chats, as a folder."""
    from transformers import AutoTokenizer

    path = smollm2_file()
    loaded = AutoTokenizer.from_pretrained(path.parent, gguf_file=path.name, local_files_only=True)
    facts = TokenizerFacts(end="<|im_end|>", pad="<|endoftext|>", chat=CHATML)
    return write_tokenizer(loaded.backend_tokenizer, folder, facts)
