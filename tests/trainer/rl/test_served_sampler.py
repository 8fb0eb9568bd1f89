"""`trainer rl` with LoRA, bfloat16 and a server that samples."""

from collections.abc import Generator
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from sampling_stand_in import BASE, SamplingStandIn, serve_samples

from trainer.cli import main
from trainer.models.config import Lora
from trainer.models.trainable_model import load_model
from trainer.rl.journal import Line, read
from trainer.rl.model_policy import open_policy

RL = """
iterations = 2
[tasks]
templates = ["settings.wifi_on"]
seeds = "10"
[rollouts]
groups = 1
tries = 4
longest_prompt = 900
longest_reply = 40
[update]
kl = 0.01
[optimizer]
kind = "adamw"
adamw_rate = 3e-3
weight_decay = 0.0
[lora]
rank = 4
"""
SAMPLER = """
[sampler]
url = "{url}"
model = "base"
patience_s = {patience_s}
"""


@pytest.fixture
def served(init: Path) -> Generator[SamplingStandIn]:
    with serve_samples(SamplingStandIn(init)) as stand_in:
        yield stand_in


def _rl(
    init: Path,
    out: Path,
    served: SamplingStandIn | None,
    *words: str,
    more: str = "",
    patience_s: float = 0.0,
) -> int:
    file = out.with_suffix(".toml")
    sampler = SAMPLER.format(url=served.url, patience_s=patience_s) if served else ""
    file.write_text(more + RL + sampler)
    config = ["--init", str(init), "--config", str(file), "--out", str(out)]
    return main(["rl", *config, "--mock", *words])


def _lines(out: Path) -> list[Line]:
    return read(out / "log.jsonl")


def test_a_server_samples_with_the_adapter_of_each_iteration(
    init: Path, served: SamplingStandIn, tmp_path: Path
) -> None:
    out = tmp_path / "run"

    assert _rl(init, out, served) == 0

    lines = _lines(out)
    assert [line["faults"] for line in lines] == [0, 0]
    assert lines[0]["lessons"]
    # The stand-in computes in float32 as training does: only merging the additions rounds.
    assert 0 < max(line["gap"] for line in lines) < 1e-3
    assert len(set(served.loaded)) == 2, "the second iteration has other weights than the first"
    assert served.adapters == [served.loaded[-1]], "what is not used any more is unloaded"
    assert {body["model"] for body in served.asked} == set(served.loaded)
    assert [folder.name for folder in (out / "adapters").iterdir()] == served.adapters


def test_the_trained_policy_is_whole_and_its_additions_lie_beside_it(
    init: Path, served: SamplingStandIn, tmp_path: Path
) -> None:
    out = tmp_path / "run"

    assert _rl(init, out, served, "--iterations", "1") == 0

    before, after = load_model(init).state_dict(), load_model(out / "model").state_dict()
    changed = [name for name, weight in after.items() if not torch.equal(weight, before[name])]
    assert changed
    assert not any("embed" in name or "norm" in name for name in changed)
    adapter = load_file(out / "model" / "adapter" / "adapter_model.safetensors")
    assert all(".lora_" in name for name in adapter)


def test_a_checkpoint_holds_the_additions_alone_and_is_gone_on_from(
    init: Path, served: SamplingStandIn, tmp_path: Path
) -> None:
    whole, cut = tmp_path / "whole", tmp_path / "cut"
    assert _rl(init, whole, served) == 0

    assert _rl(init, cut, served, "--iterations", "1") == 0
    served.start_anew()
    assert _rl(init, cut, served, "--resume") == 0

    state = torch.load(cut / "checkpoints" / "step-000002" / "state.pt", weights_only=True)
    assert state["model"]
    assert all("lora_" in name for name in state["model"])
    for name in ("iteration", "success", "lessons", "entropy", "kl"):
        assert [line[name] for line in _lines(cut)] == pytest.approx(
            [line[name] for line in _lines(whole)], abs=1e-4
        )
    # A server answers in any order, and rounds by what it has read before.
    for name, weight in load_model(whole / "model").state_dict().items():
        again = load_model(cut / "model").state_dict()[name]
        torch.testing.assert_close(again, weight, atol=1e-3, rtol=0)


