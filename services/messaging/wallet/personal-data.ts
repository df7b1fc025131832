import type { Collections } from "#libs/platform/mongo/collection.ts";
import type { DataSubject, PersonalRows } from "#libs/platform/personal-data/personal-data.ts";
import { anonymized, erased, fields, retained } from "#libs/platform/personal-data/rows.ts";
import { adjustments } from "./data/adjustment.store.ts";
import { chargebacks } from "./data/chargeback.store.ts";
import { earningReversals } from "./data/earning-reversal.store.ts";
import { escrows } from "./data/escrow.model.ts";
import { type LedgerDoc, ledgerTransactions } from "./data/ledger.model.ts";
import { payees } from "./data/payee.store.ts";
import { ERASE_DESTINATION, NAMES_DESTINATION, payouts } from "./data/payout.model.ts";
import { type PayoutDestination, payoutDestinations } from "./data/payout-destination.store.ts";
import { payoutMethods } from "./data/payout-method.store.ts";
import { refunds } from "./data/refund.store.ts";
import { topUps } from "./data/top-up.store.ts";
import { unclaimed } from "./data/unclaimed.store.ts";
import { wallets } from "./data/wallet.model.ts";
import type { Adjustment } from "./domain/adjustment.ts";
import type { Chargeback } from "./domain/chargeback.ts";
import type { EarningReversal } from "./domain/earning-reversal.ts";
import type { Escrow } from "./domain/escrow.ts";
import { accountOf } from "./domain/ledger.ts";
import type { Payee } from "./domain/payee.ts";
import type { Payout, PayoutMethod } from "./domain/payout.ts";
import type { Refund } from "./domain/refund.ts";
import type { TopUp } from "./domain/top-up.ts";
import type { Unclaimed } from "./domain/unclaimed.ts";
import type { Wallet } from "./domain/wallet.ts";

/**
 * The law requires that the ledger is retained. It names users by id only, and after the deletion no data links the id to a person. Ledger
 * transactions never change, so this is how they are pseudonymized.
 */
export function moneyRows(database: Collections): readonly PersonalRows[] {
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  return [
    erased(database.collection(payoutMethods), ofUser, fields<PayoutMethod>("kind", "label", "createdAt")),
    erased(database.collection(payoutDestinations), ({ userId }) => ({ _id: userId }), fields<PayoutDestination>("isSet", "changedAt")),
    // A payout that is still to be paid names its payee.
    erased(database.collection(payees), ofUser, fields<Payee>("provider", "country", "status", "requirementsDue", "createdAt")),
    ...payoutLabels(database),
    anonymized(database.collection(topUps), ({ userId }) => ({ userId, instrumentHash: { $gt: "" } }), { $unset: { instrumentHash: 1 } }),
    ...moneyBackRows(database),
    retained(
      database.collection(payouts),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Payout>("amount", "currency", "status", "methodKind", "methodLabel", "reason", "requestedAt", "settledAt"),
    ),
    retained(
      database.collection(adjustments),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Adjustment>("kind", "amount", "currency", "reason", "status", "proposedAt", "decidedAt"),
    ),
    retained(
      database.collection(unclaimed),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ $or: [{ userId }, { claimantId: userId }] }),
      fields<Unclaimed>("amount", "currency", "status", "claimedAt", "decision", "decidedAt", "openedAt"),
    ),
    retained(
      database.collection(wallets),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Wallet>("kind", "currency", "balance", "held", "earned", "frozen", "createdAt"),
    ),
    retained(
      database.collection(topUps),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<TopUp>(
        "amount",
        "currency",
        "status",
        "reason",
        "provider",
        "number",
        "refunded",
        "disputed",
        "paid",
        "createdAt",
        "settledAt",
      ),
    ),
    retained(
      database.collection(escrows),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ $or: [{ fanId: userId }, { creatorId: userId, concealed: { $ne: true } }] }),
      fields<Escrow>("messageId", "fanId", "creatorId", "amount", "status", "heldAt", "resolvedAt", "reversed"),
    ),
    retained(
      database.collection(ledgerTransactions),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ "movement.account": { $in: [accountOf(userId, "FAN"), accountOf(userId, "CREATOR")] } }),
      fields<LedgerDoc>("kind", "reference", "movement", "createdAt"),
    ),
  ];
}

/** They name users by id only and stay as the ledger does. */
function moneyBackRows(database: Collections): readonly PersonalRows[] {
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  return [
    retained(
      database.collection(refunds),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Refund>("topupId", "amount", "currency", "status", "reason", "createdAt", "settledAt"),
    ),
    retained(
      database.collection(chargebacks),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Chargeback>("topupId", "claimed", "amount", "currency", "status", "reason", "openedAt", "closedAt", "writtenOff"),
    ),
    retained(
      database.collection(earningReversals),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ $or: [{ fanId: userId }, { creatorId: userId }] }),
      fields<EarningReversal>("messageId", "fanId", "creatorId", "amount", "net", "cause", "createdAt"),
    ),
  ];
}

/**
 * Retries must send the provider the same transfer, so a payout that is PROCESSING keeps its label until it ends. So does one that waits for
 * staff while its creator leaves in good standing.
 */
const STILL_TO_PAY = [{ status: "PROCESSING" }, { leaving: true, settledAt: null }] as const;

function payoutLabels(database: Collections): readonly PersonalRows[] {
  const collection = database.collection(payouts);
  return [
    anonymized(collection, ({ userId }) => ({ userId, $or: [...STILL_TO_PAY], ownerGone: { $ne: true } }), { $set: { ownerGone: true } }),
    anonymized(collection, ({ userId }) => ({ userId, ownerGone: { $ne: true }, $or: [...NAMES_DESTINATION] }), ERASE_DESTINATION),
  ];
}
