import { MAX_LISTED_SESSIONS } from "#libs/contracts/account/index.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { IssuedToken } from "../domain/refresh-chain.ts";
import type { Session } from "../domain/session.ts";
import { adminSessions } from "./admin-session.store.ts";
import { sessions } from "./session.model.ts";
import { type SessionDevices, sessionDevices } from "./session-devices.ts";
import { type End, OPEN_OR_LEFT, type SessionProofs, sessionProofs } from "./session-proofs.ts";

export interface SessionStore extends SessionProofs<Session>, SessionDevices {
  /** Calls back before each write that ends sessions. */
  onRevoking(listener: () => void): void;
  insert(session: Session): Promise<void>;
  /** Deletes a session whose tokens were never given out. */
  discard(sessionId: string): Promise<void>;
  find(sessionId: string, tx?: Tx): Promise<Session | null>;
  /** Stores the tokens of an exchange. False when the session was revoked, or another exchange came first. */
  saveRotation(session: Session, next: Pick<Session, "tokens" | "expiresAt"> & { readonly at: Date }): Promise<boolean>;
  /** The open sessions of a user, last used first; at most 100. */
  listOpen(userId: string, now: Date): Promise<Session[]>;
  /** Ends one session of a user that is open, or that a deletion has ended; false when there is none. */
  revoke(sessionId: string, userId: string, end: End): Promise<boolean>;
  /**
   * The number of open sessions of a user but one, admin sessions included.
   * @param idleSince an admin session that was not used since has ended
   */
  countOpen(tx: Tx, userId: string, open: { readonly at: Date; readonly idleSince: Date }, exceptSessionId?: string): Promise<number>;
  /** Ends one session of a user, of either kind; false when it was not open. */
  end(tx: Tx, sessionId: string, userId: string, end: End): Promise<boolean>;
  /**
   * Ends all sessions of a user but one, admin sessions included. What a deletion has ended ends for good: its tokens open nothing more. Returns
   * their ids.
   */
  revokeAll(tx: Tx, userId: string, end: End, exceptSessionId?: string): Promise<string[]>;
  /** The sessions that a deletion has ended, but one, end for good: their tokens open its routes no more. Admin sessions never open them. */
  endLeft(tx: Tx, userId: string, end: End, exceptSessionId: string): Promise<void>;
  /** No open session of a user has given a second factor any more. */
  forgetSecondFactor(tx: Tx, userId: string): Promise<void>;
  /** Sessions revoked since an instant, oldest first. @param after id of a session; the result starts behind it */
  listRevokedSince(from: Date, after: string | null, limit: number): Promise<Session[]>;
}

export function sessionStore(database: Collections): SessionStore {
  const rows = database.collection(sessions);
  const adminRows = database.collection(adminSessions);
  const ended = ({ reason, at }: End) => ({ $set: { revoked: true, revokedAt: at, revokedReason: reason } });
  let revoking = () => undefined as void;
  return {
    ...sessionProofs(rows),
    ...sessionDevices(rows),
    onRevoking(listener) {
      revoking = listener;
    },
    insert: (session) => rows.insert(session),
    async discard(_id) {
      await rows.deleteOne({ _id });
    },
    find: (_id, tx) => rows.findOne({ _id }, { tx }),
    async saveRotation({ _id, userId, rotation }, { tokens, at, expiresAt }) {
      const next = { tokens: [...tokens] as IssuedToken[], rotation: rotation + 1, lastUsedAt: at, expiresAt };
      const save = () => rows.updateOne({ _id, rotation, revoked: false }, { $set: next });
      const { modifiedCount } = await database.inTurn(userId, save);
      return modifiedCount === 1;
    },
    listOpen: (userId, now) =>
      rows.find({ userId, revoked: false, expiresAt: { $gt: now } }, { sort: { lastUsedAt: -1 }, limit: MAX_LISTED_SESSIONS }),
    async revoke(_id, userId, end) {
      revoking();
      const { modifiedCount } = await rows.updateOne({ _id, userId, ...OPEN_OR_LEFT, expiresAt: { $gt: end.at } }, ended(end));
      return modifiedCount === 1;
    },
    async countOpen(tx, userId, { at, idleSince }, exceptSessionId) {
      const open = { userId, revoked: false, expiresAt: { $gt: at }, _id: { $ne: exceptSessionId ?? null } };
      const found = await rows.count(open, { tx });
      return found + (await adminRows.count({ ...open, lastUsedAt: { $gte: idleSince } }, { tx }));
    },
    async end(tx, _id, userId, end) {
      revoking();
      const open = { _id, userId, revoked: false };
      const user = await rows.updateOne(open, ended(end), { tx });
      const admin = await adminRows.updateOne(open, ended(end), { tx });
      return user.modifiedCount + admin.modifiedCount === 1;
    },
    async revokeAll(tx, userId, end, exceptSessionId) {
      revoking();
      const reached = end.reason === "DELETION" ? { revoked: false } : OPEN_OR_LEFT;
      const open = { userId, ...reached, _id: { $ne: exceptSessionId ?? null } };
      const idsOnly = { tx, projection: { _id: 1 } } as const;
      const found = await rows.find<Pick<Session, "_id">>(open, idsOnly);
      const foundAdmin = await adminRows.find<Pick<Session, "_id">>(open, idsOnly);
      await rows.updateMany(open, ended(end), { tx });
      await adminRows.updateMany(open, ended(end), { tx });
      return [...foundAdmin, ...found].map(({ _id }) => _id);
    },
    async endLeft(tx, userId, end, exceptSessionId) {
      revoking();
      await rows.updateMany({ userId, revokedReason: "DELETION", _id: { $ne: exceptSessionId } }, ended(end), { tx });
    },
    async forgetSecondFactor(tx, userId) {
      const open = { userId, revoked: false };
      await rows.updateMany(open, { $pull: { amr: "mfa" } }, { tx });
      await adminRows.updateMany(open, { $pull: { amr: "mfa" } }, { tx });
    },
    async listRevokedSince(from, after, limit) {
      const last = after === null ? null : await rows.findOne({ _id: after }, { projection: { revokedAt: 1 } });
      const since = last?.revokedAt ?? from;
      const behind = after === null ? {} : { $or: [{ revokedAt: { $gt: since } }, { revokedAt: since, _id: { $gt: after } }] };
      return rows.find({ revoked: true, revokedAt: { $gte: since }, ...behind }, { sort: { revokedAt: 1, _id: 1 }, limit });
    },
  };
}
