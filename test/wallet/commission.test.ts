import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { splitPrice } from "#services/messaging/wallet/domain/ledger.ts";

describe("the commission", () => {
  it.each([
    [0n, 0.2, 0n],
    [1n, 0.2, 0n],
    [2n, 0.2, 0n],
    [3n, 0.2, 1n],
    [5n, 0.1, 1n],
    [4n, 0.1, 0n],
    [10n, 0.15, 2n],
    [9n, 0.15, 1n],
    [50n, 0.15, 8n],
    [499n, 0.2, 100n],
    [500n, 0.2, 100n],
    [999n, 0.15, 150n],
    [333n, 0.12, 40n],
    [1_005n, 0.1, 101n],
    [1_004n, 0.1, 100n],
    [25n, 0.18, 5n],
    [24n, 0.18, 4n],
    [1n, 0.5, 1n],
    [1n, 1, 1n],
    [99_999_999_999_999n, 0.2, 20_000_000_000_000n],
    [99_999_999_999_999n, 1, 99_999_999_999_999n],
  ])("REP-16 the commission of a price of %s at the rate %s is %s minor units, rounded half up", (price, rate, commission) => {
    expect(splitPrice(price, rate)).toEqual({ net: price - commission, commission });
  });

  it("REP-16 the commission and the net sum to the price, and it deviates at most half a minor unit from its exact share", () => {
    const price = fc.bigInt({ min: 1n, max: 99_999_999_999_999n });
    const ratePerMillion = fc.integer({ min: 0, max: 1_000_000 });
    fc.assert(
      fc.property(price, ratePerMillion, (amount, perMillion) => {
        const { net, commission } = splitPrice(amount, perMillion / 1_000_000);
        const doubledError = 2n * (commission * 1_000_000n - amount * BigInt(perMillion));
        expect(net + commission).toBe(amount);
        expect(net >= 0n && commission >= 0n).toBe(true);
        expect(doubledError > -1_000_000n && doubledError <= 1_000_000n).toBe(true);
      }),
      { numRuns: 5_000, seed: 16 },
    );
  });

  it("REP-16 the commission is exact for every price up to 20.00 at the rate of every level", () => {
    for (const perHundred of [20n, 18n, 15n, 12n, 10n]) {
      for (let price = 0n; price <= 2_000n; price++) {
        const { net, commission } = splitPrice(price, Number(perHundred) / 100);
        expect(commission).toBe((price * perHundred + 50n) / 100n);
        expect(net).toBe(price - commission);
      }
    }
  });
});
