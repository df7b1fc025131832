import { createPublicKey, type JsonWebKey } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import jwt from "jsonwebtoken";
import { forgetUser } from "#deploy/launch/forget-user.ts";
import { eventually } from "../support/eventually.ts";
import type { Reply } from "../support/http.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.stop());

const COOKIE = /^refresh_token=([^;]+)/;

function cookieOf({ cookies }: Reply): { value: string; attributes: string[] } {
  const [cookie = ""] = cookies.filter((text) => COOKIE.test(text));
  const [, ...attributes] = cookie.split(";").map((part) => part.trim());
  return { value: COOKIE.exec(cookie)?.[1] ?? "", attributes };
}

const login = ({ email, password }: Pick<Person, "email" | "password">, headers = {}) =>
  system.send("POST", "/auth/login", { body: { email, password }, headers });
const refreshByCookie = (value: string) => system.send("POST", "/auth/refresh", { headers: { cookie: `refresh_token=${value}` } });

/** A revocation is effective in every gateway within two seconds. */
const becomes401 = (person: Person) =>
  eventually(async () => {
    const { status, body } = await person.send("GET", "/notifications");
    expect([status, body.error?.code]).toEqual([401, "AUTH_UNAUTHORIZED"]);
  }, 2_000);

describe("spec 5: login and refresh over HTTP", () => {
  it("AUT-01 accepts the access token of a login", async () => {
    const { status } = await (await system.newUser()).send("GET", "/notifications");
    expect(status).toBe(200);
  });

  it("AUT-06 answers a wrong password and an unknown address with the same body", async () => {
    const { email } = await system.newUser();
    const bodies = await Promise.all(
      [email, "unknown@example.org"].map(async (address) => {
        const { status, body, cookies } = await login({ email: address, password: "not the password" });
        expect([status, cookies]).toEqual([401, []]);
        return { ...body, error: { ...body.error, correlationId: "" } };
      }),
    );
    expect(bodies[0]).toEqual(bodies[1]);
    expect(bodies[0]?.error).toMatchObject({ code: "AUTH_UNAUTHORIZED", i18nKey: "auth.login.invalid_credentials" });
  });

  it("AUT-07 AUT-08 a browser gets the refresh token as a cookie for the auth routes, and not in the body", async () => {
    const reply = await login(await system.newUser());
    expect(reply.body.data).toMatchObject({ tokenType: "Bearer", expiresIn: 900, accountStatus: "ACTIVE" });
    expect(reply.body.data).not.toHaveProperty("refreshToken");
    const { value, attributes } = cookieOf(reply);
    expect(value).not.toBe("");
    expect(attributes).toEqual(expect.arrayContaining(["HttpOnly", "Secure", "SameSite=Strict", "Path=/api/v1/auth", "Max-Age=2592000"]));
  });

  it("AUT-09 a mobile client gets and sends the refresh token in the body", async () => {
    const reply = await login(await system.newUser(), { "x-client-platform": "IOS" });
    const { refreshToken } = dataOf<{ refreshToken: string }>(reply, 200);
    const next = await system.send("POST", "/auth/refresh", { body: { refreshToken }, headers: { "x-client-platform": "IOS" } });
    expect(dataOf<{ refreshToken: string }>(next, 200).refreshToken).not.toBe(refreshToken);
  });

  it("AUT-10 AUT-12 accepts two parallel refreshes with one cookie, each with a new cookie", async () => {
    const { value } = cookieOf(await login(await system.newUser()));
    const replies = await Promise.all([refreshByCookie(value), refreshByCookie(value)]);
    const cookies = replies.map((reply) => cookieOf(reply).value);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set([value, ...cookies]).size).toBe(3);
    for (const cookie of cookies) expect((await refreshByCookie(cookie)).status).toBe(200);
  });

  it("AUT-11 an old cookie ends the session and its access token", async () => {
    const person = await system.newUser();
    const reply = await login(person);
    const { accessToken } = dataOf<{ accessToken: string }>(reply, 200);
    const first = cookieOf(reply).value;
    const second = cookieOf(await refreshByCookie(first)).value;
    system.runtime.clock.advance(11_000);
    const reused = await refreshByCookie(first);
    system.runtime.clock.reset();
    expect([reused.status, reused.body.error.i18nKey]).toEqual([401, "auth.refresh.invalid_token"]);
    expect((await refreshByCookie(second)).status).toBe(401);
    await eventually(async () => expect((await system.send("GET", "/notifications", { token: accessToken })).status).toBe(401), 2_000);
  });

  it("AUT-13 AUT-14 logout ends the current session only, within two seconds", async () => {
    const person = await system.newUser();
    const other = await system.signIn(person.email, person.password);
    const reply = await person.send("POST", "/auth/logout");
    expect([reply.status, reply.body]).toEqual([200, { success: true }]);
    expect(reply.cookies).toEqual(["refresh_token=; Path=/api/v1/auth; Max-Age=0; HttpOnly; Secure; SameSite=Strict"]);
    await becomes401(person);
    expect((await other.send("GET", "/notifications")).status).toBe(200);
  });

  it("AUT-14 a ban ends every session", async () => {
    const person = await system.newUser();
    const admin = await system.admin();
    const reply = await admin.send("PATCH", `/admin/users/${person.userId}/status`, { status: "BANNED", reason: "fraud" });
    expect(reply.status).toBe(200);
    await becomes401(person);
    expect((await login(person)).status).toBe(403);
  });

  it("AUT-22 refuses a change of status by a user without a role with 403", async () => {
    const person = await system.newUser();
    const { status } = await person.send("PATCH", `/admin/users/${person.userId}/status`, { status: "ACTIVE", reason: "mine" });
    expect(status).toBe(403);
  });

  it("AUT-23 refuses a refresh token as access token, and an access token as refresh token", async () => {
    const reply = await login(await system.newUser(), { "x-client-platform": "API" });
    const { accessToken, refreshToken } = dataOf<{ accessToken: string; refreshToken: string }>(reply, 200);
    expect((await system.send("GET", "/notifications", { token: refreshToken })).status).toBe(401);
    expect((await system.send("POST", "/auth/refresh", { body: { refreshToken: accessToken } })).status).toBe(401);
  });

  it("AUT-24 answers the 11th failed login with 429 and Retry-After, for unknown addresses too", async () => {
    const { email } = await system.newUser();
    for (const address of [email, "never.seen@example.org"]) {
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 10; attempt += 1) statuses.push((await login({ email: address, password: "wrong" })).status);
      expect(statuses).toEqual(Array(10).fill(401));
      const { status, body, headers } = await login({ email: address, password: "wrong" });
      expect([status, body.error.code]).toEqual([429, "THROTTLE_LIMIT_EXCEEDED"]);
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(800);
    }
  });
});

