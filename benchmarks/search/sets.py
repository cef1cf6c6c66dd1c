"""The sets: which project, which part of it, and where its questions come from."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from benchmarks.accuracy.gold import Archive

ASKED = Path(__file__).resolve().parent / "asked"


class Set(NamedTuple):
    """A project to search in.

    Attributes:
        archive: the package that holds its sources; None where no registry has them, so they have to be given.
        folders: what of it is indexed, below the root of the sources; empty for all.
        asked: its questions were written by hand, and documentation stays. Otherwise the questions are
            documentation, which is blanked out.
        tuned: whether weights were chosen by looking at it.
    """

    name: str
    language: str
    archive: Archive | None
    folders: tuple[str, ...] = ()
    asked: bool = False
    tuned: bool = False


_DJANGO = Archive(
    "pypi", "django", "5.2.19", "ad03d8abc51dbff95ebf34b27123cf0c26a3b62db7ba0cd520783686362533d1"
)
_KUBERNETES = Archive(
    "go",
    "k8s.io/kubernetes",
    "v1.31.0",
    "aa0d52efd9dc33a0394f5f7d53d992800f4a57785208dd604acd003a1e0e20fd",
)
_GUAVA = Archive(
    "maven",
    "com.google.guava:guava",
    "33.3.1-jre",
    "b7cbdad958b791f2a036abff7724570bf9836531c460966f8a3d0df8eaa1c21d",
)
_CELERY = Archive(
    "pypi", "celery", "5.4.0", "504a19140e8d3029d5acad88330c541d4c3f64c789d85f94756762d8bca7e706"
)
_RXJS = Archive("npm", "rxjs", "7.8.1", "c532167725ab7d085123209156c93cef22f2479cb9c8527060f1cd903aa9d149")
_HUGO = Archive(
    "go",
    "github.com/gohugoio/hugo",
    "v0.135.0",
    "3a04fa6626e9298d53ef87eaf6ba2c2f7fd9d66d1e6a868e17a0f5cf0cb8c0c5",
)
_LANG3 = Archive(
    "maven",
    "org.apache.commons:commons-lang3",
    "3.17.0",
    "5fdcac21ad329766054a95367d7583dfcdca737d221d5e01a5f2a198c04c6b18",
)
_TOKIO = Archive(
    "cargo", "tokio", "1.40.0", "e2b070231665d27ad9ec9b8df639893f46727666c6767db40317fbe920a5d998"
)
_FLASK = Archive("pypi", "flask", "3.1.0", "5f873c5184c897c8d9d1b05df1e3d01b14910ce69607a117bd3277098a5836ac")
_CLICK = Archive("pypi", "click", "8.1.8", "ed53c9d8990d83c2a27deae68e4ee337473f6330c040a31d4225c9574d16096a")
_GIN = Archive(
    "go",
    "github.com/gin-gonic/gin",
    "v1.10.0",
    "c983efe780ee7c250a287eb26f228e0f7b77667c5ff9f4448cd54f05d28f5e70",
)
_GSON = Archive(
    "maven",
    "com.google.code.gson:gson",
    "2.11.0",
    "49a853f71bc874ee1898a4ad5009b57d0c536e5a998b3890253ffbf4b7276ad3",
)
_EXPRESS = Archive(
    "npm", "express", "4.21.2", "fc43a91e7dc7affb53c6ad7123a4f35485ed3c45226ae7a3847b7738e783e008"
)

SETS = (
    Set("django", "python", _DJANGO, ("django",), tuned=True),
    Set("typeorm", "typescript", None, ("src", "packages"), tuned=True),
    Set(
        "k8s",
        "go",
        _KUBERNETES,
        ("pkg/scheduler", "pkg/controller", "pkg/proxy", "pkg/kubelet", "pkg/volume"),
        tuned=True,
    ),
    Set("guava", "java", _GUAVA, tuned=True),
    Set("ripgrep", "rust", None, tuned=True),
    Set("celery", "python", _CELERY, ("celery",)),
    Set("rxjs", "typescript", _RXJS, ("src",)),
    Set("hugo", "go", _HUGO),
    Set("commons-lang", "java", _LANG3),
    Set("tokio", "rust", _TOKIO),
    Set("django_hand", "python", _DJANGO, ("django",), asked=True),
    Set("flask", "python", _FLASK, ("src",), asked=True),
    Set("click", "python", _CLICK, ("src",), asked=True),
    Set("gin", "go", _GIN, asked=True),
    Set("gson", "java", _GSON, asked=True),
    Set("express", "javascript", _EXPRESS, ("lib",), asked=True),
    Set("monolog", "php", None, ("src",), asked=True),
)
