"""A language model, its tokenizer and format, PhoneWorld and the command: everything but size."""

import json
from contextlib import closing
from pathlib import Path

import pytest
import torch
from built_in import TRIALS
from warm_policy import GIVING_UP

from runtime.actions import Finish
from runtime.engine import Engine, Prompt
from runtime.engines.remote.model import RemoteModel
from runtime.episode import Decision
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from trainer.cli import main
from trainer.data.environments import PhoneWorldPhones
from trainer.evaluation.bundle import open_bundle, start_drawing_engine, start_engine
from trainer.facts import read_facts
from trainer.rl.journal import Line, read
from trainer.rl.model_policy import ModelPolicy, open_policy
from trainer.rl.streams import generator

TASK = "settings.wifi_on#10"
CONFIG = """
iterations = 4
[tasks]
templates = ["settings.wifi_on"]
seeds = "10"
[rollouts]
groups = 1
tries = 16
longest_reply = 40
[optimizer]
kind = "adamw"
adamw_rate = 5e-4
weight_decay = 0.0
"""


@pytest.fixture(scope="module")
def policy(init: Path) -> ModelPolicy:
    return open_policy(init, longest_reply=40)


def _rl(init: Path, out: Path, *words: str, config: str = CONFIG) -> list[Line]:
    file = out.with_suffix(".toml")
    file.write_text(config)
    assert main(["rl", "--init", str(init), "--config", str(file), "--out", str(out), *words]) == 0
    return read(out / "log.jsonl")


def _odds_of_giving_up(policy: ModelPolicy) -> float:
    """How likely the policy finishes on the first screen."""
    trial = PhoneWorldPhones("mock", (TASK,), TRIALS).reset(TASK)
    language = policy.language()
    reply = language.write(Decision(Finish(), reply=GIVING_UP))
    scores = policy.score([language.ask(Prompt(trial.goal, trial.observe()))], [reply])
    return float(scores.log_probs.detach().sum().exp())


def test_a_language_model_unlearns_what_was_not_rewarded(
    init: Path, policy: ModelPolicy, tmp_path: Path
) -> None:
    before = _odds_of_giving_up(policy)

    lines = _rl(init, tmp_path / "run", "--mock")

    trained = open_policy(tmp_path / "run" / "model")
    assert before > 0.25
    assert _odds_of_giving_up(trained) < before / 2
    assert lines[-1]["success"] > lines[0]["success"]
    assert trained.facts.rules == ""
    assert "RL: 4 iterations" in read_facts(tmp_path / "run" / "model").recipe[-1]


def test_sampled_replies_are_as_likely_in_training(policy: ModelPolicy) -> None:
    text = tuple(policy.tokenizer.encode("Task: Turn on Wi-Fi\nScreen home\nDo:\n"))
    prompts = [text[: len(text) - cut] for cut in range(6)]

    said = policy.sample(prompts, generator("parity"))
    scored = policy.score(prompts, [each.reply for each in said])

    sampled = torch.tensor([log_prob for each in said for log_prob in each.log_probs])
    torch.testing.assert_close(scored.log_probs.detach(), sampled, atol=1e-4, rtol=0)
    assert len({len(each.reply) for each in said}) > 1


def test_real_and_mock_phones_are_mixed_by_the_ratio(init: Path, tmp_path: Path) -> None:
    config = CONFIG.replace("groups = 1", "groups = 4").replace("tries = 16", "tries = 2")
    words = ("--mock", "--real", "phoneworld:harsh", "--mix", "0.25", "--iterations", "1")

    (line,) = _rl(init, tmp_path / "run", *words, config=config)

    tries = {name: each["tries"] for name, each in line["by"].items()}
    assert tries == {"mock/single-app": 6, "phoneworld:harsh/single-app": 2}


def test_tries_begin_where_the_command_says(init: Path, tmp_path: Path) -> None:
    config = CONFIG.replace("tries = 16", "tries = 2")

    _rl(init, tmp_path / "run", "--mock", "--iterations", "1", "--start", "recents", config=config)

    assert read_facts(tmp_path / "run" / "model").recipe[-1].endswith("on mock, from recents")


