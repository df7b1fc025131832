import { type Implementation, implement } from "#libs/contract-kit/implement.ts";
import type { StaffKind } from "#libs/contracts/config/console.ts";
import { findObject, type KINDS_OF } from "#libs/contracts/staff-reads.ts";
import { UUID_PATTERN } from "#libs/kernel/ids.ts";
import type { Collection, Filter } from "#libs/platform/mongo/collection.ts";

/** Resolves to the id that names an object on its page; null when there is none. */
type Finder = (id: string) => Promise<string | null>;

/** Finds a document by its primary key. @param also a further condition */
export function byId<T extends { readonly _id: string }>(rows: Collection<T>, also: Filter<T> = {}): Finder {
  return async (_id) =>
    (await rows.findOne<{ readonly _id: string }>({ ...also, _id } as Filter<T>, { projection: { _id: 1 } }))?._id ?? null;
}

/** Finds a document by its primary key, or by a name that staff may type instead. @param also a further condition */
export function byIdOrName<T extends { readonly _id: string }>(
  rows: Collection<T>,
  conditionOf: (name: string) => Filter<T>,
  also: Filter<T> = {},
): Finder {
  const own = byId(rows, also);
  return async (typed) => {
    const found = await own(typed);
    if (found !== null || UUID_PATTERN.test(typed)) return found;
    const named = { ...also, ...conditionOf(typed.toLowerCase()) };
    return (await rows.findOne<{ readonly _id: string }>(named, { projection: { _id: 1 } }))?._id ?? null;
  };
}

/** A username, with the sign before it that the pages show or without. */
export const usernameIn = (name: string): string => name.replace(/^@/, "");

/** The action by which the console learns what an id names in a service: few reads for each kind that is asked for, all at once. */
export function objectFinder<S extends keyof typeof KINDS_OF>(
  service: S,
  finders: Readonly<Record<(typeof KINDS_OF)[S][number], Finder>>,
): Implementation {
  const known: Readonly<Partial<Record<StaffKind, Finder>>> = finders;
  const contract: (typeof findObject)["account"] = findObject[service];
  return implement(contract, async ({ params: { id, kinds } }) => {
    const named = await Promise.all(kinds.map(async (kind) => ({ kind, id: (await known[kind]?.(id)) ?? null })));
    return named.flatMap(({ kind, id }) => (id === null ? [] : [{ kind, id }]));
  });
}
