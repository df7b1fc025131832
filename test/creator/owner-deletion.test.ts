import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type UserStatus, userChanged } from "#libs/contracts/account/index.ts";
import { type CreatorStatus, getPayoutStanding, setCreatorStatus } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ownerStatusChange } from "#services/creator/domain/owner-status.ts";
import { eventually } from "../support/eventually.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

let latestVersion = 1;

/** Publishes the status of a user; each call has a newer version. */
async function publishStatus(userId: string, status: UserStatus, version = ++latestVersion): Promise<void> {
  const changedAt = new Date();
  const names = { username: "somebody", displayName: null, avatarUrl: null };
  const payload = { userId, version, status, locale: "en", ...names, changedAt: changedAt.toISOString() };
  await world.runtime.stream.publish({
    id: uuid(),
    event: userChanged.name,
    at: changedAt.toISOString(),
    payload,
    requestId: null,
    source: "account",
  });
}

const awaitStatus = (creatorId: string, creatorStatus: CreatorStatus, userStatus: UserStatus) =>
  eventually(async () => expect(await world.profile(creatorId)).toMatchObject({ creatorStatus, userStatus }));

describe("the deletion of the owner's account (spec 2.2, 3.3)", () => {
  it.each(STATUSES)("DEL-16 deactivates a creator who is %s; GDP-03 restores that status after a cancellation", async (from) => {
    const { creatorId, userId } = await world.newCreator({ creatorStatus: from, vacationMode: from === "VACATION" });
    await publishStatus(userId, "DEACTIVATED");
    await awaitStatus(creatorId, "DEACTIVATED", "DEACTIVATED");
    await publishStatus(userId, "ACTIVE");
    await awaitStatus(creatorId, from, "ACTIVE");
    const deactivation = { creatorId, version: 2, userId, from, to: "DEACTIVATED" };
    const restoration = { creatorId, version: 3, userId, from: "DEACTIVATED", to: from };
    const events = await world.events("creator.status_changed", creatorId);
    expect(events).toEqual(from === "DEACTIVATED" ? [] : [deactivation, restoration]);
    const lines = await world.stored("audit_log", { target: creatorId, action: "creator.followOwner" });
    expect(lines).toHaveLength(from === "DEACTIVATED" ? 0 : 2);
  });

  it("keeps a status that an admin has set during the deletion", async () => {
    const { creatorId, userId } = await world.newCreator();
    await publishStatus(userId, "DEACTIVATED");
    await awaitStatus(creatorId, "DEACTIVATED", "DEACTIVATED");
    for (const creatorStatus of ["BANNED", "DEACTIVATED"] as const) {
      await world.admin.call(setCreatorStatus, { creatorId, creatorStatus, reason: "because" });
    }
    await publishStatus(userId, "ACTIVE");
    await awaitStatus(creatorId, "DEACTIVATED", "ACTIVE");
  });

  it("PAY-04 reports a ban to payouts also while the account is being deleted", async () => {
    const standing = (userId: string) => world.admin.call(getPayoutStanding, { userId });
    const [banned, leaving] = [await world.newCreator({ creatorStatus: "BANNED" }), await world.newCreator()];
    for (const { creatorId, userId } of [banned, leaving]) {
      await publishStatus(userId, "DEACTIVATED");
      await awaitStatus(creatorId, "DEACTIVATED", "DEACTIVATED");
    }
    expect(await standing(banned.userId)).toMatchObject({ creatorStatus: "BANNED" });
    expect(await standing(leaving.userId)).toMatchObject({ creatorStatus: "ACTIVE" });
  });

  it("ignores an older event that arrives late", async () => {
    const { creatorId, userId } = await world.newCreator();
    latestVersion += 2;
    await publishStatus(userId, "ACTIVE", latestVersion);
    await publishStatus(userId, "DEACTIVATED", latestVersion - 1);
    await publishStatus(userId, "ACTIVE");
    await awaitStatus(creatorId, "ACTIVE", "ACTIVE");
    expect(await world.events("creator.status_changed", creatorId)).toEqual([]);
  });

  it("restores ACTIVE when the vacation has ended during the deletion", () => {
    const deactivated = { creatorStatus: "DEACTIVATED", statusBeforeDeletion: "VACATION" } as const;
    expect(ownerStatusChange({ ...deactivated, vacationMode: true }, "ACTIVE")?.to).toBe("VACATION");
    expect(ownerStatusChange({ ...deactivated, vacationMode: false }, "ACTIVE")?.to).toBe("ACTIVE");
    expect(ownerStatusChange({ ...deactivated, vacationMode: false }, "DELETED")).toBeNull();
  });
});
