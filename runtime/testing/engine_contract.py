"""The contract of `Engine` as a test that every engine runs on itself: `check_engine`."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from itertools import count

from runtime.action_text import format_reply
from runtime.actions import Wait
from runtime.cancellation import Cancellation
from runtime.engine import Decided, Engine, Prompt
from runtime.episode import Actor, Decision, Step, Unparsed
from runtime.errors import Cancelled, EngineClosed, PhoneBuddyError
from runtime.testing.fake_device import FakeDevice

CALLERS = 4
# When a decision is cancelled, besides at its first piece: while it waits, is read, is decoded.
DELAYS_S = (0.0, 0.01, 0.05, 0.2)


def check_engine(
    make_engine: Callable[[], Engine],
    *,
    prompts: Sequence[Prompt] | None = None,
    parses: bool = True,
    repeatable: bool = True,
    decides_within_s: float = 60.0,
    cancels_within_s: float = 1.0,
    closes_within_s: float = 10.0,
) -> None:
    """Raise an `AssertionError` that says where an engine breaks the contract.

    `make_engine` is called twice. It is asked with `prompts` (two at least, of different runs;
    without any, with two of a fake phone). Replies must be readable if it `parses`, and the same for
    the same prompts if it is `repeatable` (greedy). The fewer pieces it replies in, the less can be
    seen of how it is cancelled.
    """
    engine = make_engine()
    given = _prompts(engine) if prompts is None else tuple(prompts)
    check = _Checks(
        engine,
        given,
        parses=parses,
        repeatable=repeatable,
        decides_within_s=decides_within_s,
        cancels_within_s=cancels_within_s,
    )
    try:
        check.deciding()
        check.sessions()
        check.cancelled_before()
        check.cancelled_at_the_first_piece()
        check.cancelled_at_some_time()
        check.many_callers()
    finally:
        engine.close()
    _check_closed(engine, given[0])
    _check_closing_under_callers(make_engine(), given, closes_within_s)


class _Call:
    """One question, asked in a thread of its own, so that an engine that hangs is reported."""

    def __init__(
        self,
        engine: Engine,
        prompt: Prompt,
        session: str,
        *,
        cancel: Cancellation | None = None,
        cancel_at_first_piece: bool = False,
    ) -> None:
        self.pieces: list[str] = []
        self.decided: Decided | None = None
        self.error: PhoneBuddyError | None = None
        self.crash: BaseException | None = None
        self.ended_s = math.inf
        self.cancelled_s = math.inf
        self._cancel = cancel
        self._cancel_at_first_piece = cancel_at_first_piece
        self._ask = lambda: engine.decide(
            prompt, session=session, on_text=self._hear, cancel=cancel
        )
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def cancel(self) -> None:
        if self._cancel is not None:
            self.cancelled_s = time.monotonic()
            self._cancel.cancel("check_engine")

    def wait(self, within_s: float, what: str) -> None:
        self._thread.join(within_s)
        _require(not self._thread.is_alive(), f"{what} did not end within {within_s} s")
        if self.crash is not None:
            raise AssertionError(f"{what} raised {self.crash!r}") from self.crash

    def _hear(self, piece: str) -> None:
        self.pieces.append(piece)
        if self._cancel_at_first_piece and len(self.pieces) == 1:
            self.cancel()

    def _run(self) -> None:
        try:
            self.decided = self._ask()
        except PhoneBuddyError as error:
            self.error = error
        except BaseException as error:  # noqa: BLE001 - handed to the thread that waits
            self.crash = error
        self.ended_s = time.monotonic()


class _Checks:
    def __init__(
        self,
        engine: Engine,
        prompts: tuple[Prompt, ...],
        *,
        parses: bool,
        repeatable: bool,
        decides_within_s: float,
        cancels_within_s: float,
    ) -> None:
        _require(len(prompts) >= 2, "check_engine needs two prompts")
        self._engine = engine
        self._prompts = prompts
        self._parses = parses
        self._repeatable = repeatable
        self._decides_within_s = decides_within_s
        self._cancels_within_s = cancels_within_s
        self._names = (f"check-{number}" for number in count())

    def deciding(self) -> None:
        """Decides; pieces join to the reply; again the same, in a new session and without one."""
        first = [self._decide(prompt, next(self._names)) for prompt in self._prompts]
        again = [self._decide(prompt, next(self._names)) for prompt in self._prompts]
        self._compare(first, again, "asked the same in a new session")
        self._require_decided(self._engine.decide(self._prompts[0]), "without session or listener")
        self._engine.end_session("check-nobody-had-this-one")

    def sessions(self) -> None:
        """What a session is answered does not depend on what others are asked in between."""
        ours, theirs = (_continued(prompt) for prompt in self._prompts[:2])
        alone = self._run(ours, next(self._names))
        mine, other = next(self._names), next(self._names)
        mixed: list[Decided] = []
        for our, their in zip(ours, theirs, strict=True):
            mixed.append(self._decide(our, mine))
            self._decide(their, other)
        self._compare(alone, mixed, "asked while another session is")
        self._engine.end_session(other)
        self._engine.end_session(other)
        self._engine.end_session(mine)
        self._compare(alone, self._run(ours, mine), "asked after the session was ended")

    def cancelled_before(self) -> None:
        cancel = Cancellation()
        cancel.cancel("before it began")
        call = _Call(self._engine, self._prompts[0], next(self._names), cancel=cancel)
        call.wait(self._cancels_within_s, "a decision that was cancelled before it began")
        _require(
            isinstance(call.error, Cancelled),
            f"cancelled before it began, it gave {call.error or call.decided!r}, not Cancelled",
        )
        _require(not call.pieces, f"cancelled before it began, it still said {call.pieces}")
        self._usable("after a decision was cancelled before it began")

    def cancelled_at_the_first_piece(self) -> None:
        call = _Call(
            self._engine,
            self._prompts[0],
            next(self._names),
            cancel=Cancellation(),
            cancel_at_first_piece=True,
        )
        self._wait_cancelled(call, "at its first piece")
        more = len(call.pieces) - 1
        _require(
            more <= 1,
            f"{more} more pieces came after the one in which it was cancelled: "
            "cancellation must be heeded between tokens",
        )
        self._usable("after a decision was cancelled at its first piece")

    def cancelled_at_some_time(self) -> None:
        """Also in the session that goes on, whose state must not be left half made."""
        session = next(self._names)
        for delay_s in DELAYS_S:
            call = _Call(self._engine, self._prompts[0], session, cancel=Cancellation())
            time.sleep(delay_s)
            call.cancel()
            self._wait_cancelled(call, f"after {delay_s} s")
        self._usable("after decisions were cancelled", session=session)
        self._engine.end_session(session)

    def many_callers(self) -> None:
        calls = [
            _Call(self._engine, self._prompts[number % len(self._prompts)], next(self._names))
            for number in range(CALLERS)
        ]
        for call in calls:
            call.wait(self._decides_within_s * CALLERS, f"one of {CALLERS} decisions at once")
            self._require_heard(call, f"one of {CALLERS} at once")

    def _run(self, prompts: Sequence[Prompt], session: str) -> list[Decided]:
        return [self._decide(prompt, session) for prompt in prompts]

    def _decide(self, prompt: Prompt, session: str) -> Decided:
        call = _Call(self._engine, prompt, session)
        call.wait(self._decides_within_s, "a decision")
        return self._require_heard(call, f"in the session {session!r}")

    def _usable(self, when: str, *, session: str = "") -> None:
        call = _Call(self._engine, self._prompts[1], session or next(self._names))
        call.wait(self._decides_within_s, f"a decision {when}")
        self._require_heard(call, when)

    def _wait_cancelled(self, call: _Call, when: str) -> None:
        call.wait(self._decides_within_s, f"a decision that was cancelled {when}")
        late_s = call.ended_s - call.cancelled_s
        _require(
            late_s == -math.inf or late_s <= self._cancels_within_s,
            f"cancelled {when}, it went on for {late_s:.2f} s: {self._cancels_within_s} s is the most",
        )
        _require(
            isinstance(call.error, Cancelled) or call.decided is not None,
            f"cancelled {when}, it raised {call.error!r}, not Cancelled",
        )

    def _require_heard(self, call: _Call, when: str) -> Decided:
        if call.decided is None:
            raise AssertionError(f"a decision {when} raised {call.error!r}") from call.error
        heard, reply = "".join(call.pieces), call.decided.decision.reply
        _require(heard == reply, f"the pieces {when} make {heard!r}, but the reply is {reply!r}")
        self._require_decided(call.decided, when)
        return call.decided

    def _require_decided(self, decided: Decided, when: str) -> None:
        action = decided.decision.action
        if self._parses and isinstance(action, Unparsed):
            raise AssertionError(
                f"the reply {when} cannot be read ({action.reason}): {action.reply!r}"
            )
        usage = decided.usage
        for field in fields(usage):
            number = getattr(usage, field.name)
            if number is None:  # a cost that nobody knows
                continue
            _require(
                math.isfinite(number) and number >= 0, f"usage.{field.name} {when} is {number}"
            )
        _require(usage.cached_tokens <= usage.prompt_tokens, f"more cached than prompted: {usage}")
        _require(usage.forced_tokens <= usage.reply_tokens, f"more forced than replied: {usage}")

    def _compare(self, first: Sequence[Decided], then: Sequence[Decided], when: str) -> None:
        if self._repeatable:
            for one, other in zip(first, then, strict=True):
                _require(
                    one.decision == other.decision,
                    f"{when}, it decided {other.decision}, but {one.decision} before",
                )


def _check_closed(engine: Engine, prompt: Prompt) -> None:
    try:
        engine.close()
    except PhoneBuddyError as error:
        raise AssertionError(f"closing it again raised {error!r}") from error
    try:
        engine.decide(prompt)
    except EngineClosed:
        pass
    except PhoneBuddyError as error:
        raise AssertionError(f"a closed engine raised {error!r}, not EngineClosed") from error
    else:
        raise AssertionError("a closed engine decides: it should raise EngineClosed")
    with suppress(EngineClosed):
        engine.end_session("check-0")


def _check_closing_under_callers(
    engine: Engine, prompts: Sequence[Prompt], closes_within_s: float
) -> None:
    calls = [
        _Call(engine, prompts[number % len(prompts)], f"check-closing-{number}")
        for number in range(CALLERS)
    ]
    time.sleep(0.02)
    closing = threading.Thread(target=engine.close, daemon=True)
    closing.start()
    closing.join(closes_within_s)
    _require(not closing.is_alive(), f"close did not end within {closes_within_s} s")
    for call in calls:
        call.wait(closes_within_s, "a decision under way while the engine was closed")
        _require(
            call.decided is not None or isinstance(call.error, EngineClosed),
            f"closed meanwhile, a decision raised {call.error!r}, not EngineClosed",
        )


def _prompts(engine: Engine) -> tuple[Prompt, ...]:
    device = FakeDevice()
    look = device.observe(screenshot=engine.wants_screenshot)
    return (
        Prompt("Open Notes and write down 'milk'.", look),
        Prompt("Which apps are on this phone?", replace(look, id=f"{look.id}-again")),
    )


def _continued(prompt: Prompt) -> tuple[Prompt, Prompt]:
    """Two prompts of one run: the second has one more step behind it."""
    action = Wait(500)
    step = Step(
        replace(prompt.observation, screenshot=None),
        Decision(action, "it loads", format_reply(action, "it loads")),
        Actor.POLICY,
    )
    return prompt, replace(prompt, history=(*prompt.history, step))


def _require(holds: object, text: str) -> None:
    if not holds:
        raise AssertionError(text)
