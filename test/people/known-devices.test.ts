import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { MINUTE } from "#libs/kernel/clock.ts";
import { createDevices } from "#services/account/sign-in/devices.ts";
import { adminLogin, newAdmin } from "../support/admin-browser.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { deviceOf, failTimes, headersOf, loginFrom } from "./devices.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterEach(() => system.runtime.clock.reset());
afterAll(() => system.stop());

const WRONG = "not the password";
const LIMIT = 10;
const NEW_PASSWORD = "another password of one user";

const statusOf = async (person: Pick<Person, "email" | "password">, device?: string) =>
  (await loginFrom(system, person, { device })).status;
const failFrom = (person: Person, times: number, device?: string) =>
  failTimes(times, () => loginFrom(system, { ...person, password: WRONG }, { device }));

/** A user, and a device that knows the user. */
async function newOwner() {
  const person = await system.newUser();
  return { person, device: deviceOf(await loginFrom(system, person)) };
}

/** Sets a new password by mail. Returns the person and the device cookie of the answer. */
async function resetPassword(person: Person, device?: string) {
  await system.send("POST", "/auth/password/forgot", { body: { email: person.email } });
  const body = { token: await system.mailedToken(person.email, "reset_password"), password: NEW_PASSWORD };
  const reply = await system.send("POST", "/auth/password/reset", { body, headers: headersOf({ device }) });
  expect(reply.status).toBe(200);
  return { person: { ...person, password: NEW_PASSWORD }, device: deviceOf(reply) };
}

