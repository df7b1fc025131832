import { afterAll, afterEach, beforeAll, describe, expect, it } from "@jest/globals";
import {
  addPasskey,
  adminAskForPasskey,
  adminLogin,
  adminVerifySecondFactor,
  askForPasskey,
  getSecondFactors,
  login,
  removeSecondFactor,
  startPasskey,
  startTotp,
  stepUp,
  verifySecondFactor,
} from "#libs/contracts/account/index.ts";
import { claimsOf, type Fixture, newAddress, PASSWORD, startFixture, tokensOf } from "../account/fixture.ts";
import { actAs, outcomeOf } from "../support/act-as.ts";
import { type Authenticator, createAuthenticator } from "../support/authenticator.ts";
import { addPasskeyTo, challengeOf, enrol, type Verified, verifiedUser } from "./factors.ts";

let account: Fixture;
beforeAll(async () => {
  account = await startFixture();
});
afterEach(() => account.runtime.clock.reset());
afterAll(() => account.stop());

const INVALID_CHALLENGE = "auth.mfa.invalid_challenge";
const INVALID_CODE = "auth.mfa.invalid_code";
const REJECTED = "auth.mfa.code_rejected";

async function userWithPasskey(counter = 0) {
  const user = await verifiedUser(account);
  return { user, ...(await addPasskeyTo(user, createAuthenticator(), counter)) };
}

const makeAdmin = ({ userId }: Verified) =>
  account.database.connection.collection<{ _id: string }>("users").updateOne({ _id: userId }, { $set: { roles: ["ADMIN"] } });

type Deviations = Parameters<Authenticator["sign"]>[1];

/** The outcome of signing in with a passkey alone. */
async function tryAlone(authenticator: Authenticator, deviations?: Deviations): Promise<string> {
  const { challengeToken, publicKey } = await account.call(askForPasskey, {});
  const credential = authenticator.sign(publicKey.challenge, deviations);
  return outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }));
}

/** The outcome of signing in with password and passkey. */
async function trySecond(user: Verified, authenticator: Authenticator, deviations?: Deviations): Promise<string> {
  const challengeToken = await challengeOf(account, user.email);
  const credential = authenticator.sign(challengeToken, deviations);
  return outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }));
}

