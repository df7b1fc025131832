import { addressHash } from "#libs/kernel/address-hash.ts";
import type { DataSubject } from "#libs/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

export type SubjectDeps = Pick<Deps, "users" | "identityKey">;

/**
 * The account is buried last: the address is there for as long as another service may have to look for it, and never that of
 * an heir. One that nobody has proven to be his may be somebody else's.
 */
export async function subjectOf(
  { users, identityKey }: SubjectDeps,
  { userId, creator }: Pick<GdprRequest, "userId" | "creator">,
): Promise<DataSubject> {
  const user = await users.findById(userId);
  const hash = user?.emailVerified ? addressHash(identityKey, user.email) : null;
  return { userId, creatorId: creator?.creatorId ?? null, bioPageIds: creator?.bioPageIds ?? [], addressHash: hash };
}

/** A subject as the contracts take it. */
export function askable({ userId, creatorId, bioPageIds, addressHash: hash }: DataSubject) {
  return { userId, creatorId: creatorId ?? undefined, bioPageIds: [...bioPageIds], addressHash: hash ?? undefined };
}
