import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { uuid } from "#libs/kernel/ids.ts";
import { contentService } from "#services/content/content.service.ts";
import { type OidcServer, startOidcServer, useProvider } from "../providers/oidc-server.ts";
import { refusalOf } from "../spec/refusal.ts";
import { newAdmin } from "../support/admin-browser.ts";
import { eventually } from "../support/eventually.ts";
import { dataOf, type Person, startTestSystem, type TestSystem } from "../support/test-system.ts";

const TERMS = "legal.terms_of_service";
const PASSWORD = "a password of one user";

interface Acceptance {
  readonly kind: string;
  readonly version: string;
}

let system: TestSystem;
let server: OidcServer;
beforeAll(async () => {
  [system, server] = await Promise.all([startTestSystem(), startOidcServer()]);
  await useProvider(system, server, "https://app.example.org/signed-in");
});
afterAll(async () => {
  await system.stop();
  await server.close();
});

const newAddress = () => `t${uuid().slice(-12)}@example.org`;
const register = (email: string, consent: object = {}) =>
  system.send("POST", "/auth/register", { body: { email, password: PASSWORD, ...consent } });

/** Publishes new terms, and returns their version. */
async function publish(text: string): Promise<string | null> {
  await system.setConfig(TERMS, text);
  return dataOf<{ lastUpdated: string | null }>(await system.send("GET", "/legal/terms"), 200).lastUpdated;
}

const acceptancesOf = async ({ token }: Pick<Person, "token">) =>
  dataOf<{ items: Acceptance[] }>(await system.send("GET", "/legal/acceptances", { token }), 200).items.map(({ kind, version }) => ({
    kind,
    version,
  }));

/** Signs in with an account of a provider that was not known before. */
async function signInElsewhere(query: string, account = { sub: uuid(), email: newAddress(), email_verified: true }) {
  const start = await system.send("GET", `/auth/oauth/start${query}`, { headers: { "x-client-platform": "IOS" } });
  const { authorizationUrl, browserKey } = dataOf<{ authorizationUrl: string; browserKey: string }>(start, 200);
  return system.send("POST", "/auth/oauth/callback", { body: { ...server.signIn(authorizationUrl, account), browserKey } });
}

it("SGN-10 a registration needs no consent while no terms are published, and stores none", async () => {
  await system.setConfig(TERMS, null);
  const [silent, agreeing] = [newAddress(), newAddress()];
  expect((await register(silent)).status).toBe(201);
  expect((await register(agreeing, { acceptTerms: true })).status).toBe(201);
  expect(await acceptancesOf(await system.signIn(agreeing, PASSWORD))).toEqual([]);
  expect((await signInElsewhere("")).status).toBe(200);
});

it("SGN-10 once they are published a registration needs consent, also for a known address, and the accepted version is listed", async () => {
  const version = await publish("<p>one</p>");
  const email = newAddress();
  for (const consent of [{}, { acceptTerms: false }]) {
    expect(refusalOf(await register(email, consent))).toBe("400 auth.register.terms_required");
    expect(refusalOf(await register("admin@example.org", consent))).toBe("400 auth.register.terms_required");
  }
  expect((await register(email, { acceptTerms: true })).status).toBe(201);
  const person = await system.signIn(email, PASSWORD);
  await eventually(async () => expect(await acceptancesOf(person)).toEqual([{ kind: "terms", version }]));
  // Accepting them once more changes nothing.
  await person.send("POST", "/legal/accept", { kind: "terms" });
  expect(await acceptancesOf(person)).toEqual([{ kind: "terms", version }]);
});

it("SGN-10 a first sign-in elsewhere needs consent as well, and a later one does not", async () => {
  const version = await publish("<p>two</p>");
  for (const query of ["", "?acceptTerms=false"]) expect(refusalOf(await signInElsewhere(query))).toBe("400 auth.register.terms_required");
  const account = { sub: uuid(), email: newAddress(), email_verified: true };
  const { accessToken: token } = dataOf<{ accessToken: string }>(await signInElsewhere("?acceptTerms=true", account), 200);
  await eventually(async () => expect(await acceptancesOf({ token })).toEqual([{ kind: "terms", version }]));
  expect((await signInElsewhere("", account)).status).toBe(200);
});

it("SGN-10 a consent that was given while the service of the texts was away is listed once it is back", async () => {
  const version = await publish("<p>three</p>");
  await system.broker.destroyService(system.broker.getLocalService("content"));
  const email = newAddress();
  expect((await register(email, { acceptTerms: true })).status).toBe(201);
  const person = await system.signIn(email, PASSWORD);
  expect((await person.send("GET", "/legal/acceptances")).status).toBe(503);
  system.broker.createService(contentService(system.runtime));
  await eventually(async () => expect(await acceptancesOf(person)).toEqual([{ kind: "terms", version }]));
});

it("SGN-10 an invited person without account consents too, and the accepted version is listed; the owner of an account is not asked", async () => {
  const version = await publish("<p>of the house</p>");
  const admin = await newAdmin(system, "SUPER_ADMIN");
  const invited = async (email: string) => {
    dataOf(await admin.send("POST", "/admin/staff/invitations", { email, roles: ["EDITOR"] }), 201);
    return system.mailedToken(email, "staff_invitation");
  };
  const email = newAddress();
  const token = await invited(email);
  const accept = (consent: object) => system.send("POST", "/auth/invitations/accept", { body: { token, password: PASSWORD, ...consent } });
  for (const consent of [{}, { acceptTerms: false }]) expect(refusalOf(await accept(consent))).toBe("400 auth.register.terms_required");
  expect(refusalOf(await accept({ acceptTerms: true }))).toBe("201");
  const member = await system.signIn(email, PASSWORD);
  await eventually(async () => expect(await acceptancesOf(member)).toEqual([{ kind: "terms", version }]));
  const owner = await system.newUser();
  const joined = await owner.send("POST", "/auth/invitations/accept", { token: await invited(owner.email) });
  expect(refusalOf(joined)).toBe("201");
});
