import io
import json
import logging
from dataclasses import asdict, fields, is_dataclass, replace

import pytest
from guard_screens import element, field, screen, steps, text
from hypothesis import assume, example, given
from hypothesis import strategies as st
from PIL import Image

from runtime.actions import ElementRef, Output, Type
from runtime.device import Performed
from runtime.episode import Actor, Decision, Step
from runtime.guard.log_filter import RedactingFilter
from runtime.guard.redaction import Redactor
from runtime.observation import Bounds, Observation, Screenshot

VALUE = "correct horse"
RECORD = Redactor.for_record([VALUE])
PROMPT = Redactor.for_prompt([VALUE])


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("Your Fitloop verification code is 556827.", "Your Fitloop verification code is [redacted:code]."),
        ("335247 is your Northpay code. Never share it.", "[redacted:code] is your Northpay code. Never share it."),
        ("G-123456 is your Google code", "[redacted:code] is your Google code"),
        ("Ihr Bestätigungscode lautet 4711.", "Ihr Bestätigungscode lautet [redacted:code]."),
        ("Tu código de verificación: 123 456", "Tu código de verificación: [redacted:code]"),
        ("Votre code de sécurité est 98765", "Votre code de sécurité est [redacted:code]"),
        ("mTAN 445566 für Ihre Überweisung", "mTAN [redacted:code] für Ihre Überweisung"),
        ("Card 4111 1111 1111 1111, thanks", "Card [redacted:card], thanks"),
        ("pay to DE89 3704 0044 0532 0130 00 today", "pay to [redacted:iban] today"),
        ("IBAN GB29NWBK60161331926819.", "IBAN [redacted:iban]."),
        (f"the password is {VALUE}!", "the password is [redacted:secret]!"),
    ],
)  # fmt: skip
def test_sensitive_parts_are_taken_out_of_texts(said: str, kept: str) -> None:
    assert RECORD.text(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "Call me on +1 475 555 0170",
        "+49 170 1234567 or 030 901820",
        "That is $1,234.50, or 1234 €, or EUR 4500",
        "On 14 May 2026 at 09:41, in room 2031",
        "Use the code by 14 May 2026",
        "Zip code 94103, area code 4155",
        "Coupon code SAVE2026, booking code 123456",
        "Código de cupón 123456, Gutscheincode 123456",
        "Order 85028 arrives on 2026-05-14",
        "Tracking number HP 2916 4452 64",
        "4111 1111 1111 1112 fails its checksum",
        "DE89 3704 0044 0532 0130 01 fails too",
        "Serial PW64311615, 12345 steps",
        "Pick up at 1750, code of conduct applies",
    ],
)
def test_ordinary_numbers_stay(said: str) -> None:
    assert RECORD.text(said) == said


def test_a_prompt_keeps_codes_and_loses_secrets_and_passwords() -> None:
    seen = screen(
        text("Your verification code is 556827"),
        field("PIN", "1234", password=True),
        field("Password", "maple-2055"),
        text(f"Wi-Fi: {VALUE}"),
    )

    shown = PROMPT.observation(seen)

    assert [one.text for one in shown.elements] == [
        "Your verification code is 556827",
        "[redacted:password]",
        "[redacted:password]",
        "Wi-Fi: [redacted:secret]",
    ]


def test_a_code_that_stands_alone_is_known_by_what_is_next_to_it() -> None:
    lone = screen(text("Your one-time code"), text("445 566"), text("Valid for 30 s"))
    other = screen(text("Steps today"), text("445566"))

    assert RECORD.observation(lone).elements[1].text == "[redacted:code]"
    assert RECORD.observation(other) is other


def test_elements_keep_their_places_and_numbers() -> None:
    seen = screen(text("a"), field("PIN", "1234", password=True), text("b"), notices=(VALUE,))

    shown = RECORD.observation(seen)

    assert [replace(one, text="") for one in shown.elements] == [
        replace(one, text="") for one in seen.elements
    ]
    assert shown.notices == ("[redacted:secret]",)


@pytest.mark.parametrize(
    ("mime", "kind"), [("image/png", "PNG"), ("image/jpeg", "JPEG"), ("image/webp", "WEBP")]
)
def test_redacted_elements_are_black_on_the_screenshot(mime: str, kind: str) -> None:
    seen = with_picture(mime, kind)

    shown = RECORD.observation(seen).screenshot

    assert shown is not None
    assert (shown.mime, shown.width_px, shown.height_px) == (mime, 540, 1200)
    with Image.open(io.BytesIO(shown.data)) as image:
        assert image.format == kind
        assert image.size == (540, 1200)
        gray = image.convert("L")
        assert max(gray.crop((5, 80, 535, 145)).tobytes()) < 20
        assert min(gray.crop((5, 200, 535, 1190)).tobytes()) > 235


