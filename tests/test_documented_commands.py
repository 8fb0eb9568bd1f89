"""What README and guides tell people to type is understood by the programs that it names.

What is quick is carried out too; what takes a real phone, weights or minutes is parsed by the parser
of the program, and the files of ours that it names must be there.
"""

import argparse
import re
import subprocess
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from documented import PAGES, ROOT, Documented, documented, mentioned
from phonebuddy_command import Command
from served_phone import Serve

from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.cli import main as phoneworld_main
from runtime.__main__ import main as runtime_main
from trainer.cli import main as trainer_main
from tui.cli import main as tui_main
from tui.cli import whole_parser

ALL = documented()
EXTRAS = set(
    tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
)
EXAMPLES = str(ROOT / "examples" / "policies")
FOREIGN = {"accelerate", "adb", "pip", "pyright", "ruff", "./run", "./test"}
# Their main functions have a parser each, which takes options before anything happens.
MODULES = {"tui.bench", "trainer.scaling.verl_tasks"}


def of(*programs: str, page: str = "") -> list[Documented]:
    return [one for one in ALL if one.words[0] in programs and page in one.page]


def understand(command: Documented) -> None:
    """Have the real parser read it; it ends the process where it does not understand."""
    program, *words = command.words
    if program == "python" and words[:1] == ["-m"]:
        program, words = words[1], words[2:]
    elif program == "accelerate":
        words = words[words.index("-m") + 1 :]
        program, words = words[0], words[1:]
    match program:
        case "phonebuddy":
            whole_parser().parse_args(words)
        case "phoneworld" | "trainer" | "runtime":
            module = import_module(f"{program}.commands.{words[0]}")
            parser = argparse.ArgumentParser(exit_on_error=False)
            module.add_arguments(parser)
            parser.parse_args(words[1:])
        case _ if program in MODULES:
            main = import_module(program).main
            with pytest.raises(SystemExit) as ended:
                main([*words, "--help"])
            assert ended.value.code == 0
        case "venv" | "python" | "bash":
            pass  # the files that it names are looked for
        case _:
            assert program in FOREIGN or (ROOT / program).exists()


def test_commands_are_found() -> None:
    assert {one.page for one in ALL} >= {"README.md", "runtime.md", "trainer.md", "tui.md"}
    assert len(ALL) > 40


@pytest.mark.parametrize("command", ALL, ids=str)
def test_command_is_understood(command: Documented, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        understand(command)
    except (argparse.ArgumentError, SystemExit):
        pytest.fail(f"{command} is not understood: {capsys.readouterr().err}")


@pytest.mark.parametrize("command", mentioned(), ids=str)
def test_command_and_options_in_a_sentence_are_there(
    command: Documented, capsys: pytest.CaptureFixture[str]
) -> None:
    program, *words = [word for word in command.words if word not in {"python", "-m"}]
    path = [word for word in words[:1] if not word.startswith("-")]
    main = {"phonebuddy": tui_main, "phoneworld": phoneworld_main, "trainer": trainer_main}
    with pytest.raises(SystemExit) as ended:
        main.get(program, runtime_main)([*path, "--help"])
    help_text = capsys.readouterr().out
    assert ended.value.code == 0
    assert [word for word in words if word.startswith("--") and word not in help_text] == []


@pytest.mark.parametrize("command", ALL, ids=str)
def test_files_of_ours_that_it_names_are_there(command: Documented) -> None:
    ours = re.compile(r"(?:trainer|examples|scripts|tests|docs)/[\w./-]+")
    missing = [
        word for word in command.words if ours.fullmatch(word) and not (ROOT / word).exists()
    ]
    # What a command writes need not be there before.
    assert [word for word in missing if not command.line.endswith(word)] == []


@pytest.mark.parametrize("command", of("pip"), ids=str)
def test_extras_that_are_installed_exist(command: Documented) -> None:
    named = re.findall(r"(?:\.|phonebuddy)\[([\w,-]+)\]", command.line)
    assert {extra for names in named for extra in names.split(",")} <= EXTRAS


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.slow
def test_phonebuddy_does_what_the_readme_says(
    tmp_path: Path, host_adb: HostAdb, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the order of the page, in one home folder; a real phone is replaced by the virtual one."""
    # The doctor asks adb itself, which the stand-in for tests does not answer.
    monkeypatch.delenv("ADBUTILS_ADB_PATH")
    phonebuddy = Command(tmp_path, "--policies", EXAMPLES)
    commands = [one.words[1:] for one in of("phonebuddy", page="README.md")]
    # Models by name have pages and stand-ins of their own (tests/e2e/test_models_by_name.py).
    commands = [
        words
        for words in commands
        if words and "--connect" not in words and "--model" not in words and words[0] != "models"
    ]
    assert {words[0] for words in commands} == {"run", "runs", "replay", "doctor", "devices"}
    for words in commands:
        if words[0] == "run":
            words = [word.replace("adb://", "phoneworld://") for word in words]  # noqa: PLW2901
            phonebuddy(*words, "--policy", "wifi-script")
        else:
            phonebuddy(*words)


def test_adb_does_what_the_readme_says(serve: Serve, host_adb: HostAdb, tmp_path: Path) -> None:
    phone = serve(seed=1).address.removeprefix("adb://")
    for command in of("adb", page="README.md"):
        words = [word.replace("127.0.0.1:7555", phone) for word in command.words[1:]]
        chosen = [] if words[0] == "connect" else ["-s", phone]
        ended = subprocess.run(
            [host_adb.path, *chosen, *words],
            cwd=tmp_path,
            env=host_adb.environment,
            capture_output=True,
            check=False,
        )
        assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "notes.db").read_bytes().startswith(b"SQLite format 3")
