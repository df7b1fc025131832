import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type CreatorStatus, setCreatorStatus } from "#libs/contracts/creator.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type CreatorFixture, STATUSES, startCreator } from "./fixture.ts";

type Wanted = Exclude<CreatorStatus, "VACATION">;
const WANTED: readonly Wanted[] = ["ACTIVE", "SUSPENDED", "BANNED", "DEACTIVATED"];

/** The admin edges, written out; a pair that is not here is refused. */
const EDGES: Readonly<Record<Wanted, readonly CreatorStatus[]>> = {
  ACTIVE: ["SUSPENDED"],
  SUSPENDED: ["ACTIVE", "VACATION"],
  BANNED: ["ACTIVE", "VACATION", "SUSPENDED", "DEACTIVATED"],
  DEACTIVATED: ["ACTIVE", "VACATION", "SUSPENDED", "BANNED"],
};

describe("an admin sets a creator's status", () => {
  let world: CreatorFixture;
  const set = (creatorId: string, creatorStatus: Wanted) =>
    world.admin.call(setCreatorStatus, { creatorId, creatorStatus, reason: "because" });

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it.each(STATUSES.flatMap((from) => WANTED.map((wanted) => [from, wanted] as const)))(
    "%s → %s as the edges allow",
    async (from, wanted) => {
      const { creatorId, userId } = await world.aCreator({ creatorStatus: from });
      const allowed = EDGES[wanted].includes(from);
      await expect(outcomeOf(set(creatorId, wanted))).resolves.toBe(allowed ? "ok" : "creator.error.invalid_status");
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: allowed ? wanted : from });
      await expect(world.events("creator.status_changed", creatorId)).resolves.toEqual(
        allowed ? [{ creatorId, version: 2, userId, from, to: wanted }] : [],
      );
      await expect(world.stored("audit_log", { target: creatorId, action: "creator.setStatus" })).resolves.toMatchObject(
        allowed ? [{ actor: world.admin.userId, details: { from, to: wanted, reason: "because" } }] : [],
      );
    },
  );

  it("who leaves SUSPENDED with vacation mode on is on vacation", async () => {
    const { creatorId, userId } = await world.aCreator({ creatorStatus: "SUSPENDED", vacationMode: true });
    await set(creatorId, "ACTIVE");
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "VACATION", vacationMode: true });
    await expect(world.events("creator.status_changed", creatorId)).resolves.toEqual([
      { creatorId, version: 2, userId, from: "SUSPENDED", to: "VACATION" },
    ]);
  });

  it.each([uuid(), "no-uuid"])("unknown id %s: 404", async (creatorId) => {
    await expect(set(creatorId, "BANNED")).rejects.toMatchObject({ key: "creator.error.not_found", code: 404 });
  });

  it("of five admins who suspend at once one does it; there is one event", async () => {
    const { creatorId } = await world.aCreator();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => outcomeOf(set(creatorId, "SUSPENDED"))));
    expect(outcomes.filter((outcome) => outcome === "ok")).toHaveLength(1);
    await expect(world.events("creator.status_changed", creatorId)).resolves.toHaveLength(1);
  });
});
