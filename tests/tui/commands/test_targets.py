"""Which policy a command uses, and what is said where there is none."""

import pytest
from phonebuddy.v1 import policy_service_pb2

from tui.commands.targets import named_policy
from tui.errors import Problem

SCRIPT = policy_service_pb2.Policy(
    name="script", engine="scripted", state=policy_service_pb2.POLICY_STATE_AVAILABLE
)
MODEL = policy_service_pb2.Policy(
    name="tiny", engine="onnx", state=policy_service_pb2.POLICY_STATE_AVAILABLE
)
NOT_INSTALLED = policy_service_pb2.Policy(
    name="a-gguf",
    engine="gguf",
    state=policy_service_pb2.POLICY_STATE_UNUSABLE,
    problem="llama_cpp is not installed: pip install 'phonebuddy[gguf]'",
)


def test_a_model_that_can_be_used_is_taken() -> None:
    assert named_policy([NOT_INSTALLED, SCRIPT, MODEL], "").name == "tiny"
    assert named_policy([NOT_INSTALLED, SCRIPT], "").name == "script"


def test_without_a_policy_the_demonstration_is_offered() -> None:
    with pytest.raises(Problem, match="there is no policy yet") as told:
        named_policy([], "")
    assert told.value.next.startswith('phoneworld demo "turn on wi-fi"')


def test_why_none_can_be_used_is_told() -> None:
    with pytest.raises(Problem, match=r"pip install 'phonebuddy\[gguf\]'"):
        named_policy([NOT_INSTALLED], "")
