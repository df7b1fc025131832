import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { type AdminBrowser, adminLogin, newAdmin, openAdminBrowser, setRoles } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";

const WRITE = "/admin/config/keys/dm.timeout_hours";
const UNAUTHORIZED = "401 error.unauthorized";
const CSRF = "403 auth.csrf.invalid";

let system: TestSystem;
let admin: Person;
let browser: AdminBrowser;

beforeAll(async () => {
  system = await startTestSystem({ corsOrigins: ["https://admin.example.org"] });
  admin = await newAdmin(system, "ADMIN");
  browser = await openAdminBrowser(system, admin);
});
afterAll(() => system.stop());

const me = ({ cookie }: Pick<AdminBrowser, "cookie">) => system.send("GET", "/admin/auth/me", { headers: { cookie } });
/** The end of a session takes effect in every gateway within two seconds. */
const becomes401 = (ended: AdminBrowser) => eventually(async () => expect(refusalOf(await me(ended))).toBe(UNAUTHORIZED), 2_000);
const storedHours = async () => dataOf<{ version: number; value: unknown }>(await admin.send("GET", WRITE), 200);

describe("spec 5: the admin session", () => {
  it("AUT-15 login sets an HttpOnly cookie for the admin routes, and answers a CSRF token and the administrator", async () => {
    const reply = await adminLogin(system, admin, { "x-client-platform": "API" });
    const [cookie = ""] = reply.cookies;
    const [pair = "", ...attributes] = cookie.split("; ");
    expect(reply.cookies.map((text) => text.split("=")[0])).toEqual(["admin_session", "device"]);
    expect(pair).toMatch(/^admin_session=\S{100,}$/);
    expect(attributes.sort()).toEqual(["HttpOnly", "Path=/api/v1/admin", "SameSite=Strict", "Secure"]);
    expect(reply.headers.get("cache-control")).toBe("no-store");
    const data = dataOf<{ csrfToken: string; expiresAt: string; admin: object }>(reply, 200);
    expect(Object.keys(data).sort()).toEqual(["admin", "csrfToken", "deviceToken", "expiresAt", "mfaRequired"]);
    expect(data.admin).toMatchObject({ id: admin.userId, email: admin.email, roles: ["ADMIN"] });
    const hours = (Date.parse(data.expiresAt) - system.runtime.clock.now().getTime()) / 3_600_000;
    expect(Math.abs(hours - 8)).toBeLessThan(0.1);
    const lines = system.runtime
      .database("account")
      .connection.collection("audit_log")
      .find({ action: "account.adminLogin", target: admin.userId });
    expect((await lines.toArray()).map(({ actor }) => actor)).toEqual([admin.userId, admin.userId]);
  });

  it("ADM-01 AUT-21 GET /admin/auth/me returns identity, roles and permissions, by cookie and by bearer token", async () => {
    const answers = [await me(browser), await admin.send("GET", "/admin/auth/me")].map((reply) =>
      dataOf<Record<string, unknown>>(reply, 200),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject({ id: admin.userId, email: admin.email, roles: ["ADMIN"] });
    expect(answers[0]?.permissions).toEqual(expect.arrayContaining(["config:write", "audit:read"]));
    expect(answers[0]?.permissions).not.toContain("cache:clear");
  });

  it("ADM-01 GET /admin/auth/csrf returns a new token, and the earlier one stays valid", async () => {
    const { csrfToken } = dataOf<{ csrfToken: string }>(await browser.send("GET", "/admin/auth/csrf"), 200);
    expect(csrfToken).not.toBe(browser.csrfToken);
    for (const token of [csrfToken, browser.csrfToken]) {
      expect((await browser.send("PATCH", WRITE, { value: 30 }, { headers: { "x-csrf-token": token } })).status).toBe(200);
    }
    expect(refusalOf(await admin.send("GET", "/admin/auth/csrf"))).toBe(UNAUTHORIZED);
  });

  it("AUT-06 AUT-15 answers a wrong password, an unknown address and a user without an admin role alike", async () => {
    const fan = await system.newUser();
    const attempts = [{ ...admin, password: "not the password" }, { email: "unknown@example.org", password: "x" }, fan];
    const bodies = await Promise.all(
      attempts.map(async (attempt) => {
        const { status, body, cookies } = await adminLogin(system, attempt);
        expect([status, cookies]).toEqual([401, []]);
        return { ...body, error: { ...body.error, correlationId: "" } };
      }),
    );
    expect(bodies[0]?.error.i18nKey).toBe("auth.login.invalid_credentials");
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
  });

  it("AUT-24 answers the 11th failed admin login with 429, also for a user without an admin role", async () => {
    for (const person of [await system.newUser(), { email: "unknown.admin@example.org", password: "some password" }]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt += 1) statuses.push((await adminLogin(system, person)).status);
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    }
  });

  it("AUT-24 requires a captcha when logins require one", async () => {
    const person = await newAdmin(system, "EDITOR");
    await system.setConfig("auth.captcha_required", true);
    await system.setConfig("auth.captcha_login_failures", 1);
    try {
      expect((await adminLogin(system, { ...person, password: "wrong" })).status).toBe(401);
      expect(refusalOf(await adminLogin(system, person))).toBe("400 auth.captcha.required");
    } finally {
      await system.setConfig("auth.captcha_required", false);
    }
  });

  it("refuses a suspended admin, and one whose deletion is scheduled, with 403", async () => {
    const person = await newAdmin(system, "EDITOR");
    const users = system.runtime.database("account").connection.collection<{ _id: string }>("users");
    for (const [status, refusal] of [
      ["SUSPENDED", "403 auth.account.suspended"],
      ["DEACTIVATED", "403 auth.account.deactivated"],
    ]) {
      await users.updateOne({ _id: person.userId }, { $set: { status } });
      expect(refusalOf(await adminLogin(system, person))).toBe(refusal);
    }
  });
});

