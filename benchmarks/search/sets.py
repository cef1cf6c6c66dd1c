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
        trained: whether the learned part of hybrid ranking comes from it, see ``train.py``.
    """

    name: str
    language: str
    archive: Archive | None
    folders: tuple[str, ...] = ()
    asked: bool = False
    tuned: bool = False
    trained: bool = False


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
_NETWORKX = Archive(
    "pypi", "networkx", "3.4.2", "307c3669428c5362aab27c8a1260aa8f47c4e91d3891f48be0141738d8d053e1"
)
_SCRAPY = Archive(
    "pypi", "scrapy", "2.12.0", "d66d6e76009b12447604196875a463b61d10721140032a8084a0a52df7f4788f"
)
_PROMETHEUS = Archive(
    "go",
    "github.com/prometheus/prometheus",
    "v0.55.1",
    "f237023b30d4a47ea3b7ab0460328fd9652938ffaa1ecdeedbc054aa1fd9d1e0",
)
_GRPC = Archive(
    "go",
    "google.golang.org/grpc",
    "v1.68.0",
    "02a23b873909d3a7f46b1ab5e822b698aeec0e79538924e5edb21838e7fda562",
)
_COLLECTIONS = Archive(
    "maven",
    "org.apache.commons:commons-collections4",
    "4.4",
    "93b4ff13ee810830a247dfa83bf5b73c401a591af4c11f3efb9b9da581e70452",
)
_JODA = Archive(
    "maven",
    "joda-time:joda-time",
    "2.13.0",
    "01b8181284ec774ac34ae3b831c6c9c1750c6e9760df8a9560d58e3849dafb1c",
)
_CLAP = Archive(
    "cargo", "clap_builder", "4.5.23", "30582fc632330df2bd26877bde0c1f4470d57c582bbc070376afcd04d8cb4838"
)
_RAYON = Archive(
    "cargo", "rayon", "1.10.0", "b418a60154510ca1a002a752ca9714984e21e4241e804d32555251faf8b78ffa"
)
_HYPER = Archive(
    "cargo", "hyper", "1.5.1", "97818827ef4f364230e16705d4706e2897df2bb60617d6ca15d598025a3c481f"
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
    Set("commons-lang", "java", _LANG3),
    Set("tokio", "rust", _TOKIO),
    Set("networkx", "python", _NETWORKX, ("networkx",), trained=True),
    Set("scrapy", "python", _SCRAPY, ("scrapy",), trained=True),
    Set("hugo", "go", _HUGO),
    Set("prometheus", "go", _PROMETHEUS, trained=True),
    Set("grpc", "go", _GRPC, trained=True),
    Set("commons-collections", "java", _COLLECTIONS, trained=True),
    Set("joda-time", "java", _JODA, trained=True),
    Set("clap_builder", "rust", _CLAP, trained=True),
    Set("rayon", "rust", _RAYON, trained=True),
    Set("hyper", "rust", _HYPER, trained=True),
    Set("django_hand", "python", _DJANGO, ("django",), asked=True),
    Set("flask", "python", _FLASK, ("src",), asked=True),
    Set("click", "python", _CLICK, ("src",), asked=True),
    Set("gin", "go", _GIN, asked=True),
    Set("gson", "java", _GSON, asked=True),
    Set("express", "javascript", _EXPRESS, ("lib",), asked=True),
    Set("monolog", "php", None, ("src",), asked=True),
)
