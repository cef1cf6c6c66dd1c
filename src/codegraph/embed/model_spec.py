"""How a local model is to be used: what its own settings files say, and what the user's settings say instead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from codegraph.config.settings import MODELS_OWN
from codegraph.embed.model_files import read_checked
from codegraph.errors import MissingPartError, SettingsError

if TYPE_CHECKING:
    from codegraph.config import Embedding
    from codegraph.embed.model_files import LocalModel

CLS, MEAN = "cls", "mean"
BUNDLED_QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
BUNDLED_DIMENSIONS = 384
MOST_TOKENS = 512
"""What is assumed of a model whose files don't say how many tokens it can see."""

_QUERY_PROMPTS = ("query", "search_query")
_DOCUMENT_PROMPTS = ("document", "passage", "search_document")
_MODULES = frozenset({"Transformer", "Pooling", "Normalize"})
_POOLINGS = {"pooling_mode_cls_token": CLS, "pooling_mode_mean_tokens": MEAN}


class ModelSpec(NamedTuple):
    """What a model's vectors depend on besides its weights.

    ``dimensions`` is 0 where only the graph knows; ``max_tokens`` is the most that the model can see.
    """

    pooling: str
    dimensions: int
    max_tokens: int
    document_prefix: str
    query_prefix: str


def read_spec(model: LocalModel, settings: Embedding) -> ModelSpec:
    """The spec of a model; what the settings say wins over what its files say.

    The files are those of sentence-transformers. Where none says how tokens become one vector, it is their mean,
    as there. Vectors are always brought to length 1.

    Raises:
        MissingPartError: one of its files is damaged, or asks for what is not done here.
        SettingsError: the settings ask for more dimensions than the model has.
    """
    own = _bundled() if model.is_bundled else _from_files(model, settings.pooling)
    if settings.dimensions > own.dimensions > 0:
        raise SettingsError(
            f"embedding.dimensions: {model.name} gives {own.dimensions} numbers a text, not {settings.dimensions}"
        )
    return ModelSpec(
        pooling=own.pooling if settings.pooling == MODELS_OWN else settings.pooling,
        dimensions=settings.dimensions or own.dimensions,
        max_tokens=own.max_tokens,
        document_prefix=_chosen(settings.document_prefix, own.document_prefix),
        query_prefix=_chosen(settings.query_prefix, own.query_prefix),
    )


def _chosen(set_to: str, own: str) -> str:
    return own if set_to == MODELS_OWN else set_to


def _bundled() -> ModelSpec:
    return ModelSpec(CLS, BUNDLED_DIMENSIONS, MOST_TOKENS, "", BUNDLED_QUERY_PREFIX)


def _from_files(model: LocalModel, pooling: str) -> ModelSpec:
    _check_modules(model)
    config = _read(model, "config.json")
    prompts = _read(model, "config_sentence_transformers.json").get("prompts")
    prompts = prompts if isinstance(prompts, dict) else {}
    return ModelSpec(
        pooling=pooling if pooling != MODELS_OWN else _pooling(model),
        dimensions=_number(config, "hidden_size", 0),
        max_tokens=_most_tokens(model, config),
        document_prefix=_prompt(prompts, _DOCUMENT_PROMPTS),
        query_prefix=_prompt(prompts, _QUERY_PROMPTS),
    )


def _check_modules(model: LocalModel) -> None:
    """Refuse a model that needs a step that is not done here, such as a dense layer behind the pooling."""
    modules = _read_any(model, "modules.json")
    for module in modules if isinstance(modules, list) else []:
        kind = str(module.get("type", "") if isinstance(module, dict) else module).rpartition(".")[2]
        if kind not in _MODULES:
            raise MissingPartError(
                f"{model.folder / 'modules.json'} asks for a step {kind!r}, which is not known here; "
                f"known are {', '.join(sorted(_MODULES))}"
            )


def _pooling(model: LocalModel) -> str:
    config = _read(model, "1_Pooling/config.json")
    modes = [mode for mode, wanted in config.items() if mode.startswith("pooling_mode_") and wanted is True]
    if not modes:
        return MEAN
    if len(modes) > 1 or modes[0] not in _POOLINGS:
        raise MissingPartError(
            f"{model.folder / '1_Pooling/config.json'} asks for {', '.join(sorted(modes))}; known are "
            f"{', '.join(_POOLINGS)} (embedding.pooling says what to do instead)"
        )
    return _POOLINGS[modes[0]]


def _most_tokens(model: LocalModel, config: dict[str, Any]) -> int:
    """The smallest of what the files say; some write an absurdly large number for "no limit"."""
    said = (
        _number(_read(model, "sentence_bert_config.json"), "max_seq_length", 0),
        _number(_read(model, "tokenizer_config.json"), "model_max_length", 0),
        _number(config, "max_position_embeddings", 0),
    )
    return min((number for number in said if number > 0), default=MOST_TOKENS)


def _prompt(prompts: dict[str, Any], names: tuple[str, ...]) -> str:
    return next((prompts[name] for name in names if isinstance(prompts.get(name), str)), "")


def _number(table: dict[str, Any], key: str, default: int) -> int:
    value = table.get(key)
    return value if type(value) is int else default


def _read(model: LocalModel, name: str) -> dict[str, Any]:
    found = _read_any(model, name)
    return found if isinstance(found, dict) else {}


def _read_any(model: LocalModel, name: str) -> object:
    """The JSON in one of a model's settings files; None when there is no such file."""
    if name not in model.sha256 and not (model.folder / name).is_file():
        return None
    try:
        found: object = json.loads(read_checked(model, name))
    except (ValueError, RecursionError) as error:
        raise MissingPartError(f"{model.folder / name} is not JSON: {error}; {model.advice}") from error
    return found
