import { type DocumentOf, date, nullable, text } from "#libs/kernel/fields.ts";
export const issuedTokenFields = {
  hash: text,
  /** When a newer token replaced it; null for the current one. */
  replacedAt: nullable(date),
};

/** A refresh token that a session has given out, by its hash. */
export interface IssuedToken extends DocumentOf<typeof issuedTokenFields> {}

type Rotation =
  | { readonly outcome: "rotated"; readonly tokens: readonly IssuedToken[] }
  /** The token was replaced longer ago than the grace: two parties hold it. */
  | { readonly outcome: "reused" }
  | { readonly outcome: "unknown" };

/** A session remembers this many tokens, in order to recognize a copy. */
const MAX_REMEMBERED_TOKENS = 100;

/**
 * Exchanges a presented token for a new one; both are hashes. A token that was replaced within the grace is accepted again: when two
 * requests of one client cross, each must get a token that works.
 */
export function rotate(
  tokens: readonly IssuedToken[],
  { presented, next, now, graceSeconds }: { presented: string; next: string; now: Date; graceSeconds: number },
): Rotation {
  // Not a constant-time comparison: the common prefix of two hashes reveals nothing about the random secrets.
  const found = tokens.find(({ hash }) => hash === presented);
  if (!found) return { outcome: "unknown" };
  const added = { hash: next, replacedAt: null };
  if (found.replacedAt) {
    const age = now.getTime() - found.replacedAt.getTime();
    if (age > graceSeconds * 1_000) return { outcome: "reused" };
    return { outcome: "rotated", tokens: [...tokens, added].slice(-MAX_REMEMBERED_TOKENS) };
  }
  const replaced = tokens.map((token) => (token.replacedAt ? token : { ...token, replacedAt: now }));
  return { outcome: "rotated", tokens: [...replaced, added].slice(-MAX_REMEMBERED_TOKENS) };
}
