"""An engine that decides what a test wrote down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from runtime.action_text import format_reply, parse_reply
from runtime.actions import Action
from runtime.engine import Prompt
from runtime.episode import Decision
from runtime.observation import Observation

Reply = str | Action


class ScriptedEngine:
    """Replies from a list, one for each decision, or by a function of what is seen.

    A reply as text is parsed as a model's would be. `prompts` are those it was asked with.
    """

    def __init__(self, script: Iterable[Reply] | Callable[[Observation], Reply]) -> None:
        self.prompts: list[Prompt] = []
        self._choose = script if callable(script) else _in_turn(iter(script))

    def decide(self, prompt: Prompt) -> Decision:
        self.prompts.append(prompt)
        reply = self._choose(prompt.observation)
        if isinstance(reply, str):
            return parse_reply(reply)
        return Decision(reply, reply=format_reply(reply))


def _in_turn(replies: Iterator[Reply]) -> Callable[[Observation], Reply]:
    given = 0

    def choose(observation: Observation) -> Reply:
        nonlocal given
        for reply in replies:
            given += 1
            return reply
        raise AssertionError(
            f"the script has run out: it has {given} replies, and one more was asked for on a "
            f"screen of {observation.package}; lengthen it, or let it end with Finish"
        )

    return choose
