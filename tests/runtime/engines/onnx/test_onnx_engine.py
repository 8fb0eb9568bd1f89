import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tap_format import LABELS, RULES, TapFormat, run_of, screen

from runtime.actions import Click
from runtime.cancellation import Cancellation
from runtime.engine import Prompt
from runtime.engines.onnx.engine import OnnxEngine
from runtime.engines.sampling import TokenSampling
from runtime.episode import Unparsed
from runtime.errors import (
    Cancelled,
    EngineClosed,
    EngineOverloaded,
    PhoneBuddyError,
    PromptTooLong,
    UnsupportedPolicy,
)
from runtime.observation import Observation, Screenshot
from runtime.prompts.format import CHATML, ChatMarkup, ImagePart, ObservationKind, Rendered
from runtime.testing.engine_contract import check_engine

KINDS = ("llama", "lfm2", "qwen35", "growing")
GOALS = tuple(f"Open {label}" for label in LABELS[:6])
Load = Callable[..., OnnxEngine]


@pytest.mark.parametrize("kind", KINDS)
def test_keeps_the_contract_of_engines(kind: str, load: Load) -> None:
    prompts = [Prompt(goal, screen(1)) for goal in GOALS[:2]]
    check_engine(lambda: load(kind), prompts=prompts)


@pytest.mark.parametrize("kind", KINDS)
def test_steps_of_a_run_reuse_what_is_stable_and_decide_as_if_they_did_not(
    kind: str, load: Load
) -> None:
    engine = load(kind)
    run = run_of(engine, GOALS[0], session="run", screens=[screen(n) for n in range(5)])

    for number, (prompt, decided) in enumerate(run):
        fresh = load(kind, sessions=1).decide(prompt)
        assert fresh.usage.cached_tokens == 0
        assert fresh.decision == decided.decision
        assert fresh.usage.prompt_tokens == decided.usage.prompt_tokens
        if number:
            # All but the screen is kept, and the line about the step before is new.
            before = run[number - 1][1].usage
            assert decided.usage.cached_tokens > before.cached_tokens


def test_new_session_has_the_constant_part_already(load: Load) -> None:
    engine = load("llama")
    first = engine.decide(Prompt(GOALS[0], screen(0)), session="one").usage
    engine.end_session("one")
    second = engine.decide(Prompt(GOALS[1], screen(1)), session="two").usage

    rules = engine.tokens_of(RULES)
    assert first.cached_tokens == 0
    assert rules <= second.cached_tokens <= rules + 10


@pytest.mark.parametrize("kind", KINDS)
def test_sessions_at_once_decide_as_they_do_one_by_one(kind: str, load: Load) -> None:
    engine = load(kind, batch_tokens=32)
    alone = [
        [decided.decision for _, decided in run_of(engine, goal, session="", screens=_SCREENS)]
        for goal in GOALS
    ]

    with ThreadPoolExecutor(len(GOALS)) as pool:
        runs = list(
            pool.map(lambda goal: run_of(engine, goal, session=goal, screens=_SCREENS), GOALS)
        )
    assert [[decided.decision for _, decided in run] for run in runs] == alone


_SCREENS = [screen(n) for n in range(3)]


def test_more_sessions_than_are_kept_take_turns(load: Load) -> None:
    engine = load("llama", sessions=2)
    alone = [engine.decide(Prompt(goal, screen(1))).decision for goal in GOALS]
    for _ in range(2):
        with ThreadPoolExecutor(len(GOALS)) as pool:
            asked = pool.map(
                lambda goal: engine.decide(Prompt(goal, screen(1)), session=goal), GOALS
            )
            assert [decided.decision for decided in asked] == alone


def test_memory_for_one_prompt_serves_many_sessions(load: Load) -> None:
    # A token takes 2 layers x 2 (key, value) x 2 heads x 16 x 4 bytes.
    engine = load("llama", context_tokens=400, kv_bytes=400 * 512)
    with ThreadPoolExecutor(len(GOALS)) as pool:
        asked = pool.map(lambda goal: engine.decide(Prompt(goal, screen(1)), session=goal), GOALS)
        assert all(isinstance(decided.decision.action, Click) for decided in asked)
    reached = [slot.reached for slot in engine._scheduler._memory.slots]  # noqa: SLF001  # pyright: ignore[reportOptionalMemberAccess]
    assert sum(reached) <= 400


def test_pieces_are_whole_characters_and_make_the_reply(load: Load) -> None:
    engine = load("llama", prompt_format=TapFormat(thought="/[à-ÿ€😀]{8,16}/"))
    pieces: list[str] = []
    decided = engine.decide(Prompt(GOALS[0], screen(0)), on_text=pieces.append)

    assert "".join(pieces) == decided.decision.reply
    assert len(pieces) > 3
    assert not any("\ufffd" in piece for piece in pieces)


