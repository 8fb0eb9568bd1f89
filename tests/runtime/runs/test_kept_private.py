"""What a run types or is told in confidence is neither in its record nor shown to its policy."""

import io
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest
from desk_scene import SECRET, Scene, SlowPhone
from PIL import Image

from runtime.actions import AskUser, Click, ElementRef, Finish, OpenApp, Type
from runtime.observation import CLICKABLE, PASSWORD, Bounds, Element, Observation, Screenshot
from runtime.runs.model import Choice, Response, RunState
from runtime.testing import ScriptedEngine

DONE = Finish("done")
FIELD = (5, 5, 395, 95)


class SeeingEngine(ScriptedEngine):
    """A scripted policy that wants pictures."""

    @property
    def wants_screenshot(self) -> bool:
        return True


class PhoneWithDialog(SlowPhone):
    """Shows a dialog in front of the field as soon as something was typed."""

    def observe(self, *, screenshot: bool = False) -> Observation:
        seen = super().observe(screenshot=screenshot)
        typed = any(element.editable and element.text for element in seen.elements)
        return replace(seen, elements=(DIALOG_BUTTON,), focused=None) if typed else seen


class PhoneWithPassword(SlowPhone):
    """Its field is one for passwords."""

    def observe(self, *, screenshot: bool = False) -> Observation:
        seen = super().observe(screenshot=screenshot)
        elements = tuple(
            replace(one, flags=one.flags | PASSWORD) if one.editable else one
            for one in seen.elements
        )
        return replace(seen, elements=elements)


DIALOG_BUTTON = Element(0, "button", "OK", "", "", "", Bounds(200, 400, 300, 440), CLICKABLE)


@pytest.fixture
def stored_scene(tmp_path: Path) -> Generator[Scene]:
    scene = Scene(tmp_path)
    yield scene
    scene.close()


def brightest(screenshot: Screenshot | None, area: tuple[int, int, int, int]) -> int:
    assert screenshot is not None
    with Image.open(io.BytesIO(screenshot.data)) as image:
        return max(image.convert("L").crop(area).tobytes())


def test_a_typed_secret_is_black_in_record_and_prompt_once_a_dialog_is_in_front(
    stored_scene: Scene,
) -> None:
    scene = stored_scene
    scene.phones["fake:1"] = PhoneWithDialog()
    engine = SeeingEngine(
        [OpenApp("Notes"), Type("{{secret:wifi}}", ElementRef(0)), Click(ElementRef(0)), DONE]
    )

    run = scene.start(engine, record_screenshots=True)
    scene.until_over(run.id)

    assert scene.phones["fake:1"].performed[1] == Type(SECRET, ElementRef(0))
    shown = engine.prompts[2].observation
    assert [element.text for element in shown.elements] == ["OK"]
    assert brightest(shown.screenshot, FIELD) == 0
    assert brightest(scene.store.screenshot(run.id, 2), FIELD) == 0
    assert brightest(scene.store.screenshot(run.id, 1), FIELD) > 0, "nothing was typed yet"
    assert SECRET not in str(scene.desk.events(run.id))


@pytest.mark.parametrize(
    ("question", "answer", "typed"),
    [
        ("What is your PIN?", "4711", "4711"),
        ("Which password does the Wi-Fi have?", "maple tree", "maple tree"),
        ("Wie lautet der Code der Bank?", "der Code ist A7x-99!", "A7x-99"),
        ("What is the password?", "it is opensesame, I think", "opensesame"),
    ],
)
def test_an_answer_given_in_confidence_is_nowhere_on_record(
    stored_scene: Scene, question: str, answer: str, typed: str
) -> None:
    scene = stored_scene
    engine = ScriptedEngine(
        [OpenApp("Notes"), AskUser(question), Type(typed, ElementRef(0)), Finish(f"used {typed}")]
    )
    run = scene.start(engine)
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None

    scene.desk.respond(run.id, waiting.question.id, Response(Choice.ANSWER, answer))
    scene.until_over(run.id)

    assert engine.prompts[2].history[1].answer == answer, "the policy reads it"
    assert scene.phones["fake:1"].performed[1] == Type(typed, ElementRef(0))
    kept = str(scene.desk.events(run.id)) + str(scene.desk.get(run.id))
    assert typed not in kept
    assert scene.store.steps(run.id)[1].answer == "[redacted:answer]"


def test_an_answer_about_the_password_field_that_is_open_is_not_kept(stored_scene: Scene) -> None:
    scene = stored_scene
    scene.phones["fake:1"] = PhoneWithPassword()
    engine = ScriptedEngine(
        [OpenApp("Notes"), Click(ElementRef(0)), AskUser("What shall I write here?"), DONE]
    )
    run = scene.start(engine)
    waiting = scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None

    scene.desk.respond(run.id, waiting.question.id, Response(Choice.ANSWER, "maple-2055"))
    scene.until_over(run.id)

    assert "maple" not in str(scene.desk.events(run.id))


def test_other_answers_are_kept(stored_scene: Scene) -> None:
    run = stored_scene.start([AskUser("Which note?"), DONE])
    waiting = stored_scene.until_state(run.id, RunState.WAITING)
    assert waiting.question is not None

    stored_scene.desk.respond(run.id, waiting.question.id, Response(Choice.ANSWER, "milk"))
    stored_scene.until_over(run.id)

    assert stored_scene.store.steps(run.id)[0].answer == "milk"
