"""Each risk by name, on small screens, in several languages."""

import inspect

import pytest
from guard_screens import (
    actions,
    button,
    element,
    field,
    icon,
    index_of,
    observations,
    row,
    screen,
    switch,
    tab,
    text,
)
from hypothesis import given

from runtime.actions import (
    Action,
    AskUser,
    Click,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Type,
    Wait,
)
from runtime.episode import Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Risk, Ruling
from runtime.observation import LONG_CLICKABLE, Observation

GUARD = RuleGuard(load_rules())


def click(label: str, seen: Observation) -> Ruling:
    return GUARD.judge(Click(index_of(seen, label)), seen)


def assert_asks(ruling: Ruling, risk: Risk) -> None:
    assert (ruling.verdict, ruling.risk) == (Verdict.CONFIRM, risk), ruling
    assert ruling.rule
    assert ruling.effect


def assert_allows(ruling: Ruling) -> None:
    assert ruling.verdict is Verdict.ALLOW, ruling


@pytest.mark.parametrize(
    "label",
    ["Pay", "Pay now", "Pay $24.90", "Jetzt bezahlen", "Pagar", "Payer 12,50 €", "Paga ora"],
)
def test_payment_is_asked_about(label: str) -> None:
    seen = screen(text("Bill"), text("$24.90", id="amount"), button(label))

    assert_asks(click(label, seen), Risk.PAYMENT)


def test_payment_tells_amount_and_payee() -> None:
    seen = screen(
        text("Check the payment"),
        text("Ada Byron", id="to"),
        text("$31.80", id="amount"),
        button("Send money"),
    )

    ruling = click("Send money", seen)

    assert_asks(ruling, Risk.PAYMENT)
    assert "$31.80" in ruling.effect
    assert ruling.concerns == "Ada Byron"


def test_payment_confirmed_with_a_pin_is_asked_about_with_its_question() -> None:
    seen = screen(
        text("Enter your PIN", id="alertTitle"),
        text("Send $31.80", id="message"),
        field("PIN", "••••", password=True, focused=True),
        button("Cancel", id="button2"),
        button("Confirm", id="button1"),
        keyboard=True,
    )

    assert_asks(click("Confirm", seen), Risk.PAYMENT)
    assert "Send $31.80" in click("Confirm", seen).effect
    assert_asks(GUARD.judge(PressButton(SystemButton.ENTER), seen), Risk.PAYMENT)
    assert_allows(click("Cancel", seen))


def test_automatic_payment_is_asked_about() -> None:
    seen = screen(text("TalkMore"), switch("Autopay, Bills are paid by hand"))

    assert_asks(click("Autopay, Bills are paid by hand", seen), Risk.PAYMENT)


@pytest.mark.parametrize(
    "label",
    [
        "Place order",
        "Buy now",
        "Book now",
        "Bestellung aufgeben",
        "Comprar",
        "Réserver",
        "Acquista",
    ],
)
def test_purchase_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(text("Cart"), button(label))), Risk.PURCHASE)


def test_cancelling_an_order_is_asked_about_and_keeping_it_is_not() -> None:
    seen = screen(
        text("Cancel this order?", id="alertTitle"),
        button("Keep order", id="button2"),
        button("Cancel order", id="button1"),
    )

    assert_asks(click("Cancel order", seen), Risk.PURCHASE)
    assert_allows(click("Keep order", seen))


@pytest.mark.parametrize("label", ["Send", "Senden", "Enviar", "Envoyer", "Post", "Verzenden"])
def test_message_is_asked_about(label: str) -> None:
    seen = screen(text("Ada Byron", id="name"), field("Message", "On my way"), button(label))

    ruling = click(label, seen)

    assert_asks(ruling, Risk.MESSAGE)
    assert ruling.effect == "Send 'On my way'"
    assert ruling.concerns == "Ada Byron"


