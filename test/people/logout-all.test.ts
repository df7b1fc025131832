import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { deviceOf, failTimes, headersOf, loginFrom } from "./devices.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterEach(() => system.runtime.clock.reset());
afterAll(() => system.stop());

const logoutAll = async (person: Person, body: object = {}, device?: string) =>
  person.send("POST", "/auth/logout-all", body, { headers: headersOf({ device }) });
const endedOf = (reply: Reply) => dataOf<{ ended: number }>(reply, 200).ended;
const signedIn = (person: Person) => system.signIn(person.email, person.password);
const meStatus = async (person: Person) => (await person.send("GET", "/auth/me")).status;
const become401 = (check: () => Promise<number>) => eventually(async () => expect(await check()).toBe(401), 2_000);

describe("POST /auth/logout-all", () => {
  it("SGN-03 ends user and admin sessions within two seconds, this one too, and says how many", async () => {
    const person = await newAdmin(system, "EDITOR");
    const [here, browser] = [await signedIn(person), await openAdminBrowser(system, person)];
    const open = dataOf<unknown[]>(await here.send("GET", "/auth/sessions"), 200).length;
    const adminStatus = async () => (await browser.send("GET", "/admin/auth/me")).status;
    expect(await adminStatus()).toBe(200);
    expect(endedOf(await logoutAll(here))).toBe(open + 1);
    for (const check of [() => meStatus(here), () => meStatus(person), adminStatus]) await become401(check);
    expect((await loginFrom(system, person)).status).toBe(200);
  });

  it("SGN-03 exceptCurrent keeps this session, and does not count it", async () => {
    const person = await newAdmin(system, "EDITOR");
    const [here, browser] = [await signedIn(person), await openAdminBrowser(system, person)];
    const open = dataOf<unknown[]>(await here.send("GET", "/auth/sessions"), 200).length;
    expect(endedOf(await logoutAll(here, { exceptCurrent: true }))).toBe(open);
    await become401(() => meStatus(person));
    await become401(async () => (await browser.send("GET", "/admin/auth/me")).status);
    expect(await meStatus(here)).toBe(200);
    expect(endedOf(await logoutAll(here, { exceptCurrent: true }))).toBe(0);
  });

  it("SGN-03 counts neither what has ended before, nor an admin session that was idle too long, nor other people", async () => {
    const person = await newAdmin(system, "EDITOR");
    await openAdminBrowser(system, person);
    await (await signedIn(person)).send("POST", "/auth/logout");
    await system.newUser();
    system.runtime.clock.advance(31 * MINUTE);
    const here = await signedIn(person);
    const open = dataOf<unknown[]>(await here.send("GET", "/auth/sessions"), 200).length;
    expect(endedOf(await logoutAll(here))).toBe(open);
  });

  it("SGN-03 of six at once each open session is counted once", async () => {
    const person = await system.newUser();
    for (let count = 0; count < 4; count += 1) await signedIn(person);
    const open = dataOf<unknown[]>(await person.send("GET", "/auth/sessions"), 200).length;
    const replies = await Promise.all(Array.from({ length: 6 }, () => logoutAll(person)));
    const counted = replies.filter(({ status }) => status === 200).map(endedOf);
    expect(counted.reduce((sum, ended) => sum + ended, 0)).toBe(open);
  });

  it("SGN-03 forgets all devices but the one that asks; with exceptCurrent none", async () => {
    const person = await system.newUser();
    const devices = [deviceOf(await loginFrom(system, person)), deviceOf(await loginFrom(system, person))];
    const [own = "", other = ""] = devices;
    const lock = () => failTimes(10, () => loginFrom(system, { ...person, password: "not the password" }));
    const statuses = async (...tokens: string[]) => {
      const found: number[] = [];
      for (const device of tokens) found.push((await loginFrom(system, person, { device })).status);
      return found;
    };
    await lock();
    expect(endedOf(await logoutAll(person, { exceptCurrent: true }, own))).toBe(2);
    expect(await statuses(own, other)).toEqual([200, 200]);
    const renewed = deviceOf(await logoutAll(person, {}, own));
    expect(await statuses(own, other, renewed)).toEqual([429, 429, 200]);
  });

  it("SGN-03 a device that does not know the user gets no token", async () => {
    const person = await system.newUser();
    const stranger = deviceOf(await loginFrom(system, await system.newUser()));
    for (const device of [undefined, stranger]) {
      const reply = await logoutAll(await signedIn(person), {}, device);
      expect([reply.status, reply.cookies]).toEqual([200, []]);
    }
  });
});
