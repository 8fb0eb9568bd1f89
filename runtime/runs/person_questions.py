"""Asking the person: the run waits, its watch stands still, and both sides of it are on record."""

from __future__ import annotations

from runtime.runs.control import RunControl
from runtime.runs.journal import RunJournal
from runtime.runs.limits import Meter
from runtime.runs.model import Answered, Asked, Question, Response, RunState


class PersonQuestions:
    """Used by the run's own thread only."""

    def __init__(self, control: RunControl, journal: RunJournal, meter: Meter) -> None:
        self._control = control
        self._journal = journal
        self._meter = meter

    def next_id(self) -> str:
        """The id of the next question: never used before in this run, nor when it is continued."""
        return f"q{self._journal.sequence + 1}"

    def ask(self, question: Question) -> Response:
        """Wait for the person; `Cancelled` when the run is steered meanwhile: nothing is answered."""
        self._control.checkpoint()
        self._meter.stand()
        step = self._journal.step
        self._control.ask(question)
        self._journal.write(Asked(step, question))
        self._journal.state(RunState.WAITING, question.text)
        response = self._control.response()
        # In this order, so that a run is never seen to wait without a question.
        self._journal.state(RunState.RUNNING)
        self._journal.write(Answered(step, question.id, response))
        self._control.response_recorded()
        self._meter.go()
        return response
