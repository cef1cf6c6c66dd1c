"""Where settings come from, which of them win, and what is said about those that make no sense."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from codegraph.config import DEFAULT_EXCLUDE, Settings, load_settings, user_config_file
from codegraph.errors import SettingsError


class Project:
    """A root, the user's settings folder and an environment."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "root"
        self.home = folder / "home"
        self.root.mkdir()
        self.home.mkdir()
        self.environ = {"CODEGRAPH_HOME": str(self.home)}

    def write(self, name: str, text: str | bytes) -> None:
        place = (self.home if name == "config.toml" else self.root) / name
        place.write_bytes(text.encode() if isinstance(text, str) else text)

    def load(self, overrides: Mapping[str, Any] | None = None, **environ: str) -> tuple[Settings, list[str]]:
        return load_settings(self.root, overrides, environ={**self.environ, **environ})

    def refused(self, overrides: Mapping[str, Any] | None = None, **environ: str) -> str:
        with pytest.raises(SettingsError) as caught:
            self.load(overrides, **environ)
        assert "\n" not in str(caught.value)
        return str(caught.value).replace(str(self.home), "HOME")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


# --- layers ---------------------------------------------------------------------------------------------


def test_without_any_file_the_defaults_hold(project: Project) -> None:
    assert project.load() == (Settings(), [])


def test_each_layer_wins_over_the_one_before(project: Project) -> None:
    seen = []
    project.write("config.toml", "workers = 1\n")
    seen.append(project.load()[0].workers)
    project.write("pyproject.toml", "[tool.codegraph]\nworkers = 2\n")
    seen.append(project.load()[0].workers)
    seen.append(project.load(CODEGRAPH_WORKERS="3")[0].workers)
    seen.append(project.load({"workers": 4}, CODEGRAPH_WORKERS="3")[0].workers)
    assert seen == [1, 2, 3, 4]


def test_layers_are_merged_key_by_key(project: Project) -> None:
    project.write("config.toml", '[embedding]\nprovider = "none"\nthreads = 2\n')
    project.write("codegraph.toml", "[embedding]\nthreads = 3\n[search]\ntop_k = 7\n")
    settings, _ = project.load({"search.top_k": 8}, CODEGRAPH_SEARCH__MODE="lexical")
    assert settings.embedding.provider == "none"
    assert settings.embedding.threads == 3
    assert (settings.search.mode, settings.search.top_k) == ("lexical", 8)


def test_exclude_patterns_add_up_in_the_order_of_the_layers(project: Project) -> None:
    project.write("config.toml", 'exclude = ["user/"]\n')
    project.write("codegraph.toml", 'exclude = ["!dist/"]\n')
    settings, _ = project.load({"exclude": ["flag/"]}, CODEGRAPH_EXCLUDE="a/, b/")
    assert settings.exclude == (*DEFAULT_EXCLUDE, "user/", "!dist/", "a/", "b/", "flag/")


def test_codegraph_toml_stands_in_for_the_table_in_pyproject(project: Project) -> None:
    project.write("codegraph.toml", "workers = 1\n")
    project.write("pyproject.toml", "[tool.codegraph]\nworkers = 2\n")
    settings, warnings = project.load()
    assert settings.workers == 1
    assert warnings == ["pyproject.toml: [tool.codegraph] is not used beside codegraph.toml"]


def test_overrides_may_be_nested_or_dotted_and_none_counts_as_not_given(project: Project) -> None:
    settings, warnings = project.load({"embedding": {"provider": "none"}, "search.top_k": 3, "workers": None})
    assert (settings.embedding.provider, settings.search.top_k, settings.workers) == ("none", 3, 0)
    assert warnings == []


