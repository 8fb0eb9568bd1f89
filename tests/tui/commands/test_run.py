"""`phonebuddy run`, as it is typed: told, asked, stopped, and how it ends."""

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside
from runtime_process import PATIENCE_S

from phoneworld.adb.proof.host_adb import HostAdb
from runtime.server.data_folder import find_holder

ROOT = Path(__file__).parents[3]
PHONE = "phoneworld://?seed=7"


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def newest(buddy: Client) -> run_pb2.Run:
    return next(buddy.runs())


def was_sent(buddy: Client) -> bool:
    elements = buddy.observe(PHONE).elements
    return any("The train is late" in e.text for e in elements if not e.editable)


@pytest.mark.slow
def test_a_first_task_needs_nothing_but_words(tmp_path: Path, host_adb: HostAdb) -> None:
    command = Command(tmp_path, "--policies", str(ROOT / "examples" / "policies"))
    told = command("run", "turn on wi-fi", "--policy", "wifi-script").stdout
    assert "no phone is attached, so this is the built-in virtual one" in told
    assert "Tap 'Use Wi-Fi'" in told
    assert "Done: Wi-Fi is on." in told
    # The runtime that was started for it has ended with it.
    assert find_holder(tmp_path / ".phonebuddy") is None
    assert "turn on wi-fi" in command("runs").stdout


@pytest.mark.parametrize(
    ("policy", "options", "status"),
    [
        ("opener", (), 0),
        ("helpless", (), 1),
        ("unwilling", (), 7),
        ("opener", ("--steps", "1"), 3),
    ],
)
def test_the_exit_code_tells_the_outcome(
    phonebuddy: Command, policy: str, options: tuple[str, ...], status: int
) -> None:
    phonebuddy("run", "go", "--device", PHONE, "--policy", policy, *options, status=status)


def test_what_is_no_sentence_is_quoted(phonebuddy: Command) -> None:
    words = ("run", "go", "--device", PHONE, "--policy", "helpless")
    assert 'It gave up and said: "no way".' in phonebuddy(*words, status=1).stdout


def test_a_phone_that_cannot_be_opened_is_nobodys_failure(phonebuddy: Command) -> None:
    told = phonebuddy("run", "go", "--device", "adb://nix", "--policy", "opener", status=5).stdout
    assert "phonebuddy doctor" in told


def test_without_anyone_to_ask_the_answer_is_no(phonebuddy: Command, buddy: Client) -> None:
    words = ("run", "text Alma", "--device", PHONE, "--policy", "insists")
    told = phonebuddy(*words, status=4).stdout
    assert "Nobody was there to approve" in told
    assert "You denied" not in told
    assert "the same again with --yes send" in told
    assert not was_sent(buddy)


@pytest.mark.parametrize("rule", ["send", "message", "all"])
def test_yes_answers_for_the_person(phonebuddy: Command, buddy: Client, rule: str) -> None:
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    phonebuddy(*words, "--yes", rule)
    assert was_sent(buddy)


def test_yes_to_something_else_is_no_yes(phonebuddy: Command, buddy: Client) -> None:
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    # The policy says done all the same, which is not believed.
    told = phonebuddy(*words, "--yes", "pay", status=8).stdout
    assert "this step is in doubt: Tap 'Send', which was not allowed." in told
    assert not was_sent(buddy)


def test_programs_read_objects_and_answer_with_objects(phonebuddy: Command, buddy: Client) -> None:
    read, write = os.pipe()
    begun = phonebuddy.begin(
        *("run", "text Alma", "--device", PHONE, "--policy", "texts", "--json"), stdin=read
    )
    os.close(read)
    told = begun.until_says('"event": "asked"')
    [asked] = [each for each in objects(told) if each["event"] == "asked"]
    assert asked["question"]["rule"] == "send"
    assert asked["question"]["concerns"] == "Alma Walsh"
    with os.fdopen(write, "w") as answers:
        answers.write("what?\n")
        answers.write(json.dumps({"question": "q0", "choice": "approve"}) + "\n")
        answers.write(json.dumps({"question": asked["question"]["id"], "choice": "approve"}))
        answers.write("\n")
    assert begun.wait() == 0
    events = objects(begun.written)
    kinds = [each["event"] for each in events]
    assert (kinds[0], kinds[-1]) == ("run", "over")
    assert {"state", "opened", "look", "decided", "acting", "step", "answered"} <= set(kinds)
    sequences = [each["sequence"] for each in events if "sequence" in each]
    assert sequences == list(range(1, sequences[-1] + 1))
    remarks = [each["text"] for each in events if each["event"] == "remark"]
    assert any("not an answer" in text for text in remarks)
    assert any("nothing is asked under 'q0'" in text for text in remarks)
    over = events[-1]
    assert (over["outcome"], over["exit_code"], over["text"]) == ("done", 0, "that is that")
    assert was_sent(buddy)


