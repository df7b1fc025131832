import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { type CreatorPerson, dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: TestSystem;
let creator: CreatorPerson;
let fan: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [creator, fan] = await Promise.all([system.newCreator(), system.newUser()]);
});

afterAll(() => system.stop());

interface Vacation {
  readonly creatorStatus: string;
  readonly vacationMode: boolean;
  readonly vacationStart: string | null;
  readonly vacationEnd: string | null;
}

const set = (body: unknown, owner = creator) => owner.send("PATCH", `/creators/${owner.creatorId}/vacation`, body);
const read = async (owner = creator) => dataOf<Vacation>(await owner.send("GET", `/creators/${owner.creatorId}/vacation`), 200);
const outcome = async (body: unknown, owner = creator) => refusalOf(await set(body, owner));
const NO_VACATION: Vacation = { creatorStatus: "ACTIVE", vacationMode: false, vacationStart: null, vacationEnd: null };

async function setStatus({ creatorId }: CreatorPerson, creatorStatus: string): Promise<void> {
  const admin = await system.admin();
  const reply = await admin.send("PATCH", `/admin/creators/${creatorId}/status`, { creatorStatus, reason: "test" });
  expect(reply.body).toEqual({ success: true });
}

const INVALID_RANGE = "400 creator.vacation.invalid_date_range";

