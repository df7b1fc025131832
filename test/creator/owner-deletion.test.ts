import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type UserStatus, userChanged } from "#libs/contracts/account.ts";
import { type CreatorStatus, setCreatorStatus } from "#libs/contracts/creator.ts";
import { getPayoutStanding } from "#libs/contracts/creator-standing.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { ownerMove } from "#services/creator/domain/owner-status.ts";
import { eventually } from "#test/support/eventually.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

let world: CreatorFixture;

beforeAll(async () => {
  world = await startCreator();
});
afterAll(() => world.stop());

let order = 1;

/** What the account service says of a user; later ones are newer. */
async function tell(userId: string, status: UserStatus, version = ++order): Promise<void> {
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

const becomes = (creatorId: string, creatorStatus: CreatorStatus, userStatus: UserStatus) =>
  eventually(async () => expect(await world.profile(creatorId)).toMatchObject({ creatorStatus, userStatus }));

describe("the deletion of the owner's account (spec 2.2, 3.3)", () => {
  it.each(STATUSES)("DEL-16 deactivates a creator who is %s, and GDP-03 taking it back brings the status back", async (from) => {
    const { creatorId, userId } = await world.aCreator({ creatorStatus: from, vacationMode: from === "VACATION" });
    await tell(userId, "DEACTIVATED");
    await becomes(creatorId, "DEACTIVATED", "DEACTIVATED");
    await tell(userId, "ACTIVE");
    await becomes(creatorId, from, "ACTIVE");
    const there = { creatorId, version: 2, userId, from, to: "DEACTIVATED" };
    const back = { creatorId, version: 3, userId, from: "DEACTIVATED", to: from };
    const events = await world.events("creator.status_changed", creatorId);
    expect(events).toEqual(from === "DEACTIVATED" ? [] : [there, back]);
    const lines = await world.stored("audit_log", { target: creatorId, action: "creator.followOwner" });
    expect(lines).toHaveLength(from === "DEACTIVATED" ? 0 : 2);
  });

  it("what an administrator decides meanwhile stays", async () => {
    const { creatorId, userId } = await world.aCreator();
    await tell(userId, "DEACTIVATED");
    await becomes(creatorId, "DEACTIVATED", "DEACTIVATED");
    for (const creatorStatus of ["BANNED", "DEACTIVATED"] as const) {
      await world.admin.call(setCreatorStatus, { creatorId, creatorStatus, reason: "because" });
    }
    await tell(userId, "ACTIVE");
    await becomes(creatorId, "DEACTIVATED", "ACTIVE");
  });

  it("PAY-04 a ban does not hide behind the deletion: payouts still see it", async () => {
    const standing = (userId: string) => world.admin.call(getPayoutStanding, { userId });
    const [banned, leaving] = [await world.aCreator({ creatorStatus: "BANNED" }), await world.aCreator()];
    for (const { creatorId, userId } of [banned, leaving]) {
      await tell(userId, "DEACTIVATED");
      await becomes(creatorId, "DEACTIVATED", "DEACTIVATED");
    }
    expect(await standing(banned.userId)).toMatchObject({ creatorStatus: "BANNED" });
    expect(await standing(leaving.userId)).toMatchObject({ creatorStatus: "ACTIVE" });
  });

  it("an older fact that comes late changes nothing", async () => {
    const { creatorId, userId } = await world.aCreator();
    order += 2;
    await tell(userId, "ACTIVE", order);
    await tell(userId, "DEACTIVATED", order - 1);
    await tell(userId, "ACTIVE");
    await becomes(creatorId, "ACTIVE", "ACTIVE");
    expect(await world.events("creator.status_changed", creatorId)).toEqual([]);
  });

  it("a vacation that was switched off meanwhile does not come back", () => {
    const away = { creatorStatus: "DEACTIVATED", statusBeforeDeletion: "VACATION" } as const;
    expect(ownerMove({ ...away, vacationMode: true }, "ACTIVE")?.to).toBe("VACATION");
    expect(ownerMove({ ...away, vacationMode: false }, "ACTIVE")?.to).toBe("ACTIVE");
    expect(ownerMove({ ...away, vacationMode: false }, "DELETED")).toBeNull();
  });
});
