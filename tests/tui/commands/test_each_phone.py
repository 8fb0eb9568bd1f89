"""`phonebuddy run --devices A,B --each`: at once, told apart, one report, one exit code."""

import io
import json
import os
import signal
import threading
from typing import Any

import pytest
from desk_scene import until
from phonebuddy.v1 import device_service_pb2, run_pb2
from phonebuddy.v1.client import Client
from phonebuddy_command import Command, Inside

from tui.commands.answers import AnswerProgram
from tui.commands.exit_codes import DONE, FAULT, NOT_DONE, PROBLEM, RAN_OUT, STOPPED, UNSURE, worst
from tui.commands.targets import choose_devices
from tui.errors import Problem

ONE, OTHER = "phoneworld://?seed=7", "phoneworld://?seed=8"
BOTH = f"{ONE},{OTHER}"
GO = ("run", "go", "--devices", BOTH, "--each")


class NotedAnswers:
    """A client that notes which run was answered."""

    def __init__(self) -> None:
        self.answered: list[str] = []

    def respond(self, run_id: str, question: str, choice: run_pb2.Choice, text: str) -> None:
        del question, choice, text
        self.answered.append(run_id)


class Held(io.StringIO):
    """Input that is there once it may be."""

    def __init__(self, ready: threading.Event, text: str) -> None:
        super().__init__(text)
        self._ready = ready

    def __next__(self) -> str:
        self._ready.wait(60)
        return super().__next__()


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_task_is_done_on_each_phone_and_reported_once(inside: Inside, buddy: Client) -> None:
    told = inside(*GO, "--policy", "opener")

    table = told.split("\n\n")[-1].splitlines()
    assert table[0].split() == ["phone", "outcome", "steps", "run"]
    assert [row.split()[:3] for row in table[1:]] == [[ONE, "✓", "done"], [OTHER, "✓", "done"]]
    assert all(line.startswith(("phoneworld://", "phone ")) for line in told.split("\n") if line)
    newest = [run.device for _, run in zip(range(2), buddy.runs(), strict=False)]
    assert sorted(newest) == [ONE, OTHER]


def test_both_go_on_at_once(phonebuddy: Command, buddy: Client) -> None:
    begun = phonebuddy.begin(*GO, "--policy", "slow", "--json")
    begun.until(lambda text: text.count('"event": "acting"') == 2)
    running = [run.device for run in buddy.runs(states=[run_pb2.RUN_STATE_RUNNING])]
    begun.end(signal.SIGINT)

    assert begun.wait() == STOPPED
    assert sorted(running) == [ONE, OTHER]
    report = objects(begun.written)[-1]
    assert {run["outcome"] for run in report["runs"]} == {"stopped"}


def test_programs_tell_the_runs_apart_and_answer_each(phonebuddy: Command, buddy: Client) -> None:
    read, write = os.pipe()
    begun = phonebuddy.begin(*GO, "--policy", "asker", "--json", stdin=read)
    os.close(read)
    told = begun.until(lambda text: text.count('"event": "asked"') == 2)
    asked = [each for each in objects(told) if each["event"] == "asked"]
    with os.fdopen(write, "w") as answers:
        for number, each in enumerate(asked):
            said = {"choice": "answer", "text": f"number {number}", "run": each["run"]}
            answers.write(json.dumps({**said, "question": each["question"]["id"]}) + "\n")
    assert begun.wait() == 0

    events = objects(begun.written)
    assert all(each["device"] in {ONE, OTHER} for each in events[:-1] if each["event"] != "remark")
    answered = {each["run"]: each["text"] for each in events if each["event"] == "answered"}
    assert answered == {each["run"]: f"number {n}" for n, each in enumerate(asked)}
    assert [run["exit_code"] for run in events[-1]["runs"]] == [0, 0]


def test_worst_outcome_is_the_exit_code(inside: Inside) -> None:
    told = inside(*GO[:3], f"{ONE},adb://nix", "--each", "--policy", "opener", "--json", status=5)

    report = objects(told)[-1]
    assert {run["device"]: run["outcome"] for run in report["runs"]} == {
        ONE: "done",
        "adb://nix": "fault",
    }
    assert report["exit_code"] == FAULT


def test_phone_that_is_busy_does_not_keep_the_other_from_it(inside: Inside, buddy: Client) -> None:
    buddy.start("go", device=ONE, policy="slow")
    report = objects(inside(*GO, "--policy", "opener", "--json", status=PROBLEM))[-1]

    assert [run["device"] for run in report["runs"]] == [OTHER]
    assert "wait for its end" in report["problems"][ONE]


def test_slips_are_told(inside: Inside) -> None:
    assert "belong together" in inside("run", "go", "--devices", BOTH, status=2)
    assert "belong together" in inside("run", "go", "--each", status=2)
    one_too_many = (*GO, "--device", ONE)
    assert "--device is for one phone" in inside(*one_too_many, status=2)
    assert "empty name" in inside("run", "go", "--each", "--devices", f"{ONE},", status=2)
    assert "no phone is attached" in inside("run", "go", "--each", "--devices", "all", status=2)


def test_all_are_the_phones_that_are_attached_and_usable() -> None:
    device, state = device_service_pb2.Device, device_service_pb2.DeviceState
    listed = [
        device(address="adb://A", kind="adb", state=state.DEVICE_STATE_AVAILABLE),
        device(
            address="adb://B", kind="adb", state=state.DEVICE_STATE_UNUSABLE, advice="Press Allow."
        ),
        device(address="adb://C", kind="adb", state=state.DEVICE_STATE_AVAILABLE),
        device(address="phoneworld://", kind="phoneworld", state=state.DEVICE_STATE_AVAILABLE),
    ]

    assert choose_devices(lambda: listed, "all") == (
        ["adb://A", "adb://C"],
        {"adb://B": "Press Allow."},
    )
    assert choose_devices(lambda: listed, "C, A,C") == (["adb://C", "adb://A"], {})
    with pytest.raises(Problem, match="Press Allow"):
        choose_devices(lambda: listed[1:2], "all")


def test_answer_that_two_runs_could_mean_is_given_to_neither(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [{"question": "q1"}, {"question": "q1", "run": "b"}, {"question": "q1"}]
    said = "".join(json.dumps({**line, "choice": "approve"}) + "\n" for line in lines)
    ready = threading.Event()
    client, remarks = NotedAnswers(), list[str]()
    program = AnswerProgram(client, remarks.append)  # pyright: ignore[reportArgumentType]
    monkeypatch.setattr("sys.stdin", Held(ready, said))

    for run in ("a", "b"):
        program.asked(run, run_pb2.Question(id="q1"))
    ready.set()
    until(lambda: len(client.answered) == 2)

    assert client.answered == ["b", "a"]
    assert ["name the run" in remark for remark in remarks] == [True]


def test_several_are_done_only_if_all_are() -> None:
    assert worst([DONE, DONE]) == DONE
    assert worst([DONE, UNSURE]) == UNSURE
    assert worst([NOT_DONE, RAN_OUT, DONE]) == RAN_OUT
    assert worst([FAULT, STOPPED]) == STOPPED
