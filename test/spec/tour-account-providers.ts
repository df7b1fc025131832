import { uuid } from "#libs/kernel/ids.ts";
import { mailboxOf } from "#libs/providers/email/mailbox.ts";
import { CLIENT, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";
import { dataOf, type Person, type TestSystem } from "../support/test-system.ts";
import type { Tour } from "./tour.ts";

/** Calls the routes of provider slots, captchas and OAuth sign-in, so that each succeeds once. */
export async function visitAccountProviders({ tour, system, admin }: { tour: Tour; system: TestSystem; admin: Person }): Promise<void> {
  const { send } = system;
  const setConfig = async (key: string, value: unknown) => dataOf(await admin.send("PATCH", `/admin/config/keys/${key}`, { value }), 200);
  tour.set("config.listProviders", await admin.send("GET", "/admin/providers"));
  tour.set("account.testProvider", await admin.send("POST", "/admin/providers/email/test"));
  tour.set("account.getCaptcha", await send("GET", "/auth/captcha"));
  const server = await startOidcServer();
  try {
    await setConfig("provider.oauth_issuer", server.issuer);
    await setConfig("provider.oauth_client_id", CLIENT.id);
    await setConfig("provider.oauth_secret", CLIENT.secret);
    await setConfig("provider.oauth_redirect_uris", ["https://app.example.org/signed-in"]);
    await setConfig("provider.oauth", "oidc");
    const headers = { "x-client-platform": "IOS" };
    const start = await send("GET", "/auth/oauth/start?acceptTerms=true", { headers });
    tour.set("account.startOAuth", start);
    const { authorizationUrl, browserKey } = dataOf<{ authorizationUrl: string; browserKey: string }>(start, 200);
    const externalAccount = { sub: uuid(), email: `tour-${uuid().slice(-12)}@example.org`, email_verified: true };
    const body = { ...server.signIn(authorizationUrl, externalAccount), browserKey };
    tour.set("account.completeOAuth", await send("POST", "/auth/oauth/callback", { body, headers }));
    const again = dataOf<{ authorizationUrl: string; browserKey: string }>(
      await send("GET", "/auth/oauth/start?acceptTerms=true", { headers }),
      200,
    );
    const silent = { sub: uuid(), email: `tour-${uuid().slice(-12)}@example.org` };
    const asked = await send("POST", "/auth/oauth/callback", {
      body: { ...server.signIn(again.authorizationUrl, silent), browserKey: again.browserKey },
      headers,
    });
    const { challengeToken } = dataOf<{ challengeToken: string }>(asked, 200);
    const code = /\d{4} \d{4}/.exec(mailboxOf(system.runtime).of(silent.email)[0]?.text ?? "")?.[0];
    const confirmed = await send("POST", "/auth/oauth/confirm", { body: { challengeToken, code }, headers });
    tour.set("account.confirmOAuth", confirmed);
    await visitLinks({ tour, system, server, token: dataOf<{ accessToken: string }>(confirmed, 200).accessToken });
  } finally {
    await setConfig("provider.oauth", "off");
    await server.close();
  }
}

/** Links a second account and unlinks it again. */
async function visitLinks({ tour, system, server, token }: { tour: Tour; system: TestSystem; server: OidcServer; token: string }) {
  const headers = { "x-client-platform": "IOS" };
  const start = await system.send("POST", "/auth/oauth/link/start", { token, headers });
  tour.set("account.startOAuthLink", start);
  const { authorizationUrl, browserKey } = dataOf<{ authorizationUrl: string; browserKey: string }>(start, 200);
  const body = { ...server.signIn(authorizationUrl, { sub: uuid() }), browserKey };
  const linked = await system.send("POST", "/auth/oauth/link/callback", { token, body, headers });
  tour.set("account.completeOAuthLink", linked);
  tour.set("account.listOAuthIdentities", await system.send("GET", "/auth/oauth/identities", { token }));
  const { id } = dataOf<{ id: string }>(linked, 201);
  tour.set("account.removeOAuthIdentity", await system.send("DELETE", `/auth/oauth/identities/${id}`, { token }));
}
