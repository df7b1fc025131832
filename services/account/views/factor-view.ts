import type { SecondFactorDoc } from "../data/second-factor.store.ts";

/** A second factor as its owner sees it. It lists each field, so that no secret leaks. */
export function factorView({ _id: id, kind, name, createdAt, lastUsedAt }: SecondFactorDoc) {
  return { id, kind, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
