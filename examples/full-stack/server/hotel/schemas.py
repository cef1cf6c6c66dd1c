"""What requests and answers hold."""

from typing import Self

from pydantic import BaseModel

from hotel.models import Booking


class NewBooking(BaseModel):
    """What a guest asks for."""

    guest: str
    nights: int


class ShownBooking(NewBooking):
    """What the front end sees of a booking."""

    id: int
    room: int

    @classmethod
    def of(cls, booking: Booking) -> Self:
        """A booking as it is shown."""
        return cls(id=booking.id, room=booking.room, guest=booking.guest, nights=booking.nights)
