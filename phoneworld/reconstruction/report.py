"""One HTML file about a rebuilt app: what was recorded and what was made of it, side by side.

Everything is inside the file: no scripts, no addresses. Texts of recordings are other people's, so
all of them are escaped.
"""

from __future__ import annotations

import base64
import io
from collections import Counter
from html import escape
from pathlib import Path

from PIL import Image

from phoneworld.errors import AppError
from phoneworld.reconstruction.fidelity import Fidelity
from phoneworld.reconstruction.graph_svg import draw_graph
from phoneworld.reconstruction.look import open_picture
from phoneworld.reconstruction.rebuild import Rebuilt
from phoneworld.reconstruction.replayer import Replayer
from phoneworld.reconstruction.specification import AppSpec, Known, ScreenSpec
from phoneworld.recording.model import RecordedScreen, Recording

THUMB_PX = 200
MOST_SCREENS = 80
STYLE = """
body{font:15px/1.45 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;color:#222}
table{border-collapse:collapse;margin:1em 0}td,th{border:1px solid #ccc;padding:.25em .6em;text-align:left}
.pair{display:inline-block;margin:.4em;vertical-align:top;width:27em;border:1px solid #ddd;padding:.6em}
.pair img{width:12.5em;border:1px solid #999}.none{display:inline-block;width:12.5em;color:#888}
.recorded{color:#06623b}.inferred{color:#8a5a00}.dead{color:#a11}svg text{font:11px system-ui}
"""


def write_report(path: Path, rebuilt: Rebuilt, recording: Recording, figures: Fidelity) -> None:
    """Write the report of one app."""
    try:
        path.write_text(report(rebuilt, recording, figures), encoding="utf-8")
    except OSError as error:
        raise AppError(f"{path}: cannot be written ({error.strerror})") from error


def report(rebuilt: Rebuilt, recording: Recording, figures: Fidelity) -> str:
    """The report as HTML."""
    spec = rebuilt.spec
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8>",
        f"<title>{escape(spec.label)}, rebuilt</title><style>{STYLE}</style>",
        f"<h1>{escape(spec.label)}, rebuilt</h1>",
        (
            f"<p>{escape(spec.package)}: {len(spec.screens)} screens from {spec.steps} recorded steps. "
            "<span class=recorded>Recorded</span> does what was seen, "
            "<span class=inferred>inferred</span> what others of its kind do, "
            "<span class=dead>dead</span> nothing: it was never touched.</p>"
        ),
        _figures(figures),
        "<h2>Screens, recorded and rebuilt</h2>",
        *_pairs(rebuilt, recording),
        "<h2>How they lead to each other</h2>",
        draw_graph(spec),
        _breaks(figures),
        _conflicts(spec),
        _data(spec),
        _refusals(recording),
        "</html>",
    ]
    return "\n".join(part for part in parts if part)


def _figures(figures: Fidelity) -> str:
    known, use = figures.knowledge, figures.use
    look = "-" if figures.look is None else f"{figures.look:.3f} on {figures.pictures} pictures"
    rows = (
        ("replay of what it was built from", str(figures.built)),
        ("the same with the recorded texts", str(figures.texts)),
        ("replay of held-out steps to screens it has", str(figures.held_out)),
        ("of these, parts never touched before", str(figures.held_out_new)),
        ("replay of all held-out steps", str(figures.held_out_all)),
        ("recorded screens rendered", str(figures.rendered)),
        ("recorded transitions working", str(figures.transitions)),
        ("parts recorded / inferred / dead", f"{known.recorded} / {known.inferred} / {known.dead}"),
        ("look (structural similarity)", look),
        (
            "modules, with the number of their screens",
            ", ".join(f"{name} {count}" for name, count in figures.modules) or "none",
        ),
        ("screens that no module explains, which stay as recorded", str(figures.recorded_only)),
        ("screens reached from a cold start, where the recording shows a way", str(use.reachable)),
        ("of all screens", str(use.reachable_all)),
        ("steps right in a closed loop", str(use.loop)),
        ("the same with the recorded texts", str(use.loop_content)),
        ("episodes right from first to last", str(use.loop_episodes)),
        ("held-out steps with the recorded texts", str(use.held_out_content)),
        ("held-out steps to another screen", str(use.held_out_moving)),
        ("held-out steps that need nothing done", str(use.idle)),
        ("demonstrations left out, closed loop", str(use.demonstrations)),
        ("steps with other values than recorded", str(use.other_values)),
        ("saved, loaded and run", use.fault or "yes"),
    )
    cells = "".join(f"<tr><th>{name}<td>{escape(value)}" for name, value in rows)
    return f"<h2>Figures</h2><table>{cells}</table>"


