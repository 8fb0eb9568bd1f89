"""The screens in a browser: they work there, and nobody else may speak to them."""

import http.client
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import aiohttp
import pytest
from runtime_process import PATIENCE_S, RuntimeProcess, call, write_script
from tui_browser import Browser, find_browser, open_browser
from tui_web import open_window, page, served_web, terminal_address

from tui.connection import RuntimeConnection
from tui.web.server import command_of, is_ours, page_policy

SUGGESTED = "turn on wi-fi   "
"""As it stands in the line; in the welcome it is quoted."""
EXAMPLES = Path(__file__).parents[2] / "examples" / "policies"


@pytest.mark.parametrize(
    ("host", "origin", "ours"),
    [
        ("localhost:8000", "http://localhost:8000", True),
        ("localhost:8000", None, True),
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        ("localhost:8000", "http://evil.example", False),
        ("localhost:8000", "http://localhost:9000", False),
        ("evil.example:8000", "http://evil.example:8000", False),
        ("localhost:8000", "null", False),
    ],
)
def test_only_our_own_page_is_let_in(host: str, origin: str | None, *, ours: bool) -> None:
    assert is_ours(host, origin, 8000) is ours


def test_each_window_uses_the_runtime_that_is_there_and_tells_no_token() -> None:
    command = command_of(
        RuntimeConnection("127.0.0.1:7", "very secret", Path("/a b/c.pem"), tls=True)
    )
    assert "--connect 127.0.0.1:7 --root-certificate '/a b/c.pem' --tls" in command
    assert "secret" not in command


def test_each_window_begins_with_the_phone_and_the_model_that_were_named() -> None:
    connection = RuntimeConnection("127.0.0.1:7", "", None, tls=False)
    command = command_of(connection, device="phoneworld://", model="ollama:qwen3")
    assert command.endswith("--device phoneworld:// --model ollama:qwen3")
    assert command_of(connection).endswith("--connect 127.0.0.1:7")


def test_the_page_may_speak_to_us_alone_and_be_shown_by_nobody_else() -> None:
    policy = page_policy(8000)
    assert "frame-ancestors 'none'" in policy
    assert set(re.findall(r"[a-z]+://[^ ;]+", policy)) == {
        f"{scheme}://{name}:8000"
        for scheme in ("http", "ws")
        for name in ("localhost", "127.0.0.1")
    }


@pytest.fixture
def runtime(tmp_path: Path) -> Iterator[RuntimeProcess]:
    pytest.importorskip("textual_serve")
    shutil.copytree(EXAMPLES, tmp_path / "policies")
    configure(tmp_path)
    process = RuntimeProcess(tmp_path)
    yield process
    process.close()


def configure(home: Path, *, policy: str = "wifi-script", welcome: bool = True) -> None:
    settings = home / ".phonebuddy" / "tui.toml"
    settings.parent.mkdir(exist_ok=True)
    settings.write_text(f'policy = "{policy}"\nwelcome = {str(welcome).lower()}\n')


