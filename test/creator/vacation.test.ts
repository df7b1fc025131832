import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import {
  type CreatorStatus,
  getDmSettings,
  getPublicBio,
  getVacation,
  setCreatorStatus,
  setVacation,
} from "#libs/contracts/creator/index.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { vacationStore } from "#services/creator/data/vacation.store.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { creatorJobs } from "#services/creator/jobs.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

/** Table 3.1, repeated here on purpose: status before, enabled, status after. */
const TABLE: readonly [CreatorStatus, boolean, CreatorStatus][] = [
  ["ACTIVE", true, "VACATION"],
  ["ACTIVE", false, "ACTIVE"],
  ["VACATION", true, "VACATION"],
  ["VACATION", false, "ACTIVE"],
  ["SUSPENDED", true, "SUSPENDED"],
  ["SUSPENDED", false, "SUSPENDED"],
  ["BANNED", true, "BANNED"],
  ["BANNED", false, "BANNED"],
  ["DEACTIVATED", true, "DEACTIVATED"],
  ["DEACTIVATED", false, "DEACTIVATED"],
];

const changeOf = ({ version, updatedAt }: Record<string, unknown>) => ({ version, changedAt: (updatedAt as Date).toISOString() });

describe("vacations", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it.each(TABLE)(
    "VAC-01 VAC-04 VAC-17 VAC-18 VAC-19 VAC-20 VAC-21 VAC-28 moves %s with enabled %p to %s and publishes one event",
    async (from, enabled, to) => {
      const before = { creatorStatus: from, vacationMode: !enabled, vacationStart: new Date(1), vacationEnd: new Date(2) };
      const { creatorId, userId, ...creator } = await world.newCreator(before);
      const requestedAt = world.runtime.clock.now().getTime();
      await creator.call(setVacation, { creatorId, enabled });
      const after = await world.profile(creatorId);
      expect(after).toMatchObject({ creatorStatus: to, vacationMode: enabled, vacationEnd: null });
      if (enabled) expect(Math.abs((after.vacationStart as Date).getTime() - requestedAt)).toBeLessThan(2_000);
      else expect(after.vacationStart).toBeNull();
      const vacationStart = (after.vacationStart as Date | null)?.toISOString() ?? null;
      await expect(world.events("creator.vacation", creatorId)).resolves.toEqual([
        { creatorId, userId, enabled, creatorStatus: to, vacationStart, vacationEnd: null, ...changeOf(after) },
      ]);
    },
  );

  it("VAC-02 VAC-03 VAC-20 VAC-24 stores the given dates and replaces them with the next PATCH", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    const read = () => creator.call(getVacation, { creatorId });
    await creator.call(setVacation, { creatorId, enabled: true, startDate: "2026-12-01T08:00:00+02:00", endDate: "2026-12-24" });
    await expect(read()).resolves.toEqual({
      creatorStatus: "VACATION",
      vacationMode: true,
      vacationStart: "2026-12-01T06:00:00.000Z",
      vacationEnd: "2026-12-24T00:00:00.000Z",
    });
    await creator.call(setVacation, { creatorId, enabled: true, startDate: "2026-12-02T10:00:00" });
    await expect(read()).resolves.toMatchObject({ vacationStart: "2026-12-02T10:00:00.000Z", vacationEnd: null });
  });

  it("VAC-05 ignores the dates when the creator leaves", async () => {
    const { creatorId, ...creator } = await world.newCreator({ creatorStatus: "VACATION", vacationMode: true, vacationStart: new Date() });
    await creator.call(setVacation, { creatorId, enabled: false, startDate: "2026-05-02", endDate: "2026-05-01" });
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE", vacationStart: null, vacationEnd: null });
  });

  it.each([
    ["VAC-06 an end equal to the start", "2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"],
    ["VAC-07 an end before the start", "2026-05-02", "2026-05-01"],
    ["VAC-08 an end equal to the start with another offset", "2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00"],
  ])("%s is refused with invalid_date_range; VAC-29 without event, audit line or change", async (_, startDate, endDate) => {
    const { creatorId, ...creator } = await world.newCreator();
    await expect(creator.call(setVacation, { creatorId, enabled: true, startDate, endDate })).rejects.toMatchObject({
      key: "creator.vacation.invalid_date_range",
      code: 400,
    });
    await expect(world.events("creator.vacation", creatorId)).resolves.toEqual([]);
    await expect(world.stored("audit_log", { target: creatorId, action: "creator.setVacation" })).resolves.toEqual([]);
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE", vacationMode: false });
  });

  it.each([
    ["VAC-08 a later end whose text sorts first", { startDate: "2026-05-01T23:00:00+14:00", endDate: "2026-05-01T10:00:00Z" }],
    ["VAC-09 an end in the past without a start", { endDate: "2001-01-01" }],
  ])("%s is accepted", async (_, dates) => {
    const { creatorId, ...creator } = await world.newCreator();
    await expect(creator.call(setVacation, { creatorId, enabled: true, ...dates })).resolves.toBeUndefined();
  });

  it.each([
    ["VAC-10", {}],
    ["VAC-11", { enabled: "true" }],
    ["VAC-11", { enabled: 1 }],
    ["VAC-11", { enabled: null }],
    ["VAC-12", { enabled: true, startDate: "tomorrow" }],
    ["VAC-12", { enabled: true, endDate: "2026-13-01" }],
    ["VAC-12", { enabled: true, endDate: 12_345 }],
  ])("%s VAC-15 refuses %p with 400 and details, also for another creator's id", async (_, body) => {
    const creator = await world.newCreator();
    for (const creatorId of [creator.creatorId, uuid()]) {
      await expect(creator.call(setVacation, { creatorId, ...body } as never)).rejects.toMatchObject({
        key: "error.validation_failed",
        details: [{ message: expect.any(String) }],
      });
    }
  });

  it("VAC-13 VAC-14 VAC-15 VAC-24 refuses foreign, unknown and malformed ids with 403 before it checks the dates", async () => {
    const refused = { key: "creator.error.not_owner", code: 403 };
    const [creator, other] = [await world.newCreator(), await world.newCreator()];
    const wrong = { enabled: true, startDate: "2026-05-02", endDate: "2026-05-01" };
    for (const creatorId of [other.creatorId, uuid(), "not-a-uuid", ""]) {
      await expect(creator.call(setVacation, { creatorId, ...wrong })).rejects.toMatchObject(refused);
      await expect(creator.call(getVacation, { creatorId })).rejects.toMatchObject(refused);
    }
    await expect(world.newUser().call(setVacation, { creatorId: other.creatorId, enabled: true })).rejects.toMatchObject(refused);
    await expect(world.profile(other.creatorId)).resolves.toMatchObject({ vacationMode: false });
    await expect(world.events("creator.vacation", other.creatorId)).resolves.toEqual([]);
  });

  it("VAC-16 refuses an anonymous caller with 401", async () => {
    await expect(world.broker.call("creator.setVacation", { creatorId: uuid(), enabled: true })).rejects.toMatchObject({ code: 401 });
  });

  it("VAC-22 keeps a suspension that races with PATCH", async () => {
    for (let round = 0; round < 12; round++) {
      const { creatorId, ...creator } = await world.newCreator();
      const patches = [true, false, true].map((enabled) => outcomeOf(creator.call(setVacation, { creatorId, enabled })));
      const suspension = outcomeOf(world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "SUSPENDED", reason: "spam" }));
      expect(await Promise.all([...patches, suspension])).toEqual(["ok", "ok", "ok", "ok"]);
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED" });
      await expect(world.events("creator.vacation", creatorId)).resolves.toHaveLength(3);
    }
  });

  it.each([1, 2])("VAC-32 LOD-04 makes each of fourteen changes at once, in processes: %d", async (processes) => {
    const creator = await world.newCreator();
    const { creatorId } = creator;
    const callers = [creator, processes === 2 ? await world.inSecondProcess(creator) : creator];
    for (let round = 1; round <= 10; round++) {
      const changes = Array.from({ length: 14 }, (_, index) =>
        outcomeOf((callers[index % 2] ?? creator).call(setVacation, { creatorId, enabled: (index + (index >> 1)) % 2 === 0 })),
      );
      expect(await Promise.all(changes)).toEqual(Array(14).fill("ok"));
      await expect(world.events("creator.vacation", creatorId)).resolves.toHaveLength(14 * round);
    }
  });

  it("VAC-22 does not reinstate a creator as ACTIVE when a vacation has begun in between", async () => {
    const { creatorId } = await world.newCreator({ creatorStatus: "SUSPENDED" });
    const { profiles, transaction } = liveDeps(world.runtime);
    const before = await profiles.find(creatorId);
    if (!before) throw new Error("no profile");
    await world.updateProfile(creatorId, { vacationMode: true });
    expect(await transaction((tx) => profiles.updateStatus(tx, before, "ACTIVE", new Date()))).toBeNull();
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED", vacationMode: true });
  });

  it("VAC-23 writes one audit line with actor, old and new values", async () => {
    const { creatorId, ...creator } = await world.newCreator();
    await creator.call(setVacation, { creatorId, enabled: true, startDate: "2026-05-01", endDate: "2026-05-09" });
    await expect(world.stored("audit_log", { target: creatorId, action: "creator.setVacation" })).resolves.toMatchObject([
      {
        actor: creator.userId,
        details: {
          old: { creatorStatus: "ACTIVE", vacationMode: false, vacationStart: null, vacationEnd: null },
          new: {
            creatorStatus: "VACATION",
            vacationMode: true,
            vacationStart: new Date("2026-05-01"),
            vacationEnd: new Date("2026-05-09"),
          },
        },
      },
    ]);
  });

  it("VAC-25 VAC-26 BPG-02 shows dmActive false on the page during a vacation while the stored value stays true", async () => {
    const { creatorId, username, ...creator } = await world.newCreator();
    const publicDmActive = async () => (await creator.call(getPublicBio, { username })).dmActive;
    const dmSettings = () => call(world.broker, getDmSettings, { userId: creator.userId });
    expect(await publicDmActive()).toBe(true);
    await creator.call(setVacation, { creatorId, enabled: true });
    expect(await publicDmActive()).toBe(false);
    await expect(dmSettings()).resolves.toMatchObject({ dmActive: true, vacationMode: true, creatorStatus: "VACATION" });
    await creator.call(setVacation, { creatorId, enabled: false });
    expect(await publicDmActive()).toBe(true);
    await expect(dmSettings()).resolves.toMatchObject({ dmActive: true, vacationMode: false, creatorStatus: "ACTIVE" });
  });

  it("VAC-27 shows dmActive false on the page of a suspended creator in vacation mode", async () => {
    const { username, ...creator } = await world.newCreator({ creatorStatus: "SUSPENDED", vacationMode: true });
    await expect(creator.call(getPublicBio, { username })).resolves.toMatchObject({ dmActive: false });
  });
});

