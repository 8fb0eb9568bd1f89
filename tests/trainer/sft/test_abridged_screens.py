from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_policy import tiny_tokenizer

from trainer.sft.abridged_screens import abridge
from trainer.sft.tokens import TokenSet, encode_samples
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

GOAL = "Task: Start Mail\n"


@dataclass(frozen=True, slots=True)
class Shown:
    """A sample with so many lines on its screen."""

    lines: int
    reply: str
    episode: str = "0"
    stable: int = 1

    @property
    def texts(self) -> tuple[str, ...]:
        listed = "".join(f"Mail {number} #{number}\n" for number in range(self.lines))
        return (GOAL, f"Screen home\n{listed}Do:\n")


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


def tap(number: int) -> str:
    return f'Tap Mail {number} #{number}\n{{"name":"click","arguments":{{"index":{number}}}}}'


def read(tokenizer: PolicyTokenizer, tokens: TokenSet, sample: int) -> tuple[str, str]:
    """The prompt and the reply of a sample."""
    whole = tokens.whole(sample).tolist()
    at = tokens.prompt_length(sample)
    prompt, reply = (
        "".join(tokenizer.piece(token).decode() for token in part)
        for part in (whole[:at], whole[at:])
    )
    return prompt, reply


@given(
    screens=st.lists(
        st.integers(1, 30).flatmap(
            lambda lines: st.tuples(st.just(lines), st.integers(0, lines - 1))
        ),
        min_size=1,
        max_size=5,
    ),
    most=st.integers(0, 5),
)
def test_what_is_pointed_at_stays_with_few_others(
    tokenizer: PolicyTokenizer, screens: list[tuple[int, int]], most: int
) -> None:
    tokens = encode_samples([Shown(lines, tap(target)) for lines, target in screens], tokenizer)
    shorter = abridge(tokens, tokenizer, most=most, seed=1)
    assert len(shorter) == len(tokens)
    for sample, (count, target) in enumerate(screens):
        before, reply = read(tokenizer, tokens, sample)
        after, same_reply = read(tokenizer, shorter, sample)
        assert same_reply == reply
        lines = after.splitlines()
        assert lines[:2] == [GOAL.strip(), "Screen home"]
        assert lines[-1] == "Do:"
        assert f"Mail {target} #{target}" in lines
        is_last = target == count - 1
        assert is_last or len(lines) <= len(["goal", "name", "target", "last", "Do:"]) + most
        others = iter(before.splitlines())
        assert all(line in others for line in lines), "a part of it, in the same order"


@pytest.mark.parametrize(
    "reply",
    [
        'Note: 4711\nOpen Mail\n{"name":"open_app","arguments":{"app":"Mail"}}',
        'Say\n{"name":"output","arguments":{"text":"Mail 3"}}',
        'Drag Mail 1 #1 to Mail 2 #2\n{"name":"drag","arguments":{"indices":[1,2]}}',
        tap(99),
    ],
)
def test_screens_that_are_read_or_not_understood_stay_whole(
    tokenizer: PolicyTokenizer, reply: str
) -> None:
    tokens = encode_samples([Shown(20, reply)], tokenizer)
    shorter = abridge(tokens, tokenizer, most=2, seed=0)
    assert shorter.tokens.tolist() == tokens.tokens.tolist()
    assert shorter.places.tolist() == tokens.places.tolist()
