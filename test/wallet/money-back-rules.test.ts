import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import {
  amountAfterFailedRefund,
  amountToBook,
  amountToWriteOff,
  type Chargeback,
  debtOf,
} from "#services/messaging/wallet/domain/chargeback.ts";
import { netOf, reversedEscrow, splitReversal } from "#services/messaging/wallet/domain/earning-reversal.ts";
import type { Escrow } from "#services/messaging/wallet/domain/escrow.ts";
import { splitPrice } from "#services/messaging/wallet/domain/ledger.ts";
import { checkReversed, checkWentBack } from "#services/messaging/wallet/domain/money-back-invariants.ts";
import { distribute, refundable } from "#services/messaging/wallet/domain/refund.ts";
import { refundableOf, type TopUp } from "#services/messaging/wallet/domain/top-up.ts";

const cents = (max = 1_000_000n) => fc.bigInt({ min: 0n, max });

const topUpOf = (given: Partial<TopUp>): TopUp => ({ _id: "t", status: "SUCCEEDED", amount: 0n, ...given }) as TopUp;
/** A top-up of which something may have gone back, or may be disputed. */
const topUp = fc
  .record({ amount: cents(), refunded: cents(), disputed: cents(), refusesRefunds: fc.constantFrom(true as const, undefined) })
  .filter(({ amount, refunded, disputed }) => refunded + disputed <= amount)
  .map(topUpOf);

const escrowOf = (given: Partial<Escrow>): Escrow => ({ _id: "e", messageId: "m", status: "RELEASED", ...given }) as Escrow;
const chargebackOf = (given: Partial<Chargeback>): Chargeback =>
  ({ status: "OPEN", booked: true, reason: "GENERAL", ...given }) as Chargeback;

