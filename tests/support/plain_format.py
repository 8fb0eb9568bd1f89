"""The plainest prompt format there is, for tests of engines: the goal, the screen, a tool call."""

from runtime.action_text import format_reply, parse_reply
from runtime.engine import Prompt
from runtime.episode import Decision, Unparsed
from runtime.observation import Observation
from runtime.prompts.format import ImagePart, ObservationKind, Part, Rendered, TextPart


class PlainFormat:
    def __init__(self, observation: ObservationKind = ObservationKind.ELEMENTS) -> None:
        self._observation = observation

    @property
    def name(self) -> str:
        return "plain"

    @property
    def observation(self) -> ObservationKind:
        return self._observation

    def render(self, prompt: Prompt) -> Rendered:
        parts: list[Part] = [
            TextPart(f"Goal: {prompt.goal}\n"),
            TextPart(f"{len(prompt.history)} steps behind\n"),
        ]
        if (screenshot := prompt.observation.screenshot) is not None:
            parts.append(ImagePart(screenshot))
        parts.extend(TextPart(f"{e.index} {e.label}\n") for e in prompt.observation.elements)
        return Rendered(tuple(parts), 1)

    def grammar(self, observation: Observation) -> str:
        return "start: /.+/"

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        assert not isinstance(decision.action, Unparsed)
        return format_reply(decision.action, decision.thought)

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        return parse_reply(reply)
