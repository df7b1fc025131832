import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userChanged } from "#libs/contracts/account.ts";
import { setCreatorStatus, setVacation } from "#libs/contracts/creator.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { aPlatform, ask, seedCreators, verifiedAccount, walk } from "./audience.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

const NOBODY = { results: [], nextCursor: null, hasMore: false };
const CARD = ["avatarUrl", "displayName", "dmActive", "id", "level", "totalFollowers", "userId", "username"];

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const seed = (platform: string, fields: readonly Record<string, unknown>[]) => seedCreators(world, platform, fields);
const plain = (count: number) => Array.from({ length: count }, () => ({}));
const ids = async (question: { platform: string } & Record<string, unknown>) => (await ask(world, question)).results.map(({ id }) => id);
const accounts = () => world.runtime.database("creator").collection<{ _id: string }>("social_accounts");

describe("who is listed (spec 4.12)", () => {
  it("DSC-01 creators with a verified account on the platform; others do not count", async () => {
    const platform = aPlatform();
    const [listed = "", unverified = "", elsewhere = ""] = await seed(platform, plain(3));
    await accounts().updateOne({ creatorId: unverified }, { $set: { verified: false, verifiedAt: null } });
    await accounts().updateOne({ creatorId: elsewhere }, { $set: { platform: aPlatform() } });
    await accounts().insertOne(verifiedAccount(elsewhere, platform, new Date(), false));
    expect(await ids({ platform })).toEqual([listed]);
  });

  it("DSC-01 two accounts on one platform are one card", async () => {
    const platform = aPlatform();
    const [creatorId = ""] = await seed(platform, plain(1));
    await accounts().insertOne(verifiedAccount(creatorId, platform, new Date()));
    expect(await ids({ platform })).toEqual([creatorId]);
  });

  it("DSC-02 the platform is taken in any case", async () => {
    const platform = aPlatform();
    const listed = await seed(platform, plain(1));
    for (const name of [platform, platform.toLowerCase(), platform[0] + platform.slice(1).toLowerCase()]) {
      expect(await ids({ platform: name })).toEqual(listed);
    }
  });

  it("DSC-03 a platform that nobody uses is an empty list", async () => {
    for (const platform of ["nowhere", "", " ", "$ne", '{"$ne":null}', "__proto__"]) expect(await ask(world, { platform })).toEqual(NOBODY);
  });

  it("DSC-04 of more than 1000 accounts those that were verified last are considered", async () => {
    const platform = aPlatform();
    const early = new Date(world.runtime.clock.now().getTime() - 60_000);
    const [first = "", second = "", ...others] = await seed(platform, plain(1_002));
    await accounts().updateMany({ creatorId: { $in: [first, second] } }, { $set: { verifiedAt: early } });
    const seen = (await walk(world, platform, { limit: 50 })).flat();
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen)).toEqual(new Set(others));
  });

  it("DSC-05 a category is compared in lower case; none matching is an empty list", async () => {
    const platform = aPlatform();
    const [music = "", both = ""] = await seed(platform, [
      { contentCategories: ["music"] },
      { contentCategories: ["music", "fitness"] },
      { contentCategories: ["fitness"] },
      {},
    ]);
    expect(new Set(await ids({ platform, category: "MuSiC" }))).toEqual(new Set([music, both]));
    expect(await ids({ platform, category: "" })).toHaveLength(4);
    for (const category of ["musi", "music,fitness", "$ne", ".*"]) expect(await ask(world, { platform, category })).toEqual(NOBODY);
  });

  it("DSC-09 by the type of messages", async () => {
    const platform = aPlatform();
    const [free, single, each] = await seed(platform, [{ dmType: "FREE" }, { dmType: "SINGLE_PAY" }, { dmType: "PER_MESSAGE" }]);
    expect(await ids({ platform, dmType: "FREE" })).toEqual([free]);
    expect(await ids({ platform, dmType: "SINGLE_PAY" })).toEqual([single]);
    expect(await ids({ platform, dmType: "PER_MESSAGE" })).toEqual([each]);
    for (const dmType of ["free", "", "OTHER"]) {
      await expect(ask(world, { platform, dmType })).rejects.toMatchObject({ key: "error.validation_failed" });
    }
  });

  it("DSC-13 VAC-31 only active creators of active users", async () => {
    const platform = aPlatform();
    const users = ["SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"].map((userStatus) => ({ userStatus }));
    const seeded = await seed(platform, [...STATUSES.map((creatorStatus) => ({ creatorStatus })), ...users]);
    expect(await ids({ platform })).toEqual([seeded[STATUSES.indexOf("ACTIVE")]]);
  });

  it("DSC-13 VAC-31 DEL-16 follows vacation, suspension and the end of an account, and their end", async () => {
    const platform = aPlatform();
    const { creatorId, userId, username, ...creator } = await world.aCreator();
    await accounts().insertOne(verifiedAccount(creatorId, platform, new Date()));
    const moves = [
      (away: boolean) => creator.call(setVacation, { creatorId, enabled: away }),
      (away: boolean) => world.admin.call(setCreatorStatus, { creatorId, creatorStatus: away ? "SUSPENDED" : "ACTIVE", reason: "spam" }),
      (away: boolean) => tellUserStatus(userId, username, away ? "DEACTIVATED" : "ACTIVE"),
    ];
    for (const move of moves) {
      expect(await ids({ platform })).toEqual([creatorId]);
      await move(true);
      await eventually(async () => expect(await ask(world, { platform })).toEqual(NOBODY));
      await move(false);
      await eventually(async () => expect(await ids({ platform })).toEqual([creatorId]));
    }
  });

  let version = 1;
  const tellUserStatus = (userId: string, username: string, status: string) => {
    const at = world.runtime.clock.now().toISOString();
    version += 1;
    const payload = { userId, version, status, locale: "en", username, displayName: null, avatarUrl: null, changedAt: at };
    return world.runtime.stream.publish({ id: uuid(), event: userChanged.name, at, payload, requestId: null, source: "account" });
  };
});

