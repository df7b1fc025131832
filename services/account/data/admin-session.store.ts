import { type Connection, type Model, Schema } from "mongoose";
import { DAY, MINUTE, SECOND } from "#libs/kernel/clock.ts";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { AdminSession } from "../domain/admin-session.ts";

const KEPT_SECONDS = DAY / SECOND;

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
schema.index({ expiresAt: 1 }, { name: "retention", expireAfterSeconds: KEPT_SECONDS });

export function adminSessionModel(connection: Connection): Model<AdminSession> {
  return modelOf(connection, "admin_sessions", schema);
}

export type AdminSessionStore = ReturnType<typeof adminSessionStore>;

/** Sessions of administrators. All of one user are ended by `revokeAll` of the session store. */
export function adminSessionStore(connection: Connection) {
  const model = adminSessionModel(connection);
  return {
    async insert(session: Tx, doc: AdminSession): Promise<void> {
      await model.insertOne(doc, { session });
    },

    findById(_id: string): Promise<AdminSession | null> {
      return model.findById(_id).lean<AdminSession>().exec();
    },

    /** Notes a use, at most once a minute. */
    async noteUse({ _id, lastUsedAt }: AdminSession, now: Date): Promise<void> {
      if (now.getTime() - lastUsedAt.getTime() < MINUTE) return;
      await model.updateOne({ _id, revoked: false }, { $max: { lastUsedAt: now } });
    },

    /** Says whether the session was open. */
    async end(session: Tx, _id: string, at: Date): Promise<boolean> {
      const ended = { revoked: true, revokedAt: at, revokedReason: "LOGOUT" };
      const { modifiedCount } = await model.updateOne({ _id, revoked: false }, { $set: ended }, { session });
      return modifiedCount === 1;
    },
  };
}
