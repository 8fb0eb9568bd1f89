"""A process that dies between any two writes: nothing acknowledged is lost, nothing is sent twice."""

from pathlib import Path

import pytest
from desk_scene import Scene, until
from memory_store import MemoryStore

from runtime.actions import Action, ElementRef, Finish, OpenApp, PressButton, SystemButton, Type
from runtime.errors import StoreError
from runtime.observation import Screenshot
from runtime.runs.model import Acting, Event, Happening, RunState
from runtime.runs.store import RunStore
from runtime.testing import ScriptedEngine

ACTIONS: list[Action] = [
    OpenApp("Notes"),
    Type("milk", ElementRef(0)),
    PressButton(SystemButton.ENTER),
]
DONE = Finish("done")
WRITES = 21


class DyingStore(RunStore):
    """Writes so many events, then nothing more."""

    left = 0

    def append(
        self,
        run_id: str,
        happening: Happening,
        *,
        now_s: float,
        screenshot: Screenshot | None = None,
    ) -> Event:
        if self.left <= 0:
            raise StoreError("the process is dead")
        self.left -= 1
        return super().append(run_id, happening, now_s=now_s, screenshot=screenshot)


class DyingScene(Scene):
    """A scene whose first store dies after so many writes."""

    def __init__(self, folder: Path, writes: int) -> None:
        self.writes = writes
        super().__init__(folder)

    def open_store(self) -> RunStore | MemoryStore:
        if self.writes < 0 or self.folder is None:
            return super().open_store()
        store = DyingStore.open(self.folder)
        assert isinstance(store, DyingStore)
        store.left = self.writes
        self.writes = -1
        return store


@pytest.mark.parametrize("writes", range(WRITES))
def test_run_survives_a_crash_after_any_write(tmp_path: Path, writes: int) -> None:
    scene = DyingScene(tmp_path, writes)
    run = scene.start([*ACTIONS, DONE])
    until(lambda: scene.desk.alive == 0)
    sent = list(scene.phone().performed)
    scene.store.close()

    scene.restart()
    found = scene.desk.get(run.id)
    events = scene.desk.events(run.id)
    recorded = [e.happening.action for e in events if isinstance(e.happening, Acting)]
    assert recorded[: len(sent)] == sent, "sent to the phone without being on record"
    assert len(recorded) <= len(sent) + 1
    steps = scene.store.steps(run.id)
    assert len(steps) >= len(recorded)
    if found.state is not RunState.INTERRUPTED:
        assert found.outcome is not None or found.state is RunState.FINISHED
        scene.close()
        return
    history = [step.decision.action for step in steps]
    scene.library.engines[run.request.policy] = again = ScriptedEngine([DONE])

    scene.desk.continue_run(run.id)

    assert scene.until_over(run.id).state is RunState.FINISHED
    assert [step.decision.action for step in again.prompts[0].history] == history
    assert scene.phone().performed == sent
    scene.close()
