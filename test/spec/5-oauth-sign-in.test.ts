import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { CLIENT, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";
import { solve } from "../providers/solve.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, startTestSystem, type TestSystem } from "../support/test-system.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";

const REDIRECT = "https://app.example.org/signed-in";

let system: TestSystem;
let server: OidcServer;
beforeAll(async () => {
  [system, server] = await Promise.all([startTestSystem(), startOidcServer()]);
  await system.setConfig("provider.oauth_issuer", server.issuer);
  await system.setConfig("provider.oauth_client_id", CLIENT.id);
  await system.setConfig("provider.oauth_secret", CLIENT.secret);
  await system.setConfig("provider.oauth_redirect_uris", [REDIRECT]);
});
afterAll(async () => {
  await system.stop();
  await server.close();
});

const newExternalAccount = () => ({ sub: uuid(), email: `o${uuid().slice(-12)}@example.org`, email_verified: true });
const cookieOf = (cookies: readonly string[], name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";

describe("spec 5: OAuth sign-in", () => {
  it("ENV-23 OAuth sign-in is off until an administrator sets a provider, and then works at once", async () => {
    const off = await system.send("GET", "/auth/oauth/start");
    expect([refusalOf(off), off.body.error.code, envelopeFaults(off)]).toEqual(["503 provider.error.off", "FEATURE_DISABLED", []]);
    await system.setConfig("provider.oauth", "oidc");
    expect((await system.send("GET", "/auth/oauth/start")).status).toBe(200);
  });

  it("AUT-07 AUT-08 OAuth sign-in sets the browser key in a cookie of its own, and completes with the answer and the cookie of a login", async () => {
    const start = await system.send("GET", `/auth/oauth/start?redirectUri=${encodeURIComponent(REDIRECT)}`);
    const { authorizationUrl, state, ...rest } = dataOf<{ authorizationUrl: string; state: string }>(start, 200);
    expect(rest).toEqual({});
    const cookie = cookieOf(start.cookies, "oauth_browser");
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/api/v1/auth", "Max-Age=600"])
      expect(cookie).toContain(attribute);
    const params = server.signIn(authorizationUrl, newExternalAccount());
    expect(params.state).toBe(state);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const withoutCookie = await system.send("POST", "/auth/oauth/callback", { body: params });
    expect([refusalOf(withoutCookie), envelopeFaults(withoutCookie)]).toEqual(["400 auth.oauth.invalid_state", []]);
    const reply = await system.send("POST", "/auth/oauth/callback", { body: params, headers });
    const data = dataOf<{ accessToken: string; user: object }>(reply, 200);
    expect(data).toMatchObject({ tokenType: "Bearer", expiresIn: 900, accountStatus: "ACTIVE", user: { emailVerified: true } });
    expect(data).not.toHaveProperty("refreshToken");
    const refresh = cookieOf(reply.cookies, "refresh_token");
    expect(refresh).toMatch(/HttpOnly.*Secure.*SameSite=Strict|SameSite=Strict.*HttpOnly/i);
    expect((await system.send("GET", "/auth/me", { token: data.accessToken })).status).toBe(200);
    const refreshed = await system.send("POST", "/auth/refresh", { headers: { cookie: refresh.split(";")[0] ?? "" } });
    expect(refreshed.status).toBe(200);
    const again = await system.send("POST", "/auth/oauth/callback", { body: params, headers });
    expect(refusalOf(again)).toBe("400 auth.oauth.invalid_state");
  });

  it.each([
    ["Anna\u2028Your account is locked", "Anna Your account is locked"],
    ["علی\u200cرضا", "علی\u200cرضا"],
    ["👩\u200d💻", "👩\u200d💻"],
    [`${"x".repeat(99)}😀`, "x".repeat(99)],
    ["a\ud83d", "a"],
    ["\u3164", null],
  ])("FLD-04 the name %j of an ID token is %j here, and the mail to the receiver holds it in one line", async (name, displayName) => {
    const creator = await system.newCreator();
    const start = await system.send("GET", `/auth/oauth/start?redirectUri=${encodeURIComponent(REDIRECT)}`);
    const { authorizationUrl } = dataOf<{ authorizationUrl: string }>(start, 200);
    const body = server.signIn(authorizationUrl, { ...newExternalAccount(), name });
    const headers = { cookie: cookieOf(start.cookies, "oauth_browser").split(";")[0] ?? "" };
    const signedIn = await system.send("POST", "/auth/oauth/callback", { body, headers });
    const { accessToken: token, user } = dataOf<{ accessToken: string; user: { displayName: string | null } }>(signedIn, 200);
    expect(user.displayName).toBe(displayName);
    const message = { receiverId: creator.userId, content: `Hello ${uuid()}`, dmType: "FREE" };
    dataOf(await system.send("POST", "/messages", { token, body: message }), 201);
    const mail = await eventually(async () => {
      const found = mailboxOf(system.runtime)
        .of(creator.email)
        .find(({ kind }) => kind === "new_message_creator");
      if (!found) throw new Error("no mail yet");
      return found;
    });
    const line = mail.text.split(/[\r\n\u2028\u2029]/).find((text) => displayName !== null && text.includes(displayName));
    expect(line === undefined).toBe(displayName === null);
  });

  it("ENV-26 OAuth sign-in refuses anything but text in the callback", async () => {
    for (const body of [
      { code: { $ne: null }, state: "x" },
      { code: "x", state: { $gt: "" } },
      { code: "x", state: "x", browserKey: { $ne: 1 } },
    ]) {
      expect((await system.send("POST", "/auth/oauth/callback", { body })).status).toBe(400);
    }
  });

  it("CFG-25 OAuth sign-in masks the secret of the provider for administrators", async () => {
    const reply = await (await system.admin()).send("GET", "/admin/config/keys/provider.oauth_secret");
    expect(JSON.stringify(reply.body)).not.toContain(CLIENT.secret);
    expect(reply.body.data).toMatchObject({ value: "********", sensitive: true });
  });
});

describe("captchas over HTTP", () => {
  it("REG-01 requires a captcha for a registration while the setting is on: 400 without one, then 201", async () => {
    await system.setConfig("provider.captcha_difficulty", 6);
    await system.setConfig("auth.captcha_required", true);
    try {
      const body = { email: `c${uuid().slice(-12)}@example.org`, password: "a password of one user" };
      const without = await system.send("POST", "/auth/register", { body });
      expect([refusalOf(without), without.body.error.code, envelopeFaults(without)]).toEqual([
        "400 auth.captcha.required",
        "BUSINESS_RULE_VIOLATION",
        [],
      ]);
      const challenge = dataOf<{ challenge: string; difficulty: number }>(await system.send("GET", "/auth/captcha"), 200);
      const captchaToken = solve(challenge);
      expect((await system.send("POST", "/auth/register", { body: { ...body, captchaToken } })).status).toBe(201);
      expect(refusalOf(await system.send("POST", "/auth/register", { body: { ...body, captchaToken } }))).toBe("400 auth.captcha.invalid");
    } finally {
      await system.setConfig("auth.captcha_required", false);
    }
  });
});
