import { type EmbeddedMongo, startEmbeddedMongo } from "@creator-platform/embedded-mongo";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import { checkMessages } from "../invariants/check-messages.ts";
import { storeUrl } from "../mongo/database-fixture.ts";
import { administer, namesSeveralHosts } from "../mongo/primary.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { retryingClient } from "./retrying.ts";

const FANS = 10;
const CREATORS = 20;
const SENDS = FANS * CREATORS;

/**
 * A replica set of several members elects another primary. A set of one member cannot. Then an embedded server refuses commands like a
 * member that has stepped down.
 */
const replicaSet = namesSeveralHosts(storeUrl()) ? storeUrl() : null;
let embedded: EmbeddedMongo | null = null;

/** Sends a command of the test to the server. */
const command = (body: object): Promise<mongo.Document> =>
  administer(replicaSet ?? (embedded as EmbeddedMongo).uri, (admin) => admin.command({ ...body }));

const REFUSED = ["find", "aggregate", "insert", "update", "delete", "findAndModify", "commitTransaction"];

/** Makes the primary step down. Returns a function that tells whether it did. */
async function stepDown(): Promise<() => Promise<boolean>> {
  if (!replicaSet) {
    const failPoint = { configureFailPoint: "failCommand", data: { failCommands: REFUSED, errorCode: 189 } };
    await command({ ...failPoint, mode: { times: 100 } });
    return async () => (await command({ ...failPoint, mode: "off" })).count === 0;
  }
  const { electionId } = await command({ hello: 1 });
  // The stepping-down member closes the connection of the command.
  await command({ replSetStepDown: 15 }).catch(() => undefined);
  return async () => String((await command({ hello: 1 })).electionId) !== String(electionId);
}

let system: TestSystem;
const fans: Person[] = [];
let creators: CreatorPerson[];

const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));

beforeAll(async () => {
  embedded = replicaSet ? null : await startEmbeddedMongo({ failPoints: true });
  system = await startTestSystem(embedded ? { mongoUrl: embedded.uri } : {});
  // One after the other: their payments would wait for each other at the test provider, on a busy machine longer than a call may.
  for (let made = 0; made < FANS; made++) fans.push(await system.newFan("100.00"));
  creators = await times(CREATORS, () => system.newCreator({ dmType: "SINGLE_PAY", price: "5.00" }));
});
afterAll(async () => {
  await system.stop();
  await embedded?.stop();
});

describe("the primary steps down", () => {
  it("STO-27 M1 M4 M8 in the middle of 200 paid messages: each is sent once and paid once", async () => {
    const client = retryingClient();
    let answered = 0;
    let hasSteppedDown = async () => false;
    const sendAll = async (fan: Person) => {
      for (const { userId: receiverId } of creators) {
        const headers = { "idempotency-key": uuid() };
        const message = { receiverId, dmType: "SINGLE_PAY", price: "5.00", content: `question ${uuid()}` };
        dataOf(await client.untilAnswered(() => fan.send("POST", "/messages", message, { headers })), 201);
        answered += 1;
        if (answered === SENDS / 2) hasSteppedDown = await stepDown();
      }
    };
    await Promise.all(fans.map(sendAll));
    expect([await hasSteppedDown(), client.wrong]).toEqual([true, []]);
    const { connection } = system.runtime.database("messaging");
    expect(await connection.collection("messages").countDocuments({ status: "ESCROWED" })).toBe(SENDS);
    expect(await connection.collection("escrows").countDocuments({ status: "HELD" })).toBe(SENDS);
    expect(await connection.collection("wallets").countDocuments({ kind: "FAN", balance: 0n, held: 10_000n })).toBe(FANS);
    expect(await checkMessages(connection)).toEqual([]);
  });
});

describe("a query that takes longer than it may", () => {
  it("ENV-18 a query that takes too long is 504 with its key, and the next one is answered", async () => {
    // A given server has no fail points.
    if (replicaSet) return;
    const [creator] = creators as [CreatorPerson];
    // The jobs of the system ask as well.
    const failPoint = { configureFailPoint: "failCommand", data: { failCommands: ["aggregate"], errorCode: 50 } };
    await command({ ...failPoint, mode: { times: 100 } });
    const ask = () => creator.send("GET", `/creators/${creator.creatorId}/earnings`);
    expect(await ask()).toMatchObject({ status: 504, body: { error: { code: "UPSTREAM_TIMEOUT", i18nKey: "error.upstream_timeout" } } });
    await command({ ...failPoint, mode: "off" });
    expect(dataOf(await ask(), 200)).toMatchObject({ currency: "EUR" });
  });
});
