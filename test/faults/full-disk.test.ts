import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mongo } from "mongoose";
import { isStoreUnavailable } from "#libs/platform/mongo/store-unavailable.ts";
import { checkMessages } from "../invariants/check-messages.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { within } from "../support/within.ts";
import { type SmallDiskStore, smallDiskStore } from "./small-disk-store.ts";

let store: SmallDiskStore;

beforeAll(async () => {
  store = await smallDiskStore();
});
afterAll(() => store.dispose());

describe("the store when its disk is full", () => {
  interface Entry {
    _id: number;
    owner?: string;
  }
  let client: mongo.MongoClient;
  let entries: mongo.Collection<Entry>;
  beforeAll(async () => {
    client = new mongo.MongoClient(store.url, { serverSelectionTimeoutMS: 3_000 });
    entries = client.db("small").collection<Entry>("entries");
    await entries.insertMany([{ _id: 1 }, { _id: 2 }]);
  });
  afterAll(() => client.close());

  const refusalOf = (work: Promise<unknown>) =>
    work.then(
      () => null,
      (error: unknown) => error,
    );

  it("E27 STO-07 refuses every kind of write without a trace, goes on reading, and accepts writes again when there is space", async () => {
    const before = await entries.find().toArray();
    const inTransaction = (_id: number) =>
      client.withSession((session) => session.withTransaction(() => entries.insertOne({ _id }, { session })));
    await store.fill();
    const writes: readonly (() => Promise<unknown>)[] = [
      () => entries.insertOne({ _id: 3 }),
      () => entries.updateOne({ _id: 1 }, { $set: { owner: "somebody" } }),
      () => entries.findOneAndUpdate({ _id: 2 }, { $set: { owner: "somebody" } }),
      () => entries.deleteOne({ _id: 1 }),
      () => entries.bulkWrite([{ insertOne: { document: { _id: 4 } } }]),
      () => inTransaction(5),
      () => entries.createIndex({ owner: 1 }, { name: "by_owner" }),
      () => client.db("small").createCollection("others"),
      () => entries.drop(),
    ];
    for (const write of writes) {
      const error = await refusalOf(write());
      expect(error).toMatchObject({ code: 14_031 });
      expect(isStoreUnavailable(error)).toBe(true);
    }
    expect(await entries.find().toArray()).toEqual(before);
    expect((await entries.indexes()).map(({ name }) => name)).toEqual(["_id_"]);
    expect((await client.db("small").collections()).map(({ collectionName }) => collectionName)).toEqual(["entries"]);
    expect(store.complaints().split("embedded-mongo: store").length - 1).toBe(1);

    await store.free();
    // If a failed commit left a lock behind, this would block.
    await Promise.all([inTransaction(5), entries.insertOne({ _id: 3 })]);
    const after = await entries.find().toArray();
    expect(after).toHaveLength(4);
    await store.crash();
    await eventually(async () => expect(await entries.find().toArray()).toEqual(after));
  });
});

describe("reads beside writes that a full disk refuses", () => {
  it("E27 STO-07 a read is answered although a write of the same moment was undone", async () => {
    const client = new mongo.MongoClient(store.url, { serverSelectionTimeoutMS: 3_000, readConcern: { level: "majority" } });
    try {
      const entries = client.db("small").collection<{ _id: number }>("read_beside");
      await entries.insertMany([{ _id: 1 }, { _id: 2 }]);
      await store.fill();
      for (let round = 0; round < 50; round++) {
        const write = entries.insertOne({ _id: 3 }).catch(({ code }: mongo.MongoServerError) => code);
        const reads = Array.from({ length: 4 }, () => entries.find().toArray());
        expect([await write, ...(await Promise.all(reads))]).toEqual([14_031, ...reads.map(() => [{ _id: 1 }, { _id: 2 }])]);
      }
    } finally {
      await store.free();
      await client.close();
    }
  });
});

describe("the system when the disk of its store is full", () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem({ mongoUrl: store.url });
  });
  afterAll(() => system.stop());

  const shapeOf = ({ status, body }: Reply) => [status, body.error.code, typeof body.error.i18nKey];

  /** Writes of every kind of money movement, each with a key of its own. */
  async function keyedWrites(fan: Person, creator: CreatorPerson): Promise<(() => Promise<Reply>)[]> {
    const [other, pending, user] = await Promise.all([system.newFan("20.00"), system.newFan("20.00"), system.newUser()]);
    const message = { receiverId: creator.userId, dmType: "SINGLE_PAY", price: "5.00", content: "Are you there?" };
    const sent = await Promise.all([other, pending].map((one) => one.send("POST", "/messages", message)));
    const [first, second] = sent.map((reply) => dataOf<{ messageId: string }>(reply, 201).messageId);
    const key = (name: string) => ({ headers: { "idempotency-key": `${name}-while-full` } });
    const topUp = await fan.send("POST", "/wallet/topups", { amount: "30.00" }, key("first"));
    const { topupId } = dataOf<{ topupId: string }>(topUp, 201);
    return [
      () => fan.send("POST", "/messages", { ...message, content: "Another question." }, key("send")),
      () => creator.send("POST", `/messages/${first}/reply`, { content: "An answer." }, key("reply")),
      () => creator.send("POST", `/messages/${second}/reject`, {}, key("reject")),
      () => fan.send("POST", "/wallet/topups", { amount: "20.00" }, key("top-up")),
      () => fan.send("POST", `/wallet/topups/${topupId}/confirm`, {}, key("confirm")),
      () => user.send("POST", "/creators/upgrade", { username: `u${user.userId.slice(-12)}` }, key("upgrade")),
    ];
  }

  it("E27 M1 M2 M3 M4 M5 M6 M7 M8 writes are 503 and leave nothing, reads go on, and what was acknowledged outlives a crash", async () => {
    const [fan, creator] = await Promise.all([system.newFan("100.00"), system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" })]);
    const writes = await keyedWrites(fan, creator);
    const messaging = system.runtime.database("messaging").connection;
    const read = async () => [await fan.send("GET", "/wallet"), await creator.send("GET", "/messages"), await fan.send("GET", "/messages")];
    const seen = async () => (await read()).map((reply) => dataOf(reply, 200));
    const before = await seen();

    await store.fill();
    const refused = await within(3_500, Promise.all(writes.map((write) => write())));
    expect(refused.map(shapeOf)).toEqual(writes.map(() => [503, "SERVICE_UNAVAILABLE", "string"]));
    expect(await seen()).toEqual(before);
    expect(await checkMessages(messaging)).toEqual([]);

    await store.free();
    const answers = await Promise.all(writes.map((write) => write()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 200, 201, 200, 201]);
    const acknowledged = await seen();
    expect(acknowledged[0]).toMatchObject({ balance: "125.00", held: "5.00" });

    await store.crash();
    await eventually(async () => expect(await seen()).toEqual(acknowledged));
    expect(await checkMessages(messaging)).toEqual([]);
    await eventually(async () => expect(await messaging.collection("outbox").countDocuments({ publishedAt: null })).toBe(0));
    const admin = await system.admin();
    expect(dataOf(await admin.send("GET", "/admin/ledger/trial-balance"), 200)).toMatchObject({ total: "0.00" });
  });
});
