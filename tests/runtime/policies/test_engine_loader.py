import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from model_server import serve_model
from tiny_models import tiny_llama
from tiny_onnx import save_growing
from tiny_tokenizer import learn_tokenizer

from runtime.actions import Finish, OpenApp
from runtime.engine import Engine, Prompt
from runtime.engines.limits import EngineLimits
from runtime.engines.remote.model import RemoteConstraint, RemoteModel
from runtime.engines.sampling import TokenSampling
from runtime.episode import Unparsed
from runtime.errors import BadBundle, UnknownFormat, UnsupportedPolicy
from runtime.install_words import install_command
from runtime.policies.bare import bare_gguf
from runtime.policies.bundle import EngineKind, PolicyManifest
from runtime.policies.bundle_writer import write_bundle
from runtime.policies.engine_loader import format_of, load_engine
from runtime.policies.library import PolicyLibrary
from runtime.policies.status import PolicyState
from runtime.prompts.format import CHATML
from runtime.testing import FakeDevice, check_engine

LIMITS = EngineLimits(context_tokens=2048, sessions=2, threads=1, threads_batch=1, kv_bytes=1 << 25)
OPEN = '{"action": {"name": "open_app", "arguments": {"app": "Notes"}}, "thought": "there"}\n'
REMOTE = PolicyManifest(
    "far",
    EngineKind.REMOTE,
    "phonebuddy",
    remote=RemoteModel("http://127.0.0.1:1/v1", "tiny", "PHONEBUDDY_KEY_FAR"),
)


def prompt() -> Prompt:
    return Prompt("Open Notes", FakeDevice().observe())


def script_bundle(folder: Path, text: str = OPEN, **fields: Any) -> PolicyManifest:  # noqa: ANN401 - fields of Manifest
    (folder / "source").write_text(text)
    manifest = PolicyManifest("demo", EngineKind.SCRIPTED, "compact", weights="script.jsonl")
    return write_bundle(
        folder / "demo", replace(manifest, **fields), {"script.jsonl": folder / "source"}
    )


@pytest.mark.parametrize("prompt_format", ["compact", "phonebuddy"])
def test_scripted_bundle_decides_in_any_format(tmp_path: Path, prompt_format: str) -> None:
    manifest = script_bundle(tmp_path, prompt_format=prompt_format)
    engine = load_engine(tmp_path / "demo", manifest, LIMITS)
    decision = engine.decide(prompt()).decision

    assert decision.action == OpenApp("Notes")
    read = format_of(tmp_path / "demo", manifest).parse_reply(decision.reply, prompt().observation)
    assert read.action == decision.action


def test_scripted_action_that_the_format_cannot_say_is_decided_all_the_same(tmp_path: Path) -> None:
    point = '{"action": {"name": "click", "arguments": {"points": [[1, 999]]}}}'
    engine = load_engine(tmp_path / "demo", script_bundle(tmp_path, point), LIMITS)
    decision = engine.decide(prompt()).decision

    assert not isinstance(decision.action, Unparsed)
    assert decision.reply


def test_contract_holds_for_a_scripted_bundle(tmp_path: Path) -> None:
    line = OPEN.replace("{", '{"seconds": 0.1, ', 1)
    manifest = script_bundle(tmp_path, line * 3)
    check_engine(lambda: load_engine(tmp_path / "demo", manifest, LIMITS))


def test_rules_of_the_bundle_are_read(tmp_path: Path) -> None:
    (tmp_path / "source").write_text(OPEN)
    (tmp_path / "rules").write_text("Tap, do not think.\n")
    manifest = PolicyManifest(
        "demo", EngineKind.SCRIPTED, "compact", weights="s.jsonl", rules="prompt.txt"
    )
    files = {"s.jsonl": tmp_path / "source", "prompt.txt": tmp_path / "rules"}
    manifest = write_bundle(tmp_path / "demo", manifest, files)
    rendered = format_of(tmp_path / "demo", manifest).render(prompt())

    assert rendered.parts[0].text == "Tap, do not think.\n"  # pyright: ignore[reportAttributeAccessIssue] - it is text


