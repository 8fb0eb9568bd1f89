"""What cannot be undone waits for a person's word, and secrets are typed but never told."""

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_rehearsal import Rehearsal
from e2e_runs import Watching, cancel_all, follow, kind_of
from e2e_tasks import StagedTask
from phonebuddy.v1 import action_pb2, run_pb2
from phonebuddy.v1.client import Client
from PIL import Image
from runtime_process import RuntimeProcess, call, write_script

from phoneworld import Workshop
from phoneworld.adb.proof.host_adb import HostAdb
from phoneworld.adb.proof.served import ServedPhone
from phoneworld.store import database_path
from runtime.observation import Observation
from runtime.records import read_episode

SEED = 7
SECRET = "Kf7#quiet-otter-2291"
SMS = "/data/data/com.android.providers.telephony/databases/mmssms.db"
NOTES = database_path("com.phoneworld.notes", "notes.db")
WALLET = database_path("com.phoneworld.wallet", "wallet.db")


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuntimeProcess]:
    folder = tmp_path_factory.mktemp("runtime")
    secrets = folder / "secrets.toml"
    secrets.touch(0o600)
    secrets.write_text(
        f"[wifi]\nvalue = {json.dumps(SECRET)}\n"
        'apps = ["com.phoneworld.settings", "com.phoneworld.notes"]\n'
    )
    options = ("--secrets", str(secrets), "--log-level", "debug", "--log-format", "json")
    process = RuntimeProcess(folder, *options)
    yield process
    process.close()


@pytest.fixture
def buddy(runtime: RuntimeProcess) -> Iterator[Client]:
    with runtime.client() as client:
        yield client
        cancel_all(client)


@pytest.fixture
def phone(adb_phone: ServedPhone, shared_workshop: Workshop) -> ServedPhone:
    """As it was at first."""
    _reset(adb_phone, shared_workshop)
    return adb_phone


def _reset(phone: ServedPhone, workshop: Workshop) -> None:
    phone.run(lambda: workshop.reset(phone.phone, SEED))
    phone.run(phone.phone.go_home)


@pytest.fixture
def hand(shared_workshop: Workshop) -> Rehearsal:
    return Rehearsal(shared_workshop, SEED)


# What each does in the end, as the guard should call it.
RISKS = {
    "messages.reply": "message",
    "notes.delete_by_content": "deletion",
    "huddle.bills_pay": "payment",
    "shop.buy": "purchase",
    "phone.call_contact": "call",
}


@pytest.mark.parametrize("allowed", [False, True], ids=["denied", "approved"])
@pytest.mark.parametrize("name", RISKS)
def test_what_cannot_be_undone_is_done_only_when_approved(
    runtime: RuntimeProcess,
    buddy: Client,
    adb_phone: ServedPhone,
    shared_workshop: Workshop,
    name: str,
    allowed: bool,  # noqa: FBT001 - pytest gives it by name
) -> None:
    staged = StagedTask.stage(name, adb_phone, shared_workshop, runtime.folder / "policies")
    asked: list[str] = []

    def person(run_id: str, question: run_pb2.Question) -> None:
        asked.append(question.risk)
        assert buddy.get(run_id).state == run_pb2.RUN_STATE_WAITING
        assert not adb_phone.run(staged.trial.judge).success
        (buddy.approve if allowed else buddy.deny)(run_id, question.id)

    run_id = staged.run(buddy, person)

    assert RISKS[name] in asked
    judgement = staged.judge(buddy, run_id)
    assert judgement.success is allowed, judgement.reasons
    for step in buddy.steps(run_id):
        if step.guard.verdict == run_pb2.VERDICT_CONFIRM:
            assert step.guard.approved is allowed
            assert step.HasField("performed") is allowed


async def test_adb_tells_of_no_message_that_was_denied(
    runtime: RuntimeProcess,
    buddy: Client,
    phone: ServedPhone,
    hand: Rehearsal,
    host_adb: HostAdb,
    shared_workshop: Workshop,
) -> None:
    query = ("content", "query", "--uri", "content://sms", "--projection", "body")
    serial = phone.server.address
    _write_message(hand)
    write_script(runtime.folder / "policies", "texts", *hand.finish())
    for allowed in (False, True):
        _reset(phone, shared_workshop)
        run = buddy.start("text", device=phone.address, policy="texts", screenshots=False)
        watching = Watching(buddy, run.id)
        question = watching.until_kind("asked").asked.question
        assert question.concerns == "Alma Walsh"
        assert question.rule == "send"
        (buddy.approve if allowed else buddy.deny)(run.id, question.id)
        watching.join()
        listed = await host_adb.run("-s", serial, "shell", *query)
        assert listed.status == 0
        assert ("body=See you at ten" in listed.text) is allowed


