"""A tokenizer and a task small enough to be learnt in seconds: find the named line, say its number."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from trainer.tokenizer.policy_tokenizer import PolicyTokenizer, write_tokenizer
from trainer.tokenizer.skeletons import skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer

APPS = ("Clock", "Mail", "Maps", "Notes", "Phone", "Shop")


@dataclass(frozen=True, slots=True)
class ToySample:
    """A sample as trainings take it."""

    episode: str
    texts: tuple[str, ...]
    stable: int
    reply: str


def toy_samples(episodes: int, *, seed: int = 0) -> Iterator[ToySample]:
    """Two steps an episode: tap the named app among shuffled ones, then finish."""
    chance = random.Random(seed)
    for number in range(episodes):
        shown = chance.sample(APPS, 3)
        wanted = chance.choice(shown)
        goal = f"Task: Start {wanted}\n"
        lines = "".join(f"{app} #{index}\n" for index, app in enumerate(shown))
        index = shown.index(wanted)
        yield ToySample(
            f"{number}",
            (goal, f"Screen home\n{lines}Do:\n"),
            1,
            f'Tap {wanted} #{index}\n{{"name":"click","arguments":{{"index":{index}}}}}',
        )
        yield ToySample(
            f"{number}",
            (goal, f"- Tap {wanted}\n", f"Screen {wanted.lower()}\nDo:\n"),
            2,
            'Done\n{"name":"finish","arguments":{}}',
        )


def tiny_tokenizer(folder: Path) -> PolicyTokenizer:
    """A tokenizer for these samples, of some 330 tokens."""
    texts = ["".join(sample.texts) + sample.reply for sample in toy_samples(40)]
    settings = TokenizerSettings(words=290, interface_share=0.3)
    return write_tokenizer(train_tokenizer(texts, skeletons(), settings), folder)
