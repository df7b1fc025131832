import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { PERMISSIONS, type Permission, permissionsFor, type RoutePermission } from "#libs/policies/permissions.ts";
import { ADMIN_ROLES, type AdminRole, hasPermission } from "#libs/policies/roles.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { headOfStream } from "../support/event-source.ts";
import type { Reply, RequestOptions } from "../support/http.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { refusalOf } from "./refusal.ts";
import { type Routed, servedRoutes } from "./served-routes.ts";

const ROLES = Object.keys(ADMIN_ROLES) as AdminRole[];
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
/** An invalid idempotency key: refused after authorization, and before the action runs. */
const INVALID_KEY = "two words";

const UNAUTHORIZED = "401 error.unauthorized";
const FORBIDDEN = "403 error.forbidden";
const NO_CSRF = "403 auth.csrf.invalid";
const AUTHORIZED = "authorized";

/** A caller with its credentials, and the outcome that is expected on a route. */
interface TestCaller {
  readonly name: string;
  readonly options: RequestOptions;
  expected(route: Routed): string;
}

const adminRoutes = servedRoutes.filter(({ http }) => http.auth === "admin" || http.auth === "adminSession");

let system: TestSystem;
let callers: readonly TestCaller[];

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_RATELIMIT_WEBHOOKS_ROTATE_LIMIT", "1000"]]) });
  const [fan, creator, ...admins] = await Promise.all([
    system.newUser(),
    system.newCreator(),
    ...ROLES.map((role) => newAdmin(system, role)),
  ]);
  const browsers = await Promise.all(admins.map((admin) => openAdminBrowser(system, admin)));
  callers = [
    { name: "anonymous", options: {}, expected: () => UNAUTHORIZED },
    { name: "garbage", options: { token: "garbage", headers: { cookie: "admin_session=garbage" } }, expected: () => UNAUTHORIZED },
    ...[fan, creator].map(({ token }, index) => byBearer(index === 0 ? "a fan" : "a creator", token, [])),
    ...ROLES.flatMap((role, index) => [
      byBearer(role, (admins[index] as Person).token, [role]),
      ...byCookie(role, browsers[index] as AdminBrowser),
    ]),
    byForeignCsrfToken(browsers[0] as AdminBrowser, browsers[1] as AdminBrowser),
  ];
});
afterAll(() => system.stop());

/** The outcome for a caller who is authenticated with these roles. */
const outcomeByRole = ({ http }: Routed, roles: readonly string[]) => {
  const allowed = http.permission ? hasPermission(roles, http.permission) : roles.length > 0;
  return allowed ? AUTHORIZED : FORBIDDEN;
};

const byBearer = (name: string, token: string, roles: readonly string[]): TestCaller => ({
  name: `${name} with a bearer token`,
  options: { token },
  expected: (route) => (route.http.auth === "adminSession" ? UNAUTHORIZED : outcomeByRole(route, roles)),
});

function byCookie(role: AdminRole, { cookie, csrfToken }: AdminBrowser): TestCaller[] {
  const headers = { cookie, "x-csrf-token": csrfToken };
  return [
    { name: `${role} with a session`, options: { headers }, expected: (route) => outcomeByRole(route, [role]) },
    {
      name: `${role} with a session, without CSRF token`,
      options: { headers: { cookie } },
      expected: (route) => outcomeWithoutCsrf(route, [role]),
    },
  ];
}

const byForeignCsrfToken = ({ cookie }: AdminBrowser, { csrfToken }: AdminBrowser): TestCaller => ({
  name: "SUPER_ADMIN with the CSRF token of another session",
  options: { headers: { cookie, "x-csrf-token": csrfToken } },
  expected: (route) => outcomeWithoutCsrf(route, ["SUPER_ADMIN"]),
});

/** The outcome without a CSRF token of the session: a read needs none, and a lack of permission is answered first. */
const outcomeWithoutCsrf = (route: Routed, roles: readonly string[]) => {
  const outcome = outcomeByRole(route, roles);
  return outcome === AUTHORIZED && route.http.method !== "GET" ? NO_CSRF : outcome;
};

/** Calls a route without an effect: with unknown ids, an empty body and an invalid key. */
function callWithoutEffect({ http }: Routed, { headers, ...options }: RequestOptions): Promise<Reply> {
  if (http.stream) {
    const token = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    return headOfStream(`${system.base}/api/v1${http.path}`, { ...token, ...headers });
  }
  const body = ["GET", "DELETE"].includes(http.method) ? {} : { body: {} };
  const path = http.path.replace(/\{\w+\}/g, UNKNOWN_ID);
  return system.send(http.method, path, { ...options, ...body, headers: { ...headers, "idempotency-key": INVALID_KEY } });
}