def test_the_end_of_a_programs_input_is_a_no(phonebuddy: Command, buddy: Client) -> None:
    words = ("run", "text Alma", "--device", PHONE, "--policy", "insists", "--json")
    events = objects(phonebuddy(*words, status=4).stdout)
    assert [each["choice"] for each in events if each["event"] == "answered"] == ["nobody"]
    assert not was_sent(buddy)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_cancels_the_run(
    phonebuddy: Command, buddy: Client, number: signal.Signals
) -> None:
    begun = phonebuddy.begin("run", "wait", "--device", PHONE, "--policy", "slow")
    begun.until_says("Open Settings")
    begun.end(number)
    assert begun.wait() == 130
    assert "You stopped it." in begun.written
    assert newest(buddy).state == run_pb2.RUN_STATE_CANCELLED


def test_a_run_that_nobody_reads_of_is_cancelled(phonebuddy: Command, buddy: Client) -> None:
    begun = phonebuddy.begin("run", "go on", "--device", PHONE, "--policy", "restless")
    begun.until_says("Open Settings")
    assert begun.process.stdout is not None
    begun.process.stdout.close()
    assert begun.process.wait(PATIENCE_S) == 130
    assert newest(buddy).state == run_pb2.RUN_STATE_CANCELLED


class Terminal:
    """A person's: what is typed into it reaches the command as from a keyboard."""

    def __init__(self) -> None:
        self._hand, self.input = os.openpty()

    def type(self, line: str) -> None:
        os.write(self._hand, f"{line}\n".encode())

    def close(self) -> None:
        os.close(self._hand)
        os.close(self.input)


@pytest.mark.parametrize(("answer", "sent"), [("y", True), ("r", True), ("n", False)])
def test_the_guard_asks_in_the_terminal(
    phonebuddy: Command, buddy: Client, answer: str, *, sent: bool
) -> None:
    terminal = Terminal()
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    begun = phonebuddy.begin(*words, stdin=terminal.input)
    told = begun.until_says("s: stop > ")
    assert "May I send this?" in told
    assert "To whom or what: Alma Walsh" in told
    terminal.type("maybe")
    begun.until(lambda written: written.count("s: stop > ") == 2)
    terminal.type(answer)
    assert begun.wait() == (0 if sent else 8)
    terminal.close()
    assert was_sent(buddy) is sent


@pytest.mark.parametrize(("before", "after"), [("y", ""), ("", "maybe\ny")])
def test_what_was_typed_before_it_was_asked_is_no_answer(
    phonebuddy: Command, buddy: Client, before: str, after: str
) -> None:
    terminal = Terminal()
    if before:
        terminal.type(before)
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    begun = phonebuddy.begin(*words, stdin=terminal.input)
    begun.until_says("s: stop > ")
    if after:
        terminal.type(after)
        begun.until(lambda written: written.count("s: stop > ") == 2)
    terminal.type("n")
    assert begun.wait() == 8
    terminal.close()
    assert not was_sent(buddy)


def test_a_person_takes_over_and_hands_back(phonebuddy: Command, buddy: Client) -> None:
    terminal = Terminal()
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    begun = phonebuddy.begin(*words, stdin=terminal.input)
    begun.until_says("s: stop > ")
    terminal.type("t")
    begun.until_says("press Enter")
    assert newest(buddy).state == run_pb2.RUN_STATE_TAKEN_OVER
    terminal.type("")
    assert begun.wait() == 0
    terminal.close()


def test_what_the_policy_asks_is_answered_in_the_terminal(
    phonebuddy: Command, buddy: Client
) -> None:
    terminal = Terminal()
    words = ("run", "ask me", "--device", PHONE, "--policy", "asker")
    begun = phonebuddy.begin(*words, stdin=terminal.input)
    begun.until_says("Which one?")
    begun.until_says("your answer")
    terminal.type("the Blue one")
    assert begun.wait() == 0
    terminal.close()
    assert next(buddy.steps(newest(buddy).id)).answer == "the Blue one"


def test_stop_at_a_question_ends_the_run(phonebuddy: Command) -> None:
    terminal = Terminal()
    words = ("run", "text Alma", "--device", PHONE, "--policy", "texts")
    begun = phonebuddy.begin(*words, stdin=terminal.input)
    begun.until_says("s: stop > ")
    terminal.type("s")
    assert begun.wait() == 130
    terminal.close()


@pytest.mark.parametrize(
    ("words", "problem", "next_command"),
    [
        (("--policy", "opner"), "is opener meant?", "phonebuddy policies list"),
        (("--policy", "opener", "--device", "R5CT10"), "no phone 'R5CT10'", "phonebuddy devices"),
        (("--policy", "opener", "--device", "usb://1"), "no phone 'usb://1'", "phonebuddy devices"),
    ],
)
def test_what_is_not_there_is_named_with_the_next_command(
    inside: Inside, words: tuple[str, ...], problem: str, next_command: str
) -> None:
    told = inside("run", "go", *words, status=2)
    assert problem in told
    assert f"next:  {next_command}" in told


def test_a_busy_phone_is_told_with_the_run_that_has_it(inside: Inside, buddy: Client) -> None:
    run = buddy.start("wait", device=PHONE, policy="slow")
    told = inside("run", "go", "--device", PHONE, "--policy", "opener", status=2)
    assert f"phonebuddy runs watch {run.id}" in told
    assert "--queue" in told
