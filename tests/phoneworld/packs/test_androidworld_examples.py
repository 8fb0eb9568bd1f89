"""The examples that run AndroidWorld's own code: what of them needs no AndroidWorld."""

import importlib.util
import json
import os
import shutil
import sys
from dataclasses import asdict
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def test_an_ffmpeg_is_found_where_a_package_brings_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = tmp_path / "ffmpeg-linux-v9"
    brought.write_text("#!/bin/sh\n")
    brought.chmod(0o755)
    package = ModuleType("imageio_ffmpeg")
    vars(package)["get_ffmpeg_exe"] = lambda: str(brought)
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", package)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))

    load("androidworld_judge").offer_ffmpeg()
    found = shutil.which("ffmpeg")
    assert found is not None
    assert Path(found).resolve() == brought

    own = tmp_path / "own"
    own.mkdir()
    shutil.copy(brought, own / "ffmpeg")
    monkeypatch.setenv("PATH", str(own))
    load("androidworld_judge").offer_ffmpeg()
    assert os.environ["PATH"] == str(own)


def test_a_stopped_proof_goes_on_where_it_was(tmp_path: Path) -> None:
    proof = load("androidworld_proof")
    held = proof.Proof("ClockTimerEntry", 30, before=0.0, after=1.0, steps=9)
    failed = proof.Proof("ClockTimerEntry", 31, before=0.0, after=0.0)
    broken = proof.Proof("ClockTimerEntry", 32, error="RuntimeError: no emulator")
    file = tmp_path / "results.jsonl"
    file.write_text("".join(f"{json.dumps(asdict(one))}\n" for one in (held, failed, broken)))

    known = proof.earlier(file)

    assert known == {("ClockTimerEntry", 30): held, ("ClockTimerEntry", 31): failed}
    assert (held.holds, failed.holds) == (True, False)
    assert proof.earlier(None) == proof.earlier(tmp_path / "none") == {}