def test_a_server_that_dies_spoils_its_tries_and_then_ends_the_training(
    init: Path, served: SamplingStandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    served.dies_after = 4

    assert _rl(init, tmp_path / "run", served) != 0

    (line,) = _lines(tmp_path / "run")
    assert 0 < line["faults"] <= 4
    assert line["tries"] + line["faults"] == 4
    said = capsys.readouterr().err
    assert "has been away" in said
    assert "--resume" in said


def test_a_server_that_was_started_anew_is_given_the_adapter_again(
    init: Path, served: SamplingStandIn, tmp_path: Path
) -> None:
    served.forgets_after = 3

    assert _rl(init, tmp_path / "run", served, "--iterations", "1") == 0

    assert _lines(tmp_path / "run")[0]["faults"] == 0
    assert len(served.loaded) > 1
    assert len(set(served.loaded)) == 1


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"returns_ids": False}, "returns no token ids"),
        ({"adds_beginning": True}, "token ids as they are"),
        ({"takes_adapters": False}, "VLLM_ALLOW_RUNTIME_LORA_UPDATING"),
        ({"max_lora_rank": 2}, "--max-lora-rank"),
        ({"max_model_len": 512}, "--max-model-len 940"),
        ({"away": True}, "cannot be reached"),
    ],
)
def test_a_server_that_is_set_up_wrongly_is_told_of(
    wrong: dict[str, object],
    told: str,
    init: Path,
    served: SamplingStandIn,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, value in wrong.items():
        setattr(served, name, value)

    assert _rl(init, tmp_path / "run", served) != 0

    assert told in capsys.readouterr().err


def test_a_server_with_other_weights_is_found_out(
    init: Path, served: SamplingStandIn, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = load_model(init)
    with torch.no_grad():
        for weight in other.parameters():
            weight.add_(0.05 * torch.randn(weight.shape, generator=torch.manual_seed(0)))
    other.save_pretrained(tmp_path / "other")
    served.sample_from(tmp_path / "other")

    assert _rl(init, tmp_path / "run", served) != 0

    assert "samples from other weights" in capsys.readouterr().err


def test_bfloat16_keeps_the_weights_that_are_not_trained(init: Path, tmp_path: Path) -> None:
    policy = open_policy(init, lora=Lora(rank=2), half=True)

    kinds = {weight.dtype for weight in policy.model.parameters() if not weight.requires_grad}
    trained = {weight.dtype for weight in policy.model.parameters() if weight.requires_grad}

    assert kinds == {torch.bfloat16}
    assert trained == {torch.float32}
    assert _rl(init, tmp_path / "run", None, "--iterations", "1", more="half = true") == 0
    assert 0 < _lines(tmp_path / "run")[0]["gap"] < 0.2
    after = load_model(tmp_path / "run" / "model")
    assert {weight.dtype for weight in after.parameters()} == {torch.float32}


def test_what_training_with_lora_began_with_is_the_policy_without_additions(init: Path) -> None:
    policy, before = open_policy(init, lora=Lora(rank=2)), open_policy(init)
    with torch.no_grad():
        for name, weight in policy.model.named_parameters():
            if "lora_B" in name:
                weight.add_(1.0)
    prompts, replies = [(5, 6, 7)], [(8, 9)]

    start = policy.start().score(prompts, replies).log_probs

    torch.testing.assert_close(start, before.score(prompts, replies).log_probs, atol=1e-4, rtol=0)
    assert not torch.allclose(start, policy.score(prompts, replies).log_probs, atol=1e-2)


def test_the_server_is_asked_for_plain_odds(
    init: Path, served: SamplingStandIn, tmp_path: Path
) -> None:
    assert _rl(init, tmp_path / "run", served, "--iterations", "1") == 0

    body = served.asked[0]
    assert body["model"] != BASE
    assert (body["top_p"], body["top_k"], body["min_p"], body["repetition_penalty"]) == (
        1,
        -1,
        0,
        1,
    )
    assert len({asked["seed"] for asked in served.asked}) == len(served.asked)
