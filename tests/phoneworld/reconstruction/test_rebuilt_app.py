from __future__ import annotations

import dataclasses
import json
import shutil
from pathlib import Path

import pytest
from built_in import find_template
from small_recordings import droidbot_view, record_exploration, two_screens, write_state

from phoneworld import Workshop, open_catalogue
from phoneworld.device import PhoneDevice
from phoneworld.errors import AppError
from phoneworld.reconstruction.app_draft import CannotRebuild
from phoneworld.reconstruction.fidelity import FidelityShare, cut, fold_of, measure, measure_app
from phoneworld.reconstruction.generated_tasks import candidates, sound_templates
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.oracle_results import solve_templates
from phoneworld.reconstruction.rebuild import Rebuilt, rebuild
from phoneworld.reconstruction.replayer import phone_for
from phoneworld.reconstruction.report import report
from phoneworld.reconstruction.schema import app_schema
from phoneworld.reconstruction.spec_files import NEW, WHOLE, load_app, save_app
from phoneworld.reconstruction.specification import AppSpec, Known
from phoneworld.recording.droidbot import import_droidbot
from phoneworld.recording.model import RecordedEpisode, Recording
from phoneworld.system import launcher
from runtime.actions import Click, ElementRef, OpenApp, PressButton, SystemButton, Type
from runtime.observation import Observation

IMAGE = {"0123456789.png": b"picture"}


def labelled(look: Observation, label: str) -> ElementRef:
    return next(ElementRef(e.index) for e in look.elements if e.label == label)


def texts(look: Observation) -> set[str]:
    return {element.label for element in look.elements}


@pytest.fixture
def small(tmp_path: Path) -> AppSpec:
    two_screens(tmp_path)
    return rebuild(import_droidbot(tmp_path)).spec


def test_a_rebuilt_app_does_what_was_recorded(small: AppSpec) -> None:
    device = PhoneDevice(phone_for(small))
    device.perform(OpenApp(small.package), device.observe())
    look = device.observe()
    assert "First" in texts(look)
    device.perform(Click(labelled(look, "Open")), look)
    assert "Second" in texts(device.observe())
    device.perform(PressButton(SystemButton.BACK), device.observe())
    assert "First" in texts(device.observe())


def test_what_was_never_recorded_is_dead_and_says_so(small: AppSpec) -> None:
    second = next(screen for screen in small.screens if screen.activity == ".Second")
    never = next(view for view in second.states[0].views if view.text == "Never")
    assert never.known == Known.DEAD
    phone = phone_for(small)
    device = PhoneDevice(phone)
    phone.open_screen(small.package, second.name, {"state": 0})
    look = device.observe()
    device.perform(Click(labelled(look, "Never")), look)
    assert texts(device.observe()) == texts(look)


def test_fields_take_text(small: AppSpec) -> None:
    second = next(screen for screen in small.screens if screen.activity == ".Second")
    phone = phone_for(small)
    phone.open_screen(small.package, second.name, {"state": 0})
    device = PhoneDevice(phone)
    look = device.observe()
    field = next(ElementRef(e.index) for e in look.elements if e.editable)
    device.perform(Type("Hello", field), look)
    assert "Hello" in texts(device.observe())


def test_the_same_recordings_give_the_same_bytes(tmp_path: Path, notes: Recording) -> None:
    for name in ("one", "two"):
        made = rebuild(notes)
        save_app(tmp_path / name, made.spec, made.images)
    one, two = (
        {
            path.relative_to(tmp_path / name): path.read_bytes()
            for path in (tmp_path / name).rglob("*.*")
        }
        for name in ("one", "two")
    )
    assert one == two


def test_an_app_on_disk_is_the_app(tmp_path: Path, rebuilt: Rebuilt) -> None:
    save_app(tmp_path / "app", rebuilt.spec, rebuilt.images)
    assert load_app(tmp_path / "app") == (rebuilt.spec, rebuilt.images)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"start": "nowhere"}, "nowhere"),
        ({"version": 99}, "version"),
        ({"surprise": 1}, "surprise"),
        ({"screens": []}, "no screens"),
        ({"screens": ["../../etc/passwd"]}, "no name"),
        (
            {
                "tables": [
                    {"name": "x; DROP", "columns": [{"name": "a", "type": "text"}], "rows": []}
                ]
            },
            "x; DROP",
        ),
    ],
)
def test_an_app_that_was_edited_wrongly_is_refused(
    tmp_path: Path, small: AppSpec, change: dict[str, object], why: str
) -> None:
    save_app(tmp_path / "app", small)
    path = tmp_path / "app" / "app.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **change}))
    with pytest.raises(AppError, match=why):
        load_app(tmp_path / "app")


