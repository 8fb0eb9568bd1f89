"""What a person is asked, and which responses fit which question."""

from __future__ import annotations

from collections.abc import Mapping

from runtime.action_words import say
from runtime.actions import Action
from runtime.errors import InvalidRequest
from runtime.guard.ruling import Ruling
from runtime.observation import Observation
from runtime.runs.model import Choice, Question, QuestionKind, Response

_TO_GUARD = frozenset({Choice.APPROVE, Choice.APPROVE_FOR_RUN, Choice.DENY, Choice.NOBODY})
FITTING: Mapping[QuestionKind, frozenset[Choice]] = {
    QuestionKind.APPROVAL: _TO_GUARD,
    QuestionKind.ANSWER: frozenset({Choice.ANSWER, Choice.DENY, Choice.NOBODY}),
    QuestionKind.HAND_OVER: _TO_GUARD,
}


def check_response(question: Question, response: Response) -> None:
    """Refuse a response that is none to this kind of question."""
    fitting = FITTING[question.kind]
    if response.choice not in fitting:
        choices = ", ".join(sorted(choice.value for choice in fitting))
        raise InvalidRequest(
            "response.choice",
            f"{response.choice.value!r} does not answer a question of kind "
            f"{question.kind.value!r}: choose one of {choices}",
        )


def approval(question_id: str, ruling: Ruling, action: Action, screen: Observation) -> Question:
    """May this be done?"""
    words = say(action, screen)
    effect = ruling.effect or words
    concerns = f" ({ruling.concerns})" if ruling.concerns else ""
    where = f" in {ruling.app}" if ruling.app else ""
    return Question(
        question_id,
        QuestionKind.APPROVAL,
        f"{effect}{concerns}{where}?",
        rule=ruling.rule,
        risk=ruling.risk,
        action=words,
        effect=ruling.effect,
        concerns=ruling.concerns,
        app=ruling.app,
        amount=ruling.amount,
    )


def answer(question_id: str, text: str) -> Question:
    """What the policy wants to know."""
    return Question(question_id, QuestionKind.ANSWER, text)


def hand_over(question_id: str, ruling: Ruling) -> Question:
    """A screen that only a person may handle. Nothing of what it shows is passed on."""
    return Question(
        question_id,
        QuestionKind.HAND_OVER,
        "This screen is for you alone. Handle it on the phone or take over, then let me go on; "
        "or let me handle such screens for the rest of this run; or end it.",
        rule=ruling.rule,
        risk=ruling.risk,
        effect=ruling.effect,
    )
