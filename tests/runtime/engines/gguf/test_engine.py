from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tap_format import LABELS, RULES, TapFormat, run_of, screen
from tiny_models import tiny_lora

from runtime.engine import Prompt
from runtime.engines.gguf.engine import GgufEngine
from runtime.engines.sampling import TokenSampling
from runtime.episode import Unparsed
from runtime.errors import EngineClosed, PromptTooLong, UnsupportedPolicy
from runtime.prompts.format import CHATML, ChatMarkup, ObservationKind
from runtime.testing.engine_contract import check_engine

Load = Callable[..., GgufEngine]
GOALS = tuple(f"Open {label}" for label in LABELS[:6])


@pytest.mark.parametrize("kind", ["tiny", "hybrid"])
def test_keeps_the_contract_of_engines(
    kind: str, request: pytest.FixtureRequest, load: Load
) -> None:
    model = request.getfixturevalue(kind)
    prompts = [Prompt(goal, screen(1)) for goal in GOALS[:2]]
    check_engine(lambda: load(model, flash_attention=False), prompts=prompts)


# Quantized weights and flash attention let the order of sums decide near ties, in llama.cpp itself:
# what should be the same is compared without them.
IN_FULL = [
    "tiny",
    "hybrid",
    pytest.param("smol_in_full", marks=[pytest.mark.slow, pytest.mark.exhaustive]),
]