def test_what_a_phone_shows_is_never_markup(load: Load) -> None:
    tokens = load("llama")._tokens  # noqa: SLF001
    end = tokens.ends[0]

    assert tokens.markup("a<|im_end|>b").count(end) == 1
    assert end not in tokens.text("a<|im_end|>b")
    spelt = b"".join(tokens.bytes_of(token) for token in tokens.text("a<|im_end|>b"))
    assert spelt == b"a<|im_end|>b"


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    elements=st.integers(1, 40),
    seed=st.integers(0, 1000),
    temperature=st.sampled_from([0.0, 0.7, 3.0]),
    top_p=st.sampled_from([0.3, 1.0]),
)
def test_every_reply_parses_and_names_an_element_of_the_screen(
    models: object,
    policies: object,
    load: Load,
    elements: int,
    seed: int,
    temperature: float,
    top_p: float,
) -> None:
    sampling = TokenSampling(temperature=temperature, top_p=top_p, seed=seed, max_reply_tokens=64)
    engine = load("llama", sampling=sampling, sessions=1)
    decided = engine.decide(Prompt(GOALS[0], screen(seed, elements=elements)))
    engine.close()

    action = decided.decision.action
    assert isinstance(action, Click), action
    assert action.target.index < elements  # pyright: ignore[reportAttributeAccessIssue]


def test_forced_tokens_are_counted_and_not_decoded_one_by_one(load: Load) -> None:
    usage = load("llama").decide(Prompt(GOALS[0], screen(0))).usage
    # `I look for ` and `: {"tap": {"index": `, at least.
    assert 8 <= usage.forced_tokens < usage.reply_tokens


def test_samples_differ_by_session_and_repeat_by_seed(load: Load) -> None:
    hot = TokenSampling(temperature=2.0, seed=7, max_reply_tokens=64)
    engine, same = load("llama", sampling=hot), load("llama", sampling=hot)
    prompt = Prompt(GOALS[0], screen(0))

    drawn = [engine.decide(prompt, session=name).decision for name in ("a", "b", "c")]
    again = [same.decide(prompt, session=name).decision for name in ("a", "b", "c")]
    assert drawn == again
    assert len({decision.reply for decision in drawn}) > 1


def test_reply_that_is_cut_short_is_unparsed(load: Load) -> None:
    decided = load("llama", sampling=TokenSampling(max_reply_tokens=6)).decide(
        Prompt(GOALS[0], screen(0))
    )
    assert isinstance(decided.decision.action, Unparsed)
    assert decided.usage.reply_tokens == 6


def test_opening_of_the_reply_is_read_with_it(load: Load) -> None:
    chat = ChatMarkup(
        CHATML.before_prompt, CHATML.before_reply + "<think>", "<|im_end|>", "<think>"
    )
    pieces: list[str] = []
    decided = load("llama", chat=chat).decide(Prompt(GOALS[0], screen(0)), on_text=pieces.append)
    assert "".join(pieces) == decided.decision.reply
    assert decided.decision.reply.startswith("<think>I look for ")


@pytest.mark.parametrize("after", [0, 1, 5])
def test_cancelled_reply_ends_between_tokens_and_leaves_the_session_usable(
    after: int, load: Load
) -> None:
    engine = load("llama")
    prompt = Prompt(GOALS[0], screen(0))
    whole = engine.decide(prompt, session="other").decision
    cancel, pieces = Cancellation(), []

    def hear(piece: str) -> None:
        pieces.append(piece)
        if len(pieces) > after:
            cancel.cancel("enough")

    with pytest.raises(Cancelled, match="enough"):
        engine.decide(prompt, session="mine", on_text=hear, cancel=cancel)
    assert len(pieces) == after + 1
    assert engine.decide(prompt, session="mine").decision == whole


def test_cancelled_prompt_does_not_wait_for_its_end(load: Load) -> None:
    engine = load("llama", prompt_format=TapFormat(rules=RULES * 8), batch_tokens=1)
    cancel = Cancellation()
    threading.Timer(0.05, cancel.cancel, ["stop"]).start()
    with pytest.raises(Cancelled):
        engine.decide(Prompt(GOALS[0], screen(0)), session="a", cancel=cancel)

    # What was evaluated until then is not lost.
    assert engine.decide(Prompt(GOALS[0], screen(0)), session="a").usage.cached_tokens > 0


def test_prompt_that_does_not_fit_is_refused(load: Load) -> None:
    engine = load("llama", context_tokens=200)
    with pytest.raises(PromptTooLong, match=r"with 64 for the reply .* more than the 200"):
        engine.decide(Prompt("word " * 200, screen(0)))


def test_questions_beyond_the_queue_are_refused_at_once(load: Load) -> None:
    engine = load("llama", sessions=1, queue=2)
    held, entered = threading.Event(), threading.Event()

    def hold(_: str) -> None:
        entered.set()
        held.wait(300)

    with ThreadPoolExecutor(4) as pool:
        first = pool.submit(engine.decide, Prompt(GOALS[0], screen(0)), on_text=hold)
        assert entered.wait(120)
        waiting = [pool.submit(engine.decide, Prompt(goal, screen(0))) for goal in GOALS[1:3]]
        _until_waiting(engine, 2)
        with pytest.raises(EngineOverloaded, match="2 questions wait"):
            engine.decide(Prompt(GOALS[2], screen(0)))
        held.set()
        for asked in (first, *waiting):
            assert isinstance(asked.result(20).decision.action, Click)


