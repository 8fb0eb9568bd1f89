"""Imports AndroidArena's trajectories: a page of HTML for each task, with what the agent saw and did.

A step shows its screen as lines, indented where a view lies in another: number, class and id; what can be done
with it; its state; its words. There are no places, and the agent's act stands at the end of its thought. Whether
the task was done is not told. Pictures are left out: they do not lie where the views are laid out. The PDFs beside
them show the same.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from html import unescape
from itertools import pairwise
from pathlib import Path

from phoneworld.recording.files import BadRecording, files_in, read_text
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedStep,
    Recording,
    Refusal,
)
from phoneworld.recording.unplaced_views import LaidOut, UnplacedView, lay_out
from runtime.actions import (
    SCALE,
    Action,
    Click,
    Direction,
    LongPress,
    OpenApp,
    Point,
    PressButton,
    Scroll,
    SystemButton,
    Type,
)
from runtime.observation import (
    CHECKABLE,
    CHECKED,
    CLICKABLE,
    EDITABLE,
    FOCUSABLE,
    LONG_CLICKABLE,
    PASSWORD,
    SCROLLABLE,
    SELECTED,
)

HOME = "android.launcher"
FINISH = "finish"
_INDENT = 4
_STEP = re.compile(r"<h2>Step \d{1,4}</h2>")
_TASK = re.compile(r"<h2>Task</h2>\s*<pre>(.*?)</pre>", re.DOTALL)
_SCREEN = re.compile(r"<pre>(.*?)\n?</pre></div>", re.DOTALL)
_THOUGHT = re.compile(r'<div class="green-font">(.*?)</div>', re.DOTALL)
_ACT = re.compile(r"#([^#\n]+)#")
_APP = re.compile(r"The current APP is (.{1,80}?)\.:")
_LINE = re.compile(r"(?P<indent> *)\[(?P<number>n[0-9a-f]{1,8})\](?P<more>.*)")
_GIVEN = re.compile(r"\[([^\]]*)\]")
_CAN = {
    "click": CLICKABLE,
    "long-click": LONG_CLICKABLE,
    "scroll": SCROLLABLE,
    "focusable": FOCUSABLE,
}
_STATES = {
    "checked": CHECKED | CHECKABLE,
    "unchecked": CHECKABLE,
    "selected": SELECTED,
    "password": PASSWORD,
}
_SWIPES = {
    # The finger's way is the other way of what is seen next.
    "swipe_up": Direction.DOWN,
    "scroll_down": Direction.DOWN,
    "swipe_down": Direction.UP,
    "swipe_left": Direction.RIGHT,
    "swipe_right": Direction.LEFT,
}


@dataclass(frozen=True, slots=True)
class _Seen:
    """A step: its screen, the views by their numbers, and what the agent did."""

    laid: LaidOut
    views: dict[str, UnplacedView]
    act: str


def is_androidarena(folder: Path) -> bool:
    """Whether a folder looks like trajectories of AndroidArena's."""
    first = next(folder.glob("*.html"), None)
    if first is None:
        return False
    try:
        text = read_text(first)
    except BadRecording:
        return False
    return _STEP.search(text) is not None and _THOUGHT.search(text) is not None


