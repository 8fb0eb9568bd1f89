"""What a goal reads plainly is found once, and anew where the goal or the sentences change."""

from runtime.prompts.plain_sentences import PlainSentences
from runtime.turn.history import PromptHistory
from trainer.data.restatements import NO_SCREEN

SWITCH = "Turn {name} {state}."
BRACKETS = PlainSentences((SWITCH,), (SWITCH,))
OTHER = PlainSentences((SWITCH,), ("Set {name} to {state}.",))


def test_each_prompt_says_the_goal_that_is_asked_in_the_sentences_that_are_known() -> None:
    history = PromptHistory()

    def said(goal: str, plain: PlainSentences) -> str:
        return history.prompt(goal, NO_SCREEN, plain).goal

    first = said("Turn Wi-Fi on.", BRACKETS)
    assert first == "Turn [Wi-Fi] [on]."
    # Not found anew: it is the very text of before.
    assert said("Turn Wi-Fi on.", BRACKETS) is first
    assert said("Turn Wi-Fi off.", BRACKETS) == "Turn [Wi-Fi] [off]."
    assert said("Turn Wi-Fi off.", OTHER) == "Set [Wi-Fi] to [off]."
    history.restated = "Turn Wi-Fi on."
    assert said("wifi pls", BRACKETS) == first
