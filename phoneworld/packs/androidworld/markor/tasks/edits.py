"""Tasks in which a note is changed, or renamed as well."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from phoneworld.author import (
    Alike,
    Enter,
    Expectation,
    Instead,
    Level,
    Mistake,
    Open,
    Pilot,
    Scene,
    Script,
    Tap,
    Without,
)
from phoneworld.packs.androidworld.files_there import file_changed, put_file
from phoneworld.packs.androidworld.markor.data import note_path
from phoneworld.packs.androidworld.markor.tasks.setup import (
    LABEL,
    fill,
    naming,
    note_name,
    text_of,
)
from phoneworld.packs.androidworld.suite_task import SuiteTask
from phoneworld.packs.androidworld.words import letters, sentence
from phoneworld.phone import Phone

HEADER, FOOTER, REPLACE = "header", "footer", "replace"
ORDERS = {
    HEADER: "put this above everything else:",
    FOOTER: "put this below everything else:",
    REPLACE: "let it say this and nothing else:",
}


@dataclass(frozen=True)
class EditNote(SuiteTask):
    """A line above or below what a note says, or another text in its place."""

    template = "androidworld.markor_edit_note"
    suite = "MarkorEditNote"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        "Change the note {file_name} in Markor: {order} {new_text}",
        "In my Markor note {file_name}, {order} {new_text}",
        "Open {file_name} in Markor and {order} {new_text}",
    )

    file_name: str
    edit_type: str
    new_text: str
    original: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        name = f"note_{letters(rng, 5)}{rng.choice(('.md', '.txt'))}"
        kind, original = rng.choice(list(ORDERS)), sentence(rng)
        fill(scene, name)
        put_file(scene.phone, note_path(name), original)
        count = 3 if kind == REPLACE else 1
        return cls(name, kind, "\n".join(sentence(rng) for _ in range(count)), original)

    @classmethod
    def from_suite(cls, params: Mapping[str, Any], phone: Phone) -> Self:
        name, kind = params["file_name"], params["edit_type"]
        text = params["replace_text" if kind == REPLACE else kind]
        return cls(name, kind, text, text_of(phone, name))

    @property
    def order(self) -> str:
        return ORDERS[self.edit_type]

    @property
    def result(self) -> str:
        match self.edit_type:
            case "header":
                return f"{self.new_text}\n{self.original}"
            case "footer":
                return f"{self.original}\n{self.new_text}"
            case _:
                return self.new_text

    def expect(self) -> list[Expectation]:
        return [file_changed(note_path(self.file_name), Alike(self.result))]

    def solve(self, pilot: Pilot) -> None:
        pilot.open(LABEL)
        pilot.tap(self.file_name)
        if self.edit_type == FOOTER:
            # A note of the shell's ends with a line break.
            breaks = "" if pilot.read("text").endswith("\n") else "\n"
            pilot.type(f"{breaks}{self.new_text}", into="Write here")
        else:
            pilot.type(self.result, into="Write here", clear=True)

    def mistakes(self) -> dict[str, Mistake]:
        kinds = [kind for kind in ORDERS if kind != self.edit_type]
        return {f"done as {kind}": Instead(edit_type=kind) for kind in kinds}


@dataclass(frozen=True)
class ChangeContent(SuiteTask):
    """A note says something else, and has another name."""

    template = "androidworld.markor_change_note_content"
    suite = "MarkorChangeNoteContent"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        'In Markor, let {original_name} say "{updated_content}" and rename it to {new_name}.',
        'Rename the Markor note {original_name} to {new_name}, and make "{updated_content}" its text.',
        'Replace the text of {original_name} in Markor by "{updated_content}"; its name is to be {new_name}.',
    )

    original_name: str
    new_name: str
    updated_content: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        old, new = note_name(rng), note_name(rng)
        fill(scene, old, new)
        put_file(scene.phone, note_path(old), letters(rng, 20))
        return cls(old, new, letters(rng, 20))

    def expect(self) -> list[Expectation]:
        content = Alike(self.updated_content)
        return [file_changed(note_path(self.original_name), content, to=note_path(self.new_name))]

    def script(self) -> Script:
        return (
            Open(LABEL),
            Tap(self.original_name),
            Enter(self.updated_content, into="Write here", clear=True),
            *naming(self.original_name, self.new_name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not renamed": Without(Tap("Rename"), Tap("More options"), Enter(self.new_name)),
            "only renamed": Without(Enter(self.updated_content)),
        }


@dataclass(frozen=True)
class AddHeader(SuiteTask):
    """A line and an empty one stand above what a note says, which has another name."""

    template = "androidworld.markor_add_note_header"
    suite = "MarkorAddNoteHeader"
    complexity = 1.2
    level = Level.MEDIUM
    apps = (LABEL,)
    goals = (
        (
            'Put "{header}" and an empty line before what the Markor note {original_name} says, and rename '
            "it to {new_name}."
        ),
        (
            'The Markor note {original_name} is to begin with "{header}", then an empty line, then its old '
            "text; call it {new_name} afterwards."
        ),
        (
            'In Markor, add "{header}" plus a blank line at the top of {original_name} and change its name '
            "to {new_name}."
        ),
    )

    original_name: str
    new_name: str
    header: str
    original_content: str

    @classmethod
    def draw(cls, scene: Scene) -> Self:
        rng = scene.rng
        old, new, content = note_name(rng), note_name(rng), sentence(rng)
        fill(scene, old, new)
        put_file(scene.phone, note_path(old), content)
        return cls(old, new, letters(rng, 20), content)

    @property
    def result(self) -> str:
        return f"{self.header}\n\n{self.original_content}\n"

    def expect(self) -> list[Expectation]:
        new = note_path(self.new_name)
        return [file_changed(note_path(self.original_name), self.result.encode(), to=new)]

    def script(self) -> Script:
        return (
            Open(LABEL),
            Tap(self.original_name),
            Enter(self.result, into="Write here", clear=True),
            *naming(self.original_name, self.new_name),
        )

    def mistakes(self) -> dict[str, Mistake]:
        return {
            "not renamed": Without(Tap("Rename"), Tap("More options"), Enter(self.new_name)),
            "another header": Instead(header=self.header[::-1]),
        }
