"""Stand-ins for model providers, on loopback: they refuse what the real ones document as refused.

with serve_provider(AnthropicStandIn(lambda asked: ModelAnswer(call=("finish", {"text": "done"})))) as served:
    run(model=f"anthropic:claude-opus-5-5@{served.url}")
"""

from runtime.testing.providers.anthropic import AnthropicStandIn
from runtime.testing.providers.chat import ChatStandIn
from runtime.testing.providers.gemini import GeminiStandIn
from runtime.testing.providers.ollama import OllamaStandIn
from runtime.testing.providers.openai import OpenAiStandIn
from runtime.testing.providers.stand_in import (
    AskedModel,
    Busy,
    ModelAnswer,
    ProviderRefusal,
    ServedProvider,
    StandIn,
    serve_provider,
)

__all__ = [
    "AnthropicStandIn",
    "AskedModel",
    "Busy",
    "ChatStandIn",
    "GeminiStandIn",
    "ModelAnswer",
    "OllamaStandIn",
    "OpenAiStandIn",
    "ProviderRefusal",
    "ServedProvider",
    "StandIn",
    "serve_provider",
]
