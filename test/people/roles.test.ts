import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { allContracts } from "#libs/contracts/index.ts";
import { PERMISSIONS } from "#libs/policies/permissions.ts";
import { type AdminRole, STAFF_ROLES } from "#libs/policies/roles.ts";
import { refusalOf } from "../spec/refusal.ts";
import { servedRoutes } from "../spec/served-routes.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type AdminBrowser, newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

interface ListedRoute {
  readonly method: string;
  readonly path: string;
  readonly stepUp: boolean;
}

interface Listed {
  readonly roles: readonly { readonly role: string; readonly permissions: readonly string[] }[];
  readonly permissions: readonly { readonly permission: string; readonly routes: readonly ListedRoute[] }[];
}

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const FORBIDDEN = "403 error.forbidden";
/** Open to all staff, each of whom sees a part of their own. */
const OF_ALL_STAFF = ["/admin/lookup", "/admin/names", "/admin/overview", "/admin/roles", "/admin/stream"];

let system: TestSystem;
let fan: Person;
let matrix: Listed;
const people = new Map<AdminRole, Person>();
const browsers = new Map<AdminRole, AdminBrowser>();

beforeAll(async () => {
  system = await startTestSystem({ configOverrides: new Map([["CONFIG_RATELIMIT_WEBHOOKS_ROTATE_LIMIT", "1000"]]) });
  fan = await system.newUser();
  for (const role of STAFF_ROLES) {
    const person = await newAdmin(system, role);
    people.set(role, person);
    browsers.set(role, await openAdminBrowser(system, person));
  }
  matrix = dataOf<Listed>(await as("EDITOR").send("GET", "/admin/roles"), 200);
});
afterAll(() => system.stop());

const as = (role: AdminRole) => people.get(role) as Person;
const inBrowser = (role: AdminRole) => browsers.get(role) as AdminBrowser;
const permissionsOf = (role: AdminRole) => matrix.roles.find((each) => each.role === role)?.permissions ?? [];
const outcome = async (role: AdminRole, method: string, path: string, body?: unknown) => refusalOf(await as(role).send(method, path, body));
const write = (role: AdminRole, key: string, value: unknown) => outcome(role, "PATCH", `/admin/config/keys/${key}`, { value });

