import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { type Connection, Schema } from "mongoose";
import { systemClock } from "#libs/kernel/clock.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { type EraseDeps, type Erasure, eraseBite } from "#libs/personal-data/erase-bite.ts";
import { erasureLedger } from "#libs/personal-data/erasure-ledger.ts";
import type { DataSubject, PersonalData } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, retained } from "#libs/personal-data/rows.ts";
import { createTestRuntime, disposeRuntime, type TestRuntime } from "#test/support/runtime.ts";

interface Note {
  readonly _id: string;
  readonly userId: string;
  readonly text: string | null;
}

const schema = new Schema<Note>({ _id: String, userId: String, text: { type: String, default: null } }, { versionKey: false });

let runtime: TestRuntime;
let connection: Connection;
let deps: EraseDeps;
let data: PersonalData;

const somebody: DataSubject = { userId: "u", creatorId: null, bioPageIds: [], addressHash: null };
const notes = (collection: string) => modelOf<Note>(connection, collection, schema);
const fill = (collection: string, count: number, userId = "u") =>
  notes(collection).insertMany(Array.from({ length: count }, (_, index) => ({ _id: `${userId}${index}`, userId, text: "secret" })));

async function untilDone(): Promise<{ last: Erasure; bites: number }> {
  for (let bites = 1; bites < 50; bites += 1) {
    const last = await eraseBite(deps, data, somebody);
    if (last.done) return { last, bites };
    expect(last.retained).toEqual({});
  }
  throw new Error("the erasure has no end");
}

beforeAll(() => {
  runtime = createTestRuntime();
  connection = runtime.database("bites");
  deps = { transaction: transactionOn(connection), ledger: erasureLedger(connection, systemClock) };
  const own = ({ userId }: DataSubject) => ({ userId });
  data = {
    rows: [
      anonymised(notes("words"), ({ userId }) => ({ userId, text: { $type: "string" as const } }), { $set: { text: null } }),
      erased(notes("drafts"), own),
      erased(notes("pages"), ({ creatorId }) => (creatorId === null ? null : { userId: creatorId })),
      retained(notes("books"), "TAX_AND_ACCOUNTING", own),
    ],
    impersonal: {},
  };
});

beforeEach(async () => {
  for (const name of ["words", "drafts", "pages", "books"]) await notes(name).deleteMany({});
  await connection.collection("erasures").deleteMany({});
});

afterAll(() => disposeRuntime(runtime, ["bites"]));

describe("GDP-09 GDP-13 the erasure in bites", () => {
  it("goes through everything, counts it, leaves others alone, and changes nothing when it is repeated", async () => {
    await Promise.all([fill("words", 450), fill("drafts", 3), fill("books", 2), fill("words", 2, "other"), fill("drafts", 2, "other")]);
    const { last, bites } = await untilDone();
    expect(bites).toBeGreaterThan(2);
    const receipt = {
      done: true,
      erased: { drafts: 3 },
      anonymised: { words: 450 },
      retained: { books: { count: 2, ground: "TAX_AND_ACCOUNTING" } },
    };
    expect(last).toEqual(receipt);
    expect(await eraseBite(deps, data, somebody)).toEqual(receipt);
    expect(await notes("words").countDocuments({ userId: "u", text: null })).toBe(450);
    expect(await notes("words").countDocuments({ userId: "other", text: "secret" })).toBe(2);
    expect(await notes("drafts").countDocuments({ userId: "other" })).toBe(2);
  });

  it("takes rows that nobody can own for none", async () => {
    await fill("pages", 2, "u");
    expect((await untilDone()).last.erased).toEqual({});
    expect(await notes("pages").countDocuments({})).toBe(2);
  });

  it("two at once erase and count every row once", async () => {
    await Promise.all([fill("words", 300), fill("drafts", 150)]);
    await Promise.all([untilDone(), untilDone()]);
    const { last } = await untilDone();
    expect([last.erased, last.anonymised]).toEqual([{ drafts: 150 }, { words: 300 }]);
  });

  it("a bite that fails counts nothing", async () => {
    await fill("drafts", 5);
    const broken: EraseDeps = { ...deps, ledger: { ...deps.ledger, add: () => Promise.reject(new Error("no ink")) } };
    await expect(eraseBite(broken, data, somebody)).rejects.toThrow("no ink");
    expect(await notes("drafts").countDocuments({})).toBe(5);
    expect((await untilDone()).last.erased).toEqual({ drafts: 5 });
  });

  it("waits for what must come to an end before", async () => {
    await fill("drafts", 1);
    let open = 2;
    const settled: PersonalData = { ...data, settle: async () => open-- === 0 };
    for (const done of [false, false, true]) expect((await eraseBite(deps, settled, somebody)).done).toBe(done);
    expect(await notes("drafts").countDocuments({})).toBe(0);
  });
});
