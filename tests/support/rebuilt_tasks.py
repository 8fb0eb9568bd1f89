"""The generated tasks of an app that is rebuilt from written screens: the sound ones of a kind, and one drawn."""

from __future__ import annotations

from written_screens import WIDTH, app_of, dialog, screen, tap, view

from phoneworld import Workshop
from phoneworld.reconstruction.generated_tasks import plans_of
from phoneworld.reconstruction.generic_app import make_app
from phoneworld.reconstruction.specification import AppSpec
from phoneworld.system import launcher
from phoneworld.tasks.check import check_task
from phoneworld.tasks.template import Template
from phoneworld.tasks.trial import Task, Trial


def workshop_of(spec: AppSpec) -> Workshop:
    app = make_app(spec)
    return Workshop({launcher.APP.package: launcher.APP, app.package: app})


def sound_of(spec: AppSpec, kind: str) -> list[Template]:
    """The templates of a kind; they are all sound."""
    found = [plan.template for plan in plans_of(spec) if f".{kind}." in plan.template.name]
    for template in found:
        assert not [one for n in (0, 1) for one in check_task(workshop_of(spec), template, n)]
    return found


def drawn(spec: AppSpec, template: Template, seed: int = 0) -> Trial:
    return Trial(workshop_of(spec), Task(template, seed))


def radio(label: str, top: int, *, on: bool) -> str:
    return (
        f'<node class="android.widget.RadioButton" text="{label}" checkable="true" clickable="true" '
        f'checked="{str(on).lower()}" package="p" resource-id="p:id/text1" '
        f'bounds="[0,{top}][{WIDTH},{top + 100}]"/>'
    )


def themes(chosen: str) -> tuple[str, ...]:
    names = ("Light", "Dark", "Sepia")
    return tuple(radio(n, 900 + 100 * i, on=n == chosen) for i, n in enumerate(names))


def chooser() -> AppSpec:
    main = screen("Main", view("Button", "Theme", 400))
    light, dark = dialog("Theme", *themes("Light")), dialog("Theme", *themes("Dark"))
    return app_of([main, tap(450), light, tap(1050), dark])
