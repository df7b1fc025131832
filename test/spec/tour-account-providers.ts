import { uuid } from "#libs/kernel/ids.ts";
import { CLIENT, startOidcServer } from "../providers/oidc-server.ts";
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
    const unverified = { sub: uuid(), email: `tour-${uuid().slice(-12)}@example.org` };
    const refused = { ...server.signIn(again.authorizationUrl, unverified), browserKey: again.browserKey };
    await send("POST", "/auth/oauth/callback", { body: refused, headers });
    const confirmation = { token: await system.mailedToken(unverified.email, "confirm_sign_in"), browserKey: again.browserKey };
    tour.set("account.confirmOAuth", await send("POST", "/auth/oauth/confirm", { body: confirmation, headers }));
  } finally {
    await setConfig("provider.oauth", "off");
    await server.close();
  }
}
