"""Gets a training's tokenizer and tokens ready in its folder.

What is there already is used again, once there is a checkpoint also when the data set has grown since:
a training goes on with the samples that it began with.
"""

from __future__ import annotations

import glob
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

import numpy as np

from phoneworld import Split, open_catalogue
from runtime.prompts.known_requests import KnownRequests, read_requests
from runtime.prompts.restating import SHOWN
from trainer.data.corpus import episode_texts
from trainer.data.finding import FindingSamples
from trainer.data.goal_values import GoalValues
from trainer.data.manifest import FILE as MANIFEST
from trainer.data.request_ranking import learn_ranking
from trainer.data.restatements import Restatements
from trainer.data.rewording import GoalMix, Rewording
from trainer.data.samples import Sample, read_samples
from trainer.data.store import read_episodes
from trainer.errors import BadConfig, DataError
from trainer.models.config import ModelFolder, SmolLm2, TinyLfm2, TinyQwen35
from trainer.sft.config import SftConfig
from trainer.sft.folder import TOKENIZER, TOKENS, has_begun
from trainer.sft.tokens import (
    TokenSet,
    encode_reworded,
    encode_samples,
    encode_seen,
    load_tokens,
    save_tokens,
    tokens_stem,
)
from trainer.tokenizer.policy_tokenizer import FILE as TOKENIZER_FILE
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer, write_tokenizer
from trainer.tokenizer.skeletons import phonebuddy_skeletons, skeletons
from trainer.tokenizer.training import train_tokenizer
from trainer.vision.image_settings import ImageSettings, read_image_settings
from trainer.vision.pictures import ImageFile, PictureWriter
from trainer.vision.tokenizers import adopt_tokenizer, shown, write_seeing_tokenizer

TRAIN, VALIDATION = "train", "validation"
PHONEBUDDY = "phonebuddy"
_HELD_OUT_OF = 20


def prepare_tokenizer(
    config: SftConfig, given: Path | None, data: Path, out: Path
) -> PolicyTokenizer:
    """The tokenizer that was given, the model's own, or a new one for a new model."""
    if given is not None:
        return PolicyTokenizer(given)
    made = out / TOKENIZER
    if (made / TOKENIZER_FILE).is_file():
        return PolicyTokenizer(made)
    match config.model.source:
        case ModelFolder(path):
            if config.prompt.shows.has_screenshot:
                return adopt_tokenizer(path, made)
            return PolicyTokenizer(path)
        case SmolLm2():
            from trainer.models.smollm2_tokenizer import write_smollm2_tokenizer

            return write_smollm2_tokenizer(made)
        case TinyLfm2() | TinyQwen35() as shape:
            texts = episode_texts([training_part(data)], config.prompt.open())
            sayings = phonebuddy_skeletons() if config.prompt.format == PHONEBUDDY else skeletons()
            learnt = train_tokenizer(texts, sayings)
            if isinstance(shape, TinyQwen35):
                return write_seeing_tokenizer(learnt, made)
            return write_tokenizer(learnt, made)


def prepare_tokens(
    config: SftConfig, data: Path, tokenizer: PolicyTokenizer, out: Path, *, made: bool = False
) -> tuple[TokenSet, TokenSet]:
    """The samples to train on and those held out, as tokens. If they are `made`, they are those that
    were made last, as for a training that has begun; else those of the data as they are.
    """
    made = made or has_begun(out)
    training = _tokens(config, training_part(data), tokenizer, out, made=made)
    if not len(training):
        raise DataError(f"{data} has no samples: collect episodes first")
    if (data / VALIDATION).is_dir():
        return training, _tokens(config, data / VALIDATION, tokenizer, out, made=made)
    return _divide(training)


@dataclass(frozen=True, slots=True)
class RestatingData:
    """Restatements to train on and held-out ones, as tokens, and the known requests they choose from."""

    training: TokenSet
    held_out: TokenSet
    known: KnownRequests


def prepare_restatements(
    config: SftConfig, tokenizer: PolicyTokenizer, out: Path
) -> RestatingData | None:
    """What restating is learnt from; None if it is not learnt."""
    if not config.restating.share:
        return None
    catalogue = open_catalogue()
    ranked = config.restating.ranked
    folder = out / TOKENS
    folder.mkdir(parents=True, exist_ok=True)

    def path(name: str, seeds: int) -> Path:
        asked = (catalogue.facts(), seeds, ranked, SHOWN)
        return folder / f"{tokens_stem(f'restating-{name}', asked, tokenizer)}.npz"

    sets = ((Split.TRAIN, config.restating.seeds), (Split.VALIDATION, 1))
    known = path("known", ranked)
    if not all(one.is_file() for one in (known, *(path(*of) for of in sets))):
        ranking = learn_ranking(catalogue, seeds=ranked)
        ranking.known.save(known)
        for split, seeds in sets:
            drawn = Restatements(catalogue, ranking=ranking).draw(
                catalogue.splits.seeds(split, seeds), split
            )
            samples = (one.sample(number) for number, one in enumerate(drawn))
            save_tokens(encode_samples(samples, tokenizer), path(split, seeds))
    training, held_out = (load_tokens(path(*of)) for of in sets)
    return RestatingData(training, held_out, read_requests(known))


