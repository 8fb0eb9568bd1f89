"""optimum's own environment: how it is made and asked. It is not made here: that takes minutes and a
network. What runs inside it is tested as far as it needs no optimum.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from learnt_models import Learnt

from trainer.errors import ExportError
from trainer.export.onnx.by_optimum import export_by_optimum, run_worker
from trainer.export.onnx.exporter import Exporter, export_graph
from trainer.export.onnx.optimum_home import (
    READY,
    REQUIREMENTS,
    bare_environment,
    cache_folder,
    home_folder,
    making,
    open_home,
    python_of,
    run_command,
)
from trainer.export.onnx.optimum_worker import gather, lay_out, older_config


class Maker:
    """Takes commands instead of running them."""

    def __init__(self, fails: str = "") -> None:
        self.commands: list[list[str]] = []
        self._fails = fails

    def __call__(self, command: Sequence[str]) -> None:
        self.commands.append(list(command))
        if "venv" in command:
            Path(command[-1]).mkdir(parents=True)
        elif self._fails:
            raise ExportError(self._fails)


def test_versions_are_pinned_and_torch_comes_first() -> None:
    assert REQUIREMENTS[0] == "torch==2.13.0"
    assert all("==" in requirement for requirement in REQUIREMENTS)
    create, install = making(Path("home"))
    assert create == [sys.executable, "-m", "venv", "home"]
    assert install[:4] == [str(python_of(Path("home"))), "-m", "pip", "install"]
    assert install[-len(REQUIREMENTS) :] == list(REQUIREMENTS)


def test_it_lies_in_the_users_cache_and_others_elsewhere(tmp_path: Path) -> None:
    assert cache_folder({"XDG_CACHE_HOME": "/c", "HOME": "/h"}) == Path("/c/phonebuddy")
    assert cache_folder({"HOME": "/h"}) == Path("/h/.cache/phonebuddy")
    assert home_folder(tmp_path) != home_folder(tmp_path, ["torch==1"])


def test_it_is_made_once(tmp_path: Path) -> None:
    maker, lines = Maker(), list[str]()
    for _ in range(2):
        assert open_home(tmp_path, report=lines.append, run=maker) == python_of(
            home_folder(tmp_path)
        )
    assert maker.commands == making(home_folder(tmp_path))
    assert len(lines) == 1


def test_one_that_was_not_finished_is_made_anew(tmp_path: Path) -> None:
    home = home_folder(tmp_path)
    with pytest.raises(ExportError, match="no network"):
        open_home(tmp_path, report=lambda _: None, run=Maker("no network"))
    (home / "half").touch()
    assert not (home / READY).exists()
    open_home(tmp_path, report=lambda _: None, run=Maker())
    assert (home / READY).is_file()
    assert not (home / "half").exists()


def test_two_exports_do_not_make_it_at_the_same_time(tmp_path: Path) -> None:
    begun, go_on = threading.Event(), threading.Event()
    slow, other = Maker(), Maker()

    def slowly(command: Sequence[str]) -> None:
        begun.set()
        assert go_on.wait(120)
        slow(command)

    lines: list[str] = []
    waiting = threading.Event()

    def report(line: str) -> None:
        lines.append(line)
        waiting.set()

    first = threading.Thread(target=lambda: open_home(tmp_path, report=lambda _: None, run=slowly))
    first.start()
    assert begun.wait(120)
    second = threading.Thread(target=lambda: open_home(tmp_path, report=report, run=other))
    second.start()
    assert waiting.wait(120)
    go_on.set()
    first.join(120)
    second.join(120)
    assert len(slow.commands) == 2
    assert other.commands == []
    assert "waiting" in lines[0]


def test_a_cache_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ExportError, match="--exporter genai or torch"):
        open_home(tmp_path / "file" / "cache", report=lambda _: None, run=Maker())


def test_what_pip_says_is_reported(tmp_path: Path) -> None:
    script = "import sys; print('ERROR: no such package', file=sys.stderr); sys.exit(1)"
    with pytest.raises(ExportError, match=r"no such package; see that packages can be fetched"):
        run_command([sys.executable, "-c", script])


def test_the_trainers_own_packages_stay_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    assert "PYTHONPATH" not in bare_environment()


def test_a_hybrid_is_refused_with_the_other_exporters(
    learnt: dict[str, Learnt], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(ExportError, match=r"Lfm2ForCausalLM.*--exporter genai or torch"):
        export_graph(learnt["lfm2"].checkpoint, tmp_path / "no", "fp32", exporter=Exporter.OPTIMUM)
    with pytest.raises(ExportError):
        export_by_optimum(learnt["lfm2"].checkpoint, tmp_path / "no")
    assert not (tmp_path / "cache").exists()


def test_an_interpreter_without_optimum_is_reported(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(ExportError, match=r"optimum failed on .*No module named 'optimum'"):
        run_worker(Path(sys.executable), tmp_path, tmp_path / "out")


def test_the_worker_needs_nothing_of_ours() -> None:
    """It must start where the trainer is not installed."""
    from trainer.export.onnx import optimum_worker

    script = f"import runpy; runpy.run_path({optimum_worker.__file__!r})"
    ended = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr


def test_a_configuration_is_written_as_the_older_library_reads_it() -> None:
    plain = {"rope_parameters": {"rope_type": "default", "rope_theta": 5000.0}, "dtype": "float32"}
    assert older_config(plain) == {"rope_theta": 5000.0, "torch_dtype": "float32"}
    scaled = {"rope_parameters": {"rope_type": "linear", "rope_theta": 7.0, "factor": 2.0}}
    assert older_config(scaled) == {
        "rope_theta": 7.0,
        "rope_scaling": {"rope_type": "linear", "factor": 2.0},
    }


@given(st.dictionaries(st.sampled_from(["hidden_size", "vocab_size", "model_type"]), st.integers()))
def test_what_the_older_library_knows_stays_as_it_is(config: dict[str, int]) -> None:
    assert older_config(config) == config


def test_a_checkpoint_is_laid_out_without_its_tokenizer(
    learnt: dict[str, Learnt], tmp_path: Path
) -> None:
    source = learnt["llama"].checkpoint.folder
    lay_out(source, tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"config.json", "model.safetensors"}
    config = json.loads((tmp_path / "config.json").read_text())
    assert config["rope_theta"] == 10_000.0
    assert (tmp_path / "model.safetensors").read_bytes() == (
        source / "model.safetensors"
    ).read_bytes()


def test_a_graph_comes_out_as_one_file(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    graph = onnx.helper.make_graph([], "empty", [], [])
    (tmp_path / "made").mkdir()
    onnx.save(onnx.helper.make_model(graph), tmp_path / "made" / "model.onnx")
    gather(tmp_path / "made" / "model.onnx", tmp_path / "out")
    assert [path.name for path in (tmp_path / "out").iterdir()] == ["model.onnx"]
