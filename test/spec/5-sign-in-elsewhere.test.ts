import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { CLIENT, type OidcServer, startOidcServer } from "#test/providers/oidc-server.ts";
import { solve } from "#test/providers/solve.ts";
import { type Constellation, constellation, dataOf } from "#test/support/constellation.ts";
import { envelopeFaults, refusalOf } from "./refusal.ts";

const REDIRECT = "https://app.example.org/signed-in";

let system: Constellation;
let server: OidcServer;
beforeAll(async () => {
  [system, server] = await Promise.all([constellation(), startOidcServer()]);
  await system.setConfig("provider.oauth_issuer", server.issuer);
  await system.setConfig("provider.oauth_client_id", CLIENT.id);
  await system.setConfig("provider.oauth_secret", CLIENT.secret);
  await system.setConfig("provider.oauth_redirect_uris", [REDIRECT]);
});
afterAll(async () => {
  await system.stop();
  await server.close();
});

const newcomer = () => ({ sub: uuid(), email: `o${uuid().slice(-12)}@example.org`, email_verified: true });
const cookieOf = (cookies: readonly string[], name: string) => cookies.find((cookie) => cookie.startsWith(`${name}=`)) ?? "";

describe("spec 5: sign-in with an account elsewhere", () => {
  it("ENV-23 is off until an administrator names a provider, and then at once there", async () => {
    const off = await system.send("GET", "/auth/oauth/start");
    expect([refusalOf(off), off.body.error.code, envelopeFaults(off)]).toEqual(["503 provider.error.off", "FEATURE_DISABLED", []]);
    await system.setConfig("provider.oauth", "oidc");
    expect((await system.send("GET", "/auth/oauth/start")).status).toBe(200);
  });

  it("AUT-07 AUT-08 a browser: its key in a cookie of its own, the refresh token in the usual one, the answer of a login", async () => {
    const start = await system.send("GET", `/auth/oauth/start?redirectUri=${encodeURIComponent(REDIRECT)}`);
    const { authorizationUrl, state, ...rest } = dataOf<{ authorizationUrl: string; state: string }>(start, 200);
    expect(rest).toEqual({});
    const cookie = cookieOf(start.cookies, "oauth_browser");
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/api/v1/auth", "Max-Age=600"])
      expect(cookie).toContain(attribute);
    const back = server.signIn(authorizationUrl, newcomer());
    expect(back.state).toBe(state);
    const headers = { cookie: cookie.split(";")[0] ?? "" };
    const stranger = await system.send("POST", "/auth/oauth/callback", { body: back });
    expect([refusalOf(stranger), envelopeFaults(stranger)]).toEqual(["400 auth.oauth.invalid_state", []]);
    const reply = await system.send("POST", "/auth/oauth/callback", { body: back, headers });
    const data = dataOf<{ accessToken: string; user: object }>(reply, 200);
    expect(data).toMatchObject({ tokenType: "Bearer", expiresIn: 900, accountStatus: "ACTIVE", user: { emailVerified: true } });
    expect(data).not.toHaveProperty("refreshToken");
    const refresh = cookieOf(reply.cookies, "refresh_token");
    expect(refresh).toMatch(/HttpOnly.*Secure.*SameSite=Strict|SameSite=Strict.*HttpOnly/i);
    expect((await system.send("GET", "/auth/me", { token: data.accessToken })).status).toBe(200);
    const refreshed = await system.send("POST", "/auth/refresh", { headers: { cookie: refresh.split(";")[0] ?? "" } });
    expect(refreshed.status).toBe(200);
    const again = await system.send("POST", "/auth/oauth/callback", { body: back, headers });
    expect(refusalOf(again)).toBe("400 auth.oauth.invalid_state");
  });

  it("ENV-26 takes nothing but text for what comes back", async () => {
    for (const body of [
      { code: { $ne: null }, state: "x" },
      { code: "x", state: { $gt: "" } },
      { code: "x", state: "x", browserKey: { $ne: 1 } },
    ]) {
      expect((await system.send("POST", "/auth/oauth/callback", { body })).status).toBe(400);
    }
  });

  it("CFG-25 the secret of the provider is masked for administrators", async () => {
    const reply = await (await system.admin()).send("GET", "/admin/config/keys/provider.oauth_secret");
    expect(JSON.stringify(reply.body)).not.toContain(CLIENT.secret);
    expect(reply.body.data).toMatchObject({ value: "********", sensitive: true });
  });
});

describe("captchas over HTTP", () => {
  it("REG-01 a registration needs one while the setting wants it: 400 in the envelope, then 201", async () => {
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
