import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tap_format import TapFormat, screen

from runtime.cancellation import Cancellation
from runtime.engine import Decided, Prompt
from runtime.engines.gguf.engine import GgufEngine
from runtime.engines.sampling import TokenSampling
from runtime.errors import Cancelled, EngineClosed, EngineOverloaded, PhoneBuddyError

Load = Callable[..., GgufEngine]
# Enough text for seconds of evaluation; the two have nothing in common that could be kept.
OTHER = Prompt("close the clock and then the mail " * 90, screen(0))
LONG = Prompt("open the clock and then the mail " * 90, screen(0))
SHORT = Prompt("open the clock", screen(0))
PATIENCE_S = 300.0


class Asked:
    """A question in a thread of its own. Times are the processor's: the machine may be busy."""

    def __init__(self, ask: Callable[[Cancellation, Callable[[str], None]], Decided]) -> None:
        self.cancel = Cancellation()
        self.decided: Decided | None = None
        self.error: PhoneBuddyError | None = None
        self.said = threading.Event()
        self.ended_s = 0.0
        self._ask = ask
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self.decided = self._ask(self.cancel, lambda _: self.said.set())
        except PhoneBuddyError as error:
            self.error = error
        self.ended_s = time.process_time()

    def join(self) -> None:
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    def said_after_s(self) -> float:
        """Wait for the first word."""
        began = time.process_time()
        assert self.said.wait(PATIENCE_S)
        return time.process_time() - began

    def cancelled_after_s(self) -> float:
        """Cancel, and wait for it."""
        began = time.process_time()
        self.cancel.cancel("the test says so")
        self.join()
        assert isinstance(self.error, Cancelled)
        return self.ended_s - began


def ask(engine: GgufEngine, prompt: Prompt, session: str = "") -> Asked:
    return Asked(
        lambda cancel, say: engine.decide(prompt, session=session, on_text=say, cancel=cancel)
    )


def _until(holds: Callable[[], bool]) -> None:
    end_s = time.perf_counter() + PATIENCE_S
    while not holds():
        assert time.perf_counter() < end_s
        time.sleep(0.005)


@pytest.fixture
def slow(load: Load, smol: Path) -> GgufEngine:
    """Answers for seconds: one at a time, long replies."""
    wordy = TapFormat(thought="/[a-z ]{300,}/")
    return load(
        smol, prompt_format=wordy, parallel=1, sampling=TokenSampling(max_reply_tokens=200), queue=2
    )


def test_cancelled_while_the_prompt_is_evaluated_the_engine_is_free_at_once(
    slow: GgufEngine,
) -> None:
    uncancelled = ask(slow, OTHER)
    whole_s = uncancelled.said_after_s()
    uncancelled.cancelled_after_s()

    began = time.process_time()
    asked = ask(slow, LONG, "run")
    _until(lambda: time.process_time() - began > whole_s / 10)
    assert not asked.said.is_set()
    assert asked.cancelled_after_s() < whole_s / 2
    # The next question need not wait for what is left of a prompt that nobody wants any more.
    following = ask(slow, SHORT)
    assert following.said_after_s() < 0.8 * whole_s
    following.cancelled_after_s()
    again = ask(slow, SHORT, "run")
    again.said_after_s()
    assert again.cancelled_after_s() < whole_s / 2


def test_cancelled_while_it_replies_it_says_no_more(slow: GgufEngine) -> None:
    pieces: list[str] = []
    cancel = Cancellation()

    def hear(piece: str) -> None:
        pieces.append(piece)
        if len(pieces) == 3:
            cancel.cancel("enough")

    with pytest.raises(Cancelled, match="enough"):
        slow.decide(SHORT, on_text=hear, cancel=cancel)
    assert len(pieces) == 3


def test_cancelled_in_the_queue_it_ends_before_the_others(slow: GgufEngine) -> None:
    answering = ask(slow, SHORT, "one")
    answering.said_after_s()
    queued = ask(slow, SHORT, "two")
    _until(lambda: slow.waiting == 1)
    queued.cancelled_after_s()
    assert not queued.said.is_set()
    assert slow.waiting == 0
    assert answering.decided is None
    answering.cancelled_after_s()


def test_cancelled_before_it_is_asked(slow: GgufEngine) -> None:
    cancel = Cancellation()
    cancel.cancel("too late")
    with pytest.raises(Cancelled, match="too late"):
        slow.decide(SHORT, cancel=cancel)


def test_more_than_may_wait_are_refused(slow: GgufEngine) -> None:
    answering = ask(slow, SHORT, "first")
    answering.said_after_s()
    asked = [ask(slow, LONG, str(number)) for number in range(5)]
    _until(lambda: sum(isinstance(each.error, EngineOverloaded) for each in asked) == 3)
    assert slow.waiting == 2
    for each in (answering, *asked):
        each.cancel.cancel()
        each.join()
    assert slow.waiting == 0


def test_closing_ends_what_is_asked(slow: GgufEngine) -> None:
    asked = [ask(slow, LONG, str(number)) for number in range(2)]
    time.sleep(0.3)
    began = time.process_time()
    slow.close()
    assert time.process_time() - began < 3  # what was asked takes longer
    for each in asked:
        each.join()
        assert isinstance(each.error, EngineClosed)


@pytest.mark.parametrize("model", ["tiny", "hybrid"])
def test_what_others_are_decided_is_not_changed_by_who_is_cancelled(
    model: str, request: pytest.FixtureRequest, load: Load
) -> None:
    engine: GgufEngine = load(
        request.getfixturevalue(model), batch_tokens=32, flash_attention=False
    )
    prompts = [Prompt(f"goal {number}", screen(number)) for number in range(3)]
    alone = [engine.decide(prompt).decision for prompt in prompts]
    for attempt in range(6):
        asked = [ask(engine, prompt, str(number)) for number, prompt in enumerate(prompts)]
        doomed = [ask(engine, Prompt("x" * 400, screen(9)), f"doomed {n}") for n in range(3)]
        time.sleep(0.004 * attempt)
        for each in doomed:
            each.cancel.cancel()
        for each in (*asked, *doomed):
            each.join()
        assert [each.decided and each.decided.decision for each in asked] == alone
        assert all(isinstance(each.error, Cancelled) or each.decided for each in doomed)
