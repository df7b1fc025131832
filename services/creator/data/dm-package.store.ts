import type { Connection } from "mongoose";
import { CURRENCY } from "#libs/contracts/shared.ts";
import { uuid } from "#libs/kernel/ids.ts";
import type { Tx } from "#libs/mongo/transaction.ts";
import type { Offer } from "../domain/message-package.ts";
import { type DmPackage, dmPackageModel } from "./dm-package.model.ts";

export interface DmPackageStore {
  /** What the creator sells now. */
  active(creatorId: string, tx?: Tx): Promise<DmPackage | null>;
  /** Puts an offer in the place of the active one, which stays as history; null only takes the active one off sale. */
  replace(tx: Tx, creatorId: string, offer: Offer | null, at: Date): Promise<void>;
}

export function dmPackageStore(connection: Connection): DmPackageStore {
  const packages = dmPackageModel(connection);
  return {
    active: (creatorId, tx) => packages.findOne({ creatorId, active: true }, null, { session: tx ?? null }).lean<DmPackage>(),
    async replace(tx, creatorId, offer, at) {
      await packages.updateOne({ creatorId, active: true }, { $set: { active: false, endedAt: at } }, { session: tx });
      if (!offer) return;
      const { dmType, price, title } = offer;
      const fresh = { _id: uuid(), creatorId, dmType, price, title, currency: CURRENCY, active: true, createdAt: at, endedAt: null };
      await packages.insertOne(fresh, { session: tx });
    },
  };
}
