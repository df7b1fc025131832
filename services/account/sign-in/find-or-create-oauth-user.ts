import { userRegistered } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { OAuthIdentityDoc } from "../data/oauth-identity.store.ts";
import { isOwned, isStillProven, maySignIn, newUser, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import type { ExternalAccount } from "./identify-elsewhere.ts";
import { requireTerms } from "./terms-consent.ts";

type LinkDeps = Pick<SignInDeps, "clock" | "config" | "transaction" | "users" | "oauthIdentities" | "outbox" | "audit" | "mailer">;

/** A sign-in that the provider has confirmed. */
interface ConfirmedSignIn extends Pick<ExternalAccount, "provider" | "subjectHash" | "displayName" | "acceptedTerms"> {
  /** The verified address of the account; null without one. */
  readonly email: string | null;
  /** Who had the address when a code was mailed to it, null for none; absent when the provider has verified the address. */
  readonly owner?: User | null;
  /** Locale of a new user. */
  readonly locale: string;
  readonly requestId: string;
}

/**
 * The user of an external account. If none is linked, it is the user with the same verified address, else a new user without a password.
 * Null when the account is not linked and has no verified address. Throws auth.oauth.account_exists, auth.mfa.invalid_challenge,
 * auth.register.terms_required and auth.account.suspended.
 */
export async function findOrCreateOAuthUser(deps: LinkDeps, { email, ...signIn }: ConfirmedSignIn): Promise<User | null> {
  const { provider, subjectHash } = signIn;
  const linked = await findLinkedUser(deps, provider, subjectHash);
  if (linked) return requireAdmitted(linked);
  if (email === null) return null;
  try {
    return await linkOrCreateUser(deps, { ...signIn, email });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // A parallel request has linked the account or registered the address, so the second attempt finds a user.
    const user = await findLinkedUser(deps, provider, subjectHash);
    return user ? requireAdmitted(user) : linkOrCreateUser(deps, { ...signIn, email });
  }
}

/** Administrators never sign in by OAuth: otherwise the operator of the provider could sign in as one. */
function requireAdmitted(user: User): User {
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
  if (user.roles.length > 0) throw new AppError("auth.oauth.account_exists");
  return user;
}

/** The user of a link, which is read again after its user: what unlinks to stop a thief also changes the basis of the proof. */
async function findLinkedUser({ oauthIdentities, users }: LinkDeps, provider: string, subjectHash: string): Promise<User | null> {
  const identity = await oauthIdentities.find(provider, subjectHash);
  if (!identity) return null;
  const user = await users.find(identity.userId);
  if (!user) await oauthIdentities.delete(identity._id);
  const isLinked = (await oauthIdentities.find(provider, subjectHash))?._id === identity._id;
  return isLinked ? user : null;
}

type SignInByAddress = ConfirmedSignIn & { readonly email: string };

async function linkOrCreateUser(deps: LinkDeps, signIn: SignInByAddress): Promise<User> {
  const { email, provider, subjectHash } = signIn;
  const createdAt = deps.clock.now();
  const identityOf = (userId: string): OAuthIdentityDoc => ({ _id: uuid(), userId, provider, subjectHash, createdAt });
  const existing = await deps.users.findByEmail(email);
  return existing ? linkUser(deps, requireAdmitted(existing), identityOf(existing._id), signIn) : createUser(deps, identityOf, signIn);
}

/** Refuses an account that may be a stranger's, that of an administrator, and a proof older than the account or its last reset. */
async function linkUser(
  { transaction, users, oauthIdentities, audit, mailer }: LinkDeps,
  { _id: userId, email }: User,
  identity: OAuthIdentityDoc,
  { owner, requestId }: ConfirmedSignIn,
): Promise<User> {
  const user = await transaction(async (tx) => {
    const current = await users.touch(tx, userId);
    if (!current || !isOwned(current) || current.email !== email || current.roles.length > 0)
      throw new AppError("auth.oauth.account_exists");
    if (owner !== undefined && !(owner?._id === userId && isStillProven(current, owner))) throw new AppError("auth.mfa.invalid_challenge");
    await oauthIdentities.insert(tx, identity);
    await audit.add(tx, { actor: userId, action: "user.sign_in_linked", target: userId, requestId });
    return current;
  });
  mailer.send({ to: user.email, kind: "sign_in_linked", locale: user.locale });
  return user;
}

async function createUser(
  { clock, config, transaction, users, oauthIdentities, outbox, audit }: LinkDeps,
  identityOf: (userId: string) => OAuthIdentityDoc,
  { email, displayName, locale, acceptedTerms, requestId }: SignInByAddress,
): Promise<User> {
  requireTerms(config, acceptedTerms ? new Date(acceptedTerms) : null);
  const user = newUser({ email, emailVerified: true, displayName, locale, createdAt: clock.now() });
  const { _id: userId } = user;
  await transaction(async (tx) => {
    await outbox.add(tx, userRegistered, { userId, locale, acceptedTerms });
    await audit.add(tx, { actor: userId, action: "user.registered", target: userId, requestId });
    await oauthIdentities.insert(tx, identityOf(userId));
    await users.insert(tx, user);
  });
  return user;
}
