import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from runtime.actions import Finish
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt, TextListener, Usage
from runtime.episode import Decision, Unparsed
from runtime.errors import Cancelled, EngineClosed, EngineError
from runtime.testing import FakeDevice, ScriptedEngine, check_engine

PIECES = ["<tool_call>\n", '{"name": "finish", ', '"arguments": {}}', "\n</tool_call>"]


class Sound:
    """A small engine that keeps the contract; what is broken below differs in one thing."""

    piece_s = 0.005

    def __init__(self) -> None:
        self.closed = threading.Event()

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
        self.begin(cancel)
        pieces = self.pieces(prompt, session)
        for piece in pieces:
            self.pause(cancel)
            if on_text is not None:
                on_text(piece)
        return self.decided(pieces)

    def begin(self, cancel: Cancellation | None) -> None:
        self.check()
        if cancel is not None:
            cancel.check()

    def check(self) -> None:
        if self.closed.is_set():
            raise EngineClosed("closed")

    def pieces(self, prompt: Prompt, session: str) -> list[str]:
        return PIECES

    def pause(self, cancel: Cancellation | None) -> None:
        if cancel is None:
            self.closed.wait(self.piece_s)
        else:
            cancel.wait(self.piece_s)
        self.check()

    def decided(self, pieces: list[str]) -> Decided:
        return Decided(Decision(Finish(), reply="".join(pieces)), Usage(reply_tokens=len(pieces)))

    def end_session(self, session: str) -> None: ...

    def close(self) -> None:
        self.closed.set()


class Deaf(Sound):
    """Does not hear of cancellation once it has begun."""

    def pause(self, cancel: Cancellation | None) -> None:
        super().pause(None)


class SlowToStop(Sound):
    def pause(self, cancel: Cancellation | None) -> None:
        try:
            super().pause(cancel)
        except Cancelled:
            time.sleep(2.5)
            raise


class Eager(Sound):
    """Begins although it is cancelled."""

    def begin(self, cancel: Cancellation | None) -> None:
        self.check()

    def pause(self, cancel: Cancellation | None) -> None:
        super().pause(cancel if cancel is not None and cancel.reason == "check_engine" else None)


class Mute(Sound):
    def decided(self, pieces: list[str]) -> Decided:
        return super().decided([*pieces, " and more"])


class Mumbling(Sound):
    def decided(self, pieces: list[str]) -> Decided:
        return Decided(Decision(Unparsed("".join(pieces), "mumbled"), reply="".join(pieces)))


class Fickle(Sound):
    """Every reply differs."""

    asked = 0

    def decided(self, pieces: list[str]) -> Decided:
        self.asked += 1
        decided = super().decided(pieces)
        return replace(decided, decision=replace(decided.decision, action=Finish(str(self.asked))))


class Leaky(Sound):
    """What one session was asked shows in the reply to another."""

    last = ""

    def decide(
        self,
        prompt: Prompt,
        *,
        session: str = "",
        on_text: TextListener | None = None,
        cancel: Cancellation | None = None,
    ) -> Decided:
        decided = super().decide(prompt, session=session, on_text=on_text, cancel=cancel)
        mixed = bool(prompt.history) and self.last != session
        self.last = session
        action = Finish("mixed") if mixed else Finish()
        return replace(decided, decision=replace(decided.decision, action=action))


class Spoilt(Sound):
    """Is of no use once a decision was cancelled."""

    spoilt = False

    def begin(self, cancel: Cancellation | None) -> None:
        super().begin(cancel)
        if self.spoilt:
            raise EngineError("spoilt")

    def pause(self, cancel: Cancellation | None) -> None:
        try:
            super().pause(cancel)
        except Exception:
            self.spoilt = True
            raise


class Possessive(Sound):
    def end_session(self, session: str) -> None:
        if "nobody" in session:
            raise KeyError(session)


class Undead(Sound):
    def close(self) -> None: ...


class CloseOnce(Sound):
    def close(self) -> None:
        self.check()
        super().close()


class Single(Sound):
    """Fails when it is asked by two at once."""

    busy = False

    def pause(self, cancel: Cancellation | None) -> None:
        if self.busy:
            raise RuntimeError("asked twice")
        self.busy = True
        try:
            super().pause(cancel)
        finally:
            self.busy = False


class Abandoning(Sound):
    """Forgets who waits when it is closed."""

    piece_s = 0.02

    def pause(self, cancel: Cancellation | None) -> None:
        super().pause(cancel) if cancel else time.sleep(self.piece_s)
        if self.closed.is_set():
            threading.Event().wait(5)


class Miscounting(Sound):
    def decided(self, pieces: list[str]) -> Decided:
        return replace(super().decided(pieces), usage=Usage(prompt_tokens=1, cached_tokens=2))


def check(make: Callable[[], Engine]) -> None:
    check_engine(make, cancels_within_s=2, closes_within_s=2, decides_within_s=60)


def test_sound_engine_passes() -> None:
    check(Sound)


def test_scripted_engine_passes() -> None:
    check_engine(lambda: ScriptedEngine(lambda _look: Finish("seen")))


@pytest.mark.parametrize(
    ("broken", "complaint"),
    [
        (Deaf, "more pieces came after"),
        (SlowToStop, r"it went on for \d+\.\d+ s"),
        (Eager, "cancelled before it began"),
        (Mute, "but the reply is"),
        (Mumbling, "cannot be read"),
        (Fickle, "asked the same in a new session"),
        (Leaky, "asked while another session is"),
        (Spoilt, "after a decision was cancelled"),
        (Undead, "should raise EngineClosed"),
        (CloseOnce, "closing it again raised"),
        (Single, "asked twice"),
        (Abandoning, "while the engine was closed"),
        (Miscounting, "more cached than prompted"),
    ],
)
def test_each_broken_promise_is_reported(broken: Callable[[], Engine], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check(broken)


def test_unknown_session_must_not_matter() -> None:
    with pytest.raises(KeyError, match="nobody"):
        check(Possessive)


def test_what_is_excused_is_not_asked_for() -> None:
    check_engine(Fickle, repeatable=False)
    check_engine(Mumbling, parses=False)


def test_own_prompts_are_used() -> None:
    look = FakeDevice().observe()
    engine = ScriptedEngine(lambda _look: Finish())
    check_engine(
        lambda: engine if not engine.prompts else Sound(),
        prompts=[Prompt("a", look), Prompt("b", look)],
    )

    assert {prompt.goal for prompt in engine.prompts} == {"a", "b"}