@pytest.mark.parametrize("hint", ["Text message", "Nachricht", "Mensaje de texto", "Message"])
def test_enter_in_a_chat_is_a_message(hint: str) -> None:
    seen = screen(text("Ada Byron"), field(hint, "On my way", focused=True), keyboard=True)

    assert_asks(GUARD.judge(PressButton(SystemButton.ENTER), seen), Risk.MESSAGE)
    assert_asks(GUARD.judge(Type("Hi\n"), seen), Risk.MESSAGE)
    assert_allows(GUARD.judge(Type("Hi"), seen))


def test_enter_key_of_the_keyboard_is_enter() -> None:
    seen = screen(field("Text message", "On my way", focused=True), keyboard=True)

    assert_asks(GUARD.judge(Click(Point(940, 930)), seen), Risk.MESSAGE)
    assert_allows(GUARD.judge(Click(Point(300, 700)), seen))


def test_icon_without_words_next_to_a_written_message_is_a_message() -> None:
    nameless = element(role="button", flags=1)
    written = screen(field("Message", "On my way"), nameless)
    empty = screen(field("Message"), nameless)

    assert_asks(GUARD.judge(Click(ElementRef(1)), written), Risk.MESSAGE)
    assert_allows(GUARD.judge(Click(ElementRef(1)), empty))


def test_web_form_is_a_message() -> None:
    seen = screen(text("Our newsletters"), field("Email", "ada@example.org"), button("Subscribe"))

    assert GUARD.judge(Click(ElementRef(2)), seen).verdict is Verdict.CONFIRM


def test_line_break_in_a_note_is_no_message() -> None:
    seen = screen(text("Edit note"), field("Note", focused=True), button("Save"), keyboard=True)

    assert_allows(GUARD.judge(Type("milk\nbread"), seen))


@pytest.mark.parametrize("label", ["Call", "Anrufen", "Llamar", "Appeler", "Call Ada Byron", "SOS"])
def test_call_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(text("Ada Byron", id="name"), icon(label))), Risk.CALL)


def test_emergency_call_is_asked_about() -> None:
    seen = screen(text("Enter PIN"), button("Emergency call"), package="com.android.systemui")

    assert_asks(click("Emergency call", seen), Risk.CALL)


def test_tapped_phone_number_is_a_call_and_a_conversation_with_it_is_not() -> None:
    seen = screen(row("+1 475 555 0170"), row("+1 475 555 0170, Hi, is the flat free?, 08:10"))

    assert_asks(GUARD.judge(Click(ElementRef(0)), seen), Risk.CALL)
    assert_allows(GUARD.judge(Click(ElementRef(1)), seen))


@pytest.mark.parametrize(
    "label",
    [
        "Delete", "Löschen", "Eliminar", "Supprimer", "Elimina", "Excluir", "Verwijderen",
        "Archive", "Archivieren", "Empty trash", "Papierkorb leeren", "Move to trash",
        "Vaciar la papelera", "Vider la corbeille", "Reset", "Zurücksetzen", "Uninstall",
        "Clear data", "Discard", "Verwerfen", "Forget network", "Leave group",
    ],
)  # fmt: skip
def test_deletion_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(row("Rename"), row(label))), Risk.DELETION)


def test_deletion_tells_what_the_dialog_says() -> None:
    seen = screen(
        text("Kontakt löschen?", id="alertTitle"),
        text("Ada Byron wird endgültig gelöscht.", id="message"),
        button("Abbrechen", id="button2"),
        button("OK", id="button1"),
    )

    ruling = click("OK", seen)

    assert_asks(ruling, Risk.DELETION)
    assert ruling.concerns == "Kontakt löschen? Ada Byron wird endgültig gelöscht."
    assert_allows(click("Abbrechen", seen))


@pytest.mark.parametrize("label", ["Remove from favorites", "Stern entfernen", "Clear search"])
def test_marks_that_can_be_set_again_are_no_deletion(label: str) -> None:
    assert_allows(click(label, screen(icon(label))))


