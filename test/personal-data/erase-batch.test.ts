import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { Schema } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import type { Database } from "#libs/platform/mongo/database.ts";
import { type EraseDeps, type ErasureProgress, eraseBatch } from "#libs/platform/personal-data/erase-batch.ts";
import { erasureLedger } from "#libs/platform/personal-data/erasure-ledger.ts";
import type { DataSubject, PersonalData } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, retained } from "#libs/platform/personal-data/rows.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "../support/runtime.ts";

interface Note {
  readonly _id: string;
  readonly userId: string;
  readonly text: string | null;
}

const schema = new Schema<Note>({ _id: String, userId: String, text: { type: String, default: null } }, { versionKey: false });

let runtime: TestRuntime;
let database: Database;
let deps: EraseDeps;
let data: PersonalData;

const subject: DataSubject = { userId: "u", creatorId: null, bioPageIds: [], addressHash: null };
const notes = (collection: string) => database.collection<Note>({ name: collection, schema });
const fill = (collection: string, count: number, userId = "u") =>
  notes(collection).insert(Array.from({ length: count }, (_, index) => ({ _id: `${userId}${index}`, userId, text: "secret" })));

async function untilDone(): Promise<{ last: ErasureProgress; batches: number }> {
  for (let batches = 1; batches < 50; batches += 1) {
    const last = await eraseBatch(deps, data, subject);
    if (last.done) return { last, batches };
    expect(last.retained).toEqual({});
  }
  throw new Error("the erasure does not end");
}

beforeAll(() => {
  runtime = createTestRuntime();
  database = runtime.database("batches");
  deps = { transaction: database.transaction, ledger: erasureLedger(database, systemClock) };
  const own = ({ userId }: DataSubject) => ({ userId });
  data = {
    rows: [
      anonymized(notes("words"), ({ userId }) => ({ userId, text: { $type: "string" as const } }), { $set: { text: null } }),
      erased(notes("drafts"), own),
      erased(notes("pages"), ({ creatorId }) => (creatorId === null ? null : { userId: creatorId })),
      retained(notes("books"), "TAX_AND_ACCOUNTING", own),
    ],
    impersonal: {},
  };
});

beforeEach(async () => {
  for (const name of ["words", "drafts", "pages", "books"]) await notes(name).deleteMany({});
  await database.connection.collection("erasures").deleteMany({});
});

afterAll(() => disposeRuntime(runtime, ["batches"]));

describe("GDP-09 GDP-13 eraseBatch", () => {
  it("erases all rows of the subject in batches, counts them, leaves other rows alone, and changes nothing when repeated", async () => {
    await Promise.all([fill("words", 450), fill("drafts", 3), fill("books", 2), fill("words", 2, "other"), fill("drafts", 2, "other")]);
    const { last, batches } = await untilDone();
    expect(batches).toBeGreaterThan(2);
    const receipt = {
      done: true,
      erased: { drafts: 3 },
      anonymised: { words: 450 },
      retained: { books: { count: 2, ground: "TAX_AND_ACCOUNTING" } },
    };
    expect(last).toEqual(receipt);
    expect(await eraseBatch(deps, data, subject)).toEqual(receipt);
    expect(await notes("words").count({ userId: "u", text: null })).toBe(450);
    expect(await notes("words").count({ userId: "other", text: "secret" })).toBe(2);
    expect(await notes("drafts").count({ userId: "other" })).toBe(2);
  });

  it("erases nothing when the subject cannot own rows", async () => {
    await fill("pages", 2, "u");
    expect((await untilDone()).last.erased).toEqual({});
    expect(await notes("pages").count({})).toBe(2);
  });

  it("erases and counts every row once when two erasures run in parallel", async () => {
    await Promise.all([fill("words", 300), fill("drafts", 150)]);
    await Promise.all([untilDone(), untilDone()]);
    const { last } = await untilDone();
    expect([last.erased, last.anonymised]).toEqual([{ drafts: 150 }, { words: 300 }]);
  });

  it("counts nothing for a batch that fails", async () => {
    await fill("drafts", 5);
    const broken: EraseDeps = { ...deps, ledger: { ...deps.ledger, add: () => Promise.reject(new Error("ledger failed")) } };
    await expect(eraseBatch(broken, data, subject)).rejects.toThrow("ledger failed");
    expect(await notes("drafts").count({})).toBe(5);
    expect((await untilDone()).last.erased).toEqual({ drafts: 5 });
  });

  it("erases nothing until beforeErasure resolves to true", async () => {
    await fill("drafts", 1);
    let open = 2;
    const waiting: PersonalData = { ...data, beforeErasure: async () => open-- === 0 };
    for (const done of [false, false, true]) expect((await eraseBatch(deps, waiting, subject)).done).toBe(done);
    expect(await notes("drafts").count({})).toBe(0);
  });
});
