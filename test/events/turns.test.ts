import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { createInbox } from "#libs/events/inbox.ts";
import { on } from "#libs/events/on.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ensureIndexes, openDatabase } from "#libs/mongo/connect.ts";
import { TransactionTimeout } from "#libs/mongo/store-unavailable.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { messageSent, upTo } from "./durable-fixture.ts";

const FACTS = 20;

interface Total {
  readonly _id: number;
  readonly count: number;
}

let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase({ url: process.env.MONGO_URL ?? "", name: `turns_${uuid().slice(-12)}` }).asPromise();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const envelopeOf = (number: number) => {
  const payload = { number };
  return { id: uuid(), event: messageSent.name, at: new Date(0).toISOString(), payload, requestId: null, source: "messaging" };
};

/** Counts facts in one document for each rest of the division by two. */
async function counter(inTurn: boolean) {
  const totals = connection.collection<Total>(inTurn ? "in_turn" : "at_once");
  const deps = { inbox: createInbox({ connection, clock: systemClock }), transaction: transactionOn(connection) };
  await ensureIndexes(connection);
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
    inTurn ? { turnsOf: ({ number }) => [String(number % 2)] } : {},
  );
  await Promise.all(upTo(FACTS).map((number) => apply(inTurn ? "in-turn" : "at-once", envelopeOf(number))));
  return { runs, counts: (await totals.find().sort({ _id: 1 }).toArray()).map(({ count }) => count) };
}

describe("facts that write the same document", () => {
  it("are each counted once, and collide when all are applied at once", async () => {
    const { runs, counts } = await counter(false);
    expect(counts).toEqual([FACTS / 2, FACTS / 2]);
    expect(runs).toBeGreaterThan(FACTS);
  });

  it("repeat no transaction when they are applied in turn", async () => {
    expect(await counter(true)).toEqual({ runs: FACTS, counts: [FACTS / 2, FACTS / 2] });
  });

  it("O1 that wait for their turn while the store goes away are put back with the one before them", async () => {
    let tried = 0;
    const transaction = async () => {
      tried += 1;
      throw new TransactionTimeout(1);
    };
    const inbox = createInbox({ connection, clock: systemClock });
    const { apply } = on(messageSent, { inbox, transaction }, async () => undefined, { turnsOf: () => ["one"] });
    const outcomes = await Promise.allSettled(upTo(5).map((number) => apply("away", envelopeOf(number))));
    expect(outcomes).toEqual(outcomes.map(() => ({ status: "rejected", reason: expect.objectContaining({ name: "NotNow" }) })));
    expect(tried).toBe(1);
    await expect(apply("away", envelopeOf(5))).rejects.toMatchObject({ name: "NotNow" });
    expect(tried).toBe(2);
  });
});
