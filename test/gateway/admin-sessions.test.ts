import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { type AdminCookies, adminCookies } from "#libs/contract-kit/admin-cookie.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import type { Reply } from "#test/support/http.ts";
import { accountStandIn, fixtureService, openStage, type Stage } from "./fixture.ts";

let stage: Stage;
let cookies: AdminCookies;

beforeAll(async () => {
  stage = await openStage();
  cookies = adminCookies(stage.runtime.env.secrets.callerSealKey);
});
afterAll(() => stage.stop());

interface Session {
  readonly sessionId: string;
  readonly headers: Record<string, string>;
}

/** A session with roles; without any it has ended. */
function session(roles: readonly string[] | null, { userId = uuid(), expiresIn = 60_000 } = {}): Session {
  const sessionId = uuid();
  if (roles) stage.scene.admins.set(sessionId, roles);
  const expiresAt = new Date(stage.runtime.clock.now().getTime() + expiresIn);
  const cookie = `admin_session=${cookies.issue({ sessionId, userId, expiresAt }).cookie}`;
  return { sessionId, headers: { cookie, "x-csrf-token": cookies.csrfToken(sessionId) } };
}

const work = (headers: Record<string, string>, body: unknown = { text: "a" }) =>
  stage.send("POST", "/admin/cookie/work", { headers, body });
const read = ({ headers }: Session) => stage.send("GET", "/admin/cookie", { headers });
const outcome = ({ status, body }: Reply) => (status < 400 ? `${status}` : `${status} ${body.error.i18nKey}`);
const killSwitch = (active: boolean) =>
  stage.runtime.config.update({ revision: uuid(), values: [], flags: [], killSwitches: [{ system: "MESSAGING", active }] });

describe("routes of the admin session", () => {
  it("D3 AUT-16 AUT-18 AUT-19 the gates stand in their order: limit, session, role, CSRF, kill switch, validation", async () => {
    const admin = session(["ADMIN"]);
    const reader = session(["ANALYST"]);
    const { "x-csrf-token": _token, ...unproven } = admin.headers;
    killSwitch(true);
    expect(outcome(await work({}, {}))).toBe("401 error.unauthorized");
    expect(outcome(await work({ cookie: reader.headers.cookie ?? "" }, {}))).toBe("403 error.forbidden");
    expect(outcome(await work(unproven, {}))).toBe("403 auth.csrf.invalid");
    expect(outcome(await work(admin.headers, {}))).toBe("503 features.messaging_disabled");
    killSwitch(false);
    expect(outcome(await work(admin.headers, {}))).toBe("400 error.validation_failed");
    expect(outcome(await work(admin.headers))).toBe("200");
  });

  it("D3 THR-13 each admin has ten an hour, over all sessions, before anybody asks whether the session lives", async () => {
    const userId = uuid();
    const [first, second, ended] = [session(["ADMIN"], { userId }), session(["ADMIN"], { userId }), session(null, { userId })];
    const outcomes: string[] = [];
    for (const { headers } of [first, second, ended, first, second, ended, first, second, ended, first, second]) {
      outcomes.push(outcome(await work(headers)));
    }
    const round = ["200", "200", "401 error.unauthorized"];
    expect(outcomes).toEqual([...round, ...round, ...round, "200", "429 error.throttled"]);
    expect(outcome(await work(ended.headers))).toBe("429 error.throttled");
    expect(outcome(await work(session(["ADMIN"]).headers))).toBe("200");
  });

  it("D6 a forged cookie is counted for its address, not for the admin whom it names", async () => {
    const userId = uuid();
    const admin = session(["ADMIN"], { userId });
    const forged = { ...admin.headers, cookie: `${admin.headers.cookie?.slice(0, -3)}AAA`, "x-forwarded-for": "203.0.113.9" };
    const outcomes = await Promise.all(Array.from({ length: 12 }, async () => outcome(await work(forged))));
    expect(outcomes.filter((text) => text.startsWith("429"))).toHaveLength(2);
    const { headers } = await work(admin.headers);
    expect(headers.get("ratelimit")).toMatch(/r=9;/);
  });

  it("AUT-18 an expired cookie is nobody's, without a question", async () => {
    const old = session(["ADMIN"], { expiresIn: -1_000 });
    const before = stage.scene.adminQuestions;
    expect(outcome(await read(old))).toBe("401 error.unauthorized");
    expect(stage.scene.adminQuestions).toBe(before);
  });

  it("AUT-18 is asked for once a second, also by requests at the same time, and at once after a hint", async () => {
    const admin = session(["ADMIN"]);
    const before = stage.scene.adminQuestions;
    const burst = await Promise.all(Array.from({ length: 20 }, () => read(admin)));
    expect(new Set(burst.map(outcome))).toEqual(new Set(["200"]));
    expect(stage.scene.adminQuestions - before).toBeLessThan(5);
    stage.scene.admins.delete(admin.sessionId);
    await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: admin.sessionId, reason: "LOGOUT" });
    expect(outcome(await read(admin))).toBe("401 error.unauthorized");
    await stage.broker.broadcast(HINTS.sessionsRevoked, null);
  });

  it("AUT-18 an end counts within two seconds though the hint is lost", async () => {
    const admin = session(["ADMIN"]);
    expect(outcome(await read(admin))).toBe("200");
    stage.scene.admins.delete(admin.sessionId);
    await eventually(async () => expect(outcome(await read(admin))).toBe("401 error.unauthorized"), 2_000);
  });

  it("AUT-18 an end counts within two seconds though the clock was set back", async () => {
    const admin = session(["ADMIN"]);
    expect(outcome(await read(admin))).toBe("200");
    stage.runtime.clock.advance(-3_600_000);
    stage.scene.admins.delete(admin.sessionId);
    await eventually(async () => expect(outcome(await read(admin))).toBe("401 error.unauthorized"), 2_000);
    stage.runtime.clock.reset();
  });

  it("AUT-16 a HEAD request is a GET, and changes nothing", async () => {
    const admin = session(["ADMIN"]);
    const { cookie = "" } = admin.headers;
    expect((await stage.send("HEAD", "/admin/cookie", { headers: { cookie } })).status).toBe(200);
    expect((await stage.send("HEAD", "/admin/cookie/work", { headers: { cookie } })).status).toBe(405);
  });
});

