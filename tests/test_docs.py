"""What the documentation shows works as shown."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from printed_app import printed_app

from phoneworld import Catalogue, open_catalogue
from phoneworld.cli import main
from phoneworld.tasks.check import check_task
from phoneworld.walk import walk_app
from runtime.__main__ import main as runtime_main
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import FileSecrets
from runtime.policies.manifest import read_manifest
from runtime.policies.verification import verify

ROOT = Path(__file__).parent.parent
RUNTIME = (ROOT / "docs" / "runtime.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def python_blocks(text: str) -> str:
    return "\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))


def commands(text: str) -> list[str]:
    """The lines that call `phoneworld`, without their comments."""
    found = re.findall(r"^    (?:\.venv/bin/)?phoneworld (.*)$", text, re.MULTILINE)
    return [line.partition("  #")[0].strip() for line in found]


@pytest.fixture
def guided(tmp_path: Path) -> Iterator[Catalogue]:
    """The catalogue with the app of docs/new-app.md in it, from the files that the page prints."""
    with printed_app(tmp_path):
        yield open_catalogue()


def test_tasks_of_the_guide_are_sound(guided: Catalogue) -> None:
    workshop = guided.workshop()
    names = [name for name in guided.templates if name.startswith("water.")]

    findings = [
        f
        for n in names
        for seed in range(3)
        for f in check_task(workshop, guided.template(n), seed)
    ]

    assert len(names) == 2
    assert not findings, "\n".join(map(str, findings))


def test_app_of_the_guide_can_be_tapped_anywhere(guided: Catalogue) -> None:
    walked = walk_app(guided.workshop(), "com.phoneworld.water")

    assert not walked.crashes, "\n".join(map(str, walked.crashes))
    assert walked.seen == {"today", "drink"}


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
    assert FileSecrets(tmp_path / "secrets.toml").values() == (
        "correct horse battery staple",
        "another one",
    )


@pytest.mark.parametrize("folder", sorted((ROOT / "examples" / "policies").iterdir()))
def test_example_policy_verifies(folder: Path) -> None:
    verify(folder, read_manifest(folder))


@pytest.mark.parametrize("option", sorted(set(re.findall(r" (--[a-z-]+)", RUNTIME)) - {"--help"}))
def test_option_of_the_guide_is_there(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["serve"], ["guard", "judge"]):
        with pytest.raises(SystemExit):
            runtime_main([*command, "--help"])

    assert option in capsys.readouterr().out