describe("who may do what", () => {
  it("STF-01 a super admin has all 19 permissions, an admin all but two, and every route of the staff is listed", async () => {
    expect(matrix.roles.map(({ role }) => role)).toEqual(STAFF_ROLES);
    expect(matrix.permissions.map(({ permission }) => permission)).toEqual([...PERMISSIONS]);
    expect(permissionsOf("SUPER_ADMIN")).toHaveLength(19);
    expect(PERMISSIONS.filter((each) => !permissionsOf("ADMIN").includes(each))).toEqual(["cache:clear", "admins:manage"]);
    const listed = new Set(matrix.permissions.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)));
    const routes = servedRoutes
      .map(({ http }) => http)
      .filter(({ path }) => path.startsWith("/admin/") && !path.startsWith("/admin/auth/") && !OF_ALL_STAFF.includes(path));
    expect([...listed].sort()).toEqual(routes.map(({ method, path }) => `${method} ${path}`).sort());
    expect(refusalOf(await fan.send("GET", "/admin/roles"))).toBe(FORBIDDEN);
    expect(refusalOf(await system.send("GET", "/admin/roles"))).toBe("401 error.unauthorized");
  });

  it("STF-02 a moderator judges messages and identities, and changes no account", async () => {
    expect([...permissionsOf("MODERATOR")].sort()).toEqual([
      ...["creators:read", "kyc:review", "moderation:read", "moderation:write", "users:read"],
    ]);
    expect(await outcome("MODERATOR", "PATCH", `/admin/users/${fan.userId}/status`, { status: "SUSPENDED", reason: "no" })).toBe(FORBIDDEN);
    expect(dataOf(await fan.send("GET", "/auth/me"), 200)).toMatchObject({ status: "ACTIVE" });
  });

  it("STF-03 finance moves money, and reads neither settings nor the audit", async () => {
    expect([...permissionsOf("FINANCE")].sort()).toEqual(["creators:read", "finance:read", "finance:write", "kyc:review", "users:read"]);
    for (const path of ["/admin/config/all", "/admin/config/keys/dm.timeout_hours", "/admin/audit", "/admin/alarms"])
      expect([path, await outcome("FINANCE", "GET", path)]).toEqual([path, FORBIDDEN]);
  });

  it("STF-04 support answers tickets and reads privacy requests, and neither reads webhooks nor suspends a user", async () => {
    expect([...permissionsOf("SUPPORT")].sort()).toEqual([
      ...["creators:read", "gdpr:read", "sessions:revoke", "support:write", "users:read"],
    ]);
    expect(refusalOf(await inBrowser("SUPPORT").send("GET", "/admin/webhooks"))).toBe(FORBIDDEN);
    expect(await outcome("SUPPORT", "PATCH", `/admin/users/${fan.userId}/status`, { status: "SUSPENDED", reason: "no" })).toBe(FORBIDDEN);
    expect(await outcome("SUPPORT", "GET", "/admin/gdpr/requests")).toBe("200");
  });

  it("STF-05 an editor reads and changes settings of legal texts in every way, and no others", async () => {
    expect(permissionsOf("EDITOR")).toEqual(["content:write"]);
    const key = "legal.privacy_policy";
    expect(await write("EDITOR", key, "<p>We keep what the law asks for.</p>")).toBe("200");
    expect(await outcome("EDITOR", "GET", `/admin/config/keys/${key}`)).toBe("200");
    expect(await outcome("EDITOR", "POST", `/admin/config/keys/${key}/reset`, {})).toBe("201");
    expect(await write("EDITOR", "dm.timeout_hours", 48)).toBe(FORBIDDEN);
    expect(await write("EDITOR", "provider.email_host", "mail.example.org")).toBe(FORBIDDEN);
    expect(await outcome("EDITOR", "GET", "/admin/config/keys/dm.timeout_hours")).toBe(FORBIDDEN);
    expect(await outcome("EDITOR", "GET", `/admin/config/keys/${key}/history`)).toBe(FORBIDDEN);
  });

  it("STF-06 an analyst reads settings, audit, creators, moderation and money, and no users", async () => {
    const areas = ["audit", "config", "creators", "finance", "moderation"];
    expect([...permissionsOf("ANALYST")].sort()).toEqual(areas.map((area) => `${area}:read`));
    expect(await outcome("ANALYST", "GET", "/admin/users")).toBe(FORBIDDEN);
  });

  it.each(STAFF_ROLES)("STF-07 %s is let in by each listed route of the own permissions, and refused by every other one", async (role) => {
    const granted = permissionsOf(role);
    const routes = new Map<string, { readonly route: ListedRoute; readonly isOpen: boolean }>();
    for (const { permission, routes: own } of matrix.permissions) {
      for (const route of own) {
        const name = `${route.method} ${route.path}`;
        routes.set(name, { route, isOpen: granted.includes(permission) || routes.get(name)?.isOpen === true });
      }
    }
    expect(routes.size).toBeGreaterThan(80);
    for (const [name, { route, isOpen }] of routes) {
      const reply = await callWithoutEffect(role, route);
      expect([name, [401, 403].includes(reply.status) ? refusalOf(reply) : "let in"]).toEqual([name, isOpen ? "let in" : FORBIDDEN]);
    }
  });

  it("STF-07 an action of the staff refuses users also when a call comes past the gateway", async () => {
    const caller = actAs(system.broker, system.runtime, { userId: fan.userId });
    const ofStaff = allContracts.filter(({ http }) => http && ["admin", "adminSession"].includes(http.auth));
    expect(ofStaff.filter(({ http }) => http && OF_ALL_STAFF.includes(http.path))).toHaveLength(OF_ALL_STAFF.length);
    const refused = await Promise.all(ofStaff.map(async (contract) => [contract.name, await outcomeOf(caller.call(contract, {}))]));
    expect(refused).toEqual(ofStaff.map(({ name }) => [name, "error.forbidden"]));
  });

  it("STF-27 only who manages staff changes how people sign in and where mails go, in every way", async () => {
    const house = [
      ["provider.email_host", "mail.example.org", "mail.example.net"],
      ["auth.reset_token_minutes", 20, 25],
    ] as const;
    for (const [key, first, second] of house) {
      const path = `/admin/config/keys/${key}`;
      const scoped = { scope: "region", scopeValue: "DE", value: second };
      expect([key, await write("SUPER_ADMIN", key, first), await write("SUPER_ADMIN", key, second)]).toEqual([key, "200", "200"]);
      const auditId = await lastChangeOf(key);
      const refused = [
        await write("ADMIN", key, first),
        await outcome("ADMIN", "POST", `${path}/scoped`, scoped),
        await outcome("ADMIN", "DELETE", `${path}/scoped?scope=region&scopeValue=DE`),
        await outcome("ADMIN", "POST", `${path}/reset`, {}),
        await outcome("ADMIN", "POST", "/admin/config/rollback", { auditId }),
      ];
      expect([key, refused]).toEqual([key, Array.from({ length: 5 }, () => FORBIDDEN)]);
      expect(dataOf(await as("ADMIN").send("GET", path), 200)).toMatchObject({ value: second });
      expect(await outcome("SUPER_ADMIN", "POST", "/admin/config/rollback", { auditId })).toBe("201");
      expect(await outcome("SUPER_ADMIN", "POST", `${path}/reset`, {})).toBe("201");
    }
    expect(await write("ADMIN", "dm.timeout_hours", 47)).toBe("200");
    expect(await outcome("ADMIN", "POST", "/admin/config/rollback", { auditId: await lastChangeOf("dm.timeout_hours") })).toBe("201");
    expect(await write("ADMIN", "dm.timeout_hours", 46)).toBe("200");
    expect(await outcome("ADMIN", "POST", "/admin/config/keys/dm.timeout_hours/reset", {})).toBe("201");
  });
});

/** The newest entry in the history of a setting. */
async function lastChangeOf(key: string): Promise<string> {
  const [last] = dataOf<{ readonly id: string }[]>(await as("SUPER_ADMIN").send("GET", `/admin/config/keys/${key}/history`), 200);
  return last?.id ?? "";
}

/** An unknown id and an invalid idempotency key: authorization comes before both, and nothing after them happens. */
function callWithoutEffect(role: AdminRole, { method, path }: ListedRoute) {
  const body = method === "GET" || method === "DELETE" ? undefined : {};
  const headers = { "idempotency-key": "two words" };
  return inBrowser(role).send(method, path.replace(/\{\w+\}/g, UNKNOWN_ID), body, { headers });
}
