"""A person presses keys through whole stories, in front of a served desk with fake phones."""

import asyncio
from decimal import Decimal
from pathlib import Path

import pytest
from desk_scene import SlowEngine
from phonebuddy.v1 import run_pb2
from served_desk import ServedDesk
from textual import events
from tui_pilot import PLAIN, Person, seated

from runtime.actions import (
    Action,
    AskUser,
    Click,
    ElementRef,
    Finish,
    OpenApp,
    PressButton,
    SystemButton,
    Type,
)
from runtime.engine import Engine
from runtime.episode import Verdict
from runtime.guard.money import Money
from runtime.guard.ruling import ALLOWED, Risk, Ruling
from runtime.observation import Observation
from runtime.testing import ScriptedEngine
from tui.settings import PictureMode
from tui.widgets.phone_drawing import PhoneDrawing

PHONE = "fake:1"
PAYMENT = Ruling(
    Verdict.CONFIRM,
    "pay",
    Risk.PAYMENT,
    "Pay 12.50",
    "Corner Café",
    money=Money("$12.50", Decimal("12.50"), "USD"),
)
NOTES = [
    OpenApp("Notes"),
    Click(ElementRef(0)),
    Type("milk"),
    Click(ElementRef(1)),
    Finish("noted"),
]


def policy(served: ServedDesk, engine: Engine | list[Action | str]) -> str:
    served.scene.library.engines["buddy"] = (
        ScriptedEngine(engine) if isinstance(engine, list) else engine
    )
    return "buddy"


def guard_saving(served: ServedDesk) -> None:
    def judge(action: Action, screen: Observation) -> Ruling:
        saves = action == Click(ElementRef(1)) and "Save" in {e.text for e in screen.elements}
        return PAYMENT if saves else ALLOWED

    served.scene.guard.on_action = judge


def notes(served: ServedDesk) -> list[str]:
    return served.scene.phone(PHONE).notes


async def begin(person: Person) -> None:
    """As if the task had been typed: pressing keys takes its time."""
    await person.until(lambda: person.app.live.chosen.policy)
    person.app.live.suggest("note milk")
    await person.press("enter")