def test_half_an_app_is_refused(tmp_path: Path, small: AppSpec) -> None:
    save_app(tmp_path / "app", small)
    (tmp_path / "app" / "screens" / f"{small.screens[0].name}.json").unlink()
    with pytest.raises(AppError, match="cannot be read"):
        load_app(tmp_path / "app")


def test_a_folder_with_something_else_in_it_is_not_written_over(
    tmp_path: Path, small: AppSpec
) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    with pytest.raises(AppError, match="something else"):
        save_app(tmp_path, small)


@pytest.mark.parametrize(
    ("change", "images"),
    [({"label": "cut \ud83d"}, {}), ({"label": "New"}, {"no/folder.png": b"picture"})],
)
def test_an_app_that_cannot_be_written_leaves_the_old_one(
    tmp_path: Path, small: AppSpec, change: dict[str, str], images: dict[str, bytes]
) -> None:
    save_app(tmp_path / "app", small, IMAGE)
    with pytest.raises(AppError, match="cannot be written"):
        save_app(tmp_path / "app", dataclasses.replace(small, **change), images)
    assert load_app(tmp_path / "app") == (small, IMAGE)
    assert {path.name for path in (tmp_path / "app").iterdir()} == {"app.json", "images", "screens"}


@pytest.mark.parametrize("moved", [0, 1, 2, 3])
def test_an_app_is_whole_wherever_writing_stops(tmp_path: Path, small: AppSpec, moved: int) -> None:
    folder, new = tmp_path / "app", dataclasses.replace(small, label="New")
    save_app(folder, small, IMAGE)
    (folder / NEW / "screens").mkdir(parents=True)
    assert load_app(folder) == (small, IMAGE), "stopped before all of the new one was written"
    save_app(tmp_path / "new", new)
    (tmp_path / "new").rename(folder / WHOLE)
    for part in ("screens", "images", "app.json")[:moved]:
        if (folder / part).is_dir():
            shutil.rmtree(folder / part)
        (folder / WHOLE / part).replace(folder / part)
    assert load_app(folder) == (new, {}), "stopped while its parts took their places"
    save_app(folder, small, IMAGE)
    assert load_app(folder) == (small, IMAGE)
    assert {path.name for path in folder.iterdir()} == {"app.json", "images", "screens"}


def test_what_else_lies_in_the_folder_of_an_app_stays(tmp_path: Path, small: AppSpec) -> None:
    save_app(tmp_path / "app", small)
    (tmp_path / "app" / "report.html").write_text("a report")
    save_app(tmp_path / "app", small)
    assert (tmp_path / "app" / "report.html").read_text() == "a report"


def test_an_app_with_half_an_emoji_is_rebuilt_and_written(tmp_path: Path) -> None:
    two_screens(tmp_path / "recording")
    write_state(tmp_path / "recording", "c", [droidbot_view(0, -1, [], text="cut \ud83d")])
    spec = rebuild(import_droidbot(tmp_path / "recording")).spec
    save_app(tmp_path / "app", spec)
    assert load_app(tmp_path / "app")[0] == spec


def test_an_app_that_was_not_recorded_cannot_be_rebuilt(tmp_path: Path) -> None:
    two_screens(tmp_path)
    with pytest.raises(CannotRebuild, match="there are org"):
        rebuild(import_droidbot(tmp_path), package="org.other")


def test_recorded_steps_land_where_they_did(notes: Recording, rebuilt: Rebuilt) -> None:
    figures = measure_app(rebuilt, notes, look=False)
    assert figures.built.value > 0.95
    assert figures.rendered.value > 0.96
    assert figures.transitions.value > 0.9


def test_held_out_steps_are_not_those_it_was_built_from(notes: Recording) -> None:
    figures = measure(notes, folds=2, look=False)
    assert 0 < figures.held_out.total <= figures.held_out_all.total <= figures.steps
    assert 0.4 < figures.held_out.value < 1.0