@pytest.mark.slow
def test_the_page_is_served_here_and_to_nobody_else(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    with served_web(tmp_path, "--connect", runtime.address) as (port, web):
        assert "PhoneBuddy" in page(port)
        assert "//fonts." not in page(port)
        key = terminal_address(page(port)).rpartition("/")[2]
        for path in ("/", f"/terminal/{key}", f"/phone/{key}", "/page/phone.js"):
            refused = answer(port, path, origin="http://evil.example")
            assert refused.status == 403, path
            assert "frame-ancestors 'none'" in refused.headers["Content-Security-Policy"]
        web.send_signal(signal.SIGTERM)
        assert web.wait(PATIENCE_S) == 0


def answer(port: int, path: str, *, origin: str) -> http.client.HTTPResponse:
    asking = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
    asking.request("GET", path, headers={"Origin": origin})
    answered = asking.getresponse()
    answered.read()
    asking.close()
    return answered


@pytest.mark.slow
async def test_a_task_is_done_in_a_window(runtime: RuntimeProcess, tmp_path: Path) -> None:
    with served_web(tmp_path, "--connect", runtime.address) as (port, _):
        async with open_window(port) as window:
            await window.until_drawn("Welcome to PhoneBuddy")
            await window.press("t")
            await window.until_drawn(SUGGESTED)
            await window.press("\r")
            await window.until_drawn("Tap 'Use Wi-Fi'", "Done: Wi-Fi is on.")
    with runtime.client() as client:
        assert [run.goal for run in client.runs()] == ["turn on wi-fi"]


@pytest.mark.slow
async def test_a_phone_is_seen_and_touched_with_the_key_of_its_window_alone(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    with served_web(tmp_path, "--connect", runtime.address) as (port, _):
        ours = f"http://localhost:{port}"
        unopened = terminal_address(page(port)).rpartition("/")[2]
        assert answer(port, f"/phone/{unopened}", origin=ours).status == 403
        assert answer(port, "/terminal/made-up", origin=ours).status == 403
        async with open_window(port) as window, aiohttp.ClientSession() as session:
            await window.until_drawn("Welcome to PhoneBuddy")
            assert answer(port, f"/terminal/{window.key}", origin=ours).status == 403, "used"
            assert answer(port, f"/phone/{window.key}x", origin=ours).status == 403
            for origin in ("http://evil.example", "null"):
                with pytest.raises(aiohttp.WSServerHandshakeError):
                    await session.ws_connect(f"{ours}/phone/{window.key}", origin=origin)
            async with session.ws_connect(f"{ours}/phone/{window.key}", origin=ours) as phone:
                state = await phone.receive_json(timeout=PATIENCE_S)
                while not state.get("shown"):
                    state = await phone.receive_json(timeout=PATIENCE_S)
                # What makes no sense, and touches of a phone that is not ours, do nothing.
                await phone.send_str("{")
                await phone.send_json(["touch"])
                await phone.send_json({"do": "button", "name": "back"})
                assert state["yours"] is False
            await window.press("t")
            await window.until_drawn(SUGGESTED)


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")
async def test_a_task_is_done_in_a_real_browser(runtime: RuntimeProcess, tmp_path: Path) -> None:
    with served_web(tmp_path, "--connect", runtime.address) as (port, _):
        async with open_browser(tmp_path / "profile", f"http://localhost:{port}/") as browser:
            await browser.until_drawn("Welcome to PhoneBuddy")
            await browser.press("t")
            await browser.until_drawn(SUGGESTED)
            await browser.press("Enter")
            await browser.until_drawn("Tap 'Use Wi-Fi'", "Done: Wi-Fi is on.")
            # Something is on the page: one colour would be a file of a few kilobytes.
            assert len(await browser.photograph()) > 20_000
            assert browser.fetched_from == {f"localhost:{port}"}


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")
async def test_the_phone_is_a_picture_that_is_touched_when_taken_over(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    patient = {**call("finish", text="The person did it."), "seconds": 3600}
    write_script(tmp_path / "policies", "patient", call("open_app", app="Settings"), patient)
    configure(tmp_path, policy="patient", welcome=False)
    with served_web(tmp_path, "--connect", runtime.address) as (port, _):
        async with open_browser(tmp_path / "profile", f"http://localhost:{port}/") as browser:
            await browser.until_drawn("Type what is to be done")
            await browser.until_true("picture !== null && canvas.height > canvas.width")
            await browser.type("go on")
            await browser.press("Enter")
            await browser.until_drawn("Open Settings")
            await browser.until_true("state.live && !state.yours")
            # Not taken over: a click does nothing, and the terminal draws no second phone.
            await browser.drag(await place_on(browser, 0.5, 0.5))
            assert "Network & internet" not in browser.drawn
            await browser.press("F6")
            await browser.until_true("state.yours")
            await browser.drag(await place_on(browser, 0.5, 0.22))
            await browser.until_drawn("You: Tap 'Network & internet")
            await browser.evaluate('document.querySelector("[data-name=back]").click()')
            await browser.until_drawn("You: Press back")
            await browser.drag(await place_on(browser, 0.5, 0.8), await place_on(browser, 0.5, 0.3))
            await browser.until_drawn("You: Swipe up")
            await browser.drag(await place_on(browser, 0.5, 0.4))
            await browser.type("x")
            await browser.until_drawn("You: Type 'x'")
            await browser.evaluate('document.querySelector("#take-over").click()')
            await browser.until_drawn("The policy has the phone again")
            await browser.until_true("!state.yours")


@pytest.mark.slow
@pytest.mark.skipif(find_browser() is None, reason="no Chromium is installed")
async def test_the_phone_fits_beside_or_above_the_conversation(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    configure(tmp_path, welcome=False)
    with served_web(tmp_path, "--connect", runtime.address) as (port, _):
        async with open_browser(tmp_path / "profile", f"http://localhost:{port}/") as browser:
            await browser.until_drawn("Type what is to be done")
            await browser.until_true("picture !== null")
            for width, height in ((1280, 800), (390, 844), (844, 390), (320, 568)):
                await browser.resize(width, height, is_phone=width < 1000)
                await browser.until_true(f"innerWidth === {width}")
                phone, terminal = (
                    await box_of(browser, "#screen"),
                    await box_of(browser, "#terminal"),
                )
                for box in (phone, terminal):
                    assert box["left"] >= 0, (width, box)
                    assert box["top"] >= 0, (width, box)
                    assert box["right"] <= width, (width, box)
                    assert box["bottom"] <= height, (width, box)
                beside = phone["right"] <= terminal["left"]
                above = phone["bottom"] <= terminal["top"]
                assert beside if width > 700 else above, (width, phone, terminal)
                assert phone["height"] > 0.35 * height, (width, phone)
            # In words, the phone is the terminal's again, and the page shows none.
            await browser.resize(1280, 800)
            await browser.press("F8")
            await browser.press("F8")
            await browser.until_true('document.querySelector("#phone").hidden')
            assert (await box_of(browser, "#terminal"))["left"] == 0


async def box_of(browser: Browser, selector: str) -> dict[str, float]:
    return await browser.evaluate(
        f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()"
    )


async def place_on(browser: Browser, across: float, down: float) -> tuple[float, float]:
    """A place on the picture, in pixels of the page."""
    box = await box_of(browser, "#screen")
    return box["left"] + across * box["width"], box["top"] + down * box["height"]
