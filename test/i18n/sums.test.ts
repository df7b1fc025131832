import { describe, expect, it } from "@jest/globals";
import { LOCALES, sumVars } from "#libs/contracts/shared.ts";
import { catalogue } from "#libs/errors/catalogue/index.ts";
import { translate } from "#libs/platform/i18n/translate.ts";

/** Refusals whose texts name sums. */
const WITH_SUMS = Object.keys(catalogue).filter((key) => /price|amount|payout/.test(key) && /\{m(in|ax)imum\}/.test(translate("en", key)));

describe("sums in refusals", () => {
  it("EAS-06 German says “20,00 €”, English “€20.00”, and the values stay decimals", () => {
    const vars = sumVars({ minimum: 2000n });
    expect(vars).toEqual({ minimum: "20.00", currency: "EUR" });
    expect(translate("de", "payout.error.below_minimum", vars)).toBe("Eine Auszahlung muss mindestens 20,00\u00a0€ betragen.");
    expect(translate("en", "payout.error.below_minimum", vars)).toBe("A payout must be at least €20.00.");
    const range = sumVars({ minimum: 50n, maximum: 99_999_999_999_999n });
    expect(translate("de", "creator.dm.price_out_of_range", range)).toContain("zwischen 0,50\u00a0€ und 999.999.999.999,99\u00a0€ ");
  });

  it.each(LOCALES)("EAS-06 each refusal with a sum names its currency in %s", (locale) => {
    expect(WITH_SUMS).toHaveLength(4);
    for (const key of WITH_SUMS) {
      const text = translate(locale, key, sumVars({ minimum: 123_456n, maximum: 1_000_000n }));
      expect(text).not.toMatch(/[{}]|1234\.56|10000\.00/);
      expect(text.match(/€|EUR/g)).toHaveLength(text.includes("10") ? 2 : 1);
    }
  });

  it("EAS-06 limits and what is left of them are sums beside a currency, counts elsewhere, and a currency alone is named", () => {
    const limits = { ...sumVars({ limit: 1_000_000n, remaining: 250n }), kind: "DAILY" };
    expect(translate("en", "payment.topup.limit", limits)).toBe("That is above your limit of €10,000.00. You can add €2.50 now.");
    expect(translate("de", "payment.refund.exceeds_refundable", sumVars({ refundable: 1_250n }))).toContain("12,50\u00a0€");
    expect(translate("en", "payment.refund.limit", { limit: 3 })).toBe("Refunds in 30 days: 3 at most.");
    expect(translate("en", "payment.topup.currency_unsupported", { currency: "EUR" })).toBe("Money can be added in EUR only.");
  });

  it("EAS-06 counts and other values beside a currency stay as they are", () => {
    expect(translate("en", "creator.link.limit_reached", { maximum: 20 })).toBe("A page holds at most 20 links.");
    expect(translate("en", "new_message_creator.body_paid", { senderName: "12.00", amount: "5.00", currency: "EUR" })).toBe(
      "12.00 sent you a paid message: €5.00.",
    );
    expect(translate("en", "payout.error.below_minimum", { minimum: "20.00" })).toBe("A payout must be at least 20.00.");
  });
});
