"""What the manifests of each ecosystem say, one module an ecosystem, imported where there is such a manifest."""

from __future__ import annotations

from typing import NamedTuple


class ManifestFacts(NamedTuple):
    """What one manifest says of its folder."""

    name: str
    """"" when it gives none."""
    is_package: bool = True
    """False when it only configures tools or lists members, so that it makes its folder no package."""
    is_workspace_root: bool = False
    members: tuple[str, ...] = ()
    """Folders that it makes packages although they may have no manifest; relative to the root."""
    languages: tuple[str, ...] = ()
    """Extensions: the folder is a package only if such a source lies in it or below."""
