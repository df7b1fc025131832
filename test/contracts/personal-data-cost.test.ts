import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { processes } from "#deploy/launch/services.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ensureIndexes } from "#libs/mongo/connect.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import type { DataSubject, PersonalData, PersonalDataParts } from "#libs/personal-data/personal-data.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

const { gateway: _gateway, ...backends } = processes;
const databases = Object.keys(backends) as (keyof typeof backends)[];
const subject: DataSubject = { userId: uuid(), creatorId: uuid(), bioPageIds: [uuid()], addressHash: uuid() };

/** Collections that may be walked through, and why. */
const SMALL = ["webhook_endpoints: a few of the staff's"].map((entry) => entry.split(":")[0]);

let runtime: TestRuntime;

beforeAll(() => {
  runtime = createTestRuntime();
});

afterAll(() => disposeRuntime(runtime, databases));

interface Question {
  readonly collection: string;
  readonly filter: mongo.Document;
}

/** Everything that the table of a service asks its database about one user; of alternatives each by itself. */
async function questionsOf(database: string, { rows }: PersonalData): Promise<Question[]> {
  const connection = runtime.database(database);
  const questions: Question[] = [];
  connection.set("debug", (collection: string, method: string, filter: mongo.Document) => {
    if (!["find", "findOne", "countDocuments"].includes(method) || SMALL.includes(collection)) return;
    const alternatives: mongo.Document[] = filter.$or ?? [filter];
    questions.push(...alternatives.map((alternative) => ({ collection, filter: alternative })));
  });
  for (const entry of rows) {
    if (entry.treatment === "RETAIN") await entry.count(subject);
    else await transactionOn(connection)((tx) => entry.treat(tx, subject, 10));
    await entry.show?.(subject, null, 10);
  }
  connection.set("debug", false);
  return questions;
}

describe("what a purge and an export cost", () => {
  it.each(databases)("GDP-08 GDP-12 no row of %s is found by walking through those of everybody", async (database) => {
    const parts = Object.values(backends[database]).map((factory) => factory(runtime) as Partial<PersonalDataParts>);
    const data = parts.find(({ personalData }) => personalData)?.personalData;
    const connection = runtime.database(database);
    await Promise.all(Object.values(connection.models).map((model) => model.createCollection()));
    await ensureIndexes(connection);
    const questions = data ? await questionsOf(database, data) : [];
    const walked: string[] = [];
    for (const { collection, filter } of questions) {
      const plan = await connection.collection(collection).find(filter).explain();
      if (JSON.stringify(plan.queryPlanner.winningPlan).includes("COLLSCAN")) walked.push(`${collection} by ${Object.keys(filter)}`);
    }
    expect(questions.length > 0).toBe(data !== undefined);
    expect([...new Set(walked)]).toEqual([]);
  });
});