def prepare_findings(
    config: SftConfig, data: Path, tokenizer: PolicyTokenizer, out: Path
) -> TokenSet | None:
    """Lessons in finding, made from the episodes that are trained on; None if there are to be none."""
    if not config.finding.every:
        return None
    folder = training_part(data)
    goals = config.goals if config.goals.variants else None
    asked = (config.prompt, config.prompt.changed(), goals, config.finding.episodes)
    stem = tokens_stem("finding", asked, tokenizer)
    # A training that has begun goes on with the lessons that it began with.
    path = _made_last(out / TOKENS, stem) if has_begun(out) else None
    path = path or out / TOKENS / f"{stem}-{_state_of(folder)}.npz"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        catalogue, form = open_catalogue(), config.prompt.open()
        rewording = Rewording(catalogue, form, goals) if goals else None
        lessons = FindingSamples(form, GoalValues(catalogue), rewording)
        read = read_episodes(folder, shuffle=config.run.seed, screenshots=False)
        episodes = islice(read, config.finding.episodes or None)
        samples = (sample for episode in episodes for sample in lessons.of(episode))
        encode = encode_reworded if goals else encode_samples
        save_tokens(encode(samples, tokenizer), path)
    tokens = load_tokens(path)
    if not len(tokens):
        raise DataError(
            f"no step of {folder} gives a lesson in finding: no goal names a line of a list; leave out "
            "the table [finding]"
        )
    return tokens


def training_part(data: Path) -> Path:
    """The data set that is trained on, in a folder of several or alone."""
    return _part(data, TRAIN)


def _part(data: Path, name: str) -> Path:
    return data / name if (data / name).is_dir() else data


def _tokens(
    config: SftConfig, folder: Path, tokenizer: PolicyTokenizer, out: Path, *, made: bool
) -> TokenSet:
    prompt = config.prompt
    asked: tuple[object, ...] | object = (prompt, prompt.changed()) if prompt.changed() else prompt
    # Held-out samples keep their own goals: what is measured does not depend on what is mixed.
    goals = config.goals if config.goals.variants else None
    if folder.name == VALIDATION:
        goals = replace(GoalMix(), plain=1.0) if config.goals.plain else None
    stem = tokens_stem(folder.name, (asked, goals, goals.plain) if goals else asked, tokenizer)
    path = _made_last(out / TOKENS, stem) if made else None
    path = path or out / TOKENS / f"{stem}-{_state_of(folder)}.npz"
    path.parent.mkdir(parents=True, exist_ok=True)
    form = prompt.open()
    rewording = Rewording(open_catalogue(), form, goals) if goals and not path.is_file() else None
    samples = read_samples([folder], form, rewording=rewording)
    if prompt.shows.has_screenshot:
        return _seen_tokens(samples, sight_of(config), tokenizer, path)
    if not path.is_file():
        encode = encode_reworded if goals and not goals.plain else encode_samples
        save_tokens(encode(samples, tokenizer), path)
    return load_tokens(path)


def _made_last(tokens: Path, stem: str) -> Path | None:
    found = tokens.glob(f"{glob.escape(stem)}*.npz")
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def _state_of(data: Path) -> str:
    """Other letters when a data set has grown."""
    manifest = data / MANIFEST
    contents = manifest.read_bytes() if manifest.is_file() else b""
    return hashlib.sha256(contents).hexdigest()[:16]


def _seen_tokens(
    samples: Iterable[Sample], image_settings: ImageSettings, tokenizer: PolicyTokenizer, path: Path
) -> TokenSet:
    pictures = path.with_suffix(".pictures")
    if not path.is_file():
        writer = PictureWriter(pictures)
        encoded = encode_seen(samples, tokenizer, shown(tokenizer, image_settings, writer))
        writer.close()
        save_tokens(encoded, path)
    return replace(load_tokens(path), pictures=ImageFile(pictures))


def sight_of(config: SftConfig) -> ImageSettings:
    """How the configured model sees."""
    match config.model.source:
        case TinyQwen35():
            image_settings = ImageSettings()
        case ModelFolder(path):
            image_settings = read_image_settings(path)
        case TinyLfm2() | SmolLm2():
            raise BadConfig(
                f"prompt.observation is {config.prompt.observation}, and the model cannot see: let "
                "model.kind be qwen3.5, or the folder of a model with vision"
            )
    return (
        image_settings.at_most(config.prompt.image_tokens)
        if config.prompt.image_tokens
        else image_settings
    )


def _divide(tokens: TokenSet) -> tuple[TokenSet, TokenSet]:
    """One of so many episodes held out, the same ones every time."""
    held_out = tokens.places[:, 4] % _HELD_OUT_OF == _HELD_OUT_OF - 1
    return (
        replace(tokens, places=np.ascontiguousarray(tokens.places[~held_out])),
        replace(tokens, places=np.ascontiguousarray(tokens.places[held_out])),
    )
