"""Tasks with the calculator."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from phoneworld.apps.calculator.data import PATH, add_sum, draw_expression
from phoneworld.apps.calculator.reckoning import grouped, plain, reckon
from phoneworld.store import Database
from phoneworld.tasks.expect import Added, Answered, Ended, Expectation, Maybe, Removed
from phoneworld.tasks.pilot import Pilot
from phoneworld.tasks.template import Level, Params, Scene, Template
from phoneworld.world import millis
from runtime.actions import FinishStatus


def database_of(scene: Scene) -> Database:
    """Calculator's database on the phone of a task."""
    return scene.phone.databases[PATH]


def press(pilot: Pilot, expression: str) -> None:
    """Press the keys of an expression, and = at the end."""
    for sign in f"{expression}=":
        pilot.tap(sign, role="button")


def worked_out(result: str) -> list[Expectation]:
    """A sum with this result was done, perhaps after some others, and the result was told."""
    others = [Maybe(Added(PATH, "history", {})) for _ in range(4)]
    return [Added(PATH, "history", {"result": result}), Answered(result), *others]


def add_earlier(scene: Scene, expression: str) -> str:
    """A sum that was done some days ago; its result."""
    rng = scene.rng
    moment = scene.world.day(rng.randint(-12, -1), rng.randint(8, 20), rng.randint(0, 59))
    return add_sum(database_of(scene), expression, at_ms=millis(moment))


def draw_free(scene: Scene) -> str:
    """An expression that is not in the history."""
    database = database_of(scene)
    while True:
        expression = draw_expression(scene.rng)
        if not database.value("SELECT _id FROM history WHERE expression = ?", expression):
            return expression


