"""The screens on a runtime as people have it: a process, PhoneWorld phones, the built-in guard."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from e2e_rehearsal import Rehearsal
from runtime_process import RuntimeProcess, call, write_script
from tui_pilot import PLAIN, seated

from phoneworld import Workshop

EXAMPLES = Path(__file__).parents[2] / "examples" / "policies"
PHONE = "phoneworld://?seed=7"

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLES, tmp_path / "policies")
    return tmp_path


@pytest.fixture
def runtime(folder: Path) -> Iterator[RuntimeProcess]:
    process = RuntimeProcess(folder)
    yield process
    process.close()


async def test_a_newcomer_sees_something_real_happen(runtime: RuntimeProcess) -> None:
    async with seated(runtime.address, PLAIN, welcome=True, policy="wifi-script") as person:
        await person.until_on("WelcomeScreen")
        await person.until_sees("No phone is connected", "turn on wi-fi")
        await person.press("t")
        await person.until_on("LiveScreen")
        await person.until_sees("Tap 'Use Wi-Fi'", "✓ Done: Wi-Fi is on.", within_s=60)
        await person.press("f2")
        await person.until_sees("done", "turn on wi-fi")
        await person.press("enter")
        await person.until_sees("1. Open Settings")


async def test_a_message_is_sent_only_once_it_is_approved(
    runtime: RuntimeProcess, shared_workshop: Workshop
) -> None:
    hand = Rehearsal(shared_workshop, 7)
    hand.open("Messages")
    hand.tap("Alma Walsh")
    hand.type("See you at ten", into="Text message")
    hand.tap("Send")
    write_script(runtime.folder / "policies", "texts", *hand.finish("sent"))
    async with seated(runtime.address, device=PHONE, policy="texts") as person:
        await person.until(lambda: person.app.live.chosen.policy)
        person.app.live.suggest("tell Alma to come at ten")
        await person.press("enter")
        await person.until(lambda: person.screen == "QuestionDialog", within_s=60)
        await person.until_sees("May I send this?", "Alma Walsh")
        await person.press("a")
        await person.until_sees('✓ Done. It said: "sent".', within_s=60)


async def test_a_runtime_that_is_killed_and_returns_loses_nothing(
    runtime: RuntimeProcess, folder: Path
) -> None:
    slow = {**call("finish", text="at last"), "seconds": 600}
    write_script(folder / "policies", "slow", call("open_app", app="Settings"), slow)
    address = runtime.address
    async with seated(address, device=PHONE, policy="slow") as person:
        await person.until(lambda: person.app.live.chosen.policy)
        person.app.live.suggest("wait for it")
        await person.press("enter")
        await person.until_sees("1. Open Settings", "2. ", within_s=60)
        runtime.kill()
        await person.until_sees("No connection to this computer")
        again = RuntimeProcess(folder, "--listen", address)
        try:
            await person.until_sees("✗ interrupted", "the runtime ended", within_s=60)
            assert "1. Open Settings" in person.sees
            await person.press("f5")
            await person.until_sees("● running", within_s=60)
            await person.press("ctrl+c")
            await person.until_sees("■ stopped", within_s=60)
        finally:
            again.close()
