"""AndroidWorld's calls, over HTTP."""

import io
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any
from urllib.request import urlopen

import pytest
from androidworld_pack import PACK_CATALOGUE
from built_in import CATALOGUE
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from served_androidworld import ServedAndroidWorld

from phoneworld import PhoneDevice, Trial, Workshop
from phoneworld.androidworld.calls import EnvironmentCalls
from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.errors import CallError
from phoneworld.androidworld.http_server import MOST_BODY_BYTES
from phoneworld.androidworld.json_actions import read_json_action
from phoneworld.androidworld.pixels import pixels_json
from phoneworld.androidworld.suite import make_suite
from phoneworld.packs.androidworld.app_names import STARTS, WHOLE_NAMES
from phoneworld.tasks.template import parameter
from phoneworld.workshop import WORLDS
from runtime.actions import Click, LongPress, Scroll, Stroke
from runtime.observation import Observation


@pytest.fixture(scope="module")
def screen(shared_workshop: Workshop) -> Observation:
    return PhoneDevice(shared_workshop.phone(0)).observe()


@pytest.fixture(scope="module")
def pack_environment() -> AndroidWorldEnvironment:
    workshop = PACK_CATALOGUE.workshop()
    return AndroidWorldEnvironment(PACK_CATALOGUE, workshop, workshop.phone(0))


Call = Callable[..., tuple[int, Any]]
NOTE = "task_type=notes.create&task_idx=0"


def test_the_suite_is_phoneworlds_tasks(call: Call) -> None:
    served = {"suite": "PhoneWorld's own tasks"}
    assert call("GET", "/health") == (200, {"status": "success", **served})
    _, answer = call("GET", "/suite/task_list?max_index=-1")
    assert answer == {"task_list": list(CATALOGUE.templates), **served}
    assert len(call("GET", "/suite/task_list?max_index=3")[1]["task_list"]) == 3
    assert call("GET", "/suite/task_length?task_type=notes.create") == (200, {"length": 2})
    status, answer = call("GET", "/suite/reinitialize?n_task_combinations=5&seed=30")
    assert (status, answer["status"]) == (200, "success")
    assert call("GET", "/suite/task_length?task_type=notes.create") == (200, {"length": 5})
    call("GET", "/suite/reinitialize?task_family=cross-app")
    _, answer = call("GET", "/suite/task_list?max_index=-1")
    assert all(CATALOGUE.templates[name].kind == "cross-app" for name in answer["task_list"])
    status, answer = call("GET", "/suite/reinitialize?task_family=miniwob")
    assert status == 400
    assert "Invalid task family: miniwob" in answer["detail"]


def test_androidworlds_suite_is_served_under_its_name_on_a_phone_of_its_own(
    call: Call, served: ServedAndroidWorld
) -> None:
    status, answer = call("GET", "/suite/reinitialize?task_family=android_world&seed=3")
    assert (status, answer["suite"]) == (200, "AndroidWorld tasks on PhoneWorld's stand-in apps")
    _, listed = call("GET", "/suite/task_list?max_index=-1")
    assert listed["suite"] == answer["suite"]
    assert "MarkorCreateNote" in listed["task_list"]
    task = "task_type=MarkorCreateNote&task_idx=0"
    assert call("POST", f"/task/initialize?{task}")[0] == 200
    assert call("GET", f"/task/score?{task}") == (200, {"score": 0.0})
    opened = {"action_type": "open_app", "app_name": "net.gsantner.markor"}
    assert call("POST", "/execute_action", opened)[0] == 200
    assert served.environment.phone.front == "net.gsantner.markor"
    assert call("GET", "/suite/reinitialize?task_family=phoneworld")[1]["suite"] == (
        "PhoneWorld's own tasks"
    )


@pytest.mark.parametrize(
    ("name", "package"),
    [
        ("google chrome", "com.android.chrome"),
        ("browser", "com.android.chrome"),
        ("calendar", "com.simplemobiletools.calendar.pro"),
        ("Simple Calendar", "com.simplemobiletools.calendar.pro"),
        ("recipe app", "com.flauschcode.broccoli"),
        ("VLC player", "org.videolan.vlc"),
        ("open tracks sports tracker", "de.dennisguse.opentracks"),
        ("dialer", "com.google.android.dialer"),
        ("System Settings", "com.android.settings"),
        ("org.tasks", "org.tasks"),
        ("Broccoli", "com.flauschcode.broccoli"),
    ],
)
def test_apps_open_by_the_names_that_agents_use(
    pack_environment: AndroidWorldEnvironment, name: str, package: str
) -> None:
    pack_environment.reset(go_home=True)
    note = pack_environment.execute({"action_type": "open_app", "app_name": name})

    assert (note, pack_environment.phone.front) == ("", package)


