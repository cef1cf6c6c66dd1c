"""Bring the layers together: defaults < user file < project file < environment < arguments."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from codegraph.config.keys import KEYS, SECTIONS, Key, Unknown, find_key, translate_value
from codegraph.config.settings import DEFAULT_EXCLUDE, Settings
from codegraph.errors import SettingsError

PROJECT_FILE = "codegraph.toml"
ENVIRONMENT_PREFIX = "CODEGRAPH_"
HOME_VARIABLE = "CODEGRAPH_HOME"
"""Names the folder of the user's own config.toml in place of the system's usual one."""

MAX_CONFIG = 1_000_000
_NOT_SETTINGS = frozenset(
    {HOME_VARIABLE, "CODEGRAPH_DEBUG", "CODEGRAPH_EMBEDDING_API_KEY", "CODEGRAPH_SUMMARIZER_API_KEY"}
)


class _Layer(NamedTuple):
    where: str
    entries: list[tuple[str, object]]
    from_text: bool = False  # values are texts, as in the environment
    inside: Path | None = None  # the root that its paths may not lead out of


def load_settings(
    root: Path,
    overrides: Mapping[str, Any] | None = None,
    *,
    environ: Mapping[str, str] = os.environ,
) -> tuple[Settings, list[str]]:
    """The settings that hold for a root, and warnings, each one line that names where and what.

    Later layers win key by key: defaults, the user's config.toml, codegraph.toml or else ``[tool.codegraph]``
    of pyproject.toml in the root, ``CODEGRAPH_*`` variables (``CODEGRAPH_EMBEDDING__PROVIDER``, lists with
    commas), ``overrides`` (nested or dotted; None counts as not given). Only ``exclude`` adds up: its
    patterns count in the order of the layers, so that a later ``!pattern`` takes an earlier one back.

    What says where code is sent or which model is loaded (``Key.project_may``) is not taken from a project's file.

    Warnings are given for unknown keys, keys without use here, other spellings of keys, and what is not taken.

    Raises:
        SettingsError: a file is not valid TOML or can't be read, or a value is of the wrong kind.
    """
    warnings: list[str] = []
    layers = [
        *_file_layers(root, environ, warnings),
        _Layer("environment", list(_from_environment(environ)), from_text=True),
        _Layer("argument", list(_flatten(overrides or {}))),
    ]
    values: dict[str, Any] = {}
    excluded = list(DEFAULT_EXCLUDE)
    for layer in layers:
        for key, value in _checked(layer, warnings):
            if key.name == "exclude":
                excluded += value
            else:
                values[key.name] = value
    return _build({**values, "exclude": tuple(excluded)}), warnings


def checked_options(options: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The settings among what a caller gives (nested or dotted) by dotted name, with values of their types.

    Raises:
        SettingsError: a value is of the wrong kind.
    """
    layer = _Layer("argument", list(_flatten(options)))
    return [(key.name, value) for key, value in _checked(layer, [])]


def user_config_file(environ: Mapping[str, str]) -> Path:
    """Where the user's own settings lie, whether or not there are any."""
    home = environ.get(HOME_VARIABLE)
    if home:
        return Path(home) / "config.toml"
    from platformdirs import user_config_path

    return user_config_path("codegraph") / "config.toml"


def _file_layers(root: Path, environ: Mapping[str, str], warnings: list[str]) -> Iterator[_Layer]:
    user_file = user_config_file(environ)
    table = _read_toml(user_file, str(user_file))
    if table is not None:
        yield _Layer(str(user_file), list(_flatten(table)))
    project = _read_toml(root / PROJECT_FILE, PROJECT_FILE)
    section = _pyproject_section(root)
    if project is not None:
        if section is not None:
            warnings.append(f"pyproject.toml: [tool.codegraph] is not used beside {PROJECT_FILE}")
        yield _Layer(PROJECT_FILE, list(_flatten(project)), inside=root)
    elif section is not None:
        yield _Layer("pyproject.toml [tool.codegraph]", list(_flatten(section)), inside=root)


def _read_toml(file: Path, shown: str) -> dict[str, Any] | None:
    try:
        text = _read_text(file, shown)
    except (UnicodeDecodeError, OSError) as error:
        why = "is not UTF-8" if isinstance(error, UnicodeDecodeError) else f"can't be read: {error.strerror}"
        raise SettingsError(f"{shown}: {why}") from None
    if text is None:
        return None
    import tomllib

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise SettingsError(f"{shown}: not valid TOML: {why}") from None


