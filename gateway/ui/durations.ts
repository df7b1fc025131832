import type { Texts } from "./texts.ts";

/** Durations up to this many hours are shown in hours, longer ones in whole days. All pages thus show the same window alike. */
const MAX_HOURS = 72;
const DAY_HOURS = 24;

interface Duration {
  readonly unit: "hours" | "days";
  readonly count: number;
}

/** A reply window. One that is not a whole number of days stays in hours. */
export function windowOf(hours: number): Duration {
  return hours > MAX_HOURS && hours % DAY_HOURS === 0 ? { unit: "days", count: hours / DAY_HOURS } : { unit: "hours", count: hours };
}

/** A reply window in words. */
export function windowText(t: Texts, hours: number): string {
  const { unit, count } = windowOf(hours);
  return t(unit === "days" ? "page.time.days" : "page.time.hours", { count });
}

/** The reply window of new messages, and the consequence of its end. */
export function replyPromise(t: Texts, hours: number): string {
  const { unit, count } = windowOf(hours);
  return unit === "days" ? t("page.creator.windowDays", { days: count }) : t("page.creator.window", { count });
}

/** The time left of a window. Above the limit in whole days only, because hours no longer matter there. */
export function leftOf(hours: number): Duration {
  return hours > MAX_HOURS ? { unit: "days", count: Math.floor(hours / DAY_HOURS) } : { unit: "hours", count: hours };
}
