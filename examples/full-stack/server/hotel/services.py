"""The rules of the house."""

from typing import Annotated

from fastapi import Depends
from sqlalchemy.orm import Session

from hotel.database import open_session
from hotel.models import Booking
from hotel.repository import Bookings

MOST_NIGHTS = 14


class BookingService:
    """Books rooms and gives them free."""

    def __init__(self, bookings: Bookings) -> None:
        self.bookings = bookings

    def of_room(self, room: int) -> list[Booking]:
        """All bookings of a room."""
        return self.bookings.of_room(room)

    def book(self, room: int, guest: str, nights: int) -> Booking:
        """Book a room, for as long as the house allows."""
        return self.bookings.add(Booking(room=room, guest=guest, nights=min(nights, MOST_NIGHTS)))

    def cancel(self, number: int) -> None:
        """Give a room free again."""
        self.bookings.remove(number)


def booking_service(session: Annotated[Session, Depends(open_session)]) -> BookingService:
    """The service for one request."""
    return BookingService(Bookings(session))