def test_names_mean_apps_of_the_pack() -> None:
    assert {*STARTS.values(), *WHOLE_NAMES.values()} <= PACK_CATALOGUE.apps.keys()


def test_a_name_that_means_no_app_opens_nothing(call: Call, served: ServedAndroidWorld) -> None:
    front = served.environment.phone.front
    entry = {"action_type": "open_app", "app_name": "YouTube"}
    status, answer = call("POST", "/execute_action", entry)

    assert status == 200
    assert "no app 'YouTube' is on this phone" in answer["message"]
    assert served.environment.phone.front == front


def test_a_swipe_goes_from_one_pixel_to_another(call: Call, served: ServedAndroidWorld) -> None:
    phone = served.environment.phone
    entry = {"action_type": "swipe", "x": 180, "y": 1, "x2": 180, "y2": 500}
    assert call("POST", "/execute_action", entry)[0] == 200
    assert phone.panel is not None
    assert phone.panel["kind"] == "shade"
    for wrong in ({"y2": None}, {"x2": 99999}):
        assert call("POST", "/execute_action", entry | wrong)[0] == 422


@pytest.mark.parametrize("kind", ["swipe", "scroll"])
def test_a_finger_with_an_end_goes_there_whichever_way_it_is_called(
    screen: Observation, kind: str
) -> None:
    entry = {"action_type": kind, "x": 180, "y": 700, "x2": 180, "y2": 100, "duration": 800}
    start, end = screen.point(180, 700), screen.point(180, 100)

    assert read_json_action(entry, screen) == (Scroll(Stroke(start, end)),)


def test_a_finger_that_stays_taps_or_holds(screen: Observation) -> None:
    entry = {"action_type": "swipe", "x": 180, "y": 700, "x2": 180, "y2": 700}
    at = screen.point(180, 700)

    assert read_json_action(entry | {"duration": 100}, screen) == (Click(at),)
    assert read_json_action(entry | {"duration": 900}, screen) == (LongPress(at),)
    assert read_json_action(entry, screen) == (LongPress(at),)


@pytest.mark.parametrize("accepted", ["image/png", "text/html, image/*;q=0.8"])
def test_a_screenshot_is_a_png_where_one_is_accepted(
    served: ServedAndroidWorld, accepted: str
) -> None:
    connection = HTTPConnection("127.0.0.1", served.server.port, timeout=60)
    connection.request("GET", "/screenshot?wait_to_stabilize=false", headers={"Accept": accepted})
    answer = connection.getresponse()
    picture = Image.open(io.BytesIO(answer.read()))
    connection.close()

    assert answer.headers["Content-Type"] == "image/png"
    assert picture.size == (360, 800)


def test_the_same_seed_makes_the_same_suite() -> None:
    seeds = [
        make_suite(CATALOGUE.templates, seed=30).task("notes.create", number).seed
        for number in range(2)
    ]
    assert seeds == [
        make_suite(CATALOGUE.templates, seed=30).task("notes.create", number).seed
        for number in range(2)
    ]
    assert len({*seeds, make_suite(CATALOGUE.templates, seed=31).task("notes.create", 0).seed}) == 3


def test_a_suite_can_be_kept_to_some_worlds(shared_workshop: Workshop) -> None:
    phone = shared_workshop.phone(0)
    environment = AndroidWorldEnvironment(CATALOGUE, shared_workshop, phone, worlds=range(6, 10))
    for query in ({}, {"n_task_combinations": "60", "seed": "7", "task_family": "cross-app"}):
        if query:
            EnvironmentCalls(environment).answer("GET", "/suite/reinitialize", query, b"")
        suite = environment.suite
        seeds = [suite.task(name, n).seed for name in suite.types for n in range(suite.instances)]
        assert {seed % WORLDS for seed in seeds} == {6, 7, 8, 9}
        assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("worlds", [(), (1, WORLDS), (-1,)])
