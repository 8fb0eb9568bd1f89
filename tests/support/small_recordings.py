"""Recordings made on the spot, for tests: of a PhoneWorld app, and files as other tools write them."""

from __future__ import annotations

import json
from pathlib import Path

from built_in import find_template

from phoneworld import PhoneDevice, Task, Trial, Workshop
from phoneworld.recording.explorer import explore
from phoneworld.recording.recorder import RecordingDevice
from phoneworld.tasks.pilot import run_oracle
from runtime.episode import Actor

NOTES_TASKS = (
    "notes.create",
    "notes.pin",
    "notes.read_detail",
    "notes.rename_label",
    "notes.archive",
)


def record_oracle(workshop: Workshop, task: str, folder: Path, *, seed: int = 0) -> None:
    """What the oracle of a task does, recorded without pictures."""
    trial = Trial(workshop, Task(find_template(task), seed))
    recorder = RecordingDevice(
        trial.device, folder, goal=trial.goal, actor=Actor.ORACLE, screenshots=False, durable=False
    )
    trial.device = recorder
    run_oracle(trial)
    recorder.close()


def record_exploration(
    workshop: Workshop, app: str, folder: Path, *, steps: int, screenshots: bool = False
) -> None:
    """An exploration of an app, recorded."""
    recorder = RecordingDevice(
        PhoneDevice(workshop.phone(0)),
        folder,
        goal="explore",
        screenshots=screenshots,
        durable=False,
    )
    explore(recorder, app, steps=steps, permits=lambda _action, _look: True)
    recorder.close()


def droidbot_view(
    place: int, parent: int, children: list[int], **more: object
) -> dict[str, object]:
    """One view as DroidBot writes it."""
    return {
        "temp_id": place,
        "parent": parent,
        "children": children,
        "class": "android.widget.FrameLayout",
        "package": "org.example.app",
        "resource_id": None,
        "text": None,
        "content_description": None,
        "visible": True,
        "enabled": True,
        "bounds": [[0, 0], [1080, 1920]],
        **more,
    }


def write_state(folder: Path, tag: str, views: list[dict[str, object]], **more: object) -> None:
    """A state as DroidBot writes it."""
    (folder / "states").mkdir(parents=True, exist_ok=True)
    state = {
        "tag": tag,
        "state_str": f"state-{tag}",
        "foreground_activity": "org.example.app/.Main",
        "width": 1080,
        "height": 1920,
        "views": views,
        **more,
    }
    (folder / "states" / f"state_{tag}.json").write_text(json.dumps(state))


def write_event(folder: Path, tag: str, start: str, stop: str, **event: object) -> None:
    """An event as DroidBot writes it."""
    (folder / "events").mkdir(parents=True, exist_ok=True)
    body = {
        "tag": tag,
        "event": event,
        "start_state": f"state-{start}",
        "stop_state": f"state-{stop}",
    }
    (folder / "events" / f"event_{tag}.json").write_text(json.dumps(body))


def two_screens(folder: Path) -> dict[str, object]:
    """An app of two screens: a button on `a` opens `b`, back leads to `a`. The button's view."""
    button = droidbot_view(
        1, 0, [], text="Open", clickable=True, bounds=[[40, 300], [400, 420]],
        **{"class": "android.widget.Button", "resource_id": "org.example.app:id/open"},
    )  # fmt: skip
    title = droidbot_view(2, 0, [], text="First", bounds=[[40, 100], [1000, 180]])
    write_state(folder, "a", [droidbot_view(0, -1, [1, 2]), button, title])
    field = droidbot_view(
        1, 0, [], text="", editable=True, clickable=True, bounds=[[40, 300], [1000, 420]],
        **{"class": "android.widget.EditText", "resource_id": "org.example.app:id/words"},
    )  # fmt: skip
    other = droidbot_view(2, 0, [], text="Second", bounds=[[40, 100], [1000, 180]])
    dead = droidbot_view(
        3, 0, [], text="Never", clickable=True, bounds=[[40, 900], [400, 1020]],
        **{"class": "android.widget.Button", "resource_id": "org.example.app:id/never"},
    )  # fmt: skip
    write_state(
        folder, "b", [droidbot_view(0, -1, [1, 2, 3]), field, other, dead],
        foreground_activity="org.example.app/.Second",
    )  # fmt: skip
    write_event(folder, "1", "a", "b", event_type="touch", view=button, x=None, y=None)
    write_event(folder, "2", "b", "a", event_type="key", name="BACK")
    return button
