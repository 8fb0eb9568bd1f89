"""What the documentation shows works as shown."""

import re
import shlex
from pathlib import Path

import pytest
from built_in import CATALOGUE

from phoneworld import Workshop
from phoneworld.app import App
from phoneworld.cli import main
from phoneworld.tasks.check import check_task
from runtime.__main__ import main as runtime_main
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import FileSecrets
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify

ROOT = Path(__file__).parent.parent
RUNTIME = (ROOT / "docs" / "runtime.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRELUDE = """
from phoneworld.app import App, Screen
from phoneworld.phone import Phone
from phoneworld.store import Database, Row, database_path
from phoneworld.tasks.expect import Added, Expectation
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Params, Scene, Template
from phoneworld.ui.bars import Fab, Scaffold, TopBar
from phoneworld.ui.rows import Tile
from phoneworld.ui.scrolling import LazyList
from phoneworld.ui.view import View
from phoneworld.world import World, millis
"""


def python_blocks(text: str) -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))


def commands(text: str) -> list[str]:
    """The lines that call `phoneworld`, without their comments."""
    found = re.findall(r"^    (?:\.venv/bin/)?phoneworld (.*)$", text, re.MULTILINE)
    return [line.partition("  #")[0].strip() for line in found]


def test_app_of_the_guide_is_a_working_app_with_a_sound_task() -> None:
    guide = (ROOT / "docs" / "new-app.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(PRELUDE + python_blocks(guide), names)  # noqa: S102 - our own documentation
    app, tasks = names["APP"], names["TASKS"]
    assert isinstance(app, App)
    assert isinstance(tasks, tuple)
    workshop = Workshop({**CATALOGUE.apps, app.package: app})

    assert [f for seed in range(3) for f in check_task(workshop, tasks[0], seed)] == []


def test_python_of_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(python_blocks(README), {})  # noqa: S102 - our own documentation

    assert "Judgement" in capsys.readouterr().out


ENDLESS = ("serve", "play")
"""Commands that wait for somebody: their own tests run them."""


@pytest.mark.parametrize(
    "line", [line for line in commands(README) if not line.startswith(ENDLESS)]
)
def test_command_of_the_readme_runs(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [word.replace("YOUR_APP", "calculator") for word in shlex.split(line)]

    assert main(words) == 0


def test_rules_and_secrets_of_the_guide_can_be_used(tmp_path: Path) -> None:
    rules, secrets = re.findall(r"```toml\n(.*?)```", RUNTIME, re.DOTALL)
    (tmp_path / "rules.toml").write_text(rules)
    (tmp_path / "secrets.toml").write_text(secrets)
    (tmp_path / "secrets.toml").chmod(0o600)

    assert "no-bank" in {rule.name for rule in load_rules(tmp_path / "rules.toml").rules}
    assert "swipe-row" not in {rule.name for rule in load_rules(tmp_path / "rules.toml").rules}
    assert FileSecrets(tmp_path / "secrets.toml").values() == ("correct horse battery staple",)


@pytest.mark.parametrize("folder", sorted((ROOT / "examples" / "policies").iterdir()))
def test_example_policy_verifies(folder: Path) -> None:
    verify(folder, read_manifest(folder))


@pytest.mark.parametrize("option", sorted(set(re.findall(r" (--[a-z-]+)", RUNTIME)) - {"--help"}))
def test_option_of_the_guide_is_there(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        runtime_main(["serve", "--help"])

    assert option in capsys.readouterr().out
