import { completeOAuth, startOAuth } from "#libs/contracts/account/index.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { type Fixture, newAddress, startFixture } from "../account/fixture.ts";
import { type Account, CLIENT, type OidcFaults, type OidcServer, startOidcServer } from "../providers/oidc-server.ts";

/** An account service beside a provider at which people sign in. */
export interface ElsewhereWorld {
  readonly account: Fixture;
  readonly server: OidcServer;
  /** Sets the provider up anew, with changed settings. */
  configure(changes?: Readonly<Record<string, unknown>>): void;
  /** An account at the provider; without changes, its address is verified. */
  newExternal(changes?: Partial<Account>): Account;
  /** Begins a sign-in, as a browser of its own. */
  begin(): Promise<{ readonly authorizationUrl: string; readonly state: string; readonly browserKey?: string | undefined }>;
  complete(params: Callback): ReturnType<typeof complete>;
  /** Signs in at the provider and comes back. */
  signIn(who: Account, faults?: OidcFaults): ReturnType<typeof complete>;
  /** A verified user here, by address. */
  verifiedUser(): Promise<string>;
  /** Puts clock, provider and settings back. */
  reset(): void;
  stop(): Promise<void>;
}

interface Callback {
  readonly code: string;
  readonly state: string;
  readonly browserKey?: string | undefined;
}

const complete = (account: Fixture, params: Callback) => account.call(completeOAuth, params);

export async function startElsewhereWorld(): Promise<ElsewhereWorld> {
  const [account, server] = await Promise.all([startFixture({ CONFIG_PROVIDER_PRIVATE_ADDRESSES: "true" }), startOidcServer()]);
  const world: ElsewhereWorld = {
    account,
    server,
    configure: (changes = {}) =>
      account.configure({
        ...{ "provider.oauth": "oidc", "provider.oauth_issuer": server.issuer, "provider.oauth_client_id": CLIENT.id },
        ...{ "provider.oauth_secret": CLIENT.secret, "provider.oauth_redirect_uris": ["https://app.example.org/signed-in"], ...changes },
      }),
    newExternal: (changes = {}) => ({ sub: uuid(), email: newAddress(), email_verified: true, name: "Anna", ...changes }),
    begin: () => account.call(startOAuth, {}),
    complete: (params) => complete(account, params),
    async signIn(who, faults = {}) {
      server.misbehave(faults);
      const { authorizationUrl, browserKey } = await world.begin();
      return complete(account, { ...server.signIn(authorizationUrl, who), browserKey });
    },
    async verifiedUser() {
      const email = await account.register();
      await account.database.connection
        .collection("users")
        .updateOne({ email }, { $set: { emailVerified: true }, $unset: { registeredBy: "" } });
      return email;
    },
    reset() {
      account.runtime.clock.reset();
      server.misbehave({});
      world.configure();
    },
    async stop() {
      await account.stop();
      await server.close();
    },
  };
  world.reset();
  return world;
}
