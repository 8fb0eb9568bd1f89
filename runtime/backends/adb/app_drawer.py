"""The launcher's own labels, read through its app drawer: phones print no translated label.

Read once, when a name is known from nowhere else, and remembered. Opening an app this way means to tap its
icon, as a person does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from runtime.actions import SystemButton
from runtime.backends.adb.app_names import alike, plain
from runtime.backends.adb.gestures import SCROLL_MS, Pixel, TouchInput
from runtime.backends.adb.screen import Views
from runtime.errors import AmbiguousApp, DeviceError
from runtime.observation import Element

MOST_PAGES = 40


class AppDrawer:
    """The drawer of one phone. `settled` reads the views once they rest, `size` the screen."""

    def __init__(
        self,
        touch: TouchInput,
        settled: Callable[[], Views],
        size: Callable[[], tuple[int, int]],
    ) -> None:
        self._touch = touch
        self._settled = settled
        self._size = size
        self._labels: tuple[str, ...] | None = None

    @property
    def is_read(self) -> bool:
        return self._labels is not None

    def find(self, name: str) -> str:
        """The label that a name means; nothing where none fits. The drawer is open afterwards."""
        if self._labels is None:
            found: dict[str, None] = {}
            for page in self._pages():
                found.update(dict.fromkeys(element.label for element in page))
            self._labels = tuple(found)
        return fitting_label(name, self._labels)

    def tap(self, label: str) -> Pixel:
        """Tap the icon with that label; where it was."""
        for page in self._pages():
            for element in page:
                if element.label == label:
                    self._touch.tap(element.bounds.center)
                    return element.bounds.center
        raise DeviceError(f"{label!r} is not in the app drawer any more: look again")

    def _pages(self) -> Iterator[Sequence[Element]]:
        """The icons, page by page: of the home screen, then of the drawer down to its end."""
        self._touch.press(SystemButton.HOME)
        page = _icons(self._settled())
        yield page
        for _ in range(MOST_PAGES):
            self._swipe_up()
            last, page = page, _icons(self._settled())
            if page == last:
                return
            yield page

    def _swipe_up(self) -> None:
        width, height = self._size()
        self._touch.swipe((width // 2, height * 3 // 4), (width // 2, height // 4), SCROLL_MS)


def fitting_label(name: str, labels: Sequence[str]) -> str:
    """The one label that a name fits best; nothing where none does."""
    wanted = plain(name)
    tests: tuple[Callable[[str], bool], ...] = (
        lambda label: plain(label) == wanted,
        lambda label: plain(label).startswith(wanted),
        lambda label: alike(wanted, plain(label)),
    )
    for fits in tests if wanted else ():
        near = [label for label in labels if fits(label)]
        if len(near) == 1:
            return near[0]
        if near:
            raise AmbiguousApp(f"{name!r} may be any of {', '.join(sorted(near))}: say which")
    return ""


def _icons(views: Views) -> tuple[Element, ...]:
    return tuple(element for element in views.elements if element.clickable and element.label)
