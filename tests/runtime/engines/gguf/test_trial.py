from pathlib import Path

import numpy as np
import pytest
from gguf_edits import with_number, with_shape, with_text
from tiny_models import (
    CHATML_TEMPLATE,
    TinyVlm,
    tiny_lfm2,
    tiny_llama,
    tiny_lora,
    tiny_qwen35,
)

from runtime.engines.confined import ChildAnswered, Died, TimedOut, run_confined
from runtime.engines.gguf.trial import ModelFacts, verify_loads
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy

PATIENCE_S = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="module")
def llama(folder: Path) -> Path:
    return tiny_llama(folder)


@pytest.fixture(scope="module")
def seeing(folder: Path) -> TinyVlm:
    return tiny_qwen35(folder)


def _message_of(path: Path, data: bytes, kind: type[PolicyError]) -> str:
    path.write_bytes(data)
    with pytest.raises(kind) as caught:
        verify_loads(path, timeout_s=PATIENCE_S)
    return str(caught.value)


def test_the_facts_of_a_model_that_loads(llama: Path) -> None:
    assert verify_loads(llama, timeout_s=PATIENCE_S) == ModelFacts(
        architecture="llama",
        parameters=103_424,
        context_tokens=4096,
        vocabulary_size=459,
        chat_template=CHATML_TEMPLATE,
        hybrid=False,
        bos="",
        eos="<|im_end|>",
    )


def test_models_with_a_recurrent_state_are_hybrid(folder: Path, seeing: TinyVlm) -> None:
    assert verify_loads(tiny_lfm2(folder), timeout_s=PATIENCE_S).hybrid
    facts = verify_loads(seeing.text, projector=seeing.projector, timeout_s=PATIENCE_S)
    assert (facts.architecture, facts.hybrid) == ("qwen35", True)


def test_an_adapter_is_tried_with_its_weights(folder: Path, llama: Path) -> None:
    adapter = tiny_lora(folder, llama)

    assert verify_loads(llama, adapter=adapter, timeout_s=PATIENCE_S).architecture == "llama"
    with pytest.raises(UnsupportedPolicy, match=r"does not fit .*mismatch"):
        verify_loads(tiny_lfm2(folder), adapter=adapter, timeout_s=PATIENCE_S)


def test_a_projector_of_another_model_is_refused(llama: Path, seeing: TinyVlm) -> None:
    with pytest.raises(UnsupportedPolicy, match="belongs to another model"):
        verify_loads(llama, projector=seeing.projector, timeout_s=PATIENCE_S)


def test_files_in_each_others_place_are_reported_without_loading(
    folder: Path, llama: Path, seeing: TinyVlm
) -> None:
    adapter = tiny_lora(folder, llama)
    with pytest.raises(BadBundle, match="is a projector, not model weights"):
        verify_loads(seeing.projector, timeout_s=0)
    with pytest.raises(BadBundle, match="is a LoRA adapter, not a projector"):
        verify_loads(llama, projector=adapter, timeout_s=0)
    with pytest.raises(BadBundle, match="is model weights, not a LoRA adapter"):
        verify_loads(llama, adapter=llama, timeout_s=0)


def test_garbage_and_truncation_are_reported_without_loading(llama: Path, tmp_path: Path) -> None:
    data = llama.read_bytes()
    path = tmp_path / "policy.gguf"
    for length in range(0, len(data), len(data) // 20):
        path.write_bytes(data[:length])
        with pytest.raises(BadBundle):
            verify_loads(path, timeout_s=0)
    path.write_bytes(np.random.default_rng(0).bytes(4096))
    with pytest.raises(BadBundle, match="no GGUF file"):
        verify_loads(path, timeout_s=0)


def test_an_unknown_architecture_is_reported_by_name(llama: Path, tmp_path: Path) -> None:
    data = with_text(llama.read_bytes(), "general.architecture", "lamma")

    message = _message_of(tmp_path / "policy.gguf", data, UnsupportedPolicy)

    assert "unknown model architecture: 'lamma'" in message


def test_a_tensor_of_another_shape_is_reported_by_name(llama: Path, tmp_path: Path) -> None:
    data = with_shape(llama.read_bytes(), "blk.0.ffn_up.weight", (128, 64))

    message = _message_of(tmp_path / "policy.gguf", data, UnsupportedPolicy)

    assert "blk.0.ffn_up.weight" in message
    assert "policy.gguf" in message


def test_weights_that_are_no_numbers_are_reported(llama: Path, tmp_path: Path) -> None:
    data = bytearray(llama.read_bytes())
    data[-64 * 4 :] = np.full(64, np.nan, np.float32).tobytes()

    message = _message_of(tmp_path / "policy.gguf", bytes(data), BadBundle)

    assert "no numbers" in message


@pytest.mark.parametrize("layers", [0, 2**31 - 1])
def test_a_file_that_makes_llama_cpp_abort_is_an_error_with_its_reason(
    llama: Path, tmp_path: Path, layers: int
) -> None:
    data = with_number(llama.read_bytes(), "llama.block_count", "<I", layers)

    message = _message_of(tmp_path / "policy.gguf", data, BadBundle)

    assert "ended by SIGABRT" in message
    assert "Its last words" in message
    assert "assert" in message.lower() or "abort" in message.lower() or "error" in message.lower()


def test_a_norm_that_makes_evaluating_abort_is_an_error(llama: Path, tmp_path: Path) -> None:
    data = with_number(
        llama.read_bytes(), "llama.attention.layer_norm_rms_epsilon", "<f", float("nan")
    )

    assert "ended by SIGABRT" in _message_of(tmp_path / "policy.gguf", data, BadBundle)


def test_loading_that_does_not_end_in_time_is_an_error(llama: Path) -> None:
    with pytest.raises(BadBundle, match=r"within 0.01 s"):
        verify_loads(llama, timeout_s=0.01)


def _confined(
    what: str, given: bytes = b"", *, timeout_s: float = PATIENCE_S
) -> ChildAnswered | Died | TimedOut:
    return run_confined(
        "confined_case", [what], timeout_s=timeout_s, memory_bytes=2**30, given=given
    )


def test_a_confined_process_has_no_secrets_in_its_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    monkeypatch.setenv("PHONEBUDDY_TOKEN", "t-secret")

    end = _confined("environment")

    assert isinstance(end, ChildAnswered)
    assert "secret" not in str(end.answer)
    assert end.answer["OMP_WAIT_POLICY"] == "passive"


def test_a_confined_process_may_not_use_all_memory() -> None:
    end = _confined("memory")

    assert isinstance(end, Died)
    assert "MemoryError" in end.messages[-1]


def test_a_confined_process_that_never_ends_is_ended() -> None:
    assert isinstance(_confined("spin", timeout_s=1), TimedOut)


def test_a_confined_process_that_floods_is_ended_and_quoted_in_short() -> None:
    end = _confined("flood")

    assert isinstance(end, Died)
    assert len(str(end)) < 4000


def test_what_a_confined_process_prints_is_not_its_answer() -> None:
    end = _confined("hello", b"some input")

    assert end == ChildAnswered({"asked": "hello", "given": "some input"}, ("noise of a library",))


def test_a_confined_process_that_dies_is_quoted() -> None:
    assert _confined("die") == Died("by SIGABRT", ("noise of a library",))
