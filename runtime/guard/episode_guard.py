"""The guard of one episode: the rules, and what only an episode as a whole can tell.

What was read in one app and leaves by another, though the goal does not speak of it, is asked about:
typed into a browser, a message or a form, or sent from one. And where a second opinion is configured,
it is heard on what the rules allow. Both only add questions.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from runtime.actions import Action, Click, DoubleClick, Drag, LongPress, PressButton, SystemButton
from runtime.actions import Type as TypeText
from runtime.cancellation import Cancellation
from runtime.episode import Verdict
from runtime.guard.goal_words import lets_out
from runtime.guard.layout import written_on
from runtime.guard.phrases import compile_phrases
from runtime.guard.provenance import DataKind, DataOrigin, Provenance, is_line, spoken
from runtime.guard.ruling import Guard, Risk, Ruling
from runtime.guard.scene import GuardedScreen, is_for
from runtime.guard.typing_target import field_of
from runtime.guard.wording import shorten
from runtime.observation import Element, Observation

FLOW_RULE = "data-flow"
OPINION_RULE = "second-opinion"
_MOST_SHARED = 20
_FEWEST_PASSAGES = 2
"""Fewer shared passages than these are a common phrase."""
_BROWSERS = compile_phrases(
    ["/chrome|browser|firefox|webview|opera|brave|duckduckgo|edge|emmx|vivaldi|kiwi|tor\\b/"]
)
_TALKERS = compile_phrases(
    [
        (
            "/whatsapp|telegram|signal|securesms|tencent|discord|slack|messag|messeng|\\bmms\\b|\\bsms\\b|orca"
            "|snapchat|viber|line\\.android|kakao|wechat|threema|skype|teams|zoom|wire|hangouts|dynamite|chat"
            "|huddle|mail|\\bgm\\b|outlook|proton|thunderbird|instagram|facebook|katana|twitter|linkedin|reddit"
            "|tiktok|musically|mastodon|tumblr|form/"
        )
    ]
)
_SHARE_SHEETS = compile_phrases(["/intentresolver|chooser|resolveractivity|sharesheet/"])
"""By the package and the activity. What is shared stands above the ways to go."""
_SEARCH = compile_phrases(
    ["/search|query|such|busca|recherch|cerca|zoek|szukaj|поиск|ara\\b|搜|検索|검색/"]
)
_TOUCHES = Click | DoubleClick | LongPress | Drag


class SecondOpinion(Protocol):
    """Somebody else's word on an action that the rules allow."""

    def objection(
        self, goal: str, action: Action, screen: Observation, *, cancel: Cancellation | None
    ) -> str:
        """Why a person should be asked first; empty where nothing speaks against it."""
        ...


