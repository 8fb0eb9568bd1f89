"""Where tasks begin: what is in front then, and that it is the same task from everywhere."""

from collections import Counter

import pytest
from built_in import CATALOGUE

from phoneworld import Phone, Start, Task, Trial, Workshop, at_level
from phoneworld.errors import TaskError
from phoneworld.phone import LAUNCHER
from phoneworld.tasks.back_navigation import Leftovers
from phoneworld.tasks.check import check_task
from phoneworld.tasks.pilot import run_oracle
from phoneworld.tasks.starts import PLACES
from phoneworld.workshop import WORLDS

AWAY = tuple(place for place in PLACES if place is not Start.HOME)
NAMES = ("contacts.add", "notes.create", "camera.take_photo", "cross.contact_from_mail")
SAMPLE = list(enumerate(CATALOGUE.templates))[::8]
"""Every eighth template, each from another place than the one before."""


def trial_of(workshop: Workshop, name: str, start: Start, seed: int = 3) -> Trial:
    return Trial(workshop, Task(CATALOGUE.templates[name], seed, start))


def own_packages(trial: Trial) -> set[str]:
    apps = trial.phone.apps.values()
    return {app.package for app in apps if app.label in trial.task.template.apps}


def fits(trial: Trial) -> bool:
    """Whether the phone is as the start's name says."""
    phone = trial.phone
    kind = phone.panel["kind"] if phone.panel else ""
    match trial.task.start:
        case Start.OTHER_APP:
            return not kind and phone.front not in {LAUNCHER, *own_packages(trial)}
        case Start.APP_DEEP:
            return phone.front in own_packages(trial) and not Leftovers(phone).as_new(phone.front)
        case Start.DIALOG:
            return not kind and phone.activity.overlay is not None
        case Start.KEYBOARD:
            return phone.keyboard_shown
        case Start.SHADE | Start.RECENTS:
            return kind == trial.task.start.value
        case _:
            return not kind and phone.front == LAUNCHER


@pytest.mark.parametrize("start", PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_a_task_begins_where_its_name_says(workshop: Workshop, name: str, start: Start) -> None:
    assert fits(trial_of(workshop, name, start))


@pytest.mark.parametrize("start", AWAY)
def test_a_start_changes_neither_goal_nor_data(workshop: Workshop, start: Start) -> None:
    home = trial_of(workshop, "cross.contact_from_mail", Start.HOME)
    away = trial_of(workshop, "cross.contact_from_mail", start)

    assert (away.goal, away.drawn) == (home.goal, home.drawn)
    assert away.phone.databases.serialize() == home.phone.databases.serialize()
    assert away.phone.now_ms == home.phone.now_ms


@pytest.mark.parametrize("start", AWAY)
def test_the_same_task_begins_at_the_same_place(workshop: Workshop, start: Start) -> None:
    first, second = (trial_of(workshop, "notes.create", start) for _ in range(2))

    assert first.phone.snapshot() == second.phone.snapshot()


@pytest.mark.parametrize("start", AWAY)
def test_another_seed_begins_at_another_place(workshop: Workshop, start: Start) -> None:
    # Of one world, whose making takes longer than all the starts.
    trials = [trial_of(workshop, "notes.create", start, 3 + n * WORLDS) for n in range(8)]
    places = {
        str([(one.route, one.state, one.overlay) for stack in tasks.values() for one in stack])
        for tasks in (trial.phone.tasks for trial in trials)
    }

    assert len(places) >= 4


def test_a_start_is_part_of_the_name_unless_it_is_home() -> None:
    template = CATALOGUE.templates["contacts.add"]

    assert Task(template, 7).name == "contacts.add#7"
    assert Task(template, 7, Start.APP_DEEP).name == "contacts.add#7@app-deep"


@pytest.mark.parametrize("start", PLACES)
def test_a_task_is_found_by_its_name(start: Start) -> None:
    task = Task(CATALOGUE.templates["contacts.add"], 7, start)

    assert CATALOGUE.task(task.name) == task


@pytest.mark.parametrize("name", ["contacts.add", "contacts.add#", "#7", "contacts.add#7@"])
def test_what_names_no_task_is_refused(name: str) -> None:
    with pytest.raises(TaskError):
        CATALOGUE.task(name)


def test_an_unknown_start_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TaskError, match=r"no start 'upside-down'.*app-deep"):
        CATALOGUE.task("contacts.add#7@upside-down")


def test_anywhere_is_drawn_from_the_seed() -> None:
    tasks = [Task(template, 7, Start.ANYWHERE) for template in CATALOGUE.templates.values()]
    again = [Task(template, 7, Start.ANYWHERE) for template in CATALOGUE.templates.values()]
    counts = Counter(task.start for task in tasks)

    assert tasks == again
    assert set(counts) == set(PLACES)
    assert min(counts.values()) > len(tasks) / len(PLACES) / 2


def test_making_a_start_is_not_disturbed_by_what_disturbs_the_task(workshop: Workshop) -> None:
    realism = at_level("harsh", 1)
    for start in AWAY:
        trial = Trial(
            workshop,
            Task(CATALOGUE.templates["notes.create"], 3, start),
            phone=Phone(workshop.apps, realism=realism),
        )
        assert fits(trial)
        assert trial.phone.realism == realism
        assert not trial.phone.occasions


@pytest.mark.parametrize(("number", "name"), SAMPLE)
def test_oracles_solve_their_tasks_from_everywhere(
    workshop: Workshop, number: int, name: str
) -> None:
    """A sample; all templates from all places: `phoneworld check --start every`."""
    start = AWAY[number // 8 % len(AWAY)]
    trial = trial_of(workshop, name, start, seed=3 + number * WORLDS)

    run_oracle(trial)

    judgement = trial.judge()
    assert judgement.success, judgement.reasons


@pytest.mark.parametrize("start", AWAY)
def test_a_task_is_sound_from_everywhere(workshop: Workshop, start: Start) -> None:
    findings = check_task(workshop, CATALOGUE.templates["notes.create"], 3, start)

    assert not findings, "\n".join(map(str, findings))
