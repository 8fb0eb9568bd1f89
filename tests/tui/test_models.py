"""Trying out a model by its name, and what a person agrees to before it is asked."""

import pytest
from phonebuddy.v1 import action_pb2, observation_pb2, policy_service_pb2, run_pb2
from phonebuddy.v1.errors import ConsentNeeded

from tui.commands.problems import problem_of
from tui.consent import consent_lines
from tui.models import try_pictures, try_tools


class _Answering:
    """A client whose model always does the same."""

    def __init__(self, action: action_pb2.Action) -> None:
        self._decision = run_pb2.Decision(action=action)

    def decide(
        self, policy: str, goal: str, observation: observation_pb2.Observation
    ) -> policy_service_pb2.DecideResponse:
        del policy, goal, observation
        return policy_service_pb2.DecideResponse(decision=self._decision)


def test_what_a_model_did_instead_is_told_in_words() -> None:
    policy = policy_service_pb2.Policy(name="openai:some", observation="both")
    finish = action_pb2.Action(finish=action_pb2.Finish(text="no idea"))
    assert try_pictures(_Answering(finish), policy).said == "'no idea'"
    element = action_pb2.Target(element=0)
    tap = action_pb2.Action(click=action_pb2.Click(target=element))
    tried = try_tools(_Answering(tap), policy)
    assert not tried.passed
    assert tried.said == "Tap 'Cancel'"


@pytest.mark.parametrize(
    ("host", "where"),
    [
        ("http://127.0.0.1:8000", "on this computer"),
        ("http://[::1]:8000", "on this computer"),
        ("http://localhost:11434", "on this computer"),
        ("https://api.example.org", "elsewhere"),
        ("https://127.example.org", "elsewhere"),
        ("http://[broken", "elsewhere"),
    ],
)
def test_a_server_on_this_computer_is_not_elsewhere(host: str, where: str) -> None:
    assert where in consent_lines("ollama:qwen3", host, "")[0]


def test_the_command_that_allows_a_model_can_be_pasted_into_any_shell() -> None:
    needed = ConsentNeeded("not agreed", metadata={"policy": "ollama:qwen3?see=both"})
    assert problem_of(needed).next == "phonebuddy policies allow 'ollama:qwen3?see=both'"
