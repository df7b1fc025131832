import { addressHash } from "#libs/platform/personal-data/address-hash.ts";
import type { DataSubject } from "#libs/platform/personal-data/personal-data.ts";
import type { Deps } from "../deps.ts";
import type { GdprRequest } from "../domain/gdpr-request.ts";

export type SubjectDeps = Pick<Deps, "users" | "pseudonymKey">;

/**
 * The subject of a request. Its address counts only if it was verified: an unverified one may belong to another person. The account is
 * erased last, because other services need the address for their search.
 */
export async function subjectOf(
  { users, pseudonymKey }: SubjectDeps,
  { userId, creator }: Pick<GdprRequest, "userId" | "creator">,
): Promise<DataSubject> {
  const user = await users.find(userId);
  const hash = user?.emailVerified ? addressHash(pseudonymKey, user.email) : null;
  return { userId, creatorId: creator?.creatorId ?? null, bioPageIds: creator?.bioPageIds ?? [], addressHash: hash };
}

/** A subject as the parameters of `eraseUser` and `exportUser`. */
export function toContractSubject({ userId, creatorId, bioPageIds, addressHash: hash }: DataSubject) {
  return { userId, creatorId: creatorId ?? undefined, bioPageIds: [...bioPageIds], addressHash: hash ?? undefined };
}