def test_worlds_that_do_not_exist_are_refused(worlds: tuple[int, ...]) -> None:
    with pytest.raises(CallError, match="worlds"):
        make_suite(CATALOGUE.templates, worlds=worlds)


def test_a_suite_of_all_worlds_has_the_seeds_it_always_had() -> None:
    assert [
        make_suite(CATALOGUE.templates).task("notes.create", number).seed for number in range(2)
    ] == [
        204035265,
        946161622,
    ]


def test_a_task_is_set_up_done_and_scored(call: Call, served: ServedAndroidWorld) -> None:
    task = "task_type=settings.wifi_on&task_idx=1"
    goal = call("GET", f"/task/goal?{task}")[1]["goal"]
    assert call("GET", f"/task/score?{task}")[0] == 409
    # Clients tear down what an earlier run may have left, before they begin.
    assert call("POST", f"/task/tear_down?{task}")[0] == 200
    assert call("POST", f"/task/initialize?{task}")[0] == 200
    assert call("GET", f"/task/goal?{task}") == (200, {"goal": goal})
    assert call("POST", "/reset?go_home=true")[0] == 200
    assert call("GET", f"/task/score?{task}") == (200, {"score": 0.0})
    assert "Wi" in call("GET", f"/task/template?{task}")[1]["template"]
    call("POST", "/execute_action", {"action_type": "open_app", "app_name": "Settings"})
    for label in ("Network & internet", "Wi-Fi", "Use Wi-Fi"):
        for element in PhoneDevice(served.environment.phone).observe().elements:
            if element.label.startswith(label):
                click = {"action_type": "click", "index": element.index}
                assert call("POST", "/execute_action", click)[0] == 200
                break
    assert call("GET", f"/task/score?{task}") == (200, {"score": 1.0})
    assert call("POST", f"/task/tear_down?{task}")[0] == 200
    assert call("GET", f"/task/score?{task}")[0] == 409


def test_an_answer_counts_and_a_reset_forgets_it(shared_workshop: Workshop) -> None:
    environment = AndroidWorldEnvironment(CATALOGUE, shared_workshop, shared_workshop.phone(0))
    task = environment.suite.task("messages.read_code", 0)
    code = parameter(Trial(shared_workshop, task).drawn, "code")
    environment.initialize(task)
    assert environment.score(task) == 0
    environment.execute({"action_type": "answer", "text": f"It is {code}"})
    assert environment.score(task) == 1
    environment.reset(go_home=False)
    assert environment.score(task) == 0


def test_what_cannot_be_done_is_scored_by_the_status(shared_workshop: Workshop) -> None:
    environment = AndroidWorldEnvironment(CATALOGUE, shared_workshop, shared_workshop.phone(0))
    task = environment.suite.task("messages.refuse_code", 0)
    environment.initialize(task)
    environment.execute({"action_type": "status", "goal_status": "complete"})
    assert environment.score(task) == 0
    environment.execute({"action_type": "status", "goal_status": "infeasible"})
    assert environment.score(task) == 1
    assert environment.score(task) == 1


def test_typing_presses_enter_unless_told_otherwise(shared_workshop: Workshop) -> None:
    screen = PhoneDevice(shared_workshop.phone(0)).observe()
    entry = {"action_type": "input_text", "text": "hello", "x": 5, "y": 5}
    assert len(read_json_action(entry, screen)) == 2
    assert len(read_json_action(entry, screen, presses_enter=False)) == 1
    assert read_json_action({"action_type": "input_text", "text": ""}, screen) == ()
    assert read_json_action({"action_type": "unknown"}, screen) == ()


def test_a_screenshot_is_rows_of_pixels(served: ServedAndroidWorld) -> None:
    url = f"{served.url}/screenshot?wait_to_stabilize=true"
    with urlopen(url, timeout=120) as answer:  # noqa: S310  our own server
        text = answer.read()
    width, height = 360, 800
    assert text.startswith(b'{"pixels":[[[')
    assert text.endswith(b"]]]}")
    assert text.count(b"],[") == width * height - 1
    assert text.count(b"]],[[") == height - 1


