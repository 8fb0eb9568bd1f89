"""What a question tells: enough to answer it, and nothing that must not be kept."""

from dataclasses import replace

import pytest
from desk_scene import Scene, SlowPhone

from runtime.actions import ElementRef, Finish, OpenApp, Type
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules, read_rules
from runtime.observation import PASSWORD, Observation
from runtime.runs.model import Asked, Choice, Response, RunState

TYPED = "hunter22-otter"
TELLS_WHAT_IS_TYPED = """
[[rule]]
name = "tell"
risk = "credential"
verdict = "confirm"
why = "To see what a rule can tell."
effect = "Type {typed}"
[[rule.when]]
action = ["type"]
password = true
"""


class LockedNotes(SlowPhone):
    """Its field takes a password."""

    def observe(self, *, screenshot: bool = False) -> Observation:
        seen = super().observe(screenshot=screenshot)
        elements = tuple(
            replace(one, flags=one.flags | PASSWORD) if one.editable else one
            for one in seen.elements
        )
        return replace(seen, elements=elements)


@pytest.mark.parametrize("own_rules", ["", TELLS_WHAT_IS_TYPED], ids=["shipped", "telling"])
@pytest.mark.parametrize("target", [ElementRef(0), None], ids=["aimed", "at the cursor"])
def test_a_password_that_the_policy_types_is_not_in_the_question_about_it(
    scene: Scene, own_rules: str, target: ElementRef | None
) -> None:
    rules = read_rules(own_rules, source="the test") if own_rules else load_rules()
    scene.guard.on_action = RuleGuard(rules).judge
    scene.phones["fake:1"] = phone = LockedNotes()
    typing = Type(TYPED, target)
    first = [] if target is not None else [Type("", ElementRef(0))]
    run = scene.start([OpenApp("Notes"), *first, typing, Finish("done")])
    while (waiting := scene.until_state(run.id, RunState.WAITING, RunState.FINISHED)).question:
        assert TYPED not in repr(waiting.question)
        scene.desk.respond(run.id, waiting.question.id, Response(Choice.APPROVE))

    scene.until_over(run.id)
    assert typing in phone.performed
    events = [event.happening for event in scene.desk.events(run.id)]
    asked = [one.question for one in events if isinstance(one, Asked)]
    assert "[redacted:password]" in asked[-1].action
    assert TYPED not in repr(events)
