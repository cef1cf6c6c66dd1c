"""From a component of a front end over a request into the database of a back end in another language."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from .conftest import MakeProject
    from .project import Project

EXAMPLE = Path(__file__).parents[2] / "examples/full-stack"
TRACES = {
    ("BookingForm", "Session.add"): """
        hotel-web::src/components/BookingForm.tsx::BookingForm::submit
        calls hotel-web::src/api/bookings.ts::book
        requests hotel::hotel/api/rooms::POST /api/rooms/{room}/bookings
        handles hotel::hotel/api/rooms::add_booking
        calls hotel::hotel/services::BookingService::book
        calls hotel::hotel/repository::Bookings::add
        calls ext::pypi::sqlalchemy::orm::Session::add
    """,
    ("BookingList", "Session.scalars"): """
        hotel-web::src/components/BookingList.tsx::BookingList
        calls hotel-web::src/api/bookings.ts::bookingsOf
        requests hotel::hotel/api/rooms::GET /api/rooms/{room}/bookings
        handles hotel::hotel/api/rooms::list_bookings
        calls hotel::hotel/services::BookingService::of_room
        calls hotel::hotel/repository::Bookings::of_room
        calls ext::pypi::sqlalchemy::orm::Session::scalars
    """,
    ("bookings.ts::cancel", "Session.execute"): """
        hotel-web::src/api/bookings.ts::cancel
        requests hotel::hotel/api/bookings::DELETE /api/bookings/{number}
        handles hotel::hotel/api/bookings::cancel_booking
        calls hotel::hotel/services::BookingService::cancel
        calls hotel::hotel/repository::Bookings::remove
        calls ext::pypi::sqlalchemy::orm::Session::execute
    """,
}


@pytest.fixture(scope="module")
def hotel(make_project: MakeProject) -> Project:
    files = {
        str(path.relative_to(EXAMPLE)): path.read_bytes()
        for path in sorted(EXAMPLE.rglob("*"))
        if path.is_file() and ".codegraph" not in path.parts
    }
    project = make_project("hotel").write(files)
    project.update()
    return project


@pytest.mark.parametrize(("start", "end"), TRACES)
def test_a_trace_leads_from_the_front_end_into_the_database(hotel: Project, start: str, end: str) -> None:
    (path,) = hotel.run("trace", start, end, "--json").json["paths"]
    kinds = ["", *(step["edge_kind"] for step in path["steps"])]
    steps = zip(kinds, path["fqns"], strict=True)
    assert [f"{kind} {fqn}".strip() for kind, fqn in steps] == dedent(TRACES[start, end]).strip().splitlines()
