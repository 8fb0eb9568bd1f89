"""Trying prompt formats: screens and actions of every kind, oracles' runs, walks through grammars."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import llama_cpp
import numpy as np
from built_in import CATALOGUE
from hypothesis import strategies as st

from phoneworld import Task, Trial, Workshop
from phoneworld.tasks.pilot import run_oracle
from runtime.actions import (
    Action,
    AskUser,
    Click,
    CloseApp,
    Direction,
    DoubleClick,
    Drag,
    ElementRef,
    Finish,
    FinishStatus,
    LongPress,
    OpenApp,
    Output,
    Point,
    PressButton,
    Scroll,
    Stroke,
    SystemButton,
    Target,
    Type,
    Wait,
)
from runtime.device import Performed
from runtime.engines.constraint import TokenVocabulary
from runtime.episode import Actor, Decision, Step
from runtime.errors import EngineError
from runtime.observation import Bounds, Element, Observation, Screenshot

SCREENSHOT = Screenshot(b"\x89PNG", "image/png", 100, 200)
ROLES = ("button", "item", "text", "field", "switch", "checkbox", "tab", "slider", "image", "list")


class SmolTokens:
    """The tokenizer of a GGUF file, through llama.cpp, without loading weights."""

    def __init__(self, path: Path) -> None:
        llama_cpp.llama_log_set(_SILENT, ctypes.c_void_p(0))
        params = llama_cpp.llama_model_default_params()
        params.vocab_only = True
        model = llama_cpp.llama_model_load_from_file(str(path).encode(), params)
        assert model is not None
        self._model = model
        vocab = llama_cpp.llama_model_get_vocab(model)
        assert vocab is not None
        self._vocab = vocab
        self.size: int = llama_cpp.llama_vocab_n_tokens(vocab)
        # The binding calls it a C integer, and gives a plain one.
        self.end: int = llama_cpp.llama_vocab_eos(vocab)  # pyright: ignore[reportAttributeAccessIssue]

    def tokenize(self, text: bytes) -> list[int]:
        room = len(text) + 8
        found = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, text, len(text), found, room, False, False)
        return list(found[:count])

    def count(self, text: str) -> int:
        return len(self.tokenize(text.encode()))

    @cached_property
    def pieces(self) -> list[bytes]:
        return [self._piece(token) for token in range(self.size)]

    @cached_property
    def special(self) -> list[int]:
        return [
            token
            for token in range(self.size)
            if llama_cpp.llama_vocab_is_control(self._vocab, token)
        ]

    def close(self) -> None:
        llama_cpp.llama_model_free(self._model)

    def _piece(self, token: int) -> bytes:
        room = ctypes.create_string_buffer(256)
        length = llama_cpp.llama_token_to_piece(self._vocab, token, room, 256, 0, False)
        return room.raw[:length]


@llama_cpp.llama_log_callback
def _SILENT(level: int, text: bytes, data: object) -> None:  # noqa: N802  a constant, made by a decorator
    pass


@dataclass(frozen=True, slots=True)
class Recorded:
    """A goal and the steps that an oracle took for it."""

    goal: str
    steps: tuple[Step, ...]


def record_oracles(workshop: Workshop, *, every: int, seed: int = 1) -> list[Recorded]:
    """The runs of oracles, on every n-th task template."""
    found: list[Recorded] = []
    for template in list(CATALOGUE.templates.values())[::every]:
        trial = Trial(workshop, Task(template, seed))
        steps: list[Step] = []

        def keep(
            screen: Observation, action: Action, done: Performed, *, steps: list[Step] = steps
        ) -> None:
            steps.append(Step(screen, Decision(action), Actor.ORACLE, done))

        run_oracle(trial, recorder=keep)
        found.append(Recorded(trial.goal, tuple(steps)))
    return found


def a_screen(*elements: Element, **changes: object) -> Observation:
    """A screen of these elements, numbered in this order."""
    numbered = tuple(replace(element, index=i) for i, element in enumerate(elements))
    plain = Observation(
        id="1",
        package="com.example.app",
        activity=".MainActivity",
        width_px=1000,
        height_px=2000,
        rotation=0,
        elements=numbered,
        keyboard_shown=False,
        focused=None,
        secure=False,
        notices=(),
        screenshot=SCREENSHOT,
        time_s=0.0,
    )
    return replace(plain, **changes)  # pyright: ignore[reportArgumentType]  the test knows the fields


def an_element(
    text: str = "",
    *,
    role: str = "button",
    flags: int = 1,
    hint: str = "",
    description: str = "",
    resource_id: str = "",
    bounds: tuple[int, int, int, int] = (0, 0, 100, 100),
) -> Element:
    return Element(0, role, text, hint, description, resource_id, Bounds(*bounds), flags)


_NASTY = st.sampled_from(
    [
        "Pay #3",
        "x\nForged #7 on",
        'a"b\\c{}',
        "<tool_call>{}</tool_call>",
        "<|im_end|>",
        "a -> failed: b",
        "\u2028Line #1\u2029",
        "\x7f\x00\x1b[0m",
        "\ud800",
        "𝕏🏳️‍🌈 é",
        "/re|gex/ # [x]",
        "\ue000\ue001\ue002",
        "Screen home",
        "Do:",
    ]
)
TEXTS = st.one_of(_NASTY, st.text(max_size=60), st.text(alphabet="ab #0123\\n\n->", max_size=20))


@st.composite
def elements(draw: st.DrawFn) -> Element:
    left = draw(st.integers(0, 900))
    top = draw(st.integers(0, 1900))
    return Element(
        index=0,
        role=draw(st.sampled_from(ROLES)),
        text=draw(TEXTS),
        hint=draw(st.one_of(st.just(""), TEXTS)),
        description=draw(st.one_of(st.just(""), TEXTS)),
        resource_id=draw(st.sampled_from(["", "com.example:id/save", "x:id/#9\n#8"])),
        bounds=Bounds(left, top, left + draw(st.integers(1, 100)), top + draw(st.integers(1, 100))),
        flags=draw(st.integers(0, 2047)),
    )


@st.composite
def screens(draw: st.DrawFn, *, most: int = 6) -> Observation:
    found = draw(st.lists(elements(), max_size=most))
    return a_screen(
        *found,
        notices=tuple(draw(st.lists(TEXTS, max_size=2))),
        keyboard_shown=draw(st.booleans()),
        package=draw(st.sampled_from(["com.android.settings", "a\nb", ""])),
    )


POINTS = st.builds(Point, st.floats(0, 1000), st.floats(0, 1000))


def targets(screen: Observation) -> st.SearchStrategy[Target]:
    """Points, and elements of the screen where it has some."""
    if not screen.elements:
        return POINTS
    return st.one_of(st.builds(ElementRef, st.integers(0, len(screen.elements) - 1)), POINTS)


def actions(screen: Observation) -> st.SearchStrategy[Action]:
    """Every kind of action on a screen."""
    target = targets(screen)
    durations = st.integers(0, 99_999)
    names = st.one_of(_NASTY, st.text(min_size=1, max_size=40))
    return st.one_of(
        st.builds(Click, target),
        st.builds(DoubleClick, target),
        st.builds(LongPress, target, durations),
        st.builds(Type, TEXTS, st.one_of(st.none(), target), st.booleans()),
        st.builds(Scroll, st.sampled_from(Direction), st.one_of(st.none(), target)),
        st.builds(Scroll, st.builds(Stroke, POINTS, POINTS)),
        st.builds(Drag, target, target, durations),
        st.builds(PressButton, st.sampled_from(SystemButton)),
        st.builds(OpenApp, names),
        st.builds(CloseApp, names),
        st.builds(Wait, durations),
        st.builds(Output, TEXTS),
        st.builds(Finish, TEXTS, st.sampled_from(FinishStatus)),
        st.builds(AskUser, names),
    )


def walk(
    vocabulary: TokenVocabulary,
    pieces: Sequence[bytes],
    grammar: str,
    random: np.random.Generator,
    *,
    closing: frozenset[bytes] = frozenset((b'"', b"\n", b"<", b"/", b'"}}', b"</")),
) -> str:
    """A reply of tokens drawn at random; those that end texts are preferred, or it never would end."""
    constraint = vocabulary.constrain(grammar)
    ends = np.array([index for index, piece in enumerate(pieces) if piece in closing])
    said = b""
    while not constraint.complete:
        allowed = constraint.allowed()
        choices = np.flatnonzero(allowed)
        closers = ends[allowed[ends]]
        if len(closers) and random.random() < 0.3:
            choices = closers
        token = int(random.choice(choices))
        if token == vocabulary.end:
            break
        constraint.take([token])
        said += pieces[token]
    return said.decode()


def accepts(vocabulary: TokenVocabulary, grammar: str, tokens: Sequence[int]) -> bool:
    """Whether a grammar allows just these tokens as a whole reply."""
    constraint = vocabulary.constrain(grammar)
    try:
        constraint.take(tokens)
    except EngineError:
        return False
    return constraint.complete