@pytest.mark.parametrize(
    ("fields", "error", "words"),
    [
        ({"prompt_format": "morse"}, UnknownFormat, "no prompt format 'morse'"),
        ({"coordinates": 999}, UnsupportedPolicy, "points of 0 to 999"),
    ],
)
def test_format_that_cannot_be_had_is_reported(
    tmp_path: Path, fields: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        load_engine(tmp_path / "demo", script_bundle(tmp_path, **fields), LIMITS)


def test_remote_bundle_is_asked_with_the_key_of_the_environment(tmp_path: Path) -> None:
    with serve_model(lambda call: call.answer(200, TOOL_CALL)) as server:
        remote = RemoteModel(server.url, "m", "PHONEBUDDY_KEY_FAR", RemoteConstraint.TOOLS)
        # Compact does not know the server's own calls; they are read for it.
        for prompt_format in ("phonebuddy", "compact"):
            manifest = replace(REMOTE, remote=remote, prompt_format=prompt_format)
            engine = load_engine(
                tmp_path, manifest, LIMITS, environ={"PHONEBUDDY_KEY_FAR": " k-1\n"}
            )
            assert engine.decide(prompt()).decision.action == Finish("bye")
            engine.close()

    assert server.calls[0].headers["Authorization"] == "Bearer k-1"
    assert server.calls[0].body["tools"]


def test_a_bundle_gets_no_other_variable_of_the_environment(tmp_path: Path) -> None:
    remote = RemoteModel("http://127.0.0.1:1/v1", "m", "AWS_SECRET_ACCESS_KEY")
    with pytest.raises(UnsupportedPolicy, match="PHONEBUDDY_KEY_ only"):
        load_engine(
            tmp_path,
            replace(REMOTE, remote=remote),
            LIMITS,
            environ={"AWS_SECRET_ACCESS_KEY": "not for others"},
        )


TOOL_CALL = {
    "choices": [
        {
            "message": {
                "tool_calls": [{"function": {"name": "finish", "arguments": '{"text": "bye"}'}}]
            }
        }
    ]
}


@pytest.mark.parametrize("environ", [{}, {"PHONEBUDDY_KEY_FAR": ""}])
def test_key_that_is_not_set_is_reported(tmp_path: Path, environ: dict[str, str]) -> None:
    with pytest.raises(UnsupportedPolicy, match="set the environment variable PHONEBUDDY_KEY_FAR"):
        load_engine(tmp_path, REMOTE, LIMITS, environ=environ)


@pytest.mark.parametrize(
    ("kind", "library"), [(EngineKind.GGUF, "llama_cpp"), (EngineKind.ONNX, "onnxruntime")]
)
def test_missing_library_is_reported_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: EngineKind, library: str
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    folder, manifest = policy(tmp_path, kind)

    command = re.escape(install_command(kind.value))
    with pytest.raises(UnsupportedPolicy, match=rf"{library} is not installed: {command}"):
        load_engine(folder, manifest, LIMITS)


def policy(folder: Path, kind: EngineKind) -> tuple[Path, PolicyManifest]:
    """A tiny random model as a bundle."""
    manifest = PolicyManifest("tiny", kind, "compact", sampling=TokenSampling(max_reply_tokens=200))
    if kind is EngineKind.GGUF:
        model = tiny_llama(folder)
        manifest = replace(manifest, weights="model.gguf")
        files = {"model.gguf": model}
    else:
        tokenizer = learn_tokenizer()
        tokenizer.save(folder)
        save_growing(folder / "model.onnx", len(tokenizer.tokens))
        manifest = replace(manifest, weights="model.onnx", tokenizer="tokenizer.json", chat=CHATML)
        files = {name: folder / name for name in ("model.onnx", "tokenizer.json")}
    return folder / "bundle", write_bundle(folder / "bundle", manifest, files)


def decides(engine: Engine) -> None:
    decided = engine.decide(prompt(), session="s")
    assert not isinstance(decided.decision.action, Unparsed)
    assert decided.usage.prompt_tokens > 20


@pytest.mark.parametrize("kind", [EngineKind.GGUF, EngineKind.ONNX])
def test_local_bundle_is_verified_loaded_and_decides(tmp_path: Path, kind: EngineKind) -> None:
    folder, _ = policy(tmp_path, kind)
    library = PolicyLibrary([folder], memory_budget_bytes=1 << 30, limits=LIMITS)
    with library.use("tiny") as lease:
        decides(lease.engine)
    assert library.unload("tiny").state is PolicyState.AVAILABLE
    library.close()


def test_bare_gguf_file_decides(tmp_path: Path) -> None:
    bare = bare_gguf(tiny_llama(tmp_path), name="bare", prompt_format="compact")
    library = PolicyLibrary([], memory_budget_bytes=1 << 30, limits=LIMITS, bare=[bare])
    with library.use("bare") as lease:
        decides(lease.engine)
    library.close()


def test_hostile_weights_are_reported_and_the_others_stay_usable(tmp_path: Path) -> None:
    (tmp_path / "w").write_bytes(b"GGUF" + b"\xff" * 1000)
    manifest = PolicyManifest("evil", EngineKind.GGUF, "compact", weights="w.gguf")
    write_bundle(tmp_path / "evil", manifest, {"w.gguf": tmp_path / "w"})
    script_bundle(tmp_path)
    library = PolicyLibrary([tmp_path], memory_budget_bytes=1 << 30, limits=LIMITS)
    with pytest.raises((BadBundle, UnsupportedPolicy)):
        library.use("evil")
    states = {policy.name: policy.state for policy in library.policies()}
    assert states == {"evil": PolicyState.UNUSABLE, "demo": PolicyState.AVAILABLE}
    with library.use("demo") as lease:
        assert lease.engine.decide(prompt()).decision.action == OpenApp("Notes")
    library.close()


def test_onnx_bundle_must_say_how_its_model_is_spoken_to(tmp_path: Path) -> None:
    manifest = PolicyManifest("m", EngineKind.ONNX, "compact", weights="w")
    with pytest.raises(BadBundle, match="no tokenizer"):
        load_engine(tmp_path, manifest, LIMITS)
    with pytest.raises(UnsupportedPolicy, match="add `chat`"):
        load_engine(tmp_path, replace(manifest, tokenizer="t"), LIMITS)
