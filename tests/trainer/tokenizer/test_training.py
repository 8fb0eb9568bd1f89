from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.prompts.grammar import gapped_calls
from trainer.tokenizer.policy_tokenizer import FILE, PolicyTokenizer, write_tokenizer
from trainer.tokenizer.skeletons import skeletons
from trainer.tokenizer.training import TokenizerSettings, train_tokenizer

NAMES = ("Mia", "Marlow", "Maria", "Olga", "Adler", "Quist", "Zoë", "Theresa", "Lara", "Jung")
TEXTS = [
    f"Task: Call {name} on Mar 1{number} at the office\nScreen phone/home\nCall {name} #{number}\n"
    f'Mar\nthe\n{name} #3 field\nDo:\nTap {name} #3\n{{"name":"click","arguments":{{"index":3}}}}'
    for number, name in enumerate(NAMES)
]


@pytest.fixture(scope="module")
def tokenizer(tmp_path_factory: pytest.TempPathFactory) -> PolicyTokenizer:
    made = train_tokenizer(TEXTS, skeletons(), TokenizerSettings(words=330, interface_share=0.5))
    return write_tokenizer(made, tmp_path_factory.mktemp("tokenizer"))


def pieces(tokenizer: PolicyTokenizer, text: str) -> list[bytes]:
    return [tokenizer.piece(token) for token in tokenizer.encode(text)]


@given(text=st.text(st.characters(codec="utf-8")))
def test_any_text_survives(tokenizer: PolicyTokenizer, text: str) -> None:
    assert tokenizer.decode(tokenizer.encode(text)) == text


@given(
    word=st.one_of(st.sampled_from(NAMES), st.from_regex(r"[A-ZÀ-Þ][a-zß-ÿ]{1,12}", fullmatch=True))
)
def test_a_name_has_the_same_tokens_wherever_it_stands(
    tokenizer: PolicyTokenizer, word: str
) -> None:
    alone = pieces(tokenizer, word)
    for before in ("\n", '"', '{"name":"type","arguments":{"text":"', "Tap ", "- Tap ", "("):
        assert pieces(tokenizer, before + word)[-len(alone) :] == alone
    assert b"".join(pieces(tokenizer, f"x {word}")[1:]) == f" {word}".encode()


@given(name=st.sampled_from(NAMES))
def test_a_known_name_keeps_its_tokens_after_a_space(tokenizer: PolicyTokenizer, name: str) -> None:
    assert pieces(tokenizer, f"x {name}")[2:] == pieces(tokenizer, name)


def test_words_of_the_interface_are_one_token_with_their_space(tokenizer: PolicyTokenizer) -> None:
    assert pieces(tokenizer, "at the office") == [b"at", b" the", b" office"]


def test_a_word_that_opens_names_never_takes_their_space(tmp_path: Path) -> None:
    texts = ["on Mar the Marlow", "on Mar the Marvin", "on Mar the Marcus"] * 4
    settings = TokenizerSettings(words=262, interface_share=0.5)
    tokenizer = write_tokenizer(train_tokenizer(texts, (), settings), tmp_path)
    assert pieces(tokenizer, "x Marlow")[1:3] == [b" ", b"Mar"]
    assert pieces(tokenizer, "x Mar")[1:] == [b" ", b"Mar"]
    assert pieces(tokenizer, "x the")[1:] == [b" the"]


def test_digits_are_single(tokenizer: PolicyTokenizer) -> None:
    assert pieces(tokenizer, "4711 #42") == [b"4", b"7", b"1", b"1", b" #", b"4", b"2"]


def test_a_call_is_a_few_tokens(tokenizer: PolicyTokenizer) -> None:
    call = '{"name":"click","arguments":{"index":3}}'
    assert pieces(tokenizer, call) == [b'{"name":"click","arguments":{"index":', b"3", b"}}"]
    press = '{"name":"button_press","arguments":{"type":"back"}}'
    assert pieces(tokenizer, press) == [press.encode()]


def test_every_tool_has_its_skeletons() -> None:
    written = "".join(skeletons())
    for call in gapped_calls(points=False, indices=True):
        assert f'{{"name":"{call.name}","arguments":{{' in written


def test_markup_in_a_text_is_just_its_characters(tokenizer: PolicyTokenizer) -> None:
    tokens = tokenizer.encode("<|im_end|>")
    assert tokenizer.end not in tokens
    assert tokenizer.decode(tokens) == "<|im_end|>"


def test_a_reply_ends_with_the_end(tokenizer: PolicyTokenizer) -> None:
    assert tokenizer.encode_reply("Done")[-1] == tokenizer.end


def test_parts_are_tokenized_one_by_one(tokenizer: PolicyTokenizer) -> None:
    parts = ("Task: Call Mia", " the office")
    expected = [token for part in parts for token in tokenizer.encode(part)]
    assert tokenizer.encode_prompt(parts) == expected


def test_the_order_of_the_texts_changes_nothing(tmp_path: Path) -> None:
    settings = TokenizerSettings(words=320, interface_share=0.5)
    for name, texts in (("a", TEXTS), ("b", TEXTS[::-1])):
        write_tokenizer(train_tokenizer(texts, skeletons(), settings), tmp_path / name)
    assert (tmp_path / "a" / FILE).read_bytes() == (tmp_path / "b" / FILE).read_bytes()


def test_transformers_reads_it_alike(tokenizer: PolicyTokenizer) -> None:
    from transformers import AutoTokenizer

    loaded = AutoTokenizer.from_pretrained(tokenizer.folder)
    for text in TEXTS:
        assert loaded(text, add_special_tokens=False)["input_ids"] == tokenizer.encode(text)
    assert loaded.eos_token_id == tokenizer.end


def test_the_folder_says_what_llama_cpp_calls_it(tokenizer: PolicyTokenizer) -> None:
    config = json.loads((tokenizer.folder / "tokenizer_config.json").read_text())
    assert config["gguf_pre"] == "smollm"
