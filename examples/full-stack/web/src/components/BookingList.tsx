import { useEffect, useState } from "react";
import { bookingsOf, cancel, type Booking } from "../api/bookings";

export function BookingList({ room }: { room: number }) {
  const [bookings, setBookings] = useState<Booking[]>([]);

  useEffect(() => {
    bookingsOf(room).then(setBookings);
  }, [room]);

  return (
    <ul>
      {bookings.map((booking) => (
        <li key={booking.id}>
          {booking.guest} <button onClick={() => cancel(booking)}>Cancel</button>
        </li>
      ))}
    </ul>
  );
}
