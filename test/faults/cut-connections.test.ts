import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { SECOND } from "#libs/kernel/clock.ts";
import { checkMessages } from "../invariants/check-messages.ts";
import { eventually } from "../support/eventually.ts";
import { seededRandom } from "../support/random.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { CUTS, type Cut, type CuttingProxy, cuttingProxy, type Knife, type SeenCommand } from "./cutting-proxy.ts";
import { type Attempt, allDeeds, type Deed } from "./deeds.ts";
import { retryingClient } from "./retrying.ts";

const SEED = Number(process.env.RUN_SEED ?? 20_261_121);

let proxy: CuttingProxy;
let system: TestSystem;
let deeds: readonly Deed[];

beforeAll(async () => {
  proxy = await cuttingProxy(process.env.MONGO_URL ?? "");
  system = await startTestSystem({ mongoUrl: proxy.url });
  deeds = await allDeeds(system);
});
afterAll(async () => {
  proxy.use(null);
  await system.stop();
  await proxy.close();
});

type Meant = (command: SeenCommand) => boolean;

/** The commands of the transactions that decide the outcome of a deed. */
function decidesOf({ databases }: Deed): Meant {
  const names = new Set(databases.map((database) => `${system.runtime.env.databasePrefix}${database}`));
  return ({ transaction, database }) => transaction !== null && names.has(database);
}

const client = retryingClient();

/** Repeats the request until the answer is final. */
async function finish({ ask, expected }: Attempt): Promise<unknown> {
  const { status, body } = await client.untilAnswered(ask);
  expect([status, body.data]).toMatchObject(expected);
  return body.data;
}

/** Runs a deed while connections are cut. A repeated request must get the same answer, because nothing may happen twice. */
async function doUnder(knife: Knife, attempts: readonly Attempt[]): Promise<void> {
  proxy.use(knife);
  const answers = await Promise.all(attempts.map(finish));
  proxy.use(null);
  expect(await Promise.all(attempts.map(finish))).toEqual(answers);
}

const prepareAll = () => Promise.all(deeds.map((deed) => deed.prepare()));

async function booksAreRight(): Promise<void> {
  expect(client.wrong).toEqual([]);
  expect(await checkMessages(system.runtime.database("messaging").connection)).toEqual([]);
  const admin = await system.admin();
  expect(dataOf(await admin.send("GET", "/admin/ledger/trial-balance"), 200)).toMatchObject({ total: "0.00" });
}

/** Runs the deed and cuts once, at the deciding command with this index. Gives the command that was cut, or null if the deed has fewer. */
async function cutOnce(deed: Deed, index: number, cut: Cut): Promise<SeenCommand | null> {
  const attempt = await deed.prepare();
  const isMeant = decidesOf(deed);
  let passed = 0;
  let wasCut: SeenCommand | null = null;
  const knife: Knife = (command) => {
    if (!isMeant(command) || passed++ !== index) return null;
    wasCut = command;
    return cut;
  };
  await doUnder(knife, [attempt]);
  return wasCut;
}

/** Cuts at each deciding command of the deed, at one place each, in turn. A commit is cut at every place as well. */
async function cutEverywhere(deed: Deed): Promise<string[]> {
  const made: string[] = [];
  const cutAt = async (index: number, cut: Cut) => {
    const command = await cutOnce(deed, index, cut);
    if (command) made.push(`${command.name} ${cut}`);
    return command;
  };
  for (let index = 0; ; index += 1) {
    const command = await cutAt(index, CUTS[index % CUTS.length] ?? "before");
    if (command === null) return made;
    if (command.name === "commitTransaction") for (const cut of CUTS) await cutAt(index, cut);
  }
}

describe("the store", () => {
  it("E10 repeats the answer of a commit, and answers NoSuchTransaction for an unknown transaction", async () => {
    const connection = await system.runtime.database("messaging").connection.asPromise();
    const rows = connection.collection<{ _id: number }>("committed_twice");
    const session = await connection.startSession();
    session.startTransaction();
    await rows.insertOne({ _id: 1 }, { session });
    await session.commitTransaction();
    await session.commitTransaction();
    expect(await rows.countDocuments()).toBe(1);

    session.startTransaction();
    await rows.insertOne({ _id: 2 }, { session });
    await connection
      .getClient()
      .db("admin")
      .command({ killSessions: [session.id] });
    const error = await session.commitTransaction().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 251, codeName: "NoSuchTransaction" });
    expect((error as mongo.MongoServerError).hasErrorLabel("TransientTransactionError")).toBe(true);
    await rows.insertOne({ _id: 2 });
    await session.endSession();
  });
});

describe("the connection to the store is cut", () => {
  it("E10 M1 M2 M3 M4 M5 M6 M7 M8 C1 at every command of every transaction, before and after it was done: the client never notices", async () => {
    const made: string[] = [];
    for (const deed of deeds) {
      const ofDeed = await cutEverywhere(deed);
      expect(ofDeed).toEqual(expect.arrayContaining(CUTS.map((cut) => `commitTransaction ${cut}`)));
      made.push(...ofDeed);
    }
    expect(made.length).toBeGreaterThan(90);
    expect([...client.statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    await booksAreRight();
  });

  it("E10 a commit is retried until its result is known", async () => {
    for (const deed of deeds) {
      const attempt = await deed.prepare();
      const isMeant = decidesOf(deed);
      const commits: (string | null)[] = [];
      await doUnder(
        (command) => {
          if (!isMeant(command) || command.name !== "commitTransaction") return null;
          return commits.push(command.transaction) < 4 ? "unanswered" : null;
        },
        [attempt],
      );
      expect(commits.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => commits[0]));
    }
    expect([...client.statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    await booksAreRight();
  });

  it(`E10 M1 M2 M3 M4 M5 M6 M7 M8 C1 again and again, at any command of any service, under six at once (seed ${SEED})`, async () => {
    const random = seededRandom(SEED);
    const before = proxy.cuts;
    for (let round = 0; round < 3; round += 1) {
      const attempts = await prepareAll();
      const oneIn = random.pick([3, 5, 8]);
      let left = 60;
      await doUnder(({ name }) => {
        if (name === "hello" || random.below(oneIn) > 0 || left === 0) return null;
        left -= 1;
        return random.pick(CUTS);
      }, attempts);
    }
    expect(proxy.cuts - before).toBeGreaterThan(60);
    await booksAreRight();
  });

  it("E10 M1 M2 M3 M4 M5 M6 M7 M8 C1 an outage that begins with the answer of a commit: 503 or 504, and the same key finds the outcome", async () => {
    const attempts = await prepareAll();
    const isMeant = deeds.map(decidesOf);
    let isOut = false;
    proxy.use((command) => {
      const isCommit = command.name === "commitTransaction" && isMeant.some((meant) => meant(command));
      isOut ||= isCommit;
      if (!isOut) return null;
      return isCommit ? "unanswered" : "before";
    });
    const first = Promise.allSettled(attempts.map(({ ask }) => client.once(ask)));
    const unknown = () => [503, 504].reduce((sum, status) => sum + (client.statuses.get(status) ?? 0), 0);
    const before = unknown();
    await eventually(() => expect(unknown() - before).toBeGreaterThan(2));
    proxy.use(null);
    await first;
    // The claim of an upgrade is released once the upgrade counts as abandoned.
    system.runtime.clock.advance(16 * SECOND);
    await doUnder(() => null, attempts);
    await booksAreRight();
  });
});
