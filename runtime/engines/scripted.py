"""A policy that was written down: replies from a file, in order, with the time they take.

For demonstrations without a model and for tests of everything around one. Each line of the file is
a JSON object:

    {"action": {"name": "open_app", "arguments": {"app": "Notes"}}, "thought": "where notes are"}
    {"reply": "what a model would say, readable or not", "seconds": 2.5}
    {"action": {"name": "click", "arguments": {"index": 3}}, "when": {"has_text": "Allow"}}

`seconds` is how long the reply takes to come, piece by piece. A line whose `when` does not hold
(`package` in front, `has_text` anywhere on the screen) is passed over for good. When no line is
left, the policy says that it cannot go on. Empty lines and those that begin with `#` are skipped.
"""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from runtime.action_text import format_reply, parse_call
from runtime.actions import Action, Finish, FinishStatus
from runtime.bundle_files import read_bounded
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt, TextListener, Usage
from runtime.engines.offer import EngineOffer, LoadRequest
from runtime.episode import Actor, Decision, Unparsed
from runtime.errors import BadBundle, EngineClosed, PhoneBuddyError
from runtime.lenient_json import JsonValue
from runtime.observation import Observation
from runtime.prompts.format import PromptFormat
from runtime.strict_json import StrictJsonError, read_strict_json
from runtime.tool_arguments import Unreadable

MOST_BYTES = 10_000_000
MOST_SECONDS = 3600.0
MOST_SESSIONS = 10_000

_PIECE = re.compile(r"\s*\S{1,8}|\s+")
_FIELDS = {"action", "reply", "thought", "seconds", "when"}


