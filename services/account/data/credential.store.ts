import type { Collections, Filter, Update } from "#libs/platform/mongo/collection.ts";
import { NEXT_VERSION } from "#libs/platform/mongo/next-version.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { basisOfProof, SIGN_IN_STATUSES, stateOfFactors, type User } from "../domain/user.ts";
import { NOT_DELETED, users } from "./user.model.ts";

/** The part of a user that sign-in reads and writes: verified address, password, last login. */
export interface CredentialStore {
  /** The updated user; null when the user may no longer sign in, or second factors or the basis of the proof have changed since `compared` was read. */
  recordLogin(tx: Tx | null, compared: User, at: Date): Promise<User | null>;
  /**
   * The address of a user is verified. In the browser that registered it, whose hash is given, that browser matters no more; elsewhere it stays:
   * its password may be that of a stranger. Null when there is none.
   */
  markVerified(
    tx: Tx,
    userId: string,
    at: Date,
    browserHash: string | null,
  ): Promise<{ readonly user: User; readonly isHere: boolean } | null>;
  /** Sets the password for the owner of the mailbox, whose address counts as verified; devices are forgotten. The updated user; null when there is none. */
  resetPassword(tx: Tx, userId: string, reset: { readonly passwordHash: string; readonly at: Date }): Promise<User | null>;
  /** Voids the password: it has to be set anew by mail. The updated user; null when there is none. */
  removePassword(tx: Tx, userId: string, at: Date): Promise<User | null>;
  /** Sets an address that was verified at an instant. Rejects with a duplicate key error on `email` when it is taken. Null when there is no such user. */
  setEmail(tx: Tx, userId: string, email: string, provenAt: Date): Promise<User | null>;
  /** Devices from before an instant know the user no more. The updated user; null when there is none. */
  forgetDevices(tx: Tx, userId: string, at: Date): Promise<User | null>;
  /** Devices know the user no more, and the mailbox has to be proven anew. The updated user; null when there is none. */
  forgetProofs(tx: Tx, userId: string, at: Date): Promise<User | null>;
  /** The updated user; null when there is none, or the password has changed since `compared` was read. */
  replacePassword(tx: Tx, compared: User, passwordHash: string): Promise<User | null>;
  /** After a change of them. The updated user; null when there is none. */
  setSecondFactors(tx: Tx, userId: string, count: number, at: Date): Promise<User | null>;
  /** The recovery codes are new ones. The updated user; null when there is none. */
  noteNewCodes(tx: Tx, userId: string, at: Date): Promise<User | null>;
}

/** The browser that registered the address matters no more. */
const provenMailbox = (mailboxProvenAt: Date) => ({
  $set: { emailVerified: true, mailboxProvenAt },
  $unset: { registeredBy: "" as const },
});

/** The hash of no key: who asked for an address may be another person than the one who opened its link. */
const UNKNOWN_BROWSER = "";

export function credentialStore(database: Collections): CredentialStore {
  const rows = database.collection(users);

  const update = (tx: Tx | null, filter: Filter<User>, change: Update<User>): Promise<User | null> =>
    rows.findOneAndUpdate(filter, { ...change, ...NEXT_VERSION }, { tx, returnDocument: "after" });

  return {
    recordLogin(tx, compared, lastLoginAt) {
      const unchanged = { ...basisOfProof(compared), ...stateOfFactors(compared) };
      const signsIn = { _id: compared._id, status: { $in: [...SIGN_IN_STATUSES] }, ...unchanged };
      const record = () => update(tx, signsIn, { $set: { lastLoginAt } });
      return tx ? record() : database.inTurn(compared._id, record);
    },
    async markVerified(tx, _id, at, registeredBy) {
      const change = provenMailbox(at);
      const here = registeredBy === null ? null : await update(tx, { _id, registeredBy, ...NOT_DELETED }, change);
      const user = here ?? (await update(tx, { _id, ...NOT_DELETED }, { $set: change.$set }));
      return user && { user, isHere: here !== null };
    },
    resetPassword(tx, _id, { passwordHash, at }) {
      const { $set, $unset } = provenMailbox(at);
      return update(tx, { _id, ...NOT_DELETED }, { $set: { ...$set, passwordHash, devicesSince: at }, $unset });
    },
    removePassword: (tx, _id, devicesSince) =>
      update(tx, { _id, ...NOT_DELETED }, { $set: { devicesSince }, $unset: { passwordHash: "" } }),
    setEmail(tx, _id, email, provenAt) {
      const { $set } = provenMailbox(provenAt);
      return update(tx, { _id, ...NOT_DELETED }, { $set: { ...$set, email, registeredBy: UNKNOWN_BROWSER } });
    },
    forgetDevices: (tx, _id, devicesSince) => update(tx, { _id, ...NOT_DELETED }, { $set: { devicesSince } }),
    forgetProofs: (tx, _id, devicesSince) =>
      update(tx, { _id, ...NOT_DELETED }, { $set: { devicesSince }, $unset: { mailboxProvenAt: "" } }),
    replacePassword: (tx, { _id, passwordHash: old }, passwordHash) =>
      update(tx, { _id, ...NOT_DELETED, passwordHash: old ?? null }, { $set: { passwordHash } }),
    setSecondFactors: (tx, _id, secondFactors, factorsChangedAt) =>
      update(tx, { _id, ...NOT_DELETED }, { $set: { secondFactors, factorsChangedAt } }),
    noteNewCodes: (tx, _id, factorsChangedAt) => update(tx, { _id, ...NOT_DELETED }, { $set: { factorsChangedAt } }),
  };
}
