import { Secret, TOTP } from "otpauth";
import { addPasskey, confirmTotp, login, startPasskey, startTotp, verifySecondFactor } from "#libs/contracts/account/index.ts";
import { claimsOf, type Fixture, PASSWORD, tokensOf } from "../account/fixture.ts";
import type { Actor } from "../support/act-as.ts";
import { type Authenticator, createAuthenticator } from "../support/authenticator.ts";

/** The time step of an authenticator. */
export const STEP_MS = 30_000;

/** The code that an authenticator with this secret shows at an instant. */
export function codeAt(secret: string, at: Date): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30, timestamp: at.getTime() });
}

/** Another code than this one. */
export const wrong = (code: string): string => code.replace(/./, (digit) => String((Number(digit) + 5) % 10));

/** A user with a verified address who is signed in. */
export interface Verified extends Actor {
  readonly email: string;
  readonly sessionId: string;
}

/** One with an authenticator as well. */
export interface Enrolled extends Verified {
  readonly secret: string;
  readonly factorId: string;
  readonly recoveryCodes: readonly string[];
  /** The code of a step of its own: the clock goes on, so that no earlier code has used it up. */
  freshCode(): string;
}

export async function verifiedUser(account: Fixture): Promise<Verified> {
  const email = await account.register();
  await account.database.connection
    .collection("users")
    .updateOne({ email }, { $set: { emailVerified: true }, $unset: { registeredBy: "" } });
  const signedIn = await account.login(email);
  return { ...account.actor(signedIn), email, sessionId: claimsOf(signedIn.accessToken).sid };
}

/** Adds an authenticator to a user. */
export async function enrol(account: Fixture, user: Verified): Promise<Enrolled> {
  const { factorId, secret } = await user.call(startTotp, {});
  const { clock } = account.runtime;
  const { recoveryCodes = [] } = await user.call(confirmTotp, { factorId, code: codeAt(secret, clock.now()) });
  const freshCode = () => {
    clock.advance(STEP_MS);
    return codeAt(secret, clock.now());
  };
  return { ...user, factorId, secret, recoveryCodes, freshCode };
}

export const enrolledUser = async (account: Fixture): Promise<Enrolled> => enrol(account, await verifiedUser(account));

/** Adds a passkey to a user. */
export async function addPasskeyTo(user: Actor, authenticator: Authenticator = createAuthenticator(), counter = 0) {
  const { challengeToken, publicKey } = await user.call(startPasskey, {});
  const credential = authenticator.create(publicKey.challenge, { counter });
  return { authenticator, added: await user.call(addPasskey, { challengeToken, credential }) };
}

/** The challenge that a right password gets. */
export async function challengeOf(account: Fixture, email: string, password: string = PASSWORD): Promise<string> {
  const { challengeToken } = await account.call(login, { email, password });
  if (challengeToken === undefined) throw new Error("the login asks for no second factor");
  return challengeToken;
}

/** Signs in with a second factor. */
export async function verify(account: Fixture, challengeToken: string, answer: { code?: string; recoveryCode?: string }) {
  return tokensOf(await account.call(verifySecondFactor, { challengeToken, ...answer }));
}
