import { describe, expect, it } from "@jest/globals";
import { amountOf, centsOf, readAmount } from "#gateway/ui/amount.ts";
import { formatsOf } from "#gateway/ui/formats.ts";
import { LOCALES, type Locale } from "#libs/contracts/shared.ts";

describe("an amount as its reader writes it", () => {
  const read: readonly (readonly [Locale, string, string])[] = [
    ["de", "5,00", "5.00"],
    ["de", "5,5", "5.50"],
    ["de", "1.234,50", "1234.50"],
    ["en", "1,234.50", "1234.50"],
    ["en", "1.234,50 €", "1234.50"],
    ["de", "1,234.50 €", "1234.50"],
    ["fr", "1.234.567,5", "1234567.50"],
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

  const AS_PASTED: readonly (readonly [string, string])[] = [
    ...(["5 €", "€5", "€ 5", "5,00 €", "5,00\u00a0€", "5.00\u202f€", "EUR 5", "eur5", "5 EUR", "5€", "€5.00 EUR"] as const).map(
      (typed) => [typed, "5.00"] as const,
    ),
    ...(["5.-", "5,-", "5.–", "5,—", "5,--", "5.- €", "€ 5,-", "5.", "5,", "\u200f5 €\u200e", "৫", "৫.০০ €", "௫", "๕", "𝟝"] as const).map(
      (typed) => [typed, "5.00"] as const,
    ),
    ...([".50", ",50", "€.50", ".5", "0.50", ",50 €"] as const).map((typed) => [typed, "0.50"] as const),
    ...(["1 234,50", "1\u202f234.50", "1'234.50", "1’234,50 €", "EUR 1'234.50", "1٬234٫50", "1234.5"] as const).map(
      (typed) => [typed, "1234.50"] as const,
    ),
    ["১২,৫০", "12.50"],
    ["５．００", "5.00"],
    ["5。50", "5.50"],
    ["５｡５ €", "5.50"],
    ["5 Euros", "5.00"],
    ["١٢،٥٠", "12.50"],
    ["12345678,90", "12345678.90"],
  ];
  it.each(AS_PASTED)("FLD-19 %j is %s in every language", (typed, value) => {
    for (const locale of LOCALES) expect([locale, readAmount(typed, locale)]).toEqual([locale, { kind: "amount", value }]);
  });

  it("FLD-19 an amount as the platform shows it, with its currency, is read in each language", () => {
    for (const locale of LOCALES) {
      const { money } = formatsOf(locale, "UTC");
      for (const value of ["0.05", "5.00", "1234.50", "123456.00", "1234567.89"]) {
        expect([locale, readAmount(money(value, "EUR"), locale)]).toEqual([locale, { kind: "amount", value }]);
        const named = new Intl.NumberFormat(locale, { style: "currency", currency: "EUR", currencyDisplay: "name" });
        expect([locale, readAmount(named.format(Number(value)), locale)]).toEqual([locale, { kind: "amount", value }]);
      }
    }
  });

  it.each([
    ...[
      "$5",
      "5 $",
      "US$5",
      "£5",
      "5 £",
      "¥500",
      "₹ 5",
      "৳ ৫",
      "R$ 5",
      "USD 5",
      "5 usd",
      "CHF 5.-",
      "Fr. 5",
      "Fr.5",
      "5 kr",
      "5 kr.",
      "5 zł",
      "5 Kč",
      "5 руб.",
    ],
    ...["5 cents", "€5 USD", "$5 EUR"],
  ])("FLD-19 %j is in another currency, in every language", (typed) => {
    for (const locale of LOCALES) expect([locale, readAmount(typed, locale)]).toEqual([locale, { kind: "foreign-currency" }]);
  });

  it.each([
    ["fr", "1.234"],
    ["cs", "1.234"],
    ["en", "1.234.567"],
    ["en", "1,234,50"],
    ["de", "1.234.50"],
    ["de", "1.234."],
    ["de", "0.500"],
    ["en", "0,500"],
    ["en", "00,500 €"],
    ["en", "5 00"],
    ["en", "5 10"],
    ["fr", "50 00"],
    ["hi", "1,23,45"],
    ["en", "1,234'567"],
    ["de", "1,234,567"],
  ] as const)("FLD-19 %s %j could be two amounts, so it is none", (locale, typed) => {
    expect(readAmount(typed, locale)).toEqual({ kind: "ambiguous" });
  });

  it.each(["€", "EUR", ".", ",", ".-", "-5 €", "5€50", "5 €/h", "5+5", "5 %", "1/2", "½", "五", "5.-5", "--5"])(
    "FLD-19 %j is no amount",
    (typed) => {
      for (const locale of LOCALES) expect([locale, readAmount(typed, locale)]).toEqual([locale, { kind: "no-amount" }]);
    },
  );

  it("keeps every cent", () => {
    for (const value of ["0.00", "0.05", "12.34", "-3.00"]) expect(amountOf(centsOf(value))).toBe(value);
  });
});
