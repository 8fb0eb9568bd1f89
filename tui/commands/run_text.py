"""Runs that were, as text."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from phonebuddy.v1 import run_pb2
from phonebuddy.v1.enum_names import short_name

from tui.answers import answer_line, answer_of
from tui.change_words import change_lines, changes_of
from tui.commands.json_output import step_json
from tui.commands.next_words import as_typed
from tui.endings import LOOKS, outcome_words, run_ending
from tui.plain_text import duration_words, one_line, steps_words
from tui.sentences import thought_words
from tui.words import (
    cost_words,
    decision_words,
    device_info_words,
    element_words,
    is_restating,
    question_words,
    result_words,
    state_words,
    understood_words,
)


def row_of(run: run_pb2.Run) -> tuple[str, ...]:
    """A run as cells of a list."""
    return (
        run.id,
        standing_words(run),
        steps_words(run.steps),
        _when(run.created.seconds),
        one_line(run.goal, 60),
    )


def standing_words(run: run_pb2.Run) -> str:
    """The state of a run, or how it ended, in a word or two."""
    ending = run_ending(run)
    return state_words(run.state) if ending is None else LOOKS[ending].word


def summary(run: run_pb2.Run) -> Iterator[str]:
    """What a run is and how it stands."""
    yield f"run      {run.id}"
    yield f"task     {one_line(run.goal)}"
    phone = f"   ({device_info_words(run.device_info)})" if run.HasField("device_info") else ""
    yield f"phone    {one_line(run.device)}{phone}"
    yield f"policy   {one_line(run.policy)}"
    if run.replay_of:
        yield f"replays  {run.replay_of}"
    yield f"state    {standing_words(run)}"
    seconds = run.updated.ToNanoseconds() / 1e9 - run.created.ToNanoseconds() / 1e9
    yield f"time     {_when(run.created.seconds)}, {duration_words(seconds)}"
    yield f"spent    {steps_words(run.steps)}, {run.tokens} tokens{cost_words(run)}"
    if run.HasField("question"):
        yield f"asks     {question_words(run.question)}"
    if run.HasField("outcome"):
        yield f"outcome  {outcome_words(run.outcome)}"
        if run.outcome.HasField("answer"):
            yield f"answer   {answer_line(run.outcome)}"
        for line in change_lines(run.outcome):
            yield f"         {line}"
        if run.undone:
            yield "         Taken back since: the phone was made what it was before."
    elif run.state == run_pb2.RUN_STATE_INTERRUPTED:
        yield f"reason   {one_line(run.reason)}"
        yield as_typed(f"go on    phonebuddy runs continue {run.id}")


_ACTORS = {
    run_pb2.ACTOR_PERSON: "You: ",
    run_pb2.ACTOR_REPLAY: "Replayed: ",
    run_pb2.ACTOR_RUNTIME: "Start: ",
}


def step_lines(number: int, step: run_pb2.Step, *, detailed: bool) -> Iterator[str]:
    """A step, with what became of it; in detail, with its screen and times."""
    who = _ACTORS.get(step.actor, "")
    done = decision_words(step.decision, step.observation)
    if is_restating(step):
        who, done = "", understood_words(step.decision)
    yield f"{number + 1:3}  {who}{done}"
    thought = thought_words(step.decision.thought, done)
    if thought:
        yield f"     {one_line(thought, 0 if detailed else 100)}"
    guard = step.guard
    if guard.rule:
        word = "approved" if guard.HasField("approved") and guard.approved else ""
        yield f"     guard: rule {one_line(guard.rule)}{f', {word}' if word else ''}"
    result = result_words(step)
    if result:
        yield f"     -> {result}"
    if not detailed:
        return
    look = step.observation
    yield f"     on {one_line(look.package)} {one_line(look.activity)}"
    for element in look.elements:
        yield f"       {element.index:3}  {element_words(element)}"
    spent = [f"{t.part} {t.milliseconds:.0f}" for t in step.timings if t.milliseconds >= 0.5]
    if spent:
        yield f"     ms: {', '.join(spent)}"


def run_json(run: run_pb2.Run) -> dict[str, Any]:
    """A run for programs."""
    return {
        "run": run.id,
        "goal": run.goal,
        "device": run.device,
        "policy": run.policy,
        "state": short_name(run_pb2.RunState, run.state),
        "outcome": run_ending(run),
        "changed": changes_of(run.outcome),
        "undone": run.undone,
        "text": run.outcome.text or run.reason,
        "answer": answer_of(run.outcome),
        "created": run.created.ToNanoseconds() / 1e9,
        "updated": run.updated.ToNanoseconds() / 1e9,
        "steps": run.steps,
        "tokens": run.tokens,
        "cost_dollars": run.cost_dollars if run.HasField("cost_dollars") else None,
        "replay_of": run.replay_of,
    }


def step_object(number: int, step: run_pb2.Step) -> dict[str, Any]:
    """A step for programs."""
    return {
        "step": number,
        "actor": short_name(run_pb2.Actor, step.actor),
        "words": decision_words(step.decision, step.observation),
        "thought": step.decision.thought,
        "package": step.observation.package,
        "activity": step.observation.activity,
        **step_json(step),
    }


def _when(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))
