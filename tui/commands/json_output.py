"""What happens to a run, as JSON for programs: `DOCUMENTED` is its description."""

from __future__ import annotations

import json
from typing import Any

from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message
from phonebuddy.v1 import run_pb2
from phonebuddy.v1.enum_names import short_name

from tui.answers import answer_of
from tui.change_words import changes_of
from tui.commands.exit_codes import exit_code
from tui.commands.run_output import Event, LineSink, LineWriter, Run, seconds_of
from tui.endings import outcome_words, run_ending
from tui.words import decision_words


class JsonLinesOutput:
    """One object a line; each has `event`, and those of a run its `sequence` and `time`.

    With `of_several`, each also says which run and device it is about.
    """

    def __init__(self, out: LineSink, *, of_several: bool = False) -> None:
        self._lines = LineWriter(out)
        self._of_several = of_several
        self._about: dict[str, Any] = {}

    def began(self, run: Run, *, why: str) -> None:
        if self._of_several:
            self._about = {"run": run.id, "device": run.device}
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
        self._write({"event": "over", **ending_json(run)})

    def _write(self, told: dict[str, Any]) -> None:
        self._lines.write(json.dumps({**told, **self._about}, ensure_ascii=False))


def ending_json(run: Run) -> dict[str, Any]:
    """How a run ended."""
    outcome = run.outcome
    return {
        "run": run.id,
        "outcome": run_ending(run),
        "words": outcome_words(outcome) if run.HasField("outcome") else run.reason,
        "text": outcome.text,
        "answer": answer_of(outcome),
        "changed": changes_of(outcome),
        "solved": outcome.success if outcome.HasField("success") else None,
        "steps": run.steps,
        "tokens": run.tokens,
        "cost_dollars": run.cost_dollars if run.HasField("cost_dollars") else None,
        "exit_code": exit_code(run),
    }


DOCUMENTED = """\
--json writes one object a line, each with "event":
  run       run, goal, device, policy, replay_of, why_device     always first
  state     state, reason
  opened    device (model, android_version, width_px, height_px ...)
  look      step, package, activity, elements (how many)
  decided   step, actor (policy, replay or runtime), action, words, thought, tokens
  asked     step, question (id, kind, text, rule, risk, action, effect, concerns,
            app, amount)
  answered  step, question, choice, text
  acting    step, action, words                                  about to be sent to the phone
  step      step, actor, performed, changed, note, error, answer, guard, milliseconds
  remark    text                                                 a word of this command's own
  over      run, outcome, words, text, answer, changed, solved, steps,
            tokens, cost_dollars, exit_code
                                                                 always last
All but run, remark and over have sequence and time (in seconds since 1970). What is asked is
answered on standard input, one object a line:
  {"question": "q7", "choice": "approve"}        or approve_for_run, deny
  {"question": "q9", "choice": "answer", "text": "Ada"}
The end of standard input is a no to all that is asked: nobody is there.
answer is what fits --schema, or null.
With --each, every line has run and device, an answer names its run too ({"run": "...", "question":
"q7", ...}), and a last line "report" has runs, problems (phone: why) and exit_code.
changed is a list of what is different on the phone now, or null where the phone cannot tell.
outcome is one of done, gave_up, refused, refused_by_guard, stopped, ran_out, fault, interrupted,
not_solved; words tells it in a sentence, text is what the policy or the limit said."""


def happening_json(event: Event) -> dict[str, Any] | None:
    """An event as an object; None for what this version does not know."""
    head: dict[str, Any] = {"event": "", "sequence": event.sequence, "time": seconds_of(event.time)}
    match event.WhichOneof("happening"):
        case "state_changed":
            told = {
                "event": "state",
                "state": short_name(run_pb2.RunState, event.state_changed.state),
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
            kind = short_name(run_pb2.QuestionKind, question.kind)
            words = ("id", "text", "rule", "risk", "action", "effect", "concerns", "app", "amount")
            told = {
                "event": "asked",
                "step": event.asked.step,
                "question": {"kind": kind, **{name: getattr(question, name) for name in words}},
            }
        case "answered":
            answered = event.answered
            choice = short_name(run_pb2.Choice, answered.response.choice)
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
        "actor": short_name(run_pb2.Actor, step.actor),
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
        "actor": short_name(run_pb2.Actor, decided.actor),
        "action": _plain(decision.action) if readable else None,
        "words": decided.words or decision_words(decision),
        "thought": decision.thought,
        "tokens": {
            "prompt": decided.usage.prompt_tokens,
            "cached": decided.usage.cached_tokens,
            "reply": decided.usage.reply_tokens,
        },
    }


def _plain(message: Message) -> dict[str, Any]:
    return MessageToDict(message, preserving_proto_field_name=True)
