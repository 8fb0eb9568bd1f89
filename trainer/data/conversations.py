"""Episodes as conversations, in the form that chat templates of general models take.

The user says the goal and shows the first screen; each step is a tool call of the assistant's, answered by the tool
with what came of it and the next screen. Steps that are the runtime's own, or a recording's, are told as the user's words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from runtime.action_text import format_action
from runtime.action_words import describe
from runtime.episode import Actor, Episode, Step, Unparsed
from runtime.observation import Observation
from runtime.prompts.screen_lines import write_screen
from runtime.tool_table import tool_schemas

Message = dict[str, object]
ASSISTANT = frozenset({Actor.POLICY, Actor.ORACLE, Actor.PERSON})
"""Whose steps are the assistant's: a person who takes over shows what to do."""


@dataclass(frozen=True, slots=True)
class EpisodeConversation:
    """Messages, and the pictures that they show, in order."""

    messages: tuple[Message, ...]
    images: tuple[bytes, ...] = ()


def tools_text() -> str:
    """The tools as JSON: what a row's `tools` is, so that one column fits all."""
    return json.dumps(tool_schemas())


def conversation_of(episode: Episode, *, pictures: bool = False) -> EpisodeConversation:
    """The whole episode. With pictures, screens that have one show it before their words."""
    images: list[bytes] = []
    messages: list[Message] = []
    said = episode.goal
    answers = ""
    for step in episode.steps:
        shown = _shown(step.observation, said, images, pictures=pictures)
        if answers:
            messages.append({"role": "tool", "name": answers, "content": shown})
        else:
            messages.append({"role": "user", "content": shown})
        answers = ""
        if step.actor in ASSISTANT:
            message, answers = _decided(step, pictures=pictures)
            messages.append(message)
            said = _answer(step)
        else:
            said = f"Meanwhile this was done: {_told(step)}. {_answer(step)}".strip()
    return EpisodeConversation(tuple(messages), tuple(images))


def _decided(step: Step, *, pictures: bool) -> tuple[Message, str]:
    """What the assistant said, and the tool that it called; none, if nobody could read it."""
    action = step.decision.action
    if isinstance(action, Unparsed):
        return {"role": "assistant", "content": _content(action.reply, pictures=pictures)}, ""
    call = json.loads(format_action(action))
    message: Message = {
        "role": "assistant",
        "content": _content(step.decision.thought, pictures=pictures),
        "tool_calls": [{"type": "function", "function": call}],
    }
    return message, str(call["name"])


def _answer(step: Step) -> str:
    return step.error or step.answer or (step.performed.note if step.performed else "")


def _told(step: Step) -> str:
    action = step.decision.action
    return "nothing" if isinstance(action, Unparsed) else describe(action, step.observation)


def _shown(screen: Observation, said: str, images: list[bytes], *, pictures: bool) -> object:
    text = f"{said}\n\n{write_screen(screen)}" if said else write_screen(screen)
    if pictures and screen.screenshot is not None:
        images.append(screen.screenshot.data)
        return [{"type": "image"}, {"type": "text", "text": text}]
    return _content(text, pictures=pictures)


def _content(text: str, *, pictures: bool) -> object:
    """All messages of a data set with pictures have parts, so that one type fits all."""
    return [{"type": "text", "text": text}] if pictures else text
