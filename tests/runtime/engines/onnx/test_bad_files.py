import json
import platform
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tiny_onnx import save_growing
from tiny_tokenizer import learn_tokenizer

from runtime.engines.onnx.graph import open_graph
from runtime.engines.onnx.model_file import read_model_file
from runtime.engines.onnx.trial import OnnxFacts, verify_loads
from runtime.engines.tokens import PolicyTokens
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy
from runtime.prompts.format import CHATML

Edit = Callable[[Path], object]


def copy_of(folder: Path, target: Path) -> Path:
    shutil.copytree(folder, target)
    return target


def cut(path: Path, part: float) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])


def test_whole_policy_says_what_it_is(policies: dict[str, Path]) -> None:
    llama, hybrid = (
        verify_loads(folder / "model.onnx", folder / "tokenizer.json", timeout_s=50)
        for folder in (policies["llama"], policies["lfm2"])
    )
    size = llama.vocabulary_size
    assert llama == OnnxFacts(
        size, 4096, hybrid=False, together=True, external_files=("model.onnx.data",)
    )
    assert hybrid.hybrid


DAMAGES: dict[str, Edit] = {
    "empty model": lambda folder: (folder / "model.onnx").write_bytes(b""),
    "half a model": lambda folder: cut(folder / "model.onnx", 0.5),
    "no model": lambda folder: (folder / "model.onnx").unlink(),
    "noise": lambda folder: (folder / "model.onnx").write_bytes(b"\x08\x09noise" * 400),
    "another format": lambda folder: (folder / "model.onnx").write_bytes(b"GGUF" + bytes(400)),
    "half the weights": lambda folder: cut(folder / "model.onnx.data", 0.5),
    "no weights": lambda folder: (folder / "model.onnx.data").unlink(),
    "a folder": lambda folder: (
        (folder / "model.onnx.data").unlink(),
        (folder / "model.onnx.data").mkdir(),
    ),
    "half a tokenizer": lambda folder: cut(folder / "tokenizer.json", 0.5),
    "no tokenizer": lambda folder: (folder / "tokenizer.json").unlink(),
    "tokenizer of bytes": lambda folder: (folder / "tokenizer.json").write_bytes(b"\xff" * 99),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_files_are_refused_by_name(
    damage: str, policies: dict[str, Path], tmp_path: Path
) -> None:
    folder = copy_of(policies["llama"], tmp_path / "policy")
    DAMAGES[damage](folder)
    with pytest.raises(BadBundle, match=r"model\.onnx|tokenizer\.json"):
        _open(folder)


def _open(folder: Path) -> None:
    tokens = PolicyTokens(folder / "tokenizer.json", CHATML)
    tokens.vocabulary(open_graph(folder / "model.onnx", threads=1).scores)


@pytest.mark.parametrize(
    "location",
    [
        "../secret",
        "/etc/hostname",
        "a/../../secret",
        "*/_ORT_MEM_ADDR_/*",
        "",
        "..\\secret",
        "weights\0",
        "\0",
        "a" * 5000,
    ],
)
def test_weights_outside_the_folder_are_never_read(location: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(bytes(100_000))
    folder = tmp_path / "policy"
    folder.mkdir()
    save_growing(folder / "model.onnx", 300, external=location or " ")
    with pytest.raises(BadBundle, match=r"outside its own folder|is not there|cannot be a file"):
        open_graph(folder / "model.onnx", threads=1)


def test_link_out_of_the_folder_is_never_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(bytes(100_000))
    folder = tmp_path / "policy"
    folder.mkdir()
    (folder / "weights").symlink_to(tmp_path / "secret")
    (folder / "inner").symlink_to(tmp_path, target_is_directory=True)
    for location in ("weights", "inner/secret"):
        save_growing(folder / "model.onnx", 300, external=location)
        with pytest.raises(BadBundle, match="not an ordinary file"):
            read_model_file(folder / "model.onnx")


def test_unknown_input_is_refused_by_its_name(tmp_path: Path) -> None:
    save_growing(tmp_path / "model.onnx", 300, extra_inputs=["pixel_values"])
    with pytest.raises(UnsupportedPolicy, match="pixel_values"):
        open_graph(tmp_path / "model.onnx", threads=1)


def test_operator_of_others_is_refused_by_its_domain(tmp_path: Path) -> None:
    save_growing(tmp_path / "model.onnx", 300, domain="evil.ops")
    with pytest.raises(UnsupportedPolicy, match=r"MatMul of evil\.ops"):
        open_graph(tmp_path / "model.onnx", threads=1)


def test_operator_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    save_growing(tmp_path / "model.onnx", 300, domain="com.microsoft")
    with pytest.raises(UnsupportedPolicy, match="cannot load"):
        open_graph(tmp_path / "model.onnx", threads=1)


def test_tokenizer_of_another_model_is_refused(policies: dict[str, Path], tmp_path: Path) -> None:
    save_growing(tmp_path / "model.onnx", 300)
    shutil.copy(policies["llama"] / "tokenizer.json", tmp_path)
    with pytest.raises(BadBundle, match="do not belong together"):
        _open(tmp_path)


def test_tokenizer_that_cannot_write_anything_is_refused(
    policies: dict[str, Path], tmp_path: Path
) -> None:
    about = json.loads((policies["llama"] / "tokenizer.json").read_text())
    about |= {"decoder": None, "pre_tokenizer": {"type": "Whitespace"}}
    (tmp_path / "tokenizer.json").write_text(json.dumps(about))
    with pytest.raises(UnsupportedPolicy, match="byte-level"):
        PolicyTokens(tmp_path / "tokenizer.json", CHATML)


def test_tokenizer_without_an_end_is_refused(policies: dict[str, Path], tmp_path: Path) -> None:
    about = json.loads((policies["llama"] / "tokenizer.json").read_text())
    for token in about["added_tokens"]:
        token["special"] = False
    (tmp_path / "tokenizer.json").write_text(json.dumps(about))
    with pytest.raises(UnsupportedPolicy, match="no token that ends a reply"):
        PolicyTokens(tmp_path / "tokenizer.json", CHATML)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1), noise=st.binary(min_size=1, max_size=8), shorten=st.booleans())