describe("without the account service", () => {
  it("ENV-18 a session cannot be judged: 503, and it can as soon as the service is back", async () => {
    const alone = await openStage({ services: (scene) => [fixtureService(scene)] });
    const sessionId = uuid();
    alone.scene.admins.set(sessionId, ["ADMIN"]);
    const expiresAt = new Date(alone.runtime.clock.now().getTime() + 60_000);
    const { cookie } = adminCookies(alone.runtime.env.secrets.callerSealKey).issue({ sessionId, userId: uuid(), expiresAt });
    const ask = () => alone.send("GET", "/admin/cookie", { headers: { cookie: `admin_session=${cookie}` } });
    expect([(await ask()).status, (await alone.send("GET", "/admin/cookie")).status]).toEqual([503, 401]);
    await alone.broker.createService(accountStandIn(alone.scene));
    await alone.broker.waitForServices("account", 5_000, 5);
    expect((await ask()).status).toBe(200);
    await alone.stop();
  });
});

describe("AUT-26 admin cookies and CSRF tokens", () => {
  const one = adminCookies("a key of one system, with its length");
  const other = adminCookies("a key of another system, and so long");
  const issue = { sessionId: uuid(), userId: uuid(), expiresAt: new Date(60_000) };

  it("AUT-26 open for their own key, until they expire, and for nothing that was changed", () => {
    const { cookie, secretHash } = one.issue(issue);
    expect(one.open(cookie, new Date(59_000))).toEqual({ sessionId: issue.sessionId, userId: issue.userId, secretHash });
    expect([one.open(cookie, new Date(60_000)), other.open(cookie, new Date(0)), one.open(undefined, new Date(0))]).toEqual([
      null,
      null,
      null,
    ]);
    for (let at = 0; at < cookie.length; at += 1) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === "0" ? "1" : "0"}${cookie.slice(at + 1)}`;
      expect([at, one.open(changed, new Date(0))]).toEqual([at, null]);
    }
    expect(one.issue(issue).cookie).not.toBe(cookie);
  });

  it("AUT-17 AUT-26 a token is good for its session and key only; nothing throws", () => {
    const token = one.csrfToken(issue.sessionId);
    expect([one.isCsrfToken(token, issue.sessionId), one.isCsrfToken(token, uuid()), other.isCsrfToken(token, issue.sessionId)]).toEqual([
      true,
      false,
      false,
    ]);
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
      one.issue(issue).cookie,
    ]) {
      expect(one.isCsrfToken(wrong, issue.sessionId)).toBe(false);
    }
  });
});
