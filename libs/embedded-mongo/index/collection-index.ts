import type { Predicate } from "../matcher/predicate.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc, own } from "../values/document.ts";
import { indexKey, invertKey, type StringFold } from "../values/index-key.ts";
import { multikeyEntries } from "./multikey-entries.ts";
import { SortedEntries } from "./sorted-entries.ts";

/** The specification of an index, as createIndexes takes and listIndexes shows it. */
export interface IndexSpecification {
  readonly v: number;
  readonly key: Doc;
  readonly name: string;
  readonly unique?: boolean | undefined;
  readonly sparse?: boolean | undefined;
  readonly partialFilterExpression?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
  readonly collation?: Doc | undefined;
  readonly hidden?: boolean | undefined;
  readonly prepareUnique?: boolean | undefined;
  readonly clustered?: boolean | undefined;
  readonly [option: string]: unknown;
}

export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** Stands for an array without elements, which sorts before every value. */
const EMPTY_ARRAY = Symbol("empty array");

export interface CollectionIndex {
  specification: IndexSpecification;
  readonly fields: readonly IndexField[];
  /** A text or geospatial index: kept in the catalog, never filled or used. */
  readonly isSpecial: boolean;
  readonly partial: Predicate | null;
  readonly fold: StringFold | undefined;
  readonly entries: SortedEntries;
  /** The record of each key, of a unique index. */
  readonly unique: Map<string, number> | null;
  /** Keys of a unique index that an open transaction holds. */
  readonly reserved: Map<string, object>;
  /** Whether a document has ever had an array in an indexed field. */
  multikey: boolean;
}

/** An empty index; the partial filter comes compiled. */
export function createIndex(specification: IndexSpecification, partial: Predicate | null, fold?: StringFold): CollectionIndex {
  const kinds = Object.entries(specification.key);
  return {
    specification,
    fields: kinds.map(([path, kind]) => ({
      path,
      parts: path.split("."),
      descending: typeof kind !== "string" && toDouble(kind) < 0,
    })),
    isSpecial: kinds.some(([, kind]) => typeof kind === "string" && kind !== "hashed"),
    partial,
    fold,
    entries: new SortedEntries(),
    unique: specification.unique ? new Map() : null,
    reserved: new Map(),
    multikey: false,
  };
}

/** The part of a key that one field contributes. */
export function keyPart(index: CollectionIndex, value: unknown, descending: boolean): string {
  const key = value === EMPTY_ARRAY ? "\x01" : indexKey(value, index.fold);
  return descending ? invertKey(key) : key;
}

/** The keys under which an index holds a document: none where a partial or sparse index leaves it out, several for arrays. */
export function keysOf(index: CollectionIndex, document: Doc): string[] {
  if (index.isSpecial || (index.partial && !index.partial(document))) return [];
  const [field, another] = index.fields;
  if (field && !another && field.parts.length === 1) return singleFieldKeys(index, field, own(document, field.path));
  const found = multikeyEntries(document, index.fields, EMPTY_ARRAY);
  if (found.multikey) index.multikey = true;
  if (index.specification.sparse && !found.present) return [];
  const keys = found.entries.map((values) =>
    values.map((value, at) => keyPart(index, value, index.fields[at]?.descending ?? false)).join(""),
  );
  return keys.length === 1 ? keys : [...new Set(keys)];
}

function singleFieldKeys(index: CollectionIndex, field: IndexField, value: unknown): string[] {
  if (value === undefined && index.specification.sparse) return [];
  if (!Array.isArray(value)) return [keyPart(index, value, field.descending)];
  index.multikey = true;
  const values: unknown[] = value.length ? value : [EMPTY_ARRAY];
  return [...new Set(values.map((element) => keyPart(index, element, field.descending)))];
}

export function insertKeys(index: CollectionIndex, keys: readonly string[], id: number): void {
  for (const key of keys) {
    index.entries.add(key, id);
    index.unique?.set(key, id);
  }
}

export function deleteKeys(index: CollectionIndex, keys: readonly string[], id: number): void {
  for (const key of keys) {
    index.entries.remove(key, id);
    if (index.unique?.get(key) === id) index.unique.delete(key);
  }
}

/** Whether two key patterns have the same fields, kinds and order. */
export const sameKeyPattern = (left: unknown, right: unknown): boolean => {
  if (!isDoc(left) || !isDoc(right)) return false;
  const leftEntries = Object.entries(left);
  const rightEntries = Object.entries(right);
  const kind = (value: unknown) => (typeof value === "string" ? value : toDouble(value));
  return (
    leftEntries.length === rightEntries.length &&
    leftEntries.every(([path, value], at) => path === rightEntries[at]?.[0] && kind(value) === kind(rightEntries[at]?.[1]))
  );
};
