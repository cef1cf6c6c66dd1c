"""The folders on which Python's absolute imports are looked up."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import Tree, configs

SETUPTOOLS = "from setuptools import find_packages, setup\n"
ROOTS: dict[str, tuple[Tree, list[str]]] = {
    "nothing but modules": ({"a.py": "", "pkg/__init__.py": ""}, [""]),
    "no Python at all": ({"a.js": ""}, [""]),
    "src layout": ({"pyproject.toml": "[project]\n", "src/shop/__init__.py": ""}, ["src", ""]),
    "src layout without manifest": ({"src/shop/__init__.py": "", "tests/t.py": ""}, ["src", ""]),
    "src that is itself a package": ({"src/__init__.py": "", "src/a.py": ""}, [""]),
    "setuptools package-dir": (
        {"pyproject.toml": '[tool.setuptools]\npackage-dir = {"" = "code"}\n', "code/a.py": ""},
        ["code", ""],
    ),
    "setuptools find": (
        {
            "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["one", "two"]\n',
            "one/a.py": "",
            "two/b.py": "",
        },
        ["one", "two", ""],
    ),
    "setup.cfg": (
        {"setup.cfg": "[options]\npackage_dir =\n    = source\n[options.packages.find]\nwhere = other\n"}
        | {"source/a.py": "", "other/b.py": ""},
        ["source", "other", ""],
    ),
    "setup.py": (
        {"setup.py": f"{SETUPTOOLS}setup(package_dir={{'': 'lib'}}, packages=find_packages('lib2'))\n"}
        | {"lib/a.py": "", "lib2/b.py": ""},
        ["lib", "lib2", ""],
    ),
    "setup.py with where": (
        {"setup.py": f"{SETUPTOOLS}setup(packages=find_packages(where='x'))\n", "x/a.py": ""},
        ["x", ""],
    ),
    "poetry": (
        {
            "pyproject.toml": '[tool.poetry]\npackages = [{include = "a", from = "py"}, {include = "b"}]\n',
            "py/a/x.py": "",
        },
        ["py", ""],
    ),
    "hatch": (
        {
            "pyproject.toml": '[tool.hatch.build.targets.wheel]\npackages = ["code/shop"]\n',
            "code/shop/a.py": "",
        },
        ["code", ""],
    ),
    "hatch sources": (
        {"pyproject.toml": '[tool.hatch.build.targets.wheel.sources]\n"code" = ""\n', "code/shop/a.py": ""},
        ["code", ""],
    ),
    "pdm": ({"pyproject.toml": '[tool.pdm.build]\npackage-dir = "code"\n', "code/a.py": ""}, ["code", ""]),
    "uv": ({"pyproject.toml": '[tool.uv.build-backend]\nmodule-root = ""\n', "a/b.py": ""}, [""]),
    "maturin": ({"pyproject.toml": '[tool.maturin]\npython-source = "py"\n', "py/a.py": ""}, ["py", ""]),
    "pytest's path": (
        {"pyproject.toml": '[tool.pytest.ini_options]\npythonpath = "tests/lib ."\n', "tests/lib/h.py": ""},
        ["", "tests/lib"],
    ),
    "lib without a manifest": ({"lib/shop/__init__.py": "", "bin/run.py": ""}, ["", "lib"]),
    "projects below the root": (
        {
            "pkgs/b/pyproject.toml": "[project]\n",
            "pkgs/b/src/b/x.py": "",
            "pkgs/a/setup.py": SETUPTOOLS,
            "main.py": "",
        },
        ["", "pkgs/a", "pkgs/b/src", "pkgs/b"],
    ),
    "roots that lead out or hold no Python": (
        {
            "pyproject.toml": '[tool.setuptools.packages.find]\nwhere = ["../x", "/etc", "empty", 3]\n',
            "empty/a.txt": "",
        },
        [""],
    ),
    "a folder with nothing but settings of tools": (
        {"docs/pyproject.toml": "[tool.ruff]\n", "docs/conf.py": ""},
        [""],
    ),
    "settings of the wrong kind": ({"pyproject.toml": 'tool = "x"\nproject = 3\n', "a.py": ""}, [""]),
}


@pytest.mark.parametrize("name", ROOTS)
def test_python_imports_are_looked_up_on_these_folders(tmp_path: Path, name: str) -> None:
    files, expected = ROOTS[name]
    assert configs(tmp_path, files).python_roots == expected
