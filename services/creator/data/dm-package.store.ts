import { Schema } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { CollectionDefinition, Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Offer } from "../domain/offer.ts";

/** An offer that is or was sold; inactive ones are the history. */
interface DmPackageDoc extends Offer {
  readonly _id: string;
  readonly creatorId: string;
  readonly currency: string;
  readonly active: boolean;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
}

const schema = new Schema<DmPackageDoc>(
  {
    _id: { type: String, required: true },
    creatorId: { type: String, required: true },
    dmType: { type: String, required: true },
    price: { type: Schema.Types.BigInt, required: true },
    currency: { type: String, required: true },
    title: { type: String, default: null },
    active: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { versionKey: false },
);
schema.index({ creatorId: 1 }, { name: "one_active", unique: true, partialFilterExpression: { active: true } });
schema.index({ creatorId: 1, createdAt: -1 });

export const dmPackages: CollectionDefinition<DmPackageDoc> = { name: "dm_packages", schema };

export interface DmPackageStore {
  /** The package that the creator sells now. */
  findActive(creatorId: string, tx?: Tx): Promise<DmPackageDoc | null>;
  /** Ends the active package, which stays as history, and starts to sell an offer; null sells nothing. */
  replaceActive(tx: Tx, creatorId: string, offer: Offer | null, at: Date): Promise<void>;
}

export function dmPackageStore(database: Collections): DmPackageStore {
  const packages = database.collection(dmPackages);
  return {
    findActive: (creatorId, tx) => packages.findOne({ creatorId, active: true }, { tx }),
    async replaceActive(tx, creatorId, offer, at) {
      await packages.updateOne({ creatorId, active: true }, { $set: { active: false, endedAt: at } }, { tx });
      if (!offer) return;
      const { dmType, price, title } = offer;
      const started = { active: true, createdAt: at, endedAt: null };
      await packages.insert({ _id: uuid(), creatorId, dmType, price, title, currency: CURRENCY, ...started }, { tx });
    },
  };
}
