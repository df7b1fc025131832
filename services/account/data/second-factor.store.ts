import { boolean, date, nullable, number, oneOf, optional, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

export interface SecondFactorDoc extends DocumentIn<typeof secondFactors> {}

/** The active second factors of users; `secondFactors` of the user counts them. */
export const secondFactors = defineCollection({
  name: "second_factors",
  fields: {
    _id: text,
    userId: text,
    kind: oneOf(["TOTP", "PASSKEY"]),
    /** Given by the user. */
    name: nullable(text),
    /** Of an authenticator: its secret, sealed. */
    sealedSecret: optional(text),
    /** Of an authenticator: the time step of the latest code that was used. */
    lastStep: optional(number),
    /** Of a passkey: the id that its authenticator gave it. */
    credentialId: optional(text),
    /** Of a passkey: its public key, as base 64. */
    publicKey: optional(text),
    /** Of a passkey: how often it has signed; 0 where its authenticator does not count. */
    counter: optional(number),
    /** Of a passkey that may be a stranger's: it signs in after the password only. Absent once it has. */
    afterPassword: optional(boolean),
    createdAt: date,
    lastUsedAt: nullable(date),
  },
  indexes: [
    { name: "of_user", key: { userId: 1, _id: 1 } },
    { name: "one_passkey", key: { credentialId: 1 }, unique: true, partialFilterExpression: { credentialId: { $gt: "" } } },
  ],
});

export interface SecondFactorStore {
  /** Rejects with a duplicate key error on `credentialId` when an account has the passkey already. */
  insert(tx: Tx, factor: SecondFactorDoc): Promise<void>;
  /** Oldest first. */
  listOfUser(userId: string, tx?: Tx): Promise<SecondFactorDoc[]>;
  findPasskey(credentialId: string): Promise<SecondFactorDoc | null>;
  /**
   * Records a use of a passkey, which signs in alone from then on; false when one with this counter, or a later one, was recorded. A counter of 0
   * stays 0. False also when it was doubted since `passkey` was read.
   */
  useCounter(passkey: SecondFactorDoc, counter: number, at: Date, tx?: Tx): Promise<boolean>;
  /** The passkeys of a user sign in after the password only, until they have. */
  doubtPasskeys(tx: Tx, userId: string): Promise<void>;
  /** Records the code of a time step; false when this code, or a later one, was used already. */
  useStep(factorId: string, step: number, at: Date): Promise<boolean>;
  /** False when the user has no such factor. */
  rename(userId: string, factorId: string, name: string): Promise<boolean>;
  /** False when the user has no such factor. */
  delete(tx: Tx, userId: string, factorId: string): Promise<boolean>;
  deleteTotp(tx: Tx, userId: string): Promise<void>;
  /** Deletes those of a user that were added at an instant or later, all when absent; whether there were any. */
  deleteOfUser(tx: Tx, userId: string, since?: Date): Promise<boolean>;
}

export function secondFactorStore(database: Collections): SecondFactorStore {
  const rows = database.collection(secondFactors);
  return {
    insert: (tx, factor) => rows.insert(factor, { tx }),
    listOfUser: (userId, tx) => rows.find({ userId }, { sort: { _id: 1 }, tx }),
    findPasskey: (credentialId) => rows.findOne({ credentialId }),
    async useCounter({ _id, afterPassword = null }, counter, lastUsedAt, tx) {
      const unused = { _id, counter: counter === 0 ? 0 : { $lt: counter }, afterPassword };
      const { modifiedCount } = await rows.updateOne(unused, { $set: { counter, lastUsedAt }, $unset: { afterPassword: "" } }, { tx });
      return modifiedCount === 1;
    },
    async doubtPasskeys(tx, userId) {
      await rows.updateMany({ userId, kind: "PASSKEY" }, { $set: { afterPassword: true } }, { tx });
    },
    async useStep(_id, lastStep, lastUsedAt) {
      const { modifiedCount } = await rows.updateOne({ _id, lastStep: { $lt: lastStep } }, { $set: { lastStep, lastUsedAt } });
      return modifiedCount === 1;
    },
    async rename(userId, _id, name) {
      const { matchedCount } = await rows.updateOne({ _id, userId }, { $set: { name } });
      return matchedCount === 1;
    },
    async delete(tx, userId, _id) {
      const { deletedCount } = await rows.deleteOne({ _id, userId }, { tx });
      return deletedCount === 1;
    },
    async deleteTotp(tx, userId) {
      await rows.deleteMany({ userId, kind: "TOTP" }, { tx });
    },
    async deleteOfUser(tx, userId, since = new Date(0)) {
      const { deletedCount } = await rows.deleteMany({ userId, createdAt: { $gte: since } }, { tx });
      return deletedCount > 0;
    },
  };
}
