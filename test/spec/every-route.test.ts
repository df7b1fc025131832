import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Rule } from "#libs/contract-kit/rules.ts";
import { type AdminBrowser, openAdminBrowser } from "../support/admin-browser.ts";
import type { Reply, RequestOptions } from "../support/http.ts";
import { type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, INVALID, refusalOf } from "./refusal.ts";
import { type Routed, servedRoutes } from "./served-routes.ts";

let system: TestSystem;
let user: Person;
let admin: Person;
let browser: AdminBrowser;

beforeAll(async () => {
  system = await startTestSystem();
  [user, admin] = await Promise.all([system.newUser(), system.admin()]);
  browser = await openAdminBrowser(system, admin);
});

afterAll(() => system.stop());

const routes = servedRoutes.filter(({ http }) => !http.root);
const withCredentials = routes.filter(({ http }) => http.auth !== "public");
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
/** Data of the routes that answer an unknown path parameter with 200. */
const EMPTY_DATA: Readonly<Record<string, unknown>> = {
  "/admin/wallets/{userId}": { wallets: [] },
  "/admin/wallets/{userId}/transactions": { items: [], total: 0, page: 1, limit: 20, totalPages: 0 },
  "/creators/usernames/{username}": { username: '{"$ne":null}', available: false, reason: "INVALID" },
  "/creators/{creatorId}/follow": { following: false },
  "/discover/category/{platform}": { results: [], nextCursor: null, hasMore: false },
};
const concrete = ({ http }: Routed) => http.path.replace(/\{\w+\}/g, UNKNOWN_ID);
const hasBody = (method: string) => !["GET", "DELETE"].includes(method);

/** Calls a route with the credentials that it needs. */
function call(route: Routed, body?: unknown, path = concrete(route), options: RequestOptions = {}): Promise<Reply> {
  const { method, auth, idempotency } = route.http;
  const headers = idempotency === "required" ? { "idempotency-key": `k${Math.random()}` } : {};
  if (auth === "adminSession") return browser.send(method, path, hasBody(method) ? body : undefined, { headers, ...options });
  const token = auth === "public" ? undefined : auth === "bearer" ? user.token : admin.token;
  return system.send(method, path, { token, body: hasBody(method) ? body : undefined, headers, ...options });
}

/** The parameters of the body, or of the query of a GET. */
function inputs({ http, params }: Routed): [string, Rule][] {
  return Object.entries(params).filter(([field, rule]) => !rule.from && !http.path.includes(`{${field}}`));
}

/** A value that the check of a rule accepts. */
function validValue(field: string, rule: Rule): unknown {
  const byField: Record<string, unknown> = { email: "a@example.org", price: "5.00", amount: "5.00", username: "abc", key: "a.key" };
  if (rule.type === "enum") return rule.values[0];
  if (rule.type === "boolean") return true;
  if (rule.type === "number") return rule.min ?? 1;
  if (rule.type === "timestamp") return "2026-01-01T00:00:00Z";
  if (rule.type === "uuid") return UNKNOWN_ID;
  if (rule.type === "array") return [];
  return byField[field] ?? "some text of length";
}

const bodyOf = (route: Routed) =>
  Object.fromEntries(inputs(route).flatMap(([field, rule]) => (rule.optional ? [] : [[field, validValue(field, rule)]])));