describe("spec 5: accounts over HTTP", () => {
  it("REG-01 registration answers 201 for a new and for a known address alike", async () => {
    const { email } = await system.newUser();
    const answers = await Promise.all(
      [email, "new.user@example.org"].map(async (address) => {
        const { status, body } = await system.send("POST", "/auth/register", { body: { email: address, password: "a good long phrase" } });
        return { status, body: JSON.stringify(body).replace(address, "") };
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(201);
  });

  it("REG-03 a request for a new password is always 202, and setting it ends the sessions", async () => {
    const person = await system.newUser();
    expect((await system.send("POST", "/auth/password/forgot", { body: { email: "unknown@example.org" } })).status).toBe(202);
    expect((await system.send("POST", "/auth/password/forgot", { body: { email: person.email } })).status).toBe(202);
    const token = await system.mailedToken(person.email, "reset_password");
    const reset = () => system.send("POST", "/auth/password/reset", { body: { token, password: "a new and good phrase" } });
    expect((await reset()).status).toBe(200);
    expect((await reset()).body.error).toMatchObject({ code: "BUSINESS_RULE_VIOLATION", i18nKey: "auth.reset.invalid_token" });
    await becomes401(person);
  });

  it("REG-04 lists sessions and ends them by id; the id of another user is 404", async () => {
    const person = await system.newUser();
    const stranger = await system.newUser();
    const sessions = dataOf<{ id: string; current: boolean }[]>(await person.send("GET", "/auth/sessions"), 200);
    expect(sessions).toMatchObject([{ current: true }]);
    const path = `/auth/sessions/${sessions[0]?.id}`;
    const refused = await stranger.send("DELETE", path);
    expect([refused.status, refused.body.error.i18nKey]).toEqual([404, "auth.session.not_found"]);
    const tooLong = await person.send("DELETE", `/auth/sessions/${"x".repeat(65)}`);
    expect([tooLong.status, tooLong.body.error.i18nKey]).toEqual([404, "auth.session.not_found"]);
    expect((await person.send("DELETE", path)).status).toBe(200);
    await becomes401(person);
  });

  it("REG-05 publishes the public half of the key, which verifies an access token", async () => {
    const { token } = await system.newUser();
    const answer = await fetch(`${system.base}/.well-known/jwks.json`);
    const { keys } = (await answer.json()) as { keys: (JsonWebKey & { kid: string })[] };
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const key = keys.find((candidate) => candidate.kid === kid);
    expect(key).not.toHaveProperty("d");
    expect(() => jwt.verify(token, createPublicKey({ key: key ?? {}, format: "jwk" }), { algorithms: ["ES256"] })).not.toThrow();
  });

  it("UPG-21 the token of a user who no longer exists is 401, except for the upgrade, which answers 404", async () => {
    const person = await system.newUser();
    await forgetUser(system.runtime, person.email);
    const { status, body } = await person.send("POST", "/creators/upgrade", { username: "some.name" });
    expect([status, body.error.i18nKey]).toEqual([404, "creator.upgrade.user_not_found"]);
    await becomes401(person);
    const again = await person.send("POST", "/creators/upgrade", { username: "some.name" });
    expect([again.status, again.body.error.i18nKey]).toEqual([404, "creator.upgrade.user_not_found"]);
  });
});
