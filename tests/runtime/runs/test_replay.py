"""Runs done again: on the same phone to the same end, on another only as far as it is the same."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from desk_scene import CONFIRM, SENSITIVE, Scene, SlowEngine, until

from runtime.actions import Action, AskUser, Click, ElementRef, Finish, OpenApp, Output, Type
from runtime.episode import Actor, Step
from runtime.errors import UnknownRun, WrongState
from runtime.guard.ruling import ALLOWED
from runtime.runs.model import Choice, PolicyDecided, Response, Run, RunState
from runtime.runs.replay import HANDED_OVER
from runtime.testing import ScriptedEngine

NOTE = [OpenApp("Notes"), Type("milk", ElementRef(0)), Click(ElementRef(1)), Finish("noted")]
OTHER = "fake:2"


def recorded(scene: Scene, script: Sequence[Action] = NOTE) -> Run:
    return scene.until_over(scene.start(script).id)


def replay(scene: Scene, run: Run, script: object = (), **options: object) -> Run:
    """The same once more, on another phone."""
    return scene.start(script, device=OTHER, replay_of=run.id, **options)


def steps(scene: Scene, run: Run) -> list[Step]:
    return scene.store.steps(run.id, limit=1000)


def actors(scene: Scene, run: Run) -> list[Actor]:
    return [step.actor for step in steps(scene, run)]


def last_words(step: Step) -> str:
    assert step.actor is Actor.REPLAY
    assert isinstance(step.decision.action, Output)
    assert step.decision.action.text.startswith(HANDED_OVER)
    return step.decision.action.text


def test_on_a_phone_like_the_first_all_is_done_again_without_the_policy(scene: Scene) -> None:
    first = recorded(scene)
    engine = ScriptedEngine([])
    run = replay(scene, first, engine)
    ended = scene.until_over(run.id)

    assert scene.phone(OTHER).notes == ["milk"]
    assert ended.outcome == first.outcome
    assert engine.prompts == []
    assert actors(scene, run) == [Actor.REPLAY] * 4
    happenings = [event.happening for event in scene.desk.events(run.id)]
    assert [e.actor for e in happenings if isinstance(e, PolicyDecided)] == [Actor.REPLAY] * 4


def test_where_the_screen_differs_the_policy_goes_on_and_knows_why(scene: Scene) -> None:
    first = recorded(scene)
    scene.phone(OTHER).by_hand(OpenApp("Notes"))
    scene.phone(OTHER).by_hand(Type("half a no", ElementRef(0)))
    engine = ScriptedEngine([Finish("as it is")])
    run = replay(scene, first, engine)
    scene.until_over(run.id)

    assert actors(scene, run) == [Actor.REPLAY, Actor.REPLAY, Actor.POLICY]
    words = last_words(steps(scene, run)[1])
    assert "'New note' holds something else" in words
    assert "Type 'milk' into 'New note'" in words
    [prompt] = engine.prompts
    assert prompt.history[-1].decision.action == Output(words)
    assert scene.phone(OTHER).notes == []


def test_a_screen_may_take_a_moment_to_become_as_recorded(scene: Scene) -> None:
    first = recorded(scene)
    phone = scene.phone(OTHER)
    phone.by_hand(OpenApp("Notes"))
    phone.by_hand(Type("half", ElementRef(0)))
    run = replay(scene, first, [])
    # The step before is done; the field is emptied while the replay waits.
    until(lambda: phone.calls.count("observe") > 2)
    phone.by_hand(Type("", ElementRef(0), clear=True))
    assert scene.until_over(run.id).outcome == first.outcome
    assert phone.notes == ["milk"]


def test_the_guard_asks_anew_and_a_denial_ends_the_replay(scene: Scene) -> None:
    first = recorded(scene)
    scene.guard.on_action = lambda action, _: CONFIRM if isinstance(action, Click) else ALLOWED
    run = replay(scene, first, [Finish("then not")])
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None
    scene.desk.respond(run.id, waiting.question.id, Response(Choice.DENY))
    scene.until_over(run.id)

    assert scene.phone(OTHER).notes == []
    denied, over = steps(scene, run)[2:4]
    assert (denied.actor, denied.guard is not None and denied.guard.approved) == (
        Actor.REPLAY,
        False,
    )
    assert "the last step could not be done" in last_words(over)


def test_rules_that_were_approved_are_not_asked_about(scene: Scene) -> None:
    first = recorded(scene)
    scene.guard.on_action = lambda action, _: CONFIRM if isinstance(action, Click) else ALLOWED
    run = replay(scene, first, [], approved_rules=(CONFIRM.rule,))
    assert scene.until_over(run.id).outcome == first.outcome
    assert scene.phone(OTHER).notes == ["milk"]


def test_what_a_person_did_in_a_takeover_is_done_again(scene: Scene) -> None:
    engine = SlowEngine([Finish("done")])
    run = scene.start(engine)
    until(engine.thinking.is_set)
    scene.desk.take_over(run.id)
    for action in NOTE[:3]:
        scene.desk.act(run.id, action, scene.desk.look(run.id).id)
    engine.answer.set()
    scene.desk.resume(run.id)
    first = scene.until_over(run.id)
    assert actors(scene, first) == [Actor.PERSON] * 3 + [Actor.POLICY]

    second = replay(scene, first, [])
    assert scene.until_over(second.id).outcome == first.outcome
    assert scene.phone(OTHER).notes == ["milk"]
    assert actors(scene, second) == [Actor.REPLAY] * 4


def test_what_a_person_did_on_a_screen_of_their_own_is_theirs_again(scene: Scene) -> None:
    engine = SlowEngine([Finish("done")])
    run = scene.start(engine)
    until(engine.thinking.is_set)
    scene.desk.take_over(run.id)
    scene.desk.act(run.id, OpenApp("Notes"), scene.desk.look(run.id).id)
    scene.guard.on_screen = lambda _screen: SENSITIVE
    scene.desk.act(run.id, Type("a secret", ElementRef(0)), scene.desk.look(run.id).id)
    scene.guard.on_screen = lambda _screen: ALLOWED
    engine.answer.set()
    scene.desk.resume(run.id)
    first = scene.until_over(run.id)

    second = replay(scene, first, [Finish("done")])
    scene.until_over(second.id)
    assert [type(action) for action in scene.phone(OTHER).performed] == [OpenApp]


@pytest.mark.parametrize(("answer", "replayed"), [("milk", True), ("bread", False)])
def test_another_answer_leaves_the_rest_to_the_policy(
    scene: Scene, answer: str, *, replayed: bool
) -> None:
    def answered(run: Run, text: str) -> Run:
        question = scene.until_state(run.id, RunState.WAITING).question
        assert question is not None
        scene.desk.respond(run.id, question.id, Response(Choice.ANSWER, text))
        return scene.until_over(run.id)

    first = answered(scene.start([AskUser("what?"), *NOTE]), "milk")
    second = answered(replay(scene, first, [Finish("mine")]), answer)
    assert (actors(scene, second)[-1] is Actor.REPLAY) is replayed
    assert scene.phone(OTHER).notes == (["milk"] if replayed else [])


def test_a_recording_that_just_ends_is_gone_on_with(scene: Scene) -> None:
    engine = SlowEngine([])
    run = scene.start(engine)
    until(engine.thinking.is_set)
    scene.desk.take_over(run.id)
    scene.desk.act(run.id, OpenApp("Notes"), scene.desk.look(run.id).id)
    scene.desk.cancel(run.id)
    second = replay(scene, scene.until_over(run.id), [Finish("from here")])
    ended = scene.until_over(second.id)
    assert "no more steps" in last_words(steps(scene, ended)[1])
    assert actors(scene, ended)[-1] is Actor.POLICY

    # And a replay can be replayed: what it said of itself is not said again.
    third = replay(scene, ended, [Finish("mine")])
    scene.until_over(third.id)
    assert [type(step.decision.action) for step in steps(scene, third)] == [OpenApp, Finish]


def test_an_interrupted_replay_goes_on_where_it_was(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    first = recorded(scene)
    scene.guard.on_action = lambda action, _: CONFIRM if isinstance(action, Click) else ALLOWED
    run = replay(scene, first, [])
    scene.until_state(run.id, RunState.WAITING)
    scene.desk.close(0.05)
    scene.store.close()
    scene.pool.close()

    scene.restart()
    assert scene.desk.get(run.id).state is RunState.INTERRUPTED
    assert len(steps(scene, run)) == 2
    scene.guard.on_action = lambda _action, _screen: ALLOWED
    scene.desk.continue_run(run.id)
    ended = scene.until_over(run.id)
    assert ended.outcome == first.outcome
    assert scene.phone(OTHER).notes == ["milk"]
    assert actors(scene, run) == [Actor.REPLAY] * 4
    scene.close()


def test_only_what_is_there_and_over_can_be_replayed(scene: Scene) -> None:
    with pytest.raises(UnknownRun):
        scene.start([], replay_of="run-77")
    engine = SlowEngine([])
    alive = scene.start(engine)
    with pytest.raises(WrongState, match="once it has ended"):
        replay(scene, alive)
    until(engine.thinking.is_set)
    scene.desk.cancel(alive.id)
    with pytest.raises(WrongState, match="no steps"):
        replay(scene, scene.until_over(alive.id))
