"""What writes summaries, and how the one that the settings name is found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, cast

from codegraph.errors import SettingsError

if TYPE_CHECKING:
    from codegraph.config.settings import Summarizer as SummarizerSettings

ENTRY_POINTS = "codegraph.summarizers"
NO_SUMMARIZER = "none"


class Prompt(NamedTuple):
    """What a model is told: how to go about it, and what is to be summed up."""

    system: str
    content: str


class Reply(NamedTuple):
    """What a model said, and whether it was cut off at the limit of tokens."""

    text: str
    cut: bool


class Summarizer(Protocol):
    """Writes a text about a piece of code; may be called from several threads at once."""

    @property
    def name(self) -> str:
        """The model's name, for people."""
        ...

    @property
    def fingerprint(self) -> str:
        """Changes whenever the same prompt should be asked anew; cheap to ask for."""
        ...

    def summarize(self, prompt: Prompt) -> Reply:
        """The model's text.

        Raises:
            ServiceError: it can't be reached, refuses, or answers with nonsense.
        """
        ...


def open_summarizer(
    settings: SummarizerSettings, environ: Mapping[str, str] = os.environ
) -> Summarizer | None:
    """The summarizer that the settings name, None for ``none``; nothing is asked of it yet.

    ``openai`` and ``ollama`` are built in; others come from installed packages, which offer under the entry-point
    group ``codegraph.summarizers`` a function that takes the settings.

    Raises:
        SettingsError: there is no such summarizer, or it can't work with these settings.
    """
    from codegraph.summaries.remote import SERVICES, RemoteSummarizer

    if settings.provider == NO_SUMMARIZER:
        return None
    if settings.provider in SERVICES:
        return RemoteSummarizer(settings, environ)
    found = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
    if settings.provider not in found:
        known = ", ".join(sorted({NO_SUMMARIZER, *SERVICES, *found}))
        raise SettingsError(
            f'summarizer.provider: there is no summarizer "{settings.provider}"; known are {known}'
        )
    factory: Any = found[settings.provider].load()
    return cast("Summarizer", factory(settings))
