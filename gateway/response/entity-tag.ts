import { sha256Hex } from "#libs/kernel/secrets.ts";
import type { HttpResponse } from "./response.ts";

/** Responds to a conditional request (RFC 9110 13.1.2): 304 without a body when the client already has the content. */
export type ConditionalResponse = (ifNoneMatch: string | undefined) => HttpResponse;

/** For a response that never changes: its tag is computed once. */
export function conditionalResponse(response: HttpResponse): ConditionalResponse {
  const tagged = withEntityTag(response);
  return (ifNoneMatch) => unlessKnown(tagged, ifNoneMatch);
}

/** Adds the `ETag` of the content. */
export function withEntityTag(response: HttpResponse): HttpResponse {
  return { ...response, headers: { ...response.headers, ETag: `"${sha256Hex(response.body).slice(0, 32)}"` } };
}

/** 304 instead of a response whose `ETag` the client has sent. */
export function unlessKnown(response: HttpResponse, ifNoneMatch: string | undefined): HttpResponse {
  const tag = response.headers?.ETag;
  return tag !== undefined && matches(ifNoneMatch, tag) ? { ...response, status: 304, body: "" } : response;
}

/** The comparison is weak, because a cache on the way may have compressed the response. */
function matches(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(",").map((part) => part.trim().replace(/^W\//, ""));
  return tags.includes("*") || tags.includes(tag);
}
