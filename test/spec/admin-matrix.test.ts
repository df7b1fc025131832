import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { HttpBinding } from "#libs/contract-kit/contract.ts";
import { PERMISSIONS, type Permission } from "#libs/contract-kit/permissions.ts";
import { ADMIN_ROLES, type AdminRole, mayDo } from "#libs/contract-kit/roles.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "#test/support/admin-browser.ts";
import { type Constellation, constellation, type Person } from "#test/support/constellation.ts";
import type { Reply, RequestOptions } from "#test/support/http.ts";
import { refusalOf } from "./refusal.ts";
import { type Routed, servedRoutes } from "./served-routes.ts";

const ROLES = Object.keys(ADMIN_ROLES) as AdminRole[];
const NOWHERE = "00000000-0000-7000-8000-000000000000";
/** Looked at behind every gate of authorisation, and before anything is done. */
const BAD_KEY = "two words";

const UNAUTHORIZED = "401 error.unauthorized";
const FORBIDDEN = "403 error.forbidden";
const NO_CSRF = "403 auth.csrf.invalid";
const THROUGH = "through";

/** One way to come to a route, and what has to become of it. */
interface Visitor {
  readonly name: string;
  readonly options: RequestOptions;
  expected(route: Routed): string;
}

const adminRoutes = servedRoutes.filter(({ http }) => http.auth === "admin" || http.auth === "adminSession");

let system: Constellation;
let visitors: readonly Visitor[];

beforeAll(async () => {
  system = await constellation({ configOverrides: new Map([["CONFIG_RATELIMIT_WEBHOOKS_ROTATE_LIMIT", "1000"]]) });
  const [fan, creator, ...admins] = await Promise.all([
    system.newUser(),
    system.newCreator(),
    ...ROLES.map((role) => newAdmin(system, role)),
  ]);
  const browsers = await Promise.all(admins.map((admin) => openAdminBrowser(system, admin)));
  visitors = [
    { name: "nobody", options: {}, expected: () => UNAUTHORIZED },
    { name: "garbage", options: { token: "garbage", headers: { cookie: "admin_session=garbage" } }, expected: () => UNAUTHORIZED },
    ...[fan, creator].map(({ token }, index) => byBearer(index === 0 ? "a fan" : "a creator", token, [])),
    ...ROLES.flatMap((role, index) => [
      byBearer(role, (admins[index] as Person).token, [role]),
      ...byCookie(role, browsers[index] as AdminBrowser),
    ]),
    byStolenToken(browsers[0] as AdminBrowser, browsers[1] as AdminBrowser),
  ];
});
afterAll(() => system.stop());

/** What the role says once it is known who comes. */
const judged = ({ http }: Routed, roles: readonly string[]) => {
  const allowed = http.permission ? mayDo(roles, http.permission) : roles.length > 0;
  return allowed ? THROUGH : FORBIDDEN;
};

const byBearer = (name: string, token: string, roles: readonly string[]): Visitor => ({
  name: `${name} with a bearer token`,
  options: { token },
  expected: (route) => (route.http.auth === "adminSession" ? UNAUTHORIZED : judged(route, roles)),
});

function byCookie(role: AdminRole, { cookie, csrfToken }: AdminBrowser): Visitor[] {
  const proof = { cookie, "x-csrf-token": csrfToken };
  return [
    { name: `${role} with a session`, options: { headers: proof }, expected: (route) => judged(route, [role]) },
    { name: `${role} with a session, without CSRF token`, options: { headers: { cookie } }, expected: (route) => unproven(route, [role]) },
  ];
}

const byStolenToken = ({ cookie }: AdminBrowser, { csrfToken }: AdminBrowser): Visitor => ({
  name: "SUPER_ADMIN with another's CSRF token",
  options: { headers: { cookie, "x-csrf-token": csrfToken } },
  expected: (route) => unproven(route, ["SUPER_ADMIN"]),
});

/** A read needs no proof, and who may not write needs none to be told so. */
const unproven = (route: Routed, roles: readonly string[]) => {
  const judgement = judged(route, roles);
  return judgement === THROUGH && route.http.method !== "GET" ? NO_CSRF : judgement;
};

/** Calls a route without doing anything there: ids that nobody has, no body to speak of, a key that is refused. */
function knock({ http }: Routed, { headers, ...options }: RequestOptions): Promise<Reply> {
  const body = ["GET", "DELETE"].includes(http.method) ? {} : { body: {} };
  const path = http.path.replace(/\{\w+\}/g, NOWHERE);
  return system.send(http.method, path, { ...options, ...body, headers: { ...headers, "idempotency-key": BAD_KEY } });
}

/** Whoever gets through to a write meets the refusal of the key; a GET, and what takes no key, answers for itself. */
function outcomeOf({ http }: Routed, reply: Reply): string {
  const refusal = refusalOf(reply);
  if (reply.status === 401 || reply.status === 403) return refusal;
  const answers = http.method === "GET" ? [200, 400, 404] : [400, 404];
  const takesKey = http.method !== "GET" && http.idempotency !== "never";
  const harmless = takesKey ? refusal === "400 idempotency.error.key_invalid" : answers.includes(reply.status);
  return harmless ? THROUGH : `${refusal} where nothing may happen`;
}

