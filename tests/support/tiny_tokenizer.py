"""A byte-level BPE tokenizer of a few hundred tokens, learned on the spot from a few lines."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

END = "<|im_end|>"
SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    END,
    "<|vision_start|>",
    "<|vision_end|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
_CORPUS = (
    'You control a phone. Reply with one tool call: {"name": "click", "arguments": {"index": 12}}',
    '<think>The button says Save, so I click it.</think><tool_call>{"name": "type"}</tool_call>',
    "[0] button Settings [1] switch Wi-Fi on [2] field Search [3] text Messages [4] list Contacts",
    "Task: open the clock and set an alarm for 7:30. Step 1: open_app Clock. Step 2: scroll down.",
    'scroll drag press_button back home wait output finish ask_user "points": [[512, 300]]',
)


@dataclass(frozen=True, slots=True)
class TinyTokenizer:
    """Its tokens by id, its merges in order, and how to save it for transformers."""

    tokens: list[str]
    merges: list[str]
    backend: Any  # tokenizers.Tokenizer, whose types are loose

    def id_of(self, token: str) -> int:
        return self.tokens.index(token)

    def save(self, folder: Path) -> None:
        """What `AutoTokenizer.from_pretrained` reads."""
        import json

        self.backend.save(str(folder / "tokenizer.json"))
        about = {"tokenizer_class": "PreTrainedTokenizerFast", "eos_token": END, "pad_token": END}
        (folder / "tokenizer_config.json").write_text(json.dumps(about))


def learn_tokenizer(size: int = 512) -> TinyTokenizer:
    """The same one every time: 256 bytes, special tokens, and merges of common pairs."""
    import json

    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    backend = Tokenizer(models.BPE())
    # The pre-tokenizer that llama.cpp knows as "gpt-2".
    backend.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    backend.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    backend.train_from_iterator(_CORPUS, trainer)
    by_id = {index: token for token, index in backend.get_vocab().items()}
    merges = json.loads(backend.to_str())["model"]["merges"]
    return TinyTokenizer(
        [by_id[index] for index in range(len(by_id))],
        [pair if isinstance(pair, str) else " ".join(pair) for pair in merges],
        backend,
    )
