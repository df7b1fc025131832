/** An instant as the clocks of a zone show it: YYYY-MM-DDTHH:mm, as a field for a date and time has it. */
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

/** The instant (ISO 8601) at which the clocks of a zone show a time; of one that they skip, an instant around the change. */
export function instantOf(wallTime: string, timeZone: string): string {
  const shown = Date.parse(`${wallTime}Z`);
  const offsetAt = (instant: number) => Date.parse(`${wallTimeOf(new Date(instant).toISOString(), timeZone)}Z`) - instant;
  // The offset of the zone is that of the instant, which is not known yet: twice is enough, because zones change rarely.
  return new Date(shown - offsetAt(shown - offsetAt(shown))).toISOString();
}