describe("adding a passkey", () => {
  it("MFA-09 is answered with a session that has given a second factor, with recovery codes once, and the list shows no key", async () => {
    const user = await verifiedUser(account);
    const { challengeToken, publicKey } = await user.call(startPasskey, {});
    expect(publicKey).toMatchObject({
      rp: { id: "localhost" },
      user: { name: user.email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [],
    });
    const authenticator = createAuthenticator();
    const name = "Laptop";
    const added = await user.call(addPasskey, { challengeToken, credential: authenticator.create(publicKey.challenge), name });
    expect(added.recoveryCodes).toHaveLength(10);
    expect(claimsOf(added.accessToken)).toMatchObject({ sid: user.sessionId, amr: ["pwd", "hwk", "mfa"] });
    expect(added.factor).toMatchObject({ kind: "PASSKEY", name, lastUsedAt: null });
    expect((await user.call(getSecondFactors, {})).factors).toEqual([added.factor]);
    expect(account.mailKinds(user.email)).toContain("second_factor_added");
    const second = await addPasskeyTo(user);
    expect(second.added.recoveryCodes).toBeUndefined();
    expect((await user.call(startPasskey, {})).publicKey.excludeCredentials).toHaveLength(2);
  });

  it("MFA-09 refuses a foreign origin, a foreign host and a user who was not verified", async () => {
    const user = await verifiedUser(account);
    for (const deviations of [{ origin: "https://evil.example" }, { rpId: "evil.example" }, { isVerified: false }]) {
      const { challengeToken, publicKey } = await user.call(startPasskey, {});
      const credential = createAuthenticator().create(publicKey.challenge, deviations);
      expect(await outcomeOf(user.call(addPasskey, { challengeToken, credential }))).toBe(REJECTED);
    }
    expect(await account.rows("second_factors", { userId: user.userId })).toEqual([]);
    const unverified = account.actor(await account.login(await account.register()));
    expect(await outcomeOf(unverified.call(startPasskey, {}))).toBe("auth.account.email_unverified");
  });

  it("MFA-09 refuses a challenge that was used, one of another purpose or session, and the passkey of another account", async () => {
    const { user, authenticator } = await userWithPasskey();
    const other = account.actor(tokensOf(await signInAlone(authenticator)));
    const asked = await user.call(startPasskey, {});
    const credential = createAuthenticator().create(asked.publicKey.challenge);
    const sent = { challengeToken: asked.challengeToken, credential };
    expect(await outcomeOf(other.call(addPasskey, sent))).toBe(REJECTED);
    const twice = await Promise.all([1, 2].map(() => outcomeOf(user.call(addPasskey, sent))));
    expect(twice.sort()).toEqual([REJECTED, "ok"].sort());
    expect(await outcomeOf(user.call(addPasskey, sent))).toBe(REJECTED);
    for (const { challengeToken } of [await account.call(askForPasskey, {}), await user.call(askForPasskey, { purpose: "STEP_UP" })]) {
      const wrong = { challengeToken, credential: createAuthenticator().create(challengeToken) };
      expect(await outcomeOf(user.call(addPasskey, wrong))).toBe(REJECTED);
    }
    const { factorId } = await user.call(startTotp, {});
    const ofTotp = { challengeToken: factorId, credential: createAuthenticator().create(factorId) };
    expect(await outcomeOf(user.call(addPasskey, ofTotp))).toBe(REJECTED);
    const stranger = await verifiedUser(account);
    expect(await outcomeOf(addPasskeyTo(stranger, createAuthenticator(authenticator.credentialId)))).toBe(REJECTED);
    expect(await tryAlone(authenticator)).toBe("ok");
  });

  it("MFA-09 refuses the eleventh passkey, also of two at once", async () => {
    const user = await verifiedUser(account);
    for (let count = 0; count < 9; count += 1) await addPasskeyTo(user);
    const asked = [await user.call(startPasskey, {}), await user.call(startPasskey, {})];
    const answers = asked.map(({ challengeToken }) =>
      outcomeOf(user.call(addPasskey, { challengeToken, credential: createAuthenticator().create(challengeToken) })),
    );
    expect((await Promise.all(answers)).sort()).toEqual(["auth.mfa.too_many_passkeys", "ok"]);
    expect(await outcomeOf(user.call(startPasskey, {}))).toBe("auth.mfa.too_many_passkeys");
    expect((await user.call(getSecondFactors, {})).factors).toHaveLength(10);
    expect(await outcomeOf(enrol(account, user))).toBe("ok");
  });
});

async function signInAlone(authenticator: Authenticator) {
  const { challengeToken, publicKey } = await account.call(askForPasskey, {});
  return account.call(verifySecondFactor, { challengeToken, credential: authenticator.sign(publicKey.challenge) });
}

describe("signing in with a passkey", () => {
  it("MFA-10 is the second step after a password, and counts as two factors alone", async () => {
    const { user, authenticator } = await userWithPasskey();
    const { challengeToken = "", ...asked } = await account.call(login, { email: user.email, password: PASSWORD });
    expect(asked).toMatchObject({
      mfaRequired: true,
      methods: ["passkey", "recovery_code"],
      publicKey: { challenge: challengeToken, allowCredentials: [{ type: "public-key", id: authenticator.credentialId }] },
    });
    const credential = authenticator.sign(challengeToken);
    const second = tokensOf(await account.call(verifySecondFactor, { challengeToken, credential }));
    expect(claimsOf(second.accessToken)).toMatchObject({ sub: user.userId, amr: ["pwd", "hwk", "mfa"] });
    expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken, credential }))).toBe(INVALID_CHALLENGE);

    const { publicKey } = await account.call(askForPasskey, {});
    expect(publicKey).toMatchObject({ rpId: "localhost", allowCredentials: [], userVerification: "required" });
    const alone = tokensOf(await signInAlone(authenticator));
    expect(claimsOf(alone.accessToken)).toMatchObject({ sub: user.userId, amr: ["hwk", "mfa"] });
    expect((await user.call(getSecondFactors, {})).factors).toMatchObject([{ lastUsedAt: expect.any(String) }]);
  });

  it("MFA-10 opens the door of the staff alike, to staff only", async () => {
    const { user, authenticator } = await userWithPasskey();
    const alone = async () => {
      const { challengeToken } = await account.call(askForPasskey, { purpose: "ADMIN_LOGIN" });
      return account.call(adminVerifySecondFactor, { challengeToken, credential: authenticator.sign(challengeToken) });
    };
    expect(await outcomeOf(alone())).toBe("auth.login.invalid_credentials");
    await makeAdmin(user);
    expect(await alone()).toMatchObject({ mfaRequired: false, admin: { email: user.email } });
    const { challengeToken = "" } = await account.call(adminLogin, { email: user.email, password: PASSWORD });
    const credential = authenticator.sign(challengeToken);
    expect(await account.call(adminVerifySecondFactor, { challengeToken, credential })).toMatchObject({ admin: { email: user.email } });
    const sessions = await account.rows("admin_sessions", { userId: user.userId });
    expect(sessions.map(({ amr }) => amr)).toEqual([
      ["hwk", "mfa"],
      ["pwd", "hwk", "mfa"],
    ]);
  });

  it("MFA-10 refuses a challenge of the other door, of ENROL and of STEP_UP, and one of LOGIN as step-up", async () => {
    const { user, authenticator } = await userWithPasskey();
    await makeAdmin(user);
    const admin = await account.call(askForPasskey, { purpose: "ADMIN_LOGIN" });
    const enrolling = await user.call(startPasskey, {});
    const steppingUp = await user.call(askForPasskey, { purpose: "STEP_UP" });
    for (const { challengeToken } of [admin, enrolling, steppingUp]) {
      const answer = { challengeToken, credential: authenticator.sign(challengeToken) };
      expect(await outcomeOf(account.call(verifySecondFactor, answer))).toBe(INVALID_CHALLENGE);
    }
    const { challengeToken } = await account.call(askForPasskey, {});
    const credential = authenticator.sign(challengeToken);
    expect(await outcomeOf(account.call(adminVerifySecondFactor, { challengeToken, credential }))).toBe(INVALID_CHALLENGE);
    expect(await outcomeOf(user.call(stepUp, { challengeToken, credential }))).toBe("auth.step_up.failed");
    expect(await outcomeOf(user.call(stepUp, { credential }))).toBe("auth.step_up.failed");
    const { challengeToken: totp } = { challengeToken: (await user.call(startTotp, {})).factorId };
    expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken: totp, credential }))).toBe(INVALID_CHALLENGE);
  });

  it("MFA-10 proves again who holds a session, with a question that was put to it, once", async () => {
    const { user, authenticator } = await userWithPasskey();
    const other = account.actor(tokensOf(await signInAlone(authenticator)));
    const { challengeToken, publicKey } = await user.call(askForPasskey, { purpose: "STEP_UP" });
    expect(publicKey.allowCredentials).toEqual([{ type: "public-key", id: authenticator.credentialId }]);
    const answer = { challengeToken, credential: authenticator.sign(publicKey.challenge) };
    expect(await outcomeOf(other.call(stepUp, answer))).toBe("auth.step_up.failed");
    const twice = await Promise.all([1, 2].map(() => outcomeOf(user.call(stepUp, answer))));
    expect(twice.sort()).toEqual(["auth.step_up.failed", "ok"]);
    expect(await outcomeOf(account.call(askForPasskey, { purpose: "STEP_UP" }))).toBe("error.unauthorized");
    expect(await outcomeOf(user.call(adminAskForPasskey, {}))).toBe("error.forbidden");
    const staff = actAs(account.broker, account.runtime, { userId: user.userId, roles: ["SUPPORT"] });
    expect((await staff.call(adminAskForPasskey, {})).publicKey.allowCredentials).toHaveLength(1);
  });

  it("MFA-11 refuses a foreign origin and host, a user who was not verified, a forged signature, and the passkey of another", async () => {
    const { user, authenticator } = await userWithPasskey();
    const stranger = await userWithPasskey();
    const forged = createAuthenticator(authenticator.credentialId);
    const handle = Buffer.from(stranger.user.userId).toString("base64url");
    const wrong: [Authenticator, Deviations][] = [
      [authenticator, { origin: "https://evil.example" }],
      [authenticator, { rpId: "evil.example" }],
      [authenticator, { isVerified: false }],
      [authenticator, { userHandle: handle }],
      [forged, {}],
      [createAuthenticator(), {}],
    ];
    for (const [signer, deviations] of wrong) {
      expect(await tryAlone(signer, deviations)).toBe(INVALID_CODE);
      expect(await trySecond(user, signer, deviations)).toBe(INVALID_CODE);
    }
    expect(await trySecond(user, stranger.authenticator)).toBe(INVALID_CODE);
    const { challengeToken } = await account.call(askForPasskey, {});
    const stale = { challengeToken, credential: authenticator.sign((await account.call(askForPasskey, {})).challengeToken) };
    expect(await outcomeOf(account.call(verifySecondFactor, stale))).toBe(INVALID_CODE);
    expect(await outcomeOf(account.call(verifySecondFactor, { challengeToken, code: "000000" }))).toBe(INVALID_CODE);
    expect(await trySecond(user, authenticator)).toBe("ok");
    expect(await tryAlone(authenticator, { userHandle: Buffer.from(user.userId).toString("base64url") })).toBe("ok");
  });

  it("MFA-11 a counter that does not rise is refused, also of two at once; one that stays 0 is none", async () => {
    const { authenticator } = await userWithPasskey(5);
    expect(await tryAlone(authenticator, { counter: 5 })).toBe(INVALID_CODE);
    expect(await tryAlone(authenticator, { counter: 0 })).toBe(INVALID_CODE);
    const twice = await Promise.all([1, 2].map(() => tryAlone(authenticator, { counter: 6 })));
    expect(twice.sort()).toEqual([INVALID_CODE, "ok"]);
    expect(await tryAlone(authenticator, { counter: 4 })).toBe(INVALID_CODE);
    const uncounted = await userWithPasskey();
    expect(await tryAlone(uncounted.authenticator)).toBe("ok");
    expect(await tryAlone(uncounted.authenticator)).toBe("ok");
  });

  it("MFA-11 a passkey that was removed signs in no more", async () => {
    const { user, authenticator, added } = await userWithPasskey();
    await user.call(removeSecondFactor, { factorId: added.factor.id });
    expect(await tryAlone(authenticator)).toBe(INVALID_CODE);
  });

  it("SGN-14 after a hundred password failures a passkey signs in alone", async () => {
    const { user, authenticator } = await userWithPasskey();
    const guess = () => outcomeOf(account.call(login, { email: user.email, password: newAddress() }));
    for (let round = 0; round < 10; round += 1) await Promise.all(Array.from({ length: 10 }, guess));
    expect(await outcomeOf(account.call(login, { email: user.email, password: PASSWORD }))).toBe("error.throttled");
    expect(await tryAlone(authenticator)).toBe("ok");
  });
});
