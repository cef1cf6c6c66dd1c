"""Types in parts: whichever part is asked for, the answer is about the whole type."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject

PARTIAL = {
    "Lamp.cs": "namespace Home;\npublic partial class Lamp\n{\n    public void On() { Dim(); }\n}\n",
    "Lamp.Dim.cs": "namespace Home;\npublic partial class Lamp\n{\n    public void Dim() { }\n}\n",
}
METHODS = {
    "go.mod": "module example.org/home\n\ngo 1.22\n",
    "lamp.go": "package home\n\ntype Lamp struct{}\n\nfunc (l *Lamp) On() { l.Dim() }\n",
    "dim.go": "package home\n\nfunc (l *Lamp) Dim() {}\n",
}


@pytest.mark.parametrize(
    ("files", "places"),
    [(PARTIAL, ["Lamp.cs:2", "Lamp.Dim.cs:2"]), (METHODS, ["lamp.go:3"])],
    ids=["partial classes", "methods in other files"],
)
def test_members_are_those_of_all_parts(
    make_project: MakeProject, files: dict[str, str], places: list[str]
) -> None:
    project = make_project("home").write(files)
    project.update()
    for place in places:
        members = project.run("symbol", place, "--json").json["members"]
        assert {member["name"] for member in members} == {"On", "Dim"}
