"""General models from the command line: agreed to, tried out, given a task, billed and stopped."""

import json
import re
from collections.abc import Iterator

import pytest
from phonebuddy.v1.errors import InvalidRequest
from phonebuddy_command import Inside
from runtime_process import RuntimeProcess
from tui_pilot import seated

from runtime.testing.providers import (
    AnthropicStandIn,
    AskedModel,
    ChatStandIn,
    ModelAnswer,
    serve_provider,
)

PHONE = "phoneworld://?seed=7"
KEYS = {"PHONEBUDDY_KEY_ANTHROPIC": "sk-ant-test"}


def operator(asked: AskedModel) -> ModelAnswer:
    """A model that turns on wi-fi: it reads the prompt as a model would, and nothing else."""
    if "Tap Save." in asked.text:
        return ModelAnswer(call=("click", {"index": 1}))
    if "number that is written" in asked.text:
        return ModelAnswer(call=("finish", {"text": "4711" if asked.pictures else "no idea"}))
    screen = asked.text.partition("# Screen")[2]
    if "launcher" in screen:
        return ModelAnswer(thought="Settings first.", call=("open_app", {"app": "Settings"}))
    for wanted in ("Use Wi", "Wi-Fi", "Internet", "Network"):
        found = re.search(rf"^{wanted}.*?#(\d+)(.*)$", screen, re.MULTILINE)
        if found and " on" in found[2]:
            return ModelAnswer(call=("finish", {"text": "It is on."}))
        if found:
            return ModelAnswer(call=("click", {"index": int(found[1])}))
    return ModelAnswer(call=("finish", {"status": "impossible", "text": screen[:300]}))


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    process = RuntimeProcess(tmp_path_factory.mktemp("models"), environment=KEYS)
    yield process
    process.close()


def test_model_is_allowed_tried_given_a_task_and_billed(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve_provider(AnthropicStandIn(operator)) as served:
        model = f"anthropic:claude-opus-5-5@{served.url}"
        phonebuddy = Inside(capsys, "--connect", runtime.address)
        run = ("run", "turn on wi-fi", "--model", model, "--device", PHONE)

        refused = phonebuddy(*run, status=2)
        assert served.url in refused
        assert "PHONEBUDDY_KEY_ANTHROPIC" in refused
        assert not served.asked
        phonebuddy("policies", "allow", model)

        tried = phonebuddy("models", model)
        assert "tools      yes" in tried
        assert "pictures   yes" in tried
        assert "$4 in, $20 out" in tried
        assert model in phonebuddy("models")

        done = phonebuddy(*run)
        assert re.search(r"It is on\..*\d steps.*\$0\.\d+", done, re.DOTALL), done
        with runtime.client() as client:
            last = next(iter(client.runs()))
            steps = list(client.steps(last.id))
        asked = [one for one in served.asked if "turn on wi-fi" in one.text]
        assert last.cost_dollars == pytest.approx(len(asked) * (1000 * 4 + 50 * 20) / 1_000_000)
        assert last.tokens == len(asked) * 1050
        assert steps[0].decision.thought == "Settings first."
        assert "1. Open" in asked[-1].text

        told = phonebuddy(
            *run[:-1], "phoneworld://?seed=8", "--spend", "0.000001", "--json", status=3
        )
        over = json.loads(told.splitlines()[-1])
        assert over["cost_dollars"] > 0
        assert "spending limit" in over["words"]


def test_spending_limit_needs_a_price(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    with serve_provider(ChatStandIn(operator)) as served:
        model = f"{served.url}/v1#tiny"
        phonebuddy = Inside(capsys, "--connect", runtime.address)
        phonebuddy("policies", "allow", model)
        with runtime.client() as client, pytest.raises(InvalidRequest, match=r"prices\.toml"):
            client.start("turn on wi-fi", device=PHONE, policy=model, dollars=1.0)
        assert "price      not known" in phonebuddy("models", model)


def test_name_that_is_no_model_is_told(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    phonebuddy = Inside(capsys, "--connect", runtime.address)
    assert "put it after a #" in phonebuddy("models", "http://127.0.0.1:1/v1", status=2)
    assert "makes no sense" in phonebuddy("models", "openai:gpt?see=smells", status=2)
    assert "is no model" in phonebuddy("models", "buddy", status=2)
    assert "unencrypted" in phonebuddy("policies", "allow", "http://10.0.0.2/v1#tiny", status=2)


def test_model_that_does_not_answer_is_told(
    runtime: RuntimeProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    model = "http://127.0.0.1:9/v1#tiny?see=elements"
    phonebuddy = Inside(capsys, "--connect", runtime.address)
    allowed = f"phonebuddy policies allow '{model}'"
    assert allowed in phonebuddy("models", model, status=2)
    phonebuddy("policies", "allow", model)
    assert "cannot be reached" in phonebuddy("models", model, status=1).partition("no: ")[2]
    told = json.loads(phonebuddy("models", model, "--json", status=1))
    assert told["reachable"] is False
    assert "cannot be reached" in told["problem"]
    failed = phonebuddy("run", "turn on wi-fi", "--model", model, "--device", PHONE, status=5)
    assert f"phonebuddy models '{model}'" in failed


async def test_screens_ask_then_show_what_it_costs(runtime: RuntimeProcess) -> None:
    with serve_provider(AnthropicStandIn(operator)) as served:
        model = f"anthropic:claude-opus-5-5@{served.url}"
        async with seated(runtime.address, device=PHONE, policy=model) as person:
            await person.until(lambda: person.app.live.chosen.policy)
            person.app.live.suggest("turn on wi-fi")
            await person.press("enter")
            await person.until_on("ConfirmDialog")
            assert not served.asked
            await person.press("y")
            await person.until_on("LiveScreen")
            await person.until_sees("It is on", within_s=60)
            await person.until_sees("$0.0")
