import { BSONRegExp } from "bson";
import { RE2JS, RE2JSException } from "re2js";
import { isRegex } from "../values/bson-types.ts";
import { regexParts } from "../values/compare.ts";
import { badValue, locationError, type MongoError } from "../values/mongo-error.ts";
import { MatchFinder } from "./all-matches.ts";
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
  /** The first match; null if there is none. */
  find(text: string): RegexMatch | null;
  /** All matches, each behind the one before. */
  findAll(text: string): Iterable<RegexMatch>;
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
function searchIn(regex: RE2JS, { mayEndEarly }: TranslatedPattern): Pick<LinearRegex, "test" | "find" | "findAll"> {
  const withoutBreak = (text: string): string | null => (mayEndEarly && text.endsWith("\n") ? text.slice(0, -1) : null);
  const firstOf = (search: Search, early: Search | null, from: number): RegexMatch | null => {
    const [found, other] = [search(from), early?.(from)];
    return other && (!found || other.start < found.start) ? other : (found ?? null);
  };
  return {
    test(text) {
      if (regex.test(text)) return true;
      const shorter = withoutBreak(text);
      return shorter !== null && regex.test(shorter);
    },
    find(text) {
      const shorter = withoutBreak(text);
      const search = (searched: string) => (from: number) => firstMatch(regex, searched, from);
      return firstOf(search(text), shorter === null ? null : search(shorter), 0);
    },
    *findAll(text) {
      const shorter = withoutBreak(text);
      const [search, early] = [searchOn(regex, text), shorter === null ? null : searchOn(regex, shorter)];
      let from = 0;
      do {
        const match = firstOf(search, early, from);
        if (!match) return;
        yield match;
        from = endOf(text, match);
      } while (from < text.length);
    },
  };
}

/** Where the search goes on: behind the match, and behind the next character if the match is empty. */
function endOf(input: string, { start, text }: RegexMatch): number {
  if (text) return start + text.length;
  return start + ((input.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
}

type Search = (from: number) => RegexMatch | null;

/** Searches that re2js, which is quicker with one match, does before those of a `MatchFinder`. */
const QUICK_SEARCHES = 4;

/** Finds match after match; the offsets do not go back. */
function searchOn(regex: RE2JS, text: string): Search {
  let searches = 0;
  let finder: MatchFinder | null = null;
  let last: RegexMatch | null | undefined;
  return (from) => {
    // another search may be behind this one
    if (last === null || (last && last.start >= from)) return last;
    if (from > text.length) return null;
    if (++searches === QUICK_SEARCHES) finder = MatchFinder.create(regex, text, from);
    last = finder ? matchOf(text, finder.next(from)) : firstMatch(regex, text, from);
    return last;
  };
}

function matchOf(text: string, found: ReturnType<MatchFinder["next"]>): RegexMatch | null {
  if (!found) return null;
  const { start, end, groups } = found;
  const captures: (string | null)[] = [];
  for (let group = 2; group < groups.length; group += 2) {
    const [from = -1, to = -1] = [groups[group], groups[group + 1]];
    captures.push(from < 0 || to < 0 ? null : text.slice(from, to));
  }
  return { text: text.slice(start, end), start, captures };
}

function firstMatch(regex: RE2JS, text: string, from: number): RegexMatch | null {
  const matcher = regex.matcher(text);
  if (!matcher.find(from)) return null;
  const captures = Array.from({ length: matcher.groupCount() }, (_, group) => matcher.group(group + 1));
  return { text: matcher.group() ?? "", start: matcher.start(), captures };
}
