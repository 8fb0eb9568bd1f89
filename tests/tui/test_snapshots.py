"""Every screen in the states that people meet, compared with how it looked when it was right.

pytest tests/tui/test_snapshots.py --snapshot-update      # after looking at the difference
"""

import time
from collections.abc import Awaitable, Callable, Iterator
from typing import Protocol

import pytest
from phonebuddy.v1 import run_pb2
from textual.pilot import Pilot
from textual.widgets import Input
from tui_canned import (
    BROKEN,
    BUDDY,
    CHANGED,
    LOCKED_OUT,
    OUTCOMES,
    REAL,
    RUNS,
    SCRIPT,
    VIRTUAL,
    CannedClient,
    CannedConnection,
)
from tui_events import ALONE, APPROVAL, ASKED, DONE, Events, click, screen
from tui_pilot import Person

from tui.app import PhoneBuddyApp
from tui.endings import LOOKS, ending_of
from tui.settings import PictureMode, TuiSettings

SMALL, USUAL, WIDE = (80, 24), (110, 34), (220, 56)
Script = Callable[[Person], Awaitable[object]]


class Snap(Protocol):
    """What the fixture `snap` is."""

    def __call__(
        self,
        client: CannedClient,
        script: Script,
        *,
        size: tuple[int, int] = SMALL,
        settings: TuiSettings | None = None,
    ) -> bool: ...


