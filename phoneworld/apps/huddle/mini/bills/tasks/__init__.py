"""Tasks with bills."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.bills.tasks.accounts import (
    AddAccount,
    ReadDue,
    SetAutopay,
    SumOfBills,
)
from phoneworld.apps.huddle.mini.bills.tasks.everyday import (
    BillsTotal,
    OpenBillAmount,
)
from phoneworld.apps.huddle.mini.bills.tasks.payments import (
    AlreadyPaid,
    AskWhichPhone,
    PayBill,
    PayOverdue,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    PayBill,
    PayOverdue,
    AskWhichPhone,
    AlreadyPaid,
    SetAutopay,
    AddAccount,
    SumOfBills,
    ReadDue,
    OpenBillAmount,
    BillsTotal,
)
