"""One whole story on a PhoneWorld phone, with the parts that a server uses."""

from pathlib import Path

from desk_scene import Library, until

from phoneworld import Workshop
from phoneworld.device import PhoneDevice
from runtime.actions import (
    Action,
    Click,
    ElementRef,
    Finish,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
)
from runtime.device_pool import DevicePool
from runtime.episode import Actor, Finished, Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import Secrets
from runtime.observation import Observation
from runtime.policies.library import PolicyLibrary
from runtime.records import read_episode
from runtime.runs.desk import RunDesk
from runtime.runs.model import Choice, Response, RunRequest, RunState
from runtime.runs.ports import DeviceSource, Policies, Store
from runtime.runs.store import RunStore
from runtime.testing import ScriptedEngine

MESSAGES = "com.phoneworld.messages"
WORDS = "On my way"


def find(screen: Observation, words: str) -> ElementRef | None:
    found = [element.index for element in screen.elements if element.label.startswith(words)]
    return ElementRef(found[-1]) if found else None


def decide(screen: Observation) -> Action:
    """Writes to Ines, step by step, by what the screen shows."""
    if screen.package != MESSAGES:
        return OpenApp("Messages")
    field = next((element for element in screen.elements if element.editable), None)
    if field is None:
        person = find(screen, "Ines Hansen")
        return Click(person) if person is not None else PressButton(SystemButton.BACK)
    if find(screen, WORDS) is None:
        return Type(WORDS, ElementRef(field.index))
    if field.text == WORDS:
        send = find(screen, "Send")
        assert send is not None
        return Click(send)
    return Finish("told her")


def test_message_is_sent_once_the_person_approves(
    shared_workshop: Workshop, tmp_path: Path
) -> None:
    phone = PhoneDevice(shared_workshop.phone(1))
    pool = DevicePool(opener=lambda _address: phone, finder=list)
    store = RunStore.open(tmp_path / "data")
    library = Library()
    library.engines["writer"] = ScriptedEngine(decide)
    secrets = Secrets()
    guard = RuleGuard(load_rules(), secrets=secrets)
    desk = RunDesk(store, pool, library, guard, secrets)

    run = desk.start(RunRequest(f"Tell Ines '{WORDS}'", "phoneworld://", "writer"))
    until(lambda: desk.get(run.id).state is RunState.WAITING)
    question = desk.get(run.id).question
    assert question is not None
    assert question.risk == "message"
    assert WORDS in question.text
    assert find(phone.observe(), WORDS) is not None  # written, not sent
    desk.take_over(run.id)
    desk.act(run.id, PressButton(SystemButton.HOME), "")
    desk.resume(run.id)
    until(lambda: desk.get(run.id).state is RunState.WAITING)
    again = desk.get(run.id).question
    assert again is not None
    desk.respond(run.id, again.id, Response(Choice.APPROVE))
    until(lambda: desk.get(run.id).outcome is not None)
    desk.close(1)

    store.export(run.id, tmp_path / "episode")
    episode = read_episode(tmp_path / "episode")
    assert episode.outcome is not None
    assert isinstance(episode.outcome.ending, Finished)
    assert [step.actor for step in episode.steps].count(Actor.PERSON) == 1
    sent = [step for step in episode.steps if step.guard and step.guard.verdict is Verdict.CONFIRM]
    assert [(step.guard and step.guard.approved) for step in sent] == [True]
    assert all(step.observation.screenshot is not None for step in episode.steps)
    shown = phone.observe()
    assert [element.text for element in shown.elements if element.editable] == [""]
    assert find(shown, WORDS) is not None
    pool.close()
    store.close()


def parts_fit(
    pool: DevicePool, library: PolicyLibrary, store: RunStore
) -> tuple[DeviceSource, Policies, Store]:
    """For the type checker: the server's own parts are what a desk wants."""
    return pool, library, store
