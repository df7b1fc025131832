import type { Connection, QueryFilter } from "mongoose";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type ConfigAuditRow, configAuditModel } from "./config-audit.model.ts";

export interface AuditFilter {
  readonly domain?: string | undefined;
  readonly changedBy?: string | undefined;
  readonly since: Date | null;
}

/** Who changed which setting. Entries are only ever added. */
export interface ConfigAuditStore {
  /** Returns the id of the entry. */
  add(tx: Tx, entry: Omit<ConfigAuditRow, "_id">): Promise<string>;
  find(id: string): Promise<ConfigAuditRow | null>;
  /** The last entries of one key, newest first. */
  ofKey(key: string, limit: number): Promise<ConfigAuditRow[]>;
  /** One window of the matching entries, newest first, and how many match in all. */
  list(filter: AuditFilter, skip: number, limit: number): Promise<{ rows: ConfigAuditRow[]; total: number }>;
}

export function configAuditStore(connection: Connection): ConfigAuditStore {
  const entries = configAuditModel(connection);
  return {
    async add(tx, entry) {
      const _id = uuid();
      await entries.insertOne({ _id, ...entry }, { session: tx });
      return _id;
    },
    find: (id) => entries.findById(id).lean<ConfigAuditRow>().exec(),
    ofKey: (key, limit) => entries.find({ key }).sort({ changedAt: -1, _id: -1 }).limit(limit).lean<ConfigAuditRow[]>(),
    async list({ domain, changedBy, since }, skip, limit) {
      const filter: QueryFilter<ConfigAuditRow> = {
        ...(domain === undefined ? {} : { domain }),
        ...(changedBy === undefined ? {} : { changedBy }),
        ...(since ? { changedAt: { $gte: since } } : {}),
      };
      const total = await entries.countDocuments(filter);
      if (skip >= total) return { rows: [], total };
      const rows = await entries.find(filter).sort({ changedAt: -1, _id: -1 }).skip(skip).limit(limit).lean<ConfigAuditRow[]>();
      return { rows, total };
    },
  };
}
