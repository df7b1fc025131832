import { date, json, nullable, text } from "#libs/kernel/fields.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** An audit entry of an administrator, copied from the audit log of any service. */
export interface AdminTrailDoc extends DocumentIn<typeof adminTrail> {}

export const adminTrail = defineCollection({
  name: "admin_trail",
  fields: {
    /** Id of the entry in the audit log of its service. */
    _id: text,
    actor: text,
    action: text,
    target: text,
    service: text,
    details: nullable(json()),
    requestId: nullable(text),
    at: date,
  },
  indexes: [
    { key: { at: -1, _id: -1 } },
    { key: { actor: 1, at: -1, _id: -1 } },
    { key: { action: 1, at: -1, _id: -1 } },
    { key: { target: 1, at: -1, _id: -1 } },
    { key: { target: 1, action: 1, at: -1, _id: -1 } },
  ],
  unknownFields: "drop",
});

interface AdminTrailFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly since: Date | null;
}

/** Append only: entries are never changed. */
export interface AdminTrailStore {
  append(tx: Tx, line: AdminTrailDoc): Promise<void>;
  /** A page of the matching entries, newest first, and the number of all matching entries. */
  list(filter: AdminTrailFilter, page: PageRequest): Promise<{ rows: AdminTrailDoc[]; total: number }>;
}

export function adminTrailStore(database: Collections): AdminTrailStore {
  const lines = database.collection(adminTrail);
  return {
    append: (tx, line) => lines.insert(line, { tx }),
    list({ since, ...fields }, page) {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const filter: Filter<AdminTrailDoc> = { ...given, ...(since ? { at: { $gte: since } } : {}) };
      return findPage(lines, filter, { sort: { at: -1, _id: -1 }, page });
    },
  };
}
