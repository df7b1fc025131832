import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type MessagingFixture, messagingFixture, outcomesOf } from "./messaging-fixture.ts";
import { rejectSent, replyTo, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture({}, {}, 2);
});
afterAll(() => fixture.stop());

describe("reply, rejection and expiry at the same time", () => {
  it("REP-11 no replica takes a reply after the window", async () => {
    const sent = await sendNewMessage(fixture, { timeoutHours: 1 });
    const [message] = await fixture.documents("messages", { _id: sent.messageId });
    fixture.runtime.clock.set(new Date(Number(message?.expiresAt) + 1));
    const { accepted } = await outcomesOf([replyTo(fixture, sent), replyTo(fixture, sent)]);
    expect(accepted).toBe(0);
    fixture.runtime.clock.reset();
  });

  it("REP-11 E18 exactly one of them ends the message, with one release or one refund", async () => {
    const ends = new Set<unknown>();
    for (let round = 0; round < 20; round += 1) {
      const sent = await sendNewMessage(fixture, { timeoutHours: 1 });
      const [message] = await fixture.documents("messages", { _id: sent.messageId });
      // One ms after the end of the window, a minute before it, and shortly before it, so that each of the three can win.
      const untilEnd = [-1, 60_000, 8, 30, 100][round % 5] ?? 0;
      fixture.runtime.clock.set(new Date(Number(message?.expiresAt) - untilEnd));
      const calls: Promise<unknown>[] = Array.from({ length: 10 }, () => replyTo(fixture, sent));
      // A rejection could win every round, so only every second round has one.
      const rejections = round % 2 === 0 ? [rejectSent(fixture, sent)] : [];
      calls.splice(round % 10, 0, ...rejections, fixture.expireEverywhere());
      await outcomesOf(calls);
      if (untilEnd <= 100) fixture.runtime.clock.advance(1_000);
      await eventually(async () => {
        await fixture.expireEverywhere();
        expect(["COMPLETED", "REJECTED", "EXPIRED"]).toContain(await statusOf(fixture, sent));
      });
      ends.add(await statusOf(fixture, sent));
      const filter = { "reference.id": sent.messageId, kind: { $in: ["RELEASE", "REFUND"] } };
      expect(await fixture.documents("ledger_transactions", filter)).toHaveLength(1);
      fixture.runtime.clock.reset();
    }
    expect(await fixture.findViolations()).toEqual([]);
    expect([...ends]).toEqual(expect.arrayContaining(["COMPLETED", "EXPIRED"]));
  });
});
