"""What happens to a run, as it happens: in words for people, or as JSON for programs."""

from __future__ import annotations

import json
import os
import sys
import threading
from typing import Any, Protocol, TextIO

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from phonebuddy.v1 import observation_pb2, run_pb2

from tui.change_words import change_lines, changes_of
from tui.commands.exit_codes import FAULT, exit_code
from tui.commands.next_words import as_typed
from tui.endings import LOOKS, ending_of, outcome_words, run_ending
from tui.plain_text import duration_words, one_line, steps_words
from tui.sentences import thought_words
from tui.words import (
    decided_words,
    decision_words,
    device_info_words,
    response_words,
    result_words,
    state_words,
)

Event = run_pb2.Event
Run = run_pb2.Run


_DECIDED_BY = {
    run_pb2.ACTOR_REPLAY: "   (replayed)",
    run_pb2.ACTOR_RUNTIME: "   (before the policy begins)",
}


class Teller(Protocol):
    """Tells one run."""

    def began(self, run: Run, *, why: str) -> None: ...

    def happened(self, event: Event) -> None: ...

    def remark(self, text: str) -> None:
        """A word of our own on what is going on."""
        ...

    def over(self, run: Run) -> None: ...


class WholeLines:
    """Writes lines that stay whole: the thread that reads answers remarks while events are told."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._lock = threading.Lock()

    def write(self, line: str) -> None:
        with self._lock:
            self._out.write(f"{line}\n")
            self._out.flush()


class TextOutput:
    """Lines for people; thoughts are dim where the terminal can."""

    def __init__(self, out: TextIO, *, may_undo: bool = False) -> None:
        """`may_undo`: the runtime, and with it a virtual phone, stays when the command is over."""
        self._lines = WholeLines(out)
        self._may_undo = may_undo
        self._look: observation_pb2.Observation | None = None
        self._questions: dict[str, run_pb2.Question] = {}
        self._answered_step = -1
        self._unanswered: dict[str, None] = {}
        self._coloured = (
            out.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
        )

    def began(self, run: Run, *, why: str) -> None:
        self._line(f"task    {one_line(run.goal)}")
        self._line(f"phone   {one_line(run.device)}{f'   ({why})' if why else ''}")
        self._line(f"policy  {one_line(run.policy)}")
        self._line(f"run     {run.id}{f'   (replays {run.replay_of})' if run.replay_of else ''}")
        self._line("")

    def happened(self, event: Event) -> None:
        match event.WhichOneof("happening"):
            case "state_changed":
                self._state(event.state_changed)
            case "opened":
                self._dim(f"     on {device_info_words(event.opened.device)}")
            case "looked":
                self._look = event.looked.observation
            case "policy_decided":
                self._decided(event.policy_decided)
            case "asked":
                self._questions[event.asked.question.id] = event.asked.question
            case "answered":
                self._answered(event.answered)
            case "step_done":
                self._done(event.step_done)
            case _:
                pass

    def remark(self, text: str) -> None:
        self._line(f"     {text}")

    def over(self, run: Run) -> None:
        seconds = _seconds(run.updated) - _seconds(run.created)
        spent = f"{steps_words(run.steps)}, {duration_words(seconds)}"
        if run.state == run_pb2.RUN_STATE_INTERRUPTED:
            self._line(f"\nInterrupted: {one_line(run.reason)}   ({spent})")
            self._line(as_typed(f"go on with: phonebuddy runs continue {run.id}"))
            return
        look = LOOKS[ending_of(run.outcome)]
        self._line("")
        told = f"{look.sign} {outcome_words(run.outcome)}"
        self._line(f"{self._styled(told, look.ansi)}   ({spent})")
        for line in change_lines(run.outcome):
            self._line(f"  {line}")
        if exit_code(run) == FAULT:
            self._line(as_typed("find out:   phonebuddy doctor, phonebuddy devices list"))
        for advice in self._unanswered:
            self._line(advice)
        self._line(as_typed(f"look again: phonebuddy runs show {run.id}"))
        if self._may_undo and changes_of(run.outcome):
            self._line(as_typed(f"take back:  phonebuddy undo {run.id}"))

    def _state(self, change: run_pb2.StateChanged) -> None:
        waits = change.state in {run_pb2.RUN_STATE_WAITING, run_pb2.RUN_STATE_INTERRUPTED}
        if waits or not change.reason:
            return  # the question, or the end, says it better
        known = change.state == run_pb2.RUN_STATE_RUNNING
        words = one_line(change.reason)
        self._dim(f"     {words if known else f'{state_words(change.state)}: {words}'}")

    def _decided(self, decided: run_pb2.PolicyDecided) -> None:
        words = decided_words(decided, self._look)
        by = _DECIDED_BY.get(decided.actor, "")
        self._line(f"{decided.step + 1:3}  {words}{by}")
        thought = thought_words(decided.decision.thought, words)
        if thought:
            self._dim(f"     {one_line(thought, 200)}")

    def _answered(self, answered: run_pb2.Answered) -> None:
        question = self._questions.get(answered.question_id, run_pb2.Question())
        self._line(f"     {response_words(answered.response, question.kind)}")
        self._answered_step = answered.step
        if answered.response.choice != run_pb2.CHOICE_NOBODY:
            return
        if question.kind == run_pb2.QUESTION_KIND_APPROVAL:
            self._unanswered[f"allow it:   the same again with --yes {question.rule}"] = None
        else:
            self._unanswered["be there:   run it in a terminal, or with --json"] = None

    def _done(self, done: run_pb2.StepDone) -> None:
        step = done.record
        if step.actor == run_pb2.ACTOR_PERSON:
            self._line(f"{done.step + 1:3}  You: {decision_words(step.decision, self._look)}")
        result = result_words(step)
        # What was asked and answered is told already.
        if result and done.step != self._answered_step:
            self._line(f"     -> {result}")

    def _line(self, text: str) -> None:
        self._lines.write(text)

    def _dim(self, text: str) -> None:
        self._line(self._styled(text, "2"))

    def _styled(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self._coloured else text


class JsonLinesOutput:
    """One object a line; each has `event`, and those of a run its `sequence` and `time`."""

    def __init__(self, out: TextIO) -> None:
        self._lines = WholeLines(out)

    def began(self, run: Run, *, why: str) -> None:
        self._write(
            {
                "event": "run",
                "run": run.id,
                "goal": run.goal,
                "device": run.device,
                "policy": run.policy,
                "replay_of": run.replay_of,
                "why_device": why,
            }
        )

    def happened(self, event: Event) -> None:
        told = happening_json(event)
        if told is not None:
            self._write(told)

    def remark(self, text: str) -> None:
        self._write({"event": "remark", "text": text})

    def over(self, run: Run) -> None:
        outcome = run.outcome
        self._write(
            {
                "event": "over",
                "run": run.id,
                "outcome": run_ending(run),
                "words": outcome_words(outcome) if run.HasField("outcome") else run.reason,
                "text": outcome.text,
                "changed": changes_of(outcome),
                "solved": outcome.success if outcome.HasField("success") else None,
                "steps": run.steps,
                "tokens": run.tokens,
                "exit_code": exit_code(run),
            }
        )

    def _write(self, told: dict[str, Any]) -> None:
        self._lines.write(json.dumps(told, ensure_ascii=False))


DOCUMENTED = """\
--json writes one object a line, each with "event":
  run       run, goal, device, policy, replay_of, why_device     always first
  state     state, reason
  opened    device (model, android_version, width_px, height_px ...)
  look      step, package, activity, elements (how many)
  decided   step, actor (policy, replay or runtime), action, words, thought, tokens
  asked     step, question (id, kind, text, rule, risk, action, effect, concerns)
  answered  step, question, choice, text
  acting    step, action, words                                  about to be sent to the phone
  step      step, actor, performed, changed, note, error, answer, guard, milliseconds
  remark    text                                                 a word of this command's own
  over      run, outcome, words, text, changed, solved, steps, tokens, exit_code
                                                                 always last