describe("the rules of money that goes back", () => {
  it("M10 finds sums without their rows, and more that went back than came in", () => {
    const own = topUpOf({ amount: 500n, refunded: 300n, disputed: 200n });
    const price = escrowOf({ amount: 500n, reversed: 200n });
    expect([checkWentBack(own, 300n, 200n), checkReversed(price, 200n)]).toEqual([[], []]);
    const found = [
      ...checkWentBack(own, 200n, 200n),
      ...checkWentBack(topUpOf({ ...own, disputed: 201n }), 300n, 201n),
      ...checkReversed(price, 100n),
      ...checkReversed(escrowOf({ ...price, status: "HELD" }), 200n),
    ];
    expect(found.map(({ invariant, difference }) => [invariant, difference])).toEqual([
      ["M10", 100n],
      ["M10", 1n],
      ["M10", 100n],
      ["M10", 200n],
    ]);
  });

  it("PMT-13 divides a refund among the newest top-ups first, to the cent, and to each at most what it has left", () => {
    fc.assert(
      fc.property(fc.array(topUp, { maxLength: 8 }), cents(2_000_000n), cents(), (topUps, balance, part) => {
        const most = refundable(balance, topUps);
        const amount = most === 0n ? 0n : part % (most + 1n);
        const parts = distribute(amount, topUps);
        expect(parts.reduce((sum, each) => sum + each.amount, 0n)).toBe(amount);
        for (const { topUp: own, amount: sent } of parts) expect(sent > 0n && sent <= refundableOf(own)).toBe(true);
        // Every top-up before the last one that gets something gives all that it has left.
        const last = parts.at(-1);
        const before = topUps.slice(0, last ? topUps.indexOf(last.topUp) : 0);
        for (const own of before) expect(parts.find((each) => each.topUp === own)?.amount ?? 0n).toBe(refundableOf(own));
      }),
    );
  });

  it("PMT-14 never lets more go back than the balance, nor than what the top-ups have left, and nothing of a debt", () => {
    fc.assert(
      fc.property(fc.array(topUp, { maxLength: 8 }), fc.bigInt({ min: -1_000_000n, max: 2_000_000n }), (topUps, balance) => {
        const most = refundable(balance, topUps);
        const left = topUps.reduce((sum, own) => sum + refundableOf(own), 0n);
        expect(most >= 0n && most <= left && (most === 0n || most <= balance)).toBe(true);
        expect(() => distribute(left + 1n, topUps)).toThrow("less left");
      }),
    );
    for (const status of ["PENDING", "FAILED", "CANCELLED"] as const) expect(refundableOf(topUpOf({ status, amount: 500n }))).toBe(0n);
  });

  it("PMT-16 takes what is claimed, but nothing twice: refunded, disputed and taken together are at most what came in", () => {
    fc.assert(
      fc.property(topUp, cents(), (own, claimed) => {
        const taken = amountToBook(claimed, own);
        expect(taken >= 0n && taken <= claimed).toBe(true);
        expect((own.refunded ?? 0n) + (own.disputed ?? 0n) + taken <= own.amount).toBe(true);
      }),
    );
  });

  it("PMT-22 a dispute takes of a failed refund at most what it claims and has not got, and nothing once it was won", () => {
    fc.assert(
      fc.property(cents(), cents(), cents(), (claimed, part, returned) => {
        const amount = claimed === 0n ? 0n : part % (claimed + 1n);
        const taken = amountAfterFailedRefund(chargebackOf({ claimed, amount }), returned);
        expect(taken >= 0n && taken <= returned && amount + taken <= claimed).toBe(true);
        expect(amountAfterFailedRefund(chargebackOf({ status: "WON", claimed, amount }), returned)).toBe(0n);
      }),
    );
  });

  it("PYO-11 the parts of a price that go back have the net and the commission of the whole, to the cent, however it is divided", () => {
    const divided = fc.record({
      parts: fc.array(cents(100_000n), { minLength: 1, maxLength: 6 }),
      rate: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(divided, ({ parts, rate }) => {
        const positive = parts.map((part) => part + 1n);
        const amount = positive.reduce((sum, part) => sum + part, 0n);
        let escrow = escrowOf({ amount, commissionRate: rate / 1_000_000 });
        const sums = { net: 0n, commission: 0n };
        for (const part of positive) {
          const split = splitReversal(escrow, part);
          expect(split.net >= 0n && split.commission >= 0n).toBe(true);
          sums.net += split.net;
          sums.commission += split.commission;
          expect(netOf(reversedEscrow(escrow, part))).toBe(netOf(escrow) - split.net);
          escrow = reversedEscrow(escrow, part);
        }
        expect(sums).toEqual(splitPrice(amount, rate / 1_000_000));
        expect([escrow.status, netOf(escrow)]).toEqual(["REVERSED", 0n]);
        expect(() => splitReversal(escrow, 1n)).toThrow("what is left");
      }),
    );
  });

  it("PMT-18 counts as debt only what no open dispute may still bring back", () => {
    expect(debtOf(-1_000n, [])).toBe(1_000n);
    expect(debtOf(-1_000n, [chargebackOf({ amount: 400n })])).toBe(600n);
    expect(debtOf(-1_000n, [chargebackOf({ amount: 1_400n }), chargebackOf({ status: "LOST", amount: 900n })])).toBe(0n);
    expect(debtOf(200n, [])).toBe(0n);
  });

  it("PMT-19 writes off the debt of a lost chargeback once, at most what it took, and not while its earnings are recovered", () => {
    const lost = chargebackOf({ status: "LOST", amount: 500n });
    expect(amountToWriteOff(lost, -800n)).toBe(500n);
    expect(amountToWriteOff(lost, -300n)).toBe(300n);
    expect(amountToWriteOff(lost, 0n)).toBe(0n);
    expect(amountToWriteOff({ ...lost, workAt: new Date() }, -300n)).toBe(0n);
    expect(amountToWriteOff({ ...lost, writtenOff: 100n }, -300n)).toBe(0n);
    expect(amountToWriteOff({ ...lost, status: "OPEN" }, -300n)).toBe(0n);
  });
});
