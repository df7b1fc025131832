import { userRegistered } from "#libs/contracts/account.ts";
import { AppError } from "#libs/errors/app-error.ts";
import { uuid } from "#libs/kernel/ids.ts";
import { hmacHex } from "#libs/kernel/secrets.ts";
import { isDuplicateKey } from "#libs/mongo/duplicate-key.ts";
import type { ExternalIdentity } from "#libs/providers/oauth/oauth-provider.ts";
import type { OAuthIdentity } from "../data/oauth-identity.store.ts";
import type { Deps } from "../deps.ts";
import { newUser } from "../domain/new-user.ts";
import { maySignIn, type User } from "../domain/user.ts";

type LinkDeps = Pick<Deps, "clock" | "transaction" | "users" | "oauthIdentities" | "identityKey" | "outbox" | "audit" | "mailer">;

/** A sign-in that the provider has confirmed. */
export interface Arrival {
  readonly provider: string;
  readonly identity: ExternalIdentity;
  /** For an account that is made now. */
  readonly locale: string;
  readonly requestId: string;
}

/**
 * The user of an account elsewhere: the one it belongs to; else the one with its address, when both sides have verified it;
 * else a new one without a password. Throws auth.oauth.email_unverified, auth.oauth.account_exists and auth.account.suspended.
 */
export async function userOfIdentity(deps: LinkDeps, arrival: Arrival): Promise<User> {
  const subjectHash = hmacHex(deps.identityKey, `oauth:${arrival.identity.issuer}\n${arrival.identity.subject}`);
  const known = await ownerOf(deps, arrival.provider, subjectHash);
  if (known) return admitted(known);
  try {
    return await newOwner(deps, arrival, subjectHash);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    // The same account signed in twice at once, or somebody registered the address in between: now it can be found.
    const owner = await ownerOf(deps, arrival.provider, subjectHash);
    return owner ? admitted(owner) : newOwner(deps, arrival, subjectHash);
  }
}

/** An administrator signs in here: whoever runs the provider is not to be one. */
function admitted(user: User): User {
  if (!maySignIn(user)) throw new AppError("auth.account.suspended");
  if (user.roles.length > 0) throw new AppError("auth.oauth.account_exists");
  return user;
}

async function ownerOf({ oauthIdentities, users }: LinkDeps, provider: string, subjectHash: string): Promise<User | null> {
  const known = await oauthIdentities.find(provider, subjectHash);
  const user = known && (await users.findById(known.userId));
  if (known && !user) await oauthIdentities.remove(known._id);
  return user;
}

async function newOwner(deps: LinkDeps, arrival: Arrival, subjectHash: string): Promise<User> {
  const { email, emailVerified } = arrival.identity;
  // Whoever only claims an address could wait in its account for its owner.
  if (email === null || !emailVerified) throw new AppError("auth.oauth.email_unverified");
  const createdAt = deps.clock.now();
  const identityFor = (userId: string): OAuthIdentity => ({ _id: uuid(), userId, provider: arrival.provider, subjectHash, createdAt });
  const local = await deps.users.findByEmail(email);
  return local ? link(deps, admitted(local), identityFor(local._id), arrival) : create(deps, email, identityFor, arrival);
}

/** Neither an address that nobody verified here nor the account of an administrator is opened from elsewhere. */
async function link(
  { transaction, users, oauthIdentities, audit, mailer }: LinkDeps,
  seen: User,
  identity: OAuthIdentity,
  { requestId }: Arrival,
): Promise<User> {
  const user = await transaction(async (tx) => {
    const current = await users.findInTransaction(tx, seen._id);
    if (!current?.emailVerified || current.email !== seen.email || current.roles.length > 0)
      throw new AppError("auth.oauth.account_exists");
    await oauthIdentities.insert(tx, identity);
    await audit.add(tx, { actor: seen._id, action: "user.sign_in_linked", target: seen._id, requestId });
    return current;
  });
  mailer.send({ to: user.email, kind: "sign_in_linked", locale: user.locale });
  return user;
}

async function create(
  { clock, transaction, users, oauthIdentities, outbox, audit }: LinkDeps,
  email: string,
  identityFor: (userId: string) => OAuthIdentity,
  { identity, locale, requestId }: Arrival,
): Promise<User> {
  const user = newUser({ email, emailVerified: true, displayName: identity.displayName, locale, createdAt: clock.now() });
  const { _id: userId } = user;
  await transaction(async (tx) => {
    await outbox.add(tx, userRegistered, { userId, locale }, { requestId });
    await audit.add(tx, { actor: userId, action: "user.registered", target: userId, requestId });
    await oauthIdentities.insert(tx, identityFor(userId));
    await users.insert(tx, user);
  });
  return user;
}
