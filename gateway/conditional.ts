import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Answer } from "./answer.ts";

/** An answer with a tag of its content; who has that content already gets 304 without a body (RFC 9110 13.1.2). */
export type Tagged = (ifNoneMatch: string | undefined) => Answer;

export function withEntityTag(answer: Answer, ifNoneMatch: string | undefined): Answer {
  return tagged(answer)(ifNoneMatch);
}

/** For an answer that stays the same: its tag is computed once. */
export function tagged(answer: Answer): Tagged {
  const tag = `"${sha256Hex(answer.body).slice(0, 32)}"`;
  const headers = { ...answer.headers, ETag: tag };
  return (ifNoneMatch) => (names(ifNoneMatch, tag) ? { ...answer, status: 304, body: "", headers } : { ...answer, headers });
}

/** The comparison is weak: a cache on the way may have compressed the answer. */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tag);
}
