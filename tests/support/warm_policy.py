"""A tiny language model that has half learnt one PhoneWorld task: as often as not it gives up."""

from pathlib import Path

import torch
from built_in import TRIALS

from runtime.actions import Finish
from runtime.engine import Prompt
from runtime.episode import Decision, Episode
from runtime.prompts.format import FormatOptions, TextPart
from runtime.prompts.registry import find_format
from trainer.data.trials import Trials, oracle_episode
from trainer.facts import PolicyFacts, write_facts
from trainer.models.config import TinyLfm2
from trainer.models.tiny_lfm2 import build_lfm2
from trainer.models.trainable_model import save_model
from trainer.rl.reply_scores import score_replies
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import write_tokenizer
from trainer.tokenizer.skeletons import skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer

FACTS = PolicyFacts(rules="", history_steps=8)
GIVING_UP = 'Done\n{"name":"finish","arguments":{"text":""}}'
SHAPE = TinyLfm2(hidden=64, heads=2, kv_heads=2, feed_forward=128, layers="ca", context=1024)


def make_warm_policy(folder: Path, task: str, *, steps: int = 80, trials: Trials = TRIALS) -> Path:
    """A policy folder whose policy is right or finishes at once, at even odds on the first screen."""
    episode = oracle_episode(trials.workshop, trials.catalogue.task(task))
    assert isinstance(episode, Episode)
    form = find_format(
        FACTS.prompt_format, FormatOptions(rules=FACTS.rules, history_steps=FACTS.history_steps)
    )
    asked: list[tuple[list[str], str]] = []
    for number, step in enumerate(episode.steps):
        prompt = Prompt(episode.goal, step.observation, episode.steps[:number])
        texts = [part.text for part in form.render(prompt).parts if isinstance(part, TextPart)]
        asked.append((texts, form.write_reply(step.decision, step.observation)))
        if number == 0:
            assert form.write_reply(Decision(Finish()), step.observation) == GIVING_UP
            asked.append((texts, GIVING_UP))

    corpus = ["".join(texts) + reply for texts, reply in asked]
    settings = TokenizerSettings(words=330, interface_share=0.5)
    tokenizer = write_tokenizer(train_tokenizer(corpus, skeletons(), settings), folder)
    model = build_lfm2(SHAPE, vocabulary=tokenizer.size, pad=tokenizer.pad, end=tokenizer.end)
    prompts = [tuple(tokenizer.encode_prompt(texts)) for texts, _ in asked]
    replies = [tuple(tokenizer.encode_reply(reply)) for _, reply in asked]
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3)
    reader = TokenScorer(model)
    for _ in range(steps):
        scores = score_replies(reader, prompts, replies, pad=tokenizer.pad)
        (-scores.log_probs.mean()).backward()
        optimizer.step()
        optimizer.zero_grad()
    save_model(model, folder)
    write_facts(folder, FACTS)
    return folder
