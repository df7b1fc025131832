import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CreatorStatus, setCreatorStatus } from "#libs/contracts/creator/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

type AdminStatus = Exclude<CreatorStatus, "VACATION">;
const ADMIN_STATUSES: readonly AdminStatus[] = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED"];

/** The transitions that an admin may cause, repeated here on purpose; every other pair is refused. */
const TRANSITIONS: Readonly<Record<AdminStatus, readonly CreatorStatus[]>> = {
  ACTIVE: ["SUSPENDED"],
  SUSPENDED: ["ACTIVE", "VACATION"],
  BANNED: ["ACTIVE", "VACATION", "SUSPENDED", "DEACTIVATED"],
  DEACTIVATED: ["ACTIVE", "VACATION", "SUSPENDED", "BANNED"],
};

describe("the status that an admin sets", () => {
  let world: CreatorFixture;
  const set = (creatorId: string, creatorStatus: AdminStatus) =>
    world.admin.call(setCreatorStatus, { creatorId, creatorStatus, reason: "because" });

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it.each(STATUSES.flatMap((from) => ADMIN_STATUSES.map((to) => [from, to] as const)))(
    "moves from %s to %s when the transition is allowed",
    async (from, to) => {
      const { creatorId, userId } = await world.newCreator({ creatorStatus: from });
      const allowed = TRANSITIONS[to].includes(from);
      await expect(outcomeOf(set(creatorId, to))).resolves.toBe(allowed ? "ok" : "creator.error.invalid_status");
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: allowed ? to : from });
      await expect(world.events("creator.status_changed", creatorId)).resolves.toEqual(
        allowed ? [{ creatorId, version: 2, userId, from, to }] : [],
      );
      await expect(world.stored("audit_log", { target: creatorId, action: "creator.setStatus" })).resolves.toMatchObject(
        allowed ? [{ actor: world.admin.userId, details: { from, to, reason: "because" } }] : [],
      );
    },
  );

  it("returns a suspended creator in vacation mode to VACATION", async () => {
    const { creatorId, userId } = await world.newCreator({ creatorStatus: "SUSPENDED", vacationMode: true });
    await set(creatorId, "ACTIVE");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "VACATION", vacationMode: true });
    await expect(world.events("creator.status_changed", creatorId)).resolves.toEqual([
      { creatorId, version: 2, userId, from: "SUSPENDED", to: "VACATION" },
    ]);
  });

  it.each([uuid(), "no-uuid"])("refuses the unknown id %s with 404", async (creatorId) => {
    await expect(set(creatorId, "BANNED")).rejects.toMatchObject({ key: "creator.error.not_found", code: 404 });
  });

  it("accepts one of five parallel suspensions and publishes one event", async () => {
    const { creatorId } = await world.newCreator();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(set(creatorId, "SUSPENDED"))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    await expect(world.events("creator.status_changed", creatorId)).resolves.toHaveLength(1);
  });
});
