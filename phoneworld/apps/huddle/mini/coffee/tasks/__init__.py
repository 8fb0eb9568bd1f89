"""Tasks with coffee orders."""

from __future__ import annotations

from phoneworld.apps.huddle.mini.coffee.tasks.cart import (
    AskSize,
    CoffeeSoldOut,
    FillCart,
    RemoveFromCart,
)
from phoneworld.apps.huddle.mini.coffee.tasks.everyday import (
    CoffeeCartTotal,
    PastryPrice,
)
from phoneworld.apps.huddle.mini.coffee.tasks.menu import PriceOfRound, ReadHours
from phoneworld.apps.huddle.mini.coffee.tasks.orders import OrderAgain, OrderDrink
from phoneworld.author import templates_of

TASKS = templates_of(
    OrderDrink,
    OrderAgain,
    AskSize,
    CoffeeSoldOut,
    FillCart,
    RemoveFromCart,
    ReadHours,
    PriceOfRound,
    PastryPrice,
    CoffeeCartTotal,
)
