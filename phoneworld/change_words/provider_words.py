"""Changes of what all apps share, in words: messages, calls, contacts, permissions."""

from __future__ import annotations

from phoneworld.change_words.values import cut
from phoneworld.changes import Change, CountedChange
from phoneworld.phone import Phone
from phoneworld.providers import contacts, telephony


def tell_message(phone: Phone, change: Change) -> CountedChange | None:
    """A text message that was received, written or deleted."""
    row = change.after or change.before
    if row is None or change.table != "sms" or change.columns:
        return None
    whom = contacts.name_of(phone.contacts, str(row["address"]))
    way = "from" if row["type"] == telephony.RECEIVED else "to"
    if change.after is None:
        verb = "deleted"
    else:
        verb = {telephony.SENT: "sent", telephony.DRAFT: "drafted"}.get(row["type"], "received")
    return CountedChange("message", "messages", f"{way} {whom} {verb}")


def tell_call(phone: Phone, change: Change) -> CountedChange | None:
    """A call that was made, or that was removed from the call log."""
    row = change.after or change.before
    if row is None or change.columns:
        return None
    whom = contacts.name_of(phone.contacts, str(row["number"]))
    way = "to" if row["type"] == contacts.OUTGOING else "from"
    if change.after is None:
        return CountedChange("call", "calls", f"{way} {whom} removed from the call log")
    return CountedChange("call", "calls", f"{way} {whom} {'made' if way == 'to' else 'received'}")


def tell_detail(phone: Phone, change: Change) -> str:
    """A number, address or the like of somebody that became another; empty for anything else."""
    before, after = change.before, change.after
    if change.table != "data" or before is None or after is None or "data1" not in change.columns:
        return ""
    whose = phone.contacts.value(
        "SELECT display_name FROM raw_contacts WHERE _id = ?", after["raw_contact_id"]
    )
    return f"Contacts: {whose}: {cut(str(before['data1']))} -> {cut(str(after['data1']))}"


def tell_permission(phone: Phone, change: Change) -> str:
    """A permission that an app was given or lost; empty for anything else."""
    row = change.after
    if change.table != "permissions" or row is None:
        return ""
    app = phone.apps.get(str(row["package"]))
    who = app.label if app is not None else str(row["package"])
    what = cut(str(row["permission"]).rpartition(".")[2].replace("_", " ").lower())
    return f"{who} {'may' if row['granted'] else 'may not'} use: {what}"
