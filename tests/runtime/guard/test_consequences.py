"""What an act leads to decides, in apps that no rule names and in fifteen languages."""

import pytest
from guard_screens import button, field, icon, index_of, row, screen, switch, text

from runtime.actions import Action, Click, Drag, LongPress, Point, PressButton, SystemButton, Type
from runtime.episode import Verdict
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.observation import Observation

GUARD = RuleGuard(load_rules())
SETTINGS = "com.android.settings"


def asked(action: Action, seen: Observation) -> bool:
    return GUARD.judge(action, seen).verdict is Verdict.CONFIRM


def asked_about(label: str, seen: Observation) -> bool:
    return asked(Click(index_of(seen, label)), seen)


@pytest.mark.parametrize(
    "label",
    ["Confirm transfer", "Auftrag freigeben", "Realizar transferencia", "Valider le virement",
     "Esegui bonifico", "Confirmar pagamento", "Overboeking bevestigen", "确认付款", "支払いを確定",
     "송금하기", "Подтвердить перевод", "Para gönder", "Zatwierdź przelew", "تأكيد الدفع",
     "भुगतान करें"],
)  # fmt: skip
def test_moving_money_is_asked_about_in_every_language(label: str) -> None:
    assert asked_about(label, screen(text("Ada"), button(label), package="org.unheard.of"))


@pytest.mark.parametrize(
    "label",
    ["Delete 3 files", "Drei Dateien löschen", "Borrar todo el chat", "Effacer mes données",
     "Elimina conversazione", "Apagar conversa", "Chat wissen", "删除聊天记录", "チャットを削除",
     "대화 삭제", "Удалить чат", "Sohbeti sil", "Usuń czat", "حذف الدردشة", "चैट हटाएं"],
)  # fmt: skip
def test_deleting_is_asked_about_in_every_language(label: str) -> None:
    assert asked_about(label, screen(text("x"), button(label)))


@pytest.mark.parametrize("label", ["Bestätigen", "Confirm", "确认", "Onayla", "Approve"])
def test_a_review_page_of_a_bank_is_settled_only_after_a_question(label: str) -> None:
    seen = screen(
        text("Review"), text("IBAN DE89 3704 0044 0532 0130 00"), text("12,00 €"), button(label),
        package="com.some.mobilebanking",
    )  # fmt: skip

    assert asked_about(label, seen)


def test_looking_around_in_a_bank_is_not_disturbed() -> None:
    seen = screen(
        text("Accounts"), row("Savings, 1,200.00 €"), row("Payment to a shop, -20.00 €"),
        button("Cancel"), package="com.some.mobilebanking",
    )  # fmt: skip

    assert not any(asked(Click(index_of(seen, one.text)), seen) for one in seen.elements[1:])


@pytest.mark.parametrize(
    "said", ["Slide to pay", "Swipe right to confirm", "滑动支付", "밀어서 송금"]
)
def test_a_stroke_that_pays_is_asked_about(said: str) -> None:
    seen = screen(text("₹500"), text(said), icon("", id="thumb"))

    assert asked(Drag(Point(100, 150), Point(900, 150)), seen)


def test_holding_a_microphone_sends() -> None:
    seen = screen(icon("Voice message, hold to record"), package="org.unheard.chat")

    assert asked(LongPress(index_of(seen, "Voice message, hold to record")), seen)


def test_enter_sends_in_a_chat_but_searches_in_its_search() -> None:
    chat = screen(text("Ada"), field("", "hi", focused=True), package="org.unheard.chat")
    search = screen(field("Search", "hi", focused=True), package="org.unheard.chat")

    assert asked(PressButton(SystemButton.ENTER), chat)
    assert not asked(PressButton(SystemButton.ENTER), search)


def test_the_phones_own_questions_are_asked_about_unless_refused() -> None:
    seen = screen(
        text("Let Foo watch the screen?"), button("Start now"), button("Cancel"), package=SETTINGS
    )

    assert asked_about("Start now", seen)
    assert not asked_about("Cancel", seen)


def test_switches_of_safety_are_told_from_others() -> None:
    seen = screen(text("More"), switch("Allow display over other apps"), switch("Dark theme"))

    assert asked_about("Allow display over other apps", seen)
    assert not asked_about("Dark theme", seen)


def test_an_id_tells_whatever_the_label_says() -> None:
    seen = screen(text("Note"), icon("Qwx", id="btn_delete"), icon("Qwy", id="btn_share_icon"))

    assert asked_about("Qwx", seen)
    assert not asked_about("Qwy", seen)


@pytest.mark.parametrize(
    "hint", ["请输入验证码", "パスワード", "Код из SMS", "Şifre", "Hasło", "पासवर्ड"]
)
def test_credentials_are_known_by_their_fields(hint: str) -> None:
    assert asked(Type("123"), screen(field(hint, focused=True)))


def test_a_button_that_opens_a_new_message_sends_nothing() -> None:
    seen = screen(row("Ada"), icon("Send message", id="fab"))

    assert not asked_about("Send message", seen)


def test_a_calculator_deletes_nothing() -> None:
    assert not asked_about("delete", screen(icon("delete"), package="com.example.calculator"))
