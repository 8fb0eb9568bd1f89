"""Tasks with money and cards. The goal gives the PIN where one is needed."""

from __future__ import annotations

from phoneworld.apps.wallet.card_tasks import AddCard, AlreadyFrozen, CardExpiry, FreezeCard
from phoneworld.apps.wallet.payment_tasks import (
    PayRequest,
    RefuseScam,
    RequestMoney,
    SendAfterAsking,
    SendMoney,
    TooLittle,
    WithdrawMoney,
)
from phoneworld.apps.wallet.record_tasks import (
    CancelScheduled,
    PaymentReference,
    SchedulePayment,
    SentTotal,
)
from phoneworld.author import templates_of

TASKS = templates_of(
    SendMoney,
    SendAfterAsking,
    TooLittle,
    RefuseScam,
    RequestMoney,
    PayRequest,
    WithdrawMoney,
    FreezeCard,
    AlreadyFrozen,
    CardExpiry,
    AddCard,
    SchedulePayment,
    CancelScheduled,
    SentTotal,
    PaymentReference,
)