async def test_a_task_is_typed_done_and_told(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    async with seated(served.address, device=PHONE, policy=name) as person:
        await person.until(lambda: person.app.live.chosen.policy)
        await person.type("note milk")
        await person.press("enter")
        await person.until_sees(
            "Open Notes", "Type 'milk'", "Tap 'Save'", '✓ Done. It said: "noted".'
        )
        assert "✓ done, 5 steps" in person.sees
        assert notes(served) == ["milk"]


async def test_a_payment_waits_for_the_persons_word_and_is_made(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    guard_saving(served)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("QuestionDialog")
        await person.until_sees("May I pay?", "What will happen: Pay 12.50", "Corner Café")
        await person.until_sees("On the screen", "Save")
        assert notes(served) == []
        await person.press("a")
        await person.until_sees("You approved", '✓ Done. It said: "noted".')
        assert notes(served) == ["milk"]


async def test_what_is_denied_is_not_done(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    guard_saving(served)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("QuestionDialog")
        await person.press("d")
        await person.until_sees("You denied", 'Perhaps done. It said: "noted".')
        assert notes(served) == []


async def test_approving_for_the_run_is_asked_once(served: ServedDesk) -> None:
    again = [Click(ElementRef(0)), Type("eggs"), Click(ElementRef(1)), Finish("noted")]
    name = policy(served, [*NOTES[:4], *again])
    guard_saving(served)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("QuestionDialog")
        await person.press("r")
        await person.until_sees("You approved for this run", '✓ Done. It said: "noted".')
        assert notes(served) == ["milk", "eggs"]


async def test_a_question_put_off_stays_open(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    guard_saving(served)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("QuestionDialog")
        await person.press("escape")
        await person.until_on("LiveScreen")
        await person.until_sees("waits for you (F7)", "? waiting for you")
        await person.press("f7")
        await person.until_on("QuestionDialog")
        await person.press("a")
        await person.until_sees('✓ Done. It said: "noted".')


async def test_a_question_that_another_answered_goes_away(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    guard_saving(served)
    with served.client() as other:
        async with seated(served.address, device=PHONE, policy=name) as person:
            await begin(person)
            await person.until_on("QuestionDialog")
            await person.press("ctrl+p")
            await person.until_on("Palette")
            run = next(iter(other.runs()))
            other.approve(run.id, run.question.id)
            await person.until_on("LiveScreen")
            await person.until_sees('✓ Done. It said: "noted".')


async def test_the_policys_question_is_answered(served: ServedDesk) -> None:
    name = policy(served, [AskUser("Which shop?"), Finish("thanks")])
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("AnswerDialog")
        await person.until_sees("The policy asks you", "Which shop?")
        await person.press("enter")
        assert person.screen == "AnswerDialog", "an empty answer is none"
        await person.type("the near one")
        await person.press("enter")
        await person.until_sees("You said 'the near one'", '✓ Done. It said: "thanks".')


async def test_the_phone_is_taken_over_used_and_handed_back(served: ServedDesk) -> None:
    engine = SlowEngine([Finish("the person did it")])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press("f6")
        await person.until_sees("☛ you have the phone", "Back")
        # By keyboard alone: the elements as text, Enter taps.
        await person.press("f8", "f8", "f8")
        await person.until_sees("Notes, button")
        await person.press("down", "down", "down", "enter")
        await person.until_sees("New note, field")
        await person.press("home", "down", "enter")
        await person.until_sees("has the cursor")
        await person.type("eggs")
        await person.until_sees("eggs, field")
        await person.press("backspace")
        await person.until_sees("egg, field")
        # Quicker than the phone: each counts on what the one before has left.
        for key in ("backspace", "backspace", "e", "n", "backspace", "g", "g"):
            person.app.post_message(events.Key(key, None if len(key) > 1 else key))
        await person.until_sees("eegg, field")
        await person.press("home", "down", "down", "enter")
        await person.until(lambda: notes(served) == ["eegg"])
        engine.answer.set()
        await person.press("f6")
        await person.until_sees(
            "The policy has the phone again", '✓ Done. It said: "the person did it".'
        )
        assert "You: Tap 'Save'" in person.sees


async def test_clicks_on_the_drawing_touch_what_is_drawn_there(served: ServedDesk) -> None:
    engine = SlowEngine([Finish()])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press("f6")
        await person.until_sees("☛ you have the phone", "[Notes]")
        await person.until_drawn()
        drawing = person.app.live.query_one(PhoneDrawing)
        lines = person.sees.splitlines()
        row = next(n for n, line in enumerate(lines) if "[Notes]" in line)
        offset = lines[row].index("[Notes]") + 2 - drawing.region.x, row - drawing.region.y
        await person.touch(drawing, offset, held_s=0.1)
        await person.until_sees("You: Tap 'Notes'")
        await person.until(lambda: served.scene.phone(PHONE).observe().package.endswith("notes"))


@pytest.mark.parametrize(
    ("held_s", "told"), [(0.1, "You: Tap 'Notes'"), (1.0, "You: Touch and hold 'Notes'")]
)
async def test_clicks_on_the_picture_touch_the_phone(
    served: ServedDesk, held_s: float, told: str
) -> None:
    engine = SlowEngine([Finish()])
    name = policy(served, engine)
    blocks = PictureMode.HALF_BLOCKS
    async with seated(served.address, device=PHONE, policy=name, picture=blocks) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press("f6")
        await person.until_sees("☛ you have the phone")
        image = person.app.live.query_one("HalfBlocks")
        await person.until(lambda: image.size.height > 8)
        # The second of eight rows of the fake phone's screen is its button.
        height = image.size.height
        await person.touch(image, (3, round(height * 1.5 / 8)), held_s=held_s)
        await person.until_sees(told)
        await person.until(lambda: served.scene.phone(PHONE).observe().package.endswith("notes"))


async def test_one_key_stops_in_mid_decode(served: ServedDesk) -> None:
    engine = SlowEngine([Finish()])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press("ctrl+c")
        await person.until_sees("■ stopped", "You stopped it")
        assert not engine.answer.is_set()


@pytest.mark.parametrize("where", ["f1", "f2", "f3", "f4", "ctrl+p"])
async def test_the_stop_key_works_everywhere(served: ServedDesk, where: str) -> None:
    engine = SlowEngine([Finish()])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press(where)
        await person.until(lambda: person.screen != "LiveScreen")
        await person.press("ctrl+c")
        talk = person.app.live.control
        await person.until(lambda: talk.talk is not None and talk.talk.ended)
        assert talk.talk is not None
        assert talk.talk.state == run_pb2.RUN_STATE_CANCELLED


async def test_the_stop_key_works_while_a_question_is_open(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    guard_saving(served)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_on("QuestionDialog")
        await person.press("ctrl+c")
        await person.until_on("LiveScreen")
        await person.until_sees("You stopped it")
        assert notes(served) == []


async def test_a_run_is_paused_and_goes_on(served: ServedDesk) -> None:
    engine = SlowEngine([Finish("at last")])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await person.press("f5")
        await person.until_sees("‖ paused", "Paused")
        engine.answer.set()
        await person.press("f5")
        await person.until_sees("Goes on", '✓ Done. It said: "at last".')


async def test_a_server_that_goes_and_returns_loses_nothing(served: ServedDesk) -> None:
    engine = SlowEngine([OpenApp("Notes"), Finish("after all")])
    name = policy(served, engine)
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until(engine.thinking.is_set)
        await asyncio.to_thread(served.stop)
        await person.until_sees("No connection to this computer")
        await asyncio.to_thread(served.again)
        await person.until_sees("✗ interrupted", "It can be continued")
        assert "No connection" not in person.sees
        served.scene.library.engines[name] = engine
        engine.answer.set()
        await person.press("f5")
        await person.until_sees("Open Notes", '✓ Done. It said: "after all".')


async def test_a_command_is_found_by_a_part_of_its_name(served: ServedDesk) -> None:
    async with seated(served.address, PLAIN) as person:
        await person.press("ctrl+p")
        await person.until_on("Palette")
        await person.until_sees("Stop the run", "Take over or hand back")
        await person.type("theme nord")
        await person.until_sees("Theme nord")
        assert "Stop the run" not in person.sees
        await person.press("enter")
        await person.until_on("LiveScreen")
        assert person.app.theme == "nord"
        await person.press("ctrl+p")
        await person.type("polic")
        await person.press("down", "up", "enter")
        await person.until_on("PoliciesScreen")


async def test_an_old_run_is_found_opened_and_stepped_through(served: ServedDesk) -> None:
    name = policy(served, list(NOTES))
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_sees('✓ Done. It said: "noted".')
        await person.press("f2")
        await person.until_sees("done", "note milk")
        await person.press("slash")
        await person.type("eggs")
        await person.until_sees("No run has 'eggs' in its task.")
        await person.press("escape")
        await person.until_sees("note milk")
        await person.press("enter")
        await person.until_sees("1. Open Notes", "5. End the task as done")
        await person.press("right", "right")
        await person.until(lambda: person.app.screen.query_one("#steps").highlighted == 2)  # type: ignore[attr-defined]
        await person.until_sees("Type 'milk'")
        await person.press("escape")
        await person.until_on("LiveScreen")


async def test_a_run_is_done_again(served: ServedDesk) -> None:
    name = policy(served, [*NOTES, *NOTES])
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_sees('✓ Done. It said: "noted".')
        await person.press("f2")
        await person.until_sees("note milk")
        await person.press("r")
        await person.until(lambda: notes(served) == ["milk", "milk"])


async def test_a_run_is_replayed(served: ServedDesk) -> None:
    name = policy(served, [*NOTES])
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.until_sees('✓ Done. It said: "noted".')
        served.scene.phone(PHONE).notes.clear()
        served.scene.phone(PHONE).by_hand(PressButton(SystemButton.HOME))
        await person.press("f2")
        await person.until_sees("note milk")
        await person.press("p")
        await person.until(lambda: notes(served) == ["milk"])
        await person.until_sees("Replay: ")


async def test_a_run_is_exported_and_deleted(served: ServedDesk, tmp_path: Path) -> None:
    name = policy(served, list(NOTES))
    folder = str(tmp_path / "out")
    async with seated(served.address, device=PHONE, policy=name, export_folder=folder) as person:
        await begin(person)
        await person.until_sees('✓ Done. It said: "noted".')
        await person.press("f2")
        await person.until_sees("note milk")
        await person.press("e")
        await person.until_on("LineDialog")
        await person.press("enter")
        await person.until(lambda: list(Path(folder).glob("run-*/*")))
        await person.until_sees("note milk")
        await person.press("d")
        await person.until_on("ConfirmDialog")
        await person.press("y")
        await person.until_sees("There are no runs yet.")


async def test_a_phone_that_fails_is_told(served: ServedDesk) -> None:
    async with seated(served.address, device="nonsense:", policy="none") as person:
        await begin(person)
        await person.until_sees("there is no policy")


async def test_without_phone_or_policy_it_is_told_what_to_do(served: ServedDesk) -> None:
    async with seated(served.address) as person:
        await person.until_sees("There is no phone to work on")
        await person.type("anything")
        await person.press("enter")
        await person.until_sees("F3 lists phones")


async def test_a_run_that_goes_on_is_joined_at_the_start(served: ServedDesk) -> None:
    engine = SlowEngine([Finish("joined")])
    run = served.scene.start(engine, device=PHONE)
    async with seated(served.address, PLAIN) as person:
        await person.until_sees("note milk", "● running")
        engine.answer.set()
        await person.until_sees('✓ Done. It said: "joined".')
    del run


async def test_typing_does_not_lag_behind_a_stream(served: ServedDesk) -> None:
    """A thousand pieces of text, while every key is on the screen soon after it was pressed."""
    name = policy(served, [" ".join(["word"] * 1000), Finish("told")])
    async with seated(served.address, device=PHONE, policy=name) as person:
        await begin(person)
        await person.type("the next task")
        await person.until_sees("› the next task", within_s=20)
