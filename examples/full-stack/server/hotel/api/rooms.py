"""Rooms, and the bookings in them."""

from typing import Annotated

from fastapi import APIRouter, Depends

from hotel.schemas import NewBooking, ShownBooking
from hotel.services import BookingService, booking_service

Service = Annotated[BookingService, Depends(booking_service)]
router = APIRouter(prefix="/rooms/{room}")


@router.get("/bookings")
def list_bookings(room: int, service: Service) -> list[ShownBooking]:
    """All bookings of a room."""
    return [ShownBooking.of(booking) for booking in service.of_room(room)]


@router.post("/bookings", status_code=201)
def add_booking(room: int, wanted: NewBooking, service: Service) -> ShownBooking:
    """Book a room."""
    return ShownBooking.of(service.book(room, wanted.guest, wanted.nights))
