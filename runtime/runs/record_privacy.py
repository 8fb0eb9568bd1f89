"""What of one run may be kept: redaction applied to what happens, with what the run has seen in mind.

A page that held a secret stays hidden behind dialogs. What a person answers when asked for a password,
a code or a PIN is not kept, nor is it wherever the policy writes it afterwards.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import assert_never

from runtime.actions import AskUser, Type
from runtime.episode import (
    Decision,
    Ending,
    EnvironmentFault,
    Finished,
    FinishedUnsure,
    Step,
    StoppedByPerson,
)
from runtime.guard.page_memory import PageMemory
from runtime.guard.redaction import Redactor, asks_for_secret, is_for_password, mark
from runtime.lenient_json import JsonValue
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
    StateChanged,
    StepDone,
    Undone,
)

ANSWER_MARK = mark("answer")
_SHORTEST = 4
"""Of what is looked for everywhere: shorter texts are parts of ordinary ones."""
_NUMBERED_WORD = re.compile(r"\S*\d\S*")


class RecordPrivacy:
    """Used by the run's own thread only. `steps` are on record already."""

    def __init__(self, redactor: Redactor, steps: Iterable[Step] = ()) -> None:
        self._redactor = redactor
        self._memory = PageMemory()
        self._screen: Observation | None = None
        self._kept: Observation | None = None
        self._is_asked_in_confidence = False
        self._answers: list[str] = []
        for step in steps:
            self.look(replace(step.observation, screenshot=None))
            self._memory.typed(step.decision.action, step.observation)

    def look(self, screen: Observation) -> Observation:
        """What of the next look is kept. Elements keep their indices."""
        self._screen = self._memory.marked(screen)
        self._kept = self._redactor.observation(screen, self._memory)
        return self._kept

    def keep(self, happening: Happening) -> Happening:
        """What may be kept of something that happened on the last look."""
        text = self._redactor.text
        match happening:
            case StateChanged(state, reason):
                return StateChanged(state, text(reason))
            case Opened():
                return happening
            case Looked(observation=observation):
                return replace(happening, observation=self.look(observation))
            case PolicyDecided(decision=decision):
                return replace(happening, decision=self._decision(decision))
            case Asked(question=question):
                self._is_asked_in_confidence = self._asks_in_confidence(question.text)
                asked = replace(
                    question,
                    text=text(question.text),
                    action=text(question.action),
                    effect=text(question.effect),
                    concerns=text(question.concerns),
                    amount=text(question.amount),
                )
                return replace(happening, question=asked)
            case Answered(response=response):
                kept = self._answer(response.text)
                return replace(happening, response=replace(response, text=kept))
            case Acting(action=action):
                if self._screen is not None:
                    self._memory.typed(action, self._screen)
                kept_action = self._hiding_typed(action).action(action, self._screen)
                return replace(happening, action=kept_action)
            case StepDone(record=record):
                return replace(happening, record=self._step(record))
            case Ended(outcome):
                changes = outcome.changes and tuple(map(text, outcome.changes))
                return Ended(replace(outcome, ending=self._ending(outcome.ending), changes=changes))
            case Undone():
                return happening
            case _:
                assert_never(happening)

    def _decision(self, decision: Decision) -> Decision:
        return self._hiding_typed(decision.action).decision(decision, self._screen)

    def _step(self, record: Step) -> Step:
        marked = replace(record, observation=self._memory.marked(record.observation))
        seen = self._kept or self._redactor.observation(marked.observation)
        action = record.decision.action
        kept = self._hiding_typed(action).step(marked, seen=replace(seen, screenshot=None))
        if (
            record.answer
            and isinstance(action, AskUser)
            and self._asks_in_confidence(action.question)
        ):
            kept = replace(kept, answer=ANSWER_MARK)
        self._screen = self._kept = None
        return kept

    def _asks_in_confidence(self, question: str) -> bool:
        """Whether a password, code or PIN is asked for, in words or by the field that is open."""
        if asks_for_secret(question):
            return True
        screen = self._screen
        if screen is None or screen.focused is None or screen.focused >= len(screen.elements):
            return False
        return is_for_password(screen.elements[screen.focused])

    def _answer(self, answer: str) -> str:
        if not answer or not self._is_asked_in_confidence:
            return self._redactor.text(answer)
        self._answers.append(answer)
        parts = (answer.strip(), *_NUMBERED_WORD.findall(answer))
        self._redactor = self._redactor.hiding(
            part.strip(".,;:!?\"'") for part in parts if len(part) >= _SHORTEST
        )
        return ANSWER_MARK

    def _hiding_typed(self, action: object) -> Redactor:
        """For an action that may type a part of a confidential answer, which is confidential too."""
        part = action.text.strip() if isinstance(action, Type) else ""
        if not part or not any(part in answer for answer in self._answers):
            return self._redactor
        hiding = self._redactor.hiding([part])
        if len(part) >= _SHORTEST:
            self._redactor = hiding
        return hiding

    def _ending(self, ending: Ending) -> Ending:
        text = self._redactor.text
        match ending:
            case Finished(status, words, answer):
                return Finished(status, text(words), self._json(answer))
            case FinishedUnsure(words, doubt, answer):
                return FinishedUnsure(text(words), text(doubt), self._json(answer))
            case StoppedByPerson(reason):
                return StoppedByPerson(text(reason))
            case EnvironmentFault(error):
                return EnvironmentFault(text(error))
            case _:
                return ending

    def _json(self, answer: str) -> str:
        """The answer, or nothing: with a part cut out, it would no longer be what was asked for."""
        if not answer:
            return ""
        # What a value is can show only beside its name: "code: 471193".
        told = [answer, *_lines(json.loads(answer), "")]
        return answer if all(self._redactor.text(line) == line for line in told) else ""


def _lines(value: JsonValue, name: str) -> Iterator[str]:
    """Every scalar of a value, with the name that it stands under."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from _lines(part, key)
    elif isinstance(value, list):
        for part in value:
            yield from _lines(part, name)
    else:
        yield f"{name}: {value}"