def test_reading_a_mangled_model_ends_in_an_answer_or_a_refusal(
    policies: dict[str, Path], tmp_path: Path, place: float, noise: bytes, *, shorten: bool
) -> None:
    data = bytearray((policies["llama"] / "model.onnx").read_bytes())
    at = int(place * (len(data) - 1))
    data[at : at + len(noise)] = noise
    mangled = tmp_path / "model.onnx"
    mangled.write_bytes(data[:at] if shorten else data)
    if not (tmp_path / "model.onnx.data").exists():
        shutil.copy(policies["llama"] / "model.onnx.data", tmp_path)
    try:
        read_model_file(mangled)
    except PolicyError as error:
        assert "model.onnx" in str(error)  # noqa: PT017 - refusing is one of two right answers


def test_trial_refuses_what_only_onnxruntime_can_tell(
    policies: dict[str, Path], tmp_path: Path
) -> None:
    folder = copy_of(policies["llama"], tmp_path / "policy")
    data = (folder / "model.onnx").read_bytes()
    (folder / "model.onnx").write_bytes(
        data.replace(b"GroupQueryAttention", b"GroupQueryInvention")
    )
    with pytest.raises(UnsupportedPolicy, match=r"cannot load .*GroupQueryInvention"):
        verify_loads(folder / "model.onnx", folder / "tokenizer.json", timeout_s=50)


def test_trial_of_a_model_that_wants_all_memory_is_refused(
    policies: dict[str, Path], tmp_path: Path
) -> None:
    save_growing(tmp_path / "model.onnx", 512, huge=True)
    with pytest.raises(PolicyError, match=r"model\.onnx"):
        verify_loads(tmp_path / "model.onnx", policies["llama"] / "tokenizer.json", timeout_s=50)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="other processors divide by -1 and live")
def test_a_model_that_kills_the_process_that_loads_it_is_refused(tmp_path: Path) -> None:
    """For real: only the process of the trial dies."""
    tokenizer = learn_tokenizer()
    tokenizer.save(tmp_path)
    save_growing(tmp_path / "model.onnx", len(tokenizer.tokens), deadly=True)

    with pytest.raises(BadBundle, match="was ended by SIGFPE; do not trust the files"):
        verify_loads(tmp_path / "model.onnx", tmp_path / "tokenizer.json", timeout_s=120)


def test_trial_that_takes_too_long_is_ended(policies: dict[str, Path]) -> None:
    folder = policies["llama"]
    with pytest.raises(BadBundle, match=r"within 0\.05 s"):
        verify_loads(folder / "model.onnx", folder / "tokenizer.json", timeout_s=0.05)
