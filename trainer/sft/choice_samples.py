"""Lessons in choosing, made up: of all that the screen shows, what the goal names and is still to be done.

Prompts and replies have the form of real ones, but every name is made of random syllables. Nothing can
be known by heart, so that the only way is to look for what stands in the goal, on the screen, and not yet
in the steps before. Recorded episodes teach the same, but seldom: what they ask for can mostly be guessed
from the app.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.random import Generator

from trainer.sft.config import ChoosingConfig
from trainer.sft.samples import TrainingSequence
from trainer.tokenizer.policy_tokenizer import PolicyTokenizer

_SYLLABLE = re.compile(rb"[a-z]{1,5}")
_LONGEST_LABEL = 38
"""In characters: thoughts repeat 40 of a label."""
_FEWEST, _MOST = 4, 22
_FIELDS = 4


class ChoiceSamples:
    """A batch for each step: each row is one made-up decision."""

    def __init__(self, tokenizer: PolicyTokenizer, config: ChoosingConfig, *, seed: int) -> None:
        pieces = (tokenizer.piece(token) for token in range(tokenizer.size))
        self._syllables = sorted({piece.decode() for piece in pieces if _SYLLABLE.fullmatch(piece)})
        self._tokenizer = tokenizer
        self._config = config
        self._seed = seed

    def rows(self, step: int) -> list[TrainingSequence]:
        """The batch of a step of the whole training."""
        random = np.random.default_rng([self._seed, 1, step])
        drawn: list[tuple[list[int], int]] = []
        room = self._config.batch_tokens
        while room > 0:
            drawn.append(self._decision(random))
            room -= len(drawn[-1][0])
        replies = sum(len(tokens) - prompt for tokens, prompt in drawn)
        # Once decisions are learnt again, the loss that is logged is theirs.
        counts = step < self._config.begin + self._config.steps
        return [
            TrainingSequence(
                np.array(tokens, np.int32),
                np.arange(prompt - 1, len(tokens) - 1),
                np.full(len(tokens) - prompt, 1 / replies, np.float32),
                len(tokens) - prompt if counts else 0,
            )
            for tokens, prompt in drawn
        ]

    def _decision(self, random: Generator) -> tuple[list[int], int]:
        """Its tokens, and how many of them are the prompt."""
        goal, steps, screen, reply = (
            self._typing(random) if random.random() < 0.4 else self._tapping(random)
        )
        encode = self._tokenizer.encode
        tokens = [*self._tokenizer.opening, *encode(f"Task: {goal}\n")]
        for one in steps:
            tokens += encode(f"- {one}\n")
        header = f"Screen {self._word(random).lower()}/{self._word(random).lower()}"
        text = "".join(f"{line}\n" for line in (header, *screen))
        tokens += self._tokenizer.encode_newest([f"{text}Do:\n"])
        return tokens + self._tokenizer.encode_reply(reply), len(tokens)

    def _tapping(self, random: Generator) -> tuple[str, list[str], list[str], str]:
        """One of the lines is named by the goal; others that it names were tapped before."""
        names = self._names(random, int(random.integers(_FEWEST, _MOST)))
        labels = [self._label(random, name) for name in names]
        target, *before = random.permutation(len(names))[: int(random.integers(1, 4))].tolist()
        goal = self._sentence(random, [names[place] for place in (*sorted(before), target)])
        steps = [f"Tap {labels[place]}" for place in sorted(before)]
        steps = [f"Open {self._word(random)}", *steps] if random.random() < 0.7 else steps
        screen, numbers = _lines(random, labels)
        reply = f'Tap {labels[target]} #{numbers[target]}\n{{"name":"click","arguments":{{"index":{numbers[target]}}}}}'
        return goal, steps, screen, reply

    def _typing(self, random: Generator) -> tuple[str, list[str], list[str], str]:
        """The goal gives values for fields in their order; the first that is empty is next."""
        count = int(random.integers(1, _FIELDS + 1))
        fields = self._names(random, count)
        values = [self._name(random, longest=5) for _ in fields]
        done = int(random.integers(0, count))
        parts = [
            _line_of(random, field, value) for field, value in zip(fields, values, strict=True)
        ]
        goal = self._sentence(random, [", ".join(parts)])
        steps = [f"Type in {fields[place]}: {values[place]}" for place in range(done)]
        steps = [f"Tap {self._name(random)}", *steps]
        others = self._names(random, int(random.integers(1, 6)))
        top = int(random.integers(0, len(others) + 1))
        lines = [*others[:top], *fields, *others[top:]]
        states = {top + place: " field" for place in range(count)}
        states |= {top + place: f" field: {values[place]}" for place in range(done)}
        if done:
            states[top + done - 1] = f" focused field: {values[done - 1]}"
        screen = [f"{line} #{number}{states.get(number, '')}" for number, line in enumerate(lines)]
        index = top + done
        call = f'{{"name":"type","arguments":{{"text":"{values[done]}","index":{index}}}}}'
        return goal, steps, screen, f"Type in {fields[done]} #{index}\n{call}"

    def _sentence(self, random: Generator, mentions: list[str]) -> str:
        """Words around what is mentioned, in the order in which it is."""
        parts: list[str] = []
        for mention in mentions:
            parts += [self._word(random).lower() for _ in range(int(random.integers(1, 5)))]
            parts.append(f'"{mention}"' if random.random() < 0.3 else mention)
        if random.random() < 0.5:
            parts += [self._word(random).lower() for _ in range(int(random.integers(1, 4)))]
        said = " ".join(parts)
        return f"{said[:1].upper()}{said[1:]}."

    def _names(self, random: Generator, count: int) -> list[str]:
        """Different ones, some of which begin alike."""
        found: list[str] = []
        while len(found) < count:
            name = self._name(random)
            if found and random.random() < 0.2:
                name = f"{found[-1].split(' ')[0]} {name}"[:_LONGEST_LABEL].rstrip()
            if name not in found:
                found.append(name)
        return found

    def _label(self, random: Generator, name: str) -> str:
        """A name, sometimes with more after it, as rows of lists have."""
        label = f"{name}, {self._name(random)}" if random.random() < 0.3 else name
        return label if len(label) <= _LONGEST_LABEL else name

    def _name(self, random: Generator, longest: int = 3) -> str:
        words = [self._word(random) for _ in range(int(random.integers(1, longest + 1)))]
        return " ".join(words)[:_LONGEST_LABEL].rstrip()

    def _word(self, random: Generator) -> str:
        if random.random() < 0.15:
            return "".join(map(str, random.integers(0, 10, size=int(random.integers(1, 5)))))
        count = int(random.integers(1, 3))
        chosen = random.integers(len(self._syllables), size=count)
        word = "".join(self._syllables[place] for place in chosen)
        return word.capitalize() if random.random() < 0.5 else word


def _lines(random: Generator, labels: list[str]) -> tuple[list[str], list[int]]:
    """Lines with numbers that leave some out, as those of elements that cannot be tapped do."""
    lines: list[str] = []
    numbers: list[int] = []
    number = int(random.integers(0, 3))
    for label in labels:
        numbers.append(number)
        state = ("", "", "", "", " on", " off", " tab")[int(random.integers(7))]
        lines.append(f"{label} #{number}{state}")
        number += int(random.integers(1, 3))
    return lines, numbers


def _line_of(random: Generator, field: str, value: str) -> str:
    """A field and its value, as goals put it."""
    forms = ("{0}: {1}", "{0} {1}", "{0} is {1}", '{0} "{1}"')
    return forms[int(random.integers(len(forms)))].format(field, value)
