"""Recordings that tell no places: AutoDroid-V2's logs, AndroidArena's trajectories, CraftDroid's tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.recording.files import BadRecording
from phoneworld.recording.model import Recording
from phoneworld.recording.sources import import_all, import_place
from phoneworld.recording.unplaced_views import UnplacedView, lay_out
from runtime.actions import Click, OpenApp, Point, PressButton, Scroll, SystemButton, Type
from runtime.hierarchy import elements_of
from runtime.observation import Element

LIST = """<LinearLayout id='0'>
  <button id='1' resource_id='new' alt='Add'></button>
  <p id='2'>Milk &amp; eggs</p>
  <checkbox id='3' status='selected'>Done</checkbox>
</LinearLayout>"""
DIALOG = """<LinearLayout id='0' resource_id='parentPanel'>
  <p id='1' resource_id='alertTitle'>New entry</p>
  <input id='2' resource_id='name'>Title</input>
  <button id='3'>OK</button>
</LinearLayout>"""


def record(shown: str, kind: str, choice: int | None, text: str | None = None) -> dict[str, object]:
    details: dict[str, object] = {"action_type": kind, "id": choice}
    return {
        "Action": kind,
        "ActionDetails": details,
        "Choice": choice,
        "Input": text,
        "State": shown,
    }


def write_yaml(path: Path, goal: str, *records: dict[str, object]) -> None:
    # JSON is YAML.
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = {"task_name": goal, "step_num": len(records), "records": list(records)}
    path.write_text(json.dumps(whole), encoding="utf-8")


def labels(recording: Recording, place: int) -> list[str]:
    return [one.label for one in elements_of(recording.screens[place].root)]


def touched(recording: Recording, step: int) -> Element:
    """The element that a recorded touch means."""
    one = recording.episodes[0].steps[step]
    assert isinstance(one.action, Click | Type)
    target = one.action.target
    assert isinstance(target, Point)
    x = int(target.x * one.before.width_px / 1000)
    y = int(target.y * one.before.height_px / 1000)
    found = [e for e in elements_of(one.before.root) if e.bounds.contains(x, y) and e.label]
    return found[-1]


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "org.todo"
    write_yaml(
        folder / "task1.yaml",
        "Add an entry 'Bread'",
        record(LIST, "click", 1),
        record(DIALOG, "input_text", 2, "Bread"),
        record(DIALOG.replace(">Title<", ">Bread<"), "click", 3),
        record(LIST, "click", -1),
    )
    back = {
        **record(DIALOG, "navigate_back", None),
        "ActionDetails": {"action_type": "navigate_back"},
    }
    write_yaml(folder / "log.yaml", "", record(LIST, "click", 1), back, record(LIST, "click", 3))
    return folder


def test_a_log_of_simplified_html_is_read_with_its_goals(logs: Path) -> None:
    found = import_all([logs])
    assert found.package == "org.todo"
    assert [(one.goal, one.whole) for one in found.episodes] == [
        ("", False),
        ("Add an entry 'Bread'", True),
    ]
    explored, task = found.episodes
    assert [type(step.action) for step in explored.steps] == [Click, PressButton]
    assert isinstance(task.steps[1].action, Type)
    assert task.steps[1].action.text == "Bread"
    assert "Milk & eggs" in labels(found, 0)
    assert found.screens[0].root.children[0].children[0].class_name.endswith(".LinearLayout")
    assert [touched(found, 0).label] == ["Add"]
    done = next(one for one in elements_of(found.screens[0].root) if one.label == "Done")
    assert done.checkable
    assert done.checked


def test_an_app_is_rebuilt_of_such_a_log_and_runs(logs: Path) -> None:
    spec = rebuild(import_all([logs])).spec
    assert sorted(one.kind for one in spec.screens) == ["dialog", "screen"]
    replayer = Replayer(spec)
    replayer.cold_start()
    look = replayer.device.observe()
    add = next(one for one in look.elements if one.label == "Add")
    replayer.perform(Click(look.point(*add.bounds.center)))
    assert any(one.label == "New entry" for one in replayer.device.observe().elements)


def test_a_record_that_names_no_element_is_refused_by_itself(logs: Path) -> None:
    write_yaml(
        logs / "task2.yaml",
        "Something",
        record(LIST, "click", 77),
        record(LIST, "dance", 1),
        record(LIST, "click", 1),
        record(DIALOG, "click", -1),
    )
    found = import_all([logs])
    assert sorted(one.reason for one in found.refusals) == [
        "'dance' is no action that is known",
        "element 77 was chosen, and is not there",
    ]
    cut = [one for one in found.episodes if "task2" in one.name]
    assert [(len(one.steps), one.goal, one.whole) for one in cut] == [(1, "", False)]


ARENA = """<html><body><h2>Task</h2>
        <pre>Add the city Oslo &amp; stop.</pre>
<h2>Step 0</h2><div class='row'><pre>This is the home screen view.:~
    [n0001] TextView ;click long-click ; ;;Clock Clock :~
