import { foldForSearch } from "#libs/kernel/search-fold.ts";

/** The texts of a creator that a search reads. */
export interface SearchedTexts {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly headline: string | null;
  readonly bio: string;
}

/** Longer words are the same to a search when their beginnings are. */
const MAX_WORD_LENGTH = 20;
/** Keys of one creator, those of the names first. A biography of 500 characters has fewer, unless it is made of long words. */
const MAX_KEYS = 1_000;
/** Words of a query that count. */
const MAX_WORDS = 10;

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Runs of scripts that are written without spaces between words, and the runs between them. */
const RUNS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+|[^\p{scx=Han}\p{scx=Hiragana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]+/gu;
const WITHOUT_SPACES = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;

/** Key of a whole username, and of its beginnings. Neither sign is part of a word. */
const whole = (name: string) => `=${name}`;
const beginning = (name: string) => `@${name}`;

/**
 * The keys under which a creator is found: each beginning of each word, so that a search compares whole keys, for which an index is
 * enough. Where words are not separated, each character and each pair of neighbours stands for them.
 */
export function searchKeysOf({ username, displayName, headline, bio }: SearchedTexts): readonly string[] {
  const keys = new Set<string>();
  if (username) {
    const name = foldForSearch(username);
    keys.add(whole(name));
    for (const key of beginningsOf(name)) keys.add(beginning(key));
  }
  for (const text of [username, displayName, headline, bio]) {
    for (const { letters, isUnspaced } of wordsOf(text ?? "")) {
      for (const key of isUnspaced ? [...letters, ...pairsOf(letters)] : beginningsOf(letters)) keys.add(key);
    }
  }
  return [...keys].slice(0, MAX_KEYS);
}

/** The keys that a query asks for. A creator fits when it has all of a list; an empty list fits none. */
export interface SearchedKeys {
  /** Of the creator who has this username. */
  readonly username: readonly string[];
  /** Of creators whose usernames begin like this. */
  readonly usernames: readonly string[];
  /** Of creators in whose texts each word is, the longest one first: it fits the fewest. */
  readonly words: readonly string[];
}

/** The keys for what a person typed into a search field. */
export function searchedKeysOf(query: string): SearchedKeys {
  const name = foldForSearch(query.trim().replace(/^@/, ""));
  const isName = name !== "" && !/\s/.test(name);
  const words = wordsOf(query).slice(0, MAX_WORDS);
  const keys = words.flatMap(({ letters, isUnspaced }) =>
    isUnspaced && letters.length > 1 ? pairsOf(letters) : [letters.slice(0, MAX_WORD_LENGTH).join("")],
  );
  return {
    username: isName ? [whole(name)] : [],
    usernames: isName ? [beginning([...name].slice(0, MAX_WORD_LENGTH).join(""))] : [],
    words: [...new Set(keys)].sort((a, b) => b.length - a.length),
  };
}

interface Word {
  readonly letters: readonly string[];
  readonly isUnspaced: boolean;
}

function wordsOf(text: string): readonly Word[] {
  const runs = foldForSearch(text)
    .match(WORDS)
    ?.flatMap((word) => word.match(RUNS) ?? []);
  return (runs ?? []).map((run) => ({ letters: [...run], isUnspaced: WITHOUT_SPACES.test(run) }));
}

function beginningsOf(letters: Iterable<string>): readonly string[] {
  const shown = [...letters].slice(0, MAX_WORD_LENGTH);
  return shown.map((_, index) => shown.slice(0, index + 1).join(""));
}

function pairsOf(letters: readonly string[]): readonly string[] {
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
