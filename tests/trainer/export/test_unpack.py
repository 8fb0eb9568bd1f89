"""What was exported can be trained on: the same weights, the same tokens, the same way to be asked."""

import json
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tokenizers import Tokenizer

from runtime.engine import Decided, Prompt
from runtime.engines.limits import EngineLimits
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import load_engine
from runtime.policies.manifest import read_manifest
from runtime.prompts.known_requests import read_requests
from runtime.prompts.restating import SHOWN
from runtime.turn.decider import EngineDecider
from trainer.cli import main
from trainer.data.restatements import NO_SCREEN
from trainer.evaluation.torch_policy import load_torch_policy
from trainer.facts import read_facts
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

ROOT = Path(__file__).parents[3]
BUNDLE = ROOT / "policies" / "buddy-q8_0"
TWIN = ROOT / "policies" / "buddy-int8"
TEXTS = (
    'Task: Send "+1 307 555 0171" to Ana-Maria (Zoë), 7:30 pm.\nScreen clock/alarms more\nAdd #3\nDo:\n',
    'Tap Add alarm #3\n{"name":"click","arguments":{"index":3}}',
    "東京 — naïve, don't!  two  spaces <|im_end|>",
)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("unpacked") / "model"
    assert main(["unpack", str(BUNDLE), "--out", str(out)]) == 0
    return out


def test_its_tokenizer_is_the_one_of_the_other_format(unpacked: Path) -> None:
    own = PolicyTokenizer(unpacked)
    twin = Tokenizer.from_file(str(TWIN / "tokenizer.json"))
    made = Tokenizer.from_file(str(unpacked / "tokenizer.json"))
    assert made.get_vocab() == twin.get_vocab()
    for text in TEXTS:
        assert made.encode(text).ids == twin.encode(text).ids
    assert own.decode(own.encode(TEXTS[0])) == TEXTS[0]


def test_it_knows_the_sentences_that_the_bundle_knows(unpacked: Path) -> None:
    own, bundled = read_requests(unpacked / "requests.npz"), read_requests(BUNDLE / "requests.npz")
    assert own.plain.sentences == bundled.plain.sentences != ()


@pytest.fixture
def restating(tmp_path: Path) -> Path:
    """The bundle in ONNX with its deciding weights once more, as those that restate, instead of a reader."""
    manifest = read_manifest(TWIN)
    own = (manifest.weights, f"{manifest.weights}.data")
    sources = {
        file.path: TWIN / file.path
        for file in manifest.files
        if not file.path.startswith("reader/")
    }
    changed = replace(
        manifest, reader="", restating_weights=f"restating/{manifest.weights}", files=()
    )
    write_bundle(
        tmp_path / "bundle",
        changed,
        {**sources, **{f"restating/{name}": TWIN / name for name in own}},
    )
    return tmp_path / "bundle"


def test_the_weights_that_restate_come_out_as_the_engine_has_them(
    restating: Path, tmp_path: Path
) -> None:
    out = tmp_path / "restating"
    assert main(["unpack", str(BUNDLE), "--restating-of", str(restating), "--out", str(out)]) == 0

    known = read_requests(out / "requests.npz")
    asked = ("wake me at half past seven pls", "how long did i walk", "text Ada: I am late")
    prompts = [
        Prompt(one, NO_SCREEN, restating=True, known=known.near(one, SHOWN)) for one in asked
    ]
    manifest = read_manifest(restating)
    with closing(load_engine(restating, manifest, EngineLimits())) as engine:
        served = EngineDecider(engine).decide(prompts, [""] * len(prompts))
    own = load_torch_policy(out).decide(prompts, [""] * len(prompts))
    assert [one.decision for one in own if isinstance(one, Decided)] == [
        one.decision for one in served if isinstance(one, Decided)
    ]
    assert "restating taken out of buddy-int8" in read_facts(out).recipe


def test_only_a_bundle_that_restates_has_such_weights(tmp_path: Path) -> None:
    assert main(
        ["unpack", str(BUNDLE), "--restating-of", str(BUNDLE), "--out", str(tmp_path / "x")]
    )


def test_its_weights_are_those_of_the_file(unpacked: Path) -> None:
    import gguf
    from gguf.quants import dequantize
    from safetensors.numpy import load_file

    weights = load_file(unpacked / "model.safetensors")
    stored = {
        tensor.name: dequantize(tensor.data, tensor.tensor_type)
        for tensor in gguf.GGUFReader(BUNDLE / "model-q8_0.gguf").tensors
    }
    assert (weights["model.embed_tokens.weight"] == stored["token_embd.weight"]).all()
    query = weights["model.layers.1.self_attn.q_proj.weight"]
    assert (query == stored["blk.1.attn_q.weight"]).all()


def test_it_is_asked_as_it_was(unpacked: Path) -> None:
    facts = read_facts(unpacked)
    manifest = json.loads((BUNDLE / "policy.json").read_text())
    assert facts.prompt_format == manifest["prompt_format"]
    assert facts.history_steps == manifest["history_steps"]
    assert facts.rules == (BUNDLE / manifest["rules"]).read_text()
    assert facts.recipe[-1] == "taken out of model-q8_0.gguf"


def test_a_bundle_for_another_engine_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["unpack", str(TWIN), "--out", str(tmp_path / "out")]) == 2
    assert "only weights in GGUF" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_nothing_is_overwritten(unpacked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unpack", str(BUNDLE), "--out", str(unpacked)]) == 2
    assert "is there already" in capsys.readouterr().err
