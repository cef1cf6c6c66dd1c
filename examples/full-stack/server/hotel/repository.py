"""Bookings in the database."""

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from hotel.models import Booking


class Bookings:
    """All bookings of the hotel."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def of_room(self, room: int) -> list[Booking]:
        """The bookings of a room."""
        return list(self.session.scalars(select(Booking).where(Booking.room == room)))

    def add(self, booking: Booking) -> Booking:
        """Keep a booking."""
        self.session.add(booking)
        self.session.commit()
        return booking

    def remove(self, number: int) -> None:
        """Drop a booking."""
        self.session.execute(delete(Booking).where(Booking.id == number))
        self.session.commit()
