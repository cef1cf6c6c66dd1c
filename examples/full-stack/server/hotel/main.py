"""The application, with all of its routes."""

from fastapi import FastAPI

from hotel.api import bookings, rooms

app = FastAPI(title="Hotel")
app.include_router(rooms.router, prefix="/api")
app.include_router(bookings.router, prefix="/api")
