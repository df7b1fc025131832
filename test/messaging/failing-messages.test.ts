import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { type Turns, turns } from "#libs/platform/jobs/turns.ts";
import { liveDeps } from "#services/messaging/deps.ts";
import { closeMessagesOfBannedUsers } from "#services/messaging/messages/ending/close-messages.ts";
import { expireMessages } from "#services/messaging/messages/ending/expire-messages.ts";
import { remindCreators } from "#services/messaging/messages/ending/remind-creators.ts";
import { failingLoads } from "../support/failing-loads.ts";
import { type MessagingFixture, messagingFixture, PAID, sendFrom } from "./messaging-fixture.ts";
import { eventsOf, type SentMessage, sendNewMessage, statusOf } from "./sent-message.ts";

let fixture: MessagingFixture;
beforeAll(async () => {
  fixture = await messagingFixture();
  await fixture.runtime.jobs.stop();
});
afterAll(() => fixture.stop());
afterEach(async () => {
  fixture.runtime.clock.reset();
  expect(await fixture.findViolations()).toEqual([]);
});

describe("messages that fail each time", () => {
  it("REP-15 the others to a banned creator are closed behind a whole batch of them, and the closing stays until all are closed", async () => {
    fixture.setConfig({ "messaging.expire_batch": 2 });
    const creator = fixture.newCreator({ dmType: "SINGLE_PAY" });
    for (let fan = 0; fan < 3; fan += 1) {
      const fanId = fixture.newFan();
      await fixture.fund(fanId, "5.00");
      await sendFrom(fixture, fanId, creator, PAID);
    }
    const deps = liveDeps(fixture.runtime);
    await deps.transaction((tx) => deps.closings.upsert(tx, { userId: creator, reason: "CREATOR_BANNED", requestedAt: deps.clock.now() }));
    fixture.runtime.clock.advance(2 * MINUTE);
    const open = () => deps.messages.listOpenPaidIds(creator, 10);
    const failing = new Set((await open()).slice(0, 2));
    const places = new Map<string, Turns>();
    const run = () => closeMessagesOfBannedUsers({ ...deps, inTransaction: failingLoads(deps.inTransaction, failing) }, places);
    const left: number[] = [];
    for (let time = 0; time < 4; time += 1) {
      await run();
      left.push((await open()).length);
    }
    expect(left).toEqual([3, 2, 2, 2]);
    failing.clear();
    for (let time = 0; time < 4; time += 1) await run();
    expect([await open(), await fixture.documents("closings", { userId: creator }), places.size]).toEqual([[], [], 0]);
  });

  it("REP-09 EAS-20 the expiry and the reminder of the others go on behind a whole batch of them, and they follow once they can", async () => {
    fixture.setConfig({ "messaging.expire_batch": 2 });
    const sent: SentMessage[] = [];
    for (const timeoutHours of [4, 5, 6]) sent.push(await sendNewMessage(fixture, { timeoutHours }));
    const deps = liveDeps(fixture.runtime);
    const failing = new Set(sent.slice(0, 2).map(({ messageId }) => messageId));
    const faulty = { ...deps, inTransaction: failingLoads(deps.inTransaction, failing) };
    const [due, overdue] = [turns(), turns()];
    const reminded = async () =>
      (await Promise.all(sent.map((one) => eventsOf(fixture, "message.expiring", one)))).map(({ length }) => length);
    const statuses = () => Promise.all(sent.map((one) => statusOf(fixture, one)));
    fixture.runtime.clock.advance(4 * HOUR + 40 * MINUTE);
    for (let time = 0; time < 2; time += 1) await remindCreators(faulty, due);
    expect(await reminded()).toEqual([0, 0, 1]);
    fixture.runtime.clock.advance(2 * HOUR);
    for (let time = 0; time < 2; time += 1) await expireMessages(faulty, overdue);
    expect(await statuses()).toEqual(["ESCROWED", "ESCROWED", "EXPIRED"]);
    failing.clear();
    for (let time = 0; time < 2; time += 1) await expireMessages(faulty, overdue);
    expect(await statuses()).toEqual(["EXPIRED", "EXPIRED", "EXPIRED"]);
  });
});
