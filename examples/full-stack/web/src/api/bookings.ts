import { client } from "./client";

export interface Booking {
  id: number;
  room: number;
  guest: string;
  nights: number;
}

export function bookingsOf(room: number): Promise<Booking[]> {
  return client.load(`/rooms/${room}/bookings`);
}

export function book(room: number, guest: string, nights: number): Promise<Booking> {
  return client.create(`/rooms/${room}/bookings`, { guest, nights });
}

export function cancel(booking: Booking): Promise<void> {
  return client.remove("/bookings/" + booking.id);
}