/** Who may do what, written out: what a role gains or loses has to be gained or lost here as well. */
const GRANTED: Readonly<Record<Permission, readonly AdminRole[]>> = {
  "config:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "MODERATOR", "SUPPORT", "EDITOR", "ANALYST"],
  "config:write": ["SUPER_ADMIN", "ADMIN"],
  "cache:clear": ["SUPER_ADMIN"],
  "audit:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "ANALYST"],
  "users:write": ["SUPER_ADMIN", "ADMIN", "MODERATOR", "SUPPORT"],
  "creators:write": ["SUPER_ADMIN", "ADMIN", "MODERATOR"],
  "moderation:read": ["SUPER_ADMIN", "ADMIN", "MODERATOR", "ANALYST"],
  "moderation:write": ["SUPER_ADMIN", "ADMIN", "MODERATOR"],
  "finance:read": ["SUPER_ADMIN", "ADMIN", "FINANCE", "ANALYST"],
  "finance:write": ["SUPER_ADMIN", "ADMIN", "FINANCE"],
  "content:write": ["SUPER_ADMIN", "ADMIN", "EDITOR"],
  "support:write": ["SUPER_ADMIN", "ADMIN", "SUPPORT"],
};

/** What it takes to read and to write in each part of the administration. */
const AREAS: Readonly<Record<string, readonly [read: Permission, write: Permission]>> = {
  audit: ["audit:read", "config:write"],
  config: ["config:read", "config:write"],
  creators: ["creators:write", "creators:write"],
  escrows: ["finance:read", "finance:write"],
  gdpr: ["audit:read", "users:write"],
  help: ["content:write", "content:write"],
  ledger: ["finance:read", "finance:write"],
  legal: ["content:write", "content:write"],
  moderation: ["moderation:read", "moderation:write"],
  payouts: ["finance:read", "finance:write"],
  providers: ["config:read", "config:write"],
  support: ["support:write", "support:write"],
  users: ["users:write", "users:write"],
  wallets: ["finance:read", "finance:write"],
  webhooks: ["config:read", "config:write"],
};
/** The text of a message is read in order to decide about it, and by nobody else. */
const EXCEPTIONS: Readonly<Record<string, Permission>> = {
  "POST /admin/config/cache/clear": "cache:clear",
  "GET /admin/moderation/messages/{messageId}": "moderation:write",
};

describe("ADM-02 who may do what in the administration", () => {
  it("knows every route and every role", () => {
    expect(adminRoutes.length).toBeGreaterThan(40);
    expect([ROLES.length, ROLES[0]]).toEqual([7, "SUPER_ADMIN"]);
  });

  it.each(adminRoutes.map((route) => [`${route.http.method} ${route.http.path}`, route] as const))(
    "ADM-02 AUT-16 AUT-17 %s",
    async (_place, route) => {
      const outcomes = await Promise.all(
        visitors.map(async ({ name, options }) => [name, outcomeOf(route, await knock(route, options))] as const),
      );
      expect(outcomes).toEqual(visitors.map(({ name, expected }) => [name, expected(route)]));
    },
  );

  it("ADM-02 every route names the permission it needs, but those of the own session", () => {
    const open = adminRoutes.filter(({ http }) => http.permission === undefined).map(({ http }) => http.path);
    expect(open.sort()).toEqual(["/admin/auth/csrf", "/admin/auth/logout", "/admin/auth/me"]);
    const wanted = ({ method, path }: HttpBinding) =>
      EXCEPTIONS[`${method} ${path}`] ?? AREAS[path.split("/")[2] ?? ""]?.[method === "GET" ? 0 : 1];
    for (const { http } of adminRoutes.filter((route) => route.http.permission !== undefined)) {
      expect([http.method, http.path, http.permission]).toEqual([http.method, http.path, wanted(http)]);
    }
    const asked = new Set(adminRoutes.flatMap(({ http }) => http.permission ?? []));
    expect([...asked].sort()).toEqual(Object.keys(GRANTED).sort());
  });

  it("ADM-02 CFG-03 only a super admin clears the cache, and an analyst writes nothing", () => {
    expect(ROLES.filter((role) => mayDo([role], "cache:clear"))).toEqual(["SUPER_ADMIN"]);
    expect(ADMIN_ROLES.ANALYST.filter((permission) => !permission.endsWith(":read"))).toEqual([]);
    const writes = adminRoutes.filter(({ http }) => http.method !== "GET" && http.permission);
    expect(writes.filter(({ http }) => http.permission?.endsWith(":read")).map(({ name }) => name)).toEqual([]);
  });

  it.each(PERMISSIONS)("ADM-02 AUT-19 %s is granted to the roles of the table, and to nobody else", (permission) => {
    expect(ROLES.filter((role) => mayDo([role], permission))).toEqual(GRANTED[permission]);
    expect(mayDo(["USER", "CREATOR", "constructor"], permission)).toBe(false);
  });

  it("AUT-20 the routes of webhooks and of the own session take no bearer token", () => {
    const cookieOnly = adminRoutes.filter(({ http }) => http.auth === "adminSession").map(({ http }) => http.path);
    const expected = adminRoutes
      .map(({ http }) => http.path)
      .filter((path) => /^\/admin\/(webhooks(\/|$)|auth\/(csrf|logout)$)/.test(path));
    expect(cookieOnly).toEqual(expected);
  });
});
