"""Every provider's dialect against a stand-in that refuses what the real one documents as refused."""

import base64
import io
import json
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PIL import Image

from runtime.actions import Click, ElementRef, Finish, FinishStatus, OpenApp, Point
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.remote.engine import RemoteEngine
from runtime.engines.remote.exchange import RemoteLimits
from runtime.episode import Unparsed
from runtime.errors import Cancelled, EngineOverloaded, RemoteError
from runtime.policies.engine_loader import load_engine
from runtime.policies.named_model import model_manifest
from runtime.policies.prices import load_prices
from runtime.prompts.format import FormatOptions, ObservationKind
from runtime.prompts.tools import ToolsFormat
from runtime.testing import FakeDevice
from runtime.testing.providers import (
    AnthropicStandIn,
    AskedModel,
    Busy,
    ChatStandIn,
    GeminiStandIn,
    ModelAnswer,
    OllamaStandIn,
    OpenAiStandIn,
    ServedProvider,
    StandIn,
    serve_provider,
)

Answering = Callable[[AskedModel], ModelAnswer]

MODELS: dict[str, tuple[Callable[..., StandIn], str, dict[str, str]]] = {
    "openai": (OpenAiStandIn, "openai:gpt-5.4@{url}/v1", {"PHONEBUDDY_KEY_OPENAI": "sk-test"}),
    "anthropic": (
        AnthropicStandIn,
        "anthropic:claude-opus-5-5@{url}",
        {"PHONEBUDDY_KEY_ANTHROPIC": "sk-ant-test"},
    ),
    "gemini": (
        GeminiStandIn,
        "gemini:gemini-3.8-flash@{url}/v1beta",
        {"PHONEBUDDY_KEY_GEMINI": "AIza-test"},
    ),
    "ollama": (OllamaStandIn, "ollama:qwen3@{url}", {}),
    "server": (ChatStandIn, "{url}/v1#tiny", {}),
}
QUICK = RemoteLimits(silence_s=20, whole_s=20, backoff_s=0.01)
EACH = pytest.mark.parametrize("provider", MODELS)
CLICK = ModelAnswer(thought="It is the third.", text="I tap it.", call=("click", {"index": 3}))


def engine_for(served: ServedProvider, provider: str, options: str = "") -> RemoteEngine:
    _, name, keys = MODELS[provider]
    manifest = model_manifest(
        name.format(url=served.url) + options, environ=keys, prices=load_prices()
    )
    assert manifest.remote is not None
    return RemoteEngine(
        manifest.remote,
        ToolsFormat(FormatOptions(manifest.observation, manifest.history_steps)),
        key=keys.get(manifest.remote.key_variable, ""),
        sampling=manifest.sampling,
        limits=QUICK,
    )


def ask(
    provider: str, answer: Answering, options: str = "", **stand_in: object
) -> tuple[Decided, ServedProvider]:
    with serve_provider(MODELS[provider][0](answer, **stand_in)) as served:
        engine = engine_for(served, provider, options)
        try:
            return engine.decide(prompt(screenshot=engine.wants_screenshot)), served
        finally:
            engine.close()


def prompt(*, screenshot: bool = False) -> Prompt:
    return Prompt("write a note", FakeDevice().observe(screenshot=screenshot))


@EACH
def test_native_call_is_made_and_understood(provider: str) -> None:
    decided, served = ask(provider, lambda _asked: CLICK)

    assert decided.decision.action == Click(ElementRef(3))
    assert decided.decision.thought == "It is the third.\nI tap it."
    assert decided.usage.prompt_tokens == 1000
    asked = served.asked[-1]
    assert "You operate an Android phone" in asked.system
    assert "write a note" in asked.text
    assert "write a note" not in asked.system
    assert {"click", "type", "finish", "ask_user"} <= set(asked.tools)
    assert bool(asked.pictures) == (provider in {"openai", "anthropic", "gemini"})


@EACH
def test_what_was_refused_once_is_not_sent_again(provider: str) -> None:
    with serve_provider(MODELS[provider][0](lambda _asked: CLICK)) as served:
        engine = engine_for(served, provider)
        for _ in range(3):
            engine.decide(prompt(screenshot=engine.wants_screenshot))
        engine.close()

    assert len(served.asked) == 3
    lessons = {"anthropic": 1, "server": 2}
    assert len(served.refused) == lessons.get(provider, 0)


@EACH
def test_of_several_calls_the_first_is_made(provider: str) -> None:
    both = ModelAnswer(call=("open_app", {"app": "Notes"}), more_calls=(("finish", {}),))

    assert ask(provider, lambda _asked: both)[0].decision.action == OpenApp("Notes")


