import { channel } from "node:diagnostics_channel";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { markAllNotificationsRead, markNotificationRead } from "#libs/contracts/notification/index.ts";
import { eraseUser } from "#libs/contracts/personal-data.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
const commands: string[] = [];
const onCommand = (message: unknown) => {
  const { event, details } = message as { event: string; details: { commandName: string; command: Record<string, unknown> } };
  const collection = details.command?.[details.commandName];
  const isOfList = collection === "notifications" || collection === "recipients";
  if (event === "commandStarted" && isOfList) commands.push(`${details.commandName} ${collection}`);
};
beforeAll(async () => {
  channel("mongo:command").subscribe(onCommand);
  service = await startFixture();
});
afterEach(() => void commands.splice(0));
afterAll(async () => {
  channel("mongo:command").unsubscribe(onCommand);
  await service.stop();
});

/** The commands of a request. */
async function commandsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  commands.splice(0);
  await work();
  return commands.splice(0);
}

async function notified(count = 3): Promise<string> {
  const user = uuid();
  service.locales.set(user, "en");
  await service.deliver(...Array.from({ length: count }, (_, index) => sentTo(user, `Fan ${index}`)));
  await service.list(user, { page: 2 });
  return user;
}

describe("the first page of notifications", () => {
  it("SPD-08 the first page is read by one command, and again by one small command while the list stays as it is", async () => {
    const user = await notified();
    expect(await commandsOf(() => service.list(user))).toEqual(["aggregate recipients"]);
    expect(await commandsOf(() => service.list(user))).toEqual(["find recipients"]);
    expect(await commandsOf(() => service.list(user, { limit: 2 }))).toEqual(["find recipients"]);
    expect(await commandsOf(() => service.list(user, { limit: 21 }))).toEqual(["aggregate recipients"]);
  });

  it("SPD-17 the first page shows each change of the list at once", async () => {
    const user = await notified();
    const [newest] = (await service.list(user)).items;
    await service.as(user, markNotificationRead, { notificationId: newest?.id ?? "" });
    expect((await service.list(user)).items.map(({ read }) => read)).toEqual([true, false, false]);
    await service.deliver(sentTo(user, "Another"));
    const { items, total } = await service.list(user);
    expect([total, items.map(({ read }) => read)]).toEqual([4, [false, true, false, false]]);
    await service.as(user, markAllNotificationsRead, {});
    expect((await service.list(user)).items.every(({ read }) => read)).toBe(true);
    expect((await service.list(user, { limit: 1 })).items).toHaveLength(1);
  });

  it("SPD-17 the first page shows no name of an account that was deleted since it was read", async () => {
    const user = uuid();
    service.locales.set(user, "en");
    const envelope = sentTo(user, "Ada");
    const { senderId: gone } = envelope.payload as { readonly senderId: string };
    await service.deliver(envelope);
    const bodies = async () => (await service.list(user)).items.map(({ body }) => body);
    expect(await bodies()).toEqual(["Ada sent you a message."]);
    expect(await bodies()).toEqual(["Ada sent you a message."]);
    const erase = () => call(service.broker, eraseUser.notification, { userId: gone });
    await eventually(async () => expect((await erase()).done).toBe(true));
    expect(await bodies()).toEqual(["You have received a message."]);
  });

  it("SPD-17 the first page is in the locale of its reader after that has changed", async () => {
    const user = await notified(1);
    const [english] = (await service.list(user)).items;
    const recipients = service.runtime.database("notification").connection.collection("recipients");
    await recipients.updateOne({ _id: user as never }, { $set: { locale: "de" } });
    const [german] = (await service.list(user)).items;
    expect(german?.id).toBe(english?.id);
    expect(german?.title).not.toBe(english?.title);
  });

  it("SPD-17 the first page is never that of another user", async () => {
    const users = [await notified(2), await notified(1)];
    const idsOf = async () => Promise.all(users.map(async (user) => (await service.list(user)).items.map(({ id }) => id)));
    const first = await idsOf();
    expect(await idsOf()).toEqual(first);
    expect(new Set(first.flat()).size).toBe(3);
  });
});
