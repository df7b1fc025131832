import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { userChanged } from "#libs/contracts/account-internal.ts";
import { creatorStatusChanged } from "#libs/contracts/creator.ts";
import { getMessage, MESSAGE_STATUSES, rejectMessage } from "#libs/contracts/messaging.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/messaging/deps.ts";
import { messageMoves } from "#services/messaging/domain/message.ts";
import { expireMessages } from "#services/messaging/expire-messages.ts";
import { eventually } from "#test/support/eventually.ts";
import { messagingWorld, PAID, sendFrom, type World } from "./messaging-fixture.ts";
import { aSentMessage, eventsOf, rejectOf, replyTo, type SentMessage, statusOf } from "./sent-message.ts";

let world: World;
beforeAll(async () => {
  world = await messagingWorld();
});
afterAll(() => world.stop());
afterEach(async () => {
  world.runtime.faults.disarm();
  world.runtime.clock.reset();
  expect(await world.checkBooks()).toEqual([]);
});

const run = (job: "expire-messages" | "close-messages") => world.runtime.jobs.runNow(`messaging.${job}`);

async function publish(contract: EventContract, payload: Record<string, unknown>): Promise<void> {
  const at = new Date().toISOString();
  await world.runtime.stream.publish({ id: uuid(), event: contract.name, at, payload, requestId: null, source: "test" });
}

describe("spec 3.4 › moves", () => {
  it("REP-04 REP-09 REP-13 REP-14 every pair of status and move is allowed or refused by the table", () => {
    const open = ["ESCROWED", "DELIVERED"];
    const expected: Record<keyof typeof messageMoves, readonly string[]> = {
      reply: open,
      complete: ["REPLIED"],
      reject: open,
      expire: [...open, "QUARANTINED"],
      close: [...open, "QUARANTINED"],
      approvePaid: ["QUARANTINED"],
      approveFree: ["QUARANTINED"],
      refuse: ["QUARANTINED"],
    };
    for (const [name, { from }] of Object.entries(messageMoves)) {
      const allowed = MESSAGE_STATUSES.filter((status) => (from as readonly string[]).includes(status));
      expect([name, allowed]).toEqual([name, expected[name as keyof typeof messageMoves]]);
    }
  });
});

describe("POST /messages/{messageId}/reject", () => {
  it("REP-13 MSG-58 refunds a paid message and says why", async () => {
    const sent = await aSentMessage(world);
    expect(await rejectOf(world, sent)).toEqual({ messageId: sent.messageId, status: "REJECTED" });
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.rejected", sent)).toMatchObject([{ refunded: true, rejectedBy: "CREATOR", reason: "no time" }]);
    const { statusLog } = await world.as(sent.fan)(getMessage, { messageId: sent.messageId });
    expect(statusLog.at(-1)).toMatchObject({ from: "ESCROWED", to: "REJECTED", actor: "CREATOR", reason: "no time" });
  });

  it("REP-13 is for the creator only, and refunds nothing for a free one", async () => {
    const sent = await aSentMessage(world, { free: true });
    const attempt = world.as(sent.fan)(rejectMessage, { messageId: sent.messageId });
    await expect(attempt).rejects.toMatchObject({ key: "message.reject.error.not_creator" });
    await rejectOf(world, sent);
    expect(await eventsOf(world, "message.rejected", sent)).toMatchObject([{ refunded: false }]);
  });
});

