"""Gems and Rails applications: load paths, and the folders below which constants name files."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.discovery.conftest import Tree, configs

CASES: dict[str, tuple[Tree, tuple[str, list[str], list[str], bool]]] = {
    "a gem": (
        {
            "g.gemspec": "Gem::Specification.new do |s|\n  s.name = 'shop'\nend\n",
            "lib/shop.rb": "",
            "spec/a.rb": "",
        },
        ("shop", ["p/lib", "p/spec"], [], False),
    ),
    "a gem with its own paths": (
        {
            "g.gemspec": 's.name = NAME\ns.require_paths = ["lib", "ext", "../../out"]\n',
            **dict.fromkeys(("lib/a.rb", "ext/b.rb"), ""),
        },
        ("p", ["p/lib", "p/ext"], [], False),
    ),
    "paths as words": (
        {"g.gemspec": "s.require_paths = %w[lib  src]\n", **dict.fromkeys(("src/a.rb", "lib/b.rb"), "")},
        ("p", ["p/lib", "p/src"], [], False),
    ),
    "a gem that loads by name": (
        {"g.gemspec": 's.name = "x"\ns.add_dependency("zeitwerk", "~> 2")\n', "lib/x.rb": ""},
        ("x", ["p/lib"], ["p/lib"], False),
    ),
    "an engine": (
        {"g.gemspec": 's.name = "e"\n', "lib/e.rb": "", "app/models/e/x.rb": ""},
        ("e", ["p/lib"], ["p/app/models"], False),
    ),
    "a Rails application": (
        {
            "Gemfile": "gem 'rails'\n",
            "config/application.rb": """
class Application < Rails::Application
  config.autoload_lib(ignore: %w[assets])
  config.autoload_paths << "#{root}/extras"
  config.eager_load_paths += [Rails.root.join("more/here"), "#{Rails.root}/none", "../out"]
end
""",
            **dict.fromkeys(
                (
                    "app/models/user.rb",
                    "app/models/concerns/named.rb",
                    "app/assets/x.css",
                    "lib/tasks/x.rake",
                    "extras/a.rb",
                    "more/here/b.rb",
                    "test/t.rb",
                ),
                "",
            ),
        },
        (
            "p",
            ["p/lib", "p/test"],
            ["p/app/models", "p/app/models/concerns", "p/lib", "p/extras", "p/more/here"],
            True,
        ),
    ),
    "an application without a manifest": (
        {"config/application.rb": "", "app/jobs/a.rb": ""},
        ("p", [], ["p/app/jobs"], True),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_project_has_load_paths_and_autoload_roots(tmp_path: Path, name: str) -> None:
    files, expected = CASES[name]
    tree = {"Gemfile": "", "x.rb": "", **{f"p/{path}": text for path, text in files.items()}}
    found = configs(tmp_path, tree).ruby_projects["p"]
    assert (found.name, found.load_paths, found.autoload, found.is_rails) == expected