/** An authorized write is refused for its key. A read, or a write that takes no key, gets the response of its action. */
function outcomeOf({ http }: Routed, reply: Reply): string {
  const refusal = refusalOf(reply);
  if (reply.status === 401 || reply.status === 403) return refusal;
  // A question to a passkey changes nothing until it is answered.
  const isHarmless = http.method === "GET" || http.path.endsWith("/passkeys/options");
  const statuses = isHarmless ? [200, 400, 404] : [400, 404];
  const takesKey = http.method !== "GET" && http.idempotency !== "never";
  const isWithoutEffect = takesKey ? refusal === "400 idempotency.error.key_invalid" : statuses.includes(reply.status);
  return isWithoutEffect ? AUTHORIZED : `${refusal}, although the call must have no effect`;
}

/** The roles of each permission, repeated on purpose: a change of the roles must be made here, too. */
const GRANTED: Readonly<Record<Permission, readonly AdminRole[]>> = {
  "config:read": ["SUPER_ADMIN", "ADMIN", "ANALYST"],
  "config:write": ["SUPER_ADMIN", "ADMIN"],
  "cache:clear": ["SUPER_ADMIN"],
  "audit:read": ["SUPER_ADMIN", "ADMIN", "ANALYST"],
  "users:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "MODERATOR", "SUPPORT"],
  "users:write": ["SUPER_ADMIN", "ADMIN"],
  "sessions:revoke": ["SUPER_ADMIN", "ADMIN", "SUPPORT"],
  "creators:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "MODERATOR", "SUPPORT", "ANALYST"],
  "creators:write": ["SUPER_ADMIN", "ADMIN"],
  "kyc:review": ["SUPER_ADMIN", "ADMIN", "FINANCE", "MODERATOR"],
  "moderation:read": ["SUPER_ADMIN", "ADMIN", "MODERATOR", "ANALYST"],
  "moderation:write": ["SUPER_ADMIN", "ADMIN", "MODERATOR"],
  "finance:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "ANALYST"],
  "finance:write": ["SUPER_ADMIN", "ADMIN", "FINANCE"],
  "content:write": ["SUPER_ADMIN", "ADMIN", "EDITOR"],
  "support:write": ["SUPER_ADMIN", "ADMIN", "SUPPORT"],
  "gdpr:read": ["SUPER_ADMIN", "ADMIN", "SUPPORT"],
  "gdpr:execute": ["SUPER_ADMIN", "ADMIN"],
  "admins:manage": ["SUPER_ADMIN"],
};

/** The permissions to read and to write in each area of the administration. */
const AREAS: Readonly<Record<string, readonly [read: Permission, write: Permission]>> = {
  alarms: ["audit:read", "audit:read"],
  audit: ["audit:read", "audit:read"],
  config: ["config:read", "config:write"],
  creators: ["creators:read", "creators:write"],
  escrows: ["finance:read", "finance:write"],
  refunds: ["finance:read", "finance:write"],
  "held-earnings": ["finance:read", "finance:write"],
  chargebacks: ["finance:read", "finance:write"],
  gdpr: ["gdpr:read", "gdpr:execute"],
  help: ["content:write", "content:write"],
  ledger: ["finance:read", "finance:write"],
  legal: ["content:write", "content:write"],
  moderation: ["moderation:read", "moderation:write"],
  payouts: ["finance:read", "finance:write"],
  topups: ["finance:read", "finance:write"],
  unclaimed: ["finance:read", "finance:write"],
  providers: ["config:read", "config:write"],
  staff: ["admins:manage", "admins:manage"],
  support: ["support:write", "support:write"],
  users: ["users:read", "users:write"],
  wallets: ["finance:read", "finance:write"],
  webhooks: ["config:read", "config:write"],
};
/** Settings are read and changed by several kinds of staff, each of whom has keys of its own. */
const READERS = ["config:read", "content:write"] as const;
const WRITERS = ["config:write", "content:write", "admins:manage"] as const;
/** Only roles that decide about a message may read its text, and only those that decide about an identity check its form and files. */
const EXCEPTIONS: Readonly<Record<string, RoutePermission>> = {
  "GET /admin/config/keys/{key}": READERS,
  "PATCH /admin/config/keys/{key}": WRITERS,
  "POST /admin/config/keys/{key}/reset": WRITERS,
  "POST /admin/config/keys/{key}/scoped": WRITERS,
  "DELETE /admin/config/keys/{key}/scoped": WRITERS,
  "POST /admin/config/rollback": WRITERS,
  "POST /admin/config/cache/clear": "cache:clear",
  "GET /admin/creators/{creatorId}/kyc": "kyc:review",
  "GET /admin/creators/{creatorId}/kyc/documents/{documentId}": "kyc:review",
  "PATCH /admin/creators/{creatorId}/kyc": "kyc:review",
  "POST /admin/users/{userId}/sessions/revoke": "sessions:revoke",
  "GET /admin/moderation/messages/{messageId}": "moderation:write",
};

