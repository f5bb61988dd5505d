"""Bots that read and answer in text: language models and simple readers."""

from __future__ import annotations

from roundhouse.bots.llm.endpoint import Endpoint, EndpointError, check_models
from roundhouse.bots.llm.llm_bot import LlmBot, LlmStats
from roundhouse.bots.llm.readers import READERS, Answer, Message, TextPlayer
from roundhouse.bots.llm.settings import BadModel, LlmSettings, configured_models, parse_settings

__all__ = [
    "READERS",
    "Answer",
    "BadModel",
    "Endpoint",
    "EndpointError",
    "LlmBot",
    "LlmSettings",
    "LlmStats",
    "Message",
    "TextPlayer",
    "check_models",
    "configured_models",
    "parse_settings",
]
