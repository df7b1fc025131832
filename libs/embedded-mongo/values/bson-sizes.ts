/** The sizes of BSON values whose type has one size. */
export const FIXED_SIZES: readonly (number | undefined)[] = Object.assign(new Array<number | undefined>(256).fill(undefined), {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
});
/**
 * The bytes of a value beyond the number in its length prefix. For documents, arrays and code with scope the prefix counts the whole value.
 */
export const PREFIXED_SIZES: readonly (number | undefined)[] = Object.assign(new Array<number | undefined>(256).fill(undefined), {
  2: 4,
  3: 0,
  4: 0,
  5: 5,
  12: 16,
  13: 4,
  14: 4,
  15: 0,
});
/** The type of a pattern, which is two texts. */
export const REGULAR_EXPRESSION = 11;
