"""What the database holds."""

from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """All tables."""


class Booking(Base):
    """One guest in one room."""

    __tablename__ = "booking"

    id: Mapped[int] = mapped_column(primary_key=True)
    room: Mapped[int]
    guest: Mapped[str]
    nights: Mapped[int]
