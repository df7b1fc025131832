import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type AdminCookies, adminCookies } from "#libs/contracts/account/admin-cookie.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { accountStub, fixtureService, startTestGateway, type TestGateway } from "./fixture.ts";

let gateway: TestGateway;
let cookies: AdminCookies;

beforeAll(async () => {
  gateway = await startTestGateway();
  cookies = adminCookies(gateway.runtime.env.secrets.pseudonymKey);
});
afterAll(() => gateway.stop());

interface Session {
  readonly sessionId: string;
  readonly headers: Record<string, string>;
}

/** An admin session with its cookie and CSRF token; null: the session has ended. */
function session(roles: readonly string[] | null, { userId = uuid(), expiresIn = 60_000 } = {}): Session {
  const sessionId = uuid();
  if (roles) gateway.state.admins.set(sessionId, roles);
  gateway.state.adminIds.set(sessionId, userId);
  const expiresAt = new Date(gateway.runtime.clock.now().getTime() + expiresIn);
  const cookie = `admin_session=${cookies.issue({ sessionId, userId, expiresAt }).cookie}`;
  return { sessionId, headers: { cookie, "x-csrf-token": cookies.csrfToken(sessionId) } };
}

const work = (headers: Record<string, string>, body: unknown = { text: "a" }) =>
  gateway.send("POST", "/admin/cookie/work", { headers, body });
const read = ({ headers }: Session) => gateway.send("GET", "/admin/cookie", { headers });
const outcome = ({ status, body }: Reply) => (status < 400 ? `${status}` : `${status} ${body.error.i18nKey}`);
const killSwitch = (active: boolean) =>
  gateway.runtime.config.update({ revision: uuid(), values: [], flags: [], killSwitches: [{ system: "MESSAGING", active }] });

describe("routes of the admin session", () => {
  it("D3 AUT-16 AUT-18 AUT-19 check in this order: session, role, CSRF token, kill switch, validation", async () => {
    const admin = session(["ADMIN"]);
    const reader = session(["ANALYST"]);
    const { "x-csrf-token": _token, ...withoutToken } = admin.headers;
    killSwitch(true);
    expect(outcome(await work({}, {}))).toBe("401 error.unauthorized");
    expect(outcome(await work({ cookie: reader.headers.cookie ?? "" }, {}))).toBe("403 error.forbidden");
    expect(outcome(await work(withoutToken, {}))).toBe("403 auth.csrf.invalid");
    expect(outcome(await work(admin.headers, {}))).toBe("503 features.messaging_disabled");
    killSwitch(false);
    expect(outcome(await work(admin.headers, {}))).toBe("400 error.validation_failed");
    expect(outcome(await work(admin.headers))).toBe("200");
  });

  it("D3 THR-13 an admin may send ten requests an hour over all sessions", async () => {
    const userId = uuid();
    const [first, second] = [session(["ADMIN"], { userId }), session(["ADMIN"], { userId })];
    const outcomes: string[] = [];
    for (let request = 0; request < 11; request += 1) outcomes.push(outcome(await work([first, second][request % 2]?.headers ?? {})));
    expect(outcomes).toEqual([...Array(10).fill("200"), "429 error.throttled"]);
    expect(outcome(await work(session(["ADMIN"]).headers))).toBe("200");
  });

  it.each([
    ["one after the other", "203.0.113.10", { text: "a" }, false],
    ["at the same time, to a gateway that has not seen the session", "203.0.113.11", { text: "a" }, true],
    ["with an unreadable body", "203.0.113.12", "{", false],
  ] as const)(
    "D6 AUT-18 the cookie of an ended session counts for its address: its thief leaves the admin the limit (%s)",
    async (_, address, body, atOnce) => {
      const userId = uuid();
      const [admin, ended] = [session(["ADMIN"], { userId }), session(null, { userId })];
      const stolen = { ...ended.headers, "x-forwarded-for": address };
      const replies: Promise<Reply>[] = [];
      for (let request = 0; request < 12; request += 1) {
        replies.push(work(stolen, body));
        if (!atOnce) await replies.at(-1);
      }
      const refused = (await Promise.all(replies)).map(({ headers }) => headers.get("ratelimit")).filter((text) => text?.includes("r=0;"));
      expect(refused).toHaveLength(3);
      expect((await work(admin.headers)).headers.get("ratelimit")).toMatch(/r=9;/);
    },
  );

  it("D6 a forged cookie counts for its address, not for the admin whom it names", async () => {
    const userId = uuid();
    const admin = session(["ADMIN"], { userId });
    const forged = { ...admin.headers, cookie: `${admin.headers.cookie?.slice(0, -3)}AAA`, "x-forwarded-for": "203.0.113.9" };
    const outcomes = await Promise.all(Array.from({ length: 12 }, async () => outcome(await work(forged))));
    expect(outcomes.filter((text) => text.startsWith("429"))).toHaveLength(2);
    const { headers } = await work(admin.headers);
    expect(headers.get("ratelimit")).toMatch(/r=9;/);
  });

  it("AUT-18 an expired cookie is 401 without a call to the account service", async () => {
    const expired = session(["ADMIN"], { expiresIn: -1_000 });
    const before = gateway.state.adminSessionCalls;
    expect(outcome(await read(expired))).toBe("401 error.unauthorized");
    expect(gateway.state.adminSessionCalls).toBe(before);
  });

  it("AUT-18 the account service is called at most once a second for a session, and again right after a hint", async () => {
    const admin = session(["ADMIN"]);
    const before = gateway.state.adminSessionCalls;
    const burst = await Promise.all(Array.from({ length: 20 }, () => read(admin)));
    expect(new Set(burst.map(outcome))).toEqual(new Set(["200"]));
    expect(gateway.state.adminSessionCalls - before).toBeLessThan(5);
    gateway.state.admins.delete(admin.sessionId);
    await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: admin.sessionId, reason: "LOGOUT" });
    expect(outcome(await read(admin))).toBe("401 error.unauthorized");
    await gateway.broker.broadcast(HINTS.sessionsRevoked.name, null);
  });

  it("AUT-18 a session that ended is refused within two seconds although the hint is lost", async () => {
    const admin = session(["ADMIN"]);
    expect(outcome(await read(admin))).toBe("200");
    gateway.state.admins.delete(admin.sessionId);
    await eventually(async () => expect(outcome(await read(admin))).toBe("401 error.unauthorized"), 2_000);
  });

  it("AUT-18 a session that ended is refused within two seconds although the clock was set back", async () => {
    const admin = session(["ADMIN"]);
    expect(outcome(await read(admin))).toBe("200");
    gateway.runtime.clock.advance(-3_600_000);
    gateway.state.admins.delete(admin.sessionId);
    await eventually(async () => expect(outcome(await read(admin))).toBe("401 error.unauthorized"), 2_000);
    gateway.runtime.clock.reset();
  });

  it("AUT-16 HEAD is served like GET and needs no CSRF token; a route without GET is 405", async () => {
    const admin = session(["ADMIN"]);
    const { cookie = "" } = admin.headers;
    expect((await gateway.send("HEAD", "/admin/cookie", { headers: { cookie } })).status).toBe(200);
    expect((await gateway.send("HEAD", "/admin/cookie/work", { headers: { cookie } })).status).toBe(405);
  });
});