def test_swiping_a_row_away_is_a_deletion_and_scrolling_is_not() -> None:
    seen = screen(row("Old mail"), row("Other mail"))
    y = 75 * 1000 / 2400
    swipe = Stroke(Point(850, y), Point(150, y))

    assert_asks(GUARD.judge(Scroll(swipe), seen), Risk.DELETION)
    assert_asks(GUARD.judge(Drag(ElementRef(0), Point(20, y)), seen), Risk.DELETION)
    assert_asks(GUARD.judge(Scroll(Direction.LEFT, ElementRef(0)), seen), Risk.DELETION)
    assert GUARD.judge(Scroll(swipe), seen).concerns == "Old mail"
    assert_allows(GUARD.judge(Scroll(Direction.DOWN), seen))
    assert_allows(GUARD.judge(Scroll(Stroke(Point(500, 800), Point(500, 200))), seen))


def test_swiping_the_row_under_a_button_is_a_deletion() -> None:
    star = element(role="button", description="Add star", flags=1)
    seen = screen(row("Old mail"), star)
    over = seen.elements[1].__class__(
        1, "button", "", "", "Add star", "", seen.elements[0].bounds._replace(left=900), 1
    )
    seen = screen(seen.elements[0], over)

    stroke = Stroke(Point(900, 30), Point(100, 30))

    assert_asks(GUARD.judge(Scroll(stroke), seen), Risk.DELETION)


@pytest.mark.parametrize(
    "label", ["While using the app", "Nur dieses Mal", "Permitir", "Toujours autoriser", "Allow"]
)
def test_permission_is_asked_about(label: str) -> None:
    seen = screen(
        text("Allow Maps to access this device's location?", id="permission_message"),
        button(label),
        button("Don't allow"),
        package="com.google.android.permissioncontroller",
    )

    assert_asks(click(label, seen), Risk.PERMISSION)
    assert_allows(click("Don't allow", seen))


def test_permission_switched_on_in_settings_is_asked_about_and_off_is_not() -> None:
    seen = screen(
        text("App info", id="toolbar_title"), switch("Camera"), switch("Contacts", on=True)
    )

    assert_asks(click("Camera", seen), Risk.PERMISSION)
    assert_allows(click("Contacts", seen))


@pytest.mark.parametrize("label", ["Install", "Installieren", "Instalar", "Installer"])
def test_install_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(text("Some app"), button(label))), Risk.INSTALL)


@pytest.mark.parametrize(
    "label", ["Sign in", "Log out", "Anmelden", "Cerrar sesión", "Se connecter", "Change password"]
)
def test_account_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(text("Account"), button(label))), Risk.ACCOUNT)


@pytest.mark.parametrize(
    "title", ["Screen lock", "Displaysperre", "Bloqueo de pantalla", "Verrouillage de l’écran"]
)
def test_lock_is_asked_about(title: str) -> None:
    seen = screen(text(title, id="alertTitle"), row("None"), button("Cancel"))

    assert_asks(click("None", seen), Risk.LOCK)
    assert_allows(click("Cancel", seen))


@pytest.mark.parametrize("label", ["USB debugging", "USB-Debugging", "Use developer options"])
def test_switch_that_weakens_the_phone_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(text("System"), switch(label))), Risk.LOCK)


@pytest.mark.parametrize(
    "hint", ["Password", "Passwort", "Contraseña", "Mot de passe", "CVV", "PIN"]
)
def test_credential_is_asked_about(hint: str) -> None:
    seen = screen(field(hint), field("Secret", password=True))

    ruling = GUARD.judge(Type("hunter22", ElementRef(0)), seen)

    assert_asks(ruling, Risk.CREDENTIAL)
    assert "hunter22" not in f"{ruling.effect}{ruling.concerns}"
    assert_asks(GUARD.judge(Type("hunter22", ElementRef(1)), seen), Risk.CREDENTIAL)


def test_tapping_keys_into_a_password_field_is_a_credential() -> None:
    seen = screen(field("Code", password=True, focused=True), keyboard=True)

    assert_asks(GUARD.judge(Click(Point(300, 700)), seen), Risk.CREDENTIAL)


