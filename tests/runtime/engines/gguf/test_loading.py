import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tap_format import TapFormat, screen
from tiny_models import tiny_qwen35

from runtime.engine import Prompt
from runtime.engines.gguf.engine import GgufEngine
from runtime.errors import BadBundle, PolicyError, UnsupportedPolicy
from runtime.prompts.format import ObservationKind
from runtime.testing import FakeDevice

Load = Callable[..., GgufEngine]


def test_a_file_that_is_not_there_is_reported(load: Load, tmp_path: Path) -> None:
    with pytest.raises(PolicyError, match=r"nothing\.gguf"):
        load(tmp_path / "nothing.gguf")


def test_a_file_of_another_kind_is_reported(load: Load, tmp_path: Path) -> None:
    other = tmp_path / "weights.gguf"
    other.write_bytes(b"PK\x03\x04" + bytes(100))
    with pytest.raises(PolicyError, match="GGUF"):
        load(other)


@pytest.mark.parametrize("size", [3, 20, 4000])
def test_a_truncated_file_is_reported(load: Load, tiny: Path, tmp_path: Path, size: int) -> None:
    part = tmp_path / "part.gguf"
    part.write_bytes(tiny.read_bytes()[:size])
    with pytest.raises(BadBundle, match=r"part\.gguf"):
        load(part)


def test_an_unknown_architecture_is_reported_by_name(
    load: Load, tiny: Path, tmp_path: Path
) -> None:
    strange = tmp_path / "strange.gguf"
    strange.write_bytes(
        tiny.read_bytes().replace(b"\x05\0\0\0\0\0\0\0llama", b"\x05\0\0\0\0\0\0\0lemma", 1)
    )
    with pytest.raises(UnsupportedPolicy, match="lemma"):
        load(strange)


def test_nothing_is_left_behind_by_a_policy_that_cannot_be_loaded(load: Load, tiny: Path) -> None:
    before = threading.active_count()
    for _ in range(3):
        with pytest.raises(UnsupportedPolicy):
            load(tiny, kv_bytes=1)
    assert threading.active_count() == before


def test_llama_cpp_speaks_through_logging_only(
    load: Load, tiny: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="runtime.engines.gguf.native"):
        load(tiny).decide(Prompt("a goal", screen(0)))
    assert any("llama" in record.getMessage() for record in caplog.records)
    assert capfd.readouterr() == ("", "")


def test_a_policy_that_sees_decides_from_pictures_and_reuses_what_came_before_them(
    load: Load, tmp_path: Path
) -> None:
    files = tiny_qwen35(tmp_path)
    engine = load(
        files.text,
        projector=files.projector,
        prompt_format=TapFormat(observation=ObservationKind.BOTH),
        flash_attention=False,
    )
    assert engine.wants_screenshot
    look = FakeDevice().observe(screenshot=True)
    prompt = Prompt("open the first one", look)
    first = engine.decide(prompt, session="run")
    again = engine.decide(prompt, session="run")
    assert again.decision == first.decision
    assert again.usage.prompt_tokens == first.usage.prompt_tokens
    assert again.usage.cached_tokens > first.usage.cached_tokens == 0
    blind = load(files.text, flash_attention=False).decide(prompt)
    assert blind.usage.prompt_tokens < first.usage.prompt_tokens
