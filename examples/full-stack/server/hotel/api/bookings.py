"""Bookings by their number."""

from typing import Annotated

from fastapi import APIRouter, Depends

from hotel.services import BookingService, booking_service

router = APIRouter(prefix="/bookings")


@router.delete("/{number}", status_code=204)
def cancel_booking(number: int, service: Annotated[BookingService, Depends(booking_service)]) -> None:
    """Give a room free again."""
    service.cancel(number)
