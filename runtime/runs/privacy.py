"""What of a run may be kept, and what of it a policy may read: redaction applied to what happens."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from runtime.actions import Action
from runtime.episode import Ending, EnvironmentFault, Finished, Step, StoppedByPerson
from runtime.guard.redaction import Redactor
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.runs.model import (
    Acting,
    Answered,
    Asked,
    Ended,
    Happening,
    Looked,
    Opened,
    PolicyDecided,
    RunRequest,
    StateChanged,
    StepDone,
    Undone,
)
from runtime.turn.history import PromptHistory


class RunPrivacy:
    """Holds no state but the secrets' values: any thread may use it."""

    def __init__(self, secrets: SecretStore) -> None:
        values = secrets.values()
        self._prompt = Redactor.for_prompt(values)
        self._record = Redactor.for_record(values)

    def screen_for_prompt(self, screen: Observation) -> Observation:
        """What of a screen a policy may read. Elements keep their indices."""
        return self._prompt.observation(screen)

    def screen_for_record(self, screen: Observation) -> Observation:
        """What of a screen is kept. Elements keep their indices."""
        return self._record.observation(screen)

    def request(self, request: RunRequest) -> RunRequest:
        """What is asked for, without secrets that the person wrote out: goals are prompted and kept."""
        goal = self._prompt.without_secrets(request.goal)
        return request if goal == request.goal else replace(request, goal=goal)

    def history(self, steps: Iterable[Step]) -> PromptHistory:
        """What of steps a policy may read later: more than is kept, such as a code it asked for."""
        return PromptHistory(steps, redactor=self._prompt)

    def action_for_record(self, action: Action, screen: Observation) -> Action:
        """What of an action is kept: not a password that it types on `screen`."""
        return self._record.action(action, screen)

    def text_for_log(self, text: str) -> str:
        """A message that may quote what was typed."""
        return self._record.text(text)

    def for_record(self, happening: Happening, screen: Observation | None) -> Happening:
        """What may be kept of something that happened on `screen`."""
        text = self._record.text
        match happening:
            case StateChanged(state, reason):
                return StateChanged(state, text(reason))
            case Opened():
                return happening
            case Looked(observation=observation):
                return replace(happening, observation=self._record.observation(observation))
            case PolicyDecided(decision=decision):
                return replace(happening, decision=self._record.decision(decision, screen))
            case Asked(question=question):
                kept = replace(
                    question,
                    text=text(question.text),
                    action=text(question.action),
                    effect=text(question.effect),
                    concerns=text(question.concerns),
                )
                return replace(happening, question=kept)
            case Answered(response=response):
                return replace(happening, response=replace(response, text=text(response.text)))
            case Acting(action=action):
                return replace(happening, action=self._record.action(action, screen))
            case StepDone(record=record):
                return replace(happening, record=self._record.step(record))
            case Ended(outcome):
                changes = outcome.changes and tuple(map(text, outcome.changes))
                ending = self._ending(outcome.ending)
                return Ended(replace(outcome, ending=ending, changes=changes))
            case Undone():
                return happening
            case _:
                assert_never(happening)

    def _ending(self, ending: Ending) -> Ending:
        text = self._record.text
        match ending:
            case Finished(status, words):
                return Finished(status, text(words))
            case StoppedByPerson(reason):
                return StoppedByPerson(text(reason))
            case EnvironmentFault(error):
                return EnvironmentFault(text(error))
            case _:
                return ending
