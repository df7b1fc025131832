import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { userChanged } from "#libs/contracts/account/index.ts";
import { discoverCreators, setCreatorStatus, setVacation } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { discover, listPages, newPlatform, seedCreators, verifiedAccount } from "./discovery-fixture.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

const EMPTY_PAGE = { results: [], nextCursor: null, hasMore: false };
const CARD_FIELDS = ["avatarUrl", "displayName", "dmActive", "id", "level", "totalFollowers", "userId", "username"];

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

const seed = (platform: string, fields: readonly Record<string, unknown>[]) => seedCreators(world, platform, fields);
const defaults = (count: number) => Array.from({ length: count }, () => ({}));
const ids = async (query: { platform: string } & Record<string, unknown>) => (await discover(world, query)).results.map(({ id }) => id);
const pages = () => world.runtime.database("creator").connection.collection("bio_pages");
const accounts = () => world.runtime.database("creator").connection.collection<{ _id: string }>("social_accounts");

describe("listed creators (spec 4.12)", () => {
  it("DSC-01 lists creators with a verified account on the platform only", async () => {
    const platform = newPlatform();
    const [listed = "", unverified = "", elsewhere = ""] = await seed(platform, defaults(3));
    await accounts().updateOne({ creatorId: unverified }, { $set: { verified: false, verifiedAt: null } });
    await accounts().updateOne({ creatorId: elsewhere }, { $set: { platform: newPlatform() } });
    await accounts().insertOne(verifiedAccount(elsewhere, platform, new Date(), false));
    expect(await ids({ platform })).toEqual([listed]);
  });

  it("DSC-01 lists a creator with two accounts on the platform once", async () => {
    const platform = newPlatform();
    const [creatorId = ""] = await seed(platform, defaults(1));
    await accounts().insertOne(verifiedAccount(creatorId, platform, new Date()));
    expect(await ids({ platform })).toEqual([creatorId]);
  });

  it("DSC-21 lists active creators with a public page, most followed first, without any account elsewhere", async () => {
    await pages().updateMany({}, { $set: { published: false } });
    const followed = [900_001, 900_003, 900_002, 900_004, 900_005, 900_006].map((totalFollowers) => ({ totalFollowers }));
    const states = [{}, {}, { creatorStatus: "VACATION" }, { creatorStatus: "BANNED" }, { userStatus: "DEACTIVATED" }, {}];
    const seeded = await seed(
      newPlatform(),
      states.map((state, index) => ({ ...followed[index], ...state })),
    );
    const [one = "", two = "", away = "", , , hidden = ""] = seeded;
    await accounts().deleteMany({ creatorId: { $in: seeded } });
    await pages().updateOne({ creatorId: hidden }, { $set: { published: false } });
    const { results, total } = await world.admin.call(discoverCreators, { limit: 2 });
    expect(results.map(({ id }) => id)).toEqual([two, one]);
    expect(Object.keys(results[0] ?? {}).sort()).toEqual(CARD_FIELDS);
    expect(total).toBe(3);
    for (const creatorId of seeded) await world.updateProfile(creatorId, { creatorStatus: creatorId === away ? "VACATION" : "BANNED" });
    expect(await world.admin.call(discoverCreators, {})).toEqual({ ...EMPTY_PAGE, total: 1 });
    await world.updateProfile(away, { creatorStatus: "BANNED" });
    expect(await world.admin.call(discoverCreators, {})).toEqual({ ...EMPTY_PAGE, total: 0 });
  });

  it("DSC-02 accepts the platform in any letter case", async () => {
    const platform = newPlatform();
    const listed = await seed(platform, defaults(1));
    for (const name of [platform, platform.toLowerCase(), platform[0] + platform.slice(1).toLowerCase()]) {
      expect(await ids({ platform: name })).toEqual(listed);
    }
  });

  it("DSC-03 returns an empty list for an unknown platform", async () => {
    for (const platform of ["nowhere", "", " ", "$ne", '{"$ne":null}', "__proto__"])
      expect(await discover(world, { platform })).toEqual(EMPTY_PAGE);
  });

  it("DSC-04 considers the 1000 accounts that were verified last", async () => {
    const platform = newPlatform();
    const early = new Date(world.runtime.clock.now().getTime() - 60_000);
    const [first = "", second = "", ...others] = await seed(platform, defaults(1_002));
    await accounts().updateMany({ creatorId: { $in: [first, second] } }, { $set: { verifiedAt: early } });
    const seen = (await listPages(world, platform, { limit: 50 })).flat();
    expect(seen).toHaveLength(1_000);
    expect(new Set(seen)).toEqual(new Set(others));
  });

  it("DSC-05 filters by category in any letter case, and returns an empty list when none matches", async () => {
    const platform = newPlatform();
    const [music = "", both = ""] = await seed(platform, [
      { contentCategories: ["music"] },
      { contentCategories: ["music", "fitness"] },
      { contentCategories: ["fitness"] },
      {},
    ]);
    expect(new Set(await ids({ platform, category: "MuSiC" }))).toEqual(new Set([music, both]));
    expect(await ids({ platform, category: "" })).toHaveLength(4);
    for (const category of ["musi", "music,fitness", "$ne", ".*"])
      expect(await discover(world, { platform, category })).toEqual(EMPTY_PAGE);
  });

  it("DSC-09 filters by dmType and refuses an unknown one with 400", async () => {
    const platform = newPlatform();
    const [free, single, each] = await seed(platform, [{ dmType: "FREE" }, { dmType: "SINGLE_PAY" }, { dmType: "PER_MESSAGE" }]);
    expect(await ids({ platform, dmType: "FREE" })).toEqual([free]);
    expect(await ids({ platform, dmType: "SINGLE_PAY" })).toEqual([single]);
    expect(await ids({ platform, dmType: "PER_MESSAGE" })).toEqual([each]);
    for (const dmType of ["free", "", "OTHER"]) {
      await expect(discover(world, { platform, dmType })).rejects.toMatchObject({ key: "error.validation_failed" });
    }
  });

  it("DSC-13 VAC-31 lists active creators with active accounts only", async () => {
    const platform = newPlatform();
    const users = ["SUSPENDED", "BANNED", "DEACTIVATED", "DELETED"].map((userStatus) => ({ userStatus }));
    const seeded = await seed(platform, [...STATUSES.map((creatorStatus) => ({ creatorStatus })), ...users]);
    expect(await ids({ platform })).toEqual([seeded[STATUSES.indexOf("ACTIVE")]]);
  });

  it("DSC-13 leaves out creators who have hidden their page, on later pages too", async () => {
    const platform = newPlatform();
    const [hidden = "", ...listed] = await seed(platform, defaults(5));
    await pages().updateOne({ creatorId: hidden }, { $set: { published: false } });
    expect(new Set(await ids({ platform }))).toEqual(new Set(listed));
    const first = await discover(world, { platform, limit: 2 });
    const next = listed.filter((id) => first.results.every((card) => card.id !== id));
    await pages().updateOne({ creatorId: next[0] }, { $set: { published: false } });
    expect(await ids({ platform, cursor: first.nextCursor })).toEqual(next.slice(1));
  });

  it("DSC-13 VAC-31 DEL-16 removes a creator from the list during vacation, suspension and deletion of the account", async () => {
    const platform = newPlatform();
    const { creatorId, userId, username, ...creator } = await world.newCreator();
    await accounts().insertOne(verifiedAccount(creatorId, platform, new Date()));
    const changes = [
      (isAway: boolean) => creator.call(setVacation, { creatorId, enabled: isAway }),
      (isAway: boolean) =>
        world.admin.call(setCreatorStatus, { creatorId, creatorStatus: isAway ? "SUSPENDED" : "ACTIVE", reason: "spam" }),
      (isAway: boolean) => publishUserStatus(userId, username, isAway ? "DEACTIVATED" : "ACTIVE"),
    ];
    for (const change of changes) {
      expect(await ids({ platform })).toEqual([creatorId]);
      await change(true);
      await eventually(async () => expect(await discover(world, { platform })).toEqual(EMPTY_PAGE));
      await change(false);
      await eventually(async () => expect(await ids({ platform })).toEqual([creatorId]));
    }
  });

  let version = 1;
  const publishUserStatus = (userId: string, username: string, status: string) => {
    const at = world.runtime.clock.now().toISOString();
    version += 1;
    const payload = { userId, version, status, locale: "en", username, displayName: null, avatarUrl: null, changedAt: at };
    return world.runtime.stream.publish({ id: uuid(), event: userChanged.name, at, payload, requestId: null, source: "account" });
  };
});