@pytest.fixture(scope="module")
def bundle(init: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The warm policy, exported: it decides greedily unless it is told otherwise."""
    folder = tmp_path_factory.mktemp("exported") / "warm"
    words = ["--gguf", "--quant", "f32", "--most", "2", "--tasks", "0", "--threads", "1"]
    words += ["--allow-disagreement"]
    assert main(["export", str(init), "--out", str(folder), *words]) == 0
    return folder


@pytest.mark.slow
def test_an_engine_draws_for_each_try_anew(bundle: Path) -> None:
    trial = PhoneWorldPhones("mock", (TASK,), TRIALS).reset(TASK)
    prompt = Prompt(trial.goal, trial.observe())

    def replies(engine: Engine) -> list[str]:
        with closing(engine):
            names = [f"1/0/{number}" for number in range(8)]
            return [engine.decide(prompt, session=name).decision.reply for name in names]

    opened = open_bundle(bundle)
    drawn = replies(start_drawing_engine(opened, jobs=1, temperature=1.0, seed=3))
    again = replies(start_drawing_engine(opened, jobs=1, temperature=1.0, seed=3))

    # The odds are even on the first screen.
    assert len(set(drawn)) > 1
    assert again == drawn
    assert len(set(replies(start_engine(opened, jobs=1)))) == 1


@pytest.mark.slow
def test_rollouts_of_an_engine_are_trained_on_as_anothers(
    init: Path, bundle: Path, tmp_path: Path
) -> None:
    config = CONFIG.replace("tries = 16", "tries = 2") + "[update]\nkl = 0.0\n"
    words = ("--mock", "--engine", str(bundle), "--iterations", "1")

    (line,) = _rl(init, tmp_path / "run", *words, config=config)

    assert (line["tries"], line["faults"]) == (2, 0)
    assert line["stale_lessons"] == line["lessons"]


def test_an_engine_that_answers_all_tries_alike_is_refused(
    init: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bundle, file = tmp_path / "far", tmp_path / "rl.toml"
    bundle.mkdir()
    file.write_text(CONFIG)
    far = PolicyManifest(
        "far", EngineKind.REMOTE, "compact", remote=RemoteModel("http://127.0.0.1:1/v1", "m")
    )
    write_bundle(bundle, far, {})

    words = ["--mock", "--engine", str(bundle), "--config", str(file), "--out", str(tmp_path / "o")]
    assert main(["rl", "--init", str(init), *words]) == 2

    assert "all tries at a task alike" in capsys.readouterr().err


@pytest.mark.usefixtures("host_adb")
def test_phones_behind_adb_can_be_trained_on(init: Path, tmp_path: Path) -> None:
    config = CONFIG.replace("tries = 16", "tries = 2")
    words = ("--real", "adb+phoneworld:off*2", "--iterations", "1")

    (line,) = _rl(init, tmp_path / "run", *words, config=config)

    assert line["faults"] == 0
    assert line["by"]["adb+phoneworld:off*2/single-app"]["tries"] == 2


@pytest.mark.parametrize(
    ("words", "config", "message"),
    [
        ((), CONFIG, "give --real URL"),
        (("--mock", "--mix", "2"), CONFIG, "--mix is 2.0"),
        (("--real", "phone"), CONFIG, "names no phones"),
        (("--real", "adb://x"), CONFIG, "[judge]"),
        (("--mock",), "[rollouts]\ntries = 1", "rollouts.tries is 1"),
        (("--mock",), "[rolouts]\ntries = 1", "rolouts"),
    ],
    ids=["nowhere", "no share", "no phone", "no judge", "too few tries", "no such table"],
)
def test_what_makes_no_sense_is_refused_in_one_line(
    init: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    config: str,
    message: str,
) -> None:
    file = tmp_path / "rl.toml"
    file.write_text(config)
    code = main(
        ["rl", "--init", str(init), "--config", str(file), "--out", str(tmp_path / "o"), *words]
    )

    said = capsys.readouterr().err.strip()
    assert code == 2
    assert message in said
    assert len(said.splitlines()) == 1


def test_an_interrupted_training_of_a_language_model_goes_on(init: Path, tmp_path: Path) -> None:
    config = CONFIG.replace("tries = 16", "tries = 4")
    whole = _rl(init, tmp_path / "whole", "--mock", "--iterations", "2", config=config)
    _rl(init, tmp_path / "cut", "--mock", "--iterations", "1", config=config)
    resumed = _rl(init, tmp_path / "cut", "--mock", "--iterations", "2", "--resume", config=config)

    def figures(lines: list[Line]) -> list[str]:
        return [
            json.dumps([line[name] for name in ("success", "lessons", "entropy", "kl")])
            for line in lines
        ]

    assert figures(resumed) == figures(whole)
