import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { Tx } from "#libs/platform/mongo/transaction.ts";
import { type MessageDoc, messages } from "../../data/message.model.ts";
import type { MessageMoney } from "../domain/ledger-invariants.ts";

/** The messages as far as they concern money. */
export interface MessageMoneySource {
  findByIds(tx: Tx, messageIds: readonly string[]): Promise<readonly MessageMoney[]>;
  /** Messages behind an id, in the order of their ids. @param after null: the first ones */
  listAfter(tx: Tx, after: string | null, limit: number): Promise<readonly MessageMoney[]>;
}

const FIELDS = { projection: { status: 1, priceSnapshot: 1, commissionRate: 1 } } as const;

export function messageMoneySource(database: Collections): MessageMoneySource {
  const collection = database.collection(messages);
  const moneyOf = ({ _id: messageId, status, priceSnapshot, commissionRate }: MessageDoc): MessageMoney => ({
    messageId,
    status,
    priceSnapshot,
    commissionRate,
  });
  return {
    findByIds: async (tx, ids) => (await collection.find({ _id: { $in: [...ids] } }, { ...FIELDS, tx })).map(moneyOf),
    listAfter: async (tx, after, limit) =>
      (await collection.find({ _id: { $gt: after ?? "" } }, { ...FIELDS, tx, sort: { _id: 1 }, limit })).map(moneyOf),
  };
}
