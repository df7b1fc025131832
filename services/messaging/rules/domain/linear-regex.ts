import { RE2JS, RE2JSException } from "re2js";

/** A pattern that is malformed, or that cannot be searched in linear time. */
export class UnsupportedPattern extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsupportedPattern";
  }
}

/** A regular expression whose search time is at most proportional to text × pattern. */
export interface LinearRegex {
  /** Whether a text contains a match. The text must be in lower case. */
  test(text: string): boolean;
}

/** Largest program of a pattern: at worst, searching a message of 2,000 characters takes some tenths of a second. */
const MAX_PROGRAM_SIZE = 1_000;

/** Compiles a pattern in RE2's syntax. Throws UnsupportedPattern, also for a pattern whose program is too large. */
export function compileRegex(pattern: string): LinearRegex {
  const regex = parse(pattern);
  if (regex.programSize() > MAX_PROGRAM_SIZE) throw new UnsupportedPattern("the pattern is too large");
  return { test: (text) => regex.test(text) };
}

function parse(pattern: string): RE2JS {
  try {
    return RE2JS.compile(pattern, RE2JS.CASE_INSENSITIVE);
  } catch (error) {
    if (error instanceof RE2JSException) throw new UnsupportedPattern(error.message);
    throw error;
  }
}
