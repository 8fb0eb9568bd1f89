"""Programs that act on a phone through the guard name secrets, and never see them."""

import io
from dataclasses import dataclass, field, replace

from PIL import Image

from runtime.actions import Action, ElementRef, Type
from runtime.device import Performed
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import Secret, Secrets
from runtime.observation import CLICKABLE, EDITABLE, Bounds, Element, Observation, Screenshot
from runtime.server.guarded_phones import GuardedPhones

SECRETS = Secrets({"member": Secret("member", "7731-4402", apps=("org.library",))})
TYPED = Type("{{secret:member}}", ElementRef(0))


@dataclass
class Pool:
    """Does what it is told, and remembers it."""

    done: list[Action] = field(default_factory=list[Action])

    def perform(self, address: str, action: Action, observation_id: str) -> Performed:
        del address, observation_id
        self.done.append(action)
        return Performed(action)


def screen(package: str) -> Observation:
    number = Element(
        index=0, role="field", text="", description="", resource_id="", hint="Member", bounds=Bounds(0, 0, 900, 100), flags=CLICKABLE | EDITABLE
    )  # fmt: skip
    return Observation(
        id="look", package=package, activity="", width_px=1080, height_px=2400, rotation=0,
        elements=(number,), keyboard_shown=False, focused=None, secure=False, notices=(),
        screenshot=None, time_s=0.0,
    )  # fmt: skip


def phones(pool: Pool) -> GuardedPhones:
    guard = RuleGuard(load_rules(), secrets=SECRETS)
    return GuardedPhones(pool, guard, SECRETS)  # pyright: ignore[reportArgumentType]


def test_a_named_secret_is_typed_and_told_by_its_name_only() -> None:
    pool = Pool()
    guarded = phones(pool)
    guarded.seen("phone", screen("org.library"))

    act = guarded.perform("phone", TYPED, "look")

    assert pool.done == [Type("7731-4402", ElementRef(0))]
    assert act.performed is not None
    assert act.performed.action == TYPED


def test_a_secret_for_another_app_is_never_typed() -> None:
    pool = Pool()
    guarded = phones(pool)
    guarded.seen("phone", screen("org.elsewhere"))

    asked = guarded.perform("phone", TYPED, "look")
    assert asked.question is not None
    act = guarded.perform("phone", TYPED, "look", approved=asked.question.id)

    assert pool.done == []
    assert "not for org.elsewhere" in act.refusal
    assert "7731" not in act.refusal


def test_a_typed_secret_stays_black_behind_a_dialog() -> None:
    guarded = phones(Pool())
    guarded.seen("phone", screen("org.library"))
    guarded.perform("phone", TYPED, "look")

    seen = guarded.seen("phone", dialog("org.library")).observation

    assert seen.screenshot is not None
    with Image.open(io.BytesIO(seen.screenshot.data)) as image:
        assert image.convert("L").getpixel((5, 5)) == 0
        assert image.convert("L").getpixel((270, 600)) == 255


def dialog(package: str) -> Observation:
    """In front of the page, which can still be seen around it."""
    buffer = io.BytesIO()
    Image.new("RGB", (540, 1200), "white").save(buffer, "PNG")
    question = Element(
        index=0, role="text", text="Leave?", description="", resource_id="", hint="", bounds=Bounds(200, 1100, 900, 1300), flags=0
    )  # fmt: skip
    picture = Screenshot(buffer.getvalue(), "image/png", 540, 1200)
    return replace(screen(package), elements=(question,), screenshot=picture)
