import { OAUTH_LIFETIME_SECONDS, userRegistered } from "#libs/contracts/account/index.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { SECOND } from "#libs/kernel/clock.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { ExternalIdentity } from "#libs/providers/oauth/oauth-provider.ts";
import type { OAuthIdentityDoc } from "../data/oauth-identity.store.ts";
import { maySignIn, newUser, type User } from "../domain/user.ts";
import type { MailLimit } from "../mail/mail-limit.ts";
import type { SignInDeps } from "./deps.ts";
import { confirmationToken, type UnconfirmedSignIn } from "./sign-in-confirmation.ts";
import { requireTerms } from "./terms-consent.ts";

type LinkDeps = Pick<
  SignInDeps,
  "clock" | "config" | "transaction" | "users" | "oauthIdentities" | "pseudonymKey" | "outbox" | "audit" | "mailer"
> & {
  readonly mailLimit: MailLimit;
};

/** A sign-in that the provider has confirmed. */
interface ConfirmedSignIn extends UnconfirmedSignIn, Pick<ExternalIdentity, "emailVerified"> {
  /** Locale of a new user. */
  readonly locale: string;
  readonly requestId: string;
}

/**
 * The user of an external account. If none is linked, it is the user with the same address, when both sides have verified it. Otherwise a
 * new user is created, without a password. Throws auth.oauth.email_unverified, auth.oauth.account_exists,
 * auth.register.terms_required and auth.account.suspended.
 */
export async function findOrCreateOAuthUser(deps: LinkDeps, signIn: ConfirmedSignIn): Promise<User> {
  const { provider, subjectHash } = signIn;
  const linked = await findLinkedUser(deps, provider, subjectHash);
  if (linked) return requireAdmitted(linked);
  try {
    return await linkOrCreateUser(deps, signIn);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // A parallel request has linked the account or registered the address, so the second attempt finds a user.
    const user = await findLinkedUser(deps, provider, subjectHash);
    return user ? requireAdmitted(user) : linkOrCreateUser(deps, signIn);
  }
}

/** Administrators never sign in by OAuth: otherwise the operator of the provider could sign in as one. */
function requireAdmitted(user: User): User {
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
  if (user.roles.length > 0) throw new AppError("auth.oauth.account_exists");
  return user;
}

async function findLinkedUser({ oauthIdentities, users }: LinkDeps, provider: string, subjectHash: string): Promise<User | null> {
  const identity = await oauthIdentities.find(provider, subjectHash);
  const user = identity && (await users.find(identity.userId));
  if (identity && !user) await oauthIdentities.delete(identity._id);
  return user;
}

async function linkOrCreateUser(deps: LinkDeps, signIn: ConfirmedSignIn): Promise<User> {
  const { email, emailVerified, subjectHash } = signIn;
  // With an unverified address an attacker could create the owner's account in advance and share it later.
  if (!emailVerified) {
    if (email !== "") await requestConfirmation(deps, signIn);
    throw new AppError("auth.oauth.email_unverified");
  }
  const createdAt = deps.clock.now();
  const identityOf = (userId: string): OAuthIdentityDoc => ({ _id: uuid(), userId, provider: signIn.provider, subjectHash, createdAt });
  const existing = await deps.users.findByEmail(email);
  return existing ? linkUser(deps, requireAdmitted(existing), identityOf(existing._id), signIn) : createUser(deps, signIn, identityOf);
}

/** Mails the link with which the owner of the address confirms the sign-in. The answer does not reveal the limit. */
async function requestConfirmation(deps: LinkDeps, { emailVerified: _, locale, requestId: __, ...signIn }: ConfirmedSignIn): Promise<void> {
  if (!(await deps.mailLimit.tryConsume(signIn.email))) return;
  const expiresAt = new Date(deps.clock.now().getTime() + OAUTH_LIFETIME_SECONDS * SECOND);
  deps.mailer.send({ to: signIn.email, kind: "confirm_sign_in", locale, token: confirmationToken(deps.pseudonymKey, signIn, expiresAt) });
}

/** Refuses an account whose address was not verified here, and that of an administrator. */
async function linkUser(
  { transaction, users, oauthIdentities, audit, mailer }: LinkDeps,
  { _id: userId, email }: User,
  identity: OAuthIdentityDoc,
  { requestId }: ConfirmedSignIn,
): Promise<User> {
  const user = await transaction(async (tx) => {
    const current = await users.find(userId, tx);
    if (!current?.emailVerified || current.email !== email || current.roles.length > 0) throw new AppError("auth.oauth.account_exists");
    await oauthIdentities.insert(tx, identity);
    await audit.add(tx, { actor: userId, action: "user.sign_in_linked", target: userId, requestId });
    return current;
  });
  mailer.send({ to: user.email, kind: "sign_in_linked", locale: user.locale });
  return user;
}

async function createUser(
  { clock, config, transaction, users, oauthIdentities, outbox, audit }: LinkDeps,
  { email, displayName, locale, acceptedTerms, requestId }: ConfirmedSignIn,
  identityOf: (userId: string) => OAuthIdentityDoc,
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
