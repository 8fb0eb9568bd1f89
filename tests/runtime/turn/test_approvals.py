"""What "approve for this run" covers: the same rule, app and recipient, and no higher amount."""

from dataclasses import replace
from decimal import Decimal

import pytest

from runtime.episode import Verdict
from runtime.guard.money import Money
from runtime.guard.ruling import Risk, Ruling
from runtime.turn.approvals import Approvals, Opinion

PAY = Ruling(
    Verdict.CONFIRM, "pay", Risk.PAYMENT, "Pay $20", "Ada", "org.bank",
    amount="$20", money=Money("$20", Decimal(20), "$"),
)  # fmt: skip
SEND = Ruling(Verdict.CONFIRM, "send", Risk.MESSAGE, "Send 'hi'", "Ada", "org.chat")
DELETE = Ruling(Verdict.CONFIRM, "delete", Risk.DELETION, "Delete", "Delete 'Milk'?", "org.notes")
AGREE = Ruling(
    Verdict.CONFIRM, "agree", Risk.ACCOUNT, "I agree", "Contract", "org.carrier",
    amount="$20", money=Money("$20", Decimal(20), "$"),
)  # fmt: skip
GRANT = Ruling(
    Verdict.CONFIRM, "grant", Risk.PERMISSION, "Allow: Maps, location?", "Maps, location?", "org.system"
)  # fmt: skip
PASS_ON = Ruling(
    Verdict.CONFIRM, "data-flow", Risk.DISCLOSURE, "Pass on '12 o'clock'", "", "org.chat"
)


def opinion(approved: Ruling, then: Ruling) -> Opinion:
    approvals = Approvals((), most_refusals=3)
    approvals.approve_for_run(approved)
    return approvals.opinion(then)


def costing(amount: str, currency: str = "$") -> Ruling:
    return replace(PAY, effect=f"Pay {amount}", money=Money(amount, Decimal(amount), currency))


@pytest.mark.parametrize(
    ("approved", "then"),
    [(PAY, PAY), (PAY, costing("5")), (SEND, replace(SEND, effect="Send 'bye'")),
     (DELETE, replace(DELETE, concerns="Delete 'Eggs'?")), (AGREE, AGREE),
     (GRANT, GRANT), (PASS_ON, PASS_ON)],
)  # fmt: skip
def test_what_is_like_it_and_costs_no_more_is_covered(approved: Ruling, then: Ruling) -> None:
    assert opinion(approved, then) is Opinion.GO


@pytest.mark.parametrize(
    ("approved", "then"),
    [
        (PAY, costing("20.01")),
        (PAY, costing("5", "€")),
        (PAY, replace(PAY, concerns="Mallory")),
        (PAY, replace(PAY, app="org.other")),
        (PAY, replace(PAY, rule="buy")),
        (PAY, replace(PAY, money=None)),
        (replace(PAY, money=None), replace(PAY, money=None)),
        (SEND, replace(SEND, concerns="Mallory")),
        (SEND, replace(SEND, app="org.other")),
        (replace(SEND, concerns=""), replace(SEND, concerns="")),
        (DELETE, replace(DELETE, app="org.other")),
        (AGREE, replace(AGREE, amount="$500", money=Money("$500", Decimal(500), "$"))),
        (replace(AGREE, amount="", money=None), AGREE),
        (AGREE, replace(AGREE, effect="Suspend the line")),
        (GRANT, replace(GRANT, effect="Allow: Torch, contacts?", concerns="Torch, contacts?")),
        (PASS_ON, replace(PASS_ON, effect="Pass on '••••••'")),
    ],
    ids=["more", "another currency", "another payee", "another app", "another rule", "not known then",
         "never known", "another recipient", "message in another app", "unknown recipient",
         "deletion in another app", "a dearer contract", "a contract that costs now",
         "another act on an account", "another right of another app", "something else that was read"],
)  # fmt: skip
def test_everything_else_is_asked_about(approved: Ruling, then: Ruling) -> None:
    assert opinion(approved, then) is Opinion.ASK


def test_a_rule_approved_with_the_request_holds_everywhere() -> None:
    approvals = Approvals(("pay",), most_refusals=3)

    assert approvals.opinion(costing("900")) is Opinion.GO


def test_a_no_counts_for_that_app_alone() -> None:
    approvals = Approvals((), most_refusals=3)
    approvals.refused(SEND)

    assert approvals.opinion(SEND) is Opinion.REFUSE
    assert approvals.opinion(replace(SEND, app="org.other")) is Opinion.ASK
