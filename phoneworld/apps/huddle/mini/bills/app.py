"""Bills: what is to be paid, what was paid, and the accounts behind it."""

from __future__ import annotations

from typing import Any

from phoneworld.app import Screen
from phoneworld.apps.huddle.formats import day_of, day_text
from phoneworld.apps.huddle.mini.bills.data import (
    ICONS,
    KINDS,
    OPEN,
    PAID,
    SCHEMA,
    add_account,
    seed,
)
from phoneworld.apps.huddle.miniapp import MiniApp, banner, mini_bar
from phoneworld.apps.huddle.wallet import PayingScreen, methods
from phoneworld.formats import dollars
from phoneworld.ui.bars import Fab, Scaffold, empty_note, tabs
from phoneworld.ui.buttons import Button, IconButton
from phoneworld.ui.rows import Card, Section, Tile, switch_tile
from phoneworld.ui.scroll_views import LazyList, ScrollView
from phoneworld.ui.view import Column, View
from phoneworld.ui.widgets import Avatar, Field, Text

COLOR = "#1565c0"
WITH_ACCOUNT = (
    "SELECT b.*, a.provider, a.kind, a.nickname FROM bills_bills b "
    "JOIN bills_accounts a ON a._id = b.account_id "
)


def name_of(account: dict[str, Any]) -> str:
    """A provider, with the nickname of the account if it has one."""
    nickname = account["nickname"]
    return f"{account['provider']} ({nickname})" if nickname else account["provider"]


def bill_tile(screen: Screen, bill: dict[str, Any]) -> View:
    """A bill in a list."""
    if bill["status"] == PAID:
        when, color = f"paid {day_text(day_of(bill['paid_at']))}", "muted"
    elif bill["due"] < screen.phone.today:
        when, color = f"overdue since {day_text(bill['due'])}", "error"
    else:
        when, color = f"due {day_text(bill['due'])}", "muted"
    return Tile(
        name_of(bill),
        f"{bill['kind']} · {bill['period']}",
        leading=Avatar(icon=ICONS[bill["kind"]], color=COLOR),
        trailing=Column(
            Text(dollars(bill["cents"]), "subtitle"),
            Text(when, "caption", color=color),
            align="end",
        ),
        on_click=lambda: screen.open("bills/bill", id=bill["_id"]),
    )


class BillsHome(Screen):
    """Bills to pay, bills paid, accounts."""

    def view(self) -> View:
        chosen = self.state.get("tab", "To pay")
        body: View
        if chosen == "To pay":
            owed = self.db.value("SELECT sum(cents) FROM bills_bills WHERE status = 'open'") or 0
            body = Column(
                Column(
                    banner(COLOR, "To pay altogether", dollars(owed), id="owed"),
                    pad=(16, 12, 16, 4),
                ),
                LazyList(self.to_pay, self.bill, key="open", empty="Everything is paid"),
            )
        elif chosen == "Paid":
            body = LazyList(self.paid, self.bill, key="paid", empty="Nothing paid yet")
        else:
            body = LazyList(self.accounts, self.account, key="accounts", empty="No accounts")
        return Scaffold(
            mini_bar(self, "Bills"),
            body,
            tab_row=tabs(("To pay", "Paid", "Accounts"), chosen, self.choose_tab),
            fab=Fab("add", "Add account", lambda: self.open("bills/add"))
            if chosen == "Accounts"
            else None,
        )

    def choose_tab(self, tab: str) -> None:
        self.state["tab"] = tab

    def to_pay(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            f"{WITH_ACCOUNT} WHERE b.status = 'open' ORDER BY b.due, b._id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def paid(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            f"{WITH_ACCOUNT} WHERE b.status = 'paid' ORDER BY b.due DESC, b._id LIMIT ? OFFSET ?",
            count,
            first,
        )

    def bill(self, bill: dict[str, Any]) -> View:
        return bill_tile(self, bill)

    def accounts(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM bills_accounts ORDER BY _id LIMIT ? OFFSET ?", count, first
        )

    def account(self, account: dict[str, Any]) -> View:
        return Tile(
            name_of(account),
            account["kind"],
            leading=Avatar(icon=ICONS[account["kind"]], color=COLOR),
            note="Autopay on" if account["autopay"] else "",
            on_click=lambda: self.open("bills/account", id=account["_id"]),
        )


