import { date, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { PageRequest } from "#libs/kernel/paging.ts";
import type { Collections, Filter } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import { findPage } from "#libs/platform/mongo/find-page.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { changeFields } from "../domain/change.ts";

/** An audited change of the configuration. */
export interface ConfigAuditDoc extends DocumentIn<typeof configAudit> {}

export const configAudit = defineCollection({
  name: "config_audit",
  fields: {
    _id: text,
    /** User id. */
    changedBy: text,
    changedAt: date,
    ...changeFields,
  },
  indexes: [
    { key: { changedAt: -1, _id: -1 } },
    { key: { domain: 1, changedAt: -1, _id: -1 } },
    { key: { changedBy: 1, changedAt: -1, _id: -1 } },
    { key: { key: 1, changedAt: -1, _id: -1 } },
  ],
  unknownFields: "drop",
});

interface ConfigAuditFilter {
  readonly domain?: string | undefined;
  readonly changedBy?: string | undefined;
  readonly since: Date | null;
}

/** Append only: entries are never changed. */
export interface ConfigAuditStore {
  /** Returns the id of the entry. */
  append(tx: Tx, entry: Omit<ConfigAuditDoc, "_id">): Promise<string>;
  find(id: string): Promise<ConfigAuditDoc | null>;
  /** The last entries of one key, newest first. */
  listByKey(key: string, limit: number): Promise<ConfigAuditDoc[]>;
  /** A page of the matching entries, newest first, and the number of all matching entries. */
  list(filter: ConfigAuditFilter, page: PageRequest): Promise<{ rows: ConfigAuditDoc[]; total: number }>;
}

export function configAuditStore(database: Collections): ConfigAuditStore {
  const entries = database.collection(configAudit);
  const newestFirst = { changedAt: -1, _id: -1 } as const;
  return {
    async append(tx, entry) {
      const _id = uuid();
      await entries.insert({ _id, ...entry }, { tx });
      return _id;
    },
    find: (_id) => entries.findOne({ _id }),
    listByKey: (key, limit) => entries.find({ key }, { sort: newestFirst, limit }),
    list({ domain, changedBy, since }, page) {
      const filter: Filter<ConfigAuditDoc> = {
        ...(domain === undefined ? {} : { domain }),
        ...(changedBy === undefined ? {} : { changedBy }),
        ...(since ? { changedAt: { $gte: since } } : {}),
      };
      return findPage(entries, filter, { sort: newestFirst, page });
    },
  };
}
