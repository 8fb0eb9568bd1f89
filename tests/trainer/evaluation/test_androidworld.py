"""The whole loop: our client against our server, with policies that know what to do, or not."""

import asyncio
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path

import pytest
from built_in import CATALOGUE
from e2e_rehearsal import line_of
from hypothesis import given
from hypothesis import strategies as st
from knowing_engine import KnowingEngine
from PIL import Image
from runtime_process import write_script
from served_androidworld import LoopEyes, ServedAndroidWorld
from served_phone import Serve

from phoneworld import Trial, Workshop
from phoneworld.androidworld.environment import AndroidWorldEnvironment
from phoneworld.androidworld.http_server import AndroidWorldServer
from phoneworld.androidworld.pixels import pixels_json
from phoneworld.androidworld.suite import make_suite
from phoneworld.render.paint import paint
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import (
    AskUser,
    Click,
    CloseApp,
    Direction,
    Finish,
    FinishStatus,
    Output,
    Point,
    Scroll,
    Stroke,
    Type,
    Wait,
)
from runtime.engine import Decided, Prompt
from runtime.errors import EngineError, Inexpressible
from trainer.cli import main
from trainer.errors import EvaluationError
from trainer.evaluation.androidworld import SEED, STEPS, AndroidWorldRunner, Instance
from trainer.evaluation.androidworld_actions import AnswerGiven, write_json_actions
from trainer.evaluation.androidworld_client import (
    AndroidWorldClient,
    AndroidWorldError,
    CallFailed,
    read_pixels,
    read_png,
)

TYPES = ("settings.wifi_on", "contacts.add", "messages.refuse_code", "cross.alarm_from_text")


@pytest.fixture
def served(shared_workshop: Workshop) -> Iterator[ServedAndroidWorld]:
    # What the oracles do is not made for a keyboard that presses Enter by itself.
    served = ServedAndroidWorld(shared_workshop, presses_enter=False)
    yield served
    served.close()


@pytest.fixture
def client(served: ServedAndroidWorld) -> Iterator[AndroidWorldClient]:
    client = AndroidWorldClient(served.url)
    yield client
    client.close()


@pytest.fixture
def engine(shared_workshop: Workshop) -> KnowingEngine:
    suite = make_suite(CATALOGUE.templates, instances=1, seed=SEED)
    return KnowingEngine(shared_workshop, [suite.task(name, 0) for name in TYPES])


@pytest.fixture
def runner(
    client: AndroidWorldClient, engine: KnowingEngine, served: ServedAndroidWorld
) -> AndroidWorldRunner:
    return AndroidWorldRunner(client, engine, CATALOGUE, eyes=LoopEyes(served))


def test_who_knows_the_tasks_solves_them(runner: AndroidWorldRunner, engine: KnowingEngine) -> None:
    listed = runner.suite(instances=1)
    wanted = [task for task in listed if task.type in TYPES]
    assert len(wanted) == len(TYPES) < len(listed)
    for result in runner.run(wanted):
        assert result.success is True, result
        assert result.steps == len(result.seconds) <= STEPS
    assert engine.sessions == set()


def test_failures_are_told_apart(
    runner: AndroidWorldRunner, engine: KnowingEngine, client: AndroidWorldClient
) -> None:
    runner.suite(instances=1)
    engine.mistaken.add(client.goal("contacts.add", 0))
    engine.mumbled.add(client.goal("settings.wifi_on", 0))
    mistaken, mumbled, missing = runner.run(
        [Instance("contacts.add", 0), Instance("settings.wifi_on", 0), Instance("no.such", 0)]
    )
    assert (mistaken.success, mistaken.false_done, mistaken.steps) == (False, True, 1)
    assert (mumbled.success, mumbled.unreadable, mumbled.steps) == (False, 3, 3)
    assert mumbled.ending == "ran out: unreadable replies"
    assert missing.success is None
    assert "404" in missing.fault


class Untidy(AndroidWorldClient):
    """A server that cannot tear down; `torn_down` are the tasks that it was asked to."""

    torn_down: list[str]

    def tear_down(self, task_type: str, number: int) -> None:
        self.torn_down.append(task_type)
        raise CallFailed("/task/tear_down: 500")


