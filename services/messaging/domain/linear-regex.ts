import { RE2JS, RE2JSException } from "re2js";

/** A pattern that is malformed, or outside of the language that can be searched in linear time. */
export class UnsupportedPattern extends Error {
  constructor(message: string) {
    super(message);
    this.name = "UnsupportedPattern";
  }
}

/** A regular expression whose search takes time in proportion to text × pattern, whatever the pattern. */
export interface LinearRegex {
  /** Whether the text, already in lower case, holds a match. */
  test(text: string): boolean;
}

/** Largest program of a pattern: a message of 2,000 characters is searched within some tenths of a second at the worst. */
const MAX_STEPS = 1_000;

/** Compiles a pattern in RE2's syntax once. Throws UnsupportedPattern, also for a pattern that grows too large. */
export function compileRegex(pattern: string): LinearRegex {
  const regex = parse(pattern);
  if (regex.programSize() > MAX_STEPS) throw new UnsupportedPattern("the pattern is too large");
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
