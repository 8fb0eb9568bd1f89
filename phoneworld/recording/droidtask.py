"""Imports DroidTask's demonstrations: `task*.yaml` beside the states that DroidBot recorded.

A record names the state it was made on (`state_str`, or several that are alike), shows it as lines of
simplified HTML, and gives the number of the line that was chosen (`Choice`; -1: the task is done) and
what was typed into it (`Input`). What followed is the state of the next record. The line is found on
the recorded screen by its words; where they do not tell which view it was, the step is refused.

The YAML is read as texts alone: no types and no merges. Files with tags or aliases are refused: a
few bytes of aliases can stand for gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from itertools import pairwise
from pathlib import Path
from typing import cast

import yaml

from phoneworld.recording.files import BadRecording, Json, files_in, read_text, whole_text
from phoneworld.recording.model import RecordedEpisode, RecordedScreen, RecordedStep, Refusal
from runtime.actions import SCALE, Action, Click, Point, PressButton, SystemButton, Type
from runtime.hierarchy_xml import HierarchyNode

DONE = -1
MOST_RECORDS = 1_000
MOST_CHARACTERS = 1 << 18
LONGEST_GOAL = 500
_NOTHING = ("", "null", "None")
_BACK = "go back"
_NUMBER = re.compile(r"-?[0-9]{1,6}")
_START = re.compile(r"<(?P<tag>\w+) id=(?P<id>[0-9]{1,6})(?![0-9])(?P<more>[^<>]*(?:<br>[^<>]*)*)>")
_END = re.compile(r"</(\w+)>")
_TEXT = re.compile(r"text='([^']*)'")
_BREAK = "<br>"

Screens = Mapping[str, RecordedScreen]


class _TextLoader(yaml.BaseLoader):
    """YAML whose scalars are texts."""

    TAGS = (
        yaml.BaseLoader.DEFAULT_SCALAR_TAG,
        yaml.BaseLoader.DEFAULT_SEQUENCE_TAG,
        yaml.BaseLoader.DEFAULT_MAPPING_TAG,
    )

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("it has aliases, which no task needs")
        node = super().compose_node(parent, index)
        if node is not None and node.tag not in self.TAGS:
            raise yaml.YAMLError(f"it has the tag {node.tag[:60]}, which no task needs")
        return node

    def construct_scalar(self, node: yaml.ScalarNode) -> str:
        return whole_text(str(super().construct_scalar(node)))


def read_tasks(
    folder: Path, screens: Screens, refusals: list[Refusal]
) -> Iterator[RecordedEpisode]:
    """The demonstrations in a folder, each without the steps that cannot be used; it is in parts
    where one of them is missing.
    """
    for path in files_in(folder, "task*.yaml"):
        try:
            goal, records = read_records(path)
        except BadRecording as error:
            refusals.append(Refusal(str(path), str(error).removeprefix(f"{path}: ")))
            continue
        groups: list[list[RecordedStep]] = [[]]
        for number, (record, following) in enumerate(pairwise(records), 1):
            name = f"{path} record {number}"
            try:
                groups[-1].append(_step(record, following, screens, name))
            except BadRecording as error:
                refusals.append(Refusal(name, str(error).removeprefix(f"{name}: ")))
                groups.append([])
        ended = records[-1].get("Choice") == str(DONE)
        for number, steps in enumerate(group for group in groups if group):
            told = goal if number == 0 and steps is groups[0] else ""
            whole = ended and len(groups) == 1
            yield RecordedEpisode(f"{folder.name}/{path.stem}#{number}", tuple(steps), told, whole)


def read_records(path: Path, *, most: int = MOST_CHARACTERS) -> tuple[str, list[Json]]:
    """What was asked for, and the records of how it was done."""
    text = read_text(path)
    if len(text) > most:
        raise BadRecording(f"{path}: {len(text)} characters, more than a task takes; not read")
    try:
        whole: object = yaml.load(text, _TextLoader)  # noqa: S506  it makes texts, lists and mappings
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        lines = str(error).splitlines()
        raise BadRecording(
            f"{path}: no YAML ({lines[0] if lines else 'nested too deeply'})"
        ) from error
    named = cast("Json", whole) if isinstance(whole, dict) else {}
    listed, goal = named.get("records"), named.get("task_name")
    if not isinstance(listed, list) or not listed:
        raise BadRecording(f"{path}: it has no records")
    records = cast("list[object]", listed)
    if len(records) > MOST_RECORDS or not all(isinstance(one, dict) for one in records):
        raise BadRecording(f"{path}: its records are not those of a task")
    told = " ".join(goal.split())[:LONGEST_GOAL] if isinstance(goal, str) else ""
    return told, cast("list[Json]", records)


def _step(record: Json, following: Json, screens: Screens, name: str) -> RecordedStep:
    before = _screen(record, screens, name, "is made on")
    after = _screen(following, screens, name, "leads to")
    return RecordedStep(before, _action(record, before, name), after)


def _screen(record: Json, screens: Screens, name: str, how: str) -> RecordedScreen:
    named = record.get("state_str")
    states = cast("list[object]", named) if isinstance(named, list) else [named]
    for state in states:
        if isinstance(state, str) and state in screens:
            return screens[state]
    raise BadRecording(f"{name}: it {how} a state that was not recorded")


def _action(record: Json, before: RecordedScreen, name: str) -> Action:
    number, typed, shown = (record.get(key, "") for key in ("Choice", "Input", "State"))
    if not (isinstance(number, str) and _NUMBER.fullmatch(number) and isinstance(shown, str)):
        raise BadRecording(f"{name}: it does not say what was chosen from what")
    if not isinstance(typed, str):
        raise BadRecording(f"{name}: what was typed is no text")
    choice = int(number)
    if choice == DONE:
        raise BadRecording(f"{name}: the task is done, and goes on")
    try:
        lines = read_lines(shown)
    except ValueError as error:  # a reference to a character with thousands of digits
        raise BadRecording(f"{name}: its lines cannot be read ({error})") from error
    if choice not in lines:
        raise BadRecording(f"{name}: line {choice} was chosen, and is not there")
    if lines[choice] == _BACK and choice == max(lines):
        return PressButton(SystemButton.BACK)
    x, y = _chosen(lines, choice, before, name)
    target = Point((x + 0.5) * SCALE / before.width_px, (y + 0.5) * SCALE / before.height_px)
    return Click(target) if typed in _NOTHING else Type(typed, target, clear=True)


def read_lines(shown: str) -> dict[int, str]:
    """The words of each line of a screen in simplified HTML; of a line with several, the first."""
    found: dict[int, str] = {}
    last_ends = {end[1]: end.start() for end in _END.finditer(shown)}
    place = 0
    while (start := _START.search(shown, place)) is not None:
        place = start.end()
        # Looked for only where there is one, so that every character is looked at once.
        if last_ends.get(start["tag"], -1) < place:
            continue
        end = shown.index(f"</{start['tag']}>", place)
        words, _, _ = shown[place:end].partition(_BREAK)
        said = _TEXT.search(start["more"])
        found[int(start["id"])] = unescape(words.strip() or (said[1].strip() if said else ""))
        place = end
    return found


def _chosen(
    lines: Mapping[int, str], choice: int, before: RecordedScreen, name: str
) -> tuple[int, int]:
    """The middle of the view that the chosen line stands for: the same one, in order, of all that
    have these words.
    """
    words = lines[choice]
    if not words:
        raise BadRecording(f"{name}: line {choice} has no words to find it by")
    views = [node for node in _nodes(before.root) if words in (node.text, node.description)]
    alike = [line for line, other in lines.items() if other == words]
    if len(alike) != len(views) and (len(alike) > 1 or not views):
        raise BadRecording(
            f"{name}: {len(alike)} lines and {len(views)} views of the screen say {words[:60]!r}"
        )
    return views[alike.index(choice)].bounds.center


def _nodes(root: HierarchyNode) -> Iterator[HierarchyNode]:
    yield root
    for child in root.children:
        yield from _nodes(child)
