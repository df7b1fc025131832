import type { NumberRule, Rule } from "#libs/contract-kit/rules.ts";

export const LOCALES = [
  "ar",
  "cs",
  "de",
  "en",
  "es",
  "fr",
  "he",
  "hi",
  "id",
  "it",
  "ja",
  "ko",
  "nl",
  "pl",
  "pt",
  "ru",
  "sv",
  "tr",
  "uk",
  "zh",
] as const;
export type Locale = (typeof LOCALES)[number];

/** Spoken where nobody has chosen. */
export const DEFAULT_LOCALE: Locale = "en";

export const CURRENCY = "EUR";

/** Client platforms, from `X-Client-Platform`. */
export const PLATFORMS = ["WEB", "IOS", "ANDROID", "API"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Page of a list that puts a wrong number right (spec 4.8, 4.11). */
export const clampedPage = {
  page: { type: "number", integer: true, min: 1, max: 100_000, default: 1, clamp: true, description: "1-based page" },
  limit: { type: "number", integer: true, min: 1, max: 50, default: 20, clamp: true, description: "Items in a page, 1-50" },
} as const satisfies Record<string, NumberRule>;

/** The page-based list of spec 2.1 over items of one shape. */
export function pageOfItems<const R extends Rule>(items: R) {
  return {
    type: "object",
    props: {
      items: { type: "array", items, description: "The items of this page" },
      total: { type: "number", integer: true, description: "How many items match in all" },
      page: { type: "number", integer: true, description: "1-based page" },
      limit: { type: "number", integer: true, description: "Items in a full page" },
      totalPages: { type: "number", integer: true, description: "How many pages there are" },
    },
  } as const;
}

/** The cursor list of spec 2.1 over items of one shape. */
export function cursorOfItems<const R extends Rule>(items: R) {
  return {
    type: "object",
    props: {
      results: { type: "array", items, description: "The items of this page" },
      nextCursor: { type: "string", nullable: true, description: "Where the next page begins; null on the last one" },
      hasMore: { type: "boolean", description: "Whether there is another page" },
    },
  } as const;
}

/** No control characters, and nothing that a mail program would read as several addresses or as the name before one. */
export const emailAddress = {
  type: "string",
  max: 254,
  trim: true,
  lowercase: true,
  pattern: /^[^\s\p{C}@<>"(),:;\\[\]]+@([^\s\p{C}@<>"(),:;\\[\].]+\.)+[^\s\p{C}@<>"(),:;\\[\].]+$/u,
} as const satisfies Rule;

/** A price or an amount as a caller writes it: digits with an optional dot and one or two decimals, 12 digits before it at most (spec 4.10). */
export const givenAmount = { type: "string", pattern: /^\d{1,12}(\.\d{1,2})?$/ } as const satisfies Rule;

/** A decimal amount as we write it, for example "5.00". */
export const amount = { type: "string", description: "Decimal amount with two decimals" } as const;
export const timestamp = { type: "timestamp" } as const;
export const optionalTimestamp = { type: "timestamp", nullable: true } as const;
export const nullableText = { type: "string", nullable: true } as const;
export const id = { type: "uuid" } as const;
/** Orders facts about the same thing, whenever they arrive and whatever the clocks say. */
export const version = {
  type: "number",
  integer: true,
  min: 0,
  description: "Rises with every change: of two facts about the same one, that with the higher number is the later",
} as const;

/**
 * An id in a path. Whatever does not lead to a thing is not found, or not the caller's own (spec 5), so its form is no rule;
 * the address line bounds its length.
 */
export const pathId = { type: "string" } as const;
export const ownCreatorId = { ...pathId, description: "CreatorProfile.id of the caller" } as const;
