import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getFunnel } from "#libs/contracts/analytics/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, type Owner, startAnalytics } from "./fixture.ts";

let analytics: Fixture;
beforeAll(async () => {
  analytics = await startAnalytics();
});
afterAll(() => analytics.stop());

const range = { from: "2031-06-01", to: "2031-06-05" };

describe("ANX-03 the last step of the funnel", () => {
  const messageSent = (receiverId: string, sentAt: string, price: string | null) => {
    const ids = { messageId: uuid(), sessionId: uuid(), senderId: uuid(), receiverId };
    const terms = price === null ? { dmType: "FREE", status: "DELIVERED" } : { dmType: "SINGLE_PAY", status: "ESCROWED" };
    const payload = { ...ids, ...terms, price, currency: "EUR", senderName: "Finn", sentAt, expiresAt: sentAt };
    return { id: uuid(), event: "message.sent", at: sentAt, payload, requestId: null, source: "messaging" };
  };

  it("counts each paid message that the creator received within the range, and counts it once when its event arrives twice", async () => {
    const [owner, other] = [analytics.newOwner(), analytics.newOwner()];
    const first = messageSent(owner.userId, "2031-06-01T00:00:00.000Z", "5.00");
    const events = [
      first,
      first,
      messageSent(owner.userId, "2031-06-05T23:59:59.999Z", "1.00"),
      messageSent(owner.userId, "2031-06-06T00:00:00.000Z", "1.00"),
      messageSent(owner.userId, "2031-06-02T12:00:00.000Z", null),
      messageSent(other.userId, "2031-06-02T12:00:00.000Z", "9.00"),
    ];
    for (const event of events) await analytics.runtime.stream.publish(event);
    const lastStep = async (creator: Owner) => (await creator.call(getFunnel, { creatorId: creator.creatorId, ...range })).steps.at(-1);
    await eventually(async () => expect(await lastStep(other)).toEqual({ step: "PAID_MESSAGE", count: 1 }));
    expect(await lastStep(owner)).toEqual({ step: "PAID_MESSAGE", count: 2 });
  });
});