describe("failed passwords of strangers and of known devices", () => {
  it("SGN-07 SGN-14 a sign-in that was proven before all devices were forgotten makes none known, also when it ends after", async () => {
    const devices = createDevices("a key");
    const [before, after] = [{ _id: "u" }, { _id: "u", devicesSince: new Date(Date.now() - MINUTE) }];
    const late = devices.read({ deviceToken: devices.tokenFor(devices.read({}), before) });
    expect([devices.entryOf(late, before), devices.entryOf(late, after)]).toEqual([expect.anything(), null]);
    const again = devices.read({ deviceToken: devices.tokenFor(late, after) });
    expect([devices.entryOf(again, before), devices.entryOf(again, after)]).toEqual([null, expect.anything()]);
  });

  it("SGN-07 after 20 failures by strangers they get 429, and the known device of the owner signs in", async () => {
    const { person, device } = await newOwner();
    expect(await failFrom(person, 20)).toEqual([...Array(LIMIT).fill(401), ...Array(LIMIT).fill(429)]);
    expect([await statusOf(person), await statusOf(person, device)]).toEqual([429, 200]);
    expect(await statusOf(person)).toBe(429);
  });

  it("SGN-07 a forged token, that of another person and that of a device that only others know count as none", async () => {
    const { person, device } = await newOwner();
    const { device: foreign } = await newOwner();
    await failFrom(person, LIMIT);
    const [id = "", who = "", ...rest] = foreign.split(".");
    const [ownId = "", ...own] = device.split(".");
    const forged = [
      [id, ...own],
      [ownId, who, ...rest],
      [ownId, ...own.slice(0, -1), "A".repeat(43)],
    ].map((parts) => parts.join("."));
    for (const token of [foreign, ...forged, `${device}A`, "nonsense"]) expect(await statusOf(person, token)).toBe(429);
    expect(await statusOf(person, device)).toBe(200);
  });

  it("SGN-07 failures on a known device lock that device alone, for 15 minutes", async () => {
    const { person, device } = await newOwner();
    const other = deviceOf(await loginFrom(system, person));
    expect(await failFrom(person, LIMIT + 1, device)).toEqual([...Array(LIMIT).fill(401), 429]);
    expect([await statusOf(person, device), await statusOf(person, other), await statusOf(person)]).toEqual([429, 200, 200]);
    system.runtime.clock.advance(16 * MINUTE);
    expect(await statusOf(person, device)).toBe(200);
  });

  it("SGN-07 a success on a known device clears its own count, and that of strangers goes on", async () => {
    const { person, device } = await newOwner();
    await failFrom(person, LIMIT);
    await failFrom(person, LIMIT - 1, device);
    expect(await statusOf(person, device)).toBe(200);
    expect(await failFrom(person, LIMIT, device)).toEqual(Array(LIMIT).fill(401));
    expect(await statusOf(person)).toBe(429);
  });

  it("SGN-07 an older token of a device has the same count as its newest", async () => {
    const { person, device } = await newOwner();
    const newer = deviceOf(await loginFrom(system, person, { device }));
    await failFrom(person, LIMIT, device);
    expect(await statusOf(person, newer)).toBe(429);
  });

  it("SGN-07 30 parallel failures on a known device are 10 times 401", async () => {
    const { person, device } = await newOwner();
    const replies = await Promise.all(Array.from({ length: 30 }, () => loginFrom(system, { ...person, password: WRONG }, { device })));
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(LIMIT);
  });

  it("SGN-07 the admin login has a count of its own, for strangers and for a known device", async () => {
    const person = await newAdmin(system, "EDITOR");
    const device = deviceOf(await loginFrom(system, person));
    const admin = async (known?: string) => (await adminLogin(system, person, headersOf({ device: known }))).status;
    await failFrom(person, LIMIT);
    await failFrom(person, LIMIT, device);
    expect([await statusOf(person), await statusOf(person, device), await admin(), await admin(device)]).toEqual([429, 429, 200, 200]);
    const wrong = { ...person, password: WRONG };
    const statuses = await failTimes(LIMIT + 1, () => adminLogin(system, wrong));
    expect(statuses).toEqual([...Array(LIMIT).fill(401), 429]);
    expect([await admin(), await admin(device)]).toEqual([429, 200]);
  });

  it("SGN-07 a device remembers five people, the latest ones", async () => {
    const people: Person[] = [];
    let device: string | undefined;
    for (let count = 0; count < 6; count += 1) {
      const person = await system.newUser();
      device = deviceOf(await loginFrom(system, person, { device }));
      people.push(person);
    }
    const statuses: number[] = [];
    for (const person of people) {
      await failFrom(person, LIMIT);
      statuses.push(await statusOf(person, device));
    }
    expect(statuses).toEqual([429, ...Array(5).fill(200)]);
  });

  it("SGN-07 the cookie is for the whole interface and 400 days, the token of other clients is in the body", async () => {
    const person = await system.newUser();
    const reply = await loginFrom(system, person);
    expect(reply.cookies.find((text) => text.startsWith("device="))).toMatch(
      /^device=[\w.-]+; Path=\/api\/v1; Max-Age=34560000; HttpOnly; Secure; SameSite=Strict$/,
    );
    expect(reply.body.data).not.toHaveProperty("deviceToken");
    const { email, password } = person;
    const byApp = (body: object) =>
      system.send("POST", "/auth/login", { body: { email, ...body }, headers: { "x-client-platform": "IOS" } });
    const { deviceToken } = dataOf<{ deviceToken: string }>(await byApp({ password }), 200);
    await failFrom(person, LIMIT);
    expect([(await byApp({ password })).status, (await byApp({ password, deviceToken })).status]).toEqual([429, 200]);
  });

  it("SGN-07 the device of a registration knows the new user, also where the address is taken alike", async () => {
    const person = await system.newUser();
    const body = { email: person.email, password: WRONG };
    const taken = await system.send("POST", "/auth/register", { body });
    const free = await system.send("POST", "/auth/register", { body: { ...body, email: `x${person.email}` } });
    expect([taken.status, free.status]).toEqual([201, 201]);
    expect(deviceOf(taken)).toHaveLength(deviceOf(free).length);
    await failFrom(person, LIMIT);
    expect(await statusOf(person, deviceOf(taken))).toBe(429);
    const newcomer = { ...person, email: `x${person.email}`, password: WRONG };
    await failTimes(LIMIT, () => loginFrom(system, { ...newcomer, password: "another one" }));
    expect([await statusOf(newcomer), await statusOf(newcomer, deviceOf(free))]).toEqual([429, 200]);
  });
});

describe("a completed reset", () => {
  it("SGN-14 that browser and the count of strangers start anew, at both doors", async () => {
    const admin = await newAdmin(system, "EDITOR");
    const device = deviceOf(await loginFrom(system, admin));
    await failFrom(admin, LIMIT);
    await failFrom(admin, LIMIT, device);
    await failTimes(LIMIT, () => adminLogin(system, { ...admin, password: WRONG }));
    const reset = await resetPassword(admin, device);
    expect(await failFrom(reset.person, LIMIT)).toEqual(Array(LIMIT).fill(401));
    expect([await statusOf(reset.person), await statusOf(reset.person, reset.device)]).toEqual([429, 200]);
    expect((await adminLogin(system, reset.person)).status).toBe(200);
  });

  it("SGN-14 all other devices are forgotten, and begin anew when they sign in again", async () => {
    const { person, device } = await newOwner();
    await failFrom(person, LIMIT, device);
    const reset = await resetPassword(person);
    await failFrom(reset.person, LIMIT - 1);
    const again = deviceOf(await loginFrom(system, reset.person, { device }));
    await failFrom(reset.person, LIMIT);
    expect([await statusOf(reset.person, device), await statusOf(reset.person, again)]).toEqual([429, 200]);
  });
});
