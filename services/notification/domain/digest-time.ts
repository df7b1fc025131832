import { DAY } from "#libs/kernel/clock.ts";

/** Hour of the day, where the reader lives, at which a digest goes out. */
const HOUR_OF_DIGEST = 9;

/** A digest: its day where the reader lives, and when it goes out. */
export interface DigestTime {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly at: Date;
}

/** The next digest after an instant. @param timezone a name of the IANA database; UTC when it is null or unknown */
export function nextDigest(after: Date, timezone: string | null): DigestTime {
  const format = formatOf(timezone);
  for (let days = 0; ; days++) {
    const day = localTime(format, new Date(after.getTime() + days * DAY)).slice(0, 10);
    const at = instantOf(format, `${day}T${String(HOUR_OF_DIGEST).padStart(2, "0")}:00:00`);
    if (at > after) return { day, at };
  }
}

function formatOf(timezone: string | null): Intl.DateTimeFormat {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const inZone = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", calendar: "iso8601", ...parts });
  try {
    return inZone(timezone ?? "UTC");
  } catch {
    return inZone("UTC");
  }
}

/** What the clocks show at an instant, as YYYY-MM-DDTHH:MM:SS. */
function localTime(format: Intl.DateTimeFormat, instant: Date): string {
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/** When the clocks show a time. Twice: the first guess may lie on the other side of a change of the clocks. */
function instantOf(format: Intl.DateTimeFormat, local: string): Date {
  const wanted = Date.parse(`${local}Z`);
  let guess = wanted;
  for (let times = 0; times < 2; times++) guess += wanted - Date.parse(`${localTime(format, new Date(guess))}Z`);
  return new Date(guess);
}
