"""An engine that decides what a test wrote down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from runtime.action_text import format_reply, parse_reply
from runtime.actions import Action
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt, TextListener
from runtime.episode import Decision
from runtime.errors import EngineClosed
from runtime.observation import Observation

Reply = str | Action


class ScriptedEngine:
    """Replies from a list, one for each decision, or by a function of what is seen.

    A reply as text is parsed as a model's would be. `prompts` are those it was asked with, in
    `sessions`.
    """

    def __init__(self, script: Iterable[Reply] | Callable[[Observation], Reply]) -> None:
        self.prompts: list[Prompt] = []
        self.sessions: list[str] = []
        self.ended: list[str] = []
        self._choose = script if callable(script) else _in_turn(iter(script))
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
        if self._closed:
            raise EngineClosed("this scripted engine was closed")
        if cancel is not None:
            cancel.check()
        self.prompts.append(prompt)
        self.sessions.append(session)
        reply = self._choose(prompt.observation)
        if isinstance(reply, str):
            decision = parse_reply(reply)
        else:
            decision = Decision(reply, reply=format_reply(reply))
        if on_text is not None:
            on_text(decision.reply)
        return Decided(decision)

    def end_session(self, session: str) -> None:
        self.ended.append(session)

    def close(self) -> None:
        self._closed = True


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