describe("spec 4.2: vacations over HTTP", () => {
  it("VAC-01 VAC-04 VAC-21 ENV-03 enters a vacation, and leaves it twice", async () => {
    const before = Date.now();
    const reply = await set({ enabled: true });
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    const state = await read();
    expect(state).toMatchObject({ creatorStatus: "VACATION", vacationMode: true, vacationEnd: null });
    expect(Date.parse(state.vacationStart ?? "")).toBeGreaterThanOrEqual(before);
    expect(Date.parse(state.vacationStart ?? "")).toBeLessThanOrEqual(Date.now());
    for (const _time of [1, 2]) {
      expect((await set({ enabled: false })).body).toEqual({ success: true });
      expect(await read()).toEqual(NO_VACATION);
    }
  });

  it("VAC-02 VAC-03 VAC-20 stores the given dates as instants, and no end without endDate", async () => {
    await set({ enabled: true, startDate: "2030-01-01T10:00:00+02:00", endDate: "2030-02-01" });
    expect(await read()).toMatchObject({ vacationStart: "2030-01-01T08:00:00.000Z", vacationEnd: "2030-02-01T00:00:00.000Z" });
    await set({ enabled: true });
    expect(await read()).toMatchObject({ creatorStatus: "VACATION", vacationEnd: null });
    await set({ enabled: false });
  });

  it("VAC-05 ignores the dates when the creator leaves", async () => {
    await set({ enabled: true });
    expect(await outcome({ enabled: false, startDate: "2030-02-01", endDate: "2030-01-01" })).toBe("200");
    expect(await read()).toEqual(NO_VACATION);
  });

  it("VAC-06 VAC-07 VAC-08 compares dates as instants and refuses an end that is not after the start with 400", async () => {
    const refused = [
      ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"],
      ["2030-01-02", "2030-01-01"],
      ["2030-01-01T12:00:00+02:00", "2030-01-01T10:00:00Z"],
      ["2030-01-01T01:00:00+00:00", "2030-01-01T02:00:00+05:00"],
    ];
    for (const [startDate, endDate] of refused) {
      expect([startDate, endDate, await outcome({ enabled: true, startDate, endDate })]).toEqual([startDate, endDate, INVALID_RANGE]);
    }
    expect(await read()).toEqual(NO_VACATION);
    expect(await outcome({ enabled: true, startDate: "2030-01-01T12:00:00+05:00", endDate: "2030-01-01T11:00:00Z" })).toBe("200");
    await set({ enabled: false });
  });

  it("VAC-09 accepts an end in the past without a start", async () => {
    await system.setConfig("creator.vacation_auto_end", false);
    expect(await outcome({ enabled: true, endDate: "2001-01-01" })).toBe("200");
    expect(await read()).toMatchObject({ vacationMode: true, vacationEnd: "2001-01-01T00:00:00.000Z" });
    await set({ enabled: false });
    await system.setConfig("creator.vacation_auto_end", true);
  });

  it("EAS-14 takes an end in the past and ends that vacation at once", async () => {
    for (const dates of [{ endDate: "2001-01-01" }, { startDate: "2001-01-01", endDate: "2001-02-01" }]) {
      expect(await outcome({ enabled: true, ...dates })).toBe("200");
      expect(await read()).toEqual(NO_VACATION);
    }
    expect(await outcome({ enabled: true, endDate: "2099-01-01" })).toBe("200");
    expect(await read()).toMatchObject({ creatorStatus: "VACATION", vacationEnd: "2099-01-01T00:00:00.000Z" });
    // A vacation that goes on is replaced by one that is over.
    expect(await outcome({ enabled: true, endDate: "2001-01-01" })).toBe("200");
    expect(await read()).toEqual(NO_VACATION);
  });

  it("EAS-14 tells the public the last day as its owner has written it, in the zone of the request", async () => {
    const shown = async () => dataOf<{ vacation: unknown }>(await system.send("GET", `/bio/${creator.username}`), 200).vacation;
    for (const [endDate, lastDay] of [
      ["2099-06-12T23:59:00-10:00", "2099-06-12"],
      ["2099-06-12T23:59:00+14:00", "2099-06-12"],
      ["2099-06-12T23:59:00Z", "2099-06-12"],
      ["2099-06-12", "2099-06-12"],
    ]) {
      expect(await outcome({ enabled: true, endDate })).toBe("200");
      expect(await shown()).toMatchObject({ lastDay });
    }
    expect(await outcome({ enabled: true })).toBe("200");
    expect(await shown()).toEqual({ end: null, lastDay: null });
    await set({ enabled: false });
    expect(await shown()).toBeNull();
  });

  it("VAC-10 VAC-11 refuses a missing or non-boolean enabled with 400", async () => {
    const missing = await set({});
    expect([refusalOf(missing), missing.body.error.code]).toEqual([INVALID, "VALIDATION_FAILED"]);
    expect(missing.body.error.details?.map(({ message }) => message).join()).toContain("enabled");
    for (const enabled of ["true", 1, 0, null, [], {}]) expect([enabled, await outcome({ enabled })]).toEqual([enabled, INVALID]);
    expect(await read()).toEqual(NO_VACATION);
  });

  it("VAC-12 refuses malformed dates with 400, and accepts a date without a time", async () => {
    const bad = ["tomorrow", "2026-13-01", "2026-02-30", 12345, "", "2026-1-1", "01.02.2026", "2026-01-01 10:00", true];
    // In UTC these are in the years -1 and 10000.
    bad.push("0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00");
    for (const date of bad) {
      expect([date, await outcome({ enabled: true, startDate: date })]).toEqual([date, INVALID]);
      expect([date, await outcome({ enabled: true, endDate: date })]).toEqual([date, INVALID]);
    }
    expect(await read()).toEqual(NO_VACATION);
    expect(await outcome({ enabled: true, startDate: "2026-01-31", endDate: null })).toBe("200");
    await set({ enabled: false });
  });

  it("VAC-13 VAC-14 VAC-15 refuses a foreign, unknown or malformed id with 403, after the validation and before the dates", async () => {
    const other = await system.newCreator();
    const wrong = { enabled: true, startDate: "2030-02-01", endDate: "2030-01-01" };
    for (const id of [other.creatorId, "abc", "00000000-0000-7000-8000-000000000000", "__proto__", "x".repeat(5_000)]) {
      for (const caller of [creator, fan]) {
        const path = `/creators/${id}/vacation`;
        expect(refusalOf(await caller.send("PATCH", path, wrong))).toBe("403 creator.error.not_owner");
        expect(refusalOf(await caller.send("PATCH", path, { enabled: "yes" }))).toBe(INVALID);
        expect(refusalOf(await caller.send("GET", path))).toBe("403 creator.error.not_owner");
      }
    }
    expect(await read(other)).toEqual(NO_VACATION);
  });

  it("VAC-16 VAC-24 refuses an anonymous caller with 401, for writing and reading", async () => {
    const path = `/creators/${creator.creatorId}/vacation`;
    expect((await system.send("PATCH", path, { body: { enabled: "nonsense" } })).status).toBe(401);
    expect((await system.send("GET", path)).status).toBe(401);
    expect(Object.keys(await read()).sort()).toEqual(["creatorStatus", "vacationEnd", "vacationMode", "vacationStart"]);
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED"])(
    "VAC-17 VAC-18 VAC-19 keeps %s when the creator enters and leaves a vacation",
    async (status) => {
      const owner = await system.newCreator();
      await setStatus(owner, status);
      expect(await outcome({ enabled: true, endDate: "2035-01-01" }, owner)).toBe("200");
      expect(await read(owner)).toMatchObject({ creatorStatus: status, vacationMode: true, vacationEnd: "2035-01-01T00:00:00.000Z" });
      expect(await outcome({ enabled: false }, owner)).toBe("200");
      expect(await read(owner)).toEqual({ ...NO_VACATION, creatorStatus: status });
    },
  );

  it("VAC-25 VAC-26 BPG-02 accepts no messages during a vacation, and accepts them afterwards", async () => {
    const owner = await system.newCreator();
    const isDmActive = async () => dataOf<{ dmActive: boolean }>(await system.send("GET", `/bio/${owner.username}`), 200).dmActive;
    const sendMessage = () => fan.send("POST", "/messages", { receiverId: owner.userId, dmType: "FREE", content: "Are you home?" });
    expect(await isDmActive()).toBe(true);
    await set({ enabled: true }, owner);
    expect([await isDmActive(), refusalOf(await sendMessage())]).toEqual([false, "400 message.send.error.vacation"]);
    expect(dataOf<{ dmActive: boolean }>(await owner.send("GET", "/creators/me"), 200).dmActive).toBe(true);
    await set({ enabled: false }, owner);
    expect([await isDmActive(), refusalOf(await sendMessage())]).toEqual([true, "201"]);
  });

  it("VAC-30 ends a vacation whose end has passed", async () => {
    await set({ enabled: true, startDate: "2020-01-01", endDate: "2020-02-01" });
    await eventually(async () => {
      await system.runtime.jobs.runNow("creator.end-vacations");
      expect(await read()).toEqual(NO_VACATION);
    });
  });

  it("VAC-23 writes one audit line for each success, with actor, old and new values, and none for a refusal", async () => {
    const audit = system.runtime.database("creator").connection.collection("audit_log");
    const lines = () => audit.find({ target: creator.creatorId, action: "creator.setVacation" }).sort({ at: 1 }).toArray();
    const before = (await lines()).length;
    await set({ enabled: true, startDate: "2030-02-01", endDate: "2030-01-01" });
    await set({ enabled: true });
    await set({ enabled: false });
    const added = (await lines()).slice(before);
    expect(added.map(({ actor }) => actor)).toEqual([creator.userId, creator.userId]);
    expect(added[0]?.details).toMatchObject({ old: { creatorStatus: "ACTIVE" }, new: { creatorStatus: "VACATION", vacationMode: true } });
  });
});
