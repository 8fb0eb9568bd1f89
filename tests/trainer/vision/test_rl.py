"""Training by reward of a policy that sees: PhoneWorld's screens, the command, everything but size."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
from built_in import TRIALS
from seeing_policy import giving_up, lessons, make_seeing_policy

from runtime.engine import Prompt
from trainer.cli import main
from trainer.data.environments import PhoneWorldPhones
from trainer.errors import ModelError
from trainer.rl.journal import Line, read
from trainer.rl.model_policy import ModelPolicy, open_policy
from trainer.rl.streams import generator
from trainer.vision.pictures import SeenTokens

TASK = "settings.wifi_on#10"
CONFIG = """
iterations = 1
[tasks]
templates = ["settings.wifi_on"]
seeds = "10"
[rollouts]
groups = 1
tries = 8
longest_reply = 16
[optimizer]
kind = "adamw"
adamw_rate = 1e-3
weight_decay = 0.0
"""


@pytest.fixture(scope="module")
def init(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_seeing_policy(tmp_path_factory.mktemp("warm"), TASK, steps=45)


@pytest.fixture(scope="module")
def policy(init: Path) -> ModelPolicy:
    return open_policy(init, longest_reply=16)


def rl(init: Path, out: Path, *words: str, config: str = CONFIG) -> list[Line]:
    file = out.with_suffix(".toml")
    file.write_text(config)
    words = ("--config", str(file), "--out", str(out), *(words or ("--mock",)))
    assert main(["rl", "--init", str(init), *words]) == 0
    return read(out / "log.jsonl")


def odds_of_giving_up(policy: ModelPolicy) -> float:
    language = policy.language()
    (first, _), *_ = lessons(TASK, language)
    return float(policy.score([first], [giving_up(language)]).log_probs.detach().sum().exp())


def test_one_iteration_makes_what_failed_less_likely(
    init: Path, policy: ModelPolicy, tmp_path: Path
) -> None:
    (line,) = rl(init, tmp_path / "run")

    assert 0 < line["success"] < 1
    assert line["lessons"] > 0
    assert line["gradient"] > 0
    trained = open_policy(tmp_path / "run" / "model")
    assert odds_of_giving_up(trained) < odds_of_giving_up(policy)


def test_sampled_replies_are_as_likely_in_training(policy: ModelPolicy) -> None:
    prompts = [prompt for prompt, _ in lessons(TASK, policy.language())]

    said = policy.sample(prompts, generator("parity"))
    scored = policy.score(prompts, [each.reply for each in said])

    sampled = torch.tensor([log_prob for each in said for log_prob in each.log_probs])
    torch.testing.assert_close(scored.log_probs.detach(), sampled, atol=1e-4, rtol=0)


@pytest.mark.slow
def test_interrupted_with_successes_in_memory_it_goes_on_the_same(
    init: Path, tmp_path: Path
) -> None:
    whole = rl(init, tmp_path / "whole", "--mock", "--iterations", "2")
    rl(init, tmp_path / "cut", "--mock", "--iterations", "1")
    resumed = rl(init, tmp_path / "cut", "--mock", "--iterations", "2", "--resume")

    def figures(lines: list[Line]) -> list[str]:
        names = ("success", "lessons", "entropy", "kl", "gradient")
        return [json.dumps([line[name] for name in names]) for line in lines]

    assert figures(resumed) == figures(whole)


def test_equal_screens_make_equal_prompts_and_others_do_not(policy: ModelPolicy) -> None:
    language = policy.language()
    phones = PhoneWorldPhones("mock", (TASK,), TRIALS, screenshots=True)
    one, other = (phones.reset(TASK) for _ in range(2))
    asked = [language.ask(Prompt("Turn on Wi-Fi", trial.observe())) for trial in (one, other)]
    later = [prompt for prompt, _ in lessons(TASK, language)]

    assert asked[0] == asked[1]
    assert isinstance(asked[0], SeenTokens)
    assert len(asked[0].pictures) == 1
    assert len({prompt[:40] for prompt in later}) > 1


def test_a_screen_that_cannot_be_photographed_is_black(policy: ModelPolicy) -> None:
    trial = PhoneWorldPhones("mock", (TASK,), TRIALS).reset(TASK)
    unseen = trial.observe()
    assert unseen.screenshot is None
    prompt = policy.language().ask(Prompt("Turn on Wi-Fi", unseen))
    assert isinstance(prompt, SeenTokens)
    (picture,) = prompt.pictures.values()
    assert policy.image_settings is not None
    patches, _ = policy.image_settings.look(picture)
    assert patches.max() == -1.0


@pytest.mark.usefixtures("host_adb")
def test_phones_behind_adb_are_photographed_too(init: Path, tmp_path: Path) -> None:
    config = CONFIG.replace("tries = 8", "tries = 2")
    (line,) = rl(init, tmp_path / "run", "--real", "adb+phoneworld:off*1", config=config)
    assert line["faults"] == 0
    assert line["tries"] == 2


def test_a_policy_whose_model_cannot_see_is_refused(init: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(init, tmp_path / "blind")
    config = json.loads((tmp_path / "blind" / "config.json").read_text())
    del config["vision_config"]
    (tmp_path / "blind" / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError, match="cannot see"):
        open_policy(tmp_path / "blind")
