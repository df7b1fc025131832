import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { upgrade } from "#libs/contracts/creator/index.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { finishUpgrades } from "#services/creator/upgrade/finish-upgrades.ts";
import { type Actor, outcomeOf } from "../support/act-as.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

const BEFORE = { username: "before", displayName: "Before", intent: "FAN" } as const;
const REQUEST = { username: "after", displayName: "After" };

describe("UPG-22 failures during an upgrade", () => {
  let world: CreatorFixture;
  let user: Actor;

  beforeEach(async () => {
    world = await startCreator();
    user = world.newUser(BEFORE);
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
    expect(world.account.users.get(user.userId)).toMatchObject({ ...REQUEST, intent: "CREATOR" });
    expect(world.account.claims.size).toBe(0);
    for (const collection of ["creator_profiles", "bio_pages", "outbox", "audit_log"]) {
      expect(await world.stored(collection)).toHaveLength(1);
    }
    expect(await world.stored("upgrade_sagas")).toMatchObject([{ status: "DONE", open: false, settled: true }]);
  };
  const runJob = () => world.runtime.jobs.runNow("creator.finish-upgrades");

  it.each(["creator.upgrade.claimed", "creator.upgrade.commit"])(
    "undoes a failure at %s before the response, and accepts the next attempt",
    async (point) => {
      world.runtime.faults.arm({ point, mode: "error", times: 1 });
      await expect(user.call(upgrade, REQUEST)).rejects.toThrow(point);
      await expectNothing();
      await user.call(upgrade, REQUEST);
      expect(await world.stored("upgrade_sagas", { status: "DONE" })).toHaveLength(1);
    },
  );

  it.each(["before", "after"] as const)("releases a claim that fails %s it takes effect", async (when) => {
    world.account.failing.set("claim", when);
    await expect(user.call(upgrade, REQUEST)).rejects.toThrow();
    await expectNothing();
    expect(world.account.calls.release).toBe(1);
  });

  it("releases the claim in the recovery job when the release has failed", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "error", times: 1 });
    world.account.failing.set("release", "before");
    await expect(user.call(upgrade, REQUEST)).rejects.toThrow();
    expect(world.account.users.get(user.userId)).toMatchObject({ intent: "CREATOR" });
    await runJob();
    expect(await world.stored("upgrade_sagas", { status: "UNDOING" })).toHaveLength(1);
    world.account.failing.clear();
    await runJob();
    await expectNothing();
  });

  it.each(["UNDOING", "DONE"])("the recovery job ends a saga that is %s also behind a whole batch of sagas that fail", async (status) => {
    await world.runtime.jobs.stop();
    const at = new Date(world.runtime.clock.now().getTime() - 10 * SECOND);
    const rows = Array.from({ length: 101 }, (_, index) => ({
      ...{ _id: uuid(), userId: uuid(), idempotencyKey: uuid(), wishHash: "x", status, open: status !== "DONE", settled: false },
      ...{ creatorId: null, createdAt: at, updatedAt: new Date(at.getTime() + index) },
    }));
    const last = rows[100];
    await world.runtime
      .database("creator")
      .connection.collection("upgrade_sagas")
      .insertMany(rows as never);
    const call = async (_: unknown, { userId }: { readonly userId: string }) => {
      if (userId !== last?.userId) throw new Error("fails each time");
    };
    const deps = { ...liveDeps(world.runtime), services: { call } } as unknown as Parameters<typeof finishUpgrades>[0];
    for (let run = 0; run < 2; run += 1) await finishUpgrades(deps);
    const ended = status === "DONE" ? { status: "DONE", settled: true } : { status: "UNDONE" };
    expect((await world.stored("upgrade_sagas", ended)).map(({ _id }) => _id)).toEqual([last?._id]);
  });

  it("finishes a pending undo before it accepts the next attempt", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.commit", mode: "error", times: 1 });
    world.account.failing.set("release", "before");
    await expect(user.call(upgrade, REQUEST)).rejects.toThrow();
    await expect(user.call(upgrade, REQUEST)).rejects.toThrow("release is out of order");
    world.account.failing.clear();
    await user.call(upgrade, REQUEST);
    expect(world.account.users.get(user.userId)).toMatchObject({ ...REQUEST, intent: "CREATOR" });
    expect(await world.stored("creator_profiles")).toHaveLength(1);
  });

  it("repeats a release whose response was lost", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "error", times: 1 });
    world.account.failing.set("release", "after");
    await expect(user.call(upgrade, REQUEST)).rejects.toThrow();
    world.account.failing.clear();
    await runJob();
    await expectNothing();
  });

  it.each(["before", "after"] as const)(
    "accepts the upgrade when the settlement fails %s it takes effect, and settles in the recovery job",
    async (when) => {
      world.account.failing.set("settle", when);
      await user.call(upgrade, REQUEST);
      expect(await world.stored("upgrade_sagas", { settled: false })).toHaveLength(1);
      world.account.failing.clear();
      world.runtime.clock.advance(3 * SECOND);
      await runJob();
      await expectCreator();
    },
  );

  it("undoes the upgrade of a process that crashed between claim and commit within 30 seconds", async () => {
    // A killed process leaves the saga and the claim at the account service.
    const claimId = uuid();
    await world.broker.call("account.claimCreatorIdentity", { claimId, userId: user.userId, ...REQUEST });
    const now = world.runtime.clock.now();
    const saga = {
      _id: claimId,
      userId: user.userId,
      status: "PENDING",
      open: true,
      settled: false,
      creatorId: null,
      createdAt: now,
      updatedAt: now,
    };
    await world.runtime.database("creator").connection.collection<typeof saga>("upgrade_sagas").insertOne(saga);
    await runJob();
    expect(await world.stored("upgrade_sagas", { status: "PENDING" })).toHaveLength(1);
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectNothing();
  });

  it("settles the upgrade of a process that crashed after the commit", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.settle", mode: "error", times: 1 });
    await user.call(upgrade, REQUEST);
    expect(world.account.claims.size).toBe(1);
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectCreator();
  });

  it("creates no creator in a stalled process whose upgrade the recovery job has undone", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "delay", delayMs: 700, times: 1 });
    const stalled = outcomeOf(user.call(upgrade, REQUEST));
    await eventually(() => expect(world.account.claims.size).toBe(1));
    world.runtime.clock.advance(25 * SECOND);
    await runJob();
    await expectNothing();
    expect(await stalled).toBe("error.service_unavailable");
    await expectNothing();
  });

  it("UPG-27 refuses an upgrade that gets no turn within three seconds, and does not begin it later", async () => {
    world.runtime.faults.arm({ point: "creator.upgrade.claimed", mode: "delay", delayMs: 3_500, times: 1 });
    const first = outcomeOf(user.call(upgrade, REQUEST));
    await eventually(() => expect(world.account.claims.size).toBe(1));
    expect(await outcomeOf(user.call(upgrade, REQUEST))).toBe("error.service_unavailable");
    expect(await first).toBe("ok");
    expect(await outcomeOf(user.call(upgrade, REQUEST))).toBe("creator.upgrade.already_creator");
    await expect(world.stored("upgrade_sagas", { userId: user.userId })).resolves.toHaveLength(1);
  });

  it("never undoes a committed upgrade", async () => {
    await user.call(upgrade, REQUEST);
    world.runtime.clock.advance(60 * SECOND);
    await runJob();
    await expectCreator();
    expect(world.account.calls.release).toBe(0);
  });
});
