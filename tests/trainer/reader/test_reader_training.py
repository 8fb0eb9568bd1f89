"""Readers: what they learn from, their training, and the bundle that has one."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

from phoneworld import Split, open_catalogue
from runtime.actions import Output
from runtime.engine import Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.reader.about import Capitals, ReadableRequest, ValueSlot
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from trainer.cli import main
from trainer.data.restatements import NO_SCREEN, Restatement, Restatements
from trainer.errors import InvalidDataRequest, ModelError
from trainer.export.reader import ReaderExport, add_reader
from trainer.reader.encoder import load_encoder, shorten_vocabulary
from trainer.reader.folder import open_reader
from trainer.reader.lessons import ReaderData, lessons_of, place_of, readable_requests
from trainer.reader.training import ReaderConfig, train_reader

BUDDY = Path(__file__).parents[3] / "policies" / "buddy-int8"
ALARM, CALL = "Set an alarm for {time~}.", "Call {name}."
REQUESTS = (
    ReadableRequest(ALARM, (ValueSlot("time~", ("7:30 AM",)),)),
    ReadableRequest(CALL, (ValueSlot("name", (), Capitals.WORDS),)),
)
NAMES = ("ada", "bob", "cleo", "dina")


def asked() -> list[Restatement]:
    found: list[Restatement] = []
    for hour in range(1, 12):
        time = f"{hour}:30 AM"
        found += [
            Restatement("a", way.format(time), "m", request=ALARM, values=(("time~", time),))
            for way in ("wake me {}", "alarm {} please", "i must be up {}")
        ]
    for name in NAMES * 3:
        for way in ("ring {}", "phone {} now", "get me {}"):
            said = way.format(name)
            found.append(
                Restatement("c", said, "m", request=CALL, values=(("name", name.title()),))
            )
    found += [Restatement("u", f"tell me a joke {n}", "") for n in range(20)]
    return found


DATA = ReaderData(REQUESTS, tuple(lessons_of(REQUESTS, asked())), open_catalogue().facts())


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small BERT of random weights, with a tokenizer that has more words than are needed."""
    folder = tmp_path_factory.mktemp("bert")
    texts = [lesson.asked for lesson in DATA.lessons]
    letters = [
        *"abcdefghijklmnopqrstuvwxyz0123456789:.",
        *(f"##{one}" for one in "abcdefghijklmnopqrstuvwxyz0123456789"),
    ]
    words = {word for text in texts for word in text.lower().replace(":", " : ").split()}
    listed = dict.fromkeys(
        [
            "[PAD]",
            "[UNK]",
            "[CLS]",
            "[SEP]",
            *letters,
            *sorted(words),
            *(f"extra{n}" for n in range(300)),
        ]
    )
    tokenizer = Tokenizer(
        models.WordPiece({word: n for n, word in enumerate(listed)}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    tokenizer.add_special_tokens(["[PAD]", "[UNK]", "[CLS]", "[SEP]"])
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    torch.manual_seed(0)
    from transformers import BertConfig, BertModel

    config = BertConfig(
        vocab_size=len(listed),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
    )
    BertModel(config, add_pooling_layer=False).save_pretrained(folder)
    return folder


def config(encoder: Path, steps: int = 120) -> ReaderConfig:
    return ReaderConfig(
        encoder,
        "a small BERT",
        layers=(0, 1),
        words=200,
        steps=steps,
        batch=24,
        rate=3e-3,
        half=False,
        checkpoint_every=20,
    )


@pytest.fixture(scope="module")
def reader(encoder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("trained") / "reader"
    train_reader(config(encoder), DATA, out)
    return out


@pytest.mark.parametrize(
    ("said", "value", "free", "place"),
    [
        ("call ADA now", "Ada", False, (5, 8)),
        ("wake me 7.30 am", "7:30 AM", True, (8, 15)),
        ("wake me 7.30 am", "7:30 AM", False, None),
        ("call me", "Ada", False, None),
        ("anything", "", False, None),
    ],
)
def test_a_value_is_found_where_it_is_said(
    said: str,
    value: str,
    free: bool,  # noqa: FBT001
    place: tuple[int, int] | None,
) -> None:
    assert place_of(said, value, free=free) == place


def test_lessons_of_the_catalogue_have_their_values_in_place() -> None:
    catalogue = open_catalogue()
    some = [name for name in catalogue.templates if name.startswith(("alarm", "clock"))]
    seeds = catalogue.splits.seeds(Split.TRAIN, 1)
    drawn = list(Restatements(catalogue, templates=some).draw(seeds))
    requests = readable_requests(catalogue, drawn)
    lessons = lessons_of(requests, drawn)
    slots = [(request, slot) for request in requests for slot in request.slots]

    asked_for = {request.sentence for request in requests}
    wanted = sum(len(one.values) for one in drawn if one.request in asked_for)
    found = [(lesson, place) for lesson in lessons for place in lesson.places]
    assert len(found) > 0.9 * wanted > 0
    for lesson, (slot, begin, end) in found:
        assert requests[lesson.request] is slots[slot][0]
        assert lesson.asked[begin:end].strip()


def test_words_that_the_lessons_use_are_kept_and_the_rest_is_read_by_letters(encoder: Path) -> None:
    model = load_encoder(encoder, (0, 1))
    texts = [lesson.asked for lesson in DATA.lessons]

    short = Tokenizer.from_str(shorten_vocabulary(model, encoder, texts, words=150))

    whole = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    assert short.get_vocab_size() == model.get_input_embeddings().num_embeddings == 150
    assert (
        short.encode("wake me").tokens
        == whole.encode("wake me").tokens
        == ["[CLS]", "wake", "me", "[SEP]"]
    )
    assert len(short.encode("extra299").tokens) > len(whole.encode("extra299").tokens) == 3


def test_a_folder_without_such_layers_is_refused(encoder: Path, tmp_path: Path) -> None:
    for folder, layers in ((encoder, (0, 9)), (tmp_path, (0,))):
        with pytest.raises(ModelError, match="holds no BERT"):
            load_encoder(folder, layers)


def test_a_training_that_was_stopped_goes_on_to_the_same_reader(
    encoder: Path, reader: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(line: str) -> None:
        if line.startswith("step 50 "):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_reader(config(encoder), DATA, tmp_path / "again", report=stop)
    assert not (tmp_path / "again" / "model.pt").exists()
    train_reader(config(encoder), DATA, tmp_path / "again", resume=True)

    (one, _), (other, _) = open_reader(reader), open_reader(tmp_path / "again")
    for name, weight in one.state_dict().items():
        assert torch.allclose(weight, other.state_dict()[name], atol=1e-6), name
    with pytest.raises(InvalidDataRequest, match="holds a reader"):
        train_reader(config(encoder), DATA, tmp_path / "again")


def test_a_bundle_with_a_reader_reads_goals(reader: Path, tmp_path: Path) -> None:
    manifest = add_reader(
        ReaderExport(BUDDY, reader, tmp_path / "bundle", 0.2, 0.3, 0.4, requests=30)
    )

    assert (manifest.reader, manifest.restating_weights) == ("reader/reader.json", "")
    assert not any(file.path.startswith("restating/") for file in manifest.files)
    alike = {figure.name: figure.value for figure in manifest.figures}[
        "reading: as its weights in torch"
    ]
    assert alike >= 97
    card = (tmp_path / "bundle" / "README.md").read_text()
    assert "## Reader" in card
    assert "a small BERT" in card
    assert "## On tasks" not in card
    graph = (tmp_path / "bundle" / "reader" / "model.onnx").read_bytes()
    assert b"site-packages" not in graph
    with closing(
        load_engine(tmp_path / "bundle", read_manifest(tmp_path / "bundle"), EngineLimits())
    ) as engine:
        for goal, meant in (
            ("wake me 9:30 am", "Set an alarm for 9:30 AM."),
            ("phone cleo now", "Call Cleo."),
        ):
            answer = engine.decide(Prompt(goal, NO_SCREEN, restating=True))
            assert answer.decision.action == Output(meant)


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["reader", "--encoder", str(tmp_path), "--out", str(tmp_path / "out"), "--steps", "0"]
    assert main(words) == 2
    assert "--steps" in capsys.readouterr().err