class Compute(Template):
    """Two numbers and a sign."""

    name = "calculator.compute"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Use the calculator to work out {spoken} and tell me the result.",
        "What is {spoken}? Please do it with the calculator.",
        "Open the calculator, compute {spoken} and give me the number it shows.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        kind = rng.choice("+−×÷")
        one, two = rng.randint(112, 9890), rng.randint(12, 98)
        if kind == "÷":
            two = rng.choice((4, 5, 8, 16, 20, 25, 40))
        if kind in "+−":
            two = rng.randint(3, 109) + Decimal(rng.choice(("0.25", "0.4", "0.75", "0.8")))
        words = {"+": "plus", "−": "minus", "×": "times", "÷": "divided by"}
        said = rng.choice((f" {words[kind]} ", f" {kind} "))
        expression = f"{one}{kind}{two}"
        return {
            "expression": expression,
            "spoken": f"{one}{said}{two}",
            "result": plain(reckon(expression)),
            "slip": f"{one + rng.choice((1, 10, 100))}{kind}{two}",
            "other_sign": f"{one}{'×' if kind in '+−' else '+'}{two}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        return worked_out(v["result"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        press(pilot, v["expression"])
        if not v.get("silent"):
            pilot.say(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "a slip of the finger": {"expression": v["slip"]},
            "another sign": {"expression": v["other_sign"]},
            "told nothing": {"silent": True},
        }


class Brackets(Template):
    """The order matters: without brackets it goes wrong."""

    name = "calculator.brackets"
    level = Level.HARD
    apps = ("Calculator",)
    goals = (
        "With the calculator: add {a} and {b}, multiply the sum by {c}, then take away {d}. What is it?",
        "Calculate this on my phone and tell me: the sum of {a} and {b}, times {c}, minus {d}.",
        (
            "I bought {c} sets of one item at {a} and one at {b}, and got {d} off the total. "
            "What did I pay? Use the calculator app."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        a, b = rng.randint(11, 79), rng.randint(11, 79)
        c, d = rng.randint(5, 14), rng.randint(5, 99)
        return {"a": a, "b": b, "c": c, "d": d, "result": str((a + b) * c - d)}

    def expect(self, v: Params) -> list[Expectation]:
        return worked_out(v["result"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        both = f"{v['a']}+{v['b']}"
        pilot.open("Calculator")
        press(pilot, f"{both if v.get('flat') else f'({both})'}×{v['c']}−{v['d']}")
        pilot.say(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"no brackets": {"flat": True}, "forgot the last part": {"d": 0}}


def draw_bill(rng: Random) -> tuple[int, int, int]:
    """A bill in cents, a tip in percent and a number of people that come out even."""
    while True:
        cents, tip, people = (
            rng.randint(2000, 24000),
            rng.choice((10, 12, 15, 20)),
            rng.randint(3, 8),
        )
        if cents * (100 + tip) % (100 * people) == 0 and cents % 100:
            return cents, tip, people


class SplitBill(Template):
    """A bill with a tip, shared."""

    name = "calculator.split_bill"
    level = Level.HARD
    apps = ("Calculator",)
    goals = (
        (
            "Our bill is ${bill}. We tip {tip}% and split it between {people} people. "
            "How much does each pay? Use the calculator."
        ),
        (
            "{people} of us share a bill of ${bill} plus {tip}% tip. Work out with the calculator "
            "what everybody owes."
        ),
        (
            "Please calculate on the phone: ${bill} and {tip}% tip on top, divided by {people}. "
            "Tell me one share."
        ),
    )

    def setup(self, scene: Scene) -> Params:
        cents, tip, people = draw_bill(scene.rng)
        share = Decimal(cents * (100 + tip)) / (10000 * people)
        return {
            "bill": f"{cents // 100}.{cents % 100:02d}",
            "tip": tip,
            "people": people,
            "result": plain(share),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return worked_out(v["result"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        press(pilot, f"{v['bill']}×1.{v['tip']}÷{v['people']}")
        pilot.say(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"one person fewer": {"people": v["people"] - 1}, "another tip": {"tip": "05"}}


class PercentOf(Template):
    """A share of an amount."""

    name = "calculator.percent_of"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "What is {percent}% of {amount}? Please use the calculator.",
        "Calculate {percent} percent of {amount} in the calculator app and tell me.",
        "I need to know how much {percent}% of {amount} is. Work it out on the phone.",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        percent, amount = rng.choice((7, 12, 18, 19, 22, 35, 65)), rng.randint(115, 4800)
        return {
            "percent": percent,
            "amount": amount,
            "result": plain(Decimal(percent * amount) / 100),
            "with_it": f"{amount}+{percent}%",
            "expression": f"{percent}%×{amount}",
        }

    def expect(self, v: Params) -> list[Expectation]:
        return worked_out(v["result"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        press(pilot, v["expression"])
        pilot.say(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "added to it": {"expression": v["with_it"]},
            "without the percent sign": {"expression": f"{v['percent']}×{v['amount']}"},
        }


class FindResult(Template):
    """A result of some days ago, among similar ones."""

    name = "calculator.find_result"
    level = Level.MEDIUM
    apps = ("Calculator",)
    hidden = ("result",)
    goals = (
        "I worked out {expression} some days ago. What did the calculator say?",
        "Look in the calculator's history: what was the result of {expression}?",
        "Find my old calculation {expression} and tell me its result. Don't calculate it again.",
    )

    def setup(self, scene: Scene) -> Params:
        expression = draw_free(scene)
        while grouped(plain(reckon(expression))) in expression:
            expression = draw_free(scene)
        shown = grouped(add_earlier(scene, expression))
        other = f"{expression}+{scene.rng.randint(2, 40)}"
        add_earlier(scene, other)
        return {"expression": expression, "result": shown, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Answered(v["result"])]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        row = pilot.reach(f"{v['expression']},", role="item")
        pilot.say(row.text.rpartition("= ")[2])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"a similar one": {"expression": v["other"]}}


class ReuseResult(Template):
    """A result of the history is what to go on with."""

    name = "calculator.reuse_result"
    level = Level.HARD
    apps = ("Calculator",)
    hidden = ("first",)
    goals = (
        "Take the result of {expression} from the calculator's history and {what} {number}. What comes out?",
        "I calculated {expression} the other day. Look up what it gave, {what} {number}, and tell me.",
        "Find my earlier {expression} in Calculator. What do I get when I {what} {number}?",
    )

    def setup(self, scene: Scene) -> Params:
        rng = scene.rng
        one, two, number = rng.randint(31, 99), rng.randint(31, 99), rng.choice((4, 5, 8, 16, 25))
        sign = rng.choice("×÷")
        expression, other = f"{one}×{two}×6", f"{two}×{one + 1}×6"
        first = add_earlier(scene, expression)
        add_earlier(scene, other)
        return {
            "expression": expression,
            "other": other,
            "what": "multiply it by" if sign == "×" else "divide it by",
            "sign": sign,
            "number": number,
            "first": grouped(first),
            "result": plain(reckon(f"{first}{sign}{number}")),
        }

    def expect(self, v: Params) -> list[Expectation]:
        return worked_out(v["result"])

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.tap(f"{v['expression']},", role="item")
        press(pilot, f"{v['sign']}{v['number']}")
        pilot.say(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        wrong = "÷" if v["sign"] == "×" else "×"
        return {"a similar one": {"expression": v["other"]}, "the other sign": {"sign": wrong}}


class DeleteSum(Template):
    """One sum of the history goes."""

    name = "calculator.delete_entry"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Delete the calculation {expression} from the calculator's history, and only that one.",
        "Remove {expression} from the history of my calculator.",
        "The {expression} in my calculator history was a mistake. Take it out of there.",
    )

    def setup(self, scene: Scene) -> Params:
        expression = draw_free(scene)
        other = f"{expression}+1"
        for one in scene.rng.sample((expression, other), 2):
            add_earlier(scene, one)
        return {"expression": expression, "other": other}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "history", {"expression": v["expression"]})]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.hold(f"{v['expression']},", role="item")
        pilot.tap("Copy result" if v.get("copy") else "Delete")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"a similar one": {"expression": v["other"]}, "only copied": {"copy": True}}


class ClearHistory(Template):
    """All sums go."""

    name = "calculator.clear_history"
    apps = ("Calculator",)
    goals = (
        "Clear the history of the calculator.",
        "Delete all my past calculations in Calculator.",
        "Please empty the calculator history.",
    )

    def setup(self, scene: Scene) -> Params:
        database = database_of(scene)
        database.run("DELETE FROM history WHERE _id > ?", scene.rng.randint(2, 20))
        rows = database.rows("SELECT expression FROM history")
        return {"sums": [row["expression"] for row in rows], "button": "Clear"}

    def expect(self, v: Params) -> list[Expectation]:
        return [Removed(PATH, "history", {"expression": one}) for one in v["sums"]]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        if v.get("one"):
            pilot.tap("History")
            pilot.hold("=", role="item")
            pilot.tap("Delete")
            return
        pilot.tap("More options")
        pilot.tap("Clear history")
        pilot.tap(v["button"], role="button")

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"only the newest": {"one": True}, "cancelled": {"button": "Cancel"}}


class AlreadyEmpty(Template):
    """The history is empty: nothing is to be done."""

    name = "calculator.already_empty"
    apps = ("Calculator",)
    goals = (
        "Make sure that the calculator's history is empty.",
        "Nothing should be left in the history of Calculator. Please check.",
        "See to it that my calculator remembers no old calculations.",
    )

    def setup(self, scene: Scene) -> Params:
        database_of(scene).run("DELETE FROM history")
        return {"number": scene.rng.randint(10, 99)}

    def expect(self, v: Params) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        pilot.tap("History")
        pilot.reach("No calculations yet")
        if v.get("try_out"):
            pilot.back()
            press(pilot, v["try_out"])

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {"calculated something": {"try_out": f"{v['number']}+1"}}


class ByNought(Template):
    """What cannot be worked out."""

    name = "calculator.no_result"
    level = Level.MEDIUM
    apps = ("Calculator",)
    goals = (
        "Work out {a} ÷ ({b} − {b}) with the calculator and tell me the number.",
        "What is {a} divided by the difference of {b} and {b}? Use the calculator.",
        "Calculate {a}÷({b}−{b}) on my phone and give me the result.",
    )

    def setup(self, scene: Scene) -> Params:
        return {"a": scene.rng.randint(12, 980), "b": scene.rng.randint(3, 60)}

    def expect(self, v: Params) -> list[Expectation]:
        return [Ended(FinishStatus.IMPOSSIBLE)]

    def solve(self, pilot: Pilot, v: Params) -> None:
        pilot.open("Calculator")
        press(pilot, v.get("expression") or f"{v['a']}÷({v['b']}−{v['b']})")
        if v.get("answer"):
            pilot.say(v["answer"])
        elif v.get("expression"):
            pilot.say(pilot.read("result"))
        else:
            pilot.give_up(pilot.read("result"))

    def near_misses(self, v: Params) -> dict[str, Params]:
        return {
            "says nought": {"answer": "0"},
            "calculated something else": {"expression": f"{v['a']}÷{v['b']}−{v['b']}"},
        }


TASKS = (
    Compute(),
    Brackets(),
    SplitBill(),
    PercentOf(),
    FindResult(),
    ReuseResult(),
    DeleteSum(),
    ClearHistory(),
    AlreadyEmpty(),
    ByNought(),
)
