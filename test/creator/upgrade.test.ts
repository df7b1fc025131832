import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getMyProfile, getPublicBio, upgrade } from "#libs/contracts/creator.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { UUID_PATTERN, uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { creatorJobs } from "#services/creator/jobs.ts";
import { actAs, outcomeOf } from "#test/support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

describe("becoming a creator", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const pageOf = async (creatorId: string) => (await world.stored("bio_pages", { creatorId }))[0];

  it("UPG-01 UPG-05 UPG-07 a user with a username sends nothing and gets id and page address", async () => {
    const user = world.aUser({ username: "mira" });
    const { creatorId, bioPageUrl } = await user.call(upgrade, {});
    expect(creatorId).toMatch(UUID_PATTERN);
    expect(bioPageUrl).toBe("https://fans.example.org/mira");
  });

  it("UPG-02 UPG-03 UPG-04 profile, bio page and intent are as the table wants them", async () => {
    const user = world.aUser();
    const { creatorId } = await user.call(upgrade, { themeId: "dusk" });
    await expect(world.profile(creatorId)).resolves.toMatchObject({
      userId: user.userId,
      level: "BRONZE",
      kycStatus: "NOT_STARTED",
      creatorStatus: "ACTIVE",
      vacationMode: false,
      dmActive: true,
      dmType: "FREE",
    });
    await expect(pageOf(creatorId)).resolves.toMatchObject({ published: true, templateId: "dusk", embedEnabled: false });
    expect(world.account.users.get(user.userId)?.intent).toBe("CREATOR");
    expect(world.account.claims.has(user.userId)).toBe(false);
    const { creatorId: plain } = await world.aUser().call(upgrade, {});
    await expect(pageOf(plain)).resolves.toMatchObject({ templateId: null });
  });

  it.each([undefined, "", "   "])("UPG-06 UPG-10 no username, and %p in the body: username_required", async (username) => {
    const user = world.aUser({ username: null });
    await expect(user.call(upgrade, { username })).rejects.toMatchObject({ key: "creator.upgrade.username_required", code: 400 });
    await expect(user.call(upgrade, { username: `later-${uuid().slice(-8)}` })).resolves.toBeDefined();
  });

  it("UPG-08 the username is trimmed and lowered", async () => {
    const { bioPageUrl, creatorId } = await world.aUser({ username: null }).call(upgrade, { username: "  Alice.B-1_x  " });
    expect(bioPageUrl).toBe("https://fans.example.org/alice.b-1_x");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ username: "alice.b-1_x" });
  });

  it.each(["two words", "ä", "a@b", "a/b", "50%", "x".repeat(101)])("UPG-09 UPG-10 username %p: 400 validation", async (username) => {
    await expect(world.aUser().call(upgrade, { username })).rejects.toMatchObject({ key: "error.validation_failed", code: 400 });
  });

  it.each([
    ["username", 100],
    ["displayName", 100],
    ["bio", 500],
    ["themeId", 50],
  ])("UPG-10 UPG-11 UPG-12 UPG-14 %s of %i characters is taken, one more is 400", async (field, max) => {
    await expect(outcomeOf(world.aUser().call(upgrade, { [field]: "y".repeat(max + 1) }))).resolves.toBe("error.validation_failed");
    await expect(outcomeOf(world.aUser().call(upgrade, { [field]: "y".repeat(max) }))).resolves.toBe("ok");
  });

  it("UPG-11 displayName overrides the user's", async () => {
    const user = world.aUser({ displayName: "Old" });
    const { creatorId } = await user.call(upgrade, { displayName: "New" });
    expect(world.account.users.get(user.userId)?.displayName).toBe("New");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ displayName: "New" });
  });

  it.each([
    ["the given one", { bio: "Hello" }, "Old", "Hello"],
    ["the user's display name", {}, "Old", "Old"],
    ["the new display name", { displayName: "New" }, "Old", "New"],
    ["nothing", {}, null, ""],
  ])("UPG-12 UPG-13 the first bio is %s", async (_, params, displayName, bio) => {
    const { creatorId } = await world.aUser({ displayName }).call(upgrade, params);
    await expect(pageOf(creatorId)).resolves.toMatchObject({ bio });
  });

  it("UPG-15 UPG-16 UPG-17 reserved and taken names: username_unavailable, and nothing stays open", async () => {
    const refused = { key: "creator.upgrade.username_unavailable", code: 409 };
    world.aUser({ username: "taken" });
    await expect(world.aUser().call(upgrade, { username: " ADMIN " })).rejects.toMatchObject(refused);
    await expect(world.aUser({ username: "support" }).call(upgrade, {})).rejects.toMatchObject(refused);
    const user = world.aUser();
    await expect(user.call(upgrade, { username: "taken" })).rejects.toMatchObject(refused);
    await expect(user.call(upgrade, {})).resolves.toBeDefined();
  });

  it("UPG-18 UPG-19 an existing creator gets already_creator before anything about names", async () => {
    const creator = await world.aCreator();
    const refused = { key: "creator.upgrade.already_creator", code: 409 };
    await expect(creator.call(upgrade, {})).rejects.toMatchObject(refused);
    await expect(creator.call(upgrade, { username: "admin" })).rejects.toMatchObject(refused);
    const user = world.account.users.get(creator.userId);
    if (user) user.username = null;
    await expect(creator.call(upgrade, {})).rejects.toMatchObject(refused);
  });

  it("UPG-18 IDM-01 who lost the answer gets it with the same key; another wish or another key is refused", async () => {
    const user = world.aUser({ username: null });
    const wish = { username: "lost-answer", idempotencyKey: "a key" };
    const first = await user.call(upgrade, wish);
    await expect(user.call(upgrade, wish)).resolves.toEqual(first);
    await expect(user.call(upgrade, { ...wish, bio: "another one" })).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
    for (const other of [{ ...wish, idempotencyKey: "another key" }, { username: "lost-answer" }]) {
      await expect(user.call(upgrade, other)).rejects.toMatchObject({ key: "creator.upgrade.already_creator", code: 409 });
    }
    await expect(world.stored("creator_profiles", { userId: user.userId })).resolves.toHaveLength(1);
  });

  it("UPG-20 twenty parallel calls by one user: one creator, nineteen already_creator", async () => {
    const user = world.aUser();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(user.call(upgrade, {}))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "creator.upgrade.already_creator")).toHaveLength(19);
    const profiles = await world.stored("creator_profiles", { userId: user.userId });
    expect(profiles).toHaveLength(1);
    await expect(world.stored("bio_pages", { creatorId: profiles[0]?._id })).resolves.toHaveLength(1);
    await expect(world.events("creator.created", String(profiles[0]?._id))).resolves.toHaveLength(1);
  });

  it("UPG-20 of two parallel calls the second waits: when the first one's name is refused, it has a free way", async () => {
    const user = world.aUser({ username: null });
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "delay", delayMs: 200, times: 1 });
    const outcomes = await Promise.all([
      outcomeOf(user.call(upgrade, { username: "admin" })),
      outcomeOf(user.call(upgrade, { username: "second-chance" })),
    ]);
    world.runtime.faults.disarm();
    expect(outcomes.sort()).toEqual(["creator.upgrade.username_unavailable", "ok"]);
  });

  it("UPG-20 the store itself takes one open upgrade and one profile of a user", async () => {
    const { creatorId, userId } = await world.aCreator();
    const { sagas, profiles, transaction } = liveDeps(world.runtime);
    const [now, profile] = [world.runtime.clock.now(), await profiles.byId(creatorId)];
    const begin = () => sagas.begin({ _id: uuid(), userId }, now);
    expect([await begin(), await begin()]).toEqual([true, false]);
    if (!profile) throw new Error("the profile was awaited");
    expect(await transaction((tx) => profiles.insert(tx, { ...profile, _id: uuid() })).catch(() => false)).toBe(false);
  });

  it("UPG-22 what a crash has left is looked for every ten seconds at least", () => {
    const job = creatorJobs(liveDeps(world.runtime)).find(({ name }) => name === "creator.finish-upgrades");
    expect(job?.everyMs).toBeLessThanOrEqual(10 * SECOND);
  });

  it("UPG-21 the token of a user who is gone: user_not_found", async () => {
    await expect(actAs(world.broker, world.runtime).call(upgrade, {})).rejects.toMatchObject({
      key: "creator.upgrade.user_not_found",
      code: 404,
    });
  });

  it("UPG-23 anonymous: 401", async () => {
    await expect(world.broker.call("creator.upgrade", {})).rejects.toMatchObject({ key: "error.unauthorized", code: 401 });
  });

  it("UPG-24 UPG-25 one audit line and one creator.created", async () => {
    const creator = await world.aCreator();
    const lines = await world.stored("audit_log", { target: creator.creatorId });
    expect(lines).toMatchObject([{ actor: creator.userId, action: "creator.upgrade" }]);
    const { bioPageId } = await world.profile(creator.creatorId);
    const { creatorId, userId, username } = creator;
    await expect(world.events("creator.created", creatorId)).resolves.toEqual([{ creatorId, userId, username, bioPageId }]);
  });

  it("no reader sees a half state while the upgrade is under way", async () => {
    const user = world.aUser({ username: "halfway" });
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "delay", delayMs: 300, times: 1 });
    const done = user.call(upgrade, {});
    const seen = new Set<string>();
    let finished = false;
    void done.finally(() => {
      finished = true;
    });
    while (!finished) {
      const mine = await outcomeOf(user.call(getMyProfile, {}));
      const page = await outcomeOf(user.call(getPublicBio, { username: "halfway" }));
      seen.add(`${mine} ${page}`);
    }
    await done;
    seen.delete("creator.error.profile_not_found ok");
    expect([...seen].filter((pair) => pair !== "ok ok")).toEqual(["creator.error.profile_not_found bio.error.not_found"]);
  });
});