def _pairs(rebuilt: Rebuilt, recording: Recording) -> list[str]:
    replayer = Replayer(rebuilt.spec, rebuilt.images)
    shots: dict[str, RecordedScreen] = {}
    for screen in recording.screens:
        name = replayer.name_of(screen)
        if name and (name not in shots or shots[name].picture is None):
            shots[name] = screen
    found: list[str] = []
    for screen in rebuilt.spec.screens[:MOST_SCREENS]:
        recorded = shots.get(screen.name)
        picture = open_picture(recorded.picture) if recorded is not None else None
        state = replayer.state_of(screen.name, recorded) if recorded is not None else 0
        replayer.stand_on([(screen.name, state)])
        left = _image(replayer.content_of(picture)) if picture is not None else _NONE
        found.append(
            f"<div class=pair><b>{escape(screen.name)}</b> ({escape(screen.kind)}, "
            f"{len(screen.states)} contents)<br>{left} {_image(replayer.painted())}"
            f"<br>{_known(screen)}</div>"
        )
    if len(rebuilt.spec.screens) > MOST_SCREENS:
        found.append(f"<p>and {len(rebuilt.spec.screens) - MOST_SCREENS} more</p>")
    return found


_NONE = "<span class=none>no screenshot</span>"


def _image(image: Image.Image) -> str:
    small = image.convert("RGB")
    small.thumbnail((THUMB_PX, THUMB_PX * 3))
    data = io.BytesIO()
    small.save(data, "JPEG", quality=70)
    return f'<img alt="" src="data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}">'


def _known(screen: ScreenSpec) -> str:
    counts = Counter(view.known for state in screen.states for view in state.views)
    return ", ".join(
        f"<span class={known.value}>{counts[known.value]} {known.value}</span>" for known in Known
    )


def _breaks(figures: Fidelity) -> str:
    """Where the app does not do as recorded; of an episode in a closed loop only its first wrong step."""
    rows = [
        f"<tr><td>{escape(one.kind)}<td>{escape(one.episode)}<td>{one.step}<td>{escape(one.screen)}"
        f"<td>{escape(one.action)}<td>{escape(one.wanted)}<td>{escape(one.landed)}"
        for one in figures.use.breaks
    ]
    if not rows:
        return ""
    head = "<tr><th>figure<th>episode<th>step<th>on<th>action<th>recorded<th>rebuilt"
    return f"<h2>Where it breaks</h2><table>{head}{''.join(rows)}</table>"


def _conflicts(spec: AppSpec) -> str:
    rows = [
        f"<tr><td>{escape(one.screen)}<td>{escape(one.action)} {escape(one.label or one.slot)}<td>"
        + ", ".join(f"{escape(o.screen or 'out of the app')} ×{o.count}" for o in one.outcomes)
        + f"<td>{100 * one.sure:.0f} %"
        for one in spec.transitions
        if len(one.outcomes) > 1
    ]
    if not rows:
        return ""
    head = "<tr><th>screen<th>action<th>outcomes<th>sure"
    return f"<h2>Conflicts</h2><table>{head}{''.join(rows)}</table>"


def _data(spec: AppSpec) -> str:
    rows = [
        f"<tr><td>{escape(table.name)}<td>{len(table.rows)}<td>"
        + ", ".join(f"{escape(c.name)} ({escape(c.type)})" for c in table.columns)
        for table in spec.tables
    ]
    done = [
        f"<li>{escape(form.effect)} in {escape(form.table)} on {escape(form.screen)}"
        for form in spec.forms
    ]
    done += [
        f"<li>remove from {escape(one.table)} on {escape(one.screen)}" for one in spec.removals
    ]
    done += [f"<li>switch {escape(one.label)} on {escape(one.screen)}" for one in spec.settings]
    if not rows and not done:
        return ""
    head = "<tr><th>table<th>rows<th>columns"
    return f"<h2>Data</h2><table>{head}{''.join(rows)}</table><ul>{''.join(done)}</ul>"


def _refusals(recording: Recording) -> str:
    if not recording.refusals:
        return ""
    reasons = Counter(refusal.reason for refusal in recording.refusals)
    rows = "".join(
        f"<tr><td>{count}<td>{escape(why[:200])}" for why, count in reasons.most_common(40)
    )
    return f"<h2>Not used</h2><table><tr><th>files or steps<th>reason{rows}</table>"