describe("spec 5, 2.1: every route of the interface", () => {
  it.each(withCredentials.map((route) => [`${route.http.method} ${route.http.path}`, route] as const))(
    "AUT-02 %s is 401 without a token and with an invalid one, for any body",
    async (_name, route) => {
      for (const token of [undefined, "garbage", `${user.token.slice(0, -6)}AAAAAA`]) {
        for (const body of [undefined, { nonsense: true }]) {
          const reply = await system.send(route.http.method, concrete(route), {
            token,
            body: hasBody(route.http.method) ? body : undefined,
          });
          expect([refusalOf(reply), reply.body.error.code, envelopeFaults(reply)]).toEqual([
            "401 error.unauthorized",
            "AUTH_UNAUTHORIZED",
            [],
          ]);
        }
      }
    },
  );

  it("ENV-14 an unreadable body is 400 on every route that reads one, also without a token", async () => {
    const withBody = withCredentials.filter(({ http }) => hasBody(http.method) && !http.ignoresBody && !http.upload && !http.rawBody);
    expect(withBody.length).toBeGreaterThan(30);
    for (const route of withBody) {
      const { method } = route.http;
      const replies = [
        await system.send(method, concrete(route), { body: "{" }),
        await system.send(method, concrete(route), { body: '{"__proto__":{}}', token: "garbage" }),
      ];
      expect([concrete(route), ...replies.map(refusalOf)]).toEqual([
        concrete(route),
        "400 error.malformed_json",
        "400 error.malformed_json",
      ]);
    }
  });

  it("AUT-22 every admin route is 403 for a user without a role", async () => {
    const forAdmins = withCredentials.filter(({ http }) => http.auth === "admin");
    const refusals = await Promise.all(forAdmins.map((route) => call(route, bodyOf(route), concrete(route), { token: user.token })));
    expect(forAdmins.map(({ http }, index) => [http.path, refusalOf(refusals[index] as Reply)])).toEqual(
      forAdmins.map(({ http }) => [http.path, "403 error.forbidden"]),
    );
    expect(forAdmins.length).toBeGreaterThan(15);
  });

  it("AUT-21 the configuration routes accept the bearer token of an admin", async () => {
    const lists = ["/admin/config/flags", "/admin/config/kill-switches", "/admin/config/audit-log", "/admin/config/keys/siteName"];
    for (const path of lists) expect([path, (await admin.send("GET", path)).status]).toEqual([path, 200]);
  });

  it("ENV-01 ENV-13 unknown paths and paths without the prefix are 404 in the envelope", async () => {
    const unprefixed = routes.map((route) => `/../..${concrete(route)}`);
    for (const path of [...unprefixed, "/nowhere", "/messages/a/b/c", "/admin", "/__proto__", "/constructor"]) {
      const reply = await system.send("GET", path);
      expect([path, refusalOf(reply), envelopeFaults(reply)]).toEqual([path, "404 error.not_found", []]);
      expect(reply.body.error.code).toBe("RESOURCE_NOT_FOUND");
    }
  });

  it("ENV-26 a query operator, list or number instead of a text is 400 on every route", async () => {
    const attacks: [string, Promise<Reply>][] = routes
      .filter(({ http }) => hasBody(http.method))
      .flatMap((route) =>
        inputs(route)
          .filter(([, { type }]) => ["string", "uuid", "timestamp", "enum"].includes(type))
          .flatMap(([field]) =>
            [{ $ne: null }, { $gt: "" }, ["x"], 7].map((attack): [string, Promise<Reply>] => [
              `${route.http.method} ${route.http.path} ${field} ${JSON.stringify(attack)}`,
              call(route, { ...bodyOf(route), [field]: attack }),
            ]),
          ),
      );
    expect(attacks.length).toBeGreaterThan(100);
    for (const [name, pending] of attacks) {
      const reply = await pending;
      expect([name, refusalOf(reply), envelopeFaults(reply)]).toEqual([name, INVALID, []]);
    }
  });

  it("ENV-26 a query operator in a path or a query string is read as text and matches nothing", async () => {
    const reads = routes.filter(({ http }) => http.method === "GET" && !http.stream);
    for (const route of reads) {
      const path = route.http.path.replace(/\{\w+\}/g, encodeURIComponent('{"$ne":null}'));
      const query = inputs(route).map(([field]) => `${field}[$ne]=x`);
      const reply = await call(route, undefined, `${path}?${query.join("&")}`);
      if (route.http.path.includes("{") && reply.status === 200) {
        expect([route.http.path, reply.body.data]).toEqual([route.http.path, EMPTY_DATA[route.http.path]]);
      }
      const isOff = reply.status === 503 && refusalOf(reply) === "503 provider.error.off";
      expect([route.http.path, isOff || [200, 400, 403, 404].includes(reply.status)]).toEqual([route.http.path, true]);
    }
  });

  it("ENV-06 ENV-07 ENV-08 a request without its required fields is 400 and names each of them", async () => {
    const withRequired = routes.filter((route) => hasBody(route.http.method) && Object.keys(bodyOf(route)).length > 0);
    for (const route of withRequired) {
      const missing = inputs(route).flatMap(([field, rule]) => (rule.optional || "default" in rule ? [] : [field]));
      if (missing.length === 0) continue;
      const reply = await call(route, {});
      expect([route.http.path, refusalOf(reply), reply.body.error.code]).toEqual([route.http.path, INVALID, "VALIDATION_FAILED"]);
      const details = (reply.body.error.details ?? []).map(({ message }) => message);
      for (const field of missing)
        expect([route.http.path, details.filter((text) => text.startsWith(`${field} `)).length]).toEqual([route.http.path, 1]);
    }
    expect(withRequired.length).toBeGreaterThan(10);
  });

  it("ENV-14 ENV-16 malformed JSON is 400 on every route that reads a body, and the error reveals nothing", async () => {
    for (const route of routes.filter(({ http }) => hasBody(http.method) && !http.ignoresBody && !http.upload && !http.rawBody)) {
      for (const body of ['{"a":', "[1]", '"text"', "\u0000"]) {
        const reply = await call(route, undefined, concrete(route), { body, headers: { "content-type": "application/json" } });
        expect([route.http.path, body, reply.status, envelopeFaults(reply)]).toEqual([route.http.path, body, 400, []]);
        expect(reply.body.error.code).toBe("VALIDATION_FAILED");
        expect(JSON.stringify(reply.body)).not.toMatch(/SyntaxError|position|at \w+ \(|node_modules|\.ts:\d/);
      }
    }
  });

  it("TEL-04 after requests to every route and 3,000 odd paths the process has at most 2,000 series", async () => {
    // Creates the series of every route, also when this test runs alone.
    for (const route of routes) await system.send(route.http.method, concrete(route));
    for (const route of routes) if (route.http.method === "GET" && !route.http.stream) await call(route);
    for (let batch = 0; batch < 30; batch += 1)
      await Promise.all(Array.from({ length: 100 }, (_, index) => system.send("GET", `/odd-${batch}/${index}/${UNKNOWN_ID}`)));
    const series = (await system.runtime.metrics.render()).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(series.filter((line) => line.startsWith("http_requests_total{")).length).toBeGreaterThan(routes.length);
    expect(series.filter((line) => line.startsWith("calls_total{")).length).toBeGreaterThan(50);
    expect(series.length).toBeLessThanOrEqual(2_000);
  });

  it("ENV-17 a query overrides neither body nor path", async () => {
    const [creator, other] = await Promise.all([system.newCreator(), system.newCreator()]);
    const message = { receiverId: creator.userId, dmType: "FREE", content: "for whom?" };
    const sent = await user.send("POST", `/messages?receiverId=${other.userId}&content=other`, message);
    const { messageId } = sent.body.data as { messageId: string };
    const read = (await user.send("GET", `/messages/${messageId}?messageId=${UNKNOWN_ID}`)).body.data;
    expect(read).toMatchObject({ id: messageId, receiverId: creator.userId, content: "for whom?" });
  });
});
