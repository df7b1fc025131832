import { DAY } from "#libs/kernel/clock.ts";

/** Hour at which a digest is sent, in the time zone of its reader. */
const DIGEST_HOUR = 9;

/** The day of a digest in the time zone of its reader, and the instant at which it is sent. */
interface DigestTime {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly at: Date;
}

/** The next digest after an instant. @param timezone a name of the IANA database; UTC when it is null or unknown */
export function nextDigest(after: Date, timezone: string | null): DigestTime {
  const format = formatIn(timezone);
  for (let days = 0; ; days++) {
    const day = localTime(format, new Date(after.getTime() + days * DAY)).slice(0, 10);
    const at = instantOf(format, `${day}T${String(DIGEST_HOUR).padStart(2, "0")}:00:00`);
    if (at > after) return { day, at };
  }
}

function formatIn(timezone: string | null): Intl.DateTimeFormat {
  const parts = { year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" } as const;
  const inZone = (timeZone: string) => new Intl.DateTimeFormat("en", { timeZone, hourCycle: "h23", calendar: "iso8601", ...parts });
  try {
    return inZone(timezone ?? "UTC");
  } catch {
    return inZone("UTC");
  }
}

/** The local time of an instant, as YYYY-MM-DDTHH:MM:SS. */
function localTime(format: Intl.DateTimeFormat, instant: Date): string {
  const part = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${part.year}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

/** The instant of a local time. In two rounds, because the first guess can lie on the other side of a daylight-saving change. */
function instantOf(format: Intl.DateTimeFormat, local: string): Date {
  const target = Date.parse(`${local}Z`);
  let guess = target;
  for (let round = 0; round < 2; round++) guess += target - Date.parse(`${localTime(format, new Date(guess))}Z`);
  return new Date(guess);
}
