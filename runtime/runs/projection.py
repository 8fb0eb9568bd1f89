"""A run as it stands, from what has happened to it: one pure function, so that both always agree."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from runtime.engine import Usage
from runtime.runs.endings import final_state, words
from runtime.runs.model import (
    Acting,
    Answered,
    Asked,
    Ended,
    Event,
    Looked,
    Opened,
    PolicyDecided,
    Run,
    RunState,
    StateChanged,
    StepDone,
    Undone,
)


def after(run: Run, event: Event) -> Run:
    """The run once `event`, its next one, has happened."""
    if event.sequence != run.sequence + 1:
        raise ValueError(f"event {event.sequence} does not follow event {run.sequence} of {run.id}")
    run = replace(run, sequence=event.sequence, updated_s=event.time_s)
    match event.happening:
        case StateChanged(state, reason):
            question = run.question if state is RunState.WAITING else None
            # An interrupted run that goes on has not ended after all.
            outcome = None if state.alive else run.outcome
            return replace(run, state=state, reason=reason, question=question, outcome=outcome)
        case Opened(device):
            return replace(run, device=device)
        case PolicyDecided(usage=usage):
            tokens = run.tokens + usage.prompt_tokens + usage.reply_tokens
            return replace(run, tokens=tokens, cost_dollars=_sum(run.cost_dollars, usage))
        case Asked(question=question):
            return replace(run, question=question, state=RunState.WAITING)
        case Answered():
            return replace(run, question=None)
        case StepDone(step):
            return replace(run, steps=step + 1)
        case Ended(outcome):
            state, reason = final_state(outcome.ending), words(outcome.ending)
            return replace(run, state=state, reason=reason, question=None, outcome=outcome)
        case Undone():
            return replace(run, undone=True)
        case Looked() | Acting():
            return run
        case _ as unexpected:
            assert_never(unexpected)


def _sum(before: float | None, usage: Usage) -> float | None:
    """What is known of the cost; what nobody bills adds nothing."""
    return before if usage.cost_dollars is None else (before or 0.0) + usage.cost_dollars