def _pyproject_section(root: Path) -> dict[str, Any] | None:
    """The table [tool.codegraph]; a pyproject.toml that does not speak of us may be as broken as it likes."""
    file = root / "pyproject.toml"
    try:
        text = _read_text(file, file.name)
    except (UnicodeDecodeError, OSError):
        return None
    if text is None or "tool.codegraph" not in text:
        return None
    table: object = _read_toml(file, file.name)
    for key in ("tool", "codegraph"):
        table = table.get(key) if isinstance(table, dict) else None
    return table if isinstance(table, dict) else None


def _read_text(file: Path, shown: str) -> str | None:
    """The text of a settings file; None when there is none. A pipe or device is not read."""
    if not file.is_file():
        return None
    with file.open("rb") as stream:
        data = stream.read(MAX_CONFIG + 1)
    if len(data) > MAX_CONFIG:
        raise SettingsError(f"{shown}: larger than {MAX_CONFIG} bytes, which no settings file is")
    return data.decode("utf-8-sig")


def _flatten(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        elif value is not None:
            yield f"{prefix}{key}", value


def _from_environment(environ: Mapping[str, str]) -> Iterator[tuple[str, object]]:
    for variable in sorted(environ):
        if variable.startswith(ENVIRONMENT_PREFIX) and variable not in _NOT_SETTINGS:
            yield variable, environ[variable]


def _checked(layer: _Layer, warnings: list[str]) -> Iterator[tuple[Key, Any]]:
    """The settings of a layer with values of the right type; what is wrong is raised or warned of."""
    for written, value in layer.entries:
        dotted = written
        if layer.from_text:
            dotted = written.removeprefix(ENVIRONMENT_PREFIX).lower().replace("__", ".")
        key = find_key(dotted)
        shown = written if layer.from_text else f"{layer.where}: {written}"
        if isinstance(key, Unknown) and dotted in SECTIONS:
            raise SettingsError(f"{shown}: expected a table of settings, got {_short(value)}")
        if isinstance(key, Unknown):
            warnings.append(f"{shown}: {key}")
            continue
        if dotted.replace("-", "_") != key.name:
            warnings.append(f"{shown}: is read as {key.name}")
        converted = _convert(key, translate_value(key, value), shown, from_text=layer.from_text)
        if layer.inside is not None:
            if _is_the_users(key, converted):
                if converted != key.default:
                    warnings.append(f"{shown}: {_NOT_FROM_HERE.format(variable=_variable(key))}")
                continue
            _check_inside(key, converted, layer.inside, shown)
        yield key, converted


_NOT_FROM_HERE = "is not used: a project can't set it; your own config.toml, {variable} or an option can"


def _is_the_users(key: Key, value: Any) -> bool:
    """Whether a project's file has no say: a stranger may have written it, to get at the code."""
    return key.project_may is not None and value not in key.project_may


def _variable(key: Key) -> str:
    return ENVIRONMENT_PREFIX + key.name.upper().replace(".", "__")


def _convert(key: Key, value: object, shown: str, *, from_text: bool) -> Any:
    readings = [value]
    if from_text and isinstance(value, str):
        readings.append([part.strip() for part in value.split(",") if part.strip()])
    for reading in readings:
        with suppress(msgspec.ValidationError):
            return msgspec.convert(reading, key.annotation, strict=not from_text)
    raise SettingsError(f"{shown}: expected {key.expected}, got {_short(value)}")


# these name places that are read or written, and a project that came from elsewhere must not choose any place
_PATHS = frozenset({"index_dir", "fingerprints.extra"})


def _check_inside(key: Key, value: Any, root: Path, shown: str) -> None:
    if key.name not in _PATHS:
        return
    top = root.resolve()
    for path in (value,) if isinstance(value, str) else value:
        if path and not (root / path).resolve().is_relative_to(top):
            raise SettingsError(
                f"{shown}: expected a path inside the project, got {_short(path)}; "
                "a place outside can be set in the user's config.toml or by an environment variable"
            )


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _build(values: Mapping[str, Any]) -> Settings:
    """Settings from values by dotted name, each already of its type."""
    nested: dict[str, Any] = {}
    for name in KEYS:
        if name in values:
            section, _, key = name.rpartition(".")
            (nested.setdefault(section, {}) if section else nested)[key] = values[name]
    return msgspec.convert(nested, Settings)
