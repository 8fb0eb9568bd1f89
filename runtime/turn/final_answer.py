"""The answer that a program wants at the end, as JSON that fits its schema."""

from __future__ import annotations

from collections.abc import Sequence

from runtime.actions import Output
from runtime.answer_schema import AnswerSchema, CheckedAnswer
from runtime.episode import Step


class FinalAnswers:
    """Checks the answers that a policy ends with; those that do not fit are counted.

    Without a schema every answer fits, and none is JSON.
    """

    def __init__(self, schema: AnswerSchema | None, *, reads_schema: bool, tries: int) -> None:
        """`reads_schema`: the policy is shown the schema. Others answer in words, and are asked once."""
        self.schema = schema
        self._reads_schema = reads_schema
        self._tries = tries if reads_schema else 1
        self._unfit = 0

    def check(self, text: str, steps: Sequence[Step]) -> CheckedAnswer:
        """Of the last word; where that is empty, or the policy answers in words, of what it told before."""
        if self.schema is None:
            return CheckedAnswer()
        checked = self._checked(self.schema, text, steps)
        self._unfit += bool(checked.problem)
        return checked

    @property
    def are_used_up(self) -> bool:
        """Whether no further answer is waited for."""
        return self._unfit >= self._tries

    def _checked(self, schema: AnswerSchema, text: str, steps: Sequence[Step]) -> CheckedAnswer:
        done = [step.decision.action for step in steps]
        told = next((one.text for one in reversed(done) if isinstance(one, Output)), "")
        if self._reads_schema:
            return schema.check(text or told)
        before = schema.check(told, in_words=True)
        return before if before.json else schema.check(text or told, in_words=True)
