import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { settle } from "../budget/settle.ts";
import { adminLogin, newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { CHROME, type Client, deviceOf, FIREFOX, headersOf, loginFrom } from "./devices.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

interface Notice {
  readonly eventKey: string;
  readonly title: string;
  readonly data: unknown;
}

/** The warnings that a person has got, in the list and by mail. */
async function warningsOf(person: Person) {
  await settle(system);
  const { items } = dataOf<{ items: Notice[] }>(await person.send("GET", "/notifications"), 200);
  const dispatches = system.runtime.database("notification").connection.collection("notification_dispatches");
  const mails = await dispatches.countDocuments({ userId: person.userId, eventKey: "security_new_login", channel: "EMAIL" });
  return { notices: items.filter(({ eventKey }) => eventKey === "security_new_login"), mails };
}

const countsOf = async (person: Person) => {
  const { notices, mails } = await warningsOf(person);
  return [notices.length, mails];
};
const login = async (person: Person, client: Client) => {
  const reply = await loginFrom(system, person, client);
  expect(reply.status).toBe(200);
  return reply;
};

describe("a sign-in on a new device", () => {
  it("SGN-09 one mail and one notification, with the way to the sessions", async () => {
    const person = await system.newUser();
    await login(person, { userAgent: FIREFOX });
    const { notices, mails } = await warningsOf(person);
    expect(notices).toMatchObject([{ title: "New sign-in to your account", data: { deepLink: "/settings/security" } }]);
    expect(mails).toBe(1);
    await eventually(() => {
      const sent = mailboxOf(system.runtime).of(person.email);
      expect(sent.filter(({ subject }) => subject === "New sign-in to your account")).toHaveLength(1);
    });
  });

  it("SGN-09 none for the first device, a known device, and a browser and country of an earlier session", async () => {
    const person = await system.newUser();
    expect(await countsOf(person)).toEqual([0, 0]);
    const device = deviceOf(await login(person, {}));
    await login(person, { device, userAgent: FIREFOX });
    expect(await countsOf(person)).toEqual([0, 0]);
    await login(person, { userAgent: FIREFOX });
    expect(await countsOf(person)).toEqual([0, 0]);
    await login(person, { userAgent: CHROME });
    await login(person, { userAgent: CHROME });
    expect(await countsOf(person)).toEqual([1, 1]);
  });

  it("SGN-09 none for a wrong password; one for a device that only others know", async () => {
    const person = await system.newUser();
    const foreign = deviceOf(await login(await system.newUser(), {}));
    expect((await loginFrom(system, { ...person, password: "wrong" }, { userAgent: CHROME })).status).toBe(401);
    expect(await countsOf(person)).toEqual([0, 0]);
    await login(person, { device: foreign, userAgent: CHROME });
    expect(await countsOf(person)).toEqual([1, 1]);
  });

  it("SGN-09 also at the door of staff", async () => {
    const person = await newAdmin(system, "EDITOR");
    const device = deviceOf(await login(person, {}));
    expect((await adminLogin(system, person, headersOf({ device, userAgent: CHROME }))).status).toBe(200);
    expect(await countsOf(person)).toEqual([0, 0]);
    expect((await adminLogin(system, person, headersOf({ userAgent: CHROME }))).status).toBe(200);
    expect(await countsOf(person)).toEqual([1, 1]);
  });

  it("SGN-09 stores the hash of a device in its sessions, and shows it to no reader", async () => {
    const person = await system.newUser();
    const device = deviceOf(await login(person, {}));
    await login(person, { device });
    const sessions = system.runtime.database("account").connection.collection("sessions");
    const hashes = (await sessions.find({ userId: person.userId }).sort({ _id: 1 }).toArray()).map(({ deviceHash }) => deviceHash);
    expect(new Set(hashes).size).toBe(2);
    expect(hashes.at(-1)).toBe(hashes.at(-2));
    expect(JSON.stringify(hashes)).not.toContain(device.split(".")[0]);
    expect(JSON.stringify(dataOf(await person.send("GET", "/auth/sessions"), 200))).not.toContain(hashes.at(-1));
  });
});
