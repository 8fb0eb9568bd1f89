"""The `compact` format: ours, for small policies that read elements.

    Use the phone ...               rules, constant
    Task: Set an alarm for 7:30.
    - Open Clock                    the steps before, a line each
    - Tap Add -> nothing changed
    Screen clock/alarms             the newest screen (see `screen_lines`)
    Add alarm #3
    Do:

and the reply, a thought that names the target and repeats its pointer, then the bare call:

    Tap Add alarm #3
    {"name":"click","arguments":{"index":3}}

What a policy wants to remember (a code read in one app, needed in another) it says before, as a line
`Note: the code is 4711`: the history keeps notes, also those of steps that it no longer shows.

A slider is moved to a value, which no tool of the table can say by elements: a call of this format's
own, read as the drag that it means.

    Slide Media volume #5 to 40 %
    {"name":"slide","arguments":{"index":5,"percent":40}}

What has to be calculated a policy writes as a sum in braces (`{=$11.50*2+$5.50}`, see `sums`) in what it
types or says, and code works it out.

Targets are elements of this screen. Points are never offered, and an action that only a point can say
is `Inexpressible`.

The format `marked` is the same, with a mark before each line that the task speaks of (`goal_marks`).
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from runtime.action_text import parse_call, parse_reply
from runtime.action_words import describe
from runtime.actions import Action, AskUser, Finish, Output, Type
from runtime.engine import Prompt
from runtime.episode import Decision, Step, Unparsed
from runtime.errors import Inexpressible, UnsupportedPolicy
from runtime.lenient_json import JsonValue, LenientJsonError, read_whole
from runtime.observation import Observation
from runtime.prompts.call_words import call_on, call_words, place_words, pointed
from runtime.prompts.compact_grammar import NOTE, compact_grammar
from runtime.prompts.format import FormatOptions, ImagePart, Part, Rendered, TextPart
from runtime.prompts.goal_marks import GoalWords
from runtime.prompts.grammar import markup_safe
from runtime.prompts.history import by_person, left_out, outcome, without_passwords
from runtime.prompts.line_text import as_sentence, one_line, whole_characters
from runtime.prompts.notes import note_of, notes_of
from runtime.prompts.screen_lines import needed_screenshot, offered, write_screen
from runtime.prompts.sizes import check_sizes
from runtime.prompts.slides import SLIDE, read_slide
from runtime.prompts.sums import WorkedOut, fill_in, sums_of, take_back
from runtime.prompts.targets import by_index
from runtime.tool_arguments import Unreadable

RULES = (
    "Use the phone to do the task. Below are the steps so far and the screen; lines with a #number "
    "can be used. Say what to do, then make one call. Finish when the task is done.\n"
)
LONGEST_SAID = 200


class CompactFormat:
    """Prompts and replies of the `compact` format."""

    name = "compact"

    def __init__(self, options: FormatOptions) -> None:
        if not options.observation.has_elements:
            raise UnsupportedPolicy(
                "the compact format names elements: a policy that is shown only screenshots "
                "cannot use it; let policy.json say observation elements or both, or another format"
            )
        self.observation = options.observation
        self._history_steps = options.history_steps
        self._rules = RULES if options.rules is None else options.rules

    def render(self, prompt: Prompt) -> Rendered:
        stable: list[str] = [self._rules, f"Task: {as_sentence(one_line(prompt.goal))}\n"]
        dropped = left_out(len(prompt.history), self._history_steps)
        if dropped:
            stable.append(_dropped_line(prompt.history[:dropped]))
        stable += [_history_line(step) for step in prompt.history[dropped:]]
        parts: list[Part] = [TextPart(text) for text in stable if text]
        newest: list[Part] = [TextPart(f"{self._screen(prompt)}Do:\n")]
        if self.observation.has_screenshot:
            newest.insert(0, ImagePart(needed_screenshot(prompt.observation)))
        return Rendered((*parts, *newest), stable=len(parts))

    def _screen(self, prompt: Prompt) -> str:
        return write_screen(prompt.observation)

    def grammar(self, observation: Observation) -> str:
        return compact_grammar(offered(observation))

    def write_reply(self, decision: Decision, observation: Observation) -> str:
        if isinstance(decision.action, Unparsed):
            raise Inexpressible("a reply that could not be read means nothing that can be said")
        action = by_index(decision.action, observation, offered(observation))
        name, arguments = call_on(action, observation)
        check_sizes(name, arguments)
        arguments = _with_sums(arguments, sums_of(decision.thought))

        def place(index: JsonValue) -> str:
            return pointed(observation.element(index if isinstance(index, int) else -1))

        call = json.dumps(
            {"name": name, "arguments": arguments}, ensure_ascii=False, separators=(",", ":")
        )
        words = call_words(name, arguments, place)
        noted = note_of(decision)
        before = f"{NOTE}{noted}\n" if noted else ""
        return whole_characters(f"{before}{words}\n{markup_safe(call)}")

    def parse_reply(self, reply: str, observation: Observation) -> Decision:
        action = _bare_call(reply, observation)
        if action is None:
            return parse_reply(reply)
        done, sums = _worked_out(action)
        thought = [reply.rpartition("\n")[0].strip(), *(worked.line for worked in sums)]
        return Decision(done, "\n".join(thought), reply)


class MarkedFormat(CompactFormat):
    """The `compact` format with marks on the lines that the task speaks of."""

    name = "marked"

    def _screen(self, prompt: Prompt) -> str:
        words = GoalWords(one_line(prompt.goal), notes_of(prompt.history))
        return write_screen(prompt.observation, words)


def _bare_call(reply: str, observation: Observation) -> Action | Unparsed | None:
    """The call in the last line, as this format writes it; None for any other kind of reply."""
    line = reply.strip().rpartition("\n")[2]
    if not line.startswith("{"):
        return None
    try:
        call = read_whole(line)
        if not isinstance(call, dict) or set(call) != {"name", "arguments"}:
            return None
        name, arguments = call["name"], call["arguments"]
        if not isinstance(name, str) or not isinstance(arguments, dict):
            return None
        if name == SLIDE:
            return _slide(reply, arguments, observation)
        return parse_call(name, arguments)
    except (Unreadable, LenientJsonError):
        return None


def _worked_out(action: Action | Unparsed) -> tuple[Action | Unparsed, tuple[WorkedOut, ...]]:
    """The action with the sums in what it types or says worked out."""
    match action:
        case Type(text) | Output(text) | Finish(text):
            filled, sums = fill_in(text)
            return replace(action, text=filled), sums
        case _:
            return action, ()


def _with_sums(arguments: dict[str, JsonValue], sums: Sequence[WorkedOut]) -> dict[str, JsonValue]:
    """The arguments with sums in the place of their results. A text that holds a sum of somebody's own
    cannot be said: it would be worked out.
    """
    text = arguments.get("text")
    if not isinstance(text, str):
        return arguments
    if fill_in(text)[1]:
        raise Inexpressible("a sum in braces would be worked out, and not typed as it stands")
    return {**arguments, "text": take_back(text, sums)}


def _slide(
    reply: str, arguments: dict[str, JsonValue], observation: Observation
) -> Action | Unparsed:
    try:
        return read_slide(arguments, observation)
    except Unreadable as error:
        return Unparsed(reply, str(error))


def _dropped_line(steps: tuple[Step, ...]) -> str:
    notes = notes_of(steps)
    kept = f", noted: {'; '.join(notes)}" if notes else ""
    return f"- {len(steps)} earlier steps{kept}\n"


def _history_line(step: Step) -> str:
    action = step.decision.action
    words = "" if isinstance(action, Unparsed) else _action_text(action, step.observation)
    if by_person(step):
        words = f"(the user) {words}"
    result = outcome(step)
    note = note_of(step.decision)
    parts = [words, f"-> {result}" if result else "", f"(noted: {note})" if note else ""]
    return f"- {' '.join(part for part in parts if part)}\n"


def _action_text(action: Action, observation: Observation) -> str:
    """An action of an earlier step, with what was typed or said."""
    action = without_passwords(action, observation)
    try:
        by_element = by_index(action, observation, observation.elements)
    except Inexpressible:
        return one_line(describe(action, observation), LONGEST_SAID)
    name, arguments = call_on(by_element, observation)
    words = call_words(name, arguments, lambda index: _place(index, observation))
    text = _typed_text(action)
    return f"{words}: {text}" if text else words


def _place(index: JsonValue, observation: Observation) -> str:
    return place_words(observation.element(index if isinstance(index, int) else -1))


def _typed_text(action: Action) -> str:
    match action:
        case Type(text) | Output(text) | Finish(text):
            return one_line(text, LONGEST_SAID)
        case AskUser(question):
            return one_line(question, LONGEST_SAID)
        case _:
            return ""
