import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { RevokedReason } from "#libs/contracts/account.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "#test/support/eventually.ts";
import { accountStandIn, fixtureService, openStage, type Stage } from "./fixture.ts";

const now = () => Math.floor(Date.now() / 1_000);

describe("callers", () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ env: { configOverrides: new Map([["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "1000"]]) } });
  });
  afterAll(() => stage.stop());

  const work = (headers: Record<string, string>) => stage.send("POST", "/tasks", { headers });
  const bearer = (token: string) => work({ authorization: `Bearer ${token}` });

  it("AUT-02 every route that needs a caller is 401 without one", async () => {
    const places = [
      ["POST", "/tasks"],
      ["PATCH", "/tasks/1/part"],
      ["DELETE", "/tasks/1"],
      ["POST", "/keyed"],
      ["POST", "/open/deletion"],
      ["GET", "/admin/tasks"],
      ["GET", "/admin/cookie"],
    ] as const;
    for (const [method, path] of places) {
      const { status, body, headers } = await stage.send(method, path);
      expect([path, status, body.error.code, body.error.i18nKey]).toEqual([path, 401, "AUTH_UNAUTHORIZED", "error.unauthorized"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("a valid token lets in, and the action knows who it is", async () => {
    const { status, body } = await bearer(stage.token("u1"));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ userId: "u1" });
  });

  describe("AUT-03 is refused with 401:", () => {
    const { privateKey: stranger } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const forged = (key: KeyObject): string => {
      const pem = createPublicKey(key).export({ type: "spki", format: "pem" }).toString();
      const [header, payload] = [
        { alg: "HS256", kid: "k1", typ: "JWT" },
        {
          iss: "creator-platform",
          aud: "api",
          typ: "access",
          token_use: "access",
          sub: "u",
          sid: "s",
          roles: [],
          status: "ACTIVE",
          exp: now() + 60,
        },
      ].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
      const signature = createHmac("sha256", pem).update(`${header}.${payload}`).digest("base64url");
      return `${header}.${payload}.${signature}`;
    };
    const cases: [string, () => string][] = [
      ["garbage", () => "garbage"],
      ["three dots", () => "a.b.c"],
      ["another key's signature", () => stage.token("u", { key: stranger })],
      ["a cut signature", () => stage.token().slice(0, -4)],
      ["another token's signature", () => [...stage.token("a").split(".").slice(0, 2), stage.token("b").split(".")[2]].join(".")],
      ["an expired token", () => stage.token("u", { claims: { exp: now() - 1 } })],
      ["a token without expiry", () => stage.token("u", { claims: { exp: undefined } })],
      ["a token of tomorrow", () => stage.token("u", { claims: { nbf: now() + 3_600 } })],
      ["alg none", () => stage.token("u", { key: "", options: { algorithm: "none" } })],
      ["HS256 with the public key", () => forged([...stage.scene.keys.values()][0] as KeyObject)],
      ["another issuer", () => stage.token("u", { claims: { iss: "somebody" } })],
      ["another audience", () => stage.token("u", { claims: { aud: "admin" } })],
      ["AUT-23 a refresh token", () => stage.token("u", { claims: { typ: "refresh", token_use: "refresh" } })],
      ["AUT-23 a token of another type", () => stage.token("u", { claims: { typ: "refresh" } })],
      ["AUT-23 a token for another use", () => stage.token("u", { claims: { token_use: "refresh" } })],
      ["an unknown key id", () => stage.token("u", { kid: "k9" })],
      ["a key id that is a path", () => stage.token("u", { kid: "../../etc/passwd" })],
      ["no key id", () => stage.token("u", { kid: null })],
      ["no session", () => stage.token("u", { claims: { sid: undefined } })],
      ["roles that are no list", () => stage.token("u", { claims: { roles: "SUPER_ADMIN" } })],
    ];
    it.each(cases)("%s", async (_what, token) => {
      expect((await bearer(token())).status).toBe(401);
    });
  });

  it("AUT-03 ES384 and RS256 of a known key id are refused", async () => {
    const { privateKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    expect((await bearer(stage.token("u", { key: rsa, options: { algorithm: "RS256" } }))).status).toBe(401);
    const { privateKey: p384 } = generateKeyPairSync("ec", { namedCurve: "P-384" });
    expect((await bearer(stage.token("u", { key: p384, options: { algorithm: "ES384" } }))).status).toBe(401);
  });

  it("AUT-04 the scheme is Bearer in any case, nothing else", async () => {
    const token = stage.token();
    for (const scheme of ["Bearer", "bearer", "BEARER"]) expect((await work({ authorization: `${scheme} ${token}` })).status).toBe(200);
    for (const value of [`Basic ${token}`, `Token ${token}`, "Bearer", "Bearer ", token, `Bearer ${token} x`, `Bearer,${token}`]) {
      expect([value.slice(0, 12), (await work({ authorization: value })).status]).toEqual([value.slice(0, 12), 401]);
    }
  });

  it("AUT-05 a public route takes no notice of a bad token, and knows the caller of a good one", async () => {
    const echo = (authorization: string) => stage.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { authorization } });
    for (const bad of ["Bearer garbage", "Basic x", "Bearer"]) {
      const { status, body } = await echo(bad);
      expect([status, (body.data as { visitor: null }).visitor]).toEqual([201, null]);
    }
    expect((await echo(`Bearer ${stage.token("u7")}`)).body.data).toMatchObject({ visitor: "u7" });
  });

  it("AUT-03 a token expires by the clock of the system", async () => {
    const token = stage.token();
    expect((await bearer(token)).status).toBe(200);
    stage.runtime.clock.advance(901_000);
    expect((await bearer(token)).status).toBe(401);
    stage.runtime.clock.reset();
  });

  describe("admin routes", () => {
    const ask = (roles: readonly string[]) => stage.send("GET", "/admin/tasks", { token: stage.token("a", { claims: { roles } }) });

    it.each([
      [[], 403],
      [["FAN"], 403],
      [["SUPPORT"], 403],
      [["FINANCE"], 403],
      [["toString"], 403],
      [["ADMIN"], 200],
      [["SUPER_ADMIN"], 200],
      [["SUPPORT", "ADMIN"], 200],
    ] as [string[], number][])("API5 roles %j get %i", async (roles, expected) => {
      const { status, body } = await ask(roles);
      expect(status).toBe(expected);
      if (expected === 403) expect(body.error).toMatchObject({ code: "AUTH_FORBIDDEN", i18nKey: "error.forbidden" });
    });

    it("a bearer token opens no route that wants the admin session", async () => {
      const token = stage.token("a", { claims: { roles: ["SUPER_ADMIN"] } });
      expect((await stage.send("GET", "/admin/cookie", { token, headers: { cookie: "admin_session=x" } })).status).toBe(401);
    });
  });

  describe("revoked sessions", () => {
    const revoke = (sid: string, reason: RevokedReason) =>
      stage.scene.revoked.push({ sessionId: sid, reason, revokedAt: new Date().toISOString() });
    const send = (path: string, sid: string, claims = {}) =>
      stage.send("POST", path, { token: stage.token("u", { claims: { sid, ...claims } }) });

    it("are refused within 2 s", async () => {
      const sid = uuid();
      expect((await send("/tasks", sid)).status).toBe(200);
      revoke(sid, "LOGOUT");
      await eventually(async () => expect((await send("/tasks", sid)).status).toBe(401), 2_000);
      expect((await send("/open/deletion", sid)).status).toBe(401);
    });

    it("AUT-13 are refused within 2 s however many end with them, and before them, at one instant", async () => {
      const [crowd, late] = [Array.from({ length: 20 }, () => uuid()), uuid()];
      const at = new Date().toISOString();
      for (const sessionId of crowd) stage.scene.revoked.push({ sessionId, reason: "PASSWORD_CHANGE", revokedAt: at });
      revoke(late, "LOGOUT");
      await eventually(async () => expect((await send("/tasks", late)).status).toBe(401), 2_000);
      expect((await send("/tasks", crowd.at(-1) ?? "")).status).toBe(401);
    });

    it("AUT-13 AUT-14 are refused for as long as one of their tokens may live", async () => {
      const sid = uuid();
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "LOGOUT" });
      stage.runtime.clock.advance(HOUR - MINUTE);
      expect((await send("/tasks", sid, { exp: now() + 7_200 })).status).toBe(401);
      stage.runtime.clock.reset();
    });

    it("AUT-13 are refused at once after a hint, which a lost hint only delays", async () => {
      const sid = uuid();
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "ADMIN" });
      expect((await send("/tasks", sid)).status).toBe(401);
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: 7, reason: "NONSENSE" });
      await stage.broker.broadcast(HINTS.sessionsRevoked, null);
      expect((await send("/tasks", uuid())).status).toBe(200);
    });

    it("D9 a deletion leaves the routes of the deletion open", async () => {
      const sid = uuid();
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "DELETION" });
      expect((await send("/tasks", sid)).status).toBe(401);
      expect((await send("/open/deletion", sid)).status).toBe(200);
    });

    it("2.18 a user who is gone gets 401, but for the routes that answer it themselves", async () => {
      const sid = uuid();
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "USER_GONE" });
      expect((await send("/tasks", sid)).status).toBe(401);
      expect((await send("/open/deletion", sid)).status).toBe(200);
    });

    it("GDP-07 a deactivated account is 403 but for the routes of the deletion", async () => {
      const { status, body } = await send("/tasks", uuid(), { status: "DEACTIVATED" });
      expect([status, body.error.i18nKey]).toEqual([403, "auth.account.deactivated"]);
      expect((await send("/open/deletion", uuid(), { status: "DEACTIVATED" })).status).toBe(200);
    });

    it("AUT-05 a revoked caller is nobody on a public route", async () => {
      const sid = uuid();
      await stage.broker.broadcast(HINTS.sessionsRevoked, { sessionId: sid, reason: "LOGOUT" });
      const token = stage.token("u", { claims: { sid } });
      const reply = await stage.send("POST", "/echo/1", { token, body: { text: "a", count: 1 } });
      expect([reply.status, (reply.body.data as { visitor: null }).visitor]).toEqual([201, null]);
    });
  });
});

describe("public keys", () => {
  it("a new key is fetched when a token names it, but not for every unknown name", async () => {
    const stage = await openStage();
    expect((await stage.send("POST", "/tasks", { token: stage.token() })).status).toBe(200);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    stage.scene.keys.set("k2", privateKey);
    const token = stage.token("u", { kid: "k2", key: privateKey });
    await eventually(async () => expect((await stage.send("POST", "/tasks", { token })).status).toBe(200), 8_000);
    await stage.stop();
  });

  it("ENV-18 without the account service a token cannot be judged: 503, while public routes go on", async () => {
    const stage = await openStage({ services: (scene) => [fixtureService(scene)] });
    const { status, body } = await stage.send("POST", "/tasks", { token: stage.token() });
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await stage.send("POST", "/tasks")).status).toBe(401);
    expect((await stage.send("GET", "/search", { token: stage.token() })).status).toBe(200);
    await stage.broker.createService(accountStandIn(stage.scene));
    await eventually(async () => expect((await stage.send("POST", "/tasks", { token: stage.token() })).status).toBe(200));
    await stage.stop();
  });
});
