import { boolean, date, nullable, of, optional, text } from "#libs/kernel/fields.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";

/**
 * PENDING: the identity may be claimed, the creator is not created yet. UNDOING: the claim has to be released.
 * UNDONE: the claim is released or was refused. DONE: the creator exists; the claim is final once `settled`.
 */
type UpgradeStatus = "PENDING" | "UNDOING" | "UNDONE" | "DONE";

/** State of one upgrade of a user. Its id is the id of the claim at the account service. */
export interface UpgradeSagaDoc extends DocumentIn<typeof upgradeSagas> {}

export const upgradeSagas = defineCollection({
  name: "upgrade_sagas",
  fields: {
    _id: text,
    userId: text,
    status: of<UpgradeStatus>(),
    /** While true, the user cannot start another upgrade. */
    open: boolean,
    /** True once the account service has made the claim final. */
    settled: boolean,
    creatorId: nullable(text),
    /** Of the request: a repeated request finds its result by it. */
    idempotencyKey: optional(text),
    /** SHA-256 of the requested fields, in hex: another request with the same key is refused. */
    wishHash: optional(text),
    createdAt: date,
    updatedAt: date,
  },
  indexes: [
    { name: "one_open", key: { userId: 1 }, unique: true, partialFilterExpression: { open: true } },
    { name: "of_user", key: { userId: 1, createdAt: 1 } },
    { key: { status: 1, settled: 1, updatedAt: 1 } },
  ],
  unknownFields: "drop",
});
