"""Brings what a set was made from: the package's archive, checked, and its judged files in a new repository."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from benchmarks.accuracy.gold import Archive, GoldSet

MAVEN_COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
BUILD_FILES = (
    "CMakeLists.txt", "Cargo.toml", "go.mod", "go.sum", "package.json", "pnpm-workspace.yaml", "pom.xml",
    "pyproject.toml", "setup.cfg", "setup.py", "tsconfig.build.json", "tsconfig.json",
)  # fmt: skip


def unpacked(archive: Archive, folder: Path, keep: Path | None = None) -> Path:
    """Fetch a package with its registry's own client and unpack it below ``folder``.

    Args:
        keep: a folder where archives stay; one that lies there already is not fetched again.

    Returns:
        The project's root: the folder of the archive that holds everything, or all of it where there is none such.

    Raises:
        SystemExit: it can't be fetched, or it is not the archive that the set was made from.
    """
    store = keep or folder / "archives"
    store.mkdir(parents=True, exist_ok=True)
    file = next((one for one in sorted(store.iterdir()) if _is(archive, one)), None)
    if file is None:
        fetched = folder / "fetched" / archive.sha256
        fetched.mkdir(parents=True)
        _fetch(archive, fetched)
        file = next((one for one in sorted(fetched.iterdir()) if _is(archive, one)), None)
        if file is None:
            raise SystemExit(
                f"what the registry gives as {archive.package} {archive.version} is not the archive of SHA-256 "
                f"{archive.sha256} that the gold set was made from; give its sources with --source"
            )
        file = Path(shutil.move(file, store / file.name))
    out = folder / "unpacked" / archive.sha256
    if zipfile.is_zipfile(file):
        with zipfile.ZipFile(file) as packed:
            packed.extractall(out)
    else:
        with tarfile.open(file) as tar:
            tar.extractall(out, filter="data")
    return _root(archive, out)


def stage(gold: GoldSet, root: Path, repository: Path) -> None:
    """Make a git repository of just the judged files and the build configuration in the folders above them.

    Raises:
        SystemExit: a judged file is missing.
    """
    missing = [name for name in gold.meta.files if not (root / name).is_file()]
    if missing:
        raise SystemExit(
            f"{len(missing)} files that {gold.name} judges are not in {root} ({', '.join(missing[:3])}, ...); "
            "give the folder of the version that the set was made from"
        )
    folders = sorted({parent for name in gold.meta.files for parent in Path(name).parents})
    build = [folder / name for folder in folders for name in BUILD_FILES if (root / folder / name).is_file()]
    for path in (*map(Path, gold.meta.files), *build):
        (repository / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, repository / path)
    for name, content in gold.meta.config.items():
        (repository / name).write_text(json.dumps(content, indent=2), encoding="utf-8")
    author = ["-c", "user.name=benchmark", "-c", "user.email=benchmark@example.org"]
    for command in (["init", "-q"], ["add", "-A", "-f"], [*author, "commit", "-qm", gold.name]):
        _run(["git", *command], repository)


def _root(archive: Archive, out: Path) -> Path:
    if archive.registry == "maven":
        return out
    if archive.registry == "go":
        return out / f"{archive.package}@{archive.version}"
    (top,) = out.iterdir()
    return top


def _fetch(archive: Archive, folder: Path) -> None:
    if archive.registry == "go":
        _fetch_go(archive, folder)
    elif archive.registry == "cargo":
        _fetch_cargo(archive, folder)
    else:
        _run(command(archive), folder)


def command(archive: Archive) -> list[str]:
    """The command that puts a package's archive into the folder where it is run, for clients that can."""
    if archive.registry == "pypi":
        exact = f"{archive.package}=={archive.version}"
        pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps"]
        return [*pip, "--no-binary", archive.package, exact]
    if archive.registry == "npm":
        return ["npm", "pack", "--silent", f"{archive.package}@{archive.version}"]
    artifact = f"{archive.package}:{archive.version}:jar:sources"
    return ["mvn", "-q", "-B", MAVEN_COPY, f"-Dartifact={artifact}", "-DoutputDirectory=."]


def _fetch_go(archive: Archive, folder: Path) -> None:
    done = _run(["go", "mod", "download", "-json", f"{archive.package}@{archive.version}"], folder)
    shutil.copy(json.loads(done)["Zip"], folder)


def _fetch_cargo(archive: Archive, folder: Path) -> None:
    """Have cargo tell about a crate, for which it fetches it into its own cache."""
    _run(["cargo", "info", "-q", f"{archive.package}@{archive.version}"], folder)
    home = Path(os.environ.get("CARGO_HOME") or Path.home() / ".cargo")
    for crate in sorted(home.glob(f"registry/cache/*/{archive.package}-{archive.version}.crate")):
        shutil.copy(crate, folder)


def _is(archive: Archive, file: Path) -> bool:
    return file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == archive.sha256


def _run(command: list[str], folder: Path) -> str:
    command = [shutil.which(command[0]) or command[0], *command[1:]]  # npm is a script on Windows
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        raise SystemExit(
            f"{command[0]} can't be run: {error.strerror}; install it, or use --source"
        ) from None
    if done.returncode:
        raise SystemExit(
            f"{' '.join(command)} exits {done.returncode}: {(done.stderr or done.stdout).strip()[-500:]}"
        )
    return done.stdout


def given_sources(given: list[str]) -> dict[str, Path]:
    """The folders of the arguments ``--source SET=FOLDER``, by set.

    Raises:
        SystemExit: one is not written so, or there is no such folder.
    """
    sources = {}
    for text in given:
        name, separator, folder = text.partition("=")
        if not separator or not Path(folder).is_dir():
            raise SystemExit(f"--source {text}: write SET=FOLDER, with a folder that is there")
        sources[name] = Path(folder).resolve()
    return sources