describe("spec 5: CSRF", () => {
  it("AUT-16 a write by cookie without the token, or with a wrong one, is 403 and changes nothing", async () => {
    const before = await storedHours();
    const { csrfToken } = browser;
    const wrong = [
      "",
      "x",
      "undefined",
      csrfToken.slice(0, -1),
      `${csrfToken}x`,
      csrfToken.toUpperCase(),
      `${csrfToken}, ${csrfToken}`,
      admin.token,
    ];
    const send = (headers: Record<string, string>, body: object = { value: 77 }, path = WRITE) =>
      system.send("PATCH", path, { body, headers: { cookie: browser.cookie, ...headers } });
    for (const token of wrong) expect([token, refusalOf(await send({ "x-csrf-token": token }))]).toEqual([token, CSRF]);
    const otherPlaces = [
      send({}),
      send({}, { value: 77, csrfToken, "X-CSRF-Token": csrfToken }),
      send({}, { value: 77 }, `${WRITE}?csrfToken=${encodeURIComponent(csrfToken)}&x-csrf-token=${encodeURIComponent(csrfToken)}`),
      send({ cookie: `${browser.cookie}; x-csrf-token=${csrfToken}` }),
      send({ "csrf-token": csrfToken, "x-xsrf-token": csrfToken }),
    ];
    for (const pending of otherPlaces) expect(refusalOf(await pending)).toBe(CSRF);
    expect(await storedHours()).toEqual(before);
  });

  it("AUT-16 the token is checked before the body, and a GET with a method override has no effect", async () => {
    expect(refusalOf(await browser.send("PATCH", WRITE, {}, { headers: { "x-csrf-token": "x" } }))).toBe(CSRF);
    for (const path of ["/admin/auth/logout", WRITE]) {
      const reply = await browser.send("GET", `${path}?_method=POST`, undefined, { headers: { "x-http-method-override": "PATCH" } });
      expect([200, 405]).toContain(reply.status);
    }
    expect((await me(browser)).status).toBe(200);
  });

  it("AUT-16 refuses form and text bodies with 415, even with the token", async () => {
    const before = await storedHours();
    for (const type of ["application/x-www-form-urlencoded", "text/plain"]) {
      const headers = { cookie: browser.cookie, "x-csrf-token": browser.csrfToken, "content-type": type };
      const reply = await system.send("PATCH", WRITE, { body: '{"value":77}', headers });
      expect([type, reply.status]).toEqual([type, 415]);
    }
    expect(await storedHours()).toEqual(before);
  });

  it("AUT-17 refuses the token of another admin session, also of the same admin and of an ended session", async () => {
    const other = await openAdminBrowser(system, await newAdmin(system, "ADMIN"));
    const again = await openAdminBrowser(system, admin);
    expect(dataOf(await again.send("POST", "/admin/auth/logout"), 200)).toBeUndefined();
    for (const { csrfToken } of [other, again]) {
      expect(refusalOf(await browser.send("PATCH", WRITE, { value: 77 }, { headers: { "x-csrf-token": csrfToken } }))).toBe(CSRF);
    }
    await other.send("POST", "/admin/auth/logout");
  });

  it("AUT-16 refuses the origin of another site even with the token; accepts the gateway's origin and a listed one", async () => {
    const from = async (headers: Record<string, string>) => (await browser.send("PATCH", WRITE, { value: 31 }, { headers })).status;
    for (const origin of ["null", "https://evil.example", `${system.base}.evil.example`, "https://admin.example.org.evil.example"]) {
      expect([origin, await from({ origin })]).toEqual([origin, 403]);
    }
    for (const origin of [system.base, "https://admin.example.org"]) expect([origin, await from({ origin })]).toEqual([origin, 200]);
    expect((await browser.send("GET", "/admin/auth/me", undefined, { headers: { origin: "null" } })).status).toBe(200);
  });

  it("AUT-21 a bearer token needs no CSRF token, and takes precedence over the cookie", async () => {
    expect((await admin.send("PATCH", WRITE, { value: 32 })).status).toBe(200);
    const fan = await system.newUser();
    const both = (token: string) => system.send("PATCH", WRITE, { token, body: { value: 33 }, headers: { cookie: browser.cookie } });
    expect((await both(admin.token)).status).toBe(200);
    expect(refusalOf(await both(fan.token))).toBe("403 error.forbidden");
    expect(refusalOf(await both("garbage"))).toBe(UNAUTHORIZED);
  });
});

