"""Recorded screens that a test writes down, and the app that is rebuilt from them."""

from __future__ import annotations

from phoneworld.reconstruction.rebuild import rebuild
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.recording.dumps import screen_of
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, RecordedStep, Recording
from runtime.actions import (
    SCALE,
    Action,
    Click,
    ElementRef,
    Point,
    PressButton,
    SystemButton,
)

WIDTH, HEIGHT = 1000, 2000


def view(kind: str, words: str, top: int, inside: str = "", *, id: str = "", left: int = 0) -> str:
    tapped = "false" if kind in ("TextView", "EditText") else "true"
    named = f'resource-id="p:id/{id}" ' if id else ""
    says = "content-desc" if kind.startswith("Image") else "text"
    return (
        f'<node class="android.widget.{kind}" {says}="{words}" {named}clickable="{tapped}" '
        f'package="p" bounds="[{left},{top}][{WIDTH - left},{top + 100}]">{inside}</node>'
    )


def screen(
    title: str, *views: str, activity: str = "", package: str = "p", name: str = ""
) -> RecordedScreen:
    """A screen with its title above and the views below it."""
    inside = view("TextView", title, 100, id="title") + "".join(views)
    text = (
        f'<hierarchy><node class="android.widget.FrameLayout" package="p" '
        f'bounds="[0,0][{WIDTH},{HEIGHT}]">{inside}</node></hierarchy>'
    )
    return screen_of(
        text.replace('package="p"', f'package="{package}"'),
        name=name or title,
        activity=activity or f".{title}",
    )


def dialog(title: str, *views: str) -> RecordedScreen:
    inside = view("TextView", title, 800, id="alertTitle", left=100) + "".join(views)
    return screen_of(
        f'<hierarchy><node class="android.widget.FrameLayout" package="p" '
        f'bounds="[0,0][{WIDTH},{HEIGHT}]"><node class="android.widget.LinearLayout" package="p" '
        f'bounds="[80,780][920,1300]">{inside}</node></node></hierarchy>',
        name=title,
        activity=".dialog",
    )


def tap(y: int) -> Action:
    return Click(Point(SCALE // 2, y * SCALE // HEIGHT))


BACKWARDS = PressButton(SystemButton.BACK)


def recording_of(*episodes: list[RecordedScreen | Action]) -> Recording:
    """A recording: screens with what was done between them."""
    made: list[RecordedEpisode] = []
    seen: list[RecordedScreen] = []
    for number, episode in enumerate(episodes):
        screens = [one for one in episode if isinstance(one, RecordedScreen)]
        actions = [one for one in episode if not isinstance(one, RecordedScreen)]
        steps = zip(screens, actions, screens[1:], strict=False)
        made.append(RecordedEpisode(f"{number}", tuple(RecordedStep(*step) for step in steps)))
        seen += [one for one in screens if one not in seen]
    return Recording("here", "p", tuple(made), tuple(seen))


def app_of(*episodes: list[RecordedScreen | Action]) -> AppSpec:
    """The app that was recorded."""
    return rebuild(recording_of(*episodes), look=False).spec


def name_of(spec: AppSpec, title: str) -> str:
    return next(one.name for one in spec.screens if one.title == title)


def touch(replayer: Replayer, words: str) -> None:
    """Tap what reads so on the phone."""
    look = replayer.device.observe()
    found = next(one for one in look.elements if words in (one.text, one.description))
    replayer.device.perform(Click(ElementRef(found.index)), look)
