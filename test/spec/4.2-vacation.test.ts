import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type Constellation, type CreatorPerson, constellation, dataOf, type Person } from "#test/support/constellation.ts";
import { eventually } from "#test/support/eventually.ts";
import { INVALID, refusalOf } from "./refusal.ts";

let system: Constellation;
let creator: CreatorPerson;
let fan: Person;

beforeAll(async () => {
  system = await constellation();
  [creator, fan] = await Promise.all([system.newCreator(), system.newUser()]);
});

afterAll(() => system.stop());

interface Vacation {
  readonly creatorStatus: string;
  readonly vacationMode: boolean;
  readonly vacationStart: string | null;
  readonly vacationEnd: string | null;
}

const set = (body: unknown, of = creator) => of.send("PATCH", `/creators/${of.creatorId}/vacation`, body);
const read = async (of = creator) => dataOf<Vacation>(await of.send("GET", `/creators/${of.creatorId}/vacation`), 200);
const outcome = async (body: unknown, of = creator) => refusalOf(await set(body, of));
const HOME: Vacation = { creatorStatus: "ACTIVE", vacationMode: false, vacationStart: null, vacationEnd: null };

async function setStatus(of: CreatorPerson, creatorStatus: string): Promise<void> {
  const admin = await system.admin();
  const reply = await admin.send("PATCH", `/admin/creators/${of.creatorId}/status`, { creatorStatus, reason: "test" });
  expect(reply.body).toEqual({ success: true });
}

const RANGE = "400 creator.vacation.invalid_date_range";

