import { FIRST_SEGMENTS, isSegmentOfSite } from "#libs/contracts/reserved-names.ts";

/** Names that cannot be claimed: first path segments of the site, roles, words of the interface. */
const RESERVED = new Set([
  ...FIRST_SEGMENTS,
  "administrator",
  "root",
  "www",
  "about",
  "terms",
  "privacy",
  "logout",
  "signup",
  "me",
  "you",
  "official",
  "moderator",
  "staff",
  "security",
  "billing",
  "payments",
  "null",
  "undefined",
  "auth",
  "bio",
  "creators",
  "users",
  "analytics",
  "webhooks",
  "openapi",
  "blocks",
  "follows",
  "static",
  "constructor",
]);
/** Compared literally, not by skeleton, because `proto` is a permitted name. */
const RESERVED_SPELLING = "__proto__";

/** Lower-case letters, digits, dot, underscore, hyphen; at most 100 characters (spec 4.3). */
const FORM = /^[a-z0-9._-]{1,100}$/;
/** A name of dots and hyphens only, such as `..`, does not work as a path segment. */
const LETTER_OR_DIGIT = /[a-z0-9]/;

/** The one spelling of a username: full-width letters and capitals are the same name. Empty when the text names nothing. */
export function normalizeUsername(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** Whether a normalized name can be part of the address of a bio page. */
export function isWellFormedUsername(username: string): boolean {
  return FORM.test(username) && LETTER_OR_DIGIT.test(username);
}

/** Whether a normalized name is a reserved one or reads like one. */
export function isReservedUsername(username: string): boolean {
  return username === RESERVED_SPELLING || isSegmentOfSite(username) || RESERVED_SKELETONS.has(skeletonOf(username));
}

/**
 * Equal for names that look alike (UTS 39, section 4): the confusables among the characters of a username, without its punctuation.
 * `i` is among them, because readers take `1` and `l` for it, too.
 */
function skeletonOf(username: string): string {
  return username.replace(/[._-]/g, "").replaceAll("rn", "m").replaceAll("vv", "w").replaceAll("0", "o").replace(/[1i]/g, "l");
}

const RESERVED_SKELETONS: ReadonlySet<string> = new Set([...RESERVED].map(skeletonOf));
