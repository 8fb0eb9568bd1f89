"""The rounds in which a model edits a rebuilt app: ask, patch, measure, keep what rises.

The model sees the specification (not its pictures) and what fails, and answers with a JSON Patch. Whatever
it answers, an edit is kept only if it passes every check of a specification and the scores rise.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from phoneworld.reconstruction.agent.chat_model import ChatMessage, ChatModel, NoChatReply
from phoneworld.reconstruction.agent.edits import document_of, patched
from phoneworld.reconstruction.agent.json_patch import BadPatch
from phoneworld.reconstruction.agent.judgement import AppJudge, CannotJudge, JudgedApp, Scores
from phoneworld.reconstruction.screen_parts import parts_of
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.reconstruction.trees import tree_of

ROUNDS = 5
MOST_SHOWN = 60_000
MOST_PARTS = 40
_TASK = """You improve an Android app that was rebuilt from recordings as a JSON specification. The document is \
{"app": ..., "screens": {NAME: ...}}. Answer with a JSON Patch (RFC 6902) on it: one JSON list of operations and \
nothing else. You may edit transitions, tables, lists, details, forms, removals, row_effects, picks, settings, \
marks, choices, passes, start and first, and add contents to screens. Screens stay as they are told apart by. A \
transition names a screen, an action (tap, hold, type, back, enter, scroll DIRECTION), a slot and a label of a \
part, and outcomes with a screen and a count. An edit is kept only if no score falls and one rises. Answer [] when \
there is nothing left to do."""


@dataclass(frozen=True, slots=True)
class AgentRound:
    """What came of one round."""

    kept: bool
    told: str
    scores: Scores


def finish_app(
    spec: AppSpec,
    model: ChatModel,
    judge: AppJudge,
    *,
    report: Callable[[AgentRound], object],
    rounds: int = ROUNDS,
) -> AppSpec:
    """The app with every edit that made it truer. A model that does not answer ends the rounds."""
    judged = judge(spec)
    told = ""
    for _ in range(rounds):
        question = ChatMessage("user", _question(spec, judged, told))
        try:
            reply = model.reply((ChatMessage("system", _TASK), question))
        except NoChatReply as error:
            report(AgentRound(kept=False, told=str(error), scores=judged.scores))
            break
        try:
            operations = patch_in(reply)
            if not operations:
                report(AgentRound(kept=False, told="no further edit", scores=judged.scores))
                break
            edited = patched(spec, operations)
            found = judge(edited)
        except (BadPatch, CannotJudge) as error:
            told = f"Your last patch was refused: {error}"
            report(AgentRound(kept=False, told=str(error), scores=judged.scores))
            continue
        kept = found.scores.rises_from(judged.scores)
        told = f"Your last patch was {'kept' if kept else 'not kept'}: {judged.scores} became {found.scores}"
        report(AgentRound(kept=kept, told=told, scores=found.scores))
        if kept:
            spec, judged = edited, found
    return spec


def patch_in(reply: str) -> list[Any]:
    """The list of operations in a reply, with or without words and fences around it."""
    decoder = json.JSONDecoder()
    for place, sign in enumerate(reply):
        if sign != "[":
            continue
        try:
            found: Any = decoder.raw_decode(reply, place)[0]
        except (ValueError, RecursionError):
            continue
        operations = cast("list[Any]", found) if isinstance(found, list) else None
        if operations is not None and all(isinstance(one, dict) for one in operations):
            return operations
    raise BadPatch("the reply holds no list of operations")


def _question(spec: AppSpec, judged: JudgedApp, told: str) -> str:
    app: dict[str, Any] = document_of(spec)["app"]
    transitions: list[Any] = app.pop("transitions", [])
    lines = [
        *((told,) if told else ()),
        f"Scores: {judged.scores}",
        "What fails:",
        *(judged.failures or ("nothing that is shown",)),
        "Screens, with the parts of their first content as (slot, label):",
        *(_outline(spec, place) for place in range(len(spec.screens))),
        "The app without its transitions:",
        json.dumps(app, ensure_ascii=False),
        "Transitions by their place in /app/transitions:",
        *(f"{n}: {json.dumps(one, ensure_ascii=False)}" for n, one in enumerate(transitions)),
    ]
    return "\n".join(lines)[:MOST_SHOWN]


def _outline(spec: AppSpec, place: int) -> str:
    screen = spec.screens[place]
    parts = parts_of(tree_of(screen.states[0].views, screen.package))
    named = [(part.slot, part.label) for part in parts if part.label][:MOST_PARTS]
    return f"{screen.name} ({screen.kind}, {screen.title!r}): {named}"
