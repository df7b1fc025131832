import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Connection } from "mongoose";
import { event } from "#libs/contract-kit/contract.ts";
import { runningRequestId } from "#libs/contract-kit/running-action.ts";
import { systemClock } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { PoisonEvent } from "#libs/platform/events/event-stream.ts";
import { createInbox } from "#libs/platform/events/inbox.ts";
import { effectBatches, onBatches } from "#libs/platform/events/on.ts";
import { createIndexes, openDatabase } from "#libs/platform/mongo/connect.ts";
import { databaseOf } from "#libs/platform/mongo/database.ts";
import { TransactionTimeout } from "#libs/platform/mongo/store-unavailable.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import { messageSent, upTo } from "./durable-fixture.ts";

const GROUP = "counting";
const FACTS = 20;

let connection: Connection;

beforeAll(async () => {
  connection = await openDatabase({ url: process.env.MONGO_URL ?? "", name: `groups_${uuid().slice(-12)}` }).asPromise();
});
afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

const messageAnswered = event({
  name: "message.answered",
  owner: "wallet",
  summary: "A message was answered.",
  payload: { number: { type: "number", integer: true } },
});

const envelopeOf = (number: number, requestId: string | null = null) => {
  const payload = { number };
  return { id: uuid(), event: messageSent.name, at: new Date().toISOString(), payload, requestId, source: "messaging" };
};

/** Stores the number of each event, and records the numbers of each batch. The handler refuses negative numbers. */
async function storing(refusal: (number: number) => Error = (number) => new Error(`refused ${number}`)) {
  const name = `numbers_${uuid().slice(-12)}`;
  const numbers = connection.collection<{ _id: string; number: number }>(name);
  await connection.createCollection(name);
  const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
  await createIndexes(connection);
  const groups: number[][] = [];
  const requestIds: (string | null)[] = [];
  const { apply } = onBatches(messageSent, deps, async (facts, tx) => {
    groups.push(facts.map(({ payload }) => payload.number));
    requestIds.push(runningRequestId());
    const bad = facts.find(({ payload }) => payload.number < 0);
    if (bad) throw refusal(bad.payload.number);
    await numbers.insertMany(
      facts.map(({ payload: { number } }) => ({ _id: uuid(), number })),
      { session: tx },
    );
  });
  const stored = async () => (await numbers.find().toArray()).map(({ number }) => number).sort((a, b) => a - b);
  return { apply: (envelope: ReturnType<typeof envelopeOf>) => apply(GROUP, envelope), groups, requestIds, stored };
}

describe("events that arrive while others are being applied", () => {
  it("SPD-07 events that arrive while others are applied share one transaction, in the order of their arrival", async () => {
    const { apply, groups, stored } = await storing();
    expect(await Promise.all(upTo(FACTS).map((number) => apply(envelopeOf(number))))).toEqual(upTo(FACTS).map(() => true));
    expect(groups).toEqual([upTo(FACTS)]);
    expect(await stored()).toEqual(upTo(FACTS));
  });

  it("SPD-07 a refused event and one that was applied before leave the others of their batch untouched", async () => {
    const { apply, stored } = await storing((number) => new PoisonEvent(`refused ${number}`));
    const first = envelopeOf(0);
    await apply(first);
    const envelopes = [envelopeOf(1), first, envelopeOf(-5), envelopeOf(2), envelopeOf(3)];
    const outcomes = await Promise.allSettled(envelopes.map(apply));
    expect(outcomes.map((outcome) => (outcome.status === "fulfilled" ? outcome.value : (outcome.reason as Error).message))).toEqual([
      true,
      false,
      "refused -5",
      true,
      true,
    ]);
    expect(await stored()).toEqual([0, 1, 2, 3]);
  });

  it("SPD-07 a batch is delivered again when the database is unavailable, and each event takes effect once", async () => {
    const { apply, groups, stored } = await storing(() => new TransactionTimeout(1));
    const envelopes = upTo(FACTS).map((number) => envelopeOf(number));
    const outcomes = await Promise.allSettled([...envelopes.map(apply), apply(envelopeOf(-1))]);
    expect(outcomes.map(({ status }) => status)).toEqual([...envelopes, null].map(() => "rejected"));
    expect(groups.map(({ length }) => length)).toEqual([FACTS + 1]);
    await Promise.all(envelopes.map(apply));
    expect(await stored()).toEqual(upTo(FACTS));
  });

  it("HSE-04 events of different kinds share one transaction, also when one has taken the id of another", async () => {
    const deps = { inbox: createInbox({ database: databaseOf(connection), clock: systemClock }), transaction: transactionOn(connection) };
    await createIndexes(connection);
    const groups: number[][] = [];
    const subscribe = effectBatches<number>(deps, async (numbers) => void groups.push([...numbers]));
    const [sent, answered] = [messageSent, messageAnswered].map((contract) => subscribe(contract, ({ number }) => number));
    const answer = (number: number, id = uuid()) => ({ ...envelopeOf(number), id, event: messageAnswered.name, source: "wallet" });
    const stolen = envelopeOf(4);
    const given = [envelopeOf(1), answer(2), envelopeOf(3), answer(-4, stolen.id), stolen, stolen];
    const applied = await Promise.all(given.slice(0, 3).map((each) => (each.source === "wallet" ? answered : sent)?.apply(GROUP, each)));
    expect([applied, groups]).toEqual([[true, true, true], [[1, 2, 3]]]);
    const outcomes = await Promise.all(given.slice(3).map((each) => (each.source === "wallet" ? answered : sent)?.apply(GROUP, each)));
    expect(outcomes).toEqual([true, true, false]);
  });

  it("TEL-05 an event that is applied alone keeps its correlation id; a batch has one of its own", async () => {
    const { apply, requestIds } = await storing();
    await apply(envelopeOf(1, "request-1"));
    await Promise.all([apply(envelopeOf(2, "request-2")), apply(envelopeOf(3, "request-3"))]);
    expect(requestIds).toEqual(["request-1", expect.stringMatching(/^facts-message\.sent-/)]);
  });
});
