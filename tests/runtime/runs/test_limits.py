from hypothesis import given
from hypothesis import strategies as st

from runtime.actions import Wait
from runtime.engine import Usage
from runtime.episode import Actor, Decision, RanOut, Step
from runtime.runs.limits import Meter, RunUsage, reached, spent_by
from runtime.runs.model import Limits
from runtime.testing import FakeDevice

LIMITS = Limits(steps=3, seconds=10, tokens=100)


def test_first_limit_that_is_used_up_is_named() -> None:
    assert reached(LIMITS, RunUsage(2, 9.9, 99)) is None
    assert reached(LIMITS, RunUsage(3, 0, 0)) == RanOut("steps")
    assert reached(LIMITS, RunUsage(0, 10, 0)) == RanOut("seconds")
    assert reached(LIMITS, RunUsage(0, 0, 100)) == RanOut("tokens")


@given(st.lists(st.tuples(st.booleans(), st.floats(0, 1000)), max_size=30))
def test_watch_counts_the_time_that_it_goes(spells: list[tuple[bool, float]]) -> None:
    now_s = [0.0]
    meter = Meter(RunUsage(seconds=5), lambda: now_s[0])
    expected = 5.0
    for going, seconds in spells:
        if going:
            meter.go()
            expected += seconds
        else:
            meter.stand()
        now_s[0] += seconds
    assert abs(meter.spent.seconds - expected) < 1e-6 * max(1, expected)


def test_steps_and_tokens_are_counted() -> None:
    meter = Meter(RunUsage(1, 0, 10), lambda: 0.0)
    meter.stepped()
    meter.decided(Usage(prompt_tokens=90, cached_tokens=80, reply_tokens=10))
    assert (meter.spent.steps, meter.spent.tokens) == (2, 110)


def test_what_a_continued_run_has_spent_leaves_out_the_person() -> None:
    look = FakeDevice().observe()
    own = Step(look, Decision(Wait()), Actor.POLICY, timings_ms=(("observe", 1500.0),))
    theirs = Step(look, Decision(Wait()), Actor.PERSON, timings_ms=(("observe", 9000.0),))
    assert spent_by([own, theirs, own], tokens=7) == RunUsage(2, 3.0, 7)
