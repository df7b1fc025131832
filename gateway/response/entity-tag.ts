import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { HttpResponse } from "./response.ts";

/** Answers a conditional request (RFC 9110 13.1.2): 304 without a body when the client has the content already. */
export type ConditionalResponse = (ifNoneMatch: string | undefined) => HttpResponse;

export function withEntityTag(response: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  return conditionalResponse(response)(ifNoneMatch);
}

/** For a response that never changes: its tag is computed once. */
export function conditionalResponse(response: HttpResponse): ConditionalResponse {
  const tag = `"${sha256Hex(response.body).slice(0, 32)}"`;
  const headers = { ...response.headers, ETag: tag };
  return (ifNoneMatch) => (matches(ifNoneMatch, tag) ? { ...response, status: 304, body: "", headers } : { ...response, headers });
}

/** The comparison is weak, because a cache on the way may have compressed the response. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tag);
}
