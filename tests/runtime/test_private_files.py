"""What is recorded can be read by its owner alone, whatever folder and umask say."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from made_episodes import make_episode
from phonebuddy.v1.export import ExportFolder

from runtime.records import write_episode
from runtime.runs.model import RunRequest
from runtime.runs.store import FILE, RunStore


@pytest.fixture(autouse=True)
def generous_umask() -> Iterator[None]:
    before = os.umask(0o000)
    yield
    os.umask(before)


def modes(folder: Path) -> set[int]:
    return {stat.S_IMODE(path.stat().st_mode) for path in folder.rglob("*") if path.is_file()}


def test_the_store_is_private_in_an_open_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    (tmp_path / FILE).touch(0o666)

    store = RunStore.open(tmp_path)
    store.create(RunRequest("note milk", "fake:1", "p"), now_s=0.0)

    assert len(list(tmp_path.glob(f"{FILE}*"))) == 3
    assert modes(tmp_path) == {0o600}
    store.close()


def test_a_record_is_private(tmp_path: Path) -> None:
    write_episode(tmp_path / "record", make_episode("note milk"))

    assert modes(tmp_path) == {0o600}
    assert stat.S_IMODE((tmp_path / "record").stat().st_mode) == 0o700


def test_what_a_client_exports_is_private(tmp_path: Path) -> None:
    with ExportFolder(tmp_path / "run") as folder:
        folder.write("episode.jsonl", b"{}")
        folder.write("screens/0000.png", b"x")

    assert modes(tmp_path) == {0o600}
    assert stat.S_IMODE((tmp_path / "run").stat().st_mode) == 0o700
