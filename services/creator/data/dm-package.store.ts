import { CURRENCY } from "#libs/contracts/shared.ts";
import { boolean, date, nullable, text } from "#libs/kernel/fields.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Collections } from "#libs/platform/mongo/collection.ts";
import { type DocumentIn, defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Offer } from "../domain/offer.ts";
import { offerFields } from "../domain/offer.ts";

/** An offer that is or was sold; inactive ones are the history. */
interface DmPackageDoc extends DocumentIn<typeof dmPackages> {}

export const dmPackages = defineCollection({
  name: "dm_packages",
  fields: {
    _id: text,
    creatorId: text,
    currency: text,
    active: boolean,
    createdAt: date,
    endedAt: nullable(date),
    ...offerFields,
  },
  indexes: [
    { name: "one_active", key: { creatorId: 1 }, unique: true, partialFilterExpression: { active: true } },
    { key: { creatorId: 1, createdAt: -1 } },
  ],
  unknownFields: "drop",
});

export interface DmPackageStore {
  /** The package that the creator sells now. */
  findActive(creatorId: string, tx?: Tx): Promise<DmPackageDoc | null>;
  /** The packages that several creators sell now. */
  listActive(creatorIds: readonly string[]): Promise<DmPackageDoc[]>;
  /** Ends the active package, which stays as history, and starts to sell an offer; null sells nothing. */
  replaceActive(tx: Tx, creatorId: string, offer: Offer | null, at: Date): Promise<void>;
}

export function dmPackageStore(database: Collections): DmPackageStore {
  const packages = database.collection(dmPackages);
  return {
    findActive: (creatorId, tx) => packages.findOne({ creatorId, active: true }, { tx }),
    listActive: async (creatorIds) => (creatorIds.length === 0 ? [] : packages.find({ creatorId: { $in: [...creatorIds] }, active: true })),
    async replaceActive(tx, creatorId, offer, at) {
      await packages.updateOne({ creatorId, active: true }, { $set: { active: false, endedAt: at } }, { tx });
      if (!offer) return;
      const { dmType, price, title } = offer;
      const started = { active: true, createdAt: at, endedAt: null };
      await packages.insert({ _id: uuid(), creatorId, dmType, price, title, currency: CURRENCY, ...started }, { tx });
    },
  };
}
