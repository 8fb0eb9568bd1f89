"""On recordings of real apps, where they lie beside the repository."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from phoneworld.reconstruction.fidelity import measure
from phoneworld.recording.files import BadRecording
from phoneworld.recording.sources import import_all, import_place

ARCHIVE = Path(__file__).parents[4] / "shared" / "traces" / "real-gui-a.tar.xz"
APPS = ("autodroid-sys__artifacts/notes", "autodroid-sys__artifacts/voicerecorder")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not ARCHIVE.is_file(), reason=f"{ARCHIVE.name} is not beside the repository"
    ),
]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("traces")
    wanted = tuple(f"droidbot/{app}/" for app in APPS)
    with tarfile.open(ARCHIVE, "r|xz") as archive:
        for member in archive:
            name = member.name.removeprefix("./")
            if name.startswith(("dumps/", *wanted)):
                archive.extract(member, folder, filter="data")
    return folder


def test_every_dump_parses_or_is_refused_with_its_reason(traces: Path) -> None:
    read = 0
    refused: dict[str, str] = {}
    for path in sorted((traces / "dumps").rglob("*")):
        if not path.is_file():
            continue
        try:
            import_place(path)
            read += 1
        except BadRecording as error:
            refused[path.name] = str(error)
    assert read > 250
    assert len(refused) < read / 10
    assert all(name in reason for name, reason in refused.items())


@pytest.mark.parametrize("app", APPS)
def test_real_apps_are_rebuilt_well(traces: Path, app: str) -> None:
    figures = measure(import_all([traces / "droidbot" / app]))
    assert figures.built.value >= 0.9
    assert figures.held_out.value >= 0.6
    assert figures.rendered.value >= 0.96
