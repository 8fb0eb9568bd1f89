"""How runs end: one kind for each, with its word, its sign and its colours, and a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from phonebuddy.v1 import action_pb2, run_pb2

from tui.plain_text import one_line
from tui.sentences import ended, says


class RunEnding(StrEnum):
    """The ends that a run can come to, by the names that programs read."""

    DONE = "done"
    UNSURE = "unsure"
    """The policy says done, and a step is in doubt: it was not sure of it, or was not let do it."""
    NOT_SOLVED = "not_solved"
    """The policy says done, and a check says that it is not."""
    GAVE_UP = "gave_up"
    REFUSED = "refused"
    """By the policy."""
    REFUSED_BY_GUARD = "refused_by_guard"
    STOPPED = "stopped"
    """By the person."""
    RAN_OUT = "ran_out"
    FAULT = "fault"
    """The phone or the policy failed: neither success nor failure."""
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class EndingLook:
    """How an ending is shown. `colour` is of the theme or a plain one, `ansi` for bare terminals."""

    word: str
    sign: str
    colour: str
    ansi: str


LOOKS: Mapping[RunEnding, EndingLook] = {
    RunEnding.DONE: EndingLook("done", "✓", "$text-success", "32"),
    RunEnding.UNSURE: EndingLook("perhaps done", "?", "$text-warning", "33"),
    RunEnding.NOT_SOLVED: EndingLook("not solved", "✗", "$text-error", "31"),
    RunEnding.GAVE_UP: EndingLook("gave up", "∅", "$text-warning", "33"),
    RunEnding.REFUSED: EndingLook("refused", "⊘", "#2aa1b3", "36"),
    RunEnding.REFUSED_BY_GUARD: EndingLook("stopped by the guard", "!", "#b07cd8", "35"),
    RunEnding.STOPPED: EndingLook("stopped by you", "■", "$text-muted", "2"),
    RunEnding.RAN_OUT: EndingLook("ran out", "◷", "$text-primary", "34"),
    RunEnding.FAULT: EndingLook("failed", "✗", "$text-error", "31"),
    RunEnding.INTERRUPTED: EndingLook("interrupted", "✗", "$text-error", "31"),
}


def ending_of(outcome: run_pb2.Outcome) -> RunEnding:
    """The kind of an outcome."""
    match outcome.ending:
        case run_pb2.ENDING_KIND_FINISHED:
            if outcome.HasField("success") and not outcome.success:
                return RunEnding.NOT_SOLVED
            return _FINISHES.get(outcome.status, RunEnding.DONE)
        case run_pb2.ENDING_KIND_FINISHED_UNSURE:
            if outcome.HasField("success"):
                return RunEnding.DONE if outcome.success else RunEnding.NOT_SOLVED
            return RunEnding.UNSURE
        case run_pb2.ENDING_KIND_RAN_OUT:
            return RunEnding.RAN_OUT
        case run_pb2.ENDING_KIND_STOPPED_BY_PERSON:
            return RunEnding.STOPPED
        case run_pb2.ENDING_KIND_REFUSED_BY_GUARD:
            return RunEnding.REFUSED_BY_GUARD
        case _:
            return RunEnding.FAULT


def run_ending(run: run_pb2.Run) -> RunEnding | None:
    """How a run ended; None while it has not."""
    if run.HasField("outcome"):
        return ending_of(run.outcome)
    return _STATES.get(run.state)


_FINISHES: Mapping[int, RunEnding] = {
    action_pb2.FINISH_STATUS_IMPOSSIBLE: RunEnding.GAVE_UP,
    action_pb2.FINISH_STATUS_REFUSED: RunEnding.REFUSED,
}
# Of runs without an outcome: those that were interrupted, and those of older records.
_STATES: Mapping[int, RunEnding] = {
    run_pb2.RUN_STATE_FINISHED: RunEnding.DONE,
    run_pb2.RUN_STATE_FAILED: RunEnding.FAULT,
    run_pb2.RUN_STATE_CANCELLED: RunEnding.STOPPED,
    run_pb2.RUN_STATE_INTERRUPTED: RunEnding.INTERRUPTED,
}


def outcome_words(outcome: run_pb2.Outcome) -> str:
    """How a run ended, in a sentence."""
    words = _sentence(outcome)
    if not outcome.HasField("success"):
        return words
    verdict = "solved" if outcome.success else "not solved"
    reasons = "; ".join(one_line(reason) for reason in outcome.reasons)
    return f"{words} A check says that the task is {ended(f'{verdict}: {reasons}' if reasons else verdict)}"


def _sentence(outcome: run_pb2.Outcome) -> str:
    text = one_line(outcome.text)
    if not text.strip(_MARKS):
        text = ""
    match outcome.ending:
        case run_pb2.ENDING_KIND_FINISHED:
            return _finish_sentence(outcome.status, text)
        case run_pb2.ENDING_KIND_FINISHED_UNSURE:
            said = says("Perhaps done", text).replace("done and said:", "done. It said:", 1)
            doubt = one_line(outcome.doubt)
            return f"{said} Please look yourself: this step is in doubt: {ended(doubt)}"
        case run_pb2.ENDING_KIND_RAN_OUT:
            return _LIMITS.get(text) or ended(f"It ended unfinished: {text}")
        case run_pb2.ENDING_KIND_STOPPED_BY_PERSON:
            return "You stopped it." if text in _OWN_WORDS else ended(f"It was stopped: {text}")
        case run_pb2.ENDING_KIND_REFUSED_BY_GUARD:
            why = one_line(outcome.refusal) or f"its rule '{text}' does not allow this"
            return ended(f"The guard stopped it: {why}")
        case _:
            return ended(f"Something failed, and not the policy: {text or 'no reason is known'}")


# What is nothing but these a small policy has stuttered, and not said.
_MARKS = "{}[]()<>\"'`.,:;/\\ "


def _finish_sentence(status: int, text: str) -> str:
    match status:
        case action_pb2.FINISH_STATUS_IMPOSSIBLE:
            return says("It gave up", text)
        case action_pb2.FINISH_STATUS_REFUSED:
            return says("It refused", text)
        case _ if text:
            done = says("Done", text)
            return done.replace("Done and said:", "Done. It said:", 1)
        case _:
            return "Done."


# Of the limits that a runtime names.
_LIMITS: Mapping[str, str] = {
    "steps": "It ran out of steps before it was done.",
    "seconds": "It ran out of time before it was done.",
    "tokens": "It ran out of tokens before it was done.",
    "dollars": "It reached its spending limit before it was done.",
    "context": "It ran out of room: the task has grown longer than the policy can read.",
    "unreadable replies": "It ended unfinished: the replies of the policy could not be read.",
    "repetition": "It ended unfinished: the policy did the same again and again.",
    "": "It ended unfinished.",
}
# Reasons that our own keys and commands give.
_OWN_WORDS = frozenset({"", "stopped by the person", "stopped at the terminal"})