describe("without the account service", () => {
  it("ENV-18 a request with an admin cookie is 503 until the service is back", async () => {
    const isolated = await startTestGateway({ services: (state) => [fixtureService(state)] });
    const sessionId = uuid();
    isolated.state.admins.set(sessionId, ["ADMIN"]);
    const expiresAt = new Date(isolated.runtime.clock.now().getTime() + 60_000);
    const { cookie } = adminCookies(isolated.runtime.env.secrets.pseudonymKey).issue({ sessionId, userId: uuid(), expiresAt });
    const read = () => isolated.send("GET", "/admin/cookie", { headers: { cookie: `admin_session=${cookie}` } });
    expect([(await read()).status, (await isolated.send("GET", "/admin/cookie")).status]).toEqual([503, 401]);
    await isolated.broker.createService(accountStub(isolated.state));
    await isolated.broker.waitForServices("account", 5_000, 5);
    expect((await read()).status).toBe(200);
    await isolated.stop();
  });
});

describe("AUT-26 admin cookies and CSRF tokens", () => {
  const cookies = adminCookies("a caller seal key that only tests use 1");
  const foreignCookies = adminCookies("a caller seal key that only tests use 2");
  const session = { sessionId: uuid(), userId: uuid(), expiresAt: new Date(60_000) };

  it("AUT-26 a cookie opens with its own key until it expires, and not after any change", () => {
    const { cookie, secretHash } = cookies.issue(session);
    expect(cookies.open(cookie, new Date(59_000))).toEqual({ sessionId: session.sessionId, userId: session.userId, secretHash });
    expect([
      cookies.open(cookie, new Date(60_000)),
      foreignCookies.open(cookie, new Date(0)),
      cookies.open(undefined, new Date(0)),
    ]).toEqual([null, null, null]);
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === "0" ? "1" : "0"}${cookie.slice(at + 1)}`;
      expect([at, cookies.open(changed, new Date(0))]).toEqual([at, null]);
    }
    expect(cookies.issue(session).cookie).not.toBe(cookie);
  });

  it("AUT-17 AUT-26 a token is valid for its session and key only, and malformed tokens do not throw", () => {
    const token = cookies.csrfToken(session.sessionId);
    expect([
      cookies.isCsrfToken(token, session.sessionId),
      cookies.isCsrfToken(token, uuid()),
      foreignCookies.isCsrfToken(token, session.sessionId),
    ]).toEqual([true, false, false]);
    for (const wrong of [
      undefined,
      null,
      7,
      [token],
      {},
      "",
      ".",
      token.slice(1),
      `${token}.`,
      "x".repeat(100_000),
      cookies.issue(session).cookie,
    ]) {
      expect(cookies.isCsrfToken(wrong, session.sessionId)).toBe(false);
    }
  });
});
