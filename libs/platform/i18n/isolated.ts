import type { Locale } from "#libs/contracts/shared.ts";
import { locales } from "./locales.ts";

/** The blocks of Hebrew, Arabic and the other scripts that are written from right to left, and the mark of that direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
/** Embeddings, overrides and isolates: one without its end would turn the rest of the sentence. */
const DIRECTION_CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A value for a sentence in plain text. Where its direction may differ from that of the sentence, U+2068 and U+2069 isolate it: the words
 * around it keep their places. On pages, `<bdi>` does it.
 */
function isolated(value: string, locale: Locale): string {
  const mayDiffer = locales[locale].direction === "rtl" || RIGHT_TO_LEFT.test(value);
  return mayDiffer ? `\u2068${value.replace(DIRECTION_CONTROLS, "")}\u2069` : value;
}

/** The values of a text, isolated where they need it; numbers stand as they are. */
export function isolatedValues<V extends string | number>(values: Readonly<Record<string, V>>, locale: Locale): Record<string, V | string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "string" ? isolated(value, locale) : value]),
  );
}
