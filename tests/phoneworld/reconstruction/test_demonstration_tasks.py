"""Demonstrations as tasks: what comes of them verifies them, and what they typed is drawn anew."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from written_screens import WIDTH, recording_of, screen, tap

from phoneworld import Workshop
from phoneworld.reconstruction.demonstrated_words import Instruction
from phoneworld.reconstruction.demonstration_tasks import another, demonstration_plans
from phoneworld.reconstruction.demonstrations import add_demonstrations
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.records import DATABASE
from phoneworld.reconstruction.specification import AppSpec, DemonstratedChange
from phoneworld.recording.model import RecordedScreen, Recording
from phoneworld.store import database_path
from phoneworld.system import launcher
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial
from runtime.actions import Action


@pytest.fixture(scope="module")
def shown(notes: Recording, rebuilt: Rebuilt) -> AppSpec:
    return add_demonstrations(rebuilt.spec, notes)[0]


def templates_of(spec: AppSpec) -> list[Template]:
    path = database_path(spec.package, DATABASE)
    return [plan.template for plan in demonstration_plans(spec, path)]


def test_a_demonstration_is_a_sound_task_with_its_values_drawn_anew(shown: AppSpec) -> None:
    app = make_app(shown)
    workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
    made = [one for one in shown.demonstrations if one.values]
    assert made, [one.goal for one in shown.demonstrations]
    templates = templates_of(replace(shown, demonstrations=tuple(made)))
    findings = {one.name: check_task(workshop, one, 0) for one in templates}
    sound = [one for one in templates if not findings[one.name]]
    assert sound, findings
    goals = {Trial(workshop, Task(sound[0], seed)).goal for seed in (0, 1)}
    assert len(goals) == 2
    recorded = next(one for one in made if sound[0].name.endswith(one.name)).values
    assert not any(value in goal for value in recorded for goal in goals)


def test_what_was_typed_and_not_asked_for_is_no_task(notes: Recording, rebuilt: Rebuilt) -> None:
    unasked = replace(
        notes,
        episodes=tuple(
            replace(one, goal="Make a note") if one.goal else one for one in notes.episodes
        ),
    )
    spec, refused = add_demonstrations(rebuilt.spec, unasked)
    assert not any(one.values for one in spec.demonstrations)
    assert any("the instruction does not say so" in why for why in refused)


def demonstrated(goal: str, *episode: RecordedScreen | Action, whole: bool = True) -> Recording:
    """One demonstration, beside a crawl of the same screens."""
    recording = recording_of([*episode], [*episode])
    first, second = recording.episodes
    return replace(recording, episodes=(replace(first, goal=goal, whole=whole), second))


def kept_of(recording: Recording) -> tuple[list[str], list[str]]:
    spec = rebuild(recording, look=False).spec
    shown, refused = add_demonstrations(spec, recording)
    return [one.goal for one in shown.demonstrations], refused


SOUND = '<node class="android.widget.Switch" text="{}" checkable="true" checked="{}" package="p" '
SOUND += f'clickable="true" bounds="[0,{{}}][{WIDTH},{{}}]"/>'


def settings(*, sound: str = "false", light: str = "false") -> RecordedScreen:
    return screen(
        "Main",
        SOUND.format("Shutter sound", sound, 400, 500),
        SOUND.format("Flash light", light, 600, 700),
    )


def test_a_demonstration_of_which_a_part_is_missing_is_no_task() -> None:
    done = [settings(), tap(450), settings(sound="true")]
    assert kept_of(demonstrated("Turn on the shutter sound", *done))[0]
    kept, refused = kept_of(demonstrated("Turn on the shutter sound", *done, whole=False))
    assert not kept
    assert "a part of it is missing" in refused[0]


def test_what_changes_and_was_not_asked_for_makes_no_task() -> None:
    both = [settings(), tap(450), settings(sound="true"), tap(650)]
    both.append(settings(sound="true", light="true"))
    assert kept_of(demonstrated("Turn on shutter sound and flash light", *both))[0]
    kept, refused = kept_of(demonstrated("Turn on the shutter sound", *both))
    assert not kept
    assert "the instruction does not say that app_settings changes so" in refused[0]


def test_a_demonstration_that_began_in_another_state_is_no_task() -> None:
    crawl = [settings(sound="true"), tap(650), settings(sound="true", light="true")]
    recording = recording_of(crawl, [settings(), tap(450), settings(sound="true")])
    first, second = recording.episodes
    second = replace(second, goal="Turn on the shutter sound", whole=True)
    kept, refused = kept_of(replace(recording, episodes=(first, second)))
    assert not kept
    assert "something on that was off" in refused[0]


def test_an_instruction_says_what_it_is_about() -> None:
    asked = Instruction("Change the font size of the app to 125%, and delete Bob's notes")
    assert asked.says("Font size")
    assert asked.says("125%")
    assert not asked.says("25%")
    assert not asked.says("Alice")
    assert not asked.only_looks
    assert Instruction("open 'about' and check the licences").only_looks
    assert not Instruction("check how many notes there are").only_looks


def test_a_row_that_nobody_asked_to_remove_makes_no_task(rebuilt: Rebuilt) -> None:
    table = rebuilt.spec.tables[0]
    key = table.rows[0][0]
    gone = DemonstratedChange(table.name, ((table.columns[0].name, key),))
    assert Instruction(f"Delete {key}").asks_for(gone, rebuilt.spec)
    assert not Instruction(f"Open {key}").asks_for(gone, rebuilt.spec)
    assert not Instruction("Delete the first note").asks_for(gone, rebuilt.spec)


def test_values_stay_of_their_kind() -> None:
    rng = Random(0)
    assert another("12345678900", rng).isdigit()
    assert len(another("12345678900", rng)) == 11
    assert " " not in another("Stephen", rng)
    assert " " in another("Buy milk", rng)
