import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { createModerationRule, decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { turns } from "#libs/platform/jobs/turns.ts";
import { liveDeps } from "#services/messaging/deps.ts";
import { reminderOf } from "#services/messaging/messages/domain/message.ts";
import { remindCreators } from "#services/messaging/messages/ending/remind-creators.ts";
import { eventually } from "../support/eventually.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";
import { eventsOf, rejectSent, replyTo, type SentMessage, sendNewMessage } from "./sent-message.ts";

/** A job that has found nothing rests for ten seconds. */
const WITHIN_REST_MS = 7_000;

let fixture: MessagingFixture;
const moderator = uuid();
beforeAll(async () => {
  fixture = await messagingFixture();
  await fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "spam", pattern: "buy now", category: "SPAM" });
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.faults.disarm();
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

const run = () => fixture.runtime.jobs.runNow("messaging.remind-creators");
const reminders = (sent: SentMessage) => eventsOf(fixture, "message.expiring", sent);
async function remindAtOf({ messageId }: SentMessage): Promise<number> {
  const [message] = await fixture.documents("messages", { _id: messageId });
  return Number(message?.remindAt);
}

describe("the reminder of a message", () => {
  it("EAS-20 comes when a quarter of the window is left, at least an hour, and not in a window of an hour", () => {
    const opens = new Date("2030-01-01T00:00:00.000Z");
    const reminderAfter = (hours: number) => reminderOf(opens, new Date(opens.getTime() + hours * HOUR)).remindAt?.getTime();
    expect(reminderAfter(48)).toBe(opens.getTime() + 36 * HOUR);
    expect(reminderAfter(4)).toBe(opens.getTime() + 3 * HOUR);
    expect(reminderAfter(2)).toBe(opens.getTime() + HOUR);
    expect([reminderAfter(1), reminderAfter(0.01)]).toEqual([undefined, undefined]);
  });

  it("EAS-20 is published once, at its time and not before, with the name, the share and the deadline", async () => {
    const [fan, creator] = [fixture.newFan({ displayName: "Tom" }), fixture.newCreator({ dmType: "SINGLE_PAY" })];
    await fixture.fund(fan, "100.00");
    const { messageId } = await sendFrom(fixture, fan, creator, { ...PAID, price: "10.00", timeoutHours: 8 });
    const sent = { fan, creator, messageId };
    const remindAt = await remindAtOf(sent);
    fixture.runtime.clock.set(new Date(remindAt - MINUTE));
    await run();
    expect(await reminders(sent)).toEqual([]);
    fixture.runtime.clock.set(new Date(remindAt));
    await Promise.all([run(), run()]);
    await run();
    const expiresAt = new Date(remindAt + 2 * HOUR).toISOString();
    expect(await reminders(sent)).toMatchObject([{ senderName: "Tom", receiverId: creator, price: "10.00", share: "8.00", expiresAt }]);
  });

  it("EAS-20 is not given for what was answered, declined or has expired", async () => {
    const [answered, declined, late] = [await sendNewMessage(fixture), await sendNewMessage(fixture), await sendNewMessage(fixture)];
    await replyTo(fixture, answered);
    await rejectSent(fixture, declined);
    for (const ended of [answered, declined]) expect(await remindAtOf(ended)).toBeNaN();
    await fixture.runtime.jobs.remove("messaging.expire-messages");
    fixture.runtime.clock.advance(1_000 * HOUR);
    const deps = liveDeps(fixture.runtime);
    await remindCreators(
      { ...deps, messages: { ...deps.messages, listReminderIds: async () => [late.messageId, answered.messageId] } },
      turns(),
    );
    for (const ended of [answered, declined, late]) expect(await reminders(ended)).toEqual([]);
    expect(await remindAtOf(late)).toBeNaN();
  });

  it("EAS-20 waits for a message in quarantine until it is delivered", async () => {
    const held = await sendNewMessage(fixture, { content: "Please BUY now", timeoutHours: 8 });
    expect(await remindAtOf(held)).toBeNaN();
    await fixture.as(moderator, ["SUPER_ADMIN"])(decideModeration, { messageId: held.messageId, decision: "APPROVE", reason: "fine" });
    fixture.runtime.clock.set(new Date(await remindAtOf(held)));
    await run();
    expect(await reminders(held)).toHaveLength(1);
    const events = await eventsOf(fixture, "message.sent", held);
    expect(Object.keys(events[0] ?? {})).toEqual(expect.arrayContaining(["creatorName", "share"]));
  });

  it("EAS-20 ends the rest of its job when it is due for a message that was sent meanwhile", async () => {
    await run();
    const sent = await sendNewMessage(fixture, { timeoutHours: 8 });
    fixture.runtime.clock.advance(7 * HOUR);
    await eventually(async () => expect(await reminders(sent)).toHaveLength(1), WITHIN_REST_MS);
  });
});