describe("VAC-30 the job that ends vacations", () => {
  let world: CreatorFixture;
  const pastEnd = new Date(Date.now() - 1_000);
  const onVacation = { creatorStatus: "VACATION", vacationMode: true, vacationStart: new Date(0), vacationEnd: pastEnd };
  const runJob = () => world.runtime.jobs.runNow("creator.end-vacations");

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it("VAC-30 ends a vacation whose end has passed, with audit line and event", async () => {
    const { creatorId, userId } = await world.newCreator(onVacation);
    await runJob();
    const ended = { creatorStatus: "ACTIVE", vacationStart: null, vacationEnd: null };
    const after = await world.profile(creatorId);
    expect(after).toMatchObject({ ...ended, vacationMode: false });
    const facts = [{ creatorId, userId, enabled: false, ...ended, ...changeOf(after) }];
    await expect(world.events("creator.vacation", creatorId)).resolves.toEqual(facts);
    await expect(world.stored("audit_log", { target: creatorId, actor: "system" })).resolves.toHaveLength(1);
    await runJob();
    await expect(world.events("creator.vacation", creatorId)).resolves.toHaveLength(1);
  });

  it("VAC-30 runs at least once a minute", () => {
    const job = creatorJobs(liveDeps(world.runtime)).find(({ name }) => name === "creator.end-vacations");
    expect(job?.everyMs).toBeLessThanOrEqual(MINUTE);
  });

  it("VAC-30 does not end a vacation that was extended in between", async () => {
    const { creatorId } = await world.newCreator({ ...onVacation, vacationEnd: new Date(Date.now() + MINUTE) });
    const database = world.runtime.database("creator");
    const end = (now: Date) => database.transaction((tx) => vacationStore(database).endDue(tx, creatorId, now));
    expect(await end(new Date())).toBeNull();
    expect(await end(new Date(Date.now() + 2 * MINUTE))).toMatchObject({ _id: creatorId, creatorStatus: "VACATION" });
  });

  it("VAC-30 ends all due vacations in one run, more than a batch", async () => {
    const { creatorId } = await world.newCreator(onVacation);
    const template = await world.profile(creatorId);
    const copyIds = Array.from({ length: 250 }, () => uuid());
    const copies = copyIds.map((id) => ({ ...template, _id: id, userId: id, username: id }));
    await world.runtime.database("creator").connection.collection<{ _id: string }>("creator_profiles").insertMany(copies);
    await runJob();
    await expect(world.stored("creator_profiles", { creatorStatus: "VACATION", vacationEnd: pastEnd })).resolves.toEqual([]);
  });

  it("VAC-30 ends the other vacations when one fails", async () => {
    const [broken, intact] = [await world.newCreator(onVacation), await world.newCreator(onVacation)];
    // Without a user id the event is invalid, and the transaction fails.
    await world.updateProfile(broken.creatorId, { userId: null, vacationEnd: new Date(0) });
    await runJob();
    await expect(world.profile(intact.creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE" });
    await expect(world.profile(broken.creatorId)).resolves.toMatchObject({ creatorStatus: "VACATION" });
    await world.updateProfile(broken.creatorId, { vacationMode: false, creatorStatus: "ACTIVE" });
  });

  it("VAC-30 changes no open-ended or future vacation, and no protected status", async () => {
    const states = [
      { ...onVacation, vacationEnd: null },
      { ...onVacation, vacationEnd: new Date(Date.now() + 60_000) },
      ...(["SUSPENDED", "BANNED", "DEACTIVATED"] as const).map((creatorStatus) => ({ ...onVacation, creatorStatus })),
    ];
    for (const state of states) {
      const { creatorId } = await world.newCreator(state);
      await runJob();
      await expect(world.profile(creatorId)).resolves.toMatchObject(state);
    }
  });

  it("VAC-22 keeps a suspension that races with the job", async () => {
    for (let round = 0; round < 12; round++) {
      const { creatorId } = await world.newCreator(onVacation);
      const suspension = outcomeOf(world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "SUSPENDED", reason: "spam" }));
      await Promise.all([runJob(), suspension]);
      expect(await suspension).toBe("ok");
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED" });
    }
  });

  it("VAC-30 does nothing while creator.vacation_auto_end is off", async () => {
    const { creatorId } = await world.newCreator(onVacation);
    world.setConfig({ "creator.vacation_auto_end": false });
    await runJob();
    await expect(world.profile(creatorId)).resolves.toMatchObject(onVacation);
    world.setConfig({});
    await runJob();
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE" });
  });
});