describe("the order", () => {
  const byNumber = async (field: string, sort: string) => {
    const platform = aPlatform();
    const seeded = await seed(
      platform,
      [3, 9, 1, 9, 0].map((value) => ({ [field]: value })),
    );
    const order = await ids({ platform, sort });
    expect(order.map((id) => [3, 9, 1, 9, 0][seeded.indexOf(id)])).toEqual([9, 9, 3, 1, 0]);
  };

  it("DSC-06 popular: most messages first", () => byNumber("totalMessages", "popular"));
  it("DSC-07 rating: best rated first", () => byNumber("avgRating", "rating"));

  it.each([undefined, "recent", "unknown", "", "Popular", "__proto__", "updatedAt"])("DSC-08 %p: changed last first", async (sort) => {
    const platform = aPlatform();
    const times = [30, 10, 20].map((seconds) => ({ updatedAt: new Date(seconds * 1_000), totalMessages: 100 - seconds }));
    const [latest, first, middle] = await seed(platform, times);
    expect(await ids({ platform, ...(sort === undefined ? {} : { sort }) })).toEqual([latest, middle, first]);
  });
});

describe("cards", () => {
  it("DSC-12 exactly the eight fields, each of its type", async () => {
    const platform = aPlatform();
    const named = { username: "nova", displayName: "Nova", avatarUrl: "https://img.example.org/n.png", level: "GOLD", totalFollowers: 7 };
    const [id = "", other = ""] = await seed(platform, [{ ...named, totalMessages: 1 }, { displayName: null }]);
    const { results } = await ask(world, { platform, sort: "popular" });
    for (const card of results) expect(Object.keys(card).sort()).toEqual(CARD);
    const { userId } = await world.profile(id);
    expect(results[0]).toEqual({ id, userId, dmActive: true, ...named });
    const { username } = await world.profile(other);
    expect(results[1]).toMatchObject({ displayName: username, avatarUrl: "" });
  });

  it("DSC-19 dmActive is false during a vacation, whatever the status says", async () => {
    const platform = aPlatform();
    const [open = "", closed = "", away = ""] = await seed(platform, [{}, { dmActive: false }, { vacationMode: true }]);
    const { results } = await ask(world, { platform });
    expect(new Map(results.map(({ id, dmActive }) => [id, dmActive]))).toEqual(
      new Map([
        [open, true],
        [closed, false],
        [away, false],
      ]),
    );
  });
});

