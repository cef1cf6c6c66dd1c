"""Project files of .NET: names, references, and the namespaces that every file uses."""

from __future__ import annotations

from pathlib import Path

import pytest

from codegraph.discovery.settings import DotnetUsing
from tests.discovery.conftest import Tree, configs, look, reasons, write


def project(*parts: str, sdk: str = "Microsoft.NET.Sdk") -> str:
    """A project file."""
    return f'<Project Sdk="{sdk}">{"".join(parts)}</Project>'


def properties(**values: str) -> str:
    """A group of properties."""
    return f"<PropertyGroup>{''.join(f'<{n}>{v}</{n}>' for n, v in values.items())}</PropertyGroup>"


def items(*lines: str) -> str:
    """A group of items."""
    return f"<ItemGroup>{''.join(f'<{line} />' for line in lines)}</ItemGroup>"


def usings(root: Path, files: Tree, folder: str = "a") -> list[str]:
    """The namespaces that every file of a project uses, as C# has them."""
    return [
        f"{'static ' if u.is_static else ''}{u.alias + ' = ' if u.alias else ''}{u.namespace}"
        for u in configs(root, files).dotnet_projects[folder].usings
    ]


ABOVE = "<Import Project=\"$([MSBuild]::GetPathOfFileAbove('Directory.Build.props', '$(X)../'))\" />"

USINGS: dict[str, tuple[Tree, list[str]]] = {
    "none": ({"a/A.csproj": project()}, []),
    "items": (
        {
            "a/A.csproj": project(
                items(
                    'Using Include="X.Y; Z"',
                    'Using Include="X.Y.Map" Alias="M"',
                    'Using Include="T" Static="True"',
                )
            )
        },
        ["X.Y", "Z", "M = X.Y.Map", "static T"],
    ),
    "implicit, and one taken away": (
        {"a/A.csproj": project(properties(ImplicitUsings="Enable"), items('Using Remove="System.Net.Http"'))},
        [
            "System",
            "System.Collections.Generic",
            "System.IO",
            "System.Linq",
            "System.Threading",
            "System.Threading.Tasks",
        ],
    ),
    "implicit is C#'s": ({"a/A.fsproj": project(properties(ImplicitUsings="enable"))}, []),
    "of the folder above": (
        {
            "Directory.Build.props": project(items('Using Include="Far"')),
            "a/Directory.Build.props": project(items('Using Include="Near"')),
            "a/A.csproj": project(items('Using Include="Own"')),
        },
        ["Near", "Own"],
    ),
    "of all folders above": (
        {
            "Directory.Build.props": project(items('Using Include="Far"')),
            "a/Directory.Build.props": project(ABOVE, items('Using Include="Near"')),
            "Directory.Build.targets": project(items('Using Include="Last"')),
            "a/A.csproj": project(),
        },
        ["Far", "Near", "Last"],
    ),
    "two projects in a folder": (
        {
            "a/A.csproj": project(items('Using Include="X"')),
            "a/B.csproj": project(items('Using Include="Y"')),
        },
        ["X", "Y"],
    ),
    "computed": ({"a/A.csproj": project(items('Using Include="$(X);@(Y);Z"', "Using"))}, ["Z"]),
}


@pytest.mark.parametrize("name", USINGS)
def test_a_project_uses_namespaces_everywhere(tmp_path: Path, name: str) -> None:
    files, expected = USINGS[name]
    assert usings(tmp_path, files) == expected


def test_the_sdk_decides_what_is_implicit(tmp_path: Path) -> None:
    on = properties(ImplicitUsings="true")
    web = usings(tmp_path, {"a/A.csproj": project(on, sdk="Microsoft.NET.Sdk.Web")})
    assert "Microsoft.AspNetCore.Builder" in web
    assert "Microsoft.Extensions.Logging" in web
    worker = usings(tmp_path, {"a/A.csproj": project(on, sdk="Microsoft.NET.Sdk.Worker/8.0")})
    assert "Microsoft.AspNetCore.Builder" not in worker
    assert "Microsoft.Extensions.Logging" in worker


NAMES = {
    "of the file": ((), ("My App", "My_App")),
    "given": ((properties(AssemblyName="Acme.Shop", RootNamespace="Acme"),), ("Acme.Shop", "Acme")),
    "made of other properties": (
        (properties(AssemblyName="Acme.$(MSBuildProjectName)", RootNamespace="$(AssemblyName).Core"),),
        ("Acme.My App", "Acme.My App.Core"),
    ),
    "computed": ((properties(AssemblyName="$(Unknown)"),), ("My App", "My_App")),
}


@pytest.mark.parametrize("name", NAMES)
def test_a_project_has_a_name_and_a_root_namespace(tmp_path: Path, name: str) -> None:
    parts, expected = NAMES[name]
    found = configs(tmp_path, {"a/My App.csproj": project(*parts)}).dotnet_projects["a"]
    assert (found.name, found.root_namespace) == expected


def test_shared_properties_hold_for_projects_below(tmp_path: Path) -> None:
    shared = project(properties(RootNamespace="Acme.$(MSBuildProjectName)", ImplicitUsings="enable"))
    found = configs(tmp_path, {"Directory.Build.props": shared, "src/a/A.csproj": project()}).dotnet_projects
    assert found["src/a"].root_namespace == "Acme.A"
    assert DotnetUsing("System") in found["src/a"].usings


def test_references_lead_to_folders_also_through_others(tmp_path: Path) -> None:
    def refers(*paths: str) -> str:
        return project(items(*(f'ProjectReference Include="{path}"' for path in paths)))

    files = {
        "a/A.csproj": refers(r"..\b\B.csproj", r"..\..\out\O.csproj", "$(X)/Y.csproj"),
        "b/B.csproj": refers("../c/C.fsproj;../d/D.vbproj"),
        "c/C.fsproj": refers(r"..\a\A.csproj"),
        "d/D.vbproj": "<Project/>",
        "All.sln": "",
    }
    found = configs(tmp_path, files).dotnet_projects
    assert {folder: one.references for folder, one in found.items()} == {
        "a": ["b", "c", "d"],
        "b": ["a", "c", "d"],
        "c": ["a", "b", "d"],
        "d": [],
    }


def test_what_is_broken_is_reported_and_the_rest_is_read(tmp_path: Path) -> None:
    files = {
        "Directory.Build.props": '<!DOCTYPE p [<!ENTITY a "aa">]><Project>&a;</Project>',
        "a/A.csproj": project(items('Using Include="X"')),
        "b/B.csproj": "<Project>",
    }
    inventory = look(write(tmp_path, files))
    assert set(reasons(inventory)) == {"Directory.Build.props", "b/B.csproj"}
    assert list(inventory.configs.dotnet_projects) == ["a"]


def test_properties_that_grow_are_given_up(tmp_path: Path) -> None:
    grow = "".join(
        properties(AssemblyName="$(AssemblyName)$(AssemblyName)$(RootNamespace)") for _ in range(50)
    )
    found = configs(tmp_path, {"a/A.csproj": project(grow)}).dotnet_projects["a"]
    assert len(found.name) < 1000
