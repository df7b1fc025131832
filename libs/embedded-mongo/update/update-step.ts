import type { Timestamp } from "bson";
import type { MatchOptions } from "../matcher/predicate.ts";
import type { StringCompare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";

/** One operator on one path. */
export interface UpdateStep {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly argument: unknown;
}

/** What an update needs to know about the document it is applied to. */
export interface UpdateContext {
  /** The element of the first array that the filter matched, for `$`. */
  readonly position?: number | undefined;
  /** The document is that of an upsert: `$setOnInsert` applies. */
  readonly inserting?: boolean | undefined;
  readonly strings?: StringCompare | undefined;
  readonly match?: MatchOptions | undefined;
  readonly now?: Date | undefined;
  readonly timestamp?: (() => Timestamp) | undefined;
}

export type ElementFilters = ReadonlyMap<string, (element: unknown) => boolean>;
export type Container = Doc | unknown[];

export const shown = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    return String(value);
  }
};
