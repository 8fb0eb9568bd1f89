from hypothesis import given
from hypothesis import strategies as st

from runtime.engines.gguf.batch_shares import EvaluationDemand, share

NEEDS = st.lists(
    st.builds(EvaluationDemand, st.integers(0, 900), st.booleans()), min_size=1, max_size=12
)
BATCHES = st.integers(16, 600)
LAPS = st.integers(0, 50)
PROMPTS = st.integers(1, 4)


@given(NEEDS, BATCHES, LAPS, PROMPTS)
def test_a_batch_is_never_overfull_and_nobody_gets_more_than_needed(
    needs: list[EvaluationDemand], batch: int, lap: int, prompts: int
) -> None:
    shares = share(needs, batch=batch, lap=lap, prompts=prompts)
    assert sum(shares) <= batch
    assert all(0 <= part <= need.tokens for part, need in zip(shares, needs, strict=True))


@given(NEEDS, BATCHES, LAPS, PROMPTS)
def test_a_batch_holds_replies_or_a_few_prompts(
    needs: list[EvaluationDemand], batch: int, lap: int, prompts: int
) -> None:
    shares = share(needs, batch=batch, lap=lap, prompts=prompts)
    given_to = [need.replying for need, part in zip(needs, shares, strict=True) if part]
    assert all(given_to) or (not any(given_to) and len(given_to) <= prompts)


@given(NEEDS, BATCHES, LAPS, PROMPTS)
def test_something_is_evaluated_if_anything_can_be(
    needs: list[EvaluationDemand], batch: int, lap: int, prompts: int
) -> None:
    shares = share(needs, batch=batch, lap=lap, prompts=prompts)
    assert any(shares) == any(need.tokens for need in needs)


@given(NEEDS, BATCHES, LAPS, PROMPTS)
def test_the_oldest_reply_and_the_oldest_prompt_get_on_within_three_laps(
    needs: list[EvaluationDemand], batch: int, lap: int, prompts: int
) -> None:
    laps = [share(needs, batch=batch, lap=lap + n, prompts=prompts) for n in range(3)]
    for kind in (True, False):
        first = next((i for i, n in enumerate(needs) if n.tokens and n.replying is kind), None)
        assert first is None or any(shares[first] for shares in laps)


def test_a_short_prompt_waits_for_two_batches_of_others_at_most() -> None:
    needs = [
        EvaluationDemand(5000, replying=False),
        EvaluationDemand(60, replying=False),
        EvaluationDemand(1, replying=True),
    ]
    laps = [share(needs, batch=256, lap=lap, prompts=4) for lap in range(3)]
    assert laps == [[196, 60, 0], [256, 0, 0], [0, 0, 1]]
