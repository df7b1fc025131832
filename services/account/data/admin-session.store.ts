import { Schema } from "mongoose";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AdminSession } from "../domain/admin-session.ts";

const RETENTION_SECONDS = DAY / SECOND;

const schema = new Schema<AdminSession>(
  {
    _id: { type: String, required: true },
    userId: { type: String, required: true },
    secretHash: { type: String, required: true },
    createdAt: { type: Date, required: true },
    lastUsedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
    revoked: { type: Boolean, required: true },
    revokedAt: { type: Date, default: null },
    revokedReason: { type: String, default: null },
  },
  { versionKey: false, strict: "throw" },
);
schema.index({ userId: 1, revoked: 1 }, { name: "of_user" });
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: RETENTION_SECONDS });

export const adminSessions: CollectionDefinition<AdminSession> = { name: "admin_sessions", schema };

/** Sessions of administrators. `revokeAll` of the session store ends those of a user. */
export interface AdminSessionStore {
  insert(tx: Tx, session: AdminSession): Promise<void>;
  find(sessionId: string): Promise<AdminSession | null>;
  /** Records that a session was used, at most once a minute. */
  recordUse(session: AdminSession, now: Date): Promise<void>;
  /** Ends a session by logout; false when it was not open. */
  end(tx: Tx, sessionId: string, at: Date): Promise<boolean>;
}

export function adminSessionStore(database: Collections): AdminSessionStore {
  const rows = database.collection(adminSessions);
  return {
    insert: (tx, session) => rows.insert(session, { tx }),
    find: (_id) => rows.findOne({ _id }),
    async recordUse({ _id, lastUsedAt }, now) {
      if (now.getTime() - lastUsedAt.getTime() < MINUTE) return;
      await rows.updateOne({ _id, revoked: false }, { $max: { lastUsedAt: now } });
    },
    async end(tx, _id, at) {
      const ended = { revoked: true, revokedAt: at, revokedReason: "LOGOUT" } as const;
      const { modifiedCount } = await rows.updateOne({ _id, revoked: false }, { $set: ended }, { tx });
      return modifiedCount === 1;
    },
  };
}
