/** A refresh token that a session has given out, by its hash. */
export interface IssuedToken {
  readonly hash: string;
  /** When a newer one took its place; null for the one in force. */
  readonly replacedAt: Date | null;
}

export type Rotation =
  | { readonly outcome: "rotated"; readonly tokens: readonly IssuedToken[] }
  /** A token that was replaced long ago: somebody holds a copy. */
  | { readonly outcome: "reused" }
  | { readonly outcome: "unknown" };

/** How many tokens of a session are remembered, so that a copy is recognised. */
const REMEMBERED = 100;

/**
 * Exchanges a presented token for a new one. A token that was replaced less than the grace ago is taken again: two
 * requests of one client may cross, and each must get a token that works.
 */
export function rotate(
  tokens: readonly IssuedToken[],
  { presented, next, now, graceSeconds }: { presented: string; next: string; now: Date; graceSeconds: number },
): Rotation {
  // Both are hashes of random secrets: how far they agree tells nothing about a secret.
  const found = tokens.find(({ hash }) => hash === presented);
  if (!found) return { outcome: "unknown" };
  const added = { hash: next, replacedAt: null };
  if (found.replacedAt) {
    const age = now.getTime() - found.replacedAt.getTime();
    if (age > graceSeconds * 1_000) return { outcome: "reused" };
    return { outcome: "rotated", tokens: [...tokens, added].slice(-REMEMBERED) };
  }
  const replaced = tokens.map((token) => (token.replacedAt ? token : { ...token, replacedAt: now }));
  return { outcome: "rotated", tokens: [...replaced, added].slice(-REMEMBERED) };
}
