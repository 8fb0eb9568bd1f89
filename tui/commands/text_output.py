"""What happens to a run, in words for people."""

from __future__ import annotations

import os
import shlex

from phonebuddy.v1 import observation_pb2, run_pb2

from tui.answers import WITHHELD, answer_line, is_withheld
from tui.change_words import change_lines, changes_of
from tui.commands.exit_codes import FAULT, exit_code
from tui.commands.next_words import as_typed
from tui.commands.run_output import Event, LineSink, LineWriter, Run, seconds_of
from tui.endings import LOOKS, ending_of, outcome_words
from tui.models import is_model
from tui.plain_text import duration_words, one_line, steps_words
from tui.sentences import thought_words
from tui.words import (
    cost_words,
    decided_words,
    decider_words,
    decision_words,
    device_info_words,
    response_words,
    result_words,
    state_words,
)

_DECIDED_BY = {
    run_pb2.ACTOR_REPLAY: "   (replayed)",
    run_pb2.ACTOR_RUNTIME: "   (before the policy begins)",
}


class TextOutput:
    """Lines for people; thoughts are dim where the terminal can."""

    def __init__(self, out: LineSink, *, may_undo: bool = False) -> None:
        """`may_undo`: the runtime, and with it a virtual phone, stays when the command is over."""
        self._lines = LineWriter(out)
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
        seconds = seconds_of(run.updated) - seconds_of(run.created)
        spent = f"{steps_words(run.steps)}, {duration_words(seconds)}{cost_words(run)}"
        if run.state == run_pb2.RUN_STATE_INTERRUPTED:
            self._line(f"\nInterrupted: {one_line(run.reason)}   ({spent})")
            self._line(as_typed(f"go on with: phonebuddy runs continue {run.id}"))
            return
        look = LOOKS[ending_of(run.outcome)]
        self._line("")
        told = f"{look.sign} {outcome_words(run.outcome)}"
        self._line(f"{self._styled(told, look.ansi)}   ({spent})")
        if run.outcome.HasField("answer"):
            self._line(f"answer  {answer_line(run.outcome)}")
        elif is_withheld(run):
            self._line(WITHHELD)
        for line in change_lines(run.outcome):
            self._line(f"  {line}")
        if exit_code(run) == FAULT:
            self._line(as_typed(f"find out:   {_find_out(run)}"))
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
        by = _DECIDED_BY.get(decided.actor, "") if decider_words(decided) else ""
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


def _find_out(run: Run) -> str:
    """What tells more about a fault of the phone, or of the model that was asked."""
    known = "phonebuddy doctor, phonebuddy devices list"
    return (
        f"{known}, phonebuddy models {shlex.quote(run.policy)}" if is_model(run.policy) else known
    )
