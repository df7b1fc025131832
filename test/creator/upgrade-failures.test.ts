import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { upgrade } from "#libs/contracts/creator.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Actor, outcomeOf } from "#test/support/act-as.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const BEFORE = { username: "before", displayName: "Before", intent: "FAN" } as const;
const WISH = { username: "after", displayName: "After" };

describe("UPG-22 an upgrade is whole, or nothing of it is left", () => {
  let world: CreatorFixture;
  let user: Actor;

  beforeEach(async () => {
    world = await startCreator();
    user = world.aUser(BEFORE);
  });
  afterEach(() => world.stop());

  const expectNothing = async () => {
    expect(world.account.users.get(user.userId)).toMatchObject(BEFORE);
    expect(world.account.claims.size).toBe(0);
    for (const collection of ["creator_profiles", "bio_pages", "outbox", "audit_log"]) {
      expect(await world.stored(collection)).toEqual([]);
    }
    expect(await world.stored("upgrade_sagas", { open: true })).toEqual([]);
  };
  const expectCreator = async () => {
    expect(world.account.users.get(user.userId)).toMatchObject({ ...WISH, intent: "CREATOR" });
    expect(world.account.claims.size).toBe(0);
    for (const collection of ["creator_profiles", "bio_pages", "outbox", "audit_log"]) {
      expect(await world.stored(collection)).toHaveLength(1);
    }
    expect(await world.stored("upgrade_sagas")).toMatchObject([{ status: "DONE", open: false, settled: true }]);
  };
  const runJob = () => world.runtime.jobs.runNow("creator.finish-upgrades");

  it.each(["creator.upgrade.claimed", "creator.upgrade.commit"])(
    "a failure at %s is undone before the answer; the next attempt succeeds",
    async (point) => {
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect(user.call(upgrade, WISH)).rejects.toThrow(point);
      await expectNothing();
      await user.call(upgrade, WISH);
      expect(await world.stored("upgrade_sagas", { status: "DONE" })).toHaveLength(1);
    },
  );

  it.each(["before", "after"] as const)("a claim that fails %s it has an effect is given back", async (when) => {
    world.account.failing.set("claim", when);
    await expect(user.call(upgrade, WISH)).rejects.toThrow();
    await expectNothing();
    expect(world.account.calls.release).toBe(1);
  });

  it("when the claim cannot be given back either, the job does it", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "error", times: 1 });
    world.account.failing.set("release", "before");
    await expect(user.call(upgrade, WISH)).rejects.toThrow();
    expect(world.account.users.get(user.userId)).toMatchObject({ intent: "CREATOR" });
    await runJob();
    expect(await world.stored("upgrade_sagas", { status: "UNDOING" })).toHaveLength(1);
    world.account.failing.clear();
    await runJob();
    await expectNothing();
  });

  it("who tries again while the undo is still due gets it done first", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "error", times: 1 });
    world.account.failing.set("release", "before");
    await expect(user.call(upgrade, WISH)).rejects.toThrow();
    await expect(user.call(upgrade, WISH)).rejects.toThrow("release is out of order");
    world.account.failing.clear();
    await user.call(upgrade, WISH);
    expect(world.account.users.get(user.userId)).toMatchObject({ ...WISH, intent: "CREATOR" });
    expect(await world.stored("creator_profiles")).toHaveLength(1);
  });

  it("a release whose answer is lost is repeated without harm", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "error", times: 1 });
    world.account.failing.set("release", "after");
    await expect(user.call(upgrade, WISH)).rejects.toThrow();
    world.account.failing.clear();
    await runJob();
    await expectNothing();
  });

  it.each(["before", "after"] as const)(
    "a settlement that fails %s it has an effect does not fail the upgrade; the job settles",
    async (when) => {
      world.account.failing.set("settle", when);
      await user.call(upgrade, WISH);
      expect(await world.stored("upgrade_sagas", { settled: false })).toHaveLength(1);
      world.account.failing.clear();
      world.runtime.clock.advance(3 * SECOND);
      await runJob();
      await expectCreator();
    },
  );

  it("a process that died between claim and commit: the job undoes it, within half a minute", async () => {
    // What a killed process leaves behind: the record, and the claim at the account service.
    const claimId = uuid();
    await world.broker.call("account.claimCreatorIdentity", { claimId, userId: user.userId, ...WISH });
    const at = world.runtime.clock.now();
    const left = {
      _id: claimId,
      userId: user.userId,
      status: "PENDING",
      open: true,
      settled: false,
      creatorId: null,
      createdAt: at,
      updatedAt: at,
    };
    await world.runtime.database("creator").collection<typeof left>("upgrade_sagas").insertOne(left);
    await runJob();
    expect(await world.stored("upgrade_sagas", { status: "PENDING" })).toHaveLength(1);
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectNothing();
  });

  it("a process that died before the settlement: the job finishes it", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.settle", mode: "error", times: 1 });
    await user.call(upgrade, WISH);
    expect(world.account.claims.size).toBe(1);
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectCreator();
  });

  it("a process that hangs so long that the job has undone its upgrade creates nothing when it wakes up", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "delay", delayMs: 700, times: 1 });
    const hanging = outcomeOf(user.call(upgrade, WISH));
    await eventually(() => expect(world.account.claims.size).toBe(1));
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectNothing();
    expect(await hanging).toBe("error.service_unavailable");
    await expectNothing();
  });

  it("nothing is undone that was committed, whatever the job sees", async () => {
    await user.call(upgrade, WISH);
    world.runtime.clock.advance(60 * SECOND);
    await runJob();
    await expectCreator();
    expect(world.account.calls.release).toBe(0);
  });
});
