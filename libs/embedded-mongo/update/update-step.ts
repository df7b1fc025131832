import type { Timestamp } from "bson";
import type { MatchOptions } from "../matcher/predicate.ts";
import type { StringCompare } from "../values/compare.ts";
import type { Doc } from "../values/document.ts";

/** One operator applied to one path. */
export interface UpdateStep {
  readonly operator: string;
  readonly path: string;
  readonly parts: readonly string[];
  readonly argument: unknown;
}

/** The context in which an update is applied to one document. */
export interface UpdateContext {
  /** The index of the array element that the filter matched, for the positional operator `$`. */
  readonly position?: number | undefined;
  /** Whether an upsert inserts the document, so that `$setOnInsert` applies. */
  readonly inserting?: boolean | undefined;
  readonly compareStrings?: StringCompare | undefined;
  readonly match?: MatchOptions | undefined;
  readonly now?: Date | undefined;
  readonly timestamp?: (() => Timestamp) | undefined;
}

export type ElementFilters = ReadonlyMap<string, (element: unknown) => boolean>;
export type Container = Doc | unknown[];

export const format = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? "undefined";
  } catch {
    return String(value);
  }
};
