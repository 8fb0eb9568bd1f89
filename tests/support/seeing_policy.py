"""A tiny model with eyes that has half learnt one PhoneWorld task from its screens alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import torch
from built_in import TRIALS, find_template

from phoneworld import Task
from runtime.actions import Finish
from runtime.engine import Prompt
from runtime.episode import Decision, Episode
from runtime.prompts.format import ObservationKind
from trainer.data.trials import oracle_episode
from trainer.facts import PolicyFacts, write_facts
from trainer.models.config import ModelConfig, TinyQwen35
from trainer.models.trainable_model import Model, open_model, save_model
from trainer.rl.language import FormatLanguage
from trainer.rl.model_policy import ModelPolicy
from trainer.rl.trajectories import Tokens
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.tokenizer.skeletons import phonebuddy_skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer
from trainer.vision.image_settings import ImageSettings
from trainer.vision.screenshots import JPEG, ScreenshotRenderer
from trainer.vision.tokenizers import write_seeing_tokenizer

SIGHT = ImageSettings().at_most(24)
SHAPE = TinyQwen35(
    hidden=64,
    heads=2,
    kv_heads=1,
    feed_forward=96,
    layers="da",
    eye_hidden=32,
    eye_heads=2,
    eye_feed_forward=48,
    eye_layers=1,
)
FACTS = PolicyFacts("phonebuddy", observation=ObservationKind.SCREENSHOT, rules="", history_steps=8)


@cache
def filmed_episode(task: str) -> Episode:
    """How the oracle solves a task, as rollouts photograph it."""
    name, _, seed = task.rpartition("#")
    camera = ScreenshotRenderer(SIGHT, JPEG)
    made = oracle_episode(TRIALS.workshop, Task(find_template(name), int(seed)), screenshots=camera)
    assert isinstance(made, Episode)
    return made


def seeing_tokenizer(folder: Path) -> PolicyTokenizer:
    """A tokenizer for such prompts, of some 400 tokens."""
    texts = ["Turn on Wi-Fi. Open the clock and set an alarm for half past seven."] * 3
    learnt = train_tokenizer(texts, phonebuddy_skeletons(), TokenizerSettings(words=300))
    return write_seeing_tokenizer(learnt, folder)


def seeing_model(tokenizer: PolicyTokenizer, *, louder: float = 1.0) -> Model:
    """A model with random weights; with larger ones, what it reads matters more."""
    model = open_model(ModelConfig(SHAPE), tokenizer)
    with torch.no_grad():
        for weight in model.parameters():
            weight.mul_(louder)
    return model


def lessons(task: str, language: FormatLanguage) -> list[tuple[Tokens, Tokens]]:
    """Prompts and right replies of a task's steps."""
    episode = filmed_episode(task)
    form = FACTS.open_format()
    asked: list[tuple[Tokens, Tokens]] = []
    for number, step in enumerate(episode.steps):
        prompt = Prompt(episode.goal, step.observation, episode.steps[:number])
        reply = form.write_reply(step.decision, step.observation)
        asked.append(
            (language.ask(prompt), language.write(Decision(step.decision.action, "", reply)))
        )
    return asked


def giving_up(language: FormatLanguage) -> Tokens:
    """The reply that finishes at once."""
    reply = '<tool_call>\n{"name": "finish", "arguments": {}}\n</tool_call>'
    return language.write(Decision(Finish(), "", reply))


def make_seeing_policy(folder: Path, task: str, *, steps: int, gives_up: bool = True) -> Path:
    """A policy folder whose policy is right; or, where it `gives_up`, finishes at once on the first
    screen as often as not.
    """
    tokenizer = seeing_tokenizer(folder)
    model = seeing_model(tokenizer)
    policy = ModelPolicy(model, tokenizer, FACTS, image_settings=SIGHT)
    language = policy.language()
    asked = lessons(task, language)
    if gives_up:
        asked.append((asked[0][0], giving_up(language)))
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3)
    for _ in range(steps):
        scores = policy.score([prompt for prompt, _ in asked], [reply for _, reply in asked])
        (-scores.log_probs.mean()).backward()
        optimizer.step()
        optimizer.zero_grad()
    save_model(model, folder)
    SIGHT.save(folder)
    write_facts(folder, FACTS)
    return folder
