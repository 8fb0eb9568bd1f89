"""A language model in transformers' layout as the policy that is trained.

It is never put into training mode: replies must be as likely in training as when they were sampled,
and dropout would make them differ.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import torch

from phoneworld.catalogue import CatalogueFacts
from runtime.prompts.format import FormatOptions
from runtime.prompts.registry import find_format
from trainer.checkpoints import PART, publish_folder, read_weights
from trainer.errors import TrainingError
from trainer.facts import PolicyFacts, read_facts, write_facts
from trainer.models.config import Lora
from trainer.models.trainable_model import Model, add_lora, can_see, load_model, save_model
from trainer.rl.language import FormatLanguage
from trainer.rl.policy import PolicyScores, ReplyScorer, Said
from trainer.rl.reply_scores import score_replies
from trainer.rl.trajectories import Tokens
from trainer.sampler import Chance, Sampler
from trainer.token_scorer import TokenScorer
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer
from trainer.vision.encoder import VisionEncoder
from trainer.vision.image_settings import ImageSettings, read_image_settings
from trainer.vision.pictures import ImageBuffer


@dataclass(slots=True)
class ModelPolicy:
    """A model with its tokenizer; replies are sampled at a temperature, and scored at the same.

    One that sees has `image_settings`; its prompts bring their pictures along. With `half`, layers compute
    in bfloat16 when replies are scored; with `half_replies`, they are sampled in it, and their
    log-probabilities are not those of `score`.
    """

    model: Model
    tokenizer: PolicyTokenizer
    facts: PolicyFacts
    temperature: float = 1.0
    longest_reply: int = 96
    recipe: str = ""
    image_settings: ImageSettings | None = None
    catalogues: tuple[CatalogueFacts, ...] = ()
    half: bool = False
    half_replies: bool = False
    _album: ImageBuffer = field(init=False, default_factory=ImageBuffer)
    _reader: TokenScorer = field(init=False)
    _sampler: Sampler = field(init=False)

    def __post_init__(self) -> None:
        self.model.eval()
        encoder = (
            None
            if self.image_settings is None
            else VisionEncoder(self.model, self._album, self.image_settings)
        )
        self._reader = TokenScorer(self.model, encoder=encoder, half=self.half)
        self._sampler = Sampler(
            self.model,
            ends=self.tokenizer.ends,
            pad=self.tokenizer.pad,
            encoder=encoder,
            half=self.half_replies,
        )

    def sample(self, prompts: Sequence[Tokens], generator: Chance) -> list[Said]:
        self._album.hold(prompts)
        said = self._sampler.sample(
            prompts,
            most_tokens=self.longest_reply,
            temperature=self.temperature,
            random=generator,
        )
        return [Said(each.tokens, each.log_probs) for each in said]

    def score(self, prompts: Sequence[Tokens], replies: Sequence[Tokens]) -> PolicyScores:
        self._album.hold(prompts)
        return score_replies(
            self._reader,
            prompts,
            replies,
            pad=self.tokenizer.pad,
            temperature=self.temperature,
        )

    def save(self, folder: Path) -> None:
        """In transformers' layout, with the tokenizer and how the policy is asked."""
        part = folder.with_name(f"{folder.name}{PART}")
        shutil.rmtree(part, ignore_errors=True)
        save_model(self.model, part)
        self.tokenizer.save(part)
        if self.image_settings is not None:
            self.image_settings.save(part)
        recipe = (*self.facts.recipe, self.recipe) if self.recipe else self.facts.recipe
        catalogues = tuple(dict.fromkeys((*self.facts.catalogues, *self.catalogues)))
        facts = replace(self.facts, recipe=recipe, catalogues=catalogues)
        write_facts(part, facts)
        publish_folder(part, folder)

    def language(self) -> FormatLanguage:
        """How it is asked, by the facts beside its weights."""
        options = FormatOptions(
            observation=self.facts.observation,
            history_steps=self.facts.history_steps,
            rules=self.facts.rules,
        )
        form = find_format(self.facts.prompt_format, options)
        return FormatLanguage(form, self.tokenizer, self.image_settings)

    def start(self) -> ReplyScorer:
        """The policy that a training with LoRA began with: the same weights, without what was added."""
        return _WithoutAdditions(self)


@dataclass(frozen=True, slots=True)
class _WithoutAdditions:
    policy: ModelPolicy

    def score(self, prompts: Sequence[Tokens], replies: Sequence[Tokens]) -> PolicyScores:
        with self.policy.model.disable_adapter():
            return self.policy.score(prompts, replies)


def open_policy(
    folder: Path,
    *,
    temperature: float = 1.0,
    longest_reply: int = 96,
    recipe: str = "",
    catalogues: tuple[CatalogueFacts, ...] = (),
    lora: Lora | None = None,
    half: bool = False,
    half_replies: bool = False,
    seed: int = 0,
) -> ModelPolicy:
    """The policy in a folder, as `trainer sft` leaves it. `recipe` and `catalogues` are added
    to its facts where it is saved.

    With `lora`, low-rank additions drawn by the seed are trained instead of its weights, which `half` keeps
    in bfloat16.
    """
    facts = read_facts(folder)
    model = load_model(folder, half=half and lora is not None)
    if lora is not None:
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            model = add_lora(model, lora, freeze_vision=can_see(model))
    return ModelPolicy(
        model,
        PolicyTokenizer(folder),
        facts,
        temperature,
        longest_reply,
        recipe,
        read_image_settings(folder) if facts.observation.has_screenshot else None,
        catalogues,
        half,
        half_replies,
    )


def unpack_checkpoint(checkpoint: Path, *, like: Path, out: Path) -> None:
    """Write the policy of a training's checkpoint; all but its weights is as with the policy `like`."""
    if out.exists():
        raise TrainingError(f"{out} is there already: choose another folder")
    policy = open_policy(like, recipe=f"the checkpoint {checkpoint.name} of a training from it")
    try:
        policy.model.load_state_dict(read_weights(checkpoint))
    except RuntimeError as error:
        raise TrainingError(f"{checkpoint} has not the weights of {like}: {error}") from error
    policy.save(out)
