"""Apps, templates, wordings and splits as one value: `open_catalogue`."""

from phoneworld.catalogue.catalogue import Catalogue, open_catalogue
from phoneworld.catalogue.facts import CatalogueFacts, FolderFacts
from phoneworld.catalogue.splits import Split, Splits
from phoneworld.catalogue.suites import suite_names
from phoneworld.catalogue.wording_files import Wordings

__all__ = [
    "Catalogue",
    "CatalogueFacts",
    "FolderFacts",
    "Split",
    "Splits",
    "Wordings",
    "open_catalogue",
    "suite_names",
]