@pytest.fixture
def untidy(served: ServedAndroidWorld) -> Iterator[Untidy]:
    client = Untidy(served.url)
    client.torn_down = []
    yield client
    client.close()


def test_tearing_down_changes_no_score(
    untidy: Untidy, engine: KnowingEngine, served: ServedAndroidWorld
) -> None:
    runner = AndroidWorldRunner(untidy, engine, CATALOGUE, eyes=LoopEyes(served))
    runner.suite(instances=1)

    (result,) = runner.run([Instance("settings.wifi_on", 0)])

    assert (result.success, result.fault) == (True, "")
    assert untidy.torn_down == ["settings.wifi_on"]


def test_a_task_that_fails_on_the_way_is_torn_down(
    untidy: Untidy, engine: KnowingEngine, served: ServedAndroidWorld
) -> None:
    runner = AndroidWorldRunner(untidy, engine, CATALOGUE, eyes=LoopEyes(served))
    runner.suite(instances=1)
    engine.failing[untidy.goal("contacts.add", 0)] = EngineError("out of memory")

    (result,) = runner.run([Instance("contacts.add", 0)])

    assert result.fault == "out of memory"
    assert untidy.torn_down == ["contacts.add"]


class Wordless(BaseHTTPRequestHandler):
    """Answers every call, and tells nothing."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"status": "success"}')

    def do_POST(self) -> None:
        self.do_GET()

    def log_message(self, format: str, *args: object) -> None: ...  # noqa: A002  as it is called


def test_an_answer_without_what_was_asked_is_a_fault(
    engine: KnowingEngine, served: ServedAndroidWorld
) -> None:
    server = HTTPServer(("127.0.0.1", 0), Wordless)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    client = AndroidWorldClient(f"http://127.0.0.1:{server.server_port}")
    runner = AndroidWorldRunner(client, engine, CATALOGUE, eyes=LoopEyes(served))
    try:
        (result,) = runner.run([Instance("contacts.add", 0)])
        with pytest.raises(AndroidWorldError, match="answered without a score"):
            client.score("contacts.add", 0)
        with pytest.raises(AndroidWorldError, match="answered without a length"):
            client.instances("contacts.add")
    finally:
        client.close()
        server.shutdown()
        server.server_close()

    assert result.success is None
    assert "answered without a goal" in result.fault


def test_a_policy_that_sees_needs_no_eyes(
    client: AndroidWorldClient, shared_workshop: Workshop
) -> None:
    class Seeing(KnowingEngine):
        shots: list[tuple[int, int]]

        @property
        def wants_screenshot(self) -> bool:
            return True

        def decide(self, prompt: Prompt, **options: object) -> Decided:
            shot = prompt.observation.screenshot
            assert shot is not None
            self.shots.append((shot.width_px, shot.height_px))
            return super().decide(prompt)

    engine = Seeing(shared_workshop, [])
    engine.shots = []
    runner = AndroidWorldRunner(client, engine, CATALOGUE)
    (result,) = runner.run([Instance("contacts.add", 0)])
    assert result.success is False
    assert engine.shots == [(360, 800)]


def test_a_screenshot_comes_as_the_picture_that_the_server_painted(
    client: AndroidWorldClient, served: ServedAndroidWorld
) -> None:
    shot = client.screenshot()
    painted = paint(served.environment.phone.frame())

    assert (shot.mime, shot.width_px, shot.height_px) == ("image/png", *painted.size)
    assert Image.open(BytesIO(shot.data)).convert("RGB").tobytes() == painted.tobytes()


def test_a_broken_picture_is_an_error() -> None:
    with pytest.raises(AndroidWorldError, match="no PNG"):
        read_png(b"\x89PNG and no more")


def test_a_policy_that_reads_elements_needs_eyes(
    client: AndroidWorldClient, engine: KnowingEngine
) -> None:
    with pytest.raises(EvaluationError, match="--eyes"):
        AndroidWorldRunner(client, engine, CATALOGUE)


def test_a_server_that_is_not_there_is_a_fault(engine: KnowingEngine, tmp_path: Path) -> None:
    client = AndroidWorldClient("http://127.0.0.1:9", timeout_s=1)
    with pytest.raises(AndroidWorldError, match="does not answer"):
        client.health()
    with pytest.raises(AndroidWorldError, match="no address"):
        AndroidWorldClient("ftp://x")


def test_actions_are_written_in_androidworlds_words(served: ServedAndroidWorld) -> None:
    screen = LoopEyes(served).observe()
    speech = AnswerGiven()

    def written(action: object) -> list[dict[str, object]]:
        return [dict(one) for one in write_json_actions(action, screen, speech)]  # type: ignore[arg-type]

    assert written(Click(Point(500, 500))) == [{"action_type": "click", "x": 180, "y": 400}]
    assert written(Type("a", Point(0, 0), clear=True)) == [
        {"action_type": "input_text", "text": "a", "x": 0, "y": 0, "clear_text": True}
    ]
    assert written(Scroll(Direction.DOWN)) == [{"action_type": "scroll", "direction": "down"}]
    down = Scroll(Stroke(Point(500, 3), Point(500, 600)))
    assert written(down) == [{"action_type": "swipe", "direction": "down"}]
    aside = Scroll(Stroke(Point(900, 300), Point(100, 300)))
    assert written(aside)[0]["action_type"] == "drag_and_drop"
    assert written(Wait(2500)) == [{"action_type": "wait"}] * 3
    infeasible = {"action_type": "status", "goal_status": "infeasible"}
    said = {"action_type": "answer", "text": "no"}
    assert written(Finish("no", FinishStatus.REFUSED)) == [said, infeasible]
    assert written(Output("42")) == [{"action_type": "answer", "text": "42"}]
    # The answer stands: what is said at the end would replace it.
    assert written(Finish("Done")) == [{"action_type": "status", "goal_status": "complete"}]
    for action in (AskUser("which?"), CloseApp("Notes")):
        with pytest.raises(Inexpressible):
            written(action)


@given(st.integers(1, 5), st.integers(1, 5), st.data())
def test_pixels_are_read_back(width: int, height: int, data: st.DataObject) -> None:
    flat = data.draw(st.binary(min_size=3 * width * height, max_size=3 * width * height))
    shot = read_pixels(pixels_json(flat, width))
    image = Image.open(BytesIO(shot.data))
    assert (shot.width_px, shot.height_px, image.size) == (width, height, (width, height))
    assert image.tobytes() == flat
    rows = [[list(flat[3 * n : 3 * n + 3]) for n in range(width)] for _ in range(1)]
    spaced = json.dumps({"pixels": rows}).encode()
    assert Image.open(BytesIO(read_pixels(spaced).data)).tobytes() == flat[: 3 * width]


@pytest.mark.parametrize("text", [b"", b"{}", b'{"pixels": []}', b'{"pixels": [[[1, 2, 300]]]}'])
def test_what_is_no_picture_is_refused(text: bytes) -> None:
    with pytest.raises(AndroidWorldError, match="no rows of pixels"):
        read_pixels(text)


def test_the_command_looks_through_adb_and_acts_through_http(
    serve: Serve, shared_workshop: Workshop, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = make_suite(CATALOGUE.templates, instances=1, seed=SEED).task("settings.wifi_on", 0)
    trial = Trial(shared_workshop, task)
    oracle = run_oracle(trial)
    write_script(tmp_path, "script", *map(line_of, oracle.actions))
    phone = serve()
    server = AndroidWorldServer(AndroidWorldEnvironment(CATALOGUE, shared_workshop, phone.phone))
    asyncio.run_coroutine_threadsafe(server.start(), phone.loop).result(10)
    words = ["eval", "--policy", str(tmp_path / "script"), "--out", str(tmp_path / "out")]
    words += ["--through", "androidworld", "--url", server.address]
    try:
        assert main([*words, "--suite", "settings.wifi_on"]) == 2
        assert "--eyes" in capsys.readouterr().err
        words += ["--eyes", phone.address]
        assert main([*words, "--suite", "settings.wifi_on"]) == 0
        assert "solved 100.0 %" in capsys.readouterr().out
        report = (tmp_path / "out" / "report.md").read_text()
        assert "split mixed" in report
        assert "may be of worlds that were trained on" in report
        assert main([*words, "--suite", "no.such"]) == 2
    finally:
        asyncio.run_coroutine_threadsafe(server.close(), phone.loop).result(10)
