import { isDeepStrictEqual } from "node:util";

type Fields = Readonly<Record<string, unknown>>;

/** The update that turns one state of a document into another. */
export interface DocumentChanges {
  /** The earlier values of the changed fields: the stored document must still have them. */
  readonly guard: Fields;
  /** Update operators. */
  readonly update: { readonly $set?: Fields; readonly $unset?: Fields };
}

/** Compares two states of a document. Nested objects are compared field by field, lists as a whole. */
export function changesOf(before: object, now: object): DocumentChanges {
  const guard: Record<string, unknown> = {};
  const set: Record<string, unknown> = {};
  const unset: Record<string, unknown> = {};
  const compare = (from: Fields, to: Fields, prefix: string) => {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const [earlier, later, path] = [from[name], to[name], `${prefix}${name}`];
      if (isFields(earlier) && isFields(later)) compare(earlier, later, `${path}.`);
      else if (!isDeepStrictEqual(earlier, later)) {
        guard[path] = earlier === undefined ? { $exists: false } : earlier;
        if (later === undefined) unset[path] = 1;
        else set[path] = later;
      }
    }
  };
  compare(before as Fields, now as Fields, "");
  const update = { ...(hasFields(set) && { $set: set }), ...(hasFields(unset) && { $unset: unset }) };
  return { guard, update };
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

const hasFields = (fields: Fields): boolean => Object.keys(fields).length > 0;
