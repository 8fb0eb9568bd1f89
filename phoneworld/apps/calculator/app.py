"""Calculator: a display, keys, and the history of what was worked out."""

from __future__ import annotations

import re
from typing import Any

from phoneworld.app import App, Screen
from phoneworld.apps.calculator.arithmetic import (
    MAX_LENGTH,
    NoResult,
    as_operand,
    grouped,
    plain,
    reckon,
    tidy,
)
from phoneworld.apps.calculator.data import PACKAGE, SCHEMA, add_sum, seed
from phoneworld.apps.calculator.keys import CLEAR, EQUALS, ERASE, keypad
from phoneworld.ui.bars import Scaffold, TopBar
from phoneworld.ui.buttons import IconButton
from phoneworld.ui.rows import Tile
from phoneworld.ui.scroll_views import LazyList
from phoneworld.ui.view import Column, Space, View
from phoneworld.ui.widgets import Text
from phoneworld.world import from_millis
from runtime.actions import Direction

BETWEEN = "+−×÷^"
"""Signs that stand between two numbers."""


class Calculator(Screen):
    """The display and the keys. `result` is what the last press of = gave, or what is wrong."""

    @property
    def expression(self) -> str:
        return self.state.get("expression", "")

    def view(self) -> View:
        shown = Text(self.expression or "0", "headline", lines=3, align="end", color="muted")
        parts: list[View] = [shown.named("expression").held(self.offer_clipboard)]
        result = self.state.get("result", "")
        if result:
            color = "error" if self.state.get("wrong") else "on_surface"
            answer = Text(result, "display", lines=1, align="end", color=color)
            parts.append(answer.named("result").held(lambda: self.offer_copy(self.copied())))
        display = Column(Space(0).grow(), *parts, pad=(24, 8, 24, 16), gap=8)
        return Scaffold(
            TopBar(
                "Calculator",
                actions=(
                    IconButton("history", "History", lambda: self.open("history")),
                    IconButton("more_vert", "More options", self.more),
                ),
            ),
            Column(display.grow(2), keypad(self.press).grow(5)),
        )

    def copied(self) -> str:
        """The result as other apps can read it."""
        return self.state["result"].replace("−", "-").replace(",", "")

    def more(self) -> None:
        self.menu({"Paste": "paste", "Clear history": "ask_clear"})

    def offer_clipboard(self) -> None:
        self.menu({"Copy": "copy", "Paste": "paste"})

    def copy(self) -> None:
        self.phone.clipboard = self.expression
        self.toast("Copied to clipboard")

    def paste(self) -> None:
        text = tidy(self.phone.clipboard)
        if text:
            self.insert(text)
        else:
            self.toast("Nothing to paste")

    def ask_clear(self) -> None:
        ask_clear(self)

    def clear_history(self) -> None:
        clear_history(self)

    def press(self, sign: str) -> None:
        if sign == CLEAR:
            self.put("")
        elif sign == ERASE:
            self.put(self.expression[:-1])
        elif sign == EQUALS:
            self.work_out()
        elif sign == ".":
            self.insert(self.point())
        elif sign in BETWEEN:
            self.join(sign)
        elif sign == ")":
            if self.before().count("(") > self.before().count(")"):
                self.insert(sign)
        elif sign == "%":
            if self.before()[-1:] not in ("", "(", *BETWEEN):
                self.go_on()
                self.insert(sign)
        else:
            self.insert(sign)

    def put(self, expression: str) -> None:
        """Show an expression that is not worked out yet."""
        self.state.update(expression=expression[:MAX_LENGTH], result="", wrong=False, value="")

    def before(self) -> str:
        """What the next sign comes after: where there is a result, that."""
        value = self.state.get("value", "")
        return as_operand(value) if value else self.expression

    def go_on(self) -> None:
        """Go on with the result, where there is one."""
        if self.state.get("value"):
            self.put(self.before())

    def insert(self, text: str) -> None:
        """Add to the expression; after a result, begin another."""
        expression = "" if self.state.get("value") else self.expression
        if len(expression) + len(text) > MAX_LENGTH:
            self.toast("This is too long")
            return
        self.put(expression + text)

    def point(self) -> str:
        """A decimal point, unless the number has one."""
        number = re.search(r"[\d.]*$", "" if self.state.get("value") else self.expression)
        digits = number.group() if number else ""
        if "." in digits:
            return ""
        return "." if digits else "0."

    def join(self, sign: str) -> None:
        """A sign between two numbers takes the place of one that is there; a minus may also begin one."""
        self.go_on()
        expression = self.expression
        if sign == "−" and (not expression or expression[-1] in "(×÷^√"):
            self.insert(sign)
            return
        expression = expression.rstrip(BETWEEN)
        if expression and expression[-1] not in "(√":
            self.put(expression)
            self.insert(sign)

    def work_out(self) -> None:
        if not self.expression or self.state.get("value"):
            return
        try:
            value = plain(reckon(self.expression))
            if as_operand(value) != self.expression:
                add_sum(self.db, self.expression, at_ms=self.phone.now_ms)
        except NoResult as problem:
            self.state.update(result=str(problem), wrong=True, value="")
            return
        self.state.update(result=grouped(value), wrong=False, value=value)

    def returned(self, result: Any) -> None:
        """A result of the history takes its place after a sign, or else begins another expression."""
        operand = as_operand(str(result))
        if self.state.get("value") or self.expression[-1:] not in ("(", "√", *BETWEEN):
            self.put("")
        if operand.startswith("−") and self.expression:
            operand = f"({operand})"
        self.insert(operand)


