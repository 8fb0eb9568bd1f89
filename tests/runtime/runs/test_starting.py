"""Where a run begins: a policy that may begin at home only finds the phone there."""

from typing import Any

from desk_scene import Scene

from runtime.actions import Click, ElementRef, Finish, OpenApp, PressButton, SystemButton
from runtime.episode import Actor, Finished
from runtime.runs.model import Acting, Limits, PolicyDecided, Run
from runtime.runs.step_pages import all_steps
from runtime.testing import ScriptedEngine
from runtime.testing.fake_device import HOME, NOTES
from runtime.turn.start import Opening, PolicyStart

DONE = Finish("done")


def start_at_home(scene: Scene, engine: ScriptedEngine, **options: Any) -> Run:  # noqa: ANN401  whatever a request takes
    """A run of a policy that may begin at home only, on a phone that shows another app."""
    scene.library.opening = Opening(PolicyStart.HOME)
    scene.phone().by_hand(OpenApp("Notes"))
    return scene.until_over(scene.start(engine, **options).id)


def test_a_run_with_another_app_in_front_goes_home_first_and_then_on(scene: Scene) -> None:
    engine = ScriptedEngine([OpenApp("Notes"), DONE])

    ended = start_at_home(scene, engine)

    steps = list(all_steps(scene.store, ended.id))
    assert [step.actor for step in steps] == [Actor.RUNTIME, Actor.POLICY, Actor.POLICY]
    assert steps[0].decision.action == PressButton(SystemButton.HOME)
    assert [step.observation.package for step in steps] == [NOTES, HOME, NOTES]
    assert ended.outcome is not None
    assert isinstance(ended.outcome.ending, Finished)


def test_the_step_is_reported_to_those_who_watch_and_not_to_the_policy(scene: Scene) -> None:
    engine = ScriptedEngine([OpenApp("Notes"), DONE])

    ended = start_at_home(scene, engine)

    happened = [event.happening for event in scene.desk.events(ended.id)]
    decided = [one for one in happened if isinstance(one, PolicyDecided)]
    assert [(one.step, one.actor) for one in decided] == [
        (0, Actor.RUNTIME),
        (1, Actor.POLICY),
        (2, Actor.POLICY),
    ]
    assert Acting(0, PressButton(SystemButton.HOME)) in happened
    assert [len(prompt.history) for prompt in engine.prompts] == [0, 1]
    assert engine.prompts[0].observation.package == HOME


def test_it_costs_the_policy_none_of_its_steps(scene: Scene) -> None:
    engine = ScriptedEngine([OpenApp("Notes"), Click(ElementRef(0)), DONE])

    ended = start_at_home(scene, engine, limits=Limits(steps=3))

    assert ended.outcome is not None
    assert isinstance(ended.outcome.ending, Finished)
    assert ended.steps == 4


def test_a_policy_that_may_begin_anywhere_begins_where_the_phone_is(scene: Scene) -> None:
    scene.phone().by_hand(OpenApp("Notes"))

    ended = scene.until_over(scene.start([DONE]).id)

    (step,) = all_steps(scene.store, ended.id)
    assert (step.actor, step.observation.package) == (Actor.POLICY, NOTES)


def test_a_replay_goes_home_by_itself_and_not_because_it_is_recorded(scene: Scene) -> None:
    first = start_at_home(scene, ScriptedEngine([OpenApp("Notes"), DONE]))

    again = start_at_home(scene, ScriptedEngine([DONE]), replay_of=first.id)

    actors = [step.actor for step in all_steps(scene.store, again.id)]
    assert actors == [Actor.RUNTIME, Actor.REPLAY, Actor.REPLAY]
