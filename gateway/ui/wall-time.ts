/** An instant in the local time of a zone, as YYYY-MM-DDTHH:mm, the format of a date and time field. */
export function wallTimeOf(iso: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("sv-SE", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
  return parts.format(new Date(iso)).replace(" ", "T");
}

/** A local time in a zone with the offset of the zone (ISO 8601), so that the text names the day that is meant. */
export function withOffset(wallTime: string, timeZone: string): string {
  const minutes = Math.round((Date.parse(`${wallTime}Z`) - Date.parse(instantOf(wallTime, timeZone))) / 60_000);
  const two = (number: number) => String(number).padStart(2, "0");
  const away = Math.abs(minutes);
  return `${wallTime}:00${minutes < 0 ? "-" : "+"}${two(Math.floor(away / 60))}:${two(away % 60)}`;
}

/** The instant (ISO 8601) of a local time in a zone. A time that the clocks skip yields an instant around the change. */
export function instantOf(wallTime: string, timeZone: string): string {
  const shown = Date.parse(`${wallTime}Z`);
  const offsetAt = (instant: number) => Date.parse(`${wallTimeOf(new Date(instant).toISOString(), timeZone)}Z`) - instant;
  // The zone's offset depends on the instant, which is unknown. Two passes suffice, because zones rarely change.
  return new Date(shown - offsetAt(shown - offsetAt(shown))).toISOString();
}
