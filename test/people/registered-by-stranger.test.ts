import { afterAll, beforeAll, beforeEach, expect, it } from "@jest/globals";
import {
  changeEmail,
  completeOAuthLink,
  confirmEmailChange,
  forgotPassword,
  register,
  resetPassword,
  startOAuthLink,
  verifyEmail,
} from "#libs/contracts/account/index.ts";
import { liveDeps } from "#services/account/deps.ts";
import { ensureAdmin } from "#services/account/sign-in/ensure-admin.ts";
import { newAddress, PASSWORD } from "../account/fixture.ts";
import { outcomeOf } from "../support/act-as.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "./elsewhere-world.ts";
import { verifiedUser } from "./factors.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const OWN = "the password of the owner";

/** A person registers an address; its link is opened in a browser with this key. */
async function registered(openedWith: (browserKey: string | undefined) => string | undefined): Promise<string> {
  const email = newAddress();
  const { browserKey } = await world.account.call(register, { email, password: PASSWORD });
  await world.account.call(verifyEmail, { token: world.account.mailedToken(email, "verify_email"), browserKey: openedWith(browserKey) });
  return email;
}

const signInElsewhere = (email: string) => world.signIn(world.newExternal({ email }));

async function resetBy(email: string): Promise<void> {
  await world.account.call(forgotPassword, { email });
  await world.account.call(resetPassword, { token: world.account.mailedToken(email, "reset_password"), password: OWN });
}

it("SGN-20 MFA-19 the owner of an address shares no account with the stranger who registered it: a sign-in elsewhere is 409 until a reset", async () => {
  const email = await registered(() => undefined);
  expect(await outcomeOf(signInElsewhere(email))).toBe("auth.oauth.account_exists");
  await resetBy(email);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
  expect(await outcomeOf(world.account.login(email))).toBe("auth.login.invalid_credentials");
});

it("SGN-20 who opens the link in the browser that registered also signs in elsewhere with that address", async () => {
  const email = await registered((browserKey) => browserKey);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
  expect(await outcomeOf(world.account.login(email))).toBe("ok");
});

it("SGN-05 MFA-19 nor with the stranger who changed an address to it: who changed it links in the settings", async () => {
  const [stranger, email] = [await verifiedUser(world.account), newAddress()];
  world.configure({ "auth.hold_hours": 0 });
  await stranger.call(changeEmail, { newEmail: email });
  await world.account.call(confirmEmailChange, { token: world.account.mailedToken(email, "email_change_confirm") });
  expect(await outcomeOf(signInElsewhere(email))).toBe("auth.oauth.account_exists");
  const { authorizationUrl, browserKey } = await stranger.call(startOAuthLink, {});
  const callback = { ...world.server.signIn(authorizationUrl, world.newExternal()), browserKey };
  expect(await outcomeOf(stranger.call(completeOAuthLink, callback))).toBe("ok");
  await resetBy(email);
  expect((await signInElsewhere(email)).user?.email).toBe(email);
});

it("MFA-19 STF-24 a start gives no role to the password of such a stranger: the account of ADMIN_EMAIL gets the configured one", async () => {
  const [strange, own] = [await registered(() => undefined), await registered((browserKey) => browserKey)];
  for (const email of [strange, own]) await ensureAdmin(liveDeps(world.account.runtime), { email, password: OWN });
  const outcomes = (email: string) => Promise.all([PASSWORD, OWN].map((password) => outcomeOf(world.account.login(email, password))));
  expect(await outcomes(strange)).toEqual(["auth.login.invalid_credentials", "ok"]);
  expect(await outcomes(own)).toEqual(["ok", "auth.login.invalid_credentials"]);
  const [admin] = await world.account.rows("users", { email: strange });
  expect(admin).toMatchObject({ roles: ["SUPER_ADMIN"], emailVerified: true });
});
