"""A run as a conversation: what has been said and done, in order, made from the run's events.

Pure values: `heard` gives the conversation after one more event, `wrote` after a piece of what the
policy is writing. Events that come twice, as after a lost connection, change nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum

from phonebuddy.v1 import agent_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.requests import has_ended

from tui import words
from tui.action_words import action_words
from tui.aims import Pixels, aims_of
from tui.change_words import change_lines
from tui.endings import RunEnding, ending_of, outcome_words
from tui.plain_text import one_line, plain
from tui.sentences import thought_words

UNDONE = "Taken back: the phone is as before this task."


class Phase(StrEnum):
    """How far a turn has come."""

    DECIDING = "deciding"
    DECIDED = "decided"
    ACTING = "acting"
    DONE = "done"


class Tone(StrEnum):
    """How a line is meant."""

    NEUTRAL = "neutral"
    WAITING = "waiting"


@dataclass(frozen=True, slots=True)
class StepEntry:
    """One step: what was thought and done, and what came of it."""

    step: int
    phase: Phase = Phase.DECIDING
    streamed: str = ""
    """As the policy writes it; empty once it is decided."""
    thought: str = ""
    action: str = ""
    result: str = ""
    failed: bool = False
    who: str = ""
    """Who acts; empty for the policy."""
    seconds: float | None = None
    timings: tuple[tuple[str, float], ...] = ()
    tokens_per_s: float | None = None


@dataclass(frozen=True, slots=True)
class QuestionEntry:
    """A question to the person, and their word on it once there is one."""

    question: run_pb2.Question
    response: str = ""


@dataclass(frozen=True, slots=True)
class RunNote:
    """Something that happened to the run as a whole; `ending` where it ended it."""

    text: str
    tone: Tone = Tone.NEUTRAL
    ending: RunEnding | None = None


Entry = StepEntry | QuestionEntry | RunNote


@dataclass(frozen=True, slots=True)
class Conversation:
    """A run so far. `sequence` is the number of the newest event in it."""

    run_id: str
    goal: str
    device: str = ""
    policy: str = ""
    state: run_pb2.RunState = run_pb2.RUN_STATE_QUEUED
    sequence: int = 0
    entries: tuple[Entry, ...] = ()
    question: run_pb2.Question | None = None
    """What the run waits for."""
    outcome: run_pb2.Outcome | None = None
    observation: observation_pb2.Observation | None = None
    """The newest look, without its screenshot."""
    touches: tuple[tuple[int, int], ...] = ()
    """Where the phone was touched last, in pixels of the newest look."""
    undone: bool = False
    """It was taken back."""
    aims: Pixels = ()
    """Where the phone is about to be touched."""
    cost_dollars: float | None = None
    """Of its decisions, where somebody bills them."""

    @property
    def ended(self) -> bool:
        return has_ended(self.state)

    @property
    def ending(self) -> RunEnding | None:
        """How it ended; None while it has not."""
        if self.state == run_pb2.RUN_STATE_INTERRUPTED:
            return RunEnding.INTERRUPTED
        return None if self.outcome is None else ending_of(self.outcome)

    @property
    def can_be_undone(self) -> bool:
        """Whether it changed something that its phone may be able to take back."""
        return bool(self.outcome and self.outcome.changes.lines) and not self.undone

    @property
    def steps(self) -> int:
        return sum(1 for entry in self.entries if isinstance(entry, StepEntry))


def begin(run: run_pb2.Run) -> Conversation:
    """The conversation of a run of which nothing was heard yet."""
    return Conversation(run.id, plain(run.goal), run.device, run.policy)


def heard(talk: Conversation, event: run_pb2.Event) -> Conversation:
    """The conversation after one more event."""
    if event.sequence <= talk.sequence:
        return talk
    talk = replace(talk, sequence=event.sequence)
    match event.WhichOneof("happening"):
        case "state_changed":
            return _state(talk, event.state_changed)
        case "opened":
            return _noted(talk, f"Working on {words.device_info_words(event.opened.device)}")
        case "looked":
            look = event.looked.observation
            talk = replace(talk, observation=look, aims=())
            return _with_turn(talk, StepEntry(event.looked.step))
        case "policy_decided":
            return _decided(talk, event.policy_decided)
        case "asked":
            question = event.asked.question
            talk = replace(talk, question=question, state=run_pb2.RUN_STATE_WAITING)
            return _added(talk, QuestionEntry(question))
        case "answered":
            return _answered(talk, event.answered)
        case "acting":
            turn = _turn(talk, event.acting.step)
            action = (
                turn.action
                or one_line(event.acting.words)
                or action_words(event.acting.action, talk.observation)
            )
            return _with_turn(talk, replace(turn, phase=Phase.ACTING, action=action, streamed=""))
        case "step_done":
            return _done(talk, event.step_done)
        case "ended":
            outcome = event.ended.outcome
            state = _FINAL_STATES.get(outcome.ending, run_pb2.RUN_STATE_FINISHED)
            talk = replace(talk, state=state, outcome=outcome, question=None, aims=())
            talk = _added(talk, RunNote(outcome_words(outcome), ending=ending_of(outcome)))
            changed = "\n".join(change_lines(outcome))
            return _noted(talk, changed) if changed else talk
        case "undone":
            return _noted(replace(talk, undone=True), UNDONE)
        case _:
            return talk


# As the runtime has it; every other ending is a finish.
_FINAL_STATES = {
    run_pb2.ENDING_KIND_STOPPED_BY_PERSON: run_pb2.RUN_STATE_CANCELLED,
    run_pb2.ENDING_KIND_ENVIRONMENT_FAULT: run_pb2.RUN_STATE_FAILED,
}


def wrote(talk: Conversation, piece: agent_service_pb2.TextDelta) -> Conversation:
    """The conversation after the policy wrote some more."""
    turn = _turn(talk, piece.step)
    if turn.phase is not Phase.DECIDING:
        return talk
    return _with_turn(talk, replace(turn, streamed=turn.streamed + piece.text))


def interrupted_stream(talk: Conversation) -> Conversation:
    """Forget half-written replies: after a lost connection they begin anew or are decided."""
    entries = tuple(
        replace(entry, streamed="") if isinstance(entry, StepEntry) and entry.streamed else entry
        for entry in talk.entries
    )
    return replace(talk, entries=entries)


def streamed_thought(text: str) -> str:
    """What of a reply, while it is written, is worth reading: the thought, not the call's brackets."""
    said = _CALL.split(_TAG.sub("", text), maxsplit=1)[0]
    # A tag that is half there yet.
    return plain(re.sub(r"<[/\w]*$", "", said)).strip()


