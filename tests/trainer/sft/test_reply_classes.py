from __future__ import annotations

import pytest
from tiny_policy import tiny_tokenizer

from trainer.sft.reply_classes import TokenClass, classify
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    return tiny_tokenizer(tmp_path_factory.mktemp("tokenizer"))


def of_class(tokenizer: PolicyTokenizer, reply: str, kind: TokenClass) -> str:
    tokens = tokenizer.encode_reply(reply)
    classes = classify(tokens, tokenizer.piece)
    assert len(classes) == len(tokens)
    return tokenizer.decode([t for t, found in zip(tokens, classes, strict=True) if found is kind])


TYPED = (
    'Note: room 12\nType in Street #14\n{"name":"type","arguments":{"text":"Elm 5 #3","index":14}}'
)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (TokenClass.POINTER, "1414"),
        (TokenClass.LABEL, "Street"),
        (TokenClass.TEXT, "room Elm  #"),
        (TokenClass.DIGITS, "1253"),
    ],
)
def test_a_reply_is_taken_apart(
    tokenizer: PolicyTokenizer, kind: TokenClass, expected: str
) -> None:
    assert of_class(tokenizer, TYPED, kind) == expected


def test_a_tap_is_label_pointer_and_skeleton(tokenizer: PolicyTokenizer) -> None:
    tap = 'Tap Iced Latte #9\n{"name":"click","arguments":{"index":9}}'
    assert of_class(tokenizer, tap, TokenClass.LABEL) == "Iced Latte"
    assert of_class(tokenizer, tap, TokenClass.POINTER) == "99"
    skeleton = of_class(tokenizer, tap, TokenClass.SKELETON)
    assert skeleton == 'Tap  #\n{"name":"click","arguments":{"index":}}'


def test_where_a_slider_is_moved_to_is_digits(tokenizer: PolicyTokenizer) -> None:
    slide = 'Slide Media volume #5 to 40 %\n{"name":"slide","arguments":{"index":5,"percent":40}}'
    assert of_class(tokenizer, slide, TokenClass.LABEL) == "Media volume"
    assert of_class(tokenizer, slide, TokenClass.POINTER) == "55"
    assert of_class(tokenizer, slide, TokenClass.DIGITS) == "4040"


def test_the_end_belongs_to_the_skeleton(tokenizer: PolicyTokenizer) -> None:
    reply = tokenizer.encode_reply("Done")
    assert classify(reply, tokenizer.piece)[-1] is TokenClass.SKELETON