def test_pixels_are_written_in_order() -> None:
    assert pixels_json(bytes(range(12)), 2) == b'{"pixels":[[[0,1,2],[3,4,5]],[[6,7,8],[9,10,11]]]}'


@pytest.mark.parametrize(
    ("method", "target", "body", "status"),
    [
        ("GET", "/nowhere", None, 404),
        ("POST", "/health", None, 405),
        ("POST", "/reset", None, 422),
        ("POST", "/reset?go_home=perhaps", None, 422),
        ("GET", "/suite/task_list?max_index=x", None, 422),
        ("GET", "/suite/task_length?task_type=no.such", None, 404),
        ("GET", "/suite/reinitialize?n_task_combinations=0", None, 422),
        ("POST", "/task/initialize?task_type=notes.create&task_idx=2", None, 404),
        ("POST", "/task/initialize?task_type=notes.create&task_idx=-1", None, 404),
        ("GET", f"/task/score?{NOTE}", None, 409),
        ("POST", "/execute_action", b"no json", 422),
        ("POST", "/execute_action", [1], 422),
        ("POST", "/execute_action", {"action_type": "dance"}, 422),
        ("POST", "/execute_action", {"action_type": "click"}, 422),
        ("POST", "/execute_action", {"action_type": "click", "index": 999}, 422),
        ("POST", "/execute_action", {"action_type": "click", "index": 1, "x": 2, "y": 2}, 422),
        ("POST", "/execute_action", {"action_type": "click", "x": 5000, "y": 2}, 422),
        ("POST", "/execute_action", {"action_type": "scroll", "direction": "in"}, 422),
        ("POST", "/execute_action", {"action_type": "open_app"}, 422),
    ],
)
def test_what_makes_no_sense_is_refused_and_said(
    call: Call, method: str, target: str, body: object, status: int
) -> None:
    found, answer = call(method, target, body)
    assert found == status
    assert answer["detail"]
    assert call("GET", "/health")[0] == 200


def test_web_pages_cannot_call(call: Call) -> None:
    assert call("GET", "/health", headers={"Host": "evil.example"})[0] == 403
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null", ""):
        assert call("GET", "/health", headers={"Origin": origin})[0] == 403
    assert call("GET", "/health", headers={"Sec-Fetch-Site": "cross-site"})[0] == 403
    assert call("GET", "/health", headers={"Sec-Fetch-Site": "none"})[0] == 200
    assert call("GET", "/health", headers={"Host": "localhost:5000"})[0] == 200


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"hello\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        f"POST /reset HTTP/1.1\r\nContent-Length: {MOST_BODY_BYTES + 1}\r\n\r\n".encode(),
        b"POST /reset HTTP/1.1\r\nContent-Length: 0000000000009999999999\r\n\r\n",
        b"GET /health HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"GET /" + b"x" * 100_000,
    ],
)
def test_what_is_no_request_ends_its_connection_only(
    call: Call, served: ServedAndroidWorld, request_bytes: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", served.server.port), timeout=120) as raw:
        raw.sendall(request_bytes)
        assert raw.recv(100).startswith(b"HTTP/1.1 400 ")
    assert call("GET", "/health")[0] == 200


KINDS = ["click", "double_tap", "long_press", "input_text", "scroll", "swipe", "drag_and_drop"]
KINDS += ["open_app", "answer", "status", "wait", "unknown", "keyboard_enter"]
VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=20),
    st.lists(st.integers(-5, 3000), max_size=3),
    st.sampled_from(["up", "left", "1", 3]),
)
NAMES = ["index", "x", "y", "text", "direction", "app_name", "goal_status", "clear_text"]
NAMES += ["touch_xy", "lift_xy"]


@given(st.sampled_from(KINDS), st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4))
def test_any_entry_is_read_or_refused(
    screen: Observation, kind: str, entry: dict[str, object]
) -> None:
    with suppress(CallError):
        actions = read_json_action({"action_type": kind, **entry}, screen)
        assert len(actions) <= 2


def test_serve_offers_it() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ["--port", str(port), "--androidworld-api", "0"]
    process = subprocess.Popen(
        [sys.executable, "-m", "phoneworld", "serve", *words], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("adb connect")
        assert process.stdout.readline().startswith("AndroidWorld API http://127.0.0.1:")
    finally:
        process.terminate()
        process.communicate(timeout=120)
