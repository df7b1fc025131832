import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { refusalOf } from "../spec/refusal.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

const UNAUTHORIZED = "401 error.unauthorized";
const NO_SESSION = "404 auth.session.not_found";
/** The end of a session is effective in every gateway within two seconds. */
const REVOKED_WITHIN_MS = 2_000;
const reason = "A lost laptop";

interface Session {
  readonly id: string;
  readonly kind?: string;
  readonly current: boolean;
}

let system: TestSystem;
let admin: Person;
let support: Person;

beforeAll(async () => {
  system = await startTestSystem();
  [admin, support] = await Promise.all([newAdmin(system, "SUPER_ADMIN"), newAdmin(system, "SUPPORT")]);
});
afterAll(() => system.stop());

const sessionsOf = async ({ userId }: Person, by = support) =>
  dataOf<Session[]>(await by.send("GET", `/admin/users/${userId}/sessions`), 200);
const end = (by: Person, { userId }: Pick<Person, "userId">, sessionId?: string) =>
  by.send("POST", `/admin/users/${userId}/sessions/revoke`, { reason, ...(sessionId !== undefined && { sessionId }) });
const me = (person: Pick<Person, "send">) => person.send("GET", "/auth/me");
const adminMe = (browser: AdminBrowser) => browser.send("GET", "/admin/auth/me");
/** The end of some sessions takes effect. */
const become401 = (ask: () => Promise<readonly Awaited<ReturnType<Person["send"]>>[]>) =>
  eventually(async () => {
    for (const reply of await ask()) expect(refusalOf(reply)).toBe(UNAUTHORIZED);
  }, REVOKED_WITHIN_MS);

describe("sessions of others", () => {
  it("STF-19 are listed with device and kind and without address; one ends, then all, and the reason is in the audit log", async () => {
    const person = await system.newUser();
    const body = { email: person.email, password: person.password, deviceName: "Laptop" };
    const { accessToken } = dataOf<{ accessToken: string }>(await system.send("POST", "/auth/login", { body }), 200);
    const listed = await sessionsOf(person);
    expect(listed).toHaveLength(2);
    expect(listed[0]).toEqual({
      ...{ id: expect.any(String), kind: "USER", deviceName: "Laptop", userAgentSummary: null, country: null, current: false },
      ...{ createdAt: expect.any(String), lastUsedAt: expect.any(String), expiresAt: expect.any(String) },
    });
    expect(dataOf(await end(support, person, listed[0]?.id), 200)).toEqual({ ended: 1 });
    await become401(async () => [await system.send("GET", "/auth/me", { token: accessToken })]);
    expect((await me(person)).status).toBe(200);
    expect(refusalOf(await end(support, person, listed[0]?.id))).toBe(NO_SESSION);
    await system.signIn(person.email, person.password);
    expect(dataOf(await end(support, person), 200)).toEqual({ ended: 2 });
    await become401(async () => [await me(person)]);
    expect(await sessionsOf(person)).toEqual([]);
    expect(dataOf(await end(support, person), 200)).toEqual({ ended: 0 });
    const audit = system.runtime.database("account").connection.collection("audit_log");
    const lines = await audit.find({ action: "user.sessions_revoked", target: person.userId }).sort({ _id: 1 }).toArray();
    expect(lines.map(({ actor, details }) => [actor, details])).toEqual([1, 2, 0].map((ended) => [support.userId, { reason, ended }]));
  });

  it("STF-19 SGN-03 more than the list shows are counted exactly, apart from those that have lapsed", async () => {
    const person = await system.newUser();
    const rows = system.runtime.database("account").connection.collection<{ _id: string }>("sessions");
    const [session] = await rows.find({ userId: person.userId }).toArray();
    const copies = (count: number, changed: object) => Array.from({ length: count }, () => ({ ...session, ...changed, _id: uuid() }));
    await rows.insertMany([...copies(110, {}), ...copies(3, { expiresAt: system.runtime.clock.now() })]);
    expect(dataOf(await end(support, person), 200)).toEqual({ ended: 111 });
  });

  it("STF-19 those of staff are ended by super admins only, admin sessions among them, and one's own by no one here", async () => {
    const colleague = await newAdmin(system, "FINANCE");
    const browser = await openAdminBrowser(system, colleague);
    expect((await sessionsOf(colleague)).map(({ kind }) => kind)).toEqual(["USER", "USER", "ADMIN"]);
    const lesser = await newAdmin(system, "ADMIN");
    for (const by of [support, lesser]) expect(refusalOf(await end(by, colleague))).toBe("403 error.forbidden");
    expect(refusalOf(await end(admin, admin))).toBe("403 error.forbidden");
    const [adminSession] = (await sessionsOf(colleague)).filter(({ kind }) => kind === "ADMIN");
    expect(dataOf(await end(admin, colleague, adminSession?.id), 200)).toEqual({ ended: 1 });
    await become401(async () => [await adminMe(browser)]);
    expect((await me(colleague)).status).toBe(200);
    const another = await openAdminBrowser(system, colleague);
    expect(dataOf(await end(admin, colleague), 200)).toEqual({ ended: 3 });
    await become401(async () => [await me(colleague), await adminMe(another)]);
  });

  it("STF-19 who has no such permission, an unknown user and a call without a reason are refused", async () => {
    const person = await system.newUser();
    const [moderator, editor] = await Promise.all([newAdmin(system, "FINANCE"), newAdmin(system, "EDITOR")]);
    expect(refusalOf(await end(moderator, person))).toBe("403 error.forbidden");
    expect(refusalOf(await editor.send("GET", `/admin/users/${person.userId}/sessions`))).toBe("403 error.forbidden");
    expect(refusalOf(await end(support, { userId: uuid() }))).toBe("404 error.user.not_found");
    expect(refusalOf(await support.send("GET", `/admin/users/${uuid()}/sessions`))).toBe("404 error.user.not_found");
    expect((await support.send("POST", `/admin/users/${person.userId}/sessions/revoke`, {})).status).toBe(400);
    expect(refusalOf(await end(support, person, uuid()))).toBe(NO_SESSION);
  });
});