describe("expiry", () => {
  it("REP-09 REP-10 gives the full price back after the window, and not before", async () => {
    const paid = await aSentMessage(world, { price: "7.77", timeoutHours: 2 });
    const free = await aSentMessage(world, { free: true, timeoutHours: 2 });
    const [message] = await world.documents("messages", { _id: paid.messageId });
    world.runtime.clock.set(new Date(Number(message?.expiresAt) - 500));
    await run("expire-messages");
    expect(await statusOf(world, paid)).toBe("ESCROWED");
    world.runtime.clock.advance(HOUR);
    await run("expire-messages");
    expect([await statusOf(world, paid), await statusOf(world, free)]).toEqual(["EXPIRED", "EXPIRED"]);
    expect(await world.balance(paid.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.expired", paid)).toMatchObject([
      { refunded: true, senderId: paid.fan, receiverId: paid.creator },
    ]);
    expect(await eventsOf(world, "message.expired", free)).toMatchObject([{ refunded: false }]);
  });

  it("REP-17 a run that fails or runs twice at once never refunds twice", async () => {
    const sent = await aSentMessage(world, { timeoutHours: 1 });
    world.runtime.clock.advance(2 * HOUR);
    world.runtime.faults.arm({ point: "wallet.refund.resolved", mode: "error", times: 1 });
    await run("expire-messages");
    await Promise.all([run("expire-messages"), run("expire-messages")]);
    expect(await statusOf(world, sent)).toBe("EXPIRED");
    expect(await world.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.expired", sent)).toHaveLength(1);
  });

  it("REP-09 REP-14 leaves a message alone whose window began anew after the job had found it", async () => {
    const sent = await aSentMessage(world);
    const deps = liveDeps(world.runtime);
    await expireMessages({ ...deps, messages: { ...deps.messages, due: async () => [sent.messageId] } });
    expect(await statusOf(world, sent)).toBe("ESCROWED");
  });

  it("REP-09 closes no more in a run than its batch, the longest overdue first", async () => {
    world.setConfig({ "messaging.expire_batch": 1 });
    const later = await aSentMessage(world, { free: true, timeoutHours: 2 });
    const sooner = await aSentMessage(world, { free: true, timeoutHours: 1 });
    await world.runtime.jobs.stop();
    world.runtime.clock.advance(3 * HOUR);
    await run("expire-messages");
    expect([await statusOf(world, sooner), await statusOf(world, later)]).toEqual(["EXPIRED", "DELIVERED"]);
    world.setConfig({ "messaging.expire_batch": 100 });
    await run("expire-messages");
    expect(await statusOf(world, later)).toBe("EXPIRED");
  });
});

/** Of the creators and users of this file: what is told later is newer. */
let versions = 1;
const applied = async () => (await world.documents("inbox", { version: { $exists: false } })).length;

describe("a creator who is banned", () => {
  const change = (sent: SentMessage, to: "BANNED" | "ACTIVE" | "DEACTIVATED", version = ++versions) =>
    publish(creatorStatusChanged, { creatorId: uuid(), version, userId: sent.creator, from: "ACTIVE", to });

  it("REP-15 has the open escrows refunded, and no others", async () => {
    const [open, other, done] = [await aSentMessage(world), await aSentMessage(world), await aSentMessage(world)];
    await replyTo(world, done);
    await change(open, "BANNED");
    await eventually(async () => {
      await run("close-messages");
      expect(await statusOf(world, open)).toBe("REJECTED");
    });
    expect(await world.balance(open.fan)).toBe("100.00");
    expect(await eventsOf(world, "message.rejected", open)).toMatchObject([
      { refunded: true, rejectedBy: "SYSTEM", reason: "CREATOR_BANNED" },
    ]);
    expect([await statusOf(world, other), await statusOf(world, done)]).toEqual(["ESCROWED", "COMPLETED"]);
  });

  it("does not wait for others who were banned before", async () => {
    const others = Array.from({ length: 25 }, () => uuid());
    for (const userId of others)
      await publish(creatorStatusChanged, { creatorId: uuid(), version: 2, userId, from: "ACTIVE", to: "BANNED" });
    await eventually(async () => expect(await world.documents("closings", { userId: { $in: others } })).toHaveLength(25));
    await run("close-messages");
    const sent = await aSentMessage(world);
    await change(sent, "BANNED");
    await eventually(async () => expect(await world.documents("closings", { userId: sent.creator })).toHaveLength(1));
    for (let times = 0; times < 2; times += 1) await run("close-messages");
    expect(await statusOf(world, sent)).toBe("REJECTED");
  });

  it("REP-15 is forgotten a minute later: a send that was under way may commit after the ban", async () => {
    const banned = await aSentMessage(world);
    await change(banned, "BANNED");
    await eventually(async () => expect(await world.documents("closings", { userId: banned.creator })).toHaveLength(1));
    for (let times = 0; times < 2; times += 1) await run("close-messages");
    const late = world.aFan();
    await world.fund(late, "5.00");
    const { messageId } = await sendFrom(world, late, banned.creator, PAID);
    await run("close-messages");
    expect(await statusOf(world, { ...banned, messageId })).toBe("REJECTED");
    world.runtime.clock.advance(2 * MINUTE);
    await run("close-messages");
    await run("close-messages");
    expect(await world.documents("closings", { userId: banned.creator })).toEqual([]);
  });

  it("REP-15 keeps what is open when reinstated before the job came, but not by deleting the account", async () => {
    await world.runtime.jobs.stop();
    const [sent, gone] = [await aSentMessage(world), await aSentMessage(world)];
    const closings = ({ creator }: SentMessage) => world.documents("closings", { userId: creator });
    for (const banned of [sent, gone]) {
      await change(banned, "BANNED");
      await eventually(async () => expect(await closings(banned)).toHaveLength(1));
    }
    await change(gone, "DEACTIVATED");
    await change(sent, "ACTIVE");
    await eventually(async () => expect(await closings(sent)).toEqual([]));
    await run("close-messages");
    expect([await statusOf(world, sent), await statusOf(world, gone)]).toEqual(["ESCROWED", "REJECTED"]);
  });

  it("REP-15 a ban that is told after its end refunds nobody, one that is told after the deletion does", async () => {
    await world.runtime.jobs.stop();
    const [back, gone] = [await aSentMessage(world), await aSentMessage(world)];
    const before = await applied();
    versions += 4;
    await change(back, "ACTIVE", versions);
    await eventually(async () => expect(await applied()).toBe(before + 1));
    await change(back, "BANNED", versions - 1);
    await change(gone, "DEACTIVATED", versions);
    await change(gone, "BANNED", versions - 1);
    await eventually(async () => expect(await applied()).toBe(before + 3));
    await run("close-messages");
    expect([await statusOf(world, back), await statusOf(world, gone)]).toEqual(["ESCROWED", "REJECTED"]);
  });
});

describe("a user who is banned", () => {
  const change = (userId: string, status: "BANNED" | "ACTIVE" | "DEACTIVATED", version = ++versions) => {
    const named = { username: null, displayName: null, avatarUrl: null, locale: "en" } as const;
    return publish(userChanged, { userId, version, status, ...named, changedAt: world.runtime.clock.now().toISOString() });
  };

  it("REP-15 gets the money of the open messages back, and so do those who wrote to a banned creator", async () => {
    const [asFan, asCreator, free, other, done] = await Promise.all([
      aSentMessage(world),
      aSentMessage(world),
      aSentMessage(world, { free: true }),
      aSentMessage(world),
      aSentMessage(world),
    ]);
    await replyTo(world, done);
    const banned = [asFan.fan, asCreator.creator, free.fan, done.fan];
    for (const userId of banned) await change(userId, "BANNED");
    await eventually(async () => {
      await run("close-messages");
      for (const sent of [asFan, asCreator, free]) expect(await statusOf(world, sent)).toBe("REJECTED");
    });
    expect([await world.balance(asFan.fan), await world.balance(asCreator.fan)]).toEqual(["100.00", "100.00"]);
    expect(await eventsOf(world, "message.rejected", asFan)).toMatchObject([
      { refunded: true, rejectedBy: "SYSTEM", reason: "USER_BANNED" },
    ]);
    expect([await statusOf(world, other), await statusOf(world, done)]).toEqual(["ESCROWED", "COMPLETED"]);
  });

  it("REP-15 keeps what is open when reinstated before the job came, but not by deleting the account", async () => {
    await world.runtime.jobs.stop();
    const [sent, gone] = [await aSentMessage(world), await aSentMessage(world)];
    const closings = (userId: string) => world.documents("closings", { userId });
    for (const { fan } of [sent, gone]) {
      await change(fan, "BANNED");
      await eventually(async () => expect(await closings(fan)).toHaveLength(1));
    }
    await change(gone.fan, "DEACTIVATED");
    await change(sent.fan, "ACTIVE");
    await eventually(async () => expect(await closings(sent.fan)).toEqual([]));
    await run("close-messages");
    expect([await statusOf(world, sent), await statusOf(world, gone)]).toEqual(["ESCROWED", "REJECTED"]);
  });

  it("REP-15 a ban that is told after its end refunds nobody, one that is told after the deletion does", async () => {
    await world.runtime.jobs.stop();
    const [back, gone] = [await aSentMessage(world), await aSentMessage(world)];
    const before = await applied();
    versions += 4;
    for (const [userId, last] of [
      [back.fan, "ACTIVE"],
      [gone.fan, "DEACTIVATED"],
    ] as const)
      await change(userId, last, versions);
    await eventually(async () => expect(await applied()).toBe(before + 2));
    for (const { fan } of [back, gone]) await change(fan, "BANNED", versions - 1);
    await eventually(async () => expect(await applied()).toBe(before + 4));
    await run("close-messages");
    expect([await statusOf(world, back), await statusOf(world, gone)]).toEqual(["ESCROWED", "REJECTED"]);
  });
});
