/** Turned ellipses with one centre, like the lines on paper money. */
export interface Rosette {
  readonly x: number;
  readonly y: number;
  readonly rx: number;
  readonly ry: number;
  /** Of each ellipse, in degrees. */
  readonly turns: readonly number[];
}

/** Equal steps of a half turn. @param first where they begin, in steps */
export function turnsOf(count: number, first = 0): readonly number[] {
  return Array.from({ length: count }, (_, index) => Math.round(((index + first) * 1_800) / count) / 10);
}

/** Size of a cover, in units of its lines. */
export const COVER = { width: 1_152, height: 240 } as const;

/**
 * The lines of a creator's cover: a rosette near the middle with a smaller one inside, and one at the other edge. They follow from the
 * username alone, so page, card and preview image show the same ones.
 */
export function coverLines(
  username: string,
  { width, height }: { readonly width: number; readonly height: number } = COVER,
): readonly Rosette[] {
  const number = (salt: string, from: number, to: number) => from + (fnv1a(username + salt) / 2 ** 32) * (to - from);
  const round = (value: number) => Math.round(value * 10) / 10;
  const share = number("x", 0.38, 0.62);
  const count = Math.floor(number("count", 14, 23));
  const flatness = number("flat", 0.3, 0.45);
  const centre = { x: round(share * width), y: round(number("y", 0.35, 0.65) * height) };
  const size = 0.93 * height;
  const edge = { x: round((share > 0.5 ? 0.08 : 0.92) * width), y: round(number("edge", 0.2, 0.45) * height) };
  return [
    { ...centre, rx: round(size), ry: round(size * flatness), turns: turnsOf(count) },
    { ...centre, rx: round(size / 2), ry: round((size / 2) * flatness), turns: turnsOf(count, 0.5) },
    { ...edge, rx: round(size * 0.65), ry: round(size * 0.65 * flatness), turns: turnsOf(Math.floor(number("edges", 10, 15))) },
  ];
}

const OFFSET = 0x811c9dc5;
const PRIME = 0x01000193;

/** FNV-1a with 32 bits, over UTF-8. Its upper bits differ little for similar texts, so they are mixed once more. */
function fnv1a(text: string): number {
  let hash = OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
