import { SECOND } from "#libs/kernel/clock.ts";
import { type DocumentOf, date, mark, nullable, text } from "#libs/kernel/fields.ts";

export const issuedTokenFields = {
  hash: text,
  /** When a newer token replaced it; null for the current one. */
  replacedAt: nullable(date),
  /** Its seal shows that it was issued, so it is forgotten after the grace. Absent in tokens of 1.0. */
  sealed: mark,
};

/** A refresh token that a session has given out, by its hash. */
export interface IssuedToken extends DocumentOf<typeof issuedTokenFields> {}

type Rotation =
  | { readonly outcome: "rotated"; readonly tokens: readonly IssuedToken[] }
  /** The token was replaced longer ago than the grace: two parties hold it. */
  | { readonly outcome: "reused" }
  /** Too many tokens of the session were replaced within the grace. Nothing is written, so loops of exchanges delay no transaction that ends it. */
  | { readonly outcome: "crowded" }
  | { readonly outcome: "unknown" };

interface Exchange {
  readonly presented: { readonly hash: string; readonly isSealed: boolean };
  /** Hash of the new token. */
  readonly next: string;
  readonly now: Date;
  readonly graceSeconds: number;
}

/**
 * With so many others that were replaced within the grace, no token is exchanged, and beside so many that work, none that was replaced. None
 * that works may leave the list: its next use would look like that of a copy.
 */
const MAX_CROSSING_TOKENS = 50;

/**
 * Exchanges a presented token for a new one. A token that was replaced within the grace is accepted again: when two requests of one client
 * cross, each must get a token that works. A sealed one that works no more was replaced, however long ago.
 */
export function rotate(tokens: readonly IssuedToken[], { presented, next, now, graceSeconds }: Exchange): Rotation {
  const works = ({ replacedAt }: IssuedToken) => !replacedAt || now.getTime() - replacedAt.getTime() <= graceSeconds * SECOND;
  // Not a constant-time comparison: the common prefix of two hashes reveals nothing about the random secrets.
  const found = tokens.find(({ hash }) => hash === presented.hash);
  if (!found) return { outcome: presented.isSealed ? "reused" : "unknown" };
  if (!works(found)) return { outcome: "reused" };
  const working = tokens.filter((token) => token.sealed && works(token));
  const crossing = found.replacedAt ? working : working.filter(({ replacedAt }) => replacedAt);
  if (crossing.length > MAX_CROSSING_TOKENS) return { outcome: "crowded" };
  const retained = tokens.filter((token) => !token.sealed || works(token));
  const replaced = found.replacedAt ? retained : retained.map((token) => (token.replacedAt ? token : { ...token, replacedAt: now }));
  return { outcome: "rotated", tokens: [...replaced, { hash: next, replacedAt: null, sealed: true }] };
}
