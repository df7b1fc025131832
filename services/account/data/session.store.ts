import type { Connection } from "mongoose";
import type { RevokedReason } from "#libs/contracts/account.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { IssuedToken } from "../domain/refresh-chain.ts";
import type { Session } from "../domain/session.ts";
import { adminSessionModel } from "./admin-session.store.ts";
import { sessionModel } from "./session.model.ts";

export type SessionStore = ReturnType<typeof sessionStore>;

/** Open sessions that a user is shown. */
const MAX_LISTED = 100;

interface End {
  readonly reason: RevokedReason;
  readonly at: Date;
}

export function sessionStore(connection: Connection) {
  const model = sessionModel(connection);
  const adminSessions = adminSessionModel(connection);
  const ended = ({ reason, at }: End) => ({ $set: { revoked: true, revokedAt: at, revokedReason: reason } });
  return {
    async insert(session: Tx, doc: Session): Promise<void> {
      await model.insertOne(doc, { session });
    },

    findById(_id: string): Promise<Session | null> {
      return model.findById(_id).lean<Session>().exec();
    },

    /** False when the session was revoked, or another exchange came first. */
    async saveRotation(
      { _id, rotation }: Session,
      { tokens, at, expiresAt }: { tokens: readonly IssuedToken[]; at: Date; expiresAt: Date },
    ): Promise<boolean> {
      const unchanged = { _id, rotation, revoked: false };
      const next = { tokens: [...tokens], rotation: rotation + 1, lastUsedAt: at, expiresAt };
      const { modifiedCount } = await model.updateOne(unchanged, { $set: next });
      return modifiedCount === 1;
    },

    listOpen(userId: string, now: Date): Promise<Session[]> {
      return model
        .find({ userId, revoked: false, expiresAt: { $gt: now } })
        .sort({ lastUsedAt: -1 })
        .limit(MAX_LISTED)
        .lean<Session[]>()
        .exec();
    },

    /** Ends one open session of a user; says whether there was one. */
    async revoke(_id: string, userId: string, end: End): Promise<boolean> {
      const { modifiedCount } = await model.updateOne({ _id, userId, revoked: false, expiresAt: { $gt: end.at } }, ended(end));
      return modifiedCount === 1;
    },

    /** Ends the sessions of a user, except one; admin sessions too. Returns their ids. */
    async revokeAll(session: Tx, userId: string, end: End, exceptId: string | null = null): Promise<string[]> {
      const open = { userId, revoked: false, _id: { $ne: exceptId } };
      const found = await model.find(open, { _id: 1 }, { session }).lean<Pick<Session, "_id">[]>().exec();
      const foundAdmin = await adminSessions.find(open, { _id: 1 }, { session }).lean<Pick<Session, "_id">[]>().exec();
      await model.updateMany(open, ended(end), { session });
      await adminSessions.updateMany(open, ended(end), { session });
      return [...foundAdmin, ...found].map(({ _id }) => _id);
    },

    /** Oldest first; from behind a session on, when one is named. */
    async listRevokedSince(from: Date, after: string | null, limit: number): Promise<Session[]> {
      const seen = after === null ? null : await model.findById(after, { revokedAt: 1 }).lean<Pick<Session, "revokedAt">>();
      const since = seen?.revokedAt ?? from;
      const behind = after === null ? {} : { $or: [{ revokedAt: { $gt: since } }, { revokedAt: since, _id: { $gt: after } }] };
      return model
        .find({ revoked: true, revokedAt: { $gte: since }, ...behind })
        .sort({ revokedAt: 1, _id: 1 })
        .limit(limit)
        .lean<Session[]>()
        .exec();
    },
  };
}
