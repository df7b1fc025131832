import type { Predicate } from "../matcher/predicate.ts";
import type { Store } from "../store/store.ts";
import { StoredEntries } from "../store/stored-entries.ts";
import { toDouble } from "../values/bson-types.ts";
import { type Doc, isDoc, own } from "../values/document.ts";
import { indexKey, invertKey } from "../values/index-key.ts";
import { multikeyEntries } from "./multikey-entries.ts";
import { SortedEntries } from "./sorted-entries.ts";

/** The specification of an index, as in createIndexes and listIndexes. */
export interface IndexSpecification {
  readonly v: number;
  readonly key: Doc;
  readonly name: string;
  readonly unique?: boolean | undefined;
  readonly sparse?: boolean | undefined;
  readonly partialFilterExpression?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
  readonly [option: string]: unknown;
}

export interface IndexField {
  readonly path: string;
  readonly parts: readonly string[];
  readonly descending: boolean;
}

/** The index value of an empty array, which sorts before every other value. */
const EMPTY_ARRAY = Symbol("empty array");

export interface CollectionIndex {
  readonly specification: IndexSpecification;
  readonly fields: readonly IndexField[];
  readonly partial: Predicate | null;
  readonly entries: StoredEntries;
  /** The keys of replaced versions that open transactions may still read. */
  readonly superseded: SortedEntries;
  readonly unique: boolean;
  /** Keys of a unique index that are reserved, with the open transaction that holds each. */
  readonly reserved: Map<string, object>;
  /** The numbers of the fields in which a document has ever had an array. With one the index is multikey. */
  readonly arrayFields: Set<number>;
  /** The number of them in the store. */
  arrayFieldsSaved: number;
  /** `Engine.clock` when it was built: it has no keys of versions that were replaced before. */
  readonly builtAt: number;
}

export interface IndexParts {
  readonly store: Store;
  /** Its number in the store. */
  readonly id: number;
  readonly specification: IndexSpecification;
  readonly partial: Predicate | null;
  readonly arrayFields: readonly number[];
  readonly builtAt: number;
}

/** An index with the entries that the store has under its number. */
export function createIndex(parts: IndexParts): CollectionIndex {
  const { store, id, specification, partial, arrayFields, builtAt } = parts;
  return {
    specification,
    fields: Object.entries(specification.key).map(([path, kind]) => ({
      path,
      parts: path.split("."),
      descending: toDouble(kind) < 0,
    })),
    partial,
    entries: new StoredEntries(store, id),
    superseded: new SortedEntries(),
    unique: specification.unique === true,
    reserved: new Map(),
    arrayFields: new Set(arrayFields),
    arrayFieldsSaved: arrayFields.length,
    builtAt,
  };
}

/** Whether a document may have several keys in the index. */
export const isMultikey = ({ arrayFields }: CollectionIndex): boolean => arrayFields.size > 0;

/** The part of an index key for one field. */
export function keyPart(value: unknown, descending: boolean): string {
  const key = value === EMPTY_ARRAY ? "\x01" : indexKey(value);
  return descending ? invertKey(key) : key;
}

/** The keys of a document in an index: none if a partial or sparse index excludes it, several for an array. */
export function keysOf(index: CollectionIndex, document: Doc): string[] {
  if (index.partial && !index.partial(document)) return [];
  const [field, another] = index.fields;
  if (field && !another && field.parts.length === 1) return singleFieldKeys(index, field, own(document, field.path));
  const plain = plainKeys(index, document);
  if (plain) return plain;
  const found = multikeyEntries(document, index.fields, EMPTY_ARRAY);
  for (const field of found.arrayFields) index.arrayFields.add(field);
  if (index.specification.sparse && !found.present) return [];
  const keys = found.entries.map((values) => values.map((value, at) => keyPart(value, index.fields[at]?.descending ?? false)).join(""));
  return keys.length === 1 ? keys : [...new Set(keys)];
}

/** The keys of a document whose indexed fields are all at its top and no arrays, as in most indexes; null if they are not. */
function plainKeys(index: CollectionIndex, document: Doc): string[] | null {
  let key = "";
  let present = false;
  for (const { path, parts, descending } of index.fields) {
    const value = own(document, path);
    if (parts.length > 1 || Array.isArray(value)) return null;
    if (value !== undefined) present = true;
    key += keyPart(value, descending);
  }
  return present || !index.specification.sparse ? [key] : [];
}

function singleFieldKeys(index: CollectionIndex, field: IndexField, value: unknown): string[] {
  if (value === undefined && index.specification.sparse) return [];
  if (!Array.isArray(value)) return [keyPart(value, field.descending)];
  index.arrayFields.add(0);
  const values: unknown[] = value.length ? value : [EMPTY_ARRAY];
  return [...new Set(values.map((element) => keyPart(element, field.descending)))];
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
