import { isCommonPassword } from "./common-passwords.ts";

/** Longest password of anybody. */
const MAX_LENGTH = 256;

/** What is wrong with a password of staff, as the end of a sentence about it; null when nothing is. It does not repeat the password. */
export function staffPasswordProblem(password: string, minLength: number): string | null {
  if (isCommonPassword(password)) return "is one of the most common passwords";
  if (password.length < minLength) return `has fewer than ${minLength} characters`;
  return password.length > MAX_LENGTH ? `has more than ${MAX_LENGTH} characters` : null;
}
