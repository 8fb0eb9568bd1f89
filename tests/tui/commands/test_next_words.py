"""What is advised can be typed as it stands."""

from pathlib import Path

import pytest

from tui.commands.next_words import as_typed, install_words

ADVICE = 'phonebuddy runs show 7   and   phoneworld demo "turn on wi-fi"'


@pytest.fixture
def python(tmp_path: Path) -> str:
    folder = tmp_path / "new project" / ".venv" / "bin"
    folder.mkdir(parents=True)
    for name in ("python", "phonebuddy", "phoneworld"):
        (folder / name).touch(mode=0o755)
    return str(folder / "python")


def test_commands_that_the_shell_finds_stay_words(python: str) -> None:
    search = str(Path(python).parent)
    assert as_typed(ADVICE, python=python, search=search) == ADVICE


def test_others_are_named_by_their_place(python: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(python).parents[2])
    told = as_typed(ADVICE, python=python, search="")
    assert told.startswith(".venv/bin/phonebuddy runs show 7   and   .venv/bin/phoneworld demo")


def test_from_another_folder_the_place_is_whole(
    python: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    told = as_typed("phonebuddy doctor", python=python, search="")
    assert told == f"'{Path(python).parent}/phonebuddy' doctor"


def test_the_name_in_a_sentence_is_no_command(python: str) -> None:
    sentence = "let phonebuddy start one, below ~/.phonebuddy/policies"
    assert as_typed(sentence, python=python, search="") == sentence


def test_an_extra_of_a_checkout_is_installed_in_place(
    python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = Path(python).parents[2]
    (root / "pyproject.toml").touch()
    monkeypatch.chdir(root)
    assert install_words("web", root=root, python=".venv/bin/python") == (
        ".venv/bin/python -m pip install -e '.[web]'"
    )


def test_an_extra_of_an_installed_package_is_installed_by_name(tmp_path: Path) -> None:
    assert install_words("web", root=tmp_path) == "pip install 'phonebuddy[web]'"
