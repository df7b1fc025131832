import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "#test/support/eventually.ts";
import { messagingWorld, outcomesOf, type World } from "./messaging-fixture.ts";
import { aSentMessage, rejectOf, replyTo, statusOf } from "./sent-message.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld({}, {}, 2);
});
afterAll(() => world.stop());

describe("reply, rejection and expiry at the same time", () => {
  it("REP-11 E18 exactly one of them ends the message: one release or one refund", async () => {
    const ends = new Set<unknown>();
    for (let round = 0; round < 20; round += 1) {
      const sent = await aSentMessage(world, { timeoutHours: 1 });
      const [message] = await world.documents("messages", { _id: sent.messageId });
      // Just after the window, well before its end, and at its last instants, so that all three have their chance.
      const untilEnd = [-1, 60_000, 8, 30, 100][round % 5] ?? 0;
      world.runtime.clock.set(new Date(Number(message?.expiresAt) - untilEnd));
      const calls: Promise<unknown>[] = Array.from({ length: 10 }, () => replyTo(world, sent));
      // A rejection that is always there may always be the quickest; without it the window alone decides who can win.
      const rejections = round % 2 === 0 ? [rejectOf(world, sent)] : [];
      calls.splice(round % 10, 0, ...rejections, world.expireEverywhere());
      await outcomesOf(calls);
      if (untilEnd <= 100) world.runtime.clock.advance(1_000);
      await eventually(async () => {
        await world.expireEverywhere();
        expect(["COMPLETED", "REJECTED", "EXPIRED"]).toContain(await statusOf(world, sent));
      });
      ends.add(await statusOf(world, sent));
      const filter = { "reference.id": sent.messageId, kind: { $in: ["RELEASE", "REFUND"] } };
      expect(await world.documents("ledger_transactions", filter)).toHaveLength(1);
      world.runtime.clock.reset();
    }
    expect(await world.checkBooks()).toEqual([]);
    expect([...ends]).toEqual(expect.arrayContaining(["COMPLETED", "EXPIRED"]));
  });
});
