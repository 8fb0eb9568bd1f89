"""The amount in a question: the one that is due, all if the screen is unclear, none rather than a wrong one."""

from decimal import Decimal

import pytest
from guard_screens import button, element, field, index_of, row, screen, text

from runtime.actions import Click
from runtime.guard.amount_due import UNTOLD
from runtime.guard.money import bare_number, mentions
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Ruling
from runtime.observation import CLICKABLE, Bounds, Element, Observation

GUARD = RuleGuard(load_rules())


def asked(label: str, seen: Observation) -> Ruling:
    return GUARD.judge(Click(index_of(seen, label)), seen)


def at(words: str, left: int, top: int, right: int, *, tappable: bool = False) -> Element:
    role, flags = ("button", CLICKABLE) if tappable else ("text", 0)
    return element(words, role=role, flags=flags, bounds=Bounds(left, top, right, top + 80))


@pytest.mark.parametrize(
    ("written", "value"),
    [("$1,234.56", "1234.56"), ("1.234,56 €", "1234.56"), ("€5", "5"), ("CHF 1'250.00", "1250"),
     ("1 234,50 zł", "1234.50"), ("¥12,000", "12000"), ("3万 5,980円", "5980"), ("₹1,00,000", "100000"),
     ("R$ 49,90", "49.90"), ("1.500 €", "1500"), ("0.005 BTC", "0.005"), ("12,- €", "12"),
     ("1 200 руб.", "1200"), ("₩35,000", "35000"), ("٢٥٠ ريال", "250"), ("₺99,90", "99.90"),
     ("Rs. 450", "450"), ("रु 500", "500"), ("499 TL", "499"), ("AED 75.50", "75.50")],
)  # fmt: skip
def test_amounts_are_read_as_each_country_writes_them(written: str, value: str) -> None:
    assert [one.money.value for one in mentions(written)] == [Decimal(value)]


@pytest.mark.parametrize(
    "words", ["7 items", "Room 204", "-$5.00", "(−3,00 €)", "2026-03-01", "5 %"]
)
def test_what_is_no_amount_or_is_taken_off_is_not_read(words: str) -> None:
    assert mentions(words) == ()


def test_a_number_in_a_field_needs_no_currency() -> None:
    number = bare_number("1.250,50")

    assert number is not None
    assert number.value == Decimal("1250.50")
    assert bare_number("room 12") is None


@pytest.mark.parametrize(
    ("total", "cost"),
    [("Order total", "$499"), ("Gesamtsumme", "499,00 €"), ("Total a pagar", "499,00 €"),
     ("Montant total", "499,00 €"), ("Totale", "499,00 €"), ("Valor total", "R$ 499,00"),
     ("Te betalen", "€ 499,00"), ("应付", "¥499"), ("合計", "49,900円"), ("총 결제금액", "49,900원"),
     ("К оплате", "4 990 ₽"), ("Ödenecek tutar", "499 TL"), ("Do zapłaty", "499,00 zł"),
     ("المبلغ الإجمالي", "499 ريال"), ("कुल राशि", "₹499")],
)  # fmt: skip
def test_the_total_is_named_and_not_the_first_amount(total: str, cost: str) -> None:
    seen = screen(
        at("Cable", 0, 0, 500), at("$5", 700, 0, 1000),
        at(total, 0, 300, 500), at(cost, 700, 300, 1000),
        at("Buy now", 0, 600, 1080, tappable=True),
    )  # fmt: skip

    ruling = asked("Buy now", seen)

    assert ruling.amount == cost
    assert cost in ruling.effect
    assert "$5" not in ruling.effect.replace(cost, "")


def test_a_caption_above_an_amount_belongs_to_it() -> None:
    seen = screen(text("Subtotal"), text("$480"), text("Total (incl. tax)"), text("$499"),
                  button("Place order"))  # fmt: skip

    assert asked("Place order", seen).amount == "$499"


def test_one_text_may_hold_several_amounts() -> None:
    seen = screen(text("Subtotal $480, shipping $19, total $499"), button("Place order"))

    assert asked("Place order", seen).amount == "$499"


def test_balance_and_savings_are_not_what_is_paid() -> None:
    seen = screen(text("Balance $1,204.20"), text("You save $3"), text("$31.80"), button("Pay"))

    assert asked("Pay", seen).amount == "$31.80"


def test_a_button_that_contradicts_the_total_has_both_named() -> None:
    seen = screen(text("Total: $499"), button("Buy now for $5"))

    ruling = asked("Buy now for $5", seen)

    assert "$499" in ruling.amount
    assert "$5" in ruling.amount.replace("$499", "")
    assert ruling.money is None


def test_the_buttons_own_amount_counts_before_others() -> None:
    seen = screen(text("Maths book"), text("$12.00"), button("Pay $24.90"))

    assert asked("Pay $24.90", seen).amount == "$24.90"


