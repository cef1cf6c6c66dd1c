"""Projects for functional tests, each with an environment of its own."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import pytest

from ..render.conftest import graphviz, mermaid  # noqa: F401 (fixtures)
from .project import Project, clean_environment

MakeProject = Callable[[str], Project]


@pytest.fixture(scope="package", autouse=True)
def environ(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """The environment of all commands, and of this process meanwhile."""
    clean = clean_environment(tmp_path_factory.mktemp("home"))
    with pytest.MonkeyPatch.context() as patch:
        for name in set(os.environ) - set(clean):
            patch.delenv(name)
        for name, value in clean.items():
            patch.setenv(name, value)
        yield clean


@pytest.fixture(scope="package")
def make_project(environ: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> MakeProject:
    """Makes an empty project in a new folder that bears its name."""
    return lambda name: Project(tmp_path_factory.mktemp("work") / name, environ)


@pytest.fixture
def project(make_project: MakeProject) -> Project:
    """An empty project called ``shop``."""
    return make_project("shop")
