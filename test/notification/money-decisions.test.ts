import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { chargebackWrittenOff, earningsReversed, walletAdjusted, walletRefunded } from "#libs/contracts/wallet/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { EventEnvelope } from "#libs/platform/events/event-stream.ts";
import { envelopeOf, type Fixture, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

/** What a user reads after two deliveries of an event. */
async function readAfter(userId: string, envelope: EventEnvelope) {
  await service.deliver(envelope);
  await service.redeliver(envelope);
  expect(service.stream.dead).toEqual([]);
  const { items } = await service.list(userId);
  return items.map(({ eventKey, body, data }) => ({ eventKey, body, deepLink: (data as { deepLink?: string } | null)?.deepLink }));
}

const sum = { amount: "12.50", currency: "EUR" };

describe("decisions of the staff about money", () => {
  it("PMT-13 money that staff sent back to its source is told to the fan, once; what the fan sent is not", async () => {
    const [userId, fan] = [uuid(), uuid()];
    const refund = { ...sum, refundId: uuid(), topupId: uuid(), status: "SUCCEEDED" } as const;
    expect(await readAfter(fan, envelopeOf(walletRefunded, { ...refund, userId: fan, byStaff: false }))).toEqual([]);
    expect(await readAfter(userId, envelopeOf(walletRefunded, { ...refund, userId, byStaff: true }))).toEqual([
      { eventKey: "refund_sent", body: "Our team sent €12.50 from your wallet back to where it came from.", deepLink: "/wallet" },
    ]);
  });

  it.each([
    ["FAN", "12.50", "Our team corrected your balance: €12.50 was added.", "/wallet"],
    ["CREATOR", "-12.50", "Our team corrected your balance: €12.50 was taken out.", "/payouts"],
  ] as const)("PAY-06 a correction is told to the owner of the wallet: %s %s", async (kind, amount, body, deepLink) => {
    const userId = uuid();
    const fact = { adjustmentId: uuid(), userId, kind, amount, currency: "EUR" };
    expect(await readAfter(userId, envelopeOf(walletAdjusted, fact))).toEqual([{ eventKey: "wallet_corrected", body, deepLink }]);
  });

  it("PMT-19 a debt that the platform bears is told to the fan", async () => {
    const userId = uuid();
    const body = "You owed €12.50 after a disputed payment. It was written off, and you no longer owe it.";
    expect(await readAfter(userId, envelopeOf(chargebackWrittenOff, { ...sum, chargebackId: uuid(), userId }))).toEqual([
      { eventKey: "debt_written_off", body, deepLink: "/wallet" },
    ]);
  });

  it("PYO-11 a price that staff gave back is told to fan and creator; after a dispute to the creator alone, and of nothing credited the fan is not told", async () => {
    const [fanId, creatorUserId] = [uuid(), uuid()];
    const fact = { ...sum, messageId: uuid(), reversalId: uuid(), net: "10.00", fanId, creatorUserId };
    expect(await readAfter(fanId, envelopeOf(earningsReversed, { ...fact, cause: "CHARGEBACK" }))).toEqual([]);
    expect(await readAfter(fanId, envelopeOf(earningsReversed, { ...fact, credited: "0.00", cause: "STAFF" }))).toEqual([]);
    expect(await readAfter(fanId, envelopeOf(earningsReversed, { ...fact, credited: "7.50", cause: "STAFF" }))).toEqual([
      {
        eventKey: "price_given_back",
        body: "Our team gave you back €7.50 that you had paid for an answer. It is in your wallet.",
        deepLink: "/wallet",
      },
    ]);
    const { items } = await service.list(creatorUserId);
    expect(items.map(({ eventKey, body }) => [eventKey, body])).toEqual(
      Array(3).fill(["earnings_reversed", "€10.00 of your earnings went back to the fan who had paid it."]),
    );
  });
});
