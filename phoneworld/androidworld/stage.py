"""What a suite is played on: apps, a phone that has them, and the tasks by the names that clients use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from phoneworld.catalogue import Catalogue, open_catalogue
from phoneworld.packs import find_pack
from phoneworld.packs.androidworld.app_names import opened_by
from phoneworld.packs.androidworld.suite_task import suite_task_type
from phoneworld.phone import Phone
from phoneworld.tasks.template import Template
from phoneworld.workshop import Workshop

PACK = "androidworld"
BUILT_IN = "PhoneWorld's own tasks"


@dataclass(frozen=True, slots=True)
class SuiteStage:
    """One phone with the tasks for it. `title` says whose tasks these are, wherever a score is told.

    `opened_by` is the app that a name means to clients of the suite, or the name.
    """

    title: str
    types: Mapping[str, Template]
    workshop: Workshop
    phone: Phone
    opened_by: Callable[[str], str] = str

    @classmethod
    def of(cls, catalogue: Catalogue, workshop: Workshop, phone: Phone) -> SuiteStage:
        """The stage of a phone that is there already."""
        if catalogue.pack != PACK:
            return cls(BUILT_IN, catalogue.templates, workshop, phone)
        types = _by_suite_name(catalogue.templates)
        return cls(find_pack(PACK).title, types, workshop, phone, opened_by)

    @classmethod
    def make(cls, *, pack: bool) -> SuiteStage:
        """A stage with a phone of its own: the pack's, or one with the built-in apps."""
        catalogue = open_catalogue([Path(PACK)] if pack else [])
        workshop = catalogue.workshop()
        return cls.of(catalogue, workshop, workshop.phone(0))


def _by_suite_name(templates: Mapping[str, Template]) -> dict[str, Template]:
    """Templates by AndroidWorld's names for them."""
    named = [(suite_task_type(template), template) for template in templates.values()]
    return {one.suite: template for one, template in named if one is not None}
