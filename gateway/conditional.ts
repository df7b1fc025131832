import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { Answer } from "./answer.ts";

/** Marks an answer with a tag of its content; who has that content already gets 304 without a body (RFC 9110 13.1.2). */
export function withEntityTag(answer: Answer, ifNoneMatch: string | undefined): Answer {
  const tag = `"${sha256Hex(answer.body).slice(0, 32)}"`;
  const headers = { ...answer.headers, ETag: tag };
  return names(ifNoneMatch, tag) ? { ...answer, status: 304, body: "", headers } : { ...answer, headers };
}

/** The comparison is weak: a cache on the way may have compressed the answer. */
function names(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tag);
}
