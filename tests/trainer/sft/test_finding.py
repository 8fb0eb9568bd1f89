"""Lessons in finding in supervised fine-tuning: which steps they take, and what they are made from."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from built_in import TRIALS, find_template
from tiny_policy import tiny_tokenizer, toy_samples

from phoneworld import Task
from trainer.data.collection import collect
from trainer.data.rewording import GoalMix
from trainer.data.store import open_collection
from trainer.errors import BadConfig, DataError
from trainer.sft.config import DecisionsConfig, FindingConfig, PackedConfig, SftConfig, read_config
from trainer.sft.preparation import prepare_findings
from trainer.sft.recipe import Phases
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

CONFIG = SftConfig(
    packed=PackedConfig(steps=3),
    decisions=DecisionsConfig(steps=40, batch_tokens=300),
    finding=FindingConfig(every=4, batch_tokens=300),
)


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


@pytest.fixture(scope="module")
def samples(tokenizer: PolicyTokenizer) -> TokenSet:
    return encode_samples(toy_samples(60, seed=1), tokenizer)


def collected(folder: Path, *templates: str) -> Path:
    with open_collection(folder) as collection:
        tasks = [Task(find_template(name), 10) for name in templates]
        collect(collection, tasks, TRIALS, split="train")
    return folder


def test_every_so_many_decisions_are_lessons_each_batch_once(
    tokenizer: PolicyTokenizer, samples: TokenSet
) -> None:
    phases = Phases(CONFIG, samples, tokenizer, findings=samples)
    taken = [phases.samples(step) for step in range(3, 43)]
    lessons = [number for stream, number in taken if stream is not phases.decisions]
    assert lessons == list(range(10))
    without = Phases(CONFIG, samples, tokenizer)
    assert all(without.samples(step)[0] is without.decisions for step in range(3, 43))


def test_trainings_without_lessons_are_what_they_were() -> None:
    assert "finding" not in replace(CONFIG, finding=FindingConfig()).facts()
    assert CONFIG.facts()["finding"]["every"] == 4


def test_lessons_are_made_once_from_what_is_trained_on(
    tmp_path: Path, tokenizer: PolicyTokenizer
) -> None:
    data = collected(tmp_path / "data", "huddle.cinema_watchlist")
    config = replace(CONFIG, goals=GoalMix(variants=3))
    made = prepare_findings(config, data, tokenizer, tmp_path / "out")
    assert made is not None
    assert len(made) > 0
    assert made.goals is not None
    (file,) = (tmp_path / "out" / "tokens").glob("finding-*.npz")
    before = file.stat().st_mtime_ns
    again = prepare_findings(config, data, tokenizer, tmp_path / "out")
    assert again is not None
    assert file.stat().st_mtime_ns == before
    assert (again.tokens == made.tokens).all()
    nothing = replace(config, finding=FindingConfig())
    assert prepare_findings(nothing, data, tokenizer, tmp_path / "out") is None


def test_data_that_names_no_line_is_refused(tmp_path: Path, tokenizer: PolicyTokenizer) -> None:
    data = collected(tmp_path / "data", "settings.wifi_on")
    with pytest.raises(DataError, match="leave out the table"):
        prepare_findings(CONFIG, data, tokenizer, tmp_path / "out")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[finding]\nevery = -1\n", "0 or more"),
        ('[finding]\nevery = 2\n[prompt]\nobservation = "both"\n', "without screenshots"),
    ],
)
def test_what_makes_no_sense_is_refused(tmp_path: Path, text: str, why: str) -> None:
    (tmp_path / "sft.toml").write_text(text)
    with pytest.raises(BadConfig, match=why):
        read_config(tmp_path / "sft.toml")