describe("one's own admin sessions", () => {
  const list = async (browser: AdminBrowser) => dataOf<Session[]>(await browser.send("GET", "/admin/auth/sessions"), 200);
  const revoke = (browser: AdminBrowser, id: string | undefined) => browser.send("DELETE", `/admin/auth/sessions/${id}`);

  it("STF-20 mark the current one; an ended one is refused, and that of another person is unknown", async () => {
    const colleague = await newAdmin(system, "ANALYST");
    const [first, second] = [await openAdminBrowser(system, colleague), await openAdminBrowser(system, colleague)];
    const other = await openAdminBrowser(system, support);
    const sessions = await list(first);
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const [theirs] = await list(other);
    for (const id of [theirs?.id, uuid(), "x"]) expect(refusalOf(await revoke(first, id))).toBe(NO_SESSION);
    expect((await adminMe(other)).status).toBe(200);
    dataOf(await revoke(first, sessions.find(({ current }) => !current)?.id), 200);
    await become401(async () => [await adminMe(second)]);
    expect(await list(first)).toEqual(sessions.filter(({ current }) => current));
  });

  it("STF-20 say in which browser they were opened, and leave out those that lapsed without use", async () => {
    const colleague = await newAdmin(system, "ANALYST");
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    const body = { email: colleague.email, password: colleague.password };
    dataOf(await system.send("POST", "/admin/auth/login", { body, headers: { "user-agent": userAgent } }), 200);
    const browser = await openAdminBrowser(system, colleague);
    expect(await list(browser)).toEqual(expect.arrayContaining([expect.objectContaining({ userAgentSummary: "Firefox on Linux" })]));
    const lapsed = { lastUsedAt: new Date(system.runtime.clock.now().getTime() - HOUR) };
    const rows = system.runtime.database("account").connection.collection("admin_sessions");
    await rows.updateOne({ userId: colleague.userId, userAgentSummary: "Firefox on Linux" }, { $set: lapsed });
    expect((await list(browser)).map(({ current }) => current)).toEqual([true]);
  });
});
