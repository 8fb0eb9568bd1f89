"""Runs as text, for people."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator

from runtime.action_words import describe
from runtime.episode import (
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    Outcome,
    RanOut,
    RefusedByGuard,
    Step,
    StoppedByPerson,
    Unparsed,
)
from runtime.runs.model import Run
from runtime.turn.timings import PARTS

_GOAL_WIDTH = 60
_THOUGHT_WIDTH = 100


def line_of(run: Run) -> str:
    """A run in one line."""
    goal = _cut(run.request.goal, _GOAL_WIDTH)
    return f"{run.id}  {run.state.value:11}  {run.steps:3} steps  {_when(run.created_s)}  {goal}"


def lines_of(run: Run, steps: Iterable[Step]) -> Iterator[str]:
    """A run with its steps, decisions and where the time went."""
    request = run.request
    yield f"run      {run.id}"
    yield f"goal     {_cut(request.goal, 500)}"
    yield f"device   {request.device}"
    yield f"policy   {request.policy}"
    yield f"state    {run.state.value}{f' ({run.reason})' if run.reason else ''}"
    yield f"time     {_when(run.created_s)} to {_when(run.updated_s)}"
    yield f"spent    {run.steps} steps, {run.tokens} tokens"
    if run.question is not None:
        yield f"asks     {run.question.text} (question {run.question.id})"
    if run.outcome is not None:
        yield f"outcome  {_ending(run.outcome)}"
        yield from (f"         {reason}" for reason in _reasons(run.outcome))
    totals: dict[str, float] = {}
    count = 0
    for number, step in enumerate(steps):
        count += 1
        yield ""
        yield from _step(number, step)
        for part, milliseconds in step.timings_ms:
            totals[part] = totals.get(part, 0.0) + milliseconds
    if totals:
        yield ""
        yield f"where the time went, in ms over {count} steps"
        whole = sum(totals.values())
        for part in sorted(totals, key=_place):
            share = 100 * totals[part] / whole if whole else 0.0
            mean = totals[part] / count
            yield f"  {part:12} {totals[part]:10.1f}  {share:5.1f} %  {mean:8.1f} a step"


def _step(number: int, step: Step) -> Iterator[str]:
    decision = step.decision
    if isinstance(decision.action, Unparsed):
        words = f"could not be read: {decision.action.reason}"
    else:
        words = describe(decision.action, step.observation)
    yield f"{number:3}  {words}   [{step.actor.value}, on {step.observation.package}]"
    if decision.thought:
        yield f"     thought: {_cut(decision.thought, _THOUGHT_WIDTH)}"
    guard = step.guard
    if guard is not None and guard.rule:
        asked = {True: ", approved", False: ", denied", None: ""}[guard.approved]
        yield f"     guard: {guard.verdict.value} by rule {guard.rule}{asked}"
    if step.answer:
        yield f"     answer: {_cut(step.answer, _THOUGHT_WIDTH)}"
    if step.error:
        yield f"     not done: {step.error}"
    elif step.performed is not None and step.performed.note:
        yield f"     note: {step.performed.note}"
    if step.timings_ms:
        parts = sorted(step.timings_ms, key=lambda timing: _place(timing[0]))
        spent = "  ".join(f"{part} {ms:.1f}" for part, ms in parts if ms >= 0.05)
        yield f"     ms: {spent}"


def _ending(outcome: Outcome) -> str:
    match outcome.ending:
        case Finished(status, text):
            return f"the policy says {status.value}{f': {text}' if text else ''}"
        case FinishedUnsure(text, doubt):
            return f"the policy says done{f': {text}' if text else ''}, and in doubt is: {doubt}"
        case RanOut(limit):
            return f"ran out of {limit}"
        case StoppedByPerson(reason):
            return f"stopped by a person{f': {reason}' if reason else ''}"
        case RefusedByGuard(rule):
            return f"refused by the guard's rule {rule}"
        case EnvironmentFault(error):
            return f"a fault of the environment: {error}"


def _reasons(outcome: Outcome) -> Iterator[str]:
    if outcome.judgement is not None:
        yield "solved, says the verifier" if outcome.judgement.success else "not solved"
        yield from outcome.judgement.reasons


def _place(part: str) -> tuple[int, str]:
    """In the order in which the parts of a step follow each other."""
    return (PARTS.index(part) if part in PARTS else len(PARTS)), part


def _when(time_s: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(time_s))


def _cut(text: str, width: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= width else f"{text[: width - 3]}..."
