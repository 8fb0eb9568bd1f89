"""One-time codes are found as they are really written; other numbers are left alone."""

import time
import tomllib
from pathlib import Path

import pytest

from runtime.guard.one_time_codes import find_codes, speaks_of_code
from runtime.guard.redaction import Redactor, asks_for_secret

HERE = Path(__file__).parent
MESSAGES = tomllib.loads((HERE / "one_time_codes.toml").read_text("utf-8"))["message"]
ORDINARY = tomllib.loads((HERE / "ordinary_numbers.toml").read_text("utf-8"))["texts"]
RECORD = Redactor.for_record()


@pytest.mark.parametrize("message", MESSAGES, ids=[message["text"][:40] for message in MESSAGES])
def test_the_code_of_a_message_is_taken_out_and_nothing_else(message: dict[str, str]) -> None:
    clean = message["text"].replace(message["code"], "[redacted:code]")

    assert RECORD.text(message["text"]) == clean


@pytest.mark.parametrize("text", ORDINARY)
def test_a_number_that_is_no_code_stays(text: str) -> None:
    assert RECORD.text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "1" * 20_000,
        "code " * 4_000 + "1234",
        "1234 " * 4_000,
        "123 456 is your " * 1_000,
        "验证码" * 4_000,
        "code: " + "a" * 20_000,
        "(" * 20_000,
        "use a b " * 3_000 + "1234",
    ],
    ids=lambda text: text[:12],
)
def test_the_time_taken_grows_with_the_text_and_no_faster(text: str) -> None:
    def seconds(piece: str) -> float:
        began_s = time.thread_time()
        list(find_codes(piece))
        return time.thread_time() - began_s

    seconds(text[:100])
    quarter = min(seconds(text[: len(text) // 4]) for _ in range(3))
    whole = min(seconds(text) for _ in range(3))

    assert whole < 8 * quarter + 0.05


@pytest.mark.parametrize(
    "question",
    [
        "What is your password?",
        "Please tell me the PIN of your card.",
        "Which code did the bank send you?",
        "Wie lautet das Passwort für das WLAN?",
        "Welche TAN wurde Ihnen geschickt?",
        "¿Cuál es la contraseña?",
        "Quel est votre mot de passe ?",
        "Qual è il codice di verifica?",
        "Qual é a senha do Wi-Fi?",
        "Wat is je wachtwoord?",
        "请告诉我密码",
        "验证码是多少？",
        "パスワードを教えてください",
        "인증번호가 무엇인가요?",
        "Какой у вас пароль?",
        "Şifreniz nedir?",
        "Jakie jest hasło?",
        "ما هي كلمة المرور؟",
        "आपका पासवर्ड क्या है?",
        "What is the combination of the safe?",
        "Which digits are on the back of the card?",
        "What's the Wi-Fi key?",
        "Wie lautet der WLAN-Schlüssel?",
        "Seed phrase?",
        "Wie ist die Kontonummer?",
        "¿Cuál es tu NIP?",
        "Sifreniz nedir?",
        "Jakie jest haslo?",
    ],
)
def test_questions_that_are_asked_in_confidence_are_known(question: str) -> None:
    assert asks_for_secret(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which note?",
        "What is your zip code?",
        "Which promo code shall I use?",
        "Should I shop for 1200 or 1500?",
        "Wie lautet die Postleitzahl?",
        "Shall I send it to Ada or to Ben?",
    ],
)
def test_other_questions_are_not(question: str) -> None:
    assert not asks_for_secret(question)


def test_a_word_for_another_kind_of_code_is_none_for_one_time_codes() -> None:
    assert speaks_of_code("Enter the code")
    assert not speaks_of_code("Enter your zip code")