def import_androidarena(folder: Path) -> Recording:
    """The screens and steps of the trajectories in a folder."""
    refusals: list[Refusal] = []
    episodes: list[RecordedEpisode] = []
    seen: list[_Seen] = []
    for path in files_in(folder, "*.html"):
        try:
            goal, steps = _read(path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
            continue
        seen += steps
        groups: list[list[RecordedStep]] = [[]]
        for number, (one, following) in enumerate(pairwise(steps)):
            if one.act.startswith(FINISH):
                break
            try:
                action = _action(one)
            except BadRecording as error:
                refusals.append(Refusal(f"{path} step {number}", str(error)))
                groups.append([])
            else:
                groups[-1].append(RecordedStep(one.laid.screen, action, following.laid.screen))
        for number, group in enumerate(group for group in groups if group):
            told = goal if group is groups[0] else ""
            episodes.append(RecordedEpisode(f"{path.stem}#{number}", tuple(group), told))
    packages = Counter(one.laid.screen.package for one in seen)
    packages.pop(HOME, None)
    if not packages:
        why = f" ({refusals[0]})" if refusals else ""
        raise BadRecording(f"{folder}: no trajectory shows an app{why}")
    return Recording(
        source=folder.name,
        package=max(sorted(packages), key=lambda package: packages[package]),
        episodes=tuple(episodes),
        screens=tuple(one.laid.screen for one in seen),
        refusals=tuple(refusals),
    )


def _read(path: Path) -> tuple[str, list[_Seen]]:
    """What was asked for, and the steps."""
    text = read_text(path)
    task = _TASK.search(text)
    parts = _STEP.split(text)[1:]
    if not parts:
        raise BadRecording(f"{path}: it shows no step")
    steps = [_seen(part, f"{path} step {number}") for number, part in enumerate(parts)]
    return (" ".join(unescape(task[1]).split())[:500] if task else ""), steps


def _seen(part: str, name: str) -> _Seen:
    shown, thought = _SCREEN.search(part), _THOUGHT.search(part)
    if shown is None:
        raise BadRecording(f"{name}: it shows no screen")
    root, views = _views(shown[1])
    app = _APP.search(shown[1])
    package = _package(app[1]) if app else HOME
    acts = _ACT.findall(thought[1]) if thought else []
    return _Seen(lay_out(root, name=name, package=package), views, acts[-1] if acts else "")


def _package(app: str) -> str:
    """An app has no package here: its name stands for one."""
    return re.sub(r"\W+", "_", app.casefold()).strip("_") or "app"


def _views(shown: str) -> tuple[UnplacedView, dict[str, UnplacedView]]:
    root = UnplacedView("android.widget.FrameLayout")
    by_number: dict[str, UnplacedView] = {}
    above: list[tuple[int, UnplacedView]] = [(-1, root)]
    for line in shown.splitlines():
        found = _LINE.fullmatch(line)
        if found is None:
            continue
        depth = len(found["indent"]) // _INDENT
        view = _view(found["more"])
        while above[-1][0] >= depth:
            above.pop()
        above[-1][1].children.append(view)
        above.append((depth, view))
        by_number[found["number"]] = view
    return root, by_number


def _view(line: str) -> UnplacedView:
    """A view of ` TextView title ;click ; checked ;;Words : `."""
    what, _, rest = line.partition(";")
    can, _, rest = rest.partition(";")
    state, _, rest = rest.partition(";")
    # What follows repeats the state, up to the words.
    words = rest.partition(";")[2].rstrip().removesuffix(":")
    names = what.split()
    kind = names.pop(0) if names and names[0][:1].isupper() else "View"
    flags = 0
    for name in can.split():
        flags |= _CAN.get(name, 0)
    for name in state.split():
        flags |= _STATES.get(name, 0)
    if kind.endswith(("EditText", "AutoCompleteTextView")):
        flags |= EDITABLE
    return UnplacedView(
        f"android.widget.{kind}",
        text=" ".join(words.split()),
        resource_id=f"id/{names[0]}" if names else "",
        flags=flags,
    )


def _action(one: _Seen) -> Action:
    given = _GIVEN.findall(one.act)
    kind = one.act.split("[")[0].strip().casefold()
    match kind:
        case "start" if given:
            return OpenApp(given[0])
        case "press_back":
            return PressButton(SystemButton.BACK)
        case "press_enter":
            return PressButton(SystemButton.ENTER)
        case _ if kind in _SWIPES:
            return Scroll(_SWIPES[kind])
        case "click" | "long_click" | "set_text" if given:
            view = one.views.get(given[0])
        case _:
            raise BadRecording(f"{one.act[:60]!r} is no act that is known")
    if view is None:
        raise BadRecording(f"{given[0][:20]} was meant, and is not on the screen")
    x, y = one.laid.center_of(view)
    screen = one.laid.screen
    target = Point((x + 0.5) * SCALE / screen.width_px, (y + 0.5) * SCALE / screen.height_px)
    if kind == "set_text":
        if len(given) < 2:
            raise BadRecording("it does not say what was typed")
        return Type(given[1], target, clear=True)
    return Click(target) if kind == "click" else LongPress(target)
