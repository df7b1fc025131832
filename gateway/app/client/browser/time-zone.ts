/** Whether the browser can write times of a zone. Old ones do not know the newest zones. */
export function isKnownTimeZone(timeZone: string | undefined): timeZone is string {
  try {
    return timeZone !== undefined && new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    return false;
  }
}

/** The time zone of the browser; UTC where it has none. Some browsers answer with a name that they refuse themselves. */
export function browserTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isKnownTimeZone(timeZone) ? timeZone : "UTC";
}
