import type { NumberRule, Rule } from "#libs/contract-kit/rules.ts";
import { formatMoney, type Money } from "#libs/kernel/money.ts";
import { LIST_ORDERS } from "#libs/kernel/paging.ts";

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

/** The locale of users and requests that name none. */
export const DEFAULT_LOCALE: Locale = "en";

export const CURRENCY = "EUR";

/** The values of an error whose text has sums: decimals, and the currency with which the reader's locale writes them. */
export function sumVars(sums: Readonly<Record<string, Money>>): Record<string, string> {
  return { ...Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, formatMoney(sum)])), currency: CURRENCY };
}

/** Client platforms, from `X-Client-Platform`. */
export const PLATFORMS = ["WEB", "IOS", "ANDROID", "API"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Parameters of a page list that replaces wrong numbers instead of refusing them (spec 4.8, 4.11). */
export const clampedPage = {
  page: { type: "number", integer: true, min: 1, max: 100_000, default: 1, clamp: true, description: "1-based page" },
  limit: { type: "number", integer: true, min: 1, max: 50, default: 20, clamp: true, description: "Items in a page, 1-50" },
} as const satisfies Record<string, NumberRule>;

/** Parameters of a page list of what staff decides. */
export const queuePage = {
  ...clampedPage,
  sort: { type: "enum", values: LIST_ORDERS, default: "newest", description: "oldest: what waits the longest comes first" },
} as const;

/** The page list of spec 2.1. */
export function pageOfItems<const R extends Rule>(items: R) {
  return {
    type: "object",
    props: {
      items: { type: "array", items, description: "The items of this page" },
      total: { type: "number", integer: true, description: "Number of matching items on all pages" },
      page: { type: "number", integer: true, description: "1-based page" },
      limit: { type: "number", integer: true, description: "Items in a full page" },
      totalPages: { type: "number", integer: true, description: "Number of pages" },
    },
  } as const;
}

/** The cursor list of spec 2.1. */
export function cursorOfItems<const R extends Rule>(items: R) {
  return {
    type: "object",
    props: {
      results: { type: "array", items, description: "The items of this page" },
      nextCursor: { type: "string", nullable: true, description: "Cursor of the next page; null on the last page" },
      hasMore: { type: "boolean", description: "Whether there is another page" },
    },
  } as const;
}

/**
 * No control characters, and no characters that make a mail program read several addresses or a display name. Quotes and signs around an
 * address that was copied with too much are no part of it: a domain consists of letters, digits and hyphens, and its end of letters first.
 * In lower case the Kelvin sign is a k, so a mailbox that a provider names with it would be that of another person.
 */
export const emailAddress = {
  type: "string",
  max: 254,
  mailAddress: true,
  pattern: /^(?![/'])[^\s\p{C}\p{Pi}\p{Pf}@<>"„…(),:;\\[\]\u212A]+@([\p{L}\p{M}\p{N}_-]+\.)+\p{L}[\p{L}\p{M}\p{N}-]*$/u,
} as const satisfies Rule;

/** A line that people read among other words: a name, a title, a subject, a tag. */
export const readableLine = { type: "string", readable: "line", trim: true } as const satisfies Rule;
/** A text that people read in paragraphs of its own: a message, a reason, a biography. */
export const readableText = { type: "string", readable: "text" } as const satisfies Rule;

/** The parts of HTML that a write did not store. */
export const removedParts = {
  type: "array",
  max: 50,
  optional: true,
  description: "Parts of the HTML that were not stored; absent when everything was",
  items: {
    type: "object",
    props: {
      what: { type: "string", description: "A tag or an attribute: <script>, onclick of <p>" },
      line: { type: "number", integer: true, description: "Line of the given text, from 1" },
    },
  },
} as const satisfies Rule;

/** The name of a person, which appears inside texts of the platform. */
export const personName = { ...readableLine, min: 1, max: 100 } as const satisfies Rule;

/** An amount that a client sends: at most 12 digits, and one or two decimals after a dot (spec 4.10). */
export const givenAmount = { type: "string", pattern: /^\d{1,12}(\.\d{1,2})?$/ } as const satisfies Rule;

/** An amount that the interface returns, for example "5.00". */
export const amount = { type: "string", decimal: true, description: "Decimal amount with two decimals" } as const;
/** A month of UTC in a path. */
export const month = {
  type: "string",
  pattern: /^2\d{3}-(0[1-9]|1[0-2])$/,
  description: "YYYY-MM, in UTC",
} as const satisfies Rule;
export const timestamp = { type: "timestamp" } as const;
export const optionalTimestamp = { type: "timestamp", nullable: true } as const;
export const nullableText = { type: "string", nullable: true } as const;
export const id = { type: "uuid" } as const;
/** Orders the events about one resource, independently of delays and clocks. */
export const version = {
  type: "number",
  integer: true,
  min: 0,
  description: "Rises with every change: of two events about the same resource, the one with the higher version is the later",
} as const;

/** No id is longer. */
export const MAX_ID_LENGTH = 64;
/**
 * An id in a request, of any format: an unknown one is answered as unknown (spec 4.10, 5), not refused with 400. A longer id is cut just
 * above the maximum, so that it still names nothing in a database or a log.
 */
export const anyId = { type: "string", cutTo: MAX_ID_LENGTH + 1 } as const;
export const pathId = { ...anyId } as const;
/** The id that a list is narrowed to; an unknown one leaves an empty list. */
export const filterId = { ...anyId, min: 1, optional: true } as const;
/** A user that a list is narrowed to. */
export const filterUserId = { ...filterId, description: "A user whom the items are about" } as const;
export const ownCreatorId = { ...pathId, description: "CreatorProfile.id of the caller" } as const;
