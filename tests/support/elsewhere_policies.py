"""What another package might offer: an engine that repeats itself, and a format of one line."""

from __future__ import annotations

from runtime.action_text import format_action, format_reply, parse_reply
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt, TextListener
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.episode import Decision, Unparsed
from runtime.errors import BadBundle, EngineClosed, Inexpressible
from runtime.observation import Observation
from runtime.prompts.format import (
    FormatOptions,
    ObservationKind,
    PromptFormat,
    Rendered,
    TextPart,
)


class OneLine:
    """`GOAL =>` is asked, `do: CALL` answered."""

    name = "one-line"

    def __init__(self, options: FormatOptions) -> None:
        self.observation: ObservationKind = options.observation

    def render(self, prompt: Prompt) -> Rendered:
        return Rendered((TextPart(f"{prompt.goal} =>"),), stable=0)

    def grammar(self, observation: Observation) -> str:
        return 'start: "do: " /.+/'

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        if isinstance(decision.action, Unparsed):
            raise Inexpressible("there is nothing to say")
        return f"do: {format_action(decision.action)}"

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        meant = parse_reply(reply.removeprefix("do: "))
        return Decision(meant.action, reply=reply)


class Parrot:
    """Says the action that is written in its weights, in the words of its format."""

    def __init__(self, text: str, prompt_format: PromptFormat) -> None:
        self._decision = parse_reply(text)
        self._format = prompt_format
        self._closed = False

    @property
    def wants_screenshot(self) -> bool:
        return False

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        self._format.render(prompt)
        reply = self._format.write_reply(self._decision, prompt.observation)
        for piece in reply.split(" "):
            if self._closed:
                raise EngineClosed("the parrot has gone")
            if cancel is not None:
                cancel.check()
            if on_text is not None:
                on_text(piece if reply.startswith(piece) else f" {piece}")
        if cancel is not None:
            cancel.check()
        return Decided(self._format.parse_reply(reply, prompt.observation))

    def end_session(self, session: str) -> None:
        pass

    def close(self) -> None:
        self._closed = True


def load(request: LoadRequest) -> Engine:
    if request.weights is None:
        raise BadBundle("a parrot needs something to say")
    return Parrot(request.weights.read_text(encoding="utf-8"), request.prompt_format)


PARROT = EngineOffer(load=load, in_memory=False)
DEAF = EngineOffer(load=load, libraries=("no_such_ears",), install="pip install ears")
NO_OFFER = format_reply