def test_held_out_steps_without_which_there_is_no_app_are_missed(tmp_path: Path) -> None:
    for name in ("own", "other"):
        two_screens(tmp_path / name)
    own, other = (import_droidbot(tmp_path / name) for name in ("own", "other"))
    now = {screen: dataclasses.replace(screen, package="org.other") for screen in other.screens}
    elsewhere = tuple(
        dataclasses.replace(step, before=now[step.before], after=now[step.after])
        for step in other.episodes[0].steps
    )
    both = dataclasses.replace(
        own,
        episodes=(RecordedEpisode("own", own.episodes[0].steps), RecordedEpisode("two", elsewhere)),
        screens=(*own.screens, *now.values()),
    )
    assert {fold_of(name, 2) for name in ("own", "two")} == {0, 1}
    figures = measure(both, folds=2, look=False)
    assert figures.held_out_all == FidelityShare(0, figures.steps)
    assert figures.held_out.total == 0, "what was not built has no screens to lead to"


def test_long_episodes_are_cut_without_losing_a_step(notes: Recording) -> None:
    pieces = cut(notes.episodes)
    assert [s for e in pieces for s in e.steps] == [s for e in notes.episodes for s in e.steps]
    assert len({piece.name for piece in pieces}) == len(pieces)


def test_lists_become_tables_and_forms_fill_them(rebuilt: Rebuilt) -> None:
    spec = rebuilt.spec
    lists = {one.table: one.screen for one in spec.lists}
    assert "list" in lists
    assert any(form.effect == "insert" and form.table == "list" for form in spec.forms)
    titles = next(table for table in spec.tables if table.name == "list")
    assert len(titles.rows) > 5


def test_generated_tasks_are_sound(rebuilt: Rebuilt) -> None:
    app = make_app(rebuilt.spec)
    workshop = Workshop({launcher.APP.package: launcher.APP, app.package: app})
    sound, _ = sound_templates(rebuilt.spec, workshop, seeds=(0,))
    package = rebuilt.spec.package
    kinds = {template.name.removeprefix(f"{package}.").partition(".")[0] for template in sound}
    assert "add" in kinds
    assert len(kinds) >= 2


def test_a_rebuilt_app_stands_beside_the_others(tmp_path: Path, small: AppSpec) -> None:
    save_app(tmp_path / "app", dataclasses.replace(small, label="Notes"))
    catalogue = open_catalogue([tmp_path / "app"])
    assert catalogue.apps[small.package].label == "Notes 2"
    device = PhoneDevice(catalogue.workshop().phone(0))
    device.perform(OpenApp("Notes 2"), device.observe())
    assert "First" in texts(device.observe())


def test_the_oracles_of_the_original_find_their_way(workshop: Workshop, rebuilt: Rebuilt) -> None:
    names = ("notes.create", "notes.read_detail")
    done = solve_templates(rebuilt, [find_template(name) for name in names], workshop)
    assert [one.solved for one in done] == [True, True], [one.why for one in done]
    (lost,) = solve_templates(rebuilt, [find_template("contacts.add")], workshop)
    assert not lost.walked


def test_no_task_depends_on_what_is_inferred(small: AppSpec) -> None:
    only_inferred = dataclasses.replace(small, transitions=())
    assert not list(candidates(only_inferred))


def test_the_report_shows_every_screen_and_escapes_what_it_quotes(
    tmp_path: Path, workshop: Workshop
) -> None:
    record_exploration(workshop, "Clock", tmp_path / "r", steps=8, screenshots=True)
    from phoneworld.recording.sources import import_all

    recording = import_all([tmp_path / "r"])
    made = rebuild(recording, label="<b>Clock</b>")
    html = report(made, recording, measure_app(made, recording))
    assert html.count("data:image/jpeg") == 2 * len(made.spec.screens)
    assert "<b>Clock" not in html
    assert made.images


def test_the_look_of_a_rebuilt_screen_is_like_the_recorded_one(
    tmp_path: Path, workshop: Workshop
) -> None:
    record_exploration(workshop, "Notes", tmp_path / "r", steps=6, screenshots=True)
    from phoneworld.recording.sources import import_all

    recording = import_all([tmp_path / "r"])
    with_look = measure_app(rebuild(recording), recording).look
    without = measure_app(rebuild(recording, look=False), recording).look
    assert with_look is not None
    assert without is not None
    assert with_look > max(0.6, without)


def test_the_published_schema_is_that_of_the_specification() -> None:
    path = Path(__file__).parents[3] / "phoneworld" / "reconstruction" / "app.schema.json"
    assert json.loads(path.read_text()) == app_schema()