_TAG = re.compile(r"</?think>")
_CALL = re.compile(r"<tool_call>|\{\s*\"name\"")


def _state(talk: Conversation, change: run_pb2.StateChanged) -> Conversation:
    before, state = talk.state, change.state
    waits = state == run_pb2.RUN_STATE_WAITING
    talk = replace(talk, state=state, question=talk.question if waits else None)
    reason = one_line(change.reason)
    match state:
        case run_pb2.RUN_STATE_QUEUED:
            return _noted(talk, reason) if reason else talk
        case run_pb2.RUN_STATE_PAUSED:
            return _noted(talk, "Paused", Tone.WAITING)
        case run_pb2.RUN_STATE_TAKEN_OVER:
            return _noted(talk, "You have the phone", Tone.WAITING)
        case run_pb2.RUN_STATE_RUNNING if before == run_pb2.RUN_STATE_PAUSED:
            return _noted(talk, "Goes on")
        case run_pb2.RUN_STATE_RUNNING if before == run_pb2.RUN_STATE_TAKEN_OVER:
            return _noted(talk, "The policy has the phone again")
        case run_pb2.RUN_STATE_INTERRUPTED:
            text = f"Interrupted: {reason}" if reason else "Interrupted"
            note = RunNote(f"{text}. It can be continued.", ending=RunEnding.INTERRUPTED)
            return _added(talk, note)
        case _:
            return talk


def _decided(talk: Conversation, told: run_pb2.PolicyDecided) -> Conversation:
    action = words.decided_words(told, talk.observation)
    rate = None
    if told.usage.decode_ms > 0 and told.usage.reply_tokens > 0:
        rate = 1000 * told.usage.reply_tokens / told.usage.decode_ms
    turn = replace(
        _turn(talk, told.step),
        phase=Phase.DECIDED,
        streamed="",
        thought=thought_words(told.decision.thought, action),
        action=action,
        who=words.decider_words(told),
        tokens_per_s=rate,
    )
    cost = talk.cost_dollars
    if told.usage.HasField("cost_dollars"):
        cost = (cost or 0.0) + told.usage.cost_dollars
    aims = aims_of(told.decision.action, talk.observation)
    talk = replace(talk, aims=aims, cost_dollars=cost)
    return _with_turn(talk, turn)


def _answered(talk: Conversation, told: run_pb2.Answered) -> Conversation:
    entries = tuple(
        replace(entry, response=words.response_words(told.response, entry.question.kind))
        if isinstance(entry, QuestionEntry) and entry.question.id == told.question_id
        else entry
        for entry in talk.entries
    )
    return replace(talk, entries=entries, question=None)


def _done(talk: Conversation, told: run_pb2.StepDone) -> Conversation:
    record = told.record
    turn = _turn(talk, told.step)
    timings = tuple((timing.part, timing.milliseconds) for timing in record.timings)
    turn = replace(
        turn,
        phase=Phase.DONE,
        streamed="",
        action=turn.action or words.record_words(record, talk.observation),
        result=words.result_words(record),
        failed=bool(record.error) or record.decision.WhichOneof("meaning") == "unparsed",
        who="" if words.is_restating(record) else words.actor_words(record.actor),
        seconds=sum(ms for _, ms in timings) / 1000 if timings else None,
        timings=timings,
    )
    touches = tuple((touch.x, touch.y) for touch in record.performed.touches)
    if not record.HasField("performed"):
        # The phone was left alone: its last touch is still the last.
        touches = talk.touches
    return _with_turn(replace(talk, touches=touches, aims=()), turn)


def _turn(talk: Conversation, step: int) -> StepEntry:
    for entry in reversed(talk.entries):
        if isinstance(entry, StepEntry) and entry.step == step:
            return entry
    return StepEntry(step)


def _with_turn(talk: Conversation, turn: StepEntry) -> Conversation:
    for place in range(len(talk.entries) - 1, -1, -1):
        entry = talk.entries[place]
        if isinstance(entry, StepEntry) and entry.step == turn.step:
            entries = (*talk.entries[:place], turn, *talk.entries[place + 1 :])
            return replace(talk, entries=entries)
    return _added(talk, turn)


def _noted(talk: Conversation, text: str, tone: Tone = Tone.NEUTRAL) -> Conversation:
    return _added(talk, RunNote(text, tone))


def _added(talk: Conversation, entry: Entry) -> Conversation:
    return replace(talk, entries=(*talk.entries, entry))
