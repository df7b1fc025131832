import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { call } from "#libs/contract-kit/call.ts";
import { type CreatorStatus, getDmSettings, getPublicBio, getVacation, setCreatorStatus, setVacation } from "#libs/contracts/creator.ts";
import { MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { transactionOn } from "#libs/mongo/transaction.ts";
import { creatorProfileStore } from "#services/creator/data/creator-profile.store.ts";
import { liveDeps } from "#services/creator/deps.ts";
import { creatorJobs } from "#services/creator/jobs.ts";
import { outcomeOf } from "#test/support/act-as.ts";
import { type CreatorFixture, startCreator } from "./fixture.ts";

/** Table 3.1, written out: status × enabled → status. */
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

describe("vacation", () => {
  let world: CreatorFixture;

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it.each(TABLE)("VAC-01 VAC-04 VAC-17 VAC-18 VAC-19 VAC-20 VAC-21 VAC-28 %s, enabled %p: %s", async (from, enabled, to) => {
    const was = { creatorStatus: from, vacationMode: !enabled, vacationStart: new Date(1), vacationEnd: new Date(2) };
    const creator = await world.aCreator(was);
    const { creatorId, userId } = creator;
    const at = world.runtime.clock.now().getTime();
    await expect(creator.call(setVacation, { creatorId, enabled })).resolves.toBeUndefined();
    const now = await world.profile(creatorId);
    expect(now).toMatchObject({ creatorStatus: to, vacationMode: enabled, vacationEnd: null });
    if (enabled) expect(Math.abs((now.vacationStart as Date).getTime() - at)).toBeLessThan(2_000);
    else expect(now.vacationStart).toBeNull();
    const vacationStart = (now.vacationStart as Date | null)?.toISOString() ?? null;
    await expect(world.events("creator.vacation", creatorId)).resolves.toEqual([
      { creatorId, userId, enabled, creatorStatus: to, vacationStart, vacationEnd: null },
    ]);
  });

  it("VAC-02 VAC-03 VAC-20 VAC-24 dates are kept as given and replaced by the next PATCH", async () => {
    const { creatorId, ...creator } = await world.aCreator();
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

  it("VAC-05 leaving ignores the dates", async () => {
    const { creatorId, ...creator } = await world.aCreator({ creatorStatus: "VACATION", vacationMode: true, vacationStart: new Date() });
    await creator.call(setVacation, { creatorId, enabled: false, startDate: "2026-05-02", endDate: "2026-05-01" });
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE", vacationStart: null, vacationEnd: null });
  });

  it.each([
    ["VAC-06 the same instant", "2026-05-01T10:00:00Z", "2026-05-01T10:00:00Z"],
    ["VAC-07 an earlier end", "2026-05-02", "2026-05-01"],
    ["VAC-08 the same instant in other offsets", "2026-05-01T10:00:00Z", "2026-05-01T12:00:00+02:00"],
  ])("%s: invalid_date_range, and VAC-29 no event, no audit, no change", async (_, startDate, endDate) => {
    const { creatorId, ...creator } = await world.aCreator();
    await expect(creator.call(setVacation, { creatorId, enabled: true, startDate, endDate })).rejects.toMatchObject({
      key: "creator.vacation.invalid_date_range",
      code: 400,
    });
    await expect(world.events("creator.vacation", creatorId)).resolves.toEqual([]);
    await expect(world.stored("audit_log", { target: creatorId, action: "creator.setVacation" })).resolves.toEqual([]);
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE", vacationMode: false });
  });

  it.each([
    ["VAC-08 a later instant with smaller text", { startDate: "2026-05-01T23:00:00+14:00", endDate: "2026-05-01T10:00:00Z" }],
    ["VAC-09 only an end, even in the past", { endDate: "2001-01-01" }],
  ])("%s is taken", async (_, dates) => {
    const { creatorId, ...creator } = await world.aCreator();
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
  ])("%s VAC-15 %p: 400 with details, also for a foreign id", async (_, body) => {
    const creator = await world.aCreator();
    for (const creatorId of [creator.creatorId, uuid()]) {
      await expect(creator.call(setVacation, { creatorId, ...body } as never)).rejects.toMatchObject({
        key: "error.validation_failed",
        details: [{ message: expect.any(String) }],
      });
    }
  });

  it("VAC-13 VAC-14 VAC-15 VAC-24 foreign, unknown and malformed ids: 403 before the dates; nothing changes", async () => {
    const refused = { key: "creator.error.not_owner", code: 403 };
    const [mine, other] = [await world.aCreator(), await world.aCreator()];
    const wrong = { enabled: true, startDate: "2026-05-02", endDate: "2026-05-01" };
    for (const creatorId of [other.creatorId, uuid(), "not-a-uuid", ""]) {
      await expect(mine.call(setVacation, { creatorId, ...wrong })).rejects.toMatchObject(refused);
      await expect(mine.call(getVacation, { creatorId })).rejects.toMatchObject(refused);
    }
    await expect(world.aUser().call(setVacation, { creatorId: other.creatorId, enabled: true })).rejects.toMatchObject(refused);
    await expect(world.profile(other.creatorId)).resolves.toMatchObject({ vacationMode: false });
    await expect(world.events("creator.vacation", other.creatorId)).resolves.toEqual([]);
  });

  it("VAC-16 anonymous: 401", async () => {
    await expect(world.broker.call("creator.setVacation", { creatorId: uuid(), enabled: true })).rejects.toMatchObject({ code: 401 });
  });

  it("VAC-22 a suspension that races with PATCH never ends in ACTIVE or VACATION", async () => {
    for (let round = 0; round < 12; round++) {
      const { creatorId, ...creator } = await world.aCreator();
      const patches = [true, false, true].map((enabled) => outcomeOf(creator.call(setVacation, { creatorId, enabled })));
      const suspension = outcomeOf(world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "SUSPENDED", reason: "spam" }));
      expect(await Promise.all([...patches, suspension])).toEqual(["ok", "ok", "ok", "ok"]);
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED" });
      await expect(world.events("creator.vacation", creatorId)).resolves.toHaveLength(3);
    }
  });

  it("VAC-22 nobody comes back to work in the moment in which a vacation begins", async () => {
    const { creatorId } = await world.aCreator({ creatorStatus: "SUSPENDED" });
    const { profiles, transaction } = liveDeps(world.runtime);
    const seen = await profiles.byId(creatorId);
    if (!seen) throw new Error("the profile was awaited");
    await world.put(creatorId, { vacationMode: true });
    expect(await transaction((tx) => profiles.moveStatus(tx, seen, "ACTIVE", new Date()))).toBeNull();
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED", vacationMode: true });
  });

  it("VAC-23 one audit line with actor, old and new values", async () => {
    const { creatorId, ...creator } = await world.aCreator();
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

  it("VAC-25 VAC-26 BPG-02 during a vacation the page says dmActive false though it is stored true; back after it", async () => {
    const { creatorId, username, ...creator } = await world.aCreator();
    const shown = async () => (await creator.call(getPublicBio, { username })).dmActive;
    const asked = () => call(world.broker, getDmSettings, { userId: creator.userId });
    expect(await shown()).toBe(true);
    await creator.call(setVacation, { creatorId, enabled: true });
    expect(await shown()).toBe(false);
    await expect(asked()).resolves.toMatchObject({ dmActive: true, vacationMode: true, creatorStatus: "VACATION" });
    await creator.call(setVacation, { creatorId, enabled: false });
    expect(await shown()).toBe(true);
    await expect(asked()).resolves.toMatchObject({ dmActive: true, vacationMode: false, creatorStatus: "ACTIVE" });
  });

  it("VAC-27 SUSPENDED with vacation mode: the page says dmActive false", async () => {
    const { username, ...creator } = await world.aCreator({ creatorStatus: "SUSPENDED", vacationMode: true });
    await expect(creator.call(getPublicBio, { username })).resolves.toMatchObject({ dmActive: false });
  });
});

describe("VAC-30 the end of a vacation", () => {
  let world: CreatorFixture;
  const past = new Date(Date.now() - 1_000);
  const away = { creatorStatus: "VACATION", vacationMode: true, vacationStart: new Date(0), vacationEnd: past };
  const run = () => world.runtime.jobs.runNow("creator.end-vacations");

  beforeAll(async () => {
    world = await startCreator();
  });
  afterAll(() => world.stop());

  it("VAC-30 brings creators back whose end has passed, with audit line and event", async () => {
    const { creatorId, userId } = await world.aCreator(away);
    await run();
    const home = { creatorStatus: "ACTIVE", vacationStart: null, vacationEnd: null };
    await expect(world.profile(creatorId)).resolves.toMatchObject({ ...home, vacationMode: false });
    await expect(world.events("creator.vacation", creatorId)).resolves.toEqual([{ creatorId, userId, enabled: false, ...home }]);
    await expect(world.stored("audit_log", { target: creatorId, actor: "system" })).resolves.toHaveLength(1);
    await run();
    await expect(world.events("creator.vacation", creatorId)).resolves.toHaveLength(1);
  });

  it("VAC-30 is looked for every minute at least", () => {
    const job = creatorJobs(liveDeps(world.runtime)).find(({ name }) => name === "creator.end-vacations");
    expect(job?.everyMs).toBeLessThanOrEqual(MINUTE);
  });

  it("VAC-30 one that is prolonged in the last moment goes on", async () => {
    const { creatorId } = await world.aCreator({ ...away, vacationEnd: new Date(Date.now() + MINUTE) });
    const connection = world.runtime.database("creator");
    const end = (now: Date) => transactionOn(connection)((tx) => creatorProfileStore(connection).endDueVacation(tx, creatorId, now));
    expect(await end(new Date())).toBeNull();
    expect(await end(new Date(Date.now() + 2 * MINUTE))).toMatchObject({ _id: creatorId, creatorStatus: "VACATION" });
  });

  it("VAC-30 one run ends all that have ended, however many end on the same day", async () => {
    const { creatorId } = await world.aCreator(away);
    const model = await world.profile(creatorId);
    const names = Array.from({ length: 250 }, () => uuid());
    const copies = names.map((id) => ({ ...model, _id: id, userId: id, username: id }));
    await world.runtime.database("creator").collection<{ _id: string }>("creator_profiles").insertMany(copies);
    await run();
    await expect(world.stored("creator_profiles", { creatorStatus: "VACATION", vacationEnd: past })).resolves.toEqual([]);
  });

  it("VAC-30 one that cannot be ended does not keep the others away", async () => {
    const [broken, sound] = [await world.aCreator(away), await world.aCreator(away)];
    // Its event would not be one: the transaction fails.
    await world.put(broken.creatorId, { userId: null, vacationEnd: new Date(0) });
    await run();
    await expect(world.profile(sound.creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE" });
    await expect(world.profile(broken.creatorId)).resolves.toMatchObject({ creatorStatus: "VACATION" });
    await world.put(broken.creatorId, { vacationMode: false, creatorStatus: "ACTIVE" });
  });

  it("VAC-30 leaves open-ended and future ones, and protected statuses with all they have", async () => {
    const states = [
      { ...away, vacationEnd: null },
      { ...away, vacationEnd: new Date(Date.now() + 60_000) },
      ...(["SUSPENDED", "BANNED", "DEACTIVATED"] as const).map((creatorStatus) => ({ ...away, creatorStatus })),
    ];
    for (const state of states) {
      const { creatorId } = await world.aCreator(state);
      await run();
      await expect(world.profile(creatorId)).resolves.toMatchObject(state);
    }
  });

  it("VAC-22 a suspension that races with it stays", async () => {
    for (let round = 0; round < 12; round++) {
      const { creatorId } = await world.aCreator(away);
      const suspension = outcomeOf(world.admin.call(setCreatorStatus, { creatorId, creatorStatus: "SUSPENDED", reason: "spam" }));
      await Promise.all([run(), suspension]);
      expect(await suspension).toBe("ok");
      await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "SUSPENDED" });
    }
  });

  it("VAC-30 does nothing while creator.vacation_auto_end is off", async () => {
    const { creatorId } = await world.aCreator(away);
    world.setConfig({ "creator.vacation_auto_end": false });
    await run();
    await expect(world.profile(creatorId)).resolves.toMatchObject(away);
    world.setConfig({});
    await run();
    await expect(world.profile(creatorId)).resolves.toMatchObject({ creatorStatus: "ACTIVE" });
  });
});
