import { channel } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { listChatSessions, listInbox } from "#libs/contracts/messaging/index.ts";
import { createModerationRule, decideModeration } from "#libs/contracts/messaging/moderation.ts";
import { DAY, HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { seededRandom } from "../support/random.ts";
import { type MessagingFixture, messagingFixture, sendFrom } from "./messaging-fixture.ts";

/** `KEPT_STEPS=10000 npx jest test/messaging/inbox-totals` takes a quarter of an hour. */
const STEPS = Number(process.env.KEPT_STEPS ?? 200);
const AT_ONCE = 8;
const ROLES = [undefined, "sender", "receiver"] as const;
const FLAGGED = "buy now";

let fixture: MessagingFixture;
const moderator = uuid();
beforeAll(async () => {
  fixture = await messagingFixture();
  fixture.setConfig({ "dm.free_per_creator_daily": 100, "dm.free_daily_limit": 100 });
  await fixture.as(moderator, ["SUPER_ADMIN"])(createModerationRule, { name: "links", pattern: FLAGGED, category: "SPAM" });
});
afterEach(() => {
  fixture.runtime.clock.reset();
  fixture.runtime.faults.disarm();
});
afterAll(() => fixture.stop());

const send = (fan: string, creator: string, text = "") => sendFrom(fixture, fan, creator, { content: `${text} ${uuid()}` });
const approve = (messageId: string) =>
  fixture.as(moderator, ["SUPER_ADMIN"])(decideModeration, { messageId, decision: "APPROVE", reason: "looked at it" });
const totalOf = async (userId: string, params: object = {}) => (await fixture.as(userId)(listInbox, { limit: 1, ...params })).total;
const sessionsOf = async (userId: string) => (await fixture.as(userId)(listChatSessions, { limit: 1 })).total;
/** The totals, counted from the messages. */
const recount = async (userId: string, role: (typeof ROLES)[number]) => {
  const filter = {
    ...(role === "sender" ? { senderId: userId } : { visibleTo: userId }),
    ...(role === "receiver" && { receiverId: userId }),
  };
  return (await fixture.documents("messages", filter)).length;
};
const expectExact = async (userIds: readonly string[]) => {
  for (const userId of userIds) {
    for (const role of ROLES) expect([userId, role, await totalOf(userId, { role })]).toEqual([userId, role, await recount(userId, role)]);
    const sessions = await fixture.documents("chat_sessions", { visibleTo: userId });
    expect([userId, await sessionsOf(userId)]).toEqual([userId, sessions.length]);
  }
};
const derivedLists = (userId: string, role: object | string = { $ne: "participant" }) =>
  fixture.documents("message_lists", { userId, role, until: { $exists: true } });
/** Runs the work, and returns its commands to the collections of messages, sessions and their lists. */
const commandsOf = async (work: () => Promise<unknown>) => {
  const commands: string[] = [];
  const onCommand = (message: unknown) => {
    const { event, details } = message as { event: string; details: { commandName: string; command: Record<string, unknown> } };
    const collection = String(details.command?.[details.commandName]);
    if (event === "commandStarted" && ["messages", "chat_sessions", "message_lists"].includes(collection))
      commands.push(details.commandName);
  };
  channel("mongo:command").subscribe(onCommand);
  await work();
  channel("mongo:command").unsubscribe(onCommand);
  return commands.filter((name) => name !== "findAndModify");
};
const drift = async () => {
  const samples = await fixture.runtime.metrics.samplesOf("kept_value_drift_total");
  return samples?.find(({ labels }) => labels.kind === "inbox_total")?.value;
};

describe("the total of a list of messages", () => {
  it("SPD-08 a full page takes one command once the messages of past hours are counted, and two more in each further hour", async () => {
    const { clock } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    for (let count = 0; count < 3; count += 1) await send(fan, creator);
    const commandsOfPage = () => commandsOf(async () => expect(await totalOf(creator)).toBe(3));
    clock.advance(2 * HOUR);
    expect(await commandsOfPage()).toEqual(["aggregate", "aggregate", "insert"]);
    expect(await commandsOfPage()).toEqual(["aggregate"]);
    clock.advance(HOUR);
    expect(await commandsOfPage()).toEqual(["aggregate", "aggregate", "update"]);
    expect(await commandsOfPage()).toEqual(["aggregate"]);
  });

  it("SPD-17 STO-25 each role counts with and without a conversation, the first time and in a later hour, so that its queries are known", async () => {
    const { clock } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    for (let count = 0; count < 2; count += 1) await send(fan, creator);
    const [{ sessionId } = {}] = (await fixture.as(fan)(listInbox, {})).items;
    for (const _hour of ["first", "later"]) {
      clock.advance(2 * HOUR);
      for (const role of ROLES) {
        const user = role === "receiver" ? creator : fan;
        expect([role, await totalOf(user, { role }), await totalOf(user, { role, sessionId })]).toEqual([role, 2, 2]);
      }
    }
  });

  it("SPD-17 counts a message that is delivered after the hours before it were counted, for its receiver alone", async () => {
    const { clock } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    const { messageId } = await send(fan, creator, FLAGGED);
    await send(fan, creator);
    const [{ sessionId } = {}] = (await fixture.as(fan)(listInbox, {})).items;
    clock.advance(3 * HOUR);
    await expectExact([fan, creator]);
    expect(await totalOf(creator, { sessionId })).toBe(1);
    expect(await derivedLists(creator)).toHaveLength(3);
    await approve(messageId);
    await expectExact([fan, creator]);
    expect(await totalOf(creator)).toBe(2);
    for (const role of ROLES.filter((one) => one !== "sender")) expect(await totalOf(creator, { role, sessionId })).toBe(2);
  });

  it.each([
    ["the first count", 0],
    ["a further count", HOUR],
  ])("SPD-17 %s is not stored when a message is delivered during it", async (_count, later) => {
    const { clock, faults } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await send(fan, creator);
    const { messageId } = await send(fan, creator, FLAGGED);
    clock.advance(2 * HOUR);
    if (later > 0) expect(await totalOf(creator)).toBe(1);
    clock.advance(later);
    faults.arm({ point: "messaging.list.keep", mode: "delay", delayMs: 500 });
    const page = totalOf(creator);
    await approve(messageId);
    await page;
    faults.disarm();
    expect(await totalOf(creator)).toBe(2);
  });

  it("SPD-17 counting continues where the clock of another process was ahead", async () => {
    const { clock } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await send(fan, creator);
    clock.advance(3 * HOUR);
    expect(await totalOf(creator)).toBe(1);
    clock.advance(-2 * HOUR);
    expect(await totalOf(creator)).toBe(1);
  });

  it(
    "SPD-17 the total equals a recount after concurrent steps with commits that fail",
    async () => {
      const { clock, faults } = fixture.runtime;
      const { below, pick } = seededRandom(17);
      const [fans, creators] = [
        [fixture.newFan(), fixture.newFan()],
        [fixture.newCreator(), fixture.newCreator()],
      ] as const;
      const everybody = [...fans, ...creators];
      const held: string[] = [];
      const steps: readonly (() => Promise<unknown>)[] = [
        () => send(pick(fans), pick(creators)),
        async () => held.push((await send(pick(fans), pick(creators), FLAGGED)).messageId),
        async () => held.length > 0 && approve(held.splice(below(held.length), 1)[0] ?? ""),
        () => totalOf(pick(everybody), { role: ROLES[below(3)] }),
        () => sessionsOf(pick(everybody)),
      ];
      for (let done = 0; done < STEPS; done += AT_ONCE) {
        clock.advance(below(40 * MINUTE));
        const point = pick(["messaging.send.commit", "messaging.list.keep", "none"]);
        faults.arm({ point, mode: "error", times: 1 });
        // Steps may fail at an armed point, or where messages of one pair conflict.
        await Promise.all(Array.from({ length: AT_ONCE }, () => pick(steps)().catch(() => "refused")));
        faults.disarm();
      }
      clock.advance(2 * HOUR);
      await expectExact(everybody);
      expect((await derivedLists(creators[0] ?? "")).length).toBeGreaterThan(0);
      clock.advance(DAY);
      await fixture.runtime.jobs.runNow("messaging.recount");
      expect(await drift()).toBe(0);
    },
    STEPS * 2_000,
  );
});

describe("the total of the list of sessions", () => {
  it("SPD-08 a full page takes one command for the sessions once those of past hours are counted", async () => {
    const { clock } = fixture.runtime;
    const creator = fixture.newCreator();
    for (let count = 0; count < 3; count += 1) await send(fixture.newFan(), creator);
    clock.advance(2 * HOUR);
    expect(await sessionsOf(creator)).toBe(3);
    await send(fixture.newFan(), creator);
    // One command for the page itself, one for the texts of its sessions.
    expect(await commandsOf(async () => expect(await sessionsOf(creator)).toBe(4))).toEqual(["aggregate", "find"]);
  });

  it.each(["is delivered", "is followed by one that is not", "is followed by some that are not"])(
    "SPD-17 counts a session of past hours for the receiver once a message that was held back %s",
    async (then) => {
      const { clock } = fixture.runtime;
      const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
      const { messageId } = await send(fan, creator, FLAGGED);
      await send(fixture.newFan(), creator);
      clock.advance(3 * HOUR);
      await expectExact([fan, creator]);
      expect(await derivedLists(creator, "participant")).toHaveLength(1);
      if (then === "is delivered") await approve(messageId);
      else if (then === "is followed by one that is not") await send(fan, creator);
      else await Promise.all(Array.from({ length: 5 }, () => send(fan, creator)));
      expect(await sessionsOf(creator)).toBe(2);
      await expectExact([fan, creator]);
    },
  );
});

describe("the recount of totals", () => {
  it("SPD-17 the recount corrects and counts a wrong total", async () => {
    const { clock, jobs } = fixture.runtime;
    const [fan, creator] = [fixture.newFan(), fixture.newCreator()];
    await send(fan, creator);
    clock.advance(5 * DAY);
    await totalOf(creator);
    await sessionsOf(creator);
    await fixture.connection.collection("message_lists").updateMany({ userId: creator }, { $inc: { count: 4 } });
    expect([await totalOf(creator), await sessionsOf(creator)]).toEqual([5, 5]);
    const before = (await drift()) ?? 0;
    await jobs.runNow("messaging.recount");
    expect(await drift()).toBe(before + 2);
    await eventually(async () => expect([await totalOf(creator), await sessionsOf(creator)]).toEqual([1, 1]));
  });
});
