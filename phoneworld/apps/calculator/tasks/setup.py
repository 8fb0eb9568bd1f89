"""What the tasks with the calculator share: sums in the history, keys, and what a sum leaves behind."""

from __future__ import annotations

from phoneworld.apps.calculator.arithmetic import plain, reckon
from phoneworld.apps.calculator.data import PATH, add_sum, draw_expression
from phoneworld.author import Added, Expectation, ExpectedAnswer, Maybe, Scene, Script, Tap
from phoneworld.store import Database
from phoneworld.world import millis


def database_of(scene: Scene) -> Database:
    """Calculator's database on the phone of a task."""
    return scene.phone.databases[PATH]


def press(expression: str) -> Script:
    """Press the keys of an expression, and = at the end."""
    return tuple(Tap(sign, role="button") for sign in f"{expression}=")


def worked_out(result: str, *on_the_way: str) -> list[Expectation]:
    """A sum with this result was done, perhaps after some of those that lead to it, and told."""
    results = dict.fromkeys(plain(reckon(expression)) for expression in on_the_way)
    return [
        Added(PATH, "history", {"result": result}),
        ExpectedAnswer(result),
        *(Maybe(Added(PATH, "history", {"result": one})) for one in results if one != result),
    ]


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
