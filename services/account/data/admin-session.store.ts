import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { AdminSession } from "../domain/admin-session.ts";
import { adminSessionFields } from "../domain/admin-session.ts";
import { type End, type SessionProofs, sessionProofs } from "./session-proofs.ts";

const RETENTION_SECONDS = DAY / SECOND;

export const adminSessions = defineCollection({
  name: "admin_sessions",
  fields: adminSessionFields,
  indexes: [
    { name: "of_user", key: { userId: 1, revoked: 1 } },
    { name: "retention", key: { expiresAt: 1 }, expireAfterSeconds: RETENTION_SECONDS },
  ],
});

/** Admin sessions. `revokeAll` of the session store ends those of a user. */
export interface AdminSessionStore extends SessionProofs<AdminSession> {
  insert(tx: Tx, session: AdminSession): Promise<void>;
  find(sessionId: string): Promise<AdminSession | null>;
  /** Records that a session was used, at most once a minute. */
  recordUse(session: AdminSession, now: Date): Promise<void>;
  /** Ends a session; false when it was not open. */
  end(tx: Tx, sessionId: string, end: End): Promise<boolean>;
}

export function adminSessionStore(database: Collections): AdminSessionStore {
  const rows = database.collection(adminSessions);
  return {
    ...sessionProofs(rows),
    insert: (tx, session) => rows.insert(session, { tx }),
    find: (_id) => rows.findOne({ _id }),
    async recordUse({ _id, lastUsedAt }, now) {
      if (now.getTime() - lastUsedAt.getTime() < MINUTE) return;
      await rows.updateOne({ _id, revoked: false }, { $max: { lastUsedAt: now } });
    },
    async end(tx, _id, { reason, at }) {
      const ended = { revoked: true, revokedAt: at, revokedReason: reason };
      const { modifiedCount } = await rows.updateOne({ _id, revoked: false }, { $set: ended }, { tx });
      return modifiedCount === 1;
    },
  };
}
