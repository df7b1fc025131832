import { describe, expect, it } from "@jest/globals";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PaidMessageDoc } from "#services/analytics/data/paid-message.store.ts";
import { onMessageSent } from "#services/analytics/events/on-message-sent.ts";

describe("a message that was sent", () => {
  it("a sent message has an effect on the funnel when it is paid, and none when it is free", async () => {
    const stored: PaidMessageDoc[] = [];
    const paidMessages = { insertEachOnce: async (rows: readonly PaidMessageDoc[]) => void stored.push(...rows) };
    const { apply } = onMessageSent({ clock: systemClock, paidMessages: paidMessages as never });
    const [messageId, at] = [uuid(), new Date().toISOString()];
    const ids = { messageId, sessionId: uuid(), senderId: uuid(), receiverId: uuid(), senderName: null };
    const applied = (price: string | null, dmType: string, status: string) => {
      const payload = { ...ids, price, dmType, status, currency: "EUR", expiresAt: at, sentAt: at };
      return apply("analytics", { id: uuid(), event: "message.sent", at, payload, requestId: null, source: "messaging" });
    };
    expect([await applied(null, "FREE", "DELIVERED"), await applied("5.00", "SINGLE_PAY", "ESCROWED")]).toEqual([false, true]);
    expect(stored).toEqual([{ _id: messageId, creatorUserId: ids.receiverId, sentAt: new Date(at) }]);
  });
});