class EpisodeGuard:
    """Judges the actions of one episode. Used by its thread only."""

    def __init__(
        self,
        guard: Guard,
        goal: str,
        *,
        opinion: SecondOpinion | None = None,
        cancel: Callable[[], Cancellation | None] = lambda: None,
    ) -> None:
        self._guard = guard
        self._goal = goal
        self._said = f"{goal.casefold()} {spoken(goal)} "
        self._opinion = opinion
        self._cancel = cancel
        self._read = Provenance()

    def judge(self, action: Action, observation: Observation) -> Ruling:
        """The rules' word; a question where they allow what somebody else would ask about."""
        ruling = self._guard.judge(action, observation)
        if ruling.verdict is not Verdict.ALLOW:
            return ruling
        flow = self._flow(action, observation)
        if flow is not None:
            return flow
        return self._second(action, observation, ruling)

    def judge_screen(self, observation: Observation) -> Ruling:
        """The rules' word. What the policy may see is remembered as read."""
        ruling = self._guard.judge_screen(observation)
        if ruling.verdict is Verdict.ALLOW:
            self._read.read(observation)
        return ruling

    def _second(self, action: Action, observation: Observation, allowed: Ruling) -> Ruling:
        weighs = isinstance(action, _TOUCHES | TypeText) or action == PressButton(
            SystemButton.ENTER
        )
        if self._opinion is None or not weighs:
            return allowed
        reason = self._opinion.objection(self._goal, action, observation, cancel=self._cancel())
        if not reason:
            return allowed
        return Ruling(
            Verdict.CONFIRM,
            OPINION_RULE,
            Risk.DISCLOSURE if allowed.risk is None else allowed.risk,
            f"A second opinion asks first: {shorten(reason)}",
            app=observation.package,
        )

    def _flow(self, action: Action, observation: Observation) -> Ruling | None:
        for text in _leaving(action, observation):
            found = self._taken(text, observation.package)
            if found is not None:
                piece, taken = found
                return Ruling(
                    Verdict.CONFIRM,
                    FLOW_RULE,
                    Risk.DISCLOSURE,
                    f"Pass on what was read in {taken.app} ({taken.kind}): '{_hidden(text, piece, taken)}'",
                    app=observation.package,
                )
        return None

    def _taken(self, text: str, app: str) -> tuple[str, DataOrigin] | None:
        """What of a text was read in another app, and where, if the goal does not speak of it."""
        passages = 0
        for piece, origin in self._read.find(text):
            if origin.app == app or self._names(piece, origin.kind, app):
                continue
            if origin.kind is not DataKind.MESSAGE or is_line(piece):
                return piece, origin
            passages += 1
            if passages >= _FEWEST_PASSAGES:
                return piece, origin
        return None

    def _names(self, piece: str, kind: DataKind, app: str) -> bool:
        return piece in self._said or lets_out(self._goal, kind, by_browser=_BROWSERS.match(app))


@runtime_checkable
class EpisodicGuard(Guard, Protocol):
    """A guard that judges an episode as a whole."""

    def begin(self, goal: str, *, cancel: Callable[[], Cancellation | None] = ...) -> Guard:
        """The guard of an episode with this goal. `cancel` ends a judgement that takes its time."""
        ...


def begin_episode(
    guard: Guard, goal: str, *, cancel: Callable[[], Cancellation | None] = lambda: None
) -> Guard:
    """The guard of an episode; the same one where it knows of no episodes."""
    return guard.begin(goal, cancel=cancel) if isinstance(guard, EpisodicGuard) else guard


def _leaving(action: Action, screen: Observation) -> list[str]:
    """The texts that an action lets out of the phone, or puts where the next touch may."""
    scene = GuardedScreen(screen)
    if isinstance(action, _TOUCHES) and _SHARE_SHEETS.match(f"{screen.package}/{screen.activity}"):
        return [written for one in scene.elements[:_MOST_SHARED] if (written := written_on(one))]
    if not _leads_out(scene):
        return []
    match action:
        case TypeText(text):
            field = field_of(action, screen)
            return [] if field is not None and _is_search(field, scene) else [text]
        case PressButton(SystemButton.ENTER) | Click() | DoubleClick() | LongPress():
            # What was pasted is seen only now.
            return [
                field.text for field in scene.fields if field.text and not _is_search(field, scene)
            ]
        case _:
            return []


def _leads_out(scene: GuardedScreen) -> bool:
    return _BROWSERS.match(scene.package) or _TALKERS.match(scene.package) or "page" in scene.roles


def _is_search(field: Element, scene: GuardedScreen) -> bool:
    """Whether a field searches on the phone. A browser's field sends whatever it is called."""
    return not _BROWSERS.match(scene.package) and is_for(field, _SEARCH)


def _hidden(text: str, piece: str, origin: DataOrigin) -> str:
    """What leaves, for the person; a code, password or account number is not written out."""
    if origin.kind not in {DataKind.CODE, DataKind.ACCOUNT}:
        return shorten(text)
    secret = set(piece.split())

    def hide(word: re.Match[str]) -> str:
        # The groups of a number may be written apart: of any other word, the digits go.
        return re.sub(r"." if word[0].casefold() in secret else r"\d", "•", word[0])

    return re.sub(r"\w+", hide, shorten(text))
