"""Real engines and torch on tiny models that know nothing: what they do is still measured."""

from pathlib import Path

import pytest
from built_in import find_template
from tiny_models import tiny_lfm2, torch_folder

from phoneworld import Task, Trial, Workshop
from runtime.engine import Decided, Prompt
from runtime.engines.sampling import TokenSampling
from runtime.errors import PromptTooLong
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.turn.decider import Answer
from trainer.cli import main
from trainer.evaluation.result_file import read_results
from trainer.evaluation.torch_policy import load_torch_policy
from trainer.facts import PolicyFacts, write_facts

NAMES = ("notes.create", "settings.wifi_on", "cross.alarm_from_text")
STEPS = 3
SUITE = ["--suite", "notes.c*", "--steps", str(STEPS)]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tiny_lfm2(tmp_path_factory.mktemp("model"))


@pytest.fixture(scope="module")
def bundle(model: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("bundle") / "tiny"
    manifest = PolicyManifest(
        "tiny",
        EngineKind.GGUF,
        "compact",
        weights="model.gguf",
        sampling=TokenSampling(max_reply_tokens=64),
    )
    write_bundle(folder, manifest, {"model.gguf": model})
    return folder


def outcomes(folder: Path) -> dict[str, tuple[object, ...]]:
    _, results = read_results(folder)
    return {one.task: (one.success, one.steps, one.ending, one.reasons) for one in results}


def test_a_gguf_bundle_is_measured_with_several_phones(bundle: Path, tmp_path: Path) -> None:
    for name, jobs in (("alone", "1"), ("together", "3")):
        words = ["eval", "--policy", str(bundle), "--out", str(tmp_path / name), *SUITE]
        assert main([*words, "--jobs", jobs]) == 0
    alone = outcomes(tmp_path / "alone")
    assert len(alone) >= 3
    assert all(success is False and steps for success, steps, *_ in alone.values())
    # The same decisions, in whatever batch they were made.
    assert outcomes(tmp_path / "together") == alone


@pytest.fixture(scope="module")
def checkpoint(model: Path) -> Path:
    folder = torch_folder(model)
    write_facts(folder, PolicyFacts(max_reply_tokens=24))
    return folder


def test_a_checkpoint_is_measured_in_torch(checkpoint: Path, tmp_path: Path) -> None:
    words = ["eval", "--policy", str(checkpoint), "--out", str(tmp_path), "--through", "torch"]
    assert main([*words, "--suite", "notes.c*", "--steps", "2", "--jobs", "3"]) == 0
    found = outcomes(tmp_path)
    assert len(found) >= 3
    for success, steps, _, reasons in found.values():
        assert success is False
        assert steps in {1, 2}
        assert reasons


def test_a_batch_is_decided_as_each_prompt_alone(
    checkpoint: Path, shared_workshop: Workshop
) -> None:
    policy = load_torch_policy(checkpoint)
    trials = [Trial(shared_workshop, Task(find_template(name), 6)) for name in NAMES]
    prompts = [Prompt(trial.goal, trial.observe()) for trial in trials]
    together = policy.decide(prompts, NAMES)
    alone = [policy.decide([prompt], ["one"])[0] for prompt in prompts]
    assert [decided_alike(answer) for answer in together] == [*map(decided_alike, alone)]
    replies = {answer.decision.reply for answer in together if isinstance(answer, Decided)}
    assert len(replies) > 1
    endless = Prompt("word " * 5000, prompts[0].observation)
    too_long, other = policy.decide([endless, prompts[0]], ["one", "two"])
    assert isinstance(too_long, PromptTooLong)
    assert decided_alike(other) == decided_alike(together[0])


def decided_alike(answer: Answer) -> object:
    """The decision, and how sure it was, but for what rounding makes of it."""
    assert isinstance(answer, Decided)
    assert answer.confidence is not None
    return answer.decision, round(answer.confidence, 3)


def test_a_bundle_is_no_checkpoint(
    bundle: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["eval", "--policy", str(bundle), "--out", str(tmp_path / "out"), "--through", "torch"]
    assert main(words) == 2
    assert "is no checkpoint" in capsys.readouterr().err
