"""What is trained on and tried in a bench: oracles' episodes, a tokenizer made of them, a tiny model.

Made anew every time, the same every time: a bench needs no data set and no policy.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

from phoneworld import Catalogue, Task, open_catalogue
from runtime.episode import Episode
from runtime.prompts.format import PromptFormat
from trainer.data.samples import samples_of
from trainer.data.task_selection import choose_tasks
from trainer.data.trials import Trials, oracle_episode
from trainer.models.config import TinyLfm2
from trainer.models.trainable_model import Model
from trainer.sft.config import SftConfig, read_config
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer, write_tokenizer
from trainer.tokenizer.skeletons import skeletons
from trainer.tokenizer.training import train_tokenizer

CONFIG = Path(__file__).parents[1] / "configs" / "tiny.toml"
"""The built-in policy's: its size, its prompts, its batches."""
SEED = 10


@dataclass(frozen=True, slots=True)
class Material:
    """Episodes, and all that is made of them."""

    trials: Trials
    config: SftConfig
    episodes: tuple[Episode, ...]
    form: PromptFormat
    tokenizer: PolicyTokenizer
    tokens: TokenSet

    def model(self) -> Model:
        """A model of the built-in policy's shape with random weights, the same each time."""
        from trainer.models.tiny_lfm2 import build_lfm2

        shape = self.config.model.source
        if not isinstance(shape, TinyLfm2):
            raise TypeError(f"{CONFIG} is to describe a model of our own")
        tokenizer = self.tokenizer
        return build_lfm2(shape, vocabulary=tokenizer.size, pad=tokenizer.pad, end=tokenizer.end)


def make_material(folder: Path, *, episodes: int) -> Material:
    """So many episodes of tasks that are spread over all templates."""
    config = read_config(CONFIG)
    trials = Trials(open_catalogue())
    made = tuple(
        episode
        for task in spread_tasks(trials.catalogue, episodes)
        if isinstance(episode := oracle_episode(trials.workshop, task), Episode)
    )
    form = config.prompt.open()
    samples = [sample for episode in made for sample in samples_of(episode, form)]
    texts = [sample.prompt + sample.reply for sample in samples]
    tokenizer = write_tokenizer(train_tokenizer(texts, skeletons()), folder)
    return Material(trials, config, made, form, tokenizer, encode_samples(samples, tokenizer))


def spread_tasks(catalogue: Catalogue, count: int) -> list[Task]:
    """So many tasks of the training split, each of another template."""
    tasks = choose_tasks(catalogue, seeds=[SEED])
    return random.Random(0).sample(tasks, min(count, len(tasks)))
