from dataclasses import replace
from pathlib import Path

import pytest
from guard_screens import button, field, screen

from runtime.actions import Click, ElementRef, Point, Type
from runtime.episode import Verdict
from runtime.errors import GuardError, NoSuchElement, UnknownSecret
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.secrets import FileSecrets, Secret, Secrets, fill

VALUE = "correct horse"
STORE = Secrets(
    {
        "wifi": Secret("wifi", VALUE, apps=("com.android.settings",)),
        "bank": Secret("bank", "tr0ub4dor", fields=("password",)),
    }
)
SETTINGS = screen(
    field("Password", password=True, focused=True),
    field("Name"),
    button("Connect"),
    package="com.android.settings",
)


def write(tmp_path: Path, text: str, mode: int = 0o600) -> Path:
    path = tmp_path / "secrets.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def test_a_secret_is_filled_in() -> None:
    action = Type("{{secret:wifi}}", ElementRef(0), clear=True)

    assert fill(action, SETTINGS, STORE) == Type(VALUE, ElementRef(0), clear=True)
    assert fill(Type("x{{ secret:wifi }}y"), SETTINGS, STORE) == Type(f"x{VALUE}y")
    middle = SETTINGS.point(*SETTINGS.elements[0].bounds.center)
    assert fill(Type("{{secret:wifi}}", middle), SETTINGS, STORE) == Type(VALUE, middle)


def test_other_actions_stay_as_they_are() -> None:
    for action in (Click(ElementRef(0)), Type("hello"), Type("{{wifi}}")):
        assert fill(action, SETTINGS, STORE) is action


def test_an_unknown_secret_is_refused() -> None:
    with pytest.raises(UnknownSecret, match="no secret 'router'"):
        fill(Type("{{secret:router}}"), SETTINGS, STORE)


def test_a_secret_stays_in_its_apps() -> None:
    elsewhere = replace(SETTINGS, package="com.evil")

    with pytest.raises(UnknownSecret, match=r"not for com\.evil"):
        fill(Type("{{secret:wifi}}"), elsewhere, STORE)


def test_a_secret_stays_in_its_kind_of_field() -> None:
    assert fill(Type("{{secret:bank}}", ElementRef(0)), SETTINGS, STORE) != Type("")
    with pytest.raises(UnknownSecret, match="not for a text field"):
        fill(Type("{{secret:bank}}", ElementRef(1)), SETTINGS, STORE)


@pytest.mark.parametrize("target", [ElementRef(2), ElementRef(9), Point(500, 990)])
def test_a_secret_goes_into_editable_fields_only(target: ElementRef | Point) -> None:
    with pytest.raises((UnknownSecret, NoSuchElement), match="editable fields only"):
        fill(Type("{{secret:wifi}}", target), SETTINGS, STORE)


def test_secrets_are_never_shown(tmp_path: Path) -> None:
    store = FileSecrets(write(tmp_path, f'[wifi]\nvalue = "{VALUE}"'))

    assert VALUE not in repr(STORE) + repr(store) + repr(store.secret("wifi")) + str(vars(STORE))


def test_a_file_of_secrets_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, f'[wifi]\nvalue = "{VALUE}"\napps = ["com.a*"]\nfields = ["password"]')

    store = FileSecrets(path)

    assert store.secret("wifi") == Secret("wifi", VALUE, ("com.a*",), ("password",))
    assert store.values() == (VALUE,)
    assert store.is_listed("wifi", screen(package="com.abc"))
    assert not store.is_listed("wifi", screen(package="org.abc"))


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_file_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(GuardError, match="chmod 600"):
        FileSecrets(write(tmp_path, f'[wifi]\nvalue = "{VALUE}"', mode))


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("wifi = 3", "must be a table"),
        ("[wifi]\nvalue = 3", "value must be a text"),
        ("[wifi]\nvalue = 'abc'", "at least 4"),
        ("[wifi]\nvalue = 'abcd'\nkind = 'x'", "unknown key 'kind'"),
        ("[wifi]\nvalue = 'abcd'\napps = 'x'", "apps must be a list"),
        ("[wifi]\nvalue = 'abcd'\nfields = ['pin']", "choose password or text"),
        ("['a b']\nvalue = 'abcd'", "letters, digits"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(GuardError, match=complaint):
        FileSecrets(write(tmp_path, text))


def test_an_unreadable_file_does_not_quote_itself(tmp_path: Path) -> None:
    with pytest.raises(GuardError) as caught:
        FileSecrets(write(tmp_path, "[wifi]\nvalue = hunter22"))

    assert "hunter22" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(GuardError, match="cannot be read"):
        FileSecrets(tmp_path / "none.toml")


def test_a_listed_secret_needs_no_question_and_others_do() -> None:
    guard = RuleGuard(load_rules(), secrets=STORE)
    elsewhere = replace(SETTINGS, package="com.example.notes")
    action = Type("{{secret:wifi}}", ElementRef(1))

    assert guard.judge(action, SETTINGS).verdict is Verdict.ALLOW
    assert guard.judge(Type("{{secret:wifi}}", ElementRef(0)), SETTINGS).verdict is Verdict.ALLOW
    assert guard.judge(action, elsewhere).rule == "type-secret"
    assert guard.judge(action, elsewhere).verdict is Verdict.CONFIRM
    assert RuleGuard(load_rules()).judge(action, SETTINGS).verdict is Verdict.CONFIRM
