"""Tasks with passes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from phoneworld.apps.huddle.data import PATH
from phoneworld.apps.huddle.formats import days_after
from phoneworld.apps.huddle.mini.bike.data import PASSES, PAYEE, add_pass
from phoneworld.apps.huddle.receipts import MiniTask, PaymentMethods, enter, paid, pay, wallet_of
from phoneworld.apps.huddle.wallet import BALANCE
from phoneworld.author import (
    Added,
    Expectation,
    Instead,
    Level,
    Mistake,
    Pilot,
    Scene,
    Script,
    Tap,
    Way,
)


@dataclass(frozen=True)
class BuyPass(MiniTask):
    """A pass, paid in a certain way."""

    template = "huddle.bike_buy_pass"
    level = Level.MEDIUM
    goals = (
        "Buy a {pass_name} for Huddle's Bikes and pay with {way}.",
        "I want a bike {pass_name} in Huddle. Use {way}.",
        "Get me the {pass_name} of the bike share in Huddle, paid from {way}.",
    )

    pass_name: str
    other: str
    way: str
    until: str
    wallet: PaymentMethods

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        kind, other = rng.sample(tuple(PASSES), 2)
        wallet = wallet_of(scene)
        way = rng.choice((BALANCE, wallet.other_card))
        return cls(
            pass_name=kind,
            other=other,
            way=way,
            until=days_after(scene.phone.today, PASSES[kind][0] - 1),
            wallet=wallet,
        )

    def expect(self) -> list[Expectation]:
        return [
            Added(PATH, "bike_passes", {"kind": self.pass_name, "until": self.until}),
            *paid(self.wallet, PAYEE, PASSES[self.pass_name][1], method=self.way),
        ]

    def script(self) -> Script:
        return (
            *enter("Bikes"),
            Tap("Passes", role="item"),
            Tap(self.pass_name, role="item"),
            *pay(self.way),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "another pass": Instead(pass_name=self.other),
            "another card": Instead(way=self.wallet.first_card),
        }


@dataclass(frozen=True)
class RenewalOff(MiniTask):
    """The pass does not renew itself already."""

    template = "huddle.bike_renewal_already_off"
    level = Level.EASY
    goals = (
        "Make sure that my bike {low_kind} in Huddle does not renew automatically.",
        "My {low_kind} for Huddle's Bikes should simply run out. Check that it is not renewed.",
        (
            "I do not want to pay for another {low_kind}: automatic renewal in Huddle's Bikes must be "
            "off."
        ),
    )

    low_kind: str
    other: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        kind, other = scene.rng.sample(tuple(PASSES)[1:], 2)
        wallet = wallet_of(scene)
        add_pass(
            scene.phone.databases[PATH],
            kind,
            until=days_after(scene.phone.today, scene.rng.randint(1, 6)),
            method=wallet.first_card,
        )
        return cls(low_kind=kind.lower(), other=other)

    def expect(self) -> list[Expectation]:
        return []

    def solve(self, pilot: Pilot) -> None:
        pilot.follow(enter("Bikes"))
        pilot.tap("Passes", role="item")
        if pilot.reach("Renew automatically").checked:
            pilot.tap("Renew automatically")

    def mistakes(self) -> dict[str, Mistake]:
        passes = (*enter("Bikes"), Tap("Passes", role="item"))
        return {
            "turned it on": Way(*passes, Tap("Renew automatically")),
            "bought another": Way(*passes, Tap(self.other, role="item"), *pay()),
        }
