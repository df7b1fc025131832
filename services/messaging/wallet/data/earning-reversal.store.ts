import type { Collections } from "#libs/platform/mongo/collection.ts";
import { defineCollection } from "#libs/platform/mongo/define-collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import type { Chargeback } from "../domain/chargeback.ts";
import { type EarningReversal, earningReversalFields } from "../domain/earning-reversal.ts";

export const earningReversals = defineCollection({
  name: "earning_reversals",
  fields: earningReversalFields,
  indexes: [
    { name: "of_message", key: { messageId: 1, createdAt: 1, _id: 1 } },
    { name: "of_creator", key: { creatorId: 1, createdAt: -1, _id: -1 } },
    { name: "of_fan", key: { fanId: 1, createdAt: -1, _id: -1 } },
  ],
});

const MAX_OF_FAN = 10_000;
const MAX_RECOVERIES = 40;

/** All of a fan; a person has few. */
export function listReversals(database: Collections, fanId: string, tx: Tx): Promise<EarningReversal[]> {
  return database.collection(earningReversals).find({ fanId }, { tx, sort: { createdAt: -1, _id: -1 }, limit: MAX_OF_FAN });
}

/** The ids of the latest reversals with which a lost dispute took earnings back. Those of earlier versions do not name their dispute. */
export async function listRecoveries(database: Collections, { _id, userId, openedAt }: Chargeback): Promise<string[]> {
  const filter = { fanId: userId, createdAt: { $gte: openedAt } };
  const rows = await database.collection(earningReversals).find(filter, { sort: { createdAt: -1, _id: -1 }, limit: MAX_OF_FAN });
  const own = rows.filter(({ cause, chargebackId = _id }) => cause === "CHARGEBACK" && chargebackId === _id);
  return own.slice(0, MAX_RECOVERIES).map(({ _id: id }) => id);
}

/** Some reversals, by id. */
export async function findReversals(database: Collections, ids: readonly string[]): Promise<ReadonlyMap<string, EarningReversal>> {
  if (ids.length === 0) return new Map();
  const found = await database.collection(earningReversals).find({ _id: { $in: [...ids] } });
  return new Map(found.map((reversal) => [reversal._id, reversal]));
}