def test_the_amount_beside_a_button_counts_before_those_of_other_rows() -> None:
    seen = screen(
        at("Pro", 0, 0, 300), at("$9", 400, 0, 600), at("Buy", 700, 0, 1000, tappable=True),
        at("Plus", 0, 200, 300), at("$19", 400, 200, 600),
    )  # fmt: skip

    assert asked("Buy", seen).amount == "$9"


def test_several_amounts_without_a_word_are_all_named() -> None:
    ruling = asked("Pay", screen(row("$9"), row("$12"), text("x"), text("y"), button("Pay")))

    assert "$9" in ruling.amount
    assert "$12" in ruling.amount
    assert ruling.money is None


@pytest.mark.parametrize(
    ("rows", "label", "amount"),
    [
        (("Mini, 4 min, $18.42", "Comfort, 6 min, $22.10"), "Choose Comfort", "$22.10"),
        (("Mini, 4 min, $18.42", "Comfort, 6 min, $22.10"), "Choose Comfortable", None),
        (("Comfort, $18.42", "Comfort, $22.10"), "Choose Comfort", None),
    ],
)
def test_a_button_that_repeats_a_rows_name_costs_what_the_row_says(
    rows: tuple[str, str], label: str, amount: str | None
) -> None:
    ruling = asked(label, screen(*map(row, rows), text("x"), text("y"), button(label)))

    assert (ruling.money.text if ruling.money else None) == amount


def test_too_many_amounts_are_none() -> None:
    prices = [row(f"${price}") for price in range(10, 17)]

    ruling = asked("Pay", screen(*prices, button("Pay")))

    assert ruling.amount == ""
    assert UNTOLD in ruling.effect


def test_what_was_typed_into_the_field_for_an_amount_is_meant() -> None:
    seen = screen(text("Available 900,00 €"), field("Betrag", "250,00"), button("Überweisen"))

    assert asked("Überweisen", seen).amount == "250,00"


@pytest.mark.parametrize(
    "caption",
    ["To", "Empfänger", "Para", "Destinataire", "Destinatario", "Destinatário", "Ontvanger", "收款人",
     "送金先", "받는 분", "Получатель", "Alıcı", "Odbiorca", "المستفيد", "प्राप्तकर्ता"],
)  # fmt: skip
def test_the_recipient_is_found_beside_its_caption(caption: str) -> None:
    seen = screen(
        text("Check the payment"), at(caption, 0, 300, 400), at("Ada Byron", 500, 300, 1000),
        at("Pay", 0, 600, 1080, tappable=True),
    )  # fmt: skip

    assert asked("Pay", seen).concerns == "Ada Byron"


def test_the_ruling_names_the_app() -> None:
    seen = screen(text("Ada"), button("Pay"), package="org.some.wallet")

    assert asked("Pay", seen).app == "org.some.wallet"


@pytest.mark.parametrize(
    ("shown", "label", "amount"),
    [
        (("Price", "$64,210.10", "You'll spend", "$100.00"), "Buy now", "$100.00"),
        (("商品金额", "¥199.00", "运费", "¥10.00", "实付款", "¥189.00"), "提交订单", "¥189.00"),
        (("상품금액", "20,000원", "배송비", "3,000원", "최종 결제금액", "21,000원"), "결제하기", "21,000원"),
        (("Minimum due", "$35.00", "Statement balance", "$812.45"), "Pay now",
         "$35.00 or $812.45 (the screen does not say which)"),
        (("Now", "$499.00"), "Buy now for $5 down",
         "$5 or $499.00 (the screen does not say which)"),
    ],
    ids=["spent, not the rate", "goods and total", "goods and total, ko", "least and all", "first of many"],
)  # fmt: skip
def test_parts_and_first_payments_are_not_taken_for_the_whole(
    shown: tuple[str, ...], label: str, amount: str
) -> None:
    lines = [
        at(words, 540 * (number % 2), 200 + 120 * (number // 2), 540 * (number % 2) + 500)
        for number, words in enumerate(shown)
    ]
    seen = screen(*lines, at(label, 40, 1500, 1000, tappable=True))

    assert asked(label, seen).amount == amount


def test_a_contract_tells_what_it_costs() -> None:
    seen = screen(
        text("Your contract"), text("$29.99"), button("Not now"), button("I accept the terms")
    )

    ruling = asked("I accept the terms", seen)

    assert ruling.risk is not None
    assert ruling.amount == "$29.99"


def test_the_caption_of_a_sum_is_nobody_that_is_paid() -> None:
    sums = [at("Subtotal", 40, 200, 400), at("$30.00", 700, 200, 1040),
            at("Total", 40, 400, 400), at("$36.99", 700, 400, 1040)]  # fmt: skip
    button_ = at("Place order", 40, 2000, 1040, tappable=True)

    assert asked("Place order", screen(*sums, button_)).concerns == ""
    named = asked("Place order", screen(at("Sushi Place", 40, 100, 700), *sums, button_))
    assert named.concerns == "Sushi Place"