def test_a_pin_is_the_persons_to_give(
    runtime: RuntimeProcess, buddy: Client, phone: ServedPhone
) -> None:
    """The wallet may not be photographed: its screens are handed over, and nothing of them is kept."""
    write_script(
        runtime.folder / "policies",
        "pays",
        call("open_app", app="Wallet"),
        {**call("finish", text="paid"), "when": {"package": "com.phoneworld.launcher"}},
    )
    wallet = phone.phone.databases[WALLET]
    pin = phone.run(lambda: wallet.value("SELECT pin FROM account"))

    def paid() -> int:
        return phone.run(
            lambda: wallet.value("SELECT count(*) FROM requests WHERE status = 'paid'")
        )

    run = buddy.start("pay Hugo", device=phone.address, policy="pays")
    watching = Watching(buddy, run.id)
    question = watching.until_kind("asked").asked.question
    assert question.kind == run_pb2.QUESTION_KIND_HAND_OVER
    assert question.risk == "sensitive_screen"
    before = paid()
    buddy.take_over(run.id)
    for label, text in (("Hugo Ibrahim", ""), ("Pay", ""), ("PIN", pin), ("Confirm", "")):
        _act(buddy, run.id, phone.address, label, text)
    assert paid() == before + 1
    home = action_pb2.PressButton(button=action_pb2.BUTTON_HOME)
    buddy.act(run.id, action_pb2.Action(press_button=home))
    buddy.resume(run.id)
    events = watching.join()
    assert buddy.get(run.id).outcome.text == "paid"
    by = [event.step_done.record.actor for event in events if kind_of(event) == "step_done"]
    assert by.count(run_pb2.ACTOR_PERSON) == 5
    # In quotes: four digits alone are in many a time of day.
    _nowhere(runtime, f'"{pin}"', events, what="the PIN")
    assert not any(event.acting.action.type.text == pin for event in events)
    _nowhere(runtime, "Enter your PIN", events, what="the screen of the PIN")


def _act(buddy: Client, run_id: str, device: str, label: str, text: str) -> None:
    """What a person does: tap what reads like this, or type into it."""
    look = buddy.observe(device)
    index = next(
        element.index
        for element in look.elements
        if element.clickable
        and any(word.startswith(label) for word in (element.hint, element.text))
    )
    target = action_pb2.Target(element=index)
    action = (
        action_pb2.Action(type=action_pb2.Type(text=text, target=target))
        if text
        else action_pb2.Action(click=action_pb2.Click(target=target))
    )
    buddy.act(run_id, action, look.id)


def test_a_policy_that_insists_is_ended(
    runtime: RuntimeProcess, buddy: Client, phone: ServedPhone, hand: Rehearsal
) -> None:
    _write_message(hand)
    send = hand.lines[-1]
    write_script(runtime.folder / "policies", "insists", *hand.lines, *[send] * 5)
    run = buddy.start("text", device=phone.address, policy="insists", screenshots=False)
    follow(buddy, run.id, lambda question: buddy.deny(run.id, question.id) and None)
    outcome = buddy.get(run.id).outcome
    assert outcome.ending == run_pb2.ENDING_KIND_REFUSED_BY_GUARD
    assert outcome.text == "send"
    sms = phone.phone.databases[SMS]
    sent = phone.run(lambda: sms.value("SELECT count(*) FROM sms WHERE body = 'See you at ten'"))
    assert sent == 0


def test_a_secret_is_typed_and_never_shown(
    runtime: RuntimeProcess,
    buddy: Client,
    phone: ServedPhone,
    hand: Rehearsal,
    tmp_path: Path,
) -> None:
    notes = phone.phone.databases[NOTES]
    hand.open("Notes")
    hand.tap("New note")
    hand.tap("Text note")
    hand.type("{{secret:wifi}}", into="Title", twin_text="Kept")
    hand.tap("Save")
    write_script(
        runtime.folder / "policies",
        "secretive",
        *hand.lines,
        call("ask_user", question=f"is it {SECRET}?"),
        call("finish", text=f"it is {SECRET}"),
    )

    def person(question: run_pb2.Question) -> None:
        if question.kind == run_pb2.QUESTION_KIND_ANSWER:
            buddy.answer(run.id, question.id, f"yes, {SECRET}")
        else:
            buddy.approve(run.id, question.id)

    run = buddy.start(f"note the password {SECRET}", device=phone.address, policy="secretive")
    events = follow(buddy, run.id, person)

    assert buddy.get(run.id).state == run_pb2.RUN_STATE_FINISHED
    typed = phone.run(lambda: notes.value("SELECT count(*) FROM notes WHERE title = ?", SECRET))
    assert typed == 1, "the secret was not typed"
    buddy.export(run.id, tmp_path / "record")
    _is_blacked_out(read_episode(tmp_path / "record").steps[-3].observation, "[redacted:password]")
    _nowhere(runtime, SECRET, events, tmp_path / "record", what="the secret")


def _is_blacked_out(seen: Observation, text: str) -> None:
    element = next(element for element in seen.elements if element.text == text)
    assert seen.screenshot is not None
    with Image.open(io.BytesIO(seen.screenshot.data)) as picture:
        scale = picture.width / seen.width_px
        inside = [int(side * scale) for side in element.bounds]
        brightest = picture.crop((*inside,)).convert("L").getextrema()[1]  # type: ignore[arg-type]
    assert isinstance(brightest, int)
    assert brightest < 40, "what was typed can be seen"


def _write_message(hand: Rehearsal) -> None:
    hand.open("Messages")
    hand.tap("Alma Walsh")
    hand.type("See you at ten", into="Text message")
    hand.tap("Send")


def _nowhere(
    runtime: RuntimeProcess, value: str, events: list[run_pb2.Event], *folders: Path, what: str
) -> None:
    """A value is in no event, no file of the data folder or an export, and not in the log."""
    needle = value.encode()
    for event in events:
        assert needle not in event.SerializeToString(), f"{what} is in an event: {event}"
    places = [runtime.output]
    for folder in (runtime.folder / "data", *folders):
        places += [path for path in folder.rglob("*") if path.is_file()]
    assert any(path.name.startswith("runs.db") for path in places)
    for path in places:
        assert needle not in path.read_bytes(), f"{what} is in {path}"
