import { describe, expect, it } from "@jest/globals";
import { formatsOf } from "#gateway/ui/formats.ts";

const AT = "2026-05-04T10:00:00.000Z";
const after = (seconds: number) => Date.parse(AT) + seconds * 1_000;

describe("what a reader is shown", () => {
  it.each([
    [20, "now"],
    [-20, "now"],
    [60, "1 minute ago"],
    [-3_599, "in 59 minutes"],
    [90_000, "1 day ago"],
  ])("says of an instant %d seconds ago: %s", (seconds, text) => {
    expect(formatsOf("en", "UTC").relative(AT, after(seconds))).toBe(text);
  });

  it.each([
    ["2026-05-02T10:00:00.000Z", "Sat, May 2, 10:00 UTC"],
    ["2025-05-02T10:00:00.000Z", "May 2, 2025"],
    ["2027-05-02T10:00:00.000Z", "May 2, 2027"],
  ])("names the hour of %s, and the year once it is more than half a year away: %s", (iso, text) => {
    expect(formatsOf("en", "UTC").instant(iso, Date.parse(AT))).toBe(text);
  });

  it.each([
    ["en", "-12.00", "\u2212€12.00"],
    ["de", "-1234.50", "\u22121.234,50\u00a0€"],
    ["sv", "-0.50", "\u22120,50\u00a0€"],
    ["en", "12.00", "€12.00"],
  ] as const)("EAS-21 writes a real minus in %s: %s is %s", (locale, amount, text) => {
    expect(formatsOf(locale, "UTC").money(amount, "EUR")).toBe(text);
  });

  it.each([
    ["en", "€"],
    ["ar", "€"],
  ] as const)("names the currency in %s by its sign", (locale, sign) => {
    expect(formatsOf(locale, "UTC").currency("EUR")).toBe(sign);
  });
});
