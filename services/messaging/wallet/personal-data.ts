import type { Connection } from "mongoose";
import { modelOf } from "#libs/mongo/model-of.ts";
import type { DataSubject, PersonalRows } from "#libs/personal-data/personal-data.ts";
import { anonymised, erased, fields, retained } from "#libs/personal-data/rows.ts";
import { adjustmentModel } from "./data/adjustment.store.ts";
import { escrowSchema } from "./data/escrow.model.ts";
import { type LedgerDocument, ledgerSchema } from "./data/ledger.model.ts";
import { NO_LABEL, payoutMethodModel, payoutModel } from "./data/payout.model.ts";
import { topUpSchema } from "./data/top-up.model.ts";
import { walletSchema } from "./data/wallet.model.ts";
import type { Adjustment } from "./domain/adjustment.ts";
import type { Escrow } from "./domain/escrow.ts";
import { accountOf } from "./domain/ledger.ts";
import type { Payout, PayoutMethod } from "./domain/payout.ts";
import type { TopUp } from "./domain/top-up.ts";
import type { Wallet } from "./domain/wallet.ts";

/**
 * The books outlive their people. They name a user by id only, and nothing leads from the id to a person once the account is
 * gone: that is their pseudonymisation, for an entry of the books is never changed.
 */
export function moneyRows(connection: Connection): readonly PersonalRows[] {
  const ofUser = ({ userId }: DataSubject) => ({ userId });
  const accounts = ({ userId }: DataSubject) => [accountOf(userId, "FAN"), accountOf(userId, "CREATOR")];
  return [
    erased(payoutMethodModel(connection), ofUser, fields<PayoutMethod>("kind", "label", "createdAt")),
    ...payoutLabels(connection),
    retained(
      payoutModel(connection),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Payout>("amount", "currency", "status", "methodKind", "methodLabel", "reason", "requestedAt", "settledAt"),
    ),
    retained(
      adjustmentModel(connection),
      "TAX_AND_ACCOUNTING",
      ofUser,
      fields<Adjustment>("kind", "amount", "currency", "reason", "status", "proposedAt", "decidedAt"),
    ),
    retained(
      modelOf<Wallet>(connection, "wallets", walletSchema),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ userId }),
      fields<Wallet>("kind", "currency", "balance", "held", "earned", "frozen", "createdAt"),
    ),
    retained(
      modelOf<TopUp>(connection, "topups", topUpSchema),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ userId }),
      fields<TopUp>("amount", "currency", "status", "provider", "createdAt", "settledAt"),
    ),
    retained(
      modelOf<Escrow>(connection, "escrows", escrowSchema),
      "TAX_AND_ACCOUNTING",
      ({ userId }) => ({ $or: [{ fanId: userId }, { creatorId: userId, concealed: { $ne: true } }] }),
      fields<Escrow>("messageId", "fanId", "creatorId", "amount", "status", "heldAt", "resolvedAt"),
    ),
    retained(
      modelOf<LedgerDocument>(connection, "ledger_transactions", ledgerSchema),
      "TAX_AND_ACCOUNTING",
      (subject) => ({ "movement.account": { $in: accounts(subject) } }),
      fields<LedgerDocument>("kind", "reference", "movement", "createdAt"),
    ),
  ];
}

/** A provider that is asked again must be asked the same: a payout that is under way loses its label when it ends. */
function payoutLabels(connection: Connection): readonly PersonalRows[] {
  const payouts = payoutModel(connection);
  const underWay = { $exists: true };
  return [
    anonymised(payouts, ({ userId }) => ({ userId, triedAt: underWay, ownerGone: { $ne: true } }), { $set: { ownerGone: true } }),
    anonymised(payouts, ({ userId }) => ({ userId, triedAt: { $exists: false }, methodLabel: { $ne: NO_LABEL } }), {
      $set: { methodLabel: NO_LABEL },
    }),
  ];
}
