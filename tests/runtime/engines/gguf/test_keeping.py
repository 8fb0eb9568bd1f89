"""What is kept between questions, and what gives way when memory is short."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tap_format import run_of, screen

from runtime.engine import Prompt
from runtime.engines.gguf.engine import GgufEngine
from runtime.engines.sampling import TokenSampling
from runtime.errors import UnsupportedPolicy

Load = Callable[..., GgufEngine]
SCREENS = [screen(number) for number in range(2)]


def cached(engine: GgufEngine, session: str) -> int:
    """What a session still had: asking renews it."""
    prompt = Prompt("a goal", screen(7))
    return engine.decide(prompt, session=session).usage.cached_tokens


@pytest.mark.parametrize("model", ["tiny", "hybrid"])
def test_the_session_used_longest_ago_gives_way(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(request.getfixturevalue(model), sessions=2, parallel=1)
    opening = [cached(engine, name) for name in ("a", "b")][1]
    kept = cached(engine, "a")
    assert kept > opening > 0
    assert cached(engine, "c") == opening  # drops b, which was used before a
    assert cached(engine, "a") == kept
    assert cached(engine, "b") == opening


@pytest.mark.parametrize("model", ["tiny", "hybrid"])
def test_nothing_is_kept_of_a_session_that_has_ended(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(request.getfixturevalue(model))
    opening = [cached(engine, name) for name in ("a", "b")][1]
    assert cached(engine, "a") > opening
    engine.end_session("a")
    engine.end_session("never there")
    assert cached(engine, "a") == opening


def test_a_session_without_a_name_is_not_kept(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(tiny)
    cached(engine, "")
    opening = cached(engine, "")
    assert cached(engine, "") == opening


def test_a_goal_that_changes_is_evaluated_from_there_on(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(tiny)
    goal = "open the clock and the mail and the maps"
    first = engine.decide(Prompt(f"{goal} now", screen(0)), session="run").usage
    other = engine.decide(Prompt(f"{goal} later", screen(0)), session="run").usage
    assert 0 < other.cached_tokens < first.prompt_tokens
    assert other.cached_tokens > engine.tokens_of(goal)


@pytest.mark.parametrize("model", ["tiny", "hybrid"])
def test_runs_that_do_not_fit_together_are_answered_all_the_same(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    path = request.getfixturevalue(model)
    ample: GgufEngine = load(path, flash_attention=False)
    long = [f"goal {number} " + "and on " * 40 for number in range(6)]

    def decide(engine: GgufEngine, goal: str) -> list[object]:
        return [
            decided.decision for _, decided in run_of(engine, goal, session=goal, screens=SCREENS)
        ]

    expected = [decide(ample, goal) for goal in long]
    # A little more than one of them takes.
    cells = 768
    room = {"sessions": 6, "parallel": 6, "context_tokens": cells, "flash_attention": False}
    tight: GgufEngine = load(path, **room, kv_bytes=_bytes_for(ample, cells, sequences=13))
    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(lambda goal: decide(tight, goal), long)) == expected


def _bytes_for(engine: GgufEngine, cells: int, *, sequences: int) -> int:
    footprint = engine.footprint
    return (cells + 100) * footprint.token_bytes + sequences * footprint.sequence_bytes


def test_a_memory_too_small_for_anything_is_refused(load: Load, tiny: Path) -> None:
    with pytest.raises(UnsupportedPolicy, match="too little for this policy"):
        load(tiny, kv_bytes=10_000)


def test_less_memory_keeps_fewer_sessions_of_a_hybrid(load: Load, hybrid: Path) -> None:
    ample: GgufEngine = load(hybrid, sessions=8, parallel=2)
    each = ample.footprint.sequence_bytes
    assert ample.sessions_kept == 8
    assert each > 0
    needed = 256 * ample.footprint.token_bytes
    # Room for six sequences: the opening, two that are answered, three that are kept.
    tight: GgufEngine = load(hybrid, sessions=8, parallel=2, kv_bytes=needed + 6 * each)
    assert tight.sessions_kept == 3
    assert tight.decide(Prompt("a goal", screen(0, elements=1))).usage.reply_tokens > 0


def test_replies_are_as_long_as_allowed_also_when_memory_is_tight(load: Load, tiny: Path) -> None:
    engine: GgufEngine = load(
        tiny, context_tokens=256, kv_bytes=300 * 1024, sampling=TokenSampling(max_reply_tokens=32)
    )
    for number in range(4):
        usage = engine.decide(Prompt("go", screen(0, elements=1)), session=str(number)).usage
        assert 0 < usage.reply_tokens <= 32
