"""Types into a scripted field: each way that may be blocked, and what must be put back."""

import base64
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from runtime.backends.adb.calls import ShellResult
from runtime.backends.adb.deadlines import Interruption
from runtime.backends.adb.errors import (
    ConnectionLost,
    DebuggingRestricted,
    KeyboardFailure,
    command_error,
)
from runtime.backends.adb.pending_restores import PendingRestores
from runtime.backends.adb.screen import Views
from runtime.backends.adb.text_input import (
    BLIND,
    BLIND_NOT_CLEARED,
    NO_FIELD,
    TextInput,
    chosen_keyboard,
    is_bound,
)
from runtime.errors import DeviceError, Interrupted
from runtime.hierarchy_xml import HierarchyNode
from runtime.observation import EDITABLE, FOCUSED, PASSWORD, Bounds

ADB_IME = "com.android.adbkeyboard/.AdbIME"
OWN_IME = "org.example.keys/.Keys"
UNICODE = "你好 🍎 'q' %s\nשלום"


def unchanged(text: str) -> str:
    return text


@dataclass
class Field:
    """A phone with one field. `blocked` names what the phone does not do."""

    text: str = ""
    blocked: frozenset[str] = frozenset()
    fit: Callable[[str], str] = unchanged
    flags: int = EDITABLE | FOCUSED
    selected: bool = False
    clipboard: str | None = "mine"
    imes: list[str] = field(default_factory=lambda: [OWN_IME])
    enabled: list[str] = field(default_factory=lambda: [OWN_IME])
    ime: str = OWN_IME
    binding: int = 0
    """How many looks it takes until the keyboard that was chosen is connected."""
    done: list[str] = field(default_factory=list)
    keyboard_shown: bool = False
    breaks_at: str = ""
    error: DeviceError = field(default_factory=lambda: ConnectionLost("cable pulled"))

    def views(self) -> Views:
        shown = "•" * len(self.text) if self.flags & PASSWORD else self.text
        node = HierarchyNode(
            "android.widget.EditText", shown, "", "", "", "app", Bounds(0, 0, 9, 9), self.flags, ()
        )
        return Views((node,), ())

    def insert(self, text: str) -> None:
        self.text = self.fit(text if self.selected else self.text + text)
        self.selected = False

    def _step(self, name: str) -> bool:
        self.done.append(name)
        if name == self.breaks_at:
            self.breaks_at = ""
            raise self.error
        return name not in self.blocked

    def read(self, method: str, *params: object, timeout_s: float = 1) -> object:
        return self.call(method, *params)

    def call(self, method: str, *params: object, timeout_s: float = 1) -> object:
        goes = self._step(method)
        match method:
            case "setText" if goes:
                self.text = self.fit(str(params[1]))
            case "clearTextField":
                self.text = ""
            case "getClipboard":
                return self.clipboard
            case "setClipboard":
                self.clipboard = str(params[1])
            case "pasteClipboard" if goes:
                self.insert(self.clipboard or "")
            case _:
                pass
        return goes

    def script(self, text: str, *, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        raise AssertionError(text)

    def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
        goes = self._step(" ".join(words[:2]))
        out = ""
        match words:
            case ("ime", "list", "-s", "-a"):
                out = "\n".join(self.imes)
            case ("ime", "list", "-s"):
                out = "\n".join(self.enabled)
            case ("settings", *_):
                out = self.ime
            case ("ime", "set", ime):
                self.ime = ime
            case ("ime", "enable", ime):
                self.enabled.append(ime)
            case ("ime", "disable", ime):
                self.enabled = [one for one in self.enabled if one != ime]
            case ("am", "broadcast", "-a", "ADB_INPUT_B64", "-p", package, *extra) if goes:
                # Sent to all, it would wake every app that listens; unbound, nobody hears it.
                if self.ime == ADB_IME and package in ADB_IME and self.binding <= 0:
                    self.insert(base64.b64decode(extra[-1]).decode())
            case ("dumpsys", "input_method"):
                bound = "true" if self.binding <= 0 else "false"
                self.binding -= 1
                out = f"mCurId={self.ime} mHaveConnection=true mBoundToMethod={bound}\n"
            case ("input", "text", text) if goes:
                self.insert(text.replace("%s", " "))
            case ("input", "keyevent", "66"):
                self.insert("\n")
            case _:
                pass
        return ShellResult(out.encode(), b"", 0)


def text_input(
    phone: Field, interruption: Interruption | None = None
) -> tuple[TextInput, PendingRestores]:
    restores = PendingRestores(interruption or Interruption())
    shown = lambda: phone.keyboard_shown  # noqa: E731
    return TextInput(phone, phone, phone.views, restores, lambda _: None, shown), restores


def typed(phone: Field, text: str, *, clear: bool = False) -> str:
    return text_input(phone)[0].type(text, clear=clear)


BLOCKED = frozenset({"setText", "pasteClipboard"})


def with_adb_keyboard(**changes: object) -> Field:
    return Field(blocked=BLOCKED, imes=[OWN_IME, ADB_IME], **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "phone",
    [Field(), Field(blocked=frozenset({"setText"})), with_adb_keyboard()],
    ids=["accessibility", "clipboard", "adb keyboard"],
)
def test_any_text_arrives(phone: Field) -> None:
    assert typed(phone, UNICODE) == ""
    assert phone.text == UNICODE


def test_key_events_are_the_last_way_and_split_what_input_would_change() -> None:
    text = "a'b\"c $x 100%s & \\ `z`\n%d %% end " + "9" * 70
    phone = Field(blocked=BLOCKED)

    assert typed(phone, text) == ""
    assert phone.text == text


def test_clipboard_and_keyboard_are_left_alone_when_they_are_not_needed() -> None:
    phone = Field()

    typed(phone, UNICODE)

    assert phone.done == ["setText"]


def test_text_is_added_at_the_cursor() -> None:
    phone = Field("12")

    assert typed(phone, "34") == ""
    assert (phone.text, phone.clipboard) == ("1234", "mine")


def test_selection_is_replaced() -> None:
    phone = Field("old", selected=True)

    assert typed(phone, "new") == ""
    assert phone.text == "new"


def test_clearing_empties_the_field_first() -> None:
    phone = Field("old")

    assert typed(phone, "new", clear=True) == ""
    assert phone.text == "new"


def test_password_is_checked_by_its_length() -> None:
    phone = Field(flags=EDITABLE | FOCUSED | PASSWORD)

    assert typed(phone, "s3cret") == ""
    assert phone.text == "s3cret"


def test_field_with_a_format_of_its_own_keeps_it() -> None:
    phone = Field(fit=lambda text: text[:3])

    assert "'123'" in typed(phone, "12345")
    assert phone.text == "123"


def test_without_a_field_nothing_is_typed() -> None:
    phone = Field(flags=EDITABLE)

    assert typed(phone, "hello") == NO_FIELD
    assert phone.done == []


@pytest.mark.parametrize("text", ["hello 1", UNICODE])
def test_text_goes_to_what_no_field_shows_while_the_keyboard_is_up_and_that_is_said(
    text: str,
) -> None:
    phone = Field(flags=0, keyboard_shown=True)

    assert typed(phone, text) == BLIND
    assert (phone.text, phone.clipboard) == (text, "mine")


def test_what_is_typed_blind_cannot_be_cleared_first_and_that_is_said() -> None:
    phone = Field("old", flags=0, keyboard_shown=True)

    assert typed(phone, "new", clear=True) == BLIND_NOT_CLEARED
    assert phone.text == "oldnew"


def test_phone_that_refuses_keys_and_keyboards_names_the_switch() -> None:
    class Guarded(Field):
        def shell(self, *words: str, timeout_s: float = 1, checked: bool = True) -> ShellResult:
            raise command_error(" ".join(words), "X", 255, "needs WRITE_SECURE_SETTINGS")

    with pytest.raises(DebuggingRestricted, match="Disable permission monitoring"):
        typed(Guarded(blocked=BLOCKED), "hello")


def test_text_that_arrives_by_no_way_is_an_error_that_lists_them() -> None:
    phone = Field(blocked=BLOCKED)

    with pytest.raises(
        KeyboardFailure, match=r"accessibility.*clipboard.*adb keyboard.*key events"
    ):
        typed(phone, "你好")

    assert (phone.text, phone.clipboard, phone.ime) == ("", "mine", OWN_IME)


def test_adb_keyboard_is_put_away_again() -> None:
    phone = with_adb_keyboard()

    typed(phone, UNICODE)

    assert (phone.ime, phone.enabled, phone.clipboard) == (OWN_IME, [OWN_IME], "mine")


@pytest.mark.parametrize("step", ["setClipboard", "pasteClipboard"])
def test_clipboard_is_put_back_when_the_phone_is_lost(step: str) -> None:
    phone = Field(blocked=frozenset({"setText"}), breaks_at=step)

    with pytest.raises(ConnectionLost):
        typed(phone, UNICODE)

    assert phone.clipboard == "mine"


@pytest.mark.parametrize("step", ["ime enable", "ime set", "am broadcast"])
def test_keyboard_is_put_back_when_the_phone_is_lost(step: str) -> None:
    phone = with_adb_keyboard(breaks_at=step)

    with pytest.raises(ConnectionLost):
        typed(phone, UNICODE)

    assert phone.ime == OWN_IME


def test_keyboard_is_put_back_when_typing_is_interrupted() -> None:
    phone = with_adb_keyboard(breaks_at="am broadcast", error=Interrupted("stop"))

    with pytest.raises(Interrupted):
        typed(phone, UNICODE)

    assert phone.ime == OWN_IME


def test_what_cannot_be_put_back_at_once_is_owed() -> None:
    phone = Field(clipboard="typed")
    restores = PendingRestores(Interruption())
    lost = True

    def put_back() -> None:
        if lost:
            raise ConnectionLost("still gone")
        phone.clipboard = "mine"

    with restores.restoring("the clipboard", put_back):
        pass
    assert restores.pending == ("the clipboard",)

    lost = False
    restores.restore()
    assert (restores.pending, phone.clipboard) == ((), "mine")


def test_keyboard_that_is_chosen_but_not_yet_connected_is_waited_for() -> None:
    phone = with_adb_keyboard(binding=5)

    assert typed(phone, UNICODE) == ""
    assert phone.text == UNICODE
    assert phone.ime == OWN_IME


@pytest.mark.parametrize(
    ("said", "bound"),
    [
        (f"mCurId={ADB_IME} mHaveConnection=true mBoundToMethod=true", True),
        (f"mCurId={ADB_IME} mHaveConnection=true mBoundToMethod=false", False),
        (f"mCurId={OWN_IME} mHaveConnection=true mBoundToMethod=true", False),
        ("a phone that tells nothing", True),
    ],
)
def test_binding_is_read_from_what_the_phone_says(said: str, bound: bool) -> None:  # noqa: FBT001
    assert is_bound(said, ADB_IME) is bound


@pytest.mark.parametrize(("said", "chosen"), [(f"{OWN_IME}\n", OWN_IME), ("null\n", ""), ("", "")])
def test_keyboard_that_is_not_set_is_none(said: str, chosen: str) -> None:
    assert chosen_keyboard(said) == chosen
