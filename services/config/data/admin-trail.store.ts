import { Schema } from "mongoose";
import type { CollectionDefinition, Collections, Filter } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** An audit line of an administrator, copied from the audit log of any service. */
export interface AdminTrailDoc {
  /** Id of the line in the audit log of its service. */
  readonly _id: string;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly service: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly at: Date;
}

const schema = new Schema<AdminTrailDoc>(
  {
    _id: { type: String, required: true },
    actor: { type: String, required: true },
    action: { type: String, required: true },
    target: { type: String, required: true },
    service: { type: String, required: true },
    details: { type: Schema.Types.Mixed, default: null },
    requestId: { type: String, default: null },
    at: { type: Date, required: true },
  },
  { versionKey: false, minimize: false },
);
schema.index({ at: -1, _id: -1 });
schema.index({ actor: 1, at: -1, _id: -1 });
schema.index({ action: 1, at: -1, _id: -1 });
schema.index({ target: 1, at: -1, _id: -1 });

export const adminTrail: CollectionDefinition<AdminTrailDoc> = { name: "admin_trail", schema };

interface AdminTrailFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly since: Date | null;
}

/** Append only: lines are never changed. */
export interface AdminTrailStore {
  append(tx: Tx, line: AdminTrailDoc): Promise<void>;
  /** The matching lines from `skip` on, newest first, and the number of all matching lines. */
  list(filter: AdminTrailFilter, skip: number, limit: number): Promise<{ rows: AdminTrailDoc[]; total: number }>;
}

export function adminTrailStore(database: Collections): AdminTrailStore {
  const lines = database.collection(adminTrail);
  return {
    append: (tx, line) => lines.insert(line, { tx }),
    async list({ since, ...fields }, skip, limit) {
      const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
      const filter: Filter<AdminTrailDoc> = { ...given, ...(since ? { at: { $gte: since } } : {}) };
      const total = await lines.count(filter);
      if (skip >= total) return { rows: [], total };
      return { rows: await lines.find(filter, { sort: { at: -1, _id: -1 }, skip, limit }), total };
    },
  };
}
