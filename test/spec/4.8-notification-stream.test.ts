import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { type EventSourceClient, openEventSource } from "../support/event-source.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { within } from "../support/within.ts";

interface Item {
  readonly id: string;
  readonly eventKey: string;
  readonly body: string;
  readonly read: boolean;
}
interface Count {
  readonly count: number;
}

let system: TestSystem;
let creator: CreatorPerson;
let fan: Person;
const open: EventSourceClient[] = [];

beforeAll(async () => {
  system = await startTestSystem();
  [creator, fan] = await Promise.all([system.newCreator(), system.newUser({ displayName: "Finn" })]);
  await system.setConfig("dm.free_daily_limit", 1000);
  await system.setConfig("dm.free_per_creator_daily", 1000);
});
afterEach(() => {
  for (const source of open.splice(0)) source.close();
});
afterAll(() => system.stop());

async function connect(person: Person, headers: Record<string, string> = {}): Promise<EventSourceClient> {
  const source = await openEventSource(`${system.base}/api/v1/notifications/stream`, {
    authorization: `Bearer ${person.token}`,
    ...headers,
  });
  open.push(source);
  return source;
}

async function write(to: CreatorPerson = creator): Promise<void> {
  dataOf(await fan.send("POST", "/messages", { receiverId: to.userId, dmType: "FREE", content: `Hello ${uuid()}` }), 201);
}

const page = async (person: Person) => dataOf<{ items: Item[]; total: number }>(await person.send("GET", "/notifications?limit=50"), 200);

