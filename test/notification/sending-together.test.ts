import { channel } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { getContact } from "#libs/contracts/account/index.ts";
import { setPreferences } from "#libs/contracts/notification/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { systemTimers, useTimers } from "#libs/kernel/timers.ts";
import { liveDeps } from "#services/notification/deps.ts";
import { sendDispatches } from "#services/notification/dispatch/send-dispatches.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

/** The number that one run claims together. */
const BATCH = 20;
/** Dispatches that are sent concurrently. */
const CONCURRENCY = 5;

interface CommandEvent {
  readonly event: string;
  readonly details: { readonly commandName: string; readonly command: Readonly<Record<string, unknown>> };
}

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
  await service.runtime.jobs.remove("notification.send-dispatches");
});
afterAll(() => service.stop());
afterEach(() => useTimers(systemTimers));

/** Users with a mail to send. */
async function readers(count: number): Promise<string[]> {
  const userIds = Array.from({ length: count }, () => uuid());
  for (const userId of userIds) service.contacts.set(userId, { email: `u${userId.slice(-12)}@example.org` });
  await service.deliver(...userIds.map((userId) => sentTo(userId)));
  return userIds;
}

function ownDeps() {
  const deps = liveDeps(service.runtime);
  deps.services.bind(service.broker, [getContact]);
  return deps;
}

/** The commands that the work sends, with the collection of each. */
async function commandsOf(work: () => Promise<void>): Promise<string[]> {
  const sent: string[] = [];
  const note = (message: unknown) => {
    const { event, details } = message as CommandEvent;
    if (event === "commandStarted") sent.push(`${details.commandName} ${String(details.command[details.commandName])}`);
  };
  channel("mongo:command").subscribe(note);
  await work().finally(() => channel("mongo:command").unsubscribe(note));
  return sent;
}

const statusOf = async (userId: string) => {
  const rows = service.runtime.database("notification").connection.collection("notification_dispatches");
  return (await rows.findOne({ userId }))?.status;
};

describe("mails that are due together", () => {
  it("HSE-04 read the preferences of their readers with one command, and record outcomes of one moment with another", async () => {
    const userIds = await readers(BATCH);
    const deps = ownDeps();
    // With this clock no cached answer expires, however busy the machine is.
    useTimers({ ...systemTimers, elapsedMs: () => 0 });
    const email = { ...deps.providers.email, activeName: () => "fast", use: () => ({ send: async () => undefined }) };
    const sent = await commandsOf(() => sendDispatches({ ...deps, providers: { ...deps.providers, email } }));
    expect(await Promise.all(userIds.map(statusOf))).toEqual(userIds.map(() => "SENT"));
    expect(sent.filter((command) => command === "find notification_preferences")).toHaveLength(1);
    // One of the two is the claim.
    expect(sent.filter((command) => command === "update notification_dispatches")).toHaveLength(2);
  });

  it("HSE-04 follow a preference that was changed while a slow provider made them wait", async () => {
    const userIds = await readers(CONCURRENCY + 1);
    const deps = ownDeps();
    const held = Promise.withResolvers<void>();
    let [begun, late] = [0, 0];
    const email = {
      ...deps.providers.email,
      activeName: () => "slow",
      use: () => ({
        send: async () => {
          begun += 1;
          if (begun === CONCURRENCY) void changePreferences();
          await held.promise;
        },
      }),
    };
    const changePreferences = async () => {
      const channels = { EMAIL: false };
      for (const userId of userIds)
        await service.as(userId, setPreferences, { preferences: [{ eventKey: "new_message_creator", channels }] });
      late = 2 * SECOND;
      held.resolve();
    };
    useTimers({ ...systemTimers, elapsedMs: () => systemTimers.elapsedMs() + late });
    await sendDispatches({ ...deps, providers: { ...deps.providers, email } });
    const statuses = await Promise.all(userIds.map(statusOf));
    expect(statuses.toSorted()).toEqual([...Array.from({ length: CONCURRENCY }, () => "SENT"), "SKIPPED"]);
  });
});
