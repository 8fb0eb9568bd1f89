"""Phones, screens and runs as contents of tool results: text for the model, pictures as images."""

from __future__ import annotations

import base64
import json

from mcp_types import CallToolResult, ContentBlock, ImageContent, TextContent
from phonebuddy.v1 import device_service_pb2, observation_pb2, run_pb2
from phonebuddy.v1.enum_names import short_name

from tui.commands.run_text import run_json
from tui.endings import outcome_words
from tui.words import element_words, question_words


def told(*texts: str, failed: bool = False) -> CallToolResult:
    """A result of text."""
    contents: list[ContentBlock] = [TextContent(type="text", text=text) for text in texts]
    return CallToolResult(content=contents, is_error=failed)


def look_contents(look: device_service_pb2.ObserveResponse, device: str) -> list[ContentBlock]:
    """A screen: its elements with their numbers, and its picture where there is one."""
    screen = look.observation
    if look.withheld:
        text = f"device: {device}\napp: {screen.package}\nNothing is shown: {look.withheld}"
        return [TextContent(type="text", text=text)]
    lines = [
        f"device: {device}",
        f"look: {screen.id}",
        f"app: {screen.package} {screen.activity}",
        f"size: {screen.width_px}x{screen.height_px}, keyboard {'shown' if screen.keyboard_shown else 'hidden'}",
        *(f"notice: {notice}" for notice in screen.notices),
        "elements (number, what it is):",
        *(f"{element.index:4}  {element_words(element)}" for element in screen.elements),
    ]
    contents: list[ContentBlock] = [TextContent(type="text", text="\n".join(lines))]
    if screen.HasField("screenshot"):
        contents.append(picture(screen.screenshot))
    return contents


def picture(screenshot: observation_pb2.Screenshot) -> ImageContent:
    """A screenshot as the protocol has images."""
    data = base64.b64encode(screenshot.data).decode("ascii")
    return ImageContent(type="image", data=data, mime_type=screenshot.mime)


def run_words(run: run_pb2.Run) -> str:
    """A run as JSON, with its question or its ending in words."""
    known = run_json(run)
    if run.HasField("question"):
        known["question"] = question_words(run.question)
        known["question_kind"] = short_name(run_pb2.QuestionKind, run.question.kind)
    if run.HasField("outcome"):
        known["ended"] = outcome_words(run.outcome)
    return json.dumps(known, ensure_ascii=False, indent=1)
