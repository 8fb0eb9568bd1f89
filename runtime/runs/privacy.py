"""What of runs may be kept, and what of them a policy may read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from runtime.actions import Action
from runtime.episode import Step
from runtime.guard.redaction import Redactor
from runtime.guard.secrets import SecretStore
from runtime.observation import Observation
from runtime.runs.model import RunRequest
from runtime.runs.record_privacy import RecordPrivacy
from runtime.turn.history import PromptHistory


class RunPrivacy:
    """Holds no state but the secrets' values: any thread may use it."""

    def __init__(self, secrets: SecretStore) -> None:
        values = secrets.values()
        self._prompt = Redactor.for_prompt(values)
        self._record = Redactor.for_record(values)

    def screen_for_record(self, screen: Observation) -> Observation:
        """What of a screen is kept, seen alone. Elements keep their indices."""
        return self._record.observation(screen)

    def request(self, request: RunRequest) -> RunRequest:
        """What is asked for, without secrets that the person wrote out: goals are prompted and kept."""
        goal = self._prompt.without_secrets(request.goal)
        return request if goal == request.goal else replace(request, goal=goal)

    def record(self, steps: Iterable[Step] = ()) -> RecordPrivacy:
        """What decides on what of one run is kept; `steps` are on record already."""
        return RecordPrivacy(self._record, steps)

    def history(self, steps: Iterable[Step]) -> PromptHistory:
        """What of steps a policy may read later: more than is kept, such as a code it asked for."""
        return PromptHistory(steps, redactor=self._prompt)

    def action_for_record(self, action: Action, screen: Observation) -> Action:
        """What of an action is kept: not a password that it types on `screen`."""
        return self._record.action(action, screen)

    def text_for_log(self, text: str) -> str:
        """A message that may quote what was typed."""
        return self._record.text(text)
