"""composer.json: where the classes of a namespace lie."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import configs


def test_prefixes_lead_to_folders_the_longest_first(tmp_path: Path) -> None:
    manifest = r"""{"name": "acme/shop",
        "autoload": {"psr-4": {"Acme\\": "src/", "Acme\\Pay\\": ["pay", "more/"], "": "old"},
                     "psr-0": {"Legacy_": "lib"},
                     "classmap": ["db/", "one.php"], "files": ["src/helpers.php"]},
        "autoload-dev": {"psr-4": {"Acme\\": "tests/", "Acme\\Tests\\": "tests"}}}"""
    found = configs(tmp_path, {"php/composer.json": manifest}).composer_packages["php"]
    assert list(found.psr4.items()) == [
        ("Acme\\Tests\\", ["php/tests"]),
        ("Acme\\Pay\\", ["php/pay", "php/more"]),
        ("Acme\\", ["php/src", "php/tests"]),
        ("", ["php/old"]),
    ]
    assert found.psr0 == {"Legacy_": ["php/lib"]}
    assert (found.classmap, found.files) == (["php/db", "php/one.php"], ["php/src/helpers.php"])


def test_a_package_sees_those_of_the_repository_that_it_requires(tmp_path: Path) -> None:
    files = {
        "composer.json": '{"require": {"Acme/Pay": "^1", "php": ">=8"}, "require-dev": {"acme/dev": "*"}}',
        "pay/composer.json": '{"name": "acme/pay"}',
        "dev/composer.json": '{"name": "acme/dev"}',
        "other/composer.json": '{"name": "acme/other", "require": {"acme/other": "1"}}',
    }
    found = configs(tmp_path, files).composer_packages
    assert found[""].visible == ["dev", "pay"]
    assert found["other"].visible == []


@pytest.mark.parametrize(
    "manifest",
    [
        "{}",
        '{"autoload": []}',
        '{"autoload": {"psr-4": [], "psr-0": 1, "files": {}, "classmap": [1]}}',
        '{"autoload": {"psr-4": {"A": [1, null], "B": "../out", "C": "/etc"}}, "require": "x", "name": 3}',
    ],
)
def test_what_is_not_understood_or_lies_outside_is_left_out(tmp_path: Path, manifest: str) -> None:
    found = configs(tmp_path, {"composer.json": manifest}).composer_packages[""]
    assert not any((found.name, found.psr4, found.psr0, found.classmap, found.files, found.visible))