class BillScreen(PayingScreen):
    """One bill."""

    def bill(self) -> dict[str, Any] | None:
        return self.db.one(f"{WITH_ACCOUNT} WHERE b._id = ?", self.args.get("id"))

    def view(self) -> View:
        bill = self.bill()
        if bill is None:
            return Scaffold(mini_bar(self, ""), empty_note("receipt_long", "No such bill"))
        is_open = bill["status"] == OPEN
        return Scaffold(
            mini_bar(
                self,
                "Bill",
                actions=(IconButton("share", "Share bill", lambda: self.tell(bill)),),
            ),
            ScrollView(
                Column(
                    banner(
                        COLOR,
                        f"{name_of(bill)} · {bill['period']}",
                        dollars(bill["cents"]),
                        "To pay" if is_open else f"Paid with {bill['method']}",
                        id="amount",
                    ),
                    pad=16,
                ),
                Column(
                    Card(
                        Tile(day_text(bill["due"]), "Due", icon="event", id="due"),
                        Tile(
                            day_text(day_of(bill["paid_at"])),
                            "Paid on",
                            icon="check_circle",
                            id="paid",
                        )
                        if not is_open
                        else None,
                        Tile(bill["kind"], "Kind", icon=ICONS[bill["kind"]]),
                        Tile(
                            bill["reference"],
                            "Reference",
                            icon="receipt_long",
                            on_long_click=lambda: self.offer_copy(bill["reference"]),
                            id="reference",
                        ),
                        Tile(
                            "Account",
                            name_of(bill),
                            icon="person",
                            on_click=lambda: self.open("bills/account", id=bill["account_id"]),
                        ),
                        pad=0,
                    ),
                    pad=(16, 0),
                ),
            ),
            bottom=Column(Button("Pay this bill", self.ask, id="pay_bill"), pad=(16, 10))
            if is_open
            else None,
        )

    def tell(self, bill: dict[str, Any]) -> None:
        self.share(
            f"{bill['provider']}, {bill['period']}: {dollars(bill['cents'])}, "
            f"due {day_text(bill['due'])}, reference {bill['reference']}"
        )

    def ask(self) -> None:
        bill = self.bill()
        if bill is not None and bill["status"] == OPEN:
            self.ask_payment(bill["provider"], bill["cents"], then="settle")

    def settle(self, method: str, cents: int) -> None:
        del cents
        self.db.run(
            "UPDATE bills_bills SET status = 'paid', paid_at = ?, method = ? WHERE _id = ?",
            self.phone.now_ms,
            method,
            self.args["id"],
        )
        self.toast("Bill paid")


