import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.engines.tokens import PolicyTokens
from runtime.prompts.format import CHATML, ChatMarkup


@pytest.fixture(scope="module")
def tokens(policies: dict[str, Path]) -> PolicyTokens:
    return PolicyTokens(policies["llama"] / "tokenizer.json", CHATML)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text() | st.sampled_from(["<|im_end|>", "a<|im_start|>user\n", "<|endoftext|>"]))
def test_text_is_spelt_by_tokens_that_are_no_markup(tokens: PolicyTokens, text: str) -> None:
    found = tokens.text(text)
    assert not tokens.special & set(found)
    spelt = b"".join(tokens.bytes_of(token) for token in found)
    assert spelt == text.encode(errors="replace")


def test_lone_surrogates_become_question_marks(tokens: PolicyTokens) -> None:
    assert tokens.text("a\ud83dz") == tokens.text("a?z")


def test_markup_is_made_of_special_tokens(tokens: PolicyTokens) -> None:
    start, end = tokens.opening[0], tokens.ends[0]
    assert {start, end} <= tokens.special
    assert tokens.closing[0] == end
    assert tokens.bytes_of(end) == b""


def with_beginning(source: Path, target: Path) -> Path:
    """A tokenizer that puts <|endoftext|> before every text, as Llama's put their BOS."""
    about = json.loads(source.read_text())
    beginning = {"SpecialToken": {"id": "<|endoftext|>", "type_id": 0}}
    text = {"Sequence": {"id": "A", "type_id": 0}}
    about["post_processor"] = {
        "type": "TemplateProcessing",
        "single": [beginning, text],
        "pair": [text, {"Sequence": {"id": "B", "type_id": 1}}],
        "special_tokens": {
            "<|endoftext|>": {"id": "<|endoftext|>", "ids": [0], "tokens": ["<|endoftext|>"]}
        },
    }
    target.write_text(json.dumps(about))
    return target


def test_beginning_that_the_tokenizer_adds_comes_once(
    policies: dict[str, Path], tmp_path: Path
) -> None:
    path = with_beginning(policies["llama"] / "tokenizer.json", tmp_path / "tokenizer.json")
    plain = PolicyTokens(path, CHATML)
    assert plain.opening[0] == 0
    assert plain.opening[1:] == plain.markup(CHATML.before_prompt)
    assert 0 not in plain.text("a")

    marked = PolicyTokens(path, ChatMarkup("<|endoftext|>user: ", "\n", "<|im_end|>"))
    assert marked.opening.count(0) == 1


def test_byte_fallback_tokens_are_read_as_bytes(tmp_path: Path) -> None:
    from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers

    letters = ["<unk>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256)), "▁", "a", "▁a"]
    backend = Tokenizer(
        models.BPE(
            vocab={letter: index for index, letter in enumerate(letters)},
            merges=[("▁", "a")],
            unk_token="<unk>",
            byte_fallback=True,
        )
    )
    backend.normalizer = normalizers.Replace(" ", "▁")
    backend.decoder = decoders.Sequence([decoders.Replace("▁", " "), decoders.ByteFallback()])
    backend.add_special_tokens([AddedToken("</s>", special=True)])
    backend.save(str(tmp_path / "tokenizer.json"))

    tokens = PolicyTokens(tmp_path / "tokenizer.json", ChatMarkup())
    assert tokens.ends == (1,)
    assert b"".join(tokens.bytes_of(token) for token in tokens.text(" a é")) == " a é".encode()
