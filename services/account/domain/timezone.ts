/** Whether a name is a time zone of the IANA database. A bare offset, which the runtime accepts too, is not: it has no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
