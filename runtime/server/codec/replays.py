"""What is said before a run is replayed, on the wire."""

from __future__ import annotations

from phonebuddy.v1 import agent_service_pb2 as pb

from runtime.runs.replay_check import ReplayCheck
from runtime.server.codec.fields import wire_text


def write_replay_check(check: ReplayCheck) -> pb.CheckReplayResponse:
    """How the phone differs, and what values would replace."""
    return pb.CheckReplayResponse(
        differences=map(wire_text, check.differences),
        can_undo=check.can_undo,
        goal=wire_text(check.goal),
        replacements=[
            pb.Replacement(step=one.step, words=wire_text(one.words)) for one in check.replacements
        ],
        parameters=[
            pb.ReplayParameter(name=wire_text(one.name), value=wire_text(one.value), step=one.step)
            for one in check.parameters
        ],
    )