@pytest.fixture(autouse=True)
def in_greenwich(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.delenv("NO_COLOR", raising=False)
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.fixture
def snap(snap_compare: Callable[..., bool]) -> Snap:
    def compare(
        client: CannedClient,
        script: Script,
        *,
        size: tuple[int, int] = SMALL,
        settings: TuiSettings | None = None,
    ) -> bool:
        settings = settings or TuiSettings(picture=PictureMode.HALF_BLOCKS, welcome=False)
        connection = CannedConnection(client)
        app = PhoneBuddyApp(connection, settings, quiet_s=0)  # type: ignore[arg-type]

        async def run_before(pilot: Pilot[None]) -> None:
            person = Person(app, pilot)
            await script(person)
            is_mirrored = client.frame is not None and bool(app.live.chosen.device)
            await person.until(lambda: not is_mirrored or app.live.control.look is not None)
            await person.until_drawn()
            for page in app.screen_stack:
                for line in page.query(Input):
                    line.cursor_blink = False
            # They go by themselves after a while: on a busy machine, before the picture is taken.
            app.clear_notifications()
            await pilot.pause()

        return snap_compare(app, terminal_size=size, run_before=run_before)

    return compare


def usual(**more: object) -> CannedClient:
    frame = screen("Wi-Fi", "Bluetooth", "Pay now", picture=True)
    client = CannedClient([VIRTUAL, REAL], [BUDDY, SCRIPT, BROKEN], list(RUNS), frame=frame)
    for name, value in more.items():
        setattr(client, name, value)
    return client


def told(*, until: int) -> list[run_pb2.Event]:
    """The first events of a run that turns on Wi-Fi and wants to pay."""
    events, look = Events(), screen("Wi-Fi", "Bluetooth", "Pay now")
    return [
        events.state(run_pb2.RUN_STATE_RUNNING),
        events.opened(),
        events.looked(0, look),
        events.decided(0, click(0), thought="Wi-Fi is the first of the settings."),
        events.acting(0, click(0)),
        events.done(0, click(0), touches=((450, 175),)),
        events.looked(1, look),
        events.decided(1, click(2), thought="The coffee is to be paid."),
        events.asked(1, APPROVAL),
        events.answered(1, APPROVAL, run_pb2.CHOICE_APPROVE),
        events.state(run_pb2.RUN_STATE_RUNNING),
        events.acting(1, click(2)),
        events.done(1, click(2), changed=False),
        events.ended(DONE),
    ][:until]


async def at_work(person: Person, *texts: str) -> None:
    """A task is begun; wait for what is to be seen of it."""
    await person.until(lambda: person.app.live.chosen.policy)
    person.app.live.suggest("turn on wi-fi and pay the coffee")
    await person.press("enter")
    await person.until_sees(*texts)


def shows(*texts: str, keys: tuple[str, ...] = ()) -> Script:
    """Press keys once there is something to choose, then wait for texts."""

    async def script(person: Person) -> None:
        await person.until(lambda: person.app.live.chosen.device or not person.app.link.is_up)
        await person.press(*keys)
        await person.until_sees(*texts)

    return script


def works(*texts: str) -> Script:
    async def script(person: Person) -> None:
        await at_work(person, *texts)

    return script


# The beginning

WELCOMING = TuiSettings(picture=PictureMode.HALF_BLOCKS)


def test_first_start_without_a_phone(snap: Snap) -> None:
    client = CannedClient([VIRTUAL], [SCRIPT])
    assert snap(client, shows("Welcome", "No phone is connected"), settings=WELCOMING)


def test_first_start_with_a_phone_that_has_not_allowed_it(snap: Snap) -> None:
    client = CannedClient([VIRTUAL, LOCKED_OUT], [SCRIPT])
    assert snap(client, shows("press Allow"), settings=WELCOMING)


def test_first_start_without_a_policy(snap: Snap) -> None:
    client = CannedClient([VIRTUAL], [])
    assert snap(client, shows("no policy yet"), settings=WELCOMING)


@pytest.mark.parametrize("size", [(50, 18), SMALL, WIDE], ids=["narrow", "small", "wide"])
def test_ready(snap: Snap, size: tuple[int, int]) -> None:
    assert snap(usual(), shows("Type what is to be done"), size=size)


def test_settings_that_make_no_sense(snap: Snap) -> None:
    settings = TuiSettings(
        theme="mauve",
        picture=PictureMode.HALF_BLOCKS,
        welcome=False,
        warnings=("tui.toml: there is no setting 'colour'",),
    )
    assert snap(usual(), shows("no setting 'colour'", "no theme 'mauve'"), settings=settings)


# At work


@pytest.mark.parametrize("size", [SMALL, USUAL, WIDE], ids=["small", "usual", "wide"])
def test_thinking(snap: Snap, size: tuple[int, int]) -> None:
    client = usual(events=told(until=7), texts=["<think>The coffee ", "is to be"])
    assert snap(client, works("The coffee is to be"), size=size)


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_the_guard_asks(snap: Snap, size: tuple[int, int]) -> None:
    assert snap(usual(events=told(until=9)), works("May I pay?", "By this touch"), size=size)


def test_the_policy_asks(snap: Snap) -> None:
    events = [*told(until=8), Events().asked(1, ASKED)]
    events[-1].sequence = 9
    assert snap(usual(events=events), works("The policy asks you"))


def test_a_screen_for_the_person_alone(snap: Snap) -> None:
    events = [*told(until=8), Events().asked(1, ALONE)]
    events[-1].sequence = 9
    assert snap(usual(events=events), works("I have done it"))


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_done(snap: Snap, size: tuple[int, int]) -> None:
    assert snap(usual(events=told(until=14)), works("✓ Done"), size=size)


def test_taken_over(snap: Snap) -> None:
    events = [*told(until=6), Events().state(run_pb2.RUN_STATE_TAKEN_OVER)]
    events[-1].sequence = 7
    assert snap(usual(events=events), works("☛ you have the phone", "Back"))


def test_paused(snap: Snap) -> None:
    events = [*told(until=6), Events().state(run_pb2.RUN_STATE_PAUSED)]
    events[-1].sequence = 7
    assert snap(usual(events=events), works("‖ paused"))


@pytest.mark.parametrize("name", OUTCOMES)
def test_an_ending(snap: Snap, name: str) -> None:
    events = [*told(until=6), Events().ended(OUTCOMES[name])]
    events[-1].sequence = 7
    look = LOOKS[ending_of(OUTCOMES[name])]
    assert snap(usual(events=events), works(f"{look.sign} {look.word}"))


def changed() -> list[run_pb2.Event]:
    """A run that says what it changed."""
    events = [*told(until=6), Events().ended(CHANGED)]
    events[-1].sequence = 7
    return events


def test_what_changed(snap: Snap) -> None:
    assert snap(usual(events=changed()), works("✓ done", "1 message to Ada sent"))


def test_taking_back(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await at_work(person, "1 message to Ada sent")
        await person.press("ctrl+z")
        await person.until_sees("Take this task back?")

    assert snap(usual(events=changed()), script)


def test_a_second_task_goes_on_below_the_first(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await at_work(person, "1 message to Ada sent")
        await person.type("note milk")
        await person.press("enter")
        await person.until(lambda: person.sees.count("Task ") == 2)
        await person.until_sees("note milk")

    assert snap(usual(events=changed()), script, size=USUAL)


def test_replaying_on_a_phone_that_is_not_as_it_was(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await person.until_sees("Type what is to be done")
        await person.press("f2")
        await person.until_sees("turn on wi-fi")
        await person.press("p")
        await person.until_sees("Undo first")

    assert snap(usual(), script)


@pytest.mark.parametrize("presses", [1, 2], ids=["outlines", "text"])
def test_other_views_of_the_phone(snap: Snap, presses: int) -> None:
    async def script(person: Person) -> None:
        await at_work(person, "✓ Done")
        await person.press(*["f8"] * presses)

    assert snap(usual(events=told(until=14)), script)


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_the_phone_in_words(snap: Snap, size: tuple[int, int]) -> None:
    settings = TuiSettings(picture=PictureMode.DRAWING, welcome=False)
    assert snap(usual(events=told(until=9)), works("By this touch"), size=size, settings=settings)


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_two_phones_in_tabs(snap: Snap, size: tuple[int, int]) -> None:
    async def script(person: Person) -> None:
        await at_work(person, "✓ Done")
        await person.press("ctrl+o")
        await person.until_sees("which one in a new tab?", "Virtual phone")
        await person.press("enter")
        await person.until_sees("1 adb://38A1 ✓ done", "2 phoneworld://?seed=1 ○ ready")

    assert snap(usual(events=told(until=14)), script, size=size)


def test_a_phone_for_a_new_tab(snap: Snap) -> None:
    assert snap(usual(), shows("which one in a new tab?", "seed=1", keys=("ctrl+o",)))


def test_no_connection(snap: Snap) -> None:
    async def script(person: Person) -> None:
        # Not only "is to be": the empty line for tasks says that too.
        await at_work(person, "The coffee is to be")
        client.away = True
        await person.press("f2")
        await person.until(lambda: not person.app.link.is_up)
        await person.press("escape")
        await person.until_on("LiveScreen")
        await person.until_sees("No connection to this computer")

    client = usual(events=told(until=7), texts=["The coffee is to be"])
    assert snap(client, script)


def test_no_runtime_at_the_start(snap: Snap) -> None:
    assert snap(usual(away=True), shows("No connection", "Waiting for the runtime"))


def test_in_a_light_theme(snap: Snap) -> None:
    settings = TuiSettings(theme="textual-light", picture=PictureMode.HALF_BLOCKS, welcome=False)
    assert snap(usual(events=told(until=14)), works("✓ Done"), settings=settings)


def test_without_pictures(snap: Snap) -> None:
    settings = TuiSettings(picture=PictureMode.TEXT, welcome=False)

    async def script(person: Person) -> None:
        await at_work(person, "✓ Done", "Wi-Fi, button")

    assert snap(usual(events=told(until=14)), script, settings=settings)


# Lists


def test_runs(snap: Snap) -> None:
    assert snap(usual(), shows("note milk", "Wi-Fi is on", keys=("f2",)))


def test_no_runs(snap: Snap) -> None:
    assert snap(usual(run_list=[]), shows("There are no runs yet", keys=("f2",)))


def test_searching_runs(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await shows("note milk", keys=("f2",))(person)
        await person.press("slash", "p", "a", "y")
        await person.until_sees("20260301-02")
        await person.until(lambda: "note milk" not in person.sees)

    assert snap(usual(), script)


@pytest.mark.parametrize("moves", [0, 1, 2])
def test_an_old_run(snap: Snap, moves: int) -> None:
    async def script(person: Person) -> None:
        await shows("note milk", keys=("f2",))(person)
        await person.press("enter")
        await person.until_sees("1. Tap 'Wi-Fi'")
        await person.press(*["right"] * moves)

    assert snap(usual(), script)


def test_deleting_a_run(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await shows("note milk", keys=("f2",))(person)
        await person.press("d")
        await person.until_sees("Delete this run?")

    assert snap(usual(), script)


def test_exporting_a_run(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await shows("note milk", keys=("f2",))(person)
        await person.press("e")
        await person.until_sees("Export this run")

    assert snap(usual(), script)


def test_phones(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await shows("Pixel 9", "cannot be used", keys=("f3",))(person)
        await person.press("down", "down")
        await person.until_sees("press Allow")

    assert snap(usual(device_list=[VIRTUAL, REAL, LOCKED_OUT]), script)


def test_no_phones(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await person.until_sees("There is no phone to work on")
        await person.press("f3")
        await person.until_sees("USB debugging")

    assert snap(usual(device_list=[]), script)


def test_policies(snap: Snap) -> None:
    assert snap(usual(), shows("buddy-4b", "3.1 GB", keys=("f4",)))


def test_a_broken_policy(snap: Snap) -> None:
    async def script(person: Person) -> None:
        await shows("3.1 GB", keys=("f4",))(person)
        await person.press("down", "down")
        await person.until_sees("sha256 differs")

    assert snap(usual(), script)


def test_no_policies(snap: Snap) -> None:
    assert snap(usual(policy_list=[]), shows("There are no policies yet", keys=("f4",)))


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_the_commands(snap: Snap, size: tuple[int, int]) -> None:
    assert snap(usual(), shows("Stop the run", keys=("ctrl+p",)), size=size)


@pytest.mark.parametrize("size", [SMALL, USUAL], ids=["small", "usual"])
def test_help(snap: Snap, size: tuple[int, int]) -> None:
    assert snap(usual(), shows("stop the run at once", keys=("f1",)), size=size)
