"""The methods of uiautomator2's server, called in process."""

import asyncio
import base64
import io
import json
import time
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image
from uiautomator2._selector import Selector

from phoneworld.adb.handset import lock
from phoneworld.adb.session import AdbSession
from phoneworld.adb.u2 import U2Server
from phoneworld.adb.u2.rpc import METHODS, answer
from phoneworld.hierarchy_dump import dump
from phoneworld.phone import LAUNCHER
from runtime.hierarchy import elements_of
from runtime.hierarchy_xml import parse_hierarchy

SETTINGS = "com.phoneworld.settings"
NOT_FOUND = "androidx.test.uiautomator.UiObjectNotFoundException"
LIST = Selector(scrollable=True)
FIELD = Selector(className="android.widget.EditText")


class Failed(Exception):
    """What the server answered instead of a result."""

    def __init__(self, error: dict[str, object]) -> None:
        super().__init__(error["message"])
        self.code, self.message, self.data = error["code"], error["message"], error.get("data")


Rpc = Callable[..., Awaitable[object]]


@pytest.fixture
def server(session: AdbSession) -> U2Server:
    return U2Server(session)


@pytest.fixture
def rpc(server: U2Server) -> Rpc:
    async def call(method: str, *params: object) -> object:
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        reply = json.loads(await answer(server.automation, body.encode(), lambda: False))
        if "error" in reply:
            raise Failed(reply["error"])
        return reply["result"]

    return call


@pytest.fixture
async def in_settings(rpc: Rpc) -> None:
    assert await rpc("launchApp", SETTINGS) is True


async def info(rpc: Rpc, selector: object) -> dict[str, object]:
    found = await rpc("objInfo", selector)
    assert isinstance(found, dict)
    return found


async def test_device_info_tells_size_and_app(rpc: Rpc, in_settings: None) -> None:
    found = await rpc("deviceInfo")

    assert found == {
        "currentPackageName": SETTINGS,
        "displayHeight": 2400,
        "displayRotation": 0,
        "displaySizeDpX": 411,
        "displaySizeDpY": 914,
        "displayWidth": 1080,
        "naturalOrientation": True,
        "productName": "phoneworld",
        "screenOn": True,
        "sdkInt": 35,
    }


# Touches


async def test_click_takes_fractions_of_pixels(rpc: Rpc, session: AdbSession) -> None:
    bounds = (await info(rpc, Selector(text="Settings")))["bounds"]
    assert isinstance(bounds, dict)

    done = await rpc("click", bounds["left"] + 0.5, bounds["top"] + 0.7)

    assert (done, session.phone.front) == (True, SETTINGS)


@pytest.mark.parametrize("params", [(-1, 5), (5, -1), (-1, 5, 500)])
async def test_touches_outside_are_not_made(rpc: Rpc, params: tuple[int, ...]) -> None:
    assert await rpc("click", *params) is False


async def test_click_on_what_is_there_tells_whether_anything_came_of_it(
    rpc: Rpc, session: AdbSession
) -> None:
    assert await rpc("click", Selector(text="Settings")) is True
    assert session.phone.front == SETTINGS
    assert await rpc("click", Selector(text="Settings")) is False


async def test_long_touch_holds(rpc: Rpc, in_settings: None, session: AdbSession) -> None:
    await rpc("setText", FIELD, "wifi")
    bounds = (await info(rpc, FIELD))["visibleBounds"]
    assert isinstance(bounds, dict)

    await rpc("click", bounds["left"] + 200, (bounds["top"] + bounds["bottom"]) / 2, 500)

    assert session.phone.panel == {"kind": "text_menu"}


