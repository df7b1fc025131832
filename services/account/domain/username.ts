/** Lower-case letters, digits, dot, underscore, hyphen; at most 100 (spec 4.3). */
const FORM = /^[a-z0-9._-]{1,100}$/;
/** A name of dots and dashes only has no place in a path. */
const LETTER_OR_DIGIT = /[a-z0-9]/;

/** One spelling of what people type: full-width letters and capitals are the same name. Empty means: none given. */
export function normaliseUsername(text: string): string {
  return text.normalize("NFKC").trim().toLowerCase();
}

/** Whether a normalised name can stand in the address of a bio page. */
export function isWellFormedUsername(username: string): boolean {
  return FORM.test(username) && LETTER_OR_DIGIT.test(username);
}