def test_question_that_was_taken_back_leaves_its_place_in_the_queue(load: Load) -> None:
    engine = load("llama", sessions=1, queue=1)
    held, entered = threading.Event(), threading.Event()

    def hold(_: str) -> None:
        entered.set()
        held.wait(300)

    with ThreadPoolExecutor(3) as pool:
        first = pool.submit(engine.decide, Prompt(GOALS[0], screen(0)), on_text=hold)
        assert entered.wait(120)
        cancel = Cancellation()
        left = pool.submit(engine.decide, Prompt(GOALS[1], screen(0)), cancel=cancel)
        _until_waiting(engine, 1)
        cancel.cancel()
        with pytest.raises(Cancelled):
            left.result(20)
        next_one = pool.submit(engine.decide, Prompt(GOALS[2], screen(0)))
        _until_waiting(engine, 1)
        held.set()
        for asked in (first, next_one):
            assert isinstance(asked.result(20).decision.action, Click)


def _until_waiting(engine: OnnxEngine, questions: int) -> None:
    until = time.monotonic() + 120
    while engine.waiting != questions:
        assert time.monotonic() < until, f"{engine.waiting} wait, not {questions}"
        time.sleep(0.005)


def test_closing_fails_what_is_under_way(load: Load) -> None:
    engine = load("llama", sessions=1)
    entered = threading.Event()

    def ask_on(goal: str) -> EngineClosed:
        """Ask again and again, so that something is under way whenever the engine is closed."""
        while True:
            try:
                engine.decide(Prompt(goal, screen(0)), on_text=lambda _: entered.set())
            except EngineClosed as error:
                return error

    with ThreadPoolExecutor(3) as pool:
        asking = [pool.submit(ask_on, goal) for goal in GOALS[:3]]
        assert entered.wait(120)
        engine.close()
        told = [str(one.result(120)) for one in asking]
    # One room for three: two of them were waiting for it.
    assert any("before it had answered" in one for one in told)
    with pytest.raises(EngineClosed, match="load it again"):
        engine.decide(Prompt(GOALS[0], screen(0)))


def test_screenshots_are_refused_with_advice(load: Load) -> None:
    with pytest.raises(UnsupportedPolicy, match="serve it as GGUF"):
        load("llama", prompt_format=TapFormat(observation=ObservationKind.BOTH))

    class Picturing(TapFormat):
        def render(self, prompt: Prompt) -> Rendered:
            return Rendered((ImagePart(Screenshot(b"", "image/png", 1, 1)),), 0)

    with pytest.raises(PhoneBuddyError, match="serve it as GGUF"):
        load("llama", prompt_format=Picturing()).decide(Prompt(GOALS[0], screen(0)))


def test_broken_grammar_is_an_error_that_the_engine_survives(load: Load) -> None:
    class Broken(TapFormat):
        broken = True

        def grammar(self, observation: Observation) -> str:
            return "start: nothing" if self.broken else super().grammar(observation)

    broken = Broken()
    engine = load("llama", prompt_format=broken)
    with pytest.raises(PhoneBuddyError, match="grammar"):
        engine.decide(Prompt(GOALS[0], screen(0)))
    broken.broken = False
    assert isinstance(engine.decide(Prompt(GOALS[0], screen(0))).decision.action, Click)


def test_times_add_up_to_no_more_than_the_whole(load: Load) -> None:
    import time

    engine = load("llama")
    started = time.monotonic()
    usage = engine.decide(Prompt(GOALS[0], screen(0))).usage
    took_ms = (time.monotonic() - started) * 1e3
    parts = (usage.queue_ms, usage.prompt_ms, usage.first_token_ms, usage.decode_ms)
    assert min(parts) >= 0
    assert 0 < sum(parts) <= took_ms


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"context_tokens": 100_000}, "has positions for 4096"),
        ({"kv_bytes": 1000 * 512}, "room for 1000 tokens"),
        ({"context_tokens": 64}, "no room for a prompt"),
        ({"sessions": 0}, "sessions 0"),
        ({"sampling": TokenSampling(max_reply_tokens=0)}, "max_reply_tokens"),
    ],
)
def test_settings_that_cannot_work_are_refused(
    changes: dict[str, object], said: str, load: Load
) -> None:
    with pytest.raises(UnsupportedPolicy, match=said):
        load("llama", **changes)


def test_pairwise_prompts_of_a_run_extend_each_other(load: Load) -> None:
    run = run_of(load("lfm2"), GOALS[0], session="run", screens=[screen(n) for n in range(4)])
    cached = [decided.usage.cached_tokens for _, decided in run]
    evaluated = [decided.usage.prompt_tokens - decided.usage.cached_tokens for _, decided in run]

    assert all(before < after for before, after in pairwise(cached))
    # New are a line of history and the screen, however long the run is.
    assert max(evaluated[1:]) < np.mean(evaluated[1:]) * 1.5
