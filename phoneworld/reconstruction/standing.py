"""Puts a screen of a rebuilt app where a recording stood: its content, its rows, its settings. For replays, which
start anywhere.
"""

from __future__ import annotations

from phoneworld.reconstruction.adopted_rows import adopt_rows
from phoneworld.reconstruction.replica_screen import ReplicaScreen
from phoneworld.reconstruction.screen_state import AS_RECORDED, GIVEN, ROW
from phoneworld.reconstruction.specification import StateSpec
from runtime.observation import CHECKED


def take(screen: ReplicaScreen, content: StateSpec) -> None:
    """Show a content that was not recorded, with its rows in the table."""
    screen.state[GIVEN] = screen.blueprint.give(content)
    screen.show(screen.at, keep_typed=False)
    adopt(screen)


def adopt(screen: ReplicaScreen) -> None:
    """Let the data be what the content shows."""
    blueprint, records = screen.blueprint, screen.records
    for detail in blueprint.spec.details:
        if detail.screen != screen.route:
            continue
        table = blueprint.tables[detail.table]
        key = blueprint.shown_key(detail, screen.shown_at)
        row = records.find(table, {table.columns[0].name: key}) if key else None
        if row is not None:
            screen.args[ROW] = row
    spec = blueprint.lists.get(screen.route)
    if spec is not None:
        adopt_rows(blueprint, records, spec, screen.parts(), screen.section())
        screen.state[AS_RECORDED] = records.version(blueprint.tables[spec.table])


def match_settings(screen: ReplicaScreen) -> None:
    """Set the app's settings as the content shows them."""
    parts = screen.parts()
    for place, name in screen.blueprint.switches(screen.route, screen.shown_at):
        inside = screen.blueprint.tick_in(parts, place)
        if inside is not None:
            screen.records.put(name, on=bool(parts[inside].node.flags & CHECKED))
