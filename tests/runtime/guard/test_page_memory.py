"""What was secret on a page stays out of pictures, also behind what is opened in front of it."""

import io
from dataclasses import replace

import pytest
from guard_screens import button, element, field, screen, text
from PIL import Image

from runtime.actions import ElementRef, Type
from runtime.guard.page_memory import PageMemory
from runtime.guard.redaction import Redactor
from runtime.observation import CLICKABLE, PASSWORD, Bounds, Element, Observation, Screenshot

VALUE = "correct horse"
RECORD = Redactor.for_record([VALUE])
PROMPT = Redactor.for_prompt([VALUE])
BOTH = pytest.mark.parametrize("redactor", [RECORD, PROMPT], ids=["record", "prompt"])
PLACE = (5, 80, 535, 145)
OK_BUTTON = Bounds(600, 1400, 900, 1500)
LOGIN = screen(text("Sign in"), field("Key", VALUE, id="key"), button("Next"))
EMPTY_LOGIN = screen(text("Sign in"), field("Key", id="key", password=True), button("Next"))
DIALOG = (
    element("Save the key?", bounds=Bounds(180, 900, 900, 1000)),
    element("OK", role="button", flags=CLICKABLE, bounds=OK_BUTTON),
)
NEXT_PAGE = screen(text("Welcome"), text("All is well"))


def placed(*elements: Element) -> Observation:
    """A look whose elements stand where they say, in front of a white picture."""
    numbered = tuple(replace(one, index=index) for index, one in enumerate(elements))
    return pictured(replace(screen(), elements=numbered))


def pictured(seen: Observation) -> Observation:
    buffer = io.BytesIO()
    Image.new("RGB", (540, 1200), "white").save(buffer, "PNG")
    return replace(seen, screenshot=Screenshot(buffer.getvalue(), "image/png", 540, 1200))


def brightness(shown: Observation, area: tuple[int, int, int, int]) -> tuple[int, int]:
    assert shown.screenshot is not None
    with Image.open(io.BytesIO(shown.screenshot.data)) as image:
        values = image.convert("L").crop(area).tobytes()
    return min(values), max(values)


@BOTH
def test_a_secret_stays_black_behind_a_dialog(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(pictured(LOGIN), memory)

    for _ in range(2):
        shown = redactor.observation(placed(*DIALOG), memory)

        assert brightness(shown, PLACE) == (0, 0)
        assert brightness(shown, (310, 710, 440, 740)) == (255, 255), "the dialog can be seen"


@BOTH
def test_a_password_typed_just_before_a_dialog_came_is_black(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(pictured(EMPTY_LOGIN), memory)

    shown = redactor.observation(placed(*DIALOG), memory)

    assert brightness(shown, PLACE) == (0, 0)


@BOTH
def test_a_secret_typed_into_an_ordinary_field_is_black_behind_a_dialog(redactor: Redactor) -> None:
    memory = PageMemory()
    plain = pictured(screen(text("Sign in"), field("Key", id="key"), button("Next")))
    redactor.observation(plain, memory)
    memory.typed(Type("{{secret:wifi}}", ElementRef(1)), plain)

    shown = redactor.observation(placed(*DIALOG), memory)

    assert brightness(shown, PLACE) == (0, 0)


@BOTH
def test_what_moved_behind_the_dialog_is_black_too(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(pictured(LOGIN), memory)

    shown = redactor.observation(placed(*DIALOG), memory)

    assert brightness(shown, (0, 0, 540, 440)) == (0, 0)
    assert brightness(shown, (0, 760, 540, 1200)) == (0, 0)


@BOTH
def test_a_shade_as_large_as_the_screen_hides_nothing(redactor: Redactor) -> None:
    shade = element(description="Dismiss", bounds=Bounds(0, 0, 1080, 2400))
    memory = PageMemory()
    redactor.observation(pictured(LOGIN), memory)

    shown = redactor.observation(placed(shade, *DIALOG), memory)

    assert brightness(shown, PLACE) == (0, 0)


@BOTH
def test_the_next_page_can_be_seen(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(pictured(LOGIN), memory)
    redactor.observation(placed(*DIALOG), memory)

    page = pictured(NEXT_PAGE)

    assert redactor.observation(page, memory) is page
    dialog = placed(*DIALOG)
    assert redactor.observation(dialog, memory) is dialog


@BOTH
def test_a_page_without_secrets_can_be_seen_behind_a_dialog(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(pictured(NEXT_PAGE), memory)
    dialog = placed(*DIALOG)

    assert redactor.observation(dialog, memory) is dialog


@BOTH
def test_a_password_that_is_made_visible_is_still_one(redactor: Redactor) -> None:
    memory = PageMemory()
    redactor.observation(EMPTY_LOGIN, memory)
    visible = screen(text("Sign in"), field("Key", "maple-2055", id="key"), button("Next"))

    shown = redactor.observation(visible, memory)

    assert shown.elements[1].text == "[redacted:password]"
    assert shown.elements[1].flags & PASSWORD
    assert redactor.observation(NEXT_PAGE, memory) is NEXT_PAGE
    assert redactor.observation(visible, memory).elements[1].text == "[redacted:password]"


def test_a_code_is_black_behind_a_dialog_in_records_only() -> None:
    message = pictured(screen(text("Bank"), text("Your code is 556827"), text("Reply")))
    for redactor, white in ((RECORD, False), (PROMPT, True)):
        memory = PageMemory()
        redactor.observation(message, memory)
        shown = redactor.observation(placed(*DIALOG), memory)
        assert (brightness(shown, PLACE) == (255, 255)) is white