describe("spec 4.2: a vacation over HTTP", () => {
  it("VAC-01 VAC-04 VAC-21 ENV-03 entering and leaving, twice each", async () => {
    const reply = await set({ enabled: true });
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    const state = await read();
    expect(state).toMatchObject({ creatorStatus: "VACATION", vacationMode: true, vacationEnd: null });
    expect(Math.abs(Date.parse(state.vacationStart ?? "") - Date.now())).toBeLessThan(5_000);
    for (const _time of [1, 2]) {
      expect((await set({ enabled: false })).body).toEqual({ success: true });
      expect(await read()).toEqual(HOME);
    }
  });

  it("VAC-02 VAC-03 VAC-20 dates are the instants that were given; an absent end is open", async () => {
    await set({ enabled: true, startDate: "2030-01-01T10:00:00+02:00", endDate: "2030-02-01" });
    expect(await read()).toMatchObject({ vacationStart: "2030-01-01T08:00:00.000Z", vacationEnd: "2030-02-01T00:00:00.000Z" });
    await set({ enabled: true });
    expect(await read()).toMatchObject({ creatorStatus: "VACATION", vacationEnd: null });
    await set({ enabled: false });
  });

  it("VAC-05 leaving takes no notice of the dates", async () => {
    await set({ enabled: true });
    expect(await outcome({ enabled: false, startDate: "2030-02-01", endDate: "2030-01-01" })).toBe("200");
    expect(await read()).toEqual(HOME);
  });

  it("VAC-06 VAC-07 VAC-08 an end that is not after the start is 400, instants compared and not texts", async () => {
    const refused = [
      ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00Z"],
      ["2030-01-02", "2030-01-01"],
      ["2030-01-01T12:00:00+02:00", "2030-01-01T10:00:00Z"],
      ["2030-01-01T01:00:00+00:00", "2030-01-01T02:00:00+05:00"],
    ];
    for (const [startDate, endDate] of refused) {
      expect([startDate, endDate, await outcome({ enabled: true, startDate, endDate })]).toEqual([startDate, endDate, RANGE]);
    }
    expect(await read()).toEqual(HOME);
    expect(await outcome({ enabled: true, startDate: "2030-01-01T12:00:00+05:00", endDate: "2030-01-01T11:00:00Z" })).toBe("200");
    await set({ enabled: false });
  });

  it("VAC-09 an end without a start is fine, even in the past", async () => {
    await system.setConfig("creator.vacation_auto_end", false);
    expect(await outcome({ enabled: true, endDate: "2001-01-01" })).toBe("200");
    expect(await read()).toMatchObject({ vacationMode: true, vacationEnd: "2001-01-01T00:00:00.000Z" });
    await set({ enabled: false });
    await system.setConfig("creator.vacation_auto_end", true);
  });

  it("VAC-10 VAC-11 enabled has to be there, and a boolean", async () => {
    const missing = await set({});
    expect([refusalOf(missing), missing.body.error.code]).toEqual([INVALID, "VALIDATION_FAILED"]);
    expect(missing.body.error.details?.map(({ message }) => message).join()).toContain("enabled");
    for (const enabled of ["true", 1, 0, null, [], {}]) expect([enabled, await outcome({ enabled })]).toEqual([enabled, INVALID]);
    expect(await read()).toEqual(HOME);
  });

  it("VAC-12 malformed dates are 400, a date without a time is not", async () => {
    const bad = ["tomorrow", "2026-13-01", "2026-02-30", 12345, "", "2026-1-1", "01.02.2026", "2026-01-01 10:00", true];
    // In UTC these are of the years -1 and 10000.
    bad.push("0000-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00");
    for (const date of bad) {
      expect([date, await outcome({ enabled: true, startDate: date })]).toEqual([date, INVALID]);
      expect([date, await outcome({ enabled: true, endDate: date })]).toEqual([date, INVALID]);
    }
    expect(await read()).toEqual(HOME);
    expect(await outcome({ enabled: true, startDate: "2026-01-31", endDate: null })).toBe("200");
    await set({ enabled: false });
  });

  it("VAC-13 VAC-14 VAC-15 a foreign, unknown or malformed id is 403 before the dates, but after the form", async () => {
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
    expect(await read(other)).toEqual(HOME);
  });

  it("VAC-16 VAC-24 nobody without a token, neither to write nor to read", async () => {
    const path = `/creators/${creator.creatorId}/vacation`;
    expect((await system.send("PATCH", path, { body: { enabled: "nonsense" } })).status).toBe(401);
    expect((await system.send("GET", path)).status).toBe(401);
    expect(Object.keys(await read()).sort()).toEqual(["creatorStatus", "vacationEnd", "vacationMode", "vacationStart"]);
  });

  it.each(["SUSPENDED", "BANNED", "DEACTIVATED"])("VAC-17 VAC-18 VAC-19 %s stays what it is, in and out", async (status) => {
    const one = await system.newCreator();
    await setStatus(one, status);
    expect(await outcome({ enabled: true, endDate: "2035-01-01" }, one)).toBe("200");
    expect(await read(one)).toMatchObject({ creatorStatus: status, vacationMode: true, vacationEnd: "2035-01-01T00:00:00.000Z" });
    expect(await outcome({ enabled: false }, one)).toBe("200");
    expect(await read(one)).toEqual({ ...HOME, creatorStatus: status });
  });

  it("VAC-25 VAC-26 BPG-02 the page takes no messages during a vacation, and again after it", async () => {
    const one = await system.newCreator();
    const page = async () => dataOf<{ dmActive: boolean }>(await system.send("GET", `/bio/${one.username}`), 200).dmActive;
    const write = () => fan.send("POST", "/messages", { receiverId: one.userId, dmType: "FREE", content: "Are you home?" });
    expect(await page()).toBe(true);
    await set({ enabled: true }, one);
    expect([await page(), refusalOf(await write())]).toEqual([false, "400 message.send.error.vacation"]);
    expect(dataOf<{ dmActive: boolean }>(await one.send("GET", "/creators/me"), 200).dmActive).toBe(true);
    await set({ enabled: false }, one);
    expect([await page(), refusalOf(await write())]).toEqual([true, "201"]);
  });

  it("VAC-30 a vacation whose end has passed ends by itself", async () => {
    await set({ enabled: true, startDate: "2020-01-01", endDate: "2020-02-01" });
    await eventually(async () => {
      await system.runtime.jobs.runNow("creator.end-vacations");
      expect(await read()).toEqual(HOME);
    });
  });

  it("VAC-23 one audit line for each success, with actor, old and new values; none for a refusal", async () => {
    const audit = system.runtime.database("creator").collection("audit_log");
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