describe("spec 5: the end of an admin session", () => {
  it("AUT-18 a missing, forged or truncated cookie is 401", async () => {
    const [name, value = ""] = browser.cookie.split("=", 2);
    const parts = value.split(".");
    const withPart = (index: number, text: string) => parts.map((part, at) => (at === index ? text : part)).join(".");
    const forged = [
      ["", "x", value.slice(0, -1), `${value}x`, parts.slice(0, 4).join("."), withPart(4, "A".repeat(43)), withPart(3, "A".repeat(43))],
      [withPart(2, "9999999999"), withPart(1, "00000000-0000-7000-8000-000000000000"), withPart(0, "x"), admin.token],
    ].flat();
    for (const text of forged) expect([text, refusalOf(await me({ cookie: `${name}=${text}` }))]).toEqual([text, UNAUTHORIZED]);
    expect(refusalOf(await system.send("GET", "/admin/auth/me"))).toBe(UNAUTHORIZED);
    expect((await me(browser)).status).toBe(200);
  });

  it("AUT-18 logout expires the cookie and ends the current session only; a write with the old cookie is 401", async () => {
    const [first, second] = [await openAdminBrowser(system, admin), await openAdminBrowser(system, admin)];
    const reply = await first.send("POST", "/admin/auth/logout");
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(reply.cookies).toEqual(["admin_session=; Path=/api/v1/admin; Max-Age=0; HttpOnly; Secure; SameSite=Strict"]);
    await becomes401(first);
    expect(refusalOf(await first.send("PATCH", WRITE, { value: 77 }))).toBe(UNAUTHORIZED);
    expect((await me(second)).status).toBe(200);
  });

  it("AUT-18 a session ends after 30 minutes without use, and after 8 hours in any case", async () => {
    const { clock } = system.runtime;
    const person = await openAdminBrowser(system, admin);
    const statusAfter = async (minutes: number) => {
      clock.advance(minutes * 60_000);
      return (await me(person)).status;
    };
    try {
      expect([await statusAfter(29), await statusAfter(29), await statusAfter(31)]).toEqual([200, 200, 401]);
      const busy = await openAdminBrowser(system, admin);
      for (let minutes = 0; minutes + 25 < 480; minutes += 25) {
        clock.advance(25 * 60_000);
        expect([minutes, (await me(busy)).status]).toEqual([minutes, 200]);
      }
      clock.advance(25 * 60_000);
      expect(refusalOf(await me(busy))).toBe(UNAUTHORIZED);
    } finally {
      clock.reset();
    }
  });

  const sessionEndings: [string, (person: Person) => Promise<Reply>][] = [
    [
      "a change of the password",
      ({ send, password }) => send("POST", "/auth/password/change", { currentPassword: password, newPassword: "another good phrase" }),
    ],
    ["a reset of the password", (person) => resetPassword(person)],
    ["a request for deletion", ({ send }) => send("POST", "/gdpr/delete", {})],
    ["a suspension", async ({ userId }) => suspend(userId, "SUSPENDED")],
    ["a ban", async ({ userId }) => suspend(userId, "BANNED")],
  ];
  it.each(sessionEndings)("AUT-14 AUT-18 %s ends the admin sessions", async (_name, endSession) => {
    const person = await newAdmin(system, "SUPPORT");
    const sessions = [await openAdminBrowser(system, person), await openAdminBrowser(system, person)];
    expect((await endSession(person)).status).toBeLessThan(300);
    for (const session of sessions) await becomes401(session);
  });

  it("AUT-18 AUT-19 the loss of a permission takes effect within two seconds, and the loss of the admin role ends the session", async () => {
    const person = await newAdmin(system, "ADMIN");
    const session = await openAdminBrowser(system, person);
    expect((await session.send("PATCH", WRITE, { value: 34 })).status).toBe(200);
    await setRoles(system, person.userId, ["ANALYST"]);
    await eventually(async () => expect(refusalOf(await session.send("PATCH", WRITE, { value: 35 }))).toBe("403 error.forbidden"), 2_000);
    await setRoles(system, person.userId, []);
    await becomes401(session);
  });

  it("AUT-18 refuses a cookie with a valid seal and a wrong secret", async () => {
    const [sessionId = ""] = browser.cookie.split("=")[1]?.split(".") ?? [];
    const { pseudonymKey } = system.runtime.env.secrets;
    const expiresAt = new Date(system.runtime.clock.now().getTime() + 60_000);
    const { cookie } = adminCookies(pseudonymKey).issue({ sessionId, userId: admin.userId, expiresAt });
    system.runtime.clock.advance(2_000);
    expect(refusalOf(await me({ cookie: `admin_session=${cookie}` }))).toBe(UNAUTHORIZED);
    system.runtime.clock.reset();
  });

  it("14.2 the database holds hashes only, from which no cookie can be made", async () => {
    const [, value = ""] = browser.cookie.split("=", 2);
    const rows = await system.runtime.database("account").connection.collection("admin_sessions").find().toArray();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(value.split(".")[3]);
  });
});

async function suspend(userId: string, status: string): Promise<Reply> {
  return (await system.admin()).send("PATCH", `/admin/users/${userId}/status`, { status, reason: "test" });
}

async function resetPassword({ email }: Person): Promise<Reply> {
  await system.send("POST", "/auth/password/forgot", { body: { email } });
  const token = await system.mailedToken(email, "reset_password");
  return system.send("POST", "/auth/password/reset", { body: { token, password: "a new and good phrase" } });
}
