import { describe, expect, it } from "@jest/globals";
import { amountOf, centsOf, readAmount } from "#gateway/ui/amount.ts";
import type { Locale } from "#libs/contracts/shared.ts";

describe("an amount as its reader writes it", () => {
  const read: readonly (readonly [Locale, string, string])[] = [
    ["de", "5,00", "5.00"],
    ["de", "5,5", "5.50"],
    ["de", "1.234,50", "1234.50"],
    ["en", "1,234.50", "1234.50"],
    ["en", "5", "5.00"],
    ["en", "0007", "7.00"],
    ["ar", "٥٫٠٠", "5.00"],
    ["ar", "١٬٢٣٤٫٥", "1234.50"],
    ["fr", "1 234,50", "1234.50"],
    ["hi", "१२.५०", "12.50"],
    ["ja", "５００", "500.00"],
    ["de", "1.234", "1234.00"],
    ["en", "1,234", "1234.00"],
    ["de", "  5,00 ", "5.00"],
  ];
  it.each(read)("APP-14 %s %j is %s", (locale, typed, value) => {
    expect(readAmount(typed, locale)).toEqual({ kind: "amount", value });
  });

  it.each([
    ["de", "5,005", "too-precise"],
    ["en", "5.005", "too-precise"],
    ["en", "", "empty"],
    ["en", "five", "no-amount"],
    ["en", "-5", "no-amount"],
    ["en", "1e3", "no-amount"],
    ["de", "1.2.3,00", "no-amount"],
    ["en", "9999999999999", "no-amount"],
  ] as const)("APP-14 %s %j is refused: %s", (locale, typed, kind) => {
    expect(readAmount(typed, locale)).toEqual({ kind });
  });

  it("keeps every cent", () => {
    for (const value of ["0.00", "0.05", "12.34", "-3.00"]) expect(amountOf(centsOf(value))).toBe(value);
  });
});