@EACH
def test_missing_call_is_told_to_the_model(provider: str) -> None:
    decision = ask(provider, lambda _asked: ModelAnswer(text="I would tap Save."))[0].decision

    assert isinstance(decision.action, Unparsed)
    assert "no tool was called" in decision.action.reason
    assert decision.thought == "I would tap Save."


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini", "server"])
def test_refusal_of_the_model_ends_the_task(provider: str) -> None:
    action = ask(provider, lambda _asked: ModelAnswer(refusal="Not that."))[0].decision.action

    assert isinstance(action, Finish)
    assert action.status is FinishStatus.REFUSED
    assert action.text


@EACH
def test_reply_that_thought_too_long_is_given_more_room_once(provider: str) -> None:
    def answer(asked: AskedModel) -> ModelAnswer:
        rooms.append(json.dumps(asked.body))
        return ModelAnswer(thought="hmm", cut_off=True) if len(rooms) == 1 else CLICK

    rooms: list[str] = []
    decided, _ = ask(provider, answer)

    assert decided.decision.action == Click(ElementRef(3))
    assert "8192" in rooms[0]
    assert "32768" in rooms[1]
    assert decided.usage.prompt_tokens == 2000, "both were paid for"


@EACH
def test_reply_that_never_ends_is_a_decision(provider: str) -> None:
    decision = ask(provider, lambda _asked: ModelAnswer(thought="hmm", cut_off=True))[0].decision

    assert isinstance(decision.action, Unparsed)
    assert "cut off" in decision.action.reason


@EACH
def test_busy_provider_is_asked_again(provider: str) -> None:
    times: list[int] = []

    def answer(_asked: AskedModel) -> ModelAnswer:
        times.append(1)
        if len(times) == 1:
            raise Busy(retry_after_s=0)
        return CLICK

    assert ask(provider, answer)[0].decision.action == Click(ElementRef(3))


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini", "server"])
def test_provider_that_wants_an_hour_is_left_alone(provider: str) -> None:
    def answer(_asked: AskedModel) -> ModelAnswer:
        asked.append(1)
        raise Busy(retry_after_s=3600)

    asked: list[int] = []
    with pytest.raises(EngineOverloaded):
        ask(provider, answer)
    assert len(asked) == 1


@EACH
def test_cancelled_in_mid_stream_the_provider_is_hung_up_on(provider: str) -> None:
    begun, never = threading.Event(), threading.Event()
    slow = ModelAnswer(thought="let me see", call=("finish", {}), wait=never)

    def answer(_asked: AskedModel) -> ModelAnswer:
        begun.set()
        return slow

    with serve_provider(MODELS[provider][0](answer)) as served, ThreadPoolExecutor() as pool:
        engine = engine_for(served, provider)
        cancel = Cancellation()
        asked = prompt(screenshot=engine.wants_screenshot)
        deciding = pool.submit(engine.decide, asked, cancel=cancel)
        assert begun.wait(20)
        cancel.cancel("enough")
        with pytest.raises(Cancelled):
            deciding.result(20)
        assert served.gone.wait(20)
        engine.close()


@pytest.mark.parametrize("provider", ["openai", "anthropic", "gemini"])
def test_wrong_key_is_told_without_the_key(provider: str) -> None:
    with pytest.raises(RemoteError) as caught:
        ask(provider, lambda _asked: CLICK, key="another")

    for key in MODELS[provider][2].values():
        assert key not in str(caught.value)


def test_model_that_does_not_reason_is_asked_without() -> None:
    decided, served = ask("openai", lambda _asked: CLICK, reasons=False)

    assert decided.decision.action == Click(ElementRef(3))
    assert "reasoning" not in served.asked[-1].body


def test_limit_that_is_too_high_is_lowered_to_what_the_refusal_names() -> None:
    decided, served = ask("anthropic", lambda _asked: CLICK, most_tokens=4096, always_thinks=False)

    assert decided.decision.action == Click(ElementRef(3))
    assert served.asked[-1].body["max_tokens"] == 4096
    assert served.asked[-1].body["tool_choice"] == {
        "type": "any",
        "disable_parallel_tool_use": True,
    }


def test_gemini_without_thinking_is_asked_without() -> None:
    decided, served = ask("gemini", lambda _asked: CLICK, thinks=False)

    assert decided.decision.action == Click(ElementRef(3))
    assert "thinkingConfig" not in json.dumps(served.asked[-1].body)


