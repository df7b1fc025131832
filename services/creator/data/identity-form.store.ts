import { date, nullable, text } from "#libs/kernel/fields.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";

/** The fields of a creator's identity check, sealed. */
export interface IdentityFormDoc extends DocumentIn<typeof identityForms> {}

export const identityForms = defineCollection({
  name: "identity_forms",
  fields: {
    /** Creator id. */
    _id: text,
    userId: text,
    sealed: text,
    savedAt: date,
    /** Time of the first approval. From then on, payouts are made to this person, so the fields outlive the account. */
    approvedAt: nullable(date),
  },
  indexes: [{ name: "of_user", key: { userId: 1, approvedAt: 1 } }],
});

export interface IdentityFormStore {
  find(creatorId: string, tx?: Tx): Promise<IdentityFormDoc | null>;
  save(tx: Tx, form: Omit<IdentityFormDoc, "approvedAt">): Promise<void>;
  noteApproval(tx: Tx, creatorId: string, now: Date): Promise<void>;
  /** Deletes a form that was never approved. */
  deleteDraft(tx: Tx, creatorId: string): Promise<void>;
}

export function identityFormStore(database: Collections): IdentityFormStore {
  const rows = database.collection(identityForms);
  return {
    find: (_id, tx) => rows.findOne({ _id }, { tx }),
    async save(tx, { _id, ...form }) {
      await rows.updateOne({ _id }, { $set: form, $setOnInsert: { approvedAt: null } }, { tx, upsert: true });
    },
    async noteApproval(tx, _id, now) {
      await rows.updateOne({ _id, approvedAt: null }, { $set: { approvedAt: now } }, { tx });
    },
    async deleteDraft(tx, _id) {
      await rows.deleteMany({ _id, approvedAt: null }, { tx });
    },
  };
}
