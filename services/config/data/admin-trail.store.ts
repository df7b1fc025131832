import { type Connection, type Model, type QueryFilter, Schema } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";

/** One line of what administrators did, wherever it was written. */
export interface TrailRow {
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

const schema = new Schema<TrailRow>(
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

export function adminTrailModel(connection: Connection): Model<TrailRow> {
  return modelOf(connection, "admin_trail", schema);
}

export interface TrailFilter {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly target?: string | undefined;
  readonly since: Date | null;
}

/** The audit lines of the administration, of every service. They are only ever added. */
export interface AdminTrailStore {
  add(tx: Tx, row: TrailRow): Promise<void>;
  /** One window of the matching lines, newest first, and how many match in all. */
  list(filter: TrailFilter, skip: number, limit: number): Promise<{ rows: TrailRow[]; total: number }>;
}

export function adminTrailStore(connection: Connection): AdminTrailStore {
  const lines = adminTrailModel(connection);
  return {
    async add(session, row) {
      await lines.insertOne(row, { session });
    },
    async list({ since, ...wanted }, skip, limit) {
      const exact = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
      const filter: QueryFilter<TrailRow> = { ...exact, ...(since ? { at: { $gte: since } } : {}) };
      const total = await lines.countDocuments(filter);
      if (skip >= total) return { rows: [], total };
      const rows = await lines.find(filter).sort({ at: -1, _id: -1 }).skip(skip).limit(limit).lean<TrailRow[]>();
      return { rows, total };
    },
  };
}
