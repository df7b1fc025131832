import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { isDuplicateKey } from "#libs/platform/mongo/duplicate-key.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { OAuthIdentityDoc } from "../data/oauth-identity.store.ts";
import { isOwned, type User } from "../domain/user.ts";
import type { SignInDeps } from "./deps.ts";
import type { ExternalAccount } from "./identify-elsewhere.ts";
import { requireOpenSession } from "./require-open-session.ts";

type LinkDeps = Pick<SignInDeps, "clock" | "transaction" | "users" | "oauthIdentities" | "sessions" | "audit" | "mailer">;

/** An account elsewhere opens no account of staff, and none whose address was never verified. */
export function requireLinkable(user: User): void {
  if (user.roles.length > 0) throw new AppError("auth.oauth.account_exists");
  if (!user.emailVerified) throw new AppError("auth.account.email_unverified");
}

/**
 * Links an account elsewhere with a user, who gets a mail about it; one that is linked with this user already stays. Throws
 * auth.oauth.identity_taken and the errors of {@link requireLinkable}.
 */
export async function linkIdentity(
  deps: LinkDeps,
  { provider, subjectHash }: ExternalAccount,
  { userId, sessionId, requestId }: { readonly userId: string; readonly sessionId: string; readonly requestId: string },
): Promise<OAuthIdentityDoc> {
  const added = { _id: uuid(), userId, provider, subjectHash, createdAt: deps.clock.now() };
  const linking = deps.transaction(async (tx) => {
    const user = await deps.users.touch(tx, userId);
    if (!user) throw new AppError("error.unauthorized");
    await requireOpenSession(deps, sessionId, tx);
    requireLinkable(user);
    const known = await deps.oauthIdentities.find(provider, subjectHash, tx);
    if (known && known.userId !== userId) throw new AppError("auth.oauth.identity_taken");
    if (known) return { user, identity: known };
    await deps.oauthIdentities.insert(tx, added);
    await deps.audit.add(tx, { actor: userId, action: "user.sign_in_linked", target: userId, requestId });
    return { user, identity: added };
  }, userId);
  const { user, identity } = await linking.catch((error: unknown) => {
    // A parallel request has given the account to another user.
    throw isDuplicateKey(error) ? new AppError("auth.oauth.identity_taken") : error;
  });
  if (identity === added) deps.mailer.send({ to: user.email, kind: "sign_in_linked", locale: user.locale });
  return identity;
}

/** Unlinks an account elsewhere. Throws auth.oauth.identity_not_found, and auth.oauth.last_sign_in when no other way in would be left. */
export async function unlinkIdentity(
  { transaction, users, oauthIdentities, audit }: Omit<LinkDeps, "clock" | "sessions" | "mailer">,
  identityId: string,
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
): Promise<void> {
  await transaction(async (tx) => {
    const user = await users.touch(tx, userId);
    const linked = await oauthIdentities.listOfUser(userId, tx);
    if (!user || !linked.some(({ _id }) => _id === identityId)) throw new AppError("auth.oauth.identity_not_found");
    if (linked.length === 1 && !user.passwordHash) throw new AppError("auth.oauth.last_sign_in");
    await oauthIdentities.delete(identityId, tx);
    await audit.add(tx, { actor: userId, action: "user.sign_in_unlinked", target: userId, requestId });
  }, userId);
}

/**
 * Unlinks what was linked lately, when the owner of the mailbox takes the account back: who knew the password, or held a session, could link.
 * The account elsewhere that made this one stays. All go from an account that was a stranger's until now, and its passkeys sign in after the
 * new password only. They stay as second factors, because a stolen mailbox must not be enough.
 * @param user as before the owner came
 */
export async function closeDoubtedWays(
  { oauthIdentities, secondFactors }: Pick<SignInDeps, "oauthIdentities" | "secondFactors">,
  tx: Tx,
  user: Pick<User, "_id" | "createdAt" | "emailVerified" | "registeredBy">,
  since: Date,
): Promise<void> {
  if (!isOwned(user)) {
    await secondFactors.doubtPasskeys(tx, user._id);
    return oauthIdentities.deleteOfUser(tx, user._id);
  }
  const after = new Date(Math.max(user.createdAt.getTime(), since.getTime()));
  await oauthIdentities.deleteLaterOfUser(tx, user._id, after);
}
