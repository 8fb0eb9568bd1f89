"""Whole tasks through a server: by scripted policies, on phones in process and over adb."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_rehearsal import Rehearsal, line_of
from e2e_runs import cancel_all, follow, kind_of
from e2e_tasks import StagedTask
from phonebuddy.v1 import observation_pb2, run_pb2
from phonebuddy.v1.client import Client
from runtime_process import RuntimeProcess, call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.served import ServedPhone
from runtime.records import read_episode

SEED = 7
PHONE = f"phoneworld://?seed={SEED}"
# Of all sorts: an app, settings, two apps, a question to the person, money, nothing to be done.
TASKS = (
    "notes.create",
    "settings.wifi_on",
    "cross.alarm_from_text",
    "calendar.ask_which",
    "shop.buy",
    "calculator.already_empty",
)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    process = RuntimeProcess(tmp_path_factory.mktemp("runtime"))
    yield process
    process.close()


@pytest.fixture
def buddy(runtime: RuntimeProcess) -> Iterator[Client]:
    with runtime.client() as client:
        yield client
        cancel_all(client)


def _labels(look: observation_pb2.Observation) -> list[str]:
    return [element.text or element.description or element.hint for element in look.elements]


def test_wifi_is_turned_on(
    runtime: RuntimeProcess, buddy: Client, shared_workshop: Workshop
) -> None:
    hand = Rehearsal(shared_workshop, SEED)
    hand.open("Settings")
    hand.tap("Network & internet")
    hand.tap("Wi-Fi")
    hand.tap("Use Wi-Fi")
    write_script(runtime.folder / "policies", "wifi", *hand.finish("Wi-Fi is on"))

    run = buddy.start("turn on wi-fi", device=PHONE, policy="wifi")
    events = follow(buddy, run.id)

    ended = buddy.get(run.id)
    assert ended.state == run_pb2.RUN_STATE_FINISHED
    assert ended.outcome.text == "Wi-Fi is on"
    assert [event.sequence for event in events] == list(range(1, ended.sequence + 1))
    assert [kind_of(event) for event in events].count("acting") == 4
    before = next(event.looked for event in events if kind_of(event) == "looked")
    assert before.observation.package == "com.phoneworld.launcher"
    switch = next(
        element for element in buddy.observe(PHONE).elements if element.text == "Use Wi-Fi"
    )
    assert switch.checked


def test_lines_wait_for_their_screen(runtime: RuntimeProcess, buddy: Client) -> None:
    device = "phoneworld://?seed=8"
    write_script(
        runtime.folder / "policies",
        "careful",
        {**call("finish", text="too early"), "when": {"package": "com.phoneworld.notes"}},
        call("open_app", app="Notes"),
        {**call("finish", text="no notes"), "when": {"has_text": "there is no such text"}},
        {**call("press_button", type="home"), "when": {"has_text": "New note"}},
        {**call("finish", text="seen"), "when": {"package": "com.phoneworld.launcher"}},
    )
    run = buddy.start("look at the notes", device=device, policy="careful")
    assert buddy.wait(run.id).outcome.text == "seen"
    assert buddy.observe(device).package == "com.phoneworld.launcher"


def test_what_is_exported_is_what_was_done(
    runtime: RuntimeProcess, buddy: Client, shared_workshop: Workshop, tmp_path: Path
) -> None:
    hand = Rehearsal(shared_workshop, 9)
    hand.open("Notes")
    hand.tap("New note")
    hand.tap("Text note")
    hand.type("Milk", into="Title")
    hand.type("two litres", into="Note")
    hand.tap("Save")
    write_script(runtime.folder / "policies", "note", *hand.finish())

    run = buddy.start("note: two litres of milk", device="phoneworld://?seed=9", policy="note")
    assert buddy.wait(run.id).state == run_pb2.RUN_STATE_FINISHED
    buddy.export(run.id, tmp_path / "record")

    assert any(label.startswith("Milk") for label in _labels(buddy.observe(run.device)))
    episode = read_episode(tmp_path / "record")
    assert episode.goal == "note: two litres of milk"
    assert [line_of(step.decision.action) for step in episode.steps] == hand.finish()  # type: ignore[arg-type]
    assert all(step.performed is not None for step in episode.steps[:-1])
    pictures = [step.observation.screenshot for step in episode.steps]
    assert all(picture is not None and picture.data for picture in pictures)
    assert buddy.screenshot(run.id, 0).data == pictures[0].data  # type: ignore[union-attr]


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_solved_over_adb(
    runtime: RuntimeProcess,
    buddy: Client,
    adb_phone: ServedPhone,
    shared_workshop: Workshop,
    name: str,
) -> None:
    staged = StagedTask.stage(name, adb_phone, shared_workshop, runtime.folder / "policies")

    run_id = staged.run(buddy, lambda run_id, question: buddy.approve(run_id, question.id))

    assert buddy.get(run_id).state == run_pb2.RUN_STATE_FINISHED
    judgement = staged.judge(buddy, run_id)
    assert judgement.success, judgement.reasons
