import re
import threading
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.engines.constraint import Constraint, TokenVocabulary, draw
from runtime.errors import EngineError

# Every byte, some words, a token that stands for nothing, and the end.
WORDS = (b"tap", b"(1", b"12", b")", b"ta", b"p(", b"hello", " é".encode(), b"", b"<end>")
TOKENS = (*(bytes([byte]) for byte in range(256)), *WORDS)
EMPTY, END = len(TOKENS) - 2, len(TOKENS) - 1
TAP = 'start: thought "tap(" index ")"\nthought: /[a-z é]{0,8}:/\nindex: "1" | "12" | "3"'


def tokenize(text: bytes) -> list[int]:
    """Longest token first."""
    found: list[int] = []
    while text:
        best = max(
            (index for index, token in enumerate(TOKENS[:EMPTY]) if text.startswith(token)),
            key=lambda index: len(TOKENS[index]),
        )
        found.append(best)
        text = text[len(TOKENS[best]) :]
    return found


@cache
def vocabulary() -> TokenVocabulary:
    return TokenVocabulary(TOKENS, special=[END], end=END, tokenize=tokenize)


def spelt(tokens: Sequence[int]) -> str:
    return b"".join(TOKENS[token] for token in tokens if token != END).decode()


def write(constraint: Constraint, random: np.random.Generator, temperature: float) -> list[int]:
    """A reply by chance, with everything forced taken ahead."""
    tokens: list[int] = []
    while not constraint.complete:
        assert len(tokens) < 200
        new = constraint.forced()
        if not new:
            scores = random.normal(size=len(TOKENS)).astype(np.float32) * 5
            new = [constraint.sample(scores, temperature=temperature, top_p=0.9, random=random)]
        constraint.take(new)
        tokens += new
    return tokens


@given(seed=st.integers(0, 10_000), temperature=st.sampled_from([0.0, 1.0, 4.0]))
def test_whatever_the_scores_replies_keep_to_the_grammar(seed: int, temperature: float) -> None:
    random = np.random.default_rng(seed)
    reply = spelt(write(vocabulary().constrain(TAP), random, temperature))
    assert re.fullmatch(r"[a-z é]{0,8}:tap\((1|12|3)\)", reply), reply


def test_tokens_without_an_alternative_are_forced() -> None:
    constraint = vocabulary().constrain(TAP)
    assert constraint.forced() == []
    constraint.take(tokenize(b"hello:"))
    forced = constraint.forced()
    assert spelt(forced) == "tap("[: len(spelt(forced))]
    assert len(spelt(forced)) >= 2


def test_pieces_are_not_forced_where_the_model_has_one_token_for_them_and_what_follows() -> None:
    long = b'finish({"text":"'
    tokens = (*(bytes([byte]) for byte in range(256)), b"go", long, b"<end>")
    vocabulary = TokenVocabulary(
        tokens, special=[len(tokens) - 1], end=len(tokens) - 1, tokenize=lambda text: [*text]
    )
    constraint = vocabulary.constrain(
        'start: "go" "finish({" ("}" | "\\"text\\":\\"" /[a-z]*/ "\\"})")'
    )

    constraint.take([tokens.index(b"go")])

    assert constraint.forced() == []
    assert constraint.allows(tokens.index(long))


def test_nothing_is_forced_once_it_is_complete() -> None:
    constraint = vocabulary().constrain('start: "ok"')
    constraint.take(constraint.forced())
    assert constraint.complete
    assert constraint.forced() == []


def test_likeliest_token_is_taken_if_it_is_allowed_and_the_next_best_if_not() -> None:
    constraint = vocabulary().constrain('start: "a" | "b"')
    scores = np.zeros(len(TOKENS), np.float32)
    scores[[ord("z"), ord("b"), ord("a")]] = 9, 5, 1
    assert constraint.likeliest(scores) == ord("b")
    scores[ord("a")] = 99
    assert constraint.likeliest(scores) == ord("a")


def test_allowed_tokens_are_those_that_the_grammar_can_go_on_with() -> None:
    constraint = vocabulary().constrain(TAP)
    constraint.take(tokenize(b":tap("))
    allowed = np.flatnonzero(constraint.allowed())
    assert {TOKENS[token] for token in allowed} == {b"1", b"12", b"3"}
    assert constraint.allows(ord("3"))
    assert not constraint.allows(ord("4"))


def test_end_is_allowed_only_where_a_reply_may_end() -> None:
    constraint = vocabulary().constrain("start: /a{1,3}/")
    assert not constraint.allows(END)
    constraint.take([ord("a")])
    assert constraint.allows(END)
    constraint.take([END])
    assert constraint.complete


def test_tokens_that_stand_for_nothing_or_for_markup_are_never_allowed() -> None:
    constraint = vocabulary().constrain("start: /(.|\\n)*x/")
    allowed = constraint.allowed()
    assert not allowed[EMPTY]
    assert not allowed[END]
    assert allowed[ord("<")]


def test_taking_what_is_not_allowed_is_an_error() -> None:
    constraint = vocabulary().constrain(TAP)
    with pytest.raises(EngineError, match="outside the grammar"):
        constraint.take([ord("9")])


@pytest.mark.parametrize("grammar", ["start: missing", "start: /(/", "", 'start: "a'])
def test_what_is_no_grammar_is_refused(grammar: str) -> None:
    with pytest.raises(EngineError, match="grammar"):
        vocabulary().constrain(grammar)


def test_replies_of_several_threads_do_not_meet() -> None:
    replies: list[str] = []

    def run(seed: int) -> None:
        constraint = vocabulary().constrain(TAP)
        replies.append(spelt(write(constraint, np.random.default_rng(seed), 1.0)))

    threads = [threading.Thread(target=run, args=[seed]) for seed in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(replies) == 8
    assert all(reply.endswith(")") for reply in replies)


def test_constraint_may_be_made_in_one_thread_and_used_in_another() -> None:
    made: list[Constraint] = []
    maker = threading.Thread(target=lambda: made.append(vocabulary().constrain(TAP)))
    maker.start()
    maker.join(120)
    assert made[0].allows(ord(":"))


@given(top_p=st.floats(0.05, 1.0), seed=st.integers(0, 1000))
def test_draws_come_from_the_likeliest_that_make_up_top_p(top_p: float, seed: int) -> None:
    scores = np.log(np.array([0.5, 0.25, 0.125, 0.0625, 0.0625], np.float32))
    drawn = draw(scores, temperature=1.0, top_p=top_p, random=np.random.default_rng(seed))
    assert drawn == 0 or np.exp(scores[:drawn]).sum() < top_p + 1e-6


def test_draws_follow_the_odds() -> None:
    random = np.random.default_rng(0)
    scores = np.log(np.array([0.7, 0.3], np.float32))
    drawn = [draw(scores, temperature=1.0, top_p=1.0, random=random) for _ in range(2000)]
    assert np.mean(drawn) == pytest.approx(0.3, abs=0.04)
