"""A catalogue in a few plain figures: what data sets, reports, runs and bundles tell of it."""

from __future__ import annotations

from dataclasses import dataclass

from phoneworld.catalogue.splits import Splits


@dataclass(frozen=True, slots=True)
class FolderFacts:
    """An app that a folder brought. `digest` tells it from another of the same name."""

    name: str
    package: str
    digest: str
    tasks: int
    train: bool


@dataclass(frozen=True, slots=True)
class CatalogueFacts:
    """How much there was, and what was held out of training.

    `wordings` is a digest of all sentences besides the templates' own.
    """

    apps: int
    templates: int
    train_wordings: int
    held_out_wordings: int
    wordings: str
    splits: Splits
    held_out_templates: tuple[str, ...]
    folders: tuple[FolderFacts, ...] = ()

    def lines(self) -> tuple[str, ...]:
        """The same in words."""
        splits = self.splits
        apps = ", ".join(splits.held_out_apps)
        families = ", ".join(splits.held_out_families)
        brought = "".join(
            f", with {one.name} ({one.package}, {one.digest})" for one in self.folders
        )
        return (
            f"catalogue: {self.apps} apps, {self.templates} templates{brought}",
            (
                f"splits: worlds {_spans(splits.validation_worlds)} are for validation, "
                f"{_spans(splits.test_worlds)} for testing, the others for training"
            ),
            (
                f"held out of training: {len(self.held_out_templates)} templates, "
                f"{self.held_out_wordings} wordings, apps: {apps or 'none'}"
                f"{f', families: {families}' if families else ''}"
            ),
        )


def _spans(worlds: tuple[int, ...]) -> str:
    return ", ".join(map(str, worlds))
