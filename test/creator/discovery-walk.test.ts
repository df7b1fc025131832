import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { aPlatform, ask, seedCreators, walk } from "./audience.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ totalMessages: 100 - index, avgRating: 100 - index, updatedAt: new Date(100 - index) }));
const FIELD: Readonly<Record<string, string>> = { popular: "totalMessages", rating: "avgRating", recent: "updatedAt" };

describe("a walk while creators change", () => {
  const sorts = ["popular", "rating", "recent"];

  it.each(sorts)("DSC-18 %s: the creator of the cursor rises to the top, and nobody is shown twice", async (sort) => {
    const platform = aPlatform();
    const seeded = await seedCreators(world, platform, numbered(9));
    const last = [seeded[2], seeded[5]];
    const raise = () => world.put(last.shift() ?? "", { [FIELD[sort] ?? ""]: sort === "recent" ? new Date(1_000) : 1_000 });
    expect((await walk(world, platform, { sort, limit: 3 }, raise)).flat()).toEqual(seeded);
  });

  it.each(sorts)("DSC-18 %s: one who was shown falls to the end and is not shown again", async (sort) => {
    const platform = aPlatform();
    const seeded = await seedCreators(world, platform, numbered(9));
    const lower = () => world.put(seeded[0] ?? "", { [FIELD[sort] ?? ""]: sort === "recent" ? new Date(0) : 0 });
    expect((await walk(world, platform, { sort, limit: 4 }, lower)).flat()).toEqual(seeded);
  });

  it("DSC-18 another visitor begins in the new order, and the first one goes on in the old", async () => {
    const platform = aPlatform();
    const seeded = await seedCreators(world, platform, numbered(6));
    const question = { platform, sort: "popular", limit: 3 };
    const first = await ask(world, question);
    await world.put(seeded[5] ?? "", { totalMessages: 1_000 });
    const other = await ask(world, question);
    expect(other.results.map(({ id }) => id)).toEqual([seeded[5], seeded[0], seeded[1]]);
    const rest = await ask(world, { ...question, cursor: first.nextCursor });
    expect(rest.results.map(({ id }) => id)).toEqual(seeded.slice(3));
  });

  it("DSC-18 on a busy list a walk that goes on in an older order shows nobody twice", async () => {
    const platform = aPlatform();
    const seeded = await seedCreators(world, platform, numbered(6));
    const last = seeded[5] ?? "";
    const question = { sort: "popular", limit: 2 };
    // The last two change places until no further order of this minute is kept.
    for (let round = 0; round < 32; round += 1) {
      await world.put(last, { totalMessages: round % 2 ? 95 : 96.5 });
      await ask(world, { platform, ...question });
    }
    await world.put(last, { totalMessages: 1_000 });
    const seen = (await walk(world, platform, question)).flat();
    expect(seen).toHaveLength(6);
    expect(new Set(seen)).toEqual(new Set(seeded));
  });

  it("DSC-13 who is suspended, changes the offer or loses the account meanwhile is not shown; pages stay full", async () => {
    const platform = aPlatform();
    const seeded = await seedCreators(world, platform, numbered(12));
    const question = { platform, sort: "popular", limit: 4, dmType: "FREE" };
    const first = await ask(world, question);
    await world.put(seeded[4] ?? "", { creatorStatus: "SUSPENDED" });
    await world.put(seeded[5] ?? "", { dmType: "SINGLE_PAY" });
    await world.runtime.database("creator").collection("social_accounts").deleteOne({ creatorId: seeded[6] });
    const second = await ask(world, { ...question, cursor: first.nextCursor });
    expect(second.results.map(({ id }) => id)).toEqual(seeded.slice(7, 11));
    const third = await ask(world, { ...question, cursor: second.nextCursor });
    expect([third.results.map(({ id }) => id), third.hasMore]).toEqual([seeded.slice(11), false]);
  });
});

describe("the cost of discovery", () => {
  it("DSC-04 every query walks an index and is bounded; the number of queries does not grow with the page", async () => {
    const platform = aPlatform();
    await seedCreators(world, platform, numbered(60));
    const first = await queriesOf(() => ask(world, { platform, sort: "popular", limit: 50, category: undefined, dmType: "FREE" }));
    const cursor = (await ask(world, { platform, sort: "popular", limit: 5 })).nextCursor;
    const later = await queriesOf(() => ask(world, { platform, sort: "popular", limit: 50, cursor }));
    expect([first.length, later.length]).toEqual([3, 3]);
    for (const { collection, method, question, options } of [...first, ...later]) {
      const plan = await planOf(collection, method, question, options);
      const text = JSON.stringify(plan.queryPlanner.winningPlan);
      expect([collection, text]).toEqual([collection, expect.stringMatching(/IXSCAN|IDHACK/)]);
      expect(text).not.toContain("COLLSCAN");
      expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(60);
      // With so few creators any plan is a good one: the index is named, so that it is the same with a million.
      if (method === "aggregate") expect(options.hint).toBe(collection === "creator_profiles" ? "_id_" : "verified_on_platform");
      if (collection === "social_accounts") {
        expect(text).not.toContain('"SORT"');
        expect(question).toContainEqual({ $limit: 1_000 });
      }
    }
  });

  function planOf(collection: string, method: string, question: unknown, options: object): Promise<mongo.Document> {
    const rows = world.runtime.database("creator").collection(collection);
    if (method === "aggregate") return rows.aggregate(question as mongo.Document[], options).explain("executionStats");
    return rows.find(question as mongo.Filter<mongo.Document>, options).explain("executionStats");
  }

  interface Query {
    readonly collection: string;
    readonly method: string;
    /** A filter or a pipeline. */
    readonly question: unknown;
    readonly options: { readonly hint?: unknown };
  }

  /** The queries that the service sends while some work runs. */
  async function queriesOf(work: () => Promise<unknown>): Promise<Query[]> {
    const connection = world.runtime.database("creator");
    const seen: Query[] = [];
    connection.set("debug", (collection: string, method: string, question: unknown, { session: _, ...options }: { session?: unknown }) => {
      // The jobs of the service ask too, about other things.
      if (/"\$in"|"platform"/.test(JSON.stringify(question))) seen.push({ collection, method, question, options });
    });
    await work();
    connection.set("debug", false);
    return seen;
  }
});