@dataclass(frozen=True, slots=True)
class ScreenCondition:
    """What must be on the screen; what is empty does not matter."""

    package: str = ""
    has_text: str = ""

    def holds(self, observation: Observation) -> bool:
        if self.package and observation.package != self.package:
            return False
        wanted = self.has_text.casefold()
        return not wanted or any(
            wanted in text.casefold()
            for element in observation.elements
            for text in (element.text, element.description, element.hint)
        )


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One reply, as it is or as the decision it means."""

    content: str | Decision
    seconds: float = 0.0
    when: ScreenCondition = ScreenCondition()


class ScriptFileEngine:
    """Replies line by line, each session for itself.

    A session that is new begins after as many lines as its history has decisions of a policy, so that
    a run which is continued goes on where it was. Without a session, only the history counts.
    """

    def __init__(self, lines: tuple[ScriptLine, ...], prompt_format: PromptFormat) -> None:
        self._lines = lines
        self._format = prompt_format
        self._lock = threading.Lock()
        self._places: dict[str, int] = {}
        self._waiting: set[threading.Event] = set()
        self._closed = False

    @property
    def wants_screenshot(self) -> bool:
        return self._format.observation.has_screenshot

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        woken = threading.Event()
        forget = (lambda: None) if cancel is None else cancel.listen(woken.set)
        try:
            with self._lock:
                self._check(cancel)
                self._waiting.add(woken)
                place, line = self._next(prompt, session)
            return self._reply(line, place, prompt, session, on_text, cancel, woken)
        finally:
            forget()
            with self._lock:
                self._waiting.discard(woken)

    def end_session(self, session: str) -> None:
        with self._lock:
            self._places.pop(session, None)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            self._places.clear()
            for woken in self._waiting:
                woken.set()

    def _reply(
        self,
        line: ScriptLine,
        place: int,
        prompt: Prompt,
        session: str,
        on_text: TextListener | None,
        cancel: Cancellation | None,
        woken: threading.Event,
    ) -> Decided:
        started = time.monotonic()
        decision = self._decision(line, prompt.observation)
        pieces = _PIECE.findall(decision.reply)
        first_ms = 0.0
        for number, piece in enumerate(pieces, 1):
            due = started + line.seconds * number / len(pieces)
            woken.wait(max(0.0, due - time.monotonic()))
            with self._lock:
                self._check(cancel)
            if number == 1:
                first_ms = 1000 * (time.monotonic() - started)
            if on_text is not None:
                on_text(piece)
        with self._lock:
            self._check(cancel)
            if session:
                self._keep(session, place + 1)
        took_ms = 1000 * (time.monotonic() - started)
        usage = Usage(
            reply_tokens=len(pieces), first_token_ms=first_ms, decode_ms=took_ms - first_ms
        )
        return Decided(decision, usage)

    def _decision(self, line: ScriptLine, observation: Observation) -> Decision:
        if isinstance(line.content, str):
            return self._format.parse_reply(line.content, observation)
        action = line.content.action
        try:
            reply = self._format.write_reply(line.content, observation)
        except PhoneBuddyError:
            # What the format cannot say on this screen is decided all the same, as scripts do.
            reply = (
                "" if isinstance(action, Unparsed) else format_reply(action, line.content.thought)
            )
        return replace(line.content, reply=reply)

    def _check(self, cancel: Cancellation | None) -> None:
        if self._closed:
            raise EngineClosed("this scripted policy was closed: load it again")
        if cancel is not None:
            cancel.check()

    def _next(self, prompt: Prompt, session: str) -> tuple[int, ScriptLine]:
        """The line that is due, and its place. A decision that is cancelled takes no line."""
        decided = sum(step.actor is Actor.POLICY for step in prompt.history)
        start = self._places.get(session, decided) if session else decided
        for place in range(start, len(self._lines)):
            line = self._lines[place]
            if line.when.holds(prompt.observation):
                return place, line
        ended = f"the script has run out: none of its {len(self._lines)} lines is left"
        action = Finish(ended, FinishStatus.IMPOSSIBLE)
        return len(self._lines), ScriptLine(Decision(action))

    def _keep(self, session: str, place: int) -> None:
        self._places.pop(session, None)
        self._places[session] = place
        while len(self._places) > MOST_SESSIONS:
            self._places.pop(next(iter(self._places)))


def read_script(path: Path) -> tuple[ScriptLine, ...]:
    """The lines of a script file; `BadBundle` with the number of the line that is wrong."""
    lines: list[ScriptLine] = []
    for number, data in enumerate(read_bounded(path, MOST_BYTES).split(b"\n"), 1):
        if not data.strip() or data.startswith(b"#"):
            continue
        try:
            lines.append(_line(read_strict_json(data)))
        except (StrictJsonError, Unreadable) as error:
            raise BadBundle(f"line {number} of {path.name}: {error}") from error
    if not lines:
        raise BadBundle(f"{path.name} holds no reply")
    return tuple(lines)


def _line(value: JsonValue) -> ScriptLine:
    given = _object(value, "the line", _FIELDS)
    if ("reply" in given) == ("action" in given):
        raise StrictJsonError("it must have either a reply or an action")
    content: str | Decision
    if "reply" in given:
        if "thought" in given:
            raise StrictJsonError("a thought goes with an action; a reply holds its own")
        content = _text(given, "reply")
    else:
        content = Decision(_action(given["action"]), _text(given, "thought"))
    seconds = given.get("seconds", 0)
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise StrictJsonError("seconds must be a number")
    if not 0 <= seconds <= MOST_SECONDS:
        raise StrictJsonError(f"seconds must be between 0 and {MOST_SECONDS:g}")
    when = _object(given.get("when", {}), "when", {"package", "has_text"})
    return ScriptLine(
        content, float(seconds), ScreenCondition(_text(when, "package"), _text(when, "has_text"))
    )


def _action(value: JsonValue) -> Action:
    call = _object(value, "the action", {"name", "arguments"})
    arguments = call.get("arguments", {})
    if not isinstance(arguments, dict):
        raise StrictJsonError("the action's arguments must be an object")
    return parse_call(_text(call, "name"), arguments)


def _object(value: JsonValue, what: str, fields: set[str]) -> Mapping[str, JsonValue]:
    if not isinstance(value, dict):
        raise StrictJsonError(f"{what} must be an object")
    if unknown := sorted(value.keys() - fields):
        raise StrictJsonError(f"{what} has an unknown field {unknown[0][:40]!r}")
    return value


def _text(given: Mapping[str, JsonValue], name: str) -> str:
    value = given.get(name, "")
    if not isinstance(value, str):
        raise StrictJsonError(f"{name} must be a text")
    return value


def load(request: LoadRequest) -> Engine:
    """The engine of a policy whose weights are its script."""
    if request.weights is None:
        raise BadBundle(f"the policy {request.name!r} has no script")
    return ScriptFileEngine(read_script(request.weights), request.prompt_format)


OFFER = EngineOffer(load=load, in_memory=False)
