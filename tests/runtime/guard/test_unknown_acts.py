"""What no word names: the page's own button, what was written, bare answers, whatever the app."""

import pytest
from guard_screens import button, element, field, index_of, row, screen, text

from runtime.actions import Click
from runtime.guard.rule_guard import RuleGuard
from runtime.guard.rules_file import load_rules
from runtime.guard.ruling import Risk
from runtime.observation import CHECKABLE, CLICKABLE, Bounds, Element, Observation

GUARD = RuleGuard(load_rules())


def rule_for(label: str, seen: Observation) -> str:
    return GUARD.judge(Click(index_of(seen, label)), seen).rule


def test_the_one_thing_that_a_page_offers_is_asked_about() -> None:
    seen = screen(text("Case 4410"), button("Blarg the case"))

    assert rule_for("Blarg the case", seen) == "page-button"


@pytest.mark.parametrize(
    "label", ["Start", "Weiter", "Imprimir", "Ayrıntılar", "識別する", "Take photo"]
)
def test_what_leads_on_or_stays_on_the_phone_is_not(label: str) -> None:
    assert rule_for(label, screen(text("Case 4410"), button(label))) == ""


def test_nor_is_a_button_among_others_or_in_an_app_where_nothing_is_at_stake() -> None:
    among = screen(text("Case"), button("Blarg it"), row("Notes of it"))
    calm = screen(text("Tone"), button("Blarg it"), package="org.example.metronome")

    assert rule_for("Blarg it", among) == ""
    assert rule_for("Blarg it", calm) == ""


def test_what_was_written_leaves_by_the_button_below_it() -> None:
    fields = field("Title", "Hello"), field("Body", "What do you think?")

    assert rule_for("Blarg it", screen(*fields, button("Blarg it"))) == "form-button"
    assert rule_for("Blarg it", screen(field("Search", "tea"), button("Blarg it"))) == ""
    assert rule_for("Save", screen(*fields, button("Save"))) == ""


def test_a_bare_yes_counts_by_its_question() -> None:
    def asked(question: str) -> str:
        yes = element("はい", role="button", flags=CLICKABLE, bounds=Bounds(0, 200, 500, 300))
        no = element("いいえ", role="button", flags=CLICKABLE, bounds=Bounds(540, 200, 1040, 300))
        return rule_for("はい", screen(text(question), yes, no))

    assert asked("博士に送りますか?") == "bare-yes"
    assert asked("アプリを終了しますか?") == ""


def test_opening_something_to_everybody_is_asked_about() -> None:
    seen = screen(text("Who can see this?"), row("Everyone"), row("Only me"))

    assert rule_for("Everyone", seen) == "audience"
    assert rule_for("Only me", seen) == ""


def test_a_fee_that_stands_alone_is_what_is_paid() -> None:
    seen = screen(text("Consultation fee"), text("$35.00"), button("Start consultation"))

    ruling = GUARD.judge(Click(index_of(seen, "Start consultation")), seen)

    assert ruling.rule == "below-a-price"
    assert ruling.amount == "$35.00"


def test_switches_that_are_drawn_as_plain_views_are_switches() -> None:
    drawn = element("Bloqueo automático", role="item", flags=CLICKABLE | CHECKABLE)
    seen = screen(text("Puerta"), drawn, package="com.yale.access")

    assert rule_for("Bloqueo automático", seen) == "lock-switch"


def test_a_button_below_switches_is_no_row_of_theirs() -> None:
    drawn = [
        element(label, role="item", flags=flags, bounds=Bounds(10, top, 1070, top + 120))
        for label, flags, top in (
            ("Ausland freischalten", CLICKABLE | CHECKABLE, 150),
            ("Änderung speichern", CLICKABLE, 290),
        )
    ]
    seen = screen(text("Karteneinsatz"), *drawn, package="com.example.sparkasse")

    assert rule_for("Änderung speichern", seen) != ""


