"""Short episodes written down screen by screen, for tests of what is made of episodes."""

from collections.abc import Sequence

from runtime.actions import Action, Finish, FinishStatus
from runtime.device import DeviceInfo, Performed
from runtime.episode import Actor, Decision, Episode, Finished, Judgement, Outcome, Step
from runtime.observation import CLICKABLE, EDITABLE, Bounds, Element, Observation

PHONE = DeviceInfo("phoneworld://", "phoneworld", "Test", "15", 1080, 2400, 420, "en")


def screen(app: str, *texts: str, activity: str = ".main") -> Observation:
    """A screen of an app with a button for each text; `[...]` is a field with that hint."""
    elements = tuple(_element(index, text) for index, text in enumerate(texts))
    return Observation(
        id=f"look-{app}",
        package=f"com.example.{app}",
        activity=activity,
        width_px=1080,
        height_px=2400,
        rotation=0,
        elements=elements,
        keyboard_shown=False,
        focused=None,
        secure=False,
        notices=(),
        screenshot=None,
        time_s=0.0,
    )


def _element(index: int, text: str) -> Element:
    bounds = Bounds(0, 100 * index, 1080, 100 * index + 100)
    if text.startswith("["):
        return Element(index, "field", "", text.strip("[]"), "", "", bounds, CLICKABLE | EDITABLE)
    return Element(index, "button", text, "", "", "", bounds, CLICKABLE)


def make_episode(
    goal: str,
    *steps: tuple[Observation, Action],
    actor: Actor = Actor.ORACLE,
    success: bool | None = True,
    task: str = "",
    id: str = "made",
) -> Episode:
    """An episode of steps that all went well."""
    judgement = None if success is None else Judgement(success)
    return Episode(
        id=id,
        goal=goal,
        device=PHONE,
        policy="test",
        steps=tuple(
            Step(look, Decision(action), actor, performed=Performed(action))
            for look, action in steps
        ),
        outcome=Outcome(Finished(FinishStatus.DONE), judgement),
        task=task,
    )


def notes(episode: Episode) -> list[str]:
    """The thoughts of the steps, which hold nothing but notes."""
    return [step.decision.thought for step in episode.steps]


def done(app: str, *texts: str) -> tuple[Observation, Action]:
    """The last step."""
    return screen(app, *texts), Finish()


def actions_of(episode: Episode) -> Sequence[object]:
    return [step.decision.action for step in episode.steps]