class BillAccount(Screen):
    """An account with a provider: its number, autopay, its bills."""

    def view(self) -> View:
        account = self.db.one("SELECT * FROM bills_accounts WHERE _id = ?", self.args.get("id"))
        if account is None:
            return Scaffold(mini_bar(self, ""), empty_note("person", "No such account"))
        bills = self.db.rows(
            f"{WITH_ACCOUNT} WHERE b.account_id = ? ORDER BY b.due DESC LIMIT 12", account["_id"]
        )
        automatic = bool(account["autopay"])
        return Scaffold(
            mini_bar(
                self,
                account["provider"],
                actions=(
                    IconButton(
                        "more_vert",
                        "More options",
                        lambda: self.menu({"Nickname": "ask_name", "Remove account": "ask_remove"}),
                    ),
                ),
            ),
            ScrollView(
                Column(
                    Card(
                        Tile(account["kind"], "Kind", icon=ICONS[account["kind"]]),
                        Tile(
                            account["customer"],
                            "Customer number",
                            icon="badge",
                            on_long_click=lambda: self.offer_copy(account["customer"]),
                            id="customer",
                        ),
                        Tile(account["nickname"], "Nickname", icon="label")
                        if account["nickname"]
                        else None,
                        switch_tile(
                            "Autopay",
                            f"Paid with {account['autopay_method']} when due"
                            if automatic
                            else "Bills are paid by hand",
                            on=automatic,
                            icon="sync",
                            on_click=self.flip_autopay,
                        ),
                        pad=0,
                    ),
                    pad=16,
                ),
                Section("Bills"),
                *(bill_tile(self, bill) for bill in bills),
            ),
        )

    def flip_autopay(self) -> None:
        if self.db.value("SELECT autopay FROM bills_accounts WHERE _id = ?", self.args["id"]):
            self.db.run(
                "UPDATE bills_accounts SET autopay = 0, autopay_method = '' WHERE _id = ?",
                self.args["id"],
            )
            return
        names = [method["name"] for method in methods(self.db)]
        self.choose("Pay automatically with", names, "", then="set_autopay")

    def set_autopay(self, option: str) -> None:
        self.db.run(
            "UPDATE bills_accounts SET autopay = 1, autopay_method = ? WHERE _id = ?",
            option,
            self.args["id"],
        )
        self.toast("Autopay is on")

    def ask_name(self) -> None:
        self.prompt("Nickname", "e.g. Grandma's flat", then="rename")

    def rename(self, text: str) -> None:
        self.db.run(
            "UPDATE bills_accounts SET nickname = ? WHERE _id = ?", text.strip(), self.args["id"]
        )

    def ask_remove(self) -> None:
        self.confirm(
            "Remove this account?",
            "Its bills are no longer shown here.",
            yes="Remove",
            then="remove",
        )

    def remove(self) -> None:
        self.db.run("DELETE FROM bills_bills WHERE account_id = ?", self.args["id"])
        self.db.run("DELETE FROM bills_accounts WHERE _id = ?", self.args["id"])
        self.toast("Account removed")
        self.close()


class AddBillAccount(Screen):
    """The form for an account."""

    def opened(self) -> None:
        self.state.update(kind="", provider="", customer="", nickname="")

    def view(self) -> View:
        return Scaffold(
            mini_bar(self, "Add account", actions=(Button("Save", self.save, id="save"),)),
            ScrollView(
                Tile(
                    self.state["kind"] or "Choose a kind",
                    "Kind",
                    icon="category",
                    on_click=self.ask_kind,
                    id="kind",
                ),
                Tile(
                    self.state["provider"] or "Choose a provider",
                    "Provider",
                    icon="store",
                    on_click=self.ask_provider,
                    id="provider",
                ),
                Column(
                    Field("customer", "Customer number", kind="number", icon="badge"),
                    Field("nickname", "Nickname (optional)", icon="label"),
                    pad=16,
                    gap=12,
                ),
            ),
        )

    def ask_kind(self) -> None:
        self.choose("Kind", list(KINDS), self.state["kind"], then="set_kind")

    def set_kind(self, option: str) -> None:
        self.state.update(kind=option, provider="")

    def ask_provider(self) -> None:
        if self.state["kind"] not in KINDS:
            self.toast("Choose a kind first")
            return
        self.choose(
            "Provider",
            list(KINDS[self.state["kind"]]),
            self.state["provider"],
            then="set_provider",
        )

    def set_provider(self, option: str) -> None:
        self.state["provider"] = option

    def save(self) -> None:
        customer = self.state["customer"].strip()
        if not self.state["provider"]:
            self.toast("Choose a provider")
        elif not (customer.isdecimal() and 6 <= len(customer) <= 12):
            self.toast("A customer number has 6 to 12 digits")
        elif self.db.one("SELECT _id FROM bills_accounts WHERE customer = ?", customer):
            self.toast("This account is already here")
        else:
            add_account(
                self.db,
                self.state["kind"],
                self.state["provider"],
                customer,
                nickname=self.state["nickname"].strip(),
            )
            self.toast("Account added")
            self.close()


MINI = MiniApp(
    name="bills",
    label="Bills",
    tagline="Electricity, water, phone: pay it all here",
    icon="receipt_long",
    color=COLOR,
    screens={"home": BillsHome, "bill": BillScreen, "account": BillAccount, "add": AddBillAccount},
    schema=SCHEMA,
    seed=seed,
)