</pre></div><br><div class="green-font">Thought: Use #click [id]# or so.

Action: #start [Clock]#</div><br><div class="red-font">Reward: 0.0</div>
<h2>Step 1</h2><div class='row'><pre>The current APP is Big Clock.:~
    [n0002] RecyclerView cities ;scroll ; ;;:~
        [n0003] TextView name ;; ;;Paris :~
        [n0004] Switch on ;click ;checked ; ;Alarm :~
    [n0005] ImageButton fab ;click ; ;;Add city :~
</pre></div><br><div class="green-font">Thought: So #click [n0005]#</div>
<h2>Step 2</h2><div class='row'><pre>The current APP is Big Clock.:~
    [n0006] EditText query ;click ; ;;Search :~
</pre></div><br><div class="green-font">Thought: Type. #set_text [n0006] [Oslo]#</div>
<h2>Step 3</h2><div class='row'><pre>The current APP is Big Clock.:~
    [n0006] EditText query ;click ; ;;Oslo :~
</pre></div><br><div class="green-font">Thought: #swipe_up#</div>
<h2>Step 4</h2><div class='row'><pre>The current APP is Big Clock.:~
    [n0006] EditText query ;click ; ;;Oslo :~
</pre></div><br><div class="green-font">Thought: #finish [done]#</div>
</body></html>""".replace("~", " ")


def test_a_trajectory_in_html_is_read(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(ARENA, encoding="utf-8")
    found = import_all([tmp_path])
    assert found.package == "big_clock"
    assert not found.refusals
    (episode,) = found.episodes
    assert (episode.goal, episode.whole) == ("Add the city Oslo & stop.", False)
    kinds = [type(step.action) for step in episode.steps]
    assert kinds == [OpenApp, Click, Type, Scroll]
    assert touched(found, 1).label == "Add city"
    shown = elements_of(found.screens[1].root)
    alarm = next(one for one in shown if "Alarm" in one.label)
    assert alarm.checked
    assert elements_of(found.screens[2].root)[-1].editable


def test_an_act_that_means_nothing_on_the_screen_is_refused(tmp_path: Path) -> None:
    text = ARENA.replace("#click [n0005]#", "#click [nffff]#")
    (tmp_path / "one.html").write_text(text, encoding="utf-8")
    found = import_all([tmp_path])
    assert [one.reason for one in found.refusals] == ["nffff was meant, and is not on the screen"]
    assert [len(one.steps) for one in found.episodes] == [1, 2]


def event(kind: str, *action: object, **more: str) -> dict[str, object]:
    given = {
        "class": "android.widget.Button",
        "resource-id": "",
        "text": "",
        "content-desc": "",
        "clickable": "true",
        "package": "org.todo",
        "activity": ".Main",
    }
    return {**given, **more, "event_type": kind, "action": list(action)}


def test_tests_without_screens_give_a_screen_for_each_activity(tmp_path: Path) -> None:
    field = {"class": "android.widget.EditText", "resource-id": "org.todo:id/name"}
    events = [
        event("gui", "click", **{"content-desc": "Add"}),
        event("gui", "clear_and_send_keys_and_enter", "x"),
        event("gui", "send_keys", "Bread", **field, activity=".New"),
        event("SYS_EVENT", "KEY_BACK", package="", activity=""),
        event("oracle", "wait_until_text_presence", 10, "text", "Bread", text="Bread"),
    ]
    (tmp_path / "a.json").write_text(json.dumps(events), encoding="utf-8")
    found = import_all([tmp_path])
    assert [one.activity for one in found.screens] == [".Main", ".New"]
    assert labels(found, 0) == ["Add", "Bread"]
    assert [one.reason for one in found.refusals] == ["it does not say which widget it means"]
    steps = [step for one in found.episodes for step in one.steps]
    assert [type(step.action) for step in steps] == [Click, Type, PressButton]
    assert steps[-1].action == PressButton(SystemButton.BACK)
    assert steps[-1].after.activity == ".Main"


def test_other_json_is_no_test(tmp_path: Path) -> None:
    for text in ("[]", '[{"a": 1}]', '{"event_type": "gui"}', '[{"event_type": "other"}]'):
        (tmp_path / "a.json").write_text(text, encoding="utf-8")
        assert import_place(tmp_path) is None


def test_views_nested_beyond_reason_are_refused() -> None:
    root = UnplacedView("A")
    inner = root
    for _ in range(300):
        inner.children.append(UnplacedView("A"))
        inner = inner.children[0]
    with pytest.raises(BadRecording, match="nested too deeply"):
        lay_out(root, name="x", package="p")


def test_every_view_can_be_touched_where_it_lies() -> None:
    leaves = [UnplacedView("android.widget.Button", text=f"b{n}") for n in range(80)]
    laid = lay_out(UnplacedView("A", children=leaves), name="x", package="p")
    places = [laid.center_of(one) for one in leaves]
    assert len(set(places)) == len(places)
    assert all(y < laid.screen.height_px for _, y in places)