describe("sort order", () => {
  const expectSortedBy = async (field: string, sort: string) => {
    const platform = newPlatform();
    const seeded = await seed(
      platform,
      [3, 9, 1, 9, 0].map((value) => ({ [field]: value })),
    );
    const order = await ids({ platform, sort });
    expect(order.map((id) => [3, 9, 1, 9, 0][seeded.indexOf(id)])).toEqual([9, 9, 3, 1, 0]);
  };

  it("DSC-06 sorts popular by messages, most first", () => expectSortedBy("totalMessages", "popular"));
  it("DSC-07 sorts rating by average rating, best first", () => expectSortedBy("avgRating", "rating"));

  it.each([undefined, "recent", "unknown", "", "Popular", "__proto__", "updatedAt"])(
    "DSC-08 sorts %p by last change, latest first",
    async (sort) => {
      const platform = newPlatform();
      const times = [30, 10, 20].map((seconds) => ({ updatedAt: new Date(seconds * 1_000), totalMessages: 100 - seconds }));
      const [latest, first, middle] = await seed(platform, times);
      expect(await ids({ platform, ...(sort === undefined ? {} : { sort }) })).toEqual([latest, middle, first]);
    },
  );
});

describe("cards", () => {
  it("DSC-12 has exactly the eight fields", async () => {
    const platform = newPlatform();
    const named = { username: "nova", displayName: "Nova", avatarUrl: "https://img.example.org/n.png", level: "GOLD", totalFollowers: 7 };
    const [id = "", other = ""] = await seed(platform, [{ ...named, totalMessages: 1 }, { displayName: null }]);
    const { results } = await discover(world, { platform, sort: "popular" });
    for (const card of results) expect(Object.keys(card).sort()).toEqual(CARD_FIELDS);
    const { userId } = await world.profile(id);
    expect(results[0]).toEqual({ id, userId, dmActive: true, ...named });
    const { username } = await world.profile(other);
    expect(results[1]).toMatchObject({ displayName: username, avatarUrl: "" });
  });

  it("DSC-19 shows dmActive false during a vacation, for any stored value", async () => {
    const platform = newPlatform();
    const [open = "", closed = "", away = ""] = await seed(platform, [{}, { dmActive: false }, { vacationMode: true }]);
    const { results } = await discover(world, { platform });
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
  it.each([{ limit: 0 }, { limit: 51 }, { limit: -1 }, { limit: 1.5 }, { limit: "x" }, { limit: "5" }])(
    "DSC-10 refuses %j with 400",
    (wrong) => expect(discover(world, { platform: "p", ...wrong })).rejects.toMatchObject({ key: "error.validation_failed" }),
  );

  it("DSC-10 DSC-11 accepts a limit of 1 to 50, uses the setting without one, and returns at most 100", async () => {
    const platform = newPlatform();
    await seed(platform, defaults(120));
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
  ] as const)("DSC-14 DSC-16 %s: lists every creator once, and sorts equal values by id", async (sort, field) => {
    const platform = newPlatform();
    const at = [new Date(1_000), new Date(2_000)];
    const fields = Array.from({ length: 23 }, (_, index) => ({ totalMessages: index % 3, avgRating: index % 2, updatedAt: at[index % 2] }));
    const seeded = await seed(platform, fields);
    const ranked = seeded.map((id, index) => ({ id, value: Number(fields[index]?.[field]) }));
    const expected = ranked.sort((a, b) => b.value - a.value || (a.id < b.id ? 1 : -1)).map(({ id }) => id);
    for (const limit of [1, 5, 23, 50]) {
      const pages = await listPages(world, platform, { sort, limit });
      expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(pages.slice(1).map(() => limit));
      expect(pages.flat()).toEqual(expected);
    }
  });

  it("DSC-14 continues with another limit, and without a stored session", async () => {
    const platform = newPlatform();
    const seeded = await seed(platform, defaults(9));
    const first = await discover(world, { platform, limit: 2 });
    world.runtime.clock.advance(24 * 60 * 60_000);
    const rest = await discover(world, { platform, limit: 50, cursor: first.nextCursor });
    world.runtime.clock.reset();
    expect([...first.results, ...rest.results].map(({ id }) => id).sort()).toEqual([...seeded].sort());
  });

  it("DSC-15 DSC-16 sets hasMore when there is another page, and the cursor to the id of the last result", async () => {
    const platform = newPlatform();
    await seed(platform, defaults(6));
    const first = await discover(world, { platform, limit: 3 });
    expect([first.hasMore, first.nextCursor]).toEqual([true, first.results[2]?.id]);
    const last = await discover(world, { platform, limit: 3, cursor: first.nextCursor });
    expect([last.results.length, last.hasMore, last.nextCursor]).toEqual([3, false, null]);
    expect(await discover(world, { platform, limit: 6 })).toMatchObject({ hasMore: false, nextCursor: null });
    expect(await discover(world, { platform, limit: 5 })).toMatchObject({ hasMore: true });
  });

  it("DSC-17 returns an empty list for an unknown cursor and one of another list", async () => {
    const [platform, other] = [newPlatform(), newPlatform()];
    await seed(platform, defaults(3));
    const [stranger] = await seed(other, defaults(1));
    for (const cursor of [uuid(), "x", '{"$gt":""}', stranger]) expect(await discover(world, { platform, cursor })).toEqual(EMPTY_PAGE);
    expect(await ids({ platform, cursor: "" })).toHaveLength(3);
  });
});