ENVIRONMENT = {
    "CODEGRAPH_EMBEDDING__PROVIDER": ("none", "embedding.provider", "none"),
    "CODEGRAPH_WORKERS": ("3", "workers", 3),
    "CODEGRAPH_PARSE_TIMEOUT": ("2.5", "parse_timeout", 2.5),
    "CODEGRAPH_RESPECT_GITIGNORE": ("false", "respect_gitignore", False),
    "CODEGRAPH_INCLUDE_STATEMENTS": ("1", "include_statements", True),
    "CODEGRAPH_LANGUAGES": ("python, ts", "languages", ("python", "ts")),
    "CODEGRAPH_FINGERPRINTS__ENABLE": ("nestjs,flask", "fingerprints.enable", ("nestjs", "flask")),
    "CODEGRAPH_ROOT_ALIAS": ("shop", "root_alias", "shop"),
}


@pytest.mark.parametrize("variable", ENVIRONMENT)
def test_a_variable_of_the_environment_sets_a_key(project: Project, variable: str) -> None:
    text, key, expected = ENVIRONMENT[variable]
    settings: Any
    settings, warnings = project.load(None, **{variable: text})
    for part in key.split("."):
        settings = getattr(settings, part)
    assert settings == expected
    assert warnings == []


@pytest.mark.parametrize(("text", "expected"), [("true", True), ("false", False), ("off", ("off",))])
def test_fingerprints_can_be_switched_or_listed_from_the_environment(
    project: Project, text: str, expected: object
) -> None:
    assert project.load(CODEGRAPH_FINGERPRINTS__ENABLE=text)[0].fingerprints.enable == expected


def test_the_users_file_lies_in_the_systems_folder_unless_told_otherwise(tmp_path: Path) -> None:
    assert user_config_file({"CODEGRAPH_HOME": str(tmp_path)}) == tmp_path / "config.toml"
    assert user_config_file({}).parts[-2:] == ("codegraph", "config.toml")


# --- keys -----------------------------------------------------------------------------------------------


def test_an_unknown_key_is_named_with_its_file_and_a_suggestion(project: Project) -> None:
    project.write("codegraph.toml", "wrokers = 2\n[embedding]\nprovidr = 'none'\nbogus = 1\n")
    settings, warnings = project.load({"serach": {"top_k": 3}}, CODEGRAPH_MAX_FILE_BITES="3")
    assert settings == Settings()
    assert warnings == [
        "codegraph.toml: wrokers: unknown key; did you mean workers?",
        "codegraph.toml: embedding.providr: unknown key; did you mean embedding.provider?",
        "codegraph.toml: embedding.bogus: unknown key",
        "CODEGRAPH_MAX_FILE_BITES: unknown key; did you mean max_file_bytes?",
        "argument: serach.top_k: unknown key; did you mean search.top_k?",
    ]


def test_a_key_without_its_table_is_named_with_the_table(project: Project) -> None:
    project.write("codegraph.toml", "top_k = 2\nmax_tokens = 100\n")
    settings, warnings = project.load()
    assert settings.search.top_k == 2
    assert settings.embedding.max_tokens == 128
    assert warnings == [
        "codegraph.toml: top_k: is read as search.top_k",
        "codegraph.toml: max_tokens: unknown key; did you mean embedding.max_tokens?",
    ]


REFERENCE_KEYS = """
Enabled = true
Exclude = ["gen/"]
RootAlias = "shop"
IncludeStatements = true
EnrichWithLlm = false
IndexMode = "Full"
[Embedding]
Provider = "Local"
Model = "m"
ApiKey = "secret"
MaxTextChars = 1000
[Embedding.Local]
ModelPath = "models/m"
MaxConcurrency = 2
[Summarizer]
Provider = "x"
"""


def test_keys_of_the_reference_system_are_understood_in_any_case(project: Project) -> None:
    project.write("codegraph.toml", REFERENCE_KEYS)
    settings, warnings = project.load()
    assert settings.exclude[-1] == "gen/"
    assert settings.root_alias == "shop"
    assert settings.include_statements
    assert settings.embedding.provider == "onnx"
    assert settings.embedding.model == "m"
    assert settings.embedding.max_text_chars == 1000
    assert settings.embedding.model_path == ""
    assert any("Embedding.Local.ModelPath: is not used: a project can't set it" in line for line in warnings)
    assert settings.embedding.threads == 2
    assert "codegraph.toml: RootAlias: is read as root_alias" in warnings
    assert (
        "codegraph.toml: Embedding.ApiKey: has no use here (a key is read from the variable "
        "CODEGRAPH_EMBEDDING_API_KEY and from nowhere else)"
    ) in warnings
    assert any("Summarizer.Provider: is not used: a project can't set it" in line for line in warnings)
    assert not any("secret" in warning for warning in warnings)


