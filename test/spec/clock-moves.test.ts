import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { backendNames } from "#deploy/launch/services.ts";
import { DAY, HOUR } from "#libs/kernel/clock.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});

afterAll(() => system.stop());

/** Unpublished events of all services. */
async function pending(): Promise<number> {
  const outboxes = backendNames.map((name) => system.runtime.database(name).connection.collection("outbox"));
  const counts = await Promise.all(outboxes.map((outbox) => outbox.countDocuments({ publishedAt: null })));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Sends a paid message with all that must precede it: calls between all services, and events of most. */
async function sendMessage(): Promise<{ messageId: string; creator: string }> {
  const [fan, creator] = await Promise.all([system.newFan("5.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
  const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "whatever the time is" };
  const { messageId } = dataOf<{ messageId: string }>(await fan.send("POST", "/messages", message), 201);
  return { messageId, creator: creator.userId };
}

const notified = (userId: string) =>
  system.runtime.database("notification").connection.collection("notifications").countDocuments({ userId });

describe("a clock that is moved while the system runs", () => {
  it.each([
    ["an hour ahead", HOUR],
    ["an hour back", -HOUR],
    ["a day ahead", DAY],
    ["a day back", -DAY],
  ])("LOD-09 %s: events leave the outboxes within ten seconds, and calls go on", async (_name, jumpMs) => {
    const busy = Promise.all(["one@example.org", "two@example.org"].map((email) => register(`${jumpMs}-${email}`)));
    system.runtime.clock.advance(jumpMs);
    await busy;
    await eventually(async () => expect(await pending()).toBe(0));
    const { creator } = await sendMessage();
    await eventually(async () => expect(await pending()).toBe(0));
    await eventually(async () => expect(await notified(creator)).toBeGreaterThan(0));
    // A failing relay holds back its events until a time computed from the wrong clock.
    system.runtime.faults.arm({ point: "outbox.published", mode: "error", times: 1 });
    await register(`${jumpMs}-held@example.org`);
    await eventually(async () => expect(await pending()).toBeGreaterThan(0));
    system.runtime.clock.advance(-jumpMs);
    const after = await sendMessage();
    await eventually(async () => expect(await pending()).toBe(0));
    await eventually(async () => expect(await notified(after.creator)).toBeGreaterThan(0));
  });
});

async function register(email: string): Promise<void> {
  dataOf(await system.send("POST", "/auth/register", { body: { email, password: "a password of one user", displayName: "Robin" } }), 201);
}
