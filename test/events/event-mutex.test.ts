import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { on } from "#libs/platform/events/on.ts";
import { createIndexes, openDatabase } from "#libs/platform/mongo/connect.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { TransactionTimeout } from "#libs/platform/mongo/store-unavailable.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { messageSent, upTo } from "./durable-fixture.ts";

const FACTS = 20;

interface Total {
  readonly _id: number;
  readonly count: number;
}

let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase({ url: process.env.MONGO_URL ?? "", name: `mutex_${uuid().slice(-12)}` }).asPromise();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const envelopeOf = (number: number) => {
  const payload = { number };
  return { id: uuid(), event: messageSent.name, at: new Date().toISOString(), payload, requestId: null, source: "messaging" };
};

/** Counts even and odd events, in one document each. */
async function counter(serialized: boolean) {
  const totals = connection.collection<Total>(serialized ? "serialized" : "at_once");
  const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
  await createIndexes(connection);
  await totals.insertMany([
    { _id: 0, count: 0 },
    { _id: 1, count: 0 },
  ]);
  let runs = 0;
  const { apply } = on(
    messageSent,
    deps,
    async ({ number }, { tx }) => {
      runs += 1;
      await totals.updateOne({ _id: number % 2 }, { $inc: { count: 1 } }, { session: tx });
    },
    serialized ? { mutexKeys: ({ number }) => [String(number % 2)] } : {},
  );
  await Promise.all(upTo(FACTS).map((number) => apply(serialized ? "serialized" : "at-once", envelopeOf(number))));
  return { runs, counts: (await totals.find().sort({ _id: 1 }).toArray()).map(({ count }) => count) };
}

describe("events that write the same document", () => {
  it("events that write the same document are each counted once, and conflict when they are applied at once", async () => {
    const { runs, counts } = await counter(false);
    expect(counts).toEqual([FACTS / 2, FACTS / 2]);
    expect(runs).toBeGreaterThan(FACTS);
  });

  it("a mutex serializes the events, so no transaction is retried", async () => {
    expect(await counter(true)).toEqual({ runs: FACTS, counts: [FACTS / 2, FACTS / 2] });
  });

  it("O1 events that wait for the mutex fail together with the one before them when the store becomes unavailable", async () => {
    let tried = 0;
    const transaction = async () => {
      tried += 1;
      throw new TransactionTimeout(1);
    };
    const inbox = createInbox({ database: databaseOf(connection), clock: systemClock });
    const { apply } = on(messageSent, { inbox, transaction }, async () => undefined, { mutexKeys: () => ["one"] });
    const outcomes = await Promise.allSettled(upTo(5).map((number) => apply("away", envelopeOf(number))));
    expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason: expect.objectContaining({ name: "TransientFailure" }) })));
    expect(tried).toBe(1);
    await expect(apply("away", envelopeOf(5))).rejects.toMatchObject({ name: "TransientFailure" });
    expect(tried).toBe(2);
  });
});
