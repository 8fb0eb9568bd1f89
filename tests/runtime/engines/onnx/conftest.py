"""Tiny ONNX policies, made on the spot, and a way to load them."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tap_format import TapFormat
from tiny_models import tiny_lfm2, tiny_llama, tiny_qwen35, torch_folder
from tiny_onnx import export_onnx, save_growing
from tiny_tokenizer import learn_tokenizer

from runtime.engines.onnx.engine import OnnxEngine
from runtime.engines.onnx.settings import OnnxSettings
from runtime.engines.sampling import TokenSampling
from runtime.prompts.format import CHATML

Load = Callable[..., OnnxEngine]


@pytest.fixture(scope="session")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Path, Path]]:
    """Of each kind, the folder for transformers and that of ONNX."""
    folder = tmp_path_factory.mktemp("onnx")
    made = {
        "llama": torch_folder(tiny_llama(folder)),
        "lfm2": torch_folder(tiny_lfm2(folder)),
        "qwen35": tiny_qwen35(folder).torch_folder,
    }
    found = {kind: (source, folder / f"onnx-{kind}") for kind, source in made.items()}
    export_onnx(dict(found.values()))
    return found


@pytest.fixture(scope="session")
def policies(
    models: dict[str, tuple[Path, Path]], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Path]:
    """Folders with model.onnx and tokenizer.json."""
    growing = tmp_path_factory.mktemp("growing")
    tokenizer = learn_tokenizer()
    tokenizer.save(growing)
    save_growing(growing / "model.onnx", len(tokenizer.tokens))
    return {kind: exported for kind, (_, exported) in models.items()} | {"growing": growing}


def settings_of(folder: Path, **changes: Any) -> OnnxSettings:  # noqa: ANN401 - of any field
    settings: dict[str, Any] = {
        "weights": folder / "model.onnx",
        "tokenizer": folder / "tokenizer.json",
        "prompt_format": TapFormat(),
        "chat": CHATML,
        "sampling": TokenSampling(max_reply_tokens=64),
        "context_tokens": 1024,
        "threads": 1,
    }
    return OnnxSettings(**(settings | changes))


@pytest.fixture
def load(policies: dict[str, Path]) -> Iterator[Load]:
    """Loads engines of a kind with the settings of tests, changed as asked, and closes them."""
    engines: list[OnnxEngine] = []

    def load(kind: str, **changes: Any) -> OnnxEngine:  # noqa: ANN401 - of any field
        engines.append(OnnxEngine.load(settings_of(policies[kind], **changes)))
        return engines[-1]

    yield load
    for engine in engines:
        engine.close()
