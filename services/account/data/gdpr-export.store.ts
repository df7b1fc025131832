import type { Connection } from "mongoose";
import type { Tx } from "#libs/mongo/transaction.ts";
import { type GdprExportPart, gdprExportModel } from "./gdpr-export.model.ts";

export type GdprExportStore = ReturnType<typeof gdprExportStore>;

export function gdprExportStore(connection: Connection) {
  const model = gdprExportModel(connection);
  return {
    /** Takes the place of the same part of an attempt before. */
    async insert(session: Tx, part: GdprExportPart): Promise<void> {
      await model.replaceOne({ _id: part._id }, part, { session, upsert: true });
    },

    /** A part that has not expired; null when there is none. */
    find(requestId: string, part: number, now: Date): Promise<GdprExportPart | null> {
      return model
        .findOne({ _id: `${requestId}:${part}`, expiresAt: { $gt: now } })
        .lean<GdprExportPart>()
        .exec();
    },
  };
}
