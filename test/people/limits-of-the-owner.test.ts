import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { claimsOf } from "../account/fixture.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;
beforeAll(async () => {
  const limits = ["DEFAULT_USER", "ADMIN_CONFIG"].map((policy): [string, string] => [`CONFIG_RATELIMIT_${policy}_LIMIT`, "3"]);
  system = await startTestSystem({ configOverrides: new Map(limits) });
});
afterAll(() => system.stop());

/** A key that the interface refuses: the request counts and has no effect. */
const BAD_KEY = { headers: { "idempotency-key": "a b" } };

it("SGN-03 the thief of a session uses up no limit of what stops a thief", async () => {
  const owner = await system.newUser();
  const thief = await system.signIn(owner.email, owner.password);
  const { sid } = claimsOf(thief.token);
  const stopping: [string, string, (object | undefined)?][] = [
    ["DELETE", "/auth/email/change"],
    ["DELETE", "/gdpr/delete"],
    ["GET", "/auth/email/change"],
    ["GET", "/gdpr/requests"],
    ["GET", "/auth/sessions"],
    ["DELETE", `/auth/sessions/${sid}`],
    ["POST", "/auth/logout-all", { exceptCurrent: true }],
    ["GET", "/auth/mfa"],
    ["DELETE", "/auth/mfa/factors/unknown"],
    ["GET", "/auth/oauth/identities"],
    ["DELETE", "/auth/oauth/identities/unknown"],
    ["POST", "/auth/logout"],
  ];
  const outcome = async (person: Person, [method, path, body]: (typeof stopping)[number], options = {}) =>
    (await person.send(method, path, body, options)).status;
  for (const [method, path, body] of stopping)
    for (let times = 0; times < 5; times += 1) await outcome(thief, [method, path, body && { exceptCurrent: 7 }], BAD_KEY);
  const outcomes: number[] = [];
  for (const route of stopping) outcomes.push(await outcome(owner, route));
  expect(outcomes).toEqual([200, 404, 200, 200, 200, 200, 200, 200, 404, 200, 404, 200]);
});

it("STF-20 nor does the thief of an admin cookie", async () => {
  const admin = await newAdmin(system, "EDITOR");
  const [stolen, own] = [await openAdminBrowser(system, admin), await openAdminBrowser(system, admin)];
  const stopping = [
    ["GET", "/admin/auth/sessions"],
    ["DELETE", "/admin/auth/sessions/unknown"],
    // The console asks for these before it shows or ends a session.
    ["GET", "/admin/auth/me"],
    ["GET", "/admin/auth/csrf"],
    ["POST", "/admin/auth/logout"],
  ] as const;
  for (const [method, path] of stopping) for (let times = 0; times < 5; times += 1) await stolen.send(method, path, undefined, BAD_KEY);
  for (const [method, path] of stopping) expect((await own.send(method, path)).status).not.toBe(429);
});