def test_redacting_again_keeps_the_picture() -> None:
    once = RECORD.observation(with_picture("image/jpeg", "JPEG"))

    assert RECORD.observation(once) is once


def test_a_picture_that_cannot_be_read_is_blacked_out_whole() -> None:
    broken = Screenshot(b"no image", "image/png", 20, 40)
    seen = screen(field("PIN", "1234", password=True), screenshot=broken)

    shown = RECORD.observation(seen).screenshot

    assert shown is not None
    with Image.open(io.BytesIO(shown.data)) as image:
        assert image.convert("RGB").getcolors() == [(800, (0, 0, 0))]


def test_a_typed_password_is_nowhere_in_its_step() -> None:
    seen = screen(field("PIN", password=True, focused=True))
    action = Type("hunter22", ElementRef(0))
    reply = f"I type hunter22. {json.dumps({'text': 'hunter22'})}"
    step = Step(seen, Decision(action, "type hunter22", reply), Actor.POLICY, Performed(action))

    kept = RECORD.step(step)

    assert "hunter22" not in str(asdict(kept))
    assert isinstance(kept.decision.action, Type)
    assert kept.decision.action.text == "[redacted:password]"
    assert RECORD.step(kept) == kept


def test_a_secret_inside_json_is_found() -> None:
    value = 'pass"wörd\\'
    redactor = Redactor.for_prompt([value])

    assert redactor.text(json.dumps({"text": value})) == '{"text": "[redacted:secret]"}'
    assert redactor.text(json.dumps({"text": value}, ensure_ascii=False)) == (
        '{"text": "[redacted:secret]"}'
    )


secrets = st.lists(st.text(min_size=4, max_size=12), min_size=1, max_size=3)


@given(steps, secrets, st.data())
def test_no_secret_survives_in_a_step(step: Step, values: list[str], data: st.DataObject) -> None:
    # The words that a step is made of (who acted, the verdict) are no texts of anyone's.
    assume(not any(value in word for value in values for word in KINDS))
    planted = data.draw(st.sampled_from(values))
    step = replace(
        step,
        error=f"failed at {planted}{planted[:2]}",
        observation=screen(
            element(planted, hint=planted, description=planted), package=planted, activity=planted
        ),
        decision=Decision(Output(planted), planted, json.dumps(planted)),
    )

    for redactor in (Redactor.for_prompt(values), Redactor.for_record(values)):
        strings = strings_of(redactor.step(step))
        assert not [one for one in strings for value in values if value in one]


@given(steps, st.lists(st.text(max_size=8), max_size=3))
@example(Step(screen(text("aXa")), Decision(Output("redacted")), Actor.POLICY), ["redacted", "aX"])
def test_redaction_is_idempotent(step: Step, values: list[str]) -> None:
    for redactor in (Redactor.for_prompt(values), Redactor.for_record(values)):
        once = redactor.step(step)
        assert redactor.step(once) == once


@given(
    st.text(max_size=60) | st.from_regex(r"[a-z ]{0,9}(code|PIN|OTP)[ :is]{1,4}\d{3,9}[ .,a-z]*")
)
def test_redacting_a_text_again_changes_nothing(said: str) -> None:
    once = RECORD.text(said)

    assert RECORD.text(once) == once


def test_logs_are_redacted() -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(message)s %(place)s"))
    handler.addFilter(RedactingFilter(RECORD))
    logger = logging.getLogger("phonebuddy.test_redaction")
    logger.propagate = False
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)

    logger.info("typed %s into %s", VALUE, "a field", extra={"place": {"at": [VALUE]}})
    try:
        raise ValueError(f"no {VALUE}")
    except ValueError:
        logger.exception("failed", extra={"place": ("code 123456",)})

    logger.removeHandler(handler)
    said = stream.getvalue()
    assert VALUE not in said
    assert "123456" not in said
    assert said.startswith("typed [redacted:secret] into a field {'at': ['[redacted:secret]']}")
    assert "ValueError: no [redacted:secret]" in said


KINDS = ("policy", "person", "oracle", "allow", "confirm", "never", "image/png")


def strings_of(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [one for part in value.values() for one in strings_of(part)]
    if isinstance(value, list | tuple):
        return [one for part in value for one in strings_of(part)]
    if is_dataclass(value):
        return [one for part in fields(value) for one in strings_of(getattr(value, part.name))]
    return []


def with_picture(mime: str, kind: str) -> Observation:
    buffer = io.BytesIO()
    Image.new("RGB", (540, 1200), "white").save(buffer, kind)
    picture = Screenshot(buffer.getvalue(), mime, 540, 1200)
    pin = field("PIN", "1234", password=True)
    return screen(
        text("Enter your PIN"), replace(pin, bounds=Bounds(0, 150, 1080, 300)), screenshot=picture
    )