@pytest.mark.parametrize(
    "seen",
    [
        screen(text("Balance"), secure=True),
        screen(field("PIN", password=True)),
        screen(text("Swipe up to unlock"), package="com.android.systemui"),
    ],
)
def test_sensitive_screen_is_handed_over(seen: Observation) -> None:
    assert_asks(GUARD.judge_screen(seen), Risk.SENSITIVE_SCREEN)


def test_ordinary_screens_are_not_handed_over() -> None:
    assert_allows(GUARD.judge_screen(screen(text("Notes"), row("Milk"), field("Search"))))
    assert_allows(GUARD.judge_screen(screen(switch("Wi-Fi"), package="com.android.systemui")))


@pytest.mark.parametrize(
    "action",
    [
        Click(ElementRef(1)), LongPress(ElementRef(1)), DoubleClick(ElementRef(0)),
        Type("milk", ElementRef(2)), Scroll(Direction.DOWN), PressButton(SystemButton.BACK),
        OpenApp("Notes"), Wait(), Output("Delete"), Finish("Send"), AskUser("Pay?"),
    ],
)  # fmt: skip
def test_harmless_acts_are_allowed(action: Action) -> None:
    seen = screen(text("Notes"), row("Groceries, milk"), field("Search your notes"), tab("Notes"))

    assert_allows(GUARD.judge(action, seen))


def test_a_point_means_the_smallest_thing_under_it() -> None:
    inner = element("Delete", role="button", flags=1, bounds=screen(text("a")).elements[0].bounds)
    seen = screen(inner, row("Groceries"))

    assert_asks(GUARD.judge(Click(Point(500, 30)), seen), Risk.DELETION)
    assert_allows(GUARD.judge(Click(Point(500, 90)), seen))


def test_a_point_with_nothing_under_it_is_judged_by_what_the_screen_offers() -> None:
    risky = screen(field("Message", "On my way"), button("Send"))
    calm = screen(row("Milk"), row("Bread"))

    assert_asks(GUARD.judge(Click(Point(500, 500)), risky), Risk.MESSAGE)
    assert_allows(GUARD.judge(Click(Point(500, 500)), calm))


def test_a_stroke_without_length_is_a_tap() -> None:
    seen = screen(button("Delete"))

    assert_asks(GUARD.judge(Drag(Point(500, 30), Point(501, 31)), seen), Risk.DELETION)


def test_typing_into_a_button_presses_it() -> None:
    seen = screen(button("Delete"))

    assert_asks(GUARD.judge(Type("x", ElementRef(0)), seen), Risk.DELETION)


def test_double_and_long_touches_count_like_taps() -> None:
    seen = screen(element("Delete", role="button", flags=1 | LONG_CLICKABLE))

    assert_asks(GUARD.judge(DoubleClick(ElementRef(0)), seen), Risk.DELETION)
    assert_asks(GUARD.judge(LongPress(ElementRef(0)), seen), Risk.DELETION)


def test_double_tap_on_what_opens_something_is_asked_about() -> None:
    seen = screen(row("Ada Byron"), text("About"))

    assert_asks(GUARD.judge(DoubleClick(ElementRef(0)), seen), Risk.DELETION)
    assert_asks(GUARD.judge(DoubleClick(Point(500, 500)), seen), Risk.DELETION)
    assert_allows(GUARD.judge(DoubleClick(ElementRef(1)), seen))


@given(actions, observations)
def test_the_guard_has_a_word_on_anything(action: Action, seen: Observation) -> None:
    assert isinstance(GUARD.judge(action, seen), Ruling)
    assert isinstance(GUARD.judge_screen(seen), Ruling)


def test_what_the_policy_says_of_itself_is_not_asked_for() -> None:
    assert list(inspect.signature(RuleGuard.judge).parameters) == ["self", "action", "observation"]
    assert list(inspect.signature(RuleGuard.judge_screen).parameters) == ["self", "observation"]
