import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import { HOUR, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { refusalOf } from "../spec/refusal.ts";
import { newAdmin, openAdminBrowser } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";

const IN_BODY = { headers: { "x-client-platform": "API" } };
const REQUIRED = "403 auth.step_up.required";

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterEach(() => system.runtime.clock.reset());
afterAll(() => system.stop());

interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const signIn = async ({ email, password }: { readonly email: string; readonly password: string }) =>
  dataOf<Tokens>(await system.send("POST", "/auth/login", { body: { email, password }, ...IN_BODY }), 200);
const refreshed = async ({ refreshToken }: Tokens) =>
  dataOf<Tokens>(await system.send("POST", "/auth/refresh", { body: { refreshToken }, ...IN_BODY }), 200);
const payout = (token: string) =>
  system.send("POST", "/payouts", { token, body: { amount: "1.00", methodId: uuid() }, headers: { "idempotency-key": uuid() } });
const prove = (token: string, password: string) => system.send("POST", "/auth/step-up", { token, body: { password } });
const adjust = { userId: uuid(), amount: "1.00", reason: "A correction that a test proposes" };

describe("step-up of users", () => {
  it("STF-21 a marked route 16 minutes after the proof is 403, also with a new token, and open after a step-up", async () => {
    const user = await system.newUser();
    const tokens = await signIn(user);
    expect(refusalOf(await payout(tokens.accessToken))).not.toBe(REQUIRED);
    system.runtime.clock.advance(16 * MINUTE);
    const { accessToken } = await refreshed(tokens);
    const refused = await payout(accessToken);
    expect(refusalOf(refused)).toBe(REQUIRED);
    expect(refused.body.error.i18nVars).toEqual({ maxAgeSeconds: 900 });
    const proven = dataOf<{ accessToken: string; provenUntil: string }>(await prove(accessToken, user.password), 200);
    expect(Date.parse(proven.provenUntil) - system.runtime.clock.now().getTime()).toBeGreaterThan(14 * MINUTE);
    expect(refusalOf(await payout(proven.accessToken))).not.toBe(REQUIRED);
  });

  it("STF-22 the tenth wrong password ends this session, and another session of the person goes on", async () => {
    const user = await system.newUser();
    const [guessed, other] = [await signIn(user), await signIn(user)];
    for (let attempt = 1; attempt < 10; attempt += 1) {
      expect(refusalOf(await prove(guessed.accessToken, "a wrong password"))).toBe("400 auth.step_up.failed");
    }
    expect(refusalOf(await prove(guessed.accessToken, "a wrong password"))).toBe("401 error.unauthorized");
    await eventually(async () => expect(refusalOf(await prove(guessed.accessToken, user.password))).toBe("401 error.unauthorized"));
    expect(refusalOf(await prove(other.accessToken, user.password))).toBe("200");
  });

  it("STF-22 parallel guesses get no more attempts than ten", async () => {
    const user = await system.newUser();
    const { accessToken } = await signIn(user);
    const outcomes = await Promise.all(Array.from({ length: 20 }, async () => refusalOf(await prove(accessToken, "a wrong password"))));
    expect(outcomes.filter((outcome) => outcome === "400 auth.step_up.failed").length).toBeLessThan(10);
    expect(outcomes).toContain("401 error.unauthorized");
  });
});

describe("step-up of staff", () => {
  it("STF-21 a marked route of the administration 16 minutes after the sign-in is 403, and open after a step-up", async () => {
    const person = await newAdmin(system, "FINANCE");
    const browser = await openAdminBrowser(system, person);
    const propose = async () => refusalOf(await browser.send("POST", "/admin/ledger/adjustments", adjust));
    expect(await propose()).not.toBe(REQUIRED);
    system.runtime.clock.advance(16 * MINUTE);
    expect(await propose()).toBe(REQUIRED);
    expect(refusalOf(await browser.send("POST", "/admin/auth/step-up", { password: "a wrong password" }))).toBe("400 auth.step_up.failed");
    dataOf(await browser.send("POST", "/admin/auth/step-up", { password: person.password }), 200);
    expect(await propose()).not.toBe(REQUIRED);
  });

  it("STF-21 a secret setting and one of sign-in want a recent proof, in every way; another setting does not", async () => {
    const person = await newAdmin(system, "SUPER_ADMIN");
    const browser = await openAdminBrowser(system, person);
    system.runtime.clock.advance(16 * MINUTE);
    const set = async (key: string, value: unknown) => refusalOf(await browser.send("PATCH", `/admin/config/keys/${key}`, { value }));
    expect(await set("provider.oauth_secret", "a secret of a test")).toBe(REQUIRED);
    expect(await set("auth.step_up_minutes", 20)).toBe(REQUIRED);
    expect(refusalOf(await browser.send("POST", "/admin/config/keys/auth.step_up_minutes/reset", {}))).toBe(REQUIRED);
    expect(await set("dm.timeout_hours", 48)).toBe("200");
    dataOf(await browser.send("POST", "/admin/auth/step-up", { password: person.password }), 200);
    expect(await set("auth.step_up_minutes", 15)).toBe("200");
  });

  it("STF-25 a bearer token opens the administration for eight hours after the proof, and again after a step-up", async () => {
    const person = await newAdmin(system, "FINANCE");
    const tokens = await signIn(person);
    const look = async (token: string, path: string) => refusalOf(await system.send("GET", path, { token }));
    system.runtime.clock.advance(8 * HOUR);
    const { accessToken } = await refreshed(tokens);
    expect(await look(accessToken, "/admin/auth/me")).toBe("401 auth.admin.sign_in_again");
    expect(await look(accessToken, "/auth/me")).toBe("200");
    const proven = dataOf<Tokens>(await prove(accessToken, person.password), 200);
    expect(await look(proven.accessToken, "/admin/auth/me")).toBe("200");
  });
});

describe("access tokens and sessions", () => {
  it("SGN-01 a token has the type, the client, the time and the methods of its proof, which a refresh keeps", async () => {
    const person = await system.newUser();
    // The proof and the token carry whole seconds, which may otherwise differ by one.
    system.runtime.clock.stop();
    const tokens = await signIn(person);
    const before = partsOf(tokens.accessToken);
    system.runtime.clock.advance(5 * MINUTE);
    const after = partsOf((await refreshed(tokens)).accessToken);
    expect(before.header).toMatchObject({ typ: "at+jwt" });
    expect(before.claims).toMatchObject({ client_id: "first-party", amr: ["pwd"], auth_time: before.claims.iat, gave_proof: true });
    expect(after.claims).toMatchObject({ client_id: "first-party", amr: ["pwd"], auth_time: before.claims.auth_time, gave_proof: false });
    expect(Number(after.claims.iat) - Number(before.claims.iat)).toBe((5 * MINUTE) / SECOND);
  });

  it("SGN-02 a session that is refreshed every 20 days ends on day 90, and its cookie never later", async () => {
    const user = await system.newUser();
    const { body } = await system.send("POST", "/auth/login", { body: user, ...IN_BODY });
    let { refreshToken } = body.data as Tokens;
    const started = system.runtime.clock.now().getTime();
    for (let day = 20; day <= 80; day += 20) {
      system.runtime.clock.advance(20 * 24 * HOUR);
      const reply = await system.send("POST", "/auth/refresh", { body: { refreshToken }, ...IN_BODY });
      const { refreshExpiresAt, ...next } = dataOf<Tokens & { refreshExpiresAt: string }>(reply, 200);
      refreshToken = next.refreshToken;
      expect(Date.parse(refreshExpiresAt)).toBeLessThanOrEqual(started + 90 * 24 * HOUR + MINUTE);
      const maxAge = Number(/Max-Age=(\d+)/.exec(reply.cookies[0] ?? "")?.[1]);
      expect(maxAge).toBeLessThanOrEqual(Math.min(30, 90 - day) * 24 * 3_600 + 60);
      expect(maxAge).toBeGreaterThan((Math.min(30, 90 - day) - 1) * 24 * 3_600);
    }
    system.runtime.clock.advance(11 * 24 * HOUR);
    const late = await system.send("POST", "/auth/refresh", { body: { refreshToken }, ...IN_BODY });
    expect(refusalOf(late)).toBe("401 auth.refresh.invalid_token");
  });

  it("SGN-02 no token outlives the session, neither a refreshed one nor that of a step-up shortly before its end", async () => {
    const user = await system.newUser();
    const { clock, database } = system.runtime;
    const first = await signIn(user);
    const expiresAt = new Date(clock.now().getTime() + 90 * 24 * HOUR);
    clock.advance(90 * 24 * HOUR - MINUTE);
    const sessions = database("account").connection.collection("sessions");
    await sessions.updateOne({ _id: partsOf(first.accessToken).claims.sid as never }, { $set: { expiresAt } });
    const tokens = await refreshed(first);
    const proven = dataOf<Tokens & { expiresIn: number }>(await prove(tokens.accessToken, user.password), 200);
    expect(proven.expiresIn).toBeLessThanOrEqual(MINUTE / SECOND);
    clock.advance(MINUTE);
    for (const { accessToken } of [tokens, proven]) {
      expect(refusalOf(await system.send("GET", "/auth/me", { token: accessToken }))).toBe("401 error.unauthorized");
      expect(refusalOf(await prove(accessToken, user.password))).toBe("401 error.unauthorized");
    }
  });
});

function partsOf(token: string) {
  const [header, claims] = token
    .split(".")
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")) as Record<string, unknown>);
  return { header: header ?? {}, claims: claims ?? {} };
}
