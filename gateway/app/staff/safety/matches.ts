import type { RuleKind } from "#libs/contracts/messaging/moderation.ts";
import { normalizedText, type Place, placesOf } from "#libs/kernel/word-places.ts";

interface Pattern {
  readonly kind: RuleKind;
  readonly pattern: string;
}

const SEGMENTS = new Intl.Segmenter();

/**
 * The parts of a text that rules match, in order and apart from each other. Rules compare texts that are normalized, which changes their
 * lengths, so a match covers whole characters as people see them. Patterns of regular expressions are not looked for.
 */
export function matchesIn(text: string, rules: readonly Pattern[]): readonly Place[] {
  const written = [...SEGMENTS.segment(text)];
  const pieces = written.map(({ segment }) => normalizedText(segment));
  let length = 0;
  const ends = pieces.map((piece) => {
    length += piece.length;
    return length;
  });
  const placeIn = ({ start, end }: Place): Place => {
    const [first, last] = [ends.findIndex((each) => each > start), ends.findIndex((each) => each >= end)].map((index) => written[index]);
    return { start: first?.index ?? 0, end: (last?.index ?? 0) + (last?.segment.length ?? 0) };
  };
  const found = rules
    .filter(({ kind }) => kind !== "REGEX")
    .flatMap(({ kind, pattern }) => [...placesOf(normalizedText(pattern).trim(), pieces.join(""), kind === "WORD")])
    .map(placeIn)
    .sort((one, other) => one.start - other.start);
  return found.reduce<readonly Place[]>(joined, []);
}

/** Adds a place to those before it; places that overlap become one. */
function joined(places: readonly Place[], next: Place): readonly Place[] {
  const last = places.at(-1);
  if (!last || last.end < next.start) return [...places, next];
  return [...places.slice(0, -1), { start: last.start, end: Math.max(last.end, next.end) }];
}
