import type { Locale } from "#libs/contracts/shared.ts";
import { sumText } from "#libs/kernel/sums.ts";

/**
 * Amounts, dates and numbers in the reader's notation, with Latin digits and the Gregorian calendar. Server and browser give the same
 * result.
 */
export interface Formats {
  /** @param amount decimal with two decimals, as the API sends it */
  money(amount: string, currency: string): string;
  /** The symbol of a currency, as it is shown beside amounts. */
  currency(code: string): string;
  number(value: number): string;
  /** Day and month with the weekday, and the time: for deadlines. */
  dateTime(iso: string): string;
  date(iso: string): string;
  /** {@link dateTime}, which has no year; the date when it is more than half a year away. */
  instant(iso: string, now: number): string;
  /** "in 5 hours", "2 days ago"; "now" within the minute. */
  relative(iso: string, now: number): string;
  /** @param day YYYY-MM-DD of a calendar, without a zone; short leaves out the year */
  day(day: string, length?: "short" | "long"): string;
  /** Month and year. @param month YYYY-MM, without a zone */
  month(month: string): string;
  /** @param share 0.12 is 12 % */
  percent(share: number): string;
  /** Zone in which instants are written. */
  readonly timeZone: string;
}

const HOUR = 3_600_000;
const HALF_A_YEAR = 180 * 24 * HOUR;
const UNITS = [
  ["day", 24 * HOUR],
  ["hour", HOUR],
  ["minute", 60_000],
] as const;

/** @param timeZone of the reader. Dates name it when it is UTC, because the server knows no other one */
export function formatsOf(locale: Locale, timeZone: string): Formats {
  const tag = `${locale}-u-nu-latn-ca-gregory`;
  const dateTimes = new Intl.DateTimeFormat(tag, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZone,
    timeZoneName: "short",
  });
  const dates = new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone });
  const days = {
    short: new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" }),
    long: new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }),
  };
  const months = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
  const percents = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 0 });
  const numbers = new Intl.NumberFormat(tag);
  const relatives = new Intl.RelativeTimeFormat(tag, { numeric: "always" });
  const moments = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
  return {
    money: (amount, currency) => sumText(amount, currency, locale),
    currency: (code) =>
      new Intl.NumberFormat(tag, { style: "currency", currency: code }).formatToParts(0).find(({ type }) => type === "currency")?.value ??
      code,
    number: (value) => numbers.format(value),
    dateTime: (iso) => dateTimes.format(new Date(iso)),
    date: (iso) => dates.format(new Date(iso)),
    instant: (iso, now) => (Math.abs(Date.parse(iso) - now) > HALF_A_YEAR ? dates : dateTimes).format(new Date(iso)),
    relative(iso, now) {
      const ms = Date.parse(iso) - now;
      const unit = UNITS.find(([, unitMs]) => Math.abs(ms) >= unitMs);
      if (!unit) return moments.format(0, "second");
      const [name, size] = unit;
      return relatives.format(Math.trunc(ms / size), name);
    },
    day: (day, length = "long") => days[length].format(new Date(day)),
    month: (month) => months.format(new Date(`${month}-01`)),
    percent: (share) => percents.format(share),
    timeZone,
  };
}