describe("the stream of notifications", () => {
  it("NTF-03 NOT-12 the stream sends the unread count at once, then each new item and the new count", async () => {
    const source = await connect(creator);
    expect([source.status, source.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    expect(source.headers.get("cache-control")).toBe("no-store");
    const [before] = await source.until<Count>("unread", 1);
    await write();
    const [item] = await source.until<Item>("notification", 1);
    expect(item).toEqual((await page(creator)).items[0]);
    expect(item).toMatchObject({ eventKey: "new_message_creator", body: "Finn sent you a message.", read: false });
    expect(source.events.find(({ event }) => event === "notification")?.id).toBe(item?.id);
    await eventually(() => expect(source.data<Count>("unread").at(-1)?.count).toBe((before?.count ?? 0) + 1));
  });

  it("NTF-01 NTF-02 the stream sends the new count to every stream of the user when a notification is read elsewhere", async () => {
    const [one, two] = [await connect(creator), await connect(creator)];
    await write();
    const [item] = await one.until<Item>("notification", 1);
    await two.until("notification", 1);
    const unread = async () => dataOf<Count>(await creator.send("GET", "/notifications/unread-count"), 200).count;
    await creator.send("PATCH", `/notifications/${item?.id}/read`);
    const remaining = await unread();
    for (const source of [one, two]) await eventually(() => expect(source.data<Count>("unread").at(-1)?.count).toBe(remaining));
    await creator.send("POST", "/notifications/read-all");
    for (const source of [one, two]) await eventually(() => expect(source.data<Count>("unread").at(-1)?.count).toBe(0));
  });

  it("NOT-02 the stream sends nothing of other users", async () => {
    const other = await system.newCreator();
    const [source, own] = [await connect(other), await connect(creator)];
    await write();
    await own.until("notification", 1);
    await write(other);
    const items = await source.until<Item>("notification", 1);
    expect(items).toEqual((await page(other)).items);
  });

  it("the stream sends a reconnecting client the missed items, in order and once", async () => {
    const reader = await system.newCreator();
    const source = await connect(reader);
    await write(reader);
    const [seen] = await source.until<Item>("notification", 1);
    source.close();
    for (let index = 0; index < 3; index++) await write(reader);
    await eventually(async () => expect((await page(reader)).total).toBe(4));
    const reconnected = await connect(reader, { "last-event-id": seen?.id ?? "" });
    const missed = await reconnected.until<Item>("notification", 3);
    expect(missed.map(({ id }) => id)).toEqual(
      (await page(reader)).items
        .slice(0, 3)
        .map(({ id }) => id)
        .reverse(),
    );
    await write(reader);
    expect(await reconnected.until<Item>("notification", 4)).toHaveLength(4);
    expect(new Set(reconnected.data<Item>("notification").map(({ id }) => id)).size).toBe(4);
  });

  it("the stream starts at the present for a foreign or malformed Last-Event-ID", async () => {
    const reader = await system.newCreator();
    await write(reader);
    const foreign = (await page(creator)).items[0]?.id ?? "";
    await eventually(async () => expect((await page(reader)).total).toBe(1));
    for (const id of [foreign, "x".repeat(500), '{"$gt":""}', "0.0"]) {
      const source = await connect(reader, { "last-event-id": id });
      await source.until("unread", 1);
      expect([id, source.data("notification")]).toEqual([id, []]);
      source.close();
    }
  });

  it("the stream ignores a position in the query", async () => {
    const address = `${system.base}/api/v1/notifications/stream?position=0.0&lastEventId=x&read=true`;
    const source = await openEventSource(address, { authorization: `Bearer ${creator.token}` });
    open.push(source);
    await source.until("unread", 1);
    expect(source.data("notification")).toEqual([]);
  });

  it("AUT-02 the stream answers 401 without a token, and a HEAD at once without a body", async () => {
    const address = `${system.base}/api/v1/notifications/stream`;
    expect((await fetch(address)).status).toBe(401);
    const head = await fetch(address, { method: "HEAD", headers: { authorization: `Bearer ${creator.token}` } });
    expect([head.status, await head.text()]).toEqual([200, ""]);
  });

  it("the stream counts against the rate limits like every route", async () => {
    const source = await connect(creator);
    expect(source.headers.get("ratelimit-policy")).toContain("default_user");
  });

  it("a sixth stream of a user is refused with 429 until one of the five ends", async () => {
    const user = await system.newUser();
    const five = await Promise.all([1, 2, 3, 4, 5].map(() => connect(user)));
    expect(five.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const sixth = await connect(user);
    expect([sixth.status, sixth.headers.get("retry-after")]).toEqual([429, "30"]);
    five[0]?.close();
    await eventually(async () => expect((await connect(user)).status).toBe(200));
  });

  it("AUT-13 the stream ends within two seconds of a logout, and a new one is refused with 401", async () => {
    const user = await system.newUser();
    const source = await connect(user);
    await source.until("unread", 1);
    await user.send("POST", "/auth/logout");
    await within(
      2_500,
      eventually(() => expect(source.ended).toBe(true)),
    );
    expect((await connect(user)).status).toBe(401);
  });

  it("the stream ends when an admin suspends the user", async () => {
    const user = await system.newUser();
    const source = await connect(user);
    const admin = await system.admin();
    dataOf(await admin.send("PATCH", `/admin/users/${user.userId}/status`, { status: "SUSPENDED", reason: "test" }), 200);
    await eventually(() => expect(source.ended).toBe(true));
  });

  it("GDP-07 the stream ends when the user requests the deletion of the account, and a new one is refused with 403", async () => {
    const user = await system.newUser();
    const source = await connect(user);
    dataOf(await user.send("POST", "/gdpr/delete", { password: user.password }), 201);
    await eventually(() => expect(source.ended).toBe(true));
    expect((await connect(user)).status).toBe(401);
    const again = await system.signIn(user.email, user.password);
    expect((await connect(again)).status).toBe(403);
    // Mails are still sent.
    const kinds = () =>
      mailboxOf(system.runtime)
        .of(user.email)
        .map(({ kind }) => kind);
    await eventually(() => expect(kinds()).toContain("account_deletion_scheduled"));
  });

  it("the stream ends when its access token expires", async () => {
    const user = await system.newUser();
    const source = await connect(user);
    await source.until("unread", 1);
    system.runtime.clock.advance(16 * MINUTE);
    try {
      await eventually(() => expect(source.ended).toBe(true));
      expect((await connect(user)).status).toBe(401);
    } finally {
      system.runtime.clock.reset();
    }
  });

  it("the stream is refused with 503 while the service is down, and an open one continues when the service is back", async () => {
    const reader = await system.newCreator();
    const source = await connect(reader);
    await source.until("unread", 1);
    const service = system.broker.getLocalService("notification");
    await system.broker.destroyService(service);
    try {
      expect((await connect(reader)).status).toBe(503);
    } finally {
      const { notificationService } = await import("#services/notification/notification.service.ts");
      system.broker.createService(notificationService(system.runtime));
    }
    await eventually(() => write(reader));
    expect(await source.until<Item>("notification", 1, 20_000)).toHaveLength(1);
    expect(source.ended).toBe(false);
  });
});
