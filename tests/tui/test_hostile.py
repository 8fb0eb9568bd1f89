"""What phones, policies and runtimes say is shown as it is: it styles nothing and breaks nothing."""

from phonebuddy.v1 import device_service_pb2, policy_service_pb2, run_pb2
from phonebuddy.v1.errors import BuddyError
from tui_canned import CannedClient, CannedConnection
from tui_events import Events, click, screen
from tui_pilot import Person

from tui.app import PhoneBuddyApp
from tui.settings import PictureMode, TuiSettings

EVIL = "[/b] [bold $nothing] \x1b[2J [@click=app.quit]x[/]"


class EvilClient(CannedClient):
    """Fails in words that are markup."""

    async def load_policy(self, name: str) -> None:
        raise BuddyError(EVIL)

    async def pause(self, run_id: str) -> None:
        raise BuddyError(EVIL)


def client() -> EvilClient:
    events, look = Events(), screen(EVIL, EVIL, picture=True)
    outcome = run_pb2.Outcome(ending=run_pb2.ENDING_KIND_FINISHED, text=EVIL)
    question = run_pb2.Question(
        id="q", kind=run_pb2.QUESTION_KIND_APPROVAL, effect=EVIL, concerns=EVIL, risk=EVIL
    )
    run = run_pb2.Run(
        id=EVIL,
        goal=EVIL,
        device=EVIL,
        policy=EVIL,
        state=run_pb2.RUN_STATE_FINISHED,
        outcome=outcome,
    )
    return EvilClient(
        [
            device_service_pb2.Device(
                address=EVIL, kind="adb", state=device_service_pb2.DEVICE_STATE_AVAILABLE
            ),
            device_service_pb2.Device(
                address=f"{EVIL}2",
                kind="adb",
                state=device_service_pb2.DEVICE_STATE_UNUSABLE,
                advice=EVIL,
            ),
        ],
        [policy_service_pb2.Policy(name=EVIL, description=EVIL, engine=EVIL)],
        [run],
        [
            events.opened(EVIL),
            events.looked(0, look),
            events.decided(0, click(0), thought=EVIL, words=EVIL),
            events.asked(0, question),
        ],
        [EVIL],
        look,
    )


async def test_markup_and_escapes_of_others_do_nothing() -> None:
    settings = TuiSettings(picture=PictureMode.DRAWING, welcome=False, warnings=(EVIL,))
    app = PhoneBuddyApp(CannedConnection(client()), settings, quiet_s=0)  # type: ignore[arg-type]
    async with app.run_test(size=(120, 40)) as pilot:
        person = Person(app, pilot)
        await person.until(lambda: app.live.chosen.policy)
        await person.until_sees("[bold $nothing]")
        for keys in (("f2", "enter"), ("escape", "f3", "down", "enter"), ("f4", "l", "escape")):
            await person.press(*keys)
            await person.until_sees("[bold $nothing]")
        await person.until_on("LiveScreen")
        app.live.suggest(EVIL)
        await person.press("enter")
        await person.until_on("QuestionDialog")
        await person.until_sees("What will happen: [/b]")
        await person.press("escape")
        await person.until_on("LiveScreen")
        await person.press("f5", "f8", "f8")
        await person.pilot.pause()
        assert "\x1b" not in person.sees
        assert app.is_running
