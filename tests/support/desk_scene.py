"""A desk with fake phones, scripted policies and a guard that a test can steer."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory_store import MemoryStore

from runtime.actions import Action
from runtime.cancellation import Cancellation
from runtime.device import Performed
from runtime.device_pool import DevicePool
from runtime.engine import Decided, Engine, Prompt, TextListener
from runtime.episode import Verdict
from runtime.errors import Interrupted, UnknownPolicy
from runtime.guard.ruling import ALLOWED, Risk, Ruling
from runtime.guard.secrets import Secret, Secrets
from runtime.observation import Observation
from runtime.runs.desk import RunDesk
from runtime.runs.model import Run, RunRequest, RunState
from runtime.runs.settings import RunSettings
from runtime.runs.store import RunStore
from runtime.testing import FakeDevice, ScriptedEngine
from runtime.turn.start import AT_ONCE, Opening

SECRET = "correct horse"
QUICK = RunSettings(
    # Where the machine is busy, a run heeds late; how late it may be is tested where it matters.
    still_within_s=10.0,
    heeded_within_s=10.0,
    device_pause_s=0.01,
    engine_pauses_s=(0.01, 0.02),
    busy_pause_s=0.01,
    replay_pauses_s=(0.05, 0.2),
)


def until(holds: Callable[[], object], *, within_s: float = 30.0) -> None:
    """Wait for something that another thread brings about."""
    deadline_s = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > deadline_s:
            raise AssertionError(f"did not happen within {within_s} s")
        time.sleep(0.002)


class TestGuard:
    """Judges by two functions, which a test may replace."""

    __test__ = False

    def __init__(self) -> None:
        self.on_action: Callable[[Action, Observation], Ruling] = lambda _a, _o: ALLOWED
        self.on_screen: Callable[[Observation], Ruling] = lambda _o: ALLOWED

    def judge(self, action: Action, observation: Observation) -> Ruling:
        return self.on_action(action, observation)

    def judge_screen(self, observation: Observation) -> Ruling:
        return self.on_screen(observation)


CONFIRM = Ruling(Verdict.CONFIRM, "send", Risk.MESSAGE, "Send the note", "Ada")
NEVER = Ruling(Verdict.NEVER, "wipe", Risk.DELETION, "Erase the phone")
SENSITIVE = Ruling(Verdict.CONFIRM, "lock", Risk.SENSITIVE_SCREEN, "The lock screen")


class SlowPhone(FakeDevice):
    """Stays in the calls named in `slow` until it is interrupted, or they are named no more."""

    def __init__(self) -> None:
        super().__init__(waits_in_real_time=True)
        self.slow: set[str] = set()
        self.deaf = False
        self.calls: list[str] = []
        self.performed: list[Action] = []
        self._ended = threading.Event()

    def observe(self, *, screenshot: bool = False) -> Observation:
        self._begin("observe")
        return super().observe(screenshot=screenshot)

    def perform(self, action: Action, observation: Observation) -> Performed:
        self._begin("perform")
        self.performed.append(action)
        return super().perform(action, observation)

    def by_hand(self, action: Action) -> None:
        """What a person does on the glass."""
        super().perform(action, super().observe())

    def close(self) -> None:
        """Nothing: a phone outlives whoever lets it go, and can be opened again."""

    @property
    def snapshots(self) -> None:
        """None: as a phone behind adb, it cannot go back."""

    def reopen(self) -> None:
        """Nothing: it never goes away."""

    def interrupt(self) -> None:
        super().interrupt()
        if not self.deaf:
            self._ended.set()

    def _begin(self, call: str) -> None:
        self._ended.clear()
        self.calls.append(call)
        while call in self.slow:
            if self._ended.wait(0.005):
                raise Interrupted("ended on purpose")


class SlowEngine:
    """Thinks until it is cancelled, or `answer` is set; then decides as its script says."""

    def __init__(self, script: Iterable[str | Action]) -> None:
        self.script = ScriptedEngine(script)
        self.answer = threading.Event()
        self.thinking = threading.Event()
        self.deaf = False

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
        self.thinking.set()
        while not self.answer.wait(0.005):
            if cancel is not None and not self.deaf:
                cancel.check()
        return self.script.decide(prompt, session=session, on_text=on_text)

    def end_session(self, session: str) -> None:
        self.script.end_session(session)

    def close(self) -> None:
        self.script.close()


@dataclass(frozen=True)
class Loaded:
    """A policy in use."""

    engine: Engine
    opening: Opening = AT_ONCE


class Library:
    """Policies by name. Loading waits for `loaded`."""

    def __init__(self) -> None:
        self.engines: dict[str, Engine] = {}
        self.loaded = threading.Event()
        self.loaded.set()
        self.in_use: list[str] = []
        self.opening = AT_ONCE

    def price_is_known(self, name: str) -> bool:
        return name != "unpriced"

    def check(self, name: str) -> None:
        """Nothing: none of these runs elsewhere."""

    @contextmanager
    def use(self, name: str, *, cancel: Cancellation | None = None) -> Generator[Loaded]:
        self.loaded.wait(300)
        if name not in self.engines:
            raise UnknownPolicy(f"there is no policy {name!r}")
        self.in_use.append(name)
        try:
            yield Loaded(self.engines[name], self.opening)
        finally:
            self.in_use.remove(name)


class Scene:
    """A desk and all that it works with; `phones` are made when they are first opened.

    Without a folder, runs are kept in memory.
    """

    def __init__(self, folder: Path | None = None, *, settings: RunSettings = QUICK) -> None:
        self.folder = folder
        self.phones: dict[str, SlowPhone] = {}
        self.asked_for: list[str] = []
        self.opened: list[str] = []
        self.may_open = threading.Event()
        self.may_open.set()
        self.library = Library()
        self.guard = TestGuard()
        self.secrets = Secrets({"wifi": Secret("wifi", SECRET)})
        self.settings = settings
        self._begin()

    def _begin(self) -> None:
        self.pool = DevicePool(opener=self._open, finder=list)
        self.store = self.open_store()
        self.desk = RunDesk(
            self.store,
            self.pool,
            self.library,
            self.guard,
            self.secrets,
            settings=self.settings,
        )

    def open_store(self) -> RunStore | MemoryStore:
        return MemoryStore() if self.folder is None else RunStore.open(self.folder)

    def _open(self, address: str) -> SlowPhone:
        self.asked_for.append(address)
        self.may_open.wait(300)
        self.opened.append(address)
        return self.phone(address)

    def phone(self, address: str = "fake:1") -> SlowPhone:
        return self.phones.setdefault(address, SlowPhone())

    def start(self, script: object, *, device: str = "fake:1", **options: object) -> Run:
        """Start a run of a policy of its own: a script, or an engine."""
        name = f"policy-{len(self.library.engines)}"
        is_engine = hasattr(script, "decide")
        self.library.engines[name] = script if is_engine else ScriptedEngine(script)  # type: ignore[arg-type]
        key = str(options.pop("key", ""))
        request = RunRequest("note milk", device, name, **options)  # type: ignore[arg-type]
        return self.desk.start(request, key=key)

    def until_state(self, run_id: str, *states: RunState) -> Run:
        until(lambda: self.desk.get(run_id).state in states)
        return self.desk.get(run_id)

    def until_over(self, run_id: str) -> Run:
        """Wait until the run has ended and its outcome is on record."""
        until(lambda: self.desk.get(run_id).outcome is not None)
        return self.desk.get(run_id)

    def restart(self) -> None:
        """As after a kill: another desk on the same store, while the old one still knows of nothing."""
        self._begin()

    def close(self) -> None:
        for phone in self.phones.values():
            phone.slow.clear()
        self.may_open.set()
        self.library.loaded.set()
        self.desk.close(0.05)
        self.pool.close()
        self.store.close()
