import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { resetConfigKey } from "#libs/contracts/config/index.ts";
import { actAs } from "../support/act-as.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, INVALID, refusalOf } from "./refusal.ts";
import { servedRoutes } from "./served-routes.ts";

const HOURS = "/admin/config/keys/dm.timeout_hours";

/** The 18 routes, each with a valid body. */
const READS = [
  "/admin/config/domains",
  "/admin/config/domains/messaging",
  "/admin/config/orphans",
  "/admin/config/all",
  HOURS,
  `${HOURS}/effective`,
  `${HOURS}/history`,
  `${HOURS}/scoped`,
  "/admin/config/audit-log",
  "/admin/config/flags",
  "/admin/config/kill-switches",
];
type Route = readonly [method: string, path: string, body?: object];
const WRITES: readonly Route[] = [
  ["PATCH", HOURS, { value: 24 }],
  ["POST", `${HOURS}/scoped`, { scope: "tier", scopeValue: "GOLD", value: 24 }],
  ["DELETE", `${HOURS}/scoped`],
  ["POST", `${HOURS}/reset`],
  ["POST", "/admin/config/rollback", { auditId: "none" }],
  ["POST", "/admin/config/cache/clear"],
  ["POST", "/admin/config/flags", { key: "spec.route_flag" }],
  ["PATCH", "/admin/config/flags/spec.route_flag", { enabled: true }],
  ["PATCH", "/admin/config/kill-switches/DISCOVER", { active: false }],
];
const ALL: readonly Route[] = [...READS.map((path): Route => ["GET", path]), ...WRITES];

interface Entry {
  readonly key: string;
  readonly domain: string;
  readonly value: unknown;
}
interface AuditEntry {
  readonly id: string;
  readonly action: string;
  readonly newValue: unknown;
}

let system: TestSystem;
let admin: Person;
let analyst: Person;
let plainAdmin: Person;

/** A new user with admin roles, which are written to the database because no route grants them. */
async function newUserWithRoles(roles: readonly string[]): Promise<Person> {
  const { email, password } = await system.newUser();
  await system.runtime.database("account").connection.collection("users").updateOne({ email }, { $set: { roles } });
  return system.signIn(email, password);
}

beforeAll(async () => {
  system = await startTestSystem();
  [admin, analyst, plainAdmin] = await Promise.all([system.admin(), newUserWithRoles(["ANALYST"]), newUserWithRoles(["ADMIN"])]);
});

afterAll(() => system.stop());

describe("spec 4.1: permissions of the configuration routes", () => {
  it("CFG-01 CFG-02 there are exactly 20 routes", () => {
    const served = servedRoutes.filter(({ http }) => http.path.startsWith("/admin/config/"));
    const concrete = (path: string) =>
      path.replace("{key}", "dm.timeout_hours").replace("{domain}", "messaging").replace("{system}", "DISCOVER");
    const listed = ALL.map(([method, path]) => `${method} ${path.replace("spec.route_flag", "dm.timeout_hours")}`);
    expect(served.map(({ http }) => `${http.method} ${concrete(http.path)}`).sort()).toEqual(listed.sort());
    expect(ALL).toHaveLength(20);
  });

  it("CFG-01 each route is 401 without credentials", async () => {
    for (const [method, path, body] of ALL) {
      const reply = await system.send(method, path, { body });
      expect([path, refusalOf(reply), envelopeFaults(reply)]).toEqual([path, "401 error.unauthorized", []]);
      expect(reply.body.error.code).toBe("AUTH_UNAUTHORIZED");
    }
  });

  it("CFG-02 each route is 403 for a user without an admin role", async () => {
    const user = await system.newUser();
    for (const [method, path, body] of ALL) {
      const reply = await user.send(method, path, body);
      expect([path, refusalOf(reply), envelopeFaults(reply)]).toEqual([path, "403 error.forbidden", []]);
    }
  });

  it("CFG-03 an analyst may read everything and write nothing", async () => {
    for (const path of READS) expect([path, (await analyst.send("GET", path)).status]).toEqual([path, 200]);
    const { total } = dataOf<{ total: number }>(await admin.send("GET", "/admin/config/audit-log"), 200);
    for (const [method, path, body] of WRITES) {
      expect([path, refusalOf(await analyst.send(method, path, body))]).toEqual([path, "403 error.forbidden"]);
    }
    expect(dataOf(await admin.send("GET", "/admin/config/audit-log"), 200)).toMatchObject({ total });
  });

  it("CFG-48 CFG-58 only a super admin may clear the cache", async () => {
    expect(refusalOf(await plainAdmin.send("POST", "/admin/config/cache/clear"))).toBe("403 error.forbidden");
    const cleared = await admin.send("POST", "/admin/config/cache/clear");
    expect([cleared.status, cleared.body]).toEqual([201, { success: true }]);
  });
});

