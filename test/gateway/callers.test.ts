import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { RevokedReason } from "#libs/contracts/account/index.ts";
import { HINTS } from "#libs/contracts/hints.ts";
import { HOUR, MINUTE } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { eventually } from "../support/eventually.ts";
import { accountStub, fixtureService, startTestGateway, type TestGateway } from "./fixture.ts";

const now = () => Math.floor(Date.now() / 1_000);

describe("callers of routes", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ env: { configOverrides: new Map([["CONFIG_RATELIMIT_MESSAGES_SEND_LIMIT", "1000"]]) } });
  });
  afterAll(() => gateway.stop());

  const work = (headers: Record<string, string>) => gateway.send("POST", "/tasks", { headers });
  const bearer = (token: string) => work({ authorization: `Bearer ${token}` });

  it("AUT-02 every route that needs a caller is 401 without one", async () => {
    const routes = [
      ["POST", "/tasks"],
      ["PATCH", "/tasks/1/part"],
      ["DELETE", "/tasks/1"],
      ["POST", "/keyed"],
      ["POST", "/open/deletion"],
      ["GET", "/admin/tasks"],
      ["GET", "/admin/cookie"],
    ] as const;
    for (const [method, path] of routes) {
      const { status, body, headers } = await gateway.send(method, path);
      expect([path, status, body.error.code, body.error.i18nKey]).toEqual([path, 401, "AUTH_UNAUTHORIZED", "error.unauthorized"]);
      expect(headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  it("a valid token is accepted, and the action gets its user", async () => {
    const { status, body } = await bearer(gateway.token("u1"));
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ userId: "u1" });
  });

  describe("AUT-03 a request is 401 with", () => {
    const { privateKey: foreignKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
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
      ["the signature of another key", () => gateway.token("u", { key: foreignKey })],
      ["a shortened signature", () => gateway.token().slice(0, -4)],
      ["the signature of another token", () => [...gateway.token("a").split(".").slice(0, 2), gateway.token("b").split(".")[2]].join(".")],
      ["an expired token", () => gateway.token("u", { claims: { exp: now() - 1 } })],
      ["a token without expiry", () => gateway.token("u", { claims: { exp: undefined } })],
      ["a token that is not valid yet", () => gateway.token("u", { claims: { nbf: now() + 3_600 } })],
      ["alg none", () => gateway.token("u", { key: "", options: { algorithm: "none" } })],
      ["HS256 with the public key", () => forged([...gateway.state.keys.values()][0] as KeyObject)],
      ["another issuer", () => gateway.token("u", { claims: { iss: "another-issuer" } })],
      ["another audience", () => gateway.token("u", { claims: { aud: "admin" } })],
      ["AUT-23 a refresh token", () => gateway.token("u", { claims: { typ: "refresh", token_use: "refresh" } })],
      ["AUT-23 a token of another type", () => gateway.token("u", { claims: { typ: "refresh" } })],
      ["AUT-23 a token for another use", () => gateway.token("u", { claims: { token_use: "refresh" } })],
      ["an unknown key id", () => gateway.token("u", { kid: "k9" })],
      ["a key id that is a path", () => gateway.token("u", { kid: "../../etc/passwd" })],
      ["no key id", () => gateway.token("u", { kid: null })],
      ["no session", () => gateway.token("u", { claims: { sid: undefined } })],
      ["roles that are not a list", () => gateway.token("u", { claims: { roles: "SUPER_ADMIN" } })],
    ];
    it.each(cases)("%s", async (_name, token) => {
      expect((await bearer(token())).status).toBe(401);
    });
  });

  it("AUT-03 ES384 and RS256 of a known key id are refused", async () => {
    const { privateKey: rsa } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    expect((await bearer(gateway.token("u", { key: rsa, options: { algorithm: "RS256" } }))).status).toBe(401);
    const { privateKey: p384 } = generateKeyPairSync("ec", { namedCurve: "P-384" });
    expect((await bearer(gateway.token("u", { key: p384, options: { algorithm: "ES384" } }))).status).toBe(401);
  });

  it("AUT-04 accepts the scheme Bearer in any letter case; any other scheme is 401", async () => {
    const token = gateway.token();
    for (const scheme of ["Bearer", "bearer", "BEARER"]) expect((await work({ authorization: `${scheme} ${token}` })).status).toBe(200);
    for (const value of [`Basic ${token}`, `Token ${token}`, "Bearer", "Bearer ", token, `Bearer ${token} x`, `Bearer,${token}`]) {
      expect([value.slice(0, 12), (await work({ authorization: value })).status]).toEqual([value.slice(0, 12), 401]);
    }
  });

  it("AUT-05 a public route ignores an invalid token, and gets the caller of a valid one", async () => {
    const echo = (authorization: string) => gateway.send("POST", "/echo/1", { body: { text: "a", count: 1 }, headers: { authorization } });
    for (const invalid of ["Bearer garbage", "Basic x", "Bearer"]) {
      const { status, body } = await echo(invalid);
      expect([status, (body.data as { visitor: null }).visitor]).toEqual([201, null]);
    }
    expect((await echo(`Bearer ${gateway.token("u7")}`)).body.data).toMatchObject({ visitor: "u7" });
  });

  it("AUT-03 a token expires by the clock of the runtime", async () => {
    const token = gateway.token();
    expect((await bearer(token)).status).toBe(200);
    gateway.runtime.clock.advance(901_000);
    expect((await bearer(token)).status).toBe(401);
    gateway.runtime.clock.reset();
  });

  describe("admin routes", () => {
    const callAs = (roles: readonly string[]) => gateway.send("GET", "/admin/tasks", { token: gateway.token("a", { claims: { roles } }) });

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
      const { status, body } = await callAs(roles);
      expect(status).toBe(expected);
      if (expected === 403) expect(body.error).toMatchObject({ code: "AUTH_FORBIDDEN", i18nKey: "error.forbidden" });
    });

    it("a route of the admin session is 401 with a bearer token", async () => {
      const token = gateway.token("a", { claims: { roles: ["SUPER_ADMIN"] } });
      expect((await gateway.send("GET", "/admin/cookie", { token, headers: { cookie: "admin_session=x" } })).status).toBe(401);
    });
  });

  describe("revoked sessions", () => {
    const revoke = (sid: string, reason: RevokedReason) =>
      gateway.state.revoked.push({ sessionId: sid, reason, revokedAt: new Date().toISOString() });
    const send = (path: string, sid: string, claims = {}) =>
      gateway.send("POST", path, { token: gateway.token("u", { claims: { sid, ...claims } }) });

    it("revoked sessions are 401 within 2 s", async () => {
      const sid = uuid();
      expect((await send("/tasks", sid)).status).toBe(200);
      revoke(sid, "LOGOUT");
      await eventually(async () => expect((await send("/tasks", sid)).status).toBe(401), 2_000);
      expect((await send("/open/deletion", sid)).status).toBe(401);
    });

    it("AUT-13 revoked sessions are 401 within 2 s although many others are revoked at the same instant", async () => {
      const [many, last] = [Array.from({ length: 20 }, () => uuid()), uuid()];
      const at = new Date().toISOString();
      for (const sessionId of many) gateway.state.revoked.push({ sessionId, reason: "PASSWORD_CHANGE", revokedAt: at });
      revoke(last, "LOGOUT");
      await eventually(async () => expect((await send("/tasks", last)).status).toBe(401), 2_000);
      expect((await send("/tasks", many.at(-1) ?? "")).status).toBe(401);
    });

    it("AUT-13 AUT-14 revoked sessions are 401 for as long as any of their tokens may still be valid", async () => {
      const sid = uuid();
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "LOGOUT" });
      gateway.runtime.clock.advance(HOUR - MINUTE);
      expect((await send("/tasks", sid, { exp: now() + 7_200 })).status).toBe(401);
      gateway.runtime.clock.reset();
    });

    it("AUT-13 revoked sessions are 401 at once after a hint, and a malformed hint changes nothing", async () => {
      const sid = uuid();
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "ADMIN" });
      expect((await send("/tasks", sid)).status).toBe(401);
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: 7, reason: "NONSENSE" });
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, null);
      expect((await send("/tasks", uuid())).status).toBe(200);
    });

    it("D9 sessions of a user who requested deletion are 401, except on the routes of the deletion", async () => {
      const sid = uuid();
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "DELETION" });
      expect((await send("/tasks", sid)).status).toBe(401);
      expect((await send("/open/deletion", sid)).status).toBe(200);
    });

    it("2.18 sessions of a deleted user are 401, except on routes that are open to deleted users", async () => {
      const sid = uuid();
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "USER_GONE" });
      expect((await send("/tasks", sid)).status).toBe(401);
      expect((await send("/open/deletion", sid)).status).toBe(200);
    });

    it("GDP-07 a caller with a deactivated account is 403, except on the routes of the deletion", async () => {
      const { status, body } = await send("/tasks", uuid(), { status: "DEACTIVATED" });
      expect([status, body.error.i18nKey]).toEqual([403, "auth.account.deactivated"]);
      expect((await send("/open/deletion", uuid(), { status: "DEACTIVATED" })).status).toBe(200);
    });

    it("AUT-05 revoked sessions are anonymous on a public route", async () => {
      const sid = uuid();
      await gateway.broker.broadcast(HINTS.sessionsRevoked.name, { sessionId: sid, reason: "LOGOUT" });
      const token = gateway.token("u", { claims: { sid } });
      const reply = await gateway.send("POST", "/echo/1", { token, body: { text: "a", count: 1 } });
      expect([reply.status, (reply.body.data as { visitor: null }).visitor]).toEqual([201, null]);
    });
  });
});

describe("public keys", () => {
  it("a new key is fetched when a token names it", async () => {
    const gateway = await startTestGateway();
    expect((await gateway.send("POST", "/tasks", { token: gateway.token() })).status).toBe(200);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    gateway.state.keys.set("k2", privateKey);
    const token = gateway.token("u", { kid: "k2", key: privateKey });
    await eventually(async () => expect((await gateway.send("POST", "/tasks", { token })).status).toBe(200));
    await gateway.stop();
  });

  it("ENV-18 a request with a token is 503 without the account service, while public routes are served", async () => {
    const gateway = await startTestGateway({ services: (state) => [fixtureService(state)] });
    const { status, body } = await gateway.send("POST", "/tasks", { token: gateway.token() });
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
    expect((await gateway.send("POST", "/tasks")).status).toBe(401);
    expect((await gateway.send("GET", "/search", { token: gateway.token() })).status).toBe(200);
    await gateway.broker.createService(accountStub(gateway.state));
    await eventually(async () => expect((await gateway.send("POST", "/tasks", { token: gateway.token() })).status).toBe(200));
    await gateway.stop();
  });
});