def test_model_without_native_tools_is_told_them_in_words() -> None:
    def answer(asked: AskedModel) -> ModelAnswer:
        assert not asked.tools
        assert '"name": "click"' in asked.system
        call = json.dumps({"name": "click", "arguments": {"index": 3}})
        return ModelAnswer(text=f"<tool_call>{call}</tool_call>")

    decided, _ = ask("ollama", answer, able=frozenset[str]())
    assert decided.decision.action == Click(ElementRef(3))


@pytest.mark.parametrize(("provider", "blind"), [("ollama", {}), ("server", {"sees": False})])
def test_model_that_sees_nothing_is_shown_elements_only(
    provider: str, blind: dict[str, object]
) -> None:
    decided, served = ask(provider, lambda _asked: CLICK, "?see=both", **blind)

    assert decided.decision.action == Click(ElementRef(3))
    assert served.asked[-1].pictures == ()


def test_model_that_sees_nothing_and_is_shown_nothing_else_is_reported() -> None:
    with pytest.raises(RemoteError, match="sees no pictures"):
        ask("server", lambda _asked: CLICK, "?see=screenshot", sees=False)


def test_picture_has_the_numbers_of_the_elements_on_it() -> None:
    look = FakeDevice().observe(screenshot=True)
    assert look.screenshot is not None
    _, served = ask("openai", lambda _asked: CLICK)
    shown = Image.open(io.BytesIO(base64.b64decode(served.asked[-1].pictures[0])))

    assert max(shown.size) <= 1280
    plain = Image.open(io.BytesIO(look.screenshot.data)).convert("RGB").resize(shown.size)
    assert plain.tobytes() != shown.convert("RGB").tobytes()


def test_effort_is_told_in_each_providers_words() -> None:
    found = {
        provider: json.dumps(ask(provider, lambda _asked: CLICK, "?effort=low")[1].asked[-1].body)
        for provider in MODELS
    }

    assert '"effort": "low"' in found["openai"]
    assert '"output_config": {"effort": "low"}' in found["anthropic"]
    assert '"thinkingLevel": "low"' in found["gemini"]
    assert '"think": "low"' in found["ollama"]
    assert '"reasoning_effort": "low"' in found["server"]


@pytest.mark.parametrize(
    ("provider", "dollars"),
    [
        # 600 fresh, 300 cached and, at Anthropic, 100 written; 50 out.
        ("openai", (700 * 2.5 + 300 * 0.25 + 50 * 15) / 1e6),
        ("anthropic", (600 * 4 + 300 * 0.2 + 100 * 5 + 50 * 20) / 1e6),
        ("gemini", (1000 * 0.75 + 50 * 3.75) / 1e6),
        ("ollama", 0.0),
        ("server", None),
    ],
)
def test_cost_is_reckoned_by_the_price(provider: str, dollars: float | None) -> None:
    answer = ModelAnswer(
        call=("finish", {}),
        prompt_tokens=1000,
        cached_tokens=300,
        cache_written=100,
        reply_tokens=50,
        reasoning_tokens=20,
    )
    usage = ask(provider, lambda _asked: answer)[0].usage

    assert usage.cost_dollars == (None if dollars is None else pytest.approx(dollars))
    assert usage.reply_tokens == 50
    assert usage.reasoning_tokens == (20 if provider in {"openai", "gemini", "server"} else 0)


def test_named_model_is_loaded_like_any_policy() -> None:
    with serve_provider(OllamaStandIn(lambda _asked: CLICK)) as served:
        manifest = model_manifest(f"ollama:qwen3@{served.url}", environ={}, prices={})
        engine = load_engine(Path(), manifest, EngineLimits(), environ={})
        assert engine.decide(prompt()).decision.action == Click(ElementRef(3))
        engine.close()


def test_points_are_taken_from_whoever_sees() -> None:
    answer = ModelAnswer(call=("click", {"point": [512, 300]}))

    assert ask("gemini", lambda _asked: answer)[0].decision.action == Click(Point(512, 300))


def test_schemas_of_every_kind_of_sight_are_taken_by_all() -> None:
    for see in ObservationKind:
        for provider in MODELS:
            stand_in: dict[str, object] = (
                {"able": frozenset({"tools", "vision"})} if provider == "ollama" else {}
            )
            finish = ModelAnswer(call=("finish", {}))
            decided, _ = ask(provider, lambda _asked, a=finish: a, f"?see={see}", **stand_in)
            assert decided.decision.action == Finish()
