import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from learnt_models import Learnt
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers, trainers

from runtime.engines.gguf.model import Model
from runtime.engines.tokens import PolicyTokens
from runtime.prompts.format import ChatMarkup
from trainer.errors import ExportError
from trainer.export.gguf.vocabulary import Ends, read_vocabulary
from trainer.export.gguf.writer import write_model
from trainer.tokenizer.skeletons import skeletons

# The models are taught when the first test wants them: minutes on a busy machine.

ENDS = Ends("<|im_end|>", padding="<|endoftext|>")
QWEN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CORPUS = (
    'Task: set an alarm for 7:30 and tell Ana.\nTap Add alarm #3\n{"name":"click","arguments":{}}',
    "Settings Wi-Fi Bluetooth Display don't I'll they've l'été naïve größer 東京 12345 ...",
)


def _save(folder: Path, pre: Any, *, added: tuple[str, ...] = ()) -> Path:  # noqa: ANN401
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.train_from_iterator(
        CORPUS,
        trainers.BpeTrainer(
            vocab_size=420,
            initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
            show_progress=False,
        ),
    )
    special = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
    tokenizer.add_special_tokens(
        [AddedToken(one, special=True, normalized=False) for one in special]
    )
    tokenizer.add_tokens([AddedToken(one, normalized=False) for one in added])
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder / "tokenizer.json"


def _smollm() -> Any:  # noqa: ANN401  the tokenizers library is loosely typed
    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True),
        ]
    )


def _qwen() -> Any:  # noqa: ANN401
    from tokenizers import Regex

    return pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(QWEN), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )


def _gpt2() -> Any:  # noqa: ANN401
    return pre_tokenizers.ByteLevel(add_prefix_space=False)


Readers = tuple[Model, PolicyTokens, Tokenizer]


@pytest.fixture(scope="module", params=["smollm", "qwen2", "gpt-2"])
def readers(
    request: pytest.FixtureRequest,
    learnt: dict[str, Learnt],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Readers]:
    """One tokenizer as llama.cpp reads it, as the onnx engine does, and as it was trained."""
    folder = tmp_path_factory.mktemp("tokenizer")
    make = {"smollm": _smollm, "qwen2": _qwen, "gpt-2": _gpt2}[request.param]
    path = _save(folder, make(), added=skeletons())
    llama = learnt["llama"].checkpoint
    vocabulary = read_vocabulary(path, size=llama.config["vocab_size"], ends=ENDS)
    assert vocabulary.splitting == request.param
    write_model(folder / "m.gguf", llama.config, llama.weights(), vocabulary, name="m")
    model = Model.load(folder / "m.gguf")
    yield model, PolicyTokens(path, ChatMarkup()), Tokenizer.from_file(str(path))
    model.close()


PIECES = st.lists(
    st.sampled_from(
        [*skeletons(), "<|im_end|>", "<|im_start|>", "Tap", "- ", " #", "12", '"', "}", "\n", "  "]
    )
    | st.text(max_size=8)
).map("".join)


@settings(max_examples=150)
@given(text=PIECES | st.text(max_size=80))
def test_all_readers_make_the_same_tokens_of_any_text(readers: Readers, text: str) -> None:
    llama, policy, _ = readers

    assert llama.tokens(text) == policy.text(text)


@settings(max_examples=50)
@given(text=PIECES)
def test_markup_is_read_alike(readers: Readers, text: str) -> None:
    llama, policy, trained = readers

    assert llama.tokens(text, markup=True) == policy.markup(text) == trained.encode(text).ids


def test_skeletons_are_one_token_and_markup_in_text_is_not(readers: Readers) -> None:
    llama, _, trained = readers

    for piece in skeletons():
        assert llama.tokens(piece) == [trained.token_to_id(piece)]
    assert len(llama.tokens("<|im_end|>")) > 1


def _change(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    about = json.loads(path.read_text())
    change(about)
    path.write_text(json.dumps(about))
    return path


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda about: about["model"].update(type="Unigram"), "Unigram tokenizer"),
        (lambda about: about.update(normalizer={"type": "Lowercase"}), "changes text by Lowercase"),
        (lambda about: about.update(pre_tokenizer={"type": "Whitespace"}), "splits text by White"),
        (lambda about: about.update(pre_tokenizer=None), "splits text by nothing"),
        (lambda about: about["pre_tokenizer"]["pretokenizers"][1].update(add_prefix_space=True), "space"),
        (lambda about: about["pre_tokenizer"]["pretokenizers"][0].update(individual_digits=False), "Digits"),
        (lambda about: about.update(model=[]), "no tokenizer.json"),
    ],
)  # fmt: skip
def test_tokenizers_that_llama_cpp_reads_otherwise_are_refused(
    change: Callable[[dict[str, Any]], None], message: str, tmp_path: Path
) -> None:
    path = _change(_save(tmp_path, _smollm()), change)

    with pytest.raises(ExportError, match=message):
        read_vocabulary(path, size=500, ends=ENDS)


def test_tokenizer_of_another_model_is_refused(tmp_path: Path) -> None:
    path = _save(tmp_path, _smollm())

    with pytest.raises(ExportError, match="do not belong together"):
        read_vocabulary(path, size=100, ends=ENDS)
    with pytest.raises(ExportError, match="no token '<eos>'"):
        read_vocabulary(path, size=500, ends=Ends("<eos>"))
    path.write_text("{")
    with pytest.raises(ExportError, match="cannot be read as a tokenizer"):
        read_vocabulary(path, size=500, ends=ENDS)
