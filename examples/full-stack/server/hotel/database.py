"""The connection."""

from collections.abc import Iterator

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

engine = create_engine("sqlite:///hotel.db")


def open_session() -> Iterator[Session]:
    """A session for one request."""
    with Session(engine) as session:
        yield session
