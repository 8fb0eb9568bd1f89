"""The encoder that a reader begins with: some layers of a published one, and the words that it needs.

Any BERT of transformers will do. Most of its weights are rows of words; of these are kept every letter,
what the lessons use most, and the words that come first in its list, which are the usual ones.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from trainer.errors import ModelError

FILE = "tokenizer.json"
_OF_LESSONS = 0.5
"""Such a share of the words is taken from the lessons."""


def load_encoder(folder: Path, layers: Sequence[int]) -> Any:  # noqa: ANN401  transformers' models
    """These layers of a BERT, without its pooler."""
    from transformers import AutoModel

    try:
        encoder: Any = AutoModel.from_pretrained(
            folder, local_files_only=True, add_pooling_layer=False
        )
        encoder.encoder.layer = torch.nn.ModuleList([encoder.encoder.layer[one] for one in layers])
    except (OSError, ValueError, TypeError, AttributeError, IndexError) as error:
        raise ModelError(
            f"{folder} holds no BERT with the layers {list(layers)}: {error}"
        ) from error
    encoder.config.num_hidden_layers = len(layers)
    return encoder


def shorten_vocabulary(encoder: Any, folder: Path, texts: Iterable[str], *, words: int) -> str:  # noqa: ANN401
    """Keep so many words and what the texts use, in the encoder and in its tokenizer, which is given back as JSON."""
    source = (folder / FILE).read_text(encoding="utf-8")
    whole = Tokenizer.from_str(source)
    whole.no_truncation()
    used = Counter(token for text in texts for token in whole.encode(text).ids)
    about = json.loads(source)
    vocabulary: dict[str, int] = about["model"]["vocab"]
    special = {token["id"] for token in about["added_tokens"]}
    letters = {number for word, number in vocabulary.items() if len(word.removeprefix("##")) == 1}
    chosen = special | letters
    # The commonest of the lessons, and then the usual words: a stranger has others than the lessons. Unused places
    # of the list stand before its first letter.
    common = [number for number, _ in used.most_common() if number not in chosen]
    chosen |= set(common[: int(words * _OF_LESSONS)])
    usual = [one for one in sorted(vocabulary.values()) if one not in chosen and one > min(letters)]
    kept = sorted(chosen | set(usual[: max(0, words - len(chosen))]))
    new = {number: place for place, number in enumerate(kept)}
    about["model"]["vocab"] = {
        word: new[number]
        for word, number in sorted(vocabulary.items(), key=lambda one: one[1])
        if number in new
    }
    for token in about["added_tokens"]:
        token["id"] = new[token["id"]]
    for token in about["post_processor"].get("special_tokens", {}).values():
        token["ids"] = [new[number] for number in token["ids"]]
    about["truncation"] = about["padding"] = None
    old: Any = encoder.get_input_embeddings()
    rows = torch.nn.Embedding(len(kept), old.embedding_dim)
    rows.weight.data.copy_(old.weight.data[kept])
    encoder.set_input_embeddings(rows)
    encoder.config.vocab_size = len(kept)
    encoder.config.pad_token_id = 0
    return json.dumps(about, ensure_ascii=False)
