"""Buttons as real shops write and draw them, and the overviews that only lead to them."""

import pytest
from guard_screens import button, element, field, icon, index_of, row, screen, tab, text

from runtime.actions import Click, ElementRef
from runtime.episode import Verdict
from runtime.guard.labels import LONGEST_LABEL, read_label
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Risk, Ruling
from runtime.observation import CLICKABLE, Element, Observation

GUARD = RuleGuard(load_rules())
TOTAL = text("Total $23.45")


def click(label: str, seen: Observation) -> Ruling:
    return GUARD.judge(Click(index_of(seen, label)), seen)


def assert_asks(ruling: Ruling, risk: Risk) -> None:
    assert (ruling.verdict, ruling.risk) == (Verdict.CONFIRM, risk), ruling


def assert_allows(ruling: Ruling) -> None:
    assert ruling.verdict is Verdict.ALLOW, ruling


@pytest.mark.parametrize(
    "label",
    [
        "Place order • $23.45", "Place order, 2 items, $23.45", "$23.45 · Place order",
        "Place order | Free delivery", "Place order total: US$1,299.00", "Buy now $4.99",
        "Subscribe for $9.99/month", "Subscribe - 9,99 € pro Monat", "Book for $120",
        "Confirm order (2)", "Buy 1 ticket", "Buy 2 tickets for CHF 30", "Place bid $50",
        "Start 7-day free trial", "Jetzt kaufen für 12,50 €", "Comprar por 12 €/mes",
        "Acheter 1 299,00 €",
    ],
)  # fmt: skip
def test_a_purchase_that_names_its_price_or_count_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(TOTAL, button(label))), Risk.PURCHASE)


@pytest.mark.parametrize(
    "label",
    ["Place  order", "Place\norder", "Place\u00a0order", "Pla\u200bce order", "Place order \u2192"],
)
def test_a_purchase_in_odd_letters_and_spaces_is_asked_about(label: str) -> None:
    assert_asks(click(label, screen(TOTAL, button(label))), Risk.PURCHASE)


@pytest.mark.parametrize(
    "label",
    [
        "📤 Send",
        "Send ➤",
        "\ue163 Send",
        "👩‍👧 Send",
        "Ｓｅｎｄ",
        "Send" + "\u200b" * 200,
        "Send to Ada",
    ],
)
def test_a_message_with_a_picture_or_a_name_on_its_button_is_asked_about(label: str) -> None:
    seen = screen(field("Message", "On my way"), button(label))

    assert_asks(click(label, seen), Risk.MESSAGE)


@pytest.mark.parametrize(
    ("label", "risk"),
    [
        ("Pay now", Risk.PAYMENT),
        ("Pay $24.90", Risk.PAYMENT),
        ("Confirm payment", Risk.PAYMENT),
        ("Place order, $23.45", Risk.PURCHASE),
        ("Install", Risk.INSTALL),
        ("Sign in", Risk.ACCOUNT),
    ],
)
@pytest.mark.parametrize("role", ["item", "text", "image"])
def test_a_button_that_an_app_draws_itself_is_asked_about(
    label: str, risk: Risk, role: str
) -> None:
    drawn = element(label, role=role, flags=CLICKABLE)

    assert_asks(GUARD.judge(Click(ElementRef(1)), screen(text("Cart"), drawn)), risk)


@pytest.mark.parametrize(
    "label",
    [
        "Transfer, Ada Byron, 12 May, $20.00", "Pay slip 2026", "Book club, 3 members",
        "Install guide", "Order 77109", "Verify later, in the settings", "Rent, 1 May, $900",
    ],
)  # fmt: skip
def test_a_row_that_begins_like_a_button_is_only_a_row(label: str) -> None:
    assert_allows(click(label, screen(text("Activity"), row(label))))


def test_a_title_is_no_button() -> None:
    assert_allows(click("Withdraw", screen(text("Withdraw"), text("Choose a card"))))


def test_prose_is_no_label() -> None:
    assert not read_label("Send " * LONGEST_LABEL).names


# Wallets


@pytest.mark.parametrize(
    ("label", "risk"),
    [("Place order", Risk.PURCHASE), ("Pay now", Risk.PAYMENT), ("Send", Risk.MESSAGE)],
)
@pytest.mark.parametrize("form", [(), (field("Voucher"),)], ids=["no form", "empty form"])
def test_a_tab_on_the_screen_does_not_make_it_an_overview(
    label: str, risk: Risk, form: tuple[Element, ...]
) -> None:
    assert_asks(click(label, screen(TOTAL, *form, button(label), tab("Home"))), risk)


def test_the_overview_of_a_wallet_leads_to_payments_and_makes_none() -> None:
    seen = screen(
        text("Balance"), text("$2,116.77"), button("Send"), button("Request"), button("Withdraw"),
        tab("Home"), tab("Cards"),
    )  # fmt: skip

    for label in ("Send", "Request", "Withdraw"):
        assert_allows(click(label, seen))


@pytest.mark.parametrize(
    "label", ["Send $50", "Withdraw $50", "Pay now", "Place order", "Confirm payment"]
)
def test_what_is_done_at_once_is_asked_about_on_the_overview_too(label: str) -> None:
    seen = screen(text("Balance $80"), button(label), button("Request"), tab("Home"))

    assert click(label, seen).verdict is Verdict.CONFIRM


def test_sending_an_amount_that_was_keyed_in_is_asked_about_though_tabs_are_named_like_ways() -> (
    None
):
    seen = screen(
        text("Available balance $500"), text("$50 to Ada"), icon("Send"), tab("Transfer"),
        tab("Request"),
    )  # fmt: skip

    assert click("Send", seen).verdict is Verdict.CONFIRM
