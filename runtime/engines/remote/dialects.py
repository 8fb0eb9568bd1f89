"""The dialects by name."""

from __future__ import annotations

from runtime.engines.remote.chat_completions import ChatCompletions
from runtime.engines.remote.dialect import Dialect
from runtime.engines.remote.generate_content import GenerateContent
from runtime.engines.remote.messages import Messages
from runtime.engines.remote.model import RemoteDialect
from runtime.engines.remote.ollama_chat import OllamaChat
from runtime.engines.remote.responses import Responses


def dialect_of(name: RemoteDialect) -> Dialect:
    """The dialect of that name."""
    match name:
        case RemoteDialect.CHAT_COMPLETIONS:
            return ChatCompletions()
        case RemoteDialect.RESPONSES:
            return Responses()
        case RemoteDialect.MESSAGES:
            return Messages()
        case RemoteDialect.GENERATE_CONTENT:
            return GenerateContent()
        case RemoteDialect.OLLAMA_CHAT:
            return OllamaChat()