@pytest.mark.parametrize(
    ("label", "risk"),
    [("Decline the request", Risk.MESSAGE), ("转让群主", Risk.ACCOUNT),
     ("Segnala phishing", Risk.ACCOUNT), ("ミーティングを開始", Risk.CALL), ("Close board", Risk.DELETION)],
)  # fmt: skip
def test_entries_of_menus_that_concern_others_are_asked_about(label: str, risk: Risk) -> None:
    bounds = Bounds(40, 150, 900, 300)
    seen = screen(row("Rename"), element(label, role="item", flags=CLICKABLE, bounds=bounds))

    assert GUARD.judge(Click(index_of(seen, label)), seen).risk is risk


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("Publish my page", "sounds-binding"),
        ("Seite veröffentlichen", "sounds-binding"),
        ("Show the chart", ""),
        ("Diagramm drehen", ""),
    ],
)
def test_a_button_of_no_known_name_is_asked_about_by_how_it_sounds(label: str, rule: str) -> None:
    seen = screen(text("Plan"), button(label))

    assert bool(rule_for(label, seen)) == bool(rule)


def test_a_page_about_nothing_in_particular_is_left_alone() -> None:
    assert rule_for("Blarg it", screen(text("Evening"), button("Blarg it"))) == ""


def test_what_is_paid_by_the_minute_begins_with_a_question() -> None:
    seen = screen(text("Zone 14"), text("€ 3,40 per uur"), button("Start"))

    assert rule_for("Start", seen) == "begins-to-cost"
    assert rule_for("Start", screen(text("Zone 14"), button("Start"))) == ""


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("Trust this device", "trusted-from-now"),
        ("Nommer administrateur", "lets-in"),
        ("Утвердить", "approval"),
    ],
)
def test_who_is_trusted_let_in_or_granted_something_is_asked_about(label: str, rule: str) -> None:
    assert rule_for(label, screen(text("Ada"), button(label), row("Details"))) == rule


def test_an_answer_to_an_invitation_is_told_to_somebody() -> None:
    seen = screen(text("Weekly"), button("Yes"), button("No"), button("Maybe"))

    assert rule_for("Yes", seen) == "says-whether-to-come"
    assert rule_for("Yes", screen(text("Weekly"), button("Yes"), button("Next"))) == ""


def at_row(label: str, top: int, *, left: int = 20, right: int = 1060) -> Element:
    return element(label, role="item", flags=CLICKABLE, bounds=Bounds(left, top, right, top + 130))


def test_the_last_of_alike_rows_is_a_button_where_it_sounds_like_an_act() -> None:
    """Compose draws a page's button just as a row."""

    def seen(last: str) -> Observation:
        return screen(text("Dr. Weber"), at_row("Insurance, Public", 900), at_row(last, 1040))

    assert rule_for("Book appointment", seen("Book appointment")) != ""
    assert rule_for("Opening hours", seen("Opening hours")) == ""


@pytest.mark.parametrize("written", [False, True])
def test_one_of_three_alike_sends_only_what_is_written(*, written: bool) -> None:
    bar = [
        at_row(label, 300, left=left, right=left + 300)
        for label, left in (("Like", 20), ("Comment", 380), ("Share", 740))
    ]
    seen = screen(text("Ada, 2 h"), *bar, *([field("Message", "hello")] if written else []))

    assert (rule_for("Comment", seen) == "send") is written


@pytest.mark.parametrize(
    ("label", "rule"),
    [
        ("Use 30 coins", "spends-coins"),
        ("ポイントを使う", "spends-coins"),
        ("Open the compartment", "opens-what-is-shut"),
        ("Открыть ячейку", "opens-what-is-shut"),
        ("Podaruj", "gives-away"),
        ("赠送", "gives-away"),
    ],
)
def test_coins_lockers_and_gifts_are_asked_about(label: str, rule: str) -> None:
    assert rule_for(label, screen(text("Plan"), row("A"), row("B"), button(label))) == rule


def test_a_bare_open_counts_where_the_page_is_about_a_door() -> None:
    assert rule_for("Open", screen(text("Garage"), button("Open"))) == "opens-what-is-shut"
    assert rule_for("Open", screen(text("Holiday.pdf"), button("Open"))) == ""


@pytest.mark.parametrize(("title", "asks"), [("Filters", False), ("Chat with Ada", True)])
def test_a_filter_that_is_cleared_is_nothing_deleted(title: str, *, asks: bool) -> None:
    seen = screen(text(title), button("Сбросить"), button("OK"))

    assert (rule_for("Сбросить", seen) != "") is asks


@pytest.mark.parametrize("label", ["Zur Kasse · 4,08 €", "Checkout ($12.00)", "В корзину за 89 ₽"])
def test_the_way_to_the_cart_and_from_it_is_no_purchase(label: str) -> None:
    assert rule_for(label, screen(text("Cart"), row("Milk, 2.00 €"), button(label))) == ""
