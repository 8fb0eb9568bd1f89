"""Recorded runs as macros: other values in place of recorded ones, and nothing else changed."""

from collections.abc import Sequence

import pytest
from desk_scene import CONFIRM, Scene
from guard_screens import screen as some_screen
from guard_screens import text as label

from runtime.actions import Action, AskUser, Click, ElementRef, Finish, OpenApp, Type
from runtime.episode import Actor, Decision, Step
from runtime.errors import InvalidRequest
from runtime.guard.ruling import ALLOWED
from runtime.runs.model import Choice, Response, Run, RunState
from runtime.runs.replay_match import ScreenDiffers, fitted
from runtime.runs.replay_values import ReplayValue, ReplayValues
from runtime.testing import ScriptedEngine

NOTE = [
    OpenApp("Notes"),
    Type("milk", ElementRef(0)),
    Click(ElementRef(1)),
    Finish("milk is noted"),
]
OTHER = "fake:2"


def recorded(scene: Scene, script: Sequence[Action] = NOTE) -> Run:
    return scene.until_over(scene.start(script).id)


def replayed(scene: Scene, run: Run, *values: ReplayValue, engine: object = ()) -> Run:
    return scene.start(engine, device=OTHER, replay_of=run.id, replay_values=values)


def done(scene: Scene, run: Run) -> list[Action]:
    found = [step.decision.action for step in scene.store.steps(run.id, limit=100)]
    return [action for action in found if not hasattr(action, "reason")]  # type: ignore[misc]


def test_what_was_typed_is_replaced_and_so_is_what_is_claimed_of_it(scene: Scene) -> None:
    engine = ScriptedEngine([])
    run = replayed(scene, recorded(scene), ReplayValue("milk", "bread"), engine=engine)
    scene.until_over(run.id)

    assert scene.phone(OTHER).notes == ["bread"]
    assert done(scene, run)[-1] == Finish("bread is noted")
    assert engine.prompts == []


def test_value_can_be_named_by_the_field_it_was_typed_into(scene: Scene) -> None:
    first = recorded(scene)
    (typed,) = [one for one in scene.desk.check_replay(first.id).parameters if one.value == "milk"]

    scene.until_over(replayed(scene, first, ReplayValue(typed.name.upper(), "eggs")).id)

    assert scene.phone(OTHER).notes == ["eggs"]


def test_what_would_be_replaced_is_told_before(scene: Scene) -> None:
    first = recorded(scene)

    found = scene.desk.check_replay(first.id, values=[ReplayValue("milk", "bread")])

    assert found.goal == "note bread"
    assert [one.step for one in found.replacements] == [1, 3]
    assert "bread" in found.replacements[0].words


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([ReplayValue("beer", "wine")], "nothing would be replaced; there is .*milk"),
        ([ReplayValue("mil", "wine")], "nothing would be replaced"),
        ([ReplayValue(" ", "wine")], "no name"),
        ([ReplayValue("milk", "a"), ReplayValue("milk", "b")], "twice"),
    ],
)
def test_value_that_nothing_has_is_refused(
    scene: Scene, values: list[ReplayValue], why: str
) -> None:
    first = recorded(scene)

    with pytest.raises(InvalidRequest, match=why):
        replayed(scene, first, *values)
    with pytest.raises(InvalidRequest, match=why):
        scene.desk.check_replay(first.id, values=values)
    assert OTHER not in scene.phones


def test_values_without_a_replay_are_refused(scene: Scene) -> None:
    with pytest.raises(InvalidRequest, match="replay_of names none"):
        scene.start([Finish()], replay_values=(ReplayValue("a", "b"),))


def test_guard_judges_what_is_really_done(scene: Scene) -> None:
    first = recorded(scene)
    scene.guard.on_action = lambda action, _screen: (
        CONFIRM if isinstance(action, Type) and action.text == "bread" else ALLOWED
    )
    run = replayed(scene, first, ReplayValue("milk", "bread"))

    asked = scene.until_state(run.id, RunState.WAITING)
    assert asked.question is not None
    scene.desk.respond(run.id, asked.question.id, Response(Choice.APPROVE))
    scene.until_over(run.id)
    assert scene.phone(OTHER).notes == ["bread"]


def test_recorded_answer_is_another_now(scene: Scene) -> None:
    script = [AskUser("Which one?"), Finish("done")]
    begun = scene.start(script)
    asked = scene.until_state(begun.id, RunState.WAITING)
    assert asked.question is not None
    scene.desk.respond(begun.id, asked.question.id, Response(Choice.ANSWER, "the first"))
    first = scene.until_over(begun.id)
    run = replayed(scene, first, ReplayValue("Which one?", "the second"), engine=[Finish("else")])

    asked = scene.until_state(run.id, RunState.WAITING)
    assert asked.question is not None
    scene.desk.respond(run.id, asked.question.id, Response(Choice.ANSWER, "the second"))
    scene.until_over(run.id)

    actors = [step.actor for step in scene.store.steps(run.id, limit=10)]
    assert actors == [Actor.REPLAY, Actor.REPLAY]


def step_on(*labels: str, tapped: int) -> Step:
    seen = some_screen(*(label(words) for words in labels))
    return Step(seen, Decision(Click(ElementRef(tapped))), Actor.POLICY)


def test_thing_is_found_by_its_new_name_whatever_else_it_shows() -> None:
    step = step_on("Ada Walsh, 12:04", "Bob", tapped=0)
    values = ReplayValues([step], [ReplayValue("Ada Walsh", "Grace Hopper")])
    now = some_screen(label("Bob"), label("Grace Hopper, 09:30, Hello"))

    action = fitted(Click(ElementRef(0)), values.steps[0].observation, now, named=values.new)

    assert action == Click(ElementRef(1))


@pytest.mark.parametrize(
    "shown", [("Bob", "Gracey"), ("Grace, 1", "Grace, 2"), ("Ada, 12:04", "Bob")]
)
def test_thing_without_the_new_name_or_one_of_several_ends_the_replay(
    shown: tuple[str, ...],
) -> None:
    values = ReplayValues([step_on("Ada, 12:04", "Bob", tapped=0)], [ReplayValue("Ada", "Grace")])

    with pytest.raises(ScreenDiffers):
        fitted(
            Click(ElementRef(0)),
            values.steps[0].observation,
            some_screen(*map(label, shown)),
            named=values.new,
        )


def test_values_are_put_in_all_at_once() -> None:
    step = step_on("a", "b", tapped=0)
    values = ReplayValues([step], [ReplayValue("a", "b")])

    assert values.text("a b") == "b b"
    swapped = ReplayValues(
        [step, step_on("a", "b", tapped=1)], [ReplayValue("a", "b"), ReplayValue("b", "a")]
    )
    assert swapped.text("a to b") == "b to a"
