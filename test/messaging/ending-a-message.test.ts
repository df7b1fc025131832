import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import type { EventContract } from "#libs/contract-kit/contract.ts";
import { userChanged } from "#libs/contracts/account/internal.ts";
import { creatorStatusChanged } from "#libs/contracts/creator/index.ts";
import { getMessage, MESSAGE_STATUSES, rejectMessage } from "#libs/contracts/messaging/index.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { liveDeps } from "#services/messaging/deps.ts";
import { messageMoves } from "#services/messaging/messages/domain/message.ts";
import { expireMessages } from "#services/messaging/messages/ending/expire-messages.ts";
import { eventually } from "../support/eventually.ts";
import { ownerOf } from "../support/owner-of.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";
import { eventsOf, rejectSent, replyTo, type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

/** A job that has found nothing rests for ten seconds. */
const WITHIN_REST_MS = 7_000;

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.faults.disarm();
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

const run = (job: "expire-messages" | "close-messages") => fixture.runtime.jobs.runNow(`messaging.${job}`);

async function publish(contract: EventContract, payload: Record<string, unknown>): Promise<void> {
  const at = new Date().toISOString();
  await fixture.runtime.stream.publish({ id: uuid(), event: contract.name, at, payload, requestId: null, source: ownerOf(contract) });
}

describe("moves of a message (spec 3.4)", () => {
  it("REP-04 REP-09 REP-13 REP-14 each starts only from the statuses of the specification", () => {
    const open = ["ESCROWED", "DELIVERED"];
    const expected: Record<keyof typeof messageMoves, readonly string[]> = {
      reply: open,
      complete: ["REPLIED"],
      reject: open,
      expire: [...open, "QUARANTINED"],
      close: [...open, "QUARANTINED"],
      approvePaid: ["QUARANTINED"],
      approveFree: ["QUARANTINED"],
      rejectHeld: ["QUARANTINED"],
    };
    for (const [name, { from }] of Object.entries(messageMoves)) {
      const allowed = MESSAGE_STATUSES.filter((status) => (from as readonly string[]).includes(status));
      expect([name, allowed]).toEqual([name, expected[name as keyof typeof messageMoves]]);
    }
  });
});

describe("POST /messages/{messageId}/reject", () => {
  it("REP-13 MSG-58 refunds a paid message and logs the reason", async () => {
    const sent = await sendNewMessage(fixture);
    expect(await rejectSent(fixture, sent)).toEqual({ messageId: sent.messageId, status: "REJECTED" });
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.rejected", sent)).toMatchObject([{ refunded: true, rejectedBy: "CREATOR", reason: "no time" }]);
    const { statusLog } = await fixture.as(sent.fan)(getMessage, { messageId: sent.messageId });
    expect(statusLog.at(-1)).toMatchObject({ from: "ESCROWED", to: "REJECTED", actor: "CREATOR", reason: "no time" });
  });

  it("REP-13 refuses the sender, and refunds nothing for a free message", async () => {
    const sent = await sendNewMessage(fixture, { free: true });
    const attempt = fixture.as(sent.fan)(rejectMessage, { messageId: sent.messageId });
    await expect(attempt).rejects.toMatchObject({ key: "message.reject.error.not_creator" });
    await rejectSent(fixture, sent);
    expect(await eventsOf(fixture, "message.rejected", sent)).toMatchObject([{ refunded: false }]);
  });
});

describe("job messaging.expire-messages", () => {
  it("REP-09 REP-10 refunds the full price after the reply window has passed, and not before", async () => {
    const paid = await sendNewMessage(fixture, { price: "7.77", timeoutHours: 2 });
    const free = await sendNewMessage(fixture, { free: true, timeoutHours: 2 });
    const [message] = await fixture.documents("messages", { _id: paid.messageId });
    fixture.runtime.clock.set(new Date(Number(message?.expiresAt) - 500));
    await run("expire-messages");
    expect(await statusOf(fixture, paid)).toBe("ESCROWED");
    fixture.runtime.clock.advance(HOUR);
    await run("expire-messages");
    expect([await statusOf(fixture, paid), await statusOf(fixture, free)]).toEqual(["EXPIRED", "EXPIRED"]);
    expect(await fixture.balance(paid.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.expired", paid)).toMatchObject([
      { refunded: true, senderId: paid.fan, receiverId: paid.creator },
    ]);
    expect(await eventsOf(fixture, "message.expired", free)).toMatchObject([{ refunded: false }]);
  });

  it("REP-09 SPD-11 ends its rest when a message is due that was sent meanwhile", async () => {
    await run("expire-messages");
    const sent = await sendNewMessage(fixture, { timeoutHours: 1 });
    fixture.runtime.clock.advance(2 * HOUR);
    await eventually(async () => expect(await statusOf(fixture, sent)).toBe("EXPIRED"), WITHIN_REST_MS);
  });

  it("REP-17 refunds once when a run fails and when two run at the same time", async () => {
    const sent = await sendNewMessage(fixture, { timeoutHours: 1 });
    fixture.runtime.clock.advance(2 * HOUR);
    fixture.runtime.faults.arm({ point: "wallet.refund.resolved", mode: "error", times: 1 });
    await run("expire-messages");
    await Promise.all([run("expire-messages"), run("expire-messages")]);
    expect(await statusOf(fixture, sent)).toBe("EXPIRED");
    expect(await fixture.balance(sent.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.expired", sent)).toHaveLength(1);
  });

  it("REP-09 REP-14 does not expire a message whose reply window was renewed after the job had read it", async () => {
    const sent = await sendNewMessage(fixture);
    const deps = liveDeps(fixture.runtime);
    await expireMessages({ ...deps, messages: { ...deps.messages, listOverdueIds: async () => [sent.messageId] } }, turns());
    expect(await statusOf(fixture, sent)).toBe("ESCROWED");
  });

  it("REP-09 expires one batch per run, longest overdue first", async () => {
    fixture.setConfig({ "messaging.expire_batch": 1 });
    const later = await sendNewMessage(fixture, { free: true, timeoutHours: 2 });
    const sooner = await sendNewMessage(fixture, { free: true, timeoutHours: 1 });
    await fixture.runtime.jobs.stop();
    fixture.runtime.clock.advance(3 * HOUR);
    await run("expire-messages");
    expect([await statusOf(fixture, sooner), await statusOf(fixture, later)]).toEqual(["EXPIRED", "DELIVERED"]);
    fixture.setConfig({ "messaging.expire_batch": 100 });
    await run("expire-messages");
    expect(await statusOf(fixture, later)).toBe("EXPIRED");
  });
});

/** The last used version; every event of this file gets a higher one. */
let lastVersion = 1;
const appliedEvents = async () => (await fixture.documents("inbox", { version: { $exists: false } })).length;

describe("a ban of a creator", () => {
  const change = (sent: SentMessage, to: "BANNED" | "ACTIVE" | "DEACTIVATED", version = ++lastVersion) =>
    publish(creatorStatusChanged, { creatorId: uuid(), version, userId: sent.creator, from: "ACTIVE", to });

  it("REP-15 refunds the open messages to the creator and no others", async () => {
    const [open, other, done] = [await sendNewMessage(fixture), await sendNewMessage(fixture), await sendNewMessage(fixture)];
    await replyTo(fixture, done);
    await change(open, "BANNED");
    await eventually(async () => {
      await run("close-messages");
      expect(await statusOf(fixture, open)).toBe("REJECTED");
    });
    expect(await fixture.balance(open.fan)).toBe("100.00");
    expect(await eventsOf(fixture, "message.rejected", open)).toMatchObject([
      { refunded: true, rejectedBy: "SYSTEM", reason: "CREATOR_BANNED" },
    ]);
    expect([await statusOf(fixture, other), await statusOf(fixture, done)]).toEqual(["ESCROWED", "COMPLETED"]);
  });

  it("REP-15 wakes the job, which rests while no user is banned", async () => {
    const sent = await sendNewMessage(fixture);
    await fixture.runtime.database("messaging").connection.collection("closings").deleteMany({});
    await run("close-messages");
    await change(sent, "BANNED");
    await eventually(async () => {
      await run("close-messages");
      expect(await statusOf(fixture, sent)).toBe("REJECTED");
    }, 4_000);
  });

  it("a ban is not delayed by creators who were banned before", async () => {
    const others = Array.from({ length: 25 }, () => uuid());
    for (const userId of others)
      await publish(creatorStatusChanged, { creatorId: uuid(), version: 2, userId, from: "ACTIVE", to: "BANNED" });
    await eventually(async () => expect(await fixture.documents("closings", { userId: { $in: others } })).toHaveLength(25));
    await run("close-messages");
    const sent = await sendNewMessage(fixture);
    await change(sent, "BANNED");
    await eventually(async () => expect(await fixture.documents("closings", { userId: sent.creator })).toHaveLength(1));
    for (let times = 0; times < 2; times += 1) await run("close-messages");
    expect(await statusOf(fixture, sent)).toBe("REJECTED");
  });

  it("REP-15 also refunds a send that commits up to a minute later, then the closing is deleted", async () => {
    const banned = await sendNewMessage(fixture);
    await change(banned, "BANNED");
    await eventually(async () => expect(await fixture.documents("closings", { userId: banned.creator })).toHaveLength(1));
    for (let times = 0; times < 2; times += 1) await run("close-messages");
    const late = fixture.newFan();
    await fixture.fund(late, "5.00");
    const { messageId } = await sendFrom(fixture, late, banned.creator, PAID);
    await run("close-messages");
    expect(await statusOf(fixture, { ...banned, messageId })).toBe("REJECTED");
    fixture.runtime.clock.advance(2 * MINUTE);
    await run("close-messages");
    await run("close-messages");
    expect(await fixture.documents("closings", { userId: banned.creator })).toEqual([]);
  });

  it("REP-15 has no effect when the user is reinstated before the job runs, but does when the account is deleted", async () => {
    await fixture.runtime.jobs.stop();
    const [sent, deleted] = [await sendNewMessage(fixture), await sendNewMessage(fixture)];
    const closings = ({ creator }: SentMessage) => fixture.documents("closings", { userId: creator });
    for (const banned of [sent, deleted]) {
      await change(banned, "BANNED");
      await eventually(async () => expect(await closings(banned)).toHaveLength(1));
    }
    await change(deleted, "DEACTIVATED");
    await change(sent, "ACTIVE");
    await eventually(async () => expect(await closings(sent)).toEqual([]));
    await run("close-messages");
    expect([await statusOf(fixture, sent), await statusOf(fixture, deleted)]).toEqual(["ESCROWED", "REJECTED"]);
  });

  it("REP-15 is ignored when its event arrives after that of the reinstatement, but not after that of the deletion", async () => {
    await fixture.runtime.jobs.stop();
    const [reinstated, deleted] = [await sendNewMessage(fixture), await sendNewMessage(fixture)];
    const before = await appliedEvents();
    lastVersion += 4;
    await change(reinstated, "ACTIVE", lastVersion);
    await eventually(async () => expect(await appliedEvents()).toBe(before + 1));
    await change(reinstated, "BANNED", lastVersion - 1);
    await change(deleted, "DEACTIVATED", lastVersion);
    await change(deleted, "BANNED", lastVersion - 1);
    await eventually(async () => expect(await appliedEvents()).toBe(before + 3));
    await run("close-messages");
    expect([await statusOf(fixture, reinstated), await statusOf(fixture, deleted)]).toEqual(["ESCROWED", "REJECTED"]);
  });
});

describe("a ban of a user", () => {
  const change = (userId: string, status: "BANNED" | "ACTIVE" | "DEACTIVATED", version = ++lastVersion) => {
    const profile = { username: null, displayName: null, avatarUrl: null, locale: "en" } as const;
    return publish(userChanged, { userId, version, status, ...profile, changedAt: fixture.runtime.clock.now().toISOString() });
  };

  it("REP-15 refunds the open messages from the user and to the user", async () => {
    const [asFan, asCreator, free, other, done] = await Promise.all([
      sendNewMessage(fixture),
      sendNewMessage(fixture),
      sendNewMessage(fixture, { free: true }),
      sendNewMessage(fixture),
      sendNewMessage(fixture),
    ]);
    await replyTo(fixture, done);
    const banned = [asFan.fan, asCreator.creator, free.fan, done.fan];
    for (const userId of banned) await change(userId, "BANNED");
    await eventually(async () => {
      await run("close-messages");
      for (const sent of [asFan, asCreator, free]) expect(await statusOf(fixture, sent)).toBe("REJECTED");
    });
    expect([await fixture.balance(asFan.fan), await fixture.balance(asCreator.fan)]).toEqual(["100.00", "100.00"]);
    expect(await eventsOf(fixture, "message.rejected", asFan)).toMatchObject([
      { refunded: true, rejectedBy: "SYSTEM", reason: "USER_BANNED" },
    ]);
    expect([await statusOf(fixture, other), await statusOf(fixture, done)]).toEqual(["ESCROWED", "COMPLETED"]);
  });

  it("REP-15 has no effect when the user is reinstated before the job runs, but does when the account is deleted", async () => {
    await fixture.runtime.jobs.stop();
    const [sent, deleted] = [await sendNewMessage(fixture), await sendNewMessage(fixture)];
    const closings = (userId: string) => fixture.documents("closings", { userId });
    for (const { fan } of [sent, deleted]) {
      await change(fan, "BANNED");
      await eventually(async () => expect(await closings(fan)).toHaveLength(1));
    }
    await change(deleted.fan, "DEACTIVATED");
    await change(sent.fan, "ACTIVE");
    await eventually(async () => expect(await closings(sent.fan)).toEqual([]));
    await run("close-messages");
    expect([await statusOf(fixture, sent), await statusOf(fixture, deleted)]).toEqual(["ESCROWED", "REJECTED"]);
  });

  it("REP-15 is ignored when its event arrives after that of the reinstatement, but not after that of the deletion", async () => {
    await fixture.runtime.jobs.stop();
    const [reinstated, deleted] = [await sendNewMessage(fixture), await sendNewMessage(fixture)];
    const before = await appliedEvents();
    lastVersion += 4;
    for (const [userId, last] of [
      [reinstated.fan, "ACTIVE"],
      [deleted.fan, "DEACTIVATED"],
    ] as const)
      await change(userId, last, lastVersion);
    await eventually(async () => expect(await appliedEvents()).toBe(before + 2));
    for (const { fan } of [reinstated, deleted]) await change(fan, "BANNED", lastVersion - 1);
    await eventually(async () => expect(await appliedEvents()).toBe(before + 4));
    await run("close-messages");
    expect([await statusOf(fixture, reinstated), await statusOf(fixture, deleted)]).toEqual(["ESCROWED", "REJECTED"]);
  });
});
