import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { policyOf } from "#gateway/pipeline/rate-limit.ts";
import { allContracts } from "#libs/contracts/index.ts";
import { RATE_LIMITS } from "#libs/policies/rate-limits.ts";
import { claimsOf } from "../account/fixture.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

/** The limit of each route that counts by network here. */
const IN_A_NETWORK = 12;

let system: TestSystem;
beforeAll(async () => {
  const limits = {
    DEFAULT_USER: 3,
    ADMIN_CONFIG: 3,
    LOGIN: IN_A_NETWORK,
    REGISTER: IN_A_NETWORK,
    MAIL_REQUEST: IN_A_NETWORK,
    PAGES: IN_A_NETWORK,
  };
  const settings = Object.entries(limits).map(([policy, limit]): [string, string] => [`CONFIG_RATELIMIT_${policy}_LIMIT`, `${limit}`]);
  system = await startTestSystem({ configOverrides: new Map(settings) });
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

it("THR-14 SGN-03 STF-20 neither a neighbour without credentials nor a thief in another network uses up a limit that counts by network", async () => {
  const person = await newAdmin(system, "EDITOR");
  const [own, stolen] = [await openAdminBrowser(system, person), await openAdminBrowser(system, person)];
  const thief = await system.signIn(person.email, person.password);
  const routes = allContracts
    .flatMap(({ http }) => http ?? [])
    .filter((http) => http.auth !== "public" || http.servesCaller)
    .filter((http) => RATE_LIMITS[policyOf(http)].by === "address");
  const all = routes.map(({ method, path }) => `${method} ${path}`);
  // The last two are public, and people whose only proof is a passkey step up with the first of them.
  const some = [
    "POST /auth/logout-all",
    "DELETE /admin/auth/sessions/{sessionId}",
    "POST /auth/email/change",
    "POST /auth/passkeys/options",
  ];
  expect(all).toEqual(expect.arrayContaining([...some, "POST /auth/invitations/accept"]));
  const [here, elsewhere] = ["203.0.113.5", "198.51.100.7"];
  /** The routes that refuse the last of so many requests. */
  const refusing = async (times: number, address: string, as?: { person: Person; browser: typeof own }) => {
    const refused: string[] = [];
    for (const http of routes) {
      const path = http.path.replaceAll(/\{\w+\}/g, "unknown");
      const options = { headers: { ...BAD_KEY.headers, "x-forwarded-for": address } };
      const body = http.method === "GET" || http.method === "DELETE" ? undefined : { exceptCurrent: 7, password: 7 };
      const send = async () => {
        if (!as) return system.send(http.method, path, { body, ...options });
        return (http.auth === "bearer" || http.auth === "public" ? as.person : as.browser).send(http.method, path, body, options);
      };
      for (let sent = 1; sent < times; sent += 1) await send();
      if ((await send()).status === 429) refused.push(`${http.method} ${http.path}`);
    }
    return refused;
  };
  expect(await refusing(IN_A_NETWORK + 1, here)).toEqual(all);
  expect(await refusing(IN_A_NETWORK + 1, elsewhere, { person: thief, browser: stolen })).toEqual(all);
  expect(await refusing(1, here, { person, browser: own })).toEqual([]);
});
