"""The screens in a browser: they work there, and nobody else may speak to them."""

import http.client
import re
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from runtime_process import PATIENCE_S, RuntimeProcess
from tui_browser import find_browser, open_browser
from tui_web import open_window, page, served_web

from tui.connection import RuntimeConnection
from tui.web import command_of, is_ours, page_policy

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


def configure(home: Path) -> None:
    (home / ".phonebuddy").mkdir()
    (home / ".phonebuddy" / "tui.toml").write_text('policy = "wifi-script"\n')


@pytest.mark.slow
def test_the_page_is_served_here_and_to_nobody_else(
    runtime: RuntimeProcess, tmp_path: Path
) -> None:
    with served_web(tmp_path, "--connect", runtime.address) as (port, web):
        assert "PhoneBuddy" in page(port)
        assert "//fonts." not in page(port)
        asking = http.client.HTTPConnection("localhost", port, timeout=PATIENCE_S)
        asking.request("GET", "/ws", headers={"Origin": "http://evil.example"})
        refused = asking.getresponse()
        assert refused.status == 403
        assert "frame-ancestors 'none'" in refused.headers["Content-Security-Policy"]
        asking.close()
        web.send_signal(signal.SIGTERM)
        assert web.wait(PATIENCE_S) == 0


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
