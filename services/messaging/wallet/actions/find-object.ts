import { byId, objectFinder } from "#libs/platform/service/object-finder.ts";
import { adjustments } from "../data/adjustment.store.ts";
import { chargebacks } from "../data/chargeback.store.ts";
import { escrows } from "../data/escrow.model.ts";
import { payouts } from "../data/payout.model.ts";
import { refunds } from "../data/refund.store.ts";
import { topUps } from "../data/top-up.store.ts";
import { unclaimed } from "../data/unclaimed.store.ts";
import { wallets } from "../data/wallet.model.ts";
import type { Deps } from "../deps.ts";
import { findByNumber } from "../payouts/payout-numbers.ts";

/**
 * Internal: what an id names here, for the console. Wallets are known by their user, escrows by their message, and payouts by their number,
 * beside their own id.
 */
export const findObjectAction = (deps: Pick<Deps, "database" | "ledger" | "payouts">) => {
  const { database } = deps;
  const payoutRows = byId(database.collection(payouts));
  const walletRows = database.collection(wallets);
  const escrowRows = database.collection(escrows);
  const [ofUser, ofMessage] = [{ projection: { userId: 1 } }, { projection: { messageId: 1 } }] as const;
  return objectFinder("wallet", {
    PAYOUT: async (id) => (await payoutRows(id)) ?? findByNumber(deps, id),
    ADJUSTMENT: byId(database.collection(adjustments)),
    TOPUP: byId(database.collection(topUps)),
    REFUND: byId(database.collection(refunds)),
    CHARGEBACK: byId(database.collection(chargebacks)),
    UNCLAIMED: byId(database.collection(unclaimed)),
    WALLET: async (id) =>
      ((await walletRows.findOne({ userId: id }, ofUser)) ?? (await walletRows.findOne({ _id: id }, ofUser)))?.userId ?? null,
    ESCROW: async (id) =>
      ((await escrowRows.findOne({ messageId: id }, ofMessage)) ?? (await escrowRows.findOne({ _id: id }, ofMessage)))?.messageId ?? null,
  });
};
