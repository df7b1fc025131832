import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { mongo } from "mongoose";
import { discover, listPages, newPlatform, seedCreators } from "./discovery-fixture.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ totalMessages: 100 - index, avgRating: 100 - index, updatedAt: new Date(100 - index) }));
const FIELD: Readonly<Record<string, string>> = { popular: "totalMessages", rating: "avgRating", recent: "updatedAt" };

describe("paging while creators change", () => {
  const sorts = ["popular", "rating", "recent"];

  it.each(sorts)("DSC-18 %s: repeats no creator when the creator of the cursor rises to the top", async (sort) => {
    const platform = newPlatform();
    const seeded = await seedCreators(world, platform, numbered(9));
    const cursors = [seeded[2], seeded[5]];
    const raise = () => world.updateProfile(cursors.shift() ?? "", { [FIELD[sort] ?? ""]: sort === "recent" ? new Date(1_000) : 1_000 });
    expect((await listPages(world, platform, { sort, limit: 3 }, raise)).flat()).toEqual(seeded);
  });

  it.each(sorts)("DSC-18 %s: does not repeat a creator who falls to the end", async (sort) => {
    const platform = newPlatform();
    const seeded = await seedCreators(world, platform, numbered(9));
    const lower = () => world.updateProfile(seeded[0] ?? "", { [FIELD[sort] ?? ""]: sort === "recent" ? new Date(0) : 0 });
    expect((await listPages(world, platform, { sort, limit: 4 }, lower)).flat()).toEqual(seeded);
  });

  it("DSC-18 continues a session in its order while a new session starts in the current one", async () => {
    const platform = newPlatform();
    const seeded = await seedCreators(world, platform, numbered(6));
    const query = { platform, sort: "popular", limit: 3 };
    const first = await discover(world, query);
    await world.updateProfile(seeded[5] ?? "", { totalMessages: 1_000 });
    const other = await discover(world, query);
    expect(other.results.map(({ id }) => id)).toEqual([seeded[5], seeded[0], seeded[1]]);
    const rest = await discover(world, { ...query, cursor: first.nextCursor });
    expect(rest.results.map(({ id }) => id)).toEqual(seeded.slice(3));
  });

  it("DSC-18 repeats no creator when a session of a busy list continues in an older order", async () => {
    const platform = newPlatform();
    const seeded = await seedCreators(world, platform, numbered(6));
    const last = seeded[5] ?? "";
    const query = { sort: "popular", limit: 2 };
    // Swaps the last two creators until no new order is stored in this minute.
    for (let round = 0; round < 32; round += 1) {
      await world.updateProfile(last, { totalMessages: round % 2 ? 95 : 96.5 });
      await discover(world, { platform, ...query });
    }
    await world.updateProfile(last, { totalMessages: 1_000 });
    const seen = (await listPages(world, platform, query)).flat();
    expect(seen).toHaveLength(6);
    expect(new Set(seen)).toEqual(new Set(seeded));
  });

  it("DSC-13 skips creators who no longer match the query, and still fills the pages", async () => {
    const platform = newPlatform();
    const seeded = await seedCreators(world, platform, numbered(12));
    const query = { platform, sort: "popular", limit: 4, dmType: "FREE" };
    const first = await discover(world, query);
    await world.updateProfile(seeded[4] ?? "", { creatorStatus: "SUSPENDED" });
    await world.updateProfile(seeded[5] ?? "", { dmType: "SINGLE_PAY" });
    await world.runtime.database("creator").connection.collection("social_accounts").deleteOne({ creatorId: seeded[6] });
    const second = await discover(world, { ...query, cursor: first.nextCursor });
    expect(second.results.map(({ id }) => id)).toEqual(seeded.slice(7, 11));
    const third = await discover(world, { ...query, cursor: second.nextCursor });
    expect([third.results.map(({ id }) => id), third.hasMore]).toEqual([seeded.slice(11), false]);
  });
});

describe("cost of discovery", () => {
  it("DSC-04 runs one bounded query with an index, for a page of any size", async () => {
    const platform = newPlatform();
    await seedCreators(world, platform, numbered(60));
    const first = await queriesOf(() => discover(world, { platform, sort: "popular", limit: 50, category: undefined, dmType: "FREE" }));
    const cursor = (await discover(world, { platform, sort: "popular", limit: 5 })).nextCursor;
    const later = await queriesOf(() => discover(world, { platform, sort: "popular", limit: 50, cursor }));
    expect([first.length, later.length]).toEqual([1, 1]);
    for (const { collection, stages, options } of [...first, ...later]) {
      expect(collection).toBe("social_accounts");
      const accounts = world.runtime.database("creator").connection.collection(collection);
      const plan: mongo.Document = await accounts.aggregate(stages.slice(0, 3), options).explain("executionStats");
      const text = JSON.stringify(plan.queryPlanner.winningPlan);
      expect(text).toContain("IXSCAN");
      expect(text).not.toMatch(/COLLSCAN|"SORT"/);
      expect(plan.executionStats.totalDocsExamined).toBeLessThanOrEqual(60);
      // With so few creators every plan is fast. The hint makes the query use the plan that a million creators need.
      expect(options.hint).toBe("verified_on_platform");
      expect(stages[2]).toEqual({ $limit: 1_000 });
      const joins = stages.flatMap(({ $lookup: join }) => (join ? [join] : []));
      expect(joins).toMatchObject([
        { from: "bio_pages", foreignField: "creatorId" },
        { from: "creator_profiles", foreignField: "_id" },
      ]);
    }
  });

  interface Query {
    readonly collection: string;
    readonly stages: readonly mongo.Document[];
    readonly options: mongo.AggregateOptions;
  }

  /** The queries that the service sends while some work runs. */
  async function queriesOf(work: () => Promise<unknown>): Promise<Query[]> {
    const connection = world.runtime.database("creator").connection;
    const seen: Query[] = [];
    connection.set(
      "debug",
      (collection: string, _method: string, stages: mongo.Document[], { session: _, ...options }: mongo.AggregateOptions) => {
        // Ignores the queries of jobs.
        if (/"\$in"|"platform"/.test(JSON.stringify(stages))) seen.push({ collection, stages, options });
      },
    );
    await work();
    connection.set("debug", false);
    return seen;
  }
});
