"""What models cost, by a table that comes with PhoneBuddy and one of the person's own.

A model that is in neither has no price: then nothing is reckoned, and no spending limit can hold.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from runtime.engines.remote.model import ModelPrice
from runtime.errors import ConfigError

FILE = "prices.toml"

_BUILT_IN = Path(__file__).with_name(FILE)
_DATED = re.compile(r"-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
_FIELDS = {"input", "output", "cached", "written"}

Prices = Mapping[tuple[str, str], ModelPrice]
"""By provider and model."""


def load_prices(folder: Path | None = None) -> dict[tuple[str, str], ModelPrice]:
    """The built-in prices, and those of the data folder's `prices.toml` before them."""
    prices = _read(_BUILT_IN)
    if folder is not None and (folder / FILE).exists():
        prices.update(_read(folder / FILE))
    return prices


def price_of(prices: Prices, provider: str, model: str) -> ModelPrice | None:
    """The price of a model; a dated name costs what the model costs."""
    return prices.get((provider, model)) or prices.get((provider, _DATED.sub("", model)))


def _read(path: Path) -> dict[tuple[str, str], ModelPrice]:
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigError(f"the prices in {path} cannot be read: {error}") from error
    prices: dict[tuple[str, str], ModelPrice] = {}
    for provider, models in told.items():
        for model, line in _table(models, path).items():
            prices[provider, model] = _price(line, f"{path}: {provider}.{model}")
    return prices


def _table(value: object, where: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise ConfigError(f"{where}: a table belongs there, as [openai]")
    return cast("Mapping[str, object]", value)


def _price(line: object, where: str) -> ModelPrice:
    fields = _table(line, where)
    numbers: dict[str, float] = {}
    for name, value in fields.items():
        if name not in _FIELDS or isinstance(value, bool) or not isinstance(value, int | float):
            raise ConfigError(
                f"{where}: {name} is no price; known are {', '.join(sorted(_FIELDS))}"
            )
        if not 0 <= value < 1_000_000:
            raise ConfigError(f"{where}: {name} = {value} is no price")
        numbers[name] = float(value)
    if not {"input", "output"} <= numbers.keys():
        raise ConfigError(f"{where}: a price has an input and an output")
    given = numbers["input"]
    return ModelPrice(
        given, numbers["output"], numbers.get("cached", given), numbers.get("written", given)
    )
