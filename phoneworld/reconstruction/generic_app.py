"""The one app that runs every specification."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from phoneworld.app import App, Screen
from phoneworld.phone import Phone
from phoneworld.reconstruction.blueprint import Blueprint
from phoneworld.reconstruction.hand_offs import HandingScreen, hand_offs_of
from phoneworld.reconstruction.records import DATABASE, FACTS, fill, schema_of
from phoneworld.reconstruction.replica_screen import ReplicaScreen
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.store import database_path
from phoneworld.world import World

PASSING_S = 0.5
"""How long a screen stays that passes by itself."""


def make_app(spec: AppSpec, images: Mapping[str, bytes] | None = None) -> App:
    """An app that a phone can install."""
    return app_of(Blueprint(spec, images or {}))


def app_of(blueprint: Blueprint) -> App:
    """An app that a phone can install, which looks up what it does in this blueprint."""
    spec = blueprint.spec
    hand_offs = hand_offs_of(spec)
    handing = {screen for screen, _, _ in hand_offs}
    screens: dict[str, type[Screen]] = {}
    for screen in spec.screens:
        base = HandingScreen if screen.name in handing else ReplicaScreen
        known = {"blueprint": blueprint, "route": screen.name, "hand_offs": hand_offs}
        made = type(f"ReplicaOf_{screen.name}", (base,), {**known, "__slots__": ()})
        screens[screen.name] = cast("type[Screen]", made)
    path = database_path(spec.package, DATABASE)

    def seed(phone: Phone, world: World) -> None:
        fill(phone, world, spec, path)

    def on_time(phone: Phone, before_s: float, now_s: float) -> None:
        screen = phone.activity.screen if phone.front == spec.package else None
        if now_s - before_s >= PASSING_S and isinstance(screen, ReplicaScreen):
            screen.time_passed()

    return App(
        package=spec.package,
        label=spec.label,
        icon="apps",
        color=spec.color,
        screens=screens,
        start=spec.start,
        database=DATABASE,
        schema=schema_of(spec),
        seed=seed,
        derived=(FACTS,),
        on_time=on_time if spec.passes else None,
    )