def ask_clear(screen: Screen) -> None:
    """Ask before the history goes."""
    if screen.db.value("SELECT _id FROM history LIMIT 1") is None:
        screen.toast("The history is empty")
        return
    screen.confirm("Clear history?", yes="Clear", then="clear_history")


def clear_history(screen: Screen) -> None:
    screen.db.run("DELETE FROM history")
    screen.toast("History cleared")


class SumHistory(Screen):
    """What was worked out, the newest first. Tapping takes the result over."""

    def view(self) -> View:
        return Scaffold(
            TopBar(
                "History",
                back=self.close,
                actions=(IconButton("delete_sweep", "Clear history", lambda: ask_clear(self)),),
            ),
            LazyList(self.sums, self.row, empty="No calculations yet"),
        )

    def sums(self, first: int, count: int) -> list[dict[str, Any]]:
        return self.db.rows(
            "SELECT * FROM history ORDER BY at DESC, _id DESC LIMIT ? OFFSET ?", count, first
        )

    def row(self, done: dict[str, Any]) -> View:
        at, id, result = from_millis(done["at"]), done["_id"], done["result"]
        row = Tile(
            done["expression"],
            f"{at:%a}, {at.day} {at:%b}, {at:%H:%M}",
            trailing=Text(f"= {grouped(result)}", "subtitle"),
            on_click=lambda: self.close(result),
            on_long_click=lambda: self.menu({"Copy result": "copy", "Delete": "delete"}, id=id),
        )
        return row.swiped(lambda direction: self.swipe(direction, id))

    def swipe(self, direction: Direction, id: int) -> None:
        del direction
        self.delete(id)

    def copy(self, id: int) -> None:
        result = self.db.value("SELECT result FROM history WHERE _id = ?", id)
        if result is not None:
            self.phone.clipboard = result
            self.toast("Copied to clipboard")

    def delete(self, id: int) -> None:
        self.db.run("DELETE FROM history WHERE _id = ?", id)
        self.toast("Calculation deleted")

    def clear_history(self) -> None:
        clear_history(self)


APP = App(
    package=PACKAGE,
    label="Calculator",
    icon="calculate",
    color="#00796b",
    screens={"calculator": Calculator, "history": SumHistory},
    start="calculator",
    database="calculator.db",
    schema=SCHEMA,
    seed=seed,
)