describe("pages", () => {
  it.each([{ limit: 0 }, { limit: 51 }, { limit: -1 }, { limit: 1.5 }, { limit: "x" }, { limit: "5" }])("DSC-10 %j is refused", (wrong) =>
    expect(ask(world, { platform: "p", ...wrong })).rejects.toMatchObject({ key: "error.validation_failed" }),
  );

  it("DSC-10 DSC-11 1 and 50 are taken; the setting counts when there is none; of a stored 500 only 100", async () => {
    const platform = aPlatform();
    await seed(platform, plain(120));
    expect(await ids({ platform, limit: 1 })).toHaveLength(1);
    expect(await ids({ platform, limit: 50 })).toHaveLength(50);
    expect(await ids({ platform })).toHaveLength(20);
    for (const size of [3, 100]) {
      world.setConfig({ "discover.page_size": size });
      expect(await ids({ platform })).toHaveLength(size);
    }
    world.setConfig({ "discover.page_size": 500 });
    expect(await ids({ platform })).toHaveLength(100);
    world.setConfig({});
  });

  it.each([
    ["popular", "totalMessages"],
    ["rating", "avgRating"],
    ["recent", "updatedAt"],
  ] as const)("DSC-14 DSC-16 %s: every creator once, also with equal values, of which the id decides", async (sort, field) => {
    const platform = aPlatform();
    const at = [new Date(1_000), new Date(2_000)];
    const fields = Array.from({ length: 23 }, (_, index) => ({ totalMessages: index % 3, avgRating: index % 2, updatedAt: at[index % 2] }));
    const seeded = await seed(platform, fields);
    const ranked = seeded.map((id, index) => ({ id, value: Number(fields[index]?.[field]) }));
    const expected = ranked.sort((a, b) => b.value - a.value || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    for (const limit of [1, 5, 23, 50]) {
      const pages = await walk(world, platform, { sort, limit });
      expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
      expect(pages.flat()).toEqual(expected);
    }
  });

  it("DSC-14 a walk may change its step, and does without what is remembered", async () => {
    const platform = aPlatform();
    const seeded = await seed(platform, plain(9));
    const first = await ask(world, { platform, limit: 2 });
    world.runtime.clock.advance(24 * 60 * 60_000);
    const rest = await ask(world, { platform, limit: 50, cursor: first.nextCursor });
    world.runtime.clock.reset();
    expect([...first.results, ...rest.results].map(({ id }) => id).sort()).toEqual([...seeded].sort());
  });

  it("DSC-15 DSC-16 hasMore only when there is more; the cursor is the id of the last result", async () => {
    const platform = aPlatform();
    await seed(platform, plain(6));
    const first = await ask(world, { platform, limit: 3 });
    expect([first.hasMore, first.nextCursor]).toEqual([true, first.results[2]?.id]);
    const last = await ask(world, { platform, limit: 3, cursor: first.nextCursor });
    expect([last.results.length, last.hasMore, last.nextCursor]).toEqual([3, false, null]);
    expect(await ask(world, { platform, limit: 6 })).toMatchObject({ hasMore: false, nextCursor: null });
    expect(await ask(world, { platform, limit: 5 })).toMatchObject({ hasMore: true });
  });

  it("DSC-17 an unknown cursor, and one of another list, is an empty list", async () => {
    const [platform, other] = [aPlatform(), aPlatform()];
    await seed(platform, plain(3));
    const [stranger] = await seed(other, plain(1));
    for (const cursor of [uuid(), "x", '{"$gt":""}', stranger]) expect(await ask(world, { platform, cursor })).toEqual(NOBODY);
    expect(await ids({ platform, cursor: "" })).toHaveLength(3);
  });
});
