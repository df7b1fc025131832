import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { getMyProfile, getPublicBio, getVacation, upgrade } from "#libs/contracts/creator/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { UUID_PATTERN, uuid } from "#libs/kernel/ids.ts";
import { wait } from "#libs/kernel/wait.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { creatorJobs } from "#services/creator/jobs.ts";
import { type Actor, actAs, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { within } from "../support/within.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

describe("upgrade to a creator", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  const pageOf = async (creatorId: string) => (await world.stored("bio_pages", { creatorId }))[0];

  it("UPG-01 UPG-05 UPG-07 returns id and page address to a user with a username who sends no fields", async () => {
    const user = world.newUser({ username: "mira" });
    const { creatorId, bioPageUrl } = await user.call(upgrade, {});
    expect(creatorId).toMatch(UUID_PATTERN);
    expect(bioPageUrl).toBe("https://fans.example.org/mira");
  });

  it("UPG-02 UPG-03 UPG-04 creates profile, bio page and intent as in table 3.2", async () => {
    const user = world.newUser();
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
    const { creatorId: plain } = await world.newUser().call(upgrade, {});
    await expect(pageOf(plain)).resolves.toMatchObject({ templateId: null });
  });

  it.each([undefined, "", "   "])(
    "UPG-06 UPG-10 refuses a user without a username who sends %p with username_required",
    async (username) => {
      const user = world.newUser({ username: null });
      await expect(user.call(upgrade, { username })).rejects.toMatchObject({ key: "creator.upgrade.username_required", code: 400 });
      await expect(user.call(upgrade, { username: `later-${uuid().slice(-8)}` })).resolves.toBeDefined();
    },
  );

  it("UPG-08 trims the username and stores it in lower case", async () => {
    const { bioPageUrl, creatorId } = await world.newUser({ username: null }).call(upgrade, { username: "  Alice.B-1_x  " });
    expect(bioPageUrl).toBe("https://fans.example.org/alice.b-1_x");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ username: "alice.b-1_x" });
  });

  it.each(["two words", "ä", "a@b", "a/b", "50%", "x".repeat(101)])("UPG-09 UPG-10 refuses the username %p with 400", async (username) => {
    await expect(world.newUser().call(upgrade, { username })).rejects.toMatchObject({ key: "error.validation_failed", code: 400 });
  });

  it.each([
    ["username", 100],
    ["displayName", 100],
    ["bio", 500],
    ["themeId", 50],
  ])("UPG-10 UPG-11 UPG-12 UPG-14 accepts a %s of %i characters and refuses a longer one with 400", async (field, max) => {
    await expect(outcomeOf(world.newUser().call(upgrade, { [field]: "y".repeat(max + 1) }))).resolves.toBe("error.validation_failed");
    await expect(outcomeOf(world.newUser().call(upgrade, { [field]: "y".repeat(max) }))).resolves.toBe("ok");
  });

  it("UPG-11 overrides the display name of the user", async () => {
    const user = world.newUser({ displayName: "Old" });
    const { creatorId } = await user.call(upgrade, { displayName: "New" });
    expect(world.account.users.get(user.userId)?.displayName).toBe("New");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ displayName: "New" });
  });

  it.each([
    ["the requested text", { bio: "Hello" }, "Old", "Hello"],
    ["the user's display name", {}, "Old", "Old"],
    ["the new display name", { displayName: "New" }, "Old", "New"],
    ["an empty text", {}, null, ""],
  ])("UPG-12 UPG-13 takes %s as the first bio", async (_, params, displayName, bio) => {
    const { creatorId } = await world.newUser({ displayName }).call(upgrade, params);
    await expect(pageOf(creatorId)).resolves.toMatchObject({ bio });
  });

  it("UPG-15 UPG-16 UPG-17 refuses reserved and taken usernames with 409, and lets the user try again", async () => {
    const refused = { key: "creator.upgrade.username_unavailable", code: 409 };
    world.newUser({ username: "taken" });
    await expect(world.newUser().call(upgrade, { username: " ADMIN " })).rejects.toMatchObject(refused);
    await expect(world.newUser({ username: "support" }).call(upgrade, {})).rejects.toMatchObject(refused);
    const user = world.newUser();
    await expect(user.call(upgrade, { username: "taken" })).rejects.toMatchObject(refused);
    await expect(user.call(upgrade, {})).resolves.toBeDefined();
  });

  it("UPG-18 UPG-19 refuses an existing creator with already_creator before it checks the username", async () => {
    const creator = await world.newCreator();
    const refused = { key: "creator.upgrade.already_creator", code: 409 };
    await expect(creator.call(upgrade, {})).rejects.toMatchObject(refused);
    await expect(creator.call(upgrade, { username: "admin" })).rejects.toMatchObject(refused);
    const user = world.account.users.get(creator.userId);
    if (user) user.username = null;
    await expect(creator.call(upgrade, {})).rejects.toMatchObject(refused);
  });

  it("UPG-18 IDM-01 repeats the response for the same idempotency key, and refuses other fields or another key", async () => {
    const user = world.newUser({ username: null });
    const request = { username: "lost-response", idempotencyKey: "a key" };
    const first = await user.call(upgrade, request);
    await expect(user.call(upgrade, request)).resolves.toEqual(first);
    await expect(user.call(upgrade, { ...request, bio: "another one" })).rejects.toMatchObject({ key: "idempotency.error.key_reused" });
    for (const other of [{ ...request, idempotencyKey: "another key" }, { username: "lost-response" }]) {
      await expect(user.call(upgrade, other)).rejects.toMatchObject({ key: "creator.upgrade.already_creator", code: 409 });
    }
    await expect(world.stored("creator_profiles", { userId: user.userId })).resolves.toHaveLength(1);
  });

  it("UPG-20 creates one creator from twenty parallel calls of a user and refuses nineteen", async () => {
    const user = world.newUser();
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => outcomeOf(user.call(upgrade, {}))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "creator.upgrade.already_creator")).toHaveLength(19);
    const profiles = await world.stored("creator_profiles", { userId: user.userId });
    expect(profiles).toHaveLength(1);
    await expect(world.stored("bio_pages", { creatorId: profiles[0]?._id })).resolves.toHaveLength(1);
    await expect(world.events("creator.created", String(profiles[0]?._id))).resolves.toHaveLength(1);
  });

  it.each([1, 2])("UPG-27 LOD-03 thirty parallel calls of each of five users stall no other user, in processes: %d", async (processes) => {
    const [users, bystander] = [Array.from({ length: 5 }, () => world.newUser()), await world.newCreator()];
    const callersOf = async (user: Actor) => [user, processes === 2 ? await world.inSecondProcess(user) : user];
    const callers = await Promise.all(users.map(callersOf));
    // Every call that the store lets wait for this transaction keeps a connection, which its commit needs, too.
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "delay", delayMs: 300, times: users.length });
    const upgradeOnce = (user: Actor) => within(8_000, outcomeOf(user.call(upgrade, {})));
    const upgrades = Promise.all(
      callers.map((own) => Promise.all(Array.from({ length: 30 }, (_, index) => upgradeOnce(own[index % 2] ?? bystander)))),
    );
    const sagas = () => world.stored("upgrade_sagas", { userId: { $in: users.map(({ userId }) => userId) } });
    await eventually(async () => expect((await sagas()).length).toBeGreaterThan(0));
    for (let read = 0; read < 10; read++) {
      const reading = within(1_000, bystander.call(getVacation, { creatorId: bystander.creatorId }));
      await expect(reading).resolves.toMatchObject({ vacationMode: false });
      await wait(50);
    }
    const outcomes = await upgrades;
    world.runtime.faults.disarm();
    for (const each of outcomes) expect(each.sort()).toEqual([...Array(29).fill("creator.upgrade.already_creator"), "ok"]);
  });

  it("UPG-20 runs the second of two parallel calls after the first one was refused", async () => {
    const user = world.newUser({ username: null });
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "delay", delayMs: 200, times: 1 });
    const outcomes = await Promise.all([
      outcomeOf(user.call(upgrade, { username: "admin" })),
      outcomeOf(user.call(upgrade, { username: "second-chance" })),
    ]);
    world.runtime.faults.disarm();
    expect(outcomes.sort()).toEqual(["creator.upgrade.username_unavailable", "ok"]);
  });

  it("UPG-20 stores one open saga and one profile for each user", async () => {
    const { creatorId, userId } = await world.newCreator();
    const { sagas, profiles, transaction } = liveDeps(world.runtime);
    const [now, profile] = [world.runtime.clock.now(), await profiles.find(creatorId)];
    const insertSaga = () => sagas.insert({ _id: uuid(), userId }, now);
    expect([await insertSaga(), await insertSaga()]).toEqual([true, false]);
    if (!profile) throw new Error("no profile");
    expect(await transaction((tx) => profiles.insert(tx, { ...profile, _id: uuid() })).catch(() => false)).toBe(false);
  });

  it("UPG-22 runs the recovery job at least every ten seconds", () => {
    const job = creatorJobs(liveDeps(world.runtime)).find(({ name }) => name === "creator.finish-upgrades");
    expect(job?.everyMs).toBeLessThanOrEqual(10 * SECOND);
  });

  it("UPG-21 refuses the token of a deleted user with user_not_found", async () => {
    await expect(actAs(world.broker, world.runtime).call(upgrade, {})).rejects.toMatchObject({
      key: "creator.upgrade.user_not_found",
      code: 404,
    });
  });

  it("UPG-23 refuses an anonymous caller with 401", async () => {
    await expect(world.broker.call("creator.upgrade", {})).rejects.toMatchObject({ key: "error.unauthorized", code: 401 });
  });

  it("UPG-24 UPG-25 writes one audit line and publishes one creator.created", async () => {
    const creator = await world.newCreator();
    const lines = await world.stored("audit_log", { target: creator.creatorId });
    expect(lines).toMatchObject([{ actor: creator.userId, action: "creator.upgrade" }]);
    const { bioPageId } = await world.profile(creator.creatorId);
    const { creatorId, userId, username } = creator;
    await expect(world.events("creator.created", creatorId)).resolves.toEqual([{ creatorId, userId, username, bioPageId }]);
  });

  it("shows either nothing or the whole creator while the upgrade is running", async () => {
    const user = world.newUser({ username: "halfway" });
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "delay", delayMs: 300, times: 1 });
    const response = user.call(upgrade, {});
    const seen = new Set<string>();
    let finished = false;
    void response.finally(() => {
      finished = true;
    });
    while (!finished) {
      const profile = await outcomeOf(user.call(getMyProfile, {}));
      const page = await outcomeOf(user.call(getPublicBio, { username: "halfway" }));
      seen.add(`${profile} ${page}`);
    }
    await response;
    seen.delete("creator.error.profile_not_found ok");
    expect([...seen].filter((pair) => pair !== "ok ok")).toEqual(["creator.error.profile_not_found bio.error.not_found"]);
  });
});
