import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { backendNames, loadProcess } from "#deploy/launch/services.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { createIndexes } from "#libs/platform/mongo/connect.ts";
import { transactionOn } from "#libs/platform/mongo/transaction.ts";
import type { DataSubject, PersonalData, PersonalDataParts } from "#libs/platform/personal-data/personal-data.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

const subject: DataSubject = { userId: uuid(), creatorId: uuid(), bioPageIds: [uuid()], addressHash: uuid() };

/** Collections that may be scanned, each with the reason. */
const SMALL = ["webhook_endpoints: an installation has only a few"].map((entry) => entry.split(":")[0]);

let runtime: TestRuntime;

beforeAll(() => {
  runtime = createTestRuntime();
});

afterAll(() => disposeRuntime(runtime, backendNames));

interface Query {
  readonly collection: string;
  readonly filter: mongo.Document;
}

/** Every query that the table of a service makes about one user. An `$or` counts as one query for each of its alternatives. */
async function queriesOf(database: string, { rows }: PersonalData): Promise<Query[]> {
  const connection = runtime.database(database).connection;
  const queries: Query[] = [];
  connection.set("debug", (collection: string, method: string, filter: mongo.Document) => {
    if (!["find", "findOne", "countDocuments"].includes(method) || SMALL.includes(collection)) return;
    const { $or: alternatives = [{}], ...common } = filter as { $or?: mongo.Document[] };
    queries.push(...alternatives.map((alternative) => ({ collection, filter: { ...common, ...alternative } })));
  });
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") await entry.count(subject);
    else await transactionOn(connection)((tx) => entry.treat(tx, subject, 10));
    await entry.show?.(subject, null, 10);
  }
  connection.set("debug", false);
  return queries;
}

describe("the queries of purge and export", () => {
  it.each(backendNames)("GDP-08 GDP-12 an index serves every query of %s about a user", async (database) => {
    const parts = Object.values(await loadProcess(database)).map((factory) => factory(runtime) as Partial<PersonalDataParts>);
    const data = parts.find(({ personalData }) => personalData)?.personalData;
    const connection = runtime.database(database).connection;
    await Promise.all(Object.values(connection.models).map((model) => model.createCollection()));
    await createIndexes(connection);
    const queries = data ? await queriesOf(database, data) : [];
    const scanned: string[] = [];
    for (const { collection, filter } of queries) {
      const plan = await connection.collection(collection).find(filter).explain();
      if (JSON.stringify(plan.queryPlanner.winningPlan).includes("COLLSCAN")) scanned.push(`${collection} by ${Object.keys(filter)}`);
    }
    expect(queries.length > 0).toBe(data !== undefined);
    expect([...new Set(scanned)]).toEqual([]);
  });
});
