"""`phonebuddy` in a real terminal, from the first key to the shell's prompt afterwards."""

import shlex
from pathlib import Path

import pytest
from runtime_process import call, write_script
from tui_tmux import PROMPT, Tmux

from runtime.server.data_folder import find_holder

EXAMPLES = Path(__file__).parents[2] / "examples" / "policies"
START = "phonebuddy --policies {}"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Tmux.is_installed(), reason="tmux is not installed"),
]


def configure(home: Path, **settings: str) -> None:
    (home / ".phonebuddy").mkdir()
    lines = [f'{name} = "{value}"' for name, value in settings.items()]
    (home / ".phonebuddy" / "tui.toml").write_text("\n".join(lines))


def begin(terminal: Tmux, policies: Path) -> None:
    terminal.type(START.format(shlex.quote(str(policies))))
    terminal.press("Enter")


def leave(terminal: Tmux, home: Path) -> None:
    """The terminal is as it was, and the runtime is gone."""
    terminal.press("C-q")
    terminal.until(lambda: terminal.sees.rstrip().endswith(PROMPT.strip()))
    assert "Conversation" not in terminal.sees
    assert find_holder(home / ".phonebuddy") is None
    terminal.type("echo still $((40 + 2))")
    terminal.press("Enter")
    terminal.until_sees("still 42")


def test_a_newcomer_sees_a_task_done(tmp_path: Path) -> None:
    configure(tmp_path, policy="wifi-script")
    with Tmux(tmp_path, size=(80, 24)) as terminal:
        begin(terminal, EXAMPLES)
        terminal.until_sees("Welcome to PhoneBuddy")
        terminal.press("t")
        terminal.until_sees("4. Tap 'Use Wi-Fi'", "✓ Done: Wi-Fi is on.", "✓ done, 5 steps")
        # The phone is drawn in words: tmux shows no images.
        terminal.until_sees("Use Wi-Fi", "on ━●", "Networks")
        terminal.press("F8")
        # As a picture, in colours that tmux has.
        terminal.until(lambda: sum(line.count("▀") for line in terminal.lines) > 200)
        terminal.press("F8", "F8")
        terminal.until_sees("Use Wi-Fi, switch, on")
        terminal.press("F2")
        terminal.until_sees("done   turn on wi-fi", "Changed: Wi-Fi: off -> on")
        terminal.press("Enter")
        terminal.until_sees("2. Tap 'Network & internet")
        terminal.press("Escape")
        terminal.until_sees("Conversation")
        leave(terminal, tmp_path)


def test_a_run_is_steered_while_the_window_changes(tmp_path: Path) -> None:
    configure(tmp_path, policy="slow", device="phoneworld://?seed=7")
    slow = {**call("finish", text="at last"), "seconds": 600}
    write_script(tmp_path / "policies", "slow", call("open_app", app="Settings"), slow)
    with Tmux(tmp_path, size=(80, 24)) as terminal:
        begin(terminal, tmp_path / "policies")
        terminal.until_sees("Welcome to PhoneBuddy")
        terminal.press("Escape")
        terminal.until(lambda: "Welcome" not in terminal.sees)
        terminal.until_sees("○ ready", "slow")
        terminal.type("wait for it")
        terminal.press("Enter")
        terminal.until_sees("1. Open Settings", "● running")
        for size in ((200, 50), (42, 12), (80, 24)):
            terminal.resize(*size)
            terminal.until_sees("running")
            terminal.until(lambda width=size[0]: len(terminal.lines[-1]) <= width)
        terminal.press("F5")
        terminal.until_sees("‖ paused")
        terminal.press("F5")
        terminal.until_sees("● running")
        terminal.press("F6")
        terminal.until_sees("☛ you have the phone")
        terminal.press("F6")
        terminal.until_sees("The policy has the phone again")
        terminal.press("F1")
        terminal.until_sees("stop the run at once")
        terminal.press("C-c")
        terminal.press("Escape")
        terminal.until_sees("■ stopped", "You stopped it")
        leave(terminal, tmp_path)


def test_without_colours_the_phone_is_drawn_too(tmp_path: Path) -> None:
    configure(tmp_path, policy="wifi-script", device="phoneworld://?seed=7")
    with Tmux(tmp_path, size=(80, 24), NO_COLOR="1") as terminal:
        begin(terminal, EXAMPLES)
        terminal.until_sees("Welcome to PhoneBuddy")
        terminal.press("Escape")
        terminal.until_sees("launcher", "Settings", "Calendar")
        assert "▀" not in "".join(terminal.lines)
        leave(terminal, tmp_path)