describe("spec 4.1: the configuration over HTTP", () => {
  const history = async (path: string) => dataOf<AuditEntry[]>(await admin.send("GET", `${path}/history`), 200);

  it("CFG-58 ENV-03 scoped, reset, rollback, create flag and clear cache answer 201; without data the body is {success}", async () => {
    const key = "/admin/config/keys/dm.free_daily_limit";
    const withoutData: [number, ReturnType<Person["send"]>][] = [
      [200, admin.send("PATCH", key, { value: 25 })],
      [201, admin.send("POST", `${key}/scoped`, { scope: "region", scopeValue: "DE", value: 30 })],
    ];
    for (const [status, pending] of withoutData) expect(await pending).toMatchObject({ status, body: { success: true } });
    const [last] = await history(key);
    const rest: [number, string, string, object?][] = [
      [201, "POST", "/admin/config/rollback", { auditId: last?.id }],
      [201, "POST", `${key}/reset`],
      [201, "POST", `${key}/reset`, {}],
      [201, "POST", "/admin/config/cache/clear", {}],
      [200, "PATCH", "/admin/config/kill-switches/discover", { active: false, reason: "nothing" }],
    ];
    for (const [status, method, path, body] of rest) {
      const reply = await admin.send(method, path, body);
      expect([path, reply.status, reply.body]).toEqual([path, status, { success: true }]);
    }
    const created = await admin.send("POST", "/admin/config/flags", { key: "spec.flag", enabled: true });
    expect([created.status, Object.keys(created.body)]).toEqual([201, ["success", "data"]]);
    const toggled = await admin.send("PATCH", "/admin/config/flags/spec.flag", { enabled: false });
    expect([toggled.status, toggled.body]).toEqual([200, { success: true }]);
  });

  it("CFG-09 CFG-11 CFG-32 CFG-35 CFG-37 CFG-39 a key is set, read, reset and rolled back", async () => {
    const key = "/admin/config/keys/gdpr.delete_grace_days";
    const effective = async () => dataOf(await admin.send("GET", `${key}/effective`), 200);
    expect(await effective()).toEqual({ key: "gdpr.delete_grace_days", default: 30, active: 30, source: "DEFAULT", scope: null });
    await admin.send("PATCH", key, { value: 14 });
    expect(dataOf(await analyst.send("GET", key), 200)).toMatchObject({ key: "gdpr.delete_grace_days", value: 14, source: "ADMIN" });
    expect(await effective()).toMatchObject({ default: 30, active: 14, source: "ADMIN" });
    await admin.send("POST", `${key}/reset`);
    expect(await effective()).toMatchObject({ active: 30, source: "DEFAULT" });
    const [reset, set] = await history(key);
    expect([reset?.action, set?.action]).toEqual(["RESET", "SET"]);
    await admin.send("POST", "/admin/config/rollback", { auditId: reset?.id });
    expect(await effective()).toMatchObject({ active: 14, source: "ADMIN" });
    await admin.send("POST", "/admin/config/rollback", { auditId: set?.id });
    expect(await effective()).toMatchObject({ active: 30, source: "DEFAULT" });
    expect((await history(key)).map(({ action }) => action)).toEqual(["ROLLBACK", "ROLLBACK", "RESET", "SET"]);
  });

  it("CFG-28 CFG-29 a scoped override is effective for a request with its scope only", async () => {
    await admin.send("POST", `${HOURS}/scoped`, { scope: "platform", scopeValue: "IOS", value: 36 });
    const activeFor = async (query: string) =>
      dataOf<{ active: unknown }>(await admin.send("GET", `${HOURS}/effective?${query}`), 200).active;
    expect([await activeFor("platform=IOS"), await activeFor("platform=WEB"), await activeFor("")]).toEqual([36, 48, 48]);
  });

  it("CFG-65 CFG-66 a scoped override is listed, and removed at once by an administrator who may write settings", async () => {
    const path = "/admin/config/keys/dm.free_per_creator_daily";
    await admin.send("POST", `${path}/scoped`, { scope: "tier", scopeValue: "gold", value: 3 });
    const list = async () =>
      dataOf<{ scope: string; scopeValue: string; value: unknown }[]>(await admin.send("GET", `${path}/scoped`), 200);
    expect(await list()).toMatchObject([{ scope: "tier", scopeValue: "GOLD", value: 3 }]);
    const remove = (by: Person) => by.send("DELETE", `${path}/scoped?scope=tier&scopeValue=GOLD`);
    expect(refusalOf(await remove(await system.newUser()))).toBe("403 error.forbidden");
    expect((await remove(admin)).body).toEqual({ success: true });
    expect(await list()).toEqual([]);
    expect(dataOf<{ active: unknown }>(await admin.send("GET", `${path}/effective?tier=GOLD`), 200).active).toBe(1);
  });

  it("CFG-29 a rate limit that is scoped to a platform applies to requests from that platform only", async () => {
    const key = "/admin/config/keys/ratelimit.notifications_list.limit";
    await admin.send("POST", `${key}/scoped`, { scope: "platform", scopeValue: "ANDROID", value: 2 });
    const user = await system.newUser();
    const list = (platform: string) => user.send("GET", "/notifications", undefined, { headers: { "x-client-platform": platform } });
    const android = [await list("ANDROID"), await list("ANDROID"), await list("ANDROID")];
    expect(android.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect((await list("WEB")).status).toBe(200);
  });

  it("CFG-04 CFG-05 CFG-07 CFG-08 the registry is listed by domain and, deprecated, as a whole; a new system has no orphans", async () => {
    const domains = dataOf<{ domain: string; configCount: number }[]>(await admin.send("GET", "/admin/config/domains"), 200);
    const flat = await admin.send("GET", "/admin/config/all");
    const all = dataOf<Entry[]>(flat, 200);
    const byKey = (entries: Entry[]) => new Map(entries.map((entry) => [entry.key, entry]));
    for (const { domain, configCount } of domains) {
      const detail = await admin.send("GET", `/admin/config/domains/${domain}`);
      const { categories } = dataOf<{ categories: { configs: Entry[] }[] }>(detail, 200);
      const ofDomain = all.filter((entry) => entry.domain === domain);
      expect(byKey(categories.flatMap(({ configs }) => configs))).toEqual(byKey(ofDomain));
      expect(ofDomain).toHaveLength(configCount);
    }
    expect(flat.headers.get("deprecation")).toMatch(/^@\d{10}$/);
    expect(flat.headers.get("link")).toBe('</api/v1/admin/config/domains>; rel="successor-version"');
    expect(dataOf(await admin.send("GET", "/admin/config/orphans"), 200)).toEqual([]);
  });

  it("CFG-06 CFG-10 CFG-31 CFG-33 CFG-36 CFG-38 CFG-55 an unknown name is 404 with an error key of its own", async () => {
    const value = { scope: "tier", scopeValue: "GOLD", value: 1 };
    const unknown: [string, string, string, object?][] = [
      ["domain_not_found", "GET", "/admin/config/domains/nope"],
      ["key_not_found", "GET", "/admin/config/keys/nope.key"],
      ["key_not_found", "GET", "/admin/config/keys/nope.key/effective"],
      ["key_not_found", "GET", "/admin/config/keys/nope.key/history"],
      ["key_not_found", "PATCH", "/admin/config/keys/nope.key", { value: 1 }],
      ["key_not_found", "POST", "/admin/config/keys/nope.key/scoped", value],
      ["key_not_found", "GET", "/admin/config/keys/nope.key/scoped"],
      ["key_not_found", "DELETE", "/admin/config/keys/nope.key/scoped?scope=tier&scopeValue=GOLD"],
      ["key_not_found", "POST", "/admin/config/keys/nope.key/reset"],
      ["audit_entry_not_found", "POST", "/admin/config/rollback", { auditId: "00000000-0000-7000-8000-000000000000" }],
      ["flag_not_found", "PATCH", "/admin/config/flags/nope", { enabled: true }],
      ["kill_switch_not_found", "PATCH", "/admin/config/kill-switches/NOPE", { active: true }],
    ];
    for (const [key, method, path, body] of unknown) {
      const reply = await admin.send(method, path, body);
      expect([path, refusalOf(reply), envelopeFaults(reply)]).toEqual([path, `404 config.error.${key}`, []]);
      expect(reply.body.error.code).toBe("RESOURCE_NOT_FOUND");
    }
  });

  it("CFG-06 CFG-10 CFG-31 CFG-33 CFG-36 CFG-55 KSW-10 a name of 1000 characters is 404 like any unknown one", async () => {
    const long = "a".repeat(1_000);
    const unknown: [string, string, string, object?][] = [
      ["domain_not_found", "GET", `/admin/config/domains/${long}`],
      ["key_not_found", "GET", `/admin/config/keys/${long}`],
      ["key_not_found", "GET", `/admin/config/keys/${long}/effective`],
      ["key_not_found", "GET", `/admin/config/keys/${long}/history`],
      ["key_not_found", "PATCH", `/admin/config/keys/${long}`, { value: 1 }],
      ["key_not_found", "POST", `/admin/config/keys/${long}/scoped`, { scope: "tier", scopeValue: "GOLD", value: 1 }],
      ["key_not_found", "POST", `/admin/config/keys/${long}/reset`],
      ["flag_not_found", "PATCH", `/admin/config/flags/${long}`, { enabled: true }],
      ["kill_switch_not_found", "PATCH", `/admin/config/kill-switches/${long}`, { active: true }],
    ];
    for (const [key, method, path, body] of unknown)
      expect(refusalOf(await admin.send(method, path, body))).toBe(`404 config.error.${key}`);
  });

  it("CFG-46 a response to a request with an offset is marked as deprecated, one to a request with a page is not", async () => {
    const deprecation = async (query: string) => {
      const reply = await admin.send("GET", `/admin/config/audit-log${query}`);
      return [reply.status, reply.headers.get("deprecation"), reply.headers.get("link")];
    };
    const since = expect.stringMatching(/^@\d{10}$/);
    expect(await deprecation("?offset=0")).toEqual([200, since, null]);
    expect(await deprecation("?offset=10&page=1")).toEqual([200, since, null]);
    expect(await deprecation("?page=1&limit=5")).toEqual([200, null, null]);
  });

  it("CFG-14 CFG-16 CFG-20 CFG-30 CFG-38 an invalid request is 400, a placeholder 422", async () => {
    const scoped = (key: string, more: object) =>
      [`/admin/config/keys/${key}/scoped`, { scope: "tier", scopeValue: "GOLD", ...more }] as const;
    const refused: [string, readonly [string, object?]][] = [
      [INVALID, scoped("dm.timeout_hours", {})],
      [INVALID, scoped("dm.timeout_hours", { scope: "planet", value: 5 })],
      [INVALID, scoped("dm.timeout_hours", { scopeValue: "WOOD", value: 5 })],
      [INVALID, scoped("payment.min_payout", { value: 5 })],
      [INVALID, scoped("dm.timeout_hours", { scopeValue: undefined, value: 5 })],
      ["400 config.error.invalid_value", scoped("dm.timeout_hours", { value: 721 })],
      ["400 config.error.env_only", scoped("site.public_host", { value: "https://evil.example" })],
      ["400 config.error.env_only", ["/admin/config/keys/site.public_host/reset"]],
      ["422 config.error.placeholder", scoped("siteName", { value: "Lorem Ipsum" })],
      [INVALID, ["/admin/config/rollback", {}]],
      [INVALID, ["/admin/config/rollback"]],
    ];
    for (const [refusal, [path, body]] of refused) {
      const reply = await admin.send("POST", path, body);
      expect([path, refusalOf(reply), envelopeFaults(reply)]).toEqual([path, refusal, []]);
    }
  });

  it("CFG-62 each administrator may send 120 requests a minute; the limit is a setting", async () => {
    const key = "ratelimit.admin_config.limit";
    expect(dataOf(await admin.send("GET", `/admin/config/keys/${key}`), 200)).toMatchObject({ default: 120 });
    const [first, second] = await Promise.all([newUserWithRoles(["ANALYST"]), newUserWithRoles(["ANALYST"])]);
    await system.setConfig(key, 3);
    const statusFor = (person: Person) => person.send("GET", "/admin/config/flags").then(({ status }) => status);
    const statuses = [
      await statusFor(first),
      await statusFor(first),
      await statusFor(first),
      await statusFor(first),
      await statusFor(second),
    ];
    await actAs(system.broker, system.runtime, { roles: ["SUPER_ADMIN"] }).call(resetConfigKey, { key });
    expect(statuses).toEqual([200, 200, 200, 429, 200]);
    expect(await statusFor(first)).toBe(200);
  });
});