async def test_down_and_up_are_a_tap_and_apart_a_swipe(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    await rpc("injectInputEvent", 0, 500, 1800, 0)
    await rpc("injectInputEvent", 2, 500, 1200, 0)
    await rpc("injectInputEvent", 1, 500, 900, 0)
    assert any(session.phone.activity.scroll.values())

    x, y = 500, 100
    for action in (0, 1):
        await rpc("injectInputEvent", action, x, y, 0)
    assert await rpc("injectInputEvent", 1, x, y, 0) is False


async def test_two_fingers_are_refused(rpc: Rpc, in_settings: None, session: AdbSession) -> None:
    with pytest.raises(Failed, match="NotImplementedException") as failed:
        await rpc("pinchIn", LIST, 100, 50)

    assert "one finger" in str(failed.value.data)
    assert "jsonrpc pinchIn" in session.journal.unknown


async def test_swipe_over_points_goes_to_the_last(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    assert await rpc("swipePoints", [500, 1800, 400, 1500, 500, 1000], 100) is True

    assert any(session.phone.activity.scroll.values())


# Keys


@pytest.mark.parametrize(("key", "known"), [("home", True), ("HOME", True), ("nonsense", False)])
async def test_keys_by_name(
    rpc: Rpc, in_settings: None, session: AdbSession, *, key: str, known: bool
) -> None:
    assert await rpc("pressKey", key) is known
    assert (session.phone.front == LAUNCHER) is known


async def test_keys_by_number_type(rpc: Rpc, in_settings: None) -> None:
    await rpc("click", FIELD)
    for code, *meta in ((29,), (29, 1), (7,), (66,)):
        await rpc("pressKeyCode", code, *meta)

    assert await rpc("getText", FIELD) == "aA0"


# Text


async def test_empty_field_says_its_hint(rpc: Rpc, in_settings: None) -> None:
    hint = await rpc("getText", FIELD)
    assert isinstance(hint, str)
    assert hint.startswith("Search")

    assert await rpc("setText", FIELD, "höllo 你好 😀") is True
    assert await rpc("getText", FIELD) == "höllo 你好 😀"
    await rpc("clearTextField", FIELD)
    assert await rpc("getText", FIELD) == hint


async def test_text_for_what_is_no_field_is_a_touch(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    assert await rpc("setText", Selector(text="Display"), "x") is True
    assert session.phone.activity.route != "start"


async def test_clipboard_is_pasted_at_the_cursor(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    await rpc("setClipboard", None, "first ")
    await rpc("pasteClipboard")
    assert await rpc("getClipboard") == "first "
    await rpc("click", FIELD)
    await rpc("pasteClipboard")
    await rpc("pasteClipboard")
    assert await rpc("getText", Selector(focused=True)) == "first first "
    await rpc("clearInputText")
    assert session.phone.texts[session.phone.activity.focus] == ""


# Waiting


async def test_wait_ends_when_the_screen_changes(rpc: Rpc, session: AdbSession) -> None:
    asyncio.get_running_loop().call_later(0.1, session.phone.launch, SETTINGS)
    clock, started = session.phone.now_s, time.monotonic()

    assert await rpc("waitForExists", Selector(text="Display"), 60_000) is True

    assert 0.08 < time.monotonic() - started < 60
    assert session.phone.now_s == clock


async def test_wait_ends_in_time(rpc: Rpc) -> None:
    started = time.monotonic()

    assert await rpc("waitForExists", Selector(text="nowhere"), 150) is False
    assert await rpc("waitUntilGone", Selector(text="Settings"), 150) is False
    assert await rpc("waitForWindowUpdate", None, 150) is False

    assert time.monotonic() - started > 0.4


async def test_others_are_served_while_somebody_waits(rpc: Rpc) -> None:
    waiting = asyncio.ensure_future(rpc("waitUntilGone", Selector(text="Settings"), 20_000))
    await asyncio.sleep(0)
    await rpc("launchApp", SETTINGS)
    await rpc("click", Selector(text="Display"))

    assert await waiting is True


async def test_client_who_leaves_is_not_waited_for(server: U2Server) -> None:
    call = {"id": 1, "method": "waitForExists", "params": [Selector(text="nowhere"), 60_000]}

    reply = await asyncio.wait_for(
        answer(server.automation, json.dumps(call).encode(), lambda: True), 50
    )

    assert json.loads(reply)["result"] is False


# Objects


async def test_missing_object_is_an_error_that_clients_know(rpc: Rpc) -> None:
    with pytest.raises(Failed) as failed:
        await rpc("objInfo", Selector(text="nowhere"))

    assert (failed.value.code, failed.value.message) == (-32001, NOT_FOUND)
    assert "nowhere" in str(failed.value.data)


async def test_count_and_infos_agree(rpc: Rpc, in_settings: None) -> None:
    selector = Selector(className="android.widget.TextView")
    infos = await rpc("objInfoOfAllInstances", selector)
    assert isinstance(infos, list)

    assert len(infos) > 10
    assert await rpc("count", selector) == len(infos)
    selector.update_instance(3)
    assert await info(rpc, selector) == infos[3]


async def test_objects_can_be_named(rpc: Rpc, in_settings: None, session: AdbSession) -> None:
    row = Selector(clickable=True)
    name = await rpc("childByText", LIST, row, "Display")
    child = await rpc("getChild", name, Selector(className="android.widget.TextView"))
    sibling = await rpc(
        "getFromParent", child, Selector(index=1, className="android.widget.TextView")
    )

    assert await rpc("exist", name) is True
    assert await rpc("getText", child) == "Display"
    assert await rpc("getText", sibling) == "Brightness, dark theme, text size"
    assert {name, child, sibling} <= set(await rpc("getUiObjects"))  # type: ignore[arg-type]
    assert await rpc("click", name) is True
    assert await rpc("exist", child) is False
    await rpc("removeUiObject", child)
    with pytest.raises(Failed, match="UiObjectNotFoundException"):
        await rpc("getText", child)


async def test_child_is_scrolled_to(rpc: Rpc, in_settings: None) -> None:
    row = Selector(clickable=True)
    with pytest.raises(Failed, match="UiObjectNotFoundException"):
        await rpc("childByText", LIST, row, "About phone", False)

    assert await rpc("exist", await rpc("childByText", LIST, row, "About phone")) is True


# Scrolling


async def test_scrolling_ends_with_false(rpc: Rpc, in_settings: None, session: AdbSession) -> None:
    assert await rpc("scrollToEnd", LIST, True, 100, 55) is True
    end = dict(session.phone.activity.scroll)
    assert await rpc("scrollForward", LIST, True, 55) is False
    assert await rpc("flingForward", LIST, True) is False
    assert session.phone.activity.scroll == end
    assert await rpc("flingToBeginning", LIST, True, 100) is True
    assert not any(session.phone.activity.scroll.values())
    assert await rpc("scrollBackward", LIST, True, 55) is False


@pytest.mark.parametrize(("text", "found"), [("About phone", True), ("Warp drive", False)])
async def test_scroll_to(rpc: Rpc, in_settings: None, *, text: str, found: bool) -> None:
    assert await rpc("scrollTo", LIST, Selector(text=text), True) is found
    assert await rpc("exist", Selector(text=text)) is found


async def test_long_lists_are_scrolled_page_by_page(rpc: Rpc) -> None:
    await rpc("launchApp", "com.phoneworld.contacts")
    names = Selector(className="android.widget.TextView")

    async def visible() -> set[object]:
        infos = await rpc("objInfoOfAllInstances", names)
        assert isinstance(infos, list)
        return {each["text"] for each in infos}

    seen = await visible()
    while await rpc("scrollForward", LIST, True, 55) is True:
        seen |= await visible()
    # As on a phone, the swipe that reaches the end is false already.
    last = await visible()

    assert last - seen
    assert len(last | seen) > 24


# Screen


async def test_dump_gives_the_elements_that_are_seen_in_process(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    xml = await rpc("dumpWindowHierarchy", False, 50)
    assert isinstance(xml, str)
    (window,) = parse_hierarchy(xml).children

    assert elements_of(window) == elements_of(session.phone.window().view)
    for attribute in ("visible-to-user", "drawing-order", "hint", "display-id"):
        assert xml.count(f" {attribute}=") == xml.count("<node ")


async def test_dump_can_be_flat_or_compressed(
    rpc: Rpc, in_settings: None, session: AdbSession
) -> None:
    whole = dump(session.phone).count("<node ")
    flat, compressed = [
        str(await rpc("dumpWindowHierarchy", compressed, depth)).count("<node ")
        for compressed, depth in ((False, 0), (True, 50))
    ]

    assert flat == 1
    assert 1 < compressed < whole


async def test_black_frame_comes_once(rpc: Rpc, session: AdbSession) -> None:
    session.black_frames = 1
    pictures: list[Image.Image] = []
    for _ in range(2):
        data = await rpc("takeScreenshot", 1, 80)
        pictures.append(Image.open(io.BytesIO(base64.b64decode(str(data)))).convert("L"))

    assert [picture.size for picture in pictures] == [(1080, 2400)] * 2
    assert [picture.getextrema()[1] == 0 for picture in pictures] == [True, False]


async def test_dark_and_locked_phone_takes_no_touches(rpc: Rpc, session: AdbSession) -> None:
    await rpc("sleep")
    assert await rpc("isScreenOn") is False
    assert "<node" not in str(await rpc("dumpWindowHierarchy", False, 50))
    assert await rpc("count", {"mask": 0}) == 0
    await rpc("wakeUp")
    assert await rpc("isScreenOn") is True
    assert await rpc("exist", Selector(text="Settings")) is False
    xml = str(await rpc("dumpWindowHierarchy", False, 50))
    assert "Swipe up to unlock" in xml

    assert await rpc("click", 500, 1200) is True
    assert await rpc("openNotification") is False
    assert session.phone.panel is None
    assert session.phone.front == LAUNCHER

    await rpc("swipe", 500, 2000, 500, 500, 20)
    assert await rpc("exist", Selector(text="Settings")) is True


async def test_lock_with_a_secret_stays(rpc: Rpc, session: AdbSession) -> None:
    session.handset.secret = "1234"
    lock.lock(session)

    await rpc("swipe", 500, 2000, 500, 500, 20)

    assert session.locked


async def test_phone_can_be_turned(rpc: Rpc, session: AdbSession) -> None:
    await rpc("setOrientation", "left")
    found = await rpc("deviceInfo")
    assert isinstance(found, dict)
    assert (found["displayRotation"], found["displayWidth"]) == (1, 2400)
    assert 'rotation="1"' in str(await rpc("dumpWindowHierarchy", False, 50))

    await rpc("freezeRotation", False)
    assert session.size == (1080, 2400)


async def test_shade_opens(rpc: Rpc) -> None:
    assert await rpc("openNotification") is True
    assert await rpc("exist", Selector(text="Wi-Fi")) is True


async def test_last_toast_stays_until_it_is_cleared(session: AdbSession) -> None:
    session.phone.toast("before")
    toasts = U2Server(session).automation.toasts
    assert toasts.last() is None

    session.phone.toast("Saved")
    session.tap(500, 100)
    assert toasts.last() == "Saved"
    assert toasts.last() == "Saved"
    session.phone.notices.clear()
    session.phone.toast("Sent")
    assert toasts.last() == "Sent"
    toasts.clear()
    assert toasts.last() is None


async def test_watchers_act_when_their_conditions_are_seen(rpc: Rpc, session: AdbSession) -> None:
    seen = Selector(text="Settings")
    await rpc("registerClickUiObjectWatcher", "opens", [seen], seen)
    await rpc("registerPressKeyskWatcher", "leaves", [Selector(text="nowhere")], ["home"])
    assert await rpc("getWatchers") == ["opens", "leaves"]
    assert await rpc("hasAnyWatcherTriggered") is False

    assert await rpc("waitForExists", Selector(text="Display"), 2000) is True
    assert session.phone.front == SETTINGS
    assert await rpc("hasWatcherTriggered", "opens") is True
    assert await rpc("hasWatcherTriggered", "leaves") is False
    await rpc("resetWatcherTriggers")
    await rpc("removeWatcher", "opens")
    assert await rpc("hasAnyWatcherTriggered") is False


async def test_programs_of_the_phone_can_be_run(rpc: Rpc) -> None:
    assert await rpc("executeShellCommand", "echo a  b; exit 3", 5000) == {
        "stdout": "a b; exit 3\n",
        "stderr": "",
        "returnCode": 0,
    }
    late = await rpc("executeShellCommand", "logcat", 50)
    assert late == {"stdout": "", "stderr": "", "returnCode": -1}


async def test_configurator_is_given_back(rpc: Rpc) -> None:
    changed = await rpc("setConfigurator", {"waitForIdleTimeout": 7})

    assert changed == await rpc("getConfigurator")
    assert isinstance(changed, dict)
    assert changed["waitForIdleTimeout"] == 7


# Robustness


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("click", []),
        ("click", [1, 2, 3, 4]),
        ("click", ["a", "b", "c"]),
        ("click", [True, False]),
        ("swipe", [1, 2, 3, 4, None]),
        ("pressKey", [5]),
        ("objInfo", [[]]),
        ("waitForExists", [{"mask": 0}, "soon"]),
        ("dumpWindowHierarchy", ["maybe"]),
        ("takeScreenshot", [1, 1000]),
        ("swipePoints", [[1, "x"], 5]),
        ("setConfigurator", [{"speed": 5}]),
    ],
)
async def test_parameters_that_do_not_fit_are_refused(
    rpc: Rpc, method: str, params: list[object]
) -> None:
    with pytest.raises(Failed, match="method parameters invalid"):
        await rpc(method, *params)


@pytest.mark.parametrize(
    ("pattern", "java_class"),
    [("(", "PatternSyntaxException"), (r"(a*)*(a*)*\1\2b", "StackOverflowError")],
)
async def test_patterns_fail_as_in_java(
    rpc: Rpc, in_settings: None, pattern: str, java_class: str
) -> None:
    await rpc("setText", FIELD, "a" * 200)

    with pytest.raises(Failed, match=java_class):
        await rpc("exist", Selector(textMatches=pattern))


async def test_fault_of_an_app_fails_one_call(rpc: Rpc, session: AdbSession) -> None:
    await rpc("launchApp", "com.phoneworld.notes")
    app = session.phone.apps["com.phoneworld.notes"]
    session.phone.app_database(app).run("ALTER TABLE notes RENAME TO gone")
    session.phone.touch()

    with pytest.raises(Failed, match="RuntimeException"):
        await rpc("dumpWindowHierarchy", False, 50)

    assert await rpc("ping") == "pong"


values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 3000)
    | st.floats()
    | st.sampled_from(["", "up", "left", "home", "b", "5"])
    | st.just(dict(Selector(clickable=True)))
    | st.just(dict(LIST))
    | st.just({"mask": 0}),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)
QUICK = sorted(
    METHODS.keys()
    - {
        "waitForExists",
        "waitUntilGone",
        "waitForWindowUpdate",
        "takeScreenshot",
        "executeShellCommand",
    }
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(QUICK), st.lists(values, max_size=6))
async def test_any_call_is_answered(server: U2Server, method: str, params: list[object]) -> None:
    body = json.dumps({"id": 7, "method": method, "params": params}).encode()

    reply = json.loads(await answer(server.automation, body, lambda: False))

    assert reply["id"] == 7
    assert ("result" in reply) != ("error" in reply)
    if "error" in reply:
        assert "RuntimeException" not in reply["error"]["message"], reply
