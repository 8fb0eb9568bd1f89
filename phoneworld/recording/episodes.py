"""Imports our own episodes: runs, demonstrations, rollouts, and what `phoneworld record` made.

`phoneworld record` keeps the tree of views beside the episode, as `hierarchies/0003.xml` for step 3.
Other episodes hold only elements; they become a tree of one level, with what lies inside a list
put there. What a step leads to is what the next one saw, so the last step of an episode that was
not ended by a `Finish` has no end and is left out. Closing an app ends an episode.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

from phoneworld.recording.dumps import screen_of
from phoneworld.recording.files import BadRecording, is_own, read_bytes, whole_text
from phoneworld.recording.model import (
    RecordedEpisode,
    RecordedScreen,
    RecordedStep,
    Recording,
    Refusal,
)
from runtime.actions import (
    Action,
    CloseApp,
    ElementRef,
    Finish,
    FinishStatus,
    Output,
    Type,
)
from runtime.episode import Episode, Finished, Step, Unparsed
from runtime.errors import RecordError
from runtime.hierarchy import ROLES
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import SCROLLABLE, Bounds, Element, Observation
from runtime.records import FILE, read_episode

HIERARCHIES = "hierarchies"
EXPLORATION = "exploration"
"""The policy of an episode in which an app was only explored."""
_CLASSES = {role: name for name, role in reversed(ROLES.items())}
_WIDGETS = "android.widget."


def is_episode(folder: Path) -> bool:
    """Whether a folder holds one of our episodes."""
    return (folder / FILE).is_file() and is_own(folder / FILE, folder)


def import_episode(folder: Path) -> Recording:
    """One episode as a recording."""
    try:
        episode = read_episode(folder)
    except RecordError as error:
        raise BadRecording(str(error)) from error
    return recording_of(episode, folder)


def recording_of(episode: Episode, folder: Path) -> Recording:
    """An episode that is there already; `folder` is where trees of views may lie beside it."""
    refusals: list[Refusal] = []
    screens: list[RecordedScreen | None] = []
    for number, step in enumerate(episode.steps):
        try:
            screens.append(_screen(step.observation, folder, number))
        except BadRecording as error:
            screens.append(None)
            refusals.append(Refusal(f"{folder} step {number}", str(error)))
    groups: list[list[RecordedStep]] = []
    for number, step in enumerate(episode.steps[:-1]):
        before, after = screens[number], screens[number + 1]
        action = _action(step)
        if before is None or after is None or action is None:
            continue
        if (
            not groups
            or groups[-1][-1].after is not before
            or isinstance(groups[-1][-1].action, CloseApp)
        ):
            groups.append([])
        groups[-1].append(RecordedStep(before, action, after))
    kept = tuple(screen for screen in screens if screen is not None)
    if not kept:
        raise BadRecording(f"{folder}: the episode shows no screen")
    seen = Counter(screen.package for screen in kept)
    return Recording(
        source=folder.name,
        package=max(sorted(seen), key=lambda package: seen[package]),
        episodes=tuple(
            RecordedEpisode(
                f"{folder.name}#{number}",
                tuple(steps),
                _goal(episode) if number == 0 else "",
                len(groups) == 1 and not refusals and _is_done(episode),
            )
            for number, steps in enumerate(groups)
        ),
        screens=kept,
        refusals=tuple(refusals),
    )


def _goal(episode: Episode) -> str:
    """What was asked for; an exploration was asked for nothing."""
    return "" if episode.policy == EXPLORATION else " ".join(whole_text(episode.goal).split())


def _is_done(episode: Episode) -> bool:
    """Whether it ended as done, as far as anybody judged, and every step came to the phone."""
    outcome = episode.outcome
    return (
        outcome is not None
        and isinstance(outcome.ending, Finished)
        and outcome.ending.status is FinishStatus.DONE
        and outcome.success is not False
        and not any(step.error for step in episode.steps)
    )


def _action(step: Step) -> Action | None:
    """What was done to the phone, with points; None for what was not done, or only said."""
    action = step.decision.action if step.performed is None else step.performed.action
    if isinstance(action, Unparsed | Output | Finish) or step.error:
        return None
    changed: dict[str, object] = {}
    if isinstance(action, Type):
        changed["text"] = whole_text(action.text)
    for name in ("target", "start", "end"):
        target = getattr(action, name, None)
        if isinstance(target, ElementRef):
            changed[name] = step.observation.point(*step.observation.pixel(target))
    return dataclasses.replace(action, **changed) if changed else action


def _screen(observation: Observation, folder: Path, number: int) -> RecordedScreen:
    path = folder / HIERARCHIES / f"{number:04}.xml"
    shot = observation.screenshot
    picture = shot.data if shot is not None else None
    if path.is_file() and is_own(path, folder):
        screen = screen_of(read_bytes(path), name=str(path), picture=picture)
        root = screen.root
    else:
        root = tree_of_elements(observation)
    return RecordedScreen(
        name=f"{folder} step {number}",
        package=observation.package or root.package,
        activity=observation.activity,
        width_px=observation.width_px,
        height_px=observation.height_px,
        root=root,
        picture=picture,
        keyboard_shown=observation.keyboard_shown,
    )


def tree_of_elements(observation: Observation) -> HierarchyNode:
    """Elements as views: the same elements can be read from them again."""
    whole = Bounds(0, 0, observation.width_px, observation.height_px)
    lists = [e for e in observation.elements if e.flags & SCROLLABLE and e.role == "list"]
    inside: dict[int, list[HierarchyNode]] = {box.index: [] for box in lists}
    top: list[HierarchyNode | Element] = []
    for element in observation.elements:
        if element in lists:
            top.append(element)
            continue
        x, y = element.bounds.center
        box = next((b for b in reversed(lists) if b.bounds.contains(x, y)), None)
        node = _node(element, observation.package, ())
        if box is not None and box.index < element.index:
            inside[box.index].append(node)
        else:
            top.append(node)
    children = tuple(
        _node(part, observation.package, tuple(inside[part.index]))
        if isinstance(part, Element)
        else part
        for part in top
    )
    return HierarchyNode("hierarchy", "", "", "", "", observation.package, whole, 0, children)


def _node(element: Element, package: str, children: tuple[HierarchyNode, ...]) -> HierarchyNode:
    name = "ListView" if element.role == "list" else _CLASSES.get(element.role, "LinearLayout")
    return HierarchyNode(
        class_name=_WIDGETS + name,
        text=whole_text(element.text),
        hint=whole_text(element.hint),
        description=whole_text(element.description),
        resource_id=element.resource_id,
        package=package,
        bounds=element.bounds,
        flags=element.flags,
        children=children,
    )