def test_dashes_are_as_good_as_underscores(project: Project) -> None:
    project.write("codegraph.toml", "max-file-bytes = 5\n")
    assert project.load()[0].max_file_bytes == 5
    assert project.load()[1] == []


# --- values ---------------------------------------------------------------------------------------------

WRONG = {
    'workers = "two"': "codegraph.toml: workers: expected a whole number from 0 to 256, got 'two'",
    "workers = -1": "codegraph.toml: workers: expected a whole number from 0 to 256, got -1",
    "workers = 100000": "codegraph.toml: workers: expected a whole number from 0 to 256, got 100000",
    "workers = 1.5": "codegraph.toml: workers: expected a whole number from 0 to 256, got 1.5",
    "parse_timeout = 0": "codegraph.toml: parse_timeout: expected a number above 0 and up to 3600, got 0",
    "parse_timeout = nan": "codegraph.toml: parse_timeout: expected a number above 0 and up to 3600, got nan",
    "respect_gitignore = 1": "codegraph.toml: respect_gitignore: expected true or false, got 1",
    'exclude = "gen/"': "codegraph.toml: exclude: expected a list of texts, got 'gen/'",
    "languages = [1]": "codegraph.toml: languages: expected a list of texts, got [1]",
    'search.mode = "fast"': (
        'codegraph.toml: search.mode: expected one of "hybrid", "lexical", "vector", got \'fast\''
    ),
    "fingerprints.enable = 3": (
        "codegraph.toml: fingerprints.enable: expected true or false or a list of texts, got 3"
    ),
    'index_dir = ""': "codegraph.toml: index_dir: expected a text that is not empty, got ''",
    "embedding = true": "codegraph.toml: embedding: expected a table of settings, got True",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_value_of_the_wrong_kind_is_an_error_that_says_what_is_expected(
    project: Project, text: str
) -> None:
    project.write("codegraph.toml", text)
    assert project.refused() == WRONG[text]


def test_errors_name_the_variable_or_argument(project: Project) -> None:
    assert project.refused(CODEGRAPH_WORKERS="x") == (
        "CODEGRAPH_WORKERS: expected a whole number from 0 to 256, got 'x'"
    )
    assert project.refused({"workers": "x"}).startswith("argument: workers: expected")


def test_a_long_value_is_cut_in_the_message(project: Project) -> None:
    assert len(project.refused({"workers": "x" * 10_000})) < 200


def test_paths_of_a_project_file_stay_inside_the_project(project: Project) -> None:
    for text in (
        'index_dir = "../x"',
        'fingerprints.extra = ["a.toml", "../b.toml"]',
    ):
        project.write("codegraph.toml", text)
        assert "expected a path inside the project" in project.refused()
    project.write("codegraph.toml", 'index_dir = "build/index"\nfingerprints.extra = ["rules/a.toml"]\n')
    assert project.load()[0].index_dir == "build/index"
    assert project.load({"index_dir": "/elsewhere"})[0].index_dir == "/elsewhere"


STRANGERS = {
    'embedding.provider = "openai"': ("embedding.provider", "CODEGRAPH_EMBEDDING__PROVIDER"),
    'embedding.base_url = "https://evil.example/v1"': ("embedding.base_url", "CODEGRAPH_EMBEDDING__BASE_URL"),
    'embedding.model_path = "models/m"': ("embedding.model_path", "CODEGRAPH_EMBEDDING__MODEL_PATH"),
    "embedding.batch_size = 1": ("embedding.batch_size", "CODEGRAPH_EMBEDDING__BATCH_SIZE"),
}


@pytest.mark.parametrize("text", STRANGERS)
@pytest.mark.parametrize("file", ["codegraph.toml", "pyproject.toml"])
def test_a_project_does_not_say_where_code_is_sent_or_what_is_loaded(
    project: Project, text: str, file: str
) -> None:
    name, variable = STRANGERS[text]
    project.write(file, text if file == "codegraph.toml" else f"[tool.codegraph]\n{text}")
    shown = "codegraph.toml" if file == "codegraph.toml" else "pyproject.toml [tool.codegraph]"
    assert project.load() == (
        Settings(),
        [
            f"{shown}: {name}: is not used: a project can't set it; your own config.toml, {variable} or an option can"
        ],
    )


def test_the_user_says_where_code_is_sent(project: Project) -> None:
    project.write("config.toml", '[embedding]\nprovider = "ollama"\nbase_url = "http://box:1"\n')
    settings, warnings = project.load()
    assert (settings.embedding.provider, settings.embedding.base_url) == ("ollama", "http://box:1")
    assert warnings == []
    project.write("codegraph.toml", '[embedding]\nprovider = "none"\nbase_url = "http://evil:1"\n')
    settings, warnings = project.load(CODEGRAPH_EMBEDDING__MODEL_PATH="/models/m")
    assert (settings.embedding.provider, settings.embedding.base_url) == ("none", "http://box:1")
    assert settings.embedding.model_path == "/models/m"
    assert len(warnings) == 1
    overridden, _ = project.load({"embedding.provider": "openai", "embedding.base_url": "http://here:1"})
    assert (overridden.embedding.provider, overridden.embedding.base_url) == ("openai", "http://here:1")


def test_a_key_of_a_service_is_no_setting(project: Project) -> None:
    assert project.load(CODEGRAPH_EMBEDDING_API_KEY="secret") == (Settings(), [])


def test_a_link_does_not_lead_a_project_file_out_of_the_project(project: Project, tmp_path: Path) -> None:
    (project.root / "out").symlink_to(tmp_path)
    project.write("codegraph.toml", 'index_dir = "out/index"\n')
    assert "expected a path inside the project" in project.refused()


# --- files ----------------------------------------------------------------------------------------------


def test_invalid_toml_is_an_error_with_file_and_place(project: Project) -> None:
    project.write("codegraph.toml", "workers = \n")
    assert project.refused() == "codegraph.toml: not valid TOML: Invalid value (at line 1, column 11)"
    project.write("codegraph.toml", "")
    project.write("config.toml", "[a\n")
    assert project.refused().startswith("HOME/config.toml: not valid TOML")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"root_alias = '\xe9'\n", "codegraph.toml: is not UTF-8"),
        (b"a = " + b"[" * 100_000, "codegraph.toml: not valid TOML: nested too deeply"),
        (b"#" * 1_000_001, "codegraph.toml: larger than 1000000 bytes, which no settings file is"),
    ],
)
def test_a_file_that_can_not_be_read_is_an_error(project: Project, content: bytes, message: str) -> None:
    project.write("codegraph.toml", content)
    assert project.refused() == message


def test_a_byte_order_mark_and_crlf_do_no_harm(project: Project) -> None:
    project.write("codegraph.toml", b"\xef\xbb\xbfworkers = 3\r\n")
    assert project.load()[0].workers == 3


def test_a_broken_pyproject_that_does_not_speak_of_us_is_left_alone(project: Project) -> None:
    project.write("pyproject.toml", "[project\n")
    assert project.load() == (Settings(), [])
    project.write("pyproject.toml", "[tool.codegraph]\nworkers = \n")
    assert project.refused().startswith("pyproject.toml: not valid TOML")


def test_a_folder_in_the_place_of_a_file_counts_as_no_file(project: Project) -> None:
    (project.root / "codegraph.toml").mkdir()
    assert project.load() == (Settings(), [])


def test_a_root_that_does_not_exist_has_the_defaults(project: Project, tmp_path: Path) -> None:
    assert load_settings(tmp_path / "missing", environ=project.environ) == (Settings(), [])