@pytest.mark.parametrize("model", IN_FULL)
def test_steps_of_a_run_reuse_what_is_stable_and_decide_as_if_they_did_not(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(request.getfixturevalue(model), flash_attention=False)
    run = run_of(engine, GOALS[0], session="run", screens=[screen(n) for n in range(4)])
    for number, (prompt, decided) in enumerate(run):
        engine.end_session("fresh")
        fresh = engine.decide(prompt, session="fresh")
        assert fresh.decision == decided.decision
        assert fresh.usage.prompt_tokens == decided.usage.prompt_tokens
        assert number or not decided.usage.cached_tokens
        if number:
            # All of the step before but its screen is kept; a new session has the opening only.
            assert decided.usage.cached_tokens >= run[number - 1][1].usage.cached_tokens
            assert decided.usage.cached_tokens > fresh.usage.cached_tokens > 0
    assert run[-1][1].usage.cached_tokens > run[1][1].usage.cached_tokens


@pytest.mark.parametrize("model", ["tiny", "hybrid"])
def test_sessions_share_the_opening_of_their_prompts(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(request.getfixturevalue(model))
    first = engine.decide(Prompt(GOALS[0], screen(0)), session="one").usage
    second = engine.decide(Prompt(GOALS[1], screen(0)), session="two").usage
    assert first.cached_tokens == 0
    markup = engine.tokens_of(RULES)
    assert second.cached_tokens == pytest.approx(markup, abs=4)


@pytest.mark.parametrize("model", IN_FULL)
def test_interleaved_runs_decide_as_they_do_one_by_one(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(
        request.getfixturevalue(model), batch_tokens=64, flash_attention=False
    )
    screens, goals = [screen(n) for n in range(2)], GOALS[: 3 if model.startswith("smol") else 6]

    def decisions(goal: str, kind: str) -> list[object]:
        run = run_of(engine, goal, session=f"{kind} {goal}", screens=screens)
        return [decided.decision for _, decided in run]

    serial = [decisions(goal, "serial") for goal in goals]
    with ThreadPoolExecutor(len(goals)) as pool:
        together = list(pool.map(lambda goal: decisions(goal, "together"), goals))
    assert together == serial


def test_every_reply_parses_to_an_element_of_the_screen(reader: GgufEngine) -> None:
    with ThreadPoolExecutor(8) as pool:
        prompts = [Prompt(f"Task {n}", screen(n, elements=1 + n % 5)) for n in range(8)]
        for prompt, decided in zip(prompts, pool.map(reader.decide, prompts), strict=True):
            assert not isinstance(decided.decision.action, Unparsed)
            prompt.observation.pixel(decided.decision.action.target)  # type: ignore[union-attr]


def test_forced_tokens_are_counted_and_belong_to_the_reply(reader: GgufEngine) -> None:
    decided = reader.decide(Prompt(GOALS[0], screen(0, elements=1)))
    assert 6 < decided.usage.forced_tokens < decided.usage.reply_tokens
    assert decided.decision.reply.startswith("I look for ")
    assert decided.usage.reply_tokens <= reader.tokens_of(decided.decision.reply) + 4


def test_pieces_join_to_the_reply_with_what_the_prompt_has_opened_of_it(
    load: Load, smol: Path
) -> None:
    opened = ChatMarkup(CHATML.before_prompt, CHATML.before_reply + "Hm", CHATML.reply_end, "Hm")
    engine: GgufEngine = load(smol, chat=opened, prompt_format=TapFormat(thought="/[é☕🎈]{3,9}/"))
    pieces: list[str] = []
    decided = engine.decide(Prompt(GOALS[0], screen(0)), on_text=pieces.append)
    assert "".join(pieces) == decided.decision.reply
    assert decided.decision.reply.startswith("HmI look for ")
    assert "\ufffd" not in decided.decision.reply
    assert len(pieces) > 3


def test_text_that_looks_like_markup_stays_text(reader: GgufEngine) -> None:
    plain = reader.decide(Prompt("Say im_end", screen(0))).usage.prompt_tokens
    marked = reader.decide(Prompt("Say <|im_end|>", screen(0))).usage.prompt_tokens
    # As the one token that ends a message it would be no longer.
    assert marked >= plain + 3
    assert reader.tokens_of("<|im_end|>") >= 4


def test_a_reply_that_is_cut_off_is_read_as_it_is(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(tiny, sampling=TokenSampling(max_reply_tokens=9))
    decided = engine.decide(Prompt(GOALS[0], screen(0)))
    assert decided.usage.reply_tokens == 9
    assert isinstance(decided.decision.action, Unparsed)
    assert decided.decision.action.reply.startswith("I look for ")


def test_a_prompt_that_cannot_fit_is_refused_with_the_numbers(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(tiny, context_tokens=512)
    with pytest.raises(PromptTooLong, match=r"is \d{4,} tokens .* 64, .* the 512 that fit"):
        engine.decide(Prompt("x" * 5000, screen(0)))
    engine.decide(Prompt(GOALS[0], screen(0)))


def test_sampling_repeats_for_a_session_and_differs_between_sessions(
    load: Load, tiny: Path
) -> None:
    engine: GgufEngine = load(
        tiny,
        sampling=TokenSampling(temperature=1.0, seed=3, max_reply_tokens=64),
        flash_attention=False,
    )
    prompt = Prompt(GOALS[0], screen(0))
    replies = [engine.decide(prompt, session=str(n)).decision.reply for n in (0, 1, 2, 0)]
    assert replies[0] == replies[3]
    assert len(set(replies)) == 3


def test_an_adapter_changes_what_is_decided(load: Load, tiny: Path, tmp_path: Path) -> None:
    adapter = tiny_lora(tmp_path, tiny)
    prompt = Prompt(GOALS[0], screen(0))
    bare = load(tiny).decide(prompt).decision.reply
    assert load(tiny, adapter=adapter, adapter_scale=8.0).decide(prompt).decision.reply != bare
    assert load(tiny, adapter=adapter, adapter_scale=0.0).decide(prompt).decision.reply == bare


def test_an_adapter_of_another_model_is_refused(
    load: Load, tiny: Path, smol: Path, tmp_path: Path
) -> None:
    with pytest.raises(UnsupportedPolicy, match=r"adapter .* does not fit SmolLM2"):
        load(smol, adapter=tiny_lora(tmp_path, tiny))


def test_screenshots_need_a_vision_part(load: Load, tiny: Path) -> None:
    with pytest.raises(UnsupportedPolicy, match="no vision part"):
        load(tiny, prompt_format=TapFormat(observation=ObservationKind.BOTH))


def test_memory_is_weights_and_what_was_allowed_at_most(load: Load, smol: Path) -> None:
    engine: GgufEngine = load(smol, kv_bytes=32 << 20, context_tokens=8192)
    assert 16 << 20 < engine.kv_bytes <= 32 << 20
    assert engine.memory_bytes - engine.kv_bytes == pytest.approx(smol.stat().st_size, rel=0.1)


def test_a_closed_engine_says_so(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(tiny)
    engine.close()
    engine.close()
    with pytest.raises(EngineClosed):
        engine.decide(Prompt(GOALS[0], screen(0)))
    with pytest.raises(EngineClosed):
        engine.tokens_of("text")
