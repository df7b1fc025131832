import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import {
  changeEmail,
  completeOAuthLink,
  forgotPassword,
  listOAuthIdentities,
  resetPassword,
  startOAuthLink,
  undoEmailChange,
  undoSecondFactor,
} from "#libs/contracts/account/index.ts";
import { DAY, MINUTE } from "#libs/kernel/clock.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { liveDeps } from "#services/account/deps.ts";
import { findOrCreateOAuthUser } from "#services/account/sign-in/find-or-create-oauth-user.ts";
import { openSession } from "#services/account/sign-in/open-session.ts";
import { newAddress, tokensOf } from "../account/fixture.ts";
import { type Actor, outcomeOf } from "../support/act-as.ts";
import { type ElsewhereWorld, startElsewhereWorld } from "./elsewhere-world.ts";
import { addPasskeyTo, enrol, type Verified, verifiedUser } from "./factors.ts";

let world: ElsewhereWorld;
beforeAll(async () => {
  world = await startElsewhereWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.reset());

const NEW_PASSWORD = "an entirely different phrase";

async function link(person: Actor) {
  const who = world.newExternal();
  const { authorizationUrl, browserKey } = await person.call(startOAuthLink, {});
  await person.call(completeOAuthLink, { ...world.server.signIn(authorizationUrl, who), browserKey });
  return who;
}

async function reset(email: string) {
  await world.account.call(forgotPassword, { email });
  await world.account.call(resetPassword, { token: world.account.mailedToken(email, "reset_password"), password: NEW_PASSWORD });
}

const owned = async ({ userId }: Verified) => (await world.account.rows("oauth_identities", { userId })).length;

describe("a sign-in elsewhere that a thief of the password linked", () => {
  it("SGN-11 goes with the reset that the mail about it advises; afterwards it is a stranger", async () => {
    const person = await verifiedUser(world.account);
    const who = await link(person);
    expect(await person.call(listOAuthIdentities, {})).toHaveLength(1);
    await reset(person.email);
    expect((await world.signIn(who)).user?.id).not.toBe(person.userId);
  });

  it("SGN-11 goes with that reset also from an account without password, and the one that made the account stays", async () => {
    const own = world.newExternal();
    const owner = world.account.actor(tokensOf(await world.signIn(own)));
    world.account.runtime.clock.advance(MINUTE);
    const who = await link(owner);
    expect((await world.signIn(who)).user?.id).toBe(owner.userId);
    await reset(own.email ?? "");
    expect((await world.signIn(who)).user?.id).not.toBe(owner.userId);
    expect((await world.signIn(own)).user?.id).toBe(owner.userId);
  });

  it("SGN-06 goes with the link that stops an address, and MFA-13 with the one that removes a factor", async () => {
    const person = await verifiedUser(world.account);
    await link(person);
    await person.call(changeEmail, { newEmail: newAddress() });
    await world.account.call(undoEmailChange, { token: world.account.mailedToken(person.email, "email_change_asked") });
    expect(await owned(person)).toBe(0);

    const other = await verifiedUser(world.account);
    await link(other);
    await enrol(world.account, other);
    await world.account.call(undoSecondFactor, { token: world.account.mailedToken(other.email, "second_factor_added") });
    expect(await owned(other)).toBe(0);
  });

  it("SGN-06 goes with the link that stops an address also ten days after both", async () => {
    const person = await verifiedUser(world.account);
    await person.call(changeEmail, { newEmail: newAddress() });
    world.account.runtime.clock.advance(MINUTE);
    await link(person);
    world.account.runtime.clock.advance(10 * DAY);
    await world.account.call(undoEmailChange, { token: world.account.mailedToken(person.email, "email_change_asked") });
    expect(await owned(person)).toBe(0);
  });

  it("SGN-11 an older one stays", async () => {
    const person = await verifiedUser(world.account);
    await link(person);
    world.account.runtime.clock.advance(8 * DAY);
    await reset(person.email);
    expect(await owned(person)).toBe(1);
  });

  it("SGN-11 MFA-13 opens no session when the reset that unlinks it comes between the look at the link and that at its user", async () => {
    const person = await verifiedUser(world.account);
    const { sub } = await link(person);
    const deps = liveDeps(world.account.runtime);
    const provider = { provider: "oidc", subjectHash: hmacHex(deps.pseudonymKey, `oauth:${world.server.issuer}\n${sub}`) };
    const find: typeof deps.users.find = async (...wanted) => {
      await reset(person.email);
      return deps.users.find(...wanted);
    };
    const signIn = { ...provider, email: null, displayName: null, locale: "en", requestId: "" };
    expect((await findOrCreateOAuthUser(deps, signIn))?._id).toBe(person.userId);
    expect(await findOrCreateOAuthUser({ ...deps, users: { ...deps.users, find } }, signIn)).toBeNull();
    expect(await owned(person)).toBe(0);
  });

  it("MFA-13 SGN-06 opens no session when it began before the account without password was saved", async () => {
    const own = world.newExternal();
    const owner = world.account.actor(tokensOf(await world.signIn(own)));
    const { userId } = owner;
    await addPasskeyTo(owner);
    const { challengeToken = "" } = await world.signIn(own);
    const deps = liveDeps(world.account.runtime);
    const compared = await deps.users.find(userId);
    if (!compared) throw new Error("no such user");
    await deps.transaction((tx) => deps.credentials.removePassword(tx, userId, deps.clock.now()));
    expect(await outcomeOf(openSession(deps, compared, {}, ["fed"]))).toBe("auth.login.invalid_credentials");
    expect(await deps.challenges.open(challengeToken, { purpose: "LOGIN" })).toBeNull();
  });
});
