import { useState } from "react";
import { book } from "../api/bookings";

export function BookingForm({ room }: { room: number }) {
  const [guest, setGuest] = useState("");

  async function submit() {
    await book(room, guest, 1);
    setGuest("");
  }

  return (
    <form action={submit}>
      <input value={guest} onChange={(event) => setGuest(event.target.value)} />
      <button>Book</button>
    </form>
  );
}
