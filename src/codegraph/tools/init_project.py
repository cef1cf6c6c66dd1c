"""``init_project``: a commented settings file to begin with."""

from pathlib import Path

import msgspec

from codegraph.config import PROJECT_FILE
from codegraph.errors import StorageError, UsageError
from codegraph.tools.index import existing_folder


class InitProjectRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """``force`` replaces a settings file that is there already."""

    root_path: str
    force: bool = False


class InitializedProject(msgspec.Struct):
    """The file that was written."""

    path: str


def run(request: InitProjectRequest) -> InitializedProject:
    """Write ``codegraph.toml`` with every setting, and the excludes of the ecosystems that are found.

    Raises:
        UsageError: there is no such folder, or the file is there already.
        StorageError: it can't be written.
    """
    from codegraph.discovery import starter_settings

    root = existing_folder(Path(request.root_path))
    place = root / PROJECT_FILE
    text = starter_settings(root)
    try:
        with place.open("w" if request.force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise UsageError(f"{place} is there already; --force replaces it") from None
    except OSError as error:
        raise StorageError(f"{place} can't be written: {error.strerror}; check the permissions") from error
    return InitializedProject(str(place))