describe("ADM-02 permissions of the administration", () => {
  it("covers every route and every role", () => {
    expect(adminRoutes.length).toBeGreaterThan(40);
    expect([ROLES.length, ROLES[0]]).toEqual([7, "SUPER_ADMIN"]);
  });

  it.each(adminRoutes.map((route) => [`${route.http.method} ${route.http.path}`, route] as const))(
    "ADM-02 AUT-16 AUT-17 %s is open to exactly the callers with its permission, its kind of session and a CSRF token",
    async (_name, route) => {
      const outcomes = await Promise.all(
        callers.map(async ({ name, options }) => [name, outcomeOf(route, await callWithoutEffect(route, options))] as const),
      );
      expect(outcomes).toEqual(callers.map(({ name, expected }) => [name, expected(route)]));
    },
  );

  it("ADM-02 every route requires a permission, except those of the caller's session, names and what each reader sees a part of", () => {
    const withoutPermission = adminRoutes.filter(({ http }) => http.permission === undefined).map(({ http }) => http.path);
    expect(withoutPermission.sort()).toEqual([
      "/admin/auth/csrf",
      "/admin/auth/logout",
      "/admin/auth/me",
      "/admin/auth/passkeys/options",
      "/admin/auth/sessions",
      "/admin/auth/sessions/{sessionId}",
      "/admin/auth/step-up",
      "/admin/lookup",
      "/admin/names",
      "/admin/overview",
      "/admin/roles",
      "/admin/stream",
    ]);
    const requiredBy = ({ method, path }: HttpBinding) =>
      EXCEPTIONS[`${method} ${path}`] ?? AREAS[path.split("/")[2] ?? ""]?.[method === "GET" ? 0 : 1];
    for (const { http } of adminRoutes.filter((route) => route.http.permission !== undefined)) {
      expect([http.method, http.path, http.permission]).toEqual([http.method, http.path, requiredBy(http)]);
    }
    const required = new Set(adminRoutes.flatMap(({ http }) => permissionsFor(http.permission)));
    const withoutRoute = PERMISSIONS.filter((permission) => !required.has(permission));
    expect(["sessions:revoke", "gdpr:execute"]).toEqual(expect.arrayContaining(withoutRoute));
  });

  it("ADM-02 CFG-03 only a super admin clears the cache, and an analyst has no permission to write", () => {
    expect(ROLES.filter((role) => hasPermission([role], "cache:clear"))).toEqual(["SUPER_ADMIN"]);
    expect(ADMIN_ROLES.ANALYST.filter((permission) => !permission.endsWith(":read"))).toEqual([]);
    const writes = adminRoutes.filter(({ http }) => http.method !== "GET" && http.permission);
    expect(
      writes.filter(({ http }) => permissionsFor(http.permission).some((each) => each.endsWith(":read"))).map(({ name }) => name),
    ).toEqual([]);
  });

  it.each(PERMISSIONS)("ADM-02 AUT-19 %s is granted to exactly the roles of the table", (permission) => {
    expect(ROLES.filter((role) => hasPermission([role], permission))).toEqual(GRANTED[permission]);
    expect(hasPermission(["USER", "CREATOR", "constructor"], permission)).toBe(false);
  });

  it("AUT-20 the routes of webhooks and of the caller's session refuse a bearer token", () => {
    const cookieOnly = adminRoutes.filter(({ http }) => http.auth === "adminSession").map(({ http }) => http.path);
    const expected = adminRoutes
      .map(({ http }) => http.path)
      .filter((path) => /^\/admin\/(webhooks(\/|$)|auth\/(csrf|logout|passkeys|sessions|step-up)(\/|$))/.test(path));
    expect(cookieOnly).toEqual(expected);
  });
});
