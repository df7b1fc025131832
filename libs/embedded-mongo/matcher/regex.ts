import { BSONRegExp } from "bson";
import { RE2JS, RE2JSException } from "re2js";
import { isRegex } from "../values/bson-types.ts";
import { regexParts } from "../values/compare.ts";
import { badValue, locationError, type MongoError } from "../values/mongo-error.ts";
import { type TranslatedPattern, translatePattern } from "./regex-syntax.ts";

export interface RegexMatch {
  readonly text: string;
  /** In UTF-16 units. */
  readonly start: number;
  readonly captures: readonly (string | null)[];
}

/** A regular expression that is searched in time proportional to text × pattern, whatever the pattern. */
export interface LinearRegex {
  /** The pattern as a BSON value. */
  readonly value: BSONRegExp;
  /** What every matching text begins with; empty if unknown. */
  readonly prefix: string;
  test(text: string): boolean;
  /** The first match from an offset on; null if there is none. */
  find(text: string, from?: number): RegexMatch | null;
}

/** Instructions; the worst pattern of this size takes a second for a text of 10,000 characters. MongoDB limits programs as well. */
const MAX_PROGRAM_SIZE = 2_000;
const MAX_CACHED = 100;
const FLAGS: Readonly<Record<string, number>> = { i: RE2JS.CASE_INSENSITIVE, m: RE2JS.MULTILINE, s: RE2JS.DOTALL };

const cache = new Map<string, LinearRegex>();

/** Compiles a pattern (text, RegExp or BSON). Throws a MongoError if it is malformed or cannot be searched in linear time. */
export function compileRegex(pattern: unknown, options?: unknown): LinearRegex {
  const [source, ownFlags] = isRegex(pattern) ? regexParts(pattern) : [String(pattern), ""];
  const flags = options === undefined || options === null ? ownFlags : String(options);
  const key = `${flags}/${source}`;
  const known = cache.get(key);
  if (known) return known;
  const compiled = compile(source, flags);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, compiled);
  return compiled;
}

function compile(source: string, options: string): LinearRegex {
  if (source.includes("\0")) throw badValue("Regular expression cannot contain an embedded null byte");
  const unknown = /[^imsux]/.exec(options);
  if (unknown) throw locationError(51108, `invalid flag in regex options: ${unknown[0]}`);
  const [inline = "", inlineFlags = ""] = /^\(\?([imsx]+)\)/.exec(source) ?? [];
  const flags = options + inlineFlags;
  const translated = translatePattern(source.slice(inline.length), flags);
  const regex = parse(translated.source, flags);
  return { ...searchIn(regex, translated), value: new BSONRegExp(source, options), prefix: translated.prefix };
}

const invalid = (message: string): MongoError => locationError(51091, `Regular expression is invalid: ${message}`);

function parse(source: string, flags: string): RE2JS {
  try {
    const regex = RE2JS.compile(
      source,
      [...flags].reduce((bits, flag) => bits | (FLAGS[flag] ?? 0), 0),
    );
    if (regex.programSize() <= MAX_PROGRAM_SIZE) return regex;
  } catch (error) {
    if (error instanceof RE2JSException) throw invalid(`${error.message}; what RE2 cannot match in linear time is not supported`);
    throw error;
  }
  throw invalid("regular expression is too large");
}

/** In PCRE `$` also matches before a line break at the end of the text: then the text without it is searched as well. */
function searchIn(regex: RE2JS, { mayEndEarly }: TranslatedPattern): Pick<LinearRegex, "test" | "find"> {
  const withoutBreak = (text: string): string | null => (mayEndEarly && text.endsWith("\n") ? text.slice(0, -1) : null);
  return {
    test(text) {
      if (regex.test(text)) return true;
      const shorter = withoutBreak(text);
      return shorter !== null && regex.test(shorter);
    },
    find(text, from = 0) {
      const found = firstMatch(regex, text, from);
      const shorter = withoutBreak(text);
      const early = shorter !== null && from <= shorter.length ? firstMatch(regex, shorter, from) : null;
      return early && (!found || early.start < found.start) ? early : found;
    },
  };
}

function firstMatch(regex: RE2JS, text: string, from: number): RegexMatch | null {
  const matcher = regex.matcher(text);
  if (!matcher.find(from)) return null;
  const captures = Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1));
  return { text: matcher.group() ?? "", start: matcher.start(), captures };
}