All but run, remark and over have sequence and time (in seconds since 1970). What is asked is
answered on standard input, one object a line:
  {"question": "q7", "choice": "approve"}        or approve_for_run, deny
  {"question": "q9", "choice": "answer", "text": "Ada"}
The end of standard input is a no to all that is asked: nobody is there.
changed is a list of what is different on the phone now, or null where the phone cannot tell.
outcome is one of done, gave_up, refused, refused_by_guard, stopped, ran_out, fault, interrupted,
not_solved; words tells it in a sentence, text is what the policy or the limit said."""


def happening_json(event: Event) -> dict[str, Any] | None:
    """An event as an object; None for what this version does not know."""
    head: dict[str, Any] = {"event": "", "sequence": event.sequence, "time": _seconds(event.time)}
    match event.WhichOneof("happening"):
        case "state_changed":
            state = run_pb2.RunState.Name(event.state_changed.state)
            told = {
                "event": "state",
                "state": state.removeprefix("RUN_STATE_").lower(),
                "reason": event.state_changed.reason,
            }
        case "opened":
            told = {"event": "opened", "device": _plain(event.opened.device)}
        case "looked":
            look = event.looked.observation
            told = {
                "event": "look",
                "step": event.looked.step,
                "package": look.package,
                "activity": look.activity,
                "elements": len(look.elements),
            }
        case "policy_decided":
            told = _decided_json(event.policy_decided)
        case "asked":
            question = event.asked.question
            kind = run_pb2.QuestionKind.Name(question.kind).removeprefix("QUESTION_KIND_").lower()
            words = ("id", "text", "rule", "risk", "action", "effect", "concerns")
            told = {
                "event": "asked",
                "step": event.asked.step,
                "question": {"kind": kind, **{name: getattr(question, name) for name in words}},
            }
        case "answered":
            answered = event.answered
            choice = run_pb2.Choice.Name(answered.response.choice).removeprefix("CHOICE_").lower()
            told = {
                "event": "answered",
                "step": answered.step,
                "question": answered.question_id,
                "choice": choice,
                "text": answered.response.text,
            }
        case "acting":
            told = {
                "event": "acting",
                "step": event.acting.step,
                "action": _plain(event.acting.action),
                "words": event.acting.words,
            }
        case "step_done":
            told = {
                "event": "step",
                "step": event.step_done.step,
                **step_json(event.step_done.record),
            }
        case _:
            return None  # the end is told with all of the run, by `over`
    return {**head, **told}


def step_json(step: run_pb2.Step) -> dict[str, Any]:
    """What became of a step."""
    return {
        "actor": actor_name(step.actor),
        "performed": step.HasField("performed"),
        "changed": step.performed.changed,
        "note": step.performed.note,
        "error": step.error,
        "answer": step.answer,
        "guard": _plain(step.guard) if step.HasField("guard") else None,
        "milliseconds": {timing.part: timing.milliseconds for timing in step.timings},
    }


def _decided_json(decided: run_pb2.PolicyDecided) -> dict[str, Any]:
    decision = decided.decision
    readable = decision.WhichOneof("meaning") == "action"
    return {
        "event": "decided",
        "step": decided.step,
        "actor": actor_name(decided.actor),
        "action": _plain(decision.action) if readable else None,
        "words": decided.words or decision_words(decision),
        "thought": decision.thought,
        "tokens": {
            "prompt": decided.usage.prompt_tokens,
            "cached": decided.usage.cached_tokens,
            "reply": decided.usage.reply_tokens,
        },
    }


def actor_name(actor: run_pb2.Actor) -> str:
    return run_pb2.Actor.Name(actor).removeprefix("ACTOR_").lower()


def _plain(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)


def _seconds(stamp: Message) -> float:
    # Timestamps have these, but their generated types hide it behind a mixin.
    return getattr(stamp, "seconds", 0) + getattr(stamp, "nanos", 0) / 1e9


def teller(*, as_json: bool, may_undo: bool = False) -> Teller:
    """The one for standard output."""
    return JsonLinesOutput(sys.stdout) if as_json else TextOutput(sys.stdout, may_undo=may_undo)
