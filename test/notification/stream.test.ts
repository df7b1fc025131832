import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import mongoose from "mongoose";
import { markAllNotificationsRead, streamNotifications } from "#libs/contracts/notification/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, sentTo, startFixture } from "./fixture.ts";

let service: Fixture;
beforeAll(async () => {
  service = await startFixture();
});
afterAll(() => service.stop());

const poll = (userId: string, from: { position?: string; lastEventId?: string } = {}) => service.as(userId, streamNotifications, from);
type Batch = Awaited<ReturnType<typeof poll>>;
const idsIn = ({ events }: Batch) => events.flatMap(({ id }) => (id === null ? [] : [id]));
const countsIn = ({ events }: Batch) => events.filter(({ event }) => event === "unread").map(({ data }) => data);

describe("notification.stream", () => {
  it("begins with the unread count only, and sends it again only when it has changed", async () => {
    const user = uuid();
    const begin = await poll(user);
    expect(begin).toEqual({ events: [{ id: null, event: "unread", data: { count: 0 } }], position: "0.0", more: false });
    expect((await poll(user, begin)).events).toEqual([]);
    await service.deliver(sentTo(user));
    const next = await poll(user, { position: begin.position });
    expect([idsIn(next).length, countsIn(next)]).toEqual([1, [{ count: 1 }]]);
    await service.as(user, markAllNotificationsRead, {});
    const read = await poll(user, { position: next.position });
    expect([idsIn(read), countsIn(read)]).toEqual([[], [{ count: 0 }]]);
    expect((await poll(user, { position: read.position })).events).toEqual([]);
  });

  it("SPD-11 reads only the recipient's own document when there is no news", async () => {
    const user = uuid();
    await service.deliver(sentTo(user));
    const { position } = await poll(user);
    const reads: string[] = [];
    mongoose.set("debug", (collection: string, method: string) => void reads.push(`${method} ${collection}`));
    try {
      expect((await poll(user, { position })).events).toEqual([]);
    } finally {
      mongoose.set("debug", false);
    }
    expect(reads).toEqual(["findOne recipients"]);
  });

  it("sends an old event that arrives late as a new item", async () => {
    const user = uuid();
    await service.deliver(sentTo(user, "Ada"));
    const begin = await poll(user);
    await service.deliver(sentTo(user, "Grace", { at: "2001-01-01T00:00:00.000Z" }));
    const { events } = await poll(user, { position: begin.position });
    expect(events[0]?.data).toMatchObject({ body: "Grace sent you a message.", createdAt: "2001-01-01T00:00:00.000Z" });
    expect((await service.list(user)).items.map(({ body }) => body)[0]).toBe("Ada sent you a message.");
  });

  it("sends the newest hundred after a reconnection, and everything in batches to an open stream", async () => {
    const user = uuid();
    await service.deliver(sentTo(user));
    const [first = ""] = (await service.list(user)).items.map(({ id }) => id);
    const begin = await poll(user);
    for (let index = 0; index < 13; index++) await service.deliver(...Array.from({ length: 10 }, () => sentTo(user)));
    const back = await poll(user, { lastEventId: first });
    expect([idsIn(back).length, back.more]).toEqual([100, true]);
    expect((await poll(user, { position: back.position })).events).toEqual([]);
    const all: string[] = [];
    for (let position = begin.position, more = true; more; ) {
      const batch = await poll(user, { position });
      all.push(...idsIn(batch));
      ({ position, more } = batch);
    }
    expect([all.length, new Set(all).size]).toEqual([130, 130]);
    expect(all.slice(-100)).toEqual(idsIn(back));
  });

  it("misses and repeats nothing while many items are stored at the same time", async () => {
    const user = uuid();
    let { position } = await poll(user);
    const seen: string[] = [];
    const pollNext = async () => {
      const batch = await poll(user, { position });
      position = batch.position;
      seen.push(...idsIn(batch));
    };
    let delivered = false;
    const delivery = service.deliver(...Array.from({ length: 60 }, () => sentTo(user))).then(() => {
      delivered = true;
    });
    while (!delivered) await pollNext();
    await delivery;
    await pollNext();
    expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
  });

  it("NOT-02 starts at the present for an id of another user and for a malformed position", async () => {
    const [user, other] = [uuid(), uuid()];
    await service.deliver(sentTo(user), sentTo(other));
    const [foreign = ""] = (await service.list(other)).items.map(({ id }) => id);
    for (const from of [{ lastEventId: foreign }, { lastEventId: "" }, { position: "x" }, { position: "-1.0" }, { position: "1e9.0" }])
      expect([from, idsIn(await poll(user, from))]).toEqual([from, []]);
  });
});
