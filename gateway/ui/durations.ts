import type { Texts } from "./texts.ts";

/** Times are told in hours up to this many, and in whole days above: the same window reads the same on every page. */
const MOST_HOURS = 72;
const DAY_HOURS = 24;

interface Duration {
  readonly unit: "hours" | "days";
  readonly count: number;
}

/** A window of so many hours. One that is no whole number of days stays in hours. */
export function windowOf(hours: number): Duration {
  return hours > MOST_HOURS && hours % DAY_HOURS === 0 ? { unit: "days", count: hours / DAY_HOURS } : { unit: "hours", count: hours };
}

/** The same in words. */
export function windowText(t: Texts, hours: number): string {
  const { unit, count } = windowOf(hours);
  return t(unit === "days" ? "page.time.days" : "page.time.hours", { count });
}

/** What is left of a window. Whole days only, because nobody counts the hours of next week. */
export function leftOf(hours: number): Duration {
  return hours > MOST_HOURS ? { unit: "days", count: Math.floor(hours / DAY_HOURS) } : { unit: "hours", count: hours };
}
