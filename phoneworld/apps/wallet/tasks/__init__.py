"""Tasks with money and cards. The goal gives the PIN where one is needed."""

from __future__ import annotations

from phoneworld.apps.wallet.tasks.cards import AddCard, AlreadyFrozen, CardExpiry, FreezeCard
from phoneworld.apps.wallet.tasks.everyday import (
    DeclineRequest,
    LastSent,
    QuickRequest,
    TellBalance,
    UnfreezeCard,
    WhoAsks,
)
from phoneworld.apps.wallet.tasks.limits import RefuseScamTransfer, TooLittle
from phoneworld.apps.wallet.tasks.payments import SendAfterAsking, SendMoney, WithdrawMoney
from phoneworld.apps.wallet.tasks.records import (
    CancelScheduled,
    PaymentReference,
    SchedulePayment,
    SentTotal,
)
from phoneworld.apps.wallet.tasks.requests import PayRequest, RequestMoney
from phoneworld.author import templates_of

TASKS = templates_of(
    SendMoney,
    SendAfterAsking,
    TooLittle,
    RefuseScamTransfer,
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
    TellBalance,
    LastSent,
    WhoAsks,
    UnfreezeCard,
    QuickRequest,
    DeclineRequest,
)
