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
  /** The token was replaced within the grace, and was exchanged too often since. */
  | { readonly outcome: "crowded" }
  | { readonly outcome: "unknown" };

interface Exchange {
  readonly presented: { readonly hash: string; readonly isSealed: boolean };
  /** Hash of the new token. */
  readonly next: string;
  readonly now: Date;
  readonly graceSeconds: number;
}

/** So many sealed tokens of a session work at the same time. */
const MAX_WORKING_TOKENS = 100;
/** With as many others, a replaced token gets no further one: those would push it out of the list, and its next use would look like a copy. */
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
  const replaced = found.replacedAt ? tokens : tokens.map((token) => (token.replacedAt ? token : { ...token, replacedAt: now }));
  const known = replaced.filter((token) => token.sealed && works(token));
  if (found.replacedAt && known.length > MAX_CROSSING_TOKENS) return { outcome: "crowded" };
  const working = [...known, { hash: next, replacedAt: null, sealed: true as const }];
  return { outcome: "rotated", tokens: [...replaced.filter(({ sealed }) => !sealed), ...working.slice(-MAX_WORKING_TOKENS)] };
}
